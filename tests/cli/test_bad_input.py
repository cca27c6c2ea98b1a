"""Wrong input: one clear line on standard error, exit 2, no output; never a traceback."""

import gzip
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from qaeval.files.key_formats import KEY_FORMATS
from qaeval.files.run_formats import RUN_FORMATS

RECOGNISED_KEYS = [name for name, format in KEY_FORMATS.items() if format.fits is not None]

KEY = "question\tclass\tanswer\tlevel\nQ1\t1\tParis\tS\nQ1\t2\tLyon\tA\nQ2\t1\tRome\tB\n"
RUN = "question\trank\tanswer\nQ1\t1\tParis\nQ2\t1\tRome\n"
TIMED = "question\tanswer\tconfidence\tseconds\nQ1\tParis\t0.5\t1\nQ2\tx\t0.2\t2\n"
QRELS = "Q1 0 d1 1\nQ1 0 d2 0\nQ2 0 d3 2\n"
TREC = "Q1 Q0 d1 1 2.0 sys\nQ2 Q0 d3 1 2.0 sys\n"
JUDGED = "question\toutcome\tconfidence\nQ1\tR\t0.5\nQ2\tU\t\n"
QUESTIONS = "question\tcategory\nQ1\tcity\nQ2\ttown\n"
STDIN = "standard input: nothing to read (or read already: '-' can be used once)"
PROGRAM = [sys.executable, "-m", "qaeval"]
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, put):
    """A working folder with one good file of each kind."""
    monkeypatch.chdir(tmp_path)
    put("key.tsv", KEY)
    put("run.tsv", RUN)
    put("timed.tsv", TIMED)
    put("q.qrels", QRELS)
    put("run.trec", TREC)
    put("judged.tsv", JUDGED)
    put("questions.tsv", QUESTIONS)
    return tmp_path


@pytest.fixture
def refused(qaeval, folder):
    """Run a command that must fail, and give its one line without the program's name."""

    def run(*arguments):
        before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        outcome = qaeval(*arguments)
        after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
        assert (outcome.code, outcome.out) == (2, ""), outcome
        assert outcome.err.startswith("qaeval: ") and outcome.err.endswith("\n")
        assert outcome.err.count("\n") == 1, outcome.err
        assert not STEERING.search(outcome.err.rstrip("\n"))
        assert after == before
        return outcome.err.removeprefix("qaeval: ").rstrip("\n")

    return run


def arguments_of(command):
    return command.split(" ") if isinstance(command, str) else command


# Files that cannot be read at all.

COMMANDS_OF_A_FILE = [
    "score key.tsv x",
    "score x run.tsv",
    "score --questions x key.tsv run.tsv",
    "score --judged x",
    "mark key.tsv x",
    "mark x run.tsv",
    "check x run.tsv",
    "check --questions x run.tsv",
]


@pytest.mark.parametrize("command", [*COMMANDS_OF_A_FILE, "check key.tsv x"])
def test_missing_file(refused, command):
    assert refused(*arguments_of(command)) == "x: no such file"


@pytest.mark.parametrize("command", [*COMMANDS_OF_A_FILE, "check key.tsv x"])
def test_directory(refused, folder, command):
    (folder / "x").mkdir()
    assert refused(*arguments_of(command)) == "x: is a directory, expected a file (it is empty)"


NOT_TEXT = {
    "no bytes": (b"", r"x: the file is empty \(0 bytes\)"),
    "gz of nothing": (gzip.compress(b""), r"x: .*empty.*"),
    "blank lines": (b"\n \n\t\n", r"x: only blank lines and comments; expected .*"),
    "comments": (b"# a\n# b\n", r"x: only blank lines and comments; expected .*"),
    "a BOM alone": (b"\xef\xbb\xbf", r"x: only blank lines and comments; expected .*"),
    "binary": (bytes(range(256)), r"x:1: not a text file \(it holds a NUL byte\)"),
    "a NUL": (RUN.encode() + b"Q3\t1\ta\0b\n", r"x:4: not a text file \(it holds a NUL byte\)"),
    "Latin-1": (RUN.encode() + b"Q3\t1\tcaf\xe9\n", r"x:4: not UTF-8 text \(byte 0xe9\)"),
    "a surrogate": (b"question\tanswer\nQ1\t\xed\xa0\x80\n", r"x:2: not UTF-8 text \(byte 0xed\)"),
    "UTF-16": (RUN.encode("utf-16"), r"x: is UTF-16 text, expected UTF-8"),
    "truncated gz": (
        gzip.compress(RUN.encode() * 50)[:-9],
        r"x: the gzip data is truncated or damaged",
    ),
    "two bytes of gz": (b"\x1f\x8b", r"x: the gzip data is truncated or damaged"),
    "gz with a wrong checksum": (
        gzip.compress(RUN.encode())[:-8] + b"12345678",
        r"x: the gzip data is truncated or damaged",
    ),
}


@pytest.mark.parametrize("command", COMMANDS_OF_A_FILE)
@pytest.mark.parametrize("kind", NOT_TEXT)
def test_not_a_text_file(refused, put, command, kind):
    content, message = NOT_TEXT[kind]
    put("x", content)
    assert re.fullmatch(message, refused(*arguments_of(command)))


@pytest.mark.parametrize(
    ("command", "tried"),
    [
        ("score key.tsv x", f"run format (tried {', '.join(RUN_FORMATS)})"),
        ("score x run.tsv", f"key format (tried {', '.join(RECOGNISED_KEYS)})"),
        ("score --judged x", "judged response format (tried tsv with a column 'outcome', jsonl)"),
    ],
)
def test_a_file_that_fits_no_format(refused, put, command, tried):
    put("x", "# notes\nhello world\n")
    message = refused(*arguments_of(command)).removesuffix("; patterns need --key-format patterns")
    assert message == f"x:2: fits no {tried}: 'hello world'"


@pytest.mark.parametrize(
    ("line", "both"),
    [
        ("question\tx;y;1;2", "classes and eqrels"),
        ("question\t1\tx\t1", "qrels and classes"),
        ('{"question": "a;b;1;2"}', "jsonl and eqrels"),
    ],
)
def test_a_key_that_fits_two_formats(refused, put, line, both):
    put("x", line + "\n")
    message = refused("score", "x", "run.tsv")
    assert message.startswith(f"x:1: fits both {both}, say which with --key-format")


def test_a_csv_file_is_not_taken_for_a_list_of_ids(qaeval, put):
    put("x", "question,rank,answer\nQ1,1,Paris\n")
    assert "x: tsv run x" in qaeval("score", "-v", "key.tsv", "x").err


