"""What the commands that study score tables read, and how they sign it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import PurePath

import numpy as np

from qaeval import __version__
from qaeval.arrays import Floats
from qaeval.collection.questions import QuestionTable
from qaeval.errors import InputError
from qaeval.files.questions import read_questions
from qaeval.measures import Measure
from qaeval.measures.naming import split_given
from qaeval.presentation.signature import given_names, signature_line
from qaeval.presentation.tables import Cell
from qaeval.scores.reading import read_scores
from qaeval.scores.table import Scores
from qaeval.steps.asked import TableOptions
from qaeval.steps.choosing import Choosing
from qaeval.steps.inputs import (
    check_grouped,
    chosen_questions,
    column_of,
    groups,
    tell_common,
    tell_few_clusters,
    tell_left_out,
    tell_readings,
)
from qaeval.steps.notes import Notes
from qaeval.steps.sample_notes import tell_samples
from qaeval.steps.studied_scores import on_common_questions, studied_measures
from qaeval.studies.units import Units
from qaeval.wording import counted, listed, offered


@dataclass(frozen=True)
class Study:
    """A score table reduced to the measures asked for and the questions that all runs have."""

    scores: Scores
    measures: list[Measure]
    asked: TableOptions
    questions: QuestionTable | None = None  # the table of --questions
    value: str = ""  # of the column of --by or --by-runs, where the study is of one value
    scored: Mapping[str, str | int] = field(
        default_factory=dict
    )  # signature of the scoring, of runs
    run_groups: Mapping[str, Sequence[str]] = field(default_factory=dict)  # of --by-runs
    best_by: str = ""  # the measure by which --best-of chose
    left_out: Collection[str] = ()  # runs of the tables that are not chosen
    caution: Sequence[str] = ()  # what --best-of leaves to be said beside intervals and tests

    @cached_property
    def units(self) -> Units:
        """What is drawn when questions are drawn: see --cluster and --macro."""
        clusters = self.question_column(self.asked.cluster, "--cluster")
        tasks = self.question_column(self.asked.macro, "--macro")
        return Units.of(clusters, tasks, len(self.scores.questions))

    def question_column(self, name: str | None, option: str) -> list[str] | None:
        """The value that each question has in a column of the question table, if one is named."""
        if name is None:
            return None
        return list(column_of(self.scores.questions, self.questions, name, option).values())

    def by_value(self) -> dict[str, Study]:
        """The study under '', or with --by or --by-runs one for each value of the column."""
        if self.run_groups:
            return {
                value: replace(self, scores=self.scores.of_runs(runs), value=value, run_groups={})
                for value, runs in self.run_groups.items()
            }
        if self.asked.by is None:
            return {"": self}
        known = set(self.scores.questions)
        names_of = groups(self.questions, self.asked.by)
        return {
            value: replace(self, scores=self.scores.on(known & set(names)), value=value)
            for value, names in names_of.items()
            if known & set(names)
        }

    @property
    def grouped_by(self) -> str | None:
        """The column of --by or --by-runs."""
        return self.asked.by if self.asked.by is not None else self.asked.choice.by_runs

    @property
    def lead(self) -> dict[str, Cell]:
        """The column and value of --by or --by-runs, for programs."""
        return {} if self.grouped_by is None else {self.grouped_by: self.value}

    def titled(self, title: str) -> str:
        """A table's title, with the columns of --by, --by-runs and --macro where there are any."""
        if self.asked.macro is not None:
            title += f", mean over {self.asked.macro}"
        return title if self.grouped_by is None else f"{self.grouped_by}: {self.value}, {title}"

    def said(self, sentences: Sequence[str]) -> list[str]:
        """Sentences about these runs, with their value of --by-runs, where there is one."""
        column = self.asked.choice.by_runs
        return [text if column is None else f"{column} {self.value}: {text}" for text in sentences]

    def mean_measures(self, notes: Notes) -> list[Measure]:
        """The measures that have a value for each question; one asked for must be such."""
        others = [measure.label for measure in self.measures if not measure.is_mean]
        means = [measure for measure in self.measures if measure.is_mean]
        if others and (self.asked.measure or not means):
            raise InputError(
                f"{others[0]} is not a mean over questions, so it has no value for a question: "
                "take a measure that is (qaeval measures lists them)"
            )
        if others:
            notes.add(f"{listed(others)} left out: not a mean over questions")
        return means

    def signature(self, **choices: object) -> str:
        """Every choice that changes a number of an experiment on this study."""
        runs, questions = len(self.scores.runs), len(self.scores.questions)
        scored = {name: value for name, value in self.scored.items() if name != "version"}
        names = given_names(self.measures)
        if names is not None:
            choices = {"names": names, **choices}
        fields = table_fields(runs, questions, self.asked, self.best_by, choices)
        return signature_line({**scored, **fields})


