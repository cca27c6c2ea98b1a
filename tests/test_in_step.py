"""What is generated and committed is what its generator gives today."""

import importlib.util
import re
import shlex
import subprocess
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


README_BLOCKS = list(console_blocks(ROOT / "README.md"))


def test_the_readme_shows_real_commands():
    assert len(README_BLOCKS) >= 10


@pytest.mark.parametrize(("command", "output"), README_BLOCKS, ids=[c for c, _ in README_BLOCKS])
def test_readme_output(command, output, tmp_path):
    """A line `…` stands for any number of lines."""
    for name in ("sample_data",):
        (tmp_path / name).symlink_to(ROOT / name)
    done = subprocess.run(
        ["bash", "-c", setup_for(command) + command], cwd=tmp_path, capture_output=True, text=True
    )
    pattern = ".*".join(re.escape(piece) for piece in re.split(r"(?m)^…$", output))
    printed = (done.stdout + done.stderr).rstrip("\n")
    assert re.fullmatch(pattern, printed, flags=re.DOTALL), printed


def setup_for(command):
    """The files that an earlier command of the tour has written."""
    made = [other for other, _ in README_BLOCKS if " -o " in other and other != command]
    return "".join(
        f"{other} 2>/dev/null\n"
        for other in made
        if (words := shlex.split(other)) and words[words.index("-o") + 1] in command
    )


def test_the_readme_lists_every_measure():
    text = (ROOT / "README.md").read_text()
    missing = [d.name for d in DEFINITIONS.values() if f"`{d.name}" not in text]
    assert not missing
