"""`qaeval report`: what the page says, and that text from files stays text."""

import base64
import hashlib
import re
import shlex
import subprocess
import sys

import pytest
from reading import read, table, told

from qaeval.steps.report_lines import shell_word

HOSTILE = [
    "<script>alert(1)</script>",
    "</script><img src=x onerror=alert(2)>",
    '" onmouseover="alert(3)" x="',
    "a&amp;b",
    "x\u202eevil",
    "]]>--><svg onload=alert(4)>",
    "$x^2$",
]


ELEMENTS = {
    "html", "head", "meta", "title", "link", "style", "body", "a", "header", "h1", "p", "button",
    "nav", "ul", "li", "main", "section", "h2", "h3", "dl", "dt", "dd", "div", "table", "caption",
    "thead", "tbody", "tr", "th", "td", "small", "span", "sup", "b", "strong", "bdi", "code", "wbr",
    "details", "summary", "figure", "figcaption", "img", "ol", "output", "input", "label",
    "footer", "script", "svg", "g", "path", "use", "defs", "text", "tspan", "rect", "circle",
    "clippath",
}  # fmt: skip


@pytest.fixture
def page(qaeval):
    def make(*arguments):
        outcome = qaeval("report", *arguments)
        assert outcome.code == 0, outcome.err
        return read(outcome.out)

    return make


def test_the_leaderboard(page, scores):
    # Two questions are too few for a test: values with intervals, and no letters.
    found = page("--no-pictures", scores(a=[1, 0.5], b=[0, 0.5]))
    rows = table(found, "Leaderboard, ranked by RR")
    assert [row[:2] for row in rows[1:]] == [["1", "a"], ["2", "b"]]
    # Wilson's for v = .75, se = .25: n_eff = .1875/.0625 = 3, and t of 1 degree 12.706.
    assert rows[1][2] == "0.75000.010 to 0.999"
    assert found.one("dl", class_="short").text.startswith("RRa at 0.7500.")
    assert "No tests: only 2 questions: no test could tell." in found.text


def test_who_cannot_be_told_from_the_leader(page, qaeval, factoid):
    """The sentence lists the runs whose pair with the leader does not differ, all of them."""
    found = page("--no-pictures", "--trials", "2000", factoid[0])
    said = [" ".join(line.text.split()) for line in found.one("dl", class_="short").all("dd")]
    for measure, sentence in zip(("RR", "NQcorrect1"), said, strict=True):
        asked = ("-m", measure, "--trials", "2000", "-f", "tsv", factoid[0])
        pairs = qaeval("compare", "--pairs", *asked).rows
        at = pairs[0].index("p_corrected")
        leader = qaeval("compare", *asked).rows[1][2]
        alike = [row[2] for row in pairs[1:] if row[1] == leader and float(row[at]) > 0.05]
        runs = f"{len(alike)} run{'s' * (len(alike) != 1)}"
        assert sentence.startswith(leader) and f". {runs} cannot be told from it: " in sentence
        listed = sentence.partition("cannot be told from it: ")[2]
        assert listed.startswith(", ".join(alike[:4]))
        assert (f" and {len(alike) - 4} more." in listed) == (len(alike) > 4)


def test_where_every_other_run_differs(page, scores):
    found = page("--no-pictures", scores(a=[1] * 20, b=[0] * 20, c=[0] * 20))
    short = found.one("dl", class_="short").text
    assert "a at 1.0000. Every other run differs from it." in short


def test_runs_that_cannot_be_told_from_one_of_several_leaders(page, scores):
    ones = [i % 2 for i in range(12)]
    found = page("--no-pictures", scores(a=ones, b=ones[::-1], c=[*ones[:11], 0]))
    short = found.one("dl", class_="short").text
    assert "a, b at 0.5000. 1 run cannot be told from one of them or more: c." in short


def test_a_run_without_a_value_is_not_said_to_be_like_the_leader(page, put, qaeval):
    # Precision is undefined for a run that never answers.
    header = "question\toutcome\n"
    outcomes = {"a": "R" * 12, "b": "RW" * 6, "silent": "U" * 12}
    runs = [
        put(f"{run}.tsv", header + "".join(f"q{i:02}\t{o}\n" for i, o in enumerate(each)))
        for run, each in outcomes.items()
    ]
    out = put("s.tsv", "")
    assert (
        qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "precision", "-o", out, *runs).code
        == 0
    )
    short = page("--no-pictures", out).one("dl", class_="short").text
    assert "silent" not in short


