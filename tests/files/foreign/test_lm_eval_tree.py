"""Output folders of lm-evaluation-harness 0.4.13 and 0.5.0.dev1, made with mock models."""

import json
import shutil
from pathlib import Path
from statistics import fmean

import pytest

from qaeval.errors import InputError, InputRemark
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.lm_eval import read_lm_eval
from qaeval.files.foreign.logs import LoggedRuns, Source, Wanted

LOGS = Path(__file__).parent / "logs" / "lm_eval"
FIRST = "2026-11-18T16-12-25.355638"
AGAIN = "2026-11-18T16-12-58.667873"
TINY_A = LOGS / "out" / "acme__tiny-a"
# The other evaluation in the folder of tiny-a has other arguments.
MODELS = (TINY_A / f"results_{FIRST}.json", LOGS / "out" / "acme__tiny-b__v2", LOGS / "out/local-c")

pytestmark = pytest.mark.filterwarnings("ignore:.*responses to each document")


def taken(*sources, metrics=(), filters=(), tasks=(), judging=None):
    runs = LoggedRuns(judging)
    given = [Source(*s) if isinstance(s, tuple) else Source(None, str(s)) for s in sources]
    for log in read_lm_eval(given, Wanted(tuple(metrics), tuple(tasks)), filters):
        runs.take(log)
    return runs


def figures(run):
    """The value of each question, which is the mean over its samples."""
    values = {}
    for _, label, name, value in run.as_figures(sampled=True).figures:
        values.setdefault((label, name), []).append(value)
    return {cell: fmean(samples) for cell, samples in values.items()}


def refused(*sources, **asked):
    with pytest.raises(InputError) as told:
        taken(*sources, **asked)
    return str(told.value)


@pytest.fixture
def tree(tmp_path):
    """A copy of the folder of a model, to be spoiled."""
    return Path(shutil.copytree(LOGS / "out" / "local-c", tmp_path / "local-c"))


def test_three_models_on_four_tasks_are_three_runs():
    asked = {"metrics": ("acc", "exact_match"), "filters": ("strict-match", "first")}
    runs = taken(*MODELS, **asked)
    assert list(runs.runs) == ["acme/tiny-a", "acme/tiny-b:v2", "local-c"]
    sizes = {"qx_capitals": 5, "qx_differences": 4, "qx_products": 4, "qx_sums": 5}
    questions = [f"{task}:{i}" for task, size in sizes.items() for i in range(size)]
    for run in runs.runs.values():
        assert [name for _, name in figures(run)] == questions
        assert {label for label, _ in figures(run)} == {"acc/exact_match"}


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.parent.name + path.name)
def test_means_are_what_the_harness_reports(path):
    """Of every task, metric and filter; a group weighted by size is the mean over its documents."""
    results = path if path.suffix else next(path.glob("results_*.json"))
    told = json.loads(results.read_text())["results"]
    compared = 0
    for task, row in told.items():
        for key, reported in row.items():
            metric, _, filter = key.partition(",")
            if not filter or metric.endswith("_stderr") or metric == "bleu":
                continue
            (run,) = taken(path, metrics=[metric], filters=[filter], tasks=[task]).runs.values()
            values = figures(run).values()
            assert sum(values) / len(values) == pytest.approx(reported, abs=1e-12)
            compared += 1
    assert compared == 10


def test_the_question_table():
    runs = taken(*MODELS, metrics=["acc"], tasks=["qx_c*"])
    assert runs.documents.table_text().splitlines()[:2] == [
        "question\ttask\ttext",
        "qx_capitals:0\tqx_capitals\tWhat is the capital of Ghana?",
    ]


