"""Marks become scores."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.repeats import NO_SAMPLE, in_order
from qaeval.collection.responses import Responses
from qaeval.errands import ALONE, Workers
from qaeval.errors import InputError
from qaeval.marking.judged import mark_judged
from qaeval.marking.marks import Marks
from qaeval.measures import Measure, naming
from qaeval.measures.lists import Views
from qaeval.scores.samples import SampleScores, fold
from qaeval.scores.table import Scores, lacks_input, missing_inputs
from qaeval.wording import counted, shown


@dataclass(frozen=True)
class Selection:
    """Which questions of a key are averaged."""

    questions: Collection[str] | None = None  # None: all of the key's
    unanswerable: str = "skip"  # or "zero": count questions without a correct answer as 0
    intersect: bool = False  # only the questions that the run has

    def mask(self, marks: Marks) -> Bools:
        """Which of the marked questions count."""
        chosen = np.ones(len(marks.questions), dtype=np.bool_)
        if self.unanswerable == "skip":
            chosen &= marks.answerable
        if self.questions is not None:
            known = set(self.questions)
            chosen &= np.array([name in known for name in marks.questions], dtype=np.bool_)
        if self.intersect:
            chosen &= marks.present
        return chosen


@dataclass
class RunSamples:
    """What the samples of one run score, as `SampleScores` has it for many."""

    names: list[str]
    which: Ints  # questions × places
    columns: dict[str, Floats]  # questions × places


@dataclass
class RunScores:
    """The per-question columns of one run, each as long as its list of questions."""

    run: str
    questions: Sequence[str]  # those of the key, or of all keys, in byte order
    counted: Bools  # whether the question counts for the run
    present: Bools  # whether the run has the question
    measures: list[Measure]
    columns: dict[str, Floats]  # NaN where the question does not count
    samples: RunSamples | None = None


def score(
    marks: Sequence[Marks | Responses] | Marks | Responses,
    measures: Sequence[str | Measure] | str | Measure,
    questions: Collection[str] | None = None,
    unanswerable: str = "skip",
    intersect: bool = False,
    workers: Workers = ALONE,
) -> Scores:
    """Score marked runs, or judged responses as they are.

    `measures` names them; `questions` restricts the questions, and judged responses that lack one
    count as unanswered there; `unanswerable` is "skip" or
    "zero"; `intersect` averages each run over the questions it has. A run marked against several
    named keys comes with one `Marks` for each.
    """
    names = [measures] if isinstance(measures, (str, Measure)) else measures
    asked = [measure for name in names for measure in _as_measures(name)]
    given = [marks] if isinstance(marks, (Marks, Responses)) else marks
    selection = Selection(questions, unanswerable, intersect)
    by_run: dict[str, list[Marks]] = {}
    for run in given:
        judged_on = None if intersect else questions
        marked = mark_judged(run, judged_on) if isinstance(run, Responses) else run
        by_run.setdefault(marked.run, []).append(marked)
    for group in by_run.values():
        if len({marked.key for marked in group}) < len(group):
            raise InputError(f"two runs are called {shown(group[0].run)}")
    return assemble([*workers.each(_Evaluation(asked, selection), [*by_run.values()], True)])


@dataclass(frozen=True)
class _Evaluation:
    """What is asked of every run."""

    asked: Sequence[Measure]
    selection: Selection

    def __call__(self, marks: Sequence[Marks]) -> RunScores:
        return evaluate(marks, self.asked, self.selection)


def _as_measures(name: str | Measure) -> list[Measure]:
    return [name] if isinstance(name, Measure) else naming.measures([name])


def evaluate(marks: Sequence[Marks], asked: Sequence[Measure], selection: Selection) -> RunScores:
    """The columns of one run, marked against one key or several, measures in the order asked."""
    views = [Views(marked) for marked in marks]
    chosen = [selection.mask(marked) for marked in marks]
    questions = _all_questions(marks)
    places = [_places(_questions(marked), questions) for marked in marks]
    counted, present = (np.zeros(len(questions), dtype=np.bool_) for _ in range(2))
    scored = RunScores(marks[0].run, questions, counted, present, [], {})
    scored.samples = _run_samples(marks, places, len(questions))
    for marked, place in zip(marks, places, strict=True):
        present[place[_by_question(marked, marked.present)]] = True
    for measure in asked:
        for view, mask, place in zip(views, chosen, places, strict=True):
            if measure.key not in (None, view.marks.key):
                continue
            bound = measure.for_key(view.marks.key)
            columns = bound.statistics(view)
            kept = _by_question(view.marks, mask)
            if bound.least_samples:
                _check_samples(bound, view, kept)
            else:
                _check_complete(bound, columns, mask, view.marks)
            scored.measures.append(bound)
            counted[place[kept]] = True
            for label, column in _folded(bound, columns, view.marks, place, kept, scored).items():
                scored.columns[label] = np.full(len(questions), np.nan)
                scored.columns[label][place[kept]] = column[kept]
    return scored


def _questions(marks: Marks) -> Sequence[str]:
    """Each question once."""
    return marks.questions if marks.repeats is None else marks.repeats.questions


def _by_question(marks: Marks, of_entries: Bools) -> Bools:
    """What all samples of a question share."""
    return of_entries if marks.repeats is None else of_entries[marks.repeats.bounds[:-1]]


def _run_samples(marks: Sequence[Marks], places: Sequence[Ints], size: int) -> RunSamples | None:
    """The labels of a run's samples; what these score is put beside them measure by measure."""
    known = [(m.repeats, place) for m, place in zip(marks, places, strict=True) if m.repeats]
    if not known:
        return None
    names = in_order({label for repeats, _ in known for label in repeats.labels} - {NO_SAMPLE})
    number = {NO_SAMPLE: -1, **{name: at for at, name in enumerate(names)}}
    widest = max(int(np.diff(repeats.bounds).max(initial=1)) for repeats, _ in known)
    which = np.full((size, widest), -1, dtype=np.int64)
    for repeats, place in known:
        codes = [number[label] for label in repeats.labels]
        which[place[repeats.question], repeats.place] = codes
    return RunSamples(names, which, {})


