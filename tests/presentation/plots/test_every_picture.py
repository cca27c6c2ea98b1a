"""What holds for every picture: formats, whole labels, the same bytes, any name, no display."""

import builtins
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

from qaeval.presentation.plots.canvas import fonts_of
from qaeval.presentation.plots.lettering import lettered

matplotlib = pytest.importorskip("matplotlib")

LONG = [f"{'university-of-somewhere_large-model_variant':-<56}run{i:03}" for i in range(40)]
HOSTILE = [
    "日本語の実行名その一",
    "$x_1$ & <b>--",
    "_hidden",
    r"back\slash",
    "😀",
    "ünï",
    "עברית",
    "x" * 300,
]
JUDGED = ("coverage", "score")


def table(put, runs):
    rows = ["run\tmeasure\tquestion\tvalue\n"]
    for i, run in enumerate(runs):
        for q in range(12):
            rows.append(f"{run}\tRR\tq{q:02}\t{((i * 7 + q * 5) % 11) / 10}\n")
            rows.append(f"{run}\tQ\tq{q:02}\t{((i * 3 + q * 2) % 7) / 7}\n")
    return put("scores.tsv", "".join(rows))


def judged(put, runs):
    rows = ["question\toutcome\tconfidence\trun\n"]
    for i, run in enumerate(runs):
        for q in range(12):
            rows.append(f"q{q}\t{'RWU'[(i + q * q) % 3]}\t{(i * 5 + q * 3) % 10 / 10}\t{run}\n")
    return put("judged.tsv", "".join(rows))


def times(put, runs):
    rows = [f"{run}\t{0.2 + i * 0.013}\t{10 + i * 37 % 100}\n" for i, run in enumerate(runs)]
    return put("times.tsv", "run\tscore\tseconds\n" + "".join(rows))


def labels(put, names):
    rows = ["question\tanswer\tassessor\tlabel\n"]
    for i, name in enumerate(names):
        rows += [f"q{q}\ta\t{name}\t{'ABC'[(i + q * q) % 3]}\n" for q in range(12)]
    return put("labels.tsv", "".join(rows))


PICTURES = {
    "gold": ("gold", "--agreement", "--trials", "5"),
    "score": ("score", "--judged", "-m", "accuracy", "-m", "c@1", "-m", "UF"),
    "compare": ("compare",),
    "stability": ("stability", "--trials", "5"),
    "swap": ("swap", "--trials", "5"),
    "hardness": ("hardness",),
    "hardness by kind": ("hardness", "--by", "kind"),
    "correlate": ("correlate", "--trials", "5"),
    "correlate questions": ("correlate", "--over", "questions", "--trials", "5"),
    "time": ("time", "-r", "1", "-r", "2"),
    "coverage": ("coverage", "--judged"),
}


@pytest.fixture(params=PICTURES)
def draw(request, qaeval, put, tmp_path):
    """Draw a kind of picture of some runs; gives its bytes."""
    words = PICTURES[request.param]

    def drawn(runs, suffix="png"):
        maker = {"gold": labels, "score": judged, "coverage": judged, "time": times}.get(
            words[0], table
        )
        more = ()
        if "--by" in words:
            kinds = "".join(f"q{q:02}\t{runs[q % 3 % len(runs)]}\n" for q in range(12))
            more = ("--questions", put("q.tsv", "question\tkind\n" + kinds))
        picture = tmp_path / f"picture.{suffix}"
        outcome = qaeval(*words, *more, "--plot", picture, maker(put, runs))
        assert outcome.code == 0
        lines = outcome.err.splitlines()
        assert all(line.startswith("qaeval: note: ") for line in lines), lines
        return picture.read_bytes()

    return drawn


@pytest.fixture
def figures(monkeypatch):
    """The figures as they are saved."""
    from matplotlib.figure import Figure

    seen = []
    save = Figure.savefig

    def keep(self, *arguments, **options):
        seen.append(self)
        return save(self, *arguments, **options)

    monkeypatch.setattr(Figure, "savefig", keep)
    return seen


