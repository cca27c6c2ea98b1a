"""`qaeval compare` from the command line."""

import numpy as np
import pytest

from qaeval.studies.inference.tests import TESTS

HEADER = "run\tmeasure\tquestion\tvalue\n"


def scores(put, name="scores.tsv", measure="RR", **runs):
    rows = [
        f"{run}\t{measure}\tq{i:02}\t{value}\n"
        for run, values in runs.items()
        for i, value in enumerate(values)
    ]
    return put(name, HEADER + "".join(rows))


def cells(outcome, *names):
    """The named columns of every row."""
    at = [outcome.rows[0].index(name) for name in names]
    return [[row[i] for i in at] for row in outcome.rows[1:]]


GOOD, SAME, BAD = [1] * 12, [1] * 11 + [0.5], [0] * 11 + [1]


@pytest.fixture
def three(put):
    return scores(put, good=GOOD, same=SAME, bad=BAD)


def test_leaderboard_columns_and_marks(qaeval, three):
    outcome = qaeval("compare", "--test", "sign", "-f", "tsv", three)
    names = "measure rank run value low high rank_low rank_high best mark p letters"
    assert outcome.rows[0] == names.split()
    rows = cells(outcome, "rank", "run", "mark", "p", "letters", "rank_low", "rank_high")
    # good against same: one question, p = 1; same against bad: 11 wins, 1 loss, p = 2·13/4096.
    assert rows[0] == ["1", "good", "", "1", "a", "1", "2"]
    assert rows[1][:3] == ["2", "same", "**"] and float(rows[1][3]) == pytest.approx(26 / 4096)
    assert rows[1][4:] == ["a", "1", "2"]
    assert rows[2] == ["3", "bad", "", "", "b", "3", "3"]


def test_max_t_is_the_default(qaeval, three):
    # All 2^11 flips up to a sign; |Σ|/√(Σ² + 2) is largest for good against bad: 11 of 11 won.
    outcome = qaeval("compare", "-f", "tsv", three)
    assert [row[1] for row in cells(outcome, "run", "letters")] == ["a", "a", "b"]
    p = float(cells(outcome, "p")[1][0])
    assert 1 / 2**11 < p < 0.05
    assert (
        "|test:max-t|correct:none|family:3 pairs|trials:10000|seed:0|"
        in qaeval("compare", three).out
    )


def test_significantly_worse_although_the_mean_is_higher(qaeval, put):
    # x wins one question by much, y nine by little.
    table = scores(put, x=[1] + [0] * 9, y=[0] + [0.01] * 9)
    asked = ("compare", "--test", "sign", "-f", "tsv")
    assert cells(qaeval(*asked, table), "run", "mark")[0] == ["x", "†"]  # p = 2·11/1024 = .021
    more = scores(put, x=[1] + [0] * 15, y=[0] + [0.01] * 15)
    assert cells(qaeval(*asked, more), "mark")[0] == ["‡"]


def test_higher_is_better_for_a_measure_that_is_unknown(qaeval, put):
    table = scores(put, measure="seconds_spent", x=[1] * 10, y=[2] * 10)
    assert qaeval("compare", "-f", "tsv", table).rows[1][2] == "y"


def test_text_tells_shares_groups_and_how_to_read_p(qaeval, three):
    out = qaeval("compare", "--test", "sign", three).out
    assert "RR: 67% of 3 run pairs differ at .01, an additional 0% at .05 (sign)." in out
    assert "p is the chance of a result at least as extreme if on a question" in out
    lines = out.splitlines()
    assert lines[4].split()[-1] == "a" and lines[5].split()[-1] == "a"
    assert out.splitlines()[-1].startswith("runs:3|questions:12|test:sign|correct:none|")


