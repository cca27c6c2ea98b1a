"""Assessments become tables: agreement, and the distributions of the 2010 paper."""

from __future__ import annotations

from itertools import combinations

from qaeval.errors import InputError
from qaeval.files.assessments import Assessments, pattern_text
from qaeval.gold.agreement import cohen, fleiss
from qaeval.gold.schemes import Distribution
from qaeval.presentation.tables import Cell, Column, Table
from qaeval.wording import counted


def agreement_table(found: Assessments) -> Table:
    """Fleiss' kappa of all, Cohen's of each pair."""
    names, labels, size = found.assessors, found.labels, len(found.scale)
    if len(names) < 2:
        raise InputError(f"one assessor ({names[0]}), expected two or more", found.file)
    columns = [Column("statistic"), Column("assessor_x"), Column("assessor_y")]
    columns += [Column(name, "number") for name in ("kappa", "observed", "expected")]
    columns.append(Column("answers", "whole"))
    everyone = fleiss(labels, size)
    whole = [everyone.kappa, everyone.observed, everyone.expected, len(labels)]
    rows: list[list[Cell]] = [["Fleiss", "all", "all", *whole]]
    for x, y in combinations(range(len(names)), 2):
        pair = cohen(labels[:, x], labels[:, y], size)
        values = [pair.kappa, pair.observed, pair.expected, len(labels)]
        rows.append(["Cohen", names[x], names[y], *values])
    return Table(columns, rows)


def distribution_tables(counts: Distribution, found: Assessments) -> list[Table]:
    """The tables of the paper: patterns, levels, questions, and levels without each assessor."""
    tables = [_pattern_table(counts, found), _level_table(counts, found), _question_table(counts)]
    return tables + ([_left_out_table(counts, found.assessors)] if counts.without else [])


def long_table(counts: Distribution, found: Assessments) -> Table:
    """The distribution for programs: `table level item value`."""
    rows: list[list[Cell]] = [
        ["patterns", str(level), pattern_text(votes, found.scale), answers]
        for level, votes, answers in counts.patterns
    ]
    rows += [["levels", name, "", answers] for name, answers in counts.answers.items()]
    rows += [["means", name, "", mean] for name, mean in counts.means.items()]
    rows += [["best", name, "", answers] for name, answers in (counts.best or {}).items()]
    for name, questions in counts.questions.items():
        rows += [["questions", name, n, questions[n]] for n in sorted(questions)]
    for name, answers_at in zip(found.assessors, counts.without, strict=False):
        there = sorted(answers_at, reverse=True)
        rows += [["without", str(level), name, answers_at[level]] for level in there]
    return Table([Column(name) for name in ("table", "level", "item", "value")], rows)


def _pattern_table(counts: Distribution, found: Assessments) -> Table:
    """Tables 2 and 21: each level is told once, beside its first pattern."""
    rows: list[list[Cell]] = []
    above = None
    for level, votes, answers in counts.patterns:
        once: list[Cell] = [f"L{level}", counts.answers[str(level)]]
        rows.append(
            [pattern_text(votes, found.scale), answers, *(["", ""] if level == above else once)]
        )
        above = level
    rows.append(["total", len(found.answers), "total", len(found.answers)])
    columns = [Column("pattern"), Column("answers", "whole")]
    return Table([*columns, Column("level"), Column("at level", "whole")], rows, "Patterns")


def _level_table(counts: Distribution, found: Assessments) -> Table:
    """Answers at each level, their mean per question, and the best answers among them."""
    columns = [Column("level"), Column("answers", "whole"), Column("per question", "number")]
    rows: list[list[Cell]] = [
        [_level_name(name), answers, counts.means[name]] for name, answers in counts.answers.items()
    ]
    if counts.best is not None:
        columns.append(Column("best answers", "whole"))
        for row, answers in zip(rows, counts.best.values(), strict=True):
            row.append(answers)
    return Table(columns, rows, f"Levels ({counted(len(found.questions), 'question')})")


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
