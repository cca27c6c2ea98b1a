"""Names beside points; where they do not all fit, numbers and a list of names beside the axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qaeval.presentation.plots.canvas import list_beside, settle
from qaeval.presentation.plots.lettering import lettered, text_width

_MOST_NAMED = 60  # points, beyond which nothing is named
_SIZE = 7.5  # points: the letters
_HALF_DOT = 3.0
# Places of a label: right (1), left (-1) or in the middle (0), and points up; far ones get a line.
_NEAR = ((1, 2.0), (1, -9.0), (1, -3.5), (-1, 2.0), (-1, -9.0), (-1, -3.5), (0, 5.0), (0, -12.0))
_FAR = tuple((side, up) for up in (12.0, -20.0, 24.0, -32.0, -4.0) for side in (1, -1, 0))
_LEADER = {"arrowstyle": "-", "linewidth": 0.5, "color": "#666666", "shrinkA": 0, "shrinkB": 2}

Box = tuple[float, float, float, float]
Point = tuple[float, float]
Panel = tuple[Any, Sequence[float], Sequence[float]]


def name_points(figure: Any, panels: Sequence[Panel], names: Sequence[str]) -> None:
    """Name the points of each panel (axes, x, y), which are the same runs in all of them."""
    if len(names) > _MOST_NAMED:
        return
    plain = [lettered(name) for name in names]
    settle(figure)
    placed = [_placed(panel, plain, _NEAR) for panel in panels]
    if not all(complete for _, complete in placed):
        list_beside(figure, [f"{i}  {name}" for i, name in enumerate(plain, 1)])
        numbers = [str(i) for i in range(1, len(names) + 1)]
        settle(figure)
        placed = [_placed(panel, numbers, (*_NEAR, *_FAR)) for panel in panels]
    # Labels stay outside the layout, which has been settled for good.
    for (axes, _, _), (spots, _) in zip(panels, placed, strict=True):
        for label, point, offset, far in spots:
            named = axes.annotate(label, point, offset, textcoords="offset points", zorder=4,
                                  fontsize=_SIZE, arrowprops=_LEADER if far else None)  # fmt: skip
            named.set_in_layout(False)


def _placed(
    panel: Panel, labels: Sequence[str], places: Sequence[tuple[int, float]]
) -> tuple[list[tuple[str, Point, Point, bool]], bool]:
    """Each label, its point, its offset and whether that is far; and whether all were placed."""
    axes, x, y = panel
    shared: dict[Point, list[str]] = {}
    for label, a, b in zip(labels, x, y, strict=True):
        shared.setdefault((round(float(a), 9), round(float(b), 9)), []).append(label)
    scale = 72 / axes.figure.dpi
    spots = {point: axes.transData.transform(point) * scale for point in shared}
    frame = axes.get_window_extent()
    inside = (frame.x0 * scale, frame.y0 * scale, frame.x1 * scale, frame.y1 * scale)
    half = _HALF_DOT
    taken = [(a - half, b - half, a + half, b + half) for a, b in spots.values()]
    labelled = []
    for point, together in shared.items():
        label = ", ".join(together)
        wide = 72 * text_width([label], _SIZE)
        for place in places:
            offset = _offset(place, wide)
            left, low = spots[point][0] + offset[0], spots[point][1] + offset[1]
            mine = (left, low, left + wide, low + _SIZE)
            if _within(mine, inside) and not any(_overlap(mine, other) for other in taken):
                taken.append(mine)
                labelled.append((label, point, offset, place in _FAR))
                break
    return labelled, len(labelled) == len(shared)


def _offset(place: tuple[int, float], wide: float) -> Point:
    """From the point to the lower left corner of its label."""
    side, up = place
    gap = 4.0 if place in _NEAR else 14.0
    return {1: gap, -1: -gap - wide, 0: -wide / 2}[side], up


def _within(mine: Box, frame: Box) -> bool:
    return (
        mine[0] >= frame[0] and mine[1] >= frame[1] and mine[2] <= frame[2] and mine[3] <= frame[3]
    )


def _overlap(box: Box, other: Box) -> bool:
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