def test_two_models_of_one_name():
    message = refused(LOGS / "out", metrics=["exact_match"], filters=["first", "strict-match"])
    assert message == (
        f"{TINY_A}/results_{AGAIN}.json: two models are called 'acme/tiny-a': skill=0.65, seed=9 "
        f"here, skill=0.55, seed=1 in {TINY_A}/results_{FIRST}.json; give one of these results "
        "files, or both as NAME=FILE"
    )
    both = [(name, str(TINY_A / f"results_{s}.json")) for name, s in (("a", FIRST), ("b", AGAIN))]
    asked = {"metrics": ["exact_match"], "filters": ["strict-match"], "tasks": ["qx_products"]}
    runs = taken(*both, **asked)
    # exact_match,strict-match of both results files.
    assert [sum(figures(run).values()) / 4 for run in runs.runs.values()] == [0.0, 0.75]


def test_the_newest_of_several_evaluations(tree):
    older = next(tree.glob("results_*.json"))
    stamp = older.stem.removeprefix("results_")
    newer = stamp.replace("16-12", "17-12")
    shutil.copy(older, tree / f"results_{newer}.json")
    sums = (tree / f"samples_qx_sums_{stamp}.jsonl").read_text()
    right = sums.replace('"acc": 0.0', '"acc": 1.0')
    (tree / f"samples_qx_sums_{newer}.jsonl").write_text(right)
    asked = {"metrics": ["acc"], "tasks": ["qx_choice"]}
    with pytest.warns(InputRemark) as told:
        runs = taken(tree, **asked)
    values = figures(runs.runs["local-c"])
    assert len(values) == 10 and all(values["acc", f"qx_sums:{i}"] == 1 for i in range(5))
    messages = [str(remark.message) for remark in told]
    assert (
        f"{tree}/samples_qx_sums_{newer}.jsonl: the newest samples of qx_sums by local-c are "
        f"taken, not those of {stamp} (name a results file to take its own)" in messages
    )
    # The copied results file knows nothing of the change.
    assert any("acc of qx_sums is 1 by its samples, but 0.8 in" in text for text in messages)
    old = taken(older, **asked).runs["local-c"]
    assert sum(figures(old).values()) == 7  # acc of the group is .7


def test_documents_that_differ_are_not_paired():
    clash = LOGS / "traps" / "clash"
    message = refused(LOGS / "out/local-c", clash, metrics=["acc"], tasks=["qx_sums"])
    assert message.startswith(f"{clash}/acme__tiny-e/samples_qx_sums_")
    assert "question 'qx_sums:0' is 'What is 38 plus 31?', but 'What is 16 plus 56?' in" in message


def test_documents_without_a_hash_are_told_apart_by_their_content(tree):
    path = next(tree.glob("samples_qx_sums_*"))
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        del record["doc_hash"]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    asked = {"metrics": ["acc"], "tasks": ["qx_sums"]}
    # The hash that is made here is the harness's own.
    taken(tree, LOGS / "out" / "acme__tiny-b__v2", **asked)
    records[3]["doc"]["question"] += "?"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert "question 'qx_sums:3'" in refused(MODELS[1], tree, **asked)


def test_repeats_that_the_harness_graded_are_samples():
    runs = taken(LOGS / "dev_out")
    (run,) = runs.runs.values()
    assert runs.sampled and set(run.as_figures(sampled=True).samples) == set("1234")
    # scores_per_repeat: [1, 1, 1, 1], [0, 0, 1, 0], three of four, three of four.
    expected = {
        ("exact_match", f"qx_differences:{i}"): v for i, v in enumerate((1, 0.25, 0.75, 0.75))
    }
    assert figures(run) == expected
    (reduced,) = taken(LOGS / "dev_out", metrics=["pass@1(exact_match)"]).runs.values()
    assert list(figures(reduced).values()) == list(expected.values())
    message = refused(LOGS / "dev_out", metrics=["exact_match", "pass@3(exact_match)"])
    assert "'exact_match' is of each repeat, 'pass@3(exact_match)' of the document" in message


