"""`compare --plot`: dots with intervals, groups and marks."""

import pytest

from qaeval.errors import InputError
from qaeval.presentation.drawings import Dots
from qaeval.presentation.plots.dots import _columns, plot_dots

pytest.importorskip("matplotlib")

HEADER = "run\tmeasure\tquestion\tvalue\n"


@pytest.fixture
def table(put):
    # good and same differ on one question; bad loses eleven of twelve to either.
    runs = {"good": [1] * 12, "same": [1] * 11 + [0.5], "bad": [0] * 11 + [1]}
    rows = [
        f"{run}\tRR\tq{i:02}\t{v}\n" for run, all_of in runs.items() for i, v in enumerate(all_of)
    ]
    return put("scores.tsv", HEADER + "".join(rows))


@pytest.fixture
def drawn(monkeypatch):
    """What the command hands to the picture."""
    import qaeval.presentation.plots.dots as dots

    seen = []

    def keep(rankings, told, path):
        seen.append((rankings, told))
        return b"a picture"

    monkeypatch.setattr(dots, "plot_dots", keep)
    return seen


def test_the_picture_shows_the_table(qaeval, table, drawn, tmp_path):
    asked = ("compare", "--test", "sign", "-f", "tsv", "--plot", tmp_path / "x.png", table)
    rows = qaeval(*asked).rows[1:]
    ((ranking,), told) = drawn[0]
    assert ranking.title == "RR" and ranking.baseline is None
    assert list(ranking.runs) == [row[2] for row in rows] == ["good", "same", "bad"]
    assert list(ranking.low) == [float(row[4]) for row in rows]
    assert list(ranking.high) == [float(row[5]) for row in rows]
    assert list(ranking.marks) == ["", "**", ""]  # same beats bad 11 to 1: p = 26/4096
    assert list(ranking.groups) == [[0, 1]]
    assert list(ranking.ranks) == [(1, 2), (1, 2), (3, 3)]
    assert "(sign test)" in told and "next run below" in told


def test_baseline_and_pairs(qaeval, table, drawn, tmp_path):
    plain = qaeval("compare", "--pairs", "--baseline", "bad", table)
    both = qaeval("compare", "--pairs", "--baseline", "bad", "--plot", tmp_path / "x.png", table)
    assert both.out == plain.out
    ((ranking,), told) = drawn[0]
    assert ranking.baseline == 2 and list(ranking.marks) == ["**", "**", ""]
    assert "the run with the open sign" in told


@pytest.mark.parametrize(
    ("groups", "columns"),
    [
        ([], []),
        ([(0, 2), (3, 5)], [0, 0]),
        ([(0, 2), (1, 3), (3, 5), (5, 6)], [0, 1, 0, 1]),
        ([(0, 3), (1, 4), (2, 5), (4, 7)], [0, 1, 2, 0]),
    ],
)
def test_lines_of_one_column_never_meet(groups, columns):
    assert _columns(groups, 100) == columns


def test_groups_below_the_last_line_drawn_are_left_out():
    assert _columns([(0, 1), (4, 6), (8, 9)], 8) == [0, 0, -1]


def test_too_large_a_picture_is_refused():
    names = [f"r{i}" for i in range(100)]
    column = [0.5] * 100
    many = [Dots(f"m{i}", names, column, column, column, [""] * 100, []) for i in range(19)]
    with pytest.raises(InputError, match="7 rows of 100 runs are too many"):
        plot_dots(many, "", "x.svg")
