"""The fast scan of large files gives what the exact parser gives, or leaves the file to it."""

import gzip
import os
import random
import re
import struct
import threading
import warnings

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import qaeval.collection.packed as packed
import qaeval.files.scan as scan
import qaeval.files.text as text
from qaeval import decimals
from qaeval.collection.packed import PackedStrings
from qaeval.errors import InputError
from qaeval.files.cells import Cells
from qaeval.files.headed import HeadedTable
from qaeval.files.keys import read_key
from qaeval.files.large import LargeDocument, open_document
from qaeval.files.runs import read_run
from qaeval.files.scan import numbers
from qaeval.files.score_output import COLUMNS
from qaeval.files.score_scan import scan_matrix, scan_table
from qaeval.files.text import Document
from qaeval.files.trec_scan import scan_qrels, scan_run
from qaeval.marking.marker import mark
from qaeval.scores.reading import read_scores


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Borders of stretches and blocks come in files of a few lines."""
    monkeypatch.setattr(scan, "STRETCH", 50)
    monkeypatch.setattr(packed, "_ONE_GO", 3)


def columns(run):
    return {
        "name": run.name,
        "questions": run.questions,
        "bounds": run.bounds.tolist(),
        "answers": list(run.answers),
        "lines": run.lines.tolist(),
        "question_lines": run.question_lines.tolist(),
        "confidence": np.asarray(run.confidence).tolist().count(0.0),
        "scores": None if run.scores is None else run.scores.tolist(),
        "ranks": None if run.ranks is None else repr(run.ranks.tolist()),
    }


def outcome(read, path, large):
    """What a reader gives, or says, where files are large from this size on."""
    before, text.LARGE = text.LARGE, large
    try:
        return read(path)
    except InputError as error:
        return str(error)
    finally:
        text.LARGE = before


def by_both(read, path):
    return outcome(read, path, 0), outcome(read, path, 1 << 40)


BLANKS = st.sampled_from([" ", " ", " ", "\t", "  ", " \t "])
IDS = st.one_of(
    st.sampled_from(["a", "b", "ab", "d1", "d10", "doc-12345678", "x" * 8, "x" * 9, "x" * 100]),
    st.text(
        st.characters(codec="utf-8", exclude_categories=["C"], exclude_characters=" "), min_size=1
    ),
)
SCORES = st.one_of(
    st.sampled_from(["1", "2", "-3", "0", "-0", "0.0", "14.", ".5", "+1", "1e3", "1E-7", "-2.50"]),
    st.sampled_from(["16777217", "16777216.5000000001", "0.1", "0.10000000149011612", "1e40"]),
    st.floats(-1e6, 1e6).map(repr),
    st.floats(0, 1, width=32).map(lambda x: f"{x:.6f}"),
    st.integers(-(10**30), 10**30).map(str),
)
RANKS = st.sampled_from(["1", "1", "2", "-3", "12345678", "x", "1.5"])
ODD = st.sampled_from(["abc", "nan", "inf", "1e999", "--1", "1.2.3", "1/2", "١٢", "-", ".", "1 2"])


@st.composite
def run_files(draw):
    """A TREC run with lines, blanks, ends and now and then mistakes of every kind."""
    questions = st.sampled_from(
        ["1", "2", "10", "q-long-question-id", "Ω", "all"][: draw(st.integers(1, 6))]
    )
    scores = st.one_of(SCORES, ODD) if draw(st.integers(0, 4)) == 0 else SCORES
    ids = IDS if draw(st.booleans()) else st.sampled_from(["a", "b", "ab", "d1"])
    lines = []
    for _ in range(draw(st.integers(0, 12))):
        parts = [draw(questions), "Q0", draw(ids), draw(RANKS), draw(scores), "tag"]
        gaps = [draw(BLANKS) for _ in range(5)] if draw(st.booleans()) else [" "] * 5
        lines.append("".join(part + gap for part, gap in zip(parts, [*gaps, ""], strict=True)))
        if draw(st.integers(0, 12)) == 0:
            lines.append(
                draw(st.sampled_from(["", "  ", "1 Q0 x", "# note", "1 Q0 x 1 1 other", " "]))
            )
    return draw(st.sampled_from(["\n", "\n", "\r\n"])).join(lines) + draw(
        st.sampled_from(["", "\n"])
    )


@given(run_files(), st.booleans())
@settings(max_examples=400, deadline=None)
@example("1 Q0 a 1 0 t\n1 Q0 b 2 -0 t\n1 Q0 c 2 0.0 t\n", False)
@example("1 Q0 b 1 16777216 t\n1 Q0 a 2 16777217 t\n", False)  # one 32-bit float
@example("1 Q0 b 1 1 t\n1 Q0 a 2 1.0000000000000002 t\n1 Q0 c 2 0.9999999999999999 t\n", False)
@example("1 Q0 a 1 1 t\n2 Q0 a 1 1 t\n1 Q0 b 1 2 t\n", True)  # a question that comes back
@example("1 Q0 a\x0cb 1 1 t\n", False)
@example(
    "\n" * 70 + "1 Q0 a 1 1 t\n" + "\n" * 120 + "1 Q0 b 1 2 t\n\n", True
)  # stretches of blanks
@example(
    "1 Q0 a 1 1 t\n1 Q0 a 1 1 t\n\n1 Q0 a 1 1 t\n1 Q0 doc-12345678 1 1 t\n", False
)  # ties, long
@example("1 Q0 b 1 2 t\n1 Q0 c 1 1 t\n1 Q0 a 1 3 t", False)  # the last without a line end
@example("".join(f"{n % 7} Q0 d{n} 1 {n % 3} t\n" for n in range(40)), True)  # no two together
@example("1 Q0 a 1 1 t\n" * 20 + "1 Q0 a 1 x t\n", True)  # a mistake in a late stretch
@example("1 Q0 \u3000 1 1 t\n1 Q0 b 1 1 t\n", False)  # an id of nothing but a blank
@example("1 Q0 a 1 1 t\r1 Q0 b 1 1 t\r", False)
def test_a_scanned_run_is_the_run(tmp_path_factory, content, zipped):
    path = tmp_path_factory.mktemp("run") / "run.txt"
    path.write_bytes(gzip.compress(content.encode()) if zipped else content.encode())

    def read(name, bits, keep):
        run = read_run(str(path), "trec", name, score_bits=bits, keep_scores=keep)
        return columns(run)

    for how in ((None, 64, True), (None, 32, False), ("file", 64, False)):
        fast, exact = by_both(lambda _, how=how: read(*how), path)
        assert fast == exact


@pytest.mark.parametrize(
    "content",
    [
        "1 Q0 a 1 2.5 t\n1 Q0 b 2 1 t\n",
        "\ufeff1 Q0 a 1 2.5 t\n1 Q0 b 2 1 t",
        "1\tQ0\ta\t1\t2.5\tt\r\n1  Q0 b 2 1e3   t\r\n\r\n  2 Q0 é 1 -1.5 t \r\n",
        "1 Q0 a 1 1 t\n2 Q0 a 1 3 t\n1 Q0 b 1 2 t\n1 Q0 " + "long" * 50 + " 1 2 t\n",
    ],
)
def test_what_is_not_odd_is_scanned(content):
    assert scan_run(Document("run", content.encode())) is not None


@pytest.mark.parametrize(
    "content",
    [
        "1 Q0 a 1 1\n",
        "1 Q0 a 1 x t\n",
        "1 Q0 a 1 1e999 t\n",
        "all Q0 a 1 1 t\n",
        "1 Q0 a\x01 1 1 t\n",
        "1 Q0 a\x7f 1 1 t\n",
        "1 Q0 a\u202e 1 1 t\n",
        "1 Q0 a\u00a0b 1 1 t\n",
    ],
)
def test_what_is_odd_is_left_to_the_exact_parser(content):
    assert scan_run(Document("run", content.encode())) is None
    assert scan_run(Document("run", b"1 Q0 a\xff 1 1 t\n")) is None


def _read_whole(document):
    raise AssertionError(f"{document.file} is read whole")


def test_of_a_large_run_no_more_than_stretches_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 0)
    monkeypatch.setattr(LargeDocument, "raw", property(_read_whole, lambda *_: None))
    content = "".join(f"{n % 7} Q0 d{n} 1 {n} t\n" for n in range(70)).encode()
    (tmp_path / "run").write_bytes(content)
    (tmp_path / "run.gz").write_bytes(gzip.compress(content))
    for name in ("run", "run.gz"):
        parts = list(open_document(str(tmp_path / name)).stretches(50))
        assert b"".join(parts) == content
        assert all(50 <= len(part) <= 50 + 16 for part in parts[:-1])
        assert list(read_run(str(tmp_path / name)).answers[:2]) == ["d63", "d56"]


def test_comments_without_end_are_not_held_for_the_line_behind_them(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 100)
    monkeypatch.setattr(text, "LONGEST_SCANNED", 1000)
    few, many = tmp_path / "few", tmp_path / "many"
    few.write_bytes(b"# comment\n" * 50 + b"q1 0 d1 1\n")
    many.write_bytes(b"# comment\n" * 150 + b"q1 0 d1 1\n")
    assert isinstance(open_document(str(few)), LargeDocument)
    assert not isinstance(open_document(str(many)), LargeDocument)


def test_a_line_without_end_is_not_held_to_be_scanned(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 0)
    monkeypatch.setattr(text, "LONGEST_SCANNED", 100)
    (tmp_path / "first").write_text("x" * 101)
    (tmp_path / "later").write_text("1 Q0 a 1 1 t\n" + " " * 40 + "1 Q0 b 1 1 t" + " " * 200)
    assert not isinstance(open_document(str(tmp_path / "first")), LargeDocument)
    document = open_document(str(tmp_path / "later"))
    assert next(document.stretches(50)) is None
    assert scan_run(document) is None
    assert list(read_run(str(tmp_path / "later")).answers) == ["b", "a"]


def test_of_a_scanned_run_the_ids_are_kept_and_no_more(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 0)
    (tmp_path / "run").write_text("".join(f"q Q0 d{n} 1 {-n} tag\n\n" for n in range(10)))
    answers = read_run(str(tmp_path / "run")).answers
    assert bytes(answers.raw) == b"".join(b"d%d\n\n" % n for n in range(10))
    assert answers.starts.itemsize + answers.lengths.itemsize == 6


def test_what_can_be_read_once_is_read_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 0)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for content in ("1 Q0 a 1 1 t\n1 Q0 b 1 2 t\n", "1 Q0 a 1 1 t\n1 Q0 b 1 2 t\n1\n"):
        writing = threading.Thread(target=pipe.write_text, args=(content,))
        writing.start()
        found = outcome(lambda path: list(read_run(str(path)).answers), pipe, 0)
        writing.join()
        odd = f"{pipe}:3: 1 field, expected 6 (qid Q0 id rank score tag)"
        assert found == (odd if content.endswith("1\n") else ["b", "a"])


@pytest.mark.parametrize(
    "content",
    [
        b"# one\n\n" * 30 + b"q,a\n",
        b"# one\n\n" * 30,
        "\ufeff# one\n\u3000\n{}\n".encode(),
        b"\xef\xbb\xbf\n1 Q0 a 1 1 t\n",
        b"\xff\xfe1\0",
        b"1 Q0 a 1 1 t\0\n",
        b"a\rb\r",
        b"# \xff\n1 Q0 a 1 1 t\n",
        b"<SYSDESC>one\n</SYSDESC>\n\n1 Q0 a 1 1 t\n",
        b"1 Q0 a 1.5 1 t\n1 Q0 b 2 x t\n",
        gzip.compress(b"1 Q0 a 1 1 t\n" * 1000, mtime=0)[:-9],
        gzip.compress(b"", mtime=0),
        b"",
    ],
)
def test_a_large_file_is_told_by_its_first_line_like_any_other(tmp_path, content):
    path = tmp_path / "run"
    path.write_bytes(content)

    def read(_):
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always")
            found = columns(read_run(str(path)))
        return found, [str(remark.message) for remark in remarks]

    fast, exact = by_both(read, path)
    assert fast == exact


@st.composite
def qrels_files(draw):
    width = draw(st.sampled_from([3, 4]))
    levels = st.sampled_from(["0", "1", "2", "-1", "3"])
    if draw(st.integers(0, 4)) == 0:
        levels = st.sampled_from(["0", "1", "L2", "S", "1.0", "9999999", "-", "1e2", "007", "+1"])
    lines = []
    for _ in range(draw(st.integers(0, 14))):
        parts = [draw(st.sampled_from(["1", "2", "10", "Ω"])), "0", draw(IDS), draw(levels)]
        del parts[1 : 5 - width]
        lines.append(draw(BLANKS).join(parts))
    return draw(st.sampled_from(["\n", "\r\n"])).join([*lines, ""])


@given(qrels_files())
@settings(max_examples=300, deadline=None)
def test_scanned_qrels_are_the_qrels(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("key") / "qrels"
    path.write_bytes(content.encode())

    def read(_):
        key = read_key(str(path), "qrels")
        best = [found.tolist() for found in key.best_levels()]
        return dict(key.ids), key.questions, key.scale, best, key.fingerprint(), key.letters

    fast, exact = by_both(read, path)
    assert fast == exact


def test_plain_qrels_are_scanned():
    found = scan_qrels(Document("key", b"2 0 b 1\n1 0 a -1\n2 0 a 0\n"), 4)
    assert dict(found) == {"1": {"a": -1}, "2": {"b": 1, "a": 0}}
    assert scan_qrels(Document("key", b"1 0 a 1\n1 0 a 1\n"), 4) is None
    assert scan_qrels(Document("key", b"1 0 a 1.0\n"), 4) is None


@given(st.lists(st.one_of(SCORES, ODD.filter(lambda x: " " not in x)), min_size=1))
@settings(max_examples=400, deadline=None)
def test_numbers_are_those_of_float(texts):
    column = PackedStrings.of(texts)
    plain = [re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", x, re.ASCII) for x in texts]
    if not all(plain) or not np.isfinite([float(x) for x in texts]).all():
        assert numbers(column) is None
        return
    assert numbers(column).tolist() == [float(x) for x in texts]


@given(
    st.lists(st.tuples(st.integers(10**14, 10**18 - 1), st.integers(0, 17)), min_size=1),
    st.sampled_from(["", "-"]),
)
@settings(max_examples=400, deadline=None)
@example([(9007199254740993, 0), (9007199254740995, 0)], "")  # halfway between two floats
@example([(2**54 + 2, 0), (2**54 + 6, 0), (450359962737049650, 1)], "-")
def test_long_numbers_are_the_nearest_floats(wide, sign):
    texts = []
    for digits, places in wide:
        text = str(digits).rjust(places + 1, "0")
        texts.append(sign + (f"{text[:-places]}.{text[-places:]}" if places else text))
    found = numbers(PackedStrings.of(texts))
    assert found.tolist() == [float(text) for text in texts]


def test_numbers_that_floats_print_are_scanned_and_not_read_one_by_one(monkeypatch):
    rng = random.Random(5)
    values = [rng.random() * 10 ** rng.randrange(4) for _ in range(2000)]
    odd = []
    real = decimals.is_number
    monkeypatch.setattr(decimals, "is_number", lambda text: odd.append(text) or real(text))
    assert numbers(PackedStrings.of([f"{x:.16g}" for x in values])).tolist() == [
        float(f"{x:.16g}") for x in values
    ]
    assert len(odd) < 40


# strings in one buffer


WORDS = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1)
)


@given(WORDS)
def test_packed_strings_are_the_strings(texts):
    found = PackedStrings.of(texts)
    assert list(found) == texts
    assert list(found[1:3]) == texts[1:3]
    assert found.encoded() == [x.encode() for x in texts]
    listed = PackedStrings.of([*texts, "end"])[: len(texts)].listed()
    assert listed.split(b"\n") == [*found.encoded(), b""] or any("\n" in x for x in texts)
    assert found.changes().tolist() == [i == 0 or texts[i - 1] != x for i, x in enumerate(texts)]
    codes, first = found.coded()
    distinct = list(dict.fromkeys(texts))
    assert [distinct[code] for code in codes] == texts
    assert [texts[i] for i in first] == distinct
    order = sorted(range(len(texts)), key=lambda i: (texts[i].encode(), i))
    assert np.argsort(found.byte_ranks()).tolist() == order
    if texts:
        again = PackedStrings.of(reversed(texts))
        assert found.same(again).tolist() == [
            a == b for a, b in zip(texts, texts[::-1], strict=True)
        ]


@given(WORDS)
def test_equal_hashes_fool_nobody(texts):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PackedStrings, "hashes", lambda self, salt=0: np.zeros(len(self), np.uint64))
        codes, first = PackedStrings.of(texts).coded()
    distinct = list(dict.fromkeys(texts))
    assert [distinct[code] for code in codes] == texts
    assert [texts[i] for i in first] == distinct


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_ids_are_matched_as_a_dictionary_does(tmp_path_factory, data):
    """Levels of a run's answers, by the columns and by hand; also if all hashes are equal."""
    folder = tmp_path_factory.mktemp("ids")
    names = st.sampled_from(["a", "b", "ab", "ba", "x" * 9, "x" * 10, "é"])
    judged = data.draw(
        st.dictionaries(st.tuples(st.sampled_from("123"), names), st.integers(-1, 2), min_size=1)
    )
    ranked = data.draw(st.lists(st.tuples(st.sampled_from("1234"), names), unique=True, min_size=1))
    (folder / "qrels").write_text("".join(f"{q} 0 {d} {n}\n" for (q, d), n in judged.items()))
    rows = [f"{q} Q0 {d} 1 {-i} t\n" for i, (q, d) in enumerate(ranked)]
    (folder / "run").write_text("".join(rows))
    run, key = read_run(str(folder / "run")), read_key(str(folder / "qrels"))
    assume(not set(run.questions).isdisjoint(key.questions))
    expected = [
        max(judged.get((q, d), 0), 0) for wanted in key.questions for q, d in ranked if q == wanted
    ]
    assert mark(key, run).levels.tolist() == expected
    assert mark(key, run).answers.texts == [
        d for wanted in key.questions for q, d in ranked if q == wanted
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PackedStrings, "hashes", lambda self, salt=0: np.zeros(len(self), np.uint64))
        assert mark(key, run).levels.tolist() == expected


