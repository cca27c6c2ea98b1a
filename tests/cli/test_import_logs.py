"""Logs of inspect, HELM and every-eval-ever from the command line, and what becomes of them."""

import json
import shutil
from pathlib import Path

import pytest

LLM = Path(__file__).parents[2] / "sample_data/llm"
KINDS = {
    "inspect": ("match", LLM / "inspect"),
    "helm": ("exact_match", LLM / "helm"),
    "every-eval-ever": ("exact_match", LLM / "every_eval_ever"),
}


def overall(outcome):
    return {row[0]: float(row[-1]) for row in outcome.rows if row[2] == "all"}


@pytest.mark.parametrize("kind", KINDS)
def test_judged_responses_score_as_the_score_table_does(qaeval, put, kind):
    metric, folder = KINDS[kind]
    table = qaeval("import", kind, "--metric", metric, "--quiet", folder)
    judged = put("judged.tsv", qaeval("import", kind, "--judged", "--metric", metric, folder).out)
    scored = qaeval("score", "--judged", "-m", "accuracy", "-f", "tsv", judged)
    assert table.code == scored.code == 0
    assert overall(scored) == pytest.approx(overall(table)) and len(overall(table)) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_of_questions_is_one_that_studies_take(qaeval, put, tmp_path, kind):
    metric, folder = KINDS[kind]
    questions, scores = tmp_path / "questions.tsv", put("scores.tsv", "")
    asked = ("--metric", metric, "--questions-out", questions, "-o", scores)
    assert qaeval("import", kind, *asked, folder).code == 0
    header, *rows = (line.split("\t") for line in questions.read_text().splitlines())
    assert header == ["question", "task", "text"]
    tasks = {row[1] for row in rows}
    assert len(tasks) == 2 and all(row[0].startswith(f"{row[1]}:") and row[2] for row in rows)
    compared = qaeval("compare", "--questions", questions, "--macro", "task", "-f", "tsv", scores)
    assert compared.code == 0 and len(compared.rows) == 3


def test_inspect_by_task_gives_the_accuracies_that_inspect_reports(qaeval, put, tmp_path):
    """results.scores of the four logs' headers: .6667 and .8333, and twice .6875 of 4 epochs."""
    questions = tmp_path / "questions.tsv"
    asked = ("--judged", "--metric", "match", "--questions-out", questions)
    judged = put("judged.tsv", qaeval("import", "inspect", *asked, LLM / "inspect").out)
    by_task = ("--questions", questions, "--by", "task", "-f", "tsv", "-m", "accuracy")
    rows = qaeval("score", "--judged", *by_task, judged).rows[1:]
    assert {(row[0], row[1]): float(row[-1]) for row in rows if row[0] in ("capitals", "sums")} == {
        ("capitals", "mockllm/tiny-a"): pytest.approx(2 / 3),
        ("capitals", "mockllm/tiny-b"): pytest.approx(5 / 6),
        ("sums", "mockllm/tiny-a"): 0.6875,
        ("sums", "mockllm/tiny-b"): 0.6875,
    }


def test_clusters_go_into_the_table_of_questions(qaeval, tmp_path):
    questions = tmp_path / "questions.tsv"
    asked = ("--metric", "match", "--task", "capitals", "--cluster", "continent")
    qaeval("import", "inspect", *asked, "--questions-out", questions, LLM / "inspect")
    lines = questions.read_text().splitlines()
    assert lines[0] == "question\ttask\tcluster\ttext"
    assert "capitals:cap-cuba\tcapitals\t1\tWhat is the capital of Cuba? One word." in lines


def test_keep_going(qaeval, tmp_path):
    logs = tmp_path / "logs"
    shutil.copytree(LLM / "inspect", logs)
    broken = sorted(logs.iterdir())[0]
    broken.write_bytes(b"PK\x03\x04")
    asked = ("import", "inspect", "--metric", "match", logs)
    message = f"qaeval: {broken}: the archive is truncated or damaged\n"
    outcome = qaeval(*asked)
    assert (outcome.code, outcome.out, outcome.err) == (2, "", message)
    outcome = qaeval(*asked, "--keep-going")
    assert (outcome.code, outcome.err) == (3, message)
    # Tiny-a has lost its capitals.
    assert overall(outcome) == {"mockllm/tiny-a": 0.6875, "mockllm/tiny-b": pytest.approx(0.775)}


