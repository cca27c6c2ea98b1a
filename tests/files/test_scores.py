import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qaeval import InputError, Scores, read_judged, read_run, read_scores, score, write_scores
from qaeval.marking.judged import mark_judged
from qaeval.measures.naming import spelled_name
from qaeval.measures.registry import DEFINITIONS

HEADER = "run\tmeasure\tquestion\tvalue\n"


@pytest.fixture
def file(tmp_path):
    def write(text, name="scores.tsv"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def judged(file):
    def scored(rows, measures):
        path = file("run\tquestion\toutcome\tconfidence\tseconds\n" + rows, "judged.tsv")
        return score([mark_judged(responses) for responses in read_judged(path)], measures)

    return scored


def refusal(*paths: str, **options) -> str:
    with pytest.raises(InputError) as caught:
        read_scores(*paths, **options)
    return str(caught.value)


def labels(scores: Scores) -> list[str]:
    return [found.label for found in scores.measures]


# written


def test_mean_measure_has_a_row_per_question_and_the_summary(judged, tmp_path):
    scores = judged("x\tQ2\tW\t\t\nx\tQ1\tR\t\t\nx\tQ3\tU\t\t\n", ["accuracy"])
    write_scores(scores, str(tmp_path / "out.tsv"))
    assert (tmp_path / "out.tsv").read_text() == (
        HEADER + "x\taccuracy\tQ1\t1\nx\taccuracy\tQ2\t0\nx\taccuracy\tQ3\t0\n"
        "x\taccuracy\tall\t0.3333333333333333\n"
    )


def test_other_measures_have_their_summary_and_their_components(judged, tmp_path):
    # c@1 = (1 + 1·1/2)/2
    scores = judged("x\tQ1\tR\t\t\nx\tQ2\tU\t\t\n", ["c@1", "precision"])
    write_scores(scores, str(tmp_path / "out.tsv"))
    assert (tmp_path / "out.tsv").read_text() == (
        HEADER + "x\tc@1\tall\t0.75\nx\tprecision\tall\t1\n"
        "x\tcorrect\tQ1\t1\nx\tcorrect\tQ2\t0\nx\tanswered\tQ1\t1\nx\tanswered\tQ2\t0\n"
    )


def test_undefined_value_is_a_dash_and_reads_back_undefined(judged, tmp_path):
    scores = judged("x\tQ1\tU\t\t\n", ["rejection", "conf-r"])
    path = str(tmp_path / "out.tsv")
    write_scores(scores, path)
    assert "x\trejection\tall\t-\n" in (tmp_path / "out.tsv").read_text()
    again = read_scores(path)
    assert labels(again) == ["rejection", "conf-r"]
    assert math.isnan(again.overall("rejection")["x"])
    assert math.isnan(again.overall("conf-r")["x"])


def test_no_target_is_an_error_with_its_path(judged, tmp_path):
    path = str(tmp_path / "none" / "out.tsv")
    with pytest.raises(InputError) as caught:
        write_scores(judged("x\tQ1\tR\t\t\n", ["accuracy"]), path)
    assert str(caught.value).startswith(f"{path}: cannot be written: ")


# read back


def test_every_measure_reads_back_as_written(judged, tmp_path):
    rows = (
        "x\tQ1\tR\t0.9\t1.5\nx\tQ2\tW\t0.3\t2\nx\tQ3\tU\t\t0.1\nx\tQ4\tUR\t0.2\t1\nx\tQ5\tUW\t\t3\n"
        "y\tQ1\tW\t0.9\t1\ny\tQ2\tR\t0.9\t2\ny\tQ3\tR\t0.7\t3\ny\tQ4\tW\t0.1\t4\ny\tQ5\tU\t\t5\n"
    )
    every = [
        spelled_name(name, definition)
        for name, definition in DEFINITIONS.items()
        if definition.family not in ("counts", "decisions", "samples", "nuggets")
    ]
    scores = judged(rows, every)
    path = str(tmp_path / "out.tsv")
    write_scores(scores, path)
    again = read_scores(path)
    assert labels(again) == labels(scores) == every
    for label in every:
        np.testing.assert_array_equal(
            list(again.overall(label).values()), list(scores.overall(label).values()), label
        )
    assert {name: again.per_question(name) for name in again.columns} == {
        name: scores.per_question(name) for name in scores.columns
    }


def test_components_are_no_measures_when_read(judged, tmp_path):
    scores = judged("x\tQ1\tR\t0.5\t1\nx\tQ2\tU\t\t1\n", ["CWS", "c@1"])
    path = str(tmp_path / "out.tsv")
    write_scores(scores, path)
    again = read_scores(path)
    assert labels(again) == ["CWS", "c@1"]
    assert again.per_question("answered") == {"x": {"Q1": 1.0, "Q2": 0.0}}
    assert again.per_question("confidence") == {"x": {"Q1": 0.5}}


def test_component_that_is_a_measure_elsewhere_is_none_here(judged, tmp_path):
    # MRRT is computed from the reciprocal ranks, which nobody asked for.
    scores = judged("x\tQ1\tR\t\t1\nx\tQ2\tU\t\t1\n", ["MRRT,r=0.51"])
    path = str(tmp_path / "out.tsv")
    write_scores(scores, path)
    assert labels(read_scores(path)) == ["MRRT,r=0.51"]


def test_measures_from_components_hold_for_any_questions(judged, tmp_path):
    scores = judged("x\tQ1\tR\t\t\nx\tQ2\tU\t\t\nx\tQ3\tW\t\t\nx\tQ4\tW\t\t\n", ["c@1"])
    path = str(tmp_path / "out.tsv")
    write_scores(scores, path)
    again = read_scores(path)
    assert again.overall("c@1") == {"x": (1 + 1 / 4) / 4}
    assert again.on(["Q1", "Q2"]).overall("c@1") == {"x": 0.75}


def test_measures_of_named_keys_read_back(file):
    rows = "x\tGA-c@1\tall\t0.75\nx\tGA-correct\tQ1\t1\nx\tGA-correct\tQ2\t0\n"
    rows += (
        "x\tGA-answered\tQ1\t1\nx\tGA-answered\tQ2\t0\nx\tUFA-Hit@1\tQ1\t1\nx\tUFA-Hit@1\tall\t1\n"
    )
    scores = read_scores(file(HEADER + rows))
    assert labels(scores) == ["GA-c@1", "UFA-Hit@1"]
    assert scores.on(["Q1"]).overall("GA-c@1") == {"x": 1.0}
    assert scores.overall("UFA-Hit@1") == {"x": 1.0}


def test_a_run_may_not_be_called_what_a_table_would_take_for_a_comment(tmp_path):
    path = tmp_path / "run.txt"
    path.write_text("1 Q0 d 1 2.0 #1\n")
    with pytest.raises(InputError, match="a name may not start with '#'; try --name-from file"):
        read_run(str(path))


NAMES = st.text(
    st.characters(exclude_categories=["Cc", "Cf", "Cs", "Zl", "Zp"]), min_size=1, max_size=8
).filter(lambda name: name != "all" and not name.startswith("#"))
VALUES = st.floats(-1e12, 1e12)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.dictionaries(
        NAMES, st.dictionaries(NAMES, VALUES, min_size=1, max_size=4), min_size=1, max_size=3
    )
)
def test_reading_back_loses_nothing(tmp_path, table):
    questions = sorted({question for values in table.values() for question in values})
    column = np.array(
        [[values.get(question, math.nan) for question in questions] for values in table.values()]
    )
    label = "a measure of another tool"
    original = read_scores_of(tmp_path, label, table)
    assert original.questions == questions
    np.testing.assert_array_equal(original.columns[label], column)
    path = str(tmp_path / "again.tsv")
    write_scores(original, path)
    again = read_scores(path)
    assert again.per_question(label) == table
    np.testing.assert_array_equal(
        list(again.overall(label).values()), list(original.overall(label).values())
    )


