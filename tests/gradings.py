"""Grades and labels as arrays, without files."""

import numpy as np

from qaeval.measures import measure
from qaeval.scores.table import Scores
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.judging.corrected import corrected_runs
from qaeval.studies.judging.correction import corrections
from qaeval.studies.judging.graded import graded_table
from qaeval.studies.judging.labels import Labels
from qaeval.studies.units import Units


class Case:
    """Runs with the model's grades and people's (NaN: no label); silence where `answered` is 0."""

    def __init__(self, model, people, weights=None, answered=None, name="accuracy", clusters=None):
        model, people = np.atleast_2d(model).astype(float), np.atleast_2d(people).astype(float)
        asked, count = measure(name), model.shape[1]
        columns = {"accuracy": model}
        if answered is not None:
            columns = {"correct": model, "answered": np.atleast_2d(answered).astype(float)}
            if asked.is_mean:
                columns[name] = model
        runs = [f"run{at}" for at in range(len(model))]
        questions = [f"q{at}" for at in range(count)]
        present = np.ones(model.shape, dtype=bool)
        self.graded = graded_table(Scores(runs, questions, [asked], columns, present, {}), [asked])
        weights = np.ones(model.shape) if weights is None else np.atleast_2d(weights)
        self.labels = Labels(people, weights.astype(float), {})
        self.units = Units.of(clusters, None, count)
        self.found = corrections(self.graded, self.labels, self.units)

    def corrected(self, trials=1000):
        (asked,) = self.graded.measures
        how = Asked("max-t", trials=trials)
        return corrected_runs(self.graded, asked, self.found, self.units, how)


def labelled_first(people, size):
    """People's grades of the first answers, none of the rest."""
    return np.append(np.asarray(people, dtype=float), np.full(size - len(people), np.nan))


def by_counts(both, model, people, neither, accepted, rejected, **more):
    """Answers by who accepts them, then the unlabelled ones that the model accepts and rejects."""
    graded = [1] * (both + model) + [0] * (people + neither) + [1] * accepted + [0] * rejected
    truth = [1] * both + [0] * model + [1] * people + [0] * neither
    return Case(graded, labelled_first(truth, len(graded)), **more)


PEOPLE = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1]
MODEL = [int(grade) for grade in "1101110011" + "10110111011011101111"]
# Both, the model alone, people alone, neither; unlabelled: accepted by the model, rejected.
NQ301 = (72, 5, 7, 65, 691, 649)
