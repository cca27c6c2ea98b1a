"""The fast way into small TREC runs: split at blanks all at once, where every line is alike."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Floats, Ints
from qaeval.files.answers import as_held
from qaeval.files.fields import ALL
from qaeval.files.text import Document


@dataclass
class SplitRun:
    """A TREC run's columns; each question's answers are together, best first."""

    questions: list[str]
    bounds: Ints
    answers: list[str]
    tags: list[str]
    file: str
    answer_lines: Ints
    first_lines: Ints
    scores: None = None  # not kept
    ranks: None = None


def split_run(document: Document, score_bits: int) -> SplitRun | None:
    """`qid Q0 id rank score tag` in trec_eval's order; None where a line wants a closer look."""
    parts = _fields(document)
    if parts is None:
        return None
    numerals, ids, column = parts[4::6], parts[2::6], parts[::6]
    questions = list(dict.fromkeys(column))
    try:
        scores = as_held(np.array([*map(float, numerals)]), score_bits)
    except ValueError:
        return None
    # What Python takes for a number and we do not.
    if not np.isfinite(scores).all() or "_" in "".join(numerals) or ALL in questions:
        return None
    place = {name: at for at, name in enumerate(questions)}
    codes = np.array([*map(place.__getitem__, column)])
    rows = _order(codes, scores, ids)
    bounds = np.append(0, np.cumsum(np.bincount(codes, minlength=len(questions))))
    lines = rows + 1
    answers = [ids[row] for row in rows.tolist()]
    firsts = np.minimum.reduceat(lines, bounds[:-1])
    return SplitRun(questions, bounds, answers, parts[5:6], document.file, lines, firsts)


def _fields(document: Document) -> list[str] | None:
    """All fields, six a line; None where one tag does not end every line and stand nowhere else."""
    text = document.text
    if not (document.clean and text.isascii()):
        return None
    text = text if text.endswith("\n") else f"{text}\n"
    parts = text.split()
    lines, more = divmod(len(parts), 6)
    if more or not lines or text.count("\n") != lines:
        return None
    tag = parts[5]
    ended = text.count(f" {tag}\n") + text.count(f"\t{tag}\n")
    # As many tags as lines: then each line ends in one, and if each sixth field is one, has six.
    is_even = ended == lines == parts.count(tag) == parts[5::6].count(tag)
    return parts if is_even else None


def _order(codes: Ints, scores: Floats, ids: list[str]) -> Ints:
    """The rows question by question, by score and then by id, both descending."""
    falls = (codes[1:] > codes[:-1]) | ((codes[1:] == codes[:-1]) & (scores[1:] < scores[:-1]))
    if falls.all():
        return np.arange(len(codes))
    keys = zip((-codes).tolist(), scores.tolist(), ids, range(len(ids)), strict=True)
    return np.array([row for *_, row in sorted(keys, reverse=True)])
