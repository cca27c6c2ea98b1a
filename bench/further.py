"""Statements beside the verdicts of compare: plans, correlations, and the classical tests."""

from __future__ import annotations

import numpy as np
from populations import QUESTIONS, Population
from settings import TRIALS, Setting, Truths

from qaeval.errands import ALONE
from qaeval.measures import Measure
from qaeval.scores.ranking import levels
from qaeval.studies.correlation import correlate, resampled_item_taus, tau_b
from qaeval.studies.hardness import question_means
from qaeval.studies.inference.contributions import contributions
from qaeval.studies.inference.power import FEWEST_QUESTIONS, questions_to_detect
from qaeval.studies.inference.verdicts import Asked, verdicts
from qaeval.studies.reliability.planning import plans, unit_spread
from qaeval.studies.reliability.support import plan_lacks
from qaeval.studies.sampling import resampled_weights

BELIEVE = "“believe a difference of d at n questions”: a fresh set of n contradicts it"
POWER = "“found with 80% power”"
TAU = "correlate --over questions: interval of tau"
CLASSICAL = "classical tests: some false claim"

PILOT = 195
BELIEVED_AT = (97, 195, 390)
FRESH_SETS = 20
ABOUT = 0.1  # of a difference, within which one seen is about as large
CONFIDENCE = 0.95
NARROWEST = 0.15  # true difference in standard deviations; less would take too many questions
TAU_SIZES = (25, 50, 100, 195)
CLASSICAL_SIZE = 50
CLASSICAL_TESTS = (
    ("max-t", "none"),
    ("t", "none"),
    ("t", "holm"),
    ("sign", "none"),
    ("sign", "holm"),
    ("wilcoxon", "none"),
    ("wilcoxon", "holm"),
    ("randomization", "holm"),
    ("bootstrap", "holm"),
    ("tukey-hsd", "none"),
)


def believing(everything: Population, runs: int, seed: tuple[int, ...]) -> Truths:
    """A pilot tells which difference to believe; pairs of fresh sets tell how often it turns."""
    truths = Truths()
    rng = np.random.default_rng(seed)
    lineup = everything.lineup(min(runs, len(everything.runs)), 0, rng)
    scores, units = lineup.sample(PILOT, rng)
    for plan in plans(scores, _plain(lineup), units, workers=ALONE):
        for size in BELIEVED_AT:
            if plan.model is None or plan_lacks(plan, size, CONFIDENCE):
                continue  # the program does not say it
            required = plan.model.required(size, CONFIDENCE)
            turned, seen = 0, 0
            for _ in range(FRESH_SETS):
                drawn = rng.choice(QUESTIONS, 2 * size, replace=False)
                first, second = (
                    plan.measure.overall(lineup.scores(part).columns)
                    for part in (drawn[:size], drawn[size:])
                )
                x, y = np.triu_indices(len(first), 1)
                before, after = first[x] - first[y], second[x] - second[y]
                about = np.abs(np.abs(before) - required) <= ABOUT * required
                seen += int(about.sum())
                turned += int((np.sign(before) != np.sign(after))[about].sum())
            if seen:
                setting = Setting(lineup.name, plan.measure.label, size, len(lineup.runs))
                truths.add(BELIEVE, setting, turned / seen)
    return truths


def _plain(lineup: Population) -> list[Measure]:
    """The measures whose plans are quick: those of sums."""
    return [measure for measure in lineup.measures if measure.definition.kind != "columns"]


def finding(everything: Population, runs: int, seed: tuple[int, ...]) -> Truths:
    """A pilot tells how many questions a true difference needs; as many fresh ones find it or not.

    No near-duplicates: plan takes the differences of all pairs to vary alike. The setting's size
    tells whether many questions were asked for.
    """
    truths = Truths()
    rng = np.random.default_rng(seed)
    lineup = everything.lineup(runs, 0, rng)
    for measure in _plain(lineup):
        truth = lineup.truth(measure)
        scores, units = lineup.sample(PILOT, rng)
        spread = unit_spread(scores, measure, units)
        x, y = np.triu_indices(runs, 1)
        wide = np.flatnonzero(np.abs(truth[x] - truth[y]) > NARROWEST * spread)
        if not len(wide):
            continue
        pair = int(rng.choice(wide))
        difference = float(truth[x[pair]] - truth[y[pair]])
        needed = questions_to_detect(spread, abs(difference), runs)
        # Of fewer questions nothing is called detectable, so that nothing is claimed of them.
        if needed is None or needed <= FEWEST_QUESTIONS:
            continue
        fresh, units = lineup.sample(needed, rng)
        given = contributions(fresh, measure, units)
        if not given.known.all():
            continue
        asked = Asked("max-t", trials=TRIALS, seed=int(rng.integers(1 << 30)))
        pairs = verdicts(given, fresh.runs, measure.definition.better, asked).pairs
        hit = pairs.claimed[pair] and np.sign(pairs.differences[pair]) == np.sign(difference)
        setting = Setting(lineup.name, measure.label, FEWEST_QUESTIONS, runs)
        truths.add(POWER, setting, float(hit))
    return truths


def correlating(everything: Population, seed: tuple[int, ...]) -> Truths:
    """The interval of tau between two rankings of questions, against tau over all questions."""
    truths = Truths()
    rng = np.random.default_rng(seed)
    lineup = everything.lineup(10, 0, rng)
    first, *others = [measure.label for measure in lineup.measures]
    means = {label: question_means(column) for label, column in lineup.columns.items()}
    for other in others:
        true = tau_b(levels(means[first]), levels(means[other]))
        for size in TAU_SIZES:
            for _ in range(5):
                drawn = rng.choice(QUESTIONS, size, replace=False)
                x, y = levels(means[first][drawn]), levels(means[other][drawn])
                weights = resampled_weights(size, 500, int(rng.integers(1 << 30)))
                said = correlate(x, y, resampled_item_taus(x, y, weights))
                setting = Setting(lineup.name, f"{first} and {other}", size, 10)
                assert said.low is not None and said.high is not None
                truths.add(TAU, setting, float(said.low <= true <= said.high))
    return truths


def classical(everything: Population, runs: int, seed: tuple[int, ...]) -> Truths:
    """False claims of every test on the same samples; what each favours counts as its direction."""
    truths = Truths()
    rng = np.random.default_rng(seed)
    lineup = everything.lineup(runs, seed[-1] % 4, rng)
    measure = lineup.measures[0]
    truth = lineup.truth(measure)
    for _ in range(5):
        scores, units = lineup.sample(CLASSICAL_SIZE, rng)
        given = contributions(scores, measure, units)
        for test, correct in CLASSICAL_TESTS:
            asked = Asked(test, correct, TRIALS, int(rng.integers(1 << 30)))
            pairs = verdicts(given, scores.runs, measure.definition.better, asked).pairs
            true = truth[pairs.x] - truth[pairs.y]
            true = np.where(np.abs(true) < 1e-9, 0.0, true)
            wrong = pairs.claimed & (np.sign(pairs.favours) != np.sign(true))
            name = test if correct == "none" else f"{test}, {correct}"
            setting = Setting(lineup.name, name, CLASSICAL_SIZE, runs)
            truths.add(CLASSICAL, setting, float(wrong.any()))
    return truths
