"""People's labels beside the model's grades, answer by answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats
from qaeval.collection.labels import Label, Labelling
from qaeval.errors import InputError
from qaeval.studies.judging.graded import Graded
from qaeval.wording import counted, listed, nearest, shown

MAJORITY, ALL = "majority", "all"
FEW_LABELS = 20  # with fewer, what was measured of intervals does not hold for sure
_FEWEST = 2


@dataclass(frozen=True)
class Labels:
    """People's grades of some answers, runs × questions."""

    grades: Floats  # NaN where there is no label
    weights: Floats  # up to a factor, 1/the chance of being drawn
    several: dict[tuple[int, int], dict[str, float]]  # of an answer, by those who are named
    ties: int = 0  # answers of which as many people say right as wrong
    elsewhere: int = 0  # labels of runs and questions that are not studied

    @property
    def known(self) -> Bools:
        """Where there is a label."""
        return ~np.isnan(self.grades)


@dataclass(frozen=True)
class Kept:
    """What of the files is not studied: labels there are left aside, not wrong."""

    runs: Collection[str] = ()
    all_questions: bool = True  # all that the files hold are studied


def aligned(
    graded: Graded,
    labelling: Labelling,
    people: str = MAJORITY,
    kept: Kept | None = None,
    to_be_more: bool = False,
) -> Labels:
    """The labels at their places; several people's of one answer as their majority or mean.

    Every run must have some, unless there are `to_be_more`.
    """
    by_answer, elsewhere = _by_answer(graded, labelling, kept or Kept())
    shape = graded.model.shape
    grades, weights = np.full(shape, np.nan), np.ones(shape)
    ties = 0
    several: dict[tuple[int, int], dict[str, float]] = {}
    for at, labels in by_answer.items():
        given = {label.assessor: label.grade for label in labels if label.grade is not None}
        is_plain = set(given.values()) <= {0.0, 1.0}
        mean = sum(given.values()) / len(given)
        if people == MAJORITY and is_plain:
            ties += mean == 0.5
            mean = 0.5 if mean == 0.5 else float(mean > 0.5)
        grades[at], weights[at] = mean, labels[0].weight
        if labels[0].weight != labels[-1].weight:
            raise InputError(
                f"question {shown(labels[0].question)} has two weights, expected one for an answer",
                labelling.file,
                labels[-1].line,
            )
        if labels[0].assessor:
            several[at] = given
    if not to_be_more:
        _check_enough(graded, ~np.isnan(grades), labelling.file)
    return Labels(grades, weights, several, ties, elsewhere)


def _by_answer(
    graded: Graded, labelling: Labelling, kept: Kept
) -> tuple[dict[tuple[int, int], list[Label]], int]:
    runs, questions = graded.scores.runs, graded.scores.questions
    run_at = {name: at for at, name in enumerate(runs)}
    question_at = {name: at for at, name in enumerate(questions)}
    by_answer: dict[tuple[int, int], list[Label]] = defaultdict(list)
    elsewhere = 0
    for label in labelling.labels:
        if label.measure is not None and label.measure not in (graded.graded, *_labels(graded)):
            continue
        run = _run_of(label, runs, labelling.file)
        left_out = run in kept.runs or (run in run_at and not kept.all_questions)
        if run not in run_at or label.question not in question_at:
            if not left_out:
                raise _ungraded(label, run, runs, questions, labelling.file)
            elsewhere += 1
            continue
        at = run_at[run], question_at[label.question]
        try:
            if _is_grade(label, graded, at):
                by_answer[at].append(label)
        except InputError as error:
            raise error.at(labelling.file, label.line) from None
    return by_answer, elsewhere


def _labels(graded: Graded) -> list[str]:
    return [measure.label for measure in graded.measures]


def _run_of(label: Label, runs: Sequence[str], file: str) -> str:
    if label.run is not None:
        return label.run
    if len(runs) > 1:
        raise InputError(
            f"no column 'run', expected one: there are {len(runs)} runs ({listed(runs)})", file
        )
    return runs[0]


def _ungraded(
    label: Label, run: str, runs: Sequence[str], questions: Sequence[str], file: str
) -> InputError:
    what, hint = f"run {shown(run)}", nearest(run, runs)
    if run in runs:
        what, hint = f"question {shown(label.question)} of {what}", ""
    return InputError(
        f"{what} has a label by people, but no grade by the model, which must grade all{hint}",
        file,
        label.line,
    )


def _is_grade(label: Label, graded: Graded, at: tuple[int, int]) -> bool:
    """Whether the label grades an answer; silence is known without people."""
    where = f"question {shown(label.question)} of run {shown(graded.scores.runs[at[0]])}"
    if label.grade is None:
        if graded.answered[at]:
            raise InputError(
                f"{where}: people say not answered, the model graded an answer: what is silence "
                "must be known of all answers, so mark it U where the model's grades stand"
            )
        return False
    if not graded.answered[at]:
        raise InputError(f"{where} is labelled, but was not answered (U), so it needs no label")
    ends = graded.bounds
    if ends is not None and not ends[0] <= label.grade <= ends[1]:
        raise InputError(f"{where}: {label.grade:g} is outside {ends[0]:g}..{ends[1]:g}")
    return True


def _check_enough(graded: Graded, known: Bools, file: str) -> None:
    for run, labels in zip(graded.scores.runs, known.sum(axis=1).tolist(), strict=True):
        if labels < _FEWEST:
            have = "no label" if not labels else "a single label"
            raise InputError(
                f"run {shown(run)} has {have} by people, expected {FEW_LABELS} or more: draw some "
                f"with --draw, or leave it out with --exclude",
                file,
            )


def remarks(graded: Graded, labels: Labels, labelling: Labelling) -> list[str]:
    """What is no error but worth knowing of the labels."""
    said = []
    runs = graded.scores.runs
    counts = labels.known.sum(axis=1).tolist()
    few = [f"{run} ({n})" for run, n in zip(runs, counts, strict=True) if n < FEW_LABELS]
    if few:
        said.append(f"fewer than {FEW_LABELS} labels, so intervals say little: {listed(few)}")
    if labelling.waiting:
        drawn = labelling.waiting + len(labelling.labels)
        said.append(
            f"{labelling.file}: {counted(labelling.waiting, 'row')} of {drawn:,} without a label "
            "yet; until they are all filled in, those that are must be a random part"
        )
    if labels.ties:
        said.append(
            f"{counted(labels.ties, 'answer')} of which as many people say right as wrong: half "
            "right"
        )
    if labels.elsewhere:
        gone = counted(labels.elsewhere, "label")
        said.append(f"{gone} left aside, of runs or questions that are not chosen")
    same = [run for at, run in enumerate(runs) if _all_agree(graded, labels, at)]
    if same:
        said.append(
            f"all labels agree with the model ({listed(same)}): intervals keep the width of one "
            "disagreement that was not seen"
        )
    return said


def _all_agree(graded: Graded, labels: Labels, run: int) -> bool:
    known = labels.known[run]
    return bool((labels.grades[run, known] == graded.model[run, known]).all())