def test_pairs(qaeval, three):
    rows = qaeval("compare", "--pairs", "-f", "tsv", three).rows
    names = (
        "measure run_x run_y value_x value_y diff low high wins losses ties p p_corrected effect"
    )
    assert rows[0] == [*names.split(), "interval"]
    assert [row[1:3] for row in rows[1:]] == [["good", "same"], ["good", "bad"], ["same", "bad"]]
    assert rows[2][8:11] == ["11", "0", "1"]
    assert float(rows[2][5]) == pytest.approx(11 / 12) and float(rows[2][6]) > 0


def test_correction_is_over_the_whole_family(qaeval, three):
    # good-bad 11:0, p = 2/2^11; same-bad 11:1, p = 26/2^12; good-same 1:0, p = 1. Holm: ·3, ·2, ·1.
    asked = ("compare", "--test", "sign", "--correct", "holm", "-f", "tsv", three)
    assert float(cells(qaeval(*asked), "p")[1][0]) == pytest.approx(2 * 26 / 4096)
    pairs = qaeval(*asked, "--pairs")
    assert [float(p) for (p,) in cells(pairs, "p_corrected")] == pytest.approx(
        [1, 3 * 2 / 2**11, 2 * 26 / 4096]
    )
    against_one = qaeval(*asked, "--baseline", "bad")
    assert [float(p) for (p,) in cells(against_one, "p")[:2]] == pytest.approx(
        [2 * 2 / 2**11, 26 / 4096]
    )


def test_letters_follow_the_correction(qaeval, put):
    # a wins all six questions against b and c: p = 2/64 = .03, and 3·.03 = .09 among three pairs.
    table = scores(put, a=[1] * 6, b=[0.5] * 6, c=[0.5] * 6)

    def alike(*options):
        lines = qaeval("compare", *options, table).out.splitlines()
        (head,) = [line for line in lines if line.startswith("rank")]
        rows = lines[lines.index(head) + 2 :][:3]
        return [row[head.index("alike") :].strip() for row in rows]

    sign = ("--test", "sign")
    assert alike(*sign) == ["a", "b", "b"]
    assert alike(*sign, "--correct", "holm") == ["a", "a", "a"]
    assert alike(*sign, "--correct", "bh") == ["a", "b", "b"]  # .03·3/2 = .047


def test_baseline(qaeval, three):
    outcome = qaeval("compare", "--test", "sign", "--baseline", "same", "-f", "tsv", three)
    marks = dict(cells(outcome, "run", "mark"))
    assert marks == {"good": "", "same": "", "bad": "‡"}
    pairs = qaeval("compare", "--pairs", "--baseline", "same", "-f", "tsv", three).rows
    assert all("same" in row[1:3] for row in pairs[1:])


@pytest.mark.parametrize("test", [name for name, kind in TESTS.items() if kind.is_random])
def test_random_tests_follow_the_seed(qaeval, put, test):
    drawn = np.random.default_rng(5).random((2, 30))
    table = scores(put, a=drawn[0], b=drawn[1] + 0.1)
    asked = ("compare", "--test", test, "--trials", "50", "--pairs", "-f", "tsv", table)
    p = [cells(qaeval(*asked, "--seed", seed), "p") for seed in (0, 0, 1, 2, 3)]
    assert p[0] == p[1] and len({str(one) for one in p}) > 1


def test_order_and_division_of_files_do_not_show(qaeval, put):
    one = scores(put, "one.tsv", a=GOOD, b=BAD)
    two = scores(put, "two.tsv", c=SAME)
    whole = scores(put, "whole.tsv", c=SAME, b=BAD, a=GOOD)
    outputs = {qaeval("compare", *files).out for files in ((one, two), (two, one), (whole,))}
    assert len(outputs) == 1


