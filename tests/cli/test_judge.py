"""``qaeval judge`` as users call it."""

import json
import shutil

import pytest


@pytest.fixture
def judge(sample_data):
    return sample_data / "judge"


def by_run(outcome):
    """Rows of tsv as dictionaries by their run."""
    header, *rows = outcome.rows
    named = [dict(zip(header, row, strict=True)) for row in rows]
    return {row["run"]: row for row in named}


GRADED = "question\toutcome\trun\n" + "".join(
    f"q{at}\t{'R' if at % 3 else 'W'}\t{run}\n" for run in "ab" for at in range(90)
)
HUMAN = "run\tquestion\toutcome\n" + "".join(
    f"{run}\tq{at}\t{'R' if at % 3 and at % 7 else 'W'}\n" for run in "ab" for at in range(30)
)


@pytest.fixture
def files(put):
    return put("graded.tsv", GRADED), put("human.tsv", HUMAN)


def test_runs(qaeval, judge):
    outcome = qaeval(
        "judge",
        "--human",
        judge / "labels.tsv",
        "-m",
        "accuracy",
        "-f",
        "tsv",
        judge / "graded.tsv",
    )
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.rows[0] == [
        "measure",
        "rank",
        "run",
        "model",
        "people",
        "people_low",
        "people_high",
        "value",
        "low",
        "high",
        "lambda",
        "labels",
        "as_good_as",
        "rank_low",
        "rank_high",
        "letters",
    ]
    rows = by_run(outcome)
    # By the model alone its own family leads; by people it does not.
    assert float(rows["harrier-1"]["model"]) > float(rows["lynx"]["model"])
    assert float(rows["harrier-1"]["value"]) < float(rows["lynx"]["value"])
    for row in rows.values():
        width = float(row["high"]) - float(row["low"])
        assert width < float(row["people_high"]) - float(row["people_low"])
        assert float(row["as_good_as"]) > 100


def test_text_fits_a_terminal(qaeval, judge):
    for more in ([], ["--pairs"], ["--confusion"], ["--plan", "0.04"]):
        outcome = qaeval("judge", "--human", judge / "labels.tsv", *more, judge / "graded.tsv")
        lines = [line for line in outcome.out.splitlines() if not line.startswith("key:")]
        assert max(map(len, lines)) <= 80, more


def test_by_hand(qaeval, files):
    graded, human = files
    outcome = qaeval("judge", "--human", human, "-f", "tsv", graded)
    row = by_run(outcome)["a"]
    # 20 of 30 by the model and 60 of 90; people refuse 3 more (7, 14 and 28).
    assert float(row["model"]) == pytest.approx(60 / 90)
    assert float(row["people"]) == pytest.approx(17 / 30)
    # The model says the same of the labelled as of all, so that the value stays.
    assert float(row["value"]) == pytest.approx(17 / 30)
    # λ: covariance 17/30·(1 − 20/30) over the variance of 60 in 90 with n−1.
    assert float(row["lambda"]) == pytest.approx((17 / 30 * 1 / 3) / (2 / 9 * 90 / 89))
    assert row["labels"] == "30"


def test_a_score_table_and_numbers(qaeval, put):
    table = put(
        "model.tsv",
        "run\tmeasure\tquestion\tvalue\n"
        + "".join(f"a\tfit\tq{at}\t{(at % 5) / 4}\n" for at in range(100)),
    )
    human = put(
        "human.tsv",
        "question\tvalue\n" + "".join(f"q{at}\t{min((at % 5) / 4, 0.75)}\n" for at in range(40)),
    )
    outcome = qaeval("judge", "--human", human, "-f", "tsv", table)
    row = by_run(outcome)["a"]
    assert (row["measure"], float(row["model"])) == ("fit", 0.5)
    assert float(row["people"]) == pytest.approx(0.45)
    assert float(row["lambda"]) > 0.5
    errors = qaeval("judge", "--human", human, "--confusion", "-f", "tsv", table)
    assert float(by_run(errors)["a"]["bias"]) == pytest.approx(0.05)


