"""trec_eval: its -q output, one run a file."""

import pytest

from qaeval.errors import InputError
from qaeval.files.foreign.trec_eval import read_trec_eval
from qaeval.scores.reading import merge_figures

# trec_eval 9.0.8 -q -m runid -m map -m num_rel, as its lines are.
OUTPUT = """\
map                   	q1	0.5000
num_rel               	q1	2
map                   	q2	1.0000
num_rel               	q2	1
runid                 	all	us
map                   	all	0.7500
num_rel               	all	3
"""


def test_figures_and_name(put):
    path = str(put("run.txt", OUTPUT))
    found = read_trec_eval(path, None)
    assert (found.run, found.questions) == ("us", {"q1", "q2"})
    assert read_trec_eval(path, "other").run == "other"
    scores = merge_figures([found])
    assert scores.per_question("map")["us"] == {"q1": 0.5, "q2": 1.0}
    assert scores.overall("num_rel") == {"us": 3}


def test_without_a_runid_the_file_names_the_run(put):
    path = put("bm25.txt", OUTPUT.replace("runid                 \tall\tus\n", ""))
    assert read_trec_eval(str(path), None).run == "bm25"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("map\tall\t0.5\n", "no figures by question: trec_eval prints them with -q"),
        ("map\tq1\tx\n", ":1: value 'x' is not a number"),
        ("map\tq1\n", ":1: 2 fields, expected 3 (measure question value)"),
        ("map\tq1\t1\nmap\tq1\t1\n", ":2: 'map' for 'q1' again (first on line 1)"),
        ("", "the file is empty"),
    ],
)
def test_what_is_not_its_output(put, text, message):
    path = str(put("run.txt", text))
    with pytest.raises(InputError) as refused:
        merge_figures([read_trec_eval(path, None)])
    assert str(refused.value).startswith(path) and message in str(refused.value)
