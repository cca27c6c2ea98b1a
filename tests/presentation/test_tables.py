"""Tables for people, laid out with and without tabulate."""

from hypothesis import given
from hypothesis import strategies as st

from qaeval.presentation.tables import laid_out, tabulated

CELLS = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12)


def lines(text):
    return [line.rstrip() for line in text.split("\n")]


@given(st.data())
def test_plain_text_is_laid_out_as_tabulate_does(data):
    width = data.draw(st.integers(1, 5))
    row = st.lists(CELLS, min_size=width, max_size=width)
    sides = data.draw(st.lists(st.sampled_from(["left", "right"]), min_size=width, max_size=width))
    names = data.draw(row.filter(lambda names: any(name.strip() for name in names)))
    rows = data.draw(st.lists(row, min_size=1, max_size=6))
    assert lines(laid_out(rows, names, sides)) == lines(tabulated(rows, names, sides, "text"))