def test_non_means_take_the_default_and_refuse_others(qaeval, put, sample_data):
    runs = [sample_data / "response/runs" / f"{name}.tsv" for name in ("icia091ro", "uaic092ro")]
    table = put("s.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "c@1", "-o", table, *runs)
    outcome = qaeval("compare", "--trials", "200", "-f", "tsv", table)
    assert outcome.code == 0 and outcome.rows[1][2] == "icia091ro"
    refused = qaeval("compare", "--test", "t", table)
    assert (refused.code, refused.out) == (2, "")
    assert "c@1 is not a mean" in refused.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-m", "Q"), "no measure 'Q' here (there are: RR)"),
        (("--baseline", "ours"), "--baseline 'ours': there is no such run"),
        (("--by", "kind"), "--by needs --questions FILE"),
    ],
)
def test_bad_words(qaeval, three, arguments, message):
    outcome = qaeval("compare", *arguments, three)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_one_run_has_an_interval_and_no_test(qaeval, put):
    table = scores(put, only=GOOD)
    outcome = qaeval("compare", table)
    assert (outcome.code, outcome.err) == (0, "")
    assert "one run, so nothing to test; low to high is the 95% interval of a value." in outcome.out
    for test in TESTS:
        outcome = qaeval("compare", "-f", "tsv", "--test", test, table)
        ((low, value, high, mark, p, letters),) = cells(
            outcome, "low", "value", "high", "mark", "p", "letters"
        )
        assert float(low) < float(value) <= float(high) and [mark, p, letters] == [""] * 3
    for more in (["--pairs"], ["--baseline", "only"]):
        outcome = qaeval("compare", *more, table)
        assert (outcome.code, outcome.out) == (2, "")
        assert "1 run, expected 2 or more" in outcome.err


def test_signature_names_the_test_that_was_made(qaeval, put, three, sample_data):
    runs = [sample_data / "response/runs" / f"{name}.tsv" for name in ("icia091ro", "uaic092ro")]
    table = put("s.tsv", "")
    asked = ("-m", "c@1", "-m", "accuracy")
    qaeval("score", "--judged", "-q", "-f", "tsv", *asked, "-o", table, *runs)
    last = qaeval("compare", "--trials", "100", table).out.splitlines()[-1]
    assert "|test:max-t|correct:none|family:1 pair|trials:100|seed:0|" in last
    assert "trials" not in qaeval("compare", "--test", "sign", three).out.splitlines()[-1]


@pytest.mark.parametrize("test", ["tukey-hsd", "max-t"])
def test_tests_of_a_family_are_not_corrected_twice(qaeval, three, test):
    outcome = qaeval("compare", "--test", test, "--correct", "holm", three)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"--correct beside {test}" in outcome.err


def test_a_chance_is_never_printed_as_0(qaeval, put):
    table = scores(put, x=[1] * 40, y=[0] * 40)
    assert "<0.0001" in qaeval("compare", "--test", "sign", table).out


def test_a_run_is_no_score_table(qaeval, put):
    run = put("run.tsv", "question\trank\tanswer\nq1\t1\tx\n")
    outcome = qaeval("compare", run)
    assert (outcome.code, outcome.out) == (2, "")
    assert "a run or a key, expected a score table" in outcome.err


def test_wilcoxon_marks_by_its_own_ranks(qaeval, put):
    # x has the higher mean, but 28 of 30 signed ranks are y's.
    y = [0, 0] + [0.01 * (1 + i % 5) for i in range(28)]
    table = scores(put, x=[1, 1] + [0] * 28, y=y)
    outcome = qaeval("compare", "--test", "wilcoxon", "-f", "tsv", table)
    assert cells(outcome, "run", "mark")[0] == ["x", "‡"]


