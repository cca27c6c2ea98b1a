"""``qaeval hardness``: which questions are hard, and of what kind are they?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from qaeval.cli.ending import finish
from qaeval.cli.options import Notes, OutputOptions, output_option_group
from qaeval.cli.study import read_study
from qaeval.cli.study_options import TableOptions, table_option_group
from qaeval.errors import InputError
from qaeval.presentation.hardness_tables import distribution_table, question_list
from qaeval.presentation.plots.hardness import plot_hardness, plot_thirds
from qaeval.presentation.words import thirds_in_words
from qaeval.studies.hardness import THIRDS, Hardness, hardness, question_means
from qaeval.wording import counted

# Columns of the output, beside which the column of --by leads.
COLUMNS = ("question", "questions", "mean", "third", "easy", "medium", "hard")

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval hardness -m RR scores.tsv
  qaeval hardness --questions questions.tsv --by category scores.tsv
  qaeval hardness --exclude outlier scores.tsv
"""


@click.command("hardness", epilog=EPILOG)
@table_option_group
@click.option("--by", metavar="COLUMN", help="How many are easy, medium and hard for each value.")
@output_option_group(plot="Draw the means, or with --by the shares of the thirds,")
def command(table: TableOptions, output: OutputOptions) -> None:
    """Question hardness: the mean of a measure over runs (Sakai et al. 2010).

    The questions are listed the easiest first and cut by position into thirds:
    easy, medium, hard. Where n is no multiple of 3, the first thirds are one
    longer. Questions of equal mean go by id, and a note says where a cut
    goes through such a group. A measure that is not a mean over questions has
    no value for a question, so it cannot be taken.

    With --by the thirds, which are always those of all questions, are counted for
    each value of COLUMN of the question file; the columns are then measure,
    COLUMN, questions, easy, medium, hard, mean.
    """
    if table.by in COLUMNS:
        raise InputError(f"--by {table.by}: the output has a column of that name; rename it")
    notes = Notes(output.verbose)
    study = read_study(table, notes, least_runs=1, all_grouped=False)
    scores, measures = study.scores, study.mean_measures(notes)
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
    if table.by is None:
        tables = [question_list(label, result) for label, result in results.items()]
    else:
        tables = [
            distribution_table(label, result, table.by, values) for label, result in results.items()
        ]
    picture = None
    if output.plot is not None:
        picture = _picture(results, None if table.by is None else values, output.plot)
    sentences = [
        f"{label}: {thirds_in_words(result, output.digits)}." for label, result in results.items()
    ]
    finish(output, tables, notes, sentences, study.signature(), picture)


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
    if values is None:
        return plot_hardness({label: result.means for label, result in results.items()}, path)
    counts = {
        label: {value: result.counts(questions) for value, questions in values.items()}
        for label, result in results.items()
    }
    return plot_thirds(counts, path)
