"""Figures, axes and how pictures leave; with lettering.py, the one place that knows matplotlib."""

from __future__ import annotations

import io
import logging
import os
import sys
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path, PurePath
from typing import Any

from qaeval.errors import InputError
from qaeval.presentation.plots.lettering import families, lettered, text_width
from qaeval.wording import counted, shown

_LEGEND_INSIDE = 4  # curves; the names of more, or wider ones, stand beside the axes
_WIDEST_INSIDE = 1.8  # inches
_MOST_LISTED = 60
_MOST_PANELS = 24
_MARKERS_A_CURVE = 12
_MOST_RUNS = 100
_MOST_LINES = 600  # of runs below each other, beyond which no viewer opens the picture
NAME_SIZE = 8.0  # points
LINE = 0.2  # inches per run, where each has its line
_FORMATS = (".png", ".svg", ".pdf")
# Settings that change no picture, and are a notebook's own.
_OF_SESSIONS = ("backend", "interactive", "toolbar", "timezone", "date.epoch")
_MARKERS = "osD^vPX*<>"
# Colours that differ in lightness too, so that they hold in grey and for the colour-blind.
COLOURS = ("#0b3c5d", "#d1495b", "#2e8b57", "#8a6fb0", "#e69f00", "#555555", "#56b4e9", "#000000")


# The name under which a picture is drawn into a page: as SVG whose text stays text.
IN_PAGE = "page.html"


def check_pictures() -> None:
    """Refuse pictures in a page where nothing can draw them."""
    _find_matplotlib(
        "the pictures need matplotlib: pip install 'qaeval-cli[plot]', or leave them out with "
        "--no-pictures"
    )


def check_plot(path: str) -> None:
    """Refuse a file that no picture can go into, before any work is done."""
    if PurePath(path).suffix.lower() not in _FORMATS:
        raise InputError(f"--plot {shown(path)}: expected a name that ends in .png, .svg or .pdf")
    if not os.access(PurePath(path).parent, os.W_OK) and not os.access(path, os.W_OK):
        raise InputError(f"--plot {shown(path)}: the folder is not there or cannot be written to")
    _find_matplotlib(
        "--plot needs matplotlib: pip install 'qaeval-cli[plot]' (or pip install matplotlib)"
    )


def load_for_pages() -> None:
    """Load all that pictures in pages need, which processes that are forked then have."""
    _loaded()
    import matplotlib.backends.backend_agg
    import matplotlib.backends.backend_svg
    import matplotlib.figure  # noqa: F401


def _find_matplotlib(lacking: str) -> None:
    """Say what to do where matplotlib is not there."""
    try:
        _loaded()
    except ImportError:
        raise InputError(lacking) from None


def _loaded() -> Any:
    """The library, which did not read what a user has set up for other programs."""
    # Its remarks on font caches and broken settings are not for our users.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    is_first = "matplotlib" not in sys.modules
    backend = os.environ.get("MPLBACKEND")
    with _settings_hidden() if is_first else nullcontext():
        import matplotlib
    if is_first and backend:  # of a notebook, whose own pictures it is for
        with suppress(ValueError):
            matplotlib.rcParams["backend"] = backend
    return matplotlib


@contextmanager
def _settings_hidden() -> Iterator[None]:
    """Without MPLBACKEND, and without settings in this folder, at home or elsewhere."""
    given = {name: os.environ.pop(name, None) for name in ("MPLBACKEND", "MATPLOTLIBRC")}
    os.environ["MATPLOTLIBRC"] = os.devnull
    folder = Path.cwd() if Path("matplotlibrc").exists() else None
    if folder is not None:
        os.chdir(Path(__file__).parent)
    try:
        yield
    finally:
        if folder is not None:
            os.chdir(folder)
        del os.environ["MATPLOTLIBRC"]
        os.environ.update({name: value for name, value in given.items() if value is not None})


def blank_figure(width: float, height: float) -> Any:
    """An empty figure; the same input gives the same bytes: no date, and ids that do not change."""
    matplotlib = _loaded()
    # A user's own settings could set names in TeX, or change the bytes. rcdefaults() does this too,
    # but reads style files first.
    plain = {name: matplotlib.rcParamsDefault[name] for name in matplotlib.rcParamsDefault}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that are going out of use
        matplotlib.rcParams.update({k: v for k, v in plain.items() if k not in _OF_SESSIONS})
    matplotlib.rcParams.update({"svg.hashsalt": "qaeval", "text.parse_math": False})
    from matplotlib.figure import Figure  # not pyplot, which would look for a display

    return Figure(figsize=(width, height), layout="constrained")


def one_axes(x_label: str, y_label: str) -> tuple[Any, Any]:
    """A figure with one pair of axes."""
    figure = blank_figure(7, 4.5)
    axes = figure.subplots()
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.grid(True, alpha=0.3)
    return figure, axes


