"""Which runs count: --run, --exclude, and the table of --runs; which measure ranks them: --sort.

Four runs on four questions, right (1) or wrong (0) at rank 1:

        a-1  a-2  b-1  b-2
    q1    1    1    1    0
    q2    1    1    0    1
    q3    1    1    0    0
    q4    0    1    0    0
        .75    1  .25  .25

a-2, which is at rank 1, is a run by hand; the second answer of b-2 to q1 is right too.
"""

import json

import pytest

KEY = "question\tclass\tanswer\tlevel\n" + "".join(f"q{n}\t1\tx\tA\n" for n in range(1, 5))
RIGHT = {"a-1": "1110", "a-2": "1111", "b-1": "1000", "b-2": "0100"}
TABLE = "run\tteam\ttype\tprimary\na-1\tA\tauto\tyes\na-2\tA\thand\t\nb-1\tB\tauto\tyes\n"
TABLE += "b-2\tB\tauto\tno\n"
VALUES = {"a-1": "0.75", "a-2": "1", "b-1": "0.25", "b-2": "0.25"}


@pytest.fixture
def key(put):
    return put("key.tsv", KEY)


@pytest.fixture
def table(put):
    return put("runs.tsv", TABLE)


def _run(put, name, right):
    rows = [f"q{n}\t1\t{'x' if mark == '1' else 'y'}\n" for n, mark in enumerate(right, 1)]
    return put(f"{name}.tsv", "question\trank\tanswer\n" + "".join(rows))


@pytest.fixture
def runs(put):
    return [_run(put, name, right) for name, right in RIGHT.items()]


@pytest.fixture
def scores(qaeval, put, key, runs):
    return put("scores.tsv", qaeval("score", "-q", "-f", "tsv", "-m", "RR", key, *runs).out)


@pytest.fixture
def scored(qaeval, key, runs):
    """The runs that `score` with these options has, in order, and what it says beside them."""

    def score(*options):
        outcome = qaeval("score", "-m", "RR", "-f", "tsv", *options, key, *runs)
        assert outcome.code == 0
        rows = outcome.rows[1:]
        assert all(row[-1] == VALUES[row[-4]] for row in rows)
        return [row[-4] for row in rows], outcome.err

    return score


@pytest.mark.parametrize(
    ("options", "left"),
    [
        (("--run", "a-*"), ["a-2", "a-1"]),
        (("--run", "?-1", "--run", "b-2"), ["a-1", "b-1", "b-2"]),
        (("--run", "A-*", "--run", "b-1"), None),  # case counts
        (("--exclude", "*-2"), ["a-1", "b-1"]),
        (("--exclude", "a-[13]"), ["a-2", "b-1", "b-2"]),
        (("--run", "a-*", "--exclude", "*-2"), ["a-1"]),
    ],
)
def test_patterns(scored, qaeval, key, runs, options, left):
    if left is None:
        refused = qaeval("score", *options, key, *runs)
        assert refused.code == 2 and not refused.out
        assert refused.err == "qaeval: --run 'A-*': no run matches; did you mean 'a-2'?\n"
    else:
        assert scored(*options) == (left, "")


def test_a_name_that_looks_like_a_pattern_is_a_name_first(qaeval, put, key):
    runs = [_run(put, name, "1000") for name in ("a1", "a[1]", "b")]
    out = qaeval("score", "-m", "RR", "-f", "tsv", "--exclude", "a[1]", key, *runs)
    assert [row[0] for row in out.rows[1:]] == ["a1", "b"]
    taken = "taken for the run of that name, not for a pattern, which would match a1"
    assert out.err == f"qaeval: note: --exclude 'a[1]': {taken}\n"
    alone = qaeval("score", "-m", "RR", "-f", "tsv", "--run", "a[1]", key, *runs[1:])
    assert [row[0] for row in alone.rows[1:]] == ["a[1]"] and alone.err == ""


def test_runs_left_out_are_not_marked(qaeval, put, key, runs):
    """A run that lacks the seconds which the measure needs does no harm where it is left out."""
    timed = "question\trank\tanswer\tseconds\n" + "".join(f"q{n}\t1\tx\t2\n" for n in range(1, 5))
    quick = put("quick.tsv", timed)
    asked = ("score", "-m", "seconds", "-f", "tsv", key, *runs, quick)
    assert "seconds" in qaeval(*asked).err
    assert [row[0] for row in qaeval(*asked, "--run", "quick").rows[1:]] == ["quick"]


