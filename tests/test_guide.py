"""The guide, README and docs/: its commands print what it shows, and its links lead somewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GUIDE = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Pages of the repository that the site shows as well.
LINKED = [*GUIDE, *(ROOT / name for name in ("PAPERS.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
LINKED += [ROOT / "bench/RESULTS.md", ROOT / "sample_data/README.md"]

# What is run, and what is only shown.
RUN, SHOWN = {"console", "make", "python"}, {"", "text"}
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)


def name(page):
    return str(page.relative_to(ROOT))


def blocks(page):
    """The fenced blocks of a page: language and text."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands(session):
    """Commands and their printed output, from the text of a console block."""
    for part in re.split(r"(?m)^\$ ", session)[1:]:
        command, _, output = part.partition("\n")
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            command = command[:-1] + more.strip()
        yield command, output.rstrip("\n")


@pytest.fixture
def folder(tmp_path):
    """Where a reader is who has the sample data at hand."""
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    return tmp_path


@pytest.fixture(scope="session")
def environment():
    """The program on the path, a terminal of 80 columns, and no make around."""
    inherited = {key: text for key, text in os.environ.items() if not key.startswith("MAKE")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**inherited, "PATH": path, "COLUMNS": "80"}


RUNNABLE = [page for page in GUIDE if {"console", "make"} & {kind for kind, _ in blocks(page)}]


@pytest.mark.parametrize("page", RUNNABLE, ids=name)
def test_output(page, folder, environment):
    """Every command prints what its page shows; `…` stands for any lines.

    A block of make is the file that its first line names.
    """
    for kind, text in blocks(page):
        if kind == "make":
            (folder / text.partition("\n")[0].removeprefix("# ")).write_text(text)
        for command, output in commands(text) if kind == "console" else ():
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=folder,
                env=environment,
                capture_output=True,
                text=True,
            )
            pattern = ".*".join(re.escape(piece) for piece in re.split(r"(?m)^…$", output))
            printed = (done.stdout + done.stderr).rstrip("\n")
            assert re.fullmatch(pattern, printed, flags=re.DOTALL), f"{command}\n{printed}"


PYTHON = [page for page in GUIDE if "python" in {kind for kind, _ in blocks(page)}]


@pytest.mark.parametrize("page", PYTHON, ids=name)
def test_python(page, folder, monkeypatch, capsys):
    """Python prints what stands behind it as a comment, and writes the tables that it names."""
    code = "".join(text for kind, text in blocks(page) if kind == "python")
    monkeypatch.chdir(folder)
    exec(compile(code, name(page), "exec"), {})
    shown = "\n".join(re.findall(r"(?m)^print\(.*\) +# (.*)$", code))
    assert shown
    pattern = ".*".join(map(re.escape, shown.split("…")))
    assert re.fullmatch(pattern, capsys.readouterr().out.strip())
    for table in re.findall(r'write_scores\(\w+, "(.+)"\)', code):
        assert (folder / table).exists()


@pytest.mark.parametrize("page", GUIDE, ids=name)
def test_what_looks_runnable_is_run(page):
    """A block in another language, or with a command in it, would escape the tests above."""
    for kind, text in blocks(page):
        assert kind in RUN | SHOWN, kind
        assert kind in RUN or not re.search(r"(?m)^\$ ", text), text


def test_most_pages_have_commands():
    assert len(RUNNABLE) >= 10


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 250


def without_blocks(page):
    return BLOCK.sub("", page.read_text(encoding="utf-8"))


def anchors(page):
    """The addresses of a page's headings: lower case, signs dropped, a hyphen for each space."""
    headings = re.findall(r"(?m)^#+ (.*)$", without_blocks(page))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", LINKED, ids=name)
def test_links(page):
    """A link in the repository leads to a file that is there, and to a heading of it."""
    prose = re.sub(r"`[^`\n]*`", "", without_blocks(page))
    for target in re.findall(r"\]\(([^)\s]+)\)", prose):
        path, _, anchor = target.partition("#")
        linked = (page.parent / path).resolve() if path else page
        assert linked.exists(), target
        assert not anchor or anchor in anchors(linked), target


def test_every_page_is_in_the_menu():
    menu = set(re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), flags=re.MULTILINE))
    assert {page.name for page in GUIDE[1:]} <= menu


def test_every_page_is_linked_from_the_readme():
    linked = re.findall(r"\]\(docs/([^)#]+\.md)\)", GUIDE[0].read_text(encoding="utf-8"))
    assert set(linked) == {page.name for page in GUIDE[1:]}
