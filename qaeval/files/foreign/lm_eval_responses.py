"""lm-evaluation-harness: what a document's response is, how sure it is, and whether it is right."""

from __future__ import annotations

import math
from typing import Any

from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.lm_eval import Chosen, Record, finite_number, samples
from qaeval.files.judged import JudgedColumns
from qaeval.files.text import stream_lines
from qaeval.wording import listed, shown

CHOICES = "choices"

_MUTUAL = "acc_mutual_info"


def judge_samples(path: str, run: str, chosen: Chosen, judging: Judging) -> Responses:
    """Each document judged; a response that is none has no confidence."""
    stream = stream_lines(path)
    columns = JudgedColumns()
    for sample in samples(stream, chosen):
        try:
            outcome = judging.outcome(sample.metric, sample.value, _response(sample.record))
            name = None if outcome == "U" else chosen.confidence
            confidence = None if name is None else _confidence(sample.record, name)
            columns.add(sample.question, outcome, confidence)
        except InputError as error:
            stream.report(error, sample.line)
    return columns.as_responses(run, stream.file)


def _response(record: Record) -> str | None:
    """The filtered response as text (of several the first); None where it is choices."""
    response = record.get("filtered_resps")
    if _choices(response) is not None:
        return None
    while isinstance(response, list):
        response = response[0] if response else ""
    return response if isinstance(response, str) else None


def _confidence(record: Record, name: str) -> float | None:
    if name == CHOICES:
        return _choice_probability(record)
    for place in (record, record.get("doc")):
        if isinstance(place, dict) and name in place:
            value = place[name]
            return None if value is None else finite_number(value, name, "a number from 0 to 1")
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
    if math.isnan(math.fsum(likelihoods)) or math.isinf(best):
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
