"""Other tools' logs from Python: the same as the command writes."""

import json

import pytest

import qaeval as api


@pytest.mark.parametrize(
    ("function", "tool", "metric"),
    [("import_inspect", "inspect", "match"), ("import_helm", "helm", "exact_match")],
)
@pytest.mark.filterwarnings("ignore::qaeval.InputRemark")
def test_scores_are_those_of_the_command(qaeval, put, sample_data, function, tool, metric):
    folder = str(sample_data / "llm" / tool)
    table = put("scores.tsv", "")
    assert qaeval("import", tool, "--quiet", "--metric", metric, "-o", table, folder).code == 0
    again = api.read_scores(str(table))
    scores = getattr(api, function)(folder, metric)
    assert scores.overall(metric) == again.overall(metric)
    assert scores.to_dict() == again.to_dict()


@pytest.mark.filterwarnings("ignore::qaeval.InputRemark")
def test_judged_responses_can_be_scored(sample_data):
    responses = api.import_inspect(str(sample_data / "llm" / "inspect"), "match", judged=True)
    figures = api.score(responses, "accuracy").overall("accuracy")
    assert sorted(figures.values()) == pytest.approx([0.675, 0.775])  # as inspect reports


def test_what_is_wrong_is_said_in_words_of_python(sample_data):
    folder = str(sample_data / "llm" / "inspect")
    with pytest.raises(api.InputError, match="no metric 'acc'"):
        api.import_inspect(folder, "acc")
    with pytest.raises(TypeError, match="are for judged=True"):
        api.import_inspect(folder, "match", right_from=0.5)
    with pytest.raises(TypeError):
        api.import_inspect(3)  # type: ignore[arg-type]


def test_equivalence_from_python():
    values = {"question": [f"q{n}" for n in range(40)]}
    values |= {run: [(n + shift) % 2 for n in range(40)] for shift, run in enumerate("ab")}
    scores = api.scores_from(values, measure="right")
    assert api.compare(scores, equivalence=0.9).to_dict()["verdict"] == ["equivalent"]
    with pytest.raises(api.InputError, match="equivalence=0"):
        api.compare(scores, equivalence=0)


@pytest.mark.filterwarnings("ignore::qaeval.InputRemark")
def test_judge_is_the_command(qaeval, sample_data):
    graded, labels = (str(sample_data / "judge" / name) for name in ("graded.tsv", "labels.tsv"))
    scores = api.score(api.read_judged(graded), ["accuracy", "c@1"])
    found = api.judge(scores, measures=["accuracy"], human=labels)
    printed = qaeval("judge", "-m", "accuracy", "-f", "json", "--human", labels, graded)
    told = {row["run"]: row["value"] for row in json.loads(printed.out)}
    assert dict(zip(found.to_dict()["run"], found.to_dict()["value"], strict=True)) == told
