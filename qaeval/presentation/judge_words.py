"""What a model's grades and people's labels say together, in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from qaeval.studies.inference.corrections import ALPHA
from qaeval.studies.inference.verdicts import STRICT, Verdicts
from qaeval.studies.judging.corrected import Corrected
from qaeval.studies.judging.planning import Needs
from qaeval.studies.judging.quality import Accord, Quality
from qaeval.wording import counted, listed


def corrected_in_words(results: Sequence[Corrected], pairs: bool) -> list[str]:
    """The shares of pairs that differ, where the model does not help, and how to read it."""
    said = []
    for result in results:
        label, told = result.measure.label, result.verdicts
        if told.untested:
            said.append(f"{label}: {told.untested}.")
        else:
            at_1, at_5 = told.pairs.count_at(STRICT), told.pairs.count_at(ALPHA)
            count = len(told.pairs.p)
            said.append(
                f"{label}: {at_1 / count:.0%} of {counted(count, 'run pair')} differ at .01, an "
                f"additional {(at_5 - at_1) / count:.0%} at .05 (max-t, corrected values)."
            )
        idle = [run for run, slope in zip(result.runs, result.slopes, strict=True) if slope == 0]
        if idle:
            said.append(
                f"{label}: the model's grades do not help with {listed(idle)}, so people's labels "
                "stand alone."
            )
        said += [f"{label}: {text}" for text in _beyond(result)]
    counts = sorted(set(results[0].labels.tolist()))
    have = counted(counts[0], "label") + ("" if len(counts) == 1 else f" to {counts[-1]:,}")
    if pairs:
        said.append(
            "low to high are the intervals of the corrected differences, 95% all at once; "
            "model_diff is the difference by the model alone."
        )
    else:
        said.append(
            f"people and corrected have 95% intervals, from {have} of each run, which must be a "
            "random draw; worth is how many people alone would need for so narrow an interval."
        )
    return said


def _beyond(result: Corrected) -> list[str]:
    ends = result.measure.bounds
    if ends is None:
        return []
    values = result.corrected.values
    out = np.flatnonzero((values < ends[0]) | (values > ends[1])).tolist()
    runs = listed([result.runs[run] for run in out])
    return [f"the corrected value of {runs} lies beyond the scale, by chance."] if runs else []


def quality_in_words(
    runs: Sequence[str], overall: Quality, bias: Verdicts, accord: Accord | None
) -> list[str]:
    """Whether the judge is lenient, whether to all runs alike, and whether people do better."""
    said = []
    if overall.confusion is not None:
        said.append(
            "RW: right by the model, wrong by people; accepts wrong is the share of the answers "
            "wrong by people that it accepts, rejects right that of those right by people that it "
            "rejects. bias is the share right by the model less that by people."
        )
        kappa = overall.confusion.kappa
        if not math.isnan(kappa):
            same = (overall.confusion.both + overall.confusion.neither) / overall.labels
            said.append(
                f"The model agrees with people on {same:.1%} of "
                f"{counted(overall.labels, 'answer')} (Cohen's kappa {kappa:.3f})."
            )
    else:
        said.append("bias is the mean by the model less that by people.")
    said += [_bias_in_words(overall), *_kinder_in_words(runs, bias)]
    if accord is not None:
        alpha = "" if math.isnan(accord.alpha) else f" (Krippendorff's alpha {accord.alpha:.3f})"
        said.append(
            f"Two people agree on {accord.people:.0%} of {counted(accord.answers, 'answer')} that "
            f"several labelled{alpha}, the model and one of them on {accord.model:.0%}."
        )
    return said


def _bias_in_words(overall: Quality) -> str:
    value, low, high = overall.bias
    span = f"{value:+.3f}, 95% interval {low:+.3f} to {high:+.3f}"
    if low <= 0 <= high:
        return f"Overall the model is neither lenient nor strict as far as can be told ({span})."
    return f"Overall the model is {'lenient' if value > 0 else 'strict'} ({span})."


def _kinder_in_words(runs: Sequence[str], bias: Verdicts) -> list[str]:
    if bias.untested:
        return [f"Whether its bias differs between runs: {bias.untested}."]
    pairs = bias.pairs
    least = float(np.min(pairs.p_corrected))
    count = counted(len(pairs.p), "pair")
    if least > ALPHA:
        return [f"No difference of its bias between runs is found (max-t, {count}, p {least:.3f})."]
    claimed = np.flatnonzero(pairs.claimed)
    order = claimed[np.argsort(-np.abs(pairs.differences[claimed]), kind="stable")]
    told = []
    for at in order.tolist():
        x, y, by = int(pairs.x[at]), int(pairs.y[at]), float(pairs.differences[at])
        kind, other = (x, y) if by > 0 else (y, x)
        told.append(f"kinder to {runs[kind]} than to {runs[other]} by {abs(by):.3f}")
    return [
        f"Its bias differs between runs (max-t, {count}, p {least:.4f}): {listed(told)}. By the "
        "model alone these runs are not compared fairly."
    ]


def needs_in_words(told: Sequence[Needs], half: float, questions: int) -> list[str]:
    """How to read the numbers, and which runs no number of labels would do for."""
    said = []
    if not any(run.labels for run in told):
        said.append(
            "Without labels nothing is known of the model: this many would do at the most, even "
            "if it were of no help. Label about 100 answers of each run and ask again."
        )
    else:
        said.append(
            "needed counts all labels of the run, with those there are; 5% and 95% say how far the "
            "number itself can be trusted."
        )
    lacking = [run for run in told if run.needed is None]
    if lacking:
        more = max(run.questions for run in lacking)
        names = listed([run.run for run in lacking])
        enough = (
            f"it would take about {more:,} questions"
            if more > questions
            else ("nearly all answers would have to be labelled")
        )
        said.append(f"No number of labels gives ± {half:g} for {names}: {enough}.")
    return said
