"""The step of ``qaeval gold --agreement``: how far do assessors agree?"""

from __future__ import annotations

from qaeval import __version__
from qaeval.collection.assessments import SKIPPED, Assessments
from qaeval.errors import InputError
from qaeval.gold.agreement import more_labels_where_they_differ
from qaeval.presentation.agreement_tables import (
    agreement_in_words,
    agreement_map,
    agreement_tables,
)
from qaeval.presentation.results import Result, Shown
from qaeval.presentation.signature import signature_line
from qaeval.steps.notes import Notes
from qaeval.studies.agreement_intervals import measured_agreement

TRIALS = 1000  # draws of answers for an interval, unless told

_PICTURED = "On the answers that both labelled: white is agreement by chance or less, dark is 1."


def agreement_result(kept: Assessments, trials: int, seed: int, notes: Notes) -> Result:
    """Every coefficient of all assessors and of each pair, with intervals."""
    names, labels, size = kept.assessors, kept.labels, len(kept.scale)
    if len(names) < 2:
        raise InputError(f"one assessor ({names[0]}), expected two or more", kept.file)
    if ((labels != SKIPPED).sum(axis=1) < 2).all():
        raise InputError("no answer has labels from two assessors", kept.file)
    study = measured_agreement(labels, size, trials, seed)
    unlike = more_labels_where_they_differ(labels, size)
    if unlike is not None:
        notes.add(
            f"two labels of an answer are equal in {unlike.few:.0%} of the cases where it has "
            f"{unlike.fewest}, and in {unlike.more:.0%} where it has more: if further labels were "
            "asked for because the first ones differed, Fleiss and AC1 are too high"
        )
    missing = float((labels == SKIPPED).mean())
    choices: dict[str, str | int] = {
        "assessors": len(names),
        "answers": len(labels),
        "labels": ",".join(kept.scale),
        "trials": trials,
        "seed": seed,
        "version": __version__,
    }
    shown = Shown(
        agreement_tables(study, names, size), agreement_in_words(study, size, missing, trials)
    )

    def drawing(path: str) -> bytes:
        from qaeval.presentation.plots.heat import plot_heat  # most calls draw nothing

        return plot_heat(agreement_map(study, names), _PICTURED, path)

    return Result(lambda form: shown, signature_line(choices), drawing)