def read_scores_of(tmp_path, label, table) -> Scores:
    rows = [
        f"{run}\t{label}\t{question}\t{value!r}\n"
        for run, values in table.items()
        for question, value in values.items()
    ]
    path = tmp_path / "original.tsv"
    path.write_text(HEADER + "".join(rows), encoding="utf-8")
    return read_scores(str(path))


# read from elsewhere


def test_table_of_a_foreign_mean_measure(file):
    scores = read_scores(file("question\tvalue\trun\tmeasure\nQ1\t0.5\tx\tEM\nQ2\t1\tx\tEM\n"))
    assert labels(scores) == ["EM"]
    assert scores.overall("EM") == {"x": 0.75}
    assert scores.per_question("EM") == {"x": {"Q1": 0.5, "Q2": 1.0}}


@pytest.mark.parametrize("question", ["Q1", "all"])
@pytest.mark.parametrize("value", ["1.5e308", "-1e13"])
def test_value_that_no_score_has_is_refused_with_its_line(file, question, value):
    path = file(HEADER + f"x\tEM\tQ2\t1\nx\tEM\t{question}\t{value}\n")
    with pytest.raises(InputError, match=r":3: 'EM' of run 'x' .* expected from -1e\+12 to 1e\+12"):
        read_scores(path)


