"""Write the generated part of docs/measures.md: every measure, as the program explains it.

    python docs/measures.py

A test compares the page with what this gives today.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable
from pathlib import Path

from qaeval.cli import group
from qaeval.measures import COMPONENTS, DEFINITIONS, FAMILIES, PRESETS, leading

PAGE = Path(__file__).parent / "measures.md"
MEAN = "mean over questions"
GENERATED = "<!-- From here on written by"


def page(text: str) -> str:
    """The page with its generated part made anew; what is written by hand stays."""
    by_hand, mark, rest = text.partition(GENERATED)
    marker = mark + rest.partition("\n")[0]
    records = _records()
    sections = ["## Presets", _presets()]
    for family in FAMILIES:
        of_family = [record for record in records if record["family"] == family]
        inputs = of_family[0]["needs"].partition("; ")[0]
        sections += [f"## {family.capitalize()}", f"Of {inputs}.", _overview(of_family)]
        sections += [section for record in of_family for section in _explanation(record)]
    sections += ["## Components", _components()]
    return "\n\n".join([by_hand + marker, *sections]) + "\n"


def _records() -> list[dict[str, str]]:
    """What `qaeval measures NAME -f json` says of each measure."""
    records = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "measure.json"
        for definition in DEFINITIONS.values():
            name = definition.form.rpartition(", ")[0] or definition.form.replace("@k", "@1")
            group.main(["measures", name, "-f", "json", "-o", str(file)], standalone_mode=False)
            records.append(json.loads(file.read_text(encoding="utf-8")))
    return records


def _presets() -> str:
    rows = [
        [f"`{name}`", _code(measures), f"`{measures[leading([name])]}`"]
        for name, measures in PRESETS.items()
    ]
    return _table(["`-m`", "measures", "ranks by"], rows)


def _overview(records: list[dict[str, str]]) -> str:
    rows = [
        [
            f"[`{record['name']}`](#{_anchor(record)})",
            _code(record["aliases"].split()),
            _plain(record["formula"]),
        ]
        for record in records
    ]
    return _table(["name", "also called", "definition"], rows)


def _explanation(record: dict[str, str]) -> list[str]:
    marks, _, value = record["example"].rpartition(" -> ")
    fields = {
        "formula": record["formula"],
        "parameters": record["parameters"],
        "needs": record["needs"].partition("; ")[2],
        "overall": record["aggregate"] if record["aggregate"] != MEAN else "",
        "better": record["better"] if record["better"] != "higher" else "",
        "source": record["source"],
    }
    lines = [f"- {label}: {_plain(text)}" for label, text in fields.items() if text]
    lines.append(f"- example: `{marks}` gives {value} ({_plain(record['working'])})")
    return [f"### {_heading(record)}", _plain(record["help"]), "\n".join(lines)]


def _components() -> str:
    rows = [[f"`{component.name}`", component.meaning] for component in COMPONENTS.values()]
    return _table(["component", "of a question"], rows)


def _heading(record: dict[str, str]) -> str:
    return record["name"].partition(",")[0]


def _anchor(record: dict[str, str]) -> str:
    """The heading as a web page spells its address: `c@1` is `c1`."""
    return "".join(sign for sign in _heading(record).lower() if sign.isalnum() or sign in "-_")


def _plain(text: str) -> str:
    """Text whose signs mean nothing to Markdown."""
    for sign in "<|*":
        text = text.replace(sign, f"&#{ord(sign)};")
    return text


def _code(names: Iterable[str]) -> str:
    return " ".join(f"`{name}`" for name in names)


def _table(header: list[str], rows: list[list[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
