"""One table for every reader: what people, programs and pages see of it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qaeval.presentation.html import Html
from qaeval.presentation.html_tables import Sorted, html_table
from qaeval.presentation.rendering import laid_out, render, tabulated
from qaeval.presentation.tables import (
    EVERYONE,
    PAGE,
    PEOPLE,
    PROGRAMS,
    Column,
    PageHead,
    Table,
)

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


# Programs read the measure as a column, people in the title, and people alone the total.
TABLE = Table(
    [
        Column("run"),
        Column("value", "number", "high", heading="RR", page=PageHead("value", "mean")),
        Column("n", "whole", readers=(PROGRAMS, PAGE)),
        Column("p", "chance"),
    ],
    [["a", 0.5, 1200, 0.00001], ["<b>", math.nan, 7, ""]],
    "RR, all questions",
    {"measure": "RR"},
    closing=[["total", 0.25, 1207, ""]],
)


def test_people_read_headings_and_totals():
    assert render([TABLE], "text", digits=2).splitlines() == [
        "RR, all questions",
        "",
        "run      RR      p",
        "-----  ----  -----",
        "a      0.50  <0.01",
        "<b>       -",
        "total  0.25",
    ]


def test_programs_read_names_and_all_digits():
    assert render([TABLE], "tsv").splitlines() == [
        "measure\trun\tvalue\tn\tp",
        "RR\ta\t0.5\t1200\t1e-05",
        "RR\t<b>\t-\t7\t",
    ]


def test_a_lead_that_people_read_too():
    rates = Table([Column("c", "whole")], [[5]], lead={"type": "who"}, lead_readers=EVERYONE)
    assert [line.split() for line in render([rates], "text").splitlines()[::2]] == [
        ["type", "c"],
        ["who", "5"],
    ]


def test_a_table_for_people_alone():
    crossing = Table([Column("c", "whole")], [[5]], readers=(PEOPLE,))
    assert render([TABLE, crossing], "tsv") == render([TABLE], "tsv")
    assert "5" in render([crossing], "text")


def test_pages_have_captions_heads_to_sort_by_and_rows_to_search_for():
    page = render([TABLE], "html")
    assert page == html_table(TABLE)
    assert "<caption>RR, all questions</caption>" in page and "total" not in page
    assert (
        '<th scope="col" class="number" data-first="descending"><span class="label">value' in page
    )
    assert "<small>mean</small>" in page
    assert (
        '<tr data-run="a"><th scope="row"><bdi>a</bdi></th><td class="number"><b>0.5000</b>' in page
    )
    assert '<td class="number">1,200</td><td class="number">&lt;0.0001</td></tr>' in page
    assert '<tr data-run="&lt;b&gt;"><th scope="row"><bdi>&lt;b&gt;</bdi></th>' in page
    assert '<td class="number"><span title="undefined">–</span></td>' in page


@pytest.mark.parametrize(("key", "sort"), [(0.125, "0.125"), (math.nan, "")])
def test_markup_sorts_by_its_number(key, sort):
    columns = [Column("run"), Column("RR", "number", "low", page=PageHead(sorted="ascending"))]
    page = html_table(Table(columns, [["a", Sorted(Html("<b>.1</b>"), key)]]))
    assert f'<td class="number" data-sort="{sort}"><b>.1</b></td>' in page
    assert 'aria-sort="ascending" data-first="ascending"' in page


def test_long_names_may_break_between_words():
    table = Table([Column("run")], [["TeamOne_run.2-b"], ["short_run.2b"]])
    page = html_table(table)
    assert (
        '<th scope="row" class="long"><bdi>Team<wbr>One_<wbr>run.<wbr>2-<wbr>b</bdi></th>' in page
    )
    assert '<th scope="row"><bdi>short_run.2b</bdi></th>' in page


def test_one_more_column():
    longer = TABLE.with_column(1, Column("drawn", "picture", readers=(PAGE,)), [Html("<svg/>"), ""])
    assert '<td class="picture"><svg/></td><td class="number"><b>' in html_table(longer)
    assert render([longer], "tsv") == render([TABLE], "tsv")
