"""sample, stability and swap as commands: columns, forms, determinism, pictures, bad input."""

import itertools
import random
import subprocess
import sys
from fractions import Fraction

import pytest
import slow_reliability as slow

from qaeval.studies.reliability.stability import Stability

STABILITY = ["measure", "c", "fuzziness", "minority_rate", "prop_ties", "pairs", "trials"]
SWAP = [
    "measure",
    "c",
    "confidence",
    "diff_required",
    "max_value",
    "values",
    "relative_diff",
    "sensitivity",
    "comparisons",
    "pairs",
    "steady",
    "supported",
]
BINS = ["measure", "c", "low", "high", "comparisons", "swaps", "swap_rate"]
QUESTIONS = [f"q{i:02}" for i in range(24)]
HEADER = "run\tmeasure\tquestion\tvalue\n"


def rows_of(runs=12, measures=("RR", "Hit@1"), questions=QUESTIONS, seed=1):
    """Rows of a score table: run by run, reciprocal ranks and whether rank 1 was right."""
    source = random.Random(seed)
    rows = []
    for i in range(runs):
        for question in questions:
            value = source.choice([0, 1, 1, 0.5, 1 / 3] if i % 3 else [0, 0, 1, 0.25, 0.2])
            found = {"RR": value, "Hit@1": int(value == 1)}
            rows += [f"r{i:02}\t{name}\t{question}\t{found[name]}\n" for name in measures]
    return rows


@pytest.fixture
def table(put):
    return put("scores.tsv", HEADER + "".join(rows_of()))


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def good(qaeval):
    def run(*arguments):
        outcome = qaeval(*arguments)
        assert (outcome.code, outcome.err) == (0, ""), outcome
        return outcome

    return run


# What comes out


def test_columns_are_as_promised(good, table):
    few = ["--trials", 5, "-f", "tsv"]
    assert good("sample", table, *few).rows[0] == ["trial", "set", "question"]
    assert good("stability", table, *few).rows[0] == STABILITY
    assert good("swap", table, *few).rows[0] == SWAP
    assert good("swap", table, *few, "--bins").rows[0] == BINS


def test_defaults(good, table):
    """Half the questions, 1000 trials, f from 0.01 to 0.10, 95%, 21 bins of 0.01, all measures."""
    rows = good("stability", table, "-f", "tsv").rows[1:]
    assert [(row[0], row[2]) for row in rows] == [
        (name, f"{f / 100:g}") for name in ("RR", "Hit@1") for f in range(1, 11)
    ]
    assert {(row[1], row[5], row[6]) for row in rows} == {("12", "66", "1000")}
    rows = good("swap", table, "-f", "tsv").rows[1:]
    assert [row[:3] for row in rows] == [["RR", "12", "0.95"], ["Hit@1", "12", "0.95"]]
    assert {(row[5], row[8]) for row in rows} == {("24000", "66000")}
    bins = good("swap", table, "-f", "tsv", "--bins", "-m", "RR").rows[1:]
    assert [row[2] for row in bins] == [f"{at / 100:g}" for at in range(21)]
    assert [row[3] for row in bins] == [f"{at / 100:g}" for at in range(1, 21)] + [""]


def test_half_of_an_odd_number_is_rounded_down(good, put):
    odd = put("odd.tsv", HEADER + "".join(rows_of(questions=QUESTIONS[:7])))
    assert good("swap", odd, "--trials", 2, "-f", "tsv").rows[1][1] == "3"
    assert good("stability", odd, "--trials", 2, "-f", "tsv").rows[1][1] == "3"


def test_measures_and_sizes_asked_for(good, table):
    options = [table, "-m", "Hit@1", "-c", 10, "-c", 5, "--trials", 6, "-f", "tsv"]
    assert [row[:2] for row in good("swap", *options).rows[1:]] == [["Hit@1", "10"], ["Hit@1", "5"]]
    both = good("stability", *options).rows[1:]
    alone = good("stability", table, "-m", "Hit@1", "-c", 5, "--trials", 6, "-f", "tsv").rows[1:]
    assert [row for row in both if row[1] == "5"] == alone


def test_a_measure_is_not_changed_by_its_neighbours(good, table):
    for command in ("stability", "swap"):
        options = [command, table, "--trials", 8, "-f", "tsv"]
        every = good(*options).rows
        one = good(*options, "-m", "RR").rows
        assert one == [row for row in every if row[0] in ("measure", "RR")]