def test_repeats_that_it_did_not_grade_are_told():
    asked = {"metrics": ["exact_match"], "tasks": ["qx_differences"]}
    with pytest.warns(InputRemark, match="4 responses to each document of qx_differences, but the"):
        taken(LOGS / "out/local-c", LOGS / "out/acme__tiny-b__v2", filters=["maj@4"], **asked)
    assert refused(LOGS / "out/local-c", **asked).endswith(
        ": a document comes once for each filter, say which with --filter: first, maj@4"
    )


@pytest.mark.parametrize(
    ("folder", "metric", "message"),
    [
        ("odd", "maybe", ":2: maybe is 'NaN', expected one number for each document"),
        ("odd", "ratio", "not a number for each document: the harness computes it from all"),
        ("odd", "inst_level_acc", "', not a number for each document: the harness"),
        ("odd", "missing", ":1: missing is 'null', expected one number for each"),
        ("predict_only", None, ":1: the sample has no metric (lm_eval --predict_only grades nothi"),
    ],
)
def test_what_is_no_number_for_each_document(folder, metric, message):
    asked = {"metrics": [metric] if metric else [], "tasks": ["qx_odd"] if metric else []}
    assert message in refused(LOGS / "traps" / folder, **asked)


def test_a_metric_of_samples_that_nothing_graded():
    message = refused(LOGS / "traps/predict_only", metrics=["acc"])
    assert message.endswith(":1: the sample has no metric (lm_eval --predict_only grades nothing)")


def test_truth_values_and_an_output_path_of_json():
    (odd,) = taken(LOGS / "traps/odd", metrics=["prompt_level_acc"], tasks=["qx_odd"]).runs.values()
    assert set(figures(odd).values()) <= {0.0, 1.0}
    (flat,) = taken(LOGS / "traps/flat", metrics=["acc"]).runs.values()
    assert flat.name == "acme/tiny-d" and len(figures(flat)) == 3
    # --samples keeps the numbers of the documents.
    (some,) = taken(LOGS / "traps/samples", metrics=["acc"]).runs.values()
    assert [name for _, name in figures(some)] == [f"qx_capitals:{i}" for i in (0, 2, 4)]


def test_names_of_tasks_filters_metrics_and_runs_that_are_none():
    path = LOGS / "out" / "local-c"
    assert refused(path, tasks=["qx_choice", "mmlu*"]) == (
        "--task: no task 'mmlu*' (there are: qx_capitals, qx_choice, qx_differences, qx_products, "
        "qx_sums)"
    )
    asked = {"metrics": ["acc"], "tasks": ["qx_choice"]}
    assert "no filter 'strict' (there are: none)" in refused(path, filters=["strict"], **asked)
    assert refused(path, metrics=["acc"]).endswith(
        ":1: no metric 'acc' (there are: exact_match, bleu), which other tasks have: add --metric "
        "for this one, or choose tasks with --task"
    )
    assert refused(path, metrics=["f1"]).endswith("no metric 'f1' (there are: acc, acc_norm)")
    assert refused(("x", str(LOGS / "out"))).endswith(
        "holds 3 models (acme/tiny-a, acme/tiny-b:v2, local-c), the name 'x' is for one; name "
        "their folders"
    )
    (named,) = taken(("x", str(path)), **asked).runs
    assert named == "x"


def test_tasks_that_differ_in_more_than_one_metric():
    message = refused(MODELS[1], metrics=["acc", "acc_norm", "exact_match"], filters=["first"])
    assert message == (
        "tasks differ in their metrics (qx_capitals has acc, acc_norm; qx_differences has "
        "exact_match; qx_products has exact_match; qx_sums has acc, acc_norm): --metric must name "
        "those that all have, or one of each task"
    )
    both = taken(MODELS[1], metrics=["acc", "acc_norm"], tasks=["qx_sums", "qx_capitals"])
    assert len(figures(both.runs["acme/tiny-b:v2"])) == 20


