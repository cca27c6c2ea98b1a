"""Populations of 20,000 questions with known truth, from which calibration draws its samples.

Factoid, list and silence come from the generators of sample_data/ with more questions; clusters and
tasks from the same model of ability and difficulty, with what questions of a passage, or of a task,
have in common.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import qaeval
from qaeval.arrays import Floats, Ints
from qaeval.measures import Measure
from qaeval.scores.table import Scores

sys.path.insert(0, str(Path(__file__).parent.parent / "sample_data"))
import make
import simulate.factoid
import simulate.lists
import simulate.response

QUESTIONS = 20_000
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

    def scores(self, runs: Sequence[int], questions: Ints) -> Scores:
        """Some runs on some questions as a score table."""
        columns = {label: column[np.ix_(runs, questions)] for label, column in self.columns.items()}
        names = [f"q{at}" for at in range(len(questions))]
        present = np.ones((len(runs), len(questions)), dtype=np.bool_)
        return Scores([self.runs[at] for at in runs], names, self.measures, columns, present, {})

    def truth(self, measure: Measure, runs: Sequence[int]) -> Floats:
        """The value of each run over all questions; with tasks, the mean over tasks."""
        if self.tasks is None:
            return measure.overall(self._columns(runs, slice(None)))
        parts = [np.flatnonzero(self.tasks == task) for task in np.unique(self.tasks)]
        return np.mean([measure.overall(self._columns(runs, part)) for part in parts], axis=0)

    def _columns(self, runs: Sequence[int], questions: Ints | slice) -> dict[str, Floats]:
        return {label: column[list(runs)][:, questions] for label, column in self.columns.items()}


def factoid(seed: int) -> Population:
    """Five ranked answers, 25 runs of 17 teams."""
    return _generated("factoid", seed, ["RR", "NQcorrect1", "Q"])


def lists(seed: int) -> Population:
    """Sets of answers, 14 runs."""
    return _generated("list", seed, ["F", "IR"])


def silence(seed: int) -> Population:
    """Judged responses, 44 runs, some of which abstain."""
    names = ["accuracy", "c@1", "precision", "simpleqa-F", "UF", "CWS"]
    return _generated("response", seed, names)


def _generated(name: str, seed: int, names: list[str]) -> Population:
    """A collection of sample_data/ with many questions; scoring it takes a while, so it is kept."""
    kept = CACHE / f"{name}-{seed}.npz"
    measures = [qaeval.measure(text) for text in names]
    if not kept.exists():
        scores = _scored(name, seed, names)
        CACHE.mkdir(parents=True, exist_ok=True)
        np.savez_compressed(kept, runs=np.array(scores.runs), **scores.columns)
    with np.load(kept) as stored:
        columns = {label: stored[label] for label in stored.files if label != "runs"}
        return Population(name, stored["runs"].tolist(), measures, columns)


def _scored(name: str, seed: int, names: list[str]) -> Scores:
    simulate.factoid.SHAPE = simulate.factoid.SHAPE._replace(count=QUESTIONS)
    simulate.lists.SHAPE = simulate.lists.SHAPE._replace(count=QUESTIONS)
    simulate.response.QUESTIONS = QUESTIONS
    _, function = make.COLLECTIONS[name]
    with tempfile.TemporaryDirectory() as place:
        make.write(place, function(seed))
        runs = sorted(str(path) for path in Path(place, "runs").glob("*.tsv"))
        if name == "response":
            return qaeval.score([one for path in runs for one in qaeval.read_judged(path)], names)
        key = qaeval.read_key(str(Path(place, "key.tsv")))
        return qaeval.score([qaeval.mark(key, qaeval.read_run(path)) for path in runs], names)


def clustered(seed: int, per_cluster: int = 10) -> Population:
    """Questions about passages: a passage is hard for all, and suits some runs more than others."""
    rng = np.random.default_rng([seed, 1])
    clusters = np.arange(QUESTIONS) // per_cluster
    runs, passages = 25, int(clusters.max()) + 1
    shared = rng.normal(0, 1.0, passages) + rng.normal(0, 0.5, (runs, passages))
    return _right_or_wrong("clustered", rng, runs, shared[:, clusters], clusters=clusters)


def several_tasks(seed: int, tasks: int = 8) -> Population:
    """Tasks of unequal size and difficulty, at which runs are not equally good."""
    rng = np.random.default_rng([seed, 2])
    shares = np.arange(1, tasks + 1) / np.arange(1, tasks + 1).sum()
    task = rng.choice(tasks, QUESTIONS, p=shares)
    runs = 25
    shared = rng.normal(0, 0.8, tasks) + rng.normal(0, 0.3, (runs, tasks))
    return _right_or_wrong("several tasks", rng, runs, shared[:, task], tasks=task)


def _right_or_wrong(
    name: str, rng: np.random.Generator, runs: int, harder: Floats, **groups: Ints
) -> Population:
    """Accuracy of runs of spread ability; the last two hardly differ from the first two."""
    ability = rng.normal(0.3, 0.5, runs)
    noise = rng.logistic(size=(runs, QUESTIONS))
    for copy, original in ((runs - 1, 0), (runs - 2, 1)):
        ability[copy] = ability[original]
        harder[copy] = harder[original]
        same = rng.random(QUESTIONS) < 0.9
        noise[copy] = np.where(same, noise[original], noise[copy])
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
