"""Score tables in shards: merged, they are the bytes of one call over all runs."""

import subprocess
import sys

import pytest

SHARDS = 4


def in_shards(tmp_path, words, runs):
    """The score tables that so many processes write at the same time, each of some runs."""
    tables = [tmp_path / f"shard-{number}.tsv" for number in range(SHARDS)]
    program = [sys.executable, "-m", "qaeval", "score", "-q", "-f", "tsv", "--quiet"]
    shards = [
        subprocess.Popen([*map(str, [*program, *words, "-o", table, *runs[number::SHARDS]])])
        for number, table in enumerate(tables)
    ]
    assert [shard.wait() for shard in shards] == [0] * SHARDS
    return tables


@pytest.mark.parametrize(
    ("folder", "words"),
    [
        ("factoid", ["-m", "RR", "-m", "Q", "-m", "NQcorrect5"]),
        ("factoid", ["-m", "c@1", "-m", "RR", "-m", "UF"]),
        ("factoid", ["-m", "qac2", "--sort", "IR"]),
        ("factoid", []),
        ("timed", ["-m", "MRRT,r=0.51", "-m", "seconds", "-m", "RR"]),
        ("response", ["--judged", "-m", "CWS", "-m", "c@1", "-m", "conf-r"]),
    ],
)
def test_shards_of_a_folder_merge_into_the_bytes_of_one_call(
    qaeval, sample_data, tmp_path, folder, words
):
    runs = sorted((sample_data / folder / "runs").iterdir())
    key = [] if "--judged" in words else [sample_data / folder / "key.tsv"]
    one = qaeval("score", "-q", "-f", "tsv", "--quiet", *words, *key, *runs)
    tables = in_shards(tmp_path, [*words, *key], runs)
    sort = words[words.index("--sort") :] if "--sort" in words else []
    merged = qaeval("merge", *sort, *reversed(tables))
    assert (merged.code, merged.err) == (0, "")
    assert merged.out == one.out


def test_the_longest_run_may_be_of_another_table(qaeval, put):
    key = put("key.tsv", "question\tanswer\nq\ta\n")
    tables = []
    for name, seconds in (("fast", 1), ("slow", 2)):
        run = put(f"{name}.tsv", f"question\tanswer\tseconds\nq\ta\t{seconds}\n")
        tables.append(put(f"of-{name}.tsv", qaeval("score", "-qftsv", "-mMRRT", key, run).out))
    rows = qaeval("merge", *tables).rows
    values = {row[0]: float(row[3]) for row in rows if row[1:3] == ["MRRT", "all"]}
    # 2/(1 + e^(1/2)) and 2/(1 + e)
    assert values == pytest.approx({"fast": 0.7550813375962908, "slow": 0.5378828427399902})


def test_samples_of_some_runs_only(qaeval, put):
    key = put("key.tsv", "question\tanswer\nq1\ta\nq2\tb\n")
    once = put("once.tsv", "question\tanswer\nq1\ta\nq2\tx\n")
    twice = put("twice.tsv", "question\tsample\tanswer\nq1\t1\ta\nq1\t2\tx\nq2\t1\tb\nq2\t2\tb\n")
    words = ["score", "-q", "-f", "tsv", "-m", "RR", "-m", "c@1", key]
    tables = [put(f"{run.stem}-scores.tsv", qaeval(*words, run).out) for run in (once, twice)]
    assert qaeval("merge", *tables).out == qaeval(*words, once, twice).out


def test_tables_of_other_measures_or_names_are_refused(qaeval, put):
    head = "run\tmeasure\tquestion\tvalue\n"
    ours = put("ours.tsv", f"{head}a\tRR\tq\t1\na\tRR\tall\t1\n")
    more = put("more.tsv", f"{head}b\tRR\tq\t1\nb\tRR\tall\t1\nb\tQ\tq\t1\nb\tQ\tall\t1\n")
    again = put("again.tsv", f"{head}a\tRR\tq\t0\na\tRR\tall\t0\n")
    outcome = qaeval("merge", ours, more)
    expected = "run 'a' has no 'Q', which others have: score all by the same -m"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"qaeval: {ours}: {expected}\n")
    assert qaeval("merge", ours, again).code == 2


def test_what_one_call_might_say_otherwise_is_told(qaeval, put):
    head = "run\tmeasure\tquestion\tvalue\n"
    ours = put("ours.tsv", f"{head}a\tRR\tq1\t1\na\tRR\tall\t1\na\tT\tall\t.5\n")
    other = put("other.tsv", f"{head}b\tRR\tq2\t1\nb\tRR\tall\t1\nb\tT\tall\t.7\n")
    outcome = qaeval("merge", ours, other)
    assert outcome.code == 0
    assert "note: T: taken as stated" in outcome.err
    assert "note: 2 questions without a value for some run" in outcome.err


@pytest.mark.parametrize(
    ("rows", "holds"), [("", "no value"), ("a\tcorrect\tq\t1\n", "only correct")]
)
def test_tables_without_a_measure(qaeval, put, rows, holds):
    table = put("scores.tsv", f"run\tmeasure\tquestion\tvalue\n{rows}")
    outcome = qaeval("merge", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"qaeval: {table}: no measure to merge, {holds}\n"


def test_a_table_is_not_written_over(qaeval, put):
    text = "run\tmeasure\tquestion\tvalue\na\tRR\tq\t1\na\tRR\tall\t1\n"
    table = put("scores.tsv", text)
    outcome = qaeval("merge", "-o", table, table)
    assert (outcome.code, table.read_text()) == (2, text)
    assert outcome.err.endswith("-o names a file that is read; --force writes over it\n")
    assert qaeval("merge", "--force", "-o", table, table).code == 0
