"""`score --intervals`: what the choice of questions leaves open, beside every value."""

import json
import subprocess
import sys
from math import sqrt

import numpy as np
import pytest

T3, T4 = 3.182446305, 2.776445105  # Student's t, .975, of 3 and 4 degrees of freedom: a table


def judged(put, name, outcomes):
    rows = [f"q{i:02}\t{outcome}\n" for i, outcome in enumerate(outcomes.split())]
    return put(f"{name}.tsv", "question\toutcome\n" + "".join(rows))


def table(put, name, **columns):
    """A table of questions q00, q01 and so on, with these columns."""
    rows = zip(*columns.values(), strict=True)
    lines = ["\t".join(["question", *columns])]
    lines += ["\t".join([f"q{i:02}", *row]) for i, row in enumerate(rows)]
    return put(name, "\n".join(lines) + "\n")


def wilson(share, count, quantile):
    """Wilson's score interval (1927)."""
    middle = share + quantile**2 / (2 * count)
    half = quantile * sqrt(share * (1 - share) / count + quantile**2 / (4 * count**2))
    return [(middle + sign * half) / (1 + quantile**2 / count) for sign in (-1, 1)]


def ends(outcome):
    """The interval of each run in tsv, or of each run and measure."""
    assert outcome.rows[0] == ["run", "measure", "question", "value", "low", "high"]
    return {row[0]: [float(row[4]), float(row[5])] for row in outcome.rows[1:]}


@pytest.fixture
def runs(put):
    return [judged(put, "three", "R R R W"), judged(put, "four", "R R R R")]


def test_right_or_wrong_has_wilsons_with_t_for_z_and_one_question_less(qaeval, runs):
    outcome = qaeval("score", "--judged", "--intervals", "-m", "accuracy", "-f", "tsv", *runs)
    # 3 of 4: se² = v(1−v)/(n−1), so that v(1−v)/se² = n−1 = 3 questions.
    assert ends(outcome)["three"] == pytest.approx(wilson(0.75, 3, T3), abs=1e-8)
    # 4 of 4: nothing varies, so that there are the 4 questions themselves; 1/(1 + t²/4) to 1.
    assert ends(outcome)["four"] == pytest.approx([1 / (1 + T3**2 / 4), 1], abs=1e-8)


def test_text_sets_the_interval_beside_the_value(qaeval, runs):
    # Wilson's for .75 of 3 with t² = 10.128: (.75 + 1.688 ± 3.182·√(.0625 + .2813))/4.376
    asked = ("score", "--judged", "--intervals", "-m", "accuracy")
    lines = qaeval(*asked, *runs).out.splitlines()
    assert lines[2].split(maxsplit=2) == ["1", "four", "1.0000 [.28, 1.00]"]
    assert lines[3].split(maxsplit=2) == ["2", "three", "0.7500 [.13, .98]"]
    assert "|intervals:95%|" in lines[-1]
    lines = qaeval(*asked, "--digits", "3", *runs).out.splitlines()
    assert lines[3].split(maxsplit=2) == ["2", "three", "0.750 [.131, .984]"]


def test_papers_get_the_best_value_in_bold_and_its_interval_plain(qaeval, runs):
    asked = ("score", "--judged", "--intervals", "-m", "accuracy")
    assert "| **1.0000** [.28, 1.00] |" in qaeval(*asked, "-f", "md", *runs).out
    assert r"\qabest{1}{.0000}\enspace{}[.28, 1.00] \\" in qaeval(*asked, "-f", "latex", *runs).out


def test_json_has_the_intervals_beside_the_scores(qaeval, runs):
    asked = ("score", "--judged", "--intervals", "-m", "accuracy", "-f", "json")
    told = json.loads(qaeval(*asked, *runs).out)
    assert told["signature"]["intervals"] == "95%"
    four, three = told["runs"]
    assert four["intervals"]["accuracy"] == pytest.approx([1 / (1 + T3**2 / 4), 1])
    assert three["scores"] == {"accuracy": 0.75} and list(three)[2:4] == ["scores", "intervals"]


def test_a_question_alone_has_no_interval(qaeval, runs):
    asked = ("score", "--judged", "--intervals", "-q", "-m", "accuracy", "-f", "tsv")
    rows = qaeval(*asked, runs[0]).rows
    assert rows[1] == ["three", "accuracy", "q00", "1", "", ""]
    assert [row[2] for row in rows if row[4]] == ["question", "all"]


