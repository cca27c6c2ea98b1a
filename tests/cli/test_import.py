"""`qaeval import` from the command line, and what the other commands make of its output."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qaeval.cli.commands.importing import KINDS as COMMANDS
from qaeval.cli.commands.importing import command

ROOT = Path(__file__).parents[2]

SAMPLE = (
    '{{"doc_id": {}, "filtered_resps": ["{}"], "filter": "none", "metrics": ["acc"], "acc": {}}}\n'
)
SAMPLES = (
    SAMPLE.format(0, "x", 1.0) + SAMPLE.format(1, "y", 0.0) + SAMPLE.format(2, "don't know", 0.0)
)
DATASET = (
    '{"data": [{"paragraphs": [{"qas": [{"id": "1", "answers": [{"text": "The Normans"}]},'
    ' {"id": "2", "answers": []}, {"id": "3", "answers": [{"text": "Rollo"}]}]}]}]}\n'
)
PREDICTIONS = '{"1": "normans", "2": "", "3": ""}\n'
FIGURES = "q1\tAP\t0.5\nq2\tAP\t0.25\nall\tAP\t0.375\n"
EVALUATED = "map\tq1\t0.5\nmap\tq2\t0.25\nmap\tall\t0.375\n"
GRADED = "id,grade,p\n1,A,0.75\n2,B,0.5\n3,C,\n"

# What each kind reads, in a file of the name given, and what comes out.
KINDS = {
    "lm-eval": (SAMPLES, "".join(f"run\tacc\tsamples:{i}\t{1 - min(i, 1)}\n" for i in range(3))),
    "squad2": (PREDICTIONS, "run\texact\t1\t1\nrun\texact\t2\t1\nrun\texact\t3\t0\n"),
    "ir_measures": (FIGURES, "run\tAP\tq1\t0.5\nrun\tAP\tq2\t0.25\nrun\tAP\tall\t0.375\n"),
    "trec_eval": (EVALUATED, "run\tmap\tq1\t0.5\nrun\tmap\tq2\t0.25\nrun\tmap\tall\t0.375\n"),
    "csv": (GRADED, "1\tR\trun\n2\tW\trun\n3\tU\trun\n"),
}


@pytest.fixture
def importing(qaeval, put):
    """Import, the dataset given where the kind wants one."""
    dataset = put("dataset.json", DATASET)

    def run(kind, *arguments):
        return qaeval("import", kind, *([dataset] if kind == "squad2" else []), *arguments)

    return run


@pytest.mark.parametrize("kind", KINDS)
def test_plain_gz_bom_crlf_and_a_name(importing, put, kind):
    text, expected = KINDS[kind]
    path = put("run.txt", text)
    outcome = importing(kind, path)
    assert (outcome.code, outcome.err) == (0, "")
    header, *rows = outcome.out.splitlines(keepends=True)
    assert header in ("run\tmeasure\tquestion\tvalue\n", "question\toutcome\trun\n")
    assert "".join(rows).startswith(expected)
    odd = b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()
    for bytes_ in (odd, gzip.compress(odd)):
        assert importing(kind, f"run={put('other.txt', bytes_)}").out == outcome.out


@pytest.mark.parametrize("kind", KINDS)
def test_standard_input(importing, monkeypatch, kind):
    text, expected = KINDS[kind]
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(text.encode())))
    )
    assert expected in importing(kind, "run=-").out
    outcome = importing(kind, "run=-")
    assert outcome.code == 2 and "standard input: nothing to read" in outcome.err


@pytest.mark.parametrize("kind", KINDS)
def test_two_runs(importing, put, kind):
    text, expected = KINDS[kind]
    path, other = put("run.txt", text), put("sub/run.txt", text)
    both = importing(kind, path, f"b={other}").out
    assert expected in both and expected.replace("run", "b") in both
    outcome = importing(kind, path, other)
    assert (outcome.code, outcome.out) == (2, "")
    same = f"the run is called 'run' like that of {path}; name them apart as NAME=FILE"
    if kind == "lm-eval":
        same = (
            f"task 'samples' of 'run' is in {path} too; take one, or name the runs apart as NAME=…"
        )
    assert outcome.err == f"qaeval: {other}: {same}\n"


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"\x1f\x8b\x08", b"\xff\xfe\x00", b"[[[", b"a,b"]
)
@pytest.mark.parametrize("kind", KINDS)
def test_no_file_is_written_on_an_error(importing, put, tmp_path, kind, content):
    good, bad = put("good.txt", KINDS[kind][0]), put("bad.txt", content)
    made, kept = tmp_path / "made.tsv", put("kept.tsv", "as it was")
    for target in (made, kept):
        outcome = importing(kind, "-o", target, "-v", good, bad)
        assert (outcome.code, outcome.out) == (2, "")
        assert re.fullmatch(rf"qaeval: {re.escape(str(bad))}(:\d+)?: .+\n", outcome.err)
    assert not made.exists() and kept.read_text() == "as it was"


@pytest.mark.parametrize("kind", KINDS)
def test_output_to_a_file_and_what_was_read(importing, put, tmp_path, kind):
    text, expected = KINDS[kind]
    path, made = put("run.txt", text), tmp_path / "made.tsv"
    outcome = importing(kind, "-v", "-o", made, path)
    assert (outcome.code, outcome.out) == (0, "")
    number = expected.count("\n") - expected.count("all")
    told = f"task samples, {number} samples" if kind == "lm-eval" else f"{number} questions"
    assert outcome.err == f"qaeval: note: {path}: run run, {told}\n"
    assert expected in made.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("lm-eval", "--metric", "f1", "S"), "S:1: no metric 'f1' (there are: acc)"),
        (("lm-eval", "--filter", "strict", "S"), "S: no filter 'strict' (there are: none)"),
        (("csv", "--question", "question", "C"), "C:1: no column grade: say with --outcome which"),
        (("csv", "--wide", "G"), "--wide needs --column or --outcome for each run"),
        (("lm-eval", "--right-from", "0.5", "S"), "--right-from needs --judged"),
        (("lm-eval", "--confidence", "p", "S"), "--confidence needs --judged"),
        (("lm-eval", "--no-response", "x", "S"), "--no-response needs --judged"),
        (("lm-eval", "--judged", "--no-response", "(", "S"), "--no-response: the regular express"),
        (("lm-eval", "--judged", "--right-from", "nan", "S"), "'nan' is not a finite number"),
        (("lm-eval", "G"), "G:1: not a JSON object"),
        (("lm-eval", ""), "an empty file name"),
        (("lm-eval", "#x=S"), "S: the run is called '#x', but a name may not start with '#'"),
        (("lm-eval",), "missing argument '[NAME=]DIR|FILE...'"),
        (("squad2", "D", "S"), "S:2: not a JSON object"),
        (("squad2", "P", "D"), 'P: not a SQuAD dataset: the file has no list "data"'),
        (("squad2", "D", "--na-threshold", "1", "P"), "--na-threshold needs --na-prob"),
        (("squad2", "D", "--na-prob", "N", "--na-threshold", "inf", "P"), "not a finite number"),
        (("squad2", "D", "--na-prob", "N", "P", "b=P"), "': expected RUN=FILE, the runs: P, b"),
        (("squad2", "D", "--na-prob", "z=N", "P"), "': expected RUN=FILE, the runs: P"),
        (("squad2", "D", "--na-prob", "N", "--na-prob", "N", "P"), "two files for run 'P'"),
        (("csv", "--map", "A=R", "G"), "G:3: grade 'B', but --map has only A"),
        (("csv", "--map", "A=Z", "G"), "--map: outcome 'Z', expected one of R W U UR UW"),
        (("csv", "--run", "p", "x=G"), "with --run or --wide columns name the runs"),
        (("ir_measures", "nowhere"), "nowhere: no such file"),
        (("trec_eval", "."), ".: is a directory, expected a file"),
        (("grades", "G"), "no such command 'grades'; the commands are csv every-eval-ever helm"),
    ],
)
def test_bad_words(qaeval, put, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    files = {"S": SAMPLES, "D": DATASET, "P": PREDICTIONS, "G": GRADED, "Y": "id,grade,p\n1,A,0\n"}
    files["C"] = "question,correct\n1,True\n"
    for name, text in {**files, "N": '{"1": 0, "2": 1, "3": 0}', "b/Y": files["Y"]}.items():
        put(name, text)
    outcome = qaeval("import", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith("qaeval: ") and outcome.err.count("\n") == 1
    assert message in outcome.err


def test_a_file_whose_name_has_an_equals_sign(qaeval, put):
    path = put("temperature=0.csv", GRADED)
    assert qaeval("import", "csv", path).rows[1] == ["1", "R", "temperature=0"]


def test_questions_without_a_prediction_are_told(importing, put):
    path = put("run.json", '{"1": "normans", "3": "Rollo"}')
    outcome = importing("squad2", path)
    assert ["run", "exact", "all", "0.6666666666666666"] in outcome.rows
    note = f"qaeval: note: {path}: no prediction for 1 question (2): "
    assert outcome.err == f"{note}0 for each\n"
    outcome = importing("squad2", "--judged", path)
    assert outcome.rows[1:] == [["1", "R", "run"], ["2", "U", "run"], ["3", "R", "run"]]
    assert outcome.err == f"{note}U for each\n"


def test_squad2_agrees_with_the_official_script_on_the_sample_data(qaeval, sample_data):
    """What evaluate-v2.0.py prints for these files, without and with -n and -t 0.5."""
    folder = sample_data / "llm/squad2"
    printed = {
        ("reader", "exact"): (75.0, 72.5),
        ("reader", "f1"): (78.33333333333333, 75.83333333333333),
        ("tagger", "exact"): (32.5, 45.0),
        ("tagger", "f1"): (34.166666666666664, 46.666666666666664),
    }
    runs = [folder / f"{run}.json" for run in ("reader", "tagger")]
    beside = [f"--na-prob={run}={folder / run}-na-prob.json" for run in ("reader", "tagger")]
    for at, options in enumerate([[], [*beside, "--na-threshold", "0.5"]]):
        rows = qaeval("import", "squad2", *options, folder / "dataset.json", *runs).rows
        found = {(row[0], row[1]): float(row[3]) for row in rows if row[2] == "all"}
        assert found == pytest.approx({cell: both[at] / 100 for cell, both in printed.items()})


def test_judged_responses_can_be_scored_and_held_back(qaeval, put):
    more = ('"filter"', '"p": 0.5, "filter"')
    path = put("model.jsonl", SAMPLES.replace(*more))
    table = put("judged.tsv", "")
    options = ("--judged", "--no-response", "don.t know", "--confidence", "p")
    assert qaeval("import", "lm-eval", *options, "-o", table, path).code == 0
    header = "question\toutcome\tconfidence\trun\n"
    rows = ("0\tR\t0.5", "1\tW\t0.5", "2\tU\t")
    assert table.read_text() == header + "".join(f"samples:{row}\tmodel\n" for row in rows)
    # c@1 = (1 + 1·1/3)/3.
    scored = qaeval("score", "--judged", "-f", "tsv", "-m", "c@1", table)
    assert scored.rows[1:] == [["model", "c@1", "all", "0.4444444444444444"]]
    held = qaeval("coverage", "--judged", "-f", "tsv", "-m", "n_u", table)
    assert [row[-1] for row in held.rows] == ["n_u", "1", "3"]


def test_two_models_can_be_compared(qaeval, put):
    good = "".join(f"{i},{'A' if i < 30 else 'C'}\n" for i in range(40))
    poor = "".join(f"{i},{'A' if i < 10 else 'B'}\n" for i in range(40))
    models = [put("good.csv", "id,grade\n" + good), put("poor.csv", "id,grade\n" + poor)]
    judged, table = put("judged.tsv", qaeval("import", "csv", *models).out), put("scores.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "c@1", "-o", table, judged)
    compared = qaeval("compare", "-f", "tsv", "--test", "bootstrap", table)
    # (30 + 10·30/40)/40 and 10/40.
    _, best, other = compared.rows
    assert best[:4] == ["c@1", "1", "good", "0.9375"] and best[9] == "**"
    assert other[:4] == ["c@1", "2", "poor", "0.25"]
    for row in (best, other):
        assert float(row[4]) < float(row[3]) < float(row[5])


def test_score_tables_go_through_the_studies(qaeval, put, sample_data):
    for kind, files, measure in (
        ("ir_measures", "ir_measures/*.jsonl", "nDCG@10"),
        ("trec_eval", "trec_eval/*.txt", "map"),
    ):
        runs = sorted((sample_data / "llm").glob(files))
        table = put("scores.tsv", qaeval("import", kind, *runs).out)
        for study in ("compare", "swap", "stability", "hardness"):
            outcome = qaeval(study, "-m", measure, "-f", "tsv", table)
            assert outcome.code == 0 and len(outcome.rows) > 1, (study, outcome.err)
            assert measure in outcome.out


def test_help_without_a_word(qaeval):
    assert qaeval("import").out == qaeval("import", "-h").out


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_the_examples_of_the_help_run(tmp_path, name):
    (tmp_path / "sample_data").symlink_to(ROOT / "sample_data")
    found = command.get_command(None, name) if name else command
    _, _, examples = found.epilog.partition("Examples:\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euc", examples],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "") and done.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_kind_fits_a_terminal(qaeval, name):
    out = qaeval("import", name, "-h").out
    assert f"Examples:\n    qaeval import {name} " in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_pattern_that_finds_no_silence_is_told(qaeval, put):
    record = {"doc_id": 0, "doc": {}, "filtered_resps": ["Paris"], "acc": 1.0}
    path = put("s.jsonl", json.dumps(record) + "\n")
    asked = ("import", "lm-eval", "--judged", "--no-response", "don.t know")
    outcome = qaeval(*asked, path)
    assert outcome.code == 0 and "--no-response 'don.t know' is found in no response" in outcome.err
    assert "run s, task samples, 1 sample" in qaeval(*asked, "-v", path).err
    assert "found in no response" not in qaeval("import", "lm-eval", "--judged", path).err
    twice = qaeval("import", "lm-eval", "--judged", "--metric", "acc", "--metric", "f1", path)
    assert twice.code == 2 and "no metric 'f1' (there are: acc)" in twice.err


@pytest.mark.parametrize("option", ["--no-response", "--confidence-from"])
def test_an_empty_pattern_needs_a_response_too(qaeval, put, option):
    table = put("graded.csv", "id,grade\nq1,R\n")
    outcome = qaeval("import", "csv", "--outcome", "grade", option, "", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"qaeval: {option} needs --response\n"
