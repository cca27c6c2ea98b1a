"""``qaeval coverage``: what would a system have scored had it stayed silent when unsure?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import (
    Notes,
    complete_measures,
    emit,
    output_options,
    plot_option,
)
from qaeval.cli.study_options import TableOptions, seed_option
from qaeval.errors import InputError
from qaeval.presentation.tables import FOR_PEOPLE
from qaeval.wording import counted, listed

if TYPE_CHECKING:
    from qaeval.collection.responses import Responses
    from qaeval.measures import Measure
    from qaeval.presentation.tables import Cell, Table
    from qaeval.studies.abstention import Abstention, Tuned

MEASURES = ("coverage", "precision", "accuracy", "c@1", "UF")

_POINTS = 20  # rows a run where people read
_NEEDED = ("correct", "answered", "confidence")

EPILOG = """\b
Examples:
  qaeval coverage --judged sample_data/response/runs/icia091ro.tsv
  qaeval coverage --judged --best-for c@1 sample_data/response/runs/*09*.tsv
  qaeval score -q -f tsv -m c@1 -m CWS -o scores.tsv key.tsv runs/*.tsv
  qaeval coverage --plot risk.png scores.tsv
"""


@click.command("coverage", epilog=EPILOG, short_help="Try silence below a confidence.")
@click.argument("files", nargs=-1, metavar="SCORES... | --judged RUN...", type=click.Path())
@click.option("--judged", is_flag=True, help="The files are judged responses.")
@click.option(
    "-m",
    "--measure",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="Another response measure beside those shown. Repeat for more.",
)
@click.option(
    "--best-for",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_measures,
    help="Instead, the threshold that is best for this measure, cross-validated. Repeat for more.",
)
@click.option(
    "--folds",
    type=click.IntRange(2),
    default=10,
    metavar="K",
    show_default=True,
    help="Parts of the questions for --best-for: each is answered by the others' threshold.",
)
@click.option(
    "--points",
    type=click.IntRange(2),
    metavar="N",
    help=f"At most N thresholds a run, evenly (default: all; as text, md and latex {_POINTS}).",
)
@click.option("--intersect", is_flag=True, help="Only the questions that all runs have.")
@click.option(
    "--questions",
    metavar="FILE",
    type=click.Path(),
    help="A table of questions (tsv, first column 'question'): only these count.",
)
@click.option("--only", multiple=True, metavar="COLUMN=VALUE", help="Only these questions.")
@seed_option
@plot_option("Draw the error rate against coverage")
@output_options()
def command(**options: Any) -> None:
    """Hold answers below a confidence back: coverage, risk, and the best threshold.

    SCORES is a score table with confidences ('qaeval score -q -f tsv -m CWS …'),
    or with --judged the files are judged responses. For every confidence that a run
    gives, the row of that threshold has the scores of the run had it not answered
    where it was less confident; in the last row, 'none', it answers nothing. What a
    run left unanswered stays so. Text shows the shortest number that draws the
    line at the same place, the other formats the confidence itself.

    --best-for finds the threshold that would have been best. A threshold that is
    chosen and judged on the same questions looks better than it is, so cv_value
    is the score if the questions of each fold are answered by the threshold that
    is best for the other folds, and cv_gain what is left of the gain. Of equally
    good thresholds the lowest is taken, which answers most.

    As tsv: run threshold coverage precision accuracy c@1 UF, then those of -m; with
    --best-for: run measure threshold coverage value without gain cv_value cv_gain
    threshold_low threshold_high, the last two over the folds.
    """
    from qaeval.cli.ending import wrapped
    from qaeval.presentation.rendering import render
    from qaeval.studies.abstention import Abstention, check_confidences

    shown_measures = _measures([*MEASURES, *options["measure"]])
    wanted = _measures(options["best_for"], best=True)
    notes = Notes(options["verbose"])
    runs = _read(options, notes)
    for responses in runs:
        check_confidences(responses)
    tried = [Abstention(responses) for responses in runs]
    people = options["format"] in FOR_PEOPLE
    if wanted:
        tables, told = _best_tables(runs, wanted, options, people)
    else:
        points = options["points"] or (_POINTS if people else None)
        tables, told = _threshold_tables(tried, shown_measures, points, people)
    picture = None
    if options["plot"] is not None:
        from qaeval.presentation.plots.coverage import plot_risk
        from qaeval.presentation.risk_charts import drawn_risks

        picture = plot_risk(drawn_risks(tried), options["plot"])
    footer = [*wrapped(told), *([""] if told else []), _signature(runs, options)]
    text = render(tables, options["format"], options["digits"], not options["no_header"], footer)
    emit(text, options["output"], options["plot"], picture)
    notes.tell()


def _measures(names: Sequence[str], best: bool = False) -> list[Measure]:
    """Response measures by name; for a best one, better must mean something."""
    from qaeval.measures import measures

    found = measures(names)
    for one in found:
        if one.definition.family != "response":
            raise InputError(
                f"{one.name} is no response measure, which coverage takes: c@1, accuracy, UF, "
                "precision … (see 'qaeval measures')"
            )
        if best and not one.definition.better:
            raise InputError(f"--best-for {one.name}: neither more nor less of it is better")
    return found


def _read(options: dict[str, Any], notes: Notes) -> list[Responses]:
    """The runs on the same questions, which are in byte order."""
    from qaeval.cli.inputs import chosen_questions
    from qaeval.cli.study import read_question_table

    if not options["files"]:
        expected = "RUN..." if options["judged"] else "SCORES... (or --judged RUN...)"
        raise InputError(f"expected {expected}; see 'qaeval coverage --help'")
    table = read_question_table(options["questions"], notes)
    chosen = chosen_questions(table, options["only"])
    read = _judged if options["judged"] else _scored
    return read(options, chosen, notes)


def _judged(options: dict[str, Any], chosen: list[str] | None, notes: Notes) -> list[Responses]:
    from qaeval.cli.inputs import RunReader, common_questions, tell_judged_left_out

    reader = RunReader(notes=notes)
    found = [responses for path in options["files"] for responses in reader.read_judged(path)]
    questions = common_questions(found, chosen, options["intersect"]) or []
    tell_judged_left_out(found, questions, options["questions"], notes)
    if not questions:
        raise InputError("no question is left that all runs have", found[0].file)
    for responses in found:
        missing = sorted(set(questions) - set(responses.questions))
        if missing:
            have = counted(len(missing), "question")
            notes.add(f"{responses.file}: {have} not in the run, unanswered: {listed(missing)}")
    return [responses.on(sorted(questions)) for responses in found]


def _scored(options: dict[str, Any], chosen: list[str] | None, notes: Notes) -> list[Responses]:
    from qaeval.cli.inputs import tell_left_out
    from qaeval.cli.study import on_common_questions, read_tables
    from qaeval.studies.abstention import responses_of

    file = min(options["files"])
    scores = read_tables(TableOptions(options["files"]), notes)
    prefixes = [
        label.removesuffix(_NEEDED[0])
        for label in scores.columns
        if all(label.removesuffix(_NEEDED[0]) + name in scores.columns for name in _NEEDED)
    ]
    if not prefixes:
        raise InputError(
            f"no rows per question of {listed(_NEEDED)}, which coverage needs: make the table with "
            "'qaeval score -q -f tsv -m CWS …', or say --judged if this is no score table",
            file,
        )
    if len(prefixes) > 1:
        names = listed([prefix.removesuffix("-") for prefix in prefixes])
        raise InputError(f"several keys ({names}), expected a table of one", file)
    known = scores.questions
    if chosen is not None:
        scores = scores.on(chosen)
        tell_left_out(known, scores.questions, f"not chosen from {options['questions']}", notes)
        known = scores.questions
        if not scores.questions:
            raise InputError("none of its questions is in the scores", options["questions"])
    scores = on_common_questions(scores, [prefixes[0] + "answered"], options["intersect"])
    tell_left_out(known, scores.questions, "for which some run has no value", notes)
    return [responses_of(scores, run, prefixes[0], file) for run in range(len(scores.runs))]


def _threshold_tables(
    tried: list[Abstention], measures: list[Measure], points: int | None, people: bool
) -> tuple[list[Table], list[str]]:
    """A row per threshold; for people a table per run, and what was left out."""
    from qaeval.presentation.tables import Column, Table
    from qaeval.studies.abstention import spread

    columns = [
        *([] if people else [Column("run")]),
        Column("threshold", "exact"),
        *(_column(one) for one in measures),
    ]
    tables, cut = [], 0
    for one in tried:
        count = len(one.thresholds)
        kept = spread(count, points or count)
        cut = max(cut, count if len(kept) < count else 0)
        values = [one.values(measure, kept).tolist() for measure in measures]
        lead: list[Cell] = [] if people else [one.responses.name]
        edges = [one.short_threshold(at) if people else one.thresholds[at] for at in kept]
        rows: list[list[Cell]] = [
            [*lead, _threshold(edge), *line]
            for edge, line in zip(edges, zip(*values, strict=True), strict=True)
        ]
        tables.append(Table(columns, rows, one.responses.name if people else ""))
    told = [f"{points} of up to {cut:,} thresholds a run: --points N for more."] if cut else []
    return tables, told


def _column(found: Measure) -> Any:
    from qaeval.presentation.tables import Column

    whole = found.definition.whole
    return Column(found.label, "whole" if whole else "number", found.definition.better)


def _threshold(value: float | None) -> Cell:
    return "none" if value is None else value


def _best_tables(
    runs: list[Responses], wanted: list[Measure], options: dict[str, Any], people: bool
) -> tuple[list[Table], list[str]]:
    from qaeval.cli.progress_bar import progress
    from qaeval.studies.abstention import tuned
    from qaeval.studies.sampling import random_folds

    count = len(runs[0].questions)
    if options["folds"] > count:
        raise InputError(f"--folds {options['folds']}: there are only {count} questions")
    folds = random_folds(count, options["folds"], options["seed"])
    tables = []
    with progress(len(wanted) * len(runs) * options["folds"], "coverage") as step:
        for asked in wanted:
            found = {one.name: tuned(one, asked, folds, step) for one in runs}
            tables.append(_best_table(asked, found, people))
    told = [
        "Stay silent below the threshold. value and gain are on the questions it was chosen "
        "on; cv_value and cv_gain are cross-validated: what to expect of it on other questions."
    ]
    return tables, told if people else []


def _best_table(asked: Measure, found: dict[str, Tuned], people: bool) -> Table:
    """A row per run, the best value by cross-validation first."""
    import numpy as np

    from qaeval.presentation.tables import Column, Table
    from qaeval.scores.ranking import best_first

    kind = "whole" if asked.definition.whole else "number"
    better = asked.definition.better
    columns = [
        Column("run"),
        *([] if people else [Column("measure")]),
        Column("threshold", "exact"),
        Column("coverage", "number"),
        Column("value", kind, better),
        Column("without", kind, better),
        Column("gain", kind),
        Column("cv_value", kind, better),
        Column("cv_gain", kind),
        *([] if people else [Column(f"threshold_{end}", "exact") for end in ("low", "high")]),
    ]
    names = list(found)
    sign = -1 if better == "low" else 1
    rows: list[list[Cell]] = []
    for at in best_first(np.array([one.honest for one in found.values()]), names, better):
        one = found[names[at]]
        row: list[Cell] = [names[at], *([] if people else [asked.label])]
        edge = one.short_threshold if people else one.threshold
        row += [_threshold(edge), one.coverage, one.value, one.without]
        row += [sign * (one.value - one.without), one.honest, sign * (one.honest - one.without)]
        if not people:
            ends = sorted(one.by_fold, key=lambda value: np.inf if value is None else value)
            row += [_threshold(ends[0]), _threshold(ends[-1])]
        rows.append(row)
    return Table(columns, rows, f"best threshold for {asked.label}" if people else "")


def _signature(runs: list[Responses], options: dict[str, Any]) -> str:
    from pathlib import PurePath

    from qaeval import __version__
    from qaeval.presentation.signature import signature_line

    fields: dict[str, str | int] = {"runs": len(runs), "questions": len(runs[0].questions)}
    if options["questions"] is not None:
        fields["set"] = PurePath(options["questions"]).name
    if options["only"]:
        fields["only"] = ",".join(options["only"])
    if options["best_for"]:
        fields.update(folds=options["folds"], seed=options["seed"])
    return signature_line({**fields, "version": __version__})
