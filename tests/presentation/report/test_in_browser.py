"""The report in a real browser: it sorts, searches, fetches nothing, and fits the screen."""

import os

import pytest
from browser import Browser, find_chromium

from qaeval.cli import main

pytest.importorskip("matplotlib")

HOSTILE = '"><img src=x onerror=alert(1)></script><script>alert(2)</script>'
NAMES = {
    "botan-2": "Botan-University_of_Tokyo-run-2",
    "hagi-2": "hagi_with_reranker_v2",
    "kiku-1": "KikuInstituteForInformation.baseline",
    "ume-1": "ume team, second run",
}
LONG = "a-run-with-a-name-that-is-longer-than-any-phone-is-wide-" * 3


@pytest.fixture(scope="module")
def browser():
    program = find_chromium()
    if program is None:
        reason = "no Chromium: install it (Debian: apt-get install chromium) to test the page"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    with Browser(program) as started:
        yield started


def written(path, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["report", "--trials", "50", "-o", str(path), *map(str, arguments)])
    assert not stopped.value.code
    return path


@pytest.fixture(scope="module")
def report(factoid, tmp_path_factory):
    scores, questions = factoid
    path = tmp_path_factory.mktemp("report") / "report.html"
    return written(path, "--questions", questions, "--by", "type", scores)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    rows = [
        f"{run}\t{HOSTILE}\t{question}\t{(i * 5 + j * 3) % 7 / 6}\n"
        for i, run in enumerate((HOSTILE, LONG, "plain", "PLAIN"))
        for j, question in enumerate([HOSTILE, LONG, *(f"q{n}" for n in range(30))])
    ]
    (folder / "s.tsv").write_text("run\tmeasure\tquestion\tvalue\n" + "".join(rows))
    return written(folder / "report.html", "--title", HOSTILE, folder / "s.tsv")


@pytest.fixture(scope="module")
def named(factoid, tmp_path_factory):
    """The report of runs under such names as teams give them."""
    folder = tmp_path_factory.mktemp("named")
    text = factoid[0].read_text()
    for plain, given in NAMES.items():
        text = text.replace(f"{plain}\t", f"{given}\t")
    (folder / "s.tsv").write_text(text)
    return written(folder / "report.html", "--no-pictures", folder / "s.tsv")


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """More questions than are listed, some with names that would be markup if they could."""
    path = tmp_path_factory.mktemp("wide") / "wide.tsv"
    questions = [HOSTILE, LONG, "a𝛼1", "a𝛼2", *(f"q{at:05}" for at in range(2100))]
    rows = [
        f"{run}\t{measure}\t{question}\t{int(at % divisor == 0)}\n"
        for run, divisor in (("one", 2), ("<b>two", 3))
        for measure in ("RR", "Hit")
        for at, question in enumerate(questions, 2)
    ]
    path.write_text("run\tmeasure\tquestion\tvalue\n" + "".join(rows))
    return written(path.with_name("report.html"), path)


@pytest.fixture
def opened(browser):
    pages = []

    def open_page(*arguments, **options):
        pages.append(browser.open(*arguments, **options))
        return pages[-1]

    yield open_page
    for page in pages:
        page.close()


def no_faults(page, path):
    assert page.faults() == []
    assert page.dialogs() == []
    assert page.requests() == [f"file://{path}"]


def runs(page, where="#leaderboard"):
    """The runs that the first table of a section shows, from the top."""
    return page.value(
        f"[...document.querySelector('{where} tbody').rows].filter(r => !r.hidden)"
        ".map(r => r.dataset.run)"
    )


def head(name, where="#leaderboard"):
    return (
        f"[...document.querySelectorAll('{where} thead button')]"
        f".find(b => b.textContent === '{name}')"
    )


def test_sorting(opened, report):
    page = opened(report)
    by_rank = runs(page)
    values = (
        "[...document.querySelector('#leaderboard tbody').rows].map(r => +r.cells[4].dataset.sort)"
    )
    page.value(f"{head('NQcorrect1')}.click()")
    shown = page.value(values)
    assert shown == sorted(shown, reverse=True) and runs(page) != by_rank
    sort = "closest('th').getAttribute('aria-sort')"
    assert page.value(f"{head('NQcorrect1')}.{sort}") == "descending"
    assert page.value(f"{head('RR')}.{sort}") is None
    page.value(f"{head('NQcorrect1')}.click()")
    assert page.value(values) == sorted(shown)
    page.value(f"{head('run')}.click()")
    assert runs(page) == sorted(by_rank)
    page.value(f"{head('rank')}.click()")
    assert runs(page) == by_rank
    no_faults(page, report)


def test_sorting_by_keyboard(opened, report):
    page = opened(report)
    by_rank = runs(page)
    page.value(f"{head('run')}.focus()")
    page.call("Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", text="\r")
    page.press("Enter")
    assert runs(page) == sorted(by_rank)
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.value(outline) == "solid"