def test_silence_and_measures(qaeval, judge):
    rows = {}
    for measure in ("accuracy", "c@1", "precision", "simpleqa-F", "UF", "n_ac"):
        outcome = qaeval(
            "judge", "--human", judge / "labels.tsv", "-m", measure, "-f", "tsv",
            judge / "graded.tsv",
        )  # fmt: skip
        rows[measure] = float(by_run(outcome)["osprey"]["value"])
    texts = (judge / "graded.tsv").read_text().splitlines()
    answered = 1 - sum(line.endswith("\tU\tosprey") for line in texts) / 800
    right = rows["accuracy"]
    assert rows["c@1"] == pytest.approx(right * (2 - answered))
    assert rows["precision"] == pytest.approx(right / answered)
    assert rows["simpleqa-F"] == pytest.approx(2 * right / (1 + answered))
    assert rows["UF"] == pytest.approx(2 * right - answered)
    assert rows["n_ac"] == pytest.approx(800 * right)


def test_pairs(qaeval, judge):
    outcome = qaeval(
        "judge", "--human", judge / "labels.tsv", "-m", "accuracy", "--pairs", "-f", "tsv",
        judge / "graded.tsv",
    )  # fmt: skip
    header, *rows = outcome.rows
    assert header == (
        [
            "measure",
            "run_x",
            "run_y",
            "value_x",
            "value_y",
            "diff",
            "low",
            "high",
            "model_diff",
            "p",
        ]
    )
    assert len(rows) == 10
    for row in rows:
        low, high, p = float(row[6]), float(row[7]), float(row[9])
        assert (low > 0 or high < 0) == (p <= 0.05)


def test_several_people(qaeval, judge, put):
    one = qaeval("judge", "--human", judge / "labels.tsv", "-f", "tsv", judge / "graded.tsv")
    three = judge / "labels-by-three.tsv"
    majority = qaeval("judge", "--human", three, "-f", "tsv", judge / "graded.tsv")
    assert majority.out == one.out
    every = qaeval("judge", "--human", three, "--people", "all", "-f", "tsv", judge / "graded.tsv")
    assert every.out != one.out
    two = "question\tassessor\toutcome\n" + "".join(
        f"q{at}\t{who}\t{'R' if at % 3 or who == 'x' else 'W'}\n"
        for at in range(30)
        for who in "xy"
    )
    graded = put("one.tsv", "question\toutcome\n" + "".join(f"q{at}\tR\n" for at in range(60)))
    outcome = qaeval("judge", "--human", put("two.tsv", two), "-f", "tsv", graded)
    assert "10 answers of which as many people say right as wrong: half right" in outcome.err
    assert float(by_run(outcome)["one"]["people"]) == pytest.approx(25 / 30)


def test_one_label_that_outweighs_all_others_is_no_interval(qaeval, judge, put):
    """Kish's number of labels is (1e9 + 99/.9)² / (1e18 + 99/.81), or 1.00 of 100."""
    header, *lines = (judge / "labels.tsv").read_text().splitlines()
    rows = [line.split("\t")[:3] for line in lines]
    first = rows[0][0]
    chances = ["1e-9", *["0.9"] * (len(rows) - 1)]
    text = "".join("\t".join([*row, p]) + "\n" for row, p in zip(rows, chances, strict=True))
    outcome = qaeval("judge", "--human", put("p.tsv", f"{header}\n{text}"), judge / "graded.tsv")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == (
        f"qaeval: the labels of run '{first}' weigh so unequally that they say as much as 1.00 "
        "labels of equal weight, expected 2 or more\n"
    )


