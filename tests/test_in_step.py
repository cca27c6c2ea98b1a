"""What is generated and committed is what its generator gives today."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import make as sample_data_maker
from qaeval.measures import DEFINITIONS

ROOT = Path(__file__).parent.parent


def load(path):
    specification = importlib.util.spec_from_file_location("maker", path)
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def test_man_pages():
    pages = load(ROOT / "man/make.py").pages()
    committed = {path.name: path.read_text() for path in (ROOT / "man").glob("*.1")}
    assert committed == pages, "run 'make man'"


def test_sample_report(tmp_path):
    maker = load(ROOT / "docs/make.py")
    made, committed = maker.page(tmp_path), (ROOT / "docs" / maker.NAME).read_text()
    assert maker.without_pictures(made) == maker.without_pictures(committed), "run 'make docs'"
    assert len(committed.encode()) < 1_000_000


@pytest.mark.parametrize("name", sample_data_maker.COLLECTIONS)
def test_sample_data(name, tmp_path):
    folder, collection = sample_data_maker.COLLECTIONS[name]
    sample_data_maker.write(tmp_path, collection(1))
    made = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert made
    for path in made:
        committed = ROOT / "sample_data" / folder / path.relative_to(tmp_path)
        assert committed.read_bytes() == path.read_bytes(), "run 'make sample-data'"


def console_blocks(path):
    """Commands and their printed output from ```console blocks."""
    for block in re.findall(r"```console\n(.*?)```", path.read_text(), flags=re.DOTALL):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, _, output = part.partition("\n")
            while command.endswith("\\"):
                more, _, output = output.partition("\n")
                command = command[:-1] + more.strip()
            yield command, output.rstrip("\n")


def test_readme_output(tmp_path):
    """Every command of the README prints what the README shows; `…` stands for any lines."""
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    blocks = list(console_blocks(ROOT / "README.md"))
    assert len(blocks) >= 10
    for command, output in blocks:
        done = subprocess.run(
            ["bash", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        pattern = ".*".join(re.escape(piece) for piece in re.split(r"(?m)^…$", output))
        printed = (done.stdout + done.stderr).rstrip("\n")
        assert re.fullmatch(pattern, printed, flags=re.DOTALL), f"{command}\n{printed}"


def test_readme_python(tmp_path, monkeypatch, capsys):
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), flags=re.DOTALL)
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    (shown,) = re.findall(r"# (\{.*\})", code)
    pattern = ".*".join(map(re.escape, shown.split("…")))
    assert re.fullmatch(pattern, capsys.readouterr().out.strip())
    assert (tmp_path / "scores.tsv").exists()


def test_the_readme_lists_every_measure():
    text = (ROOT / "README.md").read_text()
    missing = [d.name for d in DEFINITIONS.values() if f"`{d.name}" not in text]
    assert not missing


def test_the_measure_of_contributing_works(tmp_path):
    text = (ROOT / "CONTRIBUTING.md").read_text()
    (code,) = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    script = (
        "from qaeval.measures.ranked import *\nfrom qaeval.measures.ranked import mean\n"
        f"{code}\nfrom qaeval.cli import main\n"
        "main(['score', '-f', 'tsv', '-m', 'Found@3', 'key.tsv', 'run.tsv'])"
    )
    (tmp_path / "key.tsv").write_text("question\tclass\tanswer\nq\t1\tx\nq\t2\ty\n")
    (tmp_path / "run.tsv").write_text("question\tanswer\nq\tno\nq\tx\nq\tnay\nq\ty\n")
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.splitlines()[1] == "run\tFound@3\tall\t1", done.stderr
