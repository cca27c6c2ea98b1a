"""Pictures do not depend on what a user has set for matplotlib elsewhere."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib")

TABLE = "question\ta\tb\nq1\t1\t0\nq2\t0\t1\nq3\t1\t1\n"
BROKEN = b"\xff\xfe broken: [\n"


@pytest.fixture
def drawn(put, tmp_path):
    """Draw in a folder, with such an environment, and give the picture."""
    table = put("scores.tsv", TABLE)

    def draw(**environment):
        picture = tmp_path / "x.svg"
        command = [sys.executable, "-m", "qaeval", "hardness", "--quiet", "-m", "RR", table]
        done = subprocess.run(
            [*map(str, command), "--plot", str(picture), "-o", os.devnull],
            capture_output=True,
            cwd=tmp_path,
            env={**os.environ, **environment},
            check=False,
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
        return picture.read_bytes()

    return draw


@pytest.mark.parametrize("backend", ["bogus", "module://matplotlib_inline.backend_inline"])
def test_a_backend_of_a_notebook_or_none(drawn, backend):
    assert drawn(MPLBACKEND=backend) == drawn()


def test_broken_settings_in_the_folder(drawn, put):
    plain = drawn()
    put("matplotlibrc", BROKEN)
    assert drawn() == plain


def test_other_settings_elsewhere(drawn, put):
    plain = drawn()
    assert drawn(MATPLOTLIBRC=str(put("mine", BROKEN))) == plain
    assert drawn(MATPLOTLIBRC=str(put("mine", "lines.linewidth: 9\n"))) == plain


def test_broken_settings_and_styles_at_home(drawn, put, tmp_path):
    plain = drawn()
    put("home/matplotlibrc", BROKEN)
    put("home/stylelib/mine.mplstyle", BROKEN)
    assert drawn(MPLCONFIGDIR=str(tmp_path / "home")) == plain


def test_a_home_that_cannot_be_written_to(drawn):
    assert drawn(HOME="/proc", XDG_CACHE_HOME="/proc", XDG_CONFIG_HOME="/proc") == drawn()


def test_the_backend_of_a_notebook_stays_its_own(put):
    code = (
        "import qaeval, sys\n"
        "from qaeval.presentation.plots.canvas import blank_figure\n"
        "blank_figure(1, 1)\n"
        "import matplotlib\n"
        "print(matplotlib.rcParams['backend'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        env={**os.environ, "MPLBACKEND": "svg"},
        check=False,
    )
    assert (done.stdout.strip(), done.stderr) == (b"svg", b"")
