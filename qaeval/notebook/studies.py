"""The studies of scores as functions: each is the step of the command of its name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from fractions import Fraction
from functools import partial
from typing import Any

from qaeval.collection.responses import Responses
from qaeval.errands import checked_executor
from qaeval.errors import InputError
from qaeval.notebook.choice import Choice, a_step, in_words_of_python, names, typed, with_notes
from qaeval.notebook.listing_intake import as_questions
from qaeval.notebook.score_intake import as_scores
from qaeval.presentation.plan_tables import Goals
from qaeval.presentation.results import Result
from qaeval.progress import unwatched
from qaeval.steps.abstaining import CoverageOptions, coverage_result
from qaeval.steps.asked import (
    DRAW_TRIALS,
    PLAN_TRIALS,
    TEST_TRIALS,
    DrawOptions,
    TestOptions,
    check_correction,
)
from qaeval.steps.comparison import CompareOptions, compared
from qaeval.steps.guessed import guessed_plan, supposed
from qaeval.steps.hard_questions import check_by, hardness_result
from qaeval.steps.inputs import chosen_questions
from qaeval.steps.judged_grades import JudgeOptions, judged_result, judging_of
from qaeval.steps.notes import Notes
from qaeval.steps.other_ranking import OtherRanking
from qaeval.steps.planned import Wanted, plan_result
from qaeval.steps.question_sets import SwapOptions, stability_result, swap_result
from qaeval.steps.rank_correlation import TRIALS, CorrelateOptions, correlation_result
from qaeval.steps.response_runs import ResponseOptions, judged_responses, scored_responses
from qaeval.steps.study import chosen_scores
from qaeval.steps.timed_scores import WEIGHTS, time_result, time_weights, timed_runs
from qaeval.studies.inference.corrections import CORRECTIONS
from qaeval.studies.inference.tests import DEFAULT, TESTS
from qaeval.studies.judging.labels import ALL, MAJORITY
from qaeval.studies.reliability.stability import FUZZINESS
from qaeval.wording import either, shown


@a_step
def compare(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    baseline: str | None = None,
    pairs: bool = False,
    ranks: bool = False,
    equivalence: float | None = None,
    test: str = DEFAULT,
    correct: str = "none",
    trials: int = TEST_TRIALS,
    seed: int = 0,
    ranks_against: Mapping[str, Any] | None = None,
    unranked: str | Sequence[str] = (),
    executor: Executor | None = None,
) -> Result:
    """Do the differences between runs mean anything?

    The leaderboard with intervals, marks and groups of runs that cannot be told apart, or with
    `pairs` every pair of runs; `equivalence=0.01`: whether they differ by less than that.
    `ranks_against={"GA": scores}` shows how ranks moved.
    """
    _one_of("test", test, list(TESTS))
    _one_of("correct", correct, list(CORRECTIONS))
    check_correction(test, correct)
    if baseline is not None:
        typed("baseline", baseline, str)
    whole = _whole("trials", trials, 1), _whole("seed", seed, 0)
    if executor is not None:
        checked_executor(executor)
    tests = TestOptions(test, correct, *whole, executor)
    margin = None if equivalence is None else float(typed("equivalence", equivalence, float, int))
    if margin is not None and not margin > 0:
        raise InputError(f"equivalence={margin:g}, expected a number above 0")
    asked = CompareOptions(tests, baseline, bool(pairs), bool(ranks), margin)
    asked.check(choice.table_options(None, None).choice, bool(ranks_against))
    least_runs = 2 if pairs or baseline or ranks_against or margin else 1
    study = choice.study(scores, notes, least_runs)
    other = _other_ranking(ranks_against, names("unranked", unranked))
    if other is not None:
        other.check(study.scores, study.left_out, notes)
    return compared(study, asked, other, unwatched)


def _other_ranking(given: Mapping[str, Any] | None, unranked: Sequence[str]) -> OtherRanking | None:
    if given is None:
        if unranked:
            raise InputError("--unranked has no effect without --ranks-against")
        return None
    typed("ranks_against", given, Mapping, what="a dictionary of one name and its scores")
    if len(given) != 1:
        raise InputError(f"ranks_against has {len(given)} names, expected one")
    ((name, scores),) = given.items()
    return OtherRanking(typed("ranks_against", name, str), name, as_scores(scores), unranked)


@a_step
def judge(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    human: str,
    people: str = MAJORITY,
    pairs: bool = False,
    confusion: bool = False,
    trials: int = TEST_TRIALS,
    seed: int = 0,
) -> Result:
    """A model's grades of all answers, corrected by people's labels of some.

    `scores` are the model's (of judged responses: `score(responses, ["accuracy", "c@1"])`), `human`
    is the file of labels; `confusion`: is the judge any good?
    """
    _one_of("people", people, [MAJORITY, ALL])
    study = choice.study(scores, notes, 1)
    whole = _whole("trials", trials, 1), _whole("seed", seed, 0)
    asked = JudgeOptions(typed("human", human, str), people, bool(pairs), bool(confusion), *whole)
    return judged_result(judging_of(study, asked, notes), unwatched)


@a_step
def stability(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    c: int | Sequence[int] = (),
    trials: int = DRAW_TRIALS,
    seed: int = 0,
    fuzziness: float | Sequence[float] = (),
    at: float = 0.01,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Result:
    """How often would other questions have ranked two runs the other way? (2000)"""
    margins = sorted({_fraction("fuzziness", value) for value in _several(fuzziness)})
    draws = _draws(c, trials, seed, jobs, executor)
    rate = _fraction("at", at)
    study = choice.study(scores, notes)
    return stability_result(study, draws, margins or list(FUZZINESS), rate, unwatched)


@a_step
def swap(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    c: int | Sequence[int] = (),
    trials: int = DRAW_TRIALS,
    seed: int = 0,
    confidence: float | Sequence[float] = 0.95,
    swaps: str = "strict",
    rule: str = "first",
    bins: bool = False,
    bin_width: float = 0.01,
    bins_count: int = 21,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Result:
    """How large must a difference be to be believed? (2002)"""
    _one_of("swaps", swaps, ["strict", "original"])
    _one_of("rule", rule, ["first", "steady"])
    asked = SwapOptions(
        [_fraction("confidence", level) for level in _several(confidence)],
        swaps,
        rule,
        bool(bins),
        _fraction("bin_width", bin_width),
        _whole("bins_count", bins_count, 2),
    )
    draws = _draws(c, trials, seed, jobs, executor)
    return swap_result(choice.study(scores, notes), draws, asked, unwatched)


@partial(a_step, optional=True)
def plan(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    at: int | Sequence[int] = (),
    diff: float | Sequence[float] = (),
    confidence: float = 0.95,
    power: float = 0.8,
    alpha: float = 0.05,
    compared_runs: int = 2,
    sd: float | None = None,
    accuracy: float | None = None,
    discordant: float | None = None,
    trials: int = PLAN_TRIALS,
    seed: int = 0,
    jobs: int | None = None,
    executor: Executor | None = None,
) -> Result:
    """How many questions are enough?

    From the scores of a pilot or, without any, from a supposed `sd` of differences per question, or
    from `accuracy` and the share of `discordant` questions.
    """
    goals = Goals(
        _between("confidence", confidence, 0.5, 1.0),
        _between("power", power, 0.5, 1.0),
        _between("alpha", alpha, 0.0, 1.0),
        _whole("compared_runs", compared_runs, 2),
    )
    numbers = [_whole("at", number, 2) for number in _several(at)]
    differences = [_between("diff", value, 0.0, None) for value in _several(diff)]
    wanted = Wanted(goals, numbers, differences)
    guesses = {"sd": sd, "accuracy": accuracy, "discordant": discordant}
    given = [name for name, value in guesses.items() if value is not None]
    if given and scores is not None:
        raise InputError(f"{given[0]} beside scores: a plan takes the variance from one of them")
    if given:
        for name in given:
            _between(name, guesses[name], 0.0, None if name == "sd" else 1.0)
        return guessed_plan(supposed(sd, accuracy, discordant), numbers, differences, goals)
    draws = _draws((), trials, seed, jobs, executor)
    return plan_result(choice.study(scores, notes), draws, wanted, notes, unwatched)


@a_step
def hardness(scores: Any, choice: Choice, notes: Notes) -> Result:
    """Which questions are hard, and with `by`, of what kind are they?"""
    check_by(choice.by)
    study = choice.study(scores, notes, least_runs=1, all_grouped=False)
    return hardness_result(study, notes)


@a_step
def correlate(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    over: str | None = None,
    against: str | None = None,
    disagree: int | None = None,
    trials: int = TRIALS,
    seed: int = 0,
) -> Result:
    """Do two measures, or two gold standards, rank alike?"""
    if over is not None:
        _one_of("over", over, ["runs", "questions"])
    most = None if disagree is None else _whole("disagree", disagree, 1)
    asked = CorrelateOptions(
        over, against, most, _whole("trials", trials, 1), _whole("seed", seed, 0)
    )
    asked.check(choice.macro)
    study = choice.study(scores, notes, asked.least_runs)
    return correlation_result(study, asked, notes, unwatched)


@a_step
def time(
    scores: Any,
    choice: Choice,
    notes: Notes,
    *,
    r: float | Sequence[float] = (),
    crossings: bool = False,
) -> Result:
    """What are the scores worth, given how long the systems took? (MRRT, 2009)"""
    weights = time_weights([f"{_number('r', weight):g}" for weight in _several(r)] or WEIGHTS)
    questions = as_questions(choice.questions)
    choosing, asked = choice.choosing(notes, None if questions is None else questions.file)
    chosen = chosen_scores(as_scores(scores), asked, choosing, notes)
    timed = timed_runs(chosen, asked, choosing, notes, questions)
    return time_result(timed, asked, weights, bool(crossings))


def coverage(
    responses: Any,
    measures: str | Sequence[str] = (),
    *,
    best_for: str | Sequence[str] = (),
    folds: int = 10,
    points: int | None = None,
    seed: int = 0,
    questions: Any = None,
    only: Any = (),
    intersect: bool = False,
) -> Result:
    """What would a system have scored had it stayed silent when unsure?

    Takes judged responses (of read_judged or responses_from), or scores that have confidences.
    """
    with in_words_of_python():
        wanted = CoverageOptions(
            names("measures", measures),
            names("best_for", best_for),
            _whole("folds", folds, 2),
            None if points is None else _whole("points", points, 2),
            _whole("seed", seed, 0),
        )
        notes, table = Notes(), as_questions(questions)
        choice = Choice(only=only, intersect=intersect)
        choosing, chosen = choice.choosing(notes, None if table is None else table.file)
        asked = ResponseOptions(
            intersect=intersect, questions=chosen.questions, only=chosen.only, choice=chosen.choice
        )
        over = chosen_questions(table, chosen.only)
        judged = _judged(responses)
        runs = (
            scored_responses(as_scores(responses), asked, over, notes)
            if judged is None
            else judged_responses(judged, asked, choosing, over, notes)
        )
        return with_notes(coverage_result(runs, wanted, asked, unwatched), notes)


def _judged(given: Any) -> list[Responses] | None:
    """Judged responses, of one run or several; None where it is something else."""
    if isinstance(given, Responses):
        return [given]
    if isinstance(given, list) and given and all(isinstance(run, Responses) for run in given):
        return given
    return None


def _draws(
    c: Any, trials: int, seed: int, jobs: int | None, executor: Executor | None
) -> DrawOptions:
    sizes = tuple(_whole("c", size, 1) for size in _several(c))
    processes = None if jobs is None else _whole("jobs", jobs, 1)
    whole = _whole("trials", trials, 1), _whole("seed", seed, 0)
    if executor is not None:
        checked_executor(executor)
    return DrawOptions(sizes, *whole, jobs=processes, executor=executor)


def _several(given: Any) -> Sequence[Any]:
    """What may be one or several."""
    return list(given) if isinstance(given, (list, tuple, range)) else [given]


def _one_of(name: str, value: Any, known: Sequence[str]) -> None:
    typed(name, value, str)
    if value not in known:
        raise InputError(f"{name} {shown(value)}, expected {either(known)}")


def _whole(name: str, value: Any, least: int) -> int:
    if hasattr(value, "__index__") and not isinstance(value, bool):
        value = value.__index__()  # numpy's whole numbers too
    if typed(name, value, int) < least:
        raise InputError(f"{name} {value}, expected {least} or more")
    return int(value)


def _number(name: str, value: Any) -> float:
    return float(typed(name, value, int, float, Fraction, what="a number"))


def _between(name: str, value: Any, low: float, high: float | None) -> float:
    number = _number(name, value)
    if not (number > low and (high is None or number < high) and number < float("inf")):
        bounds = f"more than {low:g}" + ("" if high is None else f" and less than {high:g}")
        raise InputError(f"{name} {number:g}, expected a number, {bounds}")
    return number


def _fraction(name: str, value: Any) -> Fraction:
    """A number as the exact decimal that it is written as."""
    number = _number(name, value)
    if not 0 <= number <= 1:
        raise InputError(f"{name} {number:g}, expected a number, 0 to 1")
    return value if isinstance(value, Fraction) else Fraction(repr(number))
