"""`score --plot`: bars with intervals."""

import numpy as np
import pytest

from qaeval.errors import InputError
from qaeval.files.judged import read_judged
from qaeval.presentation.charts import drawn_boards
from qaeval.presentation.drawings import Bars, Board
from qaeval.presentation.overall import macro_mean, overall, overall_by
from qaeval.presentation.plots.bars import plot_boards
from qaeval.presentation.score_intervals import spanned
from qaeval.scores.scoring import score

pytest.importorskip("matplotlib")


def judged(put, name, outcomes):
    rows = [f"q{i}\t{outcome}\n" for i, outcome in enumerate(outcomes.split())]
    return put(f"{name}.tsv", "question\toutcome\n" + "".join(rows))


def scores_of(put, wanted, **runs):
    return score([read_judged(str(judged(put, *run)))[0] for run in runs.items()], wanted)


def drawn(board):
    """What the picture shows, with the intervals of the table."""
    return drawn_boards(spanned([board], None).boards)[0]


def test_runs_are_in_one_order_in_all_panels(put):
    scores = scores_of(put, ["accuracy"], a="W W R R", b="R R W W", c="R R R W")
    groups = {"first": scores.on(["q0", "q1"]), "last": scores.on(["q2", "q3"])}
    boards = overall_by(scores, groups, "half")
    # Means over halves: a 1/2, b 1/2, c 3/4; alone the last half would put a first.
    assert [board.order for board in boards[1:]] == [[0, 2, 1], [2, 0, 1]]
    drawn = drawn_boards(spanned(boards, None).boards)
    assert [board.runs for board in drawn] == [["c", "a", "b"]] * 3
    assert [board.measures[0].values for board in drawn] == [
        [1, 0, 1],
        [0.5, 1, 0],
        [0.75, 0.5, 0.5],
    ]


def test_bars_are_in_the_order_of_the_table(put):
    scores = scores_of(put, ["accuracy", "n_aw"], low="W W W R", high="R R R W", mid="R R W W")
    board = drawn(overall(scores))
    assert board.runs == ["high", "mid", "low"]
    accuracy, wrong = board.measures
    assert (accuracy.label, accuracy.values) == ("accuracy", [0.75, 0.5, 0.25])
    assert (wrong.values, wrong.note, wrong.whole) == ([1, 2, 3], "lower is better", True)


def test_a_macro_mean_is_drawn_with_intervals(put):
    scores = scores_of(put, "accuracy", x="R R W W", y="R R R W")
    groups = {"one": scores.on(["q0", "q1"]), "two": scores.on(["q2", "q3"])}
    board = drawn(macro_mean(scores, groups, "part"))
    (bars,) = board.measures
    assert board.title == "macro mean over 2 values of part"
    assert bars.values == [0.75, 0.5] and bars.note == ""
    for low, value, high in zip(bars.low, bars.values, bars.high, strict=True):
        assert 0 <= low < value < high <= 1


def test_one_question_is_drawn_without_intervals(put):
    (bars,) = drawn(overall(scores_of(put, "accuracy", x="R", y="W"))).measures
    assert bars.values == [1, 0] and bars.note == "no intervals" and np.isnan(bars.low).all()


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
