"""ir_measures: its output by query, tsv and jsonl."""

import json

import pytest

from qaeval.errors import InputError
from qaeval.files.foreign.ir_measures import read_ir_measures
from qaeval.scores.reading import merge_figures
from qaeval.scores.rows import score_text

# ir_measures 0.4.3 on qrels "q1 a 1, q1 b 2, q2 a 1" and a run "q1 a x, q2 a".
TSV = """\
q1	NumRel	2.0000
q1	AP	0.5000
q1	nDCG@10	0.3801
q2	NumRel	1.0000
q2	AP	1.0000
q2	nDCG@10	1.0000
all	AP	0.7500
all	nDCG@10	0.6900
all	NumRel	3.0000
"""
FIGURES = [
    ("q1", "NumRel", 2.0),
    ("q1", "AP", 0.5),
    ("q1", "nDCG@10", 0.38009376671593426),
    ("q2", "NumRel", 1.0),
    ("q2", "AP", 1.0),
    ("q2", "nDCG@10", 1.0),
    ("all", "AP", 0.75),
    ("all", "nDCG@10", 0.6900468833579672),
    ("all", "NumRel", 3.0),
]


def jsonl(figures):
    names = ("query_id", "measure", "value")
    return "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in figures)


def table(path, run=None):
    text = score_text(merge_figures([read_ir_measures(str(path), run)]))
    rows = [line.split("\t") for line in text.splitlines()[1:]]
    return {(row[1], row[2]): float(row[3]) for row in rows}


def test_jsonl_keeps_every_digit(put):
    found = table(put("run.jsonl", jsonl(FIGURES)))
    assert found == {(measure, query): value for query, measure, value in FIGURES}


def test_tsv(put):
    found = table(put("run.tsv", TSV))
    rounded = {(measure, query): round(value, 4) for query, measure, value in FIGURES}
    assert {cell: round(value, 4) for cell, value in found.items()} == rounded


def test_what_no_summary_leaves_out_is_computed_as_ir_measures_does(put):
    by_query = [row for row in FIGURES if row[0] != "all"]
    assert table(put("run.jsonl", jsonl(by_query))) == pytest.approx(
        {(measure, query): value for query, measure, value in FIGURES}, rel=1e-15
    )


def test_the_name(put):
    path = str(put("bm25.tsv", TSV))
    assert read_ir_measures(path, None).run == "bm25"
    assert read_ir_measures(path, "other").run == "other"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AP\t0.5\n", ":1: 2 fields, expected 3: query, measure, value (ir_measures prints the"),
        ("q1 AP 0.5\n", ":1: 1 field, expected 3"),
        ("all\tAP\t0.5\n", "no figures by query: ir_measures prints them with -q"),
        ("q1\tAP\t1\nq2\tAP\tnan\n", ":2: value 'nan' is not a number"),
        ("q1\tAP\t1\nq1\tAP\t1\n", ":2: 'AP' for 'q1' again (first on line 1)"),
        ("q1\tA\x1bP\t1\n", r":1: measure 'A\x1bP' holds a control character"),
        ('{"measure": "AP", "value": 1}\n', ':1: no "query_id" (ir_measures prints it with -q)'),
        ('{"query_id": "q", "measure": "AP"}\n', ':1: no "value", expected query_id'),
        ('{"query_id": "q", "measure": "AP", "value": NaN}', ":1: NaN is not a number"),
        ('{"query_id": "q", "measure": "AP", "value": "1"}', ":1: value is '\"1\"', expected"),
        ('{"query_id": "q", "measure": "AP", "val": 1}', ':1: no "value", expected'),
        ("", "the file is empty"),
    ],
)
def test_what_is_not_its_output(put, text, message):
    path = str(put("run", text))
    with pytest.raises(InputError) as refused:
        merge_figures([read_ir_measures(path, None)])
    assert str(refused.value).startswith(path) and message in str(refused.value)
