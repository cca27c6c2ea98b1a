"""What ``qaeval import csv`` and ``jsonl`` share: which column holds what, and what comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import click

from qaeval.cli.gathering import Decorated, gathered
from qaeval.cli.import_job import ImportJob
from qaeval.cli.options import OutputOptions, parsed_option
from qaeval.cli.targets import OUT_FILE
from qaeval.errors import InputError
from qaeval.files.foreign.row_columns import ROW_NUMBER, Asked, ValueColumn, parse_map
from qaeval.files.foreign.rows import Rows
from qaeval.files.judged import judged_text
from qaeval.files.named import RUN_NAME, file_name, split_name
from qaeval.patterns import Pattern
from qaeval.scores.reading import scores_of
from qaeval.scores.rows import score_text
from qaeval.wording import counted, shown

DEFAULT_GRADE = "grade"
DEFAULT_MEASURE = "score"


@dataclass(frozen=True)
class RowOptions:
    """What is asked of tables of any kind."""

    columns: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    grades: str | None = None
    wide: bool = False
    measure: str | None = None
    question: str | None = None
    run: str | None = None
    task: str | None = None
    cluster: str | None = None
    sample: str | None = None
    same: str | None = None
    same_order: bool = False
    confidence: str | None = None
    confidence_scale: float | None = None
    confidence_from: str | None = None
    seconds: str | None = None
    response: str | None = None
    no_response: str | None = None
    questions_out: str | None = None

    def asked(self) -> Asked:
        """What readers are to look for, once nothing contradicts itself."""
        meanings = None
        if self.grades is not None:
            meanings = parsed_option("--map", parse_map, self.grades)
        are_numbers = meanings is not None and next(iter(meanings.values()))[0] not in "RWU"
        outcomes = self.outcomes
        columns = self.columns
        if not columns and not outcomes:
            outcomes = (DEFAULT_GRADE,)
        if columns and not outcomes and meanings is not None and not are_numbers:
            columns, outcomes = (), columns  # a map to outcomes says what the column holds
        self._check(columns, outcomes, are_numbers)
        return Asked(
            values=tuple(map(_value_column, outcomes or columns)),
            are_outcomes=bool(outcomes),
            question=self.question,
            run=self.run,
            task=self.task,
            cluster=self.cluster,
            sample=self.sample,
            same=self.same,
            confidence=self.confidence,
            seconds=self.seconds,
            response=self.response,
            map=meanings,
            wide=(self.measure or DEFAULT_MEASURE) if self.wide else None,
            confidence_scale=self.confidence_scale or 1.0,
            confidence_from=_pattern("--confidence-from", self.confidence_from),
            no_response=_pattern("--no-response", self.no_response),
            is_usual=not (self.columns or self.outcomes),
        )

    def _check(self, columns: tuple[str, ...], outcomes: tuple[str, ...], numbers: bool) -> None:
        judged = {"--confidence": self.confidence, "--seconds": self.seconds}
        judged |= {"--confidence-from": self.confidence_from, "--no-response": self.no_response}
        given = [name for name, value in judged.items() if value is not None]
        silent = self.response is None
        stated, said = self.confidence is not None, self.confidence_from is not None
        wrong = {
            "--outcome and --column: expected the one or the other": columns and outcomes,
            "--map stands for numbers, which --column reads": outcomes and numbers,
            f"{given[0] if given else ''} needs --outcome": columns and given,
            "several --outcome need --wide, a column for each run": len(outcomes) > 1
            and not self.wide,
            "--wide needs --column or --outcome for each run": self.wide
            and not (self.columns or self.outcomes),
            "--wide names the runs by columns, --run by rows": self.wide and self.run is not None,
            "--measure goes with --wide and --column": self.measure is not None
            and not (self.wide and columns),
            "--confidence-from needs --response": said and silent,
            "--no-response needs --response": self.no_response is not None and silent,
            "--confidence and --confidence-from: expected the one or the other": stated and said,
            "--confidence-scale needs --confidence or --confidence-from": self.confidence_scale
            and not (stated or said),
            "--question '#' numbers the rows of a file, which --run makes of several runs": self.run
            and self.question == ROW_NUMBER,
        }
        for message, is_wrong in wrong.items():
            if is_wrong:
                raise InputError(message)

    def check_rows(self, files: int) -> None:
        """Row numbers pair questions only where something says that they are the same."""
        numbered = self.question == ROW_NUMBER and files > 1
        if numbered and not self.same_order and self.same is None:
            raise InputError(
                "--question '#' numbers the rows of each file on its own: --same COLUMN names a "
                "text that must be the same in row n of each, --same-order says that it is"
            )
        if self.same_order and not numbered:
            raise InputError("--same-order goes with --question '#' and several files")


def _value_column(text: str) -> ValueColumn:
    """`[NAME=]COLUMN`; a column is called by its name unless told."""
    name, equals, path = text.partition("=")
    return ValueColumn(path, name) if equals and name and path else ValueColumn(text, text)


def _pattern(option: str, text: str | None) -> Pattern | None:
    return None if text is None else parsed_option(option, Pattern.of, text)


def _scale(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    if value is not None and not 0 < value < float("inf"):
        raise click.BadParameter(f"'{value}' is not a number above 0")
    return value


def row_options(column: str) -> Callable[[Decorated], Decorated]:
    """The options of both; `column` is what a column is called there."""

    def named(option: str, words: str) -> Callable[[Decorated], Decorated]:
        return click.option(option, metavar=column, help=words)

    return gathered(
        "options",
        RowOptions,
        click.option(
            "--outcome",
            "outcomes",
            multiple=True,
            metavar=column,
            help=f"Holds grades; judged responses come out (default: {DEFAULT_GRADE}).",
        ),
        click.option(
            "--map",
            "grades",
            metavar="GRADE=OUTCOME,…",
            help="What each grade stands for: R right, W wrong, U not answered, UR or UW not "
            "answered but the candidate was right or wrong; with --column a number. Default: R W U "
            "UR UW, true false, 1 0, correct incorrect not_attempted, A B C (SimpleQA's R W U), or "
            "C I N (inspect_ai's R W U).",
        ),
        click.option(
            "--column",
            "columns",
            multiple=True,
            metavar=f"[NAME=]{column}",
            help="Holds scores; a score table comes out, in which the measure is called NAME or as "
            "the column. Repeat for more.",
        ),
        click.option(
            "--wide", is_flag=True, help="Each --column or --outcome is a run, called by its name."
        ),
        click.option(
            "--measure",
            metavar="NAME",
            help=f"With --wide: the measure (default: {DEFAULT_MEASURE}).",
        ),
        click.option(
            "--question",
            metavar=f"{column}|#",
            help="Names the question (default: question, id or question_id); # numbers the rows.",
        ),
        named("--run", "Names the run (default: the file is one run)."),
        named("--task", "Names the task; questions are then called task:question."),
        named("--sample", "Tells repeated samples of a question apart."),
        named("--cluster", "What questions share (a passage), for the table of questions."),
        named("--same", "A text that must be the same wherever a question is: what is asked."),
        click.option(
            "--same-order",
            is_flag=True,
            help="With --question '#' and several files: row n of each is the same question.",
        ),
        named("--confidence", "Holds the confidence, from 0 to 1."),
        click.option(
            "--confidence-scale",
            type=float,
            callback=_scale,
            metavar="X",
            help="Confidences go up to X: 100 for percentages.",
        ),
        click.option(
            "--confidence-from",
            metavar="REGEX",
            help="Find the confidence in the response, as the first group of REGEX "
            r"('Confidence: (\d+)%'); of several the last counts.",
        ),
        named("--seconds", "Holds the time taken."),
        named("--response", "Holds the response, for --confidence-from and --no-response."),
        click.option(
            "--no-response",
            metavar="REGEX",
            help='A response in which REGEX is found ("I don\'t know") is U, whatever its grade.',
        ),
        click.option(
            "--questions-out",
            metavar="FILE",
            type=OUT_FILE,
            help="Write the table of questions too: question, and task, cluster and text (--same) "
            "where there are any.",
        ),
    )


def import_rows(
    files: tuple[str, ...], options: RowOptions, output: OutputOptions, is_json: bool
) -> None:
    """Read the rows of all files, and write them as judged responses or a score table."""
    asked = options.asked()
    options.check_rows(len(files))
    job = ImportJob(output)
    rows = Rows(asked)
    counts = []
    for argument in files:
        name, path = split_name(argument, RUN_NAME)
        if asked.run is not None or asked.wide is not None:
            if name is not None:
                raise InputError(f"{shown(argument)}: with --run or --wide columns name the runs")
        else:
            job.claim(name or file_name(path), path)
        counts.append((rows.take(path, name, is_json), path))
    if options.same_order:
        _check_same_number(counts)
    if asked.are_outcomes:
        runs = rows.responses()
        for run in runs:
            job.files[run.name] = run.file
            job.tell(run.name, len(set(run.questions)))
        text = judged_text(runs)
    else:
        text = score_text(scores_of(rows.cells()))
    job.finish(text, options.questions_out, rows.questions.table_text)


def _check_same_number(counts: list[tuple[int, str]]) -> None:
    """Refuse files whose rows cannot be the same questions: they have not the same number."""
    first, file = counts[0]
    for count, path in counts:
        if count != first:
            have = f"{counted(count, 'row')}, but {file} has"
            raise InputError(f"{have} {first}: --same-order cannot be", path)
