"""What tools log, gathered into runs: which questions are the same, and what is refused."""

import math
import warnings

import pytest

from qaeval.errors import InputError, InputRemark
from qaeval.files.foreign.documents import Document
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.logs import Entry, LoggedRuns, TaskLog, Wanted
from qaeval.patterns import Pattern
from qaeval.scores.reading import merge_figures

OSLO = Document("capitals", "1", "hash of Norway", "What is the capital of\nNorway?", "north")
LIMA = Document("capitals", "2", "hash of Peru", "What is the capital of Peru?", "south")


def log(*entries, file="a.log", run="a", task="capitals", settings="", metrics=("acc",)):
    return TaskLog(file, run, task, metrics, [Entry(*entry) for entry in entries], settings)


def figures(run):
    return {(label, name): value for _, label, name, value in run.as_figures(False).figures}


def refused(runs, *logs):
    with pytest.raises(InputError) as told:
        for one in logs:
            runs.take(one)
    return str(told.value)


def test_logs_of_one_model_are_one_run():
    runs = LoggedRuns()
    runs.take(log((OSLO, "1", (1.0,)), (LIMA, "1", (0.5,))))
    sums = Document("sums", "1", "other", "1 + 1?")
    runs.take(log((sums, "1", (0.0,)), file="b.log", task="sums"))
    assert list(runs.runs) == ["a"]
    assert figures(runs.runs["a"]) == {
        ("acc", "capitals:1"): 1.0,
        ("acc", "capitals:2"): 0.5,
        ("acc", "sums:1"): 0.0,
    }


def test_a_value_is_the_mean_over_the_samples():
    runs = LoggedRuns()
    runs.take(log((OSLO, "1", (1.0,)), run="b"))
    assert not runs.sampled and runs.figures()[0].samples is None
    runs.take(log((OSLO, "1", (1.0,)), (OSLO, "2", (0.0,)), (OSLO, "3", (0.5,))))
    one, several = runs.figures()
    assert (one.samples, several.samples) == (["1"], ["1", "2", "3"])
    scores = merge_figures([one, several])
    assert scores.columns["acc"].tolist() == [[1.0], [0.5]]


def test_samples_of_judged_responses():
    runs = LoggedRuns(Judging())
    runs.take(log((OSLO, "1", (1.0,)), (OSLO, "2", (0.0,))))
    (responses,) = runs.responses()
    assert responses.samples == ["1", "2"] and responses.outcomes == ["R", "W"]


def test_another_document_under_the_same_id_is_refused_and_leaves_nothing_behind():
    runs = LoggedRuns()
    runs.take(log((OSLO, "1", (1.0,))))
    other = Document("capitals", "1", "hash of Peru", LIMA.text, "north")
    new = Document("capitals", "7", "hash", "What is the capital of Cuba?")
    assert refused(runs, log((new, "1", (1.0,)), (other, "1", (1.0,)), file="b.log", run="b")) == (
        "b.log: question 'capitals:1' is 'What is the capital of Peru?', but 'What is the capital "
        "of Norway?' in a.log: two questions of one id, which cannot be paired"
    )
    assert list(runs.runs) == ["a"] and "capitals:7" not in runs.documents.table_text()


def test_texts_that_start_alike():
    start = "Which of these is the longest river of all that flow through this continent? "
    a, b = (Document("t", "1", f"hash {end}", start + end) for end in ("A", "B"))
    message = refused(LoggedRuns(), log((a, "1", (1.0,))), log((b, "1", (1.0,)), run="b"))
    assert "; they differ further on: two questions of one id" in message


def test_a_document_whose_text_is_not_kept_is_taken_by_its_id():
    runs = LoggedRuns()
    runs.take(log((Document("capitals", "1", cluster="north"), "1", (1.0,))))
    runs.take(log((OSLO, "1", (1.0,)), run="b"))
    assert runs.documents.table_text() == (
        "question\ttask\tcluster\ttext\n"
        "capitals:1\tcapitals\tnorth\tWhat is the capital of Norway?\n"
    )
    peru = Document("capitals", "1", "hash of Peru", cluster="north")
    assert "two questions of one id" in refused(runs, log((peru, "1", (1.0,)), run="c"))


def test_the_same_question_in_another_cluster_is_refused():
    moved = Document("capitals", "1", OSLO.identity, OSLO.text, "south")
    message = refused(LoggedRuns(), log((OSLO, "1", (1.0,))), log((moved, "1", (1.0,)), run="b"))
    assert "question 'capitals:1' is of cluster 'south', but of 'north' in a.log" in message


def test_blanks_in_ids_are_folded_and_two_that_then_clash_refused():
    runs = LoggedRuns()
    odd = Document("odd  task", "tab\there\u2028and there\n", "h1")
    runs.take(log((odd, "1", (1.0,)), task="odd  task"))
    assert list(figures(runs.runs["a"])) == [("acc", "odd task:tab here and there")]
    same = Document("odd  task", "tab here and there", "h1")
    assert refused(runs, log((same, "1", (1.0,)), run="b", file="b.log")) == (
        "b.log: document 'tab here and there' of task 'odd  task' and document "
        "'tab\\there\\u2028and there\\n' of task 'odd  task' of a.log are both called "
        "'odd task:tab here and there' once blanks are folded"
    )