def test_json_without_blanks_is_json(qaeval, put):
    put("x", '{"question":"Q1","answers":["Paris"]}\n{"question":"Q2","answers":["Rome"]}\n')
    outcome = qaeval("score", "-f", "tsv", "-m", "RR", "key.tsv", "x")
    assert (outcome.code, outcome.rows[1:]) == (0, [["x", "RR", "all", "1"]])


@pytest.mark.parametrize("content", ["question\tanswer\n", "# late\nquestion\trank\tanswer\n"])
def test_a_header_alone_means_nothing_answered(qaeval, put, content):
    put("x", content)
    outcome = qaeval("score", "-f", "tsv", "-m", "RR", "key.tsv", "x")
    assert (outcome.code, outcome.rows[1:]) == (0, [["x", "RR", "all", "0"]])


def test_bom_crlf_and_gz_are_no_trouble(qaeval, put):
    put("x", gzip.compress(b"\xef\xbb\xbf" + RUN.replace("\n", "\r\n").encode()))
    outcome = qaeval("score", "-f", "tsv", "-m", "RR", "key.tsv", "x")
    assert (outcome.code, outcome.rows[1:]) == (0, [["x", "RR", "all", "1"]])


# Malformed lines: file, line, what was found, what was expected.


def tsv(header, *rows):
    return "\n".join([header.replace(" ", "\t"), *rows, ""])


RUNS = "question rank answer"
SCORED = "question answer score"

BAD_TSV_RUNS = {
    "too few fields": (tsv(RUNS, "Q1\t1"), r"x:2: 2 fields, expected 3 \(question rank answer\)"),
    "too many fields": (
        tsv(RUNS, "Q1\t1\ta", "Q1\t2\tb\tc"),
        r"x:3: 4 fields, expected 3 \(question rank answer\)",
    ),
    "one field": (tsv(RUNS, "Q1"), r"x:2: 1 field, expected 3 \(question rank answer\)"),
    "a column twice": (
        tsv("question rank answer rank", "Q1\t1\ta\t1"),
        r"x:1: the column 'rank' stands twice in the header",
    ),
    "a misspelt column": (
        tsv("question rnk answer", "Q1\t1\ta"),
        r"x:1: unknown column 'rnk', expected "
        r"question (answer rank|rank answer) score confidence seconds candidate decision sample; "
        r"did you mean 'rank'\?",
    ),
    "no answer column": (tsv("question rank", "Q1\t1"), r"x:1: no column 'answer' in the header.*"),
    "a rank twice": (
        tsv(RUNS, "Q1\t1\ta", "Q1\t1\tb"),
        r"x:3: rank 1 again for question 'Q1'",
    ),
    "a rank twice, padded": (
        tsv(RUNS, "Q1\t1\ta", "Q1\t01\tb"),
        r"x:3: rank 1 again for question 'Q1'",
    ),
    "negative seconds": (
        tsv("question answer seconds", "Q1\ta\t-1"),
        r"x:2: seconds -1 is negative",
    ),
    "two times for a question": (
        tsv("question answer seconds", "Q1\ta\t1", "Q1\tb\t2"),
        r"x:3: seconds 2, but 1 on an earlier line of the question",
    ),
    "a confidence above 1": (
        tsv("question answer confidence", "Q1\ta\t1.5"),
        r"x:2: confidence 1\.5 is outside 0\.\.1",
    ),
    "a confidence just above 1": (
        tsv("question answer confidence", "Q1\ta\t1.0000001"),
        r"x:2: confidence 1\.0000001 is outside 0\.\.1",
    ),
    "a confidence below 0": (
        tsv("question answer confidence", "Q1\ta\t-0.1"),
        r"x:2: confidence -0\.1 is outside 0\.\.1",
    ),
    "two candidates": (
        tsv("question answer candidate", "Q1\t\ta", "Q1\t\tb"),
        r"x:3: a second candidate 'b' for question 'Q1'",
    ),
    "a question called all": (tsv(RUNS, "all\t1\ta"), r"x:2: a question may not be called 'all'.*"),
    "a question without a name": (tsv(RUNS, "\t1\ta"), r"x:2: the question is empty"),
}


@pytest.mark.parametrize("kind", BAD_TSV_RUNS)
def test_malformed_tsv_runs(refused, put, kind):
    content, message = BAD_TSV_RUNS[kind]
    put("x", content)
    for command in ("score", "mark"):
        assert re.fullmatch(message, refused(command, "key.tsv", "x"))


NO_NUMBERS = ["nan", "NaN", "inf", "-inf", "Infinity", "abc", "1_000", "１", "٣", "0x10"]
NO_NUMBERS += ["+-1", "1e", " 1", "1 ", "--", "1.2.3"]


@pytest.mark.parametrize("word", NO_NUMBERS)
@pytest.mark.parametrize("column", ["score", "confidence", "seconds"])
def test_words_that_are_no_numbers(refused, put, column, word):
    put("x", tsv(f"question answer {column}", f"Q1\ta\t{word}"))
    assert refused("score", "key.tsv", "x") == f"x:2: {column} '{word}' is not a number"


def test_a_decimal_comma_is_told(refused, put):
    put("x", tsv("question answer score", "Q1\ta\t1,5"))
    message = "x:2: score '1,5' is not a number (a point stands before decimals)"
    assert refused("score", "key.tsv", "x") == message


@pytest.mark.parametrize("column", ["score", "confidence", "seconds"])
def test_numbers_too_large_to_hold(refused, put, column):
    put("x", tsv(f"question answer {column}", "Q1\ta\t1e999"))
    message = refused("score", "key.tsv", "x")
    assert message.startswith(f"x:2: {column}") and "too large" in message


