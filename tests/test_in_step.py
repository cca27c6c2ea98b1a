"""What is generated and committed is what its generator gives today."""

import importlib.util
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
