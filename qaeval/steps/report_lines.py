"""The command lines that print a report's numbers again, ready for a shell."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from glob import escape

from qaeval.presentation.report.confidences import MEASURES
from qaeval.presentation.report.findings import Findings, MeasureFindings
from qaeval.presentation.report.making import CommandLine
from qaeval.steps.asked import TableOptions
from qaeval.steps.run_choice import RunChoice
from qaeval.studies.hardness import THIRDS
from qaeval.studies.inference.tests import DEFAULT
from qaeval.studies.judging.graded import correctable
from qaeval.wording import UNSAFE

TITLE = "Evaluation report"  # unless told

# Commands that draw questions, and so know --cluster and --macro.
DRAWING = ("compare", "judge", "swap", "stability", "plan", "report")


@dataclass(frozen=True)
class ReportOptions:
    """What a report was asked for, beside the tables; `trials` None: each study's own number."""

    title: str = TITLE
    test: str = DEFAULT
    correct: str = "none"
    sizes: tuple[int, ...] = ()
    trials: int | None = None
    seed: int = 0
    jobs: int | None = None
    no_pictures: bool = False
    human: str | None = None  # people's labels of answers that a model graded
    unsigned: bool = False
    page: str | None = None  # the file of the page, as its own command line names it


@dataclass(frozen=True)
class Kind:
    """A kind of numbers: the subcommand and options that print them, and the measures with such."""

    key: str
    title: str
    words: Sequence[str]
    measures: Sequence[MeasureFindings]
    by: bool = False  # for each value of --by


def command_lines(
    table: TableOptions, asked: ReportOptions, findings: Findings
) -> dict[str, CommandLine]:
    """The command line for each kind of numbers that the page has, and the page's own.

    Measures are named where they were asked for, or where only some have such numbers.
    """
    lines, studied_table = {}, table
    if table.choice.best_of is not None:
        # The first measure decides which is best, and not every line has it.
        names = tuple(map(escape, findings.scores.runs))
        studied_table = replace(table, choice=RunChoice(run=names))
    for kind in _kinds(asked, findings):
        if not kind.measures or (kind.by and findings.by is None):
            continue
        some = table.measure or len(kind.measures) < len(findings.measures)
        labels = [studied.measure.label for studied in kind.measures] if some else []
        lines[kind.key] = CommandLine(kind.title, _line(studied_table, kind.words, labels, kind.by))
    if findings.confident:
        asked_for = [word for name in MEASURES for word in ("-m", name)]
        words = ["coverage", "--points", "2", *asked_for]
        title = "Measures of confidence (the first line of each run)"
        lines["coverage"] = CommandLine(title, _line(studied_table, words, [], by=False))
    if asked.human is not None:
        lines.update(_judge_lines(studied_table, asked, findings))
    page = _line(table, ["report", *_page_words(asked)], table.measure, by=True)
    return {**lines, "report": CommandLine("This page", page)}


def _judge_lines(
    table: TableOptions, asked: ReportOptions, findings: Findings
) -> dict[str, CommandLine]:
    """The commands behind what people's labels say."""
    measures = [studied.measure for studied in findings.measures]
    labels = [measure.label for measure in correctable(findings.scores, measures)]
    drawn = [*_unless(None, "--trials", asked.trials), *_unless(0, "--seed", asked.seed)]
    words = ["judge", "--human", str(asked.human), *drawn]
    return {
        "judge": CommandLine("Corrected values", _line(table, words, labels, by=False)),
        "confusion": CommandLine(
            "The model's errors", _line(table, [*words, "--confusion"], labels, by=False)
        ),
    }


def _kinds(asked: ReportOptions, findings: Findings) -> list[Kind]:
    """Every kind of numbers, in the order of the page."""
    every = findings.measures
    tested = [studied for studied in every if studied.board.tests is not None]
    tried = [studied for studied in every if studied.swaps]
    planned = [studied for studied in every if studied.plan is not None]
    enough = len(findings.scores.questions) >= len(THIRDS)
    means = findings.means if enough else []
    drawn = [*_unless(None, "--trials", asked.trials), *_unless(0, "--seed", asked.seed)]
    compare = ["compare", *_test_words(asked), *drawn]
    sets = [*_size_words(asked), *drawn]
    return [
        Kind("compare", "Leaderboards, intervals, groups", compare, tested),
        Kind("swap", "Required differences", ["swap", *sets], tried),
        Kind("bins", "Swap rates", ["swap", "--bins", *sets], tried),
        Kind("stability", "Minority rates and ties", ["stability", *sets], tried),
        Kind("plan", "Differences to be believed and found", ["plan", *drawn], planned),
        Kind("hardness", "Means of the questions", ["hardness"], means),
        Kind("compare by", "Leaderboards by category", compare, tested, by=True),
        Kind("hardness by", "Hardness by category", ["hardness"], means, by=True),
    ]


def _page_words(asked: ReportOptions) -> list[str]:
    return [
        *_unless(TITLE, "--title", asked.title),
        *_test_words(asked),
        *_size_words(asked),
        *_unless(None, "--trials", asked.trials),
        *_unless(0, "--seed", asked.seed),
        *_unless(None, "--human", asked.human),
        *(["--no-pictures"] if asked.no_pictures else []),
        *(["--no-signature"] if asked.unsigned else []),
        *_unless(None, "-o", asked.page),
    ]


def _test_words(asked: ReportOptions) -> list[str]:
    return [*_unless(DEFAULT, "--test", asked.test), *_unless("none", "--correct", asked.correct)]


def _size_words(asked: ReportOptions) -> list[str]:
    return [word for size in asked.sizes for word in ("-c", str(size))]


def _unless(default: object, option: str, value: object) -> list[str]:
    """An option with its value, unless that is the default."""
    return [] if value == default else [option, str(value)]


def _choice_words(choice: RunChoice) -> list[str]:
    """The options that choose runs."""
    return [
        *(word for pattern in choice.run for word in ("--run", pattern)),
        *(word for pattern in choice.exclude for word in ("--exclude", pattern)),
        *_unless(None, "--runs", choice.run_table),
        *(word for only in choice.only_runs for word in ("--only-runs", only)),
        *_unless(None, "--best-of", choice.best_of),
    ]


def _line(table: TableOptions, words: Sequence[str], measures: Sequence[str], by: bool) -> str:
    """A command on the tables of the report; the first of the words is the subcommand."""
    command, *more = words
    line = ["qaeval", command]
    line += [word for label in measures for word in ("-m", label)]
    line += more
    line += _unless(None, "--questions", table.questions)
    line += [word for only in table.only for word in ("--only", only)]
    line += _choice_words(table.choice)
    line += _unless(None, "--by", table.by) if by else []
    if command in DRAWING:
        line += [*_unless(None, "--cluster", table.cluster), *_unless(None, "--macro", table.macro)]
    line += ["--intersect"] if table.intersect else []
    line += ["--"] if any(path.startswith("-") and path != "-" for path in table.tables) else []
    return " ".join(map(shell_word, [*line, *table.tables]))


def shell_word(word: str) -> str:
    """A word that a shell reads back as it was, and that shows what cannot be seen."""
    if not UNSAFE.search(word):
        return shlex.quote(word)
    parts = []
    for char in word:
        if UNSAFE.match(char):
            # Bytes of names that are no UTF-8 stand for themselves; from Python anything can come.
            way = "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
            parts += [f"\\x{byte:02x}" for byte in char.encode("utf-8", way)]
        else:
            parts.append(f"\\{char}" if char in "\\'" else char)
    return f"$'{''.join(parts)}'"
