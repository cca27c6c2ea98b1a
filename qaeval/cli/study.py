"""What the commands that study score tables read, and how they sign it."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from qaeval.cli.options import Notes
from qaeval.errors import InputError
from qaeval.wording import counted, listed, nearest, shown

if TYPE_CHECKING:
    from qaeval.collection.draws import Draws
    from qaeval.collection.questions import QuestionTable
    from qaeval.measures import Measure
    from qaeval.scores.table import Scores


# Beyond this, sums leave the range in which they are exact.
LARGEST_VALUE = 1e12


@dataclass
class Study:
    """A score table reduced to the measures asked for and the questions that all runs have."""

    scores: Scores
    measures: list[Measure]


def read_tables(options: dict[str, Any], notes: Notes | None = None, least_runs: int = 0) -> Scores:
    """The score tables of the command line, merged, less the runs that --exclude names."""
    from qaeval.files.scores import read_scores

    wanted = options["measure"]
    # In an order of their own, so that the order on the command line never shows.
    scores = read_scores(
        *sorted(options["tables"]), name=wanted[0] if len(wanted) == 1 else "value"
    )
    excluded = options.get("exclude", ())
    for run in excluded:
        if run not in scores.runs:
            hint = nearest(run, scores.runs)
            raise InputError(f"--exclude {shown(run)}: there is no such run{hint}")
    notes = notes or Notes()
    _tell_tables(scores, options["tables"], notes)
    if excluded:
        notes.detail(f"{counted(len(set(excluded)), 'run')} left out by --exclude")
    scores = scores.of_runs(sorted(set(scores.runs) - set(excluded)))
    if not scores.measures:
        parts = listed(scores.columns) or "nothing"
        raise InputError(f"no measure in the table, only {parts}", min(options["tables"]))
    if len(scores.runs) < least_runs:
        have = counted(len(scores.runs), "run")
        if excluded:
            raise InputError(f"--exclude leaves {have}, too few")
        raise InputError(f"{have}, expected {least_runs} or more", options["tables"][0])
    return scores


def check_correction(options: dict[str, Any]) -> None:
    """Refuse a correction of what needs none."""
    if options["test"] == "tukey-hsd" and options["correct"] != "none":
        raise InputError("--correct beside tukey-hsd, which allows for the number of runs itself")


def _tell_tables(scores: Scores, paths: Sequence[str], notes: Notes) -> None:
    """What the tables hold, all of them together if there are several."""
    holds = counted(len(scores.runs), "run")
    if scores.questions:
        holds += f", {counted(len(scores.questions), 'question')}"
    holds += f", measures: {listed((one.label for one in scores.measures), 20)}"
    if len(paths) == 1:
        notes.detail(f"{paths[0]}: {holds}")
        return
    for path in sorted(paths):
        notes.detail(f"{path}: read")
    notes.detail(f"{len(paths)} tables together: {holds}")


def read_question_table(options: dict[str, Any], notes: Notes) -> QuestionTable | None:
    """The table of --questions, if there is one."""
    from qaeval.files.questions import read_questions

    if options["questions"] is None:
        return None
    table = read_questions(options["questions"])
    notes.detail(f"{table.file}: {counted(len(table.questions), 'question')}")
    return table


def read_studies(options: dict[str, Any], notes: Notes, least_runs: int = 2) -> dict[str, Study]:
    """The study, or one for each value of --by, under that value (else under '')."""
    return studies_of(read_tables(options, notes, least_runs), options, notes)


def studies_of(scores: Scores, options: dict[str, Any], notes: Notes) -> dict[str, Study]:
    """The studies of a table: its measures asked for, on the questions that count."""
    import numpy as np

    from qaeval.cli.inputs import check_grouped, chosen_questions, groups, tell_left_out

    for column in scores.columns.values():
        if np.nanmax(np.abs(column)) > LARGEST_VALUE:
            raise InputError(
                f"a value beyond {LARGEST_VALUE:g}, which no score needs", min(options["tables"])
            )
    measures = _measures(scores, options["measure"], notes)
    table = read_question_table(options, notes)
    if options["by"] is not None:
        check_grouped(scores.questions, table, options["by"])
    chosen = chosen_questions(table, options["only"])
    if chosen is not None:
        every, scores = scores, scores.on(chosen)
        why = f"not chosen from {options['questions']}"
        tell_left_out(every.questions, scores.questions, why, notes)
        if not scores.questions:
            raise InputError("none of its questions is in the scores", options["questions"])
    labels = [next(iter(found.columns.values())) for found in measures]
    study = Study(on_common_questions(scores, labels, options["intersect"]), measures)
    why = "for which some run has no value"
    tell_left_out(scores.questions, study.scores.questions, why, notes)
    for measure in measures:
        study.scores.check_inputs(measure)
    if options["by"] is None:
        return {"": study}
    known = set(study.scores.questions)
    by_value = {value: known & set(names) for value, names in groups(table, options["by"]).items()}
    return {
        value: Study(study.scores.on(names), measures) for value, names in by_value.items() if names
    }


def _measures(scores: Scores, wanted: Sequence[str], notes: Notes) -> list[Measure]:
    """The measures to study, which must have per-question columns; counts only if asked for."""

    def missing_columns(measure: Measure) -> list[str]:
        return [name for name in measure.columns.values() if name not in scores.columns]

    found = [scores.find(name) for name in dict.fromkeys(wanted)]
    if not found:
        scored = [one for one in scores.measures if not one.definition.whole] or scores.measures
        found = [one for one in scored if not missing_columns(one)] or scored[:1]
        for one in scored:
            if one not in found:
                needs = listed(missing_columns(one))
                notes.add(f"{one.label} left out: the table has no rows per question of {needs}")
    for measure in found:
        missing = missing_columns(measure)
        if missing:
            needs = listed(missing)
            raise InputError(
                f"no rows per question of {needs}, which {measure.label} needs: make the table "
                f"with 'qaeval score -q -f tsv -m {measure.name} …'"
            )
    return found


def on_common_questions(scores: Scores, labels: Sequence[str], intersect: bool) -> Scores:
    """The table on the questions for which all runs have these; all, unless `intersect`."""
    import numpy as np

    present = np.logical_and.reduce([~np.isnan(scores.columns[label]) for label in labels])
    anywhere = present.any(axis=0)
    everywhere = present.all(axis=0)
    if not intersect and (anywhere != everywhere).any():
        lacking = anywhere & ~present
        run = int(np.flatnonzero(lacking.any(axis=1))[0])
        names = [scores.questions[i] for i in np.flatnonzero(lacking[run])]
        raise InputError(
            f"run {shown(scores.runs[run])} lacks {counted(len(names), 'question')} that other "
            f"runs have ({listed(names)}): --intersect takes the common ones"
        )
    kept = scores.on([scores.questions[i] for i in np.flatnonzero(everywhere)])
    if not kept.questions:
        raise InputError("no question is left that all runs have")
    return kept


def all_draws(study: Study, options: dict[str, Any], disjoint: bool) -> list[Draws]:
    """The draws for each -c, or those of the samples file."""
    from qaeval.files.samples import read_samples
    from qaeval.studies.sampling import draw

    questions = study.scores.questions
    count = len(questions)
    if options.get("samples") is not None:
        if options["sizes"]:
            raise InputError("-c beside --samples: the file says how large the sets are")
        draws = [read_samples(options["samples"], questions)]
        if disjoint and draws[0].second is None:
            raise InputError("the file has no sets B, which swap needs", options["samples"])
        return draws
    sizes = options["sizes"] or (count // 2,)
    for size in sizes:
        most = count // 2 if disjoint else count
        if not 1 <= size <= most:
            why = "two sets with none in common" if disjoint else "a set"
            have = counted(count, "question")
            if not most or not options["sizes"]:
                raise InputError(f"{have}: too few to draw {why}")
            raise InputError(f"-c {size}: {why} out of {have}: c can be 1 to {most}")
    return [draw(questions, size, options["trials"], options["seed"]) for size in sizes]


def fraction(text: str, option: str, low: int = 0, high: int | None = 1) -> Fraction:
    """A decimal option as the exact number it says."""
    from qaeval.files.fields import is_number

    # Numbers of absurd exponents would take for ever to write out.
    plain = is_number(text) and len(text) <= 30 and abs(_exponent(text)) <= 20
    value = Fraction(text) if plain else None
    if value is None or value < low or (high is not None and value > high):
        bounds = f"{low} or more" if high is None else f"{low} to {high}"
        raise InputError(f"{option} {shown(text)}, expected a number, {bounds}")
    return value


def _exponent(text: str) -> int:
    return int(text.lower().partition("e")[2] or 0)


def wrapped(notes: Sequence[str]) -> list[str]:
    """Sentences as lines that fit a terminal."""
    return [line for note in notes for line in textwrap.wrap(note, 79)]


# A measure's label, c, and what was counted; by value of --by.
Found = Mapping[str, Sequence[tuple[str, int, Any]]]


def draw_signature(options: dict[str, Any], found: Found) -> dict[str, object]:
    """How the sets were had, drawn with a seed or taken from a file, and their sizes."""
    entries = [entry for group in found.values() for entry in group]
    choices: dict[str, object] = {"trials": entries[0][2].trials}
    if options["samples"] is None:
        choices["seed"] = options["seed"]
    else:
        choices["samples"] = PurePath(options["samples"]).name
    choices["c"] = ",".join(dict.fromkeys(str(size) for _, size, _ in entries))
    return choices


def curves(found: Found) -> list[tuple[str, int, Any]]:
    """The entries under their names in a picture: with the value of --by, if there is one."""
    return [
        (f"{value}: {label}" if value else label, size, result)
        for value, entries in found.items()
        for label, size, result in entries
    ]


def experiment_signature(
    studies: dict[str, Study], options: dict[str, Any], **choices: object
) -> str:
    """Every choice that changes a number of an experiment."""
    from qaeval import __version__
    from qaeval.presentation.signature import signature_line

    study = next(iter(studies.values()))
    questions = {name for one in studies.values() for name in one.scores.questions}
    fields: dict[str, object] = {"runs": len(study.scores.runs), "questions": len(questions)}
    if options["questions"] is not None:
        fields["set"] = PurePath(options["questions"]).name
    if options["only"]:
        fields["only"] = ",".join(options["only"])
    if options["by"] is not None:
        fields["by"] = options["by"]
    if options.get("exclude"):
        fields["excluded"] = ",".join(sorted(set(options["exclude"])))
    fields.update(choices, version=__version__)
    return signature_line({name: str(value) for name, value in fields.items()})
