"""The one place that imports matplotlib: curves into png, svg or pdf files."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from qaeval.errors import InputError, percent, printable, shown

if TYPE_CHECKING:
    from qaeval.reliability.stability import Stability
    from qaeval.reliability.swap import Swaps

_LEGEND_INSIDE = 10  # curves; the names of more stand beside the axes
_MOST_PANELS = 12
_MOST_NAMED_POINTS = 15
_THIRD_COLOURS = ("#9ecae1", "#e69f00", "#8b1a2b")
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


def _figure(width: float, height: float) -> Any:
    """An empty figure; the same input gives the same bytes: no date, and ids that do not change."""
    import matplotlib

    matplotlib.rcParams.update({"svg.hashsalt": "qaeval", "text.parse_math": False})
    from matplotlib.figure import Figure  # not pyplot, which would look for a display

    return Figure(figsize=(width, height), layout="constrained")


def _axes(x_label: str, y_label: str) -> tuple[Any, Any]:
    figure = _figure(7, 4.5)
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
    _legend(figure, axes, len(entries))
    return _saved(figure, path)


def _legend(figure: Any, axes: Any, count: int) -> None:
    """The names of the curves, beside the axes where there are many."""
    if count > _LEGEND_INSIDE:
        figure.legend(fontsize="small", loc="outside right upper")
    else:
        axes.legend(fontsize="small")


def _saved(figure: Any, path: str) -> bytes:
    """The picture in the format that the name of its file asks for."""
    format = PurePath(path).suffix.lower().removeprefix(".")
    picture = io.BytesIO()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    figure.savefig(picture, format=format, dpi=150, metadata=dates[format])
    return picture.getvalue()


def plot_hardness(means: Mapping[str, Sequence[float]], path: str) -> bytes:
    """Each measure's means over runs, the easiest question first, with the cuts into thirds."""
    figure, axes = _axes("questions, the easiest first", "mean over runs")
    count = len(next(iter(means.values())))
    for i, (label, values) in enumerate(means.items()):
        colour = _COLOURS[i % len(_COLOURS)]
        style = ("-", "--", ":", "-.")[i // len(_COLOURS) % 4]
        places = range(1, count + 1)
        axes.plot(places, values, label=printable(label), color=colour, linestyle=style)
    for third in (1, 2):
        axes.axvline(-(-count * third // 3) + 0.5, color="black", linewidth=0.8, linestyle="--")
    _legend(figure, axes, len(means))
    return _saved(figure, path)


def plot_thirds(counted: Mapping[str, Mapping[str, Sequence[int]]], path: str) -> bytes:
    """Shares of easy, medium and hard questions by category, a panel per measure (Figures 2-5)."""
    categories = list(next(iter(counted.values())))
    height = 1.2 + 0.28 * len(categories)
    figure, panels = _panels(len(counted), 6.0, height)
    for axes, (label, counts) in zip(panels, counted.items(), strict=True):
        sizes = [sum(counts[name]) for name in categories]
        left = [0.0] * len(categories)
        for i, third in enumerate(("easy", "medium", "hard")):
            widths = [counts[n][i] / size for n, size in zip(categories, sizes, strict=True)]
            axes.barh(range(len(categories)), widths, left=left, label=third,
                      color=_THIRD_COLOURS[i])  # fmt: skip
            left = [a + b for a, b in zip(left, widths, strict=True)]
        names = [f"{printable(n)} ({size})" for n, size in zip(categories, sizes, strict=True)]
        axes.set_yticks(range(len(categories)), names, fontsize="small")
        axes.invert_yaxis()
        axes.set_xlim(0, 1)
        axes.set_xlabel("share of questions")
        axes.set_title(printable(label), fontsize="medium")
    handles, names = panels[0].get_legend_handles_labels()
    figure.legend(handles, names, fontsize="small", loc="outside upper center", ncols=3)
    return _saved(figure, path)


def plot_scatter(
    points: Mapping[tuple[str, str], tuple[Any, Any]],
    taus: Mapping[tuple[str, str], float],
    names: Sequence[str] | None,
    path: str,
) -> bytes:
    """The values by two measures against each other, a panel per pair (Figures 7-15)."""
    figure, panels = _panels(len(points), 4.5, 4.0)
    for axes, ((x, y), (x_values, y_values)) in zip(panels, points.items(), strict=True):
        axes.scatter(x_values, y_values, s=14, color=_COLOURS[0], alpha=0.6, linewidths=0)
        if names is not None and len(names) <= _MOST_NAMED_POINTS:
            _name_points(axes, names, x_values, y_values)
        axes.set_xlabel(printable(x))
        axes.set_ylabel(printable(y))
        axes.grid(True, alpha=0.3)
        tau = taus[x, y]
        axes.set_title(f"tau-b {tau:.3f}" if tau == tau else "tau-b undefined", fontsize="medium")
    return _saved(figure, path)


def _name_points(axes: Any, names: Sequence[str], x_values: Any, y_values: Any) -> None:
    """Names beside points, inside the axes; where points crowd, only the first is named."""
    (left, right), (low, high) = axes.get_xlim(), axes.get_ylim()
    taken: list[tuple[float, float]] = []
    for name, x, y in zip(names, x_values, y_values, strict=True):
        across, up = (x - left) / (right - left), (y - low) / (high - low)
        if any(abs(across - a) < 0.25 and abs(up - b) < 0.045 for a, b in taken):
            continue
        taken.append((across, up))
        side = -1 if across > 0.6 else 1
        axes.annotate(
            printable(name),
            (x, y),
            (4 * side, 3),
            textcoords="offset points",
            ha="right" if side < 0 else "left",
            fontsize="x-small",
        )


def _panels(count: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """A figure with so many axes, at most three beside each other."""
    if count > _MOST_PANELS:
        raise InputError(f"--plot: {count} panels, at most {_MOST_PANELS}: choose with -m")
    across = min(count, 3)
    down = -(-count // across)
    figure = _figure(width * across, height * down)
    panels = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for unused in panels[count:]:
        unused.remove()
    return figure, panels[:count]
