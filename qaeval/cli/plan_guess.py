"""``qaeval plan`` without scores: which options go with a guess, and what is made of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import click
from click.core import ParameterSource

from qaeval import __version__
from qaeval.cli.ending import finish
from qaeval.cli.options import Notes, OutputOptions
from qaeval.cli.study_options import between
from qaeval.errors import InputError
from qaeval.presentation.guess_tables import guess_in_words, guess_needs_table, guess_table
from qaeval.presentation.plan_charts import guess_curve
from qaeval.presentation.plan_tables import Goals
from qaeval.presentation.plots.plans import plot_plans
from qaeval.presentation.signature import signature_line
from qaeval.studies.reliability.guess import Guess, RightWrong, Spread

# Numbers of questions to tell about, unless others are asked for.
USUAL = (100, 200, 500, 1000, 2000)

# Options of a plan that scores are needed for.
_OF_SCORES = (
    *("measure", "intersect", "questions", "only", "by", "cluster", "macro"),
    *("run", "exclude", "run_table", "only_runs", "best_of", "by_runs"),
    *("confidence", "trials", "seed", "jobs"),
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
    if asked.sd is not None:
        if asked.accuracy is not None or asked.discordant is not None:
            raise InputError("--sd beside --accuracy or --discordant: they say the same twice")
        return Spread(between(asked.sd, "--sd", 0.0, None))
    if asked.accuracy is None or asked.discordant is None:
        lacking = "--discordant" if asked.discordant is None else "--accuracy"
        raise InputError(f"{option} needs {lacking} beside it")
    accuracy = between(asked.accuracy, "--accuracy", 0.0, 1.0)
    discordant = between(asked.discordant, "--discordant", 0.0, 1.0)
    most = 2 * min(accuracy, 1 - accuracy)
    if discordant > most * (1 + 1e-9):
        raise InputError(
            f"--discordant {discordant:g}: two runs of accuracy {accuracy:g} can differ on "
            f"{most:g} of the questions at most"
        )
    return RightWrong(accuracy, discordant)


def _refuse_options_of_scores(option: str) -> None:
    context = click.get_current_context()
    for parameter in context.command.params:
        name = parameter.name or ""
        typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if name in _OF_SCORES and typed:
            longest = max(parameter.opts, key=len)
            raise InputError(f"{longest} beside {option}: it needs SCORES")


def plan_by_guess(
    guess: Guess,
    numbers: Sequence[int],
    differences: Sequence[float],
    goals: Goals,
    output: OutputOptions,
) -> None:
    """The table, the sentences and the picture of a plan that has no scores."""
    if isinstance(guess, RightWrong):
        for difference in differences:
            if difference > guess.discordant:
                raise InputError(
                    f"--diff {difference:g}: runs that differ on {guess.discordant:g} of the "
                    "questions cannot be further apart than that"
                )
    numbers = list(numbers) or list(USUAL)
    table = (
        guess_needs_table(guess, differences, goals)
        if differences
        else guess_table(guess, numbers, goals)
    )
    picture = None
    if output.plot is not None:
        drawn = [guess_curve(guess, numbers, goals)]
        told = f"Detectable with {goals.power:.0%} power by max-t, alpha {goals.alpha:g}."
        picture = plot_plans(drawn, told, output.plot)
    words = guess_in_words(guess, numbers, differences, goals)
    finish(output, [table], Notes(output.verbose), words, _signature(guess, goals), picture)


def _signature(guess: Guess, goals: Goals) -> str:
    supposed = (
        {"accuracy": f"{guess.accuracy:g}", "discordant": f"{guess.discordant:g}"}
        if isinstance(guess, RightWrong)
        else {"sd": f"{guess.sd:g}"}
    )
    tested = {"test": "max-t", "runs": str(goals.runs), "power": f"{goals.power:g}"}
    return signature_line(
        {**supposed, **tested, "alpha": f"{goals.alpha:g}", "version": __version__}
    )
