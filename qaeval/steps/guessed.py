"""The step of ``qaeval plan`` without scores: what is supposed, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval import __version__
from qaeval.errors import InputError
from qaeval.presentation.guess_tables import guess_in_words, guess_needs_table, guess_table
from qaeval.presentation.plan_tables import Goals
from qaeval.presentation.results import Result, Shown
from qaeval.presentation.signature import signature_line
from qaeval.studies.reliability.guess import Guess, RightWrong, Spread

# Numbers of questions to tell about, unless others are asked for.
USUAL = (100, 200, 500, 1000, 2000)


def supposed(sd: float | None, accuracy: float | None, discordant: float | None) -> Guess:
    """How runs are supposed to differ: by a standard deviation, or as right and wrong answers."""
    if sd is not None:
        if accuracy is not None or discordant is not None:
            raise InputError("--sd beside --accuracy or --discordant: they say the same twice")
        return Spread(sd)
    if accuracy is None or discordant is None:
        given, lacking = "--accuracy", "--discordant"
        if accuracy is None:
            given, lacking = lacking, given
        raise InputError(f"{given} needs {lacking} beside it")
    most = 2 * min(accuracy, 1 - accuracy)
    if discordant > most * (1 + 1e-9):
        raise InputError(
            f"--discordant {discordant:g}: two runs of accuracy {accuracy:g} can differ on "
            f"{most:g} of the questions at most"
        )
    return RightWrong(accuracy, discordant)


def guessed_plan(
    guess: Guess, asked: Sequence[int], differences: Sequence[float], goals: Goals
) -> Result:
    """The plan that has no scores."""
    if isinstance(guess, RightWrong):
        for difference in differences:
            if difference > guess.discordant:
                raise InputError(
                    f"--diff {difference:g}: runs that differ on {guess.discordant:g} of the "
                    "questions cannot be further apart than that"
                )
    numbers = list(asked) or list(USUAL)
    table = (
        guess_needs_table(guess, differences, goals)
        if differences
        else guess_table(guess, numbers, goals)
    )
    words = guess_in_words(guess, numbers, differences, goals)

    def drawing(path: str) -> bytes:
        # What draws takes its time to load, and most calls draw nothing.
        from qaeval.presentation.plan_charts import guess_curve
        from qaeval.presentation.plots.plans import plot_plans

        told = f"Detectable with {goals.power:.0%} power by max-t, alpha {goals.alpha:g}."
        return plot_plans([guess_curve(guess, numbers, goals)], told, path)

    return Result(lambda form: Shown([table], words), _signature(guess, goals), drawing)


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