def test_stability_as_text(good, table):
    out = good("stability", table, "-c", 12, "--trials", 20).out
    for word in (*STABILITY, "RR", "Hit@1", "0.01", "0.1"):
        assert word in out
    title = next(line for line in out.splitlines() if "1%" in line)
    assert "ties" in title and "minority rate" in title


def test_swap_as_the_papers_print_it(good, table):
    out = good("swap", table, "-c", 12, "-c", 6, "--trials", 20, "--confidence", "0.7").out
    blocks = ("\n" + out).split("\nc = ")[1:]
    assert [block.split(":")[0] for block in blocks] == ["12", "6"]
    for block, c in zip(blocks, (12, 6), strict=True):
        assert "70%" in block and "max of 480" in block and "1,320" in block
        tsv = good("swap", table, "-c", c, "--trials", 20, "--confidence", "0.7", "-f", "tsv").rows
        for row in tsv[1:]:
            line = next(line for line in block.splitlines() if line.startswith(row[0] + " "))
            cells = line.split()
            assert cells[1] == (row[3] if row[3] == "none" else f"{float(row[3]):.2f}")
            assert float(cells[2]) == pytest.approx(float(row[4]), abs=5e-5)
            if row[3] != "none":
                assert cells[3] == f"{float(row[6]):.0%}"
                assert cells[4] == f"{float(row[7]):.1%}"


@pytest.mark.parametrize(("level", "shown"), [("0.975", "97.5%"), ("0.995", "99.5%")])
def test_a_title_does_not_round_the_confidence(good, table, level, shown):
    assert shown in good("swap", table, "--trials", 5, "--confidence", level).out


def test_a_title_does_not_round_the_minority_rate(good, table):
    assert "0.5%" in good("stability", table, "--trials", 5, "--at", "0.005").out


@pytest.mark.parametrize("format", ["json", "csv", "md", "latex"])
def test_other_formats(good, table, format):
    for command in ("sample", "stability", "swap"):
        out = good(command, table, "-m", "RR", "--trials", 3, "-f", format).out
        assert "q0" in out if command == "sample" else "RR" in out


def test_output_file_and_no_header(good, table, here):
    options = ["swap", table, "--trials", 5, "-f", "tsv"]
    expected = good(*options).out
    assert good(*options, "-o", "out.tsv").out == ""
    assert (here / "out.tsv").read_text() == expected
    assert good(*options, "--no-header").out == expected.split("\n", 1)[1]


# Ties at a minority rate of 1%, by hand


