"""What ``qaeval score`` does with long answers: assignments to nuggets, and citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from qaeval.cli.asked_measures import measures_of, ranking_measure, under_keys
from qaeval.cli.each_run import Failures, read_each
from qaeval.cli.scoring_notes import QuestionNotes
from qaeval.cli.scoring_options import ScoringOptions
from qaeval.collection.nuggets import LongAnswers, NuggetKey
from qaeval.errors import InputError
from qaeval.files.named import split_name
from qaeval.files.nugget_keys import is_nugget_file, read_nugget_key
from qaeval.marking.nuggets import NuggetMarker, own_key, unassigned
from qaeval.measures import Measure
from qaeval.measures.nuggets import OF_VITAL, OF_WEIGHTS
from qaeval.progress import Step
from qaeval.scores.scoring import RunScores, Selection, evaluate
from qaeval.steps.choosing import Choosing, chosen_by_name
from qaeval.steps.inputs import RunReader, check_key_names, run_places
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions
from qaeval.wording import counted, listed


def holds_nuggets(options: ScoringOptions) -> bool:
    """Whether what is to be scored are long answers, as the key tells or --nuggets."""
    if options.nuggets:
        return True
    return is_nugget_file(split_name(options.keys[0])[1])


@dataclass(frozen=True)
class LongRuns:
    """The runs of a call and the keys they are marked against, which they may carry themselves."""

    keys: Sequence[NuggetKey]
    answers: Sequence[LongAnswers]

    @property
    def markers(self) -> list[NuggetMarker]:
        """What marks a run, for each key; without any, citations alone can be marked."""
        every = sorted({name for run in self.answers for name in run.answers})
        keyed = [NuggetMarker(key, key.questions) for key in self.keys]
        return keyed or [NuggetMarker(None, every)]


def read_long_runs(
    options: ScoringOptions, choosing: Choosing, notes: Notes, failures: Failures
) -> LongRuns:
    """Read the keys of nuggets, and the runs that are chosen."""
    keys = _read_keys(options, notes)
    reader = RunReader(options.run, notes)
    files = read_each(reader.read_assignments, options.runs, failures)
    answers = list(chosen_by_name([run for file in files for run in file], choosing))
    carried = own_key(answers) if options.nuggets else None
    return LongRuns(keys if carried is None else [carried], answers)


def score_nuggets(
    options: ScoringOptions,
    choosing: Choosing,
    telling: QuestionNotes,
    failures: Failures,
    step: Step,
) -> tuple[Sequence[NuggetKey], list[RunScores], Sequence[str]]:
    """The keys, the runs scored against them, and the names of the measures."""
    key_names = options.key_names
    asked = measures_of(options.measures, key_names)
    if asked:  # what --sort names must be among them
        ranking_measure(under_keys(asked, key_names), options.measures, key_names, options.sort)
    read = read_long_runs(options, choosing, telling.notes, failures)
    keys, answers, markers = read.keys, read.answers, read.markers
    names = options.measures or (_usual(answers),)
    asked = asked or measures_of(names, key_names)
    for key in keys:
        telling.tell_key(key)
        _tell_worthless(key, asked, telling.notes)
    selection = Selection(telling.chosen, intersect=options.over.intersect)
    runs = []
    for run, place in zip(answers, run_places(answers), strict=True):
        try:
            marks = [marker(run) for marker in markers]
            for marked in marks:
                telling.tell_run(marked, place)
            _tell_unassigned(run, keys, place, telling.notes)
            runs.append(evaluate(marks, asked, selection))
        except InputError as error:
            failures.meet(error.at(run.file))
        step(1)
    telling.tell_missing()
    return keys, runs, names


def _read_keys(options: ScoringOptions, notes: Notes) -> list[NuggetKey]:
    if options.keys and options.key != KeyOptions():
        raise InputError("a key of nuggets has no levels and no strings to compare, so no options")
    keys = []
    for argument in options.keys:
        name, path = split_name(argument)
        keys.append(read_nugget_key(path, name))
        notes.detail(f"{path}: key of nuggets, {counted(len(keys[-1].nuggets), 'question')}")
    check_key_names([key.name for key in keys], "A=a.tsv --key B=b.tsv")
    return keys


def _tell_unassigned(run: LongAnswers, keys: Sequence[NuggetKey], place: str, notes: Notes) -> None:
    """Tell of nuggets that a run says nothing of, which count as not supported."""
    lacking = dict.fromkeys(name for key in keys for name in unassigned(run, key))
    if lacking:
        where = f"in {counted(len(lacking), 'question')} some nuggets have no assignment"
        notes.add(f"{place}: {where}, taken as not_support: {listed(lacking)}")


def _usual(answers: Sequence[LongAnswers]) -> str:
    """The preset where no measure is asked for: of citations where there is nothing else."""
    held = any(answer.nuggets for run in answers for answer in run.answers.values())
    return "trec-rag" if held or not answers else "trec-support"


def _tell_worthless(key: NuggetKey, asked: Sequence[Measure], notes: Notes) -> None:
    """Tell of questions that score 0 whatever the answer, by the measures that are asked for."""
    for names, lacking, what in (
        (OF_VITAL, key.without_vital, "no vital nugget"),
        (OF_WEIGHTS, key.without_weight, "no nugget with a weight"),
    ):
        by = [scored.label for scored in asked if scored.definition.name in names]
        if by and lacking:
            where = f"{what} in {counted(len(lacking), 'question')}"
            notes.add(f"{key.file}: {where}, 0 by {listed(by)}: {listed(lacking)}")