def test_ranks_stand_in_the_detail(page, qaeval, factoid):
    found = page("--no-pictures", "-m", "RR", factoid[0])
    detail = table(found, "RR: runs, best first")
    at = detail[0].index("ranks")
    printed = qaeval("compare", "-m", "RR", "-f", "tsv", factoid[0]).rows
    low, high = printed[0].index("rank_low"), printed[0].index("rank_high")
    expected = [f"{row[low]}–{row[high]}" for row in printed[1:]]
    assert [row[at] for row in detail[1:]] == expected


def test_clusters_and_tasks_are_counted_and_signed(page, put, factoid):
    scores, questions = factoid
    names = [line.split("\t")[:2] for line in questions.read_text().splitlines()[1:]]
    rows = "".join(f"{name}\t{kind}\t{kind}{at // 3}\n" for at, (name, kind) in enumerate(names))
    grouped = put("grouped.tsv", f"question\ttype\tpassage\n{rows}")
    asked = ("--no-pictures", "-m", "RR", "--trials", "200", "--questions", grouped)
    found = page(*asked, "--cluster", "passage", scores)
    count = len({f"{kind}{at // 3}" for at, (_, kind) in enumerate(names)})
    assert f"25 runs, 195 questions in {count} clusters, 1 measure" in found.text
    assert "|cluster:passage|" in found.text and f"With {count} clusters, " in found.text
    found = page(*asked, "--macro", "type", scores)
    assert "tasks that count the same" in found.text and "|macro:type|" in found.text


def test_every_number_is_the_commands_own(page, qaeval, factoid, monkeypatch):
    """The page's commands, run again, print what the page shows."""
    scores, questions = factoid
    monkeypatch.chdir(scores.parent)
    asked = ("--questions", questions, "--by", "type", "--seed", "3", "-c", "60", "-c", "90")
    found = page("--no-pictures", *asked, "--exclude", "ume-1", scores.name)
    printed = {}
    for code in found.one("dl", class_="commands").all("code"):
        words = shlex.split(code.text)[1:]
        outcome = qaeval(*words, *(["-f", "tsv"] if words[0] != "report" else []))
        assert outcome.code == 0, outcome.err
        flags = [word for word in ("--bins", "--by") if word in words]
        printed[" ".join([words[0], *flags])] = outcome.rows
    assert set(printed) == {
        "compare", "compare --by", "swap", "swap --bins", "stability", "plan",
        "hardness", "hardness --by", "report --by",
    }  # fmt: skip

    def number(text, digits=4):
        return f"{float(text):.{digits}f}"

    compared = [row for row in printed["compare"][1:] if row[0] == "RR"]
    detail = table(found, "RR: runs, best first")[1:]
    assert len(detail) == len(compared) == 24
    names = printed["compare"][0]
    for shown, cells in zip(detail, compared, strict=True):
        told = dict(zip(names, cells, strict=True))
        assert shown[:3] == [told["rank"], told["run"], number(told["value"])]
        assert shown[4:6] == [number(told["low"]), number(told["high"])]
        assert shown[6] == f"{told['rank_low']}–{told['rank_high']}"
        assert shown[7] == told["mark"] and shown[9] == told["letters"]
        assert shown[8] in ("", "<0.0001") or shown[8] == number(told["p"])
    by_type = {(row[0], row[3]): row for row in printed["compare --by"][1:] if row[1] == "RR"}
    rows = table(found, "RR by type: runs, best first by all questions")
    at = next(i for i, head in enumerate(rows[0]) if head.startswith("person"))
    for row in rows[1:]:
        assert row[at].startswith(number(by_type["person", row[0]][4]))
        values = [float(by_type[kind, row[0]][4]) for kind in {k for k, _ in by_type}]
        assert row[2] == f"{sum(values) / len(values):.4f}"
    stable = [[r[0], r[1], number(r[3]), number(r[4])] for r in printed["stability"][1:]]
    shown = table(found, "Stability: minority rate and proportion of ties")[1:]
    assert sorted([r[0], r[1], r[3], r[4]] for r in shown) == sorted(stable)
    bins = [[r[0], r[1], f"{int(r[4]):,}", f"{int(r[5]):,}"] for r in printed["swap --bins"][1:]]
    shown = table(found, "Swap rates by the difference seen on one set")[1:]
    assert sorted([r[0], r[1], r[3], r[4]] for r in shown) == sorted(bins)
    required = {(r[0], r[1]): r[3] for r in printed["swap"][1:]}
    for row in table(found, "What can be believed, measure by measure")[1:]:
        assert float(row[5]) == float(required[row[0], row[4]])
    plan = [[r[0], f"{int(r[1]):,}", number(r[2]), number(r[3])] for r in printed["plan"][1:]]
    shown = table(found, "Differences to be believed and found with more questions")[1:]
    assert [r[:4] for r in shown] == plan
    bands = [[number(r[4]), number(r[5]), r[6]] for r in printed["plan"][1:]]
    assert [r[4:] for r in shown] == bands
    hard = {(r[0], r[1]): f"{number(r[2])} {r[3]}" for r in printed["hardness"][1:]}
    for question, _, first, second in table(found, "Questions, the hardest first")[1:]:
        assert first == hard["RR", question] and second == hard["NQcorrect1", question]
    thirds = {r[1]: [*r[2:6], number(r[6])] for r in printed["hardness --by"][1:] if r[0] == "RR"}
    for row in table(found, "How hard each type is, by RR")[1:]:
        assert row[1:] == thirds[row[0]]


