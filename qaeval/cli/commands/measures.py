"""``qaeval measures``: every measure, its formula, source and inputs."""

from __future__ import annotations

import click

from qaeval.cli.ending import deliver
from qaeval.cli.options import OutputOptions, complete_measures, output_option_group
from qaeval.measures import DEFINITIONS, PRESETS, measure
from qaeval.presentation.measure_tables import measure_list_text, measure_text
from qaeval.steps.notes import Notes

EPILOG = """\b
Examples:
  qaeval measures
  qaeval measures Q
  qaeval measures NQcorrect5
"""


@click.command("measures", epilog=EPILOG)
@click.argument("name", required=False, shell_complete=complete_measures)
@output_option_group()
def command(name: str | None, output: OutputOptions) -> None:
    """List the measures, those of a preset, or explain one.

    Names are written NAME[GAINS][@K][,key=value...]: RR, Hit@5, Q2:1.5:1,
    nDCG@20, Q@10,beta=10. GAINS lists the gain of each level, highest first;
    the default gain is the level.
    """
    header = not output.no_header
    if name is None:
        text = measure_list_text(DEFINITIONS.values(), output.format, header, PRESETS)
    elif name in PRESETS:
        preset = [measure(text).definition for text in PRESETS[name]]
        text = measure_list_text(preset, output.format, header)
    else:
        text = measure_text(measure(name).definition, output.format, header)
    deliver(output, text, Notes())
