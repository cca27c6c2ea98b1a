"""Runs of crfm-helm 0.5.16 on questions of ours; figures are those of its stats.json."""

import json
import shutil
from pathlib import Path

import pytest

from qaeval.errors import InputError, InputRemark
from qaeval.files.foreign.helm import read_helm
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.logs import LoggedRuns, Source, Wanted
from qaeval.scores.reading import merge_figures

SUITE = Path(__file__).parents[3] / "sample_data/llm/helm"
SUMS = [SUITE / f"qx_sums-model=qx_tiny-{model}" for model in "ab"]
CAPITALS = [SUITE / f"qx_capitals-model=qx_tiny-{model}" for model in "ab"]


def taken(*paths, judging=None, name=None, **more):
    runs = LoggedRuns(judging)
    given = {key: more.pop(key) for key in ("split", "meet") if key in more}
    wanted = Wanted(responses=judging is not None, **more)
    for log in read_helm([Source(name, str(path)) for path in paths], wanted, **given):
        runs.take(log)
    return runs


def means(runs):
    scores = merge_figures(runs.figures())
    return {
        (run, measure.label): float(scores.values(measure)[at])
        for measure in scores.measures
        for at, run in enumerate(scores.runs)
    }


def refused(*paths, **more):
    with pytest.raises(InputError) as told:
        taken(*paths, **more)
    return str(told.value)


def reported(folder, metric):
    """HELM's mean over the trials of the means over the instances, which are all there."""
    (stat,) = (
        stat
        for stat in json.loads((folder / "stats.json").read_text())
        if stat["name"] == {"name": metric, "split": "test"}
    )
    return stat["mean"]


@pytest.fixture
def run(tmp_path):
    """A run's folder, whose files a test may spoil."""

    def copy(folder, name="run", **changes):
        shutil.copytree(folder, tmp_path / "suite" / name)
        for file, change in changes.items():
            path = tmp_path / "suite" / name / f"{file}.json"
            content = json.loads(path.read_text())
            path.write_text(json.dumps(change(content) or content))
        return tmp_path / "suite" / name

    return copy


@pytest.mark.filterwarnings("ignore::qaeval.errors.InputRemark")
@pytest.mark.parametrize("folder", [*SUMS, *CAPITALS], ids=lambda folder: folder.name)
def test_means_are_those_that_helm_reports(folder):
    metrics = ["exact_match", *(["exact_match@3", "f1_score"] if "sums" in folder.name else [])]
    model = f"qx/{folder.name[-6:]}"
    assert means(taken(folder, metrics=tuple(metrics))) == pytest.approx(
        {(model, metric): reported(folder, metric) for metric in metrics}
    )


def test_a_suite_of_two_models_and_two_tasks():
    with pytest.warns(InputRemark) as told:
        runs = taken(SUITE, metrics=("exact_match",))
    assert [str(remark.message) for remark in told] == [
        f"{SUITE}: 6 perturbed instances left out (lowercase)"
    ]
    # Three questions of two trials at .8333 and 1, five at .4.
    assert means(runs) == pytest.approx(
        {("qx/tiny-a", "exact_match"): 4.5 / 8, ("qx/tiny-b", "exact_match"): 5 / 8}
    )
    first, _ = runs.figures()
    trials = [
        sample
        for row, sample in zip(first.figures, first.samples, strict=True)
        if row[2] == "qx_capitals:id2"
    ]
    assert trials == ["0", "1"]
    table = runs.documents.table_text()
    assert "qx_capitals:id2\tqx_capitals\tWhat is the capital of Kenya?\n" in table
    assert "qx_sums:id0\tqx_sums\tWhat is 18 plus 21?\n" in table
    assert len(table.splitlines()) == 9


