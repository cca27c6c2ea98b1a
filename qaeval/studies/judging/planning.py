"""How many labels until a corrected interval is as narrow as asked for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from qaeval.arrays import Floats
from qaeval.studies.inference.intervals import t_quantile
from qaeval.studies.judging.corrected import Corrected
from qaeval.studies.judging.correction import Correction
from qaeval.studies.judging.graded import Graded
from qaeval.studies.judging.labels import Labels

PILOTS = 400  # samples of the labels that say how far the number itself can be trusted
RANGE = (0.05, 0.95)
_ROUNDS = 20
_FEWEST = 2
_NOTHING = 1e-12  # a variance that rounding leaves


@dataclass(frozen=True)
class Needs:
    """Labels of one run for an interval of ± so much; None: more than there are answers."""

    run: str
    labels: int  # there are
    half_width: float  # that they leave now; NaN where there is none
    needed: int | None
    low: int | None  # 5% and 95% of what other labels would have said
    high: int | None
    people: int | None  # labels without the model; may be more than there are answers
    questions: int  # that it takes at least, however many of them are labelled


@dataclass(frozen=True)
class _Variances:
    """Var(n) = labelled/n + (people − labelled)/answers + rest."""

    people: float  # variance of people's grades
    labelled: float  # of what the model leaves of them
    answers: int
    rest: float = 0.0  # what labels have no part in: which questions are answered
    span: float = 1.0  # from the worst grade to the best

    def needed(self, half: float, with_model: bool = True) -> float:
        """Labels until the interval is ± half; infinite where no number would do."""
        left = self.labelled if with_model else self.people
        count = math.inf
        for _ in range(_ROUNDS):
            degrees = 1e6 if math.isinf(count) else max(count - 1, _FEWEST)
            quantile = t_quantile(degrees)
            room = (half / quantile) ** 2 - self.rest
            room -= (self.people - left) / self.answers
            if room <= 0:
                return math.inf
            # Labels that are all alike leave Wilson's interval about 0 or 1, not one without width.
            alike = left < _NOTHING * self.span**2
            fewest = quantile**2 * (self.span / (2 * half) - 1) if alike else 0.0
            before, count = count, max(left / room, fewest, _FEWEST)
            if abs(count - before) < 0.01:
                break
        return count


def needs_without_labels(graded: Graded, half: float) -> list[Needs]:
    """At the most: grades that vary as much as they can, and a model that is of no help."""
    needed = math.ceil(_Variances(graded.span**2 / 4, graded.span**2 / 4, 1).needed(half))
    return [
        Needs(run, 0, math.nan, needed if needed <= answers else None, None, None, needed, needed)
        for run, answers in zip(
            graded.scores.runs, graded.answered.sum(axis=1).tolist(), strict=True
        )
    ]


def needs(
    graded: Graded,
    labels: Labels,
    found: Sequence[Correction],
    corrected: Corrected,
    half: float,
    seed: int,
) -> list[Needs]:
    """From the labels that there are, of each run."""
    grades = np.array([run.grades for run in found])
    worth = np.abs(graded.slopes(corrected.measure, grades))
    worth *= np.array([run.answered for run in found])
    rng = np.random.default_rng([seed, len(found)])
    spans = corrected.corrected.intervals
    told = []
    for run, name in enumerate(graded.scores.runs):
        pilot = _Pilot(graded, labels, run, float(worth[run]))
        seen = pilot.variances(np.ones(pilot.count))
        now = float(corrected.corrected.variances[run])
        with_labels = seen.labelled / pilot.count + (seen.people - seen.labelled) / seen.answers
        rest = max(now - with_labels, 0.0) if found[run].answered < 1 else 0.0
        seen = replace(seen, rest=rest)
        drawn = rng.multinomial(pilot.count, np.full(pilot.count, 1 / pilot.count), PILOTS)
        others = [pilot.variances(weights.astype(np.float64), rest) for weights in drawn]
        ends = np.quantile([other.needed(half) for other in others], RANGE, method="nearest")
        most = seen.answers
        people = seen.needed(half, with_model=False)
        # What even labels of all answers would leave shrinks with the number of questions.
        all_labelled = seen.people / seen.answers + rest
        questions = len(graded.scores.questions) * all_labelled / (half / t_quantile(1e6)) ** 2
        told.append(
            Needs(
                name,
                pilot.count,
                float(spans.high[run] - spans.low[run]) / 2,
                _within(seen.needed(half), most),
                _within(float(ends[0]), most),
                _within(float(ends[1]), most),
                None if math.isinf(people) else math.ceil(people),
                math.ceil(questions),
            )
        )
    return told


def _within(count: float, most: int) -> int | None:
    return math.ceil(count) if count <= most else None


class _Pilot:
    """The labelled answers of one run."""

    def __init__(self, graded: Graded, labels: Labels, run: int, worth: float) -> None:
        known = labels.known[run]
        self.model, self.people = graded.model[run, known], labels.grades[run, known]
        self.chances = labels.weights[run, known]
        self.all = graded.model[run, graded.answered[run]]
        self.worth, self.span = worth, graded.span

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.people)

    def variances(self, drawn: Floats, rest: float = 0.0) -> _Variances:
        """As if each answer had been drawn so often."""
        weights = drawn * self.chances
        weights = weights / weights.sum()
        people = self.people - (weights * self.people).sum()
        model = self.model - (weights * self.model).sum()
        of_model = float(self.all.var(ddof=1)) if len(self.all) > 1 else 0.0
        slope = 0.0
        if of_model > 0:
            slope = float(np.clip((weights * people * model).sum() / of_model, 0, 1))
        unbiased = self.count / (self.count - 1)
        by_people = float((weights * people**2).sum()) * unbiased
        unseen = (slope * self.span) ** 2 / (self.count - 1)
        left = float((weights * (people - slope * model) ** 2).sum()) * unbiased + unseen
        scale = self.worth**2
        left = min(left, by_people)
        return _Variances(by_people * scale, left * scale, len(self.all), rest, self.span)
