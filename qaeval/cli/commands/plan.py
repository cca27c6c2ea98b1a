"""``qaeval plan``: how many questions are enough?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import FOR_PEOPLE, Notes, emit, output_options
from qaeval.cli.study_options import (
    PLAN_TRIALS,
    jobs_option,
    seed_option,
    study_options,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.wording import counted, listed, shown

if TYPE_CHECKING:
    from qaeval.cli.study import Study
    from qaeval.presentation.tables import Cell, Table
    from qaeval.studies.reliability.planning import Plan

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


@click.command("plan", epilog=EPILOG, short_help="Say how many questions are enough.")
@study_options
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
@trials_option(PLAN_TRIALS, "How many times sets are drawn.")
@seed_option
@jobs_option
@output_options()
def command(**options: Any) -> None:
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
    from qaeval.cli.study import experiment_signature, read_studies, wrapped
    from qaeval.presentation.tables import render

    wants = Wants.of(options)
    warnings = Notes(options["verbose"])
    studies = read_studies(options, warnings)
    studies = _large_enough(studies, options["by"], warnings)
    found = {value: _plans(study, options) for value, study in studies.items()}
    make = _needs_table if wants.differences else _table
    tables = [
        make([value] if options["by"] else [], studies[value], entries, wants, options)
        for value, entries in found.items()
    ]
    notes = wrapped(_notes(next(iter(studies.values())), found, wants))
    choices = {name: options[name] for name in ("trials", "seed", "confidence", "power", "alpha")}
    notes += ["", experiment_signature(studies, options, **choices, swaps="strict")]
    header = not options["no_header"]
    emit(render(tables, options["format"], options["digits"], header, notes), options["output"])
    warnings.tell()


@dataclass(frozen=True)
class Wants:
    """What was asked, as numbers."""

    at: list[int]  # empty: the present number of questions and its multiples
    differences: list[float]
    confidence: float
    power: float
    alpha: float

    @classmethod
    def of(cls, options: dict[str, Any]) -> Wants:
        """The options, or an error for those out of range."""
        if options["at"] and options["diff"]:
            raise InputError(
                "--at beside --diff: one asks for differences, the other for questions"
            )
        differences = [_between(text, "--diff", 0.0, None) for text in options["diff"]]
        return cls(
            list(dict.fromkeys(options["at"])),
            list(dict.fromkeys(differences)),
            _between(options["confidence"], "--confidence", 0.5, 1.0),
            _between(options["power"], "--power", 0.5, 1.0),
            _between(options["alpha"], "--alpha", 0.0, 1.0),
        )

    def numbers(self, present: int) -> list[int]:
        """The numbers of questions to tell about."""
        return self.at or [times * present for times in (1, 2, 5, 10)]


def _between(text: str, option: str, low: float, high: float | None) -> float:
    from math import isfinite

    from qaeval.files.fields import is_number

    value = float(text) if is_number(text) and isfinite(float(text)) else None
    if value is None or value <= low or (high is not None and value >= high):
        bounds = f"more than {low:g}" + ("" if high is None else f" and less than {high:g}")
        raise InputError(f"{option} {shown(text)}, expected a number, {bounds}")
    return value


def _large_enough(studies: dict[str, Study], by: str | None, warnings: Notes) -> dict[str, Study]:
    """The groups that can be extrapolated from; the others are told."""
    from qaeval.studies.reliability.planning import FEWEST_QUESTIONS

    if by is None:
        return studies
    kept = {}
    for value, study in studies.items():
        count = len(study.scores.questions)
        if count >= FEWEST_QUESTIONS:
            kept[value] = study
        else:
            have = counted(count, "question")
            warnings.add(
                f"{by} {shown(value)} left out: {have}, expected {FEWEST_QUESTIONS} or more"
            )
    if not kept:
        raise InputError(f"no value of {by} has {FEWEST_QUESTIONS} questions or more")
    return kept


def _plans(study: Study, options: dict[str, Any]) -> list[Plan]:
    from qaeval.cli.progress_bar import progress
    from qaeval.studies.reliability.planning import GROUPS, plans

    counts = [measure.label for measure in study.measures if measure.definition.whole]
    if counts:
        raise InputError(
            f"{listed(counts)}: a count grows with the questions, plan for a rate instead"
        )
    draws = (options["trials"], options["seed"])
    with progress(GROUPS + 1, "plan") as step:
        return plans(study.scores, study.measures, *draws, options["jobs"], step)


def _table(
    lead: list[str], study: Study, entries: list[Plan], wants: Wants, options: dict[str, Any]
) -> Table:
    from qaeval.presentation.tables import Column, Table
    from qaeval.studies.reliability.planning import detectable

    columns = [
        *([Column(options["by"])] if lead else []),
        Column("measure"),
        Column("questions", "whole"),
        *(Column(name, "number") for name in _names(options["format"])),
        Column("extrapolated"),
    ]
    rows: list[list[Cell]] = []
    for plan in entries:
        for number in wants.numbers(len(study.scores.questions)):
            required, low, high = _required(plan, number, wants.confidence)
            found = _steady(detectable(plan.sd, number, wants.alpha, wants.power))
            far = "yes" if plan.is_extrapolated(number) else "no"
            rows.append([*lead, plan.measure.label, number, required, found, low, high, far])
    return Table(columns, rows)


def _names(format: str) -> tuple[str, ...]:
    """The promised names for scripts; shorter ones for people."""
    if format in FOR_PEOPLE:
        return ("required", "detectable", "low", "high")
    return ("diff_required", "diff_detectable", "low", "high")


def _required(plan: Plan, number: int, confidence: float) -> tuple[Cell, Cell, Cell]:
    """The required difference and its band."""
    value = plan.value(lambda model: model.required(number, confidence))
    band = plan.band(lambda model: model.required(number, confidence))
    low, high = ("", "") if band is None else (_steady(band[0]), _steady(band[1]))
    return _steady(value), low, high


def _steady(value: float) -> float | str:
    """Six significant digits, which no processor's way of adding up can change."""
    return "none" if value == float("inf") else float(f"{value:.6g}")