def test_judged_runs_are_chosen_before_their_questions(qaeval, put):
    whole = put("whole.tsv", "question\toutcome\nq1\tR\nq2\tW\n")
    part = put("part.tsv", "question\toutcome\nq1\tR\n")
    asked = ("score", "--judged", "-m", "accuracy", "-f", "tsv", whole, part)
    assert "lacks 1 question" in qaeval(*asked).err
    assert qaeval(*asked, "--exclude", "p*").rows[1:] == [["whole", "accuracy", "all", "0.5"]]


def test_the_signature_says_which(qaeval, key, runs, table):
    out = qaeval("score", "--run", "?-1", "--run", "a*", "--exclude", "b-1", key, *runs).out
    assert "|questions:4|chosen:?-1,a*|excluded:b-1|levels:" in out
    of_table = ("--runs", table, "--only-runs", "type=auto")
    out = qaeval("score", "-m", "RR", *of_table, "--best-of", "team", key, *runs).out
    assert "|run table:runs.tsv|only runs:type=auto|best of:team by RR|" in out
    out = qaeval("score", "-m", "RR", "--runs", table, "--by-runs", "type", key, *runs).out
    assert "|run table:runs.tsv|by runs:type|" in out


def test_by_a_column(scored, table):
    assert scored("--runs", table, "--only-runs", "primary=yes") == (["a-1", "b-1"], "")
    both = ("--only-runs", "type=auto", "--only-runs", "team=B")
    assert scored("--runs", table, *both) == (["b-1", "b-2"], "")
    assert scored("--runs", table, "--only-runs", "primary=") == (["a-2"], "")


def test_the_best_of_each_team(scored, table):
    tie = "qaeval: note: team 'B': b-1, b-2 have the same RR, and b-1, the first by name, is taken "
    assert scored("--runs", table, "--best-of", "team") == (["a-2", "b-1"], tie + "as the best\n")
    chosen = ("--only-runs", "type=auto", "--exclude", "b-1")
    assert scored("--runs", table, "--best-of", "team", *chosen) == (["a-1", "b-2"], "")


def test_the_best_is_the_lowest_where_lower_is_better(qaeval, put, key, table):
    def timed(name, seconds):
        rows = "".join(f"q{n}\t1\tx\t{seconds}\n" for n in range(1, 5))
        return put(f"{name}.tsv", "question\trank\tanswer\tseconds\n" + rows)

    runs = [timed("a-1", 3), timed("a-2", 2), timed("b-1", 1), timed("b-2", 5)]
    asked = ("score", "-m", "seconds", "-f", "tsv", "--runs", table, "--best-of", "team")
    assert [row[0] for row in qaeval(*asked, key, *runs).rows[1:]] == ["b-1", "a-2"]


def test_the_best_by_the_macro_mean(qaeval, put, key, table):
    """a-1 has more questions right, a-2 more of the tasks: q1 to q3 are one task, q4 another."""
    runs = [_run(put, name, right) for name, right in (("a-1", "1110"), ("a-2", "0011"))]
    runs += [_run(put, "b-1", "1000"), _run(put, "b-2", "0000")]
    questions = put("questions.tsv", "question\ttask\nq1\ts\nq2\ts\nq3\ts\nq4\tt\n")
    asked = ("-m", "RR", "--runs", table, "--best-of", "team", "-f", "tsv")
    macro = ("--questions", questions, "--macro", "task")
    plain = qaeval("score", *asked, key, *runs).rows[1:]
    assert [row[0] for row in plain] == ["a-1", "b-1"]
    spread = qaeval("score", "--intervals", *asked, *macro, key, *runs).rows[1:]
    # a-1: (1 + 0) / 2, a-2: (1/3 + 1) / 2
    assert [(row[0], float(row[3])) for row in spread] == [
        ("a-2", pytest.approx(2 / 3)),
        ("b-1", pytest.approx(1 / 6)),
    ]
    compared = qaeval("compare", *asked, *macro, "--key", key, *runs)
    assert [row[2] for row in compared.rows[1:]] == ["a-2", "b-1"]


