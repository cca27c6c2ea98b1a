"""The step of ``qaeval gold`` on nuggets: a key with weights from several assessors' importance."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qaeval.collection.assessments import SKIPPED, Assessments
from qaeval.collection.nuggets import OKAY, VITAL, NuggetVotes
from qaeval.errors import InputError
from qaeval.gold.pyramid import pyramid
from qaeval.presentation.nugget_tables import nugget_key_table
from qaeval.presentation.results import Result, Shown
from qaeval.steps.assessor_agreement import agreement_result
from qaeval.steps.gold_keys import GoldOptions
from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed, nearest, shown

PYRAMID = "pyramid"
SCALE = (VITAL, OKAY)


def votes_result(votes: NuggetVotes, asked: GoldOptions, notes: Notes) -> Result:
    """A key of nuggets with weights, or how far the assessors agree on what is vital."""
    _check_options(asked)
    assessors = _whose(votes, asked.assessor, asked.leave_out)
    notes.detail(f"{votes.file}: votes of {listed(assessors, 10)}")
    if asked.agreement:
        return agreement_result(_as_labels(votes, assessors), asked.trials, asked.seed, notes)
    found = pyramid(votes, assessors)
    if len(assessors) > 1:  # of one alone nothing is tied
        _tell(votes.file, found.tied, "half of the assessors call a nugget vital: okay", notes)
    _tell(votes.file, found.flat, "nobody calls a nugget vital, all weights are 0", notes)
    table = nugget_key_table(found.nuggets)
    return Result(lambda form: Shown([table]))


def _check_options(asked: GoldOptions) -> None:
    """Refuse what votes on nuggets have no use for."""
    needless = {
        "--best": asked.best,
        "--weights": asked.weights,
        "--skipped-as": asked.skipped_as,
        "--distribution": asked.distribution,
        "--confusion": asked.confusion,
        "--posterior": asked.posterior,
        "--as-run": asked.as_run,
        "--judged": asked.judged,
    }
    for option, value in needless.items():
        if value:
            raise InputError(f"{option} is not for votes on nuggets")
    if asked.scheme not in (None, PYRAMID):
        raise InputError(f"--scheme {asked.scheme}: votes on nuggets have the scheme {PYRAMID}")


def _whose(votes: NuggetVotes, only: Sequence[str], leave_out: Sequence[str]) -> list[str]:
    """The assessors whose votes count."""
    for option, names in (("--assessor", only), ("--leave-out", leave_out)):
        for name in names:
            if name not in votes.assessors:
                have = nearest(name, votes.assessors) or f"; there are {listed(votes.assessors)}"
                raise InputError(f"{option}: no assessor {shown(name)}{have}", votes.file)
    kept = [name for name in votes.assessors if not only or name in only]
    kept = [name for name in kept if name not in leave_out]
    if not kept:
        raise InputError("--leave-out leaves no assessor", votes.file)
    return kept


def _as_labels(votes: NuggetVotes, assessors: Sequence[str]) -> Assessments:
    """The votes as labels of answers, which the measures of agreement take."""
    nuggets = [(question, name) for question, own in votes.votes.items() for name in own]
    labels = [
        [_label(votes.votes[question][name].get(who)) for who in assessors]
        for question, name in nuggets
    ]
    counts = [len(own) for own in votes.votes.values()]
    return Assessments(
        file=votes.file,
        scale=SCALE,
        assessors=list(assessors),
        questions=list(votes.votes),
        answers=[name for _, name in nuggets],
        starts=np.cumsum([0, *counts[:-1]]),
        labels=np.array(labels, dtype=np.int64),
        lines=[0] * len(nuggets),
    )


def _label(vital: bool | None) -> int:
    return SKIPPED if vital is None else SCALE.index(VITAL if vital else OKAY)


def _tell(file: str, questions: Sequence[str], what: str, notes: Notes) -> None:
    if questions:
        have = counted(len(questions), "question")
        notes.add(f"{file}: in {have} {what}: {listed(questions)}")
