"""The step of ``qaeval compare``: do the differences between runs mean anything?"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from qaeval.errors import InputError
from qaeval.measures import Measure
from qaeval.presentation.comparison_records import Told, comparison_record
from qaeval.presentation.comparison_tables import (
    equivalence_table,
    leaderboard_table,
    pairs_table,
)
from qaeval.presentation.results import Form, Result, Shown
from qaeval.presentation.standings import Leaderboard, compared_leaderboard
from qaeval.presentation.tables import Cell, Table
from qaeval.presentation.words import tests_in_words
from qaeval.progress import Watch
from qaeval.steps.asked import TestOptions
from qaeval.steps.other_ranking import OtherRanking
from qaeval.steps.run_choice import RunChoice
from qaeval.steps.studied_scores import check_pairs
from qaeval.steps.study import Study
from qaeval.studies.inference.tests import DEFAULT, TESTS
from qaeval.studies.inference.verdicts import Asked
from qaeval.wording import counted, nearest, shown

MOST_PAIRS = 10_000  # of a family that JSON holds without being asked for


@dataclass(frozen=True)
class CompareOptions:
    """Which runs are compared by which test, and what of it is shown."""

    tests: TestOptions = field(default_factory=TestOptions)
    baseline: str | None = None  # compare every run with this one only
    pairs: bool = False  # every pair instead of the leaderboard
    ranks: bool = False  # the ranks that each run may have
    equivalence: float | None = None  # the margin within which runs are as good as each other

    def check(self, choice: RunChoice, moves: bool) -> None:
        """Refuse what does not go together; `moves`: ranks are compared with another table's."""
        if self.baseline is not None and choice.by_runs is not None:
            raise InputError("--baseline beside --by-runs: it is in one of the groups only")
        if self.ranks and self.baseline is not None:
            raise InputError(
                "--ranks beside --baseline: the ranks that a run may have take all pairs"
            )
        if (self.pairs or self.equivalence is not None) and moves:
            raise InputError("--ranks-against goes once, with the leaderboard (not with pairs)")
        if self.equivalence is not None:
            self._check_equivalence(self.equivalence)

    def _check_equivalence(self, margin: float) -> None:
        """Only the intervals of max-t hold for a whole family."""
        if not math.isfinite(margin):
            raise InputError(f"--equivalence {margin:g}, expected a finite number above 0")
        if self.tests.test != DEFAULT:
            raise InputError(f"--equivalence goes by the intervals of {DEFAULT}, so no --test")
        if self.pairs or self.ranks:
            raise InputError("--equivalence has a table of its own, so no --pairs and no --ranks")


def compared(
    study: Study, asked: CompareOptions, other: OtherRanking | None, watch: Watch
) -> Result:
    """The leaderboards with their tests, or every pair of runs."""
    check_baseline(asked.baseline, study)
    if asked.pairs and asked.baseline is None:
        check_pairs(len(study.scores.runs))
    tests, baseline = asked.tests, asked.baseline
    parts = [
        (part, _board(part, measure, tests, baseline, watch))
        for part in study.by_value().values()
        for measure in part.measures
    ]
    said = [sentence for part, board in parts for sentence in _said(part, board)]
    sentences = list(dict.fromkeys([*said, *study.caution]))
    boards = [_leaderboard(part, board, other, asked.ranks) for part, board in parts]
    choices = _choices(tests, baseline, parts, study.asked.choice.by_runs)

    if asked.equivalence is not None:
        choices["equivalence"] = f"{asked.equivalence:g}"
        sentences = [*_margin_in_words(asked.equivalence, baseline), *study.caution]

    def show(form: Form) -> Shown:
        if asked.equivalence is not None:
            return Shown(_equivalences(parts, asked.equivalence, baseline), sentences)
        return Shown(_pairs(parts, every=True) if asked.pairs else boards, sentences)

    def record(signature: str | None) -> dict[str, Any]:
        told = Told(signature, tests.test, tests.correct, sentences)
        families = [(_lead(part, board), board) for part, board in parts]
        if asked.equivalence is not None:
            pairs = _equivalences(parts, asked.equivalence, baseline)
            return comparison_record(told, families, boards, pairs)
        return comparison_record(told, families, boards, _pairs(parts, asked.pairs))

    def drawing(path: str) -> bytes:
        # What draws takes its time to load, and most calls draw nothing.
        from qaeval.presentation.charts import drawn_standing
        from qaeval.presentation.plots.dots import plot_dots

        drawn = [drawn_standing(_title(part, board), board, baseline) for part, board in parts]
        return plot_dots(drawn, _reading(tests, baseline), path)

    return Result(show, study.signature(**choices), drawing, record)


