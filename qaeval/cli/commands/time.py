"""``qaeval time``: what are the scores worth, given how long the systems took?"""

from __future__ import annotations

import click

from qaeval.cli.ending import conclude
from qaeval.cli.options import OutputOptions, output_option_group
from qaeval.cli.study_options import table_option_group
from qaeval.steps.asked import TableOptions
from qaeval.steps.choosing import Choosing
from qaeval.steps.notes import Notes
from qaeval.steps.study import read_tables
from qaeval.steps.timed_scores import WEIGHTS, time_result, time_weights, timed_runs

EPILOG = """\b
Examples:
  qaeval time sample_data/timed/clef2006.tsv
  qaeval score -q -f tsv -m RR -m seconds -o scores.tsv key.tsv runs/*.tsv
  qaeval time -m RR -r 0 -r 1 scores.tsv
  qaeval time --crossings -f tsv scores.tsv
  qaeval time -r 1 --plot iso.png sample_data/timed/clef2006.tsv
"""


@click.command("time", epilog=EPILOG)
@table_option_group
@click.option(
    "-r",
    "--weight",
    "weights",
    multiple=True,
    metavar="R",
    help=f"Weight of time, 0 or more; repeat for more (default: {' '.join(WEIGHTS)}).",
)
@click.option(
    "--crossings",
    "crossings_only",
    is_flag=True,
    help="Instead, every pair of runs that changes places, and the weight at which it does.",
)
@output_option_group(plot="Draw iso-ranking curves, a panel per weight,")
def command(
    table: TableOptions, weights: tuple[str, ...], crossings_only: bool, output: OutputOptions
) -> None:
    """Weigh scores against answer time (MRRT; Llopis et al. 2009).

    SCORES is a tsv 'run score seconds', or a score table with the seconds of
    each question ('qaeval score -q -f tsv -m RR -m seconds …'). The effective
    time t of a run is its seconds over those of the longest run. Its value is
    2·score/(1+e^(R·t)): R = 0 leaves the score as it is, and the larger R, the
    more time counts. Any score will do that is 0 or more and better if higher; -m
    picks one of the table, or says what a 'run score seconds' holds.

    The tables are the paper's Tables 1 and 2, the rank in brackets; seconds per
    question also give their median and 95th percentile. The last one has the weights
    at which two runs change places. As tsv: run score seconds effective_time r
    value rank, then median and p95 where there are seconds per question; with
    --crossings: run_x run_y r value, run_x leading up to r and run_y beyond.
    """
    values = time_weights(weights or WEIGHTS)
    notes = Notes(output.verbose)
    choosing = Choosing.of(table.choice, notes)
    scores = read_tables(table, choosing, notes)
    timed = timed_runs(scores, table, choosing, notes)
    conclude(output, time_result(timed, table, values, crossings_only), notes)
