"""The questions: how hard they are, and who answers which, as heat maps and a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.report.heatmap import HeatMap, data_uri, heat_map, legend_png
from qaeval.presentation.report.html import Html, joined, name, tag, text
from qaeval.presentation.report.tables import Head, Row, cell, number, row_head, table
from qaeval.studies.hardness import THIRDS
from qaeval.wording import counted, percent, printable

_TALLEST, _TALLEST_ROW, _NAMED_ROW, _PRINTED_ROW = 900, 16, 11, 11  # pixels
_SHARPEST = 900  # questions; of more, a screen shows several in one pixel


def heat_figure(findings: Findings, found: MeasureFindings, at: int) -> tuple[Html, Any]:
    """One measure's heat map, and what the script needs to tell its values."""
    assert found.column is not None and found.hardness is not None
    scores, hard = findings.scores, found.hardness
    place = {question: i for i, question in enumerate(scores.questions)}
    columns = [place[question] for question in hard.questions]
    runs = [one.run for one in found.board.lines]
    rows = [scores.runs.index(run) for run in runs]
    height = max(1, min(_TALLEST_ROW, _TALLEST // len(runs)))
    values = found.column[np.ix_(rows, columns)]
    picture = heat_map(values, found.measure.definition.better, height)
    figure = _figure(found, picture, runs, height, at)
    told = {
        "measure": found.measure.label,
        "runs": [printable(run) for run in runs],
        "height": height,
        "columns": columns,
        "values": [float(f"{value:.6g}") for value in picture.values],
        "rounded": picture.rounded,
    }
    return figure, told


def _figure(
    found: MeasureFindings, picture: HeatMap, runs: list[str], height: int, at: int
) -> Html:
    assert found.hardness is not None
    label, count = found.measure.label, len(found.hardness.questions)
    low = min(height, _PRINTED_ROW)
    described = (
        f"Heat map of {label}: {counted(len(runs), 'run')}, the best on top, by "
        f"{counted(count, 'question')}, the easiest on the left; bright is better. "
        "The table of questions has the means."
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
        tag("div", plane, _thirds(found), class_="sheet"),
        class_="scroll",
        role="group",
        tabindex=0,
        aria_label=f"Heat map of {label}: arrow keys go through runs and questions",
    )
    names = [tag("li", name(run), data_run=run) for run in runs]
    labels = [tag("ol", *names, class_="runs", aria_hidden="true")]
    caption = (
        f"{label}: a column for each question, the easiest on the left; a row for each run, the "
        "best on top."
    )
    return tag(
        "figure",
        tag("figcaption", caption),
        tag("div", *(labels if height >= _NAMED_ROW else []), scroll, class_="frame"),
        tag("p", _legend(found, picture), tag("output", class_="told"), class_="under"),
        class_="heat",
        style=f"--row:{height}px;--print-row:{low}px;--runs:{len(runs)};--count:{count}",
        data_map=at,
    )


def _legend(found: MeasureFindings, picture: HeatMap) -> Html:
    ends = [picture.low, picture.high]
    if found.measure.definition.better == "low":
        ends.reverse()
    ramp = tag("img", src=data_uri(legend_png()), alt="dark to bright", width=96, height=12)
    low, high = (f"{end:.4g}" for end in ends)
    return tag("span", f"{low} ", ramp, f" {high}", class_="legend")


def _thirds(found: MeasureFindings) -> Html:
    """The thirds as a strip below the picture."""
    assert found.hardness is not None
    thirds = found.hardness.thirds
    counts = [(third, thirds.count(third)) for third in THIRDS]
    parts = (tag("span", third, style=f"flex:{count}") for third, count in counts if count)
    return tag("div", *parts, class_="thirds", aria_hidden="true")


def hardness_words(findings: Findings) -> Html:
    """The spans of the thirds, and how many questions nobody or everybody gets."""
    lines = []
    for found in findings.means:
        assert found.hardness is not None and found.column is not None
        spans = [f"{t} {low:.4f} to {high:.4f}" for t, low, high in found.hardness.spans()]
        line = f"{found.measure.label}, mean over runs: {', '.join(spans)}."
        same = int(np.count_nonzero(np.ptp(found.column, axis=0) == 0))
        if same and len(findings.scores.runs) > 1:
            share = percent(round(same / found.column.shape[1], 3))
            told = "does not tell" if same == 1 else "do not tell"
            line += f" {counted(same, 'question')} ({share}) {told} any two runs apart."
        lines.append(tag("li", line))
    return tag("ul", *lines, class_="words")


def question_table(findings: Findings, categories: Mapping[str, str]) -> Html:
    """Each question's mean and third by every measure, the hardest by the first on top."""
    means = findings.means
    heads = [Head("question"), *([Head(findings.by)] if findings.by else [])]
    down = [
        "descending" if one.measure.definition.better == "high" else "ascending" for one in means
    ]
    up = {"descending": "ascending", "ascending": "descending"}
    heads += [
        Head(one.measure.label, "number", up[way] if i == 0 else None, "mean", way)
        for i, (one, way) in enumerate(zip(means, down, strict=True))
    ]
    places = []
    for one in means:
        assert one.hardness is not None
        hard = one.hardness
        lines = zip(hard.means, hard.thirds, strict=True)
        places.append(dict(zip(hard.questions, lines, strict=True)))
    rows = []
    first = means[0].hardness
    assert first is not None
    for question in reversed(first.questions):
        cells = [row_head(question)]
        if findings.by:
            cells.append(cell(name(categories.get(question, ""))))
        for place in places:
            mean, third = place[question]
            cells.append(cell(joined([number(mean), " ", tag("small", third)]), "number"))
        rows.append(Row(cells, question=question))
    return table("Questions, the hardest first", heads, rows, "questions")


def no_means() -> Html:
    """Why there is nothing to show."""
    return tag("p", text("No measure here has a value for each question."))