def test_a_leaderboard_for_each_type(qaeval, key, runs, table):
    asked = ("score", "-m", "RR", "--runs", table, "--by-runs", "type", key, *runs)
    assert qaeval(*asked, "-f", "tsv").rows == [
        ["type", "run", "measure", "question", "value"],
        ["auto", "a-1", "RR", "all", "0.75"],
        ["auto", "b-1", "RR", "all", "0.25"],
        ["auto", "b-2", "RR", "all", "0.25"],
        ["hand", "a-2", "RR", "all", "1"],
    ]
    text = qaeval(*asked).out
    assert "type: auto (3 runs)\n" in text and "type: hand (1 run)\n" in text
    groups = json.loads(qaeval(*asked, "-f", "json").out)["groups"]
    assert {
        value: [(row["rank"], row["run"]) for row in rows] for value, rows in groups.items()
    } == {
        "auto": [(1, "a-1"), (2, "b-1"), (2, "b-2")],
        "hand": [(1, "a-2")],
    }


def test_each_type_with_intervals_tasks_and_a_picture(qaeval, put, tmp_path, key, runs, table):
    """Tasks q1 to q3 and q4: the macro mean of a-1 is (1 + 0) / 2."""
    questions = put("questions.tsv", "question\ttask\nq1\ts\nq2\ts\nq3\ts\nq4\tt\n")
    macro = ("--questions", questions, "--macro", "task", "--intervals")
    picture = tmp_path / "types.svg"
    asked = ("score", "-m", "RR", "--runs", table, "--by-runs", "type", *macro)
    outcome = qaeval(*asked, "--plot", picture, key, *runs)
    assert "type: auto (3 runs), macro mean over 2 values of task\n" in outcome.out
    assert outcome.out.splitlines()[4].split()[:3] == ["1", "a-1", "0.5000"]
    assert "type: hand (1 run)" in picture.read_text()


def test_a_report_of_the_best_names_them(qaeval, tmp_path, scores, table):
    """The lines that print its numbers again need not have the measure that decides."""
    page = tmp_path / "report.html"
    asked = ("report", "--no-pictures", "--runs", table, "--best-of", "team", "-o", page, scores)
    assert qaeval(*asked).code == 0
    text = page.read_text()
    assert "qaeval hardness --run a-2 --run b-1" in text
    assert f"qaeval report --no-pictures -o {page} --runs {table} --best-of team" in text
    assert "|best of:team by RR|" in text
    assert "Each run is the best of its team by RR on these very questions" in text


def test_in_compare_each_group_is_a_family(qaeval, scores, table):
    asked = ("compare", "--runs", table, "--by-runs", "type", scores)
    record = json.loads(qaeval(*asked, "-f", "json").out)
    assert [(family["type"], family["pairs"]) for family in record["families"]] == [
        ("auto", 3),
        ("hand", 0),
    ]
    assert "|by runs:type|" in record["signature"]
    assert "|family:3 pairs of auto,0 pairs of hand|" in record["signature"]
    pairs = qaeval(*asked, "--pairs", "-f", "tsv")
    assert [row[:4] for row in pairs.rows[1:]] == [
        ["auto", "RR", "a-1", "b-1"],
        ["auto", "RR", "a-1", "b-2"],
        ["auto", "RR", "b-1", "b-2"],
    ]
    assert "note: type 'hand' left out: 1 run, expected 2 or more\n" in pairs.err
    assert qaeval(*asked, "--pairs").out.splitlines()[-1].startswith("runs:3|")


def test_compare_says_what_it_does_not_know_of_the_best(qaeval, scores, table, key, runs):
    asked = ("--runs", table, "--best-of", "team")
    said = "Each run is the best of its team by RR on these very questions"
    assert said in " ".join(qaeval("compare", *asked, scores).out.split())
    assert said in " ".join(
        qaeval("score", "-m", "RR", "--intervals", *asked, key, *runs).out.split()
    )
    assert said not in " ".join(qaeval("compare", scores).out.split())
    named = ("--only-runs", "primary=yes")  # one of each team, so that there is nothing to choose
    assert said not in " ".join(qaeval("compare", *asked, *named, scores).out.split())


def test_swap_says_of_which_runs_it_speaks(qaeval, scores, table):
    out = qaeval("swap", "--runs", table, "--by-runs", "type", scores).out
    assert "type auto: Which difference to believe is not known: only 3 runs" in " ".join(
        out.split()
    )


