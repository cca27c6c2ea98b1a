"""What one call of ``qaeval score`` does between its options and its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from qaeval.cli.inputs import (
    RunReader,
    check_grouped,
    chosen_questions,
    common_questions,
    groups,
    parse_gains,
    read_keys,
    tell_judged_left_out,
    tell_left_out,
)
from qaeval.cli.options import Notes
from qaeval.collection.keys import Key
from qaeval.collection.questions import QuestionTable
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.named import split_name
from qaeval.files.questions import read_questions
from qaeval.files.trec_eval import RUNID
from qaeval.marking.judged import mark_judged
from qaeval.marking.marker import Marker
from qaeval.marking.marks import Marks
from qaeval.measures import PRESETS, Measure, measure, with_gains
from qaeval.presentation.signature import signature
from qaeval.progress import Watch, unwatched
from qaeval.scores.scoring import RunScores, Selection, assemble, evaluate
from qaeval.scores.table import Scores
from qaeval.wording import counted, listed

Report = Callable[[InputError], None]

# Options that say how answers are read or compared with a key.
_NEEDS_KEY = frozenset(
    [
        "--key",
        "--key-format",
        "--levels",
        "--normalize",
        "--nil",
        "--silence-is-nil",
        "--gains",
        "--run-format",
        "--name-from",
        "--no-response",
        "--unanswerable",
    ]
)


@dataclass
class ScoringJob:
    """The options of a call, and the steps from files to scores."""

    files: Sequence[str]
    measure: Sequence[str]
    judged: bool
    more_keys: Sequence[str]
    questions: str | None
    by: str | None
    only: Sequence[str]
    intersect: bool
    unanswerable: str
    keep_going: bool
    strict: bool
    key_format: str | None
    levels: int | None
    normalize: str
    nil: str
    silence_is_nil: bool
    gains: str | None
    run_format: str | None
    name_from: str | None
    no_response: str | None
    format: str
    verbose: bool
    given: frozenset[str] = frozenset()  # the options that the command line names
    left_out: int = 0
    notes: Notes = field(default_factory=Notes)
    keys: list[Key] = field(default_factory=list)
    table: QuestionTable | None = None
    chosen: list[str] | None = None
    asked: list[str] = field(default_factory=list)

    def run(self, report: Report, watch: Watch = unwatched) -> Scores:
        """Read, mark and score."""
        self.notes.verbose = self.verbose
        self._check_words()
        if self.questions is not None:
            self.table = read_questions(self.questions)
            self.notes.detail(f"{self.questions}: {_questions(self.table.questions)}")
        self.chosen = chosen_questions(self.table, self.only)
        if self.by is not None:
            groups(self.table, self.by)
        runs = self._judged_runs(report) if self.judged else self._ranked_runs(report)
        with watch(len(self.files) - (not self.judged), "score") as step:
            found = []
            for run in runs:
                found.append(run)
                step(1)
        if not found:
            raise InputError("no run could be scored")
        scores = assemble(found)
        if not scores.questions:
            where = self.keys[0].file if self.keys else found[0].run
            raise InputError("no question is left to score", where)
        return scores

    def _check_words(self) -> None:
        """What can be told to be wrong before any file is read."""
        if len(self.files) < (1 if self.judged else 2):
            expected = "RUN..." if self.judged else "KEY RUN... (or --judged RUN...)"
            raise InputError(f"expected {expected}; see 'qaeval score --help'")
        idle = sorted(self.given & _NEEDS_KEY)
        if self.judged and idle:
            raise InputError(f"--judged has no key or answers, so no {idle[0]}")
        if self.by is not None and self.format == "trec":
            raise InputError("-f trec has no tables --by a column")
        if self.format == "trec" and len(self.more_keys):
            raise InputError("-f trec takes one key")
        for text in self.measure:
            if text == RUNID and self.format != "trec":
                raise InputError("'runid' is a line of trec_eval's output: only with -f trec")

    def _asked_measures(self, texts: Sequence[str]) -> list[Measure]:
        """The measures of these names; a key's name may stand before one."""
        names = [split_name(argument)[0] for argument in self._key_arguments()]
        expanded = [name for text in texts for name in PRESETS.get(text, (text,))]
        self.asked = list(dict.fromkeys(expanded))
        found = []
        for text in self.asked:
            prefix, dash, rest = text.partition("-")
            if dash and prefix in names:
                found.append(measure(rest).for_key(prefix))
            elif text != RUNID:
                found.append(measure(text))
        return found

    def _key_arguments(self) -> list[str]:
        return [] if self.judged else [self.files[0], *self.more_keys]

    def _with_gains(self, found: Sequence[Measure]) -> list[Measure]:
        """The measures under the gains set for all; each must suit the levels of its keys."""
        if self.gains is not None:
            gains = parse_gains(self.gains, self.keys)
            found = [with_gains(one, gains) for one in found]
        for one in found:
            for key in self.keys:
                if one.key in (None, key.name):
                    one.gains_on(key.scale)
        return list(found)

    def _ranked_runs(self, report: Report) -> Iterator[RunScores]:
        # Misspelt measures and gains that do not fit are told before any run is read.
        asked = self._asked_measures(self.measure)
        arguments = self._key_arguments()
        self.keys = read_keys(arguments, self.key_format, self.normalize, self.levels, self.notes)
        asked = self._with_gains(asked)
        if self.by is not None:
            for key in self.keys:
                lacking = set(key.unanswerable)
                answerable = (name for name in key.questions if name not in lacking)
                check_grouped(answerable, self.table, self.by)
        markers = [Marker(key, self.nil, self.silence_is_nil) for key in self.keys]
        self._tell_unanswerable()
        reader = RunReader(
            self.run_format, self.name_from, self.no_response, self.notes, len(self.files) - 1
        )
        for path in self.files[1:]:
            try:
                run = reader.read(path)
                if not asked:
                    asked = self._with_gains(self._asked_measures([self._default(run.format)]))
                marks = [marker(run) for marker in markers]
                for marked in marks:
                    self._tell_questions(marked, run.file)
                yield evaluate(marks, asked, self._selection())
            except InputError as error:
                self._leave_out(error.at(path), report)

    def _default(self, run_format: str) -> str:
        if run_format == "cqa":
            return "cqa"
        return "trec" if self.keys[0].holds_ids else "qac1"

    def _judged_runs(self, report: Report) -> Iterator[RunScores]:
        asked = self._asked_measures(self.measure or ["clef"])
        reader = RunReader(notes=self.notes)
        found: list[Responses] = []
        for path in self.files:
            try:
                found += reader.read_judged(path)
            except InputError as error:
                self._leave_out(error.at(path), report)
        questions = common_questions(found, self.chosen, self.intersect)
        tell_judged_left_out(found, questions, self.questions, self.notes)
        for responses in found:
            try:
                marks = mark_judged(responses, questions)
                self._tell_questions(marks, responses.file)
                yield evaluate([marks], asked, self._selection(intersect=False))
            except InputError as error:
                self._leave_out(error.at(responses.file), report)

    def _selection(self, intersect: bool | None = None) -> Selection:
        wanted = self.intersect if intersect is None else intersect
        return Selection(self.chosen, self.unanswerable, wanted)

    def _leave_out(self, error: InputError, report: Report) -> None:
        if not self.keep_going:
            raise error
        report(error)
        self.left_out += 1

    def _tell_unanswerable(self) -> None:
        """Questions that cannot be scored: not in the key, or without a correct answer there."""
        for key in self.keys:
            known = set(key.questions)
            absent = [name for name in self.chosen or () if name not in known]
            if absent:
                self._tell(
                    f"{_questions(absent)} of {self.questions} not in the key", absent, key.file
                )
            if self.chosen is not None:
                why = f"not chosen from {self.questions}"
                tell_left_out(known, self.chosen, why, self.notes)
            chosen = known if self.chosen is None else known & set(self.chosen)
            lacking = [name for name in key.unanswerable if name in chosen]
            if lacking and self.unanswerable == "skip":
                what = f"{_questions(lacking)} without a correct answer"
                self._tell(what, lacking, key.file, ", left out")

    def _tell_questions(self, marks: Marks, file: str) -> None:
        """A run's questions that the key lacks, and the key's that the run lacks."""
        if marks.unknown and not (self.judged and self.chosen is None):
            where = self.questions if self.judged else "the key"
            what = f"{_questions(marks.unknown)} not in {where}"
            self._tell(what, marks.unknown, file, ", ignored")
        if self.strict or self.verbose or self.judged:
            absent = self._selection(intersect=False).mask(marks) & ~marks.present
            missing = [marks.questions[i] for i in absent.nonzero()[0]]
            if missing:
                self._tell(f"{_questions(missing)} not in the run", missing, file)

    def _tell(self, what: str, names: Sequence[str], file: str, done: str = "") -> None:
        """An error under --strict, else a note that also says what was done about it."""
        if self.strict:
            raise InputError(f"{what}: {listed(names)}", file)
        self.notes.add(f"{file}: {what}{done}: {listed(names)}")

    def labels(self, scores: Scores) -> list[str]:
        """The names to print, in the order asked, `runid` among them."""
        printed = iter([found.label for found in scores.measures])
        return [text if text == RUNID else next(printed) for text in self.asked]

    def grouped(self, scores: Scores) -> dict[str, Scores]:
        """The scores of each group of questions; none without --by."""
        if self.by is None:
            return {}
        have = set(scores.questions)
        wanted = {value: have & set(names) for value, names in groups(self.table, self.by).items()}
        found = {value: scores.on(names) for value, names in wanted.items() if names}
        if len(found) < len(wanted):
            self.notes.detail(f"{len(wanted) - len(found)} values of {self.by} without a question")
        return found

    def signature(self, scores: Scores) -> dict[str, str | int]:
        """Every choice that changes a number."""
        ranked = not self.judged
        strings = any(not key.holds_ids for key in self.keys)
        return signature(
            self.keys,
            len(scores.questions),
            {
                "set": None if self.questions is None else PurePath(self.questions).name,
                "only": ",".join(self.only) or None,
                "levels": self.keys[0].level_range if ranked else None,
                "gains": (self.gains or "level") if ranked else None,
                "normalize": self.normalize if strings else ("exact" if ranked else None),
                "nil": self.nil if strings else None,
                "silence": ("nil" if self.silence_is_nil else "none") if strings else None,
                "no-response": self.no_response,
                "unanswerable": self.unanswerable if ranked else None,
                "missing": "left out" if self.intersect else "no response",
            },
        )


def _questions(names: Sequence[str]) -> str:
    return counted(len(names), "question")
