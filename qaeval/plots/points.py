"""Names beside points; where they do not all fit, numbers and a list of names beside the axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qaeval.plots.canvas import list_beside, settle
from qaeval.plots.lettering import lettered, text_width

_MOST_NAMED = 60  # points, beyond which nothing is named
_SIZE = 7.5  # points: the letters
_HALF_DOT = 3.0

Box = tuple[float, float, float, float]
Panel = tuple[Any, Sequence[float], Sequence[float]]


def name_points(figure: Any, panels: Sequence[Panel], names: Sequence[str]) -> None:
    """Name the points of each panel (axes, x, y), which are the same runs in all of them."""
    if len(names) > _MOST_NAMED:
        return
    plain = [lettered(name) for name in names]
    settle(figure)
    found = [_placed(panel, plain) for panel in panels]
    if not all(complete for _, complete in found):
        list_beside(figure, [f"{i}  {name}" for i, name in enumerate(plain, 1)])
        numbers = [str(i) for i in range(1, len(names) + 1)]
        settle(figure)
        found = [_placed(panel, numbers) for panel in panels]
    for (axes, _, _), (spots, _) in zip(panels, found, strict=True):
        for label, point, offset in spots:
            # Outside the layout, which has been settled for good.
            axes.annotate(label, point, offset, textcoords="offset points", fontsize=_SIZE,
                          zorder=4).set_in_layout(False)  # fmt: skip


def _placed(panel: Panel, labels: Sequence[str]) -> tuple[list[Any], bool]:
    """Each label with its point and its offset, where it hides nothing; and whether all fit."""
    axes, x, y = panel
    shared: dict[tuple[float, float], list[str]] = {}
    for label, a, b in zip(labels, x, y, strict=True):
        shared.setdefault((round(float(a), 9), round(float(b), 9)), []).append(label)
    scale = 72 / axes.figure.dpi
    spots = {point: axes.transData.transform(point) * scale for point in shared}
    frame = axes.get_window_extent()
    inside = (frame.x0 * scale, frame.y0 * scale, frame.x1 * scale, frame.y1 * scale)
    taken = [
        (a - _HALF_DOT, b - _HALF_DOT, a + _HALF_DOT, b + _HALF_DOT) for a, b in spots.values()
    ]
    found = []
    for point, together in shared.items():
        label = ", ".join(together)
        offset = _free_place(spots[point], 72 * text_width([label], _SIZE), inside, taken)
        if offset is not None:
            found.append((label, point, offset))
    return found, len(found) == len(shared)


def _free_place(
    spot: Sequence[float], wide: float, inside: Box, taken: list[Box]
) -> tuple[float, float] | None:
    """Where a label goes, from its point; the place is then taken."""
    for side in (1, -1, 0):
        for up in (2.0, -9.0, -3.5) if side else (5.0, -12.0):
            across = {1: 4.0, -1: -4.0 - wide, 0: -wide / 2}[side]
            left, low = spot[0] + across, spot[1] + up
            mine = (left, low, left + wide, low + _SIZE)
            fits = left >= inside[0] and low >= inside[1]
            fits = fits and mine[2] <= inside[2] and mine[3] <= inside[3]
            if fits and not any(_overlap(mine, other) for other in taken):
                taken.append(mine)
                return across, up
    return None


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