def test_weights_and_probabilities_say_the_same(qaeval, judge, put):
    lines = (judge / "labels.tsv").read_text().splitlines()
    fields = [line.split("\t") for line in lines[1:]]
    weights = "run\tquestion\toutcome\tweight\n" + "".join(
        f"{run}\t{question}\t{outcome}\t{1 / float(chance)!r}\n"
        for run, question, outcome, chance in fields
    )
    by_weight = qaeval("judge", "--human", put("w.tsv", weights), "-f", "tsv", judge / "graded.tsv")
    by_chance = qaeval("judge", "--human", judge / "labels.tsv", "-f", "tsv", judge / "graded.tsv")
    for mine, other in zip(by_weight.rows[1:], by_chance.rows[1:], strict=True):
        assert float(mine[7]) == pytest.approx(float(other[7]), abs=1e-12)


def test_clusters(qaeval, files, put):
    graded, human = files
    table = put(
        "q.tsv", "question\tpassage\n" + "".join(f"q{at}\tp{at // 3}\n" for at in range(90))
    )
    plain = qaeval("judge", "--human", human, "-f", "tsv", graded)
    outcome = qaeval(
        "judge", "--human", human, "--questions", table, "--cluster", "passage", "-f", "tsv", graded
    )
    mine, other = by_run(outcome)["a"], by_run(plain)["a"]
    assert mine["people"] == other["people"]
    assert mine["low"] != other["low"]


def test_draw_is_what_the_sample_has(qaeval, judge):
    # The script that makes the sample draws by itself.
    outcome = qaeval("judge", "--draw", "500", "-f", "tsv", judge / "graded.tsv")
    filled = [line.split("\t") for line in (judge / "labels.tsv").read_text().splitlines()]
    assert outcome.rows[0] == filled[0] == ["run", "question", "outcome", "probability"]
    assert [[*row[:2], row[3]] for row in outcome.rows[1:]] == [
        [*row[:2], row[3]] for row in filled[1:]
    ]
    assert {row[2] for row in outcome.rows[1:]} == {""}


def test_a_larger_draw_holds_the_smaller(qaeval, judge):
    drawn = {}
    for count in ("300", "500"):
        outcome = qaeval("judge", "--draw", count, "-f", "tsv", judge / "graded.tsv")
        drawn[count] = {tuple(row[:2]) for row in outcome.rows[1:]}
        assert len(drawn[count]) == int(count)
    assert len(drawn["300"] - drawn["500"]) <= 5  # rounding of strata
    other = qaeval("judge", "--draw", "300", "--seed", "1", "-f", "tsv", judge / "graded.tsv")
    assert len(drawn["300"] - {tuple(row[:2]) for row in other.rows[1:]}) > 100


def test_draw_keeps_the_labels_there_are(qaeval, judge):
    outcome = qaeval(
        "judge", "--draw", "700", "--human", judge / "labels.tsv", "-f", "tsv", judge / "graded.tsv"
    )
    filled = [line.split("\t") for line in (judge / "labels.tsv").read_text().splitlines()[1:]]
    known = {(row[0], row[1]): row[2] for row in filled}
    again = {(row[0], row[1]): row[2] for row in outcome.rows[1:]}
    assert len(again) == 700
    kept = set(known) & set(again)
    assert len(kept) >= 495
    assert all(again[at] == known[at] for at in kept)
    assert sum(label == "" for label in again.values()) == 700 - len(kept)


def test_draw_by_confidence(qaeval, sample_data):
    run = sample_data / "response" / "runs" / "icia091ro.tsv"
    outcome = qaeval("judge", "--draw", "40", "--strata", "confidence", "-f", "tsv", run)
    assert len(outcome.rows) == 41
    chances = {float(row[3]) for row in outcome.rows[1:]}
    assert all(abs(chance - 40 / 393) < 0.01 for chance in chances)


