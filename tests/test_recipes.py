"""What CONTRIBUTING says to write, written into a copy of the tree, passes the tests there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from scipy.stats import norm

ROOT = Path(__file__).parent.parent
COPIED = ("qaeval", "tests", "docs", "man", "sample_data", "papers", "pyproject.toml", "README.md")


def recipe(heading):
    """The files that a recipe writes or adds to, each with the list it adds to and what it adds.

    A block names its file first, and the list behind it if it does not go to the file's end.
    """
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n# (\S+?)(?:, in (\w+))?\n(.*?)```", section, flags=re.DOTALL)
    assert blocks, f"no recipe {heading}"
    return blocks


def with_recipe(text, listing, code):
    """What a file holds once the recipe has been followed."""
    if code in text:  # whoever follows the recipe in earnest has it already
        return text
    if not text:
        return code
    if not listing:
        return f"{text}\n\n{code}"
    head, entries, rest = re.split(rf"(?ms)(^{listing} = {{$.*?)(?=^}}$)", text)
    return head + entries + code + rest


@pytest.fixture
def copy(tmp_path):
    """Follow a recipe in a copy of the tree, and give what runs a program there."""

    def follow(heading):
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, tmp_path / name, ignore=ignored)
            else:
                shutil.copy(source, tmp_path / name)
        for name, listing, code in recipe(heading):
            path = tmp_path / name
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            path.write_text(with_recipe(text, listing, code), encoding="utf-8")

        def run(*arguments):
            environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
            done = subprocess.run(
                [sys.executable, *map(str, arguments)],
                cwd=tmp_path,
                env=environment,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, done.stdout + done.stderr
            return done.stdout

        return run

    return follow


def test_add_a_measure(copy, put):
    run = copy("Add a measure")
    run("docs/measures.py")
    run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/measures"),
        *("tests/properties/test_measures.py", "tests/test_in_step.py::test_list_of_measures"),
    )
    key = put("key.tsv", "question\tclass\tanswer\nq\t1\tx\nq\t2\ty\n")
    ours = put("run.tsv", "question\tanswer\nq\tx\nq\tno\nq\ty\n")
    asked = ("-m", "Complete@3", "-m", "Complete@2")
    rows = run("-m", "qaeval", "score", "-f", "tsv", *asked, key, ours).splitlines()
    assert rows[1:] == ["run\tComplete@3\tall\t1", "run\tComplete@2\tall\t0"]


def test_add_a_run_format(copy, put):
    run = copy("Add a run format")
    run("man/make.py")
    run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/files/test_runs.py"),
        "tests/test_in_step.py::test_man_pages",
    )
    assert "|pairs]" in run("-m", "qaeval", "score", "--help")
    key = put("key.tsv", "question\tclass\tanswer\nq\t1\tPaul McCartney\n")
    ours = put("run.txt", "q => John Lennon\nq => Paul McCartney\n")
    rows = run("-m", "qaeval", "score", "-f", "tsv", "-m", "RR", key, ours).splitlines()
    assert rows[1:] == ["run\tRR\tall\t0.5"]


def test_add_a_significance_test(copy, put):
    run = copy("Add a significance test")
    run("man/make.py")
    run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/studies/inference"),
        *("tests/test_in_step.py::test_man_pages", "tests/test_rooms.py"),
    )
    assert "|wilcoxon|z]" in run("-m", "qaeval", "compare", "--help")
    rows = [f"a\tRR\tq{i}\t{i % 2}\nb\tRR\tq{i}\t0\n" for i in range(8)]
    table = put("scores.tsv", "run\tmeasure\tquestion\tvalue\n" + "".join(rows))
    pair = run("-m", "qaeval", "compare", "--pairs", "-f", "json", "--test", "z", table)
    # The differences are 0 and 1 in turn: mean 1/2, standard error √(2/7)/√8.
    (told,) = json.loads(pair)["pairs"]
    assert told["p"] == pytest.approx(2 * norm.sf(0.5 / (2 / 7 / 8) ** 0.5))


def test_add_a_subcommand(copy, put):
    run = copy("Add a subcommand")
    run("man/make.py")
    run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/cli/test_best.py"),
        *("tests/cli/test_commands.py", "tests/test_rooms.py"),
        "tests/test_in_step.py::test_man_pages",
    )
    assert "best        Name the best run by each measure." in run("-m", "qaeval", "--help")
    table = put("scores.tsv", "run\tmeasure\tquestion\tvalue\na\tRR\tq\t1\nb\tRR\tq\t0\n")
    assert run("-m", "qaeval", "best", "-f", "tsv", table).splitlines()[1:] == ["RR\ta\t1"]
