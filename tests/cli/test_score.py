"""`qaeval score` from the command line: options, formats, the signature."""

import json
from unicodedata import east_asian_width

import pytest

from qaeval.measures import DEFINITIONS

KEY = """\
question\tclass\tanswer\tlevel
q1\ta\tLondon\tS
q1\ta\tlondon town\tB
q2\ta\tRed\tA
q2\tb\tBlue\tS
q3\ta\tno one\t0
q4\ta\tNIL\tA
"""
RUN = """\
question\trank\tanswer
q1\t1\tParis
q1\t2\tLondon
q2\t1\tBlue
q2\t2\tRed
q9\t1\tstray
"""


@pytest.fixture
def key(put):
    return put("key.tsv", KEY)


@pytest.fixture
def run(put):
    return put("ours.tsv", RUN)


def test_the_leaderboard(qaeval, key, run, put):
    other = put("theirs.tsv", "question\tanswer\nq1\tLondon\nq2\tBlue\nq4\tNIL\n")
    outcome = qaeval("score", "-m", "RR", "-m", "Hit@1", key, run, other)
    lines = outcome.out.splitlines()
    assert lines[0].split() == ["rank", "run", "RR", "Hit@1"]
    assert lines[2].split() == ["1", "theirs", "1.0000", "1.0000"]
    assert lines[3].split() == ["2", "ours", "0.5000", "0.3333"]  # (1/2 + 1 + 0)/3
    assert outcome.code == 0


def test_equal_runs_share_a_rank_and_go_by_name(qaeval, key, put):
    # 1/2 + 1/3 + 1/6 and 1 + 0 + 0 are equal, though not in floating point.
    text = "question\tanswer\n"
    one = text + "q1\tx\nq1\tLondon\nq2\tx\nq2\tx\nq2\tBlue\nq4\tx\n"
    two = text + "q1\tx\nq1\tx\nq1\tLondon\nq2\tx\nq2\tBlue\nq4\tx\n"
    zed, any_ = put("zed.tsv", one), put("any.tsv", two)
    lines = qaeval("score", "-m", "RR", key, zed, any_).out.splitlines()
    assert [line.split()[:2] for line in lines[2:4]] == [["1", "any"], ["1", "zed"]]


def test_questions_without_a_correct_answer_are_left_out_and_told(qaeval, key, run):
    outcome = qaeval("score", "-f", "tsv", "-m", "RR", key, run)
    assert outcome.rows[1] == ["ours", "RR", "all", "0.5"]
    assert f"{key}: 1 question without a correct answer, left out: q3" in outcome.err
    zero = qaeval("score", "-f", "tsv", "-m", "RR", "--unanswerable", "zero", key, run)
    assert zero.rows[1] == ["ours", "RR", "all", "0.375"]


def test_questions_that_the_key_lacks_are_ignored_and_told(qaeval, key, run):
    outcome = qaeval("score", "-m", "RR", key, run)
    assert f"{run}: 1 question not in the key, ignored: q9" in outcome.err


def test_intersect_averages_each_run_over_its_own_questions(qaeval, key, run):
    outcome = qaeval("score", "-f", "tsv", "-m", "RR", "--intersect", key, run)
    assert outcome.rows[1] == ["ours", "RR", "all", "0.75"]


def test_intersect_shows_how_many_questions_each_run_has(qaeval, key, run, put):
    other = put("theirs.tsv", "question\tanswer\nq1\tLondon\n")
    lines = qaeval("score", "-m", "RR", "--intersect", key, run, other).out.splitlines()
    assert lines[0].split() == ["rank", "run", "RR", "questions"]
    assert [line.split()[-1] for line in lines[2:4]] == ["1", "2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (KEY, "1 question without a correct answer"),
        (KEY.replace("q3\ta\tno one\t0\n", ""), "1 question not in the key"),
        (KEY.replace("q3\ta\tno one\t0\n", "q9\ta\tstray\tS\n"), "1 question not in the run"),
    ],
)
def test_strict_makes_each_of_these_an_error(qaeval, put, run, text, message):
    outcome = qaeval("score", "--strict", put("key.tsv", text), run)
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err


