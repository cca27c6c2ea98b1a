"""How often is what ``qaeval judge`` says true? Grades by judges whose errors are known.

    python bench/judges.py [--quick] [--page bench/judges.md]

Five runs answer questions that are hard for all of them alike. A judge grades every answer, people
label some, on the same questions for all runs; what the program says is held against the true
shares. In half of the families all runs are equally good.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # each process has a core of its own

import numpy as np

import qaeval
from qaeval.arrays import Floats
from qaeval.scores.table import Scores
from qaeval.studies.inference import verdicts as inference
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.judging.corrected import Corrected, corrected_runs
from qaeval.studies.judging.correction import corrections
from qaeval.studies.judging.graded import graded_table
from qaeval.studies.judging.labels import Labels
from qaeval.studies.units import Units

SEED = 2026
RUNS = 5
SHARED = 0.5  # of what makes an answer right belongs to the question
LABELS = (50, 100, 200, 500, 1000)
RIGHT = (0.5, 0.8, 0.95)
APART = 0.06  # between runs of a family that are not equally good
TRIALS = 499
PROCESSES = 2
OF_THE_WORST = 3.5  # standard errors: the worst of some hundred settings is off by chance
inference.BEST_SAMPLES = 20  # no part of what is measured here

# The shares of right answers accepted and of wrong ones rejected, of every other run.
JUDGES = {
    "lenient": ((0.97, 0.80), (0.97, 0.80)),
    "strict": ((0.85, 0.99), (0.85, 0.99)),
    "useless": ((0.50, 0.50), (0.50, 0.50)),
    "perfect": ((1.0, 1.0), (1.0, 1.0)),
    "nearly perfect": ((0.97, 1.0), (1.0, 0.97)),
    "bias differs by run": ((0.97, 0.75), (0.85, 0.97)),
}


@dataclass(frozen=True)
class Errand:
    """One setting, sampled again and again."""

    judge: str
    labels: int
    right: float
    equal: bool
    samples: int

    def __str__(self) -> str:
        best = "" if self.equal else " at best"
        return f"{self.judge}, {self.labels} labels, {self.right:.0%} right{best}"


@dataclass(frozen=True)
class Seen:
    """What the samples of a setting showed."""

    errand: Errand
    covered: list[float]  # the share of runs in each sample
    by_people: list[float]
    by_model: list[float]  # whether a usual interval about the model's own value holds
    false_claims: list[float]
    simultaneous: list[float]
    widths: list[float]  # over people's, of every run


def run(errand: Errand) -> Seen:
    """What one setting shows; its seed depends on nothing but itself."""
    names = list(JUDGES)
    place = (names.index(errand.judge), errand.labels, round(100 * errand.right), int(errand.equal))
    rng = np.random.default_rng((SEED, *place))
    seen = Seen(errand, [], [], [], [], [], [])
    for _ in range(errand.samples):
        truth = np.full(RUNS, errand.right)
        if not errand.equal:
            truth = errand.right - APART * np.arange(RUNS)
        add(seen, corrected(errand, truth, rng), truth)
    return seen


def corrected(errand: Errand, truth: Floats, rng: np.random.Generator) -> Corrected:
    """One family, graded, labelled in part, and corrected."""
    from scipy.special import ndtri

    count = max(1000, 2 * errand.labels)
    common = rng.normal(size=count) * SHARED**0.5
    own = rng.normal(size=(RUNS, count)) * (1 - SHARED) ** 0.5
    right = common + own < ndtri(truth)[:, None]
    shares = np.array([JUDGES[errand.judge][run % 2] for run in range(RUNS)])
    kept = rng.random((RUNS, count)) < np.where(right, shares[:, :1], shares[:, 1:])
    model = np.where(kept, right, ~right).astype(np.float64)
    people = np.where(rng.permutation(count) < errand.labels, right, np.nan)
    measure = qaeval.measure("accuracy")
    runs, questions = [f"run{at}" for at in range(RUNS)], [f"q{at}" for at in range(count)]
    present = np.ones(model.shape, dtype=np.bool_)
    graded = graded_table(
        Scores(runs, questions, [measure], {"accuracy": model}, present, {}), [measure]
    )
    units = Units.single(count)
    found = corrections(graded, Labels(people, np.ones(model.shape), {}), units)
    asked = Asked("max-t", trials=TRIALS, seed=int(rng.integers(1 << 30)))
    return corrected_runs(graded, measure, found, units, asked)


def add(seen: Seen, told: Corrected, truth: Floats) -> None:
    """One more sample."""
    spans, alone = told.corrected.intervals, told.people.intervals
    pairs = told.verdicts.pairs
    true = truth[pairs.x] - truth[pairs.y]
    seen.covered.append(float(((spans.low <= truth) & (truth <= spans.high)).mean()))
    seen.by_people.append(float(((alone.low <= truth) & (truth <= alone.high)).mean()))
    count = max(1000, 2 * seen.errand.labels)
    reach = 1.96 * np.sqrt(np.maximum(told.model * (1 - told.model), 1e-4) / count)
    seen.by_model.append(float((np.abs(told.model - truth) <= reach).mean()))
    wrong = pairs.claimed & ((np.abs(true) < 1e-9) | (np.sign(pairs.differences) != np.sign(true)))
    seen.false_claims.append(float(wrong.any()))
    inside = (pairs.intervals.low <= true + 1e-9) & (true <= pairs.intervals.high + 1e-9)
    seen.simultaneous.append(float(inside.all()))
    seen.widths.extend(((spans.high - spans.low) / (alone.high - alone.low)).tolist())


def errands(quick: bool) -> Iterator[Errand]:
    """All settings."""
    for judge in JUDGES:
        for labels in reversed(LABELS):
            for right in RIGHT:
                for equal in (True, False):
                    yield Errand(judge, labels, right, equal, 4 if quick else 250)


def _mean(values: Sequence[float]) -> tuple[float, float]:
    every = np.array(values)
    return float(every.mean()), float(every.std(ddof=1) / len(every) ** 0.5)


def _all(seen: Sequence[Seen], name: str) -> list[float]:
    return [value for one in seen for value in getattr(one, name)]


def _row(title: str, seen: Sequence[Seen]) -> str:
    equal = [one for one in seen if one.errand.equal]
    names = ("covered", "by_people", "by_model", "simultaneous")
    shares = [f"{100 * m:.1f}% ± {100 * e:.1f}%" for m, e in (_mean(_all(seen, n)) for n in names)]
    claims = "{:.1%} ± {:.1%}".format(*_mean(_all(equal, "false_claims")))
    widths = _all(seen, "widths")
    cells = [title, *shares, claims, f"{np.mean(widths):.2f}", f"{max(widths):.2f}"]
    return f"| {' | '.join(cells)} |"


def page(seen: Sequence[Seen]) -> str:
    """What was measured, by judge and by number of labels."""
    head = ["", "corrected", "people alone", "model alone", "all differences at once"]
    head += ["false claims among equals", "width over people's", "widest"]
    worst = min(seen, key=lambda one: float(np.mean(one.covered)))
    mean, error = _mean(_all(seen, "covered"))
    equal = [one for one in seen if one.errand.equal]
    claims = {n: [one for one in equal if one.errand.labels == n] for n in LABELS}
    keeps = all(
        share <= 0.05 + 2 * spread
        for share, spread in (_mean(_all(of, "false_claims")) for of in claims.values())
    )
    low, widest = float(np.mean(worst.covered)), max(_all(seen, "widths"))
    by_chance = OF_THE_WORST * (0.09 / len(worst.covered)) ** 0.5
    verdicts = {
        f"on the mean {mean:.1%} ± {error:.1%} (93–97%)": 0.93 <= mean <= 0.97,
        f"the worst of {len(seen)} settings {low:.1%} ({worst.errand}; 90%)": low
        >= 0.9 - by_chance,
        "false claims at every number of labels at most 5% + 2 s.e.": keeps,
        f"no interval wider than {widest:.2f} times people's (1.05)": widest <= 1.05,
    }
    lines = [HEAD, f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for judge in JUDGES:
        lines.append(_row(judge, [one for one in seen if one.errand.judge == judge]))
    for labels in LABELS:
        lines.append(_row(f"{labels} labels", [s for s in seen if s.errand.labels == labels]))
    lines += ["", f"Of {len(_all(seen, 'widths')):,} corrected intervals, and what must hold:", ""]
    lines += [f"- {said}: {'holds' if is_so else '**fails**'}" for said, is_so in verdicts.items()]
    lines += ["", BELOW]
    return "\n".join(lines)


HEAD = """\
## Judges

