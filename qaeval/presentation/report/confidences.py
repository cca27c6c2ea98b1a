"""What the runs' confidences are worth, in a table."""

from __future__ import annotations

import numpy as np

from qaeval.measures import measure
from qaeval.presentation.html import Html
from qaeval.presentation.html_tables import html_table
from qaeval.presentation.leaderboards import measure_column
from qaeval.presentation.report.findings import Findings
from qaeval.presentation.tables import Cell, Column, Table

MEASURES = ("AUROC", "E-AURC", "ECE", "Brier", "log-loss", "coverage-at,precision=0.95")

READING = (
    "AUROC: the chance that a right answer has a higher confidence than a wrong one; 0.5 is no "
    "better than by lot. E-AURC: what the order of the answers adds to the area under the curve "
    "(AURC); 0 is the best order. ECE: how far confidences are off the share of right answers, on "
    "the mean over bins. Brier and log-loss: errors of confidences read as chances. coverage-at: "
    "the share of questions that could have been answered with 95% right. Silence is left out of "
    "all but the last.",
)


def values_table(findings: Findings) -> Html:
    """A row per run, as the first measure ranks them."""
    asked = [measure(name) for name in MEASURES]
    answers = [int(np.count_nonzero(run.falls)) for run in findings.confident]
    values = [[float(run.values(one, [0])[0]) for one in asked] for run in findings.confident]
    rows: list[list[Cell]] = [
        [run.responses.name, count, *cells]
        for run, count, cells in zip(findings.confident, answers, values, strict=True)
    ]
    columns = [Column("run"), Column("answers", "whole"), *map(measure_column, asked)]
    return html_table(Table(columns, rows, "Measures of confidence"))