def test_the_score_table(qaeval, key, run):
    outcome = qaeval("score", "-q", "-f", "tsv", "-m", "RR", "-m", "c@1", key, run)
    assert outcome.rows == [
        ["run", "measure", "question", "value"],
        ["ours", "RR", "q1", "0.5"],
        ["ours", "RR", "q2", "1"],
        ["ours", "RR", "q4", "0"],
        ["ours", "RR", "all", "0.5"],
        ["ours", "c@1", "all", "0.4444444444444444"],  # 1·(3+1)/3²
        ["ours", "correct", "q1", "0"],
        ["ours", "correct", "q2", "1"],
        ["ours", "correct", "q4", "0"],
        ["ours", "answered", "q1", "1"],
        ["ours", "answered", "q2", "1"],
        ["ours", "answered", "q4", "0"],
    ]


def test_silence_is_nil(qaeval, key, run):
    outcome = qaeval("score", "-q", "-f", "tsv", "-m", "RR", "--silence-is-nil", key, run)
    assert ["ours", "RR", "q4", "1"] in outcome.rows


def test_no_response(qaeval, key, put):
    run = put("llm.tsv", "question\tanswer\nq1\tI don't know\nq2\tBlue\n")
    names = ("-m", "n_u", "-m", "n_aw")
    outcome = qaeval("score", "-f", "tsv", *names, "--no-response", "don.t know", key, run)
    assert [row[3] for row in outcome.rows[1:]] == ["2", "0"]


def test_scores_of_32_bits_tie_what_they_cannot_hold_apart(qaeval, put):
    # As 32-bit floats both scores are 1, and 'b' goes before 'a'.
    files = put("qrels", "q1 0 a 1\n"), put("run", "q1 Q0 b 1 1 us\nq1 Q0 a 2 1.00000001 us\n")
    asked = ("score", "-m", "RR")
    assert qaeval(*asked, "-f", "tsv", *files).rows[1][-1] == "1"
    assert qaeval(*asked, "-f", "tsv", "--score-bits", 32, *files).rows[1][-1] == "0.5"
    assert "|score-bits:32|" in qaeval(*asked, "--score-bits", 32, *files).out
    assert "bits" not in qaeval(*asked, "--score-bits", 64, *files).out
    outcome = qaeval("score", "--judged", "--score-bits", 32, files[1])
    assert (outcome.code, outcome.err) == (
        2,
        "qaeval: --judged has no key or answers, so no --score-bits\n",
    )


def test_gains_for_all_measures(qaeval, key, run):
    names = ("-m", "Q", "-m", "RR", "-m", "Q1:1:1")
    outcome = qaeval("score", "-f", "tsv", "--gains", "S=10,A=2,B=1", *names, key, run)
    assert [row[1] for row in outcome.rows[1:]] == ["Q10:2:1", "RR", "Q1:1:1"]


def test_normalize(qaeval, key, put):
    run = put("r.tsv", "question\tanswer\nq1\tThe LONDON!\n")
    scored = {
        form: qaeval("score", "-f", "tsv", "-m", "Hit@1", "--normalize", form, key, run).rows[1][3]
        for form in ("nfkc", "fold", "squad")
    }
    assert scored == {"nfkc": "0", "fold": "0", "squad": "0.3333333333333333"}


def test_several_keys(qaeval, put):
    ga, ba = put("ga.qrels", "1 0 x 3\n1 0 y 1\n"), put("ba.qrels", "1 0 y 1\n2 0 x 1\n")
    run = put("r.txt", "1, x, y\n2, x\n")
    asked = ("-m", "BA-Hit@1", "-m", "GA-nG@1", "-m", "Hit@2")
    outcome = qaeval("score", "-f", "tsv", *asked, f"GA={ga}", "--key", f"BA={ba}", run)
    found = {row[1]: row[3] for row in outcome.rows[1:]}
    assert found == {"BA-Hit@1": "0.5", "GA-nG@1": "1", "GA-Hit@2": "1", "BA-Hit@2": "1"}
    assert list(found) == ["BA-Hit@1", "GA-nG@1", "GA-Hit@2", "BA-Hit@2"]  # as asked


@pytest.mark.parametrize(
    ("run", "names"),
    [
        ("1 Q0 x 1 2.5 t\n", ["AP", "RR", "nDCG", "P@5", "P@10"]),
        ("1, x, y\n", ["Hit@1", "nG@1", "nDCG@20", "Q"]),
    ],
)
def test_default_measures_with_qrels(qaeval, put, run, names):
    outcome = qaeval("score", "-f", "tsv", put("q", "1 0 x 1\n"), put("r", run))
    assert [row[1] for row in outcome.rows[1:]] == names


