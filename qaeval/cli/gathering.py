"""Options that belong together reach a command as one frozen dataclass."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def all_options(*decorators: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Several options as one decorator, in the order they are listed in the help."""

    def decorate(function: Decorated) -> Decorated:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


def gathered(
    name: str, kind: type, *options: Callable[[Any], Any]
) -> Callable[[Decorated], Decorated]:
    """Options whose values become the fields of one `kind`, the command's parameter `name`.

    Options declared further down that are fields of it go in too, so that the help can list them in
    an order of its own. Fields that a command has no option for keep their defaults.
    """

    def decorate(function: Decorated) -> Decorated:
        @functools.wraps(function)
        def with_fields(**given: Any) -> Any:
            here = {field.name for field in fields(kind)} & set(given)
            values = {field: given.pop(field) for field in here}
            return function(**given, **{name: kind(**values)})

        return all_options(*options)(with_fields)  # type: ignore[return-value]

    return decorate