@pytest.mark.parametrize("word", ["abc", "1.5", "", "１", "1_0", "nan"])
def test_ranks_that_are_no_whole_numbers(refused, put, word):
    put("x", tsv(RUNS, f"Q1\t{word}\ta"))
    assert refused("score", "key.tsv", "x") == f"x:2: rank '{word}' is not a whole number"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("Q1 Q0 d1 1 2 s\nQ1 Q0 d2 1 2\n", "x:2: 5 fields, expected 6 (qid Q0 id rank score tag)"),
        ("Q1 Q0 d1 1 2 s\nQ1 Q0 d2 1 2 s x\n", "x:2: 7 fields, expected 6 "),
        ("Q1 Q0 d1 1 nan s\n", "x:1: score 'nan' is not a number"),
        ("Q1 Q0 d1 1 inf s\n", "x:1: score 'inf' is not a number"),
        ("Q1 Q0 d1 1 abc s\n", "x:1: score 'abc' is not a number"),
        ("Q1 Q0 d1 1 2 s\nQ1 Q0 d2 1 2 t\n", "x:2: tag 't' after 's': one run a file"),
        ("Q1 Q0 d1 1 2 s\nQ1 Q0 d1 2 1 s\n", "x:2: id 'd1' again for question 'Q1'"),
        ("all Q0 d1 1 2 s\n", "x:1: a question may not be called 'all'"),
        ("Q1, d1\nQ1, d2\n", "x:2: question 'Q1' again (first on line 1)"),
        ("Q1, d1, d1\n", "x:1: id 'd1' again for question 'Q1'"),
        ("Q1, d1\nQ2\n", "x:2: no comma, expected 'qid, id, id, …', found 'Q2'"),
    ],
)
def test_malformed_runs_of_ids(refused, put, lines, message):
    put("x", lines)
    assert refused("score", "q.qrels", "x").startswith(message)


DEEP = '{"question": "Q1", "answers": ' + "[" * 100_000

BAD_JSON_RUNS = {
    "{": r"x:1: not a JSON object \(.*\): '\{'",
    "{'question': 'Q1'}": r"x:1: not a JSON object \(.*\): '.*'",
    '{"question": "Q1", "answers": []} x': r"x:1: not a JSON object \(.*\): '.*'",
    '{"question": "Q1", "answers": []}\n[1]': r"x:2: expected a JSON object, found '\[1\]'",
    '{"question": "Q1", "answers": []}\nnull': r"x:2: expected a JSON object, found 'null'",
    "{}": r'x:1: no "question", expected a string',
    '{"question": null, "answers": []}': r'x:1: .*"question".*expected a string',
    '{"question": 1.5, "answers": []}': r'x:1: .*"question".*expected a string',
    '{"question": "", "answers": []}': r"x:1: the question is empty",
    '{"question": "all", "answers": []}': r"x:1: a question may not be called 'all'.*",
    '{"question": "Q1"}': r'x:1: "answers" is .*, expected a list.*',
    '{"question": "Q1", "answers": "a"}': r'x:1: .*"answers".*',
    '{"question": "Q1", "answers": [1]}': r"x:1: answer is '1', expected a string",
    '{"question": "Q1", "answers": [null]}': r"x:1: answer is 'null', expected a string",
    '{"question": "Q1", "answers": [["a"]]}': r"""x:1: answer is '\["a"\]', expected a string""",
    '{"question": "Q1", "answers": ["\\ud800"]}': r"x:1: answer '\\ud800' is not valid Unicode",
    '{"question": "Q\\ud800", "answers": []}': r"x:1: question 'Q\\ud800' .*",
    '{"question": "Q\\u001b", "answers": []}': r"x:1: question 'Q\\x1b' holds a control character",
    '{"question": "Q1", "answer": ["a"]}': r"x:1: unknown field 'answer'.*did you mean 'answers'\?",
    '{"question": "Q1", "answers": [{"answer": "a", "conf": 1}]}': r"x:1: unknown field 'conf'.*",
    '{"question": "Q1", "answers": [{"answer": "a", "confidence": 1.5}]}': (
        r"x:1: confidence 1\.5 is outside 0\.\.1"
    ),
    '{"question": "Q1", "answers": [], "confidence": NaN}': r"x:1: NaN is not a number",
    '{"question": "Q1", "answers": [], "confidence": -Infinity}': r"x:1: -Infinity is not a number",
    '{"question": "Q1", "answers": [], "confidence": "0.5"}': (
        r"""x:1: confidence is '"0\.5"', expected a number"""
    ),
    '{"question": "Q1", "answers": [], "confidence": true}': (
        r"x:1: confidence is 'true', expected a number"
    ),
    '{"question": "Q1", "answers": [], "seconds": -1}': r"x:1: seconds -1 is negative",
    '{"question": "Q1", "answers": [], "seconds": 1e999}': r"x:1: seconds is too large",
    '{"question": "Q1", "answers": [], "seconds": ' + "9" * 400 + "}": r"x:1: seconds is too large",
    '{"question": "Q1", "answers": [], "seconds": ' + "9" * 5000 + "}": r"x:1: .*too large.*",
    '{"question": "Q1", "answers": [], "candidate": 1}': (
        r"x:1: candidate is '1', expected a string"
    ),
    '{"question": "Q1", "answers": [], "candidate": false}': (
        r"x:1: candidate is 'false', expected a string"
    ),
    '{"question": "Q1", "question": "Q2", "answers": []}': r"x:1: the same field twice.*",
    '{"question": "Q1", "answers": []}\n{"question": "Q1", "answers": []}': (
        r"x:2: question 'Q1' again \(first on line 1\)"
    ),
    DEEP: r"x:1: not a JSON object \(.*too deep\): .*",
}


@pytest.mark.parametrize("line", BAD_JSON_RUNS, ids=lambda line: line[:60])
def test_malformed_json_runs(refused, put, line):
    put("x", line + "\n")
    assert re.fullmatch(BAD_JSON_RUNS[line], refused("score", "key.tsv", "x"))


BAD_KEYS = [
    ("Q1 0 d1 1\nQ1 d2 1\n", "x:2: 3 fields, expected 4 (qid iter id level)"),
    ("Q1 d1 1\nQ1 0 d2 1\n", "x:2: 4 fields, expected 3 (qid id level)"),
    ("Q1 0 d1 1\nQ1 0 d2 C\n", "x:2: level 'C', expected a whole number, L0…Ln, or S, A, B"),
    ("Q1 0 d1 1\nQ1 0 d2 1.0\n", "x:2: level '1.0', expected a whole number"),
    ("Q1 0 d1 1\nQ1 0 d2 nan\n", "x:2: level 'nan', expected a whole number"),
    ("Q1 0 d1 S\nQ1 0 d2 2\n", "x:2: level '2': the key mixes the letters S, A, B with numbers"),
    ("Q1 0 d1 1\nQ1 0 d1 0\n", "x:2: 'd1' again with level 0, earlier 1"),
    ("all 0 d1 1\n", "x:1: a question may not be called 'all'"),
    ("question\tanswer\nQ1\t\n", "x:2: the answer is empty"),
    ("question\tanswer\tlevel\nQ1\ta\tT\n", "x:2: level 'T', expected a whole number"),
    ("question\tanswer\tlevel\nQ1\ta\t1\nQ1\ta\t2\n", "x:3: 'a' again with level 2, earlier 1"),
    ("question\tclass\tanswer\nQ1\t\ta\n", "x:2: the class is empty"),
    ("question\tanswr\nQ1\ta\n", "x:1: unknown column 'answr'"),
    ("Q1;a;1;c\nQ1;b;1\n", "x:2: expected 'qid;answer;level;class', found 'Q1;b;1'"),
    ("Q1;a;1;c\nQ1;b;x;c\n", "x:2: level 'x', expected a whole number"),
    ('{"question": "Q1", "answers": ["a", ["b"]]}\n', 'x:1: "answers" mixes lists and strings'),
    ('{"question": "Q1", "answers": [""]}\n', "x:1: the answer is empty"),
    ('{"question": "Q1", "answers": {}}\n', "x:1: \"answers\" is '{}', expected a list"),
    ('{"question": "Q1", "answers": ["a"], "level": 1}\n', "x:1: unknown field 'level'"),
    ('{"question": "Q1", "answers": []}\n' * 2, "x:2: question 'Q1' again"),
]


