"""Staying silent below a confidence: what a run would have scored, and what that promises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_FLOOR, Decimal
from functools import cached_property

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.responses import ANSWERED, Responses
from qaeval.errors import InputError
from qaeval.marking.judged import mark_judged
from qaeval.measures import Measure, measure
from qaeval.measures.lists import Views
from qaeval.progress import Step, no_step
from qaeval.scores.ranking import SAME
from qaeval.scores.scoring import score
from qaeval.scores.table import Scores
from qaeval.studies.exact import WholeColumn
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.differences import differences
from qaeval.studies.inference.intervals import t_quantile
from qaeval.studies.inference.verdicts import FEWEST_UNITS
from qaeval.studies.units import Units
from qaeval.wording import shown

# The columns of a score table that tell a response.
TELLING = ("correct", "answered", "confidence")

# What becomes of a response that is held back.
_HELD_BACK = {"R": "UR", "W": "UW"}

_MOST_DIGITS = 17  # of a double, which no more can tell from its neighbours


def check_confidences(responses: Responses) -> None:
    """Refuse a run that gives an answer without saying how sure it is."""
    lacking = [
        question
        for question, outcome, sure in zip(
            responses.questions, responses.outcomes, responses.confidence, strict=True
        )
        if outcome in ANSWERED and np.isnan(sure)
    ]
    if lacking:
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise InputError(
            f"coverage needs a confidence for every answered question: run "
            f"{shown(responses.name)} has none for question {shown(lacking[0])}{more}",
            responses.file,
        )


def key_prefixes(scores: Scores) -> list[str]:
    """What stands before the columns that tell responses, for each key that the table has."""
    first = TELLING[0]
    return [
        label.removesuffix(first)
        for label in scores.columns
        if all(label.removesuffix(first) + name in scores.columns for name in TELLING)
    ]


def confident_responses(scores: Scores) -> list[Responses]:
    """Every run's responses, if the table tells them with a confidence for every answer.

    None of them where it does not, where it has several keys or samples, or where some measure
    reads the confidences in a way of its own.
    """
    prefixes = key_prefixes(scores)
    if len(prefixes) != 1 or scores.samples is not None:
        return []
    correct, answered, sure = (scores.columns[prefixes[0] + name] for name in TELLING)
    lacking = np.isnan(correct) | np.isnan(answered) | ((answered > 0) & np.isnan(sure))
    odd = any(scored.definition.remark for scored in scores.measures)
    if odd or lacking.any() or not (answered > 0).any():
        return []
    return [responses_of(scores, run, prefixes[0], "") for run in range(len(scores.runs))]


def responses_of(scores: Scores, run: int, prefix: str, file: str) -> Responses:
    """A run's responses, told from the components in a score table (`prefix`: the key's name)."""

    def column(name: str) -> Floats:
        missing = np.zeros(scores.present.shape)
        return np.asarray(scores.columns.get(prefix + name, missing)[run])

    words = np.select(
        [column("correct") > 0, column("answered") > 0, column("held_right") > 0,
         column("held_wrong") > 0],
        ["R", "W", "UR", "UW"], default="U",
    )  # fmt: skip
    confidence = column("confidence")
    nothing = np.full(len(words), np.nan)
    return Responses(scores.runs[run], scores.questions, words.tolist(), confidence, nothing, file)


def silenced(responses: Responses, kept: Bools) -> Responses:
    """The responses with all answers held back that are not kept."""
    outcomes = [
        outcome if keep else _HELD_BACK.get(outcome, outcome)
        for outcome, keep in zip(responses.outcomes, kept.tolist(), strict=True)
    ]
    return replace(responses, outcomes=outcomes)


def at_or_above(responses: Responses, threshold: float | None) -> Bools:
    """Which responses have the confidence that is asked for; None asks for more than any has."""
    if threshold is None:
        return np.zeros(len(responses.questions), dtype=np.bool_)
    return np.asarray(responses.confidence >= threshold)


class Abstention:
    """One run under every confidence threshold, lowest first, and at last silent throughout.

    Position i holds back what is less confident than `thresholds[i]`; the last one, where the
    threshold is None, holds back everything.
    """

    def __init__(self, responses: Responses) -> None:
        # In the order in which marks have them.
        self.responses = responses.on(sorted(responses.questions))
        answers = np.array([word in ANSWERED for word in self.responses.outcomes], dtype=np.bool_)
        sure = self.responses.confidence
        levels = np.unique(sure[answers])
        self.thresholds: list[float | None] = [*levels.tolist(), None]
        # The position from which on each response is held back; what is no answer always is.
        self.falls = np.where(answers, np.searchsorted(levels, sure, side="right"), 0)

    @cached_property
    def _views(self) -> tuple[Views, Views]:
        """The run as it is, and silent throughout."""
        nothing = np.zeros(len(self.falls), dtype=np.bool_)
        silent = silenced(self.responses, nothing)
        return Views(mark_judged(self.responses)), Views(mark_judged(silent))

    def values(self, asked: Measure, at: Sequence[int] | None = None) -> Floats:
        """The measure at these positions, or at all of them; NaN where it is undefined."""
        positions = range(len(self.thresholds)) if at is None else at
        spoken, silent = (asked.statistics(views) for views in self._views)
        named = {name: (spoken[label], silent[label]) for name, label in asked.columns.items()}
        if asked.definition.kind == "columns":
            return self._of_columns(asked, named, positions)
        totals = {name: self._totals(*columns)[positions] for name, columns in named.items()}
        n = np.full(len(positions), float(len(self.falls)))
        if asked.is_mean:
            (total,) = totals.values()
            return np.asarray(total / n)
        return asked.of_sums(n, totals)

    def _totals(self, spoken: Floats, silent: Floats) -> Floats:
        """Sums over questions at every threshold: each counts as spoken until it falls silent."""
        # What is not given, such as a confidence in silence, adds nothing.
        whole = WholeColumn.of(np.nan_to_num(np.stack([spoken, silent])))
        change = np.bincount(
            self.falls, weights=whole.units[1] - whole.units[0], minlength=len(self.thresholds)
        )
        return np.asarray((whole.units[0].sum() + np.cumsum(change)) / whole.per)

    def _of_columns(
        self, asked: Measure, named: dict[str, tuple[Floats, Floats]], positions: Sequence[int]
    ) -> Floats:
        return np.array(
            [
                asked.of_columns({n: np.where(self.falls > at, *two) for n, two in named.items()})
                for at in positions
            ]
        )

    def short_threshold(self, at: int) -> float | None:
        """The shortest decimal that holds back the same answers as the threshold itself."""
        threshold = self.thresholds[at]
        if threshold is None:
            return None
        below = -1.0 if at == 0 else self.thresholds[at - 1]
        assert below is not None
        exact = Decimal(repr(threshold))
        for digits in range(_MOST_DIGITS):
            short = float(exact.quantize(Decimal(1).scaleb(-digits), ROUND_FLOOR))
            if short > below:
                return short
        return threshold

    def best(self, asked: Measure) -> int | None:
        """The position of the best value, of equal ones the one with most answers; None: none."""
        values = self.values(asked)
        if np.isnan(values).all():
            return None
        signed = -values if asked.definition.better == "low" else values
        return int(np.argmax(signed > np.nanmax(signed) - SAME))


@dataclass(frozen=True)
class Tuned:
    """The best threshold for a measure, and what it is worth on questions it was not chosen on."""

    threshold: float | None
    short_threshold: float | None
    coverage: float
    value: float
    without: float  # the value with nothing held back
    honest: float  # the value if each fold is answered by the threshold of the others
    by_fold: list[float | None]  # the thresholds that those were
    change_low: float  # the 95% interval of honest − without; NaN where there is none
    change_high: float


def tuned(responses: Responses, asked: Measure, folds: Ints, step: Step = no_step) -> Tuned:
    """Choose a threshold on all questions, and cross-validate that choice over the folds."""
    everything = Abstention(responses)
    at = everything.best(asked)
    if at is None:
        raise InputError(
            f"{asked.label} of run {shown(responses.name)} is undefined at every threshold",
            responses.file,
        )
    kept = np.zeros(len(folds), dtype=np.bool_)
    chosen = []
    for fold in range(int(folds.max()) + 1):
        rest = Abstention(_subset(responses, folds != fold))
        best = rest.best(asked)
        chosen.append(None if best is None else rest.thresholds[best])
        kept |= (folds == fold) & at_or_above(responses, chosen[-1])
        step(1)
    value, without = everything.values(asked, [at, 0]).tolist()
    cautious = silenced(responses, kept)
    return Tuned(
        everything.thresholds[at],
        everything.short_threshold(at),
        float(everything.values(measure("coverage"), [at])[0]),
        value,
        without,
        float(score(cautious, asked).values(asked)[0]),
        chosen,
        *_change_interval(asked, cautious, responses),
    )


def _change_interval(
    asked: Measure, cautious: Responses, outspoken: Responses
) -> tuple[float, float]:
    """Student's, of the difference between the run with answers held back and the run as it is.

    As of two runs, with the thresholds of the folds taken as given: those of many questions are
    nearly the same, and calibration shows that the interval holds the gain on other questions.
    """
    both = [replace(cautious, name="cautious"), replace(outspoken, name="outspoken")]
    given = contributions(score(both, asked), asked, Units.single(len(outspoken.questions)))
    if given.units.count < FEWEST_UNITS or given.no_test or not given.known.all():
        return np.nan, np.nan
    change = differences(given, np.array([0]), np.array([1]))
    reach = t_quantile(change.degrees) * float(change.errors[0])
    middle = float(change.differences[0])
    return middle - reach, middle + reach


def _subset(responses: Responses, chosen: Bools) -> Responses:
    at = np.flatnonzero(chosen)
    return Responses(
        responses.name,
        [responses.questions[i] for i in at],
        [responses.outcomes[i] for i in at],
        responses.confidence[at],
        responses.seconds[at],
        responses.file,
    )


def spread(count: int, points: int) -> list[int]:
    """So many positions out of `count`, evenly, the first and the last among them."""
    if points >= count:
        return list(range(count))
    steps = max(points - 1, 1)
    return sorted({round(step * (count - 1) / steps) for step in range(points)})