def texts_of(figure):
    """Every text that is drawn and the box it fills, as shares of the figure."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.text import Text

    drawn = []
    paint = Text.draw

    def keep(self, renderer, *arguments, **options):
        if self.get_visible() and self.get_text().strip():
            drawn.append((self.get_text(), self.get_window_extent(renderer)))
        return paint(self, renderer, *arguments, **options)

    with pytest.MonkeyPatch.context() as patched, fonts_of(figure):
        patched.setattr(Text, "draw", keep)
        FigureCanvasAgg(figure).draw()
    shares = figure.transFigure.inverted()
    return [(text, box.transformed(shares)) for text, box in drawn]


@pytest.mark.parametrize("runs", [LONG, HOSTILE, ["a", "b"]], ids=["long", "hostile", "two"])
def test_no_text_is_cut_off(draw, figures, runs):
    draw(runs)
    for text, box in texts_of(figures[-1]):
        assert box.x0 >= -0.001 and box.x1 <= 1.001, text
        assert box.y0 >= -0.001 and box.y1 <= 1.001, text


def test_axes_keep_their_room(draw, figures):
    """Long names make a picture larger; they do not eat it."""
    draw(LONG)
    (figure,) = figures
    for axes in figure.axes:
        if axes.axison:
            wide, high = axes.get_position().size * figure.get_size_inches()
            assert wide > 1.5 and high > 0.4


def test_no_two_names_down_the_side_overlap(draw, figures):
    draw(LONG)
    for axes in figures[-1].axes:
        boxes = [label.get_window_extent() for label in axes.get_yticklabels() if label.get_text()]
        assert not any(one.overlaps(other) for one, other in pairwise(boxes))


def test_formats_and_the_same_bytes_twice(draw):
    for suffix, magic in (("png", b"\x89PNG\r\n\x1a\n"), ("pdf", b"%PDF-"), ("svg", b"<?xml")):
        first = draw(HOSTILE, suffix)
        assert first.startswith(magic)
        assert draw(HOSTILE, suffix) == first
    assert ElementTree.fromstring(first).tag == "{http://www.w3.org/2000/svg}svg"


def test_without_matplotlib_one_line_before_any_work(qaeval, put, monkeypatch, tmp_path):
    real = builtins.__import__

    def refusing(name, *arguments, **options):
        if name.partition(".")[0] == "matplotlib":
            raise ImportError(name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", refusing)
    for words in PICTURES.values():
        refused = qaeval(*words, "--plot", tmp_path / "x.png", tmp_path / "no such file")
        assert (refused.code, refused.out) == (2, "")
        assert refused.err == (
            "qaeval: --plot needs matplotlib: pip install 'qaeval-cli[plot]' "
            "(or pip install matplotlib)\n"
        )


def test_letters_that_no_font_has_stand_as_escapes(monkeypatch):
    import qaeval.presentation.plots.lettering as lettering

    monkeypatch.setattr(lettering, "_font_of", lambda char: None if char == "日" else "DejaVu Sans")
    assert lettered("日本") == r"\u65e5本"
    assert lettered("a\x1b[31m") == r"a\x1b[31m"


def test_letters_of_another_font(qaeval, put, figures, tmp_path):
    """`˯` is in DejaVu Serif, which comes with matplotlib, but not in DejaVu Sans."""
    from qaeval.presentation.plots.lettering import families

    assert families(["a˯"]) == ["DejaVu Sans", "DejaVu Serif"]
    drawn = qaeval("time", "-r", "1", "--plot", tmp_path / "x.pdf", times(put, ["a˯", "b"]))
    assert (drawn.code, drawn.err) == (0, "")
    assert "a˯" in [text for text, _ in texts_of(figures[0])]


def test_a_users_own_settings_change_nothing(draw):
    first = draw(["a", "$b_"])
    with matplotlib.rc_context({"text.usetex": True, "font.size": 30, "savefig.bbox": "tight"}):
        assert draw(["a", "$b_"]) == first


def test_very_long_names_lose_their_middle():
    short = lettered("a" * 100 + "z" * 100)
    assert len(short) == 80 and short == "a" * 50 + "…" + "z" * 29
    assert lettered("a" * 80) == "a" * 80


def test_names_in_legends_that_start_with_an_underscore_are_shown(qaeval, put, figures, tmp_path):
    run = judged(put, ["_hidden", "seen"])
    assert qaeval("coverage", "--judged", "--plot", tmp_path / "x.png", run).code == 0
    shown = [text for text, _ in texts_of(figures[0])]
    assert any("_hidden" in text for text in shown)


def test_points_that_do_not_take_their_names_are_numbered(qaeval, put, figures, tmp_path):
    assert qaeval("time", "-r", "1", "--plot", tmp_path / "x.png", times(put, LONG)).code == 0
    shown = [text for text, _ in texts_of(figures[0])]
    numbered = [text for text in shown if text.endswith(tuple(LONG))]
    assert len(numbered) == 40 and {"1", "2"} <= set(shown)


def test_equal_points_share_a_label(qaeval, put, figures, tmp_path):
    equal = put("t.tsv", "run\tscore\tseconds\na\t0.5\t10\nb\t0.5\t10\nc\t0.2\t5\n")
    assert qaeval("time", "-r", "1", "--plot", tmp_path / "x.png", equal).code == 0
    shown = [text for text, _ in texts_of(figures[0])]
    assert "a, b" in shown and "c" in shown
