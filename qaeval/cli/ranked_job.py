"""What ``qaeval score`` does with runs of ranked answers, which are marked against keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from qaeval.cli.asked_measures import (
    fitted,
    measures_of,
    ranking_measure,
    under_keys,
    usual_preset,
)
from qaeval.cli.each_run import Failures, read_each
from qaeval.cli.scoring_notes import QuestionNotes
from qaeval.cli.scoring_options import ScoringOptions
from qaeval.cli.side_by_side import processes, side_by_side
from qaeval.collection.keys import Key
from qaeval.collection.questions import QuestionTable
from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.files.named import RunNames
from qaeval.marking.marker import Marker
from qaeval.measures import Measure
from qaeval.progress import Step
from qaeval.scores.scoring import RunScores, Selection, evaluate
from qaeval.steps.choosing import Choosing, chosen_by_name
from qaeval.steps.inputs import RunReader, check_grouped, read_keys
from qaeval.steps.missing_notes import MissingQuestions
from qaeval.steps.notes import Notes


@dataclass
class ScoredRun:
    """The columns of a run, or why there are none, and what is to be told of it."""

    name: str
    file: str
    notes: Notes
    missing: MissingQuestions = field(default_factory=MissingQuestions)
    columns: RunScores | None = None
    error: InputError | None = None


@dataclass
class RunScoring:
    """Reads, marks and scores runs, each by itself, against the same keys by the same measures."""

    options: ScoringOptions
    keys: Sequence[Key]
    markers: Sequence[Marker]
    telling: QuestionNotes
    names: Sequence[str]  # of the measures; none: those that the first run suggests
    asked: Sequence[Measure]

    def __post_init__(self) -> None:
        """Refuse what is wrong with the options before any run is blamed for it."""
        RunReader(self.options.run)

    def __call__(self, argument: str) -> ScoredRun:
        """Score the run of a file; an error of reading it is raised."""
        notes = Notes(self.telling.notes.verbose)
        run = RunReader(self.options.run, notes, len(self.options.runs)).read(argument)
        return self.score(run, notes)

    def score(self, run: Run, notes: Notes) -> ScoredRun:
        """Score a run, and add to the notes."""
        scored = ScoredRun(run.name, run.file, notes)
        telling = replace(self.telling, notes=notes, missing=scored.missing)
        over = self.options.over
        selection = Selection(telling.chosen, over.unanswerable, over.intersect)
        try:
            if not self.asked:
                self._take_usual(run)
            marks = [marker(run) for marker in self.markers]
            for key, marked in zip(self.keys, marks, strict=True):
                telling.tell_run(marked, run.file)
                telling.tell_ids(run, key, marked)
            scored.columns = evaluate(marks, self.asked, selection)
        except InputError as error:
            scored.error = error.at(run.file)
        return scored

    def _take_usual(self, run: Run) -> None:
        """The measures that the run and the key suggest, for all runs from here on."""
        self.names = [usual_preset(run.format, self.keys[0])]
        asked = measures_of(self.names, self.options.key_names)
        self.asked = fitted(asked, self.options.key.gains, self.keys)

    def without_measures(self, argument: str) -> ScoredRun:
        """The same to be sent to another process, to which a measure's functions cannot go."""
        scored = self(argument)
        if scored.columns is not None:
            scored.columns.measures = []
        return scored


def score_ranked(
    options: ScoringOptions,
    table: QuestionTable | None,
    choosing: Choosing,
    telling: QuestionNotes,
    failures: Failures,
    step: Step,
) -> tuple[list[Key], list[RunScores], Sequence[str]]:
    """The keys, the runs scored against them, and the names of the measures."""
    # Misspelt measures and gains that do not fit are told before any run is read.
    names, key_names = options.measures, options.key_names
    asked = measures_of(names, key_names)
    keys = read_keys(options.keys, options.key, telling.notes)
    asked = fitted(asked, options.key.gains, keys)
    if asked:
        ranking_measure(under_keys(asked, key_names), names, key_names, options.sort)
    for key in keys:
        _check_groups(key, table, options.over.by)
    markers = [Marker(key, options.key.nil, options.key.silence_is_nil) for key in keys]
    for key in keys:
        telling.tell_key(key)
    scoring = RunScoring(options, keys, markers, telling, names, asked)
    runs: list[RunScores] = []
    for scored in _scored_runs(scoring, choosing, failures):
        telling.notes.messages += scored.notes.messages
        telling.missing.lacks.update(scored.missing.lacks)
        if scored.error is not None:
            failures.meet(scored.error)
        elif scored.columns is not None:
            runs.append(_shared(scored.columns, runs, scoring))
        step(1)
    telling.tell_missing()
    return keys, runs, scoring.names


def _scored_runs(
    scoring: RunScoring, choosing: Choosing, failures: Failures
) -> Iterator[ScoredRun]:
    """The chosen runs; which these are by name can be told only when all are read."""
    if not choosing.looks_at_names:
        yield from _all_runs(scoring, failures)
        return
    reader = RunReader(scoring.options.run, scoring.telling.notes, len(scoring.options.runs))
    runs = read_each(reader.read, scoring.options.runs, failures)
    for run in chosen_by_name(runs, choosing):
        yield scoring.score(run, Notes(reader.notes.verbose))


def _all_runs(scoring: RunScoring, failures: Failures) -> Iterator[ScoredRun]:
    """Run by run, by several processes where that pays; none is kept beyond its columns."""
    names, files = RunNames(), scoring.options.runs
    jobs = processes(files, scoring.options.jobs)
    work = scoring if jobs == 1 else scoring.without_measures
    with side_by_side(work, files, jobs, lambda: bool(scoring.asked)) as outcomes:
        for outcome in outcomes:
            try:
                scored = outcome.result()
                names.claim(scored.name, scored.file)
            except InputError as error:
                failures.meet(error.at(outcome.file))
            else:
                yield scored


def _shared(columns: RunScores, runs: Sequence[RunScores], scoring: RunScoring) -> RunScores:
    """The columns of a run, with what runs have in common shared with the first."""
    if runs and columns.questions == runs[0].questions:
        columns.questions = runs[0].questions
    columns.measures = under_keys(scoring.asked, scoring.options.key_names)
    return columns


def _check_groups(key: Key, table: QuestionTable | None, by: str | None) -> None:
    """Refuse a key with questions to be scored that belong to no group."""
    if by is not None:
        lacking = set(key.unanswerable)
        check_grouped((name for name in key.questions if name not in lacking), table, by)
