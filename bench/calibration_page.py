"""What calibration measured, as a page: a table of statements, and what stands behind each row."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from further import ABOUT, BELIEVE, CLASSICAL, CLASSICAL_SIZE, PILOT, POWER, TAU
from settings import FALSE_CLAIM, LEADER, RANKS, RUN_INTERVAL, SIMULTANEOUS, Setting, Truths

Samples = Mapping[Setting, list[float]]
BEST_EDGES = (0.0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1.0)
BEST_MAY_BE_OFF = 0.05
BEST_COLUMNS = ("mean of it", "is the best", "runs")
BEST_READING = """\
`best` is the share of samples drawn anew in which a run ranks first, no more: where several
runs are about as good as the best, whichever leads in the sample gets more than its due. Runs
that are equally good share the first place, in the truth as in `best`."""
# The worst of some hundred settings is farther off by chance than two standard errors.
OF_THE_WORST = 3.5

HEAD = """\
# Calibration

How often is what qaeval says true? `make calibration` draws samples from populations of 20,000
questions whose truth is known, asks the program, and counts. This page is what it printed.

The populations: the sample collections' generators with 20,000 questions (factoid: 25 runs with
five ranked answers; list: 14 runs; silence: 44 runs, some of which leave questions unanswered),
questions about passages of 3 to 17 questions each (`--cluster`), and eight tasks of unequal
size (`--macro`). Line-ups have 2, 5, 10 or 25 runs. A quarter of them are runs as they are;
half have near-duplicates (97% of the questions the same, slightly better or worse) and equals
(half of the questions the same, exactly as good over the population) among them; in the last
quarter all runs are equals. Samples have 10 to 500 questions, or 10 to 100 clusters. Seeds were
fixed beforehand.

"""

BELOW = f"""\
Mean and standard error are over all samples of the settings that the bound is about. A setting
is a population, a measure, a number of questions and a number of runs; the measures of a
population share their samples, so that standard errors over several of them are a little too
small. Bounds on every setting allow for {OF_THE_WORST} standard errors of that setting: the
worst of hundreds is off by chance. “Believe” is measured with differences within {ABOUT:.0%} of
the one that `plan` requires, from a pilot of {PILOT} questions and 25 runs (14 for list);
“found” with as many fresh questions as `plan` asks for.
"""


@dataclass(frozen=True)
class Row:
    """A statement, what is asked of it, and what was measured."""

    statement: str
    bound: str
    mean: float
    error: float
    samples: int
    worst: str
    holds: bool


def page(truths: Truths) -> str:
    """The whole page."""
    rows = _rows(truths.by_statement)
    lines = ["| statement | must hold | mean | s.e. | samples | worst setting | |"]
    lines.append("|---|---|---|---|---|---|---|")
    for row in rows:
        verdict = "holds" if row.holds else "**fails**"
        figures = f"{row.mean:.1%} | {row.error:.1%} | {row.samples:,}"
        lines.append(f"| {row.statement} | {row.bound} | {figures} | {row.worst} | {verdict} |")
    parts = [
        HEAD + "\n".join(lines) + "\n",
        BELOW,
        "## By measure\n",
        by_measure(truths),
        CONFIDENCES,
        JUDGES,
        _by_size(truths),
    ]
    return "\n".join([*parts, _best(truths), _classical(truths), NOT_SAID])


# What confidences.py printed, and what follows from it.
CONFIDENCES = Path(__file__).with_name("confidences.md").read_text(encoding="utf-8")
# What judges.py printed.
JUDGES = Path(__file__).with_name("judges.md").read_text(encoding="utf-8")

NOT_SAID = """\
## What the program does not say

- ECE has no interval: on few answers it is too large on the mean, and intervals held in 17 to
  50% of the samples. Differences of ECE between runs are tested like others.
- log-loss has no interval, and `coverage-at` neither interval nor test: see
  [measures of confidence](#measures-of-confidence).
- With fewer than 50 questions `plan` calls no difference detectable. Of two runs, what should have
  been found in 80% of the cases was found in 76% (967 samples), and with two sets of other seeds
  in 70% (527) and 71% (650): the flips of few questions are coarse, for right and wrong answers
  most of all.
- `correlate` over runs prints no interval: none was found that covers.
- With `--macro` and fewer than 10 questions (or clusters) more than tasks there is no test:
  with 8 more than tasks and 25 runs, one table in five claimed a difference that was none.
"""


def _rows(by: Mapping[str, Samples]) -> list[Row]:
    upper = "≤ 5% + 2 s.e. at every n"
    return [
        _about_intervals(RUN_INTERVAL, _from(by[RUN_INTERVAL], 25)),
        _at_least(SIMULTANEOUS, "≥ 93% at n ≥ 50", _from(by[SIMULTANEOUS], 50), 0.93),
        _at_most(FALSE_CLAIM, upper, by[FALSE_CLAIM], 0.05),
        _at_least(RANKS, "≥ 93% at n ≥ 50", _from(by[RANKS], 50), 0.93),
        _at_most(LEADER, upper, by[LEADER], 0.05),
        _on_the_mean(BELIEVE, "≤ 7% on the mean over collections", by[BELIEVE], (0.0, 0.07)),
        *_powers(by[POWER]),
        _at_least(TAU, "≥ 93%", by[TAU], 0.93),
    ]


def _from(samples: Samples, size: int) -> Samples:
    return {setting: values for setting, values in samples.items() if setting.size >= size}


def _mean(values: Iterable[float]) -> tuple[float, float, int]:
    """Mean, standard error, number."""
    every = np.array(list(values))
    spread = float(every.std(ddof=1)) if len(every) > 1 else math.nan
    return float(every.mean()), spread / math.sqrt(len(every)), len(every)


def _pooled(samples: Samples) -> tuple[float, float, int]:
    return _mean(value for values in samples.values() for value in values)


def _allowed(share: float, values: list[float]) -> float:
    """How far the worst of many settings may be off a share by chance."""
    return OF_THE_WORST * math.sqrt(share * (1 - share) / len(values))


def _shown(setting: Setting, values: list[float]) -> str:
    return f"{np.mean(values):.1%} of {len(values)} ({setting})"


def _worst(samples: Samples, key: Callable[[float], float]) -> tuple[Setting, list[float]]:
    """The setting with the largest key of its mean."""
    return max(samples.items(), key=lambda item: (key(float(np.mean(item[1]))), item[0]))


def _about_intervals(statement: str, samples: Samples) -> Row:
    mean, error, count = _pooled(samples)
    setting, values = _worst(samples, lambda share: -share)
    bad = [v for v in samples.values() if np.mean(v) < 0.9 - _allowed(0.9, v)]
    bound = "93–97% on the mean at n ≥ 25, no setting below 90%"
    holds = 0.93 <= mean <= 0.97 and not bad
    return Row(statement, bound, mean, error, count, _shown(setting, values), holds)


def _at_least(statement: str, bound: str, samples: Samples, share: float) -> Row:
    mean, error, count = _pooled(samples)
    setting, values = _worst(samples, lambda seen: -seen)
    sizes = sorted({setting.size for setting in samples})
    means = [_pooled({s: v for s, v in samples.items() if s.size == size}) for size in sizes]
    bad = [v for v in samples.values() if np.mean(v) < share - _allowed(share, v)]
    holds = not bad and all(m >= share for m, *_ in means)
    return Row(statement, bound, mean, error, count, _shown(setting, values), holds)


def _at_most(statement: str, bound: str, samples: Samples, share: float) -> Row:
    mean, error, count = _pooled(samples)
    setting, values = _worst(samples, lambda seen: seen)
    sizes = sorted({setting.size for setting in samples})
    means = [_pooled({s: v for s, v in samples.items() if s.size == size}) for size in sizes]
    bad = [v for v in samples.values() if np.mean(v) > share + _allowed(share, v)]
    holds = not bad and all(m <= share + 2 * e for m, e, _ in means)
    return Row(statement, bound, mean, error, count, _shown(setting, values), holds)


def _on_the_mean(statement: str, bound: str, samples: Samples, limits: tuple[float, float]) -> Row:
    mean, error, count = _pooled(samples)
    setting, values = _worst(samples, lambda share: abs(share - sum(limits) / 2))
    holds = limits[0] <= mean <= limits[1]
    return Row(statement, bound, mean, error, count, _shown(setting, values), holds)


def _powers(samples: Samples) -> list[Row]:
    """By the number of runs; plan asked for 50 questions or more."""
    rows = []
    for runs in sorted({setting.runs for setting in samples}):
        part = {s: v for s, v in samples.items() if s.runs == runs}
        rows.append(_on_the_mean(f"{POWER}, {runs} runs", "75–85%", part, (0.75, 0.85)))
    return rows


def by_measure(truths: Truths) -> str:
    """What each measure's verdicts are worth, over all numbers of runs."""
    columns = ((RUN_INTERVAL, 25), (SIMULTANEOUS, 50), (FALSE_CLAIM, 0), (RANKS, 50))
    head = ["population", "measure", "run intervals, n ≥ 25", "simultaneous, n ≥ 50"]
    head += ["false claims", "rank intervals, n ≥ 50"]
    lines = [_cells(head), "|---" * len(head) + "|"]
    kinds = {(s.population, s.measure) for s in truths.by_statement[FALSE_CLAIM]}
    for population, measure in sorted(kinds):
        cells = [population, measure]
        for statement, size in columns:
            every = _from(truths.by_statement[statement], size).items()
            part = {s: v for s, v in every if (s.population, s.measure) == (population, measure)}
            cells.append(_share(part))
        lines.append(_cells(cells))
    return "\n".join(lines) + "\n"


def _by_size(truths: Truths) -> str:
    """The same by the number of questions and of runs, over all measures."""
    head = ["n", "runs", "run intervals", "simultaneous", "false claims", "rank intervals"]
    lines = ["## By number of questions and runs", "", _cells(head), "|---" * len(head) + "|"]
    statements = (RUN_INTERVAL, SIMULTANEOUS, FALSE_CLAIM, RANKS)
    for size, runs in sorted({(s.size, s.runs) for s in truths.by_statement[FALSE_CLAIM]}):
        parts = [
            {
                setting: values
                for setting, values in truths.by_statement[statement].items()
                if (setting.size, setting.runs) == (size, runs)
            }
            for statement in statements
        ]
        lines.append(_cells([str(size), str(runs), *(_share(part) for part in parts)]))
    return "\n".join(lines) + "\n"


def _cells(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _share(samples: Samples) -> str:
    if not samples:
        return "–"
    mean, error, _ = _pooled(samples)
    return f"{mean:.1%} ± {error:.1%}"


def _best(truths: Truths) -> str:
    """Of runs that are given a chance of being the best, how many are."""
    head = ["best says", *(f"{name}: {what}" for name in truths.best for what in BEST_COLUMNS)]
    lines = ["## `best`, read as a chance", "", _cells(head), "|---" * len(head) + "|"]
    bins = [_best_bins(pairs) for pairs in truths.best.values()]
    for at, (low, high) in enumerate(pairwise(BEST_EDGES)):
        cells = [f"{low:.2f} to {high:.2f}"]
        for said, is_best, runs in (kind[at] for kind in bins):
            cells += [f"{said:.3f}", f"{is_best:.3f}", f"{runs:,}"]
        lines.append(_cells(cells))
    worst = max(abs(said - is_best) for kind in bins for said, is_best, _ in kind)
    verdict = "holds" if worst <= BEST_MAY_BE_OFF else "**fails**"
    lines += [
        "",
        f"Read as a chance it {verdict}: off by up to {worst:.1f}, {BEST_MAY_BE_OFF} allowed.",
    ]
    lines += ["", BEST_READING]
    return "\n".join(lines) + "\n"


def _best_bins(pairs: Iterable[tuple[float, float]]) -> list[tuple[float, float, int]]:
    """Of every bin of what `best` says: the mean of it, the share that is the best, the runs."""
    stated, bins = np.array(list(pairs)), []
    for low, high in pairwise(BEST_EDGES):
        inside = (stated[:, 0] >= low) & ((stated[:, 0] < high) | (high == BEST_EDGES[-1]))
        said, is_best = stated[inside].mean(axis=0) if inside.any() else (0.0, 0.0)
        bins.append((float(said), float(is_best), int(inside.sum())))
    return bins


def _classical(truths: Truths) -> str:
    """For information: some false claim in a table of ten runs, test by test."""
    samples = truths.by_statement[CLASSICAL]
    populations = sorted({setting.population for setting in samples})
    head = ["test, correction", *populations]
    lines = [
        f"## Other tests: tables of 10 runs on {CLASSICAL_SIZE} questions with a false claim",
        "",
    ]
    lines += [_cells(head), "|---" * len(head) + "|"]
    for test in dict.fromkeys(setting.measure for setting in samples):
        parts = [
            {s: v for s, v in samples.items() if (s.measure, s.population) == (test, name)}
            for name in populations
        ]
        lines.append(_cells([test, *(_share(part) for part in parts)]))
    lines += ["", "`sign` and `wilcoxon` test other hypotheses than that of equal means."]
    return "\n".join(lines) + "\n"