def test_nothing_changes_without_it(qaeval, runs):
    rows = qaeval("score", "--judged", "-m", "accuracy", "-f", "tsv", *runs).rows
    assert rows == [
        ["run", "measure", "question", "value"],
        ["four", "accuracy", "all", "1"],
        ["three", "accuracy", "all", "0.75"],
    ]
    told = json.loads(qaeval("score", "--judged", "-f", "json", *runs).out)
    assert "intervals" not in told["runs"][0] and "intervals" not in told["signature"]


def test_who_only_scores_loads_no_inference(runs):
    program = (
        "import sys; from qaeval.cli import main\n"
        f"try: main(['score', '--judged', {str(runs[0])!r}])\n"
        "except SystemExit: pass\n"
        "loaded = [name for name in sys.modules if name.startswith(('scipy', 'matplotlib', "
        "'qaeval.studies.inference'))]\n"
        "sys.exit(' '.join(loaded) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_table_with_intervals_can_be_studied(qaeval, put):
    names = ("one", "R R W W R R W R"), ("two", "W R W W R W W W")
    runs = [judged(put, *run) for run in names]
    asked = ("score", "--judged", "-q", "-m", "accuracy", "-f", "tsv")
    plain = put("plain.tsv", qaeval(*asked, *runs).out)
    spanned = put("spanned.tsv", qaeval(*asked, "--intervals", *runs).out)
    with_ends = qaeval("compare", "-f", "tsv", spanned)
    assert with_ends.out == qaeval("compare", "-f", "tsv", plain).out
    # One engine: the interval of `compare` is that of `score`.
    told = qaeval("score", "--judged", "--intervals", "-m", "accuracy", "-f", "tsv", *runs)
    assert [row[4:6] for row in told.rows[1:]] == [row[4:6] for row in with_ends.rows[1:]]


def test_one_question_has_a_value_and_no_interval(qaeval, put):
    alone = judged(put, "x", "R")
    outcome = qaeval("score", "--judged", "--intervals", "-m", "accuracy", alone)
    assert outcome.out.splitlines()[2].split() == ["1", "x", "1.0000"]
    assert "1 question: no intervals." in outcome.out
    rows = qaeval("score", "--judged", "--intervals", "-m", "accuracy", "-f", "tsv", alone)
    assert rows.rows[1] == ["x", "accuracy", "all", "1", "-", "-"]
    assert "note: 1 question: no intervals\n" in rows.err
    told = qaeval("score", "--judged", "--intervals", "-m", "accuracy", "-f", "json", alone).out
    assert json.loads(told)["runs"][0]["intervals"] == {"accuracy": None}


def test_runs_of_different_questions_have_intervals_of_their_own(qaeval, put):
    key = put("key.tsv", "question\tanswer\n" + "".join(f"q{i}\ta{i}\n" for i in range(5)))
    whole = put("whole.tsv", "question\tanswer\n" + "".join(f"q{i}\ta{i % 4}\n" for i in range(5)))
    part = put("part.tsv", "question\tanswer\n" + "".join(f"q{i}\ta{i % 3}\n" for i in range(4)))
    single = put("single.tsv", "question\tanswer\nq0\ta0\n")
    asked = ("score", "--intervals", "--intersect", "-m", "Hit@1", "-f", "tsv", key)
    outcome = qaeval(*asked, whole, part, single)
    values = {row[0]: row[3:] for row in outcome.rows[1:]}
    assert [float(cell) for cell in values["whole"]] == pytest.approx([0.8, *wilson(0.8, 4, T4)])
    assert [float(cell) for cell in values["part"]] == pytest.approx([0.75, *wilson(0.75, 3, T3)])
    assert values["single"] == ["1", "-", "-"]
    assert "Hit@1: no interval of single, which has too few questions" in outcome.err


# Four passages of 1 to 4 questions each.
PASSAGES = list("abbcccdddd")
OUTCOMES = "R W W R R R W W R W"


def test_clusters_give_the_robust_standard_error(qaeval, put):
    run = judged(put, "x", OUTCOMES)
    questions = table(put, "questions.tsv", passage=PASSAGES)
    outcome = qaeval(
        *("score", "--judged", "--intervals", "-m", "accuracy", "-f", "tsv"),
        *("--questions", questions, "--cluster", "passage", run),
    )
    # Each passage's right answers less half its questions: .5, -1, 1.5, -1. Their squares add up
    # to 4.5, so se² = 4/3 · 4.5/10² = .06, against .25/9 by questions: 2.16 times.
    assert ends(outcome)["x"] == pytest.approx(wilson(0.5, 0.25 / 0.06, T3), rel=1e-7)
    assert "4 clusters; they make variances 2.2 (accuracy) times those of as many" in outcome.err
    assert "note: 4 clusters of passage: with fewer than 10, intervals and tests say" in outcome.err


def test_statsmodels_has_the_same_standard_error(qaeval, put):
    api = pytest.importorskip("statsmodels.api")
    random = np.random.default_rng(13)
    passages = np.sort(random.integers(0, 30, 200))
    right = random.random(200) < random.random(30)[passages]
    run = judged(put, "x", " ".join(np.where(right, "R", "W")))
    questions = table(put, "questions.tsv", passage=[f"p{at}" for at in passages])
    outcome = qaeval(
        *("score", "--judged", "--intervals", "-m", "accuracy", "-f", "tsv"),
        *("--questions", questions, "--cluster", "passage", run),
    )
    # Its correction is G/(G−1) · (n−1)/(n−k), and the mean is all there is to fit: k = 1.
    clustered = {"groups": passages, "use_correction": True}
    fit = api.OLS(right.astype(float), np.ones(200)).fit(cov_type="cluster", cov_kwds=clustered)
    value, count = right.mean(), len(set(passages.tolist()))
    effective = value * (1 - value) / fit.bse[0] ** 2
    assert count == 30
    t29 = 2.045229642
    assert ends(outcome)["x"] == pytest.approx(wilson(value, effective, t29), rel=1e-7)


def test_text_tells_clusters_and_signs_them(qaeval, put):
    run = judged(put, "x", OUTCOMES)
    questions = table(put, "questions.tsv", passage=PASSAGES)
    asked = ("--questions", questions, "--cluster", "passage", run)
    outcome = qaeval("score", "--judged", "--intervals", "-m", "accuracy", "-m", "c@1", *asked)
    text = " ".join(outcome.out.split())
    assert "4 clusters; they make variances" in text and "(design effect). key:judged" in text
    assert "(accuracy)," in text and "(c@1) times those of as many single questions" in text
    assert "|intervals:95%|cluster:passage|version:" in text
    assert "4 clusters; they" not in outcome.err


def test_every_question_its_own_cluster_changes_nothing(qaeval, put):
    run = judged(put, "x", OUTCOMES)
    questions = table(put, "questions.tsv", passage=list("abcdefghij"))
    asked = ("score", "--judged", "--intervals", "-f", "tsv", "-m", "accuracy", "-m", "c@1")
    outcome = qaeval(*asked, "--questions", questions, "--cluster", "passage", run)
    assert outcome.out == qaeval(*asked, run).out
    assert outcome.err == (
        "qaeval: note: 10 clusters; they make variances 1 (accuracy), 1 (c@1) times those of as "
        "many single questions (design effect)\n"
    )


def test_a_question_without_a_cluster_is_an_error_with_its_name(qaeval, put):
    run = judged(put, "x", "R W R")
    questions = table(put, "questions.tsv", passage=["a", "", "b"])
    asked = ("--questions", questions, "--cluster", "passage", run)
    outcome = qaeval("score", "--judged", "--intervals", *asked)
    assert (outcome.code, outcome.out) == (2, "")
    assert "questions.tsv: 1 question without passage: q01" in outcome.err


# Two of three right in task t, one of six in task u: macro mean (2/3 + 1/6)/2 = 5/12.
TASKS = list("tttuuuuuu")
BY_TASK = "R R W R W W W W W"


def macro_asked(put):
    return judged(put, "x", BY_TASK), table(put, "questions.tsv", task=TASKS)


def test_macro_prints_the_mean_over_tasks(qaeval, put):
    run, questions = macro_asked(put)
    asked = ("score", "--judged", "--intervals", "-m", "accuracy", "--questions", questions)
    outcome = qaeval(*asked, "--macro", "task", run)
    lines = outcome.out.splitlines()
    assert lines[0] == "macro mean over 2 values of task"
    assert lines[4].split()[:3] == ["1", "x", "0.4167"]
    assert "|intervals:95%|macro:task|" in lines[-1]
    row = qaeval(*asked, "--macro", "task", "-f", "tsv", run).rows[1]
    value, low, high = map(float, row[3:])
    assert row[:3] == ["x", "accuracy", "all"] and value == pytest.approx(5 / 12)
    assert 0 < low < value < high < 1


def test_the_macro_mean_of_by_has_the_same_interval(qaeval, put):
    run, questions = macro_asked(put)
    asked = ("score", "--judged", "--intervals", "-m", "accuracy", "-f", "tsv")
    alone = qaeval(*asked, "--questions", questions, "--macro", "task", run).rows[1]
    by = qaeval(*asked, "--questions", questions, "--by", "task", run).rows
    assert by[0] == ["task", "run", "measure", "question", "value", "low", "high"]
    assert by[-1] == ["macro mean", *alone]
    compared = ("compare", "--judged", "-m", "accuracy", "-f", "tsv", "--questions", questions)
    row = qaeval(*compared, "--macro", "task", run).rows[1]
    assert [float(cell) for cell in row[3:6]] == pytest.approx([float(cell) for cell in alone[3:]])


def test_by_has_an_interval_for_each_value(qaeval, put):
    run, questions = macro_asked(put)
    asked = ("score", "--judged", "--intervals", "-m", "accuracy", "--questions", questions)
    rows = qaeval(*asked, "--by", "task", "-f", "tsv", run).rows
    of_u = [float(cell) for cell in rows[2][4:]]
    t5 = 2.570581836  # of 5 degrees of freedom
    assert rows[2][0] == "u" and of_u == pytest.approx([1 / 6, *wilson(1 / 6, 5, t5)])
    told = json.loads(qaeval(*asked, "--by", "task", "-f", "json", run).out)
    assert told["groups"]["u"][0]["intervals"]["accuracy"] == pytest.approx(of_u[1:])
    assert len(told["macro"][0]["intervals"]["accuracy"]) == 2


def test_clusters_across_the_values_of_by_leave_the_macro_mean_without(qaeval, put):
    run = judged(put, "x", "R W R W R R")
    questions = table(put, "questions.tsv", task=list("ttttuu"), passage=list("ababab"))
    asked = ("score", "--judged", "--intervals", "-m", "accuracy", "--questions", questions)
    outcome = qaeval(*asked, "--by", "task", "--cluster", "passage", run)
    macro = outcome.out.split("macro mean over 2 values of task\n", 1)[1]
    assert macro.splitlines()[3].split() == ["1", "x", "0.7500"]
    assert "no intervals, since clusters have questions of several groups." in " ".join(
        outcome.out.split()
    )
    outcome = qaeval(*asked, "--macro", "task", "--cluster", "passage", run)
    assert outcome.code == 2 and "clusters must lie within the values of --macro" in outcome.err


def test_tasks_of_one_question_each_have_no_interval(qaeval, put):
    run = judged(put, "x", "R W R")
    questions = table(put, "questions.tsv", task=list("abc"))
    asked = ("--questions", questions, "--macro", "task", run)
    outcome = qaeval("score", "--judged", "--intervals", "-m", "accuracy", *asked)
    assert outcome.out.splitlines()[4].split() == ["1", "x", "0.6667"]
    told = "macro mean over 3 values of task: 3 questions, one for each of 3 values: no intervals."
    assert told in " ".join(outcome.out.split())


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--cluster", "task"], "--cluster has no effect without --intervals or --plot"),
        (["--macro", "task"], "--macro has no effect without --intervals or --plot"),
        (["--intervals", "--macro", "task", "--by", "task"], "--macro beside --by"),
        (["--intervals", "--macro", "task", "-q"], "--macro beside -q"),
        (["--intervals", "-f", "trec"], "-f trec has no intervals and no macro mean"),
        (["--intervals", "--cluster", "tasks"], "did you mean 'task'?"),
    ],
)
def test_what_has_no_effect_is_refused(qaeval, put, options, told):
    run, questions = macro_asked(put)
    outcome = qaeval("score", "--judged", "--questions", questions, *options, run)
    assert (outcome.code, outcome.out) == (2, "") and told in outcome.err


