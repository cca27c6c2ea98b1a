"""The steps of ``qaeval stability`` and ``qaeval swap``: what other sets of questions would say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qaeval.collection.draws import Draws
from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.stability_tables import StabilityEntry, crossing_table, stability_table
from qaeval.presentation.swap_tables import SwapEntry, bin_table, sensitivity_tables
from qaeval.presentation.tables import Table
from qaeval.presentation.words import complementary_sets, swap_remarks
from qaeval.progress import Step, Watch
from qaeval.steps.asked import DrawOptions
from qaeval.steps.experiments import all_draws, curves, draw_signature, experiments
from qaeval.steps.study import Study
from qaeval.studies.exact import values_on_sets
from qaeval.studies.reliability.stability import Stability, stability
from qaeval.studies.reliability.swap import Swaps, swaps


def stability_result(
    study: Study, draws: DrawOptions, margins: Sequence[Fraction], rate: Fraction, watch: Watch
) -> Result:
    """Minority rates and ties at each of the margins, and the ties at one minority rate."""
    parts = study.by_value()
    entries = {value: _stabilities(part, draws, margins, watch) for value, part in parts.items()}
    tables = [stability_table(entries[value], part.lead) for value, part in parts.items()]
    tables += [
        crossing_table(entries[value], float(rate), part.titled(""))
        for value, part in parts.items()
    ]
    choices = draw_signature(draws, entries)
    choices["fuzziness"] = ",".join(f"{float(margin):g}" for margin in margins)

    def drawing(path: str) -> bytes:
        from qaeval.presentation.plots.reliability import plot_stability  # most calls draw nothing

        return plot_stability(curves(entries), rate, path)

    return Result(lambda form: Shown(tables), study.signature(**choices), drawing)


def _stabilities(
    study: Study, draws: DrawOptions, margins: Sequence[Fraction], watch: Watch
) -> list[StabilityEntry]:
    """Each measure at each c."""

    def measured(measure: Measure, drawn: Draws, step: Step, inner: Watch) -> Stability:
        (values,) = values_on_sets(study.scores, measure, study.units, [drawn.first], inner)
        return stability(values, margins, draws.workers, step)

    every = all_draws(study.scores.questions, study.units, draws, disjoint=False)
    return experiments(study, every, "stability", 1, measured, watch)


@dataclass(frozen=True)
class SwapOptions:
    """What counts as a swap, how differences are put into bins, and what is asked of them."""

    levels: Sequence[Fraction] = (Fraction(95, 100),)  # of confidence
    kind: str = "strict"  # or original: only opposite signs
    rule: str = "first"  # or steady
    bins: bool = False  # the swap rate of each bin instead
    width: Fraction = Fraction(1, 100)
    count: int = 21

    def __post_init__(self) -> None:
        """Refuse bins without width."""
        if self.width == 0:
            raise InputError("--bin-width 0, expected more than 0")


def swap_result(study: Study, draws: DrawOptions, asked: SwapOptions, watch: Watch) -> Result:
    """The difference required at each confidence, or the swap rate of each bin."""
    parts = study.by_value()
    entries = {value: _swaps(part, draws, asked, watch) for value, part in parts.items()}
    steady = asked.rule == "steady"
    sentences: list[str] = []
    for value, part in parts.items():
        sizes = [size for _, size, _ in entries[value]]
        sentences += part.said(swap_remarks(entries[value], asked.levels, steady))
        sentences += complementary_sets(sizes, part.units.count, part.units.noun)

    def tables(value: str, part: Study, form: Form) -> list[Table]:
        if asked.bins:
            return [bin_table(entries[value], part.lead)]
        return sensitivity_tables(
            entries[value],
            asked.levels,
            steady,
            part.lead,
            part.titled(""),
            only_supported=form.format == "json",
        )

    def show(form: Form) -> Shown:
        every = [table for value, part in parts.items() for table in tables(value, part, form)]
        return Shown(every, list(dict.fromkeys(sentences)))

    def drawing(path: str) -> bytes:
        from qaeval.presentation.plots.reliability import plot_swaps  # most calls draw nothing

        return plot_swaps(curves(entries), float(1 - asked.levels[0]), path)

    signature = study.signature(
        **draw_signature(draws, entries),
        swaps=asked.kind,
        rule=asked.rule,
        bins=f"{asked.count}x{float(asked.width):g}",
        confidence=",".join(f"{float(level):g}" for level in asked.levels),
    )
    return Result(show, signature, drawing, apart=False)


def _swaps(study: Study, draws: DrawOptions, asked: SwapOptions, watch: Watch) -> list[SwapEntry]:
    """Each measure at each c."""

    def measured(measure: Measure, drawn: Draws, step: Step, inner: Watch) -> Swaps:
        sets = drawn.both
        first, second = values_on_sets(study.scores, measure, study.units, sets, inner)
        strict = asked.kind == "strict"
        return swaps(first, second, asked.width, asked.count, strict, draws.workers, step)

    every = all_draws(study.scores.questions, study.units, draws, disjoint=True)
    return experiments(study, every, "swap", 2, measured, watch)
