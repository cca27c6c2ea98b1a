"""The step of ``qaeval hardness``: which questions are hard, and of what kind are they?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from qaeval.errors import InputError
from qaeval.presentation.hardness_tables import distribution_table, question_list
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.words import thirds_in_words
from qaeval.steps.notes import Notes
from qaeval.steps.study import Study
from qaeval.studies.hardness import THIRDS, Hardness, hardness, question_means
from qaeval.wording import counted

# Columns of the output, beside which the column of --by leads.
COLUMNS = ("question", "questions", "mean", "third", "easy", "medium", "hard")


def check_by(by: str | None) -> None:
    """Refuse a column of --by that the output has too."""
    if by in COLUMNS:
        raise InputError(f"--by {by}: the output has a column of that name; rename it")


def hardness_result(study: Study, notes: Notes) -> Result:
    """The questions, the easiest first, or how many of each value of --by are hard."""
    scores, by = study.scores, study.asked.by
    measures = study.mean_measures(notes)
    count = len(scores.questions)
    if count < len(THIRDS):
        raise InputError(f"{counted(count, 'question')}: too few to cut into thirds")
    results = {
        measure.label: hardness(
            question_means(scores.columns[measure.label]),
            scores.questions,
            measure.definition.better,
        )
        for measure in measures
    }
    for label, result in results.items():
        _tell_ties(label, result, notes)
    values = {value: part.scores.questions for value, part in study.by_value().items()}
    tables = [
        question_list(label, result)
        if by is None
        else distribution_table(label, result, by, values)
        for label, result in results.items()
    ]

    def show(form: Form) -> Shown:
        sentences = [
            f"{label}: {thirds_in_words(result, form.digits)}." for label, result in results.items()
        ]
        return Shown(tables, sentences)

    def drawing(path: str) -> bytes:
        return _picture(results, None if by is None else values, path)

    return Result(show, study.signature(), drawing)


def _tell_ties(label: str, result: Hardness, notes: Notes) -> None:
    for cut in result.tied_cuts:
        behind = THIRDS[THIRDS.index(cut.after) + 1]
        tied = counted(cut.before_cut + cut.behind_cut, "question")
        notes.add(
            f"{label}: {tied} of mean {cut.mean:.4g} at the cut between {cut.after} and {behind}: "
            f"by id, {cut.before_cut:,} before it and {cut.behind_cut:,} behind"
        )


def _picture(
    results: Mapping[str, Hardness], values: Mapping[str, Sequence[str]] | None, path: str
) -> bytes:
    """The means of the questions, or the thirds of each value of --by."""
    # What draws takes its time to load, and most calls draw nothing.
    from qaeval.presentation.plots.hardness import plot_hardness, plot_thirds

    if values is None:
        return plot_hardness({label: result.means for label, result in results.items()}, path)
    counts = {
        label: {value: result.counts(questions) for value, questions in values.items()}
        for label, result in results.items()
    }
    return plot_thirds(counts, path)
