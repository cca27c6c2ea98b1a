"""lm-evaluation-harness: what a document's response is, and how sure of it the model is."""

from __future__ import annotations

import json
import math
from typing import Any

from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.foreign import paths
from qaeval.wording import offered, shown

CHOICES = "choices"

_MUTUAL = "acc_mutual_info"

Record = dict[str, Any]


def response_in(record: Record, repeat: int = 0) -> str | None:
    """The filtered response as text, of several one; None where it is choices."""
    response = record.get("filtered_resps")
    if _choices(response) is not None:
        return None
    if repeat and isinstance(response, list) and response and isinstance(response[0], list):
        response = response[0][repeat : repeat + 1]
    while isinstance(response, list):
        response = response[0] if response else ""
    return response if isinstance(response, str) else None


def confidence_in(record: Record, name: str) -> float | None:
    """The confidence that a sample or its document states, or that its choices imply."""
    if name == CHOICES:
        return _choice_probability(record)
    for place in (record, record.get("doc")):
        value = paths.found(place, name)
        if value is not paths.ABSENT:
            if value is None:
                return None
            return fields.confidence(finite_number(value, name, "a number from 0 to 1"))
    have = offered(_numeric_fields(record)) or "none"
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
    likelihoods = _choices(record.get("filtered_resps"))
    if likelihoods is None:
        raise InputError(
            '"filtered_resps" holds no choices ([log-likelihood, is greedy] each); '
            "--confidence choices is for multiple choice"
        )
    if _MUTUAL in record and len(likelihoods) % 2 == 0:
        # The second half has no question before it.
        likelihoods = likelihoods[: len(likelihoods) // 2]
    if len(likelihoods) < 2:
        raise InputError("only one choice, of which no confidence can be told")
    best = max(likelihoods)
    if any(map(math.isnan, likelihoods)) or math.isinf(best):
        raise InputError("a log-likelihood of the choices is not a number")
    return 1 / math.fsum(math.exp(value - best) for value in likelihoods)


def _choices(responses: Any) -> list[float] | None:
    """The log-likelihoods, where the responses are [log-likelihood, is greedy] each."""
    if not isinstance(responses, list) or not responses:
        return None
    values = []
    for pair in responses:
        if not (isinstance(pair, list) and len(pair) == 2 and str(pair[1]) in ("True", "False")):
            return None
        try:
            values.append(float(pair[0]))
        except (TypeError, ValueError, OverflowError):
            return None
    return values


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
