"""`qaeval score --wide` and `--crosstab`: the same scores with other things across."""

import csv
import io
import json

import pytest

KEY = "question\tanswer\nq1\ta\nq2\tb\nq3\tc\n"
# RR of `low`: 1/2, 0, 1; of `top`: 1, 1, 0.
LOW = "question\tanswer\nq1\tx\nq1\ta\nq3\tc\n"
TOP = "question\tanswer\nq1\ta\nq2\tb\n"


@pytest.fixture
def files(put):
    return put("key.tsv", KEY), put("low.tsv", LOW), put("top.tsv", TOP)


@pytest.fixture
def kinds(put):
    return "--questions", put("kinds.tsv", "question\tkind\nq1\twho\nq2\twhen\nq3\twho\n")


def table_of(text):
    """The words of each line of a table for people, less rules."""
    return [line.split() for line in text.splitlines() if line and not line.startswith("-")]


def test_a_row_per_run_and_a_column_per_measure(qaeval, files):
    asked = ("score", "--wide", "-m", "RR", "-m", "Hit@1")
    rows = qaeval(*asked, "-f", "tsv", *files).rows
    assert rows[0] == ["rank", "run", "RR", "Hit@1", "questions"]
    assert [row[:2] for row in rows[1:]] == [["1", "top"], ["2", "low"]]
    assert [float(cell) for row in rows[1:] for cell in row[2:4]] == pytest.approx(
        [2 / 3, 2 / 3, 1 / 2, 1 / 3]
    )
    assert {row[4] for row in rows[1:]} == {"3"}
    text = qaeval(*asked, "-f", "csv", *files).out
    assert list(csv.reader(io.StringIO(text))) == rows
    runs = json.loads(qaeval(*asked, "-f", "json", *files).out)["runs"]
    assert runs[1] == {"rank": 2, "run": "low", "RR": 0.5, "Hit@1": 1 / 3, "questions": 3}


@pytest.mark.parametrize("format", ["text", "md", "latex"])
def test_people_see_the_leaderboard_with_or_without(qaeval, files, format):
    asked = ("score", "-m", "RR", "-f", format, *files)
    assert qaeval(*asked, "--wide").out == qaeval(*asked).out


def test_intervals_are_columns_of_their_own(qaeval, files):
    asked = ("score", "-m", "RR", "--intervals", "-f", "tsv", *files)
    long = {row[0]: row[3:] for row in qaeval(*asked).rows}
    wide = qaeval(*asked, "--wide").rows
    assert wide[0] == ["rank", "run", "RR", "RR_low", "RR_high", "questions"]
    assert {row[1]: row[2:5] for row in wide[1:]} == {run: long[run] for run in ("low", "top")}


def test_values_of_by_lead_the_rows(qaeval, files, kinds):
    rows = qaeval("score", "--wide", "-m", "RR", *kinds, "--by", "kind", "-f", "tsv", *files).rows
    assert rows[0] == ["kind", "rank", "run", "RR", "questions"]
    assert rows[1:] == [
        ["who", "1", "low", "0.75", "2"],
        ["who", "2", "top", "0.5", "2"],
        ["when", "1", "top", "1", "1"],
        ["when", "2", "low", "0", "1"],
        ["macro mean", "1", "top", "0.75", "3"],
        ["macro mean", "2", "low", "0.375", "3"],
    ]