@pytest.mark.parametrize(
    "command",
    [
        ("compare",),
        ("stability",),
        ("swap",),
        ("hardness",),
        ("correlate", "--over", "questions", "-m", "RR", "-m", "Q"),
    ],
)
def test_studies_of_the_best(qaeval, put, key, runs, table, command):
    every = qaeval("score", "-q", "-f", "tsv", "-m", "RR", "-m", "Q", key, *runs).out
    scores = put("both.tsv", every)
    best = qaeval(*command, "--runs", table, "--best-of", "team", scores)
    named = qaeval(*command, "--run", "a-2", "--run", "b-1", scores)
    assert best.code == named.code == 0
    signature = best.out.splitlines()[-1]
    assert signature.startswith("runs:2|questions:4|run table:runs.tsv|best of:team by RR|")
    assert named.out.splitlines()[-1].startswith("runs:2|questions:4|chosen:a-2,b-1|")
    assert best.out.splitlines()[:6] == named.out.splitlines()[:6]


def test_best_with_intersect_is_studied_on_the_questions_of_the_best(qaeval, put, table):
    """a-1 lacks q3: a-2, the best on q1 and q2, is then compared with b-1 on all three."""
    header = "run\tmeasure\tquestion\tvalue\n"
    values = {"a-1": "10", "a-2": "110", "b-1": "001", "b-2": "000"}
    rows = [
        f"{run}\tRR\tq{n}\t{value}\n"
        for run, marks in values.items()
        for n, value in enumerate(marks, 1)
    ]
    scores = put("scores.tsv", header + "".join(rows))
    asked = ("hardness", "--runs", table, "--best-of", "team", "--intersect", "-f", "tsv", scores)
    assert [row[1:3] for row in qaeval(*asked).rows[1:]] == [
        ["q1", "0.5"],
        ["q2", "0.5"],
        ["q3", "0.5"],
    ]


def test_time_and_coverage_and_mark_and_sample(qaeval, put, key, runs, scores, table):
    timed = put(
        "timed.tsv", "run\tscore\tseconds\na-1\t.5\t1\na-2\t.6\t9\nb-1\t.2\t3\nb-2\t.1\t1\n"
    )
    rows = qaeval("time", "-r", "0", "-f", "tsv", "--runs", table, "--best-of", "team", timed).rows
    assert [(row[0], row[3]) for row in rows[1:]] == [("a-2", "1"), ("b-1", "0.3333333333333333")]
    marked = qaeval("mark", "-f", "tsv", "--run", "b-*", "--exclude", "b-2", key, *runs).rows
    assert {row[0] for row in marked[1:]} == {"b-1"}
    judged = "run\tquestion\toutcome\tconfidence\n" + "".join(
        f"{run}\tq{n}\t{outcome}\t.{n}\n" for run in "cd" for n, outcome in ((1, "R"), (2, "W"))
    )
    responses = put("judged.tsv", judged)
    covered = qaeval("coverage", "--judged", "-f", "tsv", "--run", "d", responses).rows
    assert {row[0] for row in covered[1:]} == {"d"}
    drawn = qaeval("sample", "-c", "1", "--run", "a-*", "-f", "tsv", scores)
    assert drawn.code == 0
    missing = qaeval("sample", "-c", "1", "--run", "z", "-f", "tsv", scores)
    assert (
        missing.err == "qaeval: --run 'z': there is no such run (there are: a-1, a-2, b-1, b-2)\n"
    )


def test_ranks_against_does_not_miss_what_is_left_out(qaeval, scores):
    asked = ("compare", "--ranks-against", f"X={scores}", "--exclude", "b-*", scores)
    assert "not ranked" not in qaeval(*asked).err


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--run", "a-9"), "--run 'a-9': there is no such run; did you mean 'a-2'?"),
        (("--run", "a-1", "--exclude", "a-*"), "--run and --exclude leave 0 runs, too few"),
        (("--best-of", "team"), "--best-of needs --runs FILE, whose column it names"),
        (("--by-runs", "type"), "--by-runs needs --runs FILE, whose column it names"),
        (("--only-runs", "team=A"), "--only-runs needs --runs FILE, whose column it names"),
        (
            ("--runs", "TABLE"),
            "--runs has no effect without --only-runs, --best-of or --by-runs, which name its "
            "columns",
        ),
        (
            ("--runs", "TABLE", "--best-of", "teams"),
            "TABLE: --best-of: no column 'teams' (there are: team type primary); did you mean "
            "'team'?",
        ),
        (
            ("--runs", "TABLE", "--only-runs", "team=C"),
            "TABLE: no run has team 'C' (there are: A, B)",
        ),
        (
            ("--runs", "TABLE", "--only-runs", "team=B", "--only-runs", "type=hand"),
            "TABLE: no run meets every --only-runs",
        ),
        (("--runs", "TABLE", "--only-runs", "A"), "--only-runs 'A': expected COLUMN=VALUE"),
        (("--runs", "TABLE", "--by-runs", "primary"), "TABLE:3: run 'a-2' has no primary"),
        (
            ("--runs", "TABLE", "--by-runs", "type", "--by", "x"),
            "--by-runs beside --by: groups of runs, or of questions, not both",
        ),
    ],
)
def test_refused(qaeval, key, runs, scores, table, options, message):
    words = [table if word == "TABLE" else word for word in options]
    message = message.replace("TABLE", str(table))
    for command in (("score", "-m", "RR", *words, key, *runs), ("compare", *words, scores)):
        outcome = qaeval(*command)
        assert (outcome.code, outcome.out, outcome.err) == (2, "", f"qaeval: {message}\n")


