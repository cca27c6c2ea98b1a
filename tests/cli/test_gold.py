"""``qaeval gold`` on a tiny example, every figure of which was worked out by hand."""

import json

import pytest

from qaeval.gold.schemes import SCHEMES

# Labels of J1 to J4; the file goes assessor by assessor and starts with q2.
PATTERNS = {
    ("q2", "b1"): "AAAB",
    ("q2", "b2"): "BBBC",
    ("q1", "a1"): "AABB",
    ("q1", "a2"): "CCCC",
    ("q1", "a3"): "BCCC",
}
ROWS = [
    f"{question}\t{answer}\tJ{judge + 1}\t{labels[judge]}\n"
    for judge in range(4)
    for (question, answer), labels in PATTERNS.items()
]
HEADER = "question\tanswer\tassessor\tlabel\n"
BEST = "question\tanswer\nq2\tb2\nq1\ta1\n"
MAP = "pattern\tlevel\nAAAB\t9\nBBB\t4\nAABB\t8\nB\t1\n-\t0\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, put):
    monkeypatch.chdir(tmp_path)
    put("labels.tsv", HEADER + "".join(ROWS))
    put("best.tsv", BEST)
    put("map.tsv", MAP)
    return tmp_path


@pytest.fixture
def gold(qaeval):
    def run(words, file="labels.tsv"):
        return qaeval("gold", file, *words.split())

    return run


@pytest.fixture
def refused(gold, folder):
    def run(words, file="labels.tsv"):
        outcome = gold(f"{words} -o out", file)
        assert (outcome.code, outcome.out) == (2, ""), outcome
        assert outcome.err.startswith("qaeval: ") and outcome.err.count("\n") == 1
        assert not (folder / "out").exists()
        return outcome.err.removeprefix("qaeval: ").rstrip("\n")

    return run


@pytest.mark.parametrize(
    "words, levels",
    [
        ("ga", "3 1 2 0 0"),
        ("gaw", "7 3 6 0 1"),
        ("gaw --weights A=10,B=3,C=1", "33 10 26 4 6"),
        ("gaw --leave-out J1", "5 2 4 0 0"),
        ("gaw --leave-out J1 --leave-out J2", "3 1 2 0 0"),
        ("ufa", "1 0 1 0 0"),
        ("ufa --leave-out J2 --leave-out J3 --leave-out J4", "1 0 1 0 0"),
        ("ufba --best best.tsv", "1 1 1 0 0"),
        ("ba --best best.tsv", "0 1 1 0 0"),
        ("map.tsv", "9 4 8 0 1"),
    ],
)
def test_levels(gold, words, levels):
    outcome = gold(f"--scheme {words}")
    lines = [
        f"{question} 0 {answer} {level}\n"
        for (question, answer), level in zip(PATTERNS, levels.split(), strict=True)
    ]
    assert (outcome.code, outcome.out, outcome.err) == (0, "".join(lines), "")


def test_a_key_for_programs(gold):
    assert gold("--scheme ga -f tsv").rows[:2] == [
        ["question", "class", "answer", "level"],
        ["q2", "b1", "b1", "3"],
    ]
    assert json.loads(gold("--scheme ga -f json").out)[2]["level"] == 2


def test_another_scale(gold, put):
    words = {"A": "good", "B": "fair", "C": "bad"}
    rows = [row[:-2] + words[row[-2]] + "\n" for row in ROWS]
    file = put("words.tsv", HEADER + "".join(rows))
    options = "--scheme gaw --labels good,fair,bad"
    assert gold(options, file).out == gold("--scheme gaw").out
    assert "good good good fair" in gold(f"{options} --distribution", file).out


def test_a_skipped_answer(gold, put):
    file = put("some.tsv", HEADER + "".join(ROWS[:-1]))  # J4's C for a3
    assert gold("--scheme ga --skipped-as C", file).out == gold("--scheme ga").out
    assert gold("--scheme gaw --leave-out J4", file).out == gold("--scheme gaw --leave-out J4").out
    assert gold("--as-run J1", file).out == gold("--as-run J1").out


def test_a_question_without_a_best_answer_is_told(gold, put):
    put("best.tsv", "question\tanswer\nq2\tb2\n")
    outcome = gold("--scheme ba --best best.tsv")
    assert outcome.out.endswith("q1 0 a1 0\nq1 0 a2 0\nq1 0 a3 0\n")
    assert outcome.err == "qaeval: note: no best answer for 1 question: q1\n"


