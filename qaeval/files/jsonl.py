"""One JSON object a line, with typed access to its fields."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.text import Document, Numbered
from qaeval.wording import MISSPELT, listed, nearest, shown


def no_constant(name: str) -> float:
    """NaN and Infinity, which JSON does not have."""
    raise InputError(f"{name} is not a number")


def objects(document: Numbered) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's number and object."""
    for number, line in document.numbered(comments=True):
        try:
            yield number, parse(line)
        except InputError as error:
            document.report(error, number)


def whole(document: Document) -> dict[str, Any]:
    """A file that is one JSON object, over however many lines."""
    try:
        return parse("\n".join(document.lines))
    except InputError as error:
        raise error.at(document.file, error.line) from None


def parse(text: str, constants: Callable[[str], float] = no_constant) -> dict[str, Any]:
    """A JSON object; what is wrong with it stands on a line of the text."""
    try:
        value = json.loads(text, parse_constant=constants, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        line = shown(text.split("\n")[error.lineno - 1])
        raise InputError(f"not a JSON object ({error.msg}): {line}", line=error.lineno) from None
    except (ValueError, RecursionError):
        raise InputError(f"not a JSON object (too large or too deep): {shown(text)}") from None
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, found {shown(text)}")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields_by_name = dict(pairs)
    if len(fields_by_name) < len(pairs):
        ((again, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise InputError(f"the same field twice in one object: {shown(again)}")
    return fields_by_name


class Ignored:
    """The fields of a file's objects that its format does not have, remarked upon together."""

    def __init__(self, document: Numbered, hints: Mapping[str, str] | None = None) -> None:
        self.document = document
        self.hints = hints or {}
        self.first: dict[str, int] = {}  # the line that first has each

    def check(self, record: dict[str, Any], known: Sequence[str], line: int) -> None:
        """Refuse fields that are known ones misspelt, or another file's; ignore others."""
        for name in record:
            if name not in known:
                absent = [other for other in known if other not in record]
                hint = self.hints.get(name) or nearest(name, absent, MISSPELT)
                if hint:
                    expected = f"expected {' '.join(known)}"
                    raise InputError(f"unknown field {shown(name)}, {expected}{hint}")
                self.first.setdefault(name, line)

    def tell(self) -> None:
        """Remark upon what was ignored, if anything was."""
        if self.first:
            fields_are = "a field is" if len(self.first) == 1 else "fields are"
            message = f"{fields_are} ignored: {listed(self.first)}"
            self.document.remark(message, min(self.first.values()))


def question(record: dict[str, Any]) -> str:
    """The id of the question; whole numbers are taken as text."""
    value = record.get("question")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if "question" not in record:
        raise InputError('no "question", expected a string')
    if not isinstance(value, str):
        raise InputError(f'"question" is {shown(json.dumps(value))}, expected a string')
    return fields.question_id(value)


def sample(record: dict[str, Any]) -> str | None:
    """The label of a sample, None where there is none; whole numbers are taken as text."""
    value = record.get("sample")
    if value is None:
        return None
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return string(value, "sample")


def string(value: Any, what: str) -> str:
    """A string of valid Unicode."""
    if not isinstance(value, str):
        raise InputError(f"{what} is {shown(json.dumps(value))}, expected a string")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"{what} {shown(value)} is not valid Unicode") from None
    return value


def optional_number(record: dict[str, Any], name: str) -> float | None:
    """A number, or None where the field is absent or null."""
    value = record.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise InputError(f"{name} is {shown(json.dumps(value))}, expected a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        raise InputError(f"{name} is too large")
    return number