def test_searching(opened, report):
    page = opened(report)
    every = runs(page)
    page.value("document.getElementById('find-run').focus()")
    page.type("BOTAN")
    assert runs(page) == ["botan-2", "botan-1"]
    assert page.value("document.getElementById('found-run').textContent") == "2 of 25 runs"
    assert set(runs(page, "#measures")) == {"botan-1", "botan-2"}
    page.type(" 2")
    assert runs(page) == ["botan-2"]
    page.type("zzz")
    assert runs(page) == []
    assert page.value("document.getElementById('found-run').textContent") == "0 of 25 runs"
    page.value(
        "(box => { box.value = ''; box.dispatchEvent(new Event('input')); })"
        "(document.getElementById('find-run'))"
    )
    assert runs(page) == every
    no_faults(page, report)


def test_the_heat_map_tells_its_values(opened, report, factoid):
    page = opened(report)
    ready = "document.querySelector('figure.heat').dataset.ready === ''"
    look = f"(function look() {{ {ready} ? done() : setTimeout(look, 20) }})()"
    page.value(f"new Promise(done => {look})")
    page.value("document.querySelector('figure.heat .scroll').focus()")
    page.press("ArrowRight")
    page.press("ArrowRight")
    page.press("ArrowDown")
    told = page.value("document.querySelector('figure.heat .told').textContent")
    run, question, value = told.replace(":", ",").split(", ")
    lines = factoid[0].read_text().splitlines()
    assert f"{run}\tRR\t{question}\t{float(value):g}" in lines
    # One to the right, one down from the best run's easiest question.
    assert run == runs(page)[1]
    no_faults(page, report)


def looked_up(page, words):
    """What a search for one question among very many shows."""
    field = "document.getElementById('find-one')"
    page.value(f"{field}.value = ''")
    page.value(f"{field}.focus()")
    shown = "document.querySelector('.lookup .shown')"
    page.value(f"{shown}.textContent = ''")
    page.type(words)
    told = "document.getElementById('found-one').textContent"
    page.value(
        f"new Promise(done => (function look() {{ {told} && {shown}.textContent "
        "? done() : setTimeout(look, 20) })())"
    )
    rows = (
        "[...document.querySelector('.lookup table')?.rows ?? []].map(row => "
        "[...row.cells].map(cell => cell.textContent))"
    )
    return page.value(told), page.value(rows)


def test_one_question_of_very_many(opened, wide):
    page = opened(wide)
    said, rows = looked_up(page, "Q00010")  # at place 16, which is even
    assert said == "1 of 2,104 questions"
    assert rows == [
        ["run", "RR", "Hit"],
        ["mean over runs", "0.5000 easy", "0.5000 easy"],
        ["one", "1.0000", "1.0000"],
        ["<b>two", "0.0000", "0.0000"],
    ]
    said, rows = looked_up(page, "q001")
    assert said == "100 of 2,104 questions; the first 20 of them:"
    page.value("document.querySelectorAll('.lookup li button')[2].click()")  # q00102, place 108
    values = "[...document.querySelectorAll('.lookup td')].map(cell => cell.textContent)"
    assert page.value(values)[2::2] == ["1.0000", "1.0000"]
    assert page.value("document.querySelector('.lookup caption').textContent") == "q00102"
    assert looked_up(page, "A𝛼2")[1][2] == ["one", "0.0000", "0.0000"]  # place 5
    assert looked_up(page, HOSTILE)[0] == "1 of 2,104 questions"
    assert page.value("document.querySelector('.lookup caption').textContent") == HOSTILE
    assert page.value("document.querySelectorAll('img[src=x]').length") == 0
    no_faults(page, wide)


def test_without_script_very_many_questions_have_bands_and_a_reason(opened, wide):
    page = opened(wide, script=False)
    root = page.call("DOM.getDocument", depth=-1)["root"]["nodeId"]
    (reason,) = page.call("DOM.querySelectorAll", nodeId=root, selector=".unsearched")["nodeIds"]
    assert page.call("DOM.getBoxModel", nodeId=reason)
    (box,) = page.call("DOM.querySelectorAll", nodeId=root, selector=".lookup")["nodeIds"]
    with pytest.raises(AssertionError):  # what is not laid out has no box
        page.call("DOM.getBoxModel", nodeId=box)