@pytest.mark.parametrize(("content", "message"), BAD_KEYS)
def test_malformed_keys(refused, put, content, message):
    put("x", content)
    for command in ("score", "mark", "check"):
        assert refused(command, "x", "run.tsv").startswith(message)


REGEXES = ["[", "(", "*a", "a{2,1}", "a{99999999999}", "(?<=a*)b", "(?z)", "\\8", "(" * 20_000]


@pytest.mark.parametrize("regex", REGEXES, ids=lambda regex: regex[:20])
def test_a_pattern_that_does_not_compile(refused, put, regex):
    put("x", f"Q1 Paris\nQ1 {regex}\n")
    message = refused("score", "--key-format", "patterns", "x", "run.tsv")
    assert message.startswith(f"x:2: the regular expression '{regex[:50]}")
    assert re.search("does not compile: |is nested too deeply", message)


@pytest.mark.parametrize("command", ["score", "mark", "check"])
def test_a_no_response_that_does_not_compile(refused, command):
    message = refused(command, "--no-response", "[", "key.tsv", "run.tsv")
    assert "the regular expression '[' does not compile" in message
    assert "run.tsv" not in message


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("question\toutcome\nQ1\tX\n", "x:2: outcome 'X', expected R (right), W (wrong), U "),
        ("question\toutcome\nQ1\tr\n", "x:2: outcome 'r', expected R (right), W (wrong), U "),
        ("question\toutcome\nQ1\tR\nQ1\tR\n", "x:3: question 'Q1' again"),
        ("question\toutcome\tconfidence\nQ1\tR\t1.5\n", "x:2: confidence 1.5 is outside 0..1"),
        ("question\toutcome\tconfidence\nQ1\tR\tnan\n", "x:2: confidence 'nan' is not a number"),
        ("question\toutcome\tseconds\nQ1\tR\t-1\n", "x:2: seconds -1 is negative"),
        ("question\toutcome\trun\nQ1\tR\t\n", "x:2: the run name is empty"),
        ("question\toutcome\nall\tR\n", "x:2: a question may not be called 'all'"),
        ("question\toutcome\tconf\nQ1\tR\t1\n", "x:1: unknown column 'conf'"),
        ('{"question": "Q1"}\n', "x:1: outcome is 'null', expected a string"),
        ('{"question": "Q1", "outcome": "x"}\n', "x:1: outcome 'x', expected R (right)"),
        ("question\toutcome\n", "x: no question is left to score"),
        (
            "question\toutcome\trun\nQ1\tR\ta\nQ2\tR\tb\n",
            "x: run 'a' lacks 1 question that other runs have (Q2): --intersect takes",
        ),
    ],
)
def test_malformed_judged_responses(refused, put, content, message):
    put("x", content)
    assert refused("score", "--judged", "x").startswith(message)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("cat\tquestion\nx\tQ1\n", "x:1: the first column is 'cat', expected 'question'"),
        ("id\tcat\nQ1\tx\n", "x:1: no column 'question' in the header"),
        ("question\tcat\nQ1\ta\tb\n", "x:2: 3 fields, expected 2 (question cat)"),
        ("question\tcat\nQ1\ta\nQ1\tb\n", "x:3: question 'Q1' again"),
        ("question\tcat\tcat\nQ1\ta\tb\n", "x:1: the column 'cat' stands twice in the header"),
        ("question\tcat\nall\ta\n", "x:2: a question may not be called 'all'"),
    ],
)
def test_malformed_question_files(refused, put, content, message):
    put("x", content)
    assert refused("score", "--questions", "x", "key.tsv", "run.tsv").startswith(message)
    assert refused("check", "--questions", "x", "run.tsv").startswith(message)


def test_a_question_file_without_questions(refused, put):
    put("x", "question\tcategory\n")
    message = refused("score", "--questions", "x", "key.tsv", "run.tsv")
    assert message.startswith("x: no question") and "--only" not in message


# Names and answers that could steer a terminal.

CONTROL = ["Q\x1b[31m", "Q\x07", "Q\x7f", "Q\x9b31m", "Q\u202e", "Q\u2066", "Q\u2028", "Q\u061c"]


@pytest.mark.parametrize("name", CONTROL, ids=ascii)
def test_control_characters_in_ids(refused, put, name):
    put("x", tsv(RUNS, f"{name}\t1\ta"))
    found = ascii(name).strip("'")
    assert refused("score", "key.tsv", "x") == f"x:2: question '{found}' holds a control character"
    put("x", f"Q1 Q0 {name} 1 1 s\n")
    assert refused("score", "q.qrels", "x") == f"x:1: id '{found}' holds a control character"
    put("x", f"Q1 Q0 d1 1 1 {name}\n")
    assert refused("score", "q.qrels", "x") == f"x:1: tag '{found}' holds a control character"
    put("x", f"question\tclass\tanswer\nQ1\t{name}\ta\n")
    assert refused("score", "x", "run.tsv") == f"x:2: class '{found}' holds a control character"


def test_only_blanks_separate_the_fields_of_trec_files(refused, put):
    put("x", "Q1\x1cQ0 d1 1 1 s\n")
    assert refused("score", "q.qrels", "x").startswith("x:1: ")


@pytest.mark.parametrize("name", ["r\x1b[31m", "r\nx", "r\u202e"], ids=ascii)
def test_control_characters_in_file_names(refused, put, name):
    found = ascii(name).strip("'")
    assert refused("score", "key.tsv", name) == f"{found}: no such file"
    put(name, RUN)
    message = refused("score", "key.tsv", name)
    assert message == f"{found}: run name '{found}' holds a control character"


