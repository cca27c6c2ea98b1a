"""Samples in the instance-level schema of every-eval-ever 0.3.0, valid by its own checker."""

import json
from pathlib import Path

import pytest

from qaeval.errors import InputError, InputRemark
from qaeval.files.foreign.every_eval_ever import read_every_eval_ever
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.logs import LoggedRuns, Source, Wanted
from qaeval.scores.reading import merge_figures

MADE = Path(__file__).parents[3] / "sample_data/llm/every_eval_ever"


def record(sample="s1", score=1.0, **more):
    return {
        "schema_version": "0.3.0",
        "evaluation_id": "t/m/1",
        "model_id": "m",
        "evaluation_name": "t",
        "evaluation_result_id": "acc",
        "sample_id": sample,
        "interaction_type": "single_turn",
        "input": {"raw": "What?", "reference": ["x"]},
        "output": {"raw": ["x"]},
        "messages": None,
        "answer_attribution": [{"extracted_value": "x"}],
        "evaluation": {"score": score, "is_correct": score == 1},
        **more,
    }


@pytest.fixture
def lines(put):
    def write(*records, name="m_samples.jsonl"):
        return put(name, "".join(json.dumps(one) + "\n" for one in records))

    return write


def taken(*paths, judging=None, name=None, meet=None, **wanted):
    runs = LoggedRuns(judging)
    more = {} if meet is None else {"meet": meet}
    sources = [Source(name, str(path)) for path in paths]
    for log in read_every_eval_ever(sources, Wanted(**wanted), **more):
        runs.take(log)
    return runs


def refused(*paths, **more):
    with pytest.raises(InputError) as told:
        taken(*paths, **more)
    return str(told.value)


@pytest.mark.filterwarnings("ignore::qaeval.errors.InputRemark")
def test_means_are_those_of_the_lines():
    runs = taken(MADE, metrics=("exact_match",), tasks=("qx_capitals",))
    scores = merge_figures(runs.figures())
    for at, run in enumerate(scores.runs):
        (file,) = MADE.glob(f"{run.removeprefix('qx/')}_*")
        values = [
            line["evaluation"]["score"]
            for line in map(json.loads, file.read_text().splitlines())
            if (line["evaluation_name"], line["evaluation_result_id"])
            == ("qx_capitals", "exact_match")
        ]
        assert scores.values(scores.measures[0])[at] == pytest.approx(sum(values) / len(values))
    assert scores.runs == ["qx/tiny-a", "qx/tiny-b"] and len(scores.questions) == 5
    table = runs.documents.table_text()
    assert "qx_capitals:cap-0\tqx_capitals\tWhat is the capital of Norway?\n" in table


def test_the_metric_must_be_said_where_there_are_several():
    file = MADE / "tiny-a_samples.jsonl"
    have = "several metrics, say which with --metric: exact_match, overlap"
    assert refused(file) == f"{file}: task 'qx_capitals': {have}"
    assert "no metric 'acc' (there are: exact_match, overlap)" in refused(file, metrics=("acc",))


def test_lines_of_one_sample_are_its_samples_and_told(lines):
    path = lines(record(), record(score=0.0), record("s2"), record("s2", 0.0))
    with pytest.warns(InputRemark) as told:
        runs = taken(path)
    assert str(told[0].message) == (
        f"{path}: t of m: ids come again, taken as 4 samples of 2 questions"
    )
    (figures,) = runs.figures()
    assert figures.samples == ["1", "2", "1", "2"]
    assert [row[3] for row in figures.figures] == [1, 0, 1, 0]


def test_metrics_that_only_some_samples_have(lines):
    path = lines(record(), record(evaluation_result_id="f1", score=0.5), record("s2"), record("s3"))
    with pytest.warns(InputRemark, match=r"2 samples of 3 not scored by 'f1'.* \(s2, s3\)"):
        runs = taken(path, metrics=("acc", "f1"))
    assert [row[1:] for row in runs.figures()[0].figures][-1] == ("f1", "t:s1", 0.5)


