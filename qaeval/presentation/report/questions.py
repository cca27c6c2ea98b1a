"""The questions: how hard they are, and who answers which, as heat maps and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from qaeval.presentation.html import Html, joined, name, tag, text
from qaeval.presentation.html_tables import cell_markup, html_table
from qaeval.presentation.report.bands import BANDS, Bands
from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.report.heatmap import HeatMap, data_uri, heat_map, legend_png
from qaeval.presentation.tables import Cell, Column, PageHead, Table
from qaeval.presentation.words import thirds_in_words
from qaeval.studies.hardness import THIRDS
from qaeval.wording import counted, percent, printable

_TALLEST, _TALLEST_ROW, _NAMED_ROW, _PRINTED_ROW = 900, 16, 11, 11  # pixels
_SHARPEST = 900  # questions; of more, a screen shows several in one pixel


def heat_figure(findings: Findings, studied: MeasureFindings, at: int) -> tuple[Html, Any]:
    """One measure's heat map, and what the script needs to tell its values."""
    assert studied.column is not None and studied.hardness is not None
    scores, hard = findings.scores, studied.hardness
    place = {question: i for i, question in enumerate(scores.questions)}
    columns = [place[question] for question in hard.questions]
    runs = [line.run for line in studied.board.lines]
    rows = [scores.runs.index(run) for run in runs]
    height = max(1, min(_TALLEST_ROW, _TALLEST // len(runs)))
    values = studied.column[np.ix_(rows, columns)]
    bands = Bands.of(len(columns))
    if bands is not None:
        values, columns = bands.means(values), list(range(at * BANDS, (at + 1) * BANDS))
    picture = heat_map(values, studied.measure.definition.better, height)
    figure = _figure(studied, picture, runs, height, at, bands)
    digits = 3 if picture.rounded and bands else 6
    told = {
        "measure": studied.measure.label,
        "runs": [printable(run) for run in runs],
        "height": height,
        "columns": columns,
        "values": [float(f"{value:.{digits}g}") for value in picture.values],
        "rounded": picture.rounded,
    }
    return figure, told


def column_names(findings: Findings) -> list[str]:
    """What the columns of all heat maps are called: questions, or each measure's bands of them."""
    bands = Bands.of(len(findings.scores.questions))
    if bands is None:
        return [printable(question) for question in findings.scores.questions]
    results = [studied.hardness for studied in findings.means if studied.hardness is not None]
    return [band for result in results for band in bands.names(result.means)]


def _figure(
    studied: MeasureFindings,
    picture: HeatMap,
    runs: list[str],
    height: int,
    at: int,
    bands: Bands | None,
) -> Html:
    assert studied.hardness is not None
    label, count = studied.measure.label, len(studied.hardness.questions)
    noun, across, column = "question", counted(count, "question"), "question"
    if bands is not None:
        noun, across = "band", f"{count:,} questions in {bands.in_words}"
        column = f"band of {bands.sizes_in_words} questions and each run's mean over it"
        count = BANDS
    low = min(height, _PRINTED_ROW)
    described = (
        f"Heat map of {label}: {counted(len(runs), 'run')}, the best on top, by "
        f"{across}, the easiest on the left; bright is better. "
        f"The table of {noun}s has the means."
    )
    image = tag(
        "img",
        src=picture.uri,
        alt=described,
        width=count,
        height=height * len(runs),
        class_="sharp" if count <= _SHARPEST else None,
    )
    plane = tag("div", image, tag("div", class_="cursor", hidden=True), class_="plane")
    scroll = tag(
        "div",
        tag("div", plane, _thirds(studied), class_="sheet"),
        class_="scroll",
        role="group",
        tabindex=0,
        aria_label=f"Heat map of {label}: arrow keys go through runs and {noun}s",
    )
    names = [tag("li", name(run), data_run=run) for run in runs]
    labels = [tag("ol", *names, class_="runs", aria_hidden="true")]
    caption = (
        f"{label}: a column for each {column}, the easiest on the left; a row for each run, the "
        "best on top."
    )
    return tag(
        "figure",
        tag("figcaption", caption),
        tag("div", *(labels if height >= _NAMED_ROW else []), scroll, class_="frame"),
        tag("p", _legend(studied, picture), tag("output", class_="told"), class_="under"),
        class_="heat",
        style=f"--row:{height}px;--print-row:{low}px;--runs:{len(runs)};--count:{count}",
        data_map=at,
    )


def _legend(studied: MeasureFindings, picture: HeatMap) -> Html:
    ends = [picture.low, picture.high]
    if studied.measure.definition.better == "low":
        ends.reverse()
    ramp = tag("img", src=data_uri(legend_png()), alt="dark to bright", width=96, height=12)
    low, high = (f"{end:.4g}" for end in ends)
    return tag("span", f"{low} ", ramp, f" {high}", class_="legend")


def _thirds(studied: MeasureFindings) -> Html:
    """The thirds as a strip below the picture."""
    assert studied.hardness is not None
    thirds = studied.hardness.thirds
    counts = [(third, thirds.count(third)) for third in THIRDS]
    parts = (tag("span", third, style=f"flex:{count}") for third, count in counts if count)
    return tag("div", *parts, class_="thirds", aria_hidden="true")


def hardness_words(findings: Findings) -> Html:
    """The spans of the thirds, and how many questions nobody or everybody gets."""
    lines = []
    for studied in findings.means:
        assert studied.hardness is not None and studied.column is not None
        spans = thirds_in_words(studied.hardness)
        line = f"{studied.measure.label}, mean over runs: {spans}."
        same = int(np.count_nonzero(np.ptp(studied.column, axis=0) == 0))
        if same and len(findings.scores.runs) > 1:
            share = percent(round(same / studied.column.shape[1], 3))
            told = "does not tell" if same == 1 else "do not tell"
            line += f" {counted(same, 'question')} ({share}) {told} any two runs apart."
        lines.append(tag("li", line))
    return tag("ul", *lines, class_="words")


def question_table(
    findings: Findings, categories: Mapping[str, str], most: int | None = None
) -> Html:
    """Each question's mean and third by every measure, the hardest by the first on top."""
    results = [studied.hardness for studied in findings.means if studied.hardness is not None]
    listed = results[0].questions[::-1][:most]
    wanted = set(listed)
    columns = [Column("question"), *([Column(findings.by)] if findings.by else [])]
    for at, studied in enumerate(findings.means):
        better = studied.measure.definition.better
        # The hardest first, which is the worst.
        order = "ascending" if better == "high" else "descending"
        page = PageHead(note="mean", sorted=order if at == 0 else "")
        columns.append(Column(studied.measure.label, "number", better, page=page))
    cells = [
        {
            question: joined([cell_markup(mean), " ", tag("small", third)])
            for question, mean, third in zip(
                result.questions, result.means, result.thirds, strict=True
            )
            if question in wanted
        }
        for result in results
    ]
    rows: list[list[Cell]] = [
        [
            question,
            *([categories.get(question, "")] if findings.by else []),
            *(column[question] for column in cells),
        ]
        for question in listed
    ]
    return html_table(Table(columns, rows, "Questions, the hardest first"), "questions")


def no_means() -> Html:
    """Why there is nothing to show."""
    return tag("p", text("No measure here has a value for each question."))
