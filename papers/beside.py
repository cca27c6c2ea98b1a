"""A printed table and the program's own, cell by cell; cells that should agree but do not: bold."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from printed_numbers import read
from recomputed_2009 import WEIGHTS
from recomputed_2010 import GA, GAW


def worked_examples(folder: Path) -> list[list[str]]:
    """Section 4.1 of 2007: the gains of the Beatles and the values of Q."""
    gains = [
        row["gain"]
        for row in _tsv(folder / "section-4.1-marks.tsv")
        if row["question"] == "beatles"
    ]
    values = {row["question"]: row["value"] for row in _tsv(folder / "section-4.1-scores.tsv")}
    return [
        ["example", "printed", "qaeval"],
        _row("Beatles, gains", "2 2 0 3 2", " ".join(gains)),
        _row("Beatles, Q", "0.7224", _rounded(values["beatles"], "0.7224")),
        _row("NIL at rank 1, Q", "1.0", _rounded(values["love"], "1.0")),
    ]


def answer_times(folder: Path) -> list[list[str]]:
    """Tables 1 and 2 of 2009."""
    ours = {(row["run"], row["r"]): row for row in _tsv(folder / "tables-1-2.tsv")}
    times = {row["run"]: row["effective_time"] for row in read("2009-table-1.tsv")}
    rows = [["printed / computed", "effective time", *(f"r = {r}" for r in WEIGHTS)]]
    for printed in read("2009-table-2.tsv"):
        run = printed["run"]
        cells = [_cell(times[run], _rounded(ours[run, "0"]["effective_time"], times[run]))]
        for r in WEIGHTS:
            value, rank = printed[r].split()
            row = ours[run, r]
            cells.append(
                _cell(f"{value} ({rank})", f"{_rounded(row['value'], value)} ({row['rank']})")
            )
        rows.append([run, *cells])
    return rows


def ga_levels(folder: Path) -> list[list[str]]:
    """Table 2 of 2010."""
    return _levels(folder / "table-02-printed.tsv", GA)


def gaw_levels(folder: Path) -> list[list[str]]:
    """Table 21 of 2010."""
    return _levels(folder / "table-21-printed.tsv", GAW)


def systems(folder: Path) -> list[list[str]]:
    """Table 3 of 2011."""
    ours = {(row["run"], row["measure"]): row["value"] for row in _tsv(folder / "table-3.tsv")}
    rows = [["printed / computed", "c@1", "accuracy", "n_ac", "n_aw", "n_u"]]
    for printed in read("2011-table-3.tsv"):
        run = printed["run"]
        cells = (
            _cell(printed[name], _rounded(ours[run, name], printed[name])) for name in rows[0][1:]
        )
        rows.append([run, *cells])
    return rows


def sensitivity_2007(table: str) -> Callable[[Path], list[list[str]]]:
    """Table 1, 2 or 3 of 2004, beside the same on the sample collection."""
    printed = [row for row in read("2004-tables-1-3.tsv") if row["table"] == table]
    names = {"Q-measure": "Q", "F-measure": "F"}
    cells = {
        (row["c"], names.get(row["measure"], row["measure"])): [
            row["diff"], row["max"], f"{row['relative']}%", f"{row['share']}%"
        ]
        for row in printed
    }  # fmt: skip
    return lambda folder: _sensitivity(folder / f"table-{table}.txt", cells)


def sensitivity_2011(folder: Path) -> list[list[str]]:
    """Table 2 of 2011, beside the same on the sample collection."""
    cells = {
        ("250", row["measure"]): [
            row["diff"], row["max"], f"{row['relative']}%", f"{row['sensitivity']}%"
        ]
        for row in read("2011-table-2.tsv")
    }  # fmt: skip
    return _sensitivity(folder / "table-2.txt", cells)


def _sensitivity(path: Path, printed: dict[tuple[str, str], list[str]]) -> list[list[str]]:
    """What `swap` prints for people, after the paper's figures."""
    rows = [["paper / sample_data", "difference required", "maximum", "relative", "comparisons"]]
    size = ""
    for line in path.read_text().splitlines():
        heading = re.match(r"c = (\d+):", line)
        size = heading[1] if heading else size
        found = re.fullmatch(r"(\S+) +([\d.]+) +([\d.]+) +(\d+%) +([\d.]+%)", line)
        if found:
            name, *ours = found.groups()
            pairs = zip(printed[size, name], ours, strict=True)
            rows.append([f"{name}, c = {size}", *(f"{a} / {b}" for a, b in pairs)])
    return rows


def _levels(path: Path, printed: dict[str, int]) -> list[list[str]]:
    rows = _tsv(path)
    patterns: dict[str, list[str]] = {level: [] for level in printed}
    for row in rows:
        if row["table"] == "patterns":
            patterns[f"L{row['level']}"].append(row["item"])
    found = {f"L{row['level']}": row["value"] for row in rows if row["table"] == "levels"}
    return [
        ["level", "patterns", "printed", "qaeval"],
        *(
            [level, " ".join(patterns[level]), *_row(level, str(n), found[level])[1:]]
            for level, n in printed.items()
        ),
    ]


def _rounded(value: str, like: str) -> str:
    return f"{float(value):.{len(like.partition('.')[2])}f}"


def _cell(printed: str, ours: str) -> str:
    both = f"{printed} / {ours}"
    return both if ours == printed else f"**{both}**"


def _row(name: str, printed: str, ours: str) -> list[str]:
    return [name, printed, ours if ours == printed else f"**{ours}**"]


def _tsv(path: Path) -> list[dict[str, str]]:
    header, *rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(header, row, strict=True)) for row in rows]