def curve(axes: Any, x: Sequence[float], y: Sequence[float], label: str, i: int) -> None:
    """A curve that can be told from the others by colour, marker and dashes.

    A long one has a few markers only, set off from those of the others.
    """
    every = max(1, len(x) // _MARKERS_A_CURVE)
    axes.plot(
        x,
        y,
        label=_curve_name(label),
        color=COLOURS[i % len(COLOURS)],
        marker=_MARKERS[i % len(_MARKERS)],
        linestyle=("-", "--", ":", "-.")[i // len(COLOURS) % 4],
        markersize=4,
        markevery=(i * every // len(_MARKERS) % every, every),
        linewidth=1.3,
    )


def _curve_name(label: str) -> str:
    """A name that the legend shows; matplotlib would hide one that starts with a `_`."""
    safe = lettered(label)
    return f" {safe}" if safe.startswith("_") else safe


def level_line(axes: Any, y: float, label: str) -> None:
    """A dashed line across the axes, named beside its right end, where it hides no curve."""
    axes.axhline(y, color="black", linewidth=0.8, linestyle="--")
    axes.annotate(
        label,
        (1, y),
        xycoords=("axes fraction", "data"),
        xytext=(4, 0),
        textcoords="offset points",
        ha="left",
        va="center",
        fontsize="small",
    )


def legend(figure: Any, axes: Any, place: str = "best") -> None:
    """The names of the curves: inside where they are few and short, else beside the axes."""
    handles, names = axes.get_legend_handles_labels()
    if len(names) <= _LEGEND_INSIDE and text_width(names, NAME_SIZE) <= _WIDEST_INSIDE:
        axes.legend(fontsize=NAME_SIZE, loc=place)
    else:
        list_beside(figure, names, handles)


def list_beside(figure: Any, names: Sequence[str], handles: Sequence[Any] | None = None) -> None:
    """A list right of all axes, for which the picture grows; of very many names the first."""
    from matplotlib.lines import Line2D

    named = list(names[:_MOST_LISTED])
    signs = [Line2D([], [], linestyle="none") for _ in named] if handles is None else handles
    signs = list(signs[: len(named)])
    if len(names) > len(named):
        named.append(f"and {len(names) - len(named):,} more")
        signs.append(Line2D([], [], linestyle="none"))
    wide, high = figure.get_size_inches()
    sign = 0.0 if handles is None else 2.0  # in letters
    wide += text_width(named, NAME_SIZE) + (0.3 if handles is None else 0.6)
    figure.set_size_inches(wide, max(high, 0.5 + len(named) * NAME_SIZE * 1.55 / 72))
    figure.legend(signs, named, fontsize=NAME_SIZE, loc="outside right upper", handlelength=sign,
                  handletextpad=0.0 if handles is None else 0.8)  # fmt: skip


def settle(figure: Any) -> None:
    """Lay the picture out, so that places in it are known."""
    with fonts_of(figure):
        figure.get_layout_engine().execute(figure)


def lines_drawn(runs: int, panels: int) -> int:
    """How many of the runs are drawn, a line each, if so many panels stand below each other."""
    lines = min(runs, _MOST_RUNS)
    if lines * panels > _MOST_LINES:
        drawn = f"{counted(panels, 'row')} of {counted(lines, 'run')}"
        raise InputError(f"--plot: {drawn} are too many for one picture: choose with -m or --only")
    return lines


def caption(figure: Any, told: str) -> None:
    """How to read the picture, below it, in lines that fit; the picture grows by them."""
    wide, high = figure.get_size_inches()
    text = textwrap.fill(told, max(20, int(72 * wide / (0.56 * NAME_SIZE)) - 4))
    figure.set_size_inches(wide, high + NAME_SIZE * 1.4 / 72 * (text.count("\n") + 1) + 0.1)
    figure.supxlabel(text, fontsize=NAME_SIZE)


def panel_grid(count: int, width: float, height: float) -> tuple[Any, list[Any]]:
    """A figure with so many axes, at most three beside each other."""
    if count > _MOST_PANELS:
        raise InputError(f"--plot: {count} panels, at most {_MOST_PANELS}: choose with -m")
    across = 2 if count == 4 else min(count, 3)
    down = -(-count // across)
    figure = blank_figure(width * across, height * down)
    panels = figure.subplots(down, across, squeeze=False).ravel().tolist()
    for unused in panels[count:]:
        unused.remove()
    return figure, panels[:count]


def saved(figure: Any, path: str) -> bytes:
    """The picture in the format that the name of its file asks for."""
    import matplotlib

    format = "svg" if path == IN_PAGE else PurePath(path).suffix.lower().removeprefix(".")
    letters = "none" if path == IN_PAGE else "path"
    picture = io.BytesIO()
    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with fonts_of(figure), matplotlib.rc_context({"svg.fonttype": letters}):
        if path == IN_PAGE:
            _draw_once(figure, picture)
        else:
            figure.savefig(picture, format=format, dpi=150, metadata=dates[format])
    return picture.getvalue()


def _draw_once(figure: Any, into: io.BytesIO) -> None:
    """The picture as SVG; savefig would draw it once more for its layout alone."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    canvas: Any = FigureCanvasSVG(figure)
    figure.set_dpi(72)  # the dots of an inch in SVG
    figure.get_layout_engine().execute(figure)
    figure.set_layout_engine("none")
    canvas.print_svg(into, metadata={"Date": None})


@contextmanager
def fonts_of(figure: Any) -> Iterator[None]:
    """Draw with the fonts that the letters of a picture need."""
    import matplotlib
    from matplotlib.text import Text

    texts = figure.findobj(Text)
    fonts = families(text.get_text() for text in texts)
    for text in texts:
        text.set_family(fonts)
    with matplotlib.rc_context({"font.family": fonts}):  # for what is made while drawing
        yield
