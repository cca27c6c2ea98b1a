"""inspect_ai: what scorers say of a sample, as numbers, and what a sample is of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.foreign.documents import Document
from qaeval.files.foreign.inspect_log import Record
from qaeval.files.foreign.parsing import inner, number
from qaeval.wording import listed, nearest, offered, shown

# As inspect's own value_to_float: correct, partly correct, incorrect, no answer.
_LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0}
_WORDS = {"yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
_NO_ANSWER = "N"

# Characters after which the summaries of an archive cut a text.
_LONGEST_TEXT = 5120


@dataclass(frozen=True)
class Metric:
    """A scorer, or one of the values of a scorer that gives several."""

    scorer: str
    key: str | None = None

    @property
    def name(self) -> str:
        """What the metric is called where nothing else is."""
        return self.scorer if self.key is None else f"{self.scorer}.{self.key}"


def metrics_of(samples: Sequence[Record]) -> list[Metric]:
    """All that the samples are scored by, in the order in which it is met."""
    found: dict[Metric, None] = {}
    for sample in samples:
        for scorer, score in inner(sample, "scores").items():
            value = score.get("value") if isinstance(score, dict) else None
            if isinstance(value, dict):
                found.update((Metric(scorer, str(key)), None) for key in value)
            else:
                found[Metric(scorer)] = None
    return list(found)


def chosen_metrics(asked: Sequence[str], metrics: Sequence[Metric]) -> dict[str, Metric]:
    """The metrics asked for by the names they were asked by, or the only one there is."""
    have = offered([metric.name for metric in metrics])
    if not metrics:
        raise InputError("no sample is scored")
    if not asked:
        if len(metrics) > 1:
            raise InputError(f"several metrics, say which with --metric: {have}")
        return {metrics[0].name: metrics[0]}
    return {name: _chosen(name, metrics, have) for name in asked}


def _chosen(name: str, metrics: Sequence[Metric], have: str) -> Metric:
    """By its whole name, or by a key that only one scorer has."""
    for fits in (
        [metric for metric in metrics if metric.name == name],
        [metric for metric in metrics if metric.key == name],
    ):
        if len(fits) == 1:
            return fits[0]
        if fits:
            both = listed(metric.name for metric in fits)
            raise InputError(f"--metric {name} is one of {both}: say which")
    parts = [metric.name for metric in metrics if metric.scorer == name]
    if parts:
        raise InputError(f"scorer {shown(name)} gives several values, say which: {listed(parts)}")
    hint = nearest(name, [metric.name for metric in metrics])
    raise InputError(f"no metric {shown(name)} (there are: {have}){hint}")


def value_of(score: Record, metric: Metric, name: str) -> float:
    """A score as a number; NaN where there is none."""
    value = _raw(score, metric)
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str):
        known = _LETTERS.get(value, _WORDS.get(value.lower()))
        if known is not None:
            return known
        if decimals.is_number(value):
            value = float(value)
    # Not-a-numbers were written as null before 2026.
    return number(value, name, "C, I, P, N or a number")


def response_of(score: Record, metric: Metric) -> str | None:
    """The answer that was scored; the empty one where the scorer says that there is none."""
    if _raw(score, metric) == _NO_ANSWER:
        return ""
    answer = score.get("answer")
    return answer if isinstance(answer, str) else None


def confidence_of(sample: Record, score: Record, name: str) -> float | None:
    """A number that the scorer or the dataset has put beside the sample."""
    for place in (score.get("value"), score.get("metadata"), sample.get("metadata")):
        if isinstance(place, dict) and name in place:
            value = place[name]
            return None if value is None else fields.confidence(number(value, name))
    return None


class SampleDocuments:
    """The documents of a log's samples; epochs share theirs."""

    def __init__(self, task: str, cluster: str | None) -> None:
        self.task = task
        self.cluster = cluster
        self.known: dict[Any, tuple[list[Any], Document]] = {}

    def of(self, sample: Record) -> Document:
        """What a sample is of."""
        said = [sample.get("input"), sample.get("metadata")]
        known = self.known.get(sample["id"])
        if known is None or known[0] != said:
            known = self.known[sample["id"]] = said, self._described(sample)
        return known[1]

    def _described(self, sample: Record) -> Document:
        """One id and one input; choices may be shuffled, and summaries do not always have them."""
        asked = sample.get("input")
        identity = hashlib.sha256(json.dumps(_text(asked)).encode()).hexdigest()
        cluster = _cluster(sample, self.cluster)
        return Document(self.task, str(sample["id"]), identity, _last(asked), cluster)


def _cluster(sample: Record, name: str | None) -> str:
    if name is None:
        return ""
    metadata = inner(sample, "metadata")
    value = metadata.get(name)
    if value is None or isinstance(value, (dict, list)):
        have = offered(metadata) or "none"
        raise InputError(f"--cluster: no {shown(name)} in its metadata (there are: {have})")
    return str(value)


def score_of(sample: Record, metric: Metric) -> Record:
    """What a scorer says of a sample; nothing where it does not."""
    return inner(inner(sample, "scores"), metric.scorer)


def _raw(score: Record, metric: Metric) -> Any:
    value = score.get("value")
    if metric.key is None:
        return value
    return value.get(metric.key) if isinstance(value, dict) else None


def _text(asked: Any) -> Any:
    """The input as summaries have it: cut, what is no text by its kind, and no ids of messages."""
    if not isinstance(asked, list):
        return _cut(asked)
    return [
        [message.get("role"), [_cut(part) for part in _parts(message.get("content"))]]
        for message in asked
        if isinstance(message, dict)
    ]


def _parts(content: Any) -> list[str]:
    if not isinstance(content, list):
        return [str(content)]
    return [
        str(part["text"]) if "text" in part else f"({str(part.get('type')).capitalize()})"
        for part in content
        if isinstance(part, dict)
    ]


def _cut(text: Any) -> Any:
    return text[:_LONGEST_TEXT] if isinstance(text, str) else text


def _last(asked: Any) -> str:
    """What people would call the question: the text, or the last message."""
    if isinstance(asked, list):
        messages = [message for message in asked if isinstance(message, dict)]
        return " ".join(_parts(messages[-1].get("content"))) if messages else ""
    return asked if isinstance(asked, str) else ""
