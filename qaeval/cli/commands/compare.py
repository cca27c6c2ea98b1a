"""``qaeval compare``: do the differences between runs mean anything?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import FOR_PEOPLE, Notes, emit, output_options
from qaeval.cli.study_options import (
    TEST_TRIALS,
    correct_option,
    plot_option,
    seed_option,
    study_options,
    test_option,
    trials_option,
)
from qaeval.errors import InputError
from qaeval.wording import counted, listed, nearest, shown

if TYPE_CHECKING:
    from qaeval.cli.study import Study
    from qaeval.measures import Measure
    from qaeval.presentation.plots.dots import Dots
    from qaeval.presentation.tables import Cell, Table
    from qaeval.scores.table import Scores
    from qaeval.studies.inference.comparison import Comparison, Pairs
    from qaeval.studies.inference.standing import Standing

EPILOG = """\b
Examples:
  qaeval compare scores.tsv
  qaeval compare -m RR --test randomization --correct holm scores.tsv
  qaeval compare --pairs -f tsv scores.tsv
  qaeval compare --baseline ours scores.tsv
  qaeval compare -m RR --plot ranking.png scores.tsv
"""


@click.command("compare", epilog=EPILOG, short_help="Test which differences mean something.")
@study_options
@test_option
@correct_option
@click.option("--pairs", is_flag=True, help="Every pair of runs instead of the leaderboard.")
@click.option("--baseline", metavar="RUN", help="Compare every run with this one only.")
@click.option(
    "--ranks-against",
    multiple=True,
    metavar="NAME=SCORES",
    type=click.Path(),
    help="Show how far each run moved from its rank in another table: NAME↑1, NAME↓2. Measures "
    "are paired by their names after the key's.",
)
@click.option(
    "--unranked",
    multiple=True,
    metavar="RUN",
    help="Leave a run (a judge, say) out of both rankings that are compared. Repeat.",
)
@trials_option(TEST_TRIALS, "Random trials of randomization, bootstrap and tukey-hsd.")
@seed_option
@plot_option("Draw the runs as dots with intervals, best first,")
@output_options()
def command(**options: Any) -> None:
    """Test which differences between runs mean something.

    The leaderboard marks each run against the next one below: * and ** where it
    is better at the 5% and 1% level, and a dagger or double dagger where it is
    significantly worse although its value is higher (the sign test counts
    questions, not values). Runs that share a letter cannot be told apart. With
    --baseline the marks and p are against that run: stars for better, daggers
    for worse. With --correct, p and the letters are those after correction.

    Intervals are at 95%: Student's t for means (Wilson's where all values are 0
    or 1), else bootstrap. A single run has its interval and no test.

    The sign test is exact and two-sided and drops ties; t and wilcoxon are paired;
    tukey-hsd is randomized, within questions. Random tests give p = (k+1)/(N+1).
    The effect of --pairs is the mean difference over its standard deviation. For
    many systems in a paper, take --test randomization --correct holm.

    --plot draws the leaderboard of each measure, with the marks and a line along
    the runs that cannot be told apart (also beside --pairs).
    """
    from qaeval.cli.study import check_correction, experiment_signature, read_studies, wrapped
    from qaeval.presentation.plots.dots import plot_dots
    from qaeval.presentation.tables import render

    warnings = Notes(options["verbose"])
    check_correction(options)
    # One run has an interval; whatever compares wants another.
    least = 2 if options["pairs"] or options["baseline"] or options["ranks_against"] else 1
    studies = read_studies(options, warnings, least)
    other = _other_ranking(studies, options, warnings)
    tables: list[Table] = []
    notes: list[str] = []
    rankings: list[Dots] = []
    for value, study in studies.items():
        for measure in study.measures:
            table, told, ranking = _compared(value, study, measure, other, options)
            tables.append(table)
            notes += told
            rankings += [] if ranking is None else [ranking]
    picture = None
    if options["plot"] is not None:
        picture = plot_dots(rankings, _reading(studies, options), options["plot"])
    notes = [*wrapped(list(dict.fromkeys(notes))), ""]
    notes.append(experiment_signature(studies, options, **_choices(studies, options)))
    header = not options["no_header"]
    text = render(tables, options["format"], options["digits"], header, notes)
    emit(text, options["output"], options["plot"], picture)
    warnings.tell()


def _choices(studies: dict[str, Study], options: dict[str, Any]) -> dict[str, object]:
    """The tests that were made, and what drew their random numbers."""
    from qaeval.studies.inference.significance import RANDOM, test_of

    measures = next(iter(studies.values())).measures
    tests = dict.fromkeys(test_of(measure, options["test"]) for measure in measures)
    choices: dict[str, object] = {"test": ",".join(tests), "correct": options["correct"]}
    if set(tests) & RANDOM or not all(measure.is_mean for measure in measures):
        choices.update(trials=options["trials"], seed=options["seed"])
    return choices


def _compared(
    value: str,
    study: Study,
    measure: Measure,
    other: OtherRanking | None,
    options: dict[str, Any],
) -> tuple[Table, list[str], Dots | None]:
    """One measure's table, what is to be said about it, and what is to be drawn of it."""
    from qaeval.cli.progress_bar import progress
    from qaeval.presentation.charts import drawn_standing
    from qaeval.presentation.words import tests_in_words
    from qaeval.studies.inference.comparison import Comparison
    from qaeval.studies.inference.significance import test_of
    from qaeval.studies.inference.standing import standing

    scores = study.scores
    baseline = options["baseline"]
    if baseline is not None and baseline not in scores.runs:
        hint = nearest(baseline, scores.runs)
        raise InputError(f"--baseline {shown(baseline)}: there is no such run{hint}")
    comparison = Comparison(scores, measure, options["trials"], options["seed"], progress)
    test = test_of(measure, options["test"])
    pairs = comparison.pairs(test, with_intervals=options["pairs"])
    lead = [value] if options["by"] else []
    title = measure.label if not lead else f"{options['by']}: {value}, {measure.label}"
    told = tests_in_words(title, pairs, test, options["correct"])
    if options["pairs"] and options["plot"] is None:
        return _pairs_table(lead, title, comparison, pairs, options), told, None
    found = standing(comparison, pairs, options["correct"], baseline)
    ranking = drawn_standing(title, comparison, found, baseline)
    if options["pairs"]:
        return _pairs_table(lead, title, comparison, pairs, options), told, ranking
    return _leaderboard(lead, title, comparison, found, other, options), told, ranking


