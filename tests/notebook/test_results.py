"""Every step as a function gives what the command prints."""

import inspect
import json

import pandas as pd
import pytest

import qaeval as functions
from qaeval import InputRemark

STEPS = {
    "compare": {},
    "stability": {"trials": 20},
    "swap": {"trials": 20},
    "plan": {"trials": 5},
    "hardness": {},
    "correlate": {},
}


@pytest.fixture
def table(put):
    runs = {"a": 0.9, "b": 0.6, "c": 0.3}
    rows = [
        f"{run}\t{measure}\tq{at:02}\t{float((at * step) % 10 < 10 * share)}\n"
        for run, share in runs.items()
        for measure, step in (("RR", 3), ("Hit@1", 7))
        for at in range(30)
    ]
    return put("scores.tsv", "run\tmeasure\tquestion\tvalue\n" + "".join(rows))


@pytest.mark.filterwarnings("ignore::qaeval.InputRemark")
@pytest.mark.parametrize("name", STEPS)
def test_the_same_as_the_command(qaeval, table, name):
    words = [word for key, value in STEPS[name].items() for word in (f"--{key}", value)]
    result = getattr(functions, name)(str(table), **STEPS[name])
    assert str(result) == qaeval(name, *words, table).out
    assert result.to_json() == qaeval(name, *words, "-f", "json", table).out
    rows = json.loads(result.to_json())
    rows = rows["runs"] if name == "compare" else rows
    assert result.to_dict() == {key: [row[key] for row in rows] for key in rows[0]}
    assert list(result.to_frame().columns) == list(rows[0])
    assert "<table>" in result._repr_html_() and repr(result) in str(result)


def test_notes_are_warnings(table):
    with pytest.warns(InputRemark, match="at the cut between"):
        result = functions.hardness(str(table), "RR")
    assert "at the cut between" in result.notes[0]


def test_tables_of_questions_may_be_frames(table, put):
    topics = {"question": [f"q{at:02}" for at in range(30)], "topic": ["x", "y", "z"] * 10}
    frame = pd.DataFrame(topics)
    told = functions.compare(str(table), "RR", questions=frame, by="topic").to_frame()
    assert sorted(set(told["topic"])) == ["x", "y", "z"]
    only = functions.compare(str(table), "RR", questions=topics, only={"topic": "x"})
    assert "questions:10|" in only.signature


def test_help_lists_every_keyword():
    assert {"baseline", "questions", "cluster"} <= set(
        inspect.signature(functions.compare).parameters
    )


def test_every_name_is_there():
    for name in functions.__all__:
        assert getattr(functions, name) is not None


def test_a_page_and_a_picture(table, tmp_path):
    page = functions.report(str(table), tmp_path / "page.html", "RR", pictures=False, trials=5)
    assert (tmp_path / "page.html").read_text() == page and "qaeval.write_scores" in page
    functions.plot(functions.compare(str(table), "RR"), tmp_path / "x.svg")
    assert "<svg" in (tmp_path / "x.svg").read_text()