def table_signature(runs: int, questions: int, asked: TableOptions, **choices: object) -> str:
    """The signature of what is no study of all questions."""
    return signature_line(table_fields(runs, questions, asked, "", choices))


def table_fields(
    runs: int, questions: int, asked: TableOptions, best_by: str, choices: Mapping[str, object]
) -> dict[str, str]:
    """How much was studied, which questions and runs were chosen, and the other choices made."""
    fields: dict[str, object] = {"runs": runs, "questions": questions}
    if asked.questions is not None:
        fields["set"] = PurePath(asked.questions).name
    if asked.only:
        fields["only"] = ",".join(asked.only)
    if asked.by is not None:
        fields["by"] = asked.by
    if asked.cluster is not None:
        fields["cluster"] = asked.cluster
    if asked.macro is not None:
        fields["macro"] = asked.macro
    fields.update(asked.choice.signed(best_by))
    fields.update(choices, version=__version__)
    return {name: str(value) for name, value in fields.items()}


def read_study(
    asked: TableOptions, notes: Notes, least_runs: int = 2, all_grouped: bool = True
) -> Study:
    """The study of the tables on a command line.

    `all_grouped`: every question of the tables must have a value of --by.
    """
    choosing = Choosing.of(asked.choice, notes, asked.by)
    scores = read_tables(asked, choosing, notes, least_runs)
    return study_of(scores, asked, choosing, notes, least_runs, all_grouped)


def read_tables(
    asked: TableOptions, choosing: Choosing, notes: Notes, least_runs: int = 1
) -> Scores:
    """The score tables of the command line, merged, of the runs that are chosen by name."""
    # In an order of their own, so that the order on the command line never shows.
    held = split_given(asked.measure[0])[1] if len(asked.measure) == 1 else "value"
    scores = read_scores(
        *sorted(asked.tables), name=held, question_column=not asked.no_question_column
    )
    _tell_tables(scores, asked.tables, notes)
    return chosen_scores(scores, asked, choosing, notes, least_runs)


def chosen_scores(
    scores: Scores, asked: TableOptions, choosing: Choosing, notes: Notes, least_runs: int = 1
) -> Scores:
    """The scores of the runs that are chosen by name, measures under the names given to them."""
    scores = scores.under_names(asked.measure).of_runs(choosing.names(sorted(scores.runs)))
    if not scores.measures:
        holds = f"only {listed(scores.columns)}" if scores.columns else "which holds no value"
        raise InputError(f"no measure in the table, {holds}", asked.file)
    check_runs(scores, asked, choosing, least_runs)
    tell_samples(scores, notes)
    return scores


def check_runs(scores: Scores, asked: TableOptions, choosing: Choosing, least_runs: int) -> None:
    """Refuse scores of too few runs."""
    choosing.check_left(len(scores.runs), least_runs)
    if len(scores.runs) < least_runs:
        have = counted(len(scores.runs), "run")
        raise InputError(f"{have}, expected {least_runs} or more", asked.file)


def _values(study: Study, measure: Measure) -> Floats:
    """The runs' values by a measure: with --macro, the means over tasks."""
    tasks = study.question_column(study.asked.macro, "--macro")
    if tasks is None:
        return study.scores.values(measure)
    questions: dict[str, list[str]] = {}
    for question, task in zip(study.scores.questions, tasks, strict=True):
        questions.setdefault(task, []).append(question)
    parts = [study.scores.on(names).values(measure) for names in questions.values()]
    return np.asarray(np.mean(parts, axis=0))