STEERING_ANSWER = "a\\u001b[31mred\\u202eevil\\u009b\\u2028\\u0000"


@pytest.mark.parametrize("form", ["text", "tsv", "csv", "json", "md", "latex"])
def test_answers_never_steer_a_terminal(qaeval, put, form):
    put("x", f'{{"question": "Q1", "answers": ["{STEERING_ANSWER}"]}}\n')
    outcome = qaeval("mark", "-f", form, "key.tsv", "x")
    assert outcome.code == 0
    assert "red" in outcome.out
    assert not STEERING.search(outcome.out)


@pytest.mark.parametrize("form", ["text", "tsv", "csv", "json", "md", "latex"])
def test_categories_never_steer_a_terminal(qaeval, put, form):
    put("x", "question\tkind\nQ1\ta\x1b[31mred\x9b\nQ2\tb\n")
    outcome = qaeval("score", "-f", form, "--by", "kind", "--questions", "x", "key.tsv", "run.tsv")
    assert outcome.code == 0
    assert "red" in outcome.out
    assert not STEERING.search(outcome.out)


def test_a_tab_in_an_answer_stays_inside_its_field(qaeval, put):
    put("x", '{"question": "Q1", "answers": ["a\\tb\\nc"]}\n')
    outcome = qaeval("mark", "-f", "tsv", "--no-header", "key.tsv", "x")
    assert [row[3] for row in outcome.rows] == ["a\\tb\\nc"]


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_key_whose_file_name_is_not_unicode(qaeval, folder, form):
    name = os.fsdecode(b"k\xff.tsv")
    (folder / name).write_text(KEY)
    outcome = qaeval("score", "-f", form, "-m", "RR", name, "run.tsv")
    assert outcome.code == 0
    assert "k\\udcff.tsv#" in outcome.out.replace("\\\\", "\\")


# Measures and options.


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Qmeasure", "unknown measure 'Qmeasure'; did you mean 'Q-measure'?"),
        ("rrr", "unknown measure 'rrr'; did you mean 'RR'?"),
        ("NDGC@5", "unknown measure 'NDGC@5'; did you mean 'nDCG'?"),
        ("x=rrr", "unknown measure 'rrr'; did you mean 'RR'?"),
        ("=RR", "'=RR': no name before '=', expected NAME=MEASURE"),
        ("my MAP=AP", "'my MAP=AP': a blank in 'my MAP', expected a name in one word"),
        ("all=AP", "'all=AP': the name 'all' is taken, expected another"),
        ("correct=AP", "'correct=AP': the name 'correct' is taken, expected another"),
        ("clef=AP", "'clef=AP': the name 'clef' is taken, expected another"),
        ("\x1b[31m", "unknown measure '\\x1b[31m'"),
        ("", "unknown measure ''"),
        ("Hit", "'Hit' needs a cutoff: Hit@5"),
        ("Hit@0", "'Hit@0': cutoff '0', expected a whole number from 1"),
        ("Hit@-1", "'Hit@-1': cutoff '-1', expected a whole number from 1"),
        ("Hit@１", "'Hit@１': cutoff '１', expected a whole number from 1"),
        ("RR@x", "'RR@x': cutoff 'x', expected a whole number from 1"),
        ("P_0", "'P_0': cutoff '0', expected a whole number from 1"),
        ("nG@2", "'nG@2': nG is defined at rank 1 only"),
        ("accuracy@1", "'accuracy@1': accuracy takes no cutoff"),
        ("accuracy3:2:1", "'accuracy3:2:1': accuracy takes no gains"),
        ("RR,Q", "'RR,Q': for several measures repeat -m: -m RR -m Q"),
        ("Q1:2:3", "'Q1:2:3': gains go from the highest level down and may not rise"),
        ("Q0:0:0", "'Q0:0:0': the highest level needs a gain above 0"),
        ("Q,gains=x", "'Q,gains=x': gain 'x', expected a number such as 2 or 1.5"),
        ("Q,beta=-1", "'Q,beta=-1': beta '-1', expected 0 or more"),
        ("Q,foo=1", "'Q,foo=1': no parameter 'foo' (it has: beta)"),
        ("RBP,p=1", "'RBP,p=1': p '1', expected above 0 and below 1"),
        ("PC,est=foo", "'PC,est=foo': est 'foo', expected one of zero one half"),
        ("ECE,bins=0", "'ECE,bins=0': bins '0', expected 1 to 1000"),
    ],
)
def test_measures_that_are_none(refused, name, message):
    assert refused("score", "-m", name, "key.tsv", "run.tsv").startswith(message)
    assert refused("measures", "--", name).startswith(message)


@pytest.mark.parametrize("value", ["x", "nan", "inf", "1e999", ""])
def test_parameters_that_are_no_numbers(refused, value):
    message = refused("measures", f"Q,beta={value}")
    assert message.startswith(f"'Q,beta={value}': ") and re.search("number|too large", message)


def test_a_parameter_given_twice(refused):
    assert "beta" in refused("measures", "Q,beta=1,beta=2")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("-m Q1:1", "2 gains, but the key has 3 levels"),
        ("-m Q1:1:1:1", "4 gains, but the key has 3 levels"),
        ("--gains x", "--gains 'x': expected LEVEL=GAIN,… such as S=3,A=2,B=1"),
        ("--gains S=3", "--gains 'S=3': 1 level (S), but the key has 3 levels (S, A, B)"),
        ("--gains S=3,A=2,B=1,C=0", "4 levels (S, A, B, C), but the key has 3 levels (S, A, B)"),
        ("--gains L1=1,L2=2,L3=3", "3 levels (1, 2, 3), but the key has 3 levels (S, A, B)"),
        ("--gains S=1,A=2,B=3", "gains go from the highest level down and may not rise"),
        ("--gains S=nan,A=1,B=1", "gain 'nan', expected a number such as 2 or 1.5"),
        ("--levels 2", "key.tsv: the key has levels up to 3, not 2"),
        ("--levels 0", "--levels"),
        ("--digits -1", "--digits"),
        ("--digits x", "--digits"),
        ("-f foo", "'foo' is not one of 'text', 'tsv', 'csv', 'json', 'md', 'latex', 'trec'"),
        ("--run-format trec", "run.tsv:1: 3 fields, expected 6 (qid Q0 id rank score tag)"),
        ("--key-format qrels", "key.tsv:1: level 'level', expected a whole number"),
        ("--name-from tag", "run.tsv: --name-from tag: a tsv run has no tag"),
        ("--by category", "--by needs --questions FILE, whose column it names"),
        ("--only category=city", "--only needs --questions FILE, whose columns it names"),
        ("--questions questions.tsv --by kind", "questions.tsv: --by: no column 'kind'"),
        ("--questions questions.tsv --only city", "--only 'city': expected COLUMN=VALUE"),
        (
            "--questions questions.tsv --only category=sea",
            "questions.tsv: no question has category 'sea' (there are: city, town)",
        ),
        (
            "--questions questions.tsv --only categry=city",
            "questions.tsv: --only: no column 'categry' (there are: category); "
            "did you mean 'category'?",
        ),
        ("--key key.tsv", "several keys need a name each, all different"),
        ("-m runid", "'runid' is a line of trec_eval's output: only with -f trec"),
        ("-m MRRT", "run.tsv: MRRT needs seconds for every question: run 'run' has none"),
        ("-m CWS", "run.tsv: CWS needs a confidence for every answered question"),
        ("-f trec --questions questions.tsv --by category", "-f trec has no tables --by a column"),
        ("--quetions questions.tsv", "no such option '--quetions'; did you mean '--questions'?"),
        ("run.tsv", "run.tsv: the run is called 'run' like that of run.tsv"),
    ],
)
def test_options_that_do_not_fit(refused, options, message):
    assert message in refused("score", "key.tsv", "run.tsv", *options.split(" "))