def test_plan_from_labels_that_are_all_alike(qaeval, judge, put):
    """They leave Wilson's interval, so as many as there are are needed for what they leave."""
    header, *lines = (judge / "labels.tsv").read_text().splitlines()
    wrong = [line for line in lines if line.split("\t")[2] == "W"]
    human = put("wrong.tsv", "\n".join([header, *wrong]) + "\n")
    asked = ("judge", "--human", human, "-m", "accuracy", "-f", "tsv", "--plan")
    half_widths = by_run(qaeval(*asked, "0.02", judge / "graded.tsv"))
    for run, row in half_widths.items():
        again = by_run(qaeval(*asked, row["half_width"], judge / "graded.tsv"))[run]
        labels = sum(line.startswith(f"{run}\t") for line in wrong)
        assert abs(int(again["needed"]) - labels) <= 1
        assert again["needed"] == again["people_alone"]


def test_plan(qaeval, judge):
    outcome = qaeval(
        "judge", "--human", judge / "labels.tsv", "--plan", "0.04", "-m", "accuracy", "-f", "tsv",
        judge / "graded.tsv",
    )  # fmt: skip
    for row in by_run(outcome).values():
        low, needed, high = (int(row[name]) for name in ("needed_low", "needed", "needed_high"))
        assert 100 < low < needed < high < int(row["people_alone"])
    alone = qaeval("judge", "--plan", "0.05", "-f", "tsv", judge / "graded.tsv")
    # Student's t with 386 degrees on right and wrong by halves: (1.966·.5/.05)² = 386.6.
    assert {row["needed"] for row in by_run(alone).values()} == {"387"}
    none = qaeval("judge", "--human", judge / "labels.tsv", "--plan", "0.02", judge / "graded.tsv")
    assert "No number of labels gives ± 0.02" in none.out


def test_confusion_finds_the_family(qaeval, judge):
    outcome = qaeval(
        "judge", "--human", judge / "labels.tsv", "--confusion", "-f", "tsv", judge / "graded.tsv"
    )
    rows = by_run(outcome)
    assert [rows["harrier-2"][name] for name in ("both_right", "model_right")] == ["49", "14"]
    counts = ("both_right", "model_right", "people_right", "both_wrong")
    assert all(
        sum(float(row[name]) for name in counts) == int(row["labels"]) for row in rows.values()
    )
    text = qaeval(
        "judge", "--human", judge / "labels-by-three.tsv", "--confusion", judge / "graded.tsv"
    )
    assert "Its bias differs between runs" in text.out
    assert "kinder to harrier-2" in text.out
    assert "Two people agree on" in text.out


def test_json(qaeval, files):
    graded, human = files
    records = json.loads(qaeval("judge", "--human", human, "-f", "json", graded).out)
    assert {"run", "model", "people", "value", "lambda", "as_good_as"} <= set(
        str(records).split("'")
    )


def test_plot(qaeval, files, tmp_path):
    pytest.importorskip("matplotlib")
    graded, human = files
    qaeval("judge", "--human", human, "--plot", tmp_path / "j.svg", graded)
    assert "corrected" in (tmp_path / "j.svg").read_text()


def refused(outcome):
    assert (outcome.code, outcome.out) == (2, ""), outcome
    assert outcome.err.count("\n") == 1
    return outcome.err.removeprefix("qaeval: ").rstrip("\n")


@pytest.mark.parametrize(
    ("human", "message"),
    [
        (
            "run\tquestion\toutcome\nc\tq1\tR\n",
            "human.tsv:2: run 'c' has a label by people, but no",
        ),
        ("run\tquestion\toutcome\na\tq999\tR\n", "2: question 'q999' of run 'a' has a label by"),
        ("question\toutcome\nq1\tR\n", "no column 'run', expected one: there are 2 runs (a, b)"),
        (HUMAN.replace("b\t", "a\tx"), "question 'xq0' of run 'a' has a label by people, but no"),
        (HUMAN.split("b\t")[0], "run 'b' has no label by people, expected 20 or more: draw some"),
        (
            "run\tquestion\toutcome\na\tq1\tU\n",
            "people say not answered, the model graded an answer",
        ),
    ],
)
def test_bad_labels(qaeval, files, put, human, message):
    said = refused(qaeval("judge", "--human", put("human.tsv", human), files[0]))
    assert message in said, said


