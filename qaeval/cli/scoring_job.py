"""What one call of ``qaeval score`` does between its options and its tables, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from qaeval.cli.asked_measures import expanded, measures_of, ranking_measure
from qaeval.cli.each_run import Failures, Report, tell
from qaeval.cli.nugget_job import holds_nuggets, score_nuggets
from qaeval.cli.ranked_job import score_ranked
from qaeval.cli.scoring_notes import QuestionNotes
from qaeval.cli.scoring_options import QuestionOptions, ScoringOptions
from qaeval.cli.side_by_side import processes, side_by_side
from qaeval.collection.keys import Key
from qaeval.collection.nuggets import NuggetKey
from qaeval.collection.questions import QuestionTable
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.questions import read_questions
from qaeval.files.trec_eval import RUNID
from qaeval.marking.judged import mark_judged
from qaeval.measures import Measure
from qaeval.presentation.overall import Overall, macro_mean, macro_values, overall, overall_by
from qaeval.presentation.signature import given_names, signature
from qaeval.progress import Step, Watch, unwatched
from qaeval.scores.scoring import RunScores, Selection, assemble, evaluate
from qaeval.scores.table import Scores
from qaeval.steps.choosing import Choosing, chosen_by_name
from qaeval.steps.inputs import (
    RunReader,
    chosen_questions,
    column_of,
    common_questions,
    found_table,
    groups,
    run_places,
    tell_few_clusters,
    tell_judged_left_out,
    tell_readings,
)
from qaeval.steps.notes import Notes
from qaeval.steps.sample_notes import tell_samples
from qaeval.wording import counted


@dataclass(frozen=True)
class Scoring:
    """The scores of a call, and what their tables and their signature are made of."""

    options: ScoringOptions
    scores: Scores
    groups: dict[str, Scores]  # the scores of each value of --by or --macro; none without them
    clusters: dict[str, str] | None  # the cluster of each question; none without --cluster
    asked: Sequence[str]  # the measures by the names they were asked by, presets expanded
    keys: Sequence[Key | NuggetKey]
    left_out: int  # runs that could not be scored
    table: QuestionTable | None  # of --questions
    ranked_by: Measure
    choosing: Choosing

    @property
    def labels(self) -> list[str]:
        """The names to print, in the order asked, `runid` among them."""
        printed = iter([scored.label for scored in self.scores.measures])
        return [name if name == RUNID else next(printed) for name in self.asked]

    def signature(self) -> dict[str, str | int]:
        """Every choice that changes a number."""
        over, key = self.options.over, self.options.key
        first, ranked = self.scores.measures[0], [k for k in self.keys if isinstance(k, Key)]
        strings = any(not known.holds_ids for known in ranked)
        return signature(
            self.keys,
            len(self.scores.questions),
            {
                "set": None if over.questions is None else PurePath(over.questions).name,
                "only": ",".join(over.only) or None,
                **self.choosing.asked.signed(self.ranked_by.label),
                "ranked by": None if first is self.ranked_by else self.ranked_by.label,
                "levels": ranked[0].level_range if ranked else None,
                "gains": (key.gains or "level") if ranked else None,
                "normalize": key.normalize if strings else ("exact" if ranked else None),
                "nil": key.nil if strings else None,
                "silence": ("nil" if key.silence_is_nil else "none") if strings else None,
                "no-response": self.options.run.no_response,
                "score-bits": "32" if self.options.run.score_bits == "32" else None,
                "unanswerable": over.unanswerable if ranked else None,
                "missing": "left out" if over.intersect else "no response",
                "intervals": "95%" if self.options.intervals else None,
                "cluster": over.cluster,
                "macro": over.macro,
                "names": given_names(self.scores.measures),
            },
            "citations" if self.options.nuggets else "judged responses",
        )

    @property
    def boards(self) -> list[Overall]:
        """What the leaderboards show."""
        by, by_runs = self.options.over.by, self.choosing.groups(self.scores.runs)
        if by is not None:
            boards = overall_by(self.scores, self.groups, by)
        elif by_runs:
            boards = [self._board_of(value, runs) for value, runs in by_runs.items()]
        else:
            boards = [self._board(self.scores, self.groups)]
        rank = self.scores.measures.index(self.ranked_by)
        return [replace(board, ranked_by=rank) for board in boards]

    def _board_of(self, value: str, runs: Sequence[str]) -> Overall:
        """What the leaderboard of a value of --by-runs shows."""
        groups = {name: part.of_runs(runs) for name, part in self.groups.items()}
        board = self._board(self.scores.of_runs(runs), groups)
        title = f"{self.choosing.asked.by_runs}: {value} ({counted(len(runs), 'run')})"
        title += f", {board.title}" if board.title else ""
        return replace(board, title=title, value=value)

    def _board(self, scores: Scores, groups: Mapping[str, Scores]) -> Overall:
        macro = self.options.over.macro
        return overall(scores) if macro is None else macro_mean(scores, groups, macro)


def score_files(
    options: ScoringOptions,
    notes: Notes,
    choosing: Choosing,
    report: Report = tell,
    watch: Watch = unwatched,
) -> Scoring:
    """Read, mark and score the runs that are chosen; `report` is told of those that fail."""
    # Judged responses may tell themselves what else would need a table of questions.
    finds = options.judged and options.over.questions is None
    table = None if finds else _read_table(options.over, notes)
    chosen = None if finds else chosen_questions(table, options.over.only)
    telling = QuestionNotes(options.over, chosen, notes)
    failures = Failures(options.keep_going, report)
    with watch(len(options.runs), "score") as step:
        if options.judged:
            asked = options.measures or ("clef",)
            keys: Sequence[Key | NuggetKey] = []
            measures = measures_of(asked, [])
            ranking_measure(measures, asked, [], options.sort)  # refuses what is not among them
            judged = _read_judged(options, choosing, notes, failures)
            if finds:
                table, judged = found_table(judged, options.over.only)
                _check_columns(table, options.over)
            runs = _score_judged(options, judged, measures, telling, failures, step)
        elif holds_nuggets(options):
            keys, runs, asked = score_nuggets(options, choosing, telling, failures, step)
        else:
            keys, runs, asked = score_ranked(options, table, choosing, telling, failures, step)
    if not runs:
        raise InputError("no run could be scored")
    if failures.count:
        notes.add(f"{failures.count:,} of {counted(len(options.runs), 'file')} left out")
    scores = assemble(runs)
    ranked_by = ranking_measure(scores.measures, asked, options.key_names, options.sort)
    scores = _best_runs(scores, ranked_by, table, options.over, choosing)
    if not scores.questions:
        where = keys[0].file if keys else runs[0].run
        raise InputError("no question is left to score", where)
    tell_readings(scores.measures, notes)
    tell_samples(scores, notes)
    by_value, clusters = _grouped(scores, table, options.over, notes), None
    if options.over.cluster is not None:
        clusters = column_of(scores.questions, table, options.over.cluster, "--cluster")
        tell_few_clusters(len(set(clusters.values())), options.over.cluster, notes)
    return Scoring(
        options,
        scores,
        by_value,
        clusters,
        expanded(asked),
        keys,
        failures.count,
        table,
        ranked_by,
        choosing,
    )


def _best_runs(
    scores: Scores,
    decides: Measure,
    table: QuestionTable | None,
    over: QuestionOptions,
    choosing: Choosing,
) -> Scores:
    """The scores of the runs that --best-of takes, on the questions that count for any of them."""
    if choosing.asked.best_of is None:
        return scores
    values = scores.values(decides)
    if over.macro is not None:
        tasks = _grouped(scores, table, over, choosing.notes)
        values = macro_values(tasks)[scores.measures.index(decides)]
    kept = scores.of_runs(choosing.best(scores.runs, values, decides))
    some = np.logical_or.reduce([~np.isnan(column) for column in kept.columns.values()])
    return kept.on([kept.questions[at] for at in np.flatnonzero(some.any(axis=0))])


def _read_table(options: QuestionOptions, notes: Notes) -> QuestionTable | None:
    """The table of questions; what is wrong with its columns is told before any run is read."""
    table = None
    if options.questions is not None:
        table = read_questions(options.questions)
        notes.detail(f"{options.questions}: {counted(len(table.questions), 'question')}")
    _check_columns(table, options)
    return table


def _check_columns(table: QuestionTable | None, options: QuestionOptions) -> None:
    """Refuse columns that cannot be taken."""
    if options.by is not None:
        groups(table, options.by)
    for option, name in (("--cluster", options.cluster), ("--macro", options.macro)):
        if name is not None:
            column_of((), table, name, option)


def _read_judged(
    options: ScoringOptions, choosing: Choosing, notes: Notes, failures: Failures
) -> list[Responses]:
    """The judged runs that are chosen."""
    reader = RunReader(options.run, notes)
    judged: list[Responses] = []
    jobs = processes(options.runs, options.jobs)
    with side_by_side(reader.judged_runs, options.runs, jobs) as outcomes:
        for outcome in outcomes:
            try:
                judged += reader.claimed(outcome.result())
            except InputError as error:
                failures.meet(error.at(outcome.file))
    return list(chosen_by_name(judged, choosing))


def _score_judged(
    options: ScoringOptions,
    judged: Sequence[Responses],
    asked: Sequence[Measure],
    telling: QuestionNotes,
    failures: Failures,
    step: Step,
) -> list[RunScores]:
    """The runs of judged responses, scored over the questions that they share."""
    chosen = telling.chosen
    own = options.over.pairwise and chosen is None
    questions = None if own else common_questions(judged, chosen, options.over.intersect)
    if not own:
        tell_judged_left_out(judged, questions, options.over.questions, telling.notes)
    runs = []
    for responses, place in zip(judged, run_places(judged), strict=True):
        try:
            marks = mark_judged(responses, questions)
            telling.tell_judged(marks, place)
            # What the runs do not share is gone already: a missing question is unanswered.
            selection = Selection(chosen, options.over.unanswerable)
            runs.append(evaluate([marks], asked, selection))
        except InputError as error:
            failures.meet(error.at(responses.file))
        step(1)
    telling.tell_missing()
    return runs


def _grouped(
    scores: Scores, table: QuestionTable | None, options: QuestionOptions, notes: Notes
) -> dict[str, Scores]:
    """The scores of each group of questions; none without --by or --macro."""
    if options.macro is not None:
        values = column_of(scores.questions, table, options.macro, "--macro")
        tasks: dict[str, list[str]] = {}
        for question in sorted(values, key=lambda name: (values[name], name)):
            tasks.setdefault(values[question], []).append(question)
        return {value: scores.on(names) for value, names in tasks.items()}
    if options.by is None:
        return {}
    have = set(scores.questions)
    shared = {value: have & set(names) for value, names in groups(table, options.by).items()}
    by_value = {value: scores.on(names) for value, names in shared.items() if names}
    if len(by_value) < len(shared):
        notes.detail(f"{len(shared) - len(by_value)} values of {options.by} without a question")
    return by_value
