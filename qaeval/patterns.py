"""Users' regular expressions, a match of which may take only so long: some take for ever."""

from __future__ import annotations

import re
import signal
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from qaeval.errors import InputError
from qaeval.wording import shown

LONGEST_MATCH = 1  # second of processor time that a match may take; none takes two


class EndlessMatch(InputError):
    """A match that takes too long, of a pattern that will do so on other lines as well."""


@dataclass(frozen=True)
class Pattern:
    """A regular expression that compiles."""

    compiled: re.Pattern[str]

    @classmethod
    def of(cls, text: str, flags: int = 0) -> Pattern:
        """From a user's text, or an error that says what is wrong with it."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return cls(re.compile(text, flags))
        except RecursionError:
            raise InputError(f"the regular expression {shown(text)} is nested too deeply") from None
        except (re.error, OverflowError) as error:
            raise InputError(
                f"the regular expression {shown(text)} does not compile: {error}"
            ) from None

    @property
    def text(self) -> str:
        """The expression as it was written."""
        return self.compiled.pattern

    @property
    def groups(self) -> int:
        """How many groups it has."""
        return self.compiled.groups

    def search(self, text: str) -> re.Match[str] | None:
        """The first match in a text."""
        if not _watch.is_on:
            with watched_matches():
                return self.search(text)
        _watch.matches += 1
        _watch.now = self, text
        found = self.compiled.search(text)
        _watch.now = None
        return found

    def every(self, text: str) -> list[re.Match[str]]:
        """All matches in a text, which together may take as long as one."""
        with watched_matches():
            _watch.matches += 1
            _watch.now = self, text
            found = list(self.compiled.finditer(text))
            _watch.now = None
        return found


class _Watch:
    """What is being matched, and how many matches had begun when the clock last struck."""

    def __init__(self) -> None:
        self.is_on = False
        self.matches = 0
        self.struck_at = -1
        self.now: tuple[Pattern, str] | None = None

    def strike(self, signal_number: int, frame: FrameType | None) -> None:
        """End a match that was there when the clock struck before."""
        if self.now is not None and self.struck_at == self.matches:
            pattern, text = self.now
            self.now = None
            raise EndlessMatch(
                f"the regular expression {shown(pattern.text)} takes more than "
                f"{LONGEST_MATCH} s on {shown(text)}: a repetition within another can take for ever"
            )
        self.struck_at = self.matches


_watch = _Watch()


@contextmanager
def watched_matches() -> Iterator[None]:
    """One clock for the many matches of a block; within another it changes nothing.

    `re` looks for signals while it matches, which only the main thread gets, and not on Windows.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if _watch.is_on or not is_main or not hasattr(signal, "setitimer"):
        former, _watch.is_on = _watch.is_on, True
        try:
            yield
        finally:
            _watch.is_on = former
        return
    before = signal.signal(signal.SIGVTALRM, _watch.strike)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_MATCH, LONGEST_MATCH)
    _watch.is_on = True
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        _watch.is_on, _watch.now = False, None
