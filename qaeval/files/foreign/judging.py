"""How the value that a tool gave a response becomes right, wrong, or not answered."""

from __future__ import annotations

from dataclasses import dataclass

from qaeval.errors import InputError
from qaeval.patterns import Pattern


@dataclass(frozen=True)
class Judging:
    """How a metric's value and a response become an outcome."""

    right_from: float | None = None  # None: 1 is right, 0 wrong, and nothing else there
    no_response: Pattern | None = None

    def outcome(self, metric: str, value: float, response: str | None) -> str:
        """R, W, or U: the response says that there is none, or is empty and not right for that.

        The response is None where the tool keeps none.
        """
        if self._declines(response):
            return "U"
        if value >= (1.0 if self.right_from is None else self.right_from):
            if self.right_from is None and value > 1.0:
                raise self._neither(metric, value)
            return "R"
        if response is not None and not response.strip():
            return "U"
        if self.right_from is None and value != 0.0:
            raise self._neither(metric, value)
        return "W"

    def _declines(self, response: str | None) -> bool:
        if self.no_response is None:
            return False
        if response is None:
            raise InputError("--no-response: the response is no text")
        return self.no_response.search(response) is not None

    def _neither(self, metric: str, value: float) -> InputError:
        return InputError(
            f"{metric} {value:g} is neither 0 nor 1: "
            "--right-from 0.5 counts what is at least 0.5 as right"
        )
