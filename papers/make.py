"""Write PAPERS.md from what `make -f papers/Makefile` has built.

    python papers/make.py

The commands are those that make itself prints; the figures are those of the files in build/papers/.
`page(top)` gives the text; a test compares it with what is committed.
"""

from __future__ import annotations

import os
import re
import subprocess
import textwrap
from pathlib import Path

from entries import EXACT, FORM, PAPERS, WORDS, Entry, Paper
from printed_numbers import Check, Fault

TOP = Path(__file__).parent.parent
BUILD = "build/papers"

INTRODUCTION = f"""\
# The papers' tables and figures

Written by `make papers`, which builds every table and figure below from `sample_data/` into
`{BUILD}/`, and then this page from what came out; do not edit it. A test keeps it in step.

- **exact**: formulas, worked examples, mappings, and tables that follow from published numbers;
  what the paper prints and what the program gives stand side by side, and where they differ
  both are shown in bold.
- **form**: the same table or figure on a collection of the same size, because the paper's is not
  public. The numbers are those of `sample_data/` (one draw of a model; `make findings` looks at
  many).
- **words**: nothing to compute.

Pictures (`.svg`) lie beside the text of each figure. After each paper come those of its cells that
can be recomputed from its other numbers, and every place where one does not follow, with the
arithmetic. Printed numbers are those of our text copies of the papers.
"""


def page(top: Path) -> str:
    """PAPERS.md, from the files built below `top`."""
    commands = _commands(top)
    parts = [INTRODUCTION, _summary()]
    for paper in PAPERS:
        parts += _paper(paper, commands, top / BUILD / paper.folder)
    return "\n".join(parts)


def _commands(top: Path) -> dict[str, list[str]]:
    """The commands that write each file, as make would run them."""
    inherited = ("MAKEFLAGS", "MAKELEVEL", "MFLAGS", "QAEVAL", "BUILD", "PICTURES")
    environment = {name: text for name, text in os.environ.items() if name not in inherited}
    done = subprocess.run(
        ["make", "-f", "papers/Makefile", "--always-make", "--dry-run"],
        cwd=top, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        written = re.search(r"(?:-o|>>?) (\S+)$", line)
        if written:
            found.setdefault(written[1], []).append(re.sub(" +", " ", line))
    return found


def _summary() -> str:
    """How much there is of each kind, and how many cells were recomputed."""
    rows = [["paper", EXACT, FORM, WORDS, "cells recomputed", "follow", "other slips"]]
    for paper in PAPERS:
        kinds = [entry.kind for entry in paper.entries]
        checks = paper.recomputed.checks()
        cells = sum(check.cells for check in checks)
        faults = sum(len(check.faults) for check in checks)
        words = str(len(paper.recomputed.in_words()))
        counts = [str(kinds.count(kind)) for kind in (EXACT, FORM, WORDS)]
        rows.append([_link(paper), *counts, f"{cells:,}", f"{cells - faults:,}", words])
    return _table(rows)


def _link(paper: Paper) -> str:
    return f"[{paper.short}](#{_anchor(paper.short)})"


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _paper(paper: Paper, commands: dict[str, list[str]], folder: Path) -> list[str]:
    parts = [f"\n## {paper.short}\n", _prose(f"*{paper.title}*"), _prose(paper.about)]
    rows = [["", "what", "kind", f"file in {BUILD}/{paper.folder}/"]]
    for entry in paper.entries:
        file = f"`{entry.file}`" if entry.file else entry.note
        rows.append([entry.number, entry.title, entry.kind, file])
    parts.append(_table(rows))
    if paper.first:
        lines = [line for file in paper.first for line in _writing(commands, paper, file)]
        parts += ["First, what the tables are made from:\n", _block(lines)]
    for entry in paper.entries:
        if entry.file:
            parts += _entry(entry, paper, commands, folder)
    parts += _recomputed(paper)
    return parts


def _writing(commands: dict[str, list[str]], paper: Paper, file: str) -> list[str]:
    return commands[f"{BUILD}/{paper.folder}/{file}"]


def _entry(entry: Entry, paper: Paper, commands: dict[str, list[str]], folder: Path) -> list[str]:
    """The command, what it printed, and what the paper prints."""
    lines = [f"$ {line}" for line in _writing(commands, paper, entry.file)]
    if entry.lines:
        lines += _excerpt((folder / entry.file).read_text().splitlines(), entry)
    parts = [
        _prose(f"**{entry.number}** ({entry.kind}): {entry.title}. {entry.note}"),
        _block(lines),
    ]
    if entry.beside is not None:
        parts.append(_table(entry.beside(folder)))
    return parts


def _excerpt(printed: list[str], entry: Entry) -> list[str]:
    """As many lines as asked for; what is left out shows as `…`."""
    first = next(i for i, line in enumerate(printed) if line.startswith(entry.start))
    last = first + entry.lines
    before, after = ["…"] * (first > 0), ["…"] * (last < len(printed))
    return [*before, *printed[first:last], *after]


def _recomputed(paper: Paper) -> list[str]:
    """The cells that follow, and those that do not."""
    checks: list[Check] = paper.recomputed.checks()
    rows = [["recomputed", "rule", "cells", "follow"]]
    rows += [
        [check.where, check.rule, str(check.cells), str(check.cells - len(check.faults))]
        for check in checks
    ]
    faults: list[Fault] = [fault for check in checks for fault in check.faults]
    faults += paper.recomputed.in_words()
    parts = [f"### {paper.short}: recomputed from the printed numbers\n", _table(rows)]
    if faults:
        listed = [[fault.where, fault.printed, fault.arithmetic] for fault in dict.fromkeys(faults)]
        parts += [
            "What does not follow (a row may stand for several cells, counted above):\n",
            _table([["where", "printed", "arithmetic"], *listed]),
        ]
    if paper.remark:
        parts.append(_prose(paper.remark))
    return parts


def _prose(text: str) -> str:
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False) + "\n"


def _block(lines: list[str]) -> str:
    return "\n".join(["```text", *lines, "```", ""])


def _table(rows: list[list[str]]) -> str:
    header, *body = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    lines = [header, ["---"] * len(header), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


if __name__ == "__main__":
    (TOP / "PAPERS.md").write_text(page(TOP), encoding="utf-8")
