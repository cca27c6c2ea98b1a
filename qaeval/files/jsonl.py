"""One JSON object a line, with typed access to its fields."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qaeval.errors import InputError, nearest, shown
from qaeval.files import fields
from qaeval.files.text import Document


def objects(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each line's number and object."""
    for number, line in document.numbered(comments=True):
        try:
            yield number, _parse(line)
        except InputError as error:
            document.report(error, number)


def _parse(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line, parse_constant=_no_constant, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "too large or too deep"
        raise InputError(f"not a JSON object ({reason}): {shown(line)}") from None
    if not isinstance(value, dict):
        raise InputError(f"expected a JSON object, found {shown(line)}")
    return value


def _no_constant(name: str) -> float:
    raise InputError(f"{name} is not a number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise InputError("the same field twice in one object")
    return found


def check_names(
    record: dict[str, Any], known: Sequence[str], hints: Mapping[str, str] | None = None
) -> None:
    """Refuse fields that the format does not have: they are misspellings."""
    for name in record:
        if name not in known:
            hint = (hints or {}).get(name) or nearest(name, known)
            raise InputError(f"unknown field {shown(name)}, expected {' '.join(known)}{hint}")


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
