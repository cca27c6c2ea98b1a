"""Tables of runs: the first column is `run`, the others are the organiser's."""

import pytest

from qaeval.errors import InputError
from qaeval.files.listings import read_run_table


def test_columns_by_run(put):
    table = read_run_table(str(put("runs.tsv", "run\tteam\tprimary\nb-1\tB\tyes\na-1\tA\t\n")))
    assert table.names == ["b-1", "a-1"]
    assert table.column("team", "--best-of") == {"b-1": "B", "a-1": "A"}
    assert table.column("primary", "--only-runs") == {"b-1": "yes", "a-1": ""}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("team\trun\nA\ta-1\n", 1, "the first column is 'team', expected 'run'"),
        ("run\tteam\na-1\tA\na-1\tB\n", 3, "run 'a-1' again"),
        ("run\tteam\n\tA\n", 2, "the run name is empty"),
        ("run\tteam\na-1\n", 2, "1 field, expected 2 (run team)"),
        ("run\tteam\n", None, "no runs below the header"),
    ],
)
def test_refused(put, text, line, message):
    path = put("runs.tsv", text)
    with pytest.raises(InputError) as refused:
        read_run_table(str(path))
    error = refused.value
    assert (error.message, error.file, error.line) == (message, str(path), line)
