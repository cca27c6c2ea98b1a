"""``qaeval judge``: people's labels of some answers correct a model's grades of all."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

import click

from qaeval.cli.ending import finish
from qaeval.cli.gathering import gathered
from qaeval.cli.judging import (
    Judging,
    human_option,
    people_option,
    read_judging,
    read_to_draw,
)
from qaeval.cli.options import (
    Notes,
    OutputOptions,
    RunOptions,
    cluster_option,
    name_from_option,
    output_option_group,
    run_columns_option,
)
from qaeval.cli.progress_bar import progress
from qaeval.cli.run_choice import name_choice_options
from qaeval.cli.study_options import (
    TEST_TRIALS,
    TableOptions,
    between,
    chosen_options,
    measure_option,
    seed_option,
    table_group,
    tables_argument,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.presentation.judge_charts import drawn_judging
from qaeval.presentation.judge_tables import (
    corrected_pairs_table,
    corrected_table,
    drawn_table,
    needs_table,
    quality_table,
)
from qaeval.presentation.judge_words import (
    corrected_in_words,
    needs_in_words,
    quality_in_words,
)
from qaeval.presentation.plots.judging import plot_judging
from qaeval.presentation.tables import Cell, Table
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.judging.corrected import Corrected, corrected_runs
from qaeval.studies.judging.correction import Correction, corrections
from qaeval.studies.judging.drawing import draw
from qaeval.studies.judging.labels import Labels
from qaeval.studies.judging.planning import needs, needs_without_labels
from qaeval.studies.judging.quality import accord, bias_test, qualities
from qaeval.wording import counted

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
class JudgeOptions:
    """What is asked of the grades and the labels."""

    human: str | None = None
    people: str = "majority"
    pairs: bool = False
    confusion: bool = False
    draw: int | None = None
    strata: str = "grade"
    plan: str | None = None
    trials: int = TEST_TRIALS
    seed: int = 0

    @property
    def asks(self) -> list[str]:
        """The options given of which there can be one."""
        options = {
            "--pairs": self.pairs,
            "--confusion": self.confusion,
            "--draw": self.draw is not None,
            "--plan": self.plan is not None,
        }
        return [name for name, given in options.items() if given]


judge_option_group = gathered(
    "asked",
    JudgeOptions,
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
    judge_option_group,
    chosen_options,
    cluster_option,
    name_choice_options(),
)
@gathered("run_options", RunOptions, run_columns_option, name_from_option)
@output_option_group(plot="Draw the model alone, people alone and corrected side by side")
def command(
    table: TableOptions, asked: JudgeOptions, run_options: RunOptions, output: OutputOptions
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
    if len(asked.asks) > 1:
        raise InputError(f"{asked.asks[0]} beside {asked.asks[1]}: one at a time")
    if asked.human is None and asked.draw is None and asked.plan is None:
        raise InputError("expected --human FILE, or --draw N for one; see 'qaeval judge --help'")
    if asked.strata != "grade" and asked.draw is None:
        raise InputError("--strata has no effect without --draw")
    if output.plot is not None and (asked.draw is not None or asked.plan is not None):
        raise InputError(f"--plot beside {asked.asks[0]}: there is nothing to draw yet")
    half = None if asked.plan is None else between(asked.plan, "--plan", 0, 1)
    notes = Notes(output.verbose)
    if asked.draw is not None:
        _draw(table, asked, run_options, output, notes)
        return
    judging = read_judging(table, run_options, asked.human, asked.people, notes)
    if half is not None:
        _plan(judging, asked, half, output, notes)
        return
    assert judging.labels is not None
    _correct(judging, judging.labels, asked, output, notes)


def _correct(
    judging: Judging, labels: Labels, asked: JudgeOptions, output: OutputOptions, notes: Notes
) -> None:
    """The runs or pairs corrected, or the judge's errors."""
    results = _corrected(judging, corrections(judging.graded, labels, judging.study.units), asked)
    if asked.confusion:
        tables, sentences = _quality(judging, labels, asked)
    else:
        make = corrected_pairs_table if asked.pairs else corrected_table
        tables = [make(result, *_title(result)) for result in results]
        sentences = corrected_in_words(results, asked.pairs)
    picture = None
    if output.plot is not None:
        picture = plot_judging([drawn_judging(result) for result in results], output.plot)
    finish(output, tables, notes, sentences, _signature(judging, asked, results), picture)


