"""Responses with their confidences, read from judged runs or told from score tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from qaeval.collection.questions import check_shared
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.scores.table import Scores
from qaeval.steps.asked import TableOptions
from qaeval.steps.choosing import Choosing, chosen_by_name
from qaeval.steps.inputs import (
    RunReader,
    chosen_questions,
    common_questions,
    found_table,
    run_places,
    tell_common,
    tell_judged_left_out,
    tell_left_out,
)
from qaeval.steps.missing_notes import MissingQuestions
from qaeval.steps.notes import Notes
from qaeval.steps.options import RunOptions
from qaeval.steps.run_choice import RunChoice
from qaeval.steps.studied_scores import on_common_questions
from qaeval.steps.study import read_question_table, read_tables
from qaeval.studies.abstention import TELLING, key_prefixes, responses_of
from qaeval.wording import listed


@dataclass(frozen=True)
class ResponseOptions:
    """Which responses are studied: the files, and what of them counts."""

    files: tuple[str, ...] = ()
    judged: bool = False
    intersect: bool = False
    questions: str | None = None
    only: tuple[str, ...] = ()
    name_from: str | None = None
    columns: Sequence[str] | None = None  # of judged responses, as the user names them
    choice: RunChoice = field(default_factory=RunChoice)


def read_responses(asked: ResponseOptions, notes: Notes) -> list[Responses]:
    """The runs on the same questions, which are in byte order."""
    if not asked.files:
        expected = "RUN..." if asked.judged else "SCORES... (or --judged RUN...)"
        raise InputError(f"expected {expected}; see 'qaeval coverage --help'")
    if asked.name_from is not None and not asked.judged:
        raise InputError("--name-from has no effect on score tables: it goes with --judged RUN...")
    table = read_question_table(asked.questions, notes)
    chosen = None if table is None else chosen_questions(table, asked.only)
    choosing = Choosing.of(asked.choice, notes)
    if asked.columns is not None and not asked.judged:
        raise InputError("--columns has no effect on score tables: it goes with --judged RUN...")
    if asked.judged:
        reader = RunReader(RunOptions(name_from=asked.name_from, columns=asked.columns), notes)
        every = [responses for path in asked.files for responses in reader.read_judged(path)]
        return judged_responses(every, asked, choosing, chosen, notes)
    scores = read_tables(TableOptions(asked.files), choosing, notes)
    return scored_responses(scores, asked, chosen, notes)


def judged_responses(
    every: Sequence[Responses],
    asked: ResponseOptions,
    choosing: Choosing,
    chosen: list[str] | None,
    notes: Notes,
) -> list[Responses]:
    """The runs that are chosen, on the questions that count."""
    runs = list(chosen_by_name(every, choosing))
    if asked.questions is None:
        _, runs = found_table(runs, asked.only)
    for responses in runs:
        if len(set(responses.questions)) < len(responses.questions):
            raise InputError(
                "repeated samples: coverage takes one response to each question", responses.file
            )
    questions = common_questions(runs, chosen, asked.intersect) or []
    tell_judged_left_out(runs, questions, asked.questions, notes)
    if not questions:
        raise InputError("no question is left that all runs have", runs[0].file)
    lacking = MissingQuestions()
    for responses, place in zip(runs, run_places(runs), strict=True):
        check_shared(responses.questions, questions, "the list of questions", responses.file)
        missing = sorted(set(questions) - set(responses.questions))
        lacking.add(responses.name, place, missing, len(questions), "unanswered")
    lacking.tell(notes)
    return [responses.on(sorted(questions)) for responses in runs]


def scored_responses(
    scores: Scores, asked: ResponseOptions, chosen: list[str] | None, notes: Notes
) -> list[Responses]:
    """The responses that a score table tells of, on the questions that count."""
    file = min(asked.files, default="scores")
    prefix = _key_prefix(scores, file)
    if scores.samples is not None:
        raise InputError("repeated samples: coverage takes one response to each question", file)
    known = scores.questions
    if asked.questions is None:
        chosen = chosen_questions(scores.described, asked.only)
    if chosen is not None:
        scores = scores.on(chosen)
        tell_left_out(known, scores.questions, f"not chosen from {asked.questions or file}", notes)
        known = scores.questions
        if not scores.questions:
            raise InputError("none of its questions is in the scores", asked.questions)
    scores = on_common_questions(scores, [prefix + "answered"], asked.intersect)
    if asked.intersect:
        tell_common(known, scores.questions, notes)
    tell_left_out(known, scores.questions, "for which some run has no value", notes)
    return [responses_of(scores, run, prefix, file) for run in range(len(scores.runs))]


def _key_prefix(scores: Scores, file: str) -> str:
    """What stands before the columns of the one key that the table has."""
    prefixes = key_prefixes(scores)
    if not prefixes:
        raise InputError(
            f"no rows per question of {listed(TELLING)}, which coverage needs: make the table with "
            "'qaeval score -q -f tsv -m CWS …', or say --judged if this is no score table",
            file,
        )
    if len(prefixes) > 1:
        names = listed([prefix.removesuffix("-") for prefix in prefixes])
        raise InputError(f"several keys ({names}), expected a table of one", file)
    return prefixes[0]