def test_what_was_refused_leaves_no_trace(qaeval, tmp_path):
    """A log whose documents clash with another's is passed over whole."""
    suite, questions = tmp_path / "suite", tmp_path / "questions.tsv"
    shutil.copytree(LLM / "helm", suite)
    state = suite / "qx_sums-model=qx_tiny-b/scenario_state.json"
    content = json.loads(state.read_text())
    content["request_states"][0]["instance"]["input"]["text"] = "What is 2 plus 2?"
    state.write_text(json.dumps(content))
    asked = ("--metric", "exact_match", "--keep-going", "--quiet", "--questions-out", questions)
    outcome = qaeval("import", "helm", *asked, suite)
    assert outcome.code == 3 and "'What is 2 plus 2?', but 'What is 18 plus 21?'" in outcome.err
    assert "2 plus 2" not in questions.read_text()
    assert {row[2].split(":")[0] for row in outcome.rows if row[0] == "qx/tiny-b"} == {
        "qx_capitals",
        "all",
    }


def test_all_broken(qaeval, put):
    paths = [put(f"{name}.jsonl", "{}\n") for name in "ab"]
    outcome = qaeval("import", "every-eval-ever", "--keep-going", *paths)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("no sample of every-eval-ever") == 2
    assert outcome.err.endswith("qaeval: no log could be imported\n")


def test_notes_and_verbose(qaeval):
    asked = ("import", "helm", "--metric", "exact_match", LLM / "helm")
    note = f"qaeval: note: {LLM / 'helm'}: 6 perturbed instances left out (lowercase)\n"
    assert qaeval(*asked).err == note
    assert qaeval(*asked, "--quiet").err == ""
    told = qaeval(*asked, "-v").err
    file = LLM / "helm/qx_sums-model=qx_tiny-a/per_instance_stats.json"
    assert f"note: {file}: run qx/tiny-a, task qx_sums, 5 samples\n" in told and note in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--right-from", "1"), "--right-from needs --judged"),
        (("--no-response", "x"), "--no-response needs --judged"),
        (("--confidence", "x"), "--confidence needs --judged"),
        (("--seconds",), "--seconds needs --judged"),
        (("--judged", "--no-response", "("), "--no-response: the regular expression '('"),
        (
            ("--metric", "match", "--task", "sums", "--task", "capitls"),
            "--task: no task 'capitls' (there are: capitals, sums); did you mean 'capitals'?",
        ),
        (("nowhere.eval",), "nowhere.eval: no such file"),
    ],
)
def test_bad_words(qaeval, arguments, message):
    outcome = qaeval("import", "inspect", *arguments, LLM / "inspect")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"qaeval: {message}") and outcome.err.count("\n") == 1


def test_judged_responses_are_of_one_metric(qaeval):
    two = ("--judged", "--metric", "match", "--metric", "includes")
    outcome = qaeval("import", "inspect", *two, LLM / "inspect")
    assert outcome.code == 2
    assert outcome.err.endswith(": judged responses take one metric, not match, includes\n")


def test_one_file_for_both_tables(qaeval, put):
    path = put("both.tsv", "as it was")
    asked = ("--metric", "match", "-o", path, "--questions-out", path)
    outcome = qaeval("import", "inspect", *asked, LLM / "inspect")
    assert outcome.err == f"qaeval: {path}: -o and --questions-out name the same file\n"
    assert path.read_text() == "as it was"


def test_no_table_of_questions_without_the_runs(qaeval, tmp_path):
    questions = tmp_path / "questions.tsv"
    asked = ("--metric", "match", "-o", tmp_path / "none/x.tsv", "--questions-out", questions)
    outcome = qaeval("import", "inspect", *asked, LLM / "inspect")
    assert outcome.code == 2 and not questions.exists()