def _corrected(judging: Judging, found: list[Correction], asked: JudgeOptions) -> list[Corrected]:
    how = Asked("max-t", trials=asked.trials, seed=asked.seed)
    units = judging.study.units
    return [
        corrected_runs(judging.graded, measure, found, units, how, progress)
        for measure in judging.graded.measures
    ]


def _quality(
    judging: Judging, labels: Labels, asked: JudgeOptions
) -> tuple[list[Table], list[str]]:
    graded, units = judging.graded, judging.study.units
    by_run, overall = qualities(graded, labels, units)
    how = Asked("max-t", trials=asked.trials, seed=asked.seed)
    bias = bias_test(graded, labels, units, how, progress)
    sentences = quality_in_words(graded.scores.runs, overall, bias, accord(graded, labels))
    return [quality_table(graded.scores.runs, by_run, overall)], sentences


def _draw(
    table: TableOptions,
    asked: JudgeOptions,
    run_options: RunOptions,
    output: OutputOptions,
    notes: Notes,
) -> None:
    """The answers that people should label; labels that there are fill their rows."""
    assert asked.draw is not None
    by_confidence = asked.strata == "confidence"
    graded, confidence, labels = read_to_draw(table, run_options, asked.human, by_confidence, notes)
    drawn = draw(graded, asked.draw, asked.seed, confidence)
    if labels is not None:
        gone = int((labels.known & ~drawn.answers).sum())
        if gone:
            notes.add(
                f"{counted(gone, 'label')} of answers that are not drawn, left out: only what is "
                "drawn is a random part"
            )
    finish(output, [drawn_table(graded, drawn, labels)], notes)


def _plan(
    judging: Judging, asked: JudgeOptions, half: float, output: OutputOptions, notes: Notes
) -> None:
    """How many labels, by each measure."""
    graded, units = judging.graded, judging.study.units
    if units.clustered:
        raise InputError("--plan beside --cluster: it counts labels of single questions")
    tables, sentences = [], []
    results: list[Corrected] = []
    if judging.labels is None:
        told = needs_without_labels(graded, half)
        tables.append(needs_table(told, f"labels for ± {half:g}", {"measure": graded.graded}))
        sentences = needs_in_words(told, half, len(graded.scores.questions))
    else:
        found = corrections(graded, judging.labels, units)
        results = _corrected(judging, found, asked)
        for result in results:
            told = needs(graded, judging.labels, found, result, half, asked.seed)
            title, lead = _title(result)
            tables.append(needs_table(told, f"{title}: labels for ± {half:g}", lead))
            sentences += needs_in_words(told, half, len(graded.scores.questions))
    signature = _signature(judging, asked, results)
    finish(output, tables, notes, list(dict.fromkeys(sentences)), signature)


def _title(result: Corrected) -> tuple[str, dict[str, Cell]]:
    label = result.measure.label
    return label, {"measure": label}


def _signature(judging: Judging, asked: JudgeOptions, results: list[Corrected]) -> str:
    """Every choice that changes a number."""
    choices: dict[str, object] = {}
    if asked.human is not None and judging.labels is not None:
        choices["human"] = PurePath(asked.human).name
        choices["labels"] = int(judging.labels.known.sum())
        if any(len(given) > 1 for given in judging.labels.several.values()):
            choices["people"] = asked.people
    if results and len(results[0].runs) > 1:
        choices.update(test="max-t", trials=asked.trials)
    if results:
        choices["seed"] = asked.seed
    return judging.study.signature(**choices)
