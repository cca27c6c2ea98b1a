"""Write the output of the guide's commands anew: `python docs/blocks.py [PAGE...]`.

Where a block shows only some of the lines, `…` for the rest, as many lines as before are shown at
its start and its end. Look at what has changed before it is committed: the words around a block
do not follow by themselves.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
CUT = "…"


def main(names: list[str]) -> None:
    """The pages named, or all of them."""
    every = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in [Path(name) for name in names] or every:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "sample_data").symlink_to(ROOT / "sample_data")
            text = page.read_text(encoding="utf-8")
            page.write_text(BLOCK.sub(lambda block: _block(block, folder), text), encoding="utf-8")


def _block(block: re.Match[str], folder: str) -> str:
    kind, text = block.groups()
    if kind == "make":
        (Path(folder) / text.partition("\n")[0].removeprefix("# ")).write_text(text)
    if kind != "console":
        return block.group()
    parts = [_session(part, folder) for part in re.split(r"(?m)^\$ ", text)[1:]]
    return f"```{kind}\n{''.join(parts)}```"


def _session(part: str, folder: str) -> str:
    """A command as it stands, with what it prints now."""
    lines = part.rstrip("\n").split("\n")
    end = next(at for at, line in enumerate(lines) if not line.endswith("\\")) + 1
    command = "".join(line.removesuffix("\\").strip() + " " for line in lines[:end]).strip()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "80"},
        capture_output=True,
        text=True,
    )
    printed = (done.stdout + done.stderr).rstrip("\n")
    shown = _cut(printed.split("\n") if printed else [], lines[end:])
    blank = ["", ""] if part.endswith("\n\n") else [""]
    return "\n".join(["$ " + "\n".join(lines[:end]), *shown, *blank])


def _cut(printed: list[str], before: list[str]) -> list[str]:
    """As much of the output as was shown before."""
    if CUT not in before:
        return printed
    first = before.index(CUT)
    last = len(before) - 1 - before[::-1].index(CUT)
    tail = len(before) - 1 - last
    if first != last:  # several cuts: only a person can choose
        return before
    return [*printed[:first], CUT, *(printed[-tail:] if tail else [])]


if __name__ == "__main__":
    main(sys.argv[1:])