@pytest.mark.parametrize("gains", ["x", "S=1,A=2,B=3", "S=nan,A=1,B=1"])
def test_gains_are_not_blamed_on_a_run(refused, gains):
    message = refused("score", "--gains", gains, "key.tsv", "run.tsv")
    assert "--gains" in message and "run.tsv" not in message


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("score", "expected KEY RUN..., or without a key --judged or --nuggets; see --help"),
        (
            "score key.tsv",
            "expected KEY RUN..., or without a key --judged or --nuggets; see --help",
        ),
        ("check key.tsv", "expected KEY RUN... or --questions FILE RUN..."),
        ("check --questions questions.tsv", "expected --questions FILE RUN..."),
        ("mark key.tsv", "expected KEY RUN..., or without a key --judged or --nuggets; see --help"),
        ("scroe key.tsv run.tsv", "no such command 'scroe'"),
        ("completion tcsh", "'tcsh' is not one of 'bash', 'zsh', 'fish'"),
        ("measures Q RR", "got unexpected extra argument (RR)"),
        (
            "score --judged --key A=key.tsv judged.tsv",
            "--judged has no key or answers, so no --key",
        ),
        ("score --judged --gains S=1 judged.tsv", "--judged has no key or answers, so no --gains"),
        (
            "score --judged key.tsv",
            "key.tsv:1: fits no judged response format (tried tsv with a column 'outcome', jsonl)",
        ),
        ("score A=key.tsv --key A=q.qrels run.tsv", "several keys need a name each, all different"),
        ("score A=key.tsv --key B=q.qrels -m C-RR run.tsv", "unknown measure 'C-RR'"),
        ("score A=key.tsv --key B=q.qrels -f trec run.tsv", "-f trec takes one key"),
        ("score A=nokey run.tsv", "nokey: no such file"),
        ("score --strict key.tsv stray.tsv", "stray.tsv: 1 question"),
        ("score --strict key.tsv short.tsv", "short.tsv: 1 question not in the run: Q2"),
        ("mark --gains S=1 key.tsv run.tsv", "--gains 'S=1'"),
        ("check --max-answers 0 key.tsv run.tsv", "--max-answers"),
    ],
)
def test_commands_that_do_not_fit(refused, put, command, message):
    put("stray.tsv", tsv(RUNS, "Q1\t1\ta", "Q2\t1\tb", "Q9\t1\tc"))
    put("short.tsv", tsv(RUNS, "Q1\t1\ta"))
    assert message in refused(*command.split(" ") if command else [])


@pytest.mark.parametrize(
    "name",
    [
        "Q,beta=1e308",
        "F,beta=1e200",
        "F,beta=1e154",
        "MRRT,r=1e308",
        "UF,right=1e308",
        "ECE,bins=99999999999",
        "ECE,bins=999999999999999999",
        "Hit@999999999",
    ],
)
def test_extreme_parameters_give_a_score_or_one_line(qaeval, put, name):
    put("timed.tsv", TIMED.replace("\tx\t", "\tRome\t"))
    outcome = qaeval("score", "-q", "-f", "tsv", "-m", name, "key.tsv", "timed.tsv")
    assert outcome.code in (0, 2), outcome
    assert len(outcome.err.splitlines()) == (1 if outcome.code == 2 else 0)
    assert bool(outcome.out) == (outcome.code == 0)


def test_seconds_whose_sum_is_too_large(qaeval, put):
    put("x", TIMED.replace("\t1\n", "\t1e308\n").replace("\t2\n", "\t1e308\n"))
    outcome = qaeval("score", "-f", "tsv", "-m", "MRRT", "key.tsv", "x")
    assert outcome.code in (0, 2), outcome
    assert len(outcome.err.splitlines()) == (1 if outcome.code == 2 else 0)


def test_all_times_zero(refused, put):
    put("x", tsv("question answer seconds", "Q1\ta\t0", "Q2\tb\t0"))
    message = refused("score", "-m", "MRRT", "key.tsv", "x")
    assert message == "the seconds of every run add up to 0, so no run is the longest"


# An error stands alone, whatever was told before it.


@pytest.mark.parametrize(
    "command",
    [
        "score key.tsv stray.tsv broken.tsv",
        "score key.tsv stray.tsv -o .",
        "score -v key.tsv run.tsv broken.tsv",
        "score wrong.qrels run.trec",
    ],
)
def test_no_notes_beside_an_error(refused, put, command):
    put("stray.tsv", tsv(RUNS, "Q9\t1\ta"))
    put("broken.tsv", "zzz\n")
    put("wrong.qrels", "Q1 0 d1 0\n")
    assert "note" not in refused(*command.split(" "))


def test_one_broken_run_among_many(qaeval, put, refused):
    put("broken.tsv", tsv(RUNS, "Q1\tx\ta"))
    problem = "broken.tsv:2: rank 'x' is not a whole number"
    command = ["score", "-f", "tsv", "-m", "RR", "key.tsv", "broken.tsv", "run.tsv"]
    assert refused(*command) == problem
    outcome = qaeval(*command, "--keep-going")
    told = f"qaeval: {problem}\nqaeval: note: 1 of 2 files left out\n"
    assert (outcome.code, outcome.err) == (3, told)
    assert outcome.rows[1:] == [["run", "RR", "all", "1"]]


