"""A study of score tables, or of runs that are scored on the spot as ``qaeval score`` does."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import click

from qaeval.cli.gathering import gathered
from qaeval.cli.options import given_options
from qaeval.cli.progress_bar import progress
from qaeval.cli.scoring_options import (
    NEEDS_KEY,
    QuestionOptions,
    ScoringOptions,
    check_one_kind,
    check_words,
    judged_option,
    nuggets_option,
    strict_questions_option,
    unanswerable_option,
)
from qaeval.errors import InputError
from qaeval.steps.asked import TableOptions
from qaeval.steps.choosing import Choosing
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.steps.study import Study, check_runs, read_study, study_of

METAVAR = "SCORES... | --judged RUN... | --nuggets RUN... | --key KEY RUN..."


@dataclass(frozen=True)
class SourceOptions:
    """What the files of a command line are: runs where there is a key or --judged, else tables."""

    judged: bool = False
    nuggets: bool = False
    keys: tuple[str, ...] = ()
    unanswerable: str = "skip"
    strict: bool = False


source_option_group = gathered(
    "source",
    SourceOptions,
    judged_option,
    nuggets_option,
    click.option(
        "--key",
        "keys",
        multiple=True,
        metavar="[NAME=]FILE",
        type=click.Path(),
        help="The files are runs, to be scored against this key as 'qaeval score' does. Several "
        "need a name each: their measures are called NAME-measure.",
    ),
    unanswerable_option,
    strict_questions_option,
)


def read_or_score(
    table: TableOptions,
    source: SourceOptions,
    key: KeyOptions,
    run: RunOptions,
    notes: Notes,
    least_runs: int,
) -> Study:
    """The study of the tables, or of the runs, that a command line names."""
    given = given_options()
    if not (source.judged or source.nuggets or source.keys):
        _check_idle(given)
        return read_study(table, notes, least_runs)
    if table.no_question_column:
        raise InputError("--no-question-column is for a matrix of scores, these are runs")
    over = QuestionOptions(
        questions=table.questions,
        only=table.only,
        intersect=table.intersect or table.pairwise,
        pairwise=table.pairwise,
        unanswerable=source.unanswerable,
        strict=source.strict,
    )
    check_one_kind(source.judged, source.nuggets)
    keys = () if source.judged or source.nuggets else source.keys
    asked = ScoringOptions(
        keys, table.tables, table.measure, key, run, over, nuggets=source.nuggets
    )
    check_words(asked, given, format="")
    return _scored(table, asked, notes, least_runs)


_NEED_RUNS = frozenset(["--columns"])


def _check_idle(given: Collection[str]) -> None:
    """Refuse options that say how runs are scored beside tables of scores."""
    idle = sorted({*NEEDS_KEY, *_NEED_RUNS}.intersection(given))
    if idle:
        takes = "--key KEY RUN..." + (" or --judged RUN..." if idle[0] in _NEED_RUNS else "")
        raise InputError(f"{idle[0]} has no effect on score tables: it goes with {takes}")


def _scored(table: TableOptions, asked: ScoringOptions, notes: Notes, least_runs: int) -> Study:
    from qaeval.cli.scoring_job import score_files  # score tables need none of what scores runs

    choosing = Choosing.of(table.choice, notes, table.by)
    scoring = score_files(asked, notes, choosing.names_only(), watch=progress)
    scores = scoring.scores.of_runs(sorted(scoring.scores.runs))
    check_runs(scores, table, choosing, least_runs)
    # Presets are expanded by now; where no measure was asked for, counts stay aside as in tables.
    labels = tuple(measure.label for measure in scores.measures)
    named = replace(table, measure=labels if table.measure else ())
    study = study_of(
        scores,
        named,
        choosing,
        notes,
        least_runs,
        questions=scoring.table,
        best_by=scoring.ranked_by,
    )
    scored = scoring.signature()
    scored.pop("ranked by", None)  # here each measure ranks by itself
    return replace(study, scored=scored)
