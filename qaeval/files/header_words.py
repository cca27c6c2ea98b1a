"""The words by which a column is known for one of questions or of runs, whatever their spelling."""

from __future__ import annotations

import re

_QUESTION = re.compile(
    "(question|query|topic|item|instance|example|case|prompt|claim)s?(id|no|nr|num|number|name)?"
    "|q(id|no|nr|num|s)?|t(opic)?id|u?u?ids?|index|idx|no|nr|num|number"
)
_RUN = re.compile(
    "(run|system|sys|model|team|submission|method|participant|group|engine)s?(id|tag|name)?|tag"
)
_SUMMARY = re.compile(
    "(arith(metic)?|macro|micro|a|g)?(mean|average|avg)s?|overall|totals?|sum|median|std(dev)?"
)
_DESCRIPTION = re.compile(
    "(question|answer|query|topic)?(type|kind|category|domain|difficulty|language|length|date)"
    "|level|weight|year|tokens|words|chars|seed|fold|split|count|n"
)
_NO_LETTERS = re.compile(r"[\W_]+")


def names_questions(word: str) -> bool:
    """Whether a column of this name holds questions: question, qid, Topic ID, query_id, …"""
    return word.strip() == "#" or _QUESTION.fullmatch(_plain(word)) is not None


def names_runs(word: str) -> bool:
    """Whether a column of this name holds runs: run, System, team_name, …"""
    return _RUN.fullmatch(_plain(word)) is not None


def names_summary(word: str) -> bool:
    """Whether a row of this name is a summary of the others, and no question: mean, Average, …"""
    return _SUMMARY.fullmatch(_plain(word)) is not None


def names_no_run(word: str) -> bool:
    """Whether a column of this name sums up runs or describes questions: mean, type, length, …"""
    return names_summary(word) or _DESCRIPTION.fullmatch(_plain(word)) is not None


def _plain(word: str) -> str:
    return _NO_LETTERS.sub("", word.casefold())
