"""ir_measures: the output of `ir_measures --by_query`, tsv or jsonl, a file per run."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from qaeval import decimals
from qaeval.errors import InputError
from qaeval.files import fields, jsonl
from qaeval.files.cells import Figure, RunFigures
from qaeval.files.formats import is_json
from qaeval.files.named import file_name
from qaeval.files.text import Document, read_document
from qaeval.files.trec_eval import holds_measures
from qaeval.wording import counted, shown

FIELDS = ("query_id", "measure", "value")

# Totals over the queries, where every other measure is a mean.
_SUMMED = re.compile(r"Num(Q|Ret|Rel)\b")


def read_ir_measures(path: str, run: str | None) -> RunFigures:
    """A run's figures; rows of `all` are summaries."""
    document = read_document(path)
    _, line = document.first_line()
    read = _json_figures if is_json(line) else _tsv_figures
    figures = list(read(document))
    all_figures = RunFigures(
        run or file_name(path), document.file, [*figures, *_summaries(figures, document)]
    )
    if not all_figures.questions:
        raise InputError("no figures by query: ir_measures prints them with -q", document.file)
    return all_figures


def _tsv_figures(document: Document) -> Iterator[Figure]:
    """`query measure value`, rounded to four places unless `--places` says otherwise."""
    for number, line in document.numbered(comments=False):
        try:
            parts = line.split("\t")
            if len(parts) != 3:
                have = counted(len(parts), "field")
                hint = " (ir_measures prints the query with -q)" if len(parts) == 2 else ""
                raise InputError(f"{have}, expected 3: query, measure, value{hint}")
            if holds_measures(parts[0], parts[1]):
                other = f"{shown(parts[0])} is a measure, expected it after the query"
                raise InputError(f"{other} (trec_eval's output? see qaeval import trec_eval)")
            yield number, parts[1], parts[0], decimals.number(parts[2], "value")
        except InputError as error:
            document.report(error, number)


def _json_figures(document: Document) -> Iterator[Figure]:
    """`{"query_id": …, "measure": …, "value": …}`, to the last place."""
    ignored = jsonl.Ignored(document)
    for number, record in jsonl.objects(document):
        try:
            for name in FIELDS:
                if record.get(name) is None:
                    hint = " (ir_measures prints it with -q)" if name == FIELDS[0] else ""
                    raise InputError(f'no "{name}"{hint}, expected {" ".join(FIELDS)}')
            ignored.check(record, FIELDS, number)
            value = jsonl.optional_number(record, "value")
            assert value is not None
            query, label = (jsonl.string(record[name], name) for name in FIELDS[:2])
            yield number, label, query, value
        except InputError as error:
            document.report(error, number)
    ignored.tell()


def _summaries(figures: list[Figure], document: Document) -> Iterator[Figure]:
    """The overall values that a file made with `--no_summary` lacks."""
    stated = {label for _, label, question, _ in figures if question == fields.ALL}
    values: dict[str, list[float]] = {}
    for _, label, _, value in figures:
        if label not in stated:
            values.setdefault(label, []).append(value)
    for label, parts in values.items():
        try:
            total = math.fsum(parts)
        except OverflowError:
            raise InputError(f"the values of {shown(label)} are too large", document.file) from None
        yield 0, label, fields.ALL, total if _SUMMED.match(label) else total / len(parts)
