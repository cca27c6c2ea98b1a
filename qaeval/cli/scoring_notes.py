"""What ``qaeval score`` says about questions that runs, keys and question files do not share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from qaeval.cli.scoring_options import QuestionOptions
from qaeval.collection.keys import Key
from qaeval.collection.nuggets import NuggetKey
from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.marking.marks import Marks
from qaeval.marking.strangers import knows_none, strangers
from qaeval.scores.scoring import Selection
from qaeval.steps.inputs import tell_left_out
from qaeval.steps.missing_notes import MissingQuestions
from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed


@dataclass(frozen=True)
class QuestionNotes:
    """Tells which questions do not count; under --strict that is an error."""

    options: QuestionOptions
    chosen: list[str] | None  # of the question file; None: all of the key's
    notes: Notes
    no_response: str = "scored as no response"  # what becomes of questions that a run lacks
    missing: MissingQuestions = field(default_factory=MissingQuestions)

    def tell_key(self, key: Key | NuggetKey) -> None:
        """Questions that cannot be scored: not in the key, or without a correct answer there."""
        known = set(key.questions)
        absent = [name for name in self.chosen or () if name not in known]
        if absent:
            self._tell(
                f"{_count(absent)} of {self.options.questions} not in the key", absent, key.file
            )
        if self.chosen is not None:
            why = f"not chosen from {self.options.questions}"
            tell_left_out(known, self.chosen, why, self.notes)
        chosen = known if self.chosen is None else known & set(self.chosen)
        lacking = [name for name in key.unanswerable if name in chosen]
        if lacking and self.options.unanswerable == "skip":
            what = f"{_count(lacking)} without a correct answer"
            self._tell(what, lacking, key.file, ", left out")

    def tell_run(self, marks: Marks, file: str) -> None:
        """A run's questions that the key lacks, and the key's that the run lacks."""
        self._tell_unknown(marks, file, "the key")
        done = "left out" if self.options.intersect else self.no_response
        self._note_missing(marks, file, done)

    def tell_ids(self, run: Run, key: Key, marks: Marks) -> None:
        """Ids that the key does not know at all, or that no question's pool can hold."""
        if knows_none(run, key, marks):
            names = dict.fromkeys(run.answers)
            self._tell(f"none of its ids is in the key {key.file}", list(names), run.file)
        elif run.format == "cqa" and (unknown := strangers(run, key)):
            what = f"every question has an id that the key {key.file} does not have for it"
            self._tell(what, list(dict.fromkeys(unknown)), run.file)

    def tell_judged(self, marks: Marks, file: str) -> None:
        """The same of judged responses, for which a question file stands in place of the key."""
        if self.chosen is not None:
            self._tell_unknown(marks, file, self.options.questions)
        self._note_missing(marks, file, "unanswered")

    def tell_missing(self) -> None:
        """Of all runs, which questions they lack."""
        self.missing.tell(self.notes)

    def _tell_unknown(self, marks: Marks, file: str, where: str | None) -> None:
        if marks.unknown:
            what = f"{_count(marks.unknown)} not in {where}"
            self._tell(what, marks.unknown, file, ", ignored")

    def _note_missing(self, marks: Marks, file: str, done: str) -> None:
        counting = Selection(self.chosen, self.options.unanswerable).mask(marks)
        missing = [marks.questions[i] for i in (counting & ~marks.present).nonzero()[0]]
        if missing and self.options.strict:
            raise InputError(f"{_count(missing)} not in the run: {listed(missing)}", file)
        self.missing.add(marks.run, file, missing, int(counting.sum()), done)

    def _tell(self, what: str, names: Sequence[str], file: str, done: str = "") -> None:
        """An error under --strict, else a note that also says what was done about it."""
        if self.options.strict:
            raise InputError(f"{what}: {listed(names)}", file)
        self.notes.add(f"{file}: {what}{done}: {listed(names)}")


def _count(names: Sequence[str]) -> str:
    return counted(len(names), "question")
