"""Small files of great cost: each thing has a bound, and the page of limits names it."""

import gzip
import zipfile
from pathlib import Path

import pytest

from qaeval import InputError, read_scores, wording
from qaeval.cli.commands import sample
from qaeval.files import cells, fields, text, unpacking
from qaeval.files.foreign import archives
from qaeval.measures import naming
from qaeval.measures.lists import Gains
from qaeval.patterns import LONGEST_MATCH
from qaeval.scores import reading
from qaeval.steps import inputs, studied_scores
from qaeval.studies.inference import differences

HEADER = "run\tmeasure\tquestion\tvalue\n"
PAGE = Path(__file__).parent.parent / "docs" / "limits.md"


@pytest.mark.parametrize(
    "number",
    [
        f"{cells.LONGEST_LABEL:,}",
        f"{reading._MOST_CELLS:,}",
        f"{unpacking.ALWAYS >> 20} MiB",
        f"{unpacking.MOST_TIMES} times",
        f"{archives.LARGEST >> 30} GiB",
        f"{text.LONGEST_LINE >> 20} MiB",
        f"{sample.MOST_ROWS:,}",
        f"{studied_scores.MOST_MEASURES} measures",
        f"{differences.MOST_RUNS:,} runs",
        f"{studied_scores.MOST_PAIRED:,} runs",
        f"{inputs.MOST_GROUPS:,} values",
        f"{wording.MOST_LIKENED:,} known words",
        f"{LONGEST_MATCH} s",
        f"{fields.LARGEST:g}".replace("e+", "e"),
    ],
)
def test_page_states_the_limits_of_the_program(number):
    assert number in PAGE.read_text()


def test_suggestions_are_not_made_for_names_that_nobody_asks_for(tmp_path, monkeypatch):
    monkeypatch.setattr(naming, "likeness", lambda *_: pytest.fail("a suggestion was made"))
    path = tmp_path / "scores.tsv"
    path.write_text(HEADER + "".join(f"a\tx-{i}-y\tall\t1\n" for i in range(50)))
    assert len(read_scores(str(path)).measures) == 50
    path.write_text(f"{HEADER}a\t{'-' * 800}\tall\t1\n")
    assert read_scores(str(path)).measures[0].label == "-" * 800


def test_words_too_long_for_a_slip_are_like_none():
    assert wording.likeness("x" * 101, "x" * 101) == 0.0
    known = [f"{'z' * 8}{i}" for i in range(wording.MOST_LIKENED)]
    assert wording.nearest("nearly", [*known, "nearly"]) == ""


def test_name_of_a_measure_without_end_is_refused(tmp_path):
    path = tmp_path / "scores.tsv"
    path.write_text(f"{HEADER}a\t{'-' * 12_000}\tall\t1\n")
    with pytest.raises(InputError, match=r"tsv:2: the name of measure .* 12,000 characters"):
        read_scores(str(path))


def test_million_levels_make_no_million_fractions(monkeypatch):
    monkeypatch.setattr(Gains, "of", lambda *_: pytest.fail("a fraction for each level"))
    gains = naming.measure("nDCG").gains_on(999_999)
    assert gains.table[[1, 999_999]].tolist() == [1, 999_999]
    assert gains.highest == 999_999.0


def test_sparse_table_is_refused_before_it_fills_the_memory(tmp_path):
    path = tmp_path / "scores.tsv"
    path.write_text(HEADER + "".join(f"r{i}\tm{i}\tq{i}\t1\n" for i in range(300)))
    with pytest.raises(InputError, match="300 values for 300 runs, 300 measures, 300 questions"):
        read_scores(str(path))


def bomb(path, megabytes):
    with gzip.open(path, "wb", compresslevel=6) as file:
        file.write(b'{"a": 1}\n')
        for _ in range(megabytes):
            file.write(bytes(b"0" * (1 << 20)))
    return path


