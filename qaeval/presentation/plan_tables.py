"""Plans become tables: differences that questions let one believe and find, and the other way."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from qaeval.presentation.tables import EVERYONE, PEOPLE, PROGRAMS, Cell, Column, PageHead, Table
from qaeval.studies.inference.power import findable, questions_to_detect
from qaeval.studies.reliability.planning import Answer, Plan, whole_questions
from qaeval.studies.reliability.support import plan_lacks

_MULTIPLES = (1, 2, 5, 10)  # of the present number of questions
SAMPLES = (1, 2, 4, 8, 16)  # of each question, that a plan looks at


@dataclass(frozen=True)
class Goals:
    """How sure one wants to be: of a difference seen, and of finding a true one by a test."""

    confidence: float = 0.95
    power: float = 0.8
    alpha: float = 0.05
    runs: int = 2  # compared with each other, all pairs, by the test that finds a difference


def usual_numbers(present: int) -> list[int]:
    """The numbers of questions to tell about, unless others are asked for."""
    return [times * present for times in _MULTIPLES]


def plan_table(
    plans: Sequence[Plan],
    numbers: Sequence[int],
    goals: Goals,
    lead: Mapping[str, Cell],
    title: str = "",
    only_supported: bool = False,
) -> Table:
    """What each number of questions lets one believe and find.

    `only_supported`: leave out differences to believe that nothing speaks for, as a page does:
    nobody would read the warning beside them.
    """
    rows: list[list[Cell]] = []
    supported = False
    for plan in plans:
        for number in numbers:
            enough = not plan_lacks(plan, number, goals.confidence)
            supported = supported or enough
            required, low, high = _none_unless(
                enough or not only_supported,
                required_difference(plan, number, goals.confidence),
            )
            far = "yes" if plan.is_extrapolated(number) else "no"
            findable = detectable_difference(plan, number, goals)
            told = [required, findable, low, high, far, "yes" if enough else "no"]
            if any(other.costs is not None for other in plans):
                told += _by_samples(plan, number, goals)
            rows.append([plan.measure.label, number, *told])
    columns = _plan_columns(plans[0].noun, EVERYONE if supported else (PEOPLE, PROGRAMS))
    if any(plan.costs is not None for plan in plans):
        columns += [Column(f"detectable_{k}", "number", readers=(PROGRAMS,)) for k in SAMPLES]
    return Table(columns, rows, title, lead, lead_readers=EVERYONE)


def _by_samples(plan: Plan, number: int, goals: Goals) -> list[Cell]:
    """The difference that a test finds with so many questions and 1, 2, 4 … samples of each."""
    if plan.costs is None:
        return [""] * len(SAMPLES)
    sds = [plan.costs.sd(k) for k in SAMPLES]
    return [settled(findable(sd, number, goals.runs, goals.alpha, goals.power)) for sd in sds]


def samples_table(
    plans: Sequence[Plan], numbers: Sequence[int], goals: Goals, lead: Mapping[str, Cell]
) -> Table | None:
    """For people: questions by samples, and the difference that each pair lets one find."""
    sampled = [plan for plan in plans if plan.costs is not None]
    if not sampled:
        return None
    rows: list[list[Cell]] = [
        [plan.measure.label, number, *_by_samples(plan, number, goals)]
        for plan in sampled
        for number in numbers
    ]
    noun = plans[0].noun
    columns = [Column("measure"), Column("questions", "whole", heading=f"{noun}s")]
    columns += [
        Column(f"detectable_{k}", "number", heading=f"{k} sample" if k == 1 else f"{k} samples")
        for k in SAMPLES
    ]
    title = "Detectable with repeated samples"
    return Table(columns, rows, title, lead, lead_readers=EVERYONE, readers=(PEOPLE,))


def _plan_columns(noun: str, believing: Collection[str]) -> list[Column]:
    """The columns, those on what to believe for `believing` readers."""
    return [
        Column("measure"),
        Column("questions", "whole", heading=f"{noun}s"),
        Column(
            "diff_required",
            "number",
            heading="required",
            readers=believing,
            page=PageHead("believe from"),
        ),
        Column("diff_detectable", "number", heading="detectable", page=PageHead("find from")),
        Column("low", "number", readers=believing, page=PageHead(note="95% band")),
        Column("high", "number", readers=believing, page=PageHead(note="of believe from")),
        Column("extrapolated", readers=believing),
        Column("supported", "truth", readers=(PEOPLE, PROGRAMS)),
    ]


def _none_unless(told: bool, cells: Sequence[Cell]) -> Sequence[Cell]:
    """A figure and its band, or nothing where they must not be told."""
    return cells if told else ["none", "", ""]


def required_difference(plan: Plan, number: int, confidence: float) -> list[Cell]:
    """The difference to believe with so many questions, and its band; `none` if there is none."""
    return [settled(value) for value in _banded(plan, lambda m: m.required(number, confidence))]


def _banded(plan: Plan, answer: Answer) -> list[float | None]:
    """What a plan answers and the ends of its band, None where it has none."""
    return [plan.value(answer), *(plan.band(answer) or (None, None))]


def detectable_difference(plan: Plan, number: int, goals: Goals) -> Cell:
    """The true difference that a test finds with so many questions."""
    return settled(findable(plan.sd, number, goals.runs, goals.alpha, goals.power))


def settled(difference: float | None) -> Cell:
    """Six significant digits, which no processor's way of adding up can change."""
    if difference is None:
        return ""
    return "none" if difference == math.inf else float(f"{difference:.6g}")


def needs_table(
    plans: Sequence[Plan],
    differences: Sequence[float],
    goals: Goals,
    lead: Mapping[str, Cell],
    only_supported: bool = False,
) -> Table:
    """How many questions each difference needs; `only_supported` as in `plan_table`."""
    noun = plans[0].noun
    names = ("questions_required", "questions_detectable", "low", "high")
    columns = [
        Column("measure"),
        Column("diff", "exact"),
        *(Column(name, "whole", heading=name.replace("question", noun)) for name in names),
        Column("supported", "truth"),
    ]
    rows: list[list[Cell]] = []
    for plan in plans:
        for difference in differences:
            supported = not needs_lack(plan, difference, goals.confidence)
            required, low, high = _none_unless(
                supported or not only_supported,
                required_questions(plan, difference, goals.confidence),
            )
            told = [required, detecting_questions(plan, difference, goals), low, high]
            rows.append([plan.measure.label, difference, *told, "yes" if supported else "no"])
    return Table(columns, rows, lead=lead, lead_readers=EVERYONE)


def required_questions(plan: Plan, difference: float, confidence: float) -> list[Cell]:
    """The questions with which a difference can be believed, and the band of that number."""
    return [_whole(value) for value in _banded(plan, lambda m: m.questions(difference, confidence))]


def needs_lack(plan: Plan, difference: float, confidence: float) -> str:
    """What is missing to believe that a difference needs so many questions and no more."""
    return plan_lacks(
        plan, plan.value(lambda model: model.questions(difference, confidence)), confidence
    )


def detecting_questions(plan: Plan, difference: float, goals: Goals) -> Cell:
    """The questions with which a test finds a true difference."""
    needed = questions_to_detect(plan.sd, difference, goals.runs, goals.alpha, goals.power)
    return "none" if needed is None else needed


def _whole(number: float | None) -> Cell:
    """A number of questions; `none` if a million would not do."""
    if number is None:
        return ""
    questions = whole_questions(number)
    return "none" if questions is None else questions
