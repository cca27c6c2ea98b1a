"""The report page, keys from assessors' labels, and pictures, as functions."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from qaeval.errors import InputRemark
from qaeval.files.assessments import read_assessments, read_best
from qaeval.files.label_patterns import parse_scale
from qaeval.files.output import write_output
from qaeval.notebook.choice import Choice, in_words_of_python, names, typed, with_notes
from qaeval.presentation.results import Result
from qaeval.progress import unwatched
from qaeval.steps.gold_keys import GoldOptions, chosen_scheme, gold_result
from qaeval.steps.notes import Notes
from qaeval.steps.report_lines import TITLE, ReportOptions
from qaeval.steps.reporting import check_report, report_page


def report(
    scores: Any,
    path: str | os.PathLike[str] | None = None,
    measures: Any = (),
    *,
    title: str = TITLE,
    pictures: bool = True,
    test: str = "max-t",
    correct: str = "none",
    c: int | Sequence[int] = (),
    trials: int | None = None,
    seed: int = 0,
    jobs: int | None = None,
    **choice: Any,
) -> str:
    """A web page of it all, written to a file if `path` names one; gives its HTML.

    `choice` has the keywords of the studies: questions, only, by, cluster, macro, intersect, run,
    exclude, runs, only_runs, best_of.
    """
    with in_words_of_python():
        sizes = (c,) if isinstance(c, int) else tuple(c)
        where = None if path is None else os.fspath(path)
        asked = ReportOptions(
            typed("title", title, str),
            test,
            correct,
            sizes,
            trials,
            seed,
            jobs,
            not pictures,
            page=where,
        )
        check_report(asked)
        notes = Notes()
        study = Choice(measures=measures, **choice).study(scores, notes, least_runs=1)
        study = replace(study, asked=replace(study.asked, tables=("scores.tsv",)))
        page = report_page(study, asked, (), notes, unwatched)
    for message in notes.messages:
        warnings.warn(InputRemark(message), stacklevel=2)
    if where is not None:
        write_output(page, where)
    return page


def plot(result: Result, path: str | os.PathLike[str]) -> None:
    """Draw a result into a file: .png, .svg or .pdf."""
    typed("result", result, Result, what="what compare, swap and the other studies give")
    with in_words_of_python():
        result.plot(os.fspath(path))


def gold_key(
    assessments: str | os.PathLike[str],
    scheme: str | None = None,
    *,
    best: str | os.PathLike[str] | None = None,
    weights: str | None = None,
    labels: str = "A,B,C",
    skipped_as: str | None = None,
    leave_out: str | Sequence[str] = (),
    distribution: bool = False,
    agreement: bool = False,
    as_run: str | None = None,
) -> Result:
    """A key from the labels that several assessors gave; its text is the key as a file has it."""
    with in_words_of_python():
        asked = GoldOptions(
            scheme,
            None if best is None else os.fspath(best),
            weights,
            labels,
            skipped_as,
            names("leave_out", leave_out),
            distribution=distribution,
            agreement=agreement,
            as_run=as_run,
        )
        scale = parse_scale(labels)
        chosen = chosen_scheme(asked, scale)
        assessed = read_assessments(os.fspath(assessments), scale)
        known = None if asked.best is None else read_best(asked.best, assessed)
        notes = Notes()
        return with_notes(gold_result(assessed, asked, chosen, known, notes), notes)
