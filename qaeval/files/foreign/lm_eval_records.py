"""lm-evaluation-harness: a sample's record, its document, and what it is graded by."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import jsonl
from qaeval.files.foreign import paths
from qaeval.files.foreign.lm_eval_responses import finite_number
from qaeval.files.text import Lines
from qaeval.wording import nearest, offered, shown

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
    "scores_per_repeat",
)
_REPEATS = "scores_per_repeat"
_UNGRADED = "the sample has no metric (lm_eval --predict_only grades nothing)"
_TRUTHS = {True: 1.0, False: 0.0, "True": 1.0, "False": 0.0}

# Fields of documents in which the harness's tasks have what is asked, the plainest first.
_TEXTS = ("question", "query", "problem", "prompt", "input", "instruction", "sentence", "text")
_LONGEST_CLUSTER = 60  # characters; a whole passage is named by its start and a hash

Record = dict[str, Any]


def records(stream: Lines) -> Iterator[tuple[int, Record]]:
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


def doc_id(record: Record) -> str:
    """The number of a document within its task, as text."""
    if "doc_id" not in record:
        raise InputError(
            'no "doc_id": not a sample of lm-evaluation-harness, '
            "whose --log_samples writes samples_*.jsonl"
        )
    name = record["doc_id"]
    if isinstance(name, bool) or not isinstance(name, (int, str)):
        raise InputError(f"doc_id is {shown(json.dumps(name))}, expected a whole number")
    return jsonl.string(str(name), "doc_id")


def identity(record: Record) -> str:
    """The hash that the harness gives a document since version 0.4.3, or the same made here."""
    given = record.get("doc_hash")
    if isinstance(given, str) and given:
        return given
    if "doc" not in record:
        return ""
    text = json.dumps(record["doc"], indent=2, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def text_of(record: Record) -> str:
    """What is asked, for people: a usual field of the document, or any text, or the prompt."""
    doc = record.get("doc")
    texts = doc if isinstance(doc, dict) else {}
    for name in (*_TEXTS, *texts):
        if isinstance(texts.get(name), str) and texts[name].strip():
            return texts[name]
    prompt = paths.found(record, "arguments.gen_args_0.arg_0")
    return prompt if isinstance(prompt, str) else ""


def cluster_of(value: Any) -> str:
    """What a document shares with others, in a few words."""
    text = value if isinstance(value, str) else json.dumps(value)
    if len(text) <= _LONGEST_CLUSTER:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{text[: _LONGEST_CLUSTER - 10]}… {digest[:8]}"


def repeats_of(record: Record) -> int:
    """How many responses the model gave to each request."""
    requests = record.get("resps")
    if not isinstance(requests, list):
        return 1
    return max((len(part) for part in requests if isinstance(part, list)), default=1)


def filter_of(record: Record) -> str | None:
    """The filter that the responses went through; None before version 0.4.7."""
    name = record.get("filter")
    return None if name is None else jsonl.string(name, "filter")


def again(question: str, line: int, filter: str | None) -> str:
    """What is wrong with a second sample of a document."""
    twice = f"document {shown(question)} again (first on line {line})"
    old = "; the samples do not name their filters, so that these cannot be told apart"
    return twice + (old if filter is None else f" for the filter {shown(filter)}")


def _metrics(record: Record) -> list[str]:
    """Named by the harness itself, or in older versions whatever else there is but text."""
    named = record.get("metrics")
    if isinstance(named, list):
        return [jsonl.string(name, "metrics") for name in named]
    return [name for name in record if name not in FIXED and not _is_text(record[name])]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not decimals.is_number(value) and value not in _TRUTHS


def metric_names(record: Record) -> list[str]:
    """The metrics of a sample; those of each repeat stand for what is made of them."""
    each = list(_repeated_in(record))
    return [*each, *(name for name in _metrics(record) if not _is_reduced(name, each))]


def _is_reduced(metric: str, each: Sequence[str]) -> bool:
    """Whether a metric is made of one that each repeat has: `pass@3(exact_match)`."""
    return any(metric.endswith(f"({name})") for name in each)


def has_metric(record: Record, metric: str) -> bool:
    """Whether a sample, or each of its repeats, is graded by a metric."""
    return metric in _repeated_in(record) or (metric in record and metric not in FIXED)


def _repeated_in(record: Record) -> Mapping[str, Any]:
    repeats = record.get(_REPEATS)
    return repeats if isinstance(repeats, dict) else {}


def only_metric(record: Record, aside: str | None) -> str:
    """The metric of a sample that has but one, not counting its confidence."""
    metrics = [name for name in metric_names(record) if name != aside]
    if not metrics:
        raise InputError(_UNGRADED)
    if len(metrics) > 1:
        raise InputError(f"several metrics, say which with --metric: {offered(metrics)}")
    return metrics[0]


def values_of(record: Record, metrics: Sequence[str]) -> list[tuple[float, ...]]:
    """The values of a document, or of each of its repeats."""
    repeats = _repeated_in(record)
    each = [name for name in metrics if name in repeats]
    if not each:
        return [tuple(_value(record, metric) for metric in metrics)]
    if len(each) < len(metrics):
        other = next(name for name in metrics if name not in each)
        raise InputError(
            f"{shown(each[0])} is of each repeat, {shown(other)} of the document: import them apart"
        )
    columns = [_repeated(repeats[name], name) for name in each]
    if len({len(column) for column in columns}) > 1:
        raise InputError(f"{_REPEATS}: metrics differ in their number of repeats")
    return list(zip(*columns, strict=True))


def _repeated(values: Any, metric: str) -> list[float]:
    if not isinstance(values, list) or not values:
        raise InputError(f"{_REPEATS}: {shown(metric)} is no list of numbers")
    return [_number(value, metric) for value in values]


def _value(record: Record, metric: str) -> float:
    if metric not in record or metric in FIXED:
        names = [*metric_names(record), *(name for name in _metrics(record) if "(" in name)]
        if not names:
            raise InputError(_UNGRADED)
        have = offered(dict.fromkeys(names))
        raise InputError(f"no metric {shown(metric)} (there are: {have}){nearest(metric, names)}")
    return _number(record[metric], metric)


def _number(value: Any, metric: str) -> float:
    # The harness writes numpy's truth values and short floats as strings.
    if isinstance(value, str) and decimals.is_number(value):
        value = float(value)
    if isinstance(value, (bool, str)) and value in _TRUTHS:
        return _TRUTHS[value]
    if isinstance(value, list):
        raise InputError(
            f"{metric} is {shown(json.dumps(value))}, not a number for each document: the harness "
            "computes it from all of them together"
        )
    return finite_number(value, metric, "one number for each document")