def test_a_question_table_from_standard_input(page, factoid, monkeypatch):
    """It can be read only once, although categories and hardness both need it."""
    scores, questions = factoid
    asked = ("--no-pictures", "--by", "type", "--trials", "20", "-m", "RR", scores)
    from_file = page("--questions", questions, *asked)
    with questions.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        from_input = page("--questions", "-", *asked)
    for caption in (
        "How hard each type is, by RR",
        "RR by type: runs, best first by all questions",
    ):
        assert table(from_input, caption) == table(from_file, caption)


def test_from_few_runs_the_page_says_not_what_to_believe(page, scores):
    values = [i % 5 / 4 for i in range(30)]
    found = page("--no-pictures", scores(a=values, b=values[::-1], c=[*values[3:], *values[:3]]))
    summary = table(found, "What can be believed, measure by measure")
    assert summary[1][1] == "none" and summary[1][2] == "–"
    plan = table(found, "Differences to be believed and found with more questions")
    assert plan[0] == ["measure", "questions", "find from"]
    missing = "RR: which difference to believe is not known: only 3 runs, expected 10 or more."
    assert missing in found.one("dl", class_="short").text
    assert "believe a difference" not in found.text and summary[1][5] == "none"


def test_few_runs_and_no_plan_take_nothing_to_believe_from_swaps(page, scores):
    """Eight questions are too few for a plan, and two runs for anything else."""
    found = page("--no-pictures", scores(a=[1] * 8, b=[0] * 8))
    assert "believe a difference" not in found.text
    assert "not known: only 2 runs, expected 10 or more" in found.one("dl", class_="short").text


def test_what_to_believe_in_plain_words(page, factoid):
    found = page("--no-pictures", "-m", "RR", factoid[0])
    assert "With 195 questions, believe a difference in RR of 0.083 or more" in found.text


def test_same_input_same_bytes(qaeval, factoid):
    pytest.importorskip("matplotlib")
    asked = ("report", "-m", "RR", "--trials", "50", factoid[0])
    assert qaeval(*asked).out == qaeval(*asked).out


def test_the_order_of_tables_changes_no_number(page, scores):
    one, two = scores("one.tsv", a=[1, 0, 1]), scores("two.tsv", b=[0, 0, 1])
    caption = "Leaderboard, ranked by RR"
    first, second = (page("--no-pictures", *pair) for pair in ((one, two), (two, one)))
    assert table(first, caption) == table(second, caption)