def test_lower_is_better_where_the_measure_says_so(qaeval, put):
    header = "question\toutcome\tconfidence\n"
    sure = put("sure.tsv", header + "".join(f"q{i:02}\tR\t1\n" for i in range(20)))
    vain = put("vain.tsv", header + "".join(f"q{i:02}\tW\t1\n" for i in range(20)))
    table = put("t.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "Brier", "-o", table, sure, vain)
    rows = cells(qaeval("compare", "--trials", "200", "-f", "tsv", table), "run", "mark")
    assert rows == [["sure", "**"], ["vain", ""]]


def test_a_run_undefined_without_some_question_is_told(qaeval, put):
    # Without q01 the answers of `one` are all wrong, so its correlation is undefined.
    header = "question\toutcome\tconfidence\n"
    most = "".join(f"q{i:02}\t{'RW'[i % 2]}\t.{i + 1}\n" for i in range(8))
    one = put("one.tsv", header + most.replace("R", "W").replace("q00\tW", "q00\tR"))
    two, three = (put(f"{name}.tsv", header + most) for name in ("two", "three"))
    table = put("t.tsv", "")
    qaeval("score", "--judged", "-q", "-f", "tsv", "-m", "conf-r", "-o", table, one, two, three)
    outcome = qaeval("compare", table)
    assert outcome.code == 0
    assert "no interval and no test of one, for which it is undefined" in outcome.out
    rows = {row[0]: row[1:] for row in cells(qaeval("compare", "-f", "tsv", table),
            "run", "low", "p", "letters")}  # fmt: skip
    assert rows["one"][0] == "nan" or rows["one"][0] in ("", "-", "null")
    assert rows["one"][1:] == ["", ""]


@pytest.mark.parametrize("command", ["compare", "swap", "stability", "plan", "sample"])
def test_components_alone_are_no_measure(qaeval, put, command):
    table = scores(put, measure="correct", a=[1, 0] * 15, b=[0, 1] * 15)
    outcome = qaeval(command, table)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"qaeval: {table}: no measure in the table, only correct\n"


def test_values_that_no_score_needs(qaeval, put):
    outcome = qaeval("compare", scores(put, a=[1e300] * 5, b=[0] * 5))
    assert (outcome.code, outcome.out) == (2, "")
    assert ":2: 'RR' of run 'a' for 'q00' is 1e+300, expected from -1e+12 to 1e+12" in outcome.err


def test_by_may_not_take_the_name_of_a_column(qaeval, put, three):
    questions = put("q.tsv", "question\trun\n" + "".join(f"q{i:02}\tx\n" for i in range(12)))
    outcome = qaeval("compare", "--questions", questions, "--by", "run", three)
    assert (outcome.code, outcome.out) == (2, "")
    assert "--by run: the output has a column of that name" in outcome.err


def test_mrrt_is_compared_among_all_runs(qaeval, put):
    # The time is relative to the longest run of the table, also when two others are compared.
    key = put("key.tsv", "question\tanswer\n" + "".join(f"q{i:02}\ty\n" for i in range(20)))
    header = "question\tanswer\tseconds\n"
    runs = [
        put(f"{name}.tsv", header + "".join(
            f"q{i:02}\t{'y' if i < right else 'n'}\t{time}\n" for i in range(20)
        ))
        for name, right, time in (("fast", 15, 1), ("mid", 5, 2), ("slow", 10, 100))
    ]  # fmt: skip
    table = put("t.tsv", "")
    qaeval("score", "-q", "-f", "tsv", "-m", "MRRT", "-o", table, key, *runs)
    tests = ("--test", "randomization", "--trials", "300")
    rows = qaeval("compare", "--pairs", *tests, "-f", "tsv", table).rows
    assert len(rows) == 4 and all(0 < float(row[11]) <= 1 for row in rows[1:])


def test_rank_moves_as_in_2010_table_22(qaeval, put):
    # By GA: a b c d; by GAW: b a c d. The judge j leads both and is left out.
    ga = scores(put, "ga.tsv", "GA-Q", a=[0.9] * 4, b=[0.8] * 4, c=[0.7] * 4, j=[1] * 4)
    gaw = scores(put, "gaw.tsv", "GAW-Q", a=[0.7] * 4, b=[0.8] * 4, c=[0.6] * 4, j=[0.1] * 4)
    asked = ("--ranks-against", f"GA={ga}", "-f", "tsv", gaw)
    moves = dict(cells(qaeval("compare", "--unranked", "j", *asked), "run", "move"))
    assert moves == {"a": "GA↓1", "b": "GA↑1", "c": "", "j": ""}
    with_judge = dict(cells(qaeval("compare", *asked), "run", "move"))
    assert with_judge == {"a": "", "b": "GA↑2", "c": "GA↑1", "j": "GA↓3"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--ranks-against", "ga.tsv"), "expected NAME=SCORES"),
        (("--ranks-against", "GA=absent.tsv"), "absent.tsv: no such file"),
        (("--ranks-against", "GA={other}"), "no measure to pair with RR"),
        (("--ranks-against", "GA={three}", "--unranked", "godo"), "did you mean 'good'?"),
    ],
)
def test_bad_rank_moves(qaeval, put, three, words, message):
    other = scores(put, "other.tsv", "Q", good=GOOD, bad=BAD)
    words = [word.format(other=other, three=three) for word in words]
    outcome = qaeval("compare", *words, three)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_rank_moves_are_taken_on_the_same_questions(qaeval, put):
    # On q00 and q01 a leads, overall b: against itself no restriction may show a move.
    table = scores(put, a=[1, 1, 0, 0, 0], b=[0, 0, 1, 1, 1])
    questions = put("q.tsv", "question\tkind\n" + "".join(
        f"q{i:02}\t{'x' if i < 2 else 'y'}\n" for i in range(5)
    ))  # fmt: skip
    asked = ("--questions", questions, "--only", "kind=x", "--ranks-against", f"T={table}")
    rows = cells(qaeval("compare", *asked, "-f", "tsv", table), "run", "move")
    assert rows == [["a", ""], ["b", ""]]


