"""Judged responses: each line carries its own judgement, so no key is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from qaeval import decimals
from qaeval.collection.repeats import NO_SAMPLE
from qaeval.collection.responses import OUTCOMES, Responses
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.formats import Formats, is_json
from qaeval.files.headed import HeadedTable, has_columns
from qaeval.files.named import checked_name, path_name
from qaeval.files.outcome_words import INSPECT, PARTIAL, TRUTH
from qaeval.files.question_columns import QuestionColumns
from qaeval.files.text import Document, read_document
from qaeval.wording import listed, shown

COLUMNS = ("question", "outcome", "confidence", "seconds", "sample", "run")

_HINTS = {
    "time": " (times stand in the column 'seconds')",
    **dict.fromkeys(("system", "model", "team", "tag"), " (runs stand in the column 'run')"),
}

_NAN = float("nan")
# question, outcome, confidence, seconds, sample, run, and what stands in other columns
_Row = tuple[
    str, str, float | None, float | None, str | None, str | None, Sequence[tuple[str, str]]
]

_Scanned = dict[str | None, Responses]

JUDGED_FORMATS: Formats[Callable[[Document], Iterator[tuple[int, _Row]]], _Scanned] = Formats(
    "judged response"
)


def read_judged(
    path: str,
    problems: list[InputError] | None = None,
    columns: Sequence[str] | None = None,
    name_from: str | None = None,
    name: str | None = None,
) -> list[Responses]:
    """Read judged responses (tsv, csv or jsonl); a file may hold several runs in its `run` column.

    `columns` are the names of a table's columns in their order, "-" for those to ignore. A file of
    one run can be named otherwise: by `name`, or with `name_from` by its "file" or "dir".
    """
    document = read_document(path, problems, columns)
    if name_from == "tag":
        raise InputError("--name-from tag: judged responses have no tag", document.file)
    usual = path_name(path, name_from, document.file) if name is None else name
    runs = _runs_of(document, usual)
    if name is not None or name_from is not None:
        if len(runs) > 1:
            how = f"the name {shown(usual)}" if name_from is None else f"--name-from {name_from}"
            message = f"holds {len(runs)} runs ({listed(runs)}), {how} is for a file of one"
            raise InputError(message, document.file)
        runs = {usual: next(iter(runs.values()))} if runs else {}
    if not runs:
        runs[usual] = JudgedColumns().as_responses(usual, document.file)
    return [replace(judged, name=checked_name(own, document.file)) for own, judged in runs.items()]


def _runs_of(document: Document, usual: str) -> dict[str, Responses]:
    """The runs of a file by their names; `usual` is that of rows without one."""
    form = JUDGED_FORMATS.recognise(document)
    if form.scan is not None and document.is_large:
        scanned = form.scan(document)
        if scanned is not None:
            return {usual if own is None else own: judged for own, judged in scanned.items()}
    runs: dict[str, JudgedColumns] = {}
    letters, told = _Letters(document), QuestionColumns(document)
    for number, row in form.read(document):
        try:
            own = fields.run_name(usual if row[5] is None else row[5])
            outcome = letters.outcome(row[1], number)
            runs.setdefault(own, JudgedColumns()).add(row[0], outcome, *row[2:5])
            told.add(number, row[0], row[6])
        except InputError as error:
            document.report(error, number)
    letters.tell()
    found = told.found(document.first_line()[0])
    return {
        own: replace(judged.as_responses(own, document.file), described=found)
        for own, judged in runs.items()
    }


class _Letters:
    """The outcomes C, I, N of inspect_ai, which a file has throughout or not at all."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.first: tuple[str, int] | None = None  # the first letter, and its line
        self.other: tuple[str, int] | None = None  # the first outcome that is none of them

    def outcome(self, word: str, line: int) -> str:
        """What a letter stands for; any other word as it is."""
        if word == PARTIAL:
            raise InputError(
                f"outcome {shown(word)} is half right, which is no outcome: take these as scores "
                "(import csv or jsonl, --column with --map C=1,P=0.5,I=0,N=0)"
            )
        letter = INSPECT.outcome(word)
        if letter is not None:
            self.first = self.first or (word, line)
        elif word in OUTCOMES:
            self.other = self.other or (word, line)
        before = self.other if letter is not None else self.first
        if before is not None and (letter is not None or word in OUTCOMES):
            raise InputError(
                f"outcome {shown(word)}, but {shown(before[0])} in line {before[1]}: expected "
                "either R, W, U or inspect_ai's C, I, N throughout"
            )
        return letter or word

    def tell(self) -> None:
        """Say how letters were taken, if there were any."""
        if self.first is not None:
            self.document.remark(
                "outcomes C, I, N are taken as inspect_ai writes them: C right, I wrong, N not "
                "answered",
                self.first[1],
            )


def judged_text(runs: Sequence[Responses]) -> str:
    """Runs as a file of judged responses; columns that hold nothing are left out."""
    stated = {"confidence": [r.confidence for r in runs], "seconds": [r.seconds for r in runs]}
    kept = [name for name, parts in stated.items() if any((~np.isnan(p)).any() for p in parts)]
    sampled = any(run.samples is not None for run in runs)
    names = ("question", "outcome", *kept, *(["sample"] if sampled else []), "run")
    lines = ["\t".join(names)]
    for at, run in enumerate(runs):
        cells = [[_cell(x) for x in stated[name][at].tolist()] for name in kept]
        if sampled:
            cells.append([NO_SAMPLE] * len(run.questions) if run.samples is None else run.samples)
        for question, outcome, *more in zip(run.questions, run.outcomes, *cells, strict=True):
            lines.append("\t".join((question, outcome, *more, run.name)))
    return "\n".join([*lines, ""])


