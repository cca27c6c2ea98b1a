"""``qaeval judge``: people's labels of some answers correct a model's grades of all."""

from __future__ import annotations

from dataclasses import dataclass

import click

from qaeval.cli.ending import conclude
from qaeval.cli.gathering import all_options, gathered
from qaeval.cli.judging import human_option, people_option, read_grades
from qaeval.cli.options import (
    OutputOptions,
    cluster_option,
    name_from_option,
    output_option_group,
    run_columns_option,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import name_choice_options
from qaeval.cli.study_options import (
    LEAST,
    between,
    chosen_options,
    measure_option,
    seed_option,
    table_group,
    tables_argument,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.steps.asked import TEST_TRIALS, TableOptions
from qaeval.steps.judged_grades import (
    JudgeOptions,
    drawn_result,
    judged_result,
    judging_of,
    planned_result,
)
from qaeval.steps.notes import Notes
from qaeval.steps.options import RunOptions

EPILOG = """\b
Examples:
  qaeval judge --draw 400 -f tsv -o label.tsv graded.tsv
  qaeval judge --human label.tsv graded.tsv
  qaeval judge --human label.tsv --pairs graded.tsv
  qaeval judge --human label.tsv --confusion graded.tsv
  qaeval judge --human label.tsv --plan 0.02 graded.tsv
  qaeval judge --human label.tsv -m c@1 --plot corrected.png graded.tsv
"""


@dataclass(frozen=True)
class LabelOptions:
    """Labels that are still to be made: which answers, or how many."""

    draw: int | None = None
    strata: str = "grade"
    plan: str | None = None

    def check(self, asked: JudgeOptions, output: OutputOptions) -> None:
        """Refuse what can be told to be wrong before any file is read."""
        options = {
            "--pairs": asked.pairs,
            "--confusion": asked.confusion,
            "--draw": self.draw is not None,
            "--plan": self.plan is not None,
        }
        given = [name for name, is_given in options.items() if is_given]
        if len(given) > 1:
            raise InputError(f"{given[0]} beside {given[1]}: one at a time")
        if asked.human is None and self.draw is None and self.plan is None:
            raise InputError("expected --human FILE, or --draw N; see 'qaeval judge --help'")
        if self.strata != "grade" and self.draw is None:
            raise InputError("--strata has no effect without --draw")
        if output.plot is not None and (self.draw is not None or self.plan is not None):
            raise InputError(f"--plot beside {given[0]}: there is nothing to draw yet")


judge_options = all_options(
    human_option,
    people_option,
    click.option("--pairs", is_flag=True, help="Every pair of runs instead of the runs."),
    click.option(
        "--confusion",
        is_flag=True,
        help="Instead, whether the model is any good: its errors by run and overall, and whether "
        "it is kinder to some runs than to others.",
    ),
    click.option(
        "--draw",
        type=click.IntRange(1),
        metavar="N",
        help="Instead, draw N answers for people to label: a table to fill in, for --human.",
    ),
    click.option(
        "--strata",
        type=click.Choice(["grade", "confidence"]),
        default="grade",
        show_default=True,
        help="Draw in proportion within the model's grades, or within fourths by confidence.",
    ),
    click.option(
        "--plan",
        metavar="H",
        help="Instead, how many labels each run needs until its interval is ± H.",
    ),
    trials_option(TEST_TRIALS, "Random trials of the test."),
    seed_option,
)


@click.command("judge", epilog=EPILOG)
@table_group(
    tables_argument("JUDGED..."),
    measure_option(
        "A measure that follows from right, wrong and silence (default: accuracy, and c@1 where "
        "there is silence), or of a score table. Repeat for more."
    ),
    judge_options,
    chosen_options,
    cluster_option,
    name_choice_options(),
)
@gathered("asked", JudgeOptions)
@gathered("to_label", LabelOptions)
@gathered("run_options", RunOptions, run_columns_option, name_from_option)
@output_option_group(plot="Draw the model alone, people alone and corrected side by side")
def command(
    table: TableOptions,
    asked: JudgeOptions,
    to_label: LabelOptions,
    run_options: RunOptions,
    output: OutputOptions,
) -> None:
    """Correct a model's grades of all answers by people's labels of some.

    JUDGED are the model's grades: judged responses (question, outcome, run), or
    score tables, of every run and question. --human has people's labels of some of
    these answers, which must have been drawn at random: --draw does that.

    Each run has its value by the model alone, by people alone with its 95%
    interval, and corrected: the mean of people's labels plus lambda times how far
    the model's grades of all answers lie from those of the labelled ones, with the
    lambda that leaves the smallest variance (prediction-powered inference, PPI++).
    'worth' is how many labels people alone would need for an interval as narrow;
    where the model does not help, lambda is 0 and people stand alone. Silence is
    known without people, so only answers are labelled.

    Letters and --pairs come from the test of 'qaeval compare', max-t over all pairs,
    with what the labels leave open in it.

    --draw takes as many answers of each run, in proportion within the model's
    grades, with the probability of each; fill the empty column in. A larger draw
    with the same seed holds the smaller one, and with --human the labels there are.

    As tsv: measure rank run model people people_low people_high value low high
    lambda labels as_good_as rank_low rank_high letters.
    """
    to_label.check(asked, output)
    half = None if to_label.plan is None else between(to_label.plan, "--plan", LEAST, 1)
    notes = Notes(output.verbose)
    by_confidence = to_label.strata == "confidence"
    study = read_grades(table, run_options, notes, by_confidence)
    if to_label.draw is not None:
        result = drawn_result(study, to_label.draw, by_confidence, asked, notes)
    elif half is not None:
        result = planned_result(judging_of(study, asked, notes), half, progress)
    else:
        result = judged_result(judging_of(study, asked, notes), progress)
    conclude(output, result, notes)