def test_a_repeated_id_of_a_scanned_run_is_told_by_line(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 0)
    (tmp_path / "run").write_text("1 Q0 a 1 3 t\n2 Q0 a 1 3 t\n1 Q0 b 1 2 t\n\n1 Q0 a 1 1 t\n")
    (tmp_path / "qrels").write_text("1 0 a 1\n")
    with pytest.raises(
        InputError, match=r"run:5: id 'a' again for question '1' \(first on line 1\)"
    ):
        mark(read_key(str(tmp_path / "qrels")), read_run(str(tmp_path / "run")))


@pytest.mark.parametrize("bits", [64, 32])
def test_a_question_of_very_many_answers(tmp_path, monkeypatch, bits):
    """In any order, with ties and near-ties, ids of very different lengths."""
    monkeypatch.setattr(scan, "STRETCH", 1 << 16)
    monkeypatch.setattr(packed, "_ONE_GO", 1 << 12)
    rng = random.Random(1)
    ids = [f"d{i}" * rng.choice((1, 1, 1, 40)) for i in range(20_000)]
    scores = [rng.randrange(-25, 25) / 4 + rng.randrange(3) * 2.0**-48 for _ in ids]
    rows = [f"1 Q0 {d} 0 {s!r} t\n" for d, s in zip(ids, scores, strict=True)]
    (tmp_path / "run").write_text("".join(rows))
    held = scores if bits == 64 else [struct.unpack("f", struct.pack("f", s))[0] for s in scores]
    expected = [d for _, d in sorted(zip(held, ids, strict=True), reverse=True)]
    monkeypatch.setattr(text, "LARGE", 0)
    assert list(read_run(str(tmp_path / "run"), score_bits=bits).answers) == expected


