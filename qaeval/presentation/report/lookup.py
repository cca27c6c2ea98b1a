"""Single questions out of very many: packed into the page, and shown where they are searched."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from os.path import commonprefix
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qaeval.arrays import Floats
from qaeval.presentation.html import Html, joined, tag
from qaeval.presentation.html_tables import DIGITS
from qaeval.presentation.numbers import number_text
from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.wording import listed, printable

_ROOM = 1_150_000  # characters of what is packed, so that a page stays below 1.5 million
_FEWER_DIGITS = 2  # of values that have no room with as many as elsewhere on the page

Packed = dict[str, Any]  # as the script unpacks it


class Lookup:
    """What the script is told of every question, and what there was no room for."""

    def __init__(self, findings: Findings, categories: Mapping[str, str]) -> None:
        self.findings = findings
        self.left = _ROOM
        self.rows: list[int] = []  # of runs, best first by the first measure
        self.rounded: list[str] = []  # measures whose values have fewer digits
        self.missing: list[str] = []  # those without values
        questions = findings.scores.questions
        self.told: Packed | None = None
        names = self._fits(packed_names([printable(question) for question in questions]))
        if names is None:
            return
        kinds = None
        if findings.by:
            kinds = self._fits(packed([printable(categories.get(one, "")) for one in questions]))
        best_first = [line.run for line in findings.measures[0].board.lines]
        self.rows = [findings.scores.runs.index(run) for run in best_first]
        self.told = {
            "count": len(questions),
            "names": names,
            "kinds": kinds,
            "runs": [printable(run) for run in best_first],
            "measures": [self._measure(studied) for studied in findings.means],
        }

    def _measure(self, studied: MeasureFindings) -> Packed:
        """One measure's means, thirds and values."""
        assert studied.hardness is not None and studied.column is not None
        hard, column = studied.hardness, studied.column[self.rows]
        label = studied.measure.label
        place = {question: at for at, question in enumerate(hard.questions)}
        order = [place[question] for question in self.findings.scores.questions]
        means = self._fits(packed_numbers(np.array(hard.means)[order], DIGITS))
        thirds = self._fits(packed([hard.thirds[at] for at in order]))
        values = self._fits(packed_numbers(column, DIGITS))
        if values is None:
            values = self._fits(packed_numbers(column, _FEWER_DIGITS))
            (self.missing if values is None else self.rounded).append(label)
        return {"label": printable(label), "means": means, "thirds": thirds, "values": values}

    def _fits(self, made: Packed) -> Packed | None:
        """What was packed, if there is room for it."""
        size = len(made["codes"])
        if size > self.left:
            return None
        self.left -= size
        return made

    @property
    def box(self) -> Html:
        """The search box, which only a script can use, and what stands there without one."""
        count = f"{len(self.findings.scores.questions):,} questions are too many to list"
        if self.told is None:
            return tag("p", f"{count}, and too many to search on a page: the command prints them.")
        told = [f"{count}; a search shows the mean over runs, the third, and each run's value."]
        if self.rounded:
            told.append(f"Values of {listed(self.rounded)} have {_FEWER_DIGITS} decimals.")
        if self.missing:
            told.append(f"There was no room for the values of {listed(self.missing)}.")
        field = tag("input", type="search", id="find-one", autocomplete="off", spellcheck="false")
        output = tag("output", id="found-one", for_="find-one", aria_live="polite")
        label = tag("label", "Find a question", for_="find-one")
        without = "The search needs JavaScript; the command below prints all means and thirds."
        box = [tag("p", label, field, output), tag("div", class_="shown")]
        return joined(
            [
                tag("p", " ".join(told)),
                tag("p", without, class_="unsearched"),
                tag("div", *box, class_="lookup", hidden=True),
            ]
        )


def packed_numbers(values: Floats, digits: int) -> Packed:
    """Numbers as the page's tables show them."""
    known, codes = np.unique(values, return_inverse=True)
    shown = [number_text(value, "number", digits) for value in known.tolist()]
    return _coded(shown, codes)


def packed(words: Sequence[str]) -> Packed:
    """Words of which there are few different ones."""
    return _coded(words, np.arange(len(words)))


def _coded(shown: Sequence[str], codes: NDArray[np.intp]) -> Packed:
    """Each different text once, and a number of so many bytes for each place that has it.

    The lowest bytes of all numbers stand first, then the next ones: alike bytes pack better.
    """
    texts = sorted(set(shown))
    place = {text: at for at, text in enumerate(texts)}
    numbers = np.array([place[text] for text in shown])[codes.ravel()]
    size = next(size for size in (1, 2, 4) if len(texts) <= 256**size)
    planes = numbers.astype(f"<u{size}").view(np.uint8).reshape(-1, size).T
    return {"texts": texts, "bytes": size, "codes": _squeezed(planes.tobytes())}


def packed_names(names: Sequence[str]) -> Packed:
    """Names: how many characters each shares with the one before, and what follows those."""
    parts: list[int | str] = []
    before = ""
    for name in names:
        shared = len(commonprefix((before, name)))
        parts += [shared, name[shared:]]
        before = name
    return {"codes": _squeezed(json.dumps(parts, separators=(",", ":")).encode())}


def _squeezed(plain: bytes) -> str:
    return base64.b64encode(zlib.compress(plain)).decode("ascii")
