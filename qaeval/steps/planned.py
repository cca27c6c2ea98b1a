"""``qaeval plan`` from a pilot: the plans of every part of a study, as tables, words and curves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from qaeval.errors import InputError
from qaeval.presentation.drawings import PlanCurve
from qaeval.presentation.plan_charts import plan_curve
from qaeval.presentation.plan_tables import (
    Goals,
    needs_table,
    plan_table,
    samples_table,
    usual_numbers,
)
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.tables import Table
from qaeval.presentation.words import needs_in_words, plan_in_words, samples_in_words
from qaeval.progress import Watch
from qaeval.steps.asked import DrawOptions
from qaeval.steps.notes import Notes
from qaeval.steps.study import Study
from qaeval.studies.inference.differences import check_family
from qaeval.studies.reliability.planning import FEWEST_QUESTIONS, GROUPS, Plan, plans
from qaeval.wording import counted, listed, percent, shown

MODEL = (
    "Model: logit(swap rate) = a + b·u + e·u² + g·u/√c, where u = difference·√c/sd, fitted to "
    "swap rates at c = {sizes}; extrapolated beyond."
)
BAND = (
    "low to high is a 95% band for the required {what}, from leaving out each tenth of the "
    "{noun}s and runs; it knows nothing of other kinds of questions or runs."
)


@dataclass(frozen=True)
class Wanted:
    """What a plan is to tell: differences for numbers of questions, or the other way round."""

    goals: Goals
    numbers: Sequence[int] = ()  # of questions; the usual ones unless told
    differences: Sequence[float] = ()

    def __post_init__(self) -> None:
        """Refuse to be asked both ways."""
        if self.numbers and self.differences:
            raise InputError(
                "--at beside --diff: one asks for differences, the other for questions"
            )


def plan_result(
    study: Study, draws: DrawOptions, wanted: Wanted, notes: Notes, watch: Watch
) -> Result:
    """The plan from a pilot, for each measure and value of --by."""
    goals, differences = wanted.goals, wanted.differences
    parts = large_enough(study, notes)
    planned = {value: planned_study(part, draws, watch) for value, part in parts.items()}

    def show(form: Form) -> Shown:
        strict = form.format == "json"
        tables, words = (
            needs(parts, planned, differences, goals, strict)
            if differences
            else believable(parts, planned, wanted.numbers, goals, strict)
        )
        return Shown(tables, [*words, *about_the_model(planned, bool(differences))])

    def drawing(path: str) -> bytes:
        from qaeval.presentation.plots.plans import plot_plans  # most calls draw nothing

        return plot_plans(plan_curves(parts, planned, goals), reading(goals), path)

    kept = {name for part in parts.values() for name in part.scores.questions}
    choices = {
        "trials": draws.trials,
        "seed": draws.seed,
        "confidence": f"{goals.confidence:g}",
        "swaps": "strict",
        "test": "max-t",
        "compared runs": goals.runs,
        "power": f"{goals.power:g}",
        "alpha": f"{goals.alpha:g}",
    }
    signature = replace(study, scores=study.scores.on(kept)).signature(**choices)
    return Result(show, signature, drawing)


def needs(
    parts: Mapping[str, Study],
    planned: Mapping[str, Sequence[Plan]],
    differences: Sequence[float],
    goals: Goals,
    only_supported: bool,
) -> tuple[list[Table], list[str]]:
    """How many questions each difference needs, as tables and in words."""
    tables = [
        needs_table(planned[value], differences, goals, part.lead, only_supported)
        for value, part in parts.items()
    ]
    first = next(iter(parts))
    words = needs_in_words(planned[first][0], differences[0], goals)
    return tables, parts[first].said(words)


def believable(
    parts: Mapping[str, Study],
    planned: Mapping[str, Sequence[Plan]],
    at: Sequence[int],
    goals: Goals,
    only_supported: bool,
) -> tuple[list[Table], list[str]]:
    """What numbers of questions let one believe and find, as tables and in words."""
    numbers = {value: at or usual_numbers(part.units.count) for value, part in parts.items()}
    tables = [
        plan_table(
            planned[value],
            numbers[value],
            goals,
            part.lead,
            only_supported=only_supported,
        )
        for value, part in parts.items()
    ]
    for value, part in parts.items():
        by_samples = samples_table(planned[value], numbers[value], goals, part.lead)
        tables += [] if by_samples is None else [by_samples]
    first = next(iter(parts))
    words = plan_in_words(planned[first][0], numbers[first][0], goals)
    words += [said for plan in planned[first] for said in samples_in_words(plan)]
    return tables, parts[first].said(words)


def large_enough(study: Study, notes: Notes) -> dict[str, Study]:
    """The values of --by that can be extrapolated from; the others are told."""
    parts, by = study.by_value(), study.asked.by
    if by is None:
        return parts
    kept = {}
    for value, part in parts.items():
        count = part.units.count
        if count >= FEWEST_QUESTIONS:
            kept[value] = part
        else:
            have = counted(count, part.units.noun)
            notes.add(f"{by} {shown(value)} left out: {have}, expected {FEWEST_QUESTIONS} or more")
    if not kept:
        raise InputError(f"no value of {by} has {FEWEST_QUESTIONS} {study.units.noun}s or more")
    return kept


def planned_study(study: Study, draws: DrawOptions, watch: Watch) -> list[Plan]:
    """The plan of every measure, none of which may be a count."""
    counts = [measure.label for measure in study.measures if measure.definition.whole]
    if counts:
        raise InputError(
            f"{listed(counts)}: a count grows with the questions, plan for a rate instead"
        )
    check_family(len(study.scores.runs))
    with watch(GROUPS + 1, "plan") as step:
        return plans(
            study.scores, study.measures, study.units, draws.trials, draws.seed, draws.workers, step
        )


def about_the_model(planned: Mapping[str, Sequence[Plan]], needs: bool) -> list[str]:
    """The model, its band, and what it could not do."""
    every = [plan for group in planned.values() for plan in group]
    noun = every[0].noun
    sentences = [
        MODEL.format(sizes=" ".join(map(str, every[0].sizes))),
        BAND.format(what=f"{noun}s" if needs else "difference", noun=noun),
    ]
    lost = [plan.measure.label for plan in every if plan.model is None]
    if lost:
        names = listed(dict.fromkeys(lost))
        sentences.append(
            f"{names}: swap rates do not fall as the difference grows, so no model fits."
        )
    if noun != "question":
        sentences.append("tsv, csv and json count clusters under the name of questions.")
    return sentences


def plan_curves(
    parts: Mapping[str, Study], planned: Mapping[str, Sequence[Plan]], goals: Goals
) -> list[PlanCurve]:
    """Every plan to be drawn."""
    curves = [
        plan_curve(parts[value].titled(plan.measure.label), plan, goals)
        for value, group in planned.items()
        for plan in group
        if plan.sd > 0
    ]
    if not curves:
        raise InputError("--plot: runs differ by the same on every question, so there is no curve")
    return curves


def reading(goals: Goals) -> str:
    """How to read the curves."""
    return (
        f"Required: other questions would contradict it in {percent(1 - goals.confidence)} of the "
        "cases (with its 95% band; left out where too little speaks for it). Detectable: found "
        f"with {goals.power:.0%} power by max-t."
    )