def test_rank_moves_pair_unknown_measures_and_the_name_decides(qaeval, put):
    here = scores(put, "here.tsv", "GA-M", a=[1] * 3, b=[0] * 3)
    one = (put("one.tsv", "")).parent / "two.tsv"
    scores(put, "two.tsv", "GAW-M", a=[0] * 3, b=[1] * 3)
    both = (
        one.read_text()
        + scores(put, "loo.tsv", "LOO-M", a=[1] * 3, b=[0] * 3).read_text()[len(HEADER) :]
    )
    table = put("both.tsv", both)
    gaw = qaeval("compare", "--ranks-against", f"GAW={table}", "-f", "tsv", here)
    assert [move for (move,) in cells(gaw, "move")] == ["GAW↑1", "GAW↓1"]
    loo = qaeval("compare", "--ranks-against", f"LOO={table}", "-f", "tsv", here)
    assert [move for (move,) in cells(loo, "move")] == ["", ""]
    unclear = qaeval("compare", "--ranks-against", f"X={table}", here)
    assert unclear.code == 2 and "could be paired with GAW-M, LOO-M" in unclear.err


def test_runs_of_one_table_only_are_told(qaeval, put, three):
    other = scores(put, "other.tsv", good=GOOD, bad=BAD)
    outcome = qaeval("compare", "--ranks-against", f"O={other}", three)
    assert outcome.code == 0 and "only one of the tables has them: same" in outcome.err


def test_runs_that_are_unranked_on_purpose_are_not_told(qaeval, put, three):
    # `same` is in one table only, `good` in both; neither is ranked, and the user said so.
    other = scores(put, "other.tsv", good=GOOD, bad=BAD)
    asked = ("--ranks-against", f"O={other}", "--unranked", "good", "--unranked", "same")
    outcome = qaeval("compare", *asked, three)
    assert (outcome.code, outcome.err) == (0, "")


@pytest.mark.parametrize(
    "words",
    [("--unranked", "good"), ("--pairs", "--ranks-against", "O=x.tsv")],
)
def test_idle_options_of_rank_moves(qaeval, three, words):
    outcome = qaeval("compare", *words, three)
    assert (outcome.code, outcome.out) == (2, "")