def _reading(studies: dict[str, Study], options: dict[str, Any]) -> str:
    """How to read the picture."""
    tests = _choices(studies, options)["test"]
    how = f"{tests} test" if options["correct"] == "none" else f"{tests} test, {options['correct']}"
    if options["baseline"] is None:
        marks = "* ** better than the next run below († ‡ worse, although its value is higher)"
    else:
        marks = "* ** better and † ‡ worse than the run with the open sign"
    return (
        "Dots: values with 95% intervals over questions. Lines at the right: runs that cannot be "
        f"told apart. Marks: {marks} at .05 and .01 ({how})."
    )


def _leaderboard(
    lead: list[str],
    title: str,
    comparison: Comparison,
    found: Standing,
    other: OtherRanking | None,
    options: dict[str, Any],
) -> Table:
    from qaeval.presentation.tables import Column, Table

    runs, measure = comparison.scores.runs, comparison.measure
    letters = found.letters
    moves = None if other is None else other.moves(comparison)
    people = options["format"] in FOR_PEOPLE
    columns = [
        *([Column(options["by"])] if lead and not people else []),
        *([] if people else [Column("measure")]),
        Column("rank", "whole"),
        Column("run"),
        Column(measure.label if people else "value", "number", measure.definition.better),
        Column("low", "number"),
        Column("high", "number"),
        Column("mark"),
        Column("p", "chance"),
        *([Column("alike")] if people else []),
        *([] if moves is None else [Column("move")]),
    ]
    rows: list[list[Cell]] = []
    for rank, run in zip(found.ranks, found.order, strict=True):
        start: list[Cell] = [] if people else [*lead, measure.label]
        value = float(comparison.values[run])
        span = [float(found.intervals.low[run]), float(found.intervals.high[run])]
        chance: Cell = found.p.get(run, "")
        rows.append([*start, rank, runs[run], value, *span, found.marks.get(run, ""), chance])
        if people:
            rows[-1].append(letters.get(run, ""))
        if moves is not None:
            rows[-1].append(moves.get(runs[run], ""))
    return Table(columns, rows, title if people else "")


@dataclass
class OtherRanking:
    """The table that ranks are compared with: its name, its scores, and who is left out."""

    name: str
    file: str
    scores: Scores
    unranked: tuple[str, ...]

    def moves(self, comparison: Comparison) -> dict[str, str]:
        """Each run's move from its rank there, on the same questions (2010, Table 22)."""
        from qaeval.scores.ranking import rank_moves

        other = self.scores.on(comparison.scores.questions) if self.scores.columns else self.scores
        found = self._paired(comparison.measure)
        here = dict(zip(comparison.scores.runs, comparison.values.tolist(), strict=True))
        there = dict(zip(other.runs, other.values(found).tolist(), strict=True))
        better = comparison.measure.definition.better
        moves = rank_moves(here, there, better, self.unranked)
        arrows = {run: "↑" if move > 0 else "↓" for run, move in moves.items() if move}
        return {run: f"{self.name}{arrow}{abs(moves[run])}" for run, arrow in arrows.items()}

    def _paired(self, measure: Measure) -> Measure:
        """The other table's measure of the same name after the key's; the table's name decides."""
        wanted = _bare(measure)
        paired = [found for found in self.scores.measures if _bare(found) == wanted]
        own = [found for found in paired if found.label == f"{self.name}-{wanted}"]
        if len(own or paired) == 1:
            return (own or paired)[0]
        if not paired:
            raise InputError(f"no measure to pair with {measure.label}", self.file)
        names = listed(found.label for found in paired)
        raise InputError(f"{measure.label} could be paired with {names}", self.file)