# score tables and matrices


CELLS = st.one_of(st.sampled_from(["0", "1", "0.5", "1e-3"]), st.floats(0, 1).map(repr))


def scores_of(paths):
    found = read_scores(*paths)
    columns = {label: column.tolist() for label, column in found.columns.items()}
    summaries = {label: column.tolist() for label, column in found.summaries.items()}
    labels = [one.label for one in found.measures]
    return repr((found.runs, found.questions, labels, columns, summaries))


@st.composite
def score_tables(draw):
    header = draw(st.permutations(["run", "measure", "question", "value"]))
    names = {
        "run": ["a", "b", "é"],
        "measure": ["RR", "c@1", "correct"],
        "question": ["q1", "q2", "all"],
    }
    odd = draw(st.integers(0, 4)) == 0
    if odd:
        names["run"] += ["", "#x", "a\u00a0b", "\u202e"]
    lines = ["\t".join(header)]
    for _ in range(draw(st.integers(0, 14))):
        row = {name: draw(st.sampled_from(words)) for name, words in names.items()}
        row["value"] = draw(st.sampled_from(["-", "x", " 1", "", "nan"]) if odd else CELLS)
        if row["question"] == "all" and draw(st.booleans()):
            row["value"] = "-"
        lines.append("\t".join(row[name] for name in header))
        if odd and draw(st.integers(0, 5)) == 0:
            lines.append(draw(st.sampled_from(["# note", "", "a\tb", " \t "])))
    return draw(st.sampled_from(["\n", "\r\n"])).join([*lines, ""])


