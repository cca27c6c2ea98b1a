"""Tables as LaTeX: rules, long tables, numbers aligned at the point, and text as it is."""

import math
import re

import pytest

from qaeval.presentation.latex import LONG
from qaeval.presentation.rendering import render
from qaeval.presentation.tables import Column, Estimate, Table


def latex(columns, rows, title="", **how):
    return render([Table(columns, rows, title)], "latex", **how)


def cells(text, column):
    """The cells of a column below the header."""
    body = text.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    rows = [line for line in body.splitlines() if line.endswith(r" \\")]
    return [row.removesuffix(r"\\").split(" & ")[column].strip() for row in rows]


def test_a_table_with_rules():
    columns = [Column("rank", "whole"), Column("run"), Column("RR", "number", "high")]
    assert latex(columns, [[1, "a", 0.75], [2, "b", 0.5]], digits=2).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\providecommand{\qabest}[2]{\textbf{#1}\rlap{\textbf{#2}}\phantom{#2}}",
        r"\begin{tabular}{rlr}",
        r"\toprule",
        r"rank & run &              RR \\",
        r"\midrule",
        r"   1 & a   & \qabest{0}{.75} \\",
        r"   2 & b   &            0.50 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_nothing_at_all():
    assert latex([Column("run"), Column("RR", "number")], [], header=False).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_nothing_below_the_header():
    assert latex([Column("file"), Column("line", "whole")], []).splitlines() == [
        r"% needs \usepackage{booktabs}",
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"file & line \\",
        r"\midrule",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_no_header():
    lines = latex([Column("run")], [["a"]], header=False).splitlines()
    assert lines[1:] == [
        r"\begin{tabular}{l}",
        r"\toprule",
        r"a \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


def test_long_tables_repeat_their_header_on_each_page():
    short, long = (latex([Column("run")], [["a"]] * count) for count in (LONG, LONG + 1))
    assert r"\begin{tabular}" in short and "longtable" not in short
    lines = long.splitlines()
    assert lines[:8] == [
        r"% needs \usepackage{booktabs,longtable}",
        r"\begin{longtable}{l}",
        r"\toprule",
        r"run \\",
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
    ]
    assert lines[8:] == [r"a   \\"] * (LONG + 1) + [r"\end{longtable}"]


def test_titles_and_notes():
    text = render(
        [Table([Column("run")], [["a"]], "c@1, 50%")], "latex", notes=["50% of", "", "it"]
    )
    assert r"\medskip\noindent\textbf{c@1, 50\%}\par\smallskip\noindent" in text
    assert text.endswith("\\end{tabular}\n\n% 50% of\n%\n% it\n")


PRINTED = {
    "a_b%c&d#e$f": r"a\_b\%c\&d\#e\$f",
    "{x}^~": r"\{x\}\textasciicircum{}\textasciitilde{}",
    "back\\slash": r"back\textbackslash{}slash",
    "<a> | b": r"\textless{}a\textgreater{} \textbar{} b",
    "a--b---c": "a-{}-b-{}-{}-c",
    "?`!`": "?{}`!{}`",
    "[x]": "{}[x]",  # or it would be the argument of what stands before
    "*": "{}*",
    "1–8": "1--8",
    "GA↑1 †": r"GA$\uparrow$1 \dag{}",
    "x²": "x$^2$",
    "line\nbreak": r"line\textbackslash{}nbreak",
}


@pytest.mark.parametrize("text", PRINTED)
def test_text_prints_as_it_is(text):
    assert cells(latex([Column("run")], [[text]]), 0) == [PRINTED[text]]


def test_a_heading_that_begins_with_a_bracket():
    assert "{}[x] \\\\\n\\midrule" in latex([Column("[x]")], [["a"]])


@pytest.mark.parametrize("word", ["答え", "ответ"])
def test_letters_that_pdflatex_lacks_are_told(word):
    first = latex([Column("answer")], [[word]]).splitlines()[0]
    assert first.endswith("; for its letters xelatex or lualatex, and a font that has them")
    assert "xelatex" not in latex([Column("answer")], [["Peñas, Łódź"]])


def test_long_text_breaks_its_lines():
    text = latex([Column("name"), Column("formula")], [["a", "word " * 20]])
    assert text.startswith("% needs \\usepackage{array,booktabs}\n")
    assert r"{l>{\raggedright\arraybackslash}p{0.60\linewidth}}" in text


def behind_the_point(cell):
    """What stands from the point on, all figures alike, in no order; `$-$` is a sign of its own."""
    shown = re.sub(r"\\qabest\{(.*?)\}\{(.*?)\}", r"\1\2", cell)
    shown = shown.replace(r"\phantom{", "").replace("}", "").replace(r"\enspace{", " ")
    _, point, rest = re.sub(r"\d", "0", shown.replace("$-$", "-")).partition(".")
    return sorted(point + rest)


def test_numbers_of_different_lengths_are_aligned_at_the_point():
    column = Column("threshold", "exact")
    found = cells(latex([column], [[0.5], [12], [0.125], [-3.25]]), 0)
    assert found == [r"0.5\phantom{00}", r"12\phantom{.000}", "0.125", r"$-$3.25\phantom{0}"]
    assert len({tuple(behind_the_point(cell)) for cell in found}) == 1


def test_numbers_with_intervals_are_aligned_at_the_point():
    values = [Estimate(0.5, 0.25, 0.75), Estimate(-0.5, -0.75, 0.1), Estimate(0.25, 0, 1)]
    found = cells(
        latex([Column("UF", "number", "high")], [[value] for value in values], digits=1), 0
    )
    assert found == [
        r"\qabest{0}{.5}\enspace{}[.25, .75]\phantom{0$-$}",
        r"$-$0.5\enspace{}[$-$.75, .10]\phantom{0}",
        r"0.2\enspace{}[.00, 1.00]\phantom{$-$}",
    ]
    assert len({tuple(behind_the_point(cell)) for cell in found}) == 1


def test_a_number_without_an_interval_among_others():
    values = [Estimate(0.5, 0.25, 0.75), Estimate(0.25, math.nan, math.nan)]
    found = cells(latex([Column("RR", "number")], [[value] for value in values], digits=2), 0)
    assert found == [r"0.50\enspace{}[.25, .75]", r"0.25\phantom{..0000\enspace{}[, ]}"]


def test_what_is_no_number_stands_as_it_is():
    columns = [Column("p", "chance"), Column("best", "percent"), Column("n", "whole", "high")]
    text = latex(columns, [[0.00001, 0.5, 7], [math.nan, 1.0, 12], [None, "", ""]])
    assert cells(text, 0) == [r"\textless{}0.0001", "--", "--"]
    assert cells(text, 1) == [r"50\%", r"100\%", ""]
    assert cells(text, 2) == ["7", r"\textbf{12}", ""]
