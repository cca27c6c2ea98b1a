"""Elements of a page: text from files goes in escaped, and cannot come in any other way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html import escape
from typing import Any

from qaeval.wording import printable

_WORD_ENDS = re.compile(r"(?<=[-./\\:@+=,;|_])(?=[^\W_])|(?<=[a-z])(?=[A-Z])")
_VOID = {"meta", "link", "img", "input", "br", "col"}


class Html(str):
    """Markup that is safe in a page; any other string is text, and is escaped."""


def text(value: str) -> Html:
    """Text for a page or an attribute: markup disarmed, control and bidi characters visible."""
    return Html(escape(printable(value), quote=True))


def tag(name: str, /, *children: str, **attributes: object) -> Html:
    """An element. Attributes: `class_`, `data_run` → `data-run`; None and False are left out."""
    given = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _VOID:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{joined(children)}</{name}>")


def joined(parts: Iterable[str], between: str = "") -> Html:
    """Elements and texts one after the other."""
    return Html(between.join(part if isinstance(part, Html) else text(part) for part in parts))


def name(value: str) -> Html:
    """A name from a file: isolated, so that its direction does not spread to its neighbours."""
    return tag("bdi", value)


def long_name(value: str) -> Html:
    """A name that may break between its words, as in `team_run-2` and `TeamRun`, if it must."""
    return tag("bdi", joined(_WORD_ENDS.split(value), "<wbr>"))


def embedded_json(value: Any) -> Html:
    """JSON for a script element: nothing in it can end the element or the line."""
    plain = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for char in "<>&":
        plain = plain.replace(char, f"\\u{ord(char):04x}")
    return Html(plain)


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    label = key.rstrip("_").replace("_", "-")
    return f" {label}" if value is True else f' {label}="{text(str(value))}"'
