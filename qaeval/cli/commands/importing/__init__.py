"""``qaeval import``: another tool's results per question, as judged responses or a score table."""

from __future__ import annotations

import click

from qaeval.cli.groups import LazyGroup, Listed

EPILOG = """\b
Examples:
  qaeval import lm-eval --metric exact_match --filter strict-match \\
    small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl
  qaeval import inspect --metric match sample_data/llm/inspect
  qaeval import squad2 sample_data/llm/squad2/dataset.json \\
    sample_data/llm/squad2/reader.json
  qaeval import trec_eval sample_data/llm/trec_eval/*.txt
  qaeval import ir_measures sample_data/llm/ir_measures/*.jsonl
  qaeval import csv --column grade --map A=R,B=W,C=U \\
    sample_data/llm/graded.csv
"""

# In alphabetical order.
KINDS = {
    "csv": Listed("importing.csv_rows", "Read grades or scores from any CSV or TSV."),
    "every-eval-ever": Listed("importing.every_eval_ever", "Read samples of every-eval-ever."),
    "helm": Listed("importing.helm", "Read the runs of a HELM suite."),
    "inspect": Listed("importing.inspect", "Read logs of inspect_ai."),
    "ir_measures": Listed("importing.ir_measures", "Read output of ir_measures by query."),
    "jsonl": Listed("importing.jsonl_rows", "Read grades or scores from JSON lines."),
    "lm-eval": Listed("importing.lm_eval", "Read samples of lm-evaluation-harness."),
    "pan": Listed("importing.pan", "Read answers to PAN's verification problems."),
    "squad2": Listed("importing.squad2", "Grade predictions for SQuAD 2.0 as its script does."),
    "trec_eval": Listed("importing.trec_eval", "Read output of trec_eval -q."),
}


@click.group("import", cls=LazyGroup, listing=KINDS, epilog=EPILOG, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Read another tool's results per question.

    Out comes a score table, which compare, swap, plan and the other studies take,
    or judged responses, which 'score --judged' takes; always as tsv.

    Each FILE is one run, called by its file name unless it is given as NAME=FILE;
    logs of inspect, HELM and every-eval-ever name their models, which are the runs.
    Files may be gz, and - is standard input.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