def test_default_measures_with_strings_and_with_judgements(qaeval, key, run, put):
    outcome = qaeval("score", "-f", "tsv", key, run)
    assert [row[1] for row in outcome.rows[1:]] == ["RR", "NQcorrect5", "NQcorrect1", "Q"]
    judged = put("j.tsv", "question\toutcome\nq1\tR\n")
    outcome = qaeval("score", "--judged", "-f", "tsv", judged)
    names = ["n_ac", "n_aw", "n_u", "accuracy", "c@1", "UF"]
    assert [row[1] for row in outcome.rows[1:]] == names


class TestByColumn:
    @pytest.fixture
    def questions(self, put):
        return put("questions.tsv", "question\tkind\nq1\tplace\nq2\tcolour\nq4\tplace\n")

    def test_a_table_per_value_and_the_macro_mean(self, qaeval, key, run, questions):
        asked = ("-m", "RR", "--questions", questions, "--by", "kind")
        outcome = qaeval("score", "-f", "tsv", *asked, key, run)
        assert outcome.rows == [
            ["kind", "run", "measure", "question", "value"],
            ["place", "ours", "RR", "all", "0.25"],
            ["colour", "ours", "RR", "all", "1"],
            ["macro mean", "ours", "RR", "all", "0.625"],
        ]
        text = qaeval("score", *asked, key, run).out
        assert "kind: place (2 questions)" in text
        assert "macro mean over 2 values of kind" in text

    def test_a_question_without_category_is_an_error(self, qaeval, key, run, put):
        few = put("few.tsv", "question\tkind\nq1\tplace\n")
        outcome = qaeval("score", "-m", "RR", "--questions", few, "--by", "kind", key, run)
        assert (outcome.code, outcome.out) == (2, "")
        assert f"{few}: 2 questions without kind, not in the file: q2, q4" in outcome.err

    def test_only(self, qaeval, key, run, questions):
        asked = ("-m", "RR", "--questions", questions, "--only", "kind=place")
        outcome = qaeval("score", "-f", "tsv", *asked, key, run)
        assert outcome.rows[1] == ["ours", "RR", "all", "0.25"]

    def test_questions_fix_the_set(self, qaeval, key, run, put):
        few = put("few.tsv", "question\nq2\n")
        outcome = qaeval("score", "-f", "tsv", "-m", "RR", "--questions", few, key, run)
        assert outcome.rows[1] == ["ours", "RR", "all", "1"]


class TestJudged:
    def test_runs_must_have_the_same_questions(self, qaeval, put):
        one = put("one.tsv", "question\toutcome\nq1\tR\nq2\tW\n")
        two = put("two.tsv", "question\toutcome\nq1\tR\n")
        outcome = qaeval("score", "--judged", one, two)
        assert (outcome.code, outcome.out) == (2, "")
        assert f"{two}: run 'two' lacks 1 question that other runs have (q2)" in outcome.err
        common = qaeval("score", "--judged", "--intersect", "-f", "tsv", "-m", "accuracy", one, two)
        assert [row[3] for row in common.rows[1:]] == ["1", "1"]

    def test_a_questions_file_fixes_the_set_and_a_missing_one_is_silence(self, qaeval, put):
        one = put("one.tsv", "question\toutcome\nq1\tR\nq2\tW\n")
        two = put("two.tsv", "question\toutcome\nq1\tR\n")
        three = put("q.tsv", "question\nq1\nq2\nq3\n")
        outcome = qaeval(
            "score", "--judged", "--questions", three, "-f", "tsv", "-m", "n_u", one, two
        )
        assert sorted((row[0], row[3]) for row in outcome.rows[1:]) == [("one", "1"), ("two", "2")]

    def test_several_runs_in_one_file(self, qaeval, put):
        both = put("both.tsv", "run\tquestion\toutcome\na\tq1\tR\nb\tq1\tW\n")
        outcome = qaeval("score", "--judged", "-f", "tsv", "-m", "accuracy", both)
        assert [row[0] for row in outcome.rows[1:]] == ["a", "b"]


