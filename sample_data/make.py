"""Make the sample collections: the same seed gives the same bytes on any machine.

    python sample_data/make.py
    python sample_data/make.py --seed 7 --out seven --only factoid response

With this folder on the path, `make.factoid(7)` and its fellows give a collection as a dict from
file name to table, a table being a list of rows whose first is the header (or to the text of a
file that is none); `make.write` puts one into a folder.
"""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from simulate.cqa import cqa
from simulate.examples import examples
from simulate.factoid import factoid, settings
from simulate.files import Files, Row
from simulate.judge import judge
from simulate.lists import list_task
from simulate.llm import llm
from simulate.nuggets import nuggets
from simulate.response import response
from simulate.timed import timed

__all__ = [
    "COLLECTIONS",
    "cqa",
    "examples",
    "factoid",
    "judge",
    "list_task",
    "llm",
    "nuggets",
    "response",
    "settings",
    "timed",
    "write",
]

# What --only accepts, the folder it fills, and the function that makes it.
COLLECTIONS: dict[str, tuple[str, Callable[[int], Files]]] = {
    "cqa": ("cqa", cqa),
    "examples": ("examples", examples),
    "factoid": ("factoid", factoid),
    "settings": ("factoid", settings),
    "judge": ("judge", judge),
    "list": ("list", list_task),
    "llm": ("llm", llm),
    "nuggets": ("nuggets", nuggets),
    "response": ("response", response),
    "timed": ("timed", timed),
}


def write(folder: str | Path, files: Files) -> None:
    """Write each table as tab-separated UTF-8 text with plain newlines, and text as it is."""
    for name, rows in files.items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = rows if isinstance(rows, str) else "".join(map(_line, rows))
        path.write_bytes(text.encode("utf-8"))


def _line(row: Row) -> str:
    return "\t".join(map(str, row)) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Make what the command line asks for."""
    parser = argparse.ArgumentParser(description="Make the sample collections.")
    parser.add_argument(
        "--seed", type=int, default=1, help="another seed, another collection (default: 1)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).parent, help="where to write (default: here)"
    )
    parser.add_argument(
        "--only", action="extend", nargs="+", choices=COLLECTIONS, help="only these collections"
    )
    options = parser.parse_args(arguments)
    for name in options.only or COLLECTIONS:
        folder, collection = COLLECTIONS[name]
        write(options.out / folder, collection(options.seed))


if __name__ == "__main__":
    main()
