"""What the picture of confidences shows: an axis that the first answers leave alone, diagrams."""

import pytest

pytest.importorskip("matplotlib")

from qaeval.presentation.drawings import Reliability, RiskCurve
from qaeval.presentation.plots.canvas import IN_PAGE, one_axes
from qaeval.presentation.plots.coverage import draw_risks, plot_confidence


def curve(risks, name="r"):
    """A run that answers all of its questions, the last risk being that of the surest one."""
    count = len(risks)
    return RiskCurve(name, [(count - i) / count for i in range(count)], risks, 0.2, count)


def diagram(name):
    return Reliability(name, "ECE 0.100", [(0.8, 0.9)], [12], [0.85], [0.75], [0.5], [0.9])


def test_the_first_few_answers_do_not_stretch_the_axis():
    """The surest answer of 100 is wrong: a risk of 1, where that of ten or more is at most .2."""
    _, axes = one_axes("", "")
    told = draw_risks(axes, [curve([0.2] * 95 + [0.3, 0.4, 0.5, 0.6, 1.0])])
    assert axes.get_ylim() == (0, pytest.approx(0.2 * 1.08))
    assert "10 answers and 5% of the questions or more" in told[0]


def test_a_curve_that_fits_is_told_nothing_of():
    _, axes = one_axes("", "")
    assert draw_risks(axes, [curve([0.2] * 90 + [0.1] * 10)]) == []


def test_few_questions_have_an_axis_of_their_own():
    """None of 5 thresholds leaves ten answers, so all of them decide."""
    _, axes = one_axes("", "")
    assert draw_risks(axes, [curve([0.2, 0.25, 0.3, 0.5, 0.0])]) == []
    assert axes.get_ylim() == (0, pytest.approx(0.54))
    _, axes = one_axes("", "")
    assert draw_risks(axes, [curve([0.0] * 40)]) == []  # all right: an axis all the same
    assert axes.get_ylim()[1] == pytest.approx(1.02)


@pytest.mark.parametrize("runs", [1, 2, 3, 4, 5, 9, 14])
def test_a_diagram_for_each_run_up_to_twelve(runs):
    names = [f"run{i}" for i in range(runs)]
    svg = plot_svg(names)
    assert [name for name in names if svg.count(f">{name}<")] == names[:12]
    assert ("Of 14 runs the first 12 have a diagram." in svg) == (runs == 14)


def plot_svg(names):
    """The picture with its text as text, which a page has."""
    curves = [curve([0.2] * 40, name) for name in names]
    return plot_confidence(curves, [diagram(name) for name in names], IN_PAGE).decode()
