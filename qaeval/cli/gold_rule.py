"""The scheme that --scheme names, ready to turn labels into levels."""

from __future__ import annotations

from qaeval.arrays import Bools, Ints
from qaeval.cli.options import parsed_option
from qaeval.errors import InputError, UnreadableFile
from qaeval.files.assessments import Assessments, parse_weights, pattern_text, read_map
from qaeval.gold.schemes import (
    GA_ASSESSORS,
    GA_LABELS,
    LACKING,
    Rule,
    favourites,
    good_answers,
    mapped,
    reachable,
    votes,
    weighted,
)
from qaeval.wording import counted, listed, nearest, shown

SCHEMES = ("ga", "gaw", "ufa", "ufba", "ba")


class SchemeRule:
    """A scheme, ready to give levels."""

    def __init__(self, scheme: str, scale: tuple[str, ...], weights: str | None) -> None:
        self.scheme = scheme
        self.size = len(scale)
        self.map: dict[tuple[int, ...], int] = {}
        self.weights = list(range(len(scale)))[::-1]
        if weights is not None:
            self.weights = parsed_option("--weights", parse_weights, weights, scale)
        if scheme == "ga" and len(scale) != GA_LABELS:
            raise InputError(
                f"--scheme ga is for three labels, found {counted(self.size, 'label')}"
            )
        if scheme not in SCHEMES:
            try:
                self.map = read_map(scheme, scale)
            except UnreadableFile as error:
                hint = nearest(scheme, SCHEMES) or f"; the schemes are {' '.join(SCHEMES)}"
                raise InputError(f"--scheme: {error}{hint}") from None

    def __call__(self, assessed: Assessments, best: Bools | None) -> Ints:
        """The level of each answer."""
        assessors = assessed.assessors
        if self.scheme == "ga" and len(assessors) != GA_ASSESSORS:
            have = f"{counted(len(assessors), 'assessor')} ({listed(assessors)})"
            raise InputError(f"{have}, but --scheme ga is for exactly four; try gaw", assessed.file)
        levels = self.of(assessed.starts, best)(assessed.labels)
        if (levels == LACKING).any():
            at = int((levels == LACKING).argmax())
            (given,) = votes(assessed.labels[[at]], self.size).tolist()
            pattern = pattern_text(given, assessed.scale)
            raise assessed.wrong(at, f"has the pattern {shown(pattern)}, which {self.scheme} lacks")
        return levels

    def of(self, starts: Ints, best: Bools | None) -> Rule:
        """From labels to levels, for any number of assessors."""

        def favoured(labels: Ints) -> Ints:
            return favourites(labels, starts, self.size)

        def levels(labels: Ints) -> Ints:
            if self.scheme == "ga":
                return good_answers(labels)
            if self.scheme == "gaw":
                return weighted(labels, self.weights)
            if self.scheme == "ufa":
                return favoured(labels)
            if self.scheme in ("ufba", "ba"):
                assert best is not None
                chosen = best.astype("int64")
                return chosen if self.scheme == "ba" else chosen | favoured(labels)
            return mapped(labels, self.size, self.map)

        return levels

    def levels(self, assessors: int) -> set[int]:
        """Every level that there can be."""
        if self.scheme == "gaw":
            return reachable(self.weights, assessors)
        if self.scheme in SCHEMES:
            return {0, 1, 2, 3} if self.scheme == "ga" else {0, 1}
        return set(self.map.values())
