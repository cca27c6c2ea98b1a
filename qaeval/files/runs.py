"""Runs: one system's answers, in any of the formats of run_formats.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.answers import NO_NUMBER, Answers, response_test
from qaeval.files.description import take_description
from qaeval.files.large import open_document
from qaeval.files.named import checked_name, path_name
from qaeval.files.run_formats import RUN_FORMATS, SCORE_BITS
from qaeval.files.text import Document
from qaeval.files.trec_split import SplitRun
from qaeval.patterns import watched_matches
from qaeval.wording import shown

if TYPE_CHECKING:
    from qaeval.files.trec_scan import ScannedRun


def read_run(
    path: str,
    format: str | None = None,
    name_from: str | None = None,
    no_response: str | None = None,
    problems: list[InputError] | None = None,
    among_many: bool = False,
    score_bits: int = 64,
    keep_scores: bool = False,
    columns: Sequence[str] | None = None,
    name: str | None = None,
) -> Run:
    """Read a run file.

    `format` is the name of one of `RUN_FORMATS` (None: recognised from the content); `name_from` is
    "tag", "file" or "dir", the folder that the file is in (None: the tag, else the file), and
    `name` goes before what they would say; answers that match the regular expression
    `no_response` are dropped like empty ones; `problems` collects malformed lines instead of
    raising at the first; `among_many` says that so many runs are read that the fast scan pays even
    for small ones; `score_bits` is 64, or 32 for the order of trec_evals that keep scores in 32
    bits, and so tie what differs by less; `keep_scores` keeps scores and ranks, by which nothing is
    ordered any more but which can be looked at; `columns` are the names of a table's columns
    in their order, "-" for those to ignore, where it has no header or one of other names.
    """
    document = open_document(path, problems, columns)
    how = Reading(format, no_response, among_many, score_bits, keep_scores)
    return run_of(document, Naming(path, name_from, name), how)


@dataclass(frozen=True)
class Naming:
    """Where a run gets its name from."""

    path: str
    name_from: str | None = None  # tag, file or dir; None: the tag, else the file
    given: str | None = None  # as in NAME=FILE

    @property
    def needs_tag(self) -> bool:
        """Whether the file's tags have a say."""
        return self.given is None and self.name_from in (None, "tag")

    def name(self, tags: dict[str, int], format: str, document: Document) -> str:
        """The name; `tags` holds each tag and the line where it first stands."""
        if self.given is not None:
            return checked_name(self.given, document.file)
        if self.name_from == "tag" and not tags:
            raise InputError(f"--name-from tag: a {format} run has no tag", document.file)
        if not self.needs_tag or not tags:
            return checked_name(path_name(self.path, self.name_from, document.file), document.file)
        return _tag_name(tags, document)


@dataclass(frozen=True)
class Reading:
    """How a run is read; `read_run` says what each means."""

    format: str | None = None
    no_response: str | None = None
    among_many: bool = False
    score_bits: int = 64
    keep_scores: bool = False


def run_of(document: Document, naming: Naming, how: Reading) -> Run:
    """The run that a file holds."""
    if how.score_bits not in SCORE_BITS:
        raise InputError(f"score_bits is {how.score_bits}, expected 64 or 32")
    description = take_description(document)
    form = RUN_FORMATS.recognise(document, how.format)
    if form.scan is not None and how.no_response is None:
        columns = form.scan(document, how.score_bits, how.keep_scores, how.among_many)
        if columns is not None and (not naming.needs_tag or len(columns.tags) == 1):
            name = naming.name(dict.fromkeys(columns.tags, 1), form.name, document)
            return replace(_run_of_columns(columns, name, form.name), description=description)
    answers = Answers(document, response_test(how.no_response), how.score_bits)
    if how.keep_scores:
        answers.kept = {}
    with watched_matches():
        tags = form.read(document, answers)
    run = answers.as_run(naming.name(tags, form.name, document), form.name)
    return replace(run, description=description)


def _run_of_columns(scanned: ScannedRun | SplitRun, name: str, format: str) -> Run:
    count = len(scanned.questions)
    split = scanned if isinstance(scanned, SplitRun) else None
    return Run(
        name=name,
        questions=scanned.questions,
        bounds=scanned.bounds,
        answers=scanned.answers,
        confidence=np.broadcast_to(NO_NUMBER, len(scanned.answers)),
        stated=np.full(count, NO_NUMBER),
        seconds=np.full(count, NO_NUMBER),
        candidates={},
        format=format,
        file=scanned.file,
        answer_lines=None if split is None else split.answer_lines,
        first_lines=None if split is None else split.first_lines,
        scores=scanned.scores,
        ranks=scanned.ranks,
    )


def _tag_name(tags: dict[str, int], document: Document) -> str:
    """The one tag that all lines must have."""
    name, *others = tags
    try:
        fields.run_name(name)
    except InputError as error:
        raise InputError(f"{error.message}; try --name-from file", document.file) from None
    if others:
        two = f"tag {shown(others[0])} after {shown(name)}: one run a file"
        document.report(InputError(f"{two}, or --name-from file"), tags[others[0]])
    return name
