"""Tables as LaTeX: booktabs' rules, longtable where they are long, numbers aligned at the point."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from qaeval.presentation.numbers import best_value, interval_text, is_best, number_text
from qaeval.presentation.tables import Cell, Column, Estimate, Table, cut
from qaeval.wording import printable

LONG = 40  # rows; a table of more goes over pages
_PARAGRAPH = 50  # characters; a column with longer text has lines that break
_PARAGRAPHS = 0.6  # of the line is for such columns, together

UNDEFINED = "--"
# Bold figures are wider in most fonts; the point and what follows a number stay where they are.
_BEST = r"\providecommand{\qabest}[2]{\textbf{#1}\rlap{\textbf{#2}}\phantom{#2}}"
_GAP = "\u2002"  # before an interval, wide enough for bold figures to reach into

_SIGNS = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "&%$#_{}"},
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    _GAP: r"\enspace{}",
    "…": r"\dots{}",
    "–": "--",
    "†": r"\dag{}",
    "‡": r"\ddag{}",
    **{
        sign: f"${command}$"
        for sign, command in {
            "−": "-",
            "·": r"\cdot",
            "×": r"\times",
            "±": r"\pm",
            "≤": r"\le",
            "≥": r"\ge",
            "√": r"\surd",
            "∞": r"\infty",
            "¬": r"\neg",
            "Σ": r"\Sigma",
            "Π": r"\Pi",
            "β": r"\beta",
            "⌊": r"\lfloor",
            "⌋": r"\rfloor",
            "²": "^2",
            "³": "^3",
            "⁵": "^5",
            "↑": r"\uparrow",
            "↓": r"\downarrow",
            "→": r"\rightarrow",
        }.items()
    },
}
_LATIN = "\u024f"  # pdflatex sets letters up to here without further packages
# Between these LaTeX would make one sign of two: `--` a dash, `` ?` `` an upside-down mark.
_LIGATURE = re.compile(r"(?<=[-'`,!?])(?=[-'`,])")
_NUMBER = re.compile(r"([<-]?[\d,]*)(.*)")


def latex_text(tables: Sequence[Table], digits: int, header: bool, notes: Iterable[str]) -> str:
    """Tables below a comment that names the packages they need, and the notes as comments."""
    bodies = [_table(table, digits, header) for table in tables]
    text = "\n".join(bodies)
    comments = "".join(f"% {printable(note)}".rstrip() + "\n" for note in notes)
    opening = _needs(text) + (f"{_BEST}\n" if r"\qabest" in text else "") if bodies else ""
    return opening + "\n".join(part for part in (text, comments) if part)


def _needs(text: str) -> str:
    packages = {"array": r"\arraybackslash", "booktabs": r"\toprule", "longtable": "{longtable}"}
    used = ",".join(package for package, sign in packages.items() if sign in text)
    line = f"% needs \\usepackage{{{used}}}"
    if max(text) > _LATIN:
        line += "; for its letters xelatex or lualatex, and a font that has them"
    return f"{line}\n"


def _table(table: Table, digits: int, header: bool) -> str:
    columns = [
        _cells([row[at] for row in table.rows], column, best_value(table, at), digits)
        for at, column in enumerate(table.columns)
    ]
    names = [[safe(column.title) for column in table.columns]] if header else []
    is_text = [column.kind in ("text", "truth") for column in table.columns]
    lines = _lines([*names, *map(list, zip(*columns, strict=True))], is_text)
    head = [r"\toprule", *([lines[0], r"\midrule"] if header else [])]
    body = lines[len(names) :]
    if len(body) > LONG:
        kind, inner = "longtable", [*head, r"\endhead", r"\bottomrule", r"\endfoot", *body]
    else:
        kind, inner = "tabular", [*head, *body, r"\bottomrule"]
    opening = f"\\begin{{{kind}}}{{{_sides(table, is_text)}}}"
    return _title(table.title, kind) + "\n".join([opening, *inner, f"\\end{{{kind}}}", ""])


def _title(title: str, kind: str) -> str:
    """A line above a table, flush with it; a longtable begins a paragraph of its own."""
    if not title:
        return ""
    line = f"\\medskip\\noindent\\textbf{{{safe(title)}}}\\par\\smallskip"
    return line + ("\\noindent\n" if kind == "tabular" else "\n")


def _sides(table: Table, is_text: Sequence[bool]) -> str:
    """The columns' letters: text left, numbers right, and paragraphs where text is long."""
    long = [
        of_text and any(len(str(row[at])) > _PARAGRAPH for row in table.rows)
        for at, of_text in enumerate(is_text)
    ]
    share = _PARAGRAPHS / max(1, sum(long))
    paragraph = rf">{{\raggedright\arraybackslash}}p{{{share:.2f}\linewidth}}"
    return "".join(
        paragraph if broken else "l" if of_text else "r"
        for of_text, broken in zip(is_text, long, strict=True)
    )


