"""How far a run's scores settle the order of its answers: ties, ranks that disagree, bits."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Floats, Ints
from qaeval.collection.runs import Run
from qaeval.files.answers import as_held
from qaeval.files.run_formats import SCORE_BITS
from qaeval.wording import counted

_BY_ID = "ties go by id, last in byte order first"
_AS_WRITTEN = "ties stay as written"


@dataclass(frozen=True)
class ScoreOrder:
    """Numbers of questions in which a run's scores leave something open, or are contradicted."""

    questions: int  # with two answers or more; the others have no order
    tied: int = 0  # in which scores tie
    tied_answers: int = 0
    level: int = 0  # in which all scores are one
    disagreeing: int = 0  # in which rank and score do not give one order
    opposite: int = 0  # in which the better rank never has the better score
    by_bits: int = 0  # in which scores of the other number of bits give another order
    bits: int = 64
    by_id: bool = True  # equal scores go by id; else they stay as written
    by_rank: bool = False  # the order is that of the ranks

    def remarks(self) -> list[str]:
        """What is worth knowing, a sentence per kind."""
        told = []
        if self.tied:
            told.append(
                f"scores tie in {self._of(self.tied)} ({self._extent()}); "
                f"{_BY_ID if self.by_id else _AS_WRITTEN}"
            )
        if self.disagreeing:
            first = "the rank decides" if self.by_rank else "the score decides, highest first"
            told.append(f"rank and score {self._contradiction()}; {first}")
        if self.by_bits:
            (other,) = set(SCORE_BITS) - {self.bits}
            told.append(
                f"{other}-bit scores would order the answers to {self._of(self.by_bits)} otherwise "
                f"(--score-bits {other})"
            )
        return told

    def _of(self, some: int) -> str:
        return f"{some} of {counted(self.questions, 'question')}"

    def _extent(self) -> str:
        answers = counted(self.tied_answers, "answer")
        level = f"; in {counted(self.level, 'question')} all are equal" if self.level else ""
        return answers + level

    def _contradiction(self) -> str:
        if self.opposite == self.disagreeing:
            return f"run opposite ways in {self._of(self.opposite)}"
        opposite = f", run opposite ways in {self.opposite} of them" if self.opposite else ""
        return f"disagree in {self._of(self.disagreeing)}{opposite}"


def score_order(run: Run, bits: int = 64) -> ScoreOrder:
    """What the scores of a run settle, where it has any and they were kept."""
    lengths = np.diff(run.bounds)
    questions = int((lengths > 1).sum())
    if run.scores is None or not questions:
        return ScoreOrder(questions)
    question = np.repeat(np.arange(len(lengths)), lengths)
    disagreeing, opposite = _against_ranks(question, run.scores, run.ranks)
    by_rank = run.format != "trec" and run.ranks is not None
    if by_rank:
        return ScoreOrder(questions, disagreeing=disagreeing, opposite=opposite, by_rank=True)
    by_id = run.format == "trec"
    held = as_held(run.scores, bits) if by_id else run.scores
    together = question[:-1] == question[1:]
    equal = together & (held[:-1] == held[1:])
    ties = np.bincount(question[:-1][equal], minlength=len(lengths))
    return ScoreOrder(
        questions,
        tied=int((ties > 0).sum()),
        tied_answers=int((np.append(equal, False) | np.append(False, equal)).sum()),
        level=int(((ties > 0) & (ties == lengths - 1)).sum()),
        disagreeing=disagreeing,
        opposite=opposite,
        by_bits=_otherwise(run, question, together, bits) if by_id else 0,
        bits=bits,
        by_id=by_id,
    )


def _against_ranks(question: Ints, scores: Floats, ranks: Floats | None) -> tuple[int, int]:
    """Questions whose ranks, all different, disagree with the scores; and where all of them do."""
    if ranks is None:
        return 0, 0
    order = np.lexsort((ranks, question))
    question, scores, ranks = question[order], scores[order], ranks[order]
    together = question[:-1] == question[1:]
    unclear = np.unique(
        np.append(
            question[np.isnan(ranks) | np.isnan(scores)],
            question[1:][together & (ranks[:-1] == ranks[1:])],
        )
    )
    rises, falls = scores[:-1] < scores[1:], scores[:-1] > scores[1:]
    rising = np.setdiff1d(question[1:][together & rises], unclear)
    return len(rising), len(np.setdiff1d(rising, question[1:][together & falls]))


def _otherwise(run: Run, question: Ints, together: Bools, bits: int) -> int:
    """Questions that scores of the other number of bits would put in another order."""
    assert run.scores is not None
    held, other = (as_held(run.scores, each) for each in (bits, 96 - bits))
    swapped = together & (other[:-1] < other[1:])
    # Tied by the other bits alone: there the ids decide, unless they say the same.
    newly = together & (other[:-1] == other[1:]) & (held[:-1] != held[1:])
    for at in np.flatnonzero(newly).tolist():
        swapped[at] = run.answers[at].encode() < run.answers[at + 1].encode()
    return len(np.unique(question[:-1][swapped]))