@pytest.mark.parametrize(
    ("task", "name", "message"),
    [
        ("", "1", "a.log: the task is empty"),
        ("t", " \n", "a.log: the document id is empty"),
        ("#t", "1", "a.log: the task is called '#t', but a name may not start with '#'"),
        ("t", "a\x07", "a.log: question 't:a\\x07' holds a control character"),
    ],
)
def test_ids_that_are_none(task, name, message):
    assert refused(LoggedRuns(), log((Document(task, name), "1", (1.0,)), task=task)) == message


def test_one_task_twice_and_two_models_of_one_name():
    a = log((OSLO, "1", (1.0,)))
    again = log((OSLO, "1", (1.0,)), file="b.log")
    assert refused(LoggedRuns(), a, again) == (
        "b.log: task 'capitals' of 'a' is in a.log too; take one, or name the runs apart as NAME=…"
    )
    sums = Document("sums", "1")
    other = log((sums, "1", (1.0,)), file="b.log", task="sums", settings="seed=9")
    assert refused(LoggedRuns(), a, other) == (
        "b.log: two models are called 'a': seed=9 here, none in a.log; name them apart as NAME=…"
    )


def test_a_sample_twice_and_no_sample_at_all():
    twice = log((OSLO, "1", (1.0,)), (OSLO, "1", (0.0,), None, None, None, "sample 1, epoch 1"))
    assert refused(LoggedRuns(), twice) == (
        "a.log: sample 1, epoch 1: question 'capitals:1' again, sample '1'"
    )
    assert refused(LoggedRuns(), log()) == "a.log: task 'capitals' has no samples"
    bad = log((OSLO, "1", (1.0,)), run="#a")
    assert refused(LoggedRuns(), bad).startswith("a.log: the run is called '#a'")


def test_what_is_not_scored_is_left_out_and_told():
    runs = LoggedRuns()
    with pytest.warns(InputRemark) as told:
        runs.take(log((OSLO, "1", (math.nan,)), (LIMA, "1", (1.0,))))
    (remark,) = told
    assert str(remark.message) == (
        "a.log: 1 sample of 2 not scored by 'acc', left out of capitals (1)"
    )
    assert list(figures(runs.runs["a"])) == [("acc", "capitals:2")]
    none = log((OSLO, "1", (math.nan,)), run="b")
    assert refused(runs, none) == "a.log: no sample of task 'capitals' is scored by 'acc'"


def test_outcomes_with_confidence_of_answers_alone():
    judging = Judging(no_response=Pattern.of("(?i)not know"))
    runs = LoggedRuns(judging)
    silent, empty = Document("capitals", "3"), Document("capitals", "4")
    run = runs.take(
        log(
            (OSLO, "1", (1.0,), "Oslo", 0.75, 2.0),
            (LIMA, "1", (0.0,), "Cusco", 0.5, 1.0),
            (silent, "1", (1.0,), "I do not know", 0.25, 0.5),
            (empty, "1", (0.0,), " ", 0.25),
        )
    )
    judged = run.as_responses(False)
    assert judged.questions == [f"capitals:{i}" for i in range(1, 5)]
    assert judged.outcomes == ["R", "W", "U", "U"]
    assert judged.confidence.tolist()[:2] == [0.75, 0.5]
    assert [math.isnan(x) for x in judged.confidence] == [False, False, True, True]
    assert judged.seconds.tolist()[:3] == [2.0, 1.0, 0.5]


def test_a_value_that_is_no_outcome():
    half = log((OSLO, "1", (0.5,), None, None, None, 7))
    assert refused(LoggedRuns(Judging()), half) == (
        "a.log:7: acc 0.5 is neither 0 nor 1: --right-from 0.5 counts what is at least 0.5 as right"
    )
    two = log((OSLO, "1", (2.0,), None, None, None, "sample 1"))
    assert refused(LoggedRuns(Judging()), two).startswith("a.log: sample 1: acc 2 is neither")
    run = LoggedRuns(Judging(right_from=0.5)).take(half)
    assert run.as_responses(False).outcomes == ["R"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert LoggedRuns(Judging(right_from=0.6)).take(half).as_responses(False).outcomes == ["W"]


def test_tasks_by_pattern():
    assert Wanted().has_task("anything")
    wanted = Wanted(tasks=("mmlu*", "gsm8k"))
    assert [task for task in ("mmlu_law", "gsm8k", "gsm") if wanted.has_task(task)] == [
        "mmlu_law",
        "gsm8k",
    ]


def test_the_text_of_a_question_is_cut():
    runs = LoggedRuns()
    runs.take(log((Document("t", "1", "h", "word " * 100), "1", (1.0,)), task="t"))
    text = runs.documents.table_text().splitlines()[1].split("\t")[-1]
    assert len(text) == 200 and text.endswith("…") and text.startswith("word word")