def curve(minority, ties, total=1000):
    fuzziness = [Fraction(at, 100) for at in range(1, len(minority) + 1)]
    return Stability(fuzziness, minority, ties, pairs=10, trials=total // 10)


@pytest.mark.parametrize(
    ("minority", "ties", "expected"),
    [
        ([30, 14, 6, 2], [100, 200, 300, 400], 0.25),  # half way from 1.4% to 0.6%
        ([20, 12, 4], [100, 200, 280], 0.22),  # a quarter of the way
        ([20, 10, 5], [100, 200, 300], 0.2),
        ([20, 15, 11], [100, 200, 300], None),
        ([9, 5], [100, 200], None),
    ],
)
def test_ties_where_the_curve_crosses_one_percent(minority, ties, expected):
    found = curve(minority, ties).ties_at(0.01)
    assert found is None if expected is None else found == pytest.approx(expected, abs=1e-12)


def test_the_crossing_printed_is_that_of_the_curve(good, table):
    rows = good("stability", table, "-m", "RR", "--trials", 60, "-f", "tsv").rows[1:]
    points = [(float(row[3]), float(row[4])) for row in rows]
    rate = (points[2][0] + points[9][0]) / 2
    (expected,) = {
        round(t + (u - t) * (m - rate) / (m - n), 4)
        for (m, t), (n, u) in itertools.pairwise(points)
        if m > rate > n
    }
    out = good("stability", table, "-m", "RR", "--trials", 60, "--at", repr(rate)).out
    crossing = [line.split() for line in out.splitlines() if line.startswith("RR ")][-1]
    assert crossing == ["RR", "12", f"{expected:.4f}"]


# Where the two rules differ


def bumpy(put):
    """Differences of 0.05 always stand, those of 0.2 never do, those of 0.5 always."""
    table = put("m.csv", "question,x,y\na,0.05,0\nb,0.2,0\nc,0,0.2\nd,0.5,0\ne,0.05,0\nf,0.5,0\n")
    pairs = ["ae", "bc", "df"]
    lines = [
        f"{t}\t{s}\t{q}\n"
        for t, pair in enumerate(pairs, 1)
        for s, q in zip("AB", pair, strict=True)
    ]
    samples = put("s.tsv", "trial\tset\tquestion\n" + "".join(lines))
    return ["swap", table, "--samples", samples, "--bins-count", "51"]


def test_the_rules(good, put):
    command = bumpy(put)
    assert good(*command, "-f", "tsv").rows[1][3] == "0.05"
    assert good(*command, "-f", "tsv", "--rule", "first").rows[1][3] == "0.05"
    assert good(*command, "-f", "tsv", "--rule", "steady").rows[1][3] == "0.5"


def test_a_note_where_the_rules_differ(good, put):
    command = bumpy(put)
    for rule in ("first", "steady"):
        out = " ".join(good(*command, "--rule", rule).out.split())
        assert out.count("(--rule steady)") == 1
        assert "value, c = " in out
        assert "good enough is 0.05, but a later one is not; from 0.5 on all are" in out


def test_no_note_where_they_agree(good, put):
    table = put("m.csv", "question,x,y\na,1,0\nb,1,0\n")
    assert "--rule" not in good("swap", table, "--trials", 4).out


# Determinism


@pytest.fixture
def both_ways(good):
    """The output of stability and swap, as text and tsv."""

    def run(*arguments):
        few = ["--trials", 15, "-c", 7]
        return [
            good(command, *arguments, *few, "-f", format, *more).out
            for command, more in (("stability", []), ("swap", []), ("swap", ["--bins"]))
            for format in ("tsv", "text")
        ]

    return run


def test_the_number_of_jobs_does_not_show(both_ways, put):
    many = put("many.tsv", HEADER + "".join(rows_of(runs=30, questions=QUESTIONS[:14])))
    assert both_ways(many, "--jobs", 1) == both_ways(many, "--jobs", 3)


def test_order_and_chunking_of_tables_do_not_show(both_ways, put, table):
    expected = both_ways(table)
    rows = rows_of()
    by_run = [list(group) for _, group in itertools.groupby(rows, key=lambda row: row[:3])]
    parts = [put(f"part{i}.tsv", HEADER + "".join(part)) for i, part in enumerate(by_run)]
    assert both_ways(*parts) == expected
    assert both_ways(*reversed(parts)) == expected
    halves = [put(f"half{i}.tsv", HEADER + "".join(rows[i * 200 : i * 200 + 200])) for i in (0, 1)]
    halves.append(put("rest.tsv", HEADER + "".join(rows[400:])))
    assert both_ways(*halves[::-1]) == expected
    random.Random(2).shuffle(rows)
    shuffled = put("shuffled.tsv", HEADER + "".join(rows))
    asked = ["-m", "RR", "-m", "Hit@1"]
    assert both_ways(shuffled, *asked) == both_ways(table, *asked)


def test_seeds(good, table):
    options = ["stability", table, "--trials", 15, "-f", "tsv"]
    assert good(*options).out == good(*options, "--seed", 0).out
    assert good(*options).out != good(*options, "--seed", 1).out


@pytest.mark.parametrize("command", [["stability"], ["swap"], ["swap", "--bins"]])
def test_samples_from_a_file_give_what_drawing_gives(good, table, command):
    draw = ["-c", 9, "--trials", 15, "--seed", 4]
    good("sample", table, *draw, "-f", "tsv", "-o", "samples.tsv")
    drawn = good(*command, table, *draw, "-f", "tsv").out
    assert good(*command, table, "--samples", "samples.tsv", "-f", "tsv").out == drawn


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_with_samples_the_signature_does_not_make_up_trials(good, table, command):
    good("sample", table, "-c", 9, "--trials", 15, "--seed", 4, "-f", "tsv", "-o", "samples.tsv")
    out = good(command, table, "--samples", "samples.tsv").out
    assert "trials:1000" not in out
    assert "seed:0" not in out


# What is read


def question_file(put):
    rows = [f"{q}\t{'odd' if i % 2 else 'even'}\n" for i, q in enumerate(QUESTIONS)]
    return put("questions.tsv", "question\tkind\n" + "".join(rows))


def restricted(put, name, keep):
    rows = [row for row in rows_of() if row.split("\t")[2] in keep]
    return put(name, HEADER + "".join(rows))


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_only_and_by(good, put, table, command):
    kinds = question_file(put)
    few = ["--trials", 8, "-f", "tsv"]
    alone = {
        kind: good(command, restricted(put, f"{kind}.tsv", QUESTIONS[start::2]), *few).rows
        for kind, start in (("even", 0), ("odd", 1))
    }
    assert alone["odd"][1][1] == "6"
    chosen = good(command, table, "--questions", kinds, "--only", "kind=odd", *few)
    assert chosen.rows == alone["odd"]
    by = good(command, table, "--questions", kinds, "--by", "kind", *few).rows
    assert by[0] == ["kind", *alone["odd"][0]]
    assert by[1:] == [[kind, *row] for kind in ("even", "odd") for row in alone[kind][1:]]


def test_a_question_file_restricts(good, put, table):
    few = ["--trials", 8, "-f", "tsv"]
    listed = put("q.tsv", "question\n" + "".join(f"{q}\n" for q in QUESTIONS[:10]))
    expected = good("swap", restricted(put, "first.tsv", QUESTIONS[:10]), *few).out
    assert good("swap", table, "--questions", listed, *few).out == expected


def test_intersect_takes_the_questions_that_all_runs_have(qaeval, good, put):
    rows = rows_of()
    lacking = [row for row in rows if not row.startswith("r03") or "q05" not in row]
    holey = put("holey.tsv", HEADER + "".join(lacking))
    few = ["--trials", 8, "-f", "tsv"]
    kept = restricted(put, "kept.tsv", [q for q in QUESTIONS if q != "q05"])
    for command in ("sample", "stability", "swap"):
        expected = good(command, kept, *few).out
        common = qaeval(command, holey, "--intersect", *few)
        left = f"{len(QUESTIONS) - 1} of {len(QUESTIONS)} questions left"
        told = f"qaeval: note: --intersect: {left}, which all runs have\n"
        assert (common.out, common.err) == (expected, told)


def trec_eval_files(put):
    source = random.Random(6)
    paths = []
    for run in ("one", "two", "three"):
        values = {q: round(source.random(), 4) for q in QUESTIONS}
        lines = [f"num_rel\t{q}\t3\nmap\t{q}\t{value:.4f}\n" for q, value in values.items()]
        mean = sum(values.values()) / len(values)
        total = f"runid\tall\t{run}\nnum_q\tall\t24\nnum_rel\tall\t72\nmap\tall\t{mean:.4f}\n"
        paths.append(put(f"{run}.out", "".join(lines) + total))
    return paths


def test_AP_finds_map_in_the_output_of_trec_eval(qaeval, good, put):
    files = trec_eval_files(put)
    by_alias = qaeval("swap", *files, "-m", "AP", "--trials", 8, "-f", "tsv")
    told = "-m AP: the table has it as map, which is taken to be the same"
    assert (by_alias.code, by_alias.err) == (0, f"qaeval: note: {told}\n")
    assert by_alias.rows[1][0] == "map"
    assert by_alias.out == good("swap", *files, "-m", "map", "--trials", 8, "-f", "tsv").out


def test_trec_eval_output_without_m(good, put):
    """`num_q` has no rows per question: not a measure to study, and no obstacle to the others."""
    rows = good("stability", *trec_eval_files(put), "--trials", 4, "-f", "tsv").rows[1:]
    assert "map" in {row[0] for row in rows} and "num_q" not in {row[0] for row in rows}


def test_a_csv_matrix(good, put):
    rows = [row.rstrip("\n").split("\t") for row in rows_of(runs=3, measures=("RR",))]
    values = {(run, question): value for run, _, question, value in rows}
    runs = ["r00", "r01", "r02"]
    lines = [",".join([q, *(values[run, q] for run in runs)]) for q in QUESTIONS]
    matrix = put("m.csv", "\n".join([",".join(["question", *runs]), *lines, ""]))
    table = put("t.tsv", HEADER + "".join(rows_of(runs=3, measures=("RR",))))
    few = ["--trials", 8, "-f", "tsv"]
    named = good("swap", matrix, "-m", "RR", *few).out
    assert named == good("swap", table, *few).out
    assert good("swap", matrix, *few).out == named.replace("RR", "value")


def judged(qaeval, put, *measures):
    source = random.Random(8)
    paths = []
    for i in range(4):
        lines = [
            f"{q}\t{source.choices('RWU', (3 + i, 3, 2))[0]}\t{source.random():.3f}\t{i + 1}.5\n"
            for q in QUESTIONS
        ]
        header = "question\toutcome\tconfidence\tseconds\n"
        paths.append(put(f"judged/r{i}.tsv", header + "".join(lines)))
    asked = [word for name in measures for word in ("-m", name)]
    scored = qaeval("score", "--judged", "-q", "-f", "tsv", *asked, *paths)
    assert scored.code == 0, scored.err
    return put("judged.tsv", scored.out), paths


@pytest.mark.parametrize("measure", ["c@1", "CWS", "precision", "MRRT,r=1", "simpleqa-F", "K1"])
def test_a_measure_that_is_no_mean_is_computed_anew_on_each_set(qaeval, good, put, measure):
    """The largest value of one trial is the larger of what `score` says about its two sets."""
    table, paths = judged(qaeval, put, measure)
    draws = slow.read_draws(good("sample", table, "--trials", 1, "-f", "tsv").rows)
    values = []
    for number, questions in enumerate(draws[0]):
        wanted = put(f"set{number}.tsv", "question\n" + "".join(f"{q}\n" for q in questions))
        options = ["--judged", "-m", measure, "--questions", wanted, "-f", "tsv"]
        lines = []
        for path in paths:  # the runs as they are on these questions only
            text = path.read_text().splitlines(keepends=True)
            kept = [line for line in text[1:] if line.split("\t")[0] in questions]
            lines.append(put(f"cut{number}/{path.name}", text[0] + "".join(kept)))
        scored = qaeval("score", *options, *lines)
        assert scored.code == 0, scored.err
        values += [float(row[-1]) for row in scored.rows[1:]]
    (row,) = good("swap", table, "--trials", 1, "-f", "tsv").rows[1:]
    assert row[0] == measure
    assert float(row[4]) == pytest.approx(max(values), abs=1e-12)
    assert int(row[5]) == len(values) == 8


# Pictures


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_pictures(good, table, here, command):
    pytest.importorskip("matplotlib")
    starts = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}
    plain = good(command, table, "--trials", 5).out
    for suffix, start in starts.items():
        assert good(command, table, "--trials", 5, "--plot", f"a.{suffix}").out == plain
        assert (here / f"a.{suffix}").read_bytes().startswith(start)
    good(command, table, "--trials", 5, "--plot", "b.svg")
    assert (here / "a.svg").read_bytes() == (here / "b.svg").read_bytes()