def _folded(
    measure: Measure,
    columns: Mapping[str, Floats],
    marks: Marks,
    place: Ints,
    kept: Bools,
    scored: RunScores,
) -> Mapping[str, Floats]:
    """A value per question, the mean over its samples, each of which the run's samples keep."""
    if marks.repeats is None or scored.samples is None or measure.least_samples:
        return columns
    laid = {label: marks.repeats.by_question(values) for label, values in columns.items()}
    shape = scored.samples.which.shape
    for label, values in laid.items():
        single = np.full(shape, np.nan)
        single[place[kept], : values.shape[1]] = values[kept]
        single[scored.samples.which < 0] = np.nan
        scored.samples.columns[label] = single
    return {label: fold(name, laid, label) for name, label in measure.columns.items()}


def _all_questions(marks: Sequence[Marks]) -> Sequence[str]:
    """The questions of the keys, in byte order; nearly always there is but one key."""
    if len(marks) == 1:
        return _questions(marks[0])
    return sorted({name for marked in marks for name in marked.questions})


def _places(questions: Sequence[str], among: Sequence[str]) -> Ints:
    """Where each question stands among others, -1 for those that are not there."""
    if questions is among:
        return np.arange(len(questions))
    place = {name: i for i, name in enumerate(among)}
    return np.array([place.get(name, -1) for name in questions], dtype=np.int64)


def _check_complete(
    scored: Measure, columns: Mapping[str, Floats], chosen: Bools, marks: Marks
) -> None:
    """Refuse a run that lacks an input (a confidence, a time) of a question that counts."""
    lacking = missing_inputs(scored, columns, chosen)
    if lacking:
        raise lacks_input(scored, marks.run, [marks.questions[i] for i in lacking])


def _check_samples(scored: Measure, views: Views, kept: Bools) -> None:
    """Refuse a run with fewer samples of a question than a measure takes."""
    least, count = scored.least_samples, views.tries.count
    lacking = np.flatnonzero(kept & (count > 0) & (count < least)).tolist()
    if lacking:
        more = f", and too few of {len(lacking) - 1:,} more" if len(lacking) > 1 else ""
        question = views.tries.repeats.questions[lacking[0]]
        raise InputError(
            f"{scored.name} needs {counted(least, 'sample')} of every question: run "
            f"{shown(views.marks.run)} has {count[lacking[0]]} of question {shown(question)}{more}"
        )


def assemble(runs: Sequence[RunScores]) -> Scores:
    """One table out of the runs' columns, of the questions that count for any of them."""
    # Runs that were scored with one key share its list of questions, which is gone through once.
    lists = {id(run.questions): run.questions for run in runs}
    counted = {name: np.zeros(len(names), dtype=np.bool_) for name, names in lists.items()}
    for run in runs:
        counted[id(run.questions)] |= run.counted
    questions = sorted(
        {lists[name][i] for name, mask in counted.items() for i in np.flatnonzero(mask).tolist()}
    )
    places = {name: _places(names, questions) for name, names in lists.items()}
    labels = list(dict.fromkeys(label for run in runs for label in run.columns))
    columns = {label: np.full((len(runs), len(questions)), np.nan) for label in labels}
    present = np.zeros((len(runs), len(questions)), dtype=np.bool_)
    for i, run in enumerate(runs):
        place = places[id(run.questions)]
        there = place >= 0
        present[i, place[there]] = run.present[there]
        for label, column in run.columns.items():
            columns[label][i, place[there]] = column[there]
    asked = {measure.label: measure for run in runs for measure in run.measures}
    return Scores(
        [run.run for run in runs],
        questions,
        list(asked.values()),
        columns,
        present,
        {},
        _all_samples(runs, [places[id(run.questions)] for run in runs], len(questions)),
    )


def _all_samples(
    runs: Sequence[RunScores], places: Sequence[Ints], size: int
) -> SampleScores | None:
    """The samples of all runs, in as many places as the largest number of them takes."""
    sampled = [run.samples for run in runs if run.samples is not None]
    if not sampled:
        return None
    names = in_order({name for samples in sampled for name in samples.names})
    number = {name: at for at, name in enumerate(names)}
    labels = dict.fromkeys(label for samples in sampled for label in samples.columns)
    shape = (len(runs), size, max(samples.which.shape[1] for samples in sampled))
    which = np.full(shape, -1, dtype=np.int64)
    columns = {label: np.full(shape, np.nan) for label in labels}
    for i, (run, place) in enumerate(zip(runs, places, strict=True)):
        if run.samples is None:
            continue
        there, width = place >= 0, run.samples.which.shape[1]
        codes = np.array([*(number[name] for name in run.samples.names), -1], dtype=np.int64)
        which[i, place[there], :width] = codes[run.samples.which[there]]
        for label, values in run.samples.columns.items():
            columns[label][i, place[there], :width] = values[there]
    return SampleScores(names, which, columns)
