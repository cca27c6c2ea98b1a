"""Pictures inside a page: no id twice, no style of their own, ink that follows the theme."""

import re

import pytest

pytest.importorskip("matplotlib")

from reading import read

from qaeval.presentation.plots.canvas import IN_PAGE
from qaeval.presentation.plots.embedding import fragment
from qaeval.presentation.plots.hardness import plot_hardness

MEANS = {"<b>RR</b>": [1, 0.5, 0.25], "Q & A": [0.75, 0.5, 0]}


@pytest.fixture(scope="module")
def picture():
    return fragment(plot_hardness(MEANS, IN_PAGE), "one", 'A "label" <x>')


def test_it_is_an_element_with_a_name(picture):
    assert picture.startswith("<svg ") and "<?xml" not in picture and "http" not in picture
    svg = read(picture).one("svg")
    assert svg.attributes["aria-label"] == 'A "label" <x>' and svg.attributes["role"] == "img"
    assert "width" not in svg.attributes and "height" not in svg.attributes
    assert not list(svg.all("style")) and not list(svg.all("metadata"))


def test_text_stays_text(picture):
    texts = [one.text for one in read(picture).all("text")]
    assert "<b>RR</b>" in texts and "Q & A" in texts and "mean over runs" in texts
    assert "font-family" not in picture and "DejaVu" not in picture


def test_ids_are_its_own_and_lead_somewhere(picture):
    ids = re.findall(r'\bid="([^"]+)"', picture)
    used = re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', picture)
    assert ids and all(name.startswith("one-") for name in ids)
    assert {a or b for a, b in used} == set(ids)


def test_no_black_or_white_is_left(picture):
    assert "currentColor" in picture and "var(--series-0, #" in picture
    left = re.sub(r"var\([^)]*\)", "", picture)
    assert "#000000" not in left and "#ffffff" not in left


def test_every_mark_has_a_fill(picture):
    """What names no colour would be black, which a dark page swallows."""
    for one in read(picture).all("text"):
        assert "fill:" in one.attributes["style"]
