"""The page put together: head, sections, style and script, in one self-contained file."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from qaeval import __version__
from qaeval.presentation.html import Html, embedded_json, joined, tag, text
from qaeval.presentation.html_tables import html_table
from qaeval.presentation.report import (
    categories,
    confidences,
    leaderboard,
    questions,
    trust,
)
from qaeval.presentation.report.bands import Bands, band_table
from qaeval.presentation.report.findings import Findings, sizes_in_words
from qaeval.presentation.report.lookup import Lookup
from qaeval.presentation.report.making import CommandLine, Making, code, made
from qaeval.presentation.report.pictures import Gallery
from qaeval.presentation.results import Shown
from qaeval.presentation.tables import PAGE

READING = (
    "A value stands with its 95% interval: where the value over all questions of this kind may lie "
    "(Wilson's with the effective number of questions, on a scale with two ends; else Student's "
    "t). The pale band is the leader's interval.",
    "Two runs share a letter exactly where they do not differ at the 5% level by the test named "
    "below, which allows for all pairs of runs if it is max-t, or by --correct.",
    "mark: the run is better than the next one below at the 5% (*) or 1% (**) level; † and ‡: it "
    "is worse, although its value is higher. p belongs to that test, and so do the letters. ranks: "
    "those that the run may have (95%, all runs at once).",
    "believe from: another set of as many questions would contradict such a difference in 5% of "
    "the cases; it is left out where too little speaks for it. find from: the true difference that "
    "max-t finds between two runs with 80% power.",
    "minority rate: how often question sets rank two runs against their usual order; ties: how "
    "often they do not rank them.",
)

_HARDEST = 20  # questions shown where they are too many to list


@dataclass(frozen=True)
class Section:
    """A part of the page with a heading of its own."""

    id: str
    title: str
    body: Html


def page(
    title: str,
    findings: Findings,
    making: Making,
    pictures: Gallery,
    graded: Sequence[Shown] = (),
) -> str:
    """The whole page as HTML; `graded` is what people's labels say of a model's grades."""
    lines = making.lines
    maps = [
        questions.heat_figure(findings, studied, at) for at, studied in enumerate(findings.means)
    ]
    sections = [
        Section("short", "In short", _in_short(findings)),
        Section("leaderboard", "Leaderboard", _leaderboard(findings, making)),
        Section("trust", "How far to trust it", _trust(findings, lines, pictures)),
        Section("measures", "Measure by measure", _details(findings, lines, pictures)),
    ]
    if findings.confident:
        body = _confidences(findings, lines, pictures)
        sections.append(Section("confidence", "What the confidences are worth", body))
    if graded:
        sections.append(Section("judge", "Graded by a model", _graded(graded, lines)))
    if findings.by:
        heading = f"By {findings.by}"
        sections.append(Section("categories", heading, _categories(findings, lines)))
    bands = Bands.of(len(findings.scores.questions)) if findings.means else None
    lookup = None if bands is None else Lookup(findings, _categories_of_questions(findings))
    figures = [figure for figure, _ in maps]
    found = _questions(findings, lines, pictures, figures, bands, lookup)
    sections.append(Section("questions", "Questions", found))
    sections.append(Section("made", "How these numbers were made", made(making)))
    told: dict[str, object] = {
        "questions": questions.column_names(findings),
        "maps": [told for _, told in maps],
    }
    if lookup is not None:
        told["lookup"] = lookup.told
    return _document(title, findings, sections, told)


def _document(
    title: str, findings: Findings, sections: Sequence[Section], told: Mapping[str, object]
) -> str:
    parts = ["page", *(["lookup"] if told.get("lookup") else [])]
    style, script = (
        "".join(_resource(f"{part}.{kind}") for part in parts) for kind in ("css", "js")
    )
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    head = joined(
        [
            tag("meta", charset="utf-8"),
            tag("meta", http_equiv="Content-Security-Policy", content=policy),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("meta", name="referrer", content="no-referrer"),
            tag("meta", name="generator", content=f"qaeval {__version__}"),
            tag("title", title),
            tag("link", rel="icon", href="data:,"),
            tag("style", Html(style)),
        ],
        "\n",
    )
    labels = ", ".join(studied.measure.label for studied in findings.measures)
    header = tag(
        "header",
        tag("h1", title),
        tag("p", f"{sizes_in_words(findings)}: {labels}.", class_="lede"),
        tag("button", "Dark", type="button", id="theme", hidden=True),
    )
    links = (tag("li", tag("a", section.title, href=f"#{section.id}")) for section in sections)
    contents = tag("nav", tag("ul", *links), aria_label="Contents")
    body = joined(
        [
            tag("a", "Skip to the content", href="#main", class_="skip"),
            header,
            contents,
            tag("main", *map(_section, sections), id="main"),
            tag("footer", tag("p", f"Made with qaeval {__version__}.")),
            tag("script", embedded_json(told), type="application/json", id="told"),
            tag("script", Html(script)),
        ],
        "\n",
    )
    root = tag("html", tag("head", Html("\n"), head, Html("\n")), tag("body", body), lang="en")
    return f"<!DOCTYPE html>\n{root}\n"


def _resource(file: str) -> str:
    return files("qaeval.presentation.report").joinpath(file).read_text(encoding="utf-8")


def _section(section: Section) -> Html:
    title = f"{section.id}-title"
    heading = tag("h2", section.title, id=title)
    return Html(tag("section", heading, section.body, id=section.id, aria_labelledby=title) + "\n")


def _graded(graded: Sequence[Shown], lines: Mapping[str, CommandLine]) -> Html:
    """What people's labels correct, and whether the model is any good."""
    parts = []
    for shown in graded:
        parts += [html_table(table.seen_by(PAGE)) for table in shown.tables]
        parts += [tag("p", sentence) for sentence in shown.sentences]
    return joined([*parts, _command(lines, "judge", "confusion")], "\n")