class TestDistribution:
    @pytest.fixture
    def table(self, gold):
        def rows(words, name):
            found = gold(f"{words} --distribution -f tsv").rows
            assert found[0] == ["table", "level", "item", "value"]
            return {(level, item): value for table, level, item, value in found if table == name}

        return rows

    def test_patterns(self, table):
        expected = {("3", "AAAB"), ("2", "AABB"), ("1", "BBB"), ("0", "B"), ("0", "-")}
        assert table("--scheme ga", "patterns") == dict.fromkeys(expected, "1")

    def test_levels_means_and_best_answers(self, table):
        levels = ["3", "2", "1", "0", "relevant", "all"]
        for name, values in {
            "levels": "1 1 1 2 3 5",
            "means": "0.5 0.5 0.5 1 1.5 2.5",
            "best": "0 1 1 0 2 2",
        }.items():
            found = table("--scheme ga --best best.tsv", name)
            assert found == {
                (level, ""): value for level, value in zip(levels, values.split(), strict=True)
            }
            assert [level for level, _ in found] == levels  # the highest first

    def test_questions_by_number_of_answers(self, table):
        found = table("--scheme ga", "questions")
        assert {key: n for key, n in found.items() if key[0] in ("0", "3", "relevant", "all")} == {
            ("3", "0"): "1",
            ("3", "1"): "1",
            ("0", "0"): "1",
            ("0", "2"): "1",
            ("relevant", "1"): "1",
            ("relevant", "2"): "1",
            ("all", "2"): "1",
            ("all", "3"): "1",
        }

    def test_levels_without_each_assessor(self, table):
        found = table("--scheme gaw", "without")
        assert {level: n for (level, who), n in found.items() if who == "J1"} == {
            "5": "1",  # AAB
            "4": "1",  # ABB
            "2": "1",  # BB
            "0": "2",
        }
        assert {level: n for (level, who), n in found.items() if who == "J4"} == dict.fromkeys(
            ["6", "5", "3", "1", "0"], "1"
        )
        assert table("--scheme ga", "without") == {}
        assert table("--scheme map.tsv", "without") == {}  # the map lacks AAB

    def test_text(self, gold):
        out = gold("--scheme gaw --distribution --best best.tsv").out
        lines = [line.split() for line in out.splitlines()]
        assert ["AAAB", "1", "L7", "1"] in lines
        assert ["L6", "1", "0.5000", "1"] in lines
        assert ["level", *["without", "J1", "without", "J2", "without", "J3"]] == lines[
            lines.index(["Levels", "without", "each", "assessor"]) + 2
        ][:7]
        assert ["L5", "1", "1", "2", "1"] in lines