def test_the_metric_must_be_said_where_there_are_several(run):
    file = SUMS[0] / "per_instance_stats.json"
    have = "exact_match, exact_match@3, f1_score"
    assert refused(*SUMS) == f"{file}: several metrics, say which with --metric: {have}"
    assert refused(*SUMS, metrics=("f1_scor",)) == (
        f"{file}: no metric 'f1_scor' (there are: {have}); did you mean 'f1_score'?"
    )

    def counted(stats):
        for record in stats:
            values = {"num_bytes": 7.0, "exact_match": 1.0, "logprob": -2.0}
            record["stats"] = [
                {"name": {"name": name, "split": "test"}, "count": 1, "mean": value}
                for name, value in values.items()
            ]

    folder = run(SUMS[0], per_instance_stats=counted)
    assert means(taken(folder)) == {("qx/tiny-a", "exact_match"): 1.0}
    assert means(taken(folder, metrics=("num_bytes",))) == {("qx/tiny-a", "num_bytes"): 7.0}
    assert "(there are: exact_match, num_bytes, logprob)" in refused(folder, metrics=("f1",))


def test_outcomes_with_silence_and_seconds(run):
    def silent(state):
        first, second = state["request_states"][:2]
        first["result"]["completions"][0]["text"] = " "
        first["result"]["request_time"] = 2.5
        second["result"]["completions"][0]["text"] = " I don't know"

    folder = run(SUMS[0], scenario_state=silent)
    (judged,) = taken(folder, judging=Judging(), metrics=("exact_match",), seconds=True).responses()
    values = [row[3] for row in taken(folder, metrics=("exact_match",)).figures()[0].figures]
    assert values[0] == 0  # and silent
    assert judged.outcomes == ["U", *("R" if value else "W" for value in values[1:])]
    assert judged.seconds[0] == 2.5


def test_requests_for_each_choice_are_no_answer(run):
    def twice(state):
        state["request_states"] += state["request_states"]

    (judged,) = taken(
        run(SUMS[0], scenario_state=twice), judging=Judging(), metrics=("exact_match",)
    ).responses()
    assert judged.outcomes.count("R") == 2


def test_the_task_is_the_scenario_with_its_arguments(run):
    def name(text, model="x/y", **more):
        return lambda spec: {"name": text, "adapter_spec": {"model": model, **more}}

    run(SUMS[0], "1", run_spec=name("mmlu:subject=law,method=joint,model=x_y"))
    run(SUMS[0], "2", run_spec=name("mmlu:model=x_y,model_deployment=z,subject=art"))
    run(SUMS[0], "3", run_spec=name("narrative_qa:model=x_y"))
    run(SUMS[0], "4", run_spec=name("boolq"))
    folder = run(SUMS[0], "5", run_spec=name("boolq", model="x/z")).parent
    runs = taken(folder, metrics=("exact_match",))
    tasks = ["mmlu:subject=law,method=joint", "mmlu:subject=art", "narrative_qa", "boolq"]
    assert {run: list(logged.tasks) for run, logged in runs.runs.items()} == {
        "x/y": tasks,
        "x/z": ["boolq"],
    }
    chosen = taken(folder, metrics=("exact_match",), tasks=("mmlu*",))
    assert list(chosen.runs["x/y"].tasks) == tasks[:2]
    run(SUMS[0], "6", run_spec=name("qa", model_deployment="azure/y"))
    message = refused(folder, metrics=("exact_match",))
    assert "two models are called 'x/y': deployment=azure/y here, none in " in message


def test_the_same_task_twice_and_names(run):
    again = run(SUMS[0])
    file = again / "per_instance_stats.json"
    assert refused(*SUMS, again, metrics=("f1_score",)) == (
        f"{file}: task 'qx_sums' of 'qx/tiny-a' is in {SUMS[0]}/per_instance_stats.json too; take "
        "one, or name the runs apart as NAME=…"
    )
    assert list(taken(again, name="x", metrics=("f1_score",)).runs) == ["x"]


def test_the_same_id_with_another_text_is_refused(run):
    def other(state):
        state["request_states"][0]["instance"]["input"]["text"] = "What is 2 plus 2?"

    folder = run(SUMS[1], scenario_state=other)
    assert refused(SUMS[0], folder, metrics=("f1_score",)) == (
        f"{folder}/per_instance_stats.json: question 'qx_sums:id0' is 'What is 2 plus 2?', but "
        f"'What is 18 plus 21?' in {SUMS[0]}/per_instance_stats.json: two questions of one id, "
        "which cannot be paired"
    )


