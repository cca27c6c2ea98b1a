"""The one place that imports matplotlib: curves into png, svg or pdf files."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from qaeval.errors import InputError, percent, printable, shown

if TYPE_CHECKING:
    from qaeval.reliability.stability import Stability
    from qaeval.reliability.swap import Swaps

_LEGEND_INSIDE = 10  # curves; the names of more stand beside the axes
_FORMATS = (".png", ".svg", ".pdf")
_MARKERS = "osD^vPX*<>"
# Colours that differ in lightness too, so that they hold in grey and for the colour-blind.
_COLOURS = ("#0b3c5d", "#d1495b", "#2e8b57", "#8a6fb0", "#e69f00", "#555555", "#56b4e9", "#000000")


def check_plot(path: str) -> None:
    """Refuse a file that no picture can go into, before any work is done."""
    if PurePath(path).suffix.lower() not in _FORMATS:
        raise InputError(f"--plot {shown(path)}: expected a name that ends in .png, .svg or .pdf")
    folder = PurePath(path).parent
    if not os.access(folder, os.W_OK):
        raise InputError(f"--plot {shown(path)}: the folder is not there or cannot be written to")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError(
            "--plot needs matplotlib: pip install 'qaeval[plot]' (or pip install matplotlib)"
        ) from None


def plot_stability(entries: Sequence[tuple[str, int, Stability]], at: Fraction, path: str) -> bytes:
    """Minority rate against proportion of ties, a curve per measure and c (2007, Figure 4)."""
    figure, axes = _axes("proportion of ties", "minority rate")
    for i, (label, size, result) in enumerate(entries):
        name = _name(label, size, entries)
        _curve(axes, result.tie_rates, result.minority_rates, name, i)
    _line(axes, float(at), f"minority rate {percent(float(at))}")
    return _picture(figure, axes, path, entries)


def plot_swaps(entries: Sequence[tuple[str, int, Swaps]], allowed: float, path: str) -> bytes:
    """Swap rate against the bins of differences, a curve per measure and c (2007, Figure 5)."""
    figure, axes = _axes("difference between two runs (lower edge of the bin)", "swap rate")
    for i, (label, size, result) in enumerate(entries):
        # The last bin is open: a point at its lower edge would belong further to the right.
        closed = enumerate(result.rates[:-1])
        points = [(result.edge(at), rate) for at, rate in closed if rate is not None]
        name = _name(label, size, entries)
        _curve(axes, [x for x, _ in points], [y for _, y in points], name, i)
    _line(axes, allowed, f"swap rate {percent(allowed)}")
    return _picture(figure, axes, path, entries)


def _one_size(entries: Sequence[Any]) -> bool:
    return len({size for _, size, _ in entries}) == 1


def _name(label: str, size: int, entries: Sequence[Any]) -> str:
    """What a curve is called: with its c, unless all have the same."""
    return label if _one_size(entries) else f"{label}, c = {size}"


def _axes(x_label: str, y_label: str) -> tuple[Any, Any]:
    import matplotlib

    # The same input gives the same bytes: no date, and ids that do not change.
    matplotlib.rcParams.update({"svg.hashsalt": "qaeval", "text.parse_math": False})
    from matplotlib.figure import Figure  # not pyplot, which would look for a display

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(True, alpha=0.3)
    return figure, axes


def _curve(axes: Any, x: Sequence[float], y: Sequence[float], label: str, i: int) -> None:
    axes.plot(
        x,
        y,
        label=printable(label),
        color=_COLOURS[i % len(_COLOURS)],
        marker=_MARKERS[i % len(_MARKERS)],
        linestyle=("-", "--", ":", "-.")[i // len(_COLOURS) % 4],
        markersize=4,
        linewidth=1.3,
    )


def _line(axes: Any, y: float, label: str) -> None:
    axes.axhline(y, color="black", linewidth=0.8, linestyle="--")
    axes.annotate(
        label,
        (1, y),
        xycoords=("axes fraction", "data"),
        xytext=(-4, 3),
        textcoords="offset points",
        ha="right",
        fontsize="small",
        bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1},
    )


def _picture(figure: Any, axes: Any, path: str, entries: Sequence[Any]) -> bytes:
    axes.set_ylim(bottom=0)
    if _one_size(entries):
        axes.set_title(f"c = {entries[0][1]} questions", fontsize="medium")
    if len(entries) > _LEGEND_INSIDE:
        figure.legend(fontsize="small", loc="outside right upper")
    else:
        axes.legend(fontsize="small")
    format = PurePath(path).suffix.lower().removeprefix(".")
    picture = io.BytesIO()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    figure.savefig(picture, format=format, dpi=150, metadata=dates[format])
    return picture.getvalue()