def test_no_picture_where_the_output_cannot_be_written(refused, table, here):
    pytest.importorskip("matplotlib")
    refused("swap", table, "--trials", 3, "--plot", "x.svg", "-o", "no-such-folder/out.tsv")


# Bad input


@pytest.fixture
def refused(qaeval, here):
    """Run a command that must fail, and give its one line without the program's name."""

    def run(*arguments):
        before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
        outcome = qaeval(*arguments)
        after = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
        assert (outcome.code, outcome.out) == (2, ""), outcome
        assert outcome.err.startswith("qaeval: ") and outcome.err.count("\n") == 1, outcome.err
        assert after.keys() == before.keys()
        assert after == before
        return outcome.err.removeprefix("qaeval: ").rstrip("\n")

    return run


@pytest.mark.parametrize(
    ("command", "c", "most"),
    [
        ("swap", 13, "12"),
        ("swap", 25, "12"),
        ("swap", 0, "12"),
        ("swap", -1, "12"),
        ("stability", 25, "24"),
        ("stability", 0, "24"),
        ("sample", 25, "24"),
        ("sample", 0, "24"),
    ],
)
def test_a_size_that_cannot_be_drawn(refused, table, command, c, most):
    message = refused(command, table, "-c", 3, "-c", c) if command != "sample" else None
    message = message or refused(command, table, "-c", c)
    assert f"-c {c}" in message
    assert message.split()[-1] == most


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_one_run(refused, put, command):
    one = put("one.tsv", HEADER + "".join(rows_of(runs=1)))
    assert "1 run" in refused(command, one, "-o", "out.txt")


