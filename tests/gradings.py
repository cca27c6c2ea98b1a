"""Grades and labels as arrays, without files."""

import numpy as np
from numpy.typing import ArrayLike

from qaeval.arrays import Floats
from qaeval.measures import measure
from qaeval.scores.table import Scores
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.judging.corrected import Corrected, corrected_runs
from qaeval.studies.judging.correction import corrections
from qaeval.studies.judging.graded import graded_table
from qaeval.studies.judging.labels import Labels
from qaeval.studies.units import Units


class Case:
    """Runs with the model's grades and people's (NaN: no label); silence where `answered` is 0."""

    def __init__(
        self,
        model: ArrayLike,
        people: ArrayLike,
        weights: ArrayLike | None = None,
        answered: ArrayLike | None = None,
        name: str = "accuracy",
        clusters: list[str] | None = None,
    ) -> None:
        grades, labels = _rows(model), _rows(people)
        asked, count = measure(name), grades.shape[1]
        columns = {"accuracy": grades}
        if answered is not None:
            columns = {"correct": grades, "answered": _rows(answered)}
            if asked.is_mean:
                columns[name] = grades
        runs = [f"run{at}" for at in range(len(grades))]
        questions = [f"q{at}" for at in range(count)]
        present = np.ones(grades.shape, dtype=np.bool_)
        self.graded = graded_table(Scores(runs, questions, [asked], columns, present, {}), [asked])
        chances = np.ones(grades.shape) if weights is None else _rows(weights)
        self.labels = Labels(labels, chances, {})
        self.units = Units.of(clusters, None, count)
        self.found = corrections(self.graded, self.labels, self.units)

    def corrected(self, trials: int = 1000) -> Corrected:
        (asked,) = self.graded.measures
        how = Asked("max-t", trials=trials)
        return corrected_runs(self.graded, asked, self.found, self.units, how)


def _rows(values: ArrayLike) -> Floats:
    return np.atleast_2d(np.asarray(values, dtype=np.float64))


def labelled_first(people: ArrayLike, size: int) -> Floats:
    """People's grades of the first answers, none of the rest."""
    known = np.asarray(people, dtype=np.float64)
    return np.append(known, np.full(size - len(known), np.nan))


def by_counts(
    both: int, model: int, people: int, neither: int, accepted: int, rejected: int
) -> Case:
    """Answers by who accepts them, then the unlabelled ones that the model accepts and rejects."""
    graded = [1] * (both + model) + [0] * (people + neither) + [1] * accepted + [0] * rejected
    truth = [1] * both + [0] * model + [1] * people + [0] * neither
    return Case(graded, labelled_first(truth, len(graded)))


PEOPLE = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1]
MODEL = [int(grade) for grade in "1101110011" + "10110111011011101111"]
# Both, the model alone, people alone, neither; unlabelled: accepted by the model, rejected.
NQ301 = (72, 5, 7, 65, 691, 649)
