"""``qaeval gold``: a key from several assessors' labels, and how far they agree."""

from __future__ import annotations

import click

from qaeval.cli.ending import conclude
from qaeval.cli.gathering import gathered
from qaeval.cli.options import (
    OutputOptions,
    explained,
    given_options,
    output_option_group,
    parsed_option,
)
from qaeval.cli.study_options import seed_option, trials_option
from qaeval.collection.assessments import Assessments
from qaeval.errors import InputError
from qaeval.files.assessments import read_assessments, read_best
from qaeval.files.judgements import SCALE, read_judgements
from qaeval.files.label_patterns import parse_scale
from qaeval.files.nugget_keys import holds_votes
from qaeval.files.nugget_votes import read_votes
from qaeval.gold.schemes import SCHEMES
from qaeval.steps.assessor_agreement import TRIALS
from qaeval.steps.gold_keys import GoldOptions, chosen_scheme, gold_result
from qaeval.steps.notes import Notes
from qaeval.steps.nugget_weights import votes_result
from qaeval.wording import counted, either

EPILOG = """\b
Examples:
  qaeval gold labels.tsv --scheme ga -o ga.qrels
  qaeval gold labels.tsv --scheme majority -o majority.qrels
  qaeval gold labels.tsv --scheme latent --confusion
  qaeval gold labels.tsv --scheme gaw --leave-out J1 -o loo1.qrels
  qaeval gold labels.tsv --scheme ga --distribution --best best.tsv
  qaeval gold labels.tsv --agreement --plot pairs.png
  qaeval gold --agreement --judged ann.tsv bob.tsv
  qaeval gold labels.tsv --as-run J1 -o J1.cqa
  qaeval gold votes.tsv -o pyramid.tsv
"""


_HELPS = {name: scheme.help for name, scheme in SCHEMES.items()}
_HELPS["MAPFILE"] = "tsv 'pattern level'; the pattern - is for C's only"
_DO_WITHOUT = [name for name, scheme in SCHEMES.items() if scheme.takes_skipped]

HELP = f"""Make a key (qrels) from the labels that several assessors gave to answers.

ASSESSMENTS is a tsv 'question answer assessor label' with the labels A, B
and C, or 'question answer' and a column per assessor; an empty label is
none. An answer's votes make its pattern: AAB is two A's, a B, and C's, which
are not written. The schemes up to ba are those of NTCIR-8 Community QA (Sakai,
Ishikawa & Kando 2010):

\b
{explained(_HELPS)}

From majority to latent, and with ba, an answer may have any number of labels
(the others refuse an answer that an assessor skipped); the levels are those of
the labels, 0 for the worst: C is 0, B 1, A 2. A note tells which answers lie between
two levels.

The output has a line 'qid 0 id level' per answer, level 0 included, in the order
in which ASSESSMENTS first names the questions and their answers. As tsv it is
a key of classes, a class per answer: score it with --normalize exact.

--distribution prints the tables of the paper: patterns with their levels (2,
21), levels with means per question and the levels of the best answers, the
questions with so many answers at each level (3, 4), and the levels without each
assessor (24; not for ga, which needs four). As tsv: table level item value.

--agreement prints, for all assessors and for each pair, Krippendorff's alpha
(nominal, ordinal, interval), Fleiss' kappa, Gwet's AC1, and Cohen's kappa (plain,
linear and quadratic weights; of more than two the mean over pairs), each with
a 95% interval where 50 answers or more are compared. Skipped answers are left
out where they are. As tsv: statistic assessor_x assessor_y value low high
observed expected answers. With --judged the files are judged responses, a
file per assessor, or tables with a column 'assessor' (question run assessor outcome):
R and UR are right, W and UW wrong, and U, nothing to judge, is no label.

--confusion and --posterior print what latent found: each assessor's accuracy
and how often each true label got each label (tsv: table assessor true label value), or
the chances of each answer's labels (tsv: question answer level label posterior).

Votes on nuggets (tsv 'question nugget assessor importance', vital or okay) become
a key of nuggets with weights: how many call a nugget vital, by the most that
one of the question has (Lin & Demner-Fushman 2006); it is vital where more than
half do. --assessor A makes that assessor's own key.

--as-run J1 ranks J1's A's first, then the B's, then the C's, ties as in the
file: how well would this assessor do as a system? As text the run has the
format cqa: 'qid, id, id, …'.
"""


