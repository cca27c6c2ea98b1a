"""What the programs are timed on: runs, qrels and score tables, the same for the same seed."""

import gzip
import shutil
from dataclasses import dataclass
from pathlib import Path
from random import Random

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


def shuffled(collection: Retrieval) -> Retrieval:
    """The same lines in no order."""
    path = f"{collection.runs[0]}.shuffled"
    lines = Path(collection.runs[0]).read_bytes().splitlines(keepends=True)
    Random(3).shuffle(lines)
    Path(path).write_bytes(b"".join(lines))
    return Retrieval(collection.qrels, [path])


def packed(collection: Retrieval) -> Retrieval:
    """The same run as .gz."""
    path = f"{collection.runs[0]}.gz"
    with Path(collection.runs[0]).open("rb") as plain, gzip.open(path, "wb", 6) as file:
        shutil.copyfileobj(plain, file, 1 << 20)
    return Retrieval(collection.qrels, [path])


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


def four_measures(folder: Path, runs: int, questions: int) -> str:
    """A score table of RR, Hit@5, Hit@1 and Q, all of one rank and one gain per question."""
    random = np.random.default_rng(2)
    right = right_or_wrong(runs, questions) > 0
    rank = np.where(right, random.integers(1, 6, right.shape), 0)
    reciprocal = np.divide(1, rank, where=right, out=np.zeros(right.shape))
    measures = {
        "RR": reciprocal,
        "Hit@5": right.astype(float),
        "Hit@1": (rank == 1).astype(float),
        "Q": reciprocal * random.integers(1, 4, right.shape) / 3,
    }
    path = folder / f"measures-{runs}-{questions}.tsv"
    with path.open("w") as file:
        file.write("run\tmeasure\tquestion\tvalue\n")
        for name, values in measures.items():
            for number, row in enumerate(values.tolist()):
                at = f"run{number:04}\t{name}"
                file.writelines(f"{at}\tq{q:05}\t{value!r}\n" for q, value in enumerate(row))
    return str(path)


def judged(folder: Path, runs: int, questions: int) -> list[str]:
    """Judged responses with confidences that are worth something; a tenth are silent."""
    random = np.random.default_rng(4)
    paths = []
    for number, row in enumerate(right_or_wrong(runs, questions)):
        confidence = (row + 4 * random.random(questions)) / 5
        silent = random.random(questions) < 0.1
        outcome = np.where(silent, "U", np.where(row > 0, "R", "W"))
        path = folder / f"judged-{number:02}.tsv"
        with path.open("w") as file:
            file.write("question\toutcome\tconfidence\n")
            file.writelines(
                f"q{q:03}\t{word}\t{value:.3f}\n"
                for q, (word, value) in enumerate(zip(outcome, confidence.tolist(), strict=True))
            )
        paths.append(str(path))
    return paths


def judged_matrix(folder: Path, runs: int, questions: int) -> str:
    """Right and wrong as 1 and 0, a column per run."""
    path = folder / f"judged-{runs}-{questions}.csv"
    marks = right_or_wrong(runs, questions).astype(np.uint8) + ord("0")
    line = np.full(2 * runs, ord(","), dtype=np.uint8)
    line[-1] = ord("\n")
    with path.open("wb") as file:
        file.write(("question," + ",".join(f"run{i:05}" for i in range(runs)) + "\n").encode())
        for question in range(questions):
            line[0::2] = marks[:, question]
            file.write(f"q{question:05},".encode() + line.tobytes())
    return str(path)
