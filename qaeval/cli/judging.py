"""What ``judge`` reads: grades by a model of all answers, and labels by people of some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import click

from qaeval.arrays import Floats
from qaeval.cli.options import KeyOptions, Notes, RunOptions
from qaeval.cli.scored_study import SourceOptions, read_or_score
from qaeval.cli.study import Study
from qaeval.cli.study_options import TableOptions
from qaeval.collection.labels import Labelling
from qaeval.errors import InputError
from qaeval.files.formats import is_json
from qaeval.files.headed import has_columns
from qaeval.files.human import labels_named, read_human
from qaeval.files.named import RUN_NAME, split_name
from qaeval.files.text import STDIN, read_document
from qaeval.studies.judging.graded import Graded, graded_table
from qaeval.studies.judging.labels import ALL, MAJORITY, Kept, Labels, aligned, remarks
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


@dataclass(frozen=True)
class Judging:
    """A study of grades, and people's labels where there are any."""

    study: Study
    graded: Graded
    labelling: Labelling | None
    labels: Labels | None


def read_judging(
    table: TableOptions, run: RunOptions, human: str | None, people: str, notes: Notes
) -> Judging:
    """The model's grades on a command line, and the labels of --human."""
    study = _read_grades(table, run, _COUNT, notes)
    graded = graded_table(study.scores, study.measures)
    if graded.by_outcome and not table.measure and graded.answered.all():
        graded = replace(graded, measures=graded.measures[:1])  # c@1 is accuracy then
    labelling, labels = read_labels(study, graded, human, people, notes)
    return Judging(study, graded, labelling, labels)


def read_labels(
    study: Study, graded: Graded, human: str | None, people: str, notes: Notes
) -> tuple[Labelling | None, Labels | None]:
    """The labels at their places beside the grades, if there are any."""
    if human is None:
        return None, None
    labelling = read_human(human)
    notes.detail(f"{labelling.file}: {labels_named(labelling)}")
    kept = Kept(study.left_out, _takes_all_questions(study.asked))
    labels = aligned(graded, labelling, people, kept)
    for said in remarks(graded, labels, labelling):
        notes.add(said)
    return labelling, labels


def read_to_draw(
    table: TableOptions, run: RunOptions, human: str | None, by_confidence: bool, notes: Notes
) -> tuple[Graded, Floats | None, Labels | None]:
    """The model's grades, the confidences by which to draw if asked for, and labels there are."""
    study = _read_grades(table, run, _CONFIDENCES if by_confidence else _COUNT, notes)
    graded = graded_table(study.scores, study.measures)
    confidence = graded.scores.columns.get("confidence") if by_confidence else None
    if by_confidence and confidence is None:
        raise InputError("--strata confidence takes judged responses, with a column 'confidence'")
    if human is None:
        return graded, confidence, None
    labelling = read_human(human)
    if any(label.assessor for label in labelling.labels):
        raise InputError(
            "--draw puts one label beside an answer, these are by assessor: draw without --human",
            labelling.file,
        )
    kept = Kept(study.left_out, _takes_all_questions(table))
    return graded, confidence, aligned(graded, labelling, MAJORITY, kept, to_be_more=True)


def _takes_all_questions(asked: TableOptions) -> bool:
    return asked.questions is None and not asked.only and not asked.intersect


def _read_grades(table: TableOptions, run: RunOptions, bringing: str, notes: Notes) -> Study:
    """The study of the grades; `bringing` is a measure scored for the sake of its columns."""
    judged = [path for path in table.tables if _is_judged(path, run.columns)]
    if judged and len(judged) < len(table.tables):
        others = [path for path in table.tables if path not in judged]
        raise InputError(
            f"judged responses ({listed(judged)}) beside score tables ({listed(others)}), expected "
            "one or the other"
        )
    if not judged:
        return read_or_score(table, SourceOptions(), KeyOptions(), run, notes, 1)
    asked = table.measure or MEASURES
    study = read_or_score(
        replace(table, measure=(*asked, bringing)),
        SourceOptions(judged=True),
        KeyOptions(),
        run,
        notes,
        1,
    )
    return replace(study, measures=study.measures if bringing in asked else study.measures[:-1])


def _is_judged(argument: str, columns: Sequence[str] | None) -> bool:
    """Whether a file holds judged responses; what cannot be looked at twice is taken for such."""
    path = split_name(argument, RUN_NAME)[1]
    if path == STDIN or columns is not None:
        return True
    line = read_document(path).first_line()[1]
    return is_json(line) or has_columns(line, "outcome")
