"""The model's grades on a command line: judged responses, or score tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from qaeval.cli.scored_study import SourceOptions, read_or_score
from qaeval.errors import InputError
from qaeval.files.formats import is_json
from qaeval.files.headed import has_columns
from qaeval.files.named import RUN_NAME, split_name
from qaeval.files.text import STDIN, read_document
from qaeval.steps.asked import TableOptions
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.steps.study import Study
from qaeval.studies.judging.labels import ALL, MAJORITY
from qaeval.wording import listed

MEASURES = ("accuracy", "c@1")
_COUNT = "n_ac"  # brings the columns of what is right and what is answered
_CONFIDENCES = "Brier"  # and that of confidences

human_option = click.option(
    "--human",
    metavar="FILE",
    type=click.Path(),
    help="People's labels: tsv, csv or jsonl with the columns run, question, outcome (R or W) or "
    "grade or value (a number); assessor, and weight or probability, where there are such.",
)
people_option = click.option(
    "--people",
    type=click.Choice([MAJORITY, ALL]),
    default=MAJORITY,
    show_default=True,
    help="What several people's labels of one answer come to: right or wrong by their majority, or "
    "the mean of them all. Numbers other than 0 and 1 always take the mean.",
)


def read_grades(
    table: TableOptions, run: RunOptions, notes: Notes, confidences: bool = False
) -> Study:
    """The study of the grades, with what says which questions were answered if that is known."""
    judged = [path for path in table.tables if _is_judged(path, run.columns)]
    if judged and len(judged) < len(table.tables):
        others = [path for path in table.tables if path not in judged]
        raise InputError(
            f"judged responses ({listed(judged)}) beside score tables ({listed(others)}), expected "
            "one or the other"
        )
    if not judged:
        return read_or_score(table, SourceOptions(), KeyOptions(), run, notes, 1)
    bringing = _CONFIDENCES if confidences else _COUNT
    asked = table.measure or MEASURES
    study = read_or_score(
        replace(table, measure=(*asked, bringing)),
        SourceOptions(judged=True),
        KeyOptions(),
        run,
        notes,
        1,
    )
    measures = study.measures if bringing in asked else study.measures[:-1]
    return replace(study, measures=measures, asked=replace(study.asked, measure=table.measure))


def _is_judged(argument: str, columns: Sequence[str] | None) -> bool:
    """Whether a file holds judged responses; what cannot be looked at twice is taken for such."""
    path = split_name(argument, RUN_NAME)[1]
    if path == STDIN or columns is not None:
        return True
    line = read_document(path).first_line()[1]
    return is_json(line) or has_columns(line, "outcome")
