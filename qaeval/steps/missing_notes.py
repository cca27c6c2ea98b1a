"""What commands say of questions that runs lack: a line per run, or one that names them all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed

# Runs from which one line for all of them reads better than a line for each.
_MANY = 4


@dataclass(frozen=True)
class _Lack:
    """What one run lacks of so many questions, and what is done about it."""

    run: str
    place: str  # its file, as notes name it
    missing: tuple[str, ...]
    questions: int
    done: str

    @property
    def amount(self) -> str:
        return f"{len(self.missing):,} ({_share(len(self.missing), self.questions)})"

    def __str__(self) -> str:
        what = f"{len(self.missing):,} of {counted(self.questions, 'question')}"
        share = f"({_share(len(self.missing), self.questions)})"
        return f"{self.place}: {what} {share} not in the run{self.done}: {listed(self.missing)}"


class MissingQuestions:
    """The questions that each run lacks, gathered until all runs are read."""

    def __init__(self) -> None:
        self.lacks: dict[_Lack, None] = {}  # each once, also where several keys ask the same

    def add(
        self, run: str, place: str, missing: Sequence[str], questions: int, done: str = ""
    ) -> None:
        """Keep what a run lacks of so many questions."""
        if missing:
            then = f", {done}" if done else ""
            self.lacks[_Lack(run, place, tuple(missing), questions, then)] = None

    def tell(self, notes: Notes) -> None:
        """A note for each run; many share one, in which each has its number and share."""
        alike: defaultdict[tuple[int, str], list[_Lack]] = defaultdict(list)
        for lack in self.lacks:
            alike[lack.questions, lack.done].append(lack)
        for lacks in alike.values():
            if len(lacks) < _MANY or notes.verbose:
                for lack in lacks:
                    notes.add(str(lack))
            else:
                notes.add(_of_many(lacks))


def _of_many(lacks: Sequence[_Lack]) -> str:
    """One sentence for many runs, those that lack most first; -v names their questions."""
    first = lacks[0]
    runs, of = f"{len(lacks):,} runs lack", f"of the {first.questions:,} questions{first.done}"
    if all(lack.missing == first.missing for lack in lacks):
        names = ", ".join(lack.run for lack in lacks)
        return f"{runs} the same {first.amount} {of}: {listed(first.missing)}; the runs: {names}"
    ordered = sorted(lacks, key=lambda lack: -len(lack.missing))
    return f"{runs} some {of}: " + ", ".join(f"{lack.run} {lack.amount}" for lack in ordered)


def _share(part: int, whole: int) -> str:
    """A percentage with one decimal, which is 0 or 100 only where it is exactly that."""
    if part == whole:
        return "100%"
    percentage = f"{100 * part / whole:.1f}"
    if percentage == "0.0":
        return "<0.1%"
    return ">99.9%" if percentage == "100.0" else f"{percentage}%"
