"""What of a score table is studied: the measures that it can tell, and the common questions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.measures.naming import split_given
from qaeval.scores.table import Scores
from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed, shown

# Runs, of which each two have a line: two million pairs.
MOST_PAIRED = 2000

# That are studied at once: correlate sets each beside every other.
MOST_MEASURES = 200


def studied_measures(scores: Scores, names: Sequence[str], notes: Notes) -> list[Measure]:
    """The measures to study, which must have per-question columns; counts only if asked for."""

    def missing_columns(measure: Measure) -> list[str]:
        return [name for name in measure.columns.values() if name not in scores.columns]

    chosen = [_found(scores, name, notes) for name in dict.fromkeys(names)]
    if not chosen:
        scored = [m for m in scores.measures if not m.definition.whole] or scores.measures
        chosen = [measure for measure in scored if not missing_columns(measure)] or scored[:1]
        kept = {measure.label for measure in chosen}
        for measure in scored:
            if measure.label not in kept:
                needs = listed(missing_columns(measure))
                left = f"{measure.label} left out: the table has no rows per question of {needs}"
                notes.add(left)
    if len(chosen) > MOST_MEASURES:
        count = counted(len(chosen), "measure")
        raise InputError(f"{count}, more than {MOST_MEASURES:,}: name those to study with -m")
    for measure in chosen:
        missing = missing_columns(measure)
        if missing:
            needs = listed(missing)
            raise InputError(
                f"no rows per question of {needs}, which {measure.label} needs: make the table "
                f"with 'qaeval score -q -f tsv -m {measure.name} …'"
            )
    return chosen


def check_pairs(runs: int) -> None:
    """Refuse more runs than can be shown beside each other, two at a time."""
    if runs > MOST_PAIRED:
        raise InputError(
            f"{counted(runs, 'run')}, more than {MOST_PAIRED:,} to set beside each other: choose "
            "runs (--run), or compare them all with one (--baseline)"
        )


def _found(scores: Scores, name: str, notes: Notes) -> Measure:
    """The measure of that name; told where the table calls it otherwise."""
    measure = scores.find(name)
    if measure in scores.measures and measure.label != (split_given(name)[0] or name):
        notes.add(f"-m {name}: the table has it as {measure.label}, which is taken to be the same")
    return measure


def on_common_questions(scores: Scores, labels: Sequence[str], intersect: bool) -> Scores:
    """The table on the questions for which all runs have these; all, unless `intersect`."""
    present = np.logical_and.reduce([~np.isnan(scores.columns[label]) for label in labels])
    anywhere = present.any(axis=0)
    everywhere = present.all(axis=0)
    if not intersect and (anywhere != everywhere).any():
        lacking = anywhere & ~present
        run = int(np.flatnonzero(lacking.any(axis=1))[0])
        names = [scores.questions[i] for i in np.flatnonzero(lacking[run])]
        raise InputError(
            f"run {shown(scores.runs[run])} lacks {counted(len(names), 'question')} that other "
            f"runs have ({listed(names)}): --intersect takes the common ones"
        )
    kept = scores.on([scores.questions[i] for i in np.flatnonzero(everywhere)])
    if not kept.questions:
        raise InputError("no question is left that all runs have")
    return kept