def test_the_form_of_the_page(page, factoid):
    pytest.importorskip("matplotlib")
    scores, questions = factoid
    found = page("--questions", questions, "--by", "type", "--trials", "20", scores)
    assert len(list(found.all("h1"))) == 1 and found.one("html").attributes["lang"] == "en"
    assert found.one("main") and found.one("header") and found.one("nav") and found.one("footer")
    ids = [e.attributes["id"] for e in found.all() if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    for element in found.all():
        named = element.attributes.get("aria-labelledby")
        assert named is None or named in ids
        link = element.attributes.get("href", "#main")
        assert link.startswith("data:") or link.removeprefix("#") in ids
    for box in found.all("input"):
        assert found.one("label", **{"for": box.attributes["id"]}).text
    for one in found.all("table"):
        assert next(one.all("caption")).text
        heads = list(one.all("th"))
        assert {head.attributes.get("scope") for head in heads} <= {"col", "row"}
        lengths = {sum(c.tag in ("th", "td") for c in row.children) for row in one.all("tr")}
        assert len(lengths) == 1
    for one in found.all("img"):
        assert one.attributes["alt"] and one.attributes["src"].startswith("data:")
    pictures = list(found.all("svg", role="img"))
    assert len(pictures) == 5  # two measures
    assert all(p.attributes["aria-label"] and "viewbox" in p.attributes for p in pictures)


def test_nothing_is_fetched_and_only_the_pages_script_runs(page, factoid):
    pytest.importorskip("matplotlib")
    found = page("--trials", "20", factoid[0])
    for element in found.all():
        for key, value in element.attributes.items():
            assert (value or "").startswith("data:") or "//" not in (value or ""), (key, value)
            assert not key.startswith("on")
    policy = found.one("meta", **{"http-equiv": "Content-Security-Policy"}).attributes["content"]
    assert "default-src 'none'" in policy and "connect" not in policy
    (script,) = [s for s in found.all("script") if "type" not in s.attributes]
    digest = base64.b64encode(hashlib.sha256(script.text.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert all(style.text for style in found.all("style"))
    assert sum(1 for _ in found.all("style")) == 1  # none inside the pictures


@pytest.fixture
def hostile(put):
    """Runs, questions, categories, a measure and a title that would be markup if they could."""
    runs = [*HOSTILE[:4], *HOSTILE[5:]]
    rows = [
        f"{run}\t{HOSTILE[0]}\t{question}\t{(i * 7 + j * 3) % 5 / 4}\n"
        for i, run in enumerate(runs)
        for j, question in enumerate([*runs, *(f"q{n}" for n in range(20))])
    ]
    table = put("x';<b>.tsv", "run\tmeasure\tquestion\tvalue\n" + "".join(rows))
    kinds = [f"{q}\t{runs[i % 3]}\n" for i, q in enumerate([*runs, *(f"q{n}" for n in range(20))])]
    questions = put("q.tsv", "question\t<kind>\n" + "".join(kinds))
    return runs, table, ("--questions", questions, "--by", "<kind>", "--title", HOSTILE[4])


def test_hostile_names_stay_text(page, qaeval, hostile):
    pytest.importorskip("matplotlib")
    runs, scores, asked = hostile
    found = page("--trials", "20", *asked, scores)
    kinds = {element.tag for element in found.all()}
    assert kinds <= ELEMENTS
    assert not [e for e in found.all() if any(k.startswith("on") for k in e.attributes)]
    board = table(found, f"Leaderboard, ranked by {HOSTILE[0]}")
    assert sorted(row[1] for row in board[1:]) == sorted(runs)
    assert {row.attributes["data-run"] for row in found.all("tr") if "data-run" in row.attributes} \
        == set(runs)  # fmt: skip
    assert sorted(told(found)["maps"][0]["runs"]) == sorted(runs)
    assert found.one("h1").text == found.one("title").text == "x\\u202eevil"
    raw = qaeval("report", "--trials", "20", *asked, scores).out
    assert "<script>alert" not in raw and "\u202e" not in raw
    assert "alert(2)" in raw  # as text


def test_unseen_characters_of_a_file_name_are_shown(page, scores):
    path = scores("sco\u202eres.tsv", a=[1, 0], b=[0, 1])
    found = page("--no-pictures", path)
    assert "\u202e" not in found.text
    line = [code.text for code in found.one("dl", class_="commands").all("code")][-1]
    words = subprocess.run(["bash", "-c", f"printf '%s\\n' {line}"], capture_output=True)
    assert str(path).encode() in words.stdout.split(b"\n")


@pytest.mark.parametrize("word", [*HOSTILE, "it's", "a b", "$HOME", "-m", "", "tab\there", "é\n'x"])
def test_shell_words_come_back(word):
    done = subprocess.run(["bash", "-c", f"printf %s {shell_word(word)}"], capture_output=True)
    assert done.stdout.decode() == word and not re.search("[\x00-\x1f\u202e]", shell_word(word))


def test_without_matplotlib(qaeval, scores, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    path = scores(a=[1, 0], b=[0, 1])
    refused = qaeval("report", path)
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == (
        "qaeval: the pictures need matplotlib: pip install 'qaeval-cli[plot]', or leave them out "
        "with --no-pictures\n"
    )
    assert qaeval("report", "--no-pictures", path).code == 0


@pytest.mark.parametrize(
    ("runs", "says"),
    [
        ({"a": [1, 0, 0.5]}, "one run alone cannot be compared"),
        ({"a": [1], "b": [0]}, "one question cannot be split into two sets"),
        ({"a": [1]}, "one run alone cannot be compared"),
        ({"a": [0.5] * 30, "b": [0.5] * 30}, "all runs differ by the same on every question"),
        ({"a": [1, 0, 1], "b": [0, 0, 1]}, "too few to extrapolate from"),
        ({"a": [-300.5] * 5, "b": [1e6] * 5}, "too few to extrapolate from"),
    ],
)
def test_too_little_to_say_much(page, scores, runs, says):
    pytest.importorskip("matplotlib")
    found = page(scores(**runs))
    assert says in found.text
    assert len(table(found, "Leaderboard, ranked by RR")) == len(runs) + 1


def test_undefined_values(page, put, qaeval):
    silent = put("silent.tsv", "question\toutcome\n" + "".join(f"q{i}\tU\n" for i in range(30)))
    rows = "".join(f"q{i}\t{'RW'[i % 2]}\t0.{i % 9 + 1}\n" for i in range(30))
    spoken = put("spoken.tsv", "question\toutcome\tconfidence\n" + rows)
    scores = put("s.tsv", "")
    asked = ("-m", "accuracy", "-m", "AURC", "-o", scores)
    assert qaeval("score", "--judged", "-q", "-f", "tsv", *asked, silent, spoken).code == 0
    found = page("--no-pictures", scores)
    rows = {row[1]: row for row in table(found, "Leaderboard, ranked by accuracy")[1:]}
    assert rows["silent"][4] == "–" and rows["spoken"][2].startswith("0.5000")
    assert "AURC is undefined for run 'silent'" in found.text
    lines = [code.text for code in found.one("dl", class_="commands").all("code")]
    assert lines[0] == f"qaeval compare -m accuracy {shell_word(str(scores))}"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-c", "2"), "-c 2: two sets with none in common out of 3 questions: c can be 1 to 1"),
        (("--exclude", "a", "--exclude", "b"), "--exclude leaves 0 runs"),
        (("--by", "kind"), "--by needs --questions FILE"),
        (("-m", "Q"), "no measure 'Q' here (there are: RR)"),
        (("--test", "tukey-hsd", "--correct", "holm"), "--correct beside tukey-hsd"),
        (("-o", "/nowhere/x.html"), "/nowhere/x.html: cannot be written"),
    ],
)
def test_bad_words(qaeval, scores, arguments, message):
    path = scores(a=[1, 0, 1], b=[0, 0, 1])
    outcome = qaeval("report", "--no-pictures", *arguments, path)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err and outcome.err.count("\n") == 1


def test_a_test_that_does_not_apply(qaeval, put, sample_data):
    runs = [sample_data / "response/runs" / f"{name}.tsv" for name in ("icia091ro", "uaic092ro")]
    path = put("s.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "c@1", "-o", path, *runs)
    outcome = qaeval("report", "--no-pictures", "--test", "t", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "c@1 is not a mean over questions, so --test t does not apply" in outcome.err


def test_too_many_values_of_by(qaeval, put, scores):
    path = scores(a=[0.5] * 70, b=[1] * 70)
    kinds = "".join(f"q{i:02}\tk{i}\n" for i in range(1, 71))
    questions = put("q.tsv", "question\tkind\n" + kinds)
    outcome = qaeval("report", "--no-pictures", "--questions", questions, "--by", "kind", path)
    assert outcome.code == 2 and "--by kind: 70 values, at most 60" in outcome.err


def test_a_file_and_what_was_read(qaeval, scores, tmp_path):
    path = scores(a=[1, 0], b=[0, 1])
    out = tmp_path / "page.html"
    outcome = qaeval("report", "--no-pictures", "-v", "-o", out, path)
    assert (outcome.code, outcome.out) == (0, "")
    assert "scores.tsv: 2 runs, 2 questions, measures: RR" in outcome.err
    assert "note: RR: 2 questions: too few to extrapolate from" in outcome.err
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert digest in out.read_text() and "|test:max-t|" in out.read_text()


def test_lower_is_better(page, put, qaeval):
    # (1 − .9)² = .01 and (1 − .5)² = .25
    header = "question\toutcome\tconfidence\n"
    runs = [
        put(f"{name}.tsv", header + "".join(f"q{i}\tR\t{sure}\n" for i in range(4)))
        for name, sure in (("sure", 0.9), ("unsure", 0.5))
    ]
    scores = put("s.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "Brier", "-o", scores, *runs)
    rows = table(page("--no-pictures", scores), "Leaderboard, ranked by Brier")
    assert rows[0][2] == "Brierlower is better"
    assert [row[1] for row in rows[1:]] == ["sure", "unsure"] and "0.0100" in rows[1][2]


SPOKEN = "question\toutcome\tconfidence\trun\n" + "".join(
    f"q{i:02}\t{'RRW'[(i + i // 7 * shift) % 3]}\t0.{i * (3 + shift) % 9 + 1}\t{run}\n"
    for shift, run in enumerate(("one", "two"))
    for i in range(30)
)


def spoken_table(put, qaeval, name):
    """A score table of judged responses with confidences, by one measure that needs them."""
    path = put("spoken-scores.tsv", "")
    asked = ("-q", "-f", "tsv", "-m", "accuracy", "-m", name, "-o", path)
    assert qaeval("score", "--judged", *asked, put("spoken.tsv", SPOKEN)).code == 0
    return path


def test_confidences_have_a_section(page, put, qaeval):
    pytest.importorskip("matplotlib")
    scores = spoken_table(put, qaeval, "CWS")
    found = page(scores)
    section = found.one("section", id="confidence")
    rows = table(section, "Measures of confidence")
    assert {row[0] for row in rows[1:]} == {"one", "two"}
    labels = " ".join(str(svg.attributes["aria-label"]) for svg in section.all("svg"))
    assert "share of questions answered" in labels and "right answers by confidence" in labels
    # What the command below the table prints is what the table shows.
    said = qaeval("coverage", "-f", "tsv", "--points", "2", "-m", "AUROC", "-m", "log-loss", scores)
    header, *lines = said.rows
    for name, row in ((row[0], row) for row in rows[1:]):
        shown = dict(zip((head.split("\n")[0] for head in rows[0]), row, strict=True))
        first = dict(zip(header, next(line for line in lines if line[0] == name), strict=True))
        for label in ("AUROC", "log-loss"):
            assert shown[label] == f"{float(first[label]):.4f}"
    commands = [code.text for code in found.one("dl", class_="commands").all("code")]
    assert any(line.startswith("qaeval coverage --points 2 -m AUROC") for line in commands)


def test_no_section_without_confidences(page, put, qaeval):
    found = page("--no-pictures", spoken_table(put, qaeval, "c@1"))
    assert not list(found.all("section", id="confidence"))
    assert "qaeval coverage" not in found.text


def test_a_title_from_python_may_hold_half_a_character():
    assert shell_word("\udcff \ud800") == r"$'\xff \xed\xa0\x80'"