class TestAgreement:
    def test_kappas(self, gold):
        # Equal pairs 3+3+2+6+3 of 30; shares 5/20, 7/20, 8/20; J1 ABACB, J2 ABACC.
        header, *rows = gold("--agreement -f tsv").rows
        names = "statistic assessor_x assessor_y value low high observed expected answers"
        assert header == names.split()
        found = {tuple(row[:3]): row[3:] for row in rows}
        assert len(found) == len(rows) == 8 * (1 + 6)
        fleiss = found["Fleiss", "all", "all"]
        assert [float(fleiss[at]) for at in (0, 3, 4)] == pytest.approx(
            [(17 / 30 - 0.345) / 0.655, 17 / 30, 0.345]
        )
        assert fleiss[1:3] == ["-", "-"] and fleiss[5] == "5"  # answers too few for an interval
        cohen = found["Cohen", "J1", "J2"]
        assert [float(cohen[at]) for at in (0, 3, 4)] == pytest.approx([0.48 / 0.68, 0.8, 0.32])

    def test_without_an_assessor(self, gold):
        assert len(gold("--agreement --leave-out J3 -f tsv").rows) == 1 + 8 * (1 + 3)

    def test_an_undefined_value_is_a_dash(self, gold, put):
        file = put("one.tsv", HEADER + "q\ta\tJ1\tA\nq\ta\tJ2\tA\n")
        values = {row[0]: row[3] for row in gold("--agreement -f tsv", file).rows[1:]}
        assert values.pop("AC1") == "1" and set(values.values()) == {"-"}

    def test_skipped_answers_are_left_out_where_they_are(self, gold, put):
        # J1 and J2 have b1 and b2 alone in common: both agree, A and B.
        rows = [row for row in ROWS if not (row.startswith("q1") and "\tJ2\t" in row)]
        outcome = gold("--agreement -f tsv", put("some.tsv", HEADER + "".join(rows)))
        found = {tuple(row[:3]): row[3:] for row in outcome.rows[1:]}
        assert found["Cohen", "J1", "J2"] == ["1", "-", "-", "1", "0.5", "2"]
        assert found["Cohen", "J1", "J3"][5] == "5"
        filled = gold("--agreement -f tsv --skipped-as C", "some.tsv")
        assert filled.rows[1:] != outcome.rows[1:]
        assert "15.0% of the labels are missing" in gold("--agreement", "some.tsv").out

    def test_text_tells_what_each_measures(self, gold):
        out = gold("--agreement").out
        for name in ("alpha", "alpha-ordinal", "Fleiss", "AC1", "Cohen", "Cohen-quadratic"):
            assert f"\n{name}: " in out
        assert "No intervals: 5 answers with two labels, and they hold from 50 on." in out
        assert "assessors:4|answers:5|labels:A,B,C|trials:1000|seed:0|version:" in out

    def test_two_labels_have_no_order(self, gold, put):
        rows = "".join(f"q\ta{at}\t{'AB'[at % 2]}\t{'AB'[at % 3 // 2]}\n" for at in range(60))
        out = gold(
            "--agreement --labels A,B", put("two.tsv", "question\tanswer\tx\ty\n" + rows)
        ).out
        assert "ordinal, interval and weighted ones are the same" in " ".join(out.split())
        assert "alpha-ordinal  " not in out and "Pairs" not in out
        assert "[low, high]: 95% interval, from 1,000 draws of answers." in out

    def test_intervals_in_the_output_and_the_same_bytes(self, gold, sample_data):
        file = sample_data / "cqa" / "assessments.tsv"
        words = "--agreement -f tsv --trials 200"
        first = gold(words, file)
        for row in first.rows[1:]:
            value, low, high = map(float, row[3:6])
            assert low < value < high < low + 0.06
        assert gold(words, file).out == first.out != gold(f"{words} --seed 1", file).out

    def test_a_third_label_where_two_differ_is_told(self, gold, put):
        rows = ["q\ta{}\tA\tA\t\n"] * 20 + ["q\ta{}\tA\tB\tA\n"] * 15 + ["q\ta{}\tB\tB\t\n"] * 15
        text = "question\tanswer\tx\ty\tz\n" + "".join(
            row.format(at) for at, row in enumerate(rows)
        )
        assert gold("--agreement", put("third.tsv", text)).err == (
            "qaeval: note: two labels of an answer are equal in 100% of the cases where it has 2, "
            "and in 33% where it has more: if further labels were asked for because the first ones "
            "differed, Fleiss and AC1 are too high\n"
        )

    def test_judged_responses(self, qaeval, put):
        # Both right on q1, both wrong on q2, ann alone right on q3: 2/3, by chance 4/9.
        ann = put("ann.tsv", "question\toutcome\nq1\tR\nq2\tW\nq3\tR\nq4\tU\n")
        bob = put("bob.tsv", "question\toutcome\nq3\tUW\nq2\tW\nq1\tR\n")
        table = "question\tassessor\toutcome\n" + "".join(
            f"{row[:3]}{name}{row[2:]}\n"
            for name, file in (("ann", ann), ("bob", bob))
            for row in file.read_text().splitlines()[1:]
        )
        outputs = [
            qaeval("gold", "--agreement", "--judged", "-f", "tsv", *files).out
            for files in ((ann, bob), (put("both.tsv", table),))
        ]
        assert outputs[0] == outputs[1]
        rows = [line.split("\t") for line in outputs[0].splitlines()]
        cohen = next(row for row in rows if row[:3] == ["Cohen", "ann", "bob"])
        assert [float(cohen[at]) for at in (3, 6, 7)] == pytest.approx([0.4, 2 / 3, 4 / 9])
        assert cohen[8] == "3"


