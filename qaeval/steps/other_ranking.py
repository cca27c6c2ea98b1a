"""The table of --ranks-against, and how far runs moved from their ranks in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from qaeval.errors import InputError
from qaeval.files.named import RUN_NAME, split_name
from qaeval.measures import Measure
from qaeval.scores.ranking import rank_moves
from qaeval.scores.reading import read_scores
from qaeval.scores.table import Scores
from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed, nearest, shown


@dataclass(frozen=True)
class OtherRanking:
    """The table that ranks are compared with: its name, its scores, and who is left out."""

    name: str
    file: str
    scores: Scores
    unranked: Sequence[str]

    def moves(self, scores: Scores, measure: Measure) -> dict[str, str]:
        """Each run's move from its rank there, on the same questions (2010, Table 22)."""
        other = self.scores.on(scores.questions) if self.scores.columns else self.scores
        paired = self._paired(measure)
        values = measure.overall(scores.columns)
        here = dict(zip(scores.runs, values.tolist(), strict=True))
        there = dict(zip(other.runs, other.values(paired).tolist(), strict=True))
        moves = rank_moves(here, there, measure.definition.better, self.unranked)
        arrows = {run: "↑" if move > 0 else "↓" for run, move in moves.items() if move}
        return {run: f"{self.name}{arrow}{abs(moves[run])}" for run, arrow in arrows.items()}

    def check(self, scores: Scores, left_out: Collection[str], notes: Notes) -> None:
        """Tell what only one of the tables has; runs that are `left_out` are known to be."""
        there = self.scores
        for run in self.unranked:
            if run not in scores.runs and run not in there.runs:
                hint = nearest(run, scores.runs)
                raise InputError(f"--unranked {shown(run)}: there is no such run{hint}")
        alone = sorted((set(scores.runs) ^ set(there.runs)) - set(self.unranked) - set(left_out))
        if alone:
            notes.add(
                f"{self.file}: not ranked, since only one of the tables has them: {listed(alone)}"
            )
        lacking = sorted(set(scores.questions) - set(there.questions)) if there.questions else []
        if lacking:
            have = counted(len(lacking), "question")
            notes.add(f"{self.file}: ranked there without {have}: {listed(lacking)}")

    def _paired(self, measure: Measure) -> Measure:
        """The other table's measure of the same name after the key's; the table's name decides."""
        name = _bare(measure)
        paired = [other for other in self.scores.measures if _bare(other) == name]
        own = [other for other in paired if other.label == f"{self.name}-{name}"]
        if len(own or paired) == 1:
            return (own or paired)[0]
        if not paired:
            raise InputError(f"no measure to pair with {measure.label}", self.file)
        names = listed(other.label for other in paired)
        raise InputError(f"{measure.label} could be paired with {names}", self.file)


def _bare(measure: Measure) -> str:
    """A measure's name without that of its key, also where the measure is unknown."""
    if measure.definition.family != "foreign":
        return measure.name
    return measure.label.partition("-")[2] or measure.label


def read_other_ranking(
    named: Sequence[str],
    unranked: Sequence[str],
    scores: Scores,
    left_out: Collection[str],
    notes: Notes,
) -> OtherRanking | None:
    """The table of --ranks-against, if there is one, beside the `scores` that are compared.

    Runs that are `left_out` of these need not be told to be missing.
    """
    if not named:
        if unranked:
            raise InputError("--unranked has no effect without --ranks-against")
        return None
    if len(named) > 1:
        raise InputError("--ranks-against goes once, with the leaderboard (not --pairs)")
    name, path = split_name(named[0], RUN_NAME)
    if name is None:
        raise InputError(f"--ranks-against {shown(path)}: expected NAME=SCORES, such as GA=ga.tsv")
    other = OtherRanking(name, path, read_scores(path), unranked)
    have = counted(len(other.scores.questions), "question")
    notes.detail(f"{path}: {counted(len(other.scores.runs), 'run')}, {have}")
    other.check(scores, left_out, notes)
    return other