class TestKeepGoing:
    def test_a_broken_run_is_reported_and_the_others_are_scored(self, qaeval, key, run, put):
        broken = put("broken.tsv", "question\trank\tanswer\nq1\tfirst\tLondon\n")
        outcome = qaeval("score", "--keep-going", "-f", "tsv", "-m", "RR", key, broken, run)
        assert outcome.code == 3
        assert outcome.rows[1:] == [["ours", "RR", "all", "0.5"]]
        assert f"qaeval: {broken}:2: rank 'first' is not a whole number" in outcome.err

    def test_by_default_it_is_all_or_nothing(self, qaeval, key, run, put):
        broken = put("broken.tsv", "question\trank\tanswer\nq1\tfirst\tLondon\n")
        outcome = qaeval("score", key, run, broken)
        assert (outcome.code, outcome.out) == (2, "")

    def test_nothing_left_is_an_error(self, qaeval, key, put):
        broken = put("broken.tsv", "question\trank\tanswer\nq1\tfirst\tLondon\n")
        outcome = qaeval("score", "--keep-going", key, broken)
        assert (outcome.code, outcome.out) == (2, "")


class TestOutput:
    def test_json_has_numbers_nulls_and_the_signature(self, qaeval, put):
        judged = put("j.tsv", "question\toutcome\nq1\tU\n")
        asked = ("-m", "accuracy", "-m", "ECE")
        found = json.loads(qaeval("score", "--judged", "-q", "-f", "json", *asked, judged).out)
        assert found["runs"][0]["scores"] == {"accuracy": 0.0, "ECE": None}
        assert found["runs"][0]["per_question"]["q1"]["accuracy"] == 0.0
        assert found["runs"][0]["questions"] == 1
        assert found["signature"]["questions"] == 1

    def test_the_signature_names_every_choice(self, qaeval, key, run):
        asked = ("--normalize", "fold", "--nil", "anywhere", "--unanswerable", "zero")
        last = qaeval("score", *asked, key, run).out.splitlines()[-1]
        assert last.startswith("key:key.tsv#")
        fields = dict(field.split(":", 1) for field in last.split("|"))
        wanted = {"questions": "4", "normalize": "fold", "nil": "anywhere", "unanswerable": "zero"}
        assert wanted.items() <= fields.items()
        assert fields["levels"] == "S:A:B" and fields["missing"] == "no response"

    def test_the_fingerprint_is_that_of_the_key(self, qaeval, put, run):
        import gzip

        plain, packed = put("k.tsv", KEY), put("k.tsv.gz", gzip.compress(KEY.encode()))
        changed = put("c/k.tsv", KEY.replace("\tB\n", "\tA\n"))
        marks = [
            qaeval("score", key, run).out.splitlines()[-1].split("|")[0].partition("#")[2]
            for key in (plain, packed, changed)
        ]
        assert marks[0] == marks[1] != marks[2]

    def test_undefined_is_a_dash_in_text_and_tsv(self, qaeval, put):
        judged = put("j.tsv", "question\toutcome\nq1\tU\n")
        assert "-" in qaeval("score", "--judged", "-m", "ECE", judged).out.splitlines()[2].split()
        rows = qaeval("score", "--judged", "-f", "tsv", "-m", "ECE", judged).rows
        assert rows[1] == ["j", "ECE", "all", "-"]

    def test_csv_md_and_latex(self, qaeval, key, run, put):
        best = put("top_1.tsv", "question\tanswer\nq1\tLondon\nq2\tBlue\nq4\tNIL\n")
        files = ("-m", "RR", key, run, best)
        assert qaeval("score", "-f", "csv", *files).out.splitlines()[1] == "top_1,RR,all,1"
        assert "| top\\_1" in qaeval("score", "-f", "md", *files).out
        assert "**1.0000**" in qaeval("score", "-f", "md", *files).out
        latex = qaeval("score", "-f", "latex", *files).out
        assert r"top\_1" in latex and r"\qabest{1}{.0000}" in latex and "0.5000" in latex

    def test_digits_and_no_header(self, qaeval, key, run):
        out = qaeval("score", "-m", "RR", "--digits", "2", "--no-header", key, run).out
        assert out.splitlines()[0].split() == ["1", "ours", "0.50"]

    def test_output_file(self, qaeval, key, run, tmp_path):
        target = tmp_path / "scores.tsv"
        outcome = qaeval("score", "-f", "tsv", "-m", "RR", "-o", target, key, run)
        assert outcome.out == ""
        assert target.read_text().splitlines()[1] == "ours\tRR\tall\t0.5"
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []

    def test_measures_in_the_order_asked(self, qaeval, key, run):
        outcome = qaeval("score", "-f", "tsv", "-m", "Q", "-m", "RR", "-m", "MRR", key, run)
        assert [row[1] for row in outcome.rows[1:]] == ["Q", "RR", "MRR"]


