"""What is published works where nothing else is: built, installed and run outside the project."""

import os
import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
LEFT_BEHIND = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__")


def run(*command, folder):
    """What a command prints, started as a user does who has nothing set for Python."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pip(*arguments, python=sys.executable, folder):
    return run(python, "-m", "pip", "--disable-pip-version-check", *arguments, folder=folder)


class Published(NamedTuple):
    """What `make dist` makes."""

    wheel: Path
    source: Path


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """The distributions, built from a copy of the project; the wheel out of the source's own."""
    folder = tmp_path_factory.mktemp("published")
    try:
        pip(
            "download",
            "--quiet",
            "--no-deps",
            "--dest",
            folder / "tool",
            "setuptools",
            folder=folder,
        )
    except AssertionError:
        if os.environ.get("CI"):
            raise
        pytest.skip("no package index to be reached")
    shutil.copytree(ROOT, folder / "project", ignore=LEFT_BEHIND)
    run(sys.executable, "-m", "build", "--outdir", folder, "project", folder=folder)
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Published(wheel, source)


@pytest.fixture(scope="module")
def environment(published, tmp_path_factory):
    """A virtual environment that holds the wheel and what it needs, no more."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=True)
    pip("install", "--quiet", published.wheel, python=folder / "bin/python", folder=folder)
    return folder


def installed_files(environment, folder):
    """The distribution's files, byte-compiled ones and its records of the installation apart."""
    listed = pip("show", "--files", "qaeval-cli", python=environment / "bin/python", folder=folder)
    files = listed.split("Files:\n")[1].split()
    return {name for name in files if "__pycache__" not in name and ".dist-info/" not in name}


def test_the_name_and_the_command(environment, tmp_path):
    asked = (
        "import qaeval, importlib.metadata as m; print(qaeval.__file__, m.version('qaeval-cli'))"
    )
    place, version = run(environment / "bin/python", "-c", asked, folder=tmp_path).split()
    assert Path(place).is_relative_to(environment)
    assert run(environment / "bin/qaeval", "--version", folder=tmp_path) == f"qaeval {version}\n"


def test_files_become_a_score_table_and_a_page(environment, tmp_path):
    """Two questions; ours has the first answer right and the second right at rank 2: RR 0.75."""
    (tmp_path / "key.tsv").write_text("question\tclass\tanswer\nq1\t1\tx\nq2\t1\ty\n")
    (tmp_path / "ours.tsv").write_text("question\tanswer\nq1\tx\nq2\tno\nq2\ty\n")
    (tmp_path / "theirs.tsv").write_text("question\tanswer\nq1\tno\nq2\ty\n")
    qaeval = environment / "bin/qaeval"
    runs = ("key.tsv", "ours.tsv", "theirs.tsv")
    scored = run(qaeval, "score", "-f", "tsv", "-m", "RR", *runs, folder=tmp_path)
    assert scored == "run\tmeasure\tquestion\tvalue\nours\tRR\tall\t0.75\ntheirs\tRR\tall\t0.5\n"
    run(qaeval, "score", "-q", "-f", "tsv", "-m", "RR", "-o", "scores.tsv", *runs, folder=tmp_path)
    report = ("report", "--no-pictures", "--trials", "20", "-o", "page.html", "scores.tsv")
    run(qaeval, *report, folder=tmp_path)
    page = (tmp_path / "page.html").read_text()
    for part in ("page.css", "page.js"):
        text = (ROOT / "qaeval/presentation/report" / part).read_text()
        assert text.strip() and text.strip() in page


def test_man_pages_are_where_man_looks(environment):
    pages = {page.name: page.read_bytes() for page in (ROOT / "man").glob("*.1")}
    there = (environment / "share/man/man1").glob("*")
    assert {page.name: page.read_bytes() for page in there} == pages


def test_the_source_distribution_gives_the_same(published, environment, tmp_path):
    from_wheel = installed_files(environment, tmp_path)
    assert "qaeval/py.typed" in {name.replace(os.sep, "/") for name in from_wheel}
    python = environment / "bin/python"
    again = ("install", "--quiet", "--no-deps", "--force-reinstall", published.source)
    pip(*again, python=python, folder=tmp_path)
    assert installed_files(environment, tmp_path) == from_wheel
    assert run(environment / "bin/qaeval", "measures", folder=tmp_path)


def test_the_source_distribution_can_be_tested(published):
    with tarfile.open(published.source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    kept = {
        str(path.relative_to(ROOT))
        for folder in ("qaeval", "tests", "sample_data", "papers", "man")
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert kept | {"Makefile", "LICENSE", "README.md", "pyproject.toml"} <= names
