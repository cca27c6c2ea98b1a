"""The step of ``qaeval compare --pairwise``: every pair of runs on the questions that both have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.comparison_records import Told, comparison_record
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.shared_tables import shared_in_words, shared_table
from qaeval.progress import Watch
from qaeval.steps.asked import TableOptions
from qaeval.steps.comparison import CompareOptions, check_baseline
from qaeval.steps.studied_scores import check_pairs
from qaeval.steps.study import Study
from qaeval.studies.inference.shared import SharedPair, shared_pairs
from qaeval.studies.inference.tests import DEFAULT
from qaeval.studies.inference.tests.max_t import check_trials
from qaeval.studies.inference.verdicts import Asked
from qaeval.wording import counted


def check_pairwise(table: TableOptions, asked: CompareOptions, moves: bool, drawn: bool) -> None:
    """Refuse what does not go with values that differ from pair to pair."""
    no_ranking = "a run's value differs from pair to pair, so there is no ranking"
    no_test = "no test on unequal questions is known to hold"
    others = {
        "--intersect": (table.intersect, "the one or the other"),
        "--ranks": (asked.ranks, no_ranking),
        "--ranks-against": (moves, no_ranking),
        "--best-of": (table.choice.best_of is not None, no_ranking),
        "--plot": (drawn, no_ranking),
        "--equivalence": (asked.equivalence is not None, no_test),
        "--macro": (table.macro is not None, no_test),
        f"--test {asked.tests.test}": (asked.tests.test != DEFAULT, f"take {DEFAULT}"),
    }
    for option, (given, why) in others.items():
        if given:
            raise InputError(f"{option} beside --pairwise: {why}")


def pairwise_compared(study: Study, asked: CompareOptions, watch: Watch) -> Result:
    """Every pair, tested as one family."""
    check_baseline(asked.baseline, study)
    check_trials(asked.tests.trials)
    if asked.baseline is None:
        check_pairs(len(study.scores.runs))
    parts = [
        (part, measure, _pairs(part, measure, asked, watch))
        for part in study.by_value().values()
        for measure in part.measures
    ]
    sentences = list(
        dict.fromkeys(
            sentence
            for part, measure, pairs in parts
            for sentence in shared_in_words(part.titled(measure.label), pairs, DEFAULT)
        )
    )
    tables = [
        shared_table(
            part.scores.runs,
            pairs,
            measure.definition.better,
            part.titled(measure.label),
            {**part.lead, "measure": measure.label},
        )
        for part, measure, pairs in parts
    ]

    def show(form: Form) -> Shown:
        return Shown(tables, [*sentences, *study.caution])

    family = counted(len(parts[0][2]), "pair")
    baseline = {} if asked.baseline is None else {"baseline": asked.baseline}
    choices = {"trials": asked.tests.trials, "seed": asked.tests.seed}
    signature = study.signature(test=DEFAULT, on="shared", **baseline, family=family, **choices)

    def record(signed: str | None) -> dict[str, Any]:
        return comparison_record(Told(signed, DEFAULT, "none", sentences), [], [], tables)

    return Result(show, signature, record=record)


def _pairs(
    part: Study, measure: Measure, asked: CompareOptions, watch: Watch
) -> Sequence[SharedPair]:
    base = None if asked.baseline is None else part.scores.runs.index(asked.baseline)
    tests = asked.tests
    test = Asked(DEFAULT, "none", tests.trials, tests.seed, base, tests.executor)
    return shared_pairs(part.scores, measure, part.units, test, watch)