class TestTrecFormat:
    """The very lines of trec_eval 9.0.8 (checked against its binary when they were written)."""

    QRELS = "1 0 a 1\n1 0 b 2\n1 0 c 0\n2 0 a 1\n3 0 z 0\n"
    RUN = "2 Q0 b 1 3.0 tag\n2 Q0 a 2 2.0 tag\n1 Q0 b 1 1.5 tag\n1 Q0 x 2 1.5 tag\n3 Q0 z 1 1 tag\n"

    def asked(self, *names):
        return [word for name in names for word in ("-m", name)]

    def test_per_question_and_all(self, qaeval, put):
        names = self.asked("num_ret", "num_rel", "map", "ndcg", "P_5", "num_q", "runid")
        options = ("-q", "-f", "trec", "--unanswerable", "zero", "--intersect")
        files = (put("q", self.QRELS), put("r", self.RUN))
        # Question 1: x (1.5) before b (1.5), ids descending.
        assert qaeval("score", *options, *names, *files).out == (
            "num_ret               \t1\t2\n"
            "num_rel               \t1\t2\n"
            "map                   \t1\t0.2500\n"
            "ndcg                  \t1\t0.4796\n"
            "P_5                   \t1\t0.2000\n"
            "num_ret               \t2\t2\n"
            "num_rel               \t2\t1\n"
            "map                   \t2\t0.5000\n"
            "ndcg                  \t2\t0.6309\n"
            "P_5                   \t2\t0.2000\n"
            "num_ret               \t3\t1\n"
            "num_rel               \t3\t0\n"
            "map                   \t3\t0.0000\n"
            "ndcg                  \t3\t0.0000\n"
            "P_5                   \t3\t0.0000\n"
            "num_ret               \tall\t5\n"
            "num_rel               \tall\t3\n"
            "map                   \tall\t0.2500\n"
            "ndcg                  \tall\t0.3702\n"
            "P_5                   \tall\t0.1333\n"
            "num_q                 \tall\t3\n"
            "runid                 \tall\ttag\n"
        )

    def test_a_mean_is_added_up_question_by_question(self, qaeval, put):
        # 1/10 + 2/10 + … as trec_eval adds them: a half in the last place rounds as its sum falls.
        depths = [3, 1, 2, 3, 2, 1, 1, 3] * 4
        qrels = "".join(f"{q:02} 0 d{i} 1\n" for q, n in enumerate(depths) for i in range(n))
        run = "".join(
            f"{q:02} Q0 d{i} 1 {9 - i} t\n" for q, n in enumerate(depths) for i in range(n)
        )
        outcome = qaeval("score", "-f", "trec", "-m", "P_10", put("q", qrels), put("r", run))
        total = 0.0
        for n in depths:
            total += n / 10
        assert outcome.out == f"P_10                  \tall\t{total / 32:6.4f}\n"

    def test_without_intersect_it_is_trec_evals_c(self, qaeval, put):
        qrels = self.QRELS + "4 0 a 1\n"
        names = self.asked("num_q", "num_rel", "map")
        outcome = qaeval(
            "score", "-q", "-f", "trec", "--unanswerable", "zero", *names, put("q", qrels),
            put("r", self.RUN),
        )  # fmt: skip
        lines = outcome.out.splitlines()
        assert not any("\t4\t" in line for line in lines)
        assert lines[-3:] == [
            "num_q                 \tall\t4",
            "num_rel               \tall\t4",
            "map                   \tall\t0.1875",
        ]

    def test_runid_is_for_trec_only(self, qaeval, put):
        outcome = qaeval("score", "-m", "runid", put("q", self.QRELS), put("r", self.RUN))
        assert (outcome.code, outcome.out) == (2, "")
        assert "only with -f trec" in outcome.err


