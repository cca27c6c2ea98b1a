"""``qaeval gold``: a key from several assessors' labels."""

from __future__ import annotations

import click

from qaeval.cli.ending import conclude
from qaeval.cli.gathering import gathered
from qaeval.cli.options import OutputOptions, explained, output_option_group, parsed_option
from qaeval.files.assessments import (
    parse_scale,
    read_assessments,
    read_best,
)
from qaeval.gold.schemes import SCHEMES
from qaeval.steps.gold_keys import GoldOptions, chosen_scheme, gold_result
from qaeval.steps.notes import Notes

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
    scale = parsed_option("--labels", parse_scale, asked.labels)
    # What the options alone can get wrong is told before a large file is read.
    chosen = chosen_scheme(asked, scale)
    assessed = read_assessments(assessments, scale)
    best = None if asked.best is None else read_best(asked.best, assessed)
    notes = Notes(output.verbose)
    result = gold_result(assessed, asked, chosen, best, notes)
    conclude(output, result, notes)
