"""lm-evaluation-harness: `samples_*.jsonl`, a line per document and filter (`--log_samples`)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.cells import Figure, RunFigures
from qaeval.files.text import Lines, stream_lines
from qaeval.wording import listed, nearest, shown

# What the harness itself writes of a document; every other field is a metric.
FIXED = (
    "doc_id",
    "doc",
    "target",
    "arguments",
    "resps",
    "filtered_resps",
    "filter",
    "metrics",
    "doc_hash",
    "prompt_hash",
    "target_hash",
)
_TRUTHS = {True: 1.0, False: 0.0, "True": 1.0, "False": 0.0}

Record = dict[str, Any]


@dataclass(frozen=True)
class Chosen:
    """Which of a document's results count; none named where the file has but one."""

    metrics: tuple[str, ...] = ()
    filter: str | None = None
    confidence: str | None = None  # `choices`, or a field of the sample or its document


def read_samples(path: str, run: str, chosen: Chosen) -> RunFigures:
    """The metrics of each document."""
    stream = stream_lines(path)
    figures: list[Figure] = []
    for sample in samples(stream, chosen):
        try:
            metric = fields.plain_id(sample.metric, "metric")
        except InputError as error:
            stream.report(error, sample.line)
        figures.append((sample.line, metric, sample.question, sample.value))
    return RunFigures(run, stream.file, figures, all_measures=True)


@dataclass(frozen=True)
class Sample:
    """The value of a metric for a document, and all that the harness wrote of it."""

    line: int
    question: str
    metric: str
    value: float
    record: Record


def samples(stream: Lines, chosen: Chosen) -> Iterator[Sample]:
    """Each document under the chosen filter, once for each chosen metric."""
    filters: dict[str | None, int] = {}
    first: dict[str, int] = {}
    metrics = chosen.metrics
    for line, record in _records(stream):
        try:
            question, name = _question(record), _filter(record)
            filters.setdefault(name, line)
            if name != (next(iter(filters)) if chosen.filter is None else chosen.filter):
                continue
            if question in first:
                raise InputError(_again(question, first[question], name))
            first[question] = line
            if not metrics:
                metrics = (_only_metric(record, chosen.confidence),)
            values = [_value(record, metric) for metric in metrics]
        except InputError as error:
            stream.report(error, line)
        for metric, value in zip(metrics, values, strict=True):
            yield Sample(line, question, metric, value, record)
    _check_filters(list(filters), chosen.filter, stream.file)


def _records(stream: Lines) -> Iterator[tuple[int, Record]]:
    """A sample a line; up to version 0.4.2 the file, though called jsonl, was one indented list."""
    lines = stream.numbered(comments=False)
    for number, line in lines:
        if number == 1 and line == "[":
            yield from _listed_records(stream, lines)
            return
        # Not-a-numbers are judged where they are used: a document may hold some.
        yield number, _parsed(stream, line, number)


def _listed_records(
    stream: Lines, lines: Iterator[tuple[int, str]]
) -> Iterator[tuple[int, Record]]:
    parts: list[str] = []
    start = 2
    for number, line in lines:
        if not parts:
            start = number
            if line == "]":
                return
        parts.append(line)
        if line in ("  }", "  },"):
            yield start, _parsed(stream, "\n".join(parts).removesuffix(","), start)
            parts = []
    stream.report(InputError("the list of samples does not end with ']'"), start)


def _parsed(stream: Lines, text: str, number: int) -> Record:
    try:
        return jsonl.parse(text, constants=float)
    except InputError as error:
        raise error.at(stream.file, number + (error.line or 1) - 1) from None


def _question(record: Record) -> str:
    if "doc_id" not in record:
        raise InputError(
            'no "doc_id": not a sample of lm-evaluation-harness, '
            "whose --log_samples writes samples_*.jsonl"
        )
    name = record["doc_id"]
    if isinstance(name, bool) or not isinstance(name, (int, str)):
        raise InputError(f"doc_id is {shown(json.dumps(name))}, expected a whole number")
    return fields.question_id(jsonl.string(str(name), "doc_id"))


def _filter(record: Record) -> str | None:
    name = record.get("filter")
    return None if name is None else jsonl.string(name, "filter")


def _again(question: str, line: int, filter: str | None) -> str:
    again = f"document {shown(question)} again (first on line {line})"
    old = "; the samples do not name their filters, so that these cannot be told apart"
    return again + (old if filter is None else f" for the filter {shown(filter)}")


def _check_filters(filters: Sequence[str | None], chosen: str | None, file: str) -> None:
    if not filters:
        raise InputError("no samples", file)
    names = [name for name in filters if name is not None]
    have = listed(names, 20)
    if chosen is None and len(filters) > 1:
        raise InputError(
            f"a document comes once for each filter, say which with --filter: {have}", file
        )
    if chosen is not None and not names:
        raise InputError("--filter: the samples do not name theirs; leave it out", file)
    if chosen is not None and chosen not in names:
        hint = nearest(chosen, names)
        raise InputError(f"no filter {shown(chosen)} (there are: {have}){hint}", file)


def _metrics(record: Record) -> list[str]:
    """Named by the harness itself, or in older versions whatever else there is but text."""
    named = record.get("metrics")
    if isinstance(named, list):
        return [jsonl.string(name, "metrics") for name in named]
    return [name for name in record if name not in FIXED and not _is_text(record[name])]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not decimals.is_number(value) and value not in _TRUTHS


def _only_metric(record: Record, aside: str | None) -> str:
    metrics = [name for name in _metrics(record) if name != aside]
    if not metrics:
        raise InputError("the sample has no metric")
    if len(metrics) > 1:
        raise InputError(f"several metrics, say which with --metric: {listed(metrics, 20)}")
    return metrics[0]


def _value(record: Record, metric: str) -> float:
    names = _metrics(record)
    if metric not in record or metric in FIXED:
        have = listed(names, 20) or "none"
        raise InputError(f"no metric {shown(metric)} (there are: {have}){nearest(metric, names)}")
    value = record[metric]
    # The harness writes numpy's truth values and short floats as strings.
    if isinstance(value, str) and decimals.is_number(value):
        value = float(value)
    if isinstance(value, (bool, str)) and value in _TRUTHS:
        return _TRUTHS[value]
    return finite_number(value, metric, "one number for each document")


def finite_number(value: Any, what: str, expected: str) -> float:
    """A number of a sample, which may hold NaN and numbers beyond the range where none is used."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        number = _as_float(value)
        if math.isfinite(number):
            return number
    raise InputError(f"{what} is {shown(json.dumps(value))}, expected {expected}")


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf
