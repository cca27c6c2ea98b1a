import pytest
from hypothesis import given
from hypothesis import strategies as st

from qaeval.collection.normalize import normaliser


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("exact", " Ａ  b ", " Ａ  b "),
        ("nfkc", " Ａ  b\u3000c ", "A b c"),
        ("nfkc", "ﾋﾞｰﾄﾙｽﾞ", "ビートルズ"),
        ("nfkc", "㈱ ½ ﬁ", "(株) 1⁄2 fi"),
        ("nfkc", "cafe\u0301", "café"),
        ("nfkc", "The Beatles!", "The Beatles!"),
        ("fold", "  The  BEATLES! ", "the beatles!"),
        ("fold", "Straße", "strasse"),
        ("fold", "ΣΊΣΥΦΟΣ", "σίσυφοσ"),
        ("squad", "The Beatles!", "beatles"),
        ("squad", "an apple a day, the doctor", "apple day doctor"),
        ("squad", "Theatre, Anna and Ada", "theatre anna and ada"),
        ("squad", "U.S.A.", "usa"),
        ("squad", "「ザ・ビートルズ」", "ザビートルズ"),
    ],
)
def test_by_hand(name, text, expected):
    assert normaliser(name)(text) == expected


@pytest.mark.parametrize("text", ["NIL", "Paris", "1969", "ビートルズ"])
def test_plain_strings_stay_as_they_are(text):
    assert [normaliser(name)(text) for name in ("exact", "nfkc")] == [text, text]
    assert normaliser("squad")(text) == text.lower()


@given(st.text())
def test_nfkc_and_fold_are_settled_after_once(text):
    for name in ("nfkc", "fold"):
        once = normaliser(name)(text)
        assert normaliser(name)(once) == once


@given(st.text())
def test_each_is_coarser_than_the_one_before(text):
    nfkc, fold, squad = (normaliser(name) for name in ("nfkc", "fold", "squad"))
    assert fold(nfkc(text)) == fold(text)
    assert squad(fold(text)) == squad(text)


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(" \t\n\u3000\xa0"))
def test_blanks_around_do_not_count(text, blank):
    for name in ("nfkc", "fold", "squad"):
        assert normaliser(name)(blank + text + blank + blank) == normaliser(name)(text)


@given(st.text(alphabet="ab .,!", max_size=6))
def test_squad_forgets_punctuation_around_words(text):
    squad = normaliser("squad")
    assert squad(f"x {text} y.") == squad(f"'x {text} y'")
