"""Assessments become tables: keys, runs, and the distributions of the 2010 paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from qaeval.collection.assessments import Assessments
from qaeval.files.label_patterns import pattern_text
from qaeval.gold.distribution import Distribution
from qaeval.presentation.tables import PAGE, PEOPLE, PROGRAMS, Cell, Column, Table
from qaeval.wording import counted


def distribution_tables(counts: Distribution, assessments: Assessments) -> list[Table]:
    """The tables of the paper, and all of them as one long table for programs."""
    tables = [
        _pattern_table(counts, assessments),
        _level_table(counts, assessments),
        _question_table(counts),
    ]
    if counts.without:
        tables.append(_left_out_table(counts, assessments.assessors))
    read = [replace(table, readers=(PEOPLE, PAGE)) for table in tables]
    return [*read, _long_table(counts, assessments)]


def _long_table(counts: Distribution, assessments: Assessments) -> Table:
    """`table level item value`."""
    rows: list[list[Cell]] = [
        ["patterns", str(level), pattern_text(votes, assessments.scale), answers]
        for level, votes, answers in counts.patterns
    ]
    rows += [["levels", name, "", answers] for name, answers in counts.answers.items()]
    rows += [["means", name, "", mean] for name, mean in counts.means.items()]
    rows += [["best", name, "", answers] for name, answers in (counts.best or {}).items()]
    for name, questions in counts.questions.items():
        rows += [["questions", name, n, questions[n]] for n in sorted(questions)]
    for name, answers_at in zip(assessments.assessors, counts.without, strict=False):
        there = sorted(answers_at, reverse=True)
        rows += [["without", str(level), name, answers_at[level]] for level in there]
    columns = [Column(name) for name in ("table", "level", "item", "value")]
    return Table(columns, rows, readers=(PROGRAMS,))


def _pattern_table(counts: Distribution, assessments: Assessments) -> Table:
    """Tables 2 and 21: each level is told once, beside its first pattern."""
    rows: list[list[Cell]] = []
    above = None
    for level, votes, answers in counts.patterns:
        once: list[Cell] = [f"L{level}", counts.answers[str(level)]]
        beside = ["", ""] if level == above else once
        rows.append([pattern_text(votes, assessments.scale), answers, *beside])
        above = level
    rows.append(["total", len(assessments.answers), "total", len(assessments.answers)])
    columns = [Column("pattern"), Column("answers", "whole")]
    return Table([*columns, Column("level"), Column("at level", "whole")], rows, "Patterns")


def _level_table(counts: Distribution, assessments: Assessments) -> Table:
    """Answers at each level, their mean per question, and the best answers among them."""
    columns = [Column("level"), Column("answers", "whole"), Column("per question", "number")]
    rows: list[list[Cell]] = [
        [_level_name(name), answers, counts.means[name]] for name, answers in counts.answers.items()
    ]
    if counts.best is not None:
        columns.append(Column("best answers", "whole"))
        for row, answers in zip(rows, counts.best.values(), strict=True):
            row.append(answers)
    return Table(columns, rows, f"Levels ({counted(len(assessments.questions), 'question')})")


def _question_table(counts: Distribution) -> Table:
    """Tables 3 and 4: how many questions have so many answers at each level."""
    columns = [Column("answers", "whole")]
    columns += [Column(_level_name(name), "whole") for name in counts.questions]
    each = counts.questions.values()
    rows: list[list[Cell]] = [
        [number, *(questions[number] for questions in each)]
        for number in sorted(set().union(*each))
    ]
    rows.append(["total", *(questions.total() for questions in each)])
    return Table(columns, rows, "Questions with so many answers at each level")


def _left_out_table(counts: Distribution, assessors: list[str]) -> Table:
    """Table 24: the levels when one assessor is left out."""
    columns = [Column("level"), *(Column(f"without {name}", "whole") for name in assessors)]
    there = sorted(set().union(*counts.without), reverse=True)
    rows: list[list[Cell]] = [
        [f"L{level}", *(answers[level] for answers in counts.without)] for level in there
    ]
    rows.append(["total", *(answers.total() for answers in counts.without)])
    return Table(columns, rows, "Levels without each assessor")


def _level_name(name: str) -> str:
    return f"L{name}" if name.isdigit() else name


def key_table(assessments: Assessments, levels: Sequence[int]) -> Table:
    """A key: qrels as text, else classes, a class per answer."""
    entries = [
        (assessments.question_of(at), answer, level)
        for at, (answer, level) in enumerate(zip(assessments.answers, levels, strict=True))
    ]
    columns = [Column("question"), Column("class"), Column("answer"), Column("level", "whole")]
    rows: list[list[Cell]] = [
        [question, answer, answer, level] for question, answer, level in entries
    ]
    lines = [f"{question} 0 {answer} {level}" for question, answer, level in entries]
    return Table(columns, rows, lines=lines)


def run_table(assessments: Assessments, order: Sequence[int]) -> Table:
    """The answers at these places as a run, in this order; as text in the format cqa."""
    ranked: dict[str, list[str]] = {}
    for at in order:
        ranked.setdefault(assessments.question_of(at), []).append(assessments.answers[at])
    columns = [Column("question"), Column("rank", "whole"), Column("answer")]
    rows: list[list[Cell]] = [
        [question, rank, answer]
        for question, answers in ranked.items()
        for rank, answer in enumerate(answers, 1)
    ]
    lines = [", ".join([question, *answers]) for question, answers in ranked.items()]
    return Table(columns, rows, lines=lines)
