"""The step of ``qaeval gold``: a key from several assessors' labels."""

from __future__ import annotations

from dataclasses import dataclass

from qaeval.arrays import Bools
from qaeval.collection.assessments import Assessments
from qaeval.errors import InputError
from qaeval.files.assessments import BEST
from qaeval.files.label_patterns import parse_weights
from qaeval.gold.distribution import as_ranking, per_question
from qaeval.gold.levels import ChosenScheme, find_scheme
from qaeval.gold.schemes import SCHEMES
from qaeval.presentation.assessment_tables import run_table
from qaeval.presentation.results import Form, Result, Shown
from qaeval.steps.assessed_levels import Levels
from qaeval.steps.assessor_agreement import TRIALS, agreement_result
from qaeval.steps.notes import Notes
from qaeval.wording import counted, either, listed, offered, shown


@dataclass(frozen=True)
class GoldOptions:
    """How labels become levels, whose labels count, and what is printed."""

    scheme: str | None = None
    best: str | None = None
    weights: str | None = None
    labels: str = "A,B,C"
    skipped_as: str | None = None
    leave_out: tuple[str, ...] = ()
    assessor: tuple[str, ...] = ()  # of votes on nuggets, whose count; none: all
    distribution: bool = False
    agreement: bool = False
    judged: bool = False  # whether files are judged responses
    confusion: bool = False
    posterior: bool = False
    as_run: str | None = None
    trials: int = TRIALS
    seed: int = 0

    @property
    def is_key(self) -> bool:
        """Whether a key is made, and nothing else asked for."""
        others = self.distribution, self.agreement, self.confusion, self.posterior
        return self.as_run is None and not any(others)


def chosen_scheme(asked: GoldOptions, scale: tuple[str, ...]) -> ChosenScheme | None:
    """The scheme asked for, if one is needed; refuses what the options alone have wrong."""
    _check_options(asked)
    if asked.skipped_as is not None and asked.skipped_as not in scale:
        raise InputError(f"--skipped-as {shown(asked.skipped_as)}, expected one of {listed(scale)}")
    return None if asked.scheme is None else _scheme(asked.scheme, asked.weights, scale)


def gold_result(
    assessed: Assessments,
    asked: GoldOptions,
    chosen: ChosenScheme | None,
    best: Bools | None,
    notes: Notes,
) -> Result:
    """A key, the distribution of labels, their agreement, or an assessor as a run."""
    notes.detail(_holdings(assessed))
    if best is not None:
        _note_missing(assessed, best, notes)
    if asked.agreement:
        kept = _without(assessed, asked.leave_out)
        if asked.skipped_as is not None:
            kept = kept.filled(asked.skipped_as)
        return agreement_result(kept, asked.trials, asked.seed, notes)
    if chosen is None:
        made = _as_run(assessed, asked, best)
    else:
        made = _of_levels(_levels(assessed, asked, chosen, best, notes), asked, notes)

    def show(form: Form) -> Shown:
        if form.format == "text":
            _refuse_ids(assessed, asked)
        return made

    return Result(show)


def _check_options(asked: GoldOptions) -> None:
    """What makes no sense together, or cannot be done without something else."""
    outputs = {
        "--distribution": asked.distribution,
        "--agreement": asked.agreement,
        "--confusion": asked.confusion,
        "--posterior": asked.posterior,
        "--as-run": asked.as_run,
    }
    given = [option for option, value in outputs.items() if value]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]} are two outputs, expected one of them")
    if asked.judged and not asked.agreement:
        raise InputError("--judged is for --agreement")
    latent = [name for name, known in SCHEMES.items() if known.is_latent]
    if (asked.confusion or asked.posterior) and asked.scheme not in latent:
        raise InputError(f"{given[0]} is for --scheme {either(latent)}")
    scheme, as_best = asked.scheme, asked.as_run == BEST
    needless = asked.agreement or asked.as_run is not None
    if scheme is None and not needless:
        raise InputError(f"expected --scheme {'|'.join(SCHEMES)}|MAPFILE")
    if scheme is not None and needless:
        flag = "--agreement" if asked.agreement else "--as-run"
        raise InputError(f"--scheme has no effect with {flag}")
    weighing = [name for name, known in SCHEMES.items() if known.takes_weights]
    if asked.weights is not None and scheme not in weighing:
        raise InputError(f"--weights is for --scheme {' or '.join(weighing)}")
    if asked.leave_out and asked.as_run is not None:
        raise InputError("--leave-out has no effect with --as-run")
    needing = [name for name, known in SCHEMES.items() if known.needs_best]
    if asked.best is None and (scheme in needing or as_best):
        what = "--as-run best" if as_best else f"--scheme {scheme}"
        raise InputError(f"{what} needs --best FILE")
    if asked.best is not None and not (scheme in needing or as_best or asked.distribution):
        schemes = " or ".join(needing)
        raise InputError(f"--best is for --scheme {schemes}, --distribution and --as-run best")


