"""Documents that tools ask about: which question each is, and what tells that it is the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.wording import printable, shown

# Characters of a document's text that its question table and messages show.
LONGEST_TEXT = 200

_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class Document:
    """What a tool asked about: its id within the task, and what must be equal wherever that is."""

    task: str
    name: str
    identity: str = ""  # a hash or the input itself; empty where the tool keeps neither
    text: str = ""  # for people
    cluster: str = ""  # what it shares with other documents: a passage, a thread


@dataclass(frozen=True)
class _Known:
    document: Document
    file: str


@dataclass(frozen=True)
class Met:
    """The documents of one log, compared with those of the logs before it."""

    ids: dict[Document, str]
    fresh: dict[str, _Known]


class Documents:
    """The documents of all logs by their question ids, `task:doc`; no id stands for two."""

    def __init__(self) -> None:
        self.known: dict[str, _Known] = {}

    def meet(self, documents: Iterable[Document], file: str) -> Met:
        """The id of each document of a log, none of which may contradict what is known."""
        met = Met({}, {})
        for document in documents:
            if document in met.ids:
                continue
            question = question_id(document.task, document.name)
            met.ids[document] = question
            known = met.fresh.get(question) or self.known.get(question)
            if known is not None:
                _check_same(question, known, _Known(document, file))
            if known is None or (document.identity and not known.document.identity):
                met.fresh[question] = _Known(document, file)
        return met

    def keep(self, met: Met) -> None:
        """Remember the documents of a log that was taken."""
        self.known.update(met.fresh)

    def table_text(self) -> str:
        """The question table: question, task, cluster where there are any, and text."""
        return question_table(
            (question, known.document.task, known.document.cluster, known.document.text)
            for question, known in self.known.items()
        )


def question_table(rows: Iterable[tuple[str, str, str, str]]) -> str:
    """The table of questions out of question, task, cluster and text; what none has is left out."""
    rows = [
        (question, folded(task), folded(cluster), excerpt(text))
        for question, task, cluster, text in rows
    ]
    names = ("question", "task", "cluster", "text")
    kept = [at for at in range(len(names)) if at == 0 or any(row[at] for row in rows)]
    lines = ["\t".join(row[at] for at in kept) for row in (names, *rows)]
    return "\n".join([*lines, ""])


def question_id(task: str, name: str) -> str:
    """`task:doc`; line breaks, tabs and other blanks become one blank."""
    question = f"{folded(task)}:{folded(name)}"
    if question.startswith("#"):
        raise InputError(f"the task is called {shown(task)}, but a name may not start with '#'")
    for part, what in ((task, "task"), (name, "document id")):
        if not part or part.isspace():
            raise InputError(f"the {what} is empty")
    return fields.question_id(question)


def folded(text: str) -> str:
    """Text on one line: any run of blanks is one, and there are none at its ends."""
    return _BLANKS.sub(" ", text).strip()


def excerpt(text: str) -> str:
    """The start of a text for people, on one line."""
    line = folded(text[: 4 * LONGEST_TEXT])
    return printable(line if len(line) <= LONGEST_TEXT else f"{line[: LONGEST_TEXT - 1]}…")


def _check_same(question: str, known: _Known, met: _Known) -> None:
    former, document = known.document, met.document
    if (former.task, former.name) != (document.task, document.name):
        raise InputError(
            f"{_named(document)} and {_named(former)} of {known.file} are both called "
            f"{shown(question)} once blanks are folded",
            met.file,
        )
    if former.identity and document.identity and former.identity != document.identity:
        here, there = shown(excerpt(document.text)), shown(excerpt(former.text))
        further = "; they differ further on" if here == there else ""
        raise InputError(
            f"question {shown(question)} is {here}, but {there} in {known.file}{further}: two "
            "questions of one id, which cannot be paired",
            met.file,
        )
    if former.cluster != document.cluster:
        raise InputError(
            f"question {shown(question)} is of cluster {shown(document.cluster)}, but of "
            f"{shown(former.cluster)} in {known.file}",
            met.file,
        )


def _named(document: Document) -> str:
    return f"document {shown(document.name)} of task {shown(document.task)}"