@pytest.mark.parametrize("command", ["sample", "stability", "swap"])
def test_different_questions(refused, put, command):
    rows = [row for row in rows_of() if not row.startswith("r03") or "q05" not in row]
    message = refused(command, put("holey.tsv", HEADER + "".join(rows)))
    assert "r03" in message and "q05" in message and "--intersect" in message


@pytest.mark.parametrize("command", ["sample", "stability", "swap"])
def test_nothing_in_common(refused, put, command):
    rows = "x\tRR\tq1\t1\nx\tRR\tq2\t1\ny\tRR\tq3\t1\ny\tRR\tq4\t1\n"
    refused(command, put("t.tsv", HEADER + rows), "--intersect")


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_a_measure_the_table_lacks(refused, table, command):
    message = refused(command, table, "-m", "nDCG@20")
    assert "nDCG@20" in message and "RR" in message and "Hit@1" in message


def without_components(put):
    rows = [f"{run}\tc@1\tall\t0.5\n" for run in "xy"]
    rows += [f"{run}\taccuracy\t{q}\t1\n" for run in "xy" for q in QUESTIONS]
    rows += [f"{run}\taccuracy\tall\t1\n" for run in "xy"]
    return put("t.tsv", HEADER + "".join(rows))


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_components_missing(refused, put, command):
    message = refused(command, without_components(put), "-m", "c@1")
    assert "c@1" in message and "correct" in message and "qaeval score -q" in message


