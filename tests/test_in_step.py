"""What is generated and committed is what its generator gives today."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest

import make as sample_data_maker

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


def test_list_of_measures():
    page = (ROOT / "docs/measures.md").read_text(encoding="utf-8")
    assert page == load(ROOT / "docs/measures.py").page(page), "run 'make docs'"


@pytest.mark.parametrize("name", sample_data_maker.COLLECTIONS)
def test_sample_data(name, tmp_path):
    folder, collection = sample_data_maker.COLLECTIONS[name]
    sample_data_maker.write(tmp_path, collection(1))
    made = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert made
    for path in made:
        committed = ROOT / "sample_data" / folder / path.relative_to(tmp_path)
        assert committed.read_bytes() == path.read_bytes(), "run 'make sample-data'"


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
