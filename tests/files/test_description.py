"""NTCIR's runs begin with a description of the system."""

import pytest

import qaeval.files.text as text
from qaeval import InputError, read_run

TREC = "1 0 a 1 2 s\n1 0 b 2 1 s\n"


@pytest.fixture(params=[0, 1 << 40], ids=["scanned", "line by line"], autouse=True)
def large(request, monkeypatch):
    monkeypatch.setattr(text, "LARGE", request.param)


@pytest.mark.parametrize(
    "start",
    [
        "<SYSDESC>BM25, no feedback</SYSDESC>\n",
        "\ufeff<SYSDESC>BM25, no feedback</SYSDESC>\r\n",
        "<sysdesc> BM25,\nno\n\nfeedback </sysdesc>  \n",
    ],
)
@pytest.mark.parametrize(
    ("rest", "format"),
    [(TREC, "trec"), ("1, a, b\n", "cqa"), ("question\tanswer\n1\ta\n1\tb\n", "tsv")],
)
def test_it_is_taken_and_lines_keep_their_numbers(put, start, rest, format):
    run = read_run(str(put("run.txt", start + rest)))
    assert (run.format, run.description) == (format, "BM25, no feedback")
    assert list(run.answers) == ["a", "b"]
    last = (start + rest).count("\n")
    assert run.lines.tolist()[-1] == last


def test_without_one_there_is_none(put):
    assert read_run(str(put("run.txt", TREC))).description == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("<SYSDESC>BM25\n" + TREC, r"run.txt:1: <SYSDESC> without its end, expected </SYSDESC>"),
        ("<SYSDESC>BM25\n</SYSDESC> " + TREC, r"run.txt:2: more behind </SYSDESC>, expected the"),
        ("<SYSDESC>BM25</SYSDESC>\n", r"run.txt: only blank lines and comments"),
        ("<SYSDESC>x</SYSDESC>\n" + TREC + "1 0 c 3 x s\n", r"run.txt:4: score 'x' is not"),
        (TREC + "<SYSDESC>BM25</SYSDESC>\n", r"run.txt:3: 1 field, expected 6"),
    ],
)
def test_what_is_none_is_told_by_line(put, content, message):
    with pytest.raises(InputError, match=message):
        read_run(str(put("run.txt", content)))
