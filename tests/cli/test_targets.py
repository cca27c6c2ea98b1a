"""What is read is not written over, and no two outputs go to one file."""

import os
import subprocess
import sys

import click
import pytest

from qaeval.cli import group
from qaeval.cli.targets import OutFile

TABLE = "run\tmeasure\tquestion\tvalue\n" + "".join(
    f"{run}\tRR\tq{q}\t{(q * step) % 3 / 2}\n"
    for run, step in (("a", 1), ("b", 2))
    for q in range(9)
)


@pytest.fixture
def table(put):
    return put("scores.tsv", TABLE)


@pytest.mark.parametrize("how", ["itself", "symlink", "hard link", "other way"])
def test_o_onto_an_input(qaeval, table, tmp_path, how):
    out = tmp_path / "out.tsv"
    if how == "itself":
        out = table
    elif how == "symlink":
        out.symlink_to(table)
    elif how == "hard link":
        out.hardlink_to(table)
    else:
        out = tmp_path / ".." / tmp_path.name / "scores.tsv"
    outcome = qaeval("hardness", table, "-o", out)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == f"qaeval: {out}: -o names a file that is read; --force writes over it\n"
    assert table.read_text() == TABLE


def test_force_writes_over_an_input(qaeval, table):
    assert qaeval("hardness", table, "-o", table, "--force").code == 0
    assert table.read_text() != TABLE


def test_merge_onto_one_of_its_shards(qaeval, table, put):
    other = put("other.tsv", TABLE.replace("a\t", "c\t").replace("b\t", "d\t"))
    outcome = qaeval("merge", table, other, "-o", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert "-o names a file that is read" in outcome.err
    assert table.read_text() == TABLE
    assert qaeval("merge", table, other, "-o", table, "--force").code == 0
    assert table.read_text().startswith("run\tmeasure") and "\nd\t" in table.read_text()


def test_a_picture_onto_an_input(qaeval, put):
    table = put("scores.png", TABLE)
    outcome = qaeval("hardness", table, "--plot", table)
    assert outcome.code == 2 and "--plot names a file that is read" in outcome.err
    assert table.read_text() == TABLE


def test_questions_out_and_named_files(qaeval, put):
    rows = put("rows.csv", "id,score\nq1,1\nq2,0\n")
    given = ("import", "csv", "--question", "id", "--column", "score", f"a={rows}")
    for option in ("-o", "--questions-out"):
        outcome = qaeval(*given, option, rows)
        assert outcome.code == 2 and f"{option} names a file that is read" in outcome.err
    assert rows.read_text() == "id,score\nq1,1\nq2,0\n"


def test_a_log_of_a_folder_that_is_read(qaeval, put):
    log = put("logs/samples_x.jsonl", "{}\n")
    outcome = qaeval("import", "lm-eval", log.parent, "-o", log)
    assert outcome.code == 2 and "-o names a file of" in outcome.err
    assert log.read_text() == "{}\n"


def test_standard_input_is_an_input(table):
    command = [sys.executable, "-m", "qaeval", "hardness", "-", "-o", str(table)]
    with table.open("rb") as given:
        done = subprocess.run(command, stdin=given, capture_output=True, check=False)
    assert done.returncode == 2 and b"-o names a file that is read" in done.stderr
    assert table.read_text() == TABLE


def test_two_outputs_onto_one_file(qaeval, table, tmp_path):
    out, link = tmp_path / "out.png", tmp_path / "link.png"
    link.symlink_to(out)
    outcome = qaeval("hardness", table, "-o", out, "--plot", link)
    assert (outcome.code, outcome.err) == (
        2,
        f"qaeval: {link}: -o and --plot name the same file\n",
    )
    assert not out.exists()


def test_a_picture_onto_the_file_behind_standard_output(table, tmp_path):
    out = tmp_path / "out.png"
    command = [sys.executable, "-m", "qaeval", "hardness", str(table), "--plot", str(out)]
    with out.open("wb") as stream:
        done = subprocess.run(command, stdout=stream, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2 and b"standard output and --plot name the same file" in done.stderr


def test_a_device_may_be_named_by_two_options(qaeval, put):
    rows = put("rows.csv", "id,score\nq1,1\nq2,0\n")
    given = ("import", "csv", "--question", "id", "--column", "score", rows)
    assert qaeval(*given, "-o", os.devnull, "--questions-out", os.devnull).code == 0


def every_option(command, context):
    yield from ((context.command_path, parameter) for parameter in command.params)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            yield from every_option(inner, click.Context(inner, info_name=name, parent=context))


def test_every_option_that_names_a_file_is_known_as_such():
    context = click.Context(group, info_name="qaeval")
    for path, parameter in every_option(group, context):
        metavar = getattr(parameter, "metavar", None) or ""
        if "FILE" in metavar or "DIR" in metavar:
            assert isinstance(parameter.type, click.Path), (path, parameter.opts)
        is_output = parameter.name in ("output", "plot", "questions_out") and "FILE" in metavar
        assert isinstance(parameter.type, OutFile) == is_output, (path, parameter.opts)