def _bare(measure: Measure) -> str:
    """A measure's name without that of its key, also where the measure is unknown."""
    if measure.definition.family != "foreign":
        return measure.name
    return measure.label.partition("-")[2] or measure.label


def _other_ranking(
    studies: dict[str, Study], options: dict[str, Any], warnings: Notes
) -> OtherRanking | None:
    """The table of --ranks-against, read once."""
    if not options["ranks_against"]:
        if options["unranked"]:
            raise InputError("--unranked has no effect without --ranks-against")
        return None
    from qaeval.files.scores import read_scores

    if len(options["ranks_against"]) > 1 or options["pairs"]:
        raise InputError("--ranks-against goes once, with the leaderboard (not --pairs)")
    name, equals, path = options["ranks_against"][0].partition("=")
    if not equals or not name or not path:
        raise InputError(f"--ranks-against {shown(name)}: expected NAME=SCORES, such as GA=ga.tsv")
    other = read_scores(path)
    have = counted(len(other.questions), "question")
    warnings.detail(f"{path}: {counted(len(other.runs), 'run')}, {have}")
    runs = next(iter(studies.values())).scores.runs
    for run in options["unranked"]:
        if run not in runs and run not in other.runs:
            raise InputError(f"--unranked {shown(run)}: there is no such run{nearest(run, runs)}")
    alone = sorted(set(runs) ^ set(other.runs) - set(options["unranked"]))
    if alone:
        warnings.add(f"{path}: not ranked, since only one of the tables has them: {listed(alone)}")
    questions = {name for study in studies.values() for name in study.scores.questions}
    lacking = sorted(questions - set(other.questions)) if other.questions else []
    if lacking:
        have = counted(len(lacking), "question")
        warnings.add(f"{path}: ranked there without {have}: {listed(lacking)}")
    return OtherRanking(name, path, other, options["unranked"])


def _pairs_table(
    lead: list[str], title: str, comparison: Comparison, pairs: Pairs, options: dict[str, Any]
) -> Table:
    """Every pair, the better run first, in the order of the ranking."""
    from qaeval.presentation.tables import Column, Table
    from qaeval.scores.ranking import best_first
    from qaeval.studies.inference.significance import corrected

    runs, measure = comparison.scores.runs, comparison.measure
    order = best_first(comparison.values, runs, measure.definition.better)
    rank = {run: place for place, run in enumerate(order)}
    base = None if options["baseline"] is None else runs.index(options["baseline"])
    keep = [i for i, pair in enumerate(comparison.each_pair()) if base is None or base in pair]
    p = dict(zip(keep, corrected(pairs.p[keep], options["correct"]).tolist(), strict=True))
    split = (pairs.wins, pairs.losses, pairs.ties)
    rows: list[tuple[int, int, list[Cell]]] = []
    for i in keep:
        x, y = int(pairs.x[i]), int(pairs.y[i])
        span = [float(pairs.low[i]), float(pairs.high[i])]
        counts: list[Cell] = [None if column is None else int(column[i]) for column in split]
        sign = 1.0
        if rank[x] > rank[y]:
            x, y, sign = y, x, -1.0
            span = [-span[1], -span[0]]
            counts[:2] = counts[1::-1]
        difference = float(pairs.difference[i]) * sign + 0.0
        effect = None if pairs.effect is None else float(pairs.effect[i]) * sign + 0.0
        values = [float(comparison.values[x]), float(comparison.values[y]), difference, *span]
        chances = [float(pairs.p[i]), p[i]]
        rows.append((rank[x], rank[y], [runs[x], runs[y], *values, *counts, *chances, effect]))
    rows.sort(key=lambda row: row[:2])
    people = options["format"] in FOR_PEOPLE
    columns = [
        *([Column(options["by"])] if lead and not people else []),
        *([] if people else [Column("measure")]),
        Column("run_x"),
        Column("run_y"),
        *(Column(name, "number") for name in ["value_x", "value_y", "diff", "low", "high"]),
        *(Column(name, "whole") for name in ("wins", "losses", "ties")),
        Column("p", "chance"),
        Column("p_corrected", "chance"),
        Column("effect", "number"),
    ]
    start: list[Cell] = [] if people else [*lead, measure.label]
    return Table(columns, [[*start, *row] for _, _, row in rows], title if people else "")