def test_outcomes_confidence_seconds_and_clusters(lines):
    path = lines(
        record(metadata={"sure": "0.75", "of": "p1"}, performance={"latency_ms": 1500}),
        record("s2", 0.0, output={"raw": [" "]}, metadata={"sure": "0.5", "of": "p1"}),
        record("s3", 0.0, output={"raw": "I don't know"}, metadata={"of": "p2"}),
        record("s4", 0.0, output=None, metadata={"of": "p2"}),
    )
    runs = taken(path, judging=Judging(), confidence="sure", seconds=True, cluster="of")
    (judged,) = runs.responses()
    assert judged.outcomes == ["R", "U", "W", "W"]
    assert (judged.confidence[0], judged.seconds[0]) == (0.75, 1.5)
    assert [row.split("\t")[2] for row in runs.documents.table_text().splitlines()] == [
        *("cluster", "p1", "p1", "p2", "p2")
    ]
    assert refused(path, cluster="passage") == (
        f"{path}:1: --cluster: no 'passage' in its metadata (there are: sure, of)"
    )
    assert refused(path, confidence="p") == f"{path}: --confidence: no sample has 'p'"
    wild = lines(record(metadata={"sure": "75"}))
    assert refused(wild, confidence="sure").startswith(f"{wild}:1: confidence 75.0 is outside 0..1")


def test_samples_with_errors_are_told(lines):
    with pytest.warns(InputRemark, match=r"1 sample with an error \(s2\), taken with the score"):
        taken(lines(record(), record("s2", 0.0, error="timeout")))


def test_older_versions_and_files_with_one_metric(lines):
    old = {**record(7, 0.5), "schema_version": "instance_level_eval_0.2.0"}
    del old["evaluation_result_id"]
    old["input"]["reference"] = "x"
    new = {**record("7", 1.0), "model_id": "n"}
    new["evaluation_result_id"] = None
    a, b = lines(old), lines(new, name="b.jsonl")
    scores = merge_figures(taken(a, b).figures())
    assert (scores.measures[0].label, scores.questions) == ("score", ["t:7"])
    assert scores.columns["score"].tolist() == [[0.5], [1.0]]


def test_the_same_id_with_another_input_is_refused(lines):
    a = lines(record())
    b = lines({**record(), "model_id": "n", "input": {"raw": "Who?", "reference": ["x"]}}, name="b")
    assert refused(a, b) == (
        f"{b}: question 't:s1' is 'Who?', but 'What?' in {a}: two questions of one id, which "
        "cannot be paired"
    )


def test_two_evaluations_of_one_model(lines):
    path = lines(record(), record(evaluation_id="t/m/2"))
    assert refused(path) == (
        f"{path}:2: 'm' has two evaluations of 't': 't/m/2', and 't/m/1' on line 1; take one of "
        "them"
    )
    a, b = lines(record()), lines(record(), name="b.jsonl")
    assert refused(a, b).startswith(f"{b}: task 't' of 'm' is in {a} too")


def test_names_and_folders(lines, put):
    path = lines(record(), {**record(), "model_id": "n"})
    assert refused(path, name="x") == f"{path}: has 2 models (m, n), a name is for one"
    assert list(taken(lines(record()), name="x").runs) == ["x"]
    empty = put("empty/x.json", "{}").parent
    assert "no .jsonl file in the folder, expected *_samples.jsonl" in refused(empty)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": the file is empty (0 bytes)"),
        ("\n", ": no samples"),
        ('{"evaluation_results": []}', ":1: totals of every-eval-ever, expected its samples"),
        ('{"question": 1}', ":1: no sample of every-eval-ever, which has model_id"),
        ('{"model_id": "m', ":1: not a JSON object (Unterminated string"),
        (json.dumps(record(score="high")), ":1: acc is '\"high\"', expected a number"),
        (json.dumps(record(sample=[1])), ":1: sample_id is '[1]', expected a string"),
        (json.dumps(record(model_id=None)), ":1: model_id is 'null', expected a string"),
        (json.dumps(record(score=None)), ": no sample of task 't' is scored by 'acc'"),
    ],
)
def test_files_that_are_no_samples(put, lines, text, message):
    path = put("x.jsonl", text)
    assert refused(path).startswith(f"{path}{message}")
    met = []
    good = lines({**record(), "model_id": "good"}, name="good.jsonl")
    runs = LoggedRuns()
    for log in read_every_eval_ever(
        [Source(None, str(p)) for p in (path, good)], Wanted(), met.append
    ):
        try:
            runs.take(log)
        except InputError as error:
            met.append(error)
    assert list(runs.runs) == ["good"] and len(met) == 1
