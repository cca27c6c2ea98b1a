"""``qaeval coverage``: what would a system have scored had it stayed silent when unsure?"""

from __future__ import annotations

from collections.abc import Sequence

import click

from qaeval.cli.ending import conclude
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    OutputOptions,
    complete_measures,
    name_from_option,
    output_option_group,
    questions_option,
    run_columns_option,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import name_choice_options
from qaeval.cli.study_options import intersect_option, only_option, seed_option
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.measures import Measure, measures
from qaeval.presentation.coverage_tables import threshold_tables, tuned_table
from qaeval.presentation.plots.coverage import plot_confidence
from qaeval.presentation.results import Result, Shown
from qaeval.presentation.risk_charts import drawn_reliability, drawn_risks
from qaeval.presentation.tables import Table
from qaeval.steps.asked import TableOptions
from qaeval.steps.notes import Notes
from qaeval.steps.response_runs import ResponseOptions, read_responses
from qaeval.steps.run_choice import RunChoice
from qaeval.steps.study import table_signature
from qaeval.studies.abstention import Abstention, check_confidences, tuned
from qaeval.studies.sampling import random_folds

MEASURES = ("coverage", "precision", "accuracy", "c@1", "UF")

_POINTS = 20  # rows a run where people read

EPILOG = """\b
Examples:
  qaeval coverage --judged sample_data/response/runs/icia091ro.tsv
  qaeval coverage --judged --best-for c@1 sample_data/response/runs/*09*.tsv
  qaeval score -q -f tsv -m c@1 -m CWS -o scores.tsv key.tsv runs/*.tsv
  qaeval coverage --plot risk.png scores.tsv
"""


@click.command("coverage", epilog=EPILOG)
@click.argument("files", nargs=-1, metavar="SCORES... | --judged RUN...", type=click.Path())
@click.option("--judged", is_flag=True, help="The files are judged responses.")
@click.option(
    "-m",
    "--measure",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="Another response measure beside those shown. Repeat for more.",
)
@click.option(
    "--best-for",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="Instead, the threshold that is best for this measure, cross-validated. Repeat for more.",
)
@click.option(
    "--folds",
    type=click.IntRange(2),
    default=10,
    metavar="K",
    show_default=True,
    help="Parts of the questions for --best-for: each is answered by the others' threshold.",
)
@click.option(
    "--points",
    type=click.IntRange(2),
    metavar="N",
    help=f"At most N thresholds a run, evenly (default: all; as text, md and latex {_POINTS}).",
)
@intersect_option
@questions_option
@only_option
@name_from_option
@run_columns_option
@name_choice_options()
@gathered("choice", RunChoice)
@gathered("asked", ResponseOptions)
@seed_option
@output_option_group(plot="Draw the error rate against coverage, and how far confidences hold")
def command(
    asked: ResponseOptions,
    measure: tuple[str, ...],
    best_for: tuple[str, ...],
    folds: int,
    points: int | None,
    seed: int,
    output: OutputOptions,
) -> None:
    """Hold answers below a confidence back: coverage, risk, and the best threshold.

    SCORES is a score table with confidences ('qaeval score -q -f tsv -m CWS …'),
    or with --judged the files are judged responses. For every confidence that a run
    gives, the row of that threshold has the scores of the run had it not answered
    where it was less confident; in the last row, 'none', it answers nothing. What a
    run left unanswered stays so. Text shows the shortest number that draws the
    line at the same place, the other formats the confidence itself.

    --best-for finds the threshold that would have been best. A threshold that is
    chosen and judged on the same questions looks better than it is, so cv_value
    is the score if the questions of each fold are answered by the threshold that
    is best for the other folds, and cv_gain what is left of the gain, with its 95%
    interval: where that holds 0, the threshold may gain nothing on other questions.
    Of equally good thresholds the lowest is taken, which answers most.

    As tsv: run threshold coverage precision accuracy c@1 UF, then those of -m; with
    --best-for: run measure threshold coverage value without gain cv_value cv_gain
    threshold_low threshold_high (over the folds) cv_gain_low cv_gain_high.
    """
    shown_measures = _response_measures([*MEASURES, *measure])
    tuned_measures = _response_measures(best_for)
    for aim in tuned_measures:
        if not aim.definition.better:
            raise InputError(f"--best-for {aim.name}: neither more nor less of it is better")
    notes = Notes(output.verbose)
    runs = read_responses(asked, notes)
    for responses in runs:
        check_confidences(responses)
    tried = [Abstention(responses) for responses in runs]
    choices: dict[str, object] = {}
    if tuned_measures:
        tables = _tuned_tables(runs, tuned_measures, folds, seed)
        sentences = [
            "Stay silent below the threshold. value is on the questions it was chosen on; cv_value "
            "and cv_gain, with its 95% interval, are cross-validated: what to expect of it on "
            "other questions."
        ]
        choices = {"folds": folds, "seed": seed}
    else:
        most = points or (_POINTS if output.for_people else None)
        tables = threshold_tables(tried, shown_measures, most, short=output.for_people)
        sentences = _told_thresholds(tried, most)
    picture = None
    if output.plot is not None:
        picture = plot_confidence(drawn_risks(tried), drawn_reliability(tried), output.plot)
    table = TableOptions(
        asked.files, questions=asked.questions, only=asked.only, choice=asked.choice
    )
    signature = table_signature(len(runs), len(runs[0].questions), table, **choices)
    shown = Shown(tables, sentences)
    conclude(output, Result(lambda form: shown, signature, lambda path: picture or b""), notes)


def _response_measures(names: Sequence[str]) -> list[Measure]:
    """Response measures by name."""
    asked = measures(names)
    for measure in asked:
        if measure.definition.family != "response":
            raise InputError(
                f"{measure.name} is no response measure, which coverage takes: c@1, accuracy, UF, "
                "precision … (see 'qaeval measures')"
            )
        if measure.definition.remark:
            raise InputError(
                f"{measure.name}: {measure.definition.remark}; so no answer is unsure because "
                "its value is low, and coverage holds none back"
            )
    return asked


def _told_thresholds(tried: Sequence[Abstention], most: int | None) -> list[str]:
    """What is to be said of thresholds that have no row."""
    longest = max(len(run.thresholds) for run in tried)
    if most is None or longest <= most:
        return []
    return [f"{most} of up to {longest:,} thresholds a run: --points N for more."]


def _tuned_tables(
    runs: Sequence[Responses], aims: Sequence[Measure], parts: int, seed: int
) -> list[Table]:
    """A table per measure that a threshold is to be best for."""
    count = len(runs[0].questions)
    if parts > count:
        raise InputError(f"--folds {parts}: there are only {count} questions")
    folds = random_folds(count, parts, seed)
    tables = []
    with progress(len(aims) * len(runs) * parts, "coverage") as step:
        for aim in aims:
            results = {run.name: tuned(run, aim, folds, step) for run in runs}
            tables.append(tuned_table(aim, results))
    return tables