def test_keep_going_does_not_forgive_a_bad_key(refused):
    assert refused("score", "--keep-going", "nokey", "run.tsv") == "nokey: no such file"


# Output files: whole or not at all.


@pytest.mark.parametrize("command", ["score key.tsv broken.tsv", "mark key.tsv broken.tsv"])
def test_an_error_leaves_the_output_file_alone(refused, put, command):
    put("broken.tsv", tsv(RUNS, "Q1\tx\ta"))
    refused(*command.split(" "), "-o", "new.tsv")
    precious = put("old.tsv", "precious\n")
    refused(*command.split(" "), "-o", "old.tsv")
    assert precious.read_text() == "precious\n"


@pytest.mark.parametrize(
    "command", ["score key.tsv run.tsv", "mark key.tsv run.tsv", "measures", "completion bash"]
)
@pytest.mark.parametrize(
    ("target", "reason"),
    [
        (".", "Is a directory"),
        ("nowhere/out.tsv", "No such file or directory"),
        ("run.tsv/out.tsv", "Not a directory"),
        ("o" * 300, "File name too long"),
        ("/dev/full", "No space left on device"),
    ],
)
def test_output_that_cannot_be_written(refused, command, target, reason):
    if target.startswith("/dev") and not Path(target).exists():
        pytest.skip("no such device here")
    message = refused(*command.split(" "), "-o", target)
    assert message == f"{target}: cannot be written: {reason}"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write")
def test_a_read_only_folder(refused, folder):
    closed = folder / "closed"
    closed.mkdir()
    closed.chmod(0o555)
    message = refused("score", "key.tsv", "run.tsv", "-o", "closed/out.tsv")
    assert message == "closed/out.tsv: cannot be written: Permission denied"
    assert list(closed.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no /proc here")
def test_a_folder_where_no_one_may_write(refused):
    assert refused("score", "key.tsv", "run.tsv", "-o", "/proc/out.tsv").startswith(
        "/proc/out.tsv: cannot be written: "
    )


def test_output_to_the_null_device(qaeval):
    outcome = qaeval("score", "key.tsv", "run.tsv", "-o", os.devnull)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == ""


def test_output_keeps_the_mode_of_the_file_it_replaces(qaeval, put):
    old = put("old.tsv", "old\n")
    old.chmod(0o640)
    assert qaeval("score", "key.tsv", "run.tsv", "-o", "old.tsv").code == 0
    assert "RR" in old.read_text()
    assert old.stat().st_mode & 0o777 == 0o640


# `check` tells every problem on standard output.

BROKEN = tsv(RUNS, "Q1\t1\ta", "Q1\t1\tb", "Q2\t1", "Q3\t1\ta", "Q1\tx\ty", "Q\x1b\t1\ta")
PROBLEMS = [
    "x:3: rank 1 again for question 'Q1'",
    "x:4: 2 fields, expected 3 (question rank answer)",
    "x:5: unknown question 'Q3'",
    "x:6: rank 'x' is not a whole number",
    "x:7: question 'Q\\x1b' holds a control character",
]


def test_check_tells_every_problem(qaeval, put):
    put("x", BROKEN)
    outcome = qaeval("check", "key.tsv", "x", "run.tsv")
    assert (outcome.code, outcome.out.splitlines()[:6]) == (1, [*PROBLEMS, ""])


def test_check_without_a_key(qaeval, put):
    put("x", BROKEN)
    outcome = qaeval("check", "--questions", "questions.tsv", "x")
    assert (outcome.code, outcome.out.splitlines()) == (1, PROBLEMS)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (tsv("question rnk answer", "Q1\t1\ta"), r"x:1: unknown column 'rnk'.*"),
        ("hello\n", r"x:1: fits no run format .*"),
        (RUN.encode() + b"Q1\t2\tcaf\xe9\n", r"x:4: not UTF-8 text \(byte 0xe9\)"),
        (b"", r"x: the file is empty \(0 bytes\)"),
    ],
    ids=["header", "format", "encoding", "empty"],
)
def test_check_goes_on_after_a_run_that_is_no_run(qaeval, put, content, problem):
    put("x", content)
    put("y", tsv(RUNS, "Q9\t1\ta"))
    outcome = qaeval("check", "key.tsv", "x", "y")
    assert outcome.code == 1
    first, second, *_ = outcome.out.splitlines()
    assert re.fullmatch(problem, first)
    assert second == "y:2: unknown question 'Q9'"


@pytest.mark.parametrize(
    ("options", "content", "problem"),
    [
        ("--complete", tsv(RUNS), "x: no line for 2 questions: Q1, Q2"),
        (
            "--max-answers 1",
            tsv(RUNS, "Q1\t1\ta", "Q1\t2\tb"),
            "x:2: 2 answers to question 'Q1', at most 1 allowed",
        ),
        (
            "--unique",
            tsv(RUNS, "Q1\t1\ta\x1b", "Q1\t2\ta\x1b"),
            "x:3: 'a\\x1b' again for question 'Q1' (first on line 2)",
        ),
    ],
)
def test_check_keeps_the_rules(qaeval, put, options, content, problem):
    put("x", content)
    assert qaeval("check", "key.tsv", "x").code == 0
    outcome = qaeval("check", *options.split(" "), "key.tsv", "x")
    assert (outcome.code, outcome.out) == (1, problem + "\n")


def test_check_of_two_runs_of_one_name(qaeval, put):
    put("other/run.tsv", RUN)
    outcome = qaeval("check", "key.tsv", "run.tsv", "other/run.tsv")
    assert outcome.code == 1
    assert outcome.out.startswith("other/run.tsv: the run is called 'run' like that of run.tsv")


def test_check_has_nothing_to_say_of_a_good_run(qaeval):
    outcome = qaeval("check", "--complete", "--unique", "key.tsv", "run.tsv")
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == "qaeval: note: 1 file checked, no problems\n"


# Standard input and output, signals, locales: in a process of their own.


def program(*arguments, **options):
    options.setdefault("capture_output", True)
    return subprocess.run([*PROGRAM, *arguments], timeout=60, check=False, **options)


@pytest.mark.parametrize(
    ("arguments", "content"),
    [
        (["score", "key.tsv", "-"], ""),
        (["score", "-", "-"], KEY),
        (["score", "key.tsv", "-", "-"], RUN),
        (["score", "--questions", "-", "key.tsv", "-"], QUESTIONS),
    ],
)
def test_standard_input_that_is_empty_or_used_up(arguments, content):
    done = program(*arguments, input=content.encode())
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == f"qaeval: {STDIN}\n"


