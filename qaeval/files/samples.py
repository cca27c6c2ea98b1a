"""Files of question subsets: `trial set question`, the sets A and B of each trial."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from qaeval import decimals
from qaeval.arrays import Ints
from qaeval.collection.draws import Draws, Sets
from qaeval.errors import InputError
from qaeval.files.headed import HeadedTable
from qaeval.files.text import read_document
from qaeval.wording import counted, shown

COLUMNS = ("trial", "set", "question")


def sample_rows(
    orders: Iterable[tuple[Ints, Ints]], questions: Sequence[str], members: Sequence[Sequence[int]]
) -> Iterator[tuple[int, str, str]]:
    """Trial by trial, from 1, the questions of A and then of B, each in the order drawn.

    What was drawn is questions or, where `members` says which questions those have, clusters.
    """
    for trial, sets in enumerate(orders, 1):
        for name, drawn in zip("AB", sets, strict=True):
            for unit in drawn.tolist():
                for at in members[unit] if members else (unit,):
                    yield trial, name, questions[at]


def read_samples(
    path: str, questions: Sequence[str], clusters: Sequence[Sequence[int]] = ()
) -> Draws:
    """Read the sets of an experiment: all of one size, A and B without a common question.

    With `clusters`, the positions of the questions of each, sets must be made of whole clusters.
    """
    document = read_document(path)
    table = HeadedTable(document, COLUMNS)
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
    if clusters:
        trials = {
            trial: _whole(sets, clusters, trial, document.file) for trial, sets in trials.items()
        }
    count = len(clusters) or len(questions)
    first = _even(trials, "A", document.file)
    second = None
    if any(sets["B"] for sets in trials.values()):
        second = Sets.of(_even(trials, "B", document.file, first.shape[1]), count)
    members = [list(cluster) for cluster in clusters]
    return Draws(questions, first.shape[1], Sets.of(first, count), second, members)


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


def _whole(
    sets: dict[str, dict[int, None]], clusters: Sequence[Sequence[int]], trial: int, file: str
) -> dict[str, dict[int, None]]:
    """The clusters that a trial's sets are made of, in the order of their first questions."""
    cluster_of = {question: at for at, members in enumerate(clusters) for question in members}
    whole: dict[str, dict[int, None]] = {}
    for name, members in sets.items():
        whole[name] = dict.fromkeys(cluster_of[question] for question in members)
        if sum(len(clusters[at]) for at in whole[name]) != len(members):
            raise InputError(f"set {name} of trial {trial} has only part of a cluster", file)
    return whole
