"""The levels that a scheme gives to assessed answers, and what there is to show of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qaeval.arrays import Bools, Ints
from qaeval.collection.assessments import SKIPPED, Assessments
from qaeval.gold.distribution import distribution
from qaeval.gold.levels import ChosenScheme, levels_of
from qaeval.gold.registry import Labelled, Scheme
from qaeval.presentation.assessment_tables import distribution_tables, key_table
from qaeval.presentation.latent_tables import (
    confusion_tables,
    latent_in_words,
    latent_warnings,
    posterior_tables,
)
from qaeval.presentation.results import Shown
from qaeval.steps.notes import Notes
from qaeval.wording import counted, listed

_MOST_TOLD = 5


@dataclass(frozen=True)
class Levels:
    """The levels that a scheme gives to answers, and what it went by."""

    kept: Assessments
    scheme: Scheme
    given: Labelled
    levels: Ints

    @classmethod
    def of(
        cls, kept: Assessments, chosen: ChosenScheme, best: Bools | None, notes: Notes
    ) -> Levels:
        """The levels; what was a matter of choice is told."""
        scheme, given = chosen.scheme, chosen.labelled(kept, best)
        made = cls(kept, scheme, given, levels_of(scheme, kept, given))
        if scheme.tied is not None:
            made.tell_ties(scheme.tied(given), notes)
        if scheme.is_latent:
            for warning in latent_warnings(given.latent, kept):
                notes.add(warning)
            notes.detail(latent_in_words(given.latent)[-1])
        return made

    def tell_ties(self, tied: Bools, notes: Notes) -> None:
        """Which answers lie between two levels."""
        places = np.flatnonzero(tied).tolist()
        if places:
            names = [f"{self.kept.answers[at]} of {self.kept.question_of(at)}" for at in places]
            between = (
                f"{counted(len(places), 'answer')} between levels, of which the lowest is taken"
            )
            notes.add(f"{between}: {listed(names, _MOST_TOLD)}")

    def key(self) -> Shown:
        """A key."""
        return Shown([key_table(self.kept, self.levels.tolist())])

    def distribution(self, notes: Notes) -> Shown:
        """How patterns, levels and questions are distributed."""
        if (self.kept.labels == SKIPPED).any():
            worst = self.kept.scale[-1]
            notes.add(f"patterns are written with their {worst}'s, as some labels are missing")
        counts = distribution(self.given, self.scheme, self.levels)
        return Shown(distribution_tables(counts, self.kept))

    def confusion(self) -> Shown:
        """How reliable the assessors are."""
        truth = self.given.latent
        return Shown(confusion_tables(truth, self.kept), latent_in_words(truth))

    def posterior(self) -> Shown:
        """How sure each answer's label is."""
        return Shown(posterior_tables(self.given.latent, self.kept, self.levels.tolist()))