def test_summaries_alone_are_kept(file):
    scores = read_scores(
        file(HEADER + "x\tc@1\tall\t0.4\ny\tc@1\tall\t-\nx\tRR\tall\t0.25\ny\tRR\tall\t0.5\n")
    )
    assert scores.overall("RR") == {"x": 0.25, "y": 0.5}
    assert scores.overall("c@1")["x"] == 0.4
    assert math.isnan(scores.overall("c@1")["y"])


@pytest.mark.parametrize(
    "detailed",
    ["x\tRR\tQ1\t0.5\nx\tRR\tall\t0.5\n", "x\tRR\tall\t0.5\nx\tRR\tQ1\t0.5\n"],
)
def test_summary_of_a_run_without_questions_is_kept_beside_one_with(file, detailed):
    scores = read_scores(file(HEADER + detailed + "y\tRR\tall\t0.25\n"))
    assert scores.overall("RR") == {"x": 0.5, "y": 0.25}


def test_trec_eval_output_is_named_by_its_runid(file):
    text = (
        "map                   \t1\t0.5000\nrecip_rank            \t1\t1.0000\n"
        "map                   \t2\t0.2500\nrecip_rank            \t2\t0.5000\n"
        "runid                 \tall\tSTANDARD\nnum_q                 \tall\t2\n"
        "map                   \tall\t0.3750\nrecip_rank            \tall\t0.7500\n"
    )
    scores = read_scores(file(text, "out.txt"))
    assert scores.runs == ["STANDARD"]
    assert labels(scores) == ["map", "recip_rank", "num_q"]
    assert scores.per_question("map") == {"STANDARD": {"1": 0.5, "2": 0.25}}
    assert scores.overall("map") == {"STANDARD": 0.375}
    assert scores.overall("num_q") == {"STANDARD": 2.0}


def test_trec_eval_output_without_runid_is_named_by_its_file(file):
    assert read_scores(file("map\t1\t0.5\nmap\tall\t0.5\n", "sys-1.2.out")).runs == ["sys-1.2"]


def test_trec_eval_counts_are_measures_whose_summary_is_a_sum(file):
    scores = read_scores(file("num_ret\t1\t10\nnum_ret\t2\t20\nnum_ret\tall\t30\n"))
    assert labels(scores) == ["num_ret"]
    assert scores.overall("num_ret") == {"scores": 30.0}


def test_trec_eval_line_of_another_width_is_an_error(file):
    path = file("map\t1\t0.5\nmap\tall\n")
    assert refusal(path) == f"{path}:2: 2 fields, expected 3 (measure question value)"