def test_files_come_from_standard_input(key, run):
    import subprocess
    import sys

    command = [sys.executable, "-m", "qaeval", "score", "-f", "tsv", "-m", "RR", str(key), "-"]
    outcome = subprocess.run(command, input=RUN.encode(), capture_output=True, check=True)
    assert outcome.stdout.splitlines()[1] == b"stdin\tRR\tall\t0.5"


def test_every_response_measure_from_judged_responses_and_from_runs_with_a_key(qaeval, put):
    """Right, wrong, silent, and silent with a right and a wrong candidate, told both ways."""
    words = {"q1": ("R", 0.9), "q2": ("W", 0.75), "q3": ("U", None), "q4": ("UR", None)}
    words |= {"q5": ("UW", None), "q6": ("R", 0.25), "q7": ("W", 0.25)}
    said = {"R": ("yes", ""), "W": ("no", ""), "U": ("", ""), "UR": ("", "yes"), "UW": ("", "no")}
    judged, ranked = "question\toutcome\tconfidence\n", "question\tanswer\tconfidence\tcandidate\n"
    for question, (outcome, confidence) in words.items():
        sure = "" if confidence is None else confidence
        answer, candidate = said[outcome]
        judged += f"{question}\t{outcome}\t{sure}\n"
        ranked += f"{question}\t{answer}\t{sure}\t{candidate}\n"
    key = put("key.tsv", "question\tanswer\n" + "".join(f"{name}\tyes\n" for name in words))
    names = [found.name for found in DEFINITIONS.values() if found.family == "response"]
    asked = [word for name in names for word in ("-m", name)]
    one = qaeval("score", "--judged", "-f", "tsv", *asked, put("judged/run.tsv", judged))
    other = qaeval("score", "-f", "tsv", *asked, key, put("ranked/run.tsv", ranked))
    assert one.rows == other.rows
    value = {row[1]: row[3] for row in one.rows[1:]}
    assert list(value) == names
    assert [value[name] for name in ("n_ac", "n_aw", "n_u", "rejection")] == ["2", "2", "3", "0.5"]
    assert float(value["c@1"]) == pytest.approx((2 + 3 * 2 / 7) / 7)
    assert float(value["candidate-accuracy"]) == pytest.approx(3 / 7)
    assert float(value["K1"]) == float(value["K"]) == pytest.approx((0.9 - 0.75 + 0.25 - 0.25) / 7)


def test_k_of_several_answers_leaves_a_repeated_one_out(qaeval, put):
    # Two classes, three answers: (.9 + 0 − .4)/max(2, 3).
    key = put("key.tsv", "question\tclass\tanswer\nq\t1\tx\nq\t2\ty\n")
    run = put("run.tsv", "question\tanswer\tconfidence\nq\tx\t.9\nq\tx\t.5\nq\tz\t.4\n")
    (row,) = qaeval("score", "-f", "tsv", "-m", "K", key, run).rows[1:]
    assert float(row[3]) == pytest.approx((0.9 - 0.4) / 3)


def test_the_best_is_bold_also_where_less_is_better(qaeval, put):
    header = "question\toutcome\tconfidence\n"
    sure, vain = put("sure.tsv", header + "q\tR\t1\n"), put("vain.tsv", header + "q\tW\t.5\n")
    asked = ("-m", "Brier", "-m", "accuracy")
    out = qaeval("score", "--judged", "-f", "md", *asked, sure, vain).out
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines()]
    rows = {row[1]: row[2:] for row in cells if row}
    assert rows["sure"] == ["**0.0000**", "**1.0000**"] and rows["vain"] == ["0.2500", "0.0000"]


def test_columns_stand_below_each_other_whatever_the_letters(qaeval, put, key):
    wide, narrow = put("質問応答.tsv", RUN), put("ours.tsv", RUN)
    lines = qaeval("score", "-m", "RR", key, wide, narrow).out.splitlines()

    def place(text):
        """Where the text's last column begins on the screen; a wide letter takes two places."""
        at = text.index("0.5")
        return sum(1 + (east_asian_width(letter) == "W") for letter in text[:at])

    rows = [line for line in lines if "0.5" in line]
    assert len(rows) == 2 and len({place(row) for row in rows}) == 1