class TestAnyNumberOfLabels:
    # J1 to J4 where they labelled; C is L0, B L1, A L2.
    WIDE = (
        "question\tanswer\tJ1\tJ2\tJ3\tJ4\n"
        "q 1\ta1\tA\tA\tB\t\nq 1\ta2\tB\tC\t\t\nq2\tb1\t\t\tC\tC\n"
    )

    @pytest.fixture
    def wide(self, put):
        return put("wide.tsv", self.WIDE)

    @pytest.mark.parametrize(
        "name, levels, between",
        [
            ("majority", "2 0 0", "a2 of q 1"),
            ("median", "2 0 0", "a2 of q 1"),
            ("mean", "2 0 0", "a2 of q 1"),  # 5/3, 1/2, 0
            ("any", "2 1 0", None),
            ("all", "1 0 0", None),
        ],
    )
    def test_levels(self, gold, wide, name, levels, between):
        outcome = gold(f"--scheme {name} -f tsv", wide)
        assert [row[3] for row in outcome.rows[1:]] == levels.split()
        assert [row[0] for row in outcome.rows[1:]] == ["q 1", "q 1", "q2"]
        told = "qaeval: note: 1 answer between levels, of which the lowest is taken: a2 of q 1\n"
        assert outcome.err == (told if between else "")

    def test_a_key_of_ids_with_blanks_can_be_scored(self, gold, wide, qaeval, put):
        gold("--scheme majority -f tsv -o key.tsv", wide)
        run = put("run.tsv", "question\trank\tanswer\nq 1\t1\ta1\nq2\t1\tb1\n")
        rows = qaeval(
            "score", "--normalize", "exact", "-m", "Hit@1", "-f", "tsv", "key.tsv", run
        ).rows
        assert [row[-1] for row in rows[1:]] == ["1"]  # q2 has no correct answer and is left out

    def test_patterns_tell_missing_labels_from_the_worst(self, gold, wide):
        outcome = gold("--scheme mean --distribution -f tsv", wide)
        patterns = [row[1:] for row in outcome.rows if row[0] == "patterns"]
        assert patterns == [["2", "AAB", "1"], ["0", "BC", "1"], ["0", "CC", "1"]]
        assert "patterns are written with their C's, as some labels are missing" in outcome.err

    def test_skipped_as_still_gives_a_label(self, gold, wide):
        rows = gold("--scheme all --skipped-as C -f tsv", wide).rows
        assert [row[3] for row in rows[1:]] == ["0", "0", "0"]

    def test_the_best_answer_needs_no_labels(self, gold, wide, put):
        best = put("best.tsv", "question\tanswer\nq2\tb1\n")
        rows = gold(f"--scheme ba --best {best} -f tsv", wide).rows
        assert [row[3] for row in rows[1:]] == ["0", "0", "1"]


class TestLatent:
    @pytest.fixture
    def file(self, put):
        """J4 says the contrary of the others, who agree."""
        rows = [f"q\ta{at}\t{x}\t{x}\t{x}\t{y}\n" for at in range(12) for x, y in ("AB", "BA")]
        text = "".join(row.replace("\ta", f"\ta{at}.", 1) for at, row in enumerate(rows))
        return put("latent.tsv", "question\tanswer\tJ1\tJ2\tJ3\tJ4\n" + text)

    def test_levels(self, gold, file):
        outcome = gold("--scheme latent --labels A,B", file)
        assert [line[-1] for line in outcome.out.splitlines()] == ["1", "0"] * 12
        assert outcome.err == (
            "qaeval: note: with most true labels, a wrong label was given more often than the "
            "right one by J4: contrary, or labels changed places\n"
        )

    def test_confusion(self, gold, file):
        outcome = gold("--scheme latent --labels A,B --confusion -f tsv", file)
        assert outcome.rows[0] == ["table", "assessor", "true", "label", "value"]
        found = {tuple(row[:4]): float(row[4]) for row in outcome.rows[1:]}
        assert found["labels", "J1", "", ""] == 24
        assert found["accuracy", "J1", "", ""] == pytest.approx(1)
        assert found["accuracy", "J4", "", ""] == pytest.approx(0, abs=1e-6)
        assert found["share", "", "A", ""] == pytest.approx(0.5)
        assert found["confusion", "J4", "A", "B"] == pytest.approx(1)
        text = gold("--scheme latent --labels A,B --confusion", file).out
        assert "J4\n\ntrue  says A  says B\n" in text
        assert "EM from the shares of each answer's labels, " in " ".join(text.split())

    def test_posterior(self, gold, file):
        rows = gold("--scheme latent --labels A,B --posterior -f tsv", file).rows
        assert rows[0] == ["question", "answer", "level", "label", "posterior"]
        assert [row[2:4] for row in rows[1:3]] == [["1", "A"], ["1", "B"]]
        assert float(rows[1][4]) == pytest.approx(1)
        text = gold("--scheme latent --labels A,B --posterior", file).out
        assert text.splitlines()[0].split() == ["question", "answer", "level", "A", "B"]

    def test_few_labels_are_told(self, gold):
        err = gold("--scheme latent").err
        few = "4 assessors gave fewer than 20 labels, too few to say how reliable they are"
        assert f"qaeval: note: {few}: J1, J2, J3, J4\n" in err


