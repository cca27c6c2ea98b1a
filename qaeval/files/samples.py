"""Files of question subsets: `trial set question`, the sets A and B of each trial."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from qaeval import decimals
from qaeval.arrays import Ints
from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.files.text import read_document
from qaeval.files.tsv import TsvTable
from qaeval.wording import counted, shown

COLUMNS = ("trial", "set", "question")


def sample_rows(draws: Draws) -> Iterator[tuple[int, str, str]]:
    """Trial by trial, from 1, the questions of A and then of B, each in the order drawn."""
    for trial in range(draws.trials):
        for name, sets in (("A", draws.first), ("B", draws.second)):
            if sets is not None:
                for at in sets[trial].tolist():
                    yield trial + 1, name, draws.questions[at]


def read_samples(path: str, questions: Sequence[str]) -> Draws:
    """Read the sets of an experiment: all of one size, A and B without a common question."""
    document = read_document(path)
    table = TsvTable(document, COLUMNS)
    trial_at, set_at, question_at = (table.position[name] for name in COLUMNS)
    place = {name: i for i, name in enumerate(questions)}
    trials: dict[int, dict[str, dict[int, None]]] = {}
    for number, row in table.rows():
        try:
            sets = trials.setdefault(decimals.integer(row[trial_at], "trial"), {"A": {}, "B": {}})
            if row[set_at] not in sets:
                raise InputError(f"set {shown(row[set_at])}, expected A or B")
            if row[question_at] not in place:
                raise InputError(f"question {shown(row[question_at])} is not in the scores")
            at = place[row[question_at]]
            if at in sets["A"] or at in sets["B"]:
                where = f"trial {row[trial_at]}"
                raise InputError(f"question {shown(row[question_at])} twice in {where}")
            sets[row[set_at]][at] = None
        except InputError as error:
            document.report(error, number)
    if not trials:
        raise InputError("no trials below the header", document.file)
    first = _even(trials, "A", document.file)
    if not any(sets["B"] for sets in trials.values()):
        return Draws(questions, first, None)
    return Draws(questions, first, _even(trials, "B", document.file, first.shape[1]))


def _even(
    trials: dict[int, dict[str, dict[int, None]]], name: str, file: str, size: int | None = None
) -> Ints:
    """The sets of that name as rows of one array, which they must fill evenly."""
    sets = {trial: list(both[name]) for trial, both in trials.items()}
    size = len(next(iter(sets.values()))) if size is None else size
    for trial, members in sets.items():
        if len(members) != size or not members:
            short = f"set {name} of trial {trial} has {counted(len(members), 'question')}"
            raise InputError(f"{short}, expected {max(size, 1)} as in the others", file)
    return np.array(list(sets.values()), dtype=np.int64)