def test_a_file_that_lacks_documents(tree):
    path = next(tree.glob("samples_qx_sums_*"))
    whole = path.read_text()
    results = next(tree.glob("results_*"))
    path.write_text("".join(whole.splitlines(keepends=True)[:3]))
    asked = {"metrics": ["acc"], "tasks": ["qx_sums"]}
    assert refused(tree, **asked) == (
        f"{path}: 3 documents, but {results} counts 5: the file is not whole"
    )
    path.write_text(whole[:-40])
    assert refused(tree, **asked).startswith(f"{path}:5: not a JSON object")
    path.write_text("")
    assert refused(tree, **asked) == f"{path}: the file is empty (0 bytes)"


def test_folders_without_samples(tree, tmp_path):
    for path in tree.glob("samples_*"):
        path.unlink()
    results = next(tree.glob("results_*"))
    assert refused(tree) == (
        f"{tree}: no samples_TASK_TIME.jsonl in this folder, only results: lm_eval writes them "
        "with --log_samples"
    )
    assert "beside it: lm_eval writes them with --log_samples" in refused(results)
    results.write_text("{}")
    assert (
        refused(results) == f'{results}: no "results": not a results file of lm-evaluation-harness'
    )


def test_without_results_the_folder_names_the_run(tree):
    next(tree.glob("results_*")).unlink()
    (run,) = taken(tree, metrics=["acc"], tasks=["qx_sums"], judging=Judging()).runs.values()
    assert (
        run.name == "local-c" and run.as_responses(sampled=False).outcomes.count("R") == 4
    )  # acc .8 of 5


def test_from_the_command_line(qaeval, tmp_path):
    """What the issue of 12 "runs" was about, and going on over what is broken."""
    table, questions = tmp_path / "scores.tsv", tmp_path / "questions.tsv"
    asked = ("import", "lm-eval", "--metric", "acc", "--questions-out", questions, "-o", table)
    outcome = qaeval(*asked, "--task", "qx_choice", LOGS / "out")
    assert (outcome.code, outcome.err) == (0, "")
    compared = qaeval("compare", "-f", "tsv", table)
    # acc of the group qx_choice, as the harness reports it.
    assert [(row[2], row[3]) for row in compared.rows[1:]] == [
        ("acme/tiny-b:v2", "0.9"),
        ("acme/tiny-a", "0.8"),
        ("local-c", "0.7"),
    ]
    by_task = qaeval("compare", "-f", "tsv", "--questions", questions, "--macro", "task", table)
    assert [row[3] for row in by_task.rows[1:]] == ["0.9", "0.8", "0.7"]
    outcome = qaeval(
        *asked, "--task", "qx_[cs]*", "--keep-going", LOGS / "out", LOGS / "traps/clash"
    )
    assert outcome.code == 3 and "two questions of one id" in outcome.err
    assert len(qaeval("compare", "-f", "tsv", table).rows) == 4


def test_groups_that_hold_each_other(tree):
    results = next(tree.glob("results_*.json"))
    content = json.loads(results.read_text())
    content["group_subtasks"] = {"a": ["b"], "b": ["a", "qx_sums"], "c": ["c"]}
    results.write_text(json.dumps(content))
    (run,) = taken(tree, tasks=["a"], metrics=["acc"]).runs.values()
    assert {question.split(":")[0] for _, question in figures(run)} == {"qx_sums"}


def test_a_broken_results_file_is_met_once(tree):
    """It is that of all tasks of the folder, and other folders are taken."""
    broken = next(tree.glob("results_*.json"))
    broken.write_text("")
    met = []
    sources = [Source(None, str(tree)), Source(None, str(MODELS[1])), Source(None, str(broken))]
    runs = {
        log.run for log in read_lm_eval(sources, Wanted(("acc",), ("qx_sums",)), (), met.append)
    }
    assert runs == {"acme/tiny-b:v2"}
    assert [str(error) for error in met] == [f"{broken}: the file is empty (0 bytes)"]
