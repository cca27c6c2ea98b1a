"""Pairs as the cells of a square, the darker the higher."""

from __future__ import annotations

import math

import numpy as np

from qaeval.errors import InputError
from qaeval.presentation.drawings import HeatMap
from qaeval.presentation.plots.canvas import NAME_SIZE, blank_figure, caption, saved
from qaeval.presentation.plots.lettering import lettered, text_width

_CELL = 0.42  # inches
_SMALL_CELL = 0.2  # where there are too many for a number in each
_MOST_NUMBERED = 20
_MOST_NAMES = 150
_PALE = 0.55  # from which on a cell is so dark that its number is white


def plot_heat(pairs: HeatMap, told: str, path: str) -> bytes:
    """A row and a column per name, the value of each pair twice; `told` says how to read it."""
    count = len(pairs.names)
    if count > _MOST_NAMES:
        raise InputError(f"--plot: {count} assessors, at most {_MOST_NAMES}: use --leave-out")
    names = [lettered(name) for name in pairs.names]
    cell = _CELL if count <= _MOST_NUMBERED else _SMALL_CELL
    side = max(cell * count, 1.8)
    beside = text_width(names, NAME_SIZE)
    figure = blank_figure(side + beside + 0.5, side + beside + 0.6)
    axes = figure.subplots()
    values = np.full((count, count), math.nan)
    for (x, y), value in pairs.values.items():
        values[x, y] = values[y, x] = value
    axes.imshow(values, vmin=0.0, vmax=1.0, cmap="Blues", aspect="auto", interpolation="nearest")
    axes.set_facecolor("#f2f2f2")
    if count <= _MOST_NUMBERED:
        for (y, x), value in np.ndenumerate(values):
            if not math.isnan(value):
                axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=NAME_SIZE - 1,
                          color="white" if value > _PALE else "black")  # fmt: skip
    axes.set_xticks(range(count), names, fontsize=NAME_SIZE, rotation=90)
    axes.set_yticks(range(count), names, fontsize=NAME_SIZE)
    axes.set_title(pairs.title, fontsize=10)
    caption(figure, told)
    return saved(figure, path)