def test_gz_that_unpacks_to_far_more_is_refused(qaeval, tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "ALWAYS", 1 << 10)
    path = bomb(tmp_path / "x.tsv.gz", 1)
    with pytest.raises(InputError, match="packed bytes unpack to more than"):
        read_scores(str(path))
    outcome = qaeval("import", "jsonl", "--outcome", "a", "--question", "#", path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "packed bytes unpack to more than" in outcome.err


def test_gz_of_usual_density_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "ALWAYS", 1 << 10)
    path = tmp_path / "x.tsv.gz"
    path.write_bytes(
        gzip.compress((HEADER + "".join(f"a\tRR\tq{i}\t1\n" for i in range(999))).encode())
    )
    assert len(read_scores(str(path)).questions) == 999


def test_archive_that_unpacks_to_far_more_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "ALWAYS", 1 << 10)
    path = tmp_path / "x.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for at in range(3):
            archive.writestr(f"{at}.json", "0" * (1 << 20))
    with (
        archives.opened_archive(str(path)) as opened,
        pytest.raises(InputError, match="bytes unpacked, too many for one of its size"),
    ):
        for name in opened.names:
            opened.read(name)
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.eval"]


def test_archive_that_leads_out_of_itself_is_refused(tmp_path):
    path = tmp_path / "x.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("../header.json", "{}")
    with (
        pytest.raises(InputError, match="leads out of the archive"),
        archives.opened_archive(str(path)),
    ):
        pass
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.eval"]


def test_line_without_end_is_refused_where_files_go_by(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LONGEST_LINE", 100)
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n' + "0" * 200)
    with pytest.raises(InputError, match="a line of more than 100 bytes"):
        list(text.stream_lines(str(path)).text_lines())


def test_large_header_without_a_line_end_is_not_read_as_rows(tmp_path, monkeypatch):
    monkeypatch.setattr(text, "LARGE", 1)
    path = tmp_path / "x.tsv"
    for header in ("question\t7\t8", HEADER.rstrip(), "question\toutcome"):
        path.write_text(header)
        with pytest.raises(InputError):
            if not read_scores(str(path)).measures:
                raise InputError("no rows")


MATRIX = "question\ta\tb\nq1\t1\t.5\nq2\t0\t1\nq3\t.5\t.5\nq4\t1\t0\n"


def test_sample_has_a_bound_on_its_rows(qaeval, tmp_path):
    path = tmp_path / "m.tsv"
    path.write_text(MATRIX)
    outcome = qaeval("sample", "--trials", 10_000_000, path)
    assert (outcome.code, outcome.out) == (2, "")
    assert "40,000,000 rows, more than 2,000,000" in outcome.err


@pytest.mark.parametrize(
    ("module", "name", "arguments", "said"),
    [
        (differences, "MOST_RUNS", ["compare"], "2 runs make 1 pairs, more than those of 1 runs"),
        (differences, "MOST_RUNS", ["plan"], "2 runs make 1 pairs, more than those of 1 runs"),
        (differences, "MOST_RUNS", ["report"], "2 runs make 1 pairs, more than those of 1 runs"),
        (studied_scores, "MOST_PAIRED", ["compare", "--pairwise"], "2 runs, more than 1"),
        (studied_scores, "MOST_PAIRED", ["compare", "--pairs"], "2 runs, more than 1 to set"),
        (studied_scores, "MOST_MEASURES", ["correlate"], "2 measures, more than 1: name those"),
        (inputs, "MOST_GROUPS", ["compare", "--questions", "types", "--by", "type"], "2 values"),
    ],
)
def test_studies_have_bounds(qaeval, tmp_path, monkeypatch, module, name, arguments, said):
    monkeypatch.setattr(module, name, 1)
    path = tmp_path / "m.tsv"
    rows = [f"{run}\t{label}\tq{i}\t{i % 2}\n" for run in "ab" for label in "xy" for i in range(4)]
    path.write_text(HEADER + "".join(rows))
    types = tmp_path / "types"
    types.write_text("question\ttype\nq0\tt0\nq1\tt0\nq2\tt1\nq3\tt1\n")
    arguments = [str(types) if part == "types" else part for part in arguments]
    one = [] if name == "MOST_MEASURES" else ["-m", "x"]
    outcome = qaeval(*arguments, *one, path)
    assert (outcome.code, outcome.out) == (2, "")
    assert said in outcome.err