class TestQuestionsByRuns:
    def test_one_measure_is_a_matrix(self, qaeval, files):
        rows = qaeval("score", "-q", "--wide", "-m", "RR", "-f", "tsv", *files).rows
        assert rows == [
            ["question", "top", "low"],
            ["q1", "1", "0.5"],
            ["q2", "1", "0"],
            ["q3", "0", "1"],
        ]

    @pytest.mark.parametrize("format", ["tsv", "csv"])
    def test_which_the_studies_read(self, qaeval, files, put, format):
        long = put("long.tsv", qaeval("score", "-q", "-m", "RR", "-f", "tsv", *files).out)
        asked = ("score", "-q", "--wide", "-m", "RR", "-f", format)
        wide = put(f"wide.{format}", qaeval(*asked, *files).out)
        options = ("compare", "--pairs", "--test", "sign", "-m", "RR", "-f", "tsv")
        compared = qaeval(*options, wide)
        assert compared.code == 0 and compared.out == qaeval(*options, long).out

    def test_a_question_that_a_run_is_not_scored_on_is_empty(self, qaeval, files):
        asked = ("score", "-q", "--wide", "--intersect", "-m", "RR")
        rows = qaeval(*asked, "-f", "tsv", *files).rows
        assert rows[2:] == [["q2", "1", ""], ["q3", "", "1"]]
        records = json.loads(qaeval(*asked, "-f", "json", *files).out)["questions"]
        assert records[1] == {"question": "q2", "top": 1, "low": None}

    def test_of_several_measures_programs_read_which_is_which(self, qaeval, files):
        asked = ("score", "-q", "--wide", "-m", "RR", "-m", "Hit@1")
        rows = qaeval(*asked, "-f", "tsv", *files).rows
        assert rows[0] == ["measure", "question", "top", "low"]
        assert [row[:2] for row in rows[1:]] == [
            [measure, question] for measure in ("RR", "Hit@1") for question in ("q1", "q2", "q3")
        ]
        assert rows[4] == ["Hit@1", "q1", "1", "0"]
        found = json.loads(qaeval(*asked, "-f", "json", *files).out)
        assert found["questions"][3] == {"measure": "Hit@1", "question": "q1", "top": 1, "low": 0}
        assert found["runs"][0]["run"] == "top"

    def test_people_read_a_table_per_measure_and_the_leaderboard(self, qaeval, files):
        out = qaeval("score", "-q", "--wide", "-m", "RR", "-m", "Hit@1", *files).out
        assert table_of(out)[:12] == [
            ["RR"],
            ["question", "top", "low"],
            ["q1", "1.0000", "0.5000"],
            ["q2", "1.0000", "0.0000"],
            ["q3", "0.0000", "1.0000"],
            ["all", "0.6667", "0.5000"],
            ["Hit@1"],
            ["question", "top", "low"],
            ["q1", "1.0000", "0.0000"],
            ["q2", "1.0000", "0.0000"],
            ["q3", "0.0000", "1.0000"],
            ["all", "0.6667", "0.3333"],
        ]
        assert ["rank", "run", "RR", "Hit@1"] in table_of(out)

    def test_components_stand_for_what_is_no_mean(self, qaeval, files):
        rows = qaeval("score", "-q", "--wide", "-m", "c@1", "-f", "tsv", *files).rows
        assert ["answered", "q2", "1", "0"] in rows  # `top` answered q2, `low` did not
        assert "c@1" not in {row[0] for row in rows}

    def test_by_a_column_runs_keep_their_columns(self, qaeval, files, kinds):
        asked = ("score", "-q", "--wide", "-m", "RR", *kinds, "--by", "kind", "-f", "tsv")
        assert qaeval(*asked, *files).rows == [
            ["kind", "question", "top", "low"],
            ["who", "q1", "1", "0.5"],
            ["who", "q3", "0", "1"],
            ["when", "q2", "1", "0"],
        ]


