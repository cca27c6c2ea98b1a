"""``qaeval gold``: a key from several assessors' labels."""

from __future__ import annotations

from dataclasses import dataclass

import click

from qaeval.arrays import Bools
from qaeval.cli.ending import finish
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    Notes,
    OutputOptions,
    explained,
    output_option_group,
    parsed_option,
)
from qaeval.errors import InputError
from qaeval.files.assessments import (
    BEST,
    Assessments,
    parse_scale,
    parse_weights,
    read_assessments,
    read_best,
)
from qaeval.gold.distribution import as_ranking, distribution, per_question
from qaeval.gold.levels import ChosenScheme, find_scheme, levels_of
from qaeval.gold.schemes import SCHEMES
from qaeval.presentation.assessment_tables import (
    agreement_table,
    distribution_tables,
    key_table,
    run_table,
)
from qaeval.presentation.tables import Table
from qaeval.wording import counted, listed, shown

EPILOG = """\b
Examples:
  qaeval gold labels.tsv --scheme ga -o ga.qrels
  qaeval gold labels.tsv --scheme gaw --leave-out J1 -o loo1.qrels
  qaeval gold labels.tsv --scheme ga --distribution --best best.tsv
  qaeval gold labels.tsv --agreement
  qaeval gold labels.tsv --as-run J1 -o J1.cqa
"""


_HELPS = {name: scheme.help for name, scheme in SCHEMES.items()}
_HELPS["MAPFILE"] = "tsv 'pattern level'; the pattern - is for C's only"

HELP = f"""Make a key (qrels) from the labels that several assessors gave to answers.

ASSESSMENTS is a tsv 'question answer assessor label' with the labels A, B
and C. An answer's votes make its pattern: AAB is two A's, a B, and C's, which
are not written. The schemes are those of NTCIR-8 Community QA (Sakai, Ishikawa
& Kando 2010):

\b
{explained(_HELPS)}

The output has a line 'qid 0 id level' per answer, level 0 included, in the order
in which ASSESSMENTS first names the questions and their answers. As tsv it is
a key of classes, a class per answer: score it with --normalize exact.

--distribution prints the tables of the paper: patterns with their levels (2,
21), levels with means per question and the levels of the best answers, the
questions with so many answers at each level (3, 4), and the levels without each
assessor (24; not for ga, which needs four). As tsv: table level item value.

--as-run J1 ranks J1's A's first, then the B's, then the C's, ties as in the
file: how well would this assessor do as a system? As text the run has the
format cqa: 'qid, id, id, …'.
"""


@dataclass(frozen=True)
class GoldOptions:
    """How labels become levels, whose labels count, and what is printed."""

    scheme: str | None
    best: str | None
    weights: str | None
    labels: str
    skipped_as: str | None
    leave_out: tuple[str, ...]
    distribution: bool
    agreement: bool
    as_run: str | None