def test_a_bad_line_on_standard_input():
    done = program("score", "key.tsv", "-", input=RUN.encode() + b"Q1\t2\n")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"qaeval: standard input:4: 2 fields, expected 3 ")


@pytest.mark.parametrize(
    "arguments", [["score", "key.tsv", "-"], ["mark", "-", "run.tsv"], ["check", "key.tsv", "-"]]
)
def test_interrupted(arguments):
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*PROGRAM, *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        # A job in the background ignores the signal, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as started:
        time.sleep(1)
        started.send_signal(signal.SIGINT)
        out, err = started.communicate(timeout=60)
    assert (started.returncode, out, err.strip()) == (130, b"", b"")


@pytest.mark.parametrize(
    "command",
    [
        "score key.tsv run.tsv",
        "score -q -f tsv key.tsv run.tsv",
        "mark key.tsv run.tsv",
        "measures",
        "completion bash",
        "score --help",
        "--version",
    ],
)
def test_a_reader_who_has_gone_away(command):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = program(
            *command.split(" "), stdout=writer, stderr=subprocess.PIPE, capture_output=False
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_check_for_a_reader_who_has_gone_away(put):
    put("x", BROKEN)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = program(
            "check", "key.tsv", "x", stdout=writer, stderr=subprocess.PIPE, capture_output=False
        )
    finally:
        os.close(writer)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr and b"Broken pipe" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("command", ["score key.tsv run.tsv", "check key.tsv run.tsv", "measures"])
def test_closed_standard_output_is_no_traceback(command):
    line = f"{sys.executable} -m qaeval {command} >&-"
    done = subprocess.run(["/bin/sh", "-c", line], capture_output=True, timeout=60, check=False)
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "arguments", [["score", "key.tsv", "run.tsv"], ["measures"], ["score", "--help"]]
)
def test_a_full_disk_behind_standard_output(arguments):
    with Path("/dev/full").open("wb") as full:
        done = program(*arguments, stdout=full, stderr=subprocess.PIPE, capture_output=False)
    assert done.returncode == 2
    assert re.fullmatch(rb"qaeval: .*No space left on device\n", done.stderr)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout here")
def test_output_to_the_device_of_standard_output():
    done = program("score", "-f", "tsv", "-m", "RR", "key.tsv", "run.tsv", "-o", "/dev/stdout")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"run\tmeasure\tquestion\tvalue\nrun\tRR\tall\t1\n"


ASCII_ONLY = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("locale", [ASCII_ONLY, {"PYTHONIOENCODING": "latin-1"}])
def test_any_locale_reads_and_tells(put, locale):
    environment = {**os.environ, **locale}
    put("x", "question\tanswer\tscore\nQ1\tパリ\tパリ\n")
    done = program("score", "key.tsv", "x", env=environment)
    assert (done.returncode, done.stdout) == (2, b"")
    assert re.fullmatch(rb"qaeval: x:2: score '.+' is not a number\n", done.stderr)
    put("x", "question\tanswer\nQ1\tパリ\nQ2\t\n")
    done = program("mark", "-f", "tsv", "key.tsv", "x", env=environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\tパリ\t" in done.stdout.decode()


@pytest.mark.parametrize("locale", [ASCII_ONLY, {"PYTHONIOENCODING": "latin-1"}])
@pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"], ["measures", "Q"]])
def test_any_locale_gets_help(locale, arguments):
    done = program(*arguments, env={**os.environ, **locale})
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout


def test_a_bad_line_at_the_end_of_a_long_run(refused, put):
    lines = [f"Q{i // 100} Q0 d{i} 1 {i} s\n" for i in range(200_000)]
    put("x", "".join(lines) + "Q1 Q0 dx 1 nan s\n")
    assert refused("score", "q.qrels", "x") == "x:200001: score 'nan' is not a number"


def test_a_very_long_field_is_quoted_in_part(refused, put):
    put("x", tsv(SCORED, "Q1\ta\t" + "z" * 1_000_000))
    message = refused("score", "key.tsv", "x")
    assert message.startswith("x:2: score 'zzz") and message.endswith("…' is not a number")
    assert len(message) < 200


def test_a_table_that_is_nearly_empty_and_would_not_fit(qaeval, put):
    rows = "".join(f"run{i}\tm{i}\tq{i}\t1\n" for i in range(600))
    table = put("mixed.tsv", "run\tmeasure\tquestion\tvalue\n" + rows)
    outcome = qaeval("compare", "--intersect", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert "600 values for 600 runs, 600 measures, 600 questions" in outcome.err


@pytest.mark.parametrize("plot", ["folder.png", "x" * 260 + ".png", "same.png"])
def test_a_picture_that_cannot_be_written_leaves_nothing_behind(qaeval, put, plot, tmp_path):
    put("folder.png/x", "")
    table = put("s.tsv", "run\tmeasure\tquestion\tvalue\na\tRR\tq1\t1\nb\tRR\tq1\t0\n")
    out = tmp_path / ("same.png" if plot == "same.png" else "out.txt")
    for more in (["-o", out], ["-f", "tsv", "-o", out]):
        outcome = qaeval("compare", *more, "--plot", tmp_path / plot, table)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.count("\n") == 1 and not out.exists()
    if plot != "same.png":
        assert qaeval("compare", "--plot", tmp_path / plot, table).out == ""


def test_a_folder_for_output(qaeval, put, tmp_path):
    outcome = qaeval(
        "score", "-o", f"{tmp_path}/new/", put("k", "1 0 a 1\n"), put("r", "1 Q0 a 1 1 t\n")
    )
    assert (outcome.code, outcome.out) == (2, "") and not (tmp_path / "new").exists()


def test_a_byte_order_mark_inside_a_file_is_no_name(qaeval, put):
    outcome = qaeval("score", put("k", "1 0 a 1\n"), put("r", "1 Q0 a 1 1 t\n\ufeff2 Q0 a 1 1 t\n"))
    assert outcome.code == 2 and r"r:2: question '\ufeff2' holds a control character" in outcome.err


def test_figures_too_large_to_add_up(qaeval, put):
    outcome = qaeval("import", "ir_measures", put("x.txt", "q1\tAP\t1e308\nq2\tAP\t1e308\n"))
    assert (outcome.code, outcome.out) == (2, "")
    assert "the values of 'AP' are too large" in outcome.err