def _tell_tables(scores: Scores, paths: Sequence[str], notes: Notes) -> None:
    """What the tables hold, all of them together if there are several."""
    holds = counted(len(scores.runs), "run")
    if scores.questions:
        holds += f", {counted(len(scores.questions), 'question')}"
    holds += f", measures: {offered(measure.label for measure in scores.measures)}"
    if len(paths) == 1:
        notes.detail(f"{paths[0]}: {holds}")
        return
    for path in sorted(paths):
        notes.detail(f"{path}: read")
    notes.detail(f"{len(paths)} tables together: {holds}")


def read_question_table(path: str | None, notes: Notes) -> QuestionTable | None:
    """The table of --questions, if there is one."""
    if path is None:
        return None
    table = read_questions(path)
    notes.detail(f"{table.file}: {counted(len(table.questions), 'question')}")
    return table


def study_of(
    scores: Scores,
    asked: TableOptions,
    choosing: Choosing,
    notes: Notes,
    least_runs: int = 1,
    all_grouped: bool = True,
    questions: QuestionTable | None = None,
    best_by: Measure | None = None,
) -> Study:
    """The study of a score table: of the best runs with --best-of, in groups with --by-runs.

    `questions` is the table of --questions where that is read already; `best_by` decides which run
    is the best, if not the first measure does.
    """
    if questions is None:
        questions = read_question_table(asked.questions, notes) or scores.described
    label = ""
    if asked.choice.best_of is not None:
        tried = _on_questions(scores, asked, Notes(), False, questions)
        decides = best_by or tried.measures[0]
        label = decides.label
        scores = scores.of_runs(choosing.best(tried.scores.runs, _values(tried, decides), decides))
        if len(scores.runs) < least_runs:
            have = counted(len(scores.runs), "run")
            raise InputError(f"--best-of {asked.choice.best_of} leaves {have}, too few")
    study = _on_questions(scores, asked, notes, all_grouped, questions)
    groups_of_runs = choosing.groups(study.scores.runs, least_runs)
    if groups_of_runs:
        grouped = sorted(run for runs in groups_of_runs.values() for run in runs)
        study = replace(study, scores=study.scores.of_runs(grouped))
    return replace(
        study,
        best_by=label,
        run_groups=groups_of_runs,
        left_out=frozenset(choosing.left_out),
        caution=choosing.caution(label),
    )


def _on_questions(
    scores: Scores,
    asked: TableOptions,
    notes: Notes,
    all_grouped: bool,
    questions: QuestionTable | None,
) -> Study:
    """The measures asked for, on the questions that count."""
    measures = studied_measures(scores, asked.measure, notes)
    tell_readings(measures, notes)
    if asked.by is not None:
        groups(questions, asked.by)  # refuses a column that cannot be taken
        if all_grouped:
            check_grouped(scores.questions, questions, asked.by)
    chosen = chosen_questions(questions, asked.only)
    if chosen is not None:
        every, scores = scores, scores.on(chosen)
        why = f"not chosen from {asked.questions or asked.file}"
        tell_left_out(every.questions, scores.questions, why, notes)
        if not scores.questions:
            raise InputError("none of its questions is in the scores", asked.questions)
    labels = [next(iter(measure.columns.values())) for measure in measures]
    common = scores if asked.pairwise else on_common_questions(scores, labels, asked.intersect)
    why = "for which some run has no value"
    if asked.intersect:
        tell_common(scores.questions, common.questions, notes)
    tell_left_out(scores.questions, common.questions, why, notes)
    for measure in () if asked.pairwise else measures:
        common.check_inputs(measure)
    study = Study(common, measures, asked, questions)
    _tell_units(study, notes)
    return study


def _tell_units(study: Study, notes: Notes) -> None:
    """Refuse clusters and tasks that cannot be taken; tell of those too few to say much."""
    alone = sum(len(members) == 1 for members in study.units.by_task)
    if study.units.tasks > 1 and alone:
        have = counted(alone, "value")
        notes.add(
            f"{have} of {study.asked.macro} with a single {study.units.noun}: how much it varies "
            "is taken from the others"
        )
    if study.units.clustered:
        tell_few_clusters(study.units.count, study.asked.cluster, notes)