def _in_short(findings: Findings) -> Html:
    lines = []
    for studied in findings.measures:
        believe = trust.in_short(studied, findings.units)
        parts = [leaderboard.leaders(studied.board), tag("p", believe) if believe else Html("")]
        lines += [tag("dt", studied.measure.label), tag("dd", *parts)]
    return tag("dl", *lines, class_="short")


def _leaderboard(findings: Findings, making: Making) -> Html:
    return joined(
        [
            _search("run", "Find runs", len(findings.scores.runs)),
            leaderboard.overview(findings),
            *(tag("p", text) for text in making.caution),
            _command(making.lines, "compare"),
            _reading(READING[:2]),
        ]
    )


def _search(what: str, label: str, count: int) -> Html:
    """A search box, which only a script can use and so only a script shows."""
    box = tag("input", type="search", id=f"find-{what}", autocomplete="off", spellcheck="false")
    output = tag("output", id=f"found-{what}", for_=f"find-{what}", aria_live="polite")
    shown = tag("label", label, for_=f"find-{what}")
    return tag("p", shown, box, output, class_="search", data_what=what, data_count=count,
               hidden=True)  # fmt: skip


def _trust(findings: Findings, lines: Mapping[str, CommandLine], pictures: Gallery) -> Html:
    parts = [trust.sentences(findings)]
    parts.append(trust.summary(findings))
    if any(studied.swaps for studied in findings.measures):
        curves = [pictures["swap"], pictures["stability"]]
        if any(curves):
            parts.append(tag("div", *curves, class_="pair"))
        parts.append(_opened("Swap rates", trust.swap_rates(findings), lines, "swap", "bins"))
        parts.append(
            _opened("Stability figures", trust.stability_rates(findings), lines, "stability")
        )
    if any(studied.plan for studied in findings.measures):
        parts.append(_opened("More questions", trust.plans_table(findings), lines, "plan"))
    parts.append(_reading(READING[3:]))
    return joined(parts)


def _details(findings: Findings, lines: Mapping[str, CommandLine], pictures: Gallery) -> Html:
    parts = []
    for at, studied in enumerate(findings.measures):
        command = _command(lines, "compare")
        inner = leaderboard.detail(studied, command)
        inner = joined([inner, pictures[f"ranking-{at}"]])
        heading = tag("summary", tag("h3", studied.measure.label))
        parts.append(tag("details", heading, inner, open=at == 0))
    return joined([*parts, _reading(READING[2:3])])


def _confidences(findings: Findings, lines: Mapping[str, CommandLine], pictures: Gallery) -> Html:
    parts = [confidences.values_table(findings), _command(lines, "coverage")]
    parts += [pictures["risk"], pictures["reliability"]]
    return joined([*parts, _reading(confidences.READING)])


def _categories(findings: Findings, lines: Mapping[str, CommandLine]) -> Html:
    note = (
        "The column all counts every question the same, the macro mean every value of "
        f"{findings.by}. Letters hold within a column."
    )
    return joined(
        [
            tag("p", note),
            categories.category_tables(findings),
            _command(lines, "compare by"),
            categories.hardness_table(findings),
            _command(lines, "hardness by"),
        ]
    )


def _questions(
    findings: Findings,
    lines: Mapping[str, CommandLine],
    pictures: Gallery,
    maps: Sequence[Html],
    bands: Bands | None,
    lookup: Lookup | None,
) -> Html:
    if not findings.means:
        return questions.no_means()
    parts = [questions.hardness_words(findings), pictures["hardness"]]
    for at, (studied, figure) in enumerate(zip(findings.means, maps, strict=True)):
        heading = tag("summary", tag("h3", f"Who answers what: {studied.measure.label}"))
        parts.append(tag("details", heading, figure, open=at == 0))
    kinds = _categories_of_questions(findings)
    count = len(findings.scores.questions)
    if bands is None or lookup is None:
        box = _search("question", "Find questions", count)
        inner = joined([box, questions.question_table(findings, kinds)])
        parts.append(_opened(f"All {count:,} questions", inner, lines, "hardness"))
        return joined(parts)
    parts.append(_opened(f"The {bands.in_words} questions", band_table(findings, bands), lines))
    inner = questions.question_table(findings, kinds, _HARDEST)
    parts.append(_opened(f"The {_HARDEST} hardest questions", inner, lines))
    parts += [tag("h3", "Single questions"), lookup.box, _command(lines, "hardness")]
    return joined(parts)


def _categories_of_questions(findings: Findings) -> dict[str, str]:
    """The value of --by of every question."""
    return {
        question: value
        for value, group in findings.groups.items()
        for question in group.scores.questions
    }


def _command(lines: Mapping[str, CommandLine], *kinds: str) -> Html:
    """The commands below what they print."""
    shown = [code(lines[kind].line) for kind in kinds if kind in lines]
    return tag("p", *shown, class_="command") if shown else Html("")


def _opened(title: str, inner: Html, lines: Mapping[str, CommandLine], *kinds: str) -> Html:
    """Something long that is opened when wanted."""
    heading = tag("summary", tag("h3", title))
    return tag("details", heading, inner, _command(lines, *kinds), class_="long")


def _reading(lines: Sequence[str]) -> Html:
    return joined(tag("p", text(line), class_="reading") for line in lines)