def _lines(rows: Sequence[list[str]], is_text: Sequence[bool]) -> list[str]:
    """Rows of the source, its cells below each other."""
    # Behind `\\` or a rule, LaTeX would take a bracket or a star for an argument.
    rows = [[f"{{}}{row[0]}" if row[0][:1] in ("[", "*") else row[0], *row[1:]] for row in rows]
    if not rows:  # a table of nothing has no widths
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    places = list(zip(widths, map({True: "<", False: ">"}.get, is_text), strict=True))
    return [
        " & ".join(f"{cell:{side}{width}}" for cell, (width, side) in zip(row, places, strict=True))
        + r" \\"
        for row in rows
    ]


@dataclass(frozen=True)
class _Number:
    """A number cut where its column is aligned: before the point, and what follows it."""

    head: str
    tail: str
    ends: str = ""  # its interval, if it has one
    bold: bool = False

    @property
    def behind(self) -> Counter[str]:
        """The signs from the point on; all figures are equally wide."""
        return Counter(re.sub(r"\d", "0", self.tail + self.ends))

    def padded(self, behind: Counter[str]) -> str:
        """The number with empty room for those signs of its column that it lacks."""
        head, tail, ends = (_signed(part) for part in (self.head, self.tail, self.ends))
        if self.bold:
            number = f"\\qabest{{{head}}}{{{tail}}}" if tail else f"\\textbf{{{head}}}"
        else:
            number = head + tail
        room = "".join((behind - self.behind).elements())
        return number + ends + (f"\\phantom{{{_signed(room)}}}" if room else "")


def _signed(text: str) -> str:
    return safe(text).replace("-", "$-$")


def _cells(cells: Sequence[Cell], column: Column, best: float | None, digits: int) -> list[str]:
    """A column's cells, numbers with as much behind the point as the longest has."""
    made = [_cell(cell, column, is_best(cell, best), digits) for cell in cells]
    behind: Counter[str] = Counter()
    for cell in made:
        if isinstance(cell, _Number):
            behind |= cell.behind
    return [cell.padded(behind) if isinstance(cell, _Number) else cell for cell in made]


def _cell(cell: Cell, column: Column, bold: bool, digits: int) -> _Number | str:
    if isinstance(cell, str):
        return safe(cut(cell, column.widest))
    if cell is None or math.isnan(cell):
        return UNDEFINED
    parts = _NUMBER.fullmatch(number_text(cell, column.kind, digits))
    assert parts is not None
    ends = interval_text(cell, column.end_digits) if isinstance(cell, Estimate) else ""
    return _Number(parts[1], parts[2], f"{_GAP}{ends}" if ends else "", bold)


def safe(text: str) -> str:
    """Text from files that LaTeX prints as it is."""
    apart = _LIGATURE.sub("\0", printable(text))
    return "".join(_SIGNS.get(char, char) for char in apart).replace("\0", "{}")