def test_a_table_that_lacks_runs_or_has_others(qaeval, put, key, runs):
    table = put("some.tsv", "run\tteam\na-1\tA\na-2\tA\nc-1\tC\n")
    asked = ("score", "-m", "RR", "-f", "tsv", "--runs", table, "--best-of", "team", key, *runs)
    refused = qaeval(*asked)
    lacking = "2 runs not in the table: b-1, b-2 (add them to it, or --exclude them)"
    assert (refused.code, refused.err) == (2, f"qaeval: {table}: {lacking}\n")
    without = qaeval(*asked, "--exclude", "b-*")
    assert [row[0] for row in without.rows[1:]] == ["a-2"]
    note = f"qaeval: note: {table}: 1 run of the table not among the runs: c-1\n"
    assert without.err == note


def test_contradictions_in_compare(qaeval, scores, table):
    by_runs = ("compare", "--runs", table, "--by-runs", "type", "--baseline", "a-1", scores)
    assert qaeval(*by_runs).err == (
        "qaeval: --baseline beside --by-runs: it is in one of the groups only\n"
    )
    excluded = qaeval("compare", "--exclude", "a-*", "--baseline", "a-1", scores)
    assert excluded.err == "qaeval: --baseline 'a-1' is not among the runs that are chosen\n"
    alone = qaeval("compare", "--pairs", "--run", "a-1", scores)
    assert alone.err == "qaeval: --run leaves 1 run, too few\n"


def test_the_best_of_each_type_apart_from_the_others(qaeval, put, key, runs, scores, table):
    asked = ("--runs", table, "--by-runs", "type", "--best-of", "team")
    rows = qaeval("score", "-m", "RR", "-f", "tsv", *asked, key, *runs).rows
    assert [row[:2] for row in rows[1:]] == [["auto", "a-1"], ["auto", "b-1"], ["hand", "a-2"]]
    told = qaeval("compare", "-f", "tsv", *asked, scores)
    assert [row[:4:3] for row in told.rows[1:]] == [
        ["auto", "a-1"],
        ["auto", "b-1"],
        ["hand", "a-2"],
    ]
    same = "team 'B' of type 'auto': b-1, b-2 have the same RR, and b-1, the first by name"
    assert same in told.err
    assert (
        "Each run is the best of its team and type by RR" in qaeval("compare", *asked, scores).out
    )


def test_what_cannot_be_the_best(qaeval, put, key, runs, table):
    asked = ("score", "--runs", table, "--best-of", "team", key, *runs)
    neither = "neither more nor less of n_u is better; put the measure that decides first"
    assert qaeval(*asked, "-m", "n_u").err == f"qaeval: --best-of team: {neither}\n"
    # Confidences that do not vary correlate with nothing.
    judged = "run\tquestion\toutcome\tconfidence\n" + "".join(
        f"{run}\tq{n}\t{outcome}\t.5\n" for run in RIGHT for n, outcome in ((1, "R"), (2, "W"))
    )
    responses = put("judged.tsv", judged)
    undefined = qaeval("score", "--judged", "-m", "conf-r", *asked[1:5], responses)
    assert undefined.err == "qaeval: --best-of: conf-r is undefined for every run of team 'A'\n"


def test_plan_names_the_number_of_runs_another_way(qaeval, scores):
    refused = qaeval("plan", "--runs", "20", scores)
    assert refused.err == (
        "qaeval: --runs 20: expected a table of runs; how many will be compared is "
        "--compared-runs 20\n"
    )


# --sort