def test_clusters_need_a_question_table(qaeval, runs):
    outcome = qaeval("score", "--judged", "--intervals", "--cluster", "passage", *runs)
    assert "--cluster needs --questions FILE, whose column it names" in outcome.err


def test_the_picture_has_the_same_intervals(qaeval, put, tmp_path):
    pytest.importorskip("matplotlib")
    run, questions = macro_asked(put)
    asked = ("score", "--judged", "-m", "accuracy", "--questions", questions)
    pictures = []
    for at, options in enumerate([(), ("--macro", "task"), ("--cluster", "task")]):
        picture = tmp_path / f"{at}.svg"
        assert qaeval(*asked, *options, "--plot", picture, run).code == 0
        pictures.append(picture.read_bytes())
    assert len(set(pictures)) == 3


def test_ece_has_no_interval_and_a_line_says_why(qaeval, put):
    rows = "".join(f"q{n}\t{'RW'[n % 3 == 0]}\t0.{n % 9 + 1}\n" for n in range(30))
    run = put("run.tsv", "question\toutcome\tconfidence\n" + rows)
    outcome = qaeval("score", "--judged", "--intervals", "-m", "ECE", "-m", "Brier", run)
    assert outcome.code == 0
    assert "ECE: no intervals, its values on few questions are off on the mean." in outcome.out
    assert outcome.out.count("[") == 1  # that of Brier
