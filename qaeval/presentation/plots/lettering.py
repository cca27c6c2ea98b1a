"""Names in pictures: fonts that have their characters, and the room that they take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

from qaeval.wording import printable

_MAIN_FONT = "DejaVu Sans"  # comes with matplotlib, so that pictures look the same everywhere
# Fonts that have some signs only, or boxes for all.
_NO_LETTERS = ("STIX", "cm", "Last Resort", "DejaVu Math")
# Where several fonts have a character, these Japanese ones go first.
_PREFERRED = ("Noto Sans CJK JP", "Noto Sans JP", "IPAexGothic", "IPAGothic", "Hiragino Sans",
              "Yu Gothic", "Meiryo", "MS Gothic")  # fmt: skip
_LONGEST_NAME = 80  # characters


def lettered(text: str) -> str:
    """Text from a file as a picture can show it.

    What no font of this machine has stands as an escape, so that names still differ; of a very long
    name the middle is left out.
    """
    safe = "".join(
        char if char in _KNOWN or _font_of(char) else _escaped(char) for char in printable(text)
    )
    if len(safe) <= _LONGEST_NAME:
        return safe
    return f"{safe[: _LONGEST_NAME - 30]}…{safe[-29:]}"


_KNOWN = frozenset(map(chr, range(0x20, 0x7F)))


def _escaped(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def text_width(texts: Sequence[str], size: float) -> float:
    """The inches that the widest of these texts takes at this size (in points)."""
    from matplotlib.font_manager import FontProperties

    agg: Any = import_module("matplotlib.backends.backend_agg")  # whose types are not stated
    renderer, font = agg.RendererAgg(1, 1, 72), FontProperties(family=families(texts), size=size)
    widths = [renderer.get_text_width_height_descent(text, font, False)[0] for text in texts]
    return max(widths, default=0.0) / 72


def families(texts: Iterable[str]) -> list[str]:
    """The fonts that these texts need, the main one first."""
    needed = {_font_of(char) for char in set().union(*texts) - _KNOWN}
    return [_MAIN_FONT, *sorted(name for name in needed if name and name != _MAIN_FONT)]


@cache
def _font_of(char: str) -> str | None:
    """The first font that has the character."""
    return next((name for name, font in _fonts() if font.get_char_index(ord(char))), None)


@cache
def _fonts() -> list[tuple[str, Any]]:
    """The upright fonts of this machine by name, in an order that does not change."""
    from matplotlib.font_manager import fontManager
    from matplotlib.ft2font import FT2Font

    upright = {
        entry.name: entry.fname
        for entry in sorted(fontManager.ttflist, key=lambda entry: entry.fname, reverse=True)
        if entry.style == "normal"
        and entry.weight == 400
        and not entry.name.startswith(_NO_LETTERS)
    }
    order = (_MAIN_FONT, *_PREFERRED)
    names = [name for name in order if name in upright]
    names += sorted(set(upright) - set(names))
    opened = ((name, FT2Font(upright[name])) for name in names)
    return [(name, font) for name, font in opened if font.scalable]