@click.command("gold", help=HELP, epilog=EPILOG)
@click.argument("assessments", type=click.Path())
@click.option(
    "--scheme",
    metavar="|".join([*SCHEMES, "MAPFILE"]),
    help="How labels become levels: a scheme's name, or a tsv 'pattern level'.",
)
@click.option(
    "--best",
    metavar="FILE",
    type=click.Path(),
    help="The askers' best answers, tsv 'question answer'.",
)
@click.option(
    "--weights",
    metavar="LABEL=N,…",
    help="Weights of the labels for gaw (default: A=2,B=1,C=0, and so on for other scales).",
)
@click.option(
    "--labels",
    default="A,B,C",
    metavar="LABEL,…",
    show_default=True,
    help="The scale of labels, best first; the last one is no vote.",
)
@click.option(
    "--skipped-as",
    metavar="LABEL",
    help="The label of an answer that an assessor skipped (default: that is an error).",
)
@click.option(
    "--leave-out", multiple=True, metavar="ASSESSOR", help="Ignore this assessor's labels. Repeat."
)
@click.option(
    "--distribution",
    is_flag=True,
    help="Print how patterns, levels, questions and best answers are distributed instead.",
)
@click.option(
    "--agreement",
    is_flag=True,
    help="Print Fleiss' kappa and the pairs' Cohen's kappa instead.",
)
@click.option(
    "--as-run",
    metavar="ASSESSOR|best",
    help="Write an assessor's ranking of the answers, or the best answers, as a run instead.",
)
@gathered("asked", GoldOptions)
@output_option_group()
def command(assessments: str, asked: GoldOptions, output: OutputOptions) -> None:
    """Make a key from the labels that several assessors gave to answers."""
    _check_options(asked)
    scale = parsed_option("--labels", parse_scale, asked.labels)
    if asked.skipped_as is not None and asked.skipped_as not in scale:
        raise InputError(f"--skipped-as {shown(asked.skipped_as)}, expected one of {listed(scale)}")
    # What the options alone can get wrong is told before a large file is read.
    chosen = None if asked.scheme is None else _scheme(asked.scheme, asked.weights, scale)
    assessed = read_assessments(assessments, scale)
    best = None if asked.best is None else read_best(asked.best, assessed)
    notes = Notes(output.verbose)
    notes.detail(_holdings(assessed))
    if best is not None:
        _note_missing(assessed, best, notes)
    tables = _tables(assessed, asked, chosen, best)
    if asked.as_run is not None and output.format == "text":
        _refuse_commas(assessed)
    finish(output, tables, notes)


def _check_options(asked: GoldOptions) -> None:
    """What makes no sense together, or cannot be done without something else."""
    outputs = {
        "--distribution": asked.distribution,
        "--agreement": asked.agreement,
        "--as-run": asked.as_run,
    }
    given = [option for option, value in outputs.items() if value]
    if len(given) > 1:
        raise InputError(f"{given[0]} and {given[1]} are two outputs, expected one of them")
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
    given = None if weights is None else parsed_option("--weights", parse_weights, weights, scale)
    return find_scheme(name, scale, given)


def _tables(
    assessed: Assessments, asked: GoldOptions, chosen: ChosenScheme | None, best: Bools | None
) -> list[Table]:
    """What is printed: a run, the agreement, the distribution, or a key."""
    if asked.as_run == BEST:
        assert best is not None
        return [run_table(assessed, best.nonzero()[0].tolist())]
    if asked.as_run is not None:
        place = assessed.column(asked.as_run, "--as-run")
        judge = assessed.only([place]).filled(asked.skipped_as)
        return [run_table(assessed, as_ranking(judge.labels[:, 0], judge.starts).tolist())]
    kept = _without(assessed, asked.leave_out).filled(asked.skipped_as)
    if asked.agreement:
        return [agreement_table(kept)]
    assert chosen is not None
    given = chosen.labelled(kept, best)
    levels = levels_of(chosen.scheme, kept, given)
    if asked.distribution:
        return distribution_tables(distribution(given, chosen.scheme, levels), kept)
    return [key_table(kept, levels.tolist())]


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
    names = listed(assessed.assessors, 20)
    return f"{assessed.file}: {questions}, {answers}, {assessors}: {names}"


def _note_missing(assessed: Assessments, best: Bools, notes: Notes) -> None:
    none = (per_question(best, assessed.starts) == 0).nonzero()[0]
    if len(none):
        names = listed(assessed.questions[at] for at in none)
        notes.add(f"no best answer for {counted(len(none), 'question')}: {names}")


def _refuse_commas(assessed: Assessments) -> None:
    """Ids that a run as text cannot hold, since commas separate them there."""
    for at, answer in enumerate(assessed.answers):
        if "," in answer or "," in assessed.question_of(at):
            raise assessed.wrong(at, "holds a comma, which separates ids in a run; try -f tsv")