@pytest.mark.parametrize("separator", [",", "\t"])
def test_matrix_has_a_column_per_run(file, separator):
    text = "question,x,y\nQ2,1,0.5\n\nQ1,0,\n".replace(",", separator)
    scores = read_scores(file(text), name="EM")
    assert (scores.runs, labels(scores)) == (["x", "y"], ["EM"])
    assert scores.per_question("EM") == {"x": {"Q1": 0.0, "Q2": 1.0}, "y": {"Q2": 0.5}}


def test_matrix_without_a_name_holds_value(file):
    assert read_scores(file("q,x\nQ1,1\nQ2,0\n")).overall("value") == {"x": 0.5}


@pytest.mark.parametrize("separator", [",", "\t"])
def test_matrix_of_runs_called_by_numbers(file, separator):
    scores = read_scores(file("question,1,2\nQ1,1,0\nQ2,1,1\n".replace(",", separator)))
    assert scores.overall("value") == {"1": 1.0, "2": 0.5}


def test_csv_matrix_has_quoting(file):
    scores = read_scores(file('question,"a, ""b"""\n"Q,1",1\n'))
    assert scores.per_question("value") == {'a, "b"': {"Q,1": 1.0}}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("question,x\nQ1,nan\n", ":2: value 'nan' is not a number"),
        ("question,x\nQ1,1\nQ2,1,2\n", ":3: 3 fields, expected 2"),
        ("question,x\nall,1\n", ":2: a question may not be called 'all'"),
        ("question,x,x\nQ1,1,1\n", ":1: a run stands twice in the header"),
        ("question,x\nQ1,1\nQ1,0\n", ":3: question 'Q1' again (first on line 2)"),
        (HEADER + "x\tRR\tQ1\tinf\n", ":2: value 'inf' is not a number"),
        (HEADER + "x\tRR\tQ1\t\n", ":2: value '' is not a number"),
        (HEADER + "x\tRR\tQ1\t-\n", ":2: value '-' for a question"),
        (HEADER + "\tRR\tQ1\t1\n", ":2: the run name is empty"),
        (HEADER + "x\tRR\t\x1bQ1\t1\n", ":2: question '\\x1bQ1' holds a control character"),
        ("run\tmeasure\tvalue\nx\tRR\t1\n", ":1: no column 'question'"),
        (
            "nothing of the kind\n",
            ":1: fits no table format (tried table, times, trec_eval, matrix)",
        ),
    ],
)
def test_bad_tables_are_errors(file, text, words):
    path = file(text)
    assert refusal(path).startswith(path + words)


# merged


def test_tables_are_merged(file):
    one = file(HEADER + "x\tRR\tQ1\t1\nx\tRR\tQ2\t0\nx\tRR\tall\t0.5\n", "1")
    two = file(HEADER + "y\tRR\tQ1\t1\ny\tRR\tall\t1\nx\tAP\tQ1\t0.5\nx\tAP\tall\t0.5\n", "2")
    scores = read_scores(one, two)
    assert (scores.runs, scores.questions, labels(scores)) == (
        ["x", "y"],
        ["Q1", "Q2"],
        ["RR", "AP"],
    )
    assert scores.per_question("RR") == {"x": {"Q1": 1.0, "Q2": 0.0}, "y": {"Q1": 1.0}}
    assert scores.per_question("AP") == {"x": {"Q1": 0.5}, "y": {}}


def test_same_value_twice_is_one(file):
    text = HEADER + "x\tRR\tQ1\t0.5\n"
    scores = read_scores(file(text, "1"), file(text + "x\tRR\tQ1\t0.50\n", "2"))
    assert scores.per_question("RR") == {"x": {"Q1": 0.5}}


@pytest.mark.parametrize("question", ["Q1", "all"])
def test_contradictions_are_errors(file, question):
    one = file(f"{HEADER}x\tRR\t{question}\t0.5\n", "1")
    two = file(f"{HEADER}y\tRR\t{question}\t1\nx\tRR\t{question}\t0.25\n", "2")
    assert refusal(one, two) == (
        f"{two}:3: 'RR' of run 'x' for '{question}' again with value 0.25, earlier 0.5"
    )