def test_texts_of_instances_or_none_at_all(run):
    folder = run(SUMS[1])
    state = json.loads((folder / "scenario_state.json").read_text())
    (folder / "scenario_state.json").unlink()
    with pytest.warns(InputRemark, match="its questions are taken by their ids alone"):
        taken(SUMS[0], folder, metrics=("f1_score",))
    instances = [request["instance"] for request in state["request_states"]]
    (folder / "instances.json").write_text(json.dumps(instances))
    assert len(taken(SUMS[0], folder, metrics=("f1_score",)).runs) == 2
    instances[0]["input"]["text"] = "Other?"
    (folder / "instances.json").write_text(json.dumps(instances))
    assert "two questions of one id" in refused(SUMS[0], folder, metrics=("f1_score",))


def test_splits(run):
    def split(stats):
        for record in stats[:2]:
            for stat in record["stats"]:
                stat["name"]["split"] = "valid"

    folder = run(SUMS[0], per_instance_stats=split)
    with pytest.warns(InputRemark, match=r"split test taken, left out: valid \(2\); --split"):
        assert len(taken(folder, metrics=("f1_score",)).figures()[0].figures) == 3
    found = taken(folder, metrics=("f1_score",), split="valid").figures()[0].figures
    assert [row[2] for row in found] == ["qx_sums:id0", "qx_sums:id1"]
    assert "no split 'dev' (there are: valid, test)" in refused(folder, split="dev")


def test_values_that_are_left_out_and_those_that_are_none(run):
    def without(stats):
        stats[0]["stats"] = [s for s in stats[0]["stats"] if s["name"]["name"] != "f1_score"]

    with pytest.warns(InputRemark, match=r"1 sample of 5 not scored by 'f1_score'.* \(id0\)"):
        taken(run(SUMS[0], per_instance_stats=without), metrics=("f1_score",))

    def text(stats):
        stats[1]["stats"][-1]["mean"] = "high"

    folder = run(SUMS[0], "text", per_instance_stats=text)
    assert refused(folder, metrics=("f1_score",)) == (
        f"{folder}/per_instance_stats.json: instance 'id1', trial 0: f1_score is '\"high\"', "
        "expected a number"
    )


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("per_instance_stats", "[{", "not JSON: it ends too early, on line 1, column 3"),
        ("per_instance_stats", "{}", "expected a list of objects, as HELM writes it"),
        ("per_instance_stats", "[]", "task 'qx_sums' has no instances"),
        ("per_instance_stats", "[{}]", "no sample has a metric"),
        ("run_spec", "{}", "no run of HELM: it lacks 'name' or 'adapter_spec' with 'model'"),
        ("run_spec", "[1]", "no run of HELM: it lacks 'name' or 'adapter_spec' with 'model'"),
        ("run_spec", None, "no such file"),
        ("scenario_state", "{}", "expected a list of objects, as HELM writes it"),
    ],
)
def test_broken_runs(run, file, content, message):
    folder = run(SUMS[0])
    path = folder / f"{file}.json"
    path.unlink() if content is None else path.write_text(content)
    asked = () if content in ("[]", "[{}]") else ("f1_score",)
    assert refused(folder, metrics=asked) == f"{path}: {message}"
    met = []
    runs = taken(folder.parent, SUMS[1], metrics=("f1_score",), meet=met.append)
    assert list(runs.runs) == ["qx/tiny-b"] and len(met) == 1


def test_an_instance_without_an_id(run):
    folder = run(SUMS[0], per_instance_stats=lambda stats: stats[0].pop("instance_id") and None)
    assert refused(folder, metrics=("f1_score",)) == (
        f"{folder}/per_instance_stats.json: instance_id is 'null', expected a string"
    )


def test_folders_without_runs(tmp_path):
    expected = "expected the folder of a suite or of a run"
    assert refused(tmp_path) == f"{tmp_path}: no per_instance_stats.json in it: {expected}"
    gone = tmp_path / "gone"
    assert refused(gone) == f"{gone}: no per_instance_stats.json there: {expected}"