def _board(
    part: Study, measure: Measure, tests: TestOptions, baseline: str | None, watch: Watch
) -> Leaderboard:
    base = None if baseline is None else part.scores.runs.index(baseline)
    asked = Asked(tests.test, tests.correct, tests.trials, tests.seed, base, tests.executor)
    return compared_leaderboard(part.scores, measure, part.units, asked, watch)


def _title(part: Study, board: Leaderboard) -> str:
    return part.titled(board.measure.label)


def _lead(part: Study, board: Leaderboard) -> dict[str, Cell]:
    return {**part.lead, "measure": board.measure.label}


def _said(part: Study, board: Leaderboard) -> list[str]:
    return tests_in_words(_title(part, board), board)


def _leaderboard(part: Study, board: Leaderboard, other: OtherRanking | None, ranks: bool) -> Table:
    moves = None if other is None else other.moves(part.scores, board.measure)
    return leaderboard_table(board, _title(part, board), _lead(part, board), moves, ranks)


def _pairs(compared: Sequence[tuple[Study, Leaderboard]], every: bool) -> list[Table]:
    """Every pair of each family; of large families only if they are asked for."""
    return [
        pairs_table(board, part.scores, _title(part, board), _lead(part, board))
        for part, board in compared
        if board.told is not None and (every or len(board.told.pairs.x) <= MOST_PAIRS)
    ]


def _equivalences(
    compared: Sequence[tuple[Study, Leaderboard]], margin: float, baseline: str | None
) -> list[Table]:
    """Every pair of each family, and whether it is equivalent."""
    return [
        equivalence_table(
            board, part.scores, margin, _title(part, board), _lead(part, board), baseline
        )
        for part, board in compared
        if board.told is not None
    ]


def _margin_in_words(margin: float, baseline: str | None) -> list[str]:
    """How to read the verdicts."""
    first = "run_x" if baseline is None else "the run"
    other = "run_y" if baseline is None else baseline
    return [
        f"equivalent: the two differ by less than {margin:g} either way; no worse: {first} is "
        f"worse than {other} by less than that, if at all; no better: the reverse; better, worse: "
        "by the sign. By the simultaneous 95% intervals low to high (max-t; two one-sided tests at "
        "2.5% each), so all that is said of the pairs holds together in about 95% of the tables.",
        "changed: the share of questions on which the two differ; up and down: those on which "
        f"{first} is higher or lower.",
    ]


def check_baseline(baseline: str | None, study: Study) -> None:
    """Refuse a baseline that is not among the runs."""
    if baseline is not None and baseline in study.left_out:
        raise InputError(f"--baseline {shown(baseline)} is not among the runs that are chosen")
    if baseline is not None and baseline not in study.scores.runs:
        hint = nearest(baseline, study.scores.runs)
        raise InputError(f"--baseline {shown(baseline)}: there is no such run{hint}")


def _choices(
    tests: TestOptions,
    baseline: str | None,
    compared: Sequence[tuple[Study, Leaderboard]],
    by_runs: str | None,
) -> dict[str, object]:
    """The test, its family or the one of each group of runs, and what drew its random numbers."""
    choices: dict[str, object] = {"test": tests.test, "correct": tests.correct}
    if baseline is not None:
        choices["baseline"] = baseline
    families = {
        part.value: counted(len(board.told.pairs.x), "pair")
        for part, board in compared
        if board.told is not None
    }
    if families and by_runs is None:
        choices["family"] = next(iter(families.values()))
    elif families:
        choices["family"] = ",".join(f"{pairs} of {value}" for value, pairs in families.items())
    if TESTS[tests.test].is_random:
        choices.update(trials=tests.trials)
    choices["seed"] = tests.seed
    return choices


def _reading(tests: TestOptions, baseline: str | None) -> str:
    """How to read the picture."""
    how = f"{tests.test} test" + ("" if tests.correct == "none" else f", {tests.correct}")
    if baseline is None:
        marks = "* ** better than the next run below († ‡ worse, although its value is higher)"
    else:
        marks = "* ** better and † ‡ worse than the run with the open sign"
    return (
        "Dots: values with 95% intervals over questions. At the right, runs with a dot on one line "
        "cannot be told apart; bars are the ranks that a run may have. "
        f"Marks: {marks} at .05 and .01 ({how})."
    )