@given(score_tables())
@settings(max_examples=300, deadline=None)
@example("run\tmeasure\tquestion\tvalue\na\tRR\tq1\t1\na\tRR\tq1\t0.5\n")
def test_a_scanned_score_table_is_the_table(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("scores") / "scores.tsv"
    path.write_bytes(content.encode())
    fast, exact = by_both(lambda path: scores_of([str(path)]), path)
    assert fast == exact


@st.composite
def matrices(draw):
    comma = draw(st.sampled_from([",", "\t"]))
    width = draw(st.integers(1, 4))
    runs = draw(st.permutations(["r1", "r2", "long-run-name", "é"]))[:width]
    odd = draw(st.integers(0, 4)) == 0
    cells = st.sampled_from(["", "x", '"1"', " 1 ", "0.5", "1"]) if odd else CELLS
    names = st.sampled_from(['"q{}"', '"all"', '"', '"x"y', "q{}\r"]) if odd else st.just("q{}")
    rows = [["question", *runs]]
    for i in range(draw(st.integers(0, 10))):
        rows.append([draw(names).format(i % 9), *(draw(cells) for _ in runs)])
        if odd and draw(st.integers(0, 5)) == 0:
            rows.append(draw(st.sampled_from([["# note"], [""], ["q", "1"] * 3])))
    return draw(st.sampled_from(["\n", "\r\n"])).join([*map(comma.join, rows), ""])


@given(matrices())
@settings(max_examples=300, deadline=None)
def test_a_scanned_matrix_is_the_matrix(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("matrix") / "matrix.csv"
    path.write_bytes(content.encode())
    fast, exact = by_both(lambda path: scores_of([str(path)]), path)
    assert fast == exact


def test_plain_tables_are_scanned():
    table = "run\tmeasure\tquestion\tvalue\na\tRR\tq1\t0.5\na\tRR\tall\t-\n"
    assert scan_table(HeadedTable(Document("t", table.encode()), COLUMNS), Cells())
    assert scan_matrix(Document("m", b"question,a,b\nq1,0.5,1\n"), "RR", Cells())
    assert not scan_matrix(Document("m", b"question,a,b\nq1,0.5,\n"), "RR", Cells())
    assert not scan_matrix(Document("m", b'question,a,b\n"q1",0.5,1\n'), "RR", Cells())
    assert not scan_matrix(Document("m", b"question,a\r,b\nq1,0.5,1\n"), "RR", Cells())


def test_a_scanned_matrix_beside_another_table(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 0)
    (tmp_path / "1.csv").write_text("question,b,a\nq2,1,0\nq1,0,1\n")
    (tmp_path / "2.csv").write_text("question,c\nq1,0.5\nq2,1\n")
    (tmp_path / "3.csv").write_text("question,b\nq1,1\n")
    both = read_scores(str(tmp_path / "1.csv"), str(tmp_path / "2.csv"))
    assert (both.runs, both.questions) == (["b", "a", "c"], ["q1", "q2"])
    assert both.columns["value"].tolist() == [[0, 1], [1, 0], [0.5, 1]]
    alone = read_scores(str(tmp_path / "1.csv"))
    assert (alone.runs, alone.questions) == (["b", "a"], ["q1", "q2"])
    assert alone.columns["value"].tolist() == [[0, 1], [1, 0]]
    with pytest.raises(InputError, match=r"3.csv:2: 'value' of run 'b' for 'q1' again with value"):
        read_scores(str(tmp_path / "1.csv"), str(tmp_path / "3.csv"))


@pytest.mark.parametrize("cell", ["/", ":", "a", "-"])
def test_single_characters_that_are_no_digits(cell):
    assert numbers(PackedStrings.of(["0", "9", "5"])).tolist() == [0, 9, 5]
    assert numbers(PackedStrings.of(["0", cell])) is None


def test_a_very_long_field_is_left_to_the_exact_parser():
    line = "1 Q0 {} 1 1 t\n"
    assert scan_run(Document("run", line.format("x" * 1024).encode())) is not None
    assert scan_run(Document("run", line.format("x" * 1025).encode())) is None
    assert (
        scan_run(Document("run", line.replace(" 1 1", "  1 1").format("x" * 1025).encode())) is None
    )


def test_lines_that_end_in_cr_alone_are_told_whatever_the_size(tmp_path, monkeypatch):
    (tmp_path / "run").write_bytes(b"1 Q0 a 1 1 t\r2 Q0 a 1 1 t\r")
    for large in (0, 1 << 40):
        monkeypatch.setattr(text, "LARGE", large)
        with pytest.raises(InputError, match="run: the lines end in CR alone"):
            read_run(str(tmp_path / "run"))