class TestAsRun:
    def test_a_judge(self, gold):
        assert gold("--as-run J1").out == "q2, b1, b2\nq1, a1, a3, a2\n"
        assert gold("--as-run J4").out == "q2, b1, b2\nq1, a1, a2, a3\n"  # ties as in the file

    def test_the_best_answers(self, gold):
        assert gold("--as-run best --best best.tsv").out == "q2, b2\nq1, a1\n"

    def test_tsv_is_a_run_too(self, gold):
        assert gold("--as-run J1 -f tsv").rows[3:] == [
            ["q1", str(r), a] for r, a in [(1, "a1"), (2, "a3"), (3, "a2")]
        ]

    def test_keys_and_runs_can_be_scored(self, gold, qaeval):
        gold("--scheme gaw -o gaw.qrels")
        gold("--scheme gaw -f tsv -o classes.tsv")
        gold("--as-run J1 -o J1.cqa")
        gold("--as-run J1 -f tsv -o J1.tsv")
        for key in ("gaw.qrels", "classes.tsv"):
            for run in ("J1.cqa", "J1.tsv"):
                rows = qaeval("score", "-f", "tsv", "-m", "nG@1", "-m", "Q", key, run).rows
                assert [row[0] for row in rows[1:]] == ["J1", "J1"]
                assert [row[-1] for row in rows[1:]] == ["1", "1"]  # J1's order is the ideal one


@pytest.mark.parametrize(
    "words, message",
    [
        ("", "expected --scheme ga|gaw|ufa|ufba|ba|majority|median|mean|any|all|latent|MAPFILE"),
        ("--scheme GA", "--scheme: GA: no such file; did you mean 'ga'?"),
        (
            "--scheme x.tsv",
            "--scheme: x.tsv: no such file; the schemes are ga gaw ufa ufba ba"
            " majority median mean any all latent",
        ),
        (
            "--scheme ga --leave-out J1",
            "labels.tsv: 3 assessors (J2, J3, J4), but --scheme ga is for exactly four; try gaw",
        ),
        (
            "--scheme latent --leave-out J1 --leave-out J2",
            "labels.tsv: 2 assessors (J3, J4), but "
            "--scheme latent needs at least three to tell who is right",
        ),
        ("--scheme majority --confusion", "--confusion is for --scheme latent"),
        ("--posterior --scheme ga", "--posterior is for --scheme latent"),
        (
            "--confusion --posterior --scheme latent",
            "--confusion and --posterior are two outputs, expected one of them",
        ),
        ("--scheme ga --judged", "--judged is for --agreement"),
        ("--scheme ga --trials 5", "--trials is for --agreement"),
        ("--scheme ga --seed 5", "--seed is for --agreement"),
        ("--scheme ga --plot x.png", "--plot is for --agreement"),
        (
            "--agreement --judged --labels R,W",
            "--labels has no effect with --judged, where outcomes are R or W",
        ),
        (
            "best.tsv --scheme ga",
            "2 files, expected one file of assessments (several are for --agreement --judged)",
        ),
        ("--scheme ga --labels A,B,C,D", "--scheme ga is for three labels, found 4 labels"),
        ("--scheme ga --weights A=1,B=1,C=0", "--weights is for --scheme gaw"),
        ("--scheme gaw --weights A=1", "--weights: no weight for 'B'"),
        (
            "--scheme gaw --labels A",
            "--labels: one label 'A', expected two or more, best first: A,B,C",
        ),
        (
            "--scheme gaw --labels A,B",
            "labels.tsv:5: label 'C' by 'J1', expected A or B (or --labels)",
        ),
        ("--scheme gaw --skipped-as D", "--skipped-as 'D', expected one of A, B, C"),
        (
            "--scheme gaw --leave-out X",
            "labels.tsv: --leave-out: no assessor 'X'; the assessors are J1, J2, J3, J4",
        ),
        (
            "--scheme gaw --leave-out J1 --leave-out J2 --leave-out J3 --leave-out J4",
            "labels.tsv: --leave-out leaves no assessor",
        ),
        (
            "--scheme map.tsv --leave-out J1",
            "labels.tsv:2: answer 'b1' to 'q2' has the pattern 'AAB', which map.tsv lacks",
        ),
        ("--scheme ba", "--scheme ba needs --best FILE"),
        ("--scheme ufba", "--scheme ufba needs --best FILE"),
        ("--as-run best", "--as-run best needs --best FILE"),
        ("--as-run j1", "labels.tsv: --as-run: no assessor 'j1'; did you mean 'J1'?"),
        ("--as-run J1 --leave-out J2", "--leave-out has no effect with --as-run"),
        ("--as-run J1 --scheme ga", "--scheme has no effect with --as-run"),
        ("--agreement --scheme ga", "--scheme has no effect with --agreement"),
        (
            "--as-run J1 --agreement",
            "--agreement and --as-run are two outputs, expected one of them",
        ),
        (
            "--scheme ga --best best.tsv",
            "--best is for --scheme ufba or ba, --distribution and --as-run best",
        ),
        (
            "--agreement --leave-out J1 --leave-out J2 --leave-out J3",
            "labels.tsv: one assessor (J4), expected two or more",
        ),
        (
            "--scheme ba --best labels.tsv",
            "labels.tsv:1: unknown column 'assessor', expected question answer"
            " (assessments? these are best answers)",
        ),
    ],
)
def test_refused(refused, words, message):
    assert refused(words) == message


