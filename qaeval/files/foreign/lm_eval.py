"""lm-evaluation-harness: `samples_*.jsonl`, a line per document and filter (`--log_samples`)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.cells import mean_named
from qaeval.files.judged import JudgedColumns
from qaeval.files.text import Lines, stream_lines
from qaeval.scores.scoring import RunScores
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
CHOICES = "choices"

_MUTUAL = "acc_mutual_info"
_TRUTHS = {True: 1.0, False: 0.0, "True": 1.0, "False": 0.0}

Record = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Which of a document's results count; none named where the file has but one."""

    metrics: tuple[str, ...] = ()
    filter: str | None = None
    confidence: str | None = None  # `choices`, or a field of the sample or its document


@dataclass(frozen=True)
class Judging:
    """How a metric's value and a response become an outcome."""

    right_from: float | None = None  # None: 1 is right, 0 wrong, and nothing else there
    no_response: re.Pattern[str] | None = None

    def outcome(self, metric: str, value: float, record: Record) -> str:
        """R, W, or U where the response is empty or says that there is none."""
        if self._is_silent(record):
            return "U"
        if self.right_from is not None:
            return "R" if value >= self.right_from else "W"
        if value not in (0.0, 1.0):
            raise InputError(
                f"{metric} {value:g} is neither 0 nor 1: "
                "--right-from 0.5 counts what is at least 0.5 as right"
            )
        return "R" if value else "W"

    def _is_silent(self, record: Record) -> bool:
        response = _response(record)
        if self.no_response is None:
            return response is not None and not response.strip()
        if response is None:
            raise InputError("--no-response: the filtered response is no text")
        return not response.strip() or self.no_response.search(response) is not None


def read_samples(path: str, run: str, wanted: Wanted) -> RunScores:
    """The metrics of each document."""
    columns: dict[str, dict[str, float]] = {}

    def take(question: str, metric: str, value: float, record: Record) -> None:
        columns.setdefault(fields.plain_id(metric, "metric"), {})[question] = value

    _each(path, wanted, take)
    present = {question for column in columns.values() for question in column}
    return RunScores(run, [mean_named(metric) for metric in columns], columns, present)


def judge_samples(path: str, run: str, wanted: Wanted, judging: Judging) -> Responses:
    """Each document judged; a response that is none has no confidence."""
    columns = JudgedColumns()

    def take(question: str, metric: str, value: float, record: Record) -> None:
        outcome = judging.outcome(metric, value, record)
        name = None if outcome == "U" else wanted.confidence
        columns.add(question, outcome, None if name is None else _confidence(record, name))

    return columns.as_responses(run, _each(path, wanted, take))


def _each(path: str, wanted: Wanted, take: Callable[[str, str, float, Record], None]) -> str:
    """Hand on each document under the wanted filter; gives the file's name."""
    stream = stream_lines(path)
    filters: dict[str | None, int] = {}
    first: dict[str, int] = {}
    metrics = wanted.metrics
    for line, record in _records(stream):
        try:
            question, name = _question(record), _filter(record)
            filters.setdefault(name, line)
            if name != (next(iter(filters)) if wanted.filter is None else wanted.filter):
                continue
            if question in first:
                raise InputError(_again(question, first[question], name))
            first[question] = line
            if not metrics:
                metrics = (_only_metric(record, wanted.confidence),)
            for metric in metrics:
                take(question, metric, _value(record, metric), record)
        except InputError as error:
            stream.report(error, line)
    _check_filters(list(filters), wanted.filter, stream.file)
    return stream.file


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
    found = record["doc_id"]
    if isinstance(found, bool) or not isinstance(found, (int, str)):
        raise InputError(f"doc_id is {shown(json.dumps(found))}, expected a whole number")
    return fields.question_id(jsonl.string(str(found), "doc_id"))


def _filter(record: Record) -> str | None:
    found = record.get("filter")
    return None if found is None else jsonl.string(found, "filter")


def _again(question: str, line: int, filter: str | None) -> str:
    again = f"document {shown(question)} again (first on line {line})"
    old = "; the samples do not name their filters, so that these cannot be told apart"
    return again + (old if filter is None else f" for the filter {shown(filter)}")


