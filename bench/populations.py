"""Populations of 20,000 questions with known truth, from which calibration draws its samples.

Factoid, list and silence come from the generators of sample_data/ with more questions; clusters and
tasks from the same model of ability and difficulty, with what questions of a passage, or of a task,
have in common.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

import qaeval
from qaeval.arrays import Floats, Ints
from qaeval.measures import Measure
from qaeval.scores.table import Scores
from qaeval.scores.told import add_told
from qaeval.studies.units import Units

sys.path.insert(0, str(Path(__file__).parent.parent / "sample_data"))
import make
import simulate.factoid
import simulate.lists
import simulate.response

QUESTIONS = 20_000
NEAR, EQUAL = 0.03, 0.5  # shares of the questions on which a copy goes another way
FEWEST_OF_A_TASK = 2
CACHE = Path("build/calibration")


@dataclass(frozen=True)
class Population:
    """Every run's columns on all questions, and the cluster or task of each question."""

    name: str
    runs: list[str]
    measures: list[Measure]
    columns: dict[str, Floats]
    clusters: Ints | None = None
    tasks: Ints | None = None

    def scores(self, questions: Ints) -> Scores:
        """All runs on some questions as a score table."""
        columns = {label: column[:, questions] for label, column in self.columns.items()}
        names = [f"q{at}" for at in range(len(questions))]
        present = np.ones((len(self.runs), len(questions)), dtype=np.bool_)
        return Scores(self.runs, names, self.measures, columns, present, {})

    def truth(self, measure: Measure) -> Floats:
        """The value of each run over all questions; with tasks, the mean over tasks."""
        if self.tasks is None:
            return measure.overall(self.columns)
        parts = []
        for task in np.unique(self.tasks):
            part = np.flatnonzero(self.tasks == task)
            parts.append(
                measure.overall({k: column[:, part] for k, column in self.columns.items()})
            )
        return np.mean(parts, axis=0)

    def sample(self, size: int, rng: np.random.Generator) -> tuple[Scores, Units]:
        """So many questions or clusters drawn without replacement; of tasks, each its share."""
        if self.clusters is not None:
            drawn = rng.choice(int(self.clusters.max()) + 1, size, replace=False)
            questions = np.flatnonzero(np.isin(self.clusters, drawn))
            units = Units.of([str(at) for at in self.clusters[questions]], None, len(questions))
        elif self.tasks is not None:
            sizes = np.bincount(self.tasks)
            shares = np.maximum(np.rint(size * sizes / QUESTIONS), FEWEST_OF_A_TASK).astype(int)
            members = [np.flatnonzero(self.tasks == task) for task in range(len(sizes))]
            questions = np.concatenate(
                [rng.choice(of, n, replace=False) for of, n in zip(members, shares, strict=True)]
            )
            units = Units.of(None, [str(at) for at in self.tasks[questions]], len(questions))
        else:
            questions = rng.choice(QUESTIONS, size, replace=False)
            units = Units.single(size)
        return self.scores(questions), units

    def lineup(self, runs: int, kind: int, rng: np.random.Generator) -> Population:
        """Some of the runs, and copies of them.

        Kind 0 has no copies while runs last. 1 and 2 have near-duplicates, which go with another
        run on 3% of the questions, and equals, half of whose questions are exchanged, so that they
        are exactly as good over all questions; two runs are one or the other. Of kind 3 all are
        equal.
        """
        shares: list[float] = []
        if kind in (1, 2):
            shares = ([NEAR, EQUAL] * runs)[kind - 1 :][: max(1, 2 * runs // 5)]
        elif kind == 3:
            shares = [EQUAL] * (runs - 1)
        shares += [EQUAL] * max(0, runs - len(shares) - len(self.runs))
        chosen = rng.permutation(len(self.runs))
        originals = chosen[: runs - len(shares)]
        columns = {label: column[originals] for label, column in self.columns.items()}
        names = [self.runs[at] for at in originals]
        for at, share in enumerate(shares):
            source = at % len(originals)
            order = self._exchanged(share, rng)
            strays = rng.random(QUESTIONS) < share
            other = int(rng.choice(np.delete(chosen, source)))
            for label, column in columns.items():
                copy = column[source, order]
                if share == NEAR:
                    copy = np.where(strays, self.columns[label][other], column[source])
                columns[label] = np.vstack([column, copy])
            names.append(f"{'near' if share == NEAR else 'equal'}{at}")
        return replace(self, runs=names, columns=columns)

    def _exchanged(self, share: float, rng: np.random.Generator) -> Ints:
        """Questions with a share of them exchanged, whole clusters of one size, within tasks."""
        unit = np.arange(QUESTIONS) if self.clusters is None else self.clusters
        sizes = np.bincount(unit)
        kinds = sizes[unit] if self.tasks is None else self.tasks
        order = np.arange(QUESTIONS)
        for kind in np.unique(kinds):
            alike = np.flatnonzero(kinds == kind)
            members = alike.reshape(-1, sizes[unit[alike[0]]])  # a unit in each row
            moved = np.flatnonzero(rng.random(len(members)) < share)
            order[members[moved]] = members[rng.permutation(moved)]
        return order


def factoid(seed: int) -> Population:
    """Five ranked answers, 25 runs of 17 teams."""
    return _generated("factoid", seed, ["RR", "NQcorrect1", "Q"])


def lists(seed: int) -> Population:
    """Sets of answers, 14 runs."""
    return _generated("list", seed, ["F"])


def silence(seed: int) -> Population:
    """Judged responses, 44 runs, some of which abstain."""
    names = ["accuracy", "c@1", "precision", "simpleqa-F", "UF", "CWS", "AURC", "Brier", "ECE"]
    return _generated("response", seed, names, "silence")


def confident(seed: int) -> Population:
    """The same runs by measures of their confidences."""
    names = ["AUROC", "E-AURC", "AUGRC", "log-loss", "Brier", "coverage-at,precision=0.8"]
    everything = replace(silence(seed), name="confidences")
    columns, measures = dict(everything.columns), [qaeval.measure(text) for text in names]
    for measure in measures:
        add_told(columns, None, measure)
    return replace(everything, measures=measures, columns=columns)


def overconfident(seed: int) -> Population:
    """The same, but much too sure: of two decimals, so that wrong answers have a 1 now and then."""
    everything = silence(seed)
    columns = dict(everything.columns)
    with np.errstate(divide="ignore"):
        sure = np.log(columns["confidence"]) - np.log1p(-columns["confidence"])
    columns["confidence"] = np.round(1 / (1 + np.exp(-2.5 * sure)), 2)
    add_told(columns, None, qaeval.measure("log-loss"))
    measures = [replace(qaeval.measure("log-loss"), name="log-loss, too sure")]
    return replace(everything, name="overconfident", measures=measures, columns=columns)


def verification(seed: int, runs: int = 12) -> Population:
    """Yes or no, as PAN asks it: values of yes, those near .5 being silence."""
    rng = np.random.default_rng([seed, 3])
    truth = rng.random(QUESTIONS) < 0.45
    ability = np.exp(rng.normal(0.3, 0.4, runs))[:, None]
    pull = np.where(truth, 1.0, -1.0) * ability + rng.normal(0, 1.5, (runs, QUESTIONS))
    pull += rng.normal(0, 0.5, QUESTIONS)
    value = 1 / (1 + np.exp(-pull))
    silent = np.abs(value - 0.5) < rng.uniform(0, 0.12, (runs, 1))
    correct = ~silent & ((value > 0.5) == truth)
    columns = {
        "correct": correct,
        "answered": ~silent,
        "confidence": np.where(silent, 0.5, value),
        "held_right": silent & truth,
        "held_wrong": silent & ~truth,
    }
    floats = {name: column.astype(np.float64) for name, column in columns.items()}
    measures = [qaeval.measure(text) for text in ("F0.5u", "AUC")]
    return Population("verification", [f"run{at}" for at in range(runs)], measures, floats)


def _generated(name: str, seed: int, names: list[str], called: str = "") -> Population:
    """A collection of sample_data/ with many questions; scoring it takes a while, so it is kept."""
    kept = CACHE / f"{name}-{seed}.npz"
    measures = [qaeval.measure(text) for text in names]
    if not kept.exists():
        scores = _scored(name, seed, names)
        CACHE.mkdir(parents=True, exist_ok=True)
        arrays: dict[str, Any] = {"runs": np.array(scores.runs), **scores.columns}
        np.savez_compressed(kept, **arrays)
    with np.load(kept) as stored:
        needed = {label for measure in measures for label in measure.columns.values()}
        columns = {label: stored[label] for label in sorted(needed)}
        return Population(called or name, stored["runs"].tolist(), measures, columns)


def _scored(name: str, seed: int, names: list[str]) -> Scores:
    simulate.factoid.SHAPE = replace(simulate.factoid.SHAPE, count=QUESTIONS)
    simulate.lists.SHAPE = replace(simulate.lists.SHAPE, count=QUESTIONS)
    simulate.response.QUESTIONS = QUESTIONS
    _, function = make.COLLECTIONS[name]
    with tempfile.TemporaryDirectory() as place:
        make.write(place, function(seed))
        runs = sorted(str(path) for path in Path(place, "runs").glob("*.tsv"))
        if name == "response":
            return qaeval.score([one for path in runs for one in qaeval.read_judged(path)], names)
        key = qaeval.read_key(str(Path(place, "key.tsv")))
        return qaeval.score([qaeval.mark(key, qaeval.read_run(path)) for path in runs], names)


def independent(seed: int) -> Population:
    """Right or wrong, questions drawn one by one: quickly made, for tests."""
    rng = np.random.default_rng([seed, 0])
    return _right_or_wrong("independent", rng, np.zeros((25, QUESTIONS)))


def clustered(seed: int) -> Population:
    """Questions about passages, 3 to 17 each: a passage is hard for all, and suits some runs."""
    rng = np.random.default_rng([seed, 1])
    sizes = rng.integers(3, 18, QUESTIONS // 3)
    clusters = np.repeat(np.arange(len(sizes)), sizes)[:QUESTIONS]
    runs, passages = 25, int(clusters.max()) + 1
    shared = rng.normal(0, 1.0, passages) + rng.normal(0, 0.5, (runs, passages))
    return _right_or_wrong("clustered", rng, shared[:, clusters], clusters=clusters)


def several_tasks(seed: int, tasks: int = 8) -> Population:
    """Tasks of unequal size and difficulty, at which runs are not equally good."""
    rng = np.random.default_rng([seed, 2])
    shares = np.arange(1, tasks + 1) / np.arange(1, tasks + 1).sum()
    task = rng.choice(tasks, QUESTIONS, p=shares)
    runs = 25
    shared = rng.normal(0, 0.8, tasks) + rng.normal(0, 0.3, (runs, tasks))
    return _right_or_wrong("several tasks", rng, shared[:, task], tasks=task)


def _right_or_wrong(
    name: str, rng: np.random.Generator, harder: Floats, **groups: Ints
) -> Population:
    """Accuracy of runs of spread ability."""
    runs = len(harder)
    ability = rng.normal(0.3, 0.5, runs)
    noise = rng.logistic(size=(runs, QUESTIONS))
    right = noise < ability[:, None] - harder - rng.normal(0, 1.0, QUESTIONS)
    measure = qaeval.measure("accuracy")
    columns = {"accuracy": right.astype(np.float64)}
    return Population(name, [f"run{at}" for at in range(runs)], [measure], columns, **groups)


POPULATIONS: dict[str, Callable[[int], Population]] = {
    "factoid": factoid,
    "list": lists,
    "silence": silence,
    "clustered": clustered,
    "several tasks": several_tasks,
}

# Those of measures of confidence, for a run of their own.
CONFIDENT: dict[str, Callable[[int], Population]] = {
    "confidences": confident,
    "overconfident": overconfident,
    "verification": verification,
}