@pytest.mark.parametrize("which", ["report", "hostile", "wide"])
@pytest.mark.parametrize("width", [360, 500, 768, 1280])
def test_no_page_is_wider_than_the_screen(opened, request, which, width):
    path = request.getfixturevalue(which)
    page = opened(path, width=width)
    page.value("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert page.value("document.documentElement.scrollWidth") <= width
    page.value("document.querySelector('.zoom').click()")
    if which == "wide":
        looked_up(page, LONG)
    assert page.value("document.documentElement.scrollWidth") <= width


# The words of all run names of a section that stand on more than one line.
BROKEN_WORDS = """
[...document.querySelectorAll('%s tbody th bdi')].flatMap(name => {
  const words = name.textContent.matchAll(/[A-Z]?[a-z0-9]+/g);
  const walk = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
  const places = [];
  for (let node = walk.nextNode(); node; node = walk.nextNode())
    for (let i = 0; i < node.length; i++) places.push([node, i]);
  return [...words].filter(word => {
    const range = document.createRange();
    range.setStart(...places[word.index]);
    const [last, at] = places[word.index + word[0].length - 1];
    range.setEnd(last, at + 1);
    return new Set([...range.getClientRects()].map(box => box.top)).size > 1;
  }).map(word => word[0]);
})
"""


@pytest.mark.parametrize("width", [360, 500])
@pytest.mark.parametrize("which", ["report", "named"])
def test_on_a_phone_names_are_whole_and_intervals_in_sight(opened, request, which, width):
    page = opened(request.getfixturevalue(which), width=width, height=800)
    page.value("document.querySelectorAll('details').forEach(one => one.open = true)")
    for section in ("#leaderboard", "#measures"):
        assert page.value(BROKEN_WORDS % section) == []
        right = f"Math.max(...[...document.querySelectorAll('{section} .picture')]"
        assert 0 < page.value(f"{right}.map(cell => cell.getBoundingClientRect().right))") <= width
    if which == "named":
        assert set(NAMES.values()) <= set(runs(page))


def test_a_broken_word_would_be_seen(opened, named):
    page = opened(named, width=500)
    page.value(
        "document.querySelectorAll('th.long').forEach(one => one.style.wordBreak = 'break-all')"
    )
    assert page.value(BROKEN_WORDS % "#leaderboard") != []


def test_dark(opened, report):
    def light(page, what):
        colour = page.value(f"getComputedStyle(document.body).{what}")
        return sum(map(int, colour.removeprefix("rgb(").removesuffix(")").split(",")))

    page = opened(report, dark=True)
    assert light(page, "backgroundColor") < 150 < 500 < light(page, "color")
    ink = page.value("getComputedStyle(document.querySelector('svg.drawing text')).fill")
    assert ink == page.value("getComputedStyle(document.body).color")
    page.value("document.getElementById('theme').click()")
    assert light(page, "color") < 150 < 500 < light(page, "backgroundColor")
    page.value("document.getElementById('theme').click()")
    assert light(page, "backgroundColor") < 150
    page.media(dark=True, medium="print")
    assert light(page, "backgroundColor") > 700


def test_printing(opened, report):
    page = opened(report)
    pdf = page.pdf()
    assert pdf.startswith(b"%PDF-") and len(pdf) > 20_000
    page.media(medium="print")
    page.resize(703, 1000)  # A4 less its margins
    for table in page.value(
        "[...document.querySelectorAll('section:not(#made) table')].map(t => [t.scrollWidth, "
        "t.caption.textContent])"
    ):
        assert table[0] <= 703, table


def test_hostile_names_do_nothing(opened, hostile):
    page = opened(hostile)
    assert page.value("document.querySelector('h1').textContent") == HOSTILE
    assert HOSTILE in runs(page)
    page.value(f"{head('rank')}.click()")
    page.value("document.getElementById('find-run').focus()")
    page.type("<IMG src")
    assert runs(page) == [HOSTILE]
    page.value("document.getElementById('find-run').value = ''")
    page.type("plain")
    assert sorted(runs(page)) == ["PLAIN", "plain"]
    assert page.value("document.getElementById('found-run').textContent") == "2 of 4 runs"
    assert page.value("document.querySelectorAll('img[src=x]').length") == 0
    no_faults(page, hostile)


def test_without_script(opened, report):
    page = opened(report, script=False)
    root = page.call("DOM.getDocument", depth=-1)["root"]["nodeId"]
    shown = page.call("DOM.querySelectorAll", nodeId=root, selector="#leaderboard tbody tr")
    assert len(shown["nodeIds"]) == 25
    for selector, there in ((".search", False), ("#theme", False), ("thead .label", True)):
        (first, *_) = page.call("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"]
        try:
            page.call("DOM.getBoxModel", nodeId=first)
            visible = True
        except AssertionError:  # what is not laid out has no box
            visible = False
        assert visible is there, selector


def test_names_for_screen_readers(opened, report):
    """Everything that can be focused says what it is."""
    page = opened(report)
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        node["role"]["value"]
        for node in nodes
        if any(p["name"] == "focusable" and p["value"]["value"] for p in node.get("properties", ()))
        and not node.get("name", {}).get("value")
        and node["role"]["value"] != "RootWebArea"
    ]
    assert nameless == []
    names = {node["name"]["value"] for node in nodes if node["role"]["value"] == "button"}
    assert {"rank", "run", "RR"} <= names  # without the arrows that say how a column is sorted
    roles = {node["role"]["value"] for node in nodes}
    assert {"main", "banner", "navigation", "contentinfo", "searchbox", "columnheader"} <= roles
