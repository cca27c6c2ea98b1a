"""Very many questions in bands of equal size, which a screen can show and a reader can take in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.presentation.html import Html, joined, tag
from qaeval.presentation.html_tables import cell_markup, html_table
from qaeval.presentation.report.findings import Findings
from qaeval.presentation.tables import Cell, Column, PageHead, Table
from qaeval.studies.exact import WholeColumn
from qaeval.studies.hardness import THIRDS

LISTED = 2_000  # questions; of more, a page shows bands, and single ones where they are searched
BANDS = 120  # of which each third of the questions has 40


@dataclass(frozen=True)
class Bands:
    """Questions in order, cut into bands whose sizes differ by one at most."""

    starts: Ints
    sizes: Ints

    @classmethod
    def of(cls, questions: int) -> Bands | None:
        """None where questions are so few that each is shown for itself."""
        if questions <= LISTED:
            return None
        edges = -(-np.arange(BANDS + 1) * questions // BANDS)
        return cls(edges[:-1], np.diff(edges))

    def means(self, ordered: Floats) -> Floats:
        """The mean of each band in every row of values, whose columns are in order."""
        whole = WholeColumn.of(ordered)
        sums = np.add.reduceat(whole.units, self.starts, axis=1)
        return np.asarray(sums / (whole.per * self.sizes))

    def spans(self, ordered: list[float]) -> list[tuple[float, float]]:
        """The least and the largest value in each band."""
        cuts = zip(self.starts.tolist(), self.sizes.tolist(), strict=True)
        parts = [ordered[start : start + size] for start, size in cuts]
        return [(min(part), max(part)) for part in parts]

    @property
    def sizes_in_words(self) -> str:
        """How many questions a band has."""
        low, high = int(self.sizes.min()), int(self.sizes.max())
        return f"{low:,}" if low == high else f"{low:,} or {high:,}"

    @property
    def in_words(self) -> str:
        """How many bands there are, and how large."""
        return f"{BANDS} bands of {self.sizes_in_words}"

    def names(self, means: list[float]) -> list[str]:
        """What each band is called where it is pointed at; `means` are its questions', in order."""
        return [
            f"the mean of band {band} ({size:,} questions with means from {low:.4f} to {high:.4f})"
            for band, (size, (low, high)) in enumerate(
                zip(self.sizes.tolist(), self.spans(means), strict=True), 1
            )
        ]


def band_table(findings: Findings, bands: Bands) -> Html:
    """How many questions each band has, with its mean and span of means by every measure."""
    columns = [Column("third"), Column("band", "whole"), Column("questions", "whole")]
    cells = []
    for studied in findings.means:
        assert studied.hardness is not None
        means = studied.hardness.means
        note = "mean; lowest to highest of a question"
        columns.append(Column(studied.measure.label, "number", page=PageHead(note=note)))
        overall = bands.means(np.array([means]))[0].tolist()
        cells.append(
            [
                joined([cell_markup(mean), " ", tag("small", f"{low:.4f} to {high:.4f}")])
                for mean, (low, high) in zip(overall, bands.spans(means), strict=True)
            ]
        )
    rows: list[list[Cell]] = [
        [THIRDS[3 * band // BANDS], band + 1, size, *(column[band] for column in cells)]
        for band, size in enumerate(bands.sizes.tolist())
    ]
    return html_table(Table(columns, rows, "Bands of questions, the easiest first"))