def _cell(value: float) -> str:
    """A number to its last digit; nothing where there is none."""
    return "" if value != value else decimals.exact_text(value)


@dataclass
class JudgedColumns:
    """One run's judged responses as they are read, each checked."""

    outcomes: dict[tuple[str, str], str] = field(default_factory=dict)  # by question and sample
    confidence: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(
        self,
        question: str,
        outcome: str,
        confidence: float | None = None,
        seconds: float | None = None,
        sample: str | None = None,
    ) -> None:
        """Keep a response to a question, or the response of a sample of it, that has none yet."""
        outcome = TRUTH.outcome(outcome) or outcome  # as data frames write them
        if outcome not in OUTCOMES:
            raise InputError(
                f"outcome {shown(outcome)}, expected R (right), W (wrong), U (not answered), "
                "UR or UW (not answered, but the candidate was right or wrong)"
            )
        checked = _NAN if confidence is None else fields.confidence(confidence)
        took = _NAN if seconds is None else fields.seconds(seconds)
        label = fields.sample(sample or NO_SAMPLE)
        if (question, label) in self.outcomes:
            raise fields.again(question, label)
        if self.outcomes and self.is_sampled != bool(label):
            raise fields.unlike(question, label)
        self.outcomes[fields.question_id(question), label] = outcome
        self.confidence.append(checked)
        self.seconds.append(took)

    @property
    def is_sampled(self) -> bool:
        """Whether responses are samples, as the first tells."""
        return next(iter(self.outcomes), ("", NO_SAMPLE))[1] != NO_SAMPLE

    def as_responses(self, name: str, file: str) -> Responses:
        """The run that these responses make."""
        return Responses(
            name=name,
            questions=[question for question, _ in self.outcomes],
            outcomes=list(self.outcomes.values()),
            confidence=np.array(self.confidence, dtype=np.float64),
            seconds=np.array(self.seconds, dtype=np.float64),
            file=file,
            samples=[label for _, label in self.outcomes] if self.is_sampled else None,
        )


def _fits_tsv(line: str) -> bool:
    return has_columns(line, "outcome")


def _scan_tsv(document: Document) -> _Scanned | None:
    from qaeval.files.judged_scan import scan_judged  # only a large file is worth loading it

    return scan_judged(document)


@JUDGED_FORMATS.declare(
    "tsv with a column 'outcome'",
    line=f"a header out of {' '.join(COLUMNS)}",
    help="a response a row",
    fits=_fits_tsv,
    has_columns=True,
    scan=_scan_tsv,
)
def _tsv_rows(document: Document) -> Iterator[tuple[int, _Row]]:
    table = HeadedTable(document, COLUMNS[:2], COLUMNS[2:], _HINTS, keeps_others=True)
    others = [(name, table.position[name]) for name in table.others]
    question, outcome = table.position["question"], table.position["outcome"]
    confidence, seconds, sample, run = (table.place(name) for name in COLUMNS[2:])

    def number(row: list[str], at: int | None, what: str) -> float | None:
        return None if at is None or not row[at] else decimals.number(row[at], what)

    for line, row in table.rows():
        try:
            yield (
                line,
                (
                    row[question],
                    row[outcome],
                    number(row, confidence, "confidence"),
                    number(row, seconds, "seconds"),
                    None if sample is None else row[sample],
                    None if run is None else row[run],
                    [(name, row[at]) for name, at in others],
                ),
            )
        except InputError as error:
            document.report(error, line)


@JUDGED_FORMATS.declare(
    "jsonl", line='{"question": "Q1", "outcome": "R", …}', help="a response a line", fits=is_json
)
def _json_rows(document: Document) -> Iterator[tuple[int, _Row]]:
    ignored = jsonl.Ignored(document, _HINTS)
    for line, record in jsonl.objects(document):
        try:
            ignored.check(record, COLUMNS, line)
            run = record.get("run")
            yield (
                line,
                (
                    jsonl.question(record),
                    _json_outcome(record.get("outcome")),
                    jsonl.optional_number(record, "confidence"),
                    jsonl.optional_number(record, "seconds"),
                    jsonl.sample(record),
                    None if run is None else jsonl.string(run, "run"),
                    [*_plain_fields(record, ignored)],
                ),
            )
        except InputError as error:
            document.report(error, line)
    ignored.tell()


def _plain_fields(
    record: Mapping[str, object], ignored: jsonl.Ignored
) -> Iterator[tuple[str, str]]:
    """The other fields that are text or numbers, as tables have them; the rest is ignored."""
    for name, value in record.items():
        if name not in COLUMNS and isinstance(value, (str, int, float)):
            ignored.first.pop(name, None)
            yield name, value if isinstance(value, str) else repr(value)


def _json_outcome(value: object) -> str:
    """An outcome as text, also of true, false, 1 and 0."""
    if isinstance(value, (bool, int, float)):
        return repr(value)
    return jsonl.string(value, "outcome")
