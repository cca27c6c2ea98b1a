"""``qaeval plan``: how many questions are enough?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import click

from qaeval.cli.ending import finish
from qaeval.cli.gathering import gathered
from qaeval.cli.options import Notes, OutputOptions, output_option_group
from qaeval.cli.progress_bar import progress
from qaeval.cli.study import Study, read_study
from qaeval.cli.study_options import (
    PLAN_TRIALS,
    DrawOptions,
    TableOptions,
    between,
    jobs_option,
    seed_option,
    study_option_group,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.presentation.plan_tables import Goals, needs_table, plan_table, usual_numbers
from qaeval.presentation.tables import Table
from qaeval.presentation.words import needs_in_words, plan_in_words
from qaeval.studies.reliability.planning import FEWEST_QUESTIONS, GROUPS, Plan, plans
from qaeval.wording import counted, listed, shown

EPILOG = """\b
Examples:
  qaeval score -q -f tsv -o scores.tsv key.tsv runs/*.tsv
  qaeval plan -m RR -m NQcorrect5 scores.tsv
  qaeval plan --at 50 --at 100 --at 1000 scores.tsv
  qaeval plan --diff 0.05 --diff 0.02 scores.tsv
"""

MODEL = (
    "Model: logit(swap rate) = a + b·u + e·u² + g·u/√c, where u = difference·√c/sd, fitted to "
    "swap rates at c = {sizes}; extrapolated beyond."
)
BAND = (
    "low to high is a 95% band for the required {what}, from leaving out each tenth of the "
    "questions and runs; it knows nothing of other kinds of questions or runs."
)


@click.command("plan", epilog=EPILOG)
@study_option_group
@click.option(
    "--at",
    multiple=True,
    type=click.IntRange(2, 1_000_000),
    metavar="N",
    help="A number of questions (default: the present, twice, 5 and 10 times it). Repeat.",
)
@click.option(
    "--diff", multiple=True, metavar="D", help="Questions needed for this difference. Repeat."
)
@click.option(
    "--confidence",
    default="0.95",
    metavar="P",
    show_default=True,
    help="Confidence of the required difference.",
)
@click.option(
    "--power",
    default="0.8",
    metavar="P",
    show_default=True,
    help="Chance of finding a true difference that is called detectable.",
)
@click.option(
    "--alpha",
    default="0.05",
    metavar="P",
    show_default=True,
    help="Significance level of the test that finds it, two-sided.",
)
@gathered(
    "draws",
    DrawOptions,
    trials_option(PLAN_TRIALS, "How many times sets are drawn."),
    seed_option,
    jobs_option,
)
@output_option_group()
def command(
    table: TableOptions,
    draws: DrawOptions,
    output: OutputOptions,
    at: tuple[int, ...],
    diff: tuple[str, ...],
    confidence: str,
    power: str,
    alpha: str,
) -> None:
    """How many questions are enough.

    Two answers for each number of questions. The difference required is the one
    that another set of as many questions would contradict in 5% of the cases or
    fewer (see qaeval swap); the difference detectable is the true one that a
    paired test finds with 80% power, from the variance of the differences per
    question.

    Swap rates can be measured with up to half of the questions only. They are
    measured at growing numbers c, and a binomial logit model of the difference
    and c is fitted to them; beyond that the table says 'extrapolated', and the
    band from low to high says how far other questions and runs of the same kind
    would move the figure. The model wants many runs: ten or more.

    With --diff the table tells how many questions each difference needs, 'none'
    if a million would not do.
    """
    if at and diff:
        raise InputError("--at beside --diff: one asks for differences, the other for questions")
    differences = list(dict.fromkeys(between(text, "--diff", 0.0, None) for text in diff))
    goals = Goals(
        between(confidence, "--confidence", 0.5, 1.0),
        between(power, "--power", 0.5, 1.0),
        between(alpha, "--alpha", 0.0, 1.0),
    )
    notes = Notes(output.verbose)
    study = read_study(table, notes)
    parts = _large_enough(study, notes)
    planned = {value: _plans(part, draws) for value, part in parts.items()}
    tables, words = (
        _needs(parts, planned, differences, goals)
        if differences
        else _believable(parts, planned, list(dict.fromkeys(at)), goals)
    )
    sentences = [*([words] if words else []), *_about_the_model(planned, bool(differences))]
    kept = {name for part in parts.values() for name in part.scores.questions}
    signature = replace(study, scores=study.scores.on(kept)).signature(
        trials=draws.trials,
        seed=draws.seed,
        confidence=confidence,
        power=power,
        alpha=alpha,
        swaps="strict",
    )
    finish(output, tables, notes, sentences, signature)


def _needs(
    parts: Mapping[str, Study],
    planned: Mapping[str, Sequence[Plan]],
    differences: Sequence[float],
    goals: Goals,
) -> tuple[list[Table], str]:
    """How many questions each difference needs, as tables and in words."""
    tables = [
        needs_table(planned[value], differences, goals, part.lead) for value, part in parts.items()
    ]
    first = next(iter(planned.values()))[0]
    return tables, needs_in_words(first, differences[0], goals)


def _believable(
    parts: Mapping[str, Study],
    planned: Mapping[str, Sequence[Plan]],
    at: Sequence[int],
    goals: Goals,
) -> tuple[list[Table], str]:
    """What numbers of questions let one believe and find, as tables and in words."""
    numbers = {
        value: at or usual_numbers(len(part.scores.questions)) for value, part in parts.items()
    }
    tables = [
        plan_table(planned[value], numbers[value], goals, part.lead)
        for value, part in parts.items()
    ]
    first = next(iter(parts))
    return tables, plan_in_words(planned[first][0], numbers[first][0], goals)


def _large_enough(study: Study, notes: Notes) -> dict[str, Study]:
    """The values of --by that can be extrapolated from; the others are told."""
    parts, by = study.by_value(), study.asked.by
    if by is None:
        return parts
    kept = {}
    for value, part in parts.items():
        count = len(part.scores.questions)
        if count >= FEWEST_QUESTIONS:
            kept[value] = part
        else:
            have = counted(count, "question")
            notes.add(f"{by} {shown(value)} left out: {have}, expected {FEWEST_QUESTIONS} or more")
    if not kept:
        raise InputError(f"no value of {by} has {FEWEST_QUESTIONS} questions or more")
    return kept


def _plans(study: Study, draws: DrawOptions) -> list[Plan]:
    counts = [measure.label for measure in study.measures if measure.definition.whole]
    if counts:
        raise InputError(
            f"{listed(counts)}: a count grows with the questions, plan for a rate instead"
        )
    with progress(GROUPS + 1, "plan") as step:
        return plans(
            study.scores, study.measures, study.units, draws.trials, draws.seed, draws.jobs, step
        )


def _about_the_model(planned: Mapping[str, Sequence[Plan]], needs: bool) -> list[str]:
    """The model, its band, and what it could not do."""
    every = [plan for group in planned.values() for plan in group]
    sentences = [
        MODEL.format(sizes=" ".join(map(str, every[0].sizes))),
        BAND.format(what="questions" if needs else "difference"),
    ]
    lost = [plan.measure.label for plan in every if plan.model is None]
    if lost:
        names = listed(dict.fromkeys(lost))
        sentences.append(
            f"{names}: swap rates do not fall as the difference grows, so no model fits."
        )
    return sentences
