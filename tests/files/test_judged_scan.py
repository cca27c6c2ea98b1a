"""The fast scan gives the judged responses and samples that the exact parser gives, or none."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import qaeval.collection.packed as packed
import qaeval.files.scan as scan
import qaeval.files.text as text
from qaeval.errors import InputError
from qaeval.files.cells import Cells
from qaeval.files.headed import HeadedTable
from qaeval.files.judged import read_judged
from qaeval.files.judged_scan import scan_judged
from qaeval.files.score_output import COLUMNS, ENDS, SAMPLE
from qaeval.files.score_scan import scan_table
from qaeval.files.text import Document
from qaeval.scores.reading import read_scores


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    """Borders of stretches and blocks come in files of a few lines."""
    monkeypatch.setattr(scan, "STRETCH", 50)
    monkeypatch.setattr(packed, "_ONE_GO", 3)


def by_both(read, path):
    """What a reader gives, or says, with every file large and with none."""
    found = []
    for large in (0, 1 << 40):
        before, text.LARGE = text.LARGE, large
        try:
            found.append(read(str(path)))
        except InputError as error:
            found.append(str(error))
        finally:
            text.LARGE = before
    return found


def judged(path):
    return repr(
        [
            (r.name, r.questions, r.outcomes, r.confidence.tolist(), r.seconds.tolist(), r.samples)
            for r in read_judged(path)
        ]
    )


@st.composite
def judged_files(draw):
    optional = ["confidence", "seconds", "sample", "run"]
    kept = [name for name in optional if draw(st.booleans())]
    header = draw(st.permutations(["question", "outcome", *kept]))
    words = {
        "question": ["q1", "q2", "a longer name of a question", "é"],
        "outcome": ["R", "W", "U", "UR", "UW"],
        "confidence": ["0", "1", ".5", "0.25", ""],
        "seconds": ["0", "2.5", "1e3", ""],
        "sample": ["1", "2", "ten"],
        "run": ["a", "b"],
    }
    odd = draw(st.integers(0, 3)) == 0
    if odd:
        words["question"] += ["all", "", "\u202e"]
        words["outcome"] += ["r", "X"]
        words["confidence"] += ["1.5", "x", "-0.1"]
        words["seconds"] += ["-1", "1e13"]
        words["sample"] += [""]
        words["run"] += ["#x", ""]
    lines = ["\t".join(draw(st.sampled_from([str.title, str]))(name) for name in header)]
    for _ in range(draw(st.integers(0, 12))):
        lines.append("\t".join(draw(st.sampled_from(words[name])) for name in header))
        if odd and draw(st.integers(0, 5)) == 0:
            lines.append(draw(st.sampled_from(["# note", "", "a\tb", " \t "])))
    return draw(st.sampled_from(["\n", "\r\n"])).join([*lines, ""])


@given(judged_files())
@settings(max_examples=400, deadline=None)
@example("question\toutcome\tsample\nq1\tR\t1\nq1\tW\t1\n")
@example("question\toutcome\nq1\tR\nq1\tW\n")
@example("question\toutcome\n")
@example("question\toutcome\nq1\tR")
def test_scanned_responses_are_the_responses(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("judged") / "judged.tsv"
    path.write_bytes(content.encode())
    fast, exact = by_both(judged, path)
    assert fast == exact


def test_plain_responses_are_scanned():
    rows = b"q1\tR\t.5\t1\ta\nq1\tU\t\t2\ta\nq1\tUW\t1\t1\tb\n"
    found = scan_judged(Document("f", b"question\toutcome\tconfidence\tsample\trun\n" + rows))
    assert [*found] == ["a", "b"]
    assert (found["a"].outcomes, found["a"].samples) == (["R", "U"], ["1", "2"])
    assert scan_judged(Document("f", b"question\toutcome\nq1\tR\n"))[None].samples is None


@pytest.mark.parametrize(
    "content",
    [
        b"question\toutcome\tnote\nq1\tR\tx\n",
        b"question,outcome\nq1,R\n",
        b"question\toutcome\nq\tr\n",
    ],
)
def test_what_is_odd_is_left_to_the_exact_parser(content):
    assert scan_judged(Document("f", content)) is None


def scores(path):
    found = read_scores(path)
    columns = {label: column.tolist() for label, column in found.columns.items()}
    repeats = None
    if found.repeats is not None:
        single = {label: values.tolist() for label, values in found.repeats.columns.items()}
        repeats = found.repeats.names, found.repeats.which.tolist(), single
    return repr((found.runs, found.questions, columns, repeats))


@st.composite
def sampled_tables(draw):
    header = draw(st.permutations([*COLUMNS, SAMPLE, *draw(st.sampled_from([(), ENDS]))]))
    words = {
        "run": ["a", "b"],
        "measure": ["RR", "correct"],
        "question": ["q1", "q2", "all"],
        "sample": ["1", "2", "10", ""],
        "value": ["0", "0.5", "1"],
        "low": ["", "0"],
        "high": ["", "1"],
    }
    lines = ["\t".join(header)]
    for _ in range(draw(st.integers(0, 14))):
        row = {name: draw(st.sampled_from(words[name])) for name in header}
        if row["question"] == "all" and draw(st.integers(0, 9)):
            row["sample"] = ""
        lines.append("\t".join(row[name] for name in header))
    return "\n".join([*lines, ""])


@given(sampled_tables())
@settings(max_examples=300, deadline=None)
def test_a_scanned_table_of_samples_is_the_table(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("scores") / "scores.tsv"
    path.write_text(content)
    fast, exact = by_both(scores, path)
    assert fast == exact


def test_tables_of_samples_are_scanned():
    table = b"run\tmeasure\tquestion\tsample\tvalue\na\tRR\tq1\t1\t0.5\na\tRR\tall\t\t-\n"
    headed = HeadedTable(Document("t", table), COLUMNS, (SAMPLE,))
    assert scan_table(headed, Cells())
