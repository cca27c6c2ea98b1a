import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

HEADER = "run\tmeasure\tquestion\tvalue\n"


@pytest.fixture
def scores(put: Callable[[str, str], Path]) -> Callable[..., Path]:
    """A score table from values per run, q1 first."""

    def write(name: str = "scores.tsv", measure: str = "RR", **runs: Sequence[object]) -> Path:
        rows = [
            f"{run}\t{measure}\tq{i:02}\t{value}\n"
            for run, values in runs.items()
            for i, value in enumerate(values, 1)
        ]
        return put(name, HEADER + "".join(rows))

    return write


@pytest.fixture(scope="session")
def factoid(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The score table of the sample runs, and a report made from it."""
    import qaeval

    root = Path(__file__).parents[3] / "sample_data/factoid"
    folder = tmp_path_factory.mktemp("factoid")
    key = qaeval.read_key(str(root / "key.tsv"))
    runs = [qaeval.mark(key, qaeval.read_run(str(path))) for path in sorted(root.glob("runs/*"))]
    qaeval.write_scores(qaeval.score(runs, ["RR", "NQcorrect1"]), str(folder / "factoid.tsv"))
    return folder / "factoid.tsv", root / "questions.tsv"
