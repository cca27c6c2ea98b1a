"""Measures of long answers: published figures, hand arithmetic, and what must always hold."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nugget_words import nugget_marks

from qaeval import InputError
from qaeval.scores.scoring import score

HALF = Fraction(1, 2)
CREDIT = {"1": Fraction(1), "p": HALF, "0": Fraction(0)}


def value(name, words):
    return score([nugget_marks(words)], [name]).overall(name)["r"]


@pytest.mark.parametrize(
    ("length", "beta", "expected"),
    [
        (499, 3, Fraction(10, 13)),
        (500, 3, Fraction(10, 13)),
        (501, 3, Fraction(5000, 6501)),
        (800, 3, Fraction(25, 34)),
        (5000, 3, Fraction(5, 11)),
        (499, 5, Fraction(78, 103)),
        (501, 5, Fraction(39000, 51503)),
        (800, 5, Fraction(195, 262)),
        (1000, 5, Fraction(39, 53)),
        (1000, 1, Fraction(3, 5)),
    ],
)
def test_f_at_below_and_above_the_allowance(length, beta, expected):
    """Three of four vital nuggets and two okay ones allow 500 characters: R = 3/4."""
    words = f"v1 v1 v1 v0 o1 o1 o0 ; {length}"
    assert value(f"nugget-F,beta={beta}", words) == pytest.approx(float(expected), abs=1e-15)


def test_the_definition_of_reeve():
    """Voorhees 2003 (HLT-NAACL, Figure 1): recall 2/3 and an allowance of 300 characters."""
    words = "v1 v1 v0 o1 o0 o0 ; {}"
    assert value("nugget-recall", words.format(170)) == pytest.approx(2 / 3, abs=1e-15)
    assert value("nugget-precision", words.format(300)) == 1
    assert value("nugget-precision", words.format(301)) == pytest.approx(300 / 301, abs=1e-15)
    assert value("nugget-F,beta=5", words.format(170)) == pytest.approx(52 / 77, abs=1e-15)


def test_cassini():
    """Lin & Demner-Fushman 2005, Table 1 and Figure 1: two passages of 402 characters in all."""
    words = "v1 v1 v0 v1 v0 v0 v0 v0 o1 o1 o0 o0 o0 o0 o0 o0 ; 402"
    assert value("nugget-F", words) == pytest.approx(2 / 5, abs=1e-15)
    assert value("nugget-F,beta=5", words) == pytest.approx(78 / 203, abs=1e-15)


AARP = ("v{}*1", "v{}*.9", "v{}*.8", "v{}*.7", "o{}*.2", "o{}*.1", "o{}*.1", "o{}*.1", "o{}*0")


def aarp(held, length):
    words = [word.format(int(at in held)) for at, word in enumerate(AARP, 1)]
    return f"{' '.join(words)} ; {length}"


def test_the_pyramid_of_aarp():
    """The weights of Lin & Demner-Fushman 2006, Table 5; recalls and F by hand."""
    assert value("nugget-pyramid", aarp({1, 3, 5}, 250)) == pytest.approx(200 / 371, abs=1e-15)
    assert value("nugget-pyramid", aarp({1, 3, 5}, 600)) == pytest.approx(200 / 391, abs=1e-15)
    assert value("nugget-F", aarp({1, 3, 5}, 600)) == 0.5
    # Okay nuggets alone: what the pyramid sees and the binary F does not.
    assert value("nugget-pyramid", aarp({5, 6, 9}, 250)) == pytest.approx(5 / 59, abs=1e-15)
    assert value("nugget-F", aarp({5, 6, 9}, 250)) == 0


@pytest.mark.parametrize(
    ("words", "vital", "vital_strict", "every", "every_strict", "weighted"),
    [
        ("v1 v1 vp o0 o0", 5 / 6, 2 / 3, 1 / 2, 2 / 5, 5 / 8),
        ("v1 v1", 1, 1, 1, 1, 1),
        ("o1 o0", 0, 0, 1 / 2, 1 / 2, 1 / 2),
        ("vp v0 v0 op o0", 1 / 6, 0, 1 / 5, 0, 3 / 16),
        ("op o1", 0, 0, 3 / 4, 1 / 2, 3 / 4),
        ("v1 v1 op o0", 1, 1, 5 / 8, 1 / 2, 3 / 4),
    ],
)
def test_the_scores_of_trec_rag(words, vital, vital_strict, every, every_strict, weighted):
    """Hand arithmetic; nuggetizer 0.0.5 gives the first four for files of these assignments."""
    names = ("nugget-vital", "nugget-vital-strict", "nugget-all", "nugget-all-strict")
    expected = dict(zip(names, (vital, vital_strict, every, every_strict), strict=True))
    expected["nugget-weighted"] = weighted
    for name, figure in expected.items():
        assert value(name, words) == pytest.approx(figure, abs=1e-15), name


@pytest.mark.parametrize(
    ("sentences", "precision", "recall"),
    [
        ("P F -", 0.75, 0.5),  # Thakur et al. 2025, Section 3.4
        ("FP N", 0.5, 0.5),
        ("-", 0, 0),
        ("? F", 1, 1),  # a sentence whose citation nobody judged is left out
        ("?", 0, 0),
    ],
)
def test_support_of_the_first_citations(sentences, precision, recall):
    words = f"v1 ; 9 ; {sentences}"
    assert value("citation-precision", words) == precision
    assert value("citation-recall", words) == recall


def test_support_of_all_citations():
    """(1 + ½)/2 and 0 over two sentences; hard: 1/2 and 0; of `?F` only the judged one."""
    assert value("citation-precision,of=all", "v1 ; 9 ; FP N") == 0.375
    assert value("citation-precision,of=all,partial=0", "v1 ; 9 ; FP N") == 0.25
    assert value("citation-recall,of=all", "v1 ; 9 ; ?F -") == 0.5


def test_partial_support_counts_for_f_only_where_it_is_asked_for():
    assert value("nugget-recall", "vp v1 ; 90") == 0.5
    assert value("nugget-recall,partial=0.5", "vp v1 ; 90") == 0.75
    assert value("nugget-precision", "vp v1 ; 200") == 0.5
    assert value("nugget-precision,partial=0.5", "vp v1 ; 200") == 1


def test_nothing_said_is_nothing_won():
    for name in ("nugget-F", "nugget-precision", "nugget-recall", "nugget-pyramid"):
        assert value(name, "v0 o0 ; 0") == 0
    assert value("nugget-F", "v0 o0 ; 400") == 0


def test_what_a_measure_needs():
    with pytest.raises(InputError, match="nugget-F needs the length of every answer: run 'r'"):
        value("nugget-F", "v1 o0")
    with pytest.raises(InputError, match="citation-recall needs the citations of every answer's"):
        value("citation-recall", "v1 o0 ; 90")
    with pytest.raises(InputError, match="RR is not for assignments to nuggets"):
        value("RR", "v1")


WORDS = st.lists(st.sampled_from([f"{kind}{held}" for kind in "vo" for held in "1p0"]), min_size=1)
LENGTHS = st.integers(0, 3000)


def slow(words, weight_of, credit_of):
    """A share straight from its definition, in fractions."""
    weights = [weight_of(word[0]) for word in words]
    held = sum(w * credit_of(word[1]) for w, word in zip(weights, words, strict=True))
    return float(held / sum(weights)) if sum(weights) else 0.0


@given(WORDS)
def test_shares_are_those_of_the_slow_twin(words):
    kinds = {
        "nugget-vital": {"v": Fraction(1), "o": Fraction(0)},
        "nugget-all": {"v": Fraction(1), "o": Fraction(1)},
        "nugget-weighted": {"v": Fraction(1), "o": HALF},
    }
    for name, weights in kinds.items():
        lenient = slow(words, weights.__getitem__, CREDIT.__getitem__)
        strict = slow(words, weights.__getitem__, lambda held: Fraction(int(held == "1")))
        assert value(name, " ".join(words)) == pytest.approx(lenient, abs=1e-12)
        assert value(f"{name}-strict", " ".join(words)) == pytest.approx(strict, abs=1e-12)
        assert 0 <= strict <= lenient <= 1


@given(WORDS, LENGTHS, st.permutations(range(8)))
def test_f_lies_between_precision_and_recall_and_no_order_shows(words, length, order):
    text = f"{' '.join(words)} ; {length}"
    precision, recall = value("nugget-precision", text), value("nugget-recall", text)
    balanced = value("nugget-F", text)
    assert min(precision, recall) - 1e-12 <= balanced <= max(precision, recall) + 1e-12
    assert value("nugget-F,beta=100000", text) == pytest.approx(
        recall if precision else 0, abs=1e-6
    )
    assert value("nugget-vital-strict", text) == recall
    assert value("nugget-pyramid", text) == pytest.approx(balanced, abs=1e-15)
    mixed = [words[at] for at in order if at < len(words)] + words[8:]
    assert value("nugget-F", f"{' '.join(mixed)} ; {length}") == balanced


@given(WORDS, LENGTHS)
def test_a_longer_answer_with_the_same_nuggets_is_never_better(words, length):
    text = " ".join(words)
    assert value("nugget-F", f"{text} ; {length + 1}") <= value("nugget-F", f"{text} ; {length}")


@given(WORDS, st.integers(1, 9))
def test_only_the_ratios_of_weights_count(words, times):
    weights = [Fraction(at % 4, 4) for at in range(len(words))]
    plain = " ".join(f"{word}*{float(w)}" for word, w in zip(words, weights, strict=True))
    scaled = " ".join(f"{word}*{float(w * times)}" for word, w in zip(words, weights, strict=True))
    one, other = (value("nugget-pyramid-recall", text) for text in (plain, scaled))
    assert one == pytest.approx(other, abs=1e-12)


@given(st.lists(st.text("FPN?-", min_size=1, max_size=3), max_size=6))
def test_citation_recall_is_never_above_precision(sentences):
    text = f"v1 ; 9 ; {' '.join(sentences) or '-'}"
    for of in ("first", "all"):
        recall = value(f"citation-recall,of={of}", text)
        assert 0 <= recall <= value(f"citation-precision,of={of}", text) + 1e-15
