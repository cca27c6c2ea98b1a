"""PAPERS.md is what the commands give today, and names every table and figure of the papers."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from entries import COMMUNITY, EXACT, NON_RESPONSE, PAPERS, RELIABILITY, TIME

ROOT = Path(__file__).parent.parent.parent
ENVIRONMENT = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}


def make(folder, *arguments):
    program = f"QAEVAL={sys.executable} -m qaeval"
    return subprocess.run(
        ["make", program, *arguments], cwd=folder, env=ENVIRONMENT, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Every table, without the pictures."""
    folder = tmp_path_factory.mktemp("papers")
    for name in ("papers", "sample_data"):
        (folder / name).symlink_to(ROOT / name)
    done = make(folder, "-j2", "-f", "papers/Makefile", "PICTURES=")
    assert done.returncode == 0, done.stderr
    return folder


def test_the_page_is_in_step(built):
    script = f"import sys; sys.path.insert(0, {str(ROOT / 'papers')!r}); import make; "
    script += "from pathlib import Path; sys.stdout.reconfigure(encoding='utf-8'); "
    script += f"print(make.page(Path({str(built)!r})), end='')"
    done = subprocess.run(
        [sys.executable, "-c", script], env=ENVIRONMENT, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == (ROOT / "PAPERS.md").read_text(encoding="utf-8"), "run 'make papers'"


def test_every_file_is_there_and_holds_something(built):
    files = [
        (paper.folder, entry.file) for paper in PAPERS for entry in paper.entries if entry.file
    ]
    assert len(files) > 50
    empty = [file for file in files if not (built / "build/papers" / Path(*file)).stat().st_size]
    assert not empty


def test_the_makefile_of_the_community_qa_stands_alone():
    """As an organiser would call it: from its own folder, all paths relative to that."""
    done = make(ROOT / "sample_data/cqa", "-n", "-B")
    assert done.returncode == 0, done.stderr
    line = " -m qaeval gold assessments.tsv --scheme gaw --leave-out J1 -o build/loo1.qrels\n"
    assert line in done.stdout
    assert "sample_data" not in done.stdout.replace(str(ROOT), "")
    assert "--plot" not in done.stdout


def test_a_picture_beside_the_numbers(tmp_path):
    for name in ("papers", "sample_data"):
        (tmp_path / name).symlink_to(ROOT / name)
    done = make(tmp_path, "-f", "papers/Makefile", "PICTURES=png", "build/papers/2009/figure-1.txt")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "build/papers/2009/figure-1.png").read_bytes().startswith(b"\x89PNG")


def numbers(paper, word, side=0):
    """The tables or figures that a paper's entries name; at a slash `side` picks 2007 or 2004."""
    found = set()
    for entry in paper.entries:
        for match in re.finditer(rf"{word}s? ([0-9IV–, /]+)", entry.number):
            text = match[1].split("/")[min(side, match[1].count("/"))]
            for part in re.findall(r"[0-9]+–[0-9]+|[0-9]+|[IV]+", text):
                first, _, last = part.partition("–")
                roman = {"I": 1, "II": 2, "III": 3}
                start = roman.get(first) or int(first)
                found.update(range(start, (int(last) if last else start) + 1))
    return found


def test_every_table_and_figure_is_listed():
    assert numbers(RELIABILITY, "Table") == numbers(RELIABILITY, "Table", 1) == {1, 2, 3}
    assert numbers(RELIABILITY, "Figure") == set(range(1, 15))
    assert numbers(RELIABILITY, "Figure", 1) == set(range(1, 14))
    assert (numbers(TIME, "Table"), numbers(TIME, "Figure")) == ({1, 2}, {1})
    assert numbers(COMMUNITY, "Table") == set(range(1, 29))
    assert numbers(COMMUNITY, "Figure") == set(range(1, 16))
    assert (numbers(NON_RESPONSE, "Table"), numbers(NON_RESPONSE, "Figure")) == (
        {1, 2, 3},
        {1, 2, 3},
    )


def test_what_is_exact_agrees_but_for_the_slips_of_2009(built):
    for paper in PAPERS:
        for entry in paper.entries:
            if entry.kind == EXACT and entry.beside is not None:
                rows = entry.beside(built / "build/papers" / paper.folder)
                assert len(rows) > 3
                bold = [cell for row in rows for cell in row if "**" in cell]
                # Three effective times, three values, and the rank of alicante at r = 0.99.
                assert len(bold) == (7 if paper is TIME else 0)