@click.command("gold", help=HELP, epilog=EPILOG)
@click.argument("assessments", type=click.Path(), nargs=-1, required=True)
@click.option(
    "--scheme",
    metavar="|".join([*SCHEMES, "MAPFILE"]),
    type=click.Path(),
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
    help=f"The label of an answer that an assessor skipped (default: none; that is an error "
    f"unless with {either(_DO_WITHOUT)}, or --agreement).",
)
@click.option(
    "--leave-out", multiple=True, metavar="ASSESSOR", help="Ignore this assessor's labels. Repeat."
)
@click.option(
    "--assessor",
    multiple=True,
    metavar="ASSESSOR",
    help="Of votes on nuggets: only this assessor's. Repeat.",
)
@click.option(
    "--distribution",
    is_flag=True,
    help="Print how patterns, levels, questions and best answers are distributed instead.",
)
@click.option(
    "--agreement",
    is_flag=True,
    help="Print how far the assessors agree, all and in pairs, instead.",
)
@click.option(
    "--judged",
    is_flag=True,
    help="With --agreement: the files are judged responses, one per assessor.",
)
@click.option(
    "--confusion",
    is_flag=True,
    help="With --scheme latent: print how reliable the assessors are instead.",
)
@click.option(
    "--posterior",
    is_flag=True,
    help="With --scheme latent: print how likely each label is instead.",
)
@click.option(
    "--as-run",
    metavar="ASSESSOR|best",
    help="Write an assessor's ranking of the answers, or the best answers, as a run instead.",
)
@trials_option(TRIALS, "Draws of answers for the intervals of --agreement.")
@seed_option
@gathered("asked", GoldOptions)
@output_option_group(plot="Draw the agreement of pairs as a heat map (with --agreement)")
def command(assessments: tuple[str, ...], asked: GoldOptions, output: OutputOptions) -> None:
    """Make a key from the labels that several assessors gave to answers."""
    notes = Notes(output.verbose)
    if len(assessments) == 1 and holds_votes(assessments[0]):
        conclude(output, votes_result(read_votes(assessments[0]), asked, notes), notes)
        return
    _check_beside(asked, given_options())
    scale = SCALE if asked.judged else parsed_option("--labels", parse_scale, asked.labels)
    # What the options alone can get wrong is told before a large file is read.
    chosen = chosen_scheme(asked, scale)
    assessed = _read(assessments, asked.judged, scale)
    best = None if asked.best is None else read_best(asked.best, assessed)
    result = gold_result(assessed, asked, chosen, best, notes)
    conclude(output, result, notes)


def _check_beside(asked: GoldOptions, given: frozenset[str]) -> None:
    """Refuse options that would have no effect."""
    if asked.assessor:
        raise InputError("--assessor is for votes on nuggets")
    for option in ("--trials", "--seed", "--plot"):
        if option in given and not asked.agreement:
            raise InputError(f"{option} is for --agreement")
    if asked.judged and "--labels" in given:
        raise InputError("--labels has no effect with --judged, where outcomes are R or W")


def _read(files: tuple[str, ...], judged: bool, scale: tuple[str, ...]) -> Assessments:
    """The labels of one file, or with --judged those of several."""
    if judged:
        return read_judgements(files)
    if len(files) > 1:
        one = "expected one file of assessments (several are for --agreement --judged)"
        raise InputError(f"{counted(len(files), 'file')}, {one}")
    return read_assessments(files[0], scale)