def test_bad_words(qaeval, files, put, tmp_path):
    graded, human = files
    assert "expected --human FILE" in refused(qaeval("judge", graded))
    assert "one at a time" in refused(
        qaeval("judge", "--human", human, "--pairs", "--draw", 9, graded)
    )
    assert "--strata has no effect" in refused(
        qaeval("judge", "--human", human, "--strata", "confidence", graded)
    )
    assert "--draw 999: the runs have only 180 answers" in refused(
        qaeval("judge", "--draw", 999, graded)
    )
    assert "--plan '2', expected a number" in refused(qaeval("judge", "--plan", 2, graded))
    expected = "--plan '1e-300', expected a number, more than 1e-09 and less than 1"
    assert expected in refused(qaeval("judge", "--plan", "1e-300", graded))
    assert "CWS: does not follow from which answers are right" in refused(
        qaeval("judge", "--human", human, "-m", "CWS", put("g.tsv", with_confidence()))
    )
    shutil.copy(graded, tmp_path / "other.tsv")
    table = put("s.tsv", "run\tmeasure\tquestion\tvalue\na\tfit\tq1\t1\n")
    assert "beside score tables" in refused(qaeval("judge", "--human", human, graded, table))


def with_confidence():
    lines = GRADED.splitlines()
    return "\n".join([lines[0] + "\tconfidence", *(line + "\t0.5" for line in lines[1:])]) + "\n"


def test_notes(qaeval, files, put):
    graded, _ = files
    few = HUMAN.splitlines()
    some = "\n".join([few[0], *few[1:13], *few[31:43], "a\tq50\t", ""])
    outcome = qaeval("judge", "--human", put("few.tsv", some), graded)
    assert outcome.code == 0
    assert "fewer than 20 labels, so intervals say little: a (12), b (12)" in outcome.err
    assert "1 row of 25 without a label yet" in outcome.err
    rows = [line.split("\t") for line in HUMAN.splitlines()[1:]]
    agreeing = "run\tquestion\toutcome\n" + "".join(
        f"{run}\t{question}\t{'R' if int(question[1:]) % 3 else 'W'}\n" for run, question, _ in rows
    )
    outcome = qaeval("judge", "--human", put("same.tsv", agreeing), "-f", "tsv", graded)
    assert "all labels agree with the model (a, b): intervals keep the width" in outcome.err
    row = by_run(outcome)["a"]
    assert float(row["high"]) - float(row["low"]) > 0.15


def test_runs_that_are_not_chosen(qaeval, files):
    graded, human = files
    outcome = qaeval("judge", "--human", human, "--exclude", "b", "-f", "tsv", graded)
    assert list(by_run(outcome)) == ["a"]
    assert "30 labels left aside, of runs or questions that are not chosen" in outcome.err


def test_report_has_a_section(qaeval, judge, tmp_path):
    scores, page = tmp_path / "scores.tsv", tmp_path / "page.html"
    measures = ("-m", "accuracy", "-m", "c@1")
    qaeval("score", "--judged", "-q", "-f", "tsv", *measures, "-o", scores, judge / "graded.tsv")
    arguments = ("--no-pictures", "--trials", "100", "-o", page, scores)
    outcome = qaeval("report", "--human", judge / "labels.tsv", *arguments)
    assert (outcome.code, outcome.err) == (0, "")
    text = page.read_text()
    assert "Graded by a model" in text and "human:labels.tsv" in text
    assert "Its bias differs between runs" in text
    alone = qaeval("judge", "--human", judge / "labels.tsv", *measures, "-f", "tsv", scores)
    for row in alone.rows[1:]:
        assert f"{float(row[8]):.4f}" in text  # the lower end of each corrected interval
    qaeval("report", *arguments)
    assert "Graded by a model" not in page.read_text()
