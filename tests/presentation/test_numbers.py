"""Numbers as people and programs read them."""

import pytest

from qaeval.decimals import exact_text
from qaeval.presentation.numbers import number_text
from qaeval.presentation.rendering import render
from qaeval.presentation.tables import FORMATS, Column, Table


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("number", -0.00004, "0.0000"),
        ("number", -0.00006, "-0.0001"),
        ("number", -0.0, "0.0000"),
        ("percent", -0.004, "0%"),
        ("share", -0.0004, "0.0%"),
        ("share", -0.1, "-10.0%"),
        ("edge", -0.0, "0.00"),
    ],
)
def test_what_is_rounded_to_0_has_no_sign(kind, value, text):
    assert number_text(value, kind, 4) == text


def test_no_digits_and_no_sign():
    assert number_text(-0.4, "number", 0) == "0"
    assert number_text(-10.0, "number", 0) == "-10"


def test_programs_read_0_without_a_sign():
    assert exact_text(-0.0) == "0"


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_shows_a_negative_0(format):
    table = Table((Column("run"), Column("value", "number")), [["a", -0.0], ["b", -1e-9]])
    text = render([table], format, 4)
    assert "-0" not in text.replace("-1e-09", "") or (format == "latex" and "-0." not in text)
