"""Dotted paths into JSON objects: `metadata.subject`, `choices.0.text`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from qaeval.errors import InputError
from qaeval.wording import nearest, offered, shown

ABSENT = object()


def found(record: Any, path: str) -> Any:
    """What stands at a path, or ABSENT; a field that is called like the whole path comes first."""
    if isinstance(record, Mapping):
        if path in record:
            return record[path]
        # A name may have dots itself: the longest that is there leads on.
        for end in range(len(path), 0, -1):
            if path[end : end + 1] == "." and path[:end] in record:
                inner = found(record[path[:end]], path[end + 1 :])
                if inner is not ABSENT:
                    return inner
        return ABSENT
    if isinstance(record, list):
        first, _, rest = path.partition(".")
        if first.isascii() and first.isdigit() and int(first[:9]) < len(record):
            inner = record[int(first[:9])]
            return found(inner, rest) if rest else inner
    return ABSENT


def at(record: Any, path: str, option: str) -> Any:
    """What stands at a path that must be there."""
    value = found(record, path)
    if value is ABSENT:
        names = known(record)
        have = offered(names) or "none"
        raise InputError(
            f"{option}: no field {shown(path)} (there are: {have}){nearest(path, names)}"
        )
    return value


def known(record: Any, depth: int = 2) -> list[str]:
    """The paths that a record has, of objects within objects too."""
    if not isinstance(record, Mapping):
        return []
    paths = []
    for name, value in record.items():
        inner = known(value, depth - 1) if depth > 1 else []
        paths += [f"{name}.{more}" for more in inner] or [str(name)]
    return paths