@pytest.mark.parametrize("option", ["--scheme", "--as-run", "--labels", "--best", "--leave-out"])
def test_empty_words(qaeval, option):
    rest = [] if option in ("--scheme", "--as-run") else ["--scheme", "ufba"]
    outcome = qaeval("gold", "labels.tsv", option, "", *rest)
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)


def test_refused_files(refused, put):
    put("best.tsv", "question\tanswer\n\nq1\tb2\n")
    assert refused("--scheme ba --best best.tsv") == (
        "best.tsv:3: the best answer 'b2' is not among the answers to 'q1' in labels.tsv"
    )
    put("some.tsv", HEADER + "".join(ROWS[:-1]))
    assert refused("--scheme ga", "some.tsv") == (
        "some.tsv:6: answer 'a3' to 'q1' has no label from 'J4' (--skipped-as LABEL gives it one)"
    )
    put("blank.tsv", HEADER + "q 1\ta\tJ1\tA\n")
    assert refused("--scheme any", "blank.tsv") == (
        "blank.tsv:2: answer 'a' to 'q 1' holds a blank, which separates ids in qrels; try -f tsv"
    )
    put("none.tsv", "question\tanswer\tJ1\nq\ta\tA\nq\tb\t\n")
    assert refused("--scheme any", "none.tsv") == (
        "none.tsv:3: answer 'b' to 'q' has no label from anybody (--skipped-as LABEL gives it one)"
    )
    put("apart.tsv", "question\tanswer\tJ1\tJ2\nq\ta\tA\t\nq\tb\t\tA\n")
    assert refused("--agreement", "apart.tsv") == (
        "apart.tsv: no answer has labels from two assessors"
    )
    put("comma.tsv", HEADER + "q\ta,b\tJ1\tA\n")
    assert refused("--as-run J1", "comma.tsv") == (
        "comma.tsv:2: answer 'a,b' to 'q' holds a comma, which separates ids in a run; try -f tsv"
    )
    assert refused("--scheme ga", "absent.tsv") == "absent.tsv: no such file"
    put("empty.tsv", "")
    assert refused("--scheme ga", "empty.tsv") == "empty.tsv: the file is empty (0 bytes)"


def test_the_help_says_what_every_scheme_does(qaeval):
    text = " ".join(qaeval("gold", "--help").out.split())
    assert f"--scheme {'|'.join(SCHEMES)}|MAPFILE" in text
    for name, scheme in SCHEMES.items():
        assert f" {name} {scheme.help} " in text
