"""What plan says of repeated samples."""

from random import Random

import pytest


@pytest.fixture
def judged(put):
    """Three runs, 80 questions, four samples; `swing`: how much samples of a question differ."""

    def made(swing, samples=4):
        rng = Random(1)
        lines = ["run\tquestion\tsample\toutcome"]
        for run, ability in {"a": 0.1, "b": 0.0, "c": -0.1}.items():
            for question in range(80):
                known = 0.5 + ability + (0.5 - swing) * (1 if rng.random() < 0.5 else -1)
                for sample in range(samples):
                    right = rng.random() < min(max(known, 0.0), 1.0)
                    lines.append(f"{run}\tq{question}\t{sample}\t{'R' if right else 'W'}")
        return put("judged.tsv", "\n".join(lines) + "\n")

    return made


@pytest.fixture
def planned(qaeval, put, judged):
    def plan(format, swing, samples=4):
        table = put("scores.tsv", "")
        qaeval(
            "score",
            "--judged",
            "-q",
            "-f",
            "tsv",
            "-m",
            "accuracy",
            "-o",
            table,
            judged(swing, samples),
        )
        return qaeval("plan", "-m", "accuracy", "-f", format, table)

    return plan


def test_the_pilot_s_own_number_of_samples_finds_what_it_finds(planned):
    rows = planned("tsv", 0.4).rows
    for row in rows[1:]:
        cells = dict(zip(rows[0], row, strict=True))
        assert float(cells["detectable_4"]) == pytest.approx(
            float(cells["diff_detectable"]), rel=1e-9
        )
        each = [float(cells[f"detectable_{k}"]) for k in (1, 2, 4, 8, 16)]
        assert each == sorted(each, reverse=True)


def test_more_samples_are_advised_only_where_they_help(planned):
    noisy, steady = planned("text", 0.5).out, planned("text", 0.02).out
    assert "Detectable with repeated samples" in noisy
    assert "more samples of each question are worth their while up to 16 at" in noisy
    assert "beyond 1 sample of each question, take more questions instead" in " ".join(
        steady.split()
    )


def test_a_pilot_with_one_sample_has_no_such_table(planned):
    once = planned("text", 0.4, samples=1)
    assert once.code == 0 and "samples" not in once.out