def _needs_table(
    lead: list[str], study: Study, entries: list[Plan], wants: Wants, options: dict[str, Any]
) -> Table:
    from qaeval.presentation.tables import Column, Table
    from qaeval.studies.reliability.planning import questions_to_detect

    names = ("questions_required", "questions_detectable", "low", "high")
    columns = [
        *([Column(options["by"])] if lead else []),
        Column("measure"),
        Column("diff", "exact"),
        *(Column(name, "whole") for name in names),
    ]
    rows: list[list[Cell]] = []
    for plan in entries:
        for diff in wants.differences:
            required, low, high = _needed(plan, diff, wants.confidence)
            found = _whole(questions_to_detect(plan.sd, diff, wants.alpha, wants.power))
            rows.append([*lead, plan.measure.label, diff, required, found, low, high])
    return Table(columns, rows)


def _needed(plan: Plan, diff: float, confidence: float) -> tuple[Cell, Cell, Cell]:
    """The questions a difference needs, and the band."""
    value = plan.value(lambda model: model.questions(diff, confidence))
    band = plan.band(lambda model: model.questions(diff, confidence))
    low, high = ("", "") if band is None else (_whole(band[0]), _whole(band[1]))
    return _whole(value), low, high


def _whole(value: float) -> Cell:
    from qaeval.studies.reliability.planning import whole_questions

    number = whole_questions(value)
    return "none" if number is None else number


def _notes(study: Study, found: dict[str, list[Plan]], wants: Wants) -> list[str]:
    """What the columns mean in plain words, the model, and what it could not do."""
    plan = next(iter(found.values()))[0]
    words = _needs_in_words if wants.differences else _in_words
    notes = [line for line in [words(plan, study, wants)] if line]
    notes.append(MODEL.format(sizes=" ".join(map(str, plan.sizes))))
    notes.append(BAND.format(what="questions" if wants.differences else "difference"))
    lost = [p.measure.label for plans in found.values() for p in plans if p.model is None]
    if lost:
        names = listed(dict.fromkeys(lost))
        notes.append(f"{names}: swap rates do not fall as the difference grows, so no model fits.")
    return notes


def _in_words(plan: Plan, study: Study, wants: Wants) -> str:
    from qaeval.presentation.words import plan_in_words

    number = wants.numbers(len(study.scores.questions))[0]
    return plan_in_words(plan, number, wants.confidence, wants.power, wants.alpha)


def _needs_in_words(plan: Plan, study: Study, wants: Wants) -> str:
    from qaeval.presentation.words import few_runs
    from qaeval.studies.reliability.planning import questions_to_detect

    diff = wants.differences[0]
    required = _whole(plan.value(lambda model: model.questions(diff, wants.confidence)))
    found = _whole(questions_to_detect(plan.sd, diff, wants.alpha, wants.power))
    if not isinstance(required, int) or not isinstance(found, int):
        return ""
    start = f"A difference in {plan.measure.label} of {diff:g} "
    finds = f"is found with {counted(found, 'question')} "
    finds += f"({wants.power:.0%} power, alpha {wants.alpha:g})."
    if plan.has_few_runs:
        return f"{few_runs(plan.runs)} {start}{finds}"
    believed = f"can be believed with {counted(required, 'question')} "
    return f"{start}{believed}({wants.confidence:.0%} confidence), and {finds}"