def _scheme(name: str, weights: str | None, scale: tuple[str, ...]) -> ChosenScheme:
    """The scheme that --scheme names, with --weights if there are any."""
    if weights is None:
        return find_scheme(name, scale, None)
    try:
        given = parse_weights(weights, scale)
    except InputError as error:
        raise InputError(f"--weights: {error.message}") from None
    return find_scheme(name, scale, given)


def _as_run(assessed: Assessments, asked: GoldOptions, best: Bools | None) -> Shown:
    """The best answers, or an assessor's, as a run."""
    assert asked.as_run is not None
    if asked.as_run == BEST:
        assert best is not None
        return Shown([run_table(assessed, best.nonzero()[0].tolist())])
    place = assessed.column(asked.as_run, "--as-run")
    judge = assessed.only([place]).filled(asked.skipped_as)
    order = as_ranking(judge.labels[:, 0], judge.starts).tolist()
    return Shown([run_table(assessed, order)])


def _levels(
    assessed: Assessments,
    asked: GoldOptions,
    chosen: ChosenScheme,
    best: Bools | None,
    notes: Notes,
) -> Levels:
    """The levels of answers; skipped labels are filled, refused, or left as they are."""
    kept = _without(assessed, asked.leave_out)
    if asked.skipped_as is not None or not chosen.scheme.takes_skipped:
        kept = kept.filled(asked.skipped_as)
    return Levels.of(kept, chosen, best, notes)


def _of_levels(levels: Levels, asked: GoldOptions, notes: Notes) -> Shown:
    """What of the levels is asked for."""
    if asked.distribution:
        return levels.distribution(notes)
    if asked.confusion:
        return levels.confusion()
    return levels.posterior() if asked.posterior else levels.key()


def _without(assessed: Assessments, left_out: tuple[str, ...]) -> Assessments:
    """The labels without those of the assessors left out."""
    gone = {assessed.column(name, "--leave-out") for name in left_out}
    kept = [column for column in range(len(assessed.assessors)) if column not in gone]
    if not kept:
        raise InputError("--leave-out leaves no assessor", assessed.file)
    return assessed.only(kept)


def _holdings(assessed: Assessments) -> str:
    """How much was read, and whose labels."""
    questions = counted(len(assessed.questions), "question")
    answers = counted(len(assessed.answers), "answer")
    assessors = counted(len(assessed.assessors), "assessor")
    names = offered(assessed.assessors)
    return f"{assessed.file}: {questions}, {answers}, {assessors}: {names}"


def _note_missing(assessed: Assessments, best: Bools, notes: Notes) -> None:
    none = (per_question(best, assessed.starts) == 0).nonzero()[0]
    if len(none):
        names = listed(assessed.questions[at] for at in none)
        notes.add(f"no best answer for {counted(len(none), 'question')}: {names}")


def _refuse_ids(assessed: Assessments, asked: GoldOptions) -> None:
    """Ids that a key or a run as text cannot hold, since blanks or commas separate them there."""
    for at, answer in enumerate(assessed.answers):
        ids = answer + assessed.question_of(at)
        if asked.as_run is not None and "," in ids:
            raise assessed.wrong(at, "holds a comma, which separates ids in a run; try -f tsv")
        if asked.is_key and any(char.isspace() for char in ids):
            raise assessed.wrong(at, "holds a blank, which separates ids in qrels; try -f tsv")
