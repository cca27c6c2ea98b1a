"""The one place that imports matplotlib: figures, axes and how pictures leave."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any

from qaeval.errors import InputError, printable, shown

_LEGEND_INSIDE = 10  # curves; the names of more stand beside the axes
_MOST_PANELS = 12
_MARKERS_A_CURVE = 12
_NAME_SIZE = 7.5  # points: the names beside points
_FORMATS = (".png", ".svg", ".pdf")
_MARKERS = "osD^vPX*<>"
# Colours that differ in lightness too, so that they hold in grey and for the colour-blind.
COLOURS = ("#0b3c5d", "#d1495b", "#2e8b57", "#8a6fb0", "#e69f00", "#555555", "#56b4e9", "#000000")


def check_pictures() -> None:
    """Refuse pictures in a page where nothing can draw them."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise InputError(
            "the pictures need matplotlib: pip install 'qaeval[plot]', or leave them out with "
            "--no-pictures"
        ) from None


def page_svg(draw: Callable[[str], bytes]) -> bytes:
    """What `draw` draws into a file of that name, as SVG whose text stays text."""
    import matplotlib

    with matplotlib.rc_context({"svg.fonttype": "none"}):
        return draw("picture.svg")


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


def blank_figure(width: float, height: float) -> Any:
    """An empty figure; the same input gives the same bytes: no date, and ids that do not change."""
    import matplotlib

    matplotlib.rcParams.update({"svg.hashsalt": "qaeval", "text.parse_math": False})
    from matplotlib.figure import Figure  # not pyplot, which would look for a display

    return Figure(figsize=(width, height), layout="constrained")


def one_axes(x_label: str, y_label: str) -> tuple[Any, Any]:
    """A figure with one pair of axes."""
    figure = blank_figure(7, 4.5)
    axes = figure.subplots()
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(True, alpha=0.3)
    return figure, axes


def curve(axes: Any, x: Sequence[float], y: Sequence[float], label: str, i: int) -> None:
    """A curve that can be told from the others by colour, marker and dashes.

    A long one has a few markers only, set off from those of the others.
    """
    every = max(1, len(x) // _MARKERS_A_CURVE)
    axes.plot(
        x,
        y,
        label=printable(label),
        color=COLOURS[i % len(COLOURS)],
        marker=_MARKERS[i % len(_MARKERS)],
        linestyle=("-", "--", ":", "-.")[i // len(COLOURS) % 4],
        markersize=4,
        markevery=(i * every // len(_MARKERS) % every, every),
        linewidth=1.3,
    )


def level_line(axes: Any, y: float, label: str) -> None:
    """A dashed line across the axes, named at its right end."""
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


def legend(figure: Any, axes: Any, count: int) -> None:
    """The names of the curves, beside the axes where there are many."""
    if count > _LEGEND_INSIDE:
        figure.legend(fontsize="small", loc="outside right upper")
    else:
        axes.legend(fontsize="small")


def panel_grid(count: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """A figure with so many axes, at most three beside each other."""
    if count > _MOST_PANELS:
        raise InputError(f"--plot: {count} panels, at most {_MOST_PANELS}: choose with -m")
    across = min(count, 3)
    down = -(-count // across)
    figure = blank_figure(width * across, height * down)
    panels = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for unused in panels[count:]:
        unused.remove()
    return figure, panels[:count]


def saved(figure: Any, path: str) -> bytes:
    """The picture in the format that the name of its file asks for."""
    format = PurePath(path).suffix.lower().removeprefix(".")
    picture = io.BytesIO()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    figure.savefig(picture, format=format, dpi=150, metadata=dates[format])
    return picture.getvalue()


def name_points(axes: Any, names: Sequence[str], x: Sequence[float], y: Sequence[float]) -> None:
    """Names beside points, on the side where they hide no other name or point; else none."""
    # Sizes are estimates in points: nothing is drawn yet, and a picture is no place for more.
    box = axes.get_position()
    inches = axes.figure.get_size_inches()
    wide, high = 72 * inches[0] * box.width, 72 * inches[1] * box.height
    (left, right), (low, top) = axes.get_xlim(), axes.get_ylim()
    spots = [
        (wide * (a - left) / (right - left), high * (b - low) / (top - low))
        for a, b in zip(x, y, strict=True)
    ]
    taken = [(a - 3, b - 3, a + 3, b + 3) for a, b in spots]
    for name, point, (a, b) in zip(names, zip(x, y, strict=True), spots, strict=True):
        size = _NAME_SIZE * 0.6 * len(name)
        for side, up in ((1, 2), (-1, 2), (1, -9), (-1, -9), (1, -3.5), (-1, -3.5)):
            start = a + 4 if side > 0 else a - 4 - size
            mine = (start, b + up, start + size, b + up + _NAME_SIZE)
            inside = mine[0] >= 0 and mine[2] <= wide and mine[1] >= 0 and mine[3] <= high
            if inside and not any(_overlap(mine, other) for other in taken):
                taken.append(mine)
                axes.annotate(printable(name), point, (4 * side, up), zorder=4,
                              textcoords="offset points", fontsize=_NAME_SIZE,
                              ha="left" if side > 0 else "right")  # fmt: skip
                break


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