def _lists(put):
    """By hand: x has IP 1, IR 1/2, F 2/3; y has IP 2/3, IR 1, F 4/5."""
    key = put("lists.tsv", "question\tclass\tanswer\tlevel\nq1\t1\tone\tA\nq1\t2\ttwo\tA\n")
    x = put("x.tsv", "question\tanswer\nq1\tone\n")
    y = put("y.tsv", "question\tanswer\nq1\tone\nq1\tno\nq1\ttwo\n")
    return key, x, y


def test_qac2_ranks_by_f(qaeval, put):
    files = _lists(put)
    outcome = qaeval("score", "-m", "qac2", *files)
    lines = [line.split() for line in outcome.out.splitlines()]
    assert lines[0] == ["rank", "run", "IP", "IR", "F"]
    assert lines[2:4] == [
        ["1", "y", "0.6667", "1.0000", "0.8000"],
        ["2", "x", "1.0000", "0.5000", "0.6667"],
    ]
    assert "|ranked by:F|" in outcome.out
    by_name = qaeval("score", "-m", "IP", "-m", "IR", "-m", "F", *files)
    assert by_name.out.splitlines()[2].split()[1] == "x"
    assert "ranked by" not in by_name.out


def test_sort(qaeval, put):
    files = _lists(put)
    for preset in (("-m", "qac2"), ("-m", "IR", "-m", "IP")):
        outcome = qaeval("score", *preset, "--sort", "IP", "-q", *files)
        boards = outcome.out.split("\n\n")
        assert [line.split()[0] for line in boards[0].splitlines()[2:]] == ["x", "y"]
        ranks = [line.split()[:2] for line in boards[1].splitlines()[2:]]
        assert ranks == [["1", "x"], ["2", "y"]]
    rows = qaeval("score", "-m", "IR", "-m", "IP", "--sort", "IP", "-f", "tsv", *files).rows
    assert [row[0] for row in rows[1:]] == ["x", "x", "y", "y"]


def test_the_best_by_the_measure_that_ranks(qaeval, put):
    key, *runs = _lists(put)
    table = put("runs.tsv", "run\tteam\nx\tT\ny\tT\n")
    asked = ("--runs", table, "--best-of", "team")
    by_f = qaeval("score", "-m", "qac2", *asked, key, *runs).out
    assert by_f.splitlines()[2].split()[1] == "y" and "|best of:team by F|ranked by:F|" in by_f
    by_ip = qaeval("score", "-m", "qac2", "--sort", "IP", *asked, key, *runs).out
    assert by_ip.splitlines()[2].split()[1] == "x" and "|best of:team by IP|" in by_ip
    compared = qaeval("compare", "-m", "qac2", *asked, "--key", key, *runs).out
    assert "|best of:team by F|" in compared and "ranked by" not in compared


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--sort", "Q"), "--sort: no measure 'Q' here (there are: IP, IR, F)"),
        (("--sort", "qac1"), "--sort: no measure 'qac1' here (there are: IP, IR, F)"),
        (("--sort", "IP", "-f", "trec"), "-f trec ranks no runs, so no --sort"),
    ],
)
def test_sort_refused(qaeval, put, options, message):
    outcome = qaeval("score", "-m", "qac2", *options, *_lists(put))
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"qaeval: {message}\n")


def test_sort_is_refused_before_any_run_is_read(qaeval, put):
    key, x, _ = _lists(put)
    wrong = "qaeval: --sort: no measure 'Q' here (there are: IP)\n"
    assert qaeval("score", "-m", "IP", "--sort", "Q", key, x.with_name("none.tsv")).err == wrong
    judged = qaeval("score", "--judged", "-m", "c@1", "--sort", "Q", x.with_name("none.tsv"))
    assert judged.err == wrong.replace("IP", "c@1")


def test_sort_takes_no_measure_that_could_be_had_but_was_not_asked_for(qaeval, put):
    """c@1 has the components of precision."""
    judged = put("a.tsv", "question\toutcome\nq1\tR\nq2\tU\n")
    outcome = qaeval("score", "--judged", "-m", "c@1", "--sort", "precision", judged)
    assert outcome.code == 2
    assert outcome.err == "qaeval: --sort: no measure 'precision' here (there are: c@1)\n"


def test_sort_needs_no_gains_that_are_set_for_all(qaeval, put):
    files = _lists(put)
    for name in ("Q", "Q3:2:1"):
        asked = ("-m", "RR", "-m", "Q", "--gains", "S=3,A=2,B=1", "--sort", name)
        assert "|ranked by:Q3:2:1|" in qaeval("score", *asked, *files).out