def _check_filters(found: Sequence[str | None], wanted: str | None, file: str) -> None:
    if not found:
        raise InputError("no samples", file)
    names = [name for name in found if name is not None]
    have = listed(names, 20)
    if wanted is None and len(found) > 1:
        raise InputError(
            f"a document comes once for each filter, say which with --filter: {have}", file
        )
    if wanted is not None and not names:
        raise InputError("--filter: the samples do not name theirs; leave it out", file)
    if wanted is not None and wanted not in names:
        hint = nearest(wanted, names)
        raise InputError(f"no filter {shown(wanted)} (there are: {have}){hint}", file)


def _metrics(record: Record) -> list[str]:
    """Named by the harness itself, or in older versions whatever else there is but text."""
    named = record.get("metrics")
    if isinstance(named, list):
        return [jsonl.string(name, "metrics") for name in named]
    return [name for name in record if name not in FIXED and not _is_text(record[name])]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not fields.is_number(value) and value not in _TRUTHS


def _only_metric(record: Record, aside: str | None) -> str:
    found = [name for name in _metrics(record) if name != aside]
    if not found:
        raise InputError("the sample has no metric")
    if len(found) > 1:
        raise InputError(f"several metrics, say which with --metric: {listed(found, 20)}")
    return found[0]


def _value(record: Record, metric: str) -> float:
    names = _metrics(record)
    if metric not in record or metric in FIXED:
        have = listed(names, 20) or "none"
        raise InputError(f"no metric {shown(metric)} (there are: {have}){nearest(metric, names)}")
    value = record[metric]
    # The harness writes numpy's truth values and short floats as strings.
    if isinstance(value, str) and fields.is_number(value):
        value = float(value)
    if isinstance(value, (bool, str)) and value in _TRUTHS:
        return _TRUTHS[value]
    return _number(value, metric, "one number for each document")


def _number(value: Any, what: str, expected: str) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        found = _as_float(value)
        if math.isfinite(found):
            return found
    raise InputError(f"{what} is {shown(json.dumps(value))}, expected {expected}")


def _as_float(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf


def _response(record: Record) -> str | None:
    """The filtered response as text (of several the first); None where it is choices."""
    found = record.get("filtered_resps")
    if _choices(found) is not None:
        return None
    while isinstance(found, list):
        found = found[0] if found else ""
    return found if isinstance(found, str) else None


def _confidence(record: Record, name: str) -> float | None:
    if name == CHOICES:
        return _choice_probability(record)
    for place in (record, record.get("doc")):
        if isinstance(place, dict) and name in place:
            value = place[name]
            return None if value is None else _number(value, name, "a number from 0 to 1")
    have = listed(_numeric_fields(record), 20) or "none"
    raise InputError(f"no field {shown(name)} for --confidence (numbers there are: {have})")


def _numeric_fields(record: Record) -> list[str]:
    doc = record.get("doc")
    places = [record, doc if isinstance(doc, dict) else {}]
    return [
        name
        for place in places
        for name, value in place.items()
        if isinstance(value, (int, float)) and not isinstance(value, bool) and name != "doc_id"
    ]


def _choice_probability(record: Record) -> float:
    """The likeliest choice's share: the softmax of the log-likelihoods, at its highest."""
    found = _choices(record.get("filtered_resps"))
    if found is None:
        raise InputError(
            '"filtered_resps" holds no choices ([log-likelihood, is greedy] each); '
            "--confidence choices is for multiple choice"
        )
    if _MUTUAL in record and len(found) % 2 == 0:
        found = found[: len(found) // 2]  # the second half has no question before it
    if len(found) < 2:
        raise InputError("only one choice, of which no confidence can be told")
    best = max(found)
    if math.isnan(math.fsum(found)) or math.isinf(best):
        raise InputError("a log-likelihood of the choices is not a number")
    return 1 / math.fsum(math.exp(value - best) for value in found)


def _choices(found: Any) -> list[float] | None:
    """The log-likelihoods, where the responses are [log-likelihood, is greedy] each."""
    if not isinstance(found, list) or not found:
        return None
    values = []
    for pair in found:
        if not (isinstance(pair, list) and len(pair) == 2 and str(pair[1]) in ("True", "False")):
            return None
        try:
            values.append(float(pair[0]))
        except (TypeError, ValueError, OverflowError):
            return None
    return values
