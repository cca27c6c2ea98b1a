"""What CONTRIBUTING says to write, written into a copy of the tree, passes the tests there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COPIED = ("qaeval", "tests", "docs", "man", "sample_data", "papers", "pyproject.toml", "README.md")


def recipe(heading):
    """The files that a recipe adds to, and what it adds; each block names its file first."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```python\n# (\S+)\n(.*?)```", section, flags=re.DOTALL)
    assert blocks, f"no recipe {heading}"
    return blocks


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
        for name, code in recipe(heading):
            path = tmp_path / name
            text = path.read_text(encoding="utf-8")
            if code not in text:  # whoever follows the recipe in earnest has it already
                path.write_text(f"{text}\n\n{code}", encoding="utf-8")

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
