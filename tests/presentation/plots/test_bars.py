"""`score --plot`: bars with intervals."""

import numpy as np
import pytest

from qaeval.errors import InputError
from qaeval.files.judged import read_judged
from qaeval.presentation.charts import drawn_board, drawn_macro_mean
from qaeval.presentation.drawings import Bars, Board
from qaeval.presentation.plots.bars import plot_boards
from qaeval.scores.scoring import score
from qaeval.studies.inference.intervals import of_means, of_runs

pytest.importorskip("matplotlib")


def judged(put, name, outcomes):
    rows = [f"q{i}\t{outcome}\n" for i, outcome in enumerate(outcomes.split())]
    return put(f"{name}.tsv", "question\toutcome\n" + "".join(rows))


def scores_of(put, wanted, **runs):
    return score([read_judged(str(judged(put, *run)))[0] for run in runs.items()], wanted)


def test_interval_of_a_mean_is_students():
    # 0 0 2 2: mean 1, s = sqrt(4/3), t(3, .975) = 3.182446 (a table of t), s/sqrt(4) = .577350
    found = of_means(np.array([[0, 0, 2, 2.0]]), np.array([1.0]))
    assert found.low[0] == pytest.approx(1 - 3.182446 * 0.577350, abs=1e-5)
    assert found.high[0] == pytest.approx(1 + 3.182446 * 0.577350, abs=1e-5)


def test_interval_of_right_or_wrong_is_wilsons():
    # By hand with z = 1.959964: 2 of 4 gives .5 ± .349961; 4 of 4 ends at 1, from 1/(1 + z²/4).
    found = of_means(np.array([[0, 0, 1, 1.0], [1, 1, 1, 1]]), np.array([0.5, 1.0]))
    assert found.low[0] == pytest.approx(0.150039, abs=1e-6)
    assert found.high[0] == pytest.approx(0.849961, abs=1e-6)
    assert found.low[1] == pytest.approx(1 / (1 + 1.959964**2 / 4), abs=1e-6)
    assert found.high[1] == pytest.approx(1)


def test_interval_is_over_the_questions_that_a_run_has():
    alone = of_means(np.array([[0, 0, 1, 1.0]]), np.array([0.5]))
    among = of_means(np.array([[0, np.nan, 0, 1, 1.0]]), np.array([0.5]))
    assert (among.low, among.high) == (alone.low, alone.high)


def test_one_question_has_no_interval():
    found = of_means(np.array([[1.0], [0.0]]), np.array([1.0, 0.0]))
    assert np.isnan(found.low).all() and np.isnan(found.high).all()


def test_what_is_not_a_mean_is_resampled(put):
    """Without silence c@1 is the accuracy, so that its bootstrap has the binomial's percentiles."""
    from scipy.stats import binom

    scores = scores_of(put, "c@1", x="R " * 60 + "W " * 40)
    found = of_runs(scores, scores.measures[0], 4000, 0)
    assert found.low[0] == pytest.approx(binom.ppf(0.025, 100, 0.6) / 100, abs=0.015)
    assert found.high[0] == pytest.approx(binom.ppf(0.975, 100, 0.6) / 100, abs=0.015)


def test_bars_are_in_the_order_of_the_table(put):
    scores = scores_of(put, ["accuracy", "n_aw"], low="W W W R", high="R R R W", mid="R R W W")
    board = drawn_board(scores)
    assert board.runs == ["high", "mid", "low"]
    accuracy, wrong = board.measures
    assert (accuracy.label, accuracy.values) == ("accuracy", [0.75, 0.5, 0.25])
    assert (wrong.values, wrong.note, wrong.whole) == ([1, 2, 3], "lower is better", True)


def test_macro_mean_has_no_intervals(put):
    scores = scores_of(put, "accuracy", x="R R W W", y="R R R W")
    groups = {"one": scores.on(["q0", "q1"]), "two": scores.on(["q2", "q3"])}
    (bars,) = drawn_macro_mean(groups, "macro mean").measures
    assert bars.values == [0.75, 0.5] and bars.note == "no intervals"
    assert np.isnan(bars.low).all()


def test_score_draws_its_table(qaeval, put, tmp_path):
    runs = [judged(put, "x", "R R W W"), judged(put, "y", "R W W U")]
    plain = qaeval("score", "--judged", *runs)
    for suffix, magic in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        picture = tmp_path / f"a.{suffix}"
        drawn = qaeval("score", "--judged", "--plot", picture, *runs)
        assert (drawn.code, drawn.out, drawn.err) == (0, plain.out, "")
        first = picture.read_bytes()
        assert first.startswith(magic)
        qaeval("score", "--judged", "--plot", picture, *runs)
        assert picture.read_bytes() == first


def test_score_draws_a_block_per_value(qaeval, put, tmp_path):
    questions = put("q.tsv", "question\tkind\nq0\ta\nq1\ta\nq2\tb\nq3\tb\n")
    picture = tmp_path / "a.svg"
    arguments = ("--questions", questions, "--by", "kind", "--plot", picture)
    runs = (judged(put, "x", "R R W W"), judged(put, "y", "R W W U"))
    assert qaeval("score", "--judged", "-m", "c@1", *arguments, *runs).code == 0
    text = picture.read_text()
    for part in ("kind: a (2 questions)", "kind: b (2 questions)", "macro mean over kind"):
        assert f"<!-- {part} -->" in text


def test_too_large_a_picture_is_refused():
    bars = [Bars(f"m{i}", [0.5] * 100, [0.4] * 100, [0.6] * 100) for i in range(25)]
    with pytest.raises(InputError, match="7 rows of 100 runs are too many"):
        plot_boards([Board("", [f"r{i}" for i in range(100)], bars)], "x.svg")


def test_many_runs_are_cut_and_told():
    bars = Bars("RR", [0.5] * 1234, [0.4] * 1234, [0.6] * 1234)
    drawn = plot_boards([Board("", [f"r{i}" for i in range(1234)], [bars])], "x.svg").decode()
    assert "Of 1,234 runs the first 100 are drawn." in drawn
    assert "<!-- r99 -->" in drawn and "<!-- r100 -->" not in drawn
