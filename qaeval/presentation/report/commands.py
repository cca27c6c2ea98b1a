"""The command lines that print a report's numbers again, ready for a shell."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qaeval.wording import UNSAFE

TITLE = "Evaluation report"  # unless told


@dataclass(frozen=True)
class Commands:
    """Command lines on the tables of a report; `options` are those of its own command line."""

    options: Mapping[str, Any]

    def compare(self, measures: Sequence[str], by: bool = False) -> str:
        """The leaderboards with intervals, tests and groups."""
        words = [*self._option("test"), *self._other("correct", "none"), *self._drawn()]
        return self._line("compare", words, measures, by)

    def stability(self, measures: Sequence[str]) -> str:
        """Minority rates and ties."""
        return self._line("stability", [*self._sizes(), *self._drawn()], measures)

    def swap(self, measures: Sequence[str], bins: bool = False) -> str:
        """Required differences, or the swap rates of the bins."""
        words = [*(["--bins"] if bins else []), *self._sizes(), *self._drawn()]
        return self._line("swap", words, measures)

    def plan(self, measures: Sequence[str]) -> str:
        """Differences to be believed with these and with more questions."""
        return self._line("plan", self._drawn(), measures)

    def hardness(self, measures: Sequence[str], by: bool = False) -> str:
        """The means of the questions."""
        return self._line("hardness", [], measures, by)

    def report(self) -> str:
        """The page itself."""
        words = [
            *self._other("title", TITLE),
            *self._option("test"),
            *self._other("correct", "none"),
        ]
        words += [*self._sizes(), *self._drawn()]
        words += ["--no-pictures"] if self.options["no_pictures"] else []
        words += [] if self.options["output"] is None else ["-o", self.options["output"]]
        return self._line("report", words, self.options["measure"], by=True)

    def _line(
        self, command: str, words: Sequence[str], measures: Sequence[str], by: bool = False
    ) -> str:
        options = self.options
        asked = [word for label in measures for word in ("-m", label)]
        asked += words
        asked += self._option("questions")
        asked += [word for only in options["only"] for word in ("--only", only)]
        asked += [word for run in options["exclude"] for word in ("--exclude", run)]
        asked += self._option("by") if by else []
        asked += ["--intersect"] if options["intersect"] else []
        tables = list(options["tables"])
        if any(path.startswith("-") and path != "-" for path in tables):
            tables.insert(0, "--")
        return " ".join(map(shell_word, ["qaeval", command, *asked, *tables]))

    def _option(self, name: str) -> list[str]:
        return self._other(name, None)

    def _other(self, name: str, default: object) -> list[str]:
        """An option that is not at its default."""
        value = self.options[name]
        return [] if value == default else [f"--{name}", str(value)]

    def _sizes(self) -> list[str]:
        return [word for size in self.options["sizes"] for word in ("-c", str(size))]

    def _drawn(self) -> list[str]:
        return [*self._option("trials"), *self._other("seed", 0)]


def shell_word(word: str) -> str:
    """A word that a shell reads back as it was, and that shows what cannot be seen."""
    if not UNSAFE.search(word):
        return shlex.quote(word)
    parts = []
    for char in word:
        if UNSAFE.match(char):
            parts += [f"\\x{byte:02x}" for byte in os.fsencode(char)]
        else:
            parts.append(f"\\{char}" if char in "\\'" else char)
    return f"$'{''.join(parts)}'"