def test_rank_moves_on_fewer_questions_are_told(qaeval, put, three):
    other = scores(put, "other.tsv", good=GOOD[:10], same=SAME[:10], bad=BAD[:10])
    outcome = qaeval("compare", "--ranks-against", f"O={other}", three)
    assert outcome.code == 0 and "ranked there without 2 questions: q10, q11" in outcome.err


@pytest.mark.parametrize("count", [1, 2, 4])
@pytest.mark.parametrize("test", TESTS)
def test_too_few_questions_have_values_and_no_p(qaeval, put, test, count):
    table = scores(put, a=[1] * count, b=[0] * count)
    outcome = qaeval("compare", "--test", test, "-f", "tsv", table)
    assert outcome.code == 0
    assert cells(outcome, "mark", "p", "letters") == [[""] * 3] * 2
    told = qaeval("compare", "--test", test, table).out
    questions = "1 question" if count == 1 else f"{count} questions"
    spans = ", and no interval." if count == 1 else "; low to high is the 95% interval"
    assert f"RR: only {questions}: no test could tell{spans}" in told
    low, high = cells(outcome, "low", "high")[0]
    if count == 1:
        assert low in ("", "nan", "-") and high in ("", "nan", "-")
    else:
        assert 0 < float(low) < 1 == float(high)  # right throughout, and still of some width


def test_chances_are_rounded_until_they_would_be_0(qaeval, put):
    # 15 of 15 questions won: p = 2/2^15 = .00006; 16 of 16: .00003.
    assert " 0.0001" in qaeval("compare", "--test", "sign", scores(put, x=[1] * 15, y=[0] * 15)).out
    assert "<0.0001" in qaeval("compare", "--test", "sign", scores(put, x=[1] * 16, y=[0] * 16)).out


def test_a_task_with_one_question_is_told(qaeval, put):
    table = scores(
        put, a=[(i * 7) % 3 / 2 for i in range(30)], b=[(i * 5) % 3 / 2 for i in range(30)]
    )
    kinds = "".join(f"q{i:02}\t{'alone' if i == 0 else 'many'}\n" for i in range(30))
    questions = put("q.tsv", "question\tkind\n" + kinds)
    outcome = qaeval("compare", "--questions", questions, "--macro", "kind", table)
    assert outcome.code == 0
    assert "1 value of kind with a single question: how much it varies is taken from" in outcome.err
    assert outcome.out.startswith("RR, mean over kind\n")


def test_measures_with_and_without_samples_are_one_table(qaeval, put):
    rows = [
        *(f"{run}\tRR\tq{q}\t\t{q % 2}\n" for run in "ab" for q in range(6)),
        *(f"{run}\tacc\tq{q}\t{s}\t{s}\n" for run in "ab" for q in range(6) for s in "01"),
    ]
    table = put("s.tsv", "run\tmeasure\tquestion\tsample\tvalue\n" + "".join(rows))
    for options in ((), ("--pairs",)):
        header, *lines = qaeval("compare", "-f", "tsv", *options, table).rows
        assert header[-2:] == ["var_questions", "var_sampling"]
        assert {len(line) for line in lines} == {len(header)}
        assert {(line[0], line[-2] != "") for line in lines} == {("RR", False), ("acc", True)}


def test_shares_of_the_best_of_large_values(qaeval, put):
    rows = "".join(f"q{n}\t{n % 2}e10\t0.5\n" for n in range(4))
    outcome = qaeval("compare", "-f", "tsv", put("m.tsv", f"question\ta\tb\n{rows}"))
    at = outcome.rows[0].index("best")
    # b leads a only in the samples without q1 and q3: 1 in 16.
    assert [float(row[at]) for row in outcome.rows[1:]] == pytest.approx(
        [15 / 16, 1 / 16], abs=0.02
    )
