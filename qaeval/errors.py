"""The one error that users see, and the remark that is none."""

from __future__ import annotations

import re

from qaeval.wording import printable

# From the first quotation mark to the last, and numbers: what differs from line to line.
_PARTICULAR = re.compile(r"'.*'|[+-]?\d[\d.,]*", flags=re.DOTALL)


class InputError(Exception):
    """Something wrong in a user's file or words: where, what, and what was expected."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line

    def at(self, file: str, line: int | None = None) -> InputError:
        """The same error with its place, unless it already has one."""
        return self if self.file is not None else type(self)(self.message, file, line)

    @property
    def kind(self) -> str:
        """The message less what differs from line to line; the same for problems of one kind."""
        return _PARTICULAR.sub("…", self.message)

    def __str__(self) -> str:
        place = "" if self.file is None else f"{printable(self.file)}: "
        if self.file is not None and self.line is not None:
            place = f"{printable(self.file)}:{self.line}: "
        return place + printable(self.message)


class InputRemark(InputError, UserWarning):
    """Not wrong, but perhaps not what was meant: how an input was taken, or what was ignored.

    Readers give it as a Python warning. The command line tells it as a note; under --strict, or
    where a caller makes errors of such warnings, it is raised.
    """


class UnreadableFile(InputError):
    """A file that cannot be opened at all."""
