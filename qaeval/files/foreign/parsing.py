"""JSON as tools write it: NaN where there is no number, and too large to look at every name."""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from qaeval.errors import InputError
from qaeval.wording import shown


@contextmanager
def uncollected() -> Iterator[None]:
    """For what makes millions of objects, none of them garbage, which would be searched for it."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@uncollected()
def parsed(text: str, file: str, part: str = "") -> Any:
    """What a file or a part of it says; fields that come twice are not looked for."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        why = f"it ends too early, on {where}" if cut else f"{error.msg}, {where}"
        raise InputError(f"{part}not JSON: {why}", file) from None
    except (ValueError, RecursionError):
        raise InputError(f"{part}not JSON: too large or too deep", file) from None


def inner(record: dict[str, Any], name: str) -> dict[str, Any]:
    """An object within an object; an empty one where there is none."""
    value = record.get(name)
    return value if isinstance(value, dict) else {}


def number(value: Any, what: str, expected: str = "a number") -> float:
    """A number; NaN stands for none, null too."""
    if value is None:
        return math.nan
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            if not math.isinf(value):
                return float(value)
        except OverflowError:
            pass
    text = shown(json.dumps(value, ensure_ascii=False))
    raise InputError(f"{what} is {text}, expected {expected}")
