"""``qaeval plan`` without scores: which options go with a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click
from click.core import ParameterSource

from qaeval.cli.study_options import between
from qaeval.errors import InputError
from qaeval.steps.guessed import supposed
from qaeval.studies.reliability.guess import Guess

# Options of a plan that scores are needed for.
_OF_SCORES = (
    *("measure", "intersect", "questions", "only", "by", "cluster", "macro"),
    *("run", "exclude", "run_table", "only_runs", "best_of", "by_runs"),
    *("confidence", "trials", "seed", "jobs", "executor"),
)


@dataclass(frozen=True)
class GuessOptions:
    """What is supposed where there are no scores, as it was typed."""

    sd: str | None = None
    accuracy: str | None = None
    discordant: str | None = None

    @property
    def given(self) -> str | None:
        """The first of the options that was given."""
        named = {"--sd": self.sd, "--accuracy": self.accuracy, "--discordant": self.discordant}
        return next((option for option, value in named.items() if value is not None), None)


def guess_of(asked: GuessOptions, tables: Sequence[str]) -> Guess | None:
    """What is supposed, or None where scores are studied; both or neither is an error."""
    option = asked.given
    if option is None:
        if not tables:
            raise InputError(
                "expected SCORES or, without a pilot, --sd or --accuracy with --discordant"
            )
        return None
    if tables:
        raise InputError(f"{option} beside SCORES: a plan takes the variance from one of them")
    _refuse_options_of_scores(option)
    sd, accuracy, discordant = (
        None if text is None else between(text, named, 0.0, high)
        for named, text, high in (
            ("--sd", asked.sd, None),
            ("--accuracy", asked.accuracy, 1.0),
            ("--discordant", asked.discordant, 1.0),
        )
    )
    return supposed(sd, accuracy, discordant)


def _refuse_options_of_scores(option: str) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name in _OF_SCORES and typed:
            longest = max(parameter.opts, key=len)
            raise InputError(f"{longest} beside {option}: it needs SCORES")
