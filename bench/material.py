"""What the programs are timed on: runs, qrels and score tables, the same for the same seed."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from qaeval.arrays import Floats


@dataclass
class Retrieval:
    """Qrels and runs in TREC's formats."""

    qrels: str
    runs: list[str]


def large(folder: Path, questions: int, answers: int) -> Retrieval:
    """One run as a search engine gives it, a relevant passage for most questions."""
    random = np.random.default_rng(0)
    qrels, run = folder / f"large-{questions}.qrels", folder / f"large-{questions}.run"
    with run.open("w") as lines, qrels.open("w") as judged:
        for question in random.choice(1_200_000, questions, replace=False).tolist():
            ids = random.choice(8_841_823, answers, replace=False).tolist()
            # No two scores are equal, also as 32-bit floats, so that no program's ties show.
            scores = np.sort(random.random(answers) / 2 + np.arange(answers))[::-1] / 64
            lines.writelines(
                f"{question} Q0 {name} {rank} {score:.6f} engine\n"
                for rank, (name, score) in enumerate(zip(ids, scores.tolist(), strict=True), 1)
            )
            found = random.random() < 0.85
            right = ids[random.integers(min(answers, 200))] if found else "missing"
            judged.write(f"{question} 0 {right} 1\n")
    return Retrieval(str(qrels), [str(run)])


def small(folder: Path, runs: int, questions: int = 195, answers: int = 5) -> Retrieval:
    """Many runs of a shared task."""
    random = np.random.default_rng(1)
    qrels = folder / "small.qrels"
    names = [f"q{n:03}" for n in range(questions)]
    judged = (f"{q} 0 {q}-{n} {random.integers(3)}\n" for q in names for n in range(8))
    qrels.write_text("".join(judged))
    paths = []
    for number in range(runs):
        lines = []
        for question in names:
            scores = np.sort(random.permutation(1000)[:answers])[::-1].tolist()
            for rank, place in enumerate(random.permutation(12)[:answers].tolist()):
                score = scores[rank] / 1000
                lines.append(f"{question} Q0 {question}-{place} {rank} {score} run{number:03}\n")
        path = folder / f"small-{number:03}.run"
        path.write_text("".join(lines))
        paths.append(str(path))
    return Retrieval(str(qrels), paths)


def right_or_wrong(runs: int, questions: int) -> Floats:
    """Scores of runs of different ability on questions of different difficulty."""
    random = np.random.default_rng(0)
    ability, difficulty = random.normal(size=(runs, 1)) / 2, random.normal(size=questions)
    chance = 1 / (1 + np.exp(difficulty - ability))
    return (random.random((runs, questions)) < chance).astype(np.float64)


def responses(folder: Path, runs: int, questions: int) -> list[str]:
    """Judged responses with confidences that are somewhat higher where they are right."""
    random = np.random.default_rng(3)
    paths = []
    for run, row in enumerate(right_or_wrong(runs, questions)):
        sure = (row * 0.2 + random.random(questions) * 0.8).round(3)
        path = folder / f"responses{run:02}.tsv"
        with path.open("w") as lines:
            lines.write("question\toutcome\tconfidence\n")
            lines.writelines(
                f"q{at}\t{'R' if right else 'W'}\t{confidence}\n"
                for at, (right, confidence) in enumerate(zip(row, sure.tolist(), strict=True))
            )
        paths.append(str(path))
    return paths


def score_tables(values: Floats, folder: Path) -> tuple[str, str]:
    """The scores as a score table and as a matrix."""
    runs = [f"run{i:04}" for i in range(len(values))]
    name = f"scores-{len(values)}-{values.shape[1]}"
    long, wide = folder / f"{name}.tsv", folder / f"{name}.csv"
    with long.open("w") as file:
        file.write("run\tmeasure\tquestion\tvalue\n")
        for run, row in zip(runs, values.astype(int), strict=True):
            file.writelines(f"{run}\tHit@1\tq{i:05}\t{value}\n" for i, value in enumerate(row))
    with wide.open("w") as file:
        file.write(f"question,{','.join(runs)}\n")
        for i, column in enumerate(values.T.astype(int)):
            file.write(f"q{i:05},{','.join(map(str, column))}\n")
    return str(long), str(wide)