class TestCrosstab:
    @pytest.fixture
    def asked(self, kinds):
        return "score", "-m", "RR", *kinds, "--by", "kind", "--crosstab"

    def test_runs_by_values(self, qaeval, asked, files):
        lines = table_of(qaeval(*asked, "--no-signature", *files).out)
        assert lines == [
            ["RR", "by", "kind"],
            ["rank", "run", "who", "when", "macro"],
            ["1", "top", "0.5000", "1.0000", "0.7500"],
            ["2", "low", "0.7500", "0.0000", "0.3750"],
            ["questions", "2", "1", "3"],
        ]

    def test_for_programs(self, qaeval, asked, files):
        assert qaeval(*asked, "-f", "tsv", *files).rows == [
            ["measure", "rank", "run", "who", "when", "macro mean"],
            ["RR", "1", "top", "0.5", "1", "0.75"],
            ["RR", "2", "low", "0.75", "0", "0.375"],
        ]
        found = json.loads(qaeval(*asked, "-f", "json", *files).out)
        assert found["crosstab"][1]["who"] == 0.75 and "key" in found["signature"]

    def test_a_table_per_measure_in_one_order(self, qaeval, asked, files):
        rows = qaeval(*asked, "-m", "Hit@1", "-f", "tsv", *files).rows
        assert [row[:3] for row in rows[1:]] == [
            [measure, rank, run]
            for measure in ("RR", "Hit@1")
            for rank, run in (("1", "top"), ("2", "low"))
        ]

    def test_the_best_of_each_column_is_bold(self, qaeval, asked, files):
        lines = qaeval(*asked, "-f", "md", *files).out.splitlines()
        top = next(line for line in lines if "top" in line)
        low = next(line for line in lines if "low" in line)
        assert [cell.strip() for cell in top.split("|")[3:6]] == [
            "0.5000",
            "**1.0000**",
            "**0.7500**",
        ]
        assert [cell.strip() for cell in low.split("|")[3:6]] == ["**0.7500**", "0.0000", "0.3750"]

    def test_intervals(self, qaeval, asked, files):
        rows = qaeval(*asked, "--intervals", "-f", "tsv", *files).rows
        assert rows[0][3:6] == ["who", "who_low", "who_high"]
        by = qaeval(*asked[:-1], "--intervals", "-f", "tsv", *files).rows
        who_top = next(row for row in by if row[:2] == ["who", "top"])
        assert rows[1][3:6] == who_top[4:7]


REFUSED = {
    ("--crosstab",): "--crosstab needs --by COLUMN, whose values it sets side by side",
    ("--wide", "-f", "trec"): "-f trec has lines of its own, so no --wide",
    ("--wide", "-q", "--intervals"): "--intervals beside -q --wide: single questions have no "
    "intervals",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_tables_that_there_are_not(qaeval, files, words):
    outcome = qaeval("score", "-m", "RR", *words, *files)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"qaeval: {REFUSED[words]}\n"


def test_crosstabs_have_no_questions(qaeval, files, kinds):
    outcome = qaeval("score", "-q", *kinds, "--by", "kind", "--crosstab", *files)
    assert outcome.err == "qaeval: --crosstab beside -q: it has no rows of questions\n"


def test_runs_of_several_groups_have_no_common_header(qaeval, files, put):
    teams = put("runs.tsv", "run\tteam\nlow\tL\ntop\tT\n")
    asked = ("score", "-q", "--wide", "-m", "RR", "--runs", teams, "--by-runs", "team")
    refused = qaeval(*asked, "-f", "tsv", *files)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("qaeval: --by-runs beside -q --wide: each value has columns of")
    found = json.loads(qaeval(*asked, "-f", "json", *files).out)["questions"]
    assert found[1] == {"team": "L", "question": "q2", "low": 0}
    assert found[4] == {"team": "T", "question": "q2", "top": 1}


def test_columns_that_could_not_be_told_apart(qaeval, put):
    run = put("question.tsv", TOP)
    asked = ("score", "-q", "--wide", "-m", "RR", put("key.tsv", KEY), run)
    outcome = qaeval(*asked, "-f", "tsv")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("qaeval: two columns would be called 'question': ")
    assert qaeval(*asked).code == 0


def test_a_value_of_the_column_called_run(qaeval, files, put):
    kinds = put("runs.tsv", "question\tkind\nq1\trun\nq2\twhen\nq3\trun\n")
    asked = ("score", "--quiet", "--no-signature", "-m", "RR", "--crosstab", "--by", "kind")
    table = table_of(qaeval(*asked, "--questions", kinds, *files).out)
    assert table[-1] == ["questions", "2", "1", "3"]
