"""Studies, timed beside plain passes over the same work: many runs, many questions, columns."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import material
import passes
from clock import Work, apart, in_turns, run, table
from peers import QAEVAL


def pairs(folder: Path, rounds: int) -> None:
    """1,000 runs × 2,000 questions × 1,000 trials."""
    values = material.right_or_wrong(1000, 2000)
    long, wide = apart(material.score_tables, values, folder)
    sums = passes.subset_sums(values, 1000)
    for name, one_pass in (
        ("stability", lambda: passes.stability_pass(sums[0])),
        ("swap", lambda: passes.swap_pass(*sums)),
    ):
        words = [*QAEVAL, name, "-c", "1000", "--trials", "1000"]
        works = [
            Work("one pass", one_pass),
            Work(f"{name}, csv", [*words, wide]),
            Work(f"{name}, tsv", [*words, long]),
            Work(f"{name}, csv, --jobs 1", [*words, "--jobs", "1", wide]),
        ]
        in_turns(works, min(rounds, 3))
        print(table(f"{name}: 1,000 runs × 2,000 questions × 1,000 trials", works, "one pass"))
    words = [*QAEVAL, "compare", "--test", "sign", "-f", "tsv"]
    works = [
        Work("sign tests, one pass", lambda: passes.sign_pass(values)),
        Work("compare, csv", [*words, wide]),
        Work("compare --pairs, csv", [*words, "--pairs", wide]),
    ]
    in_turns(works, min(rounds, 3))
    print(table("compare: 499,500 pairs", works, works[0].name))


def wide(folder: Path, rounds: int) -> None:
    """A dozen models on 41,871 questions, as benchmarks of today have them."""
    values = material.right_or_wrong(12, 41_871)
    _, matrix = apart(material.score_tables, values, folder)
    page = folder / "wide.html"
    works = [Work("draws and one product", lambda: passes.draw_pass(values, 1000))]
    works += [Work(name, [*QAEVAL, name, matrix]) for name in ("swap", "stability", "plan")]
    works += [
        Work("compare", [*QAEVAL, "compare", matrix]),
        Work("report", [*QAEVAL, "report", "-o", str(page), matrix]),
    ]
    in_turns(works, min(rounds, 3))
    print(table("12 models × 41,871 questions, 1,000 trials", works, works[0].name))
    print(f"the page has {page.stat().st_size / 1e6:.2f} MB\n")


def columns(folder: Path, rounds: int) -> None:
    """Measures that are not means, of 44 runs × 500 questions: all of a column at once."""
    runs = apart(material.judged, folder, 44, 500)
    scores = str(folder / "columns.tsv")
    measures = [word for name in ("CWS", "AURC", "ECE") for word in ("-m", name)]
    run([*QAEVAL, "score", "--judged", "-q", "-f", "tsv", "-o", scores, *measures, *runs])
    works = [
        Work(f"{study} -m {name}", [*QAEVAL, study, "-m", name, scores])
        for study in ("compare", "stability", "swap", "plan")
        for name in ("CWS", "AURC", "ECE")
    ]
    works.append(Work("report", [*QAEVAL, "report", "-o", str(folder / "columns.html"), scores]))
    in_turns(works, min(rounds, 3))
    print(table("measures of columns: 44 runs × 500 questions", works, works[0].name))


def pages(folder: Path, rounds: int) -> None:
    """Reports of the usual shapes, four measures each."""
    works = []
    for runs, questions in ((129, 50), (25, 195)):
        scores = apart(material.four_measures, folder, runs, questions)
        page = str(folder / f"{runs}.html")
        words = [*QAEVAL, "report", "-o", page, scores]
        works.append(Work(f"{runs} runs × {questions} questions", words))
    works.append(Work("import click, numpy", [sys.executable, "-c", "import click, numpy"]))
    in_turns(works, min(rounds, 3))
    print(table("report: four measures", works, works[-1].name))


def matrix(folder: Path, rounds: int) -> None:
    """A hundred million judgements: 10,000 runs on 10,000 questions, compared with a baseline."""
    path = apart(material.judged_matrix, folder, 10_000, 10_000)
    works = [
        Work("read of the file", _bytes_of(path)),
        Work("compare --baseline", [*QAEVAL, "compare", "--baseline", "run00000", path]),
    ]
    in_turns(works, min(rounds, 1))
    print(table("compare: a matrix of 10,000 × 10,000", works, works[0].name))


def _bytes_of(path: str) -> Callable[[], object]:
    return lambda: subprocess.run(["cat", path], stdout=subprocess.DEVNULL, check=True)


def growth(folder: Path) -> dict[str, Callable[[int], list[str]]]:
    """Commands on one, four and sixteen times the trials, pairs and questions."""
    values = material.right_or_wrong(250, 1000)
    _, long_table = apart(material.score_tables, values, folder)

    def trials(name: str) -> Callable[[int], list[str]]:
        words = [*QAEVAL, name, "-c", "500", "--jobs", "1", long_table, "--trials"]
        return lambda times: [*words, str(250 * times)]

    def by_pairs(times: int) -> list[str]:
        table_of = material.right_or_wrong(round(250 * times**0.5), 500)
        words = [*QAEVAL, "stability", "-c", "250", "--trials", "300", "--jobs", "1"]
        return [*words, apart(material.score_tables, table_of, folder)[1]]

    def by_questions(command: str) -> Callable[[int], list[str]]:
        def words(times: int) -> list[str]:
            table_of = material.right_or_wrong(12, 5000 * times)
            return [*QAEVAL, *command.split(), apart(material.score_tables, table_of, folder)[1]]

        return words

    return {
        "stability, trials": trials("stability"),
        "swap, trials": trials("swap"),
        "stability, pairs": by_pairs,
        "swap, questions": by_questions("swap"),
        "plan, questions": by_questions("plan"),
        "report, questions": by_questions(f"report -o {folder / 'growth.html'}"),
    }