`python bench/judges.py` does the same for `qaeval judge` (18 November 2026): families of five runs
on 1,000 questions (2,000 with 1,000 labels), a judge that grades all answers, and 50 to 1,000
labels a run by people, drawn at random. Lenient: 97% of the right answers accepted and 80% of the
wrong ones rejected; strict: 85% and 99%; nearly perfect: 3% errors, one way in every other run;
bias that differs by run: 97% and 75%, or 85% and 97%. Runs are right in 50, 80 or 95% of the cases,
all alike or each 6 points below the one before. The model alone has the usual interval about its
own value.
"""

BELOW = """\
A judge that hardly errs covers more than 95% with few labels: 50 labels that all agree do not tell
it from one with 3% errors, so intervals allow for a disagreement that was not seen. Between runs
that are near-duplicates (correlation of right answers .95), labelled on the same questions and
judged with errors of their own, the interval of a difference was up to 1.16 times people's alone
in the trials in which this design was chosen, since λ is tuned for the runs; else it was narrower
(0.38 to 0.85 times).
"""


def measured(work: Sequence[Errand]) -> list[Seen]:
    """All settings, in their order."""
    with ProcessPoolExecutor(PROCESSES) as pool:
        return list(pool.map(run, work))


def main() -> None:
    """Print the section, and write it."""
    parser = argparse.ArgumentParser(description="How often is what qaeval judge says true?")
    parser.add_argument("--quick", action="store_true", help="a small part of the samples")
    parser.add_argument("--page", help="write the section to this file")
    asked = parser.parse_args()
    text = page(measured(list(errands(asked.quick))))
    sys.stdout.write(text)
    if asked.page:
        Path(asked.page).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