def test_a_measure_without_components_is_not_dropped_in_silence(qaeval, put):
    """By default all measures are studied: one that cannot be is an error, or at least told."""
    outcome = qaeval("swap", without_components(put), "--trials", 3)
    assert "c@1" in outcome.err + outcome.out


@pytest.mark.parametrize("value", ["nan", "NaN", "inf", "-inf", "1e999", "x", ""])
def test_a_value_that_is_no_number(refused, put, value):
    rows = f"x\tRR\tq1\t1\nx\tRR\tq2\t1\ny\tRR\tq1\t{value}\ny\tRR\tq2\t1\n"
    table = put("t.tsv", HEADER + rows)
    assert refused("stability", table).startswith(f"{table}:4:")


@pytest.mark.parametrize("command", ["sample", "stability", "swap"])
@pytest.mark.parametrize("text", ["", HEADER, "question,x,y\n", "# nothing\n"])
def test_an_empty_table(refused, put, command, text):
    refused(command, put("empty.tsv", text))


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_an_undefined_measure_names_the_run(qaeval, refused, put, command):
    table, _ = judged(qaeval, put, "conf-r")
    # On two questions both right or both wrong, there is no correlation.
    assert "'r" in refused(command, table, "-c", 2, "--trials", 20)


SAMPLES = {
    "overlap": ("1\tA\tq00\n1\tB\tq00\n", "q00"),
    "twice": ("1\tA\tq00\n1\tA\tq00\n1\tB\tq02\n1\tB\tq03\n", "q00"),
    "unknown": ("1\tA\tnobody\n1\tB\tq01\n", "nobody"),
    "uneven trials": ("1\tA\tq00\n1\tB\tq01\n2\tA\tq00\n2\tA\tq01\n2\tB\tq02\n2\tB\tq03\n", "2"),
    "uneven sets": ("1\tA\tq00\n1\tA\tq01\n1\tB\tq02\n", "B"),
    "B missing once": ("1\tA\tq00\n1\tB\tq01\n2\tA\tq00\n", "B"),
    "A missing": ("1\tB\tq01\n", "A"),
    "another set": ("1\tC\tq01\n", "'C'"),
    "no trial": ("x\tA\tq01\n", "'x'"),
    "nothing": ("", "trials"),
}


@pytest.mark.parametrize("command", ["stability", "swap"])
@pytest.mark.parametrize("name", SAMPLES)
def test_bad_samples(refused, put, table, command, name):
    text, word = SAMPLES[name]
    samples = put("samples.tsv", "trial\tset\tquestion\n" + text)
    message = refused(command, table, "--samples", samples)
    assert message.startswith(str(samples)) and word in message


def test_uneven_sets_are_told_by_the_name_of_their_trial(refused, put, table):
    text = "trial\tset\tquestion\n7\tA\tq00\n7\tB\tq01\n9\tA\tq00\n9\tA\tq02\n9\tB\tq03\n"
    assert "trial 9" in refused("swap", table, "--samples", put("samples.tsv", text))


def test_samples_without_sets_B(good, refused, put, table):
    samples = put("samples.tsv", "trial\tset\tquestion\n1\tA\tq00\n1\tA\tq01\n")
    assert "B" in refused("swap", table, "--samples", samples)
    good("stability", table, "--samples", samples)


