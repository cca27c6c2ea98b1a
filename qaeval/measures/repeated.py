"""Measures of repeated samples: what several tries at a question come to, and how they agree."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np

from qaeval.arrays import Floats
from qaeval.measures.registry import MUST_CUT, SHARE, Example, component, of_samples, of_totals
from qaeval.measures.tries import Tries, Votes

_TWO = "two samples or more of every question"
_FALLS = "it falls as questions are added, so that others tell little of it"
_MARKS = "R+R+W+W R+W+W+W"


@of_samples(
    "pass",
    family="samples",
    cutoff=MUST_CUT,
    formula="mean of 1 − C(n−c,k)/C(n,k); n samples of a question, c of them right",
    source="Chen et al. 2021, arXiv:2107.03374, Formula 1",
    example=Example(_MARKS, "0.6667", "pass@2: (1 − 1/6)/2 + (1 − 3/6)/2"),
)
def pass_at(tries: Tries, k: int) -> Floats:
    """The chance that one of k samples at least, drawn of those there are, is right: what k tries
    at a question are worth to whom one right answer is enough."""
    return tries.by_counts(lambda n, c: 1 - math.comb(n - c, k) / math.comb(n, k), k)


@of_samples(
    "all",
    aliases=("pass^{k}",),
    family="samples",
    cutoff=MUST_CUT,
    formula="mean of C(c,k)/C(n,k); n samples of a question, c of them right",
    source="Yao et al. 2024, arXiv:2406.12045 (tau-bench), where it is called pass^k",
    example=Example(_MARKS, "0.0833", "all@2: (1/6)/2 + (0/6)/2"),
)
def all_of(tries: Tries, k: int) -> Floats:
    """The chance that every one of k samples, drawn of those there are, is right."""
    return tries.by_counts(lambda n, c: math.comb(c, k) / math.comb(n, k), k)


@of_samples(
    "majority",
    aliases=("maj",),
    family="samples",
    cutoff=MUST_CUT,
    formula="mean chance that the most frequent answer among k samples is right; ties shared",
    source="Wang et al. 2023, ICLR (self-consistency)",
    example=Example(_MARKS, "0.3750", "majority@2: (1/6 + 4/6·1/2)/2 + (3/6·1/2)/2"),
)
def majority(tries: Tries, k: int) -> Floats:
    """The chance that a vote among k samples, drawn of those there are, is won by a right answer.

    Silence has no vote, and where nobody votes the vote is lost. Where answers tie for the most
    votes, the right ones' share of them counts. Answers are compared after normalising, and right
    ones of one class are one answer. Judged responses have no answers: all wrong ones count as one,
    so that more must be right than wrong, which is a lower bound.
    """
    return tries.by_votes(lambda votes: _chance_to_win(votes, k), k)


@lru_cache(maxsize=1 << 14)
def _chance_to_win(votes: Votes, k: int) -> float:
    """Over all draws of k, the mean share of right ones among the answers with the most votes.

    For each number of votes that may win, draws are counted answer by answer: by the samples drawn
    and the winners so far, how many draws there are, and the sum over them of right winners.
    """
    won = Fraction(0)
    for most in range(1, min(k, max((n for n, _ in votes.answers), default=0)) + 1):
        draws = {(0, 0): (1, 0)}
        for n, is_right in votes.answers:
            longer: dict[tuple[int, int], tuple[int, int]] = {}
            for (drawn, winners), (ways, right) in draws.items():
                for votes_for in range(min(n, most, k - drawn) + 1):
                    wins = votes_for == most
                    place = (drawn + votes_for, winners + wins)
                    times = math.comb(n, votes_for)
                    before = longer.get(place, (0, 0))
                    more = right + (ways if wins and is_right else 0)
                    longer[place] = (before[0] + ways * times, before[1] + more * times)
            draws = longer
        for (drawn, winners), (_, right) in draws.items():
            if winners:
                won += Fraction(right * math.comb(votes.silent, k - drawn), winners)
    return float(won / math.comb(votes.total, k))


@of_samples(
    "consistency",
    family="samples",
    needs=_TWO,
    better="",
    formula="mean of Σ m(m−1)/(n(n−1)); m of the n samples of a question give the same answer",
    source="Simpson 1949, Nature 163, on the answers to a question",
    example=Example("R+R+W+W R+R+R", "0.6667", "(2 + 2)/12/2 + 6/6/2"),
)
def consistency(tries: Tries) -> Floats:
    """The chance that two different samples of a question give the same answer, or both none.

    Answers are compared after normalising, and right ones of one class are one answer. Of judged
    responses the outcomes are compared, which is an upper bound: wrong answers may differ.
    """
    return tries.by_votes(_agreement, 2)


def _agreement(votes: Votes) -> float:
    counts = [*(n for n, _ in votes.answers), votes.silent]
    return sum(n * (n - 1) for n in counts) / (votes.total * (votes.total - 1))


@component(
    "sample_variance",
    "variance of right and wrong among the samples of the question: c(n−c)/(n(n−1))",
    SHARE,
    of_samples=True,
)
def sample_variance(tries: Tries) -> Floats:
    """The unbiased variance of right (1) and wrong (0) among the samples of a question."""
    return tries.by_counts(lambda n, c: c * (n - c) / (n * (n - 1)), 2)


@of_totals(
    "sample-sd",
    family="samples",
    components=("sample_variance",),
    needs=_TWO,
    better="",
    no_interval=_FALLS,
    no_test=_FALLS,
    formula="√(Σ s²)/n, s² the variance of right and wrong among the samples of a question",
    source="Miller 2024, arXiv:2411.00640 (the variance within questions)",
    example=Example("R+W R+R W+R+W", "0.3043", "√(1/2 + 0 + 1/3)/3"),
)
def sample_spread(n: Floats, sample_variance: Floats) -> Floats:
    """The standard deviation of accuracy from one sample of all questions to another: by how much
    the value of a run that answers every question once moves if it is made again."""
    return np.sqrt(sample_variance) / n