@pytest.mark.parametrize("command", ["stability", "swap"])
def test_c_beside_samples(good, refused, table, command):
    good("sample", table, "-c", 5, "--trials", 2, "-f", "tsv", "-o", "samples.tsv")
    message = refused(command, table, "--samples", "samples.tsv", "-c", 4)
    assert "-c" in message and "--samples" in message


def test_samples_that_are_not_there(refused, table):
    assert refused("swap", table, "--samples", "nowhere.tsv").startswith("nowhere.tsv:")


NONSENSE = {
    "stability": [
        *(["--fuzziness", text] for text in ("x", "-0.1", "1.1", "nan", "inf", "", "1/2")),
        *(["--at", text] for text in ("x", "-1", "2", "nan")),
    ],
    "swap": [
        *(["--confidence", text] for text in ("x", "-0.1", "95", "nan", "")),
        *(["--bin-width", text] for text in ("x", "0", "-0.01", "nan", "inf", "")),
        ["--bins-count", "0"],
        ["--bins-count", "1.5"],
        ["--swaps", "loose"],
        ["--rule", "last"],
    ],
}
EITHER = [
    ["--trials", "0"],
    ["--trials", "x"],
    ["--seed", "-1"],
    ["--jobs", "0"],
    ["--plot", "picture.gif"],
    ["--plot", "picture"],
    ["--only", "kind=odd"],
    ["--by", "kind"],
]


@pytest.mark.parametrize(
    "words",
    [
        *([command, *option] for command, options in NONSENSE.items() for option in options),
        *([command, *option] for command in NONSENSE for option in EITHER),
    ],
    ids=" ".join,
)
def test_nonsense(refused, table, words):
    command, *option = words
    assert option[0] in refused(command, table, *option, "-o", "out.txt")


def limited(*arguments):
    """The program in a process of its own that may neither run on nor eat all memory."""
    import resource

    limit = 4 * 2**30
    return subprocess.run(
        [sys.executable, "-m", "qaeval", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=5,
        env={"PYTHONPATH": str(pytest.importorskip("qaeval").__path__[0]) + "/..", "PATH": ""},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits memory")
@pytest.mark.parametrize(
    "words",
    [
        "stability --fuzziness 0.123456789",
        "stability --fuzziness 1e-400",
        "swap --bin-width 1e-400",
        "swap --bin-width 1e400",
        "swap --bin-width 1e9999999999",
    ],
)
def test_strange_numbers_are_taken_or_refused_but_never_a_traceback(table, words):
    command, *option = words.split()
    done = limited(command, table, "--trials", 3, *option)
    assert "Traceback" not in done.stderr, done.stderr[-300:]
    assert done.returncode in (0, 2)
    assert done.stderr.count("\n") == (0 if done.returncode == 0 else 1)


def test_values_at_the_end_of_the_range(qaeval, put):
    rows = "".join(f"{q},1e308,1.5e308\n" for q in QUESTIONS)
    table = put("big.csv", "question,x,y\n" + rows)
    for command in ("stability", "swap"):
        outcome = qaeval(command, table, "--trials", 3, "-f", "tsv")
        assert outcome.code in (0, 2)
        assert outcome.err.count("\n") == (0 if outcome.code == 0 else 1)


def test_a_negative_measure_beside_a_run_of_zeros_warns_of_nothing(good, put):
    rows = "".join(f"{q},0,-0.{i + 1:02}1234567\n" for i, q in enumerate(QUESTIONS))
    table = put("below.csv", "question,x,y\n" + rows)
    rows = good("stability", table, "--trials", 3, "-f", "tsv").rows[1:]
    assert {(row[3], row[4]) for row in rows} == {("0", "0")}


def test_a_remark_where_the_open_bin_is_the_answer(good, put):
    rows = "".join(f"{q},1,0\n" for q in QUESTIONS)
    out = " ".join(good("swap", put("m.csv", "question,x,y\n" + rows), "--trials", 3).out.split())
    assert "0.20 is the open last bin: with more bins (--bins-count)" in out


def test_a_remark_where_no_difference_suffices(good, put):
    rows = "".join(f"{q},{i % 2},{(i + 1) % 2}\n" for i, q in enumerate(QUESTIONS))
    out = " ".join(good("swap", put("m.csv", "question,x,y\n" + rows), "--trials", 30).out.split())
    assert "none: the differences seen do not reach the one required at 95%" in out
