"""The other commands, the program as a whole, and how it is loaded."""

import json
import os
import subprocess
import sys

import click
import pytest

import qaeval as package
from qaeval.cli import COMMANDS, group
from qaeval.measures import DEFINITIONS

HEAVY = {"numpy", "scipy", "tabulate", "matplotlib"}
SLOW = HEAVY | {"csv", "difflib", "json", "statistics"}


PROGRAM = "from qaeval.cli import main; main(sys.argv[1:])"


def loaded_by(*arguments, program=PROGRAM):
    """The modules that a command line imports, in a process of its own."""
    script = f"""
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
{program}
"""
    command = [sys.executable, "-c", script, *map(str, arguments)]
    # Measured, a process loads what measures it.
    unmeasured = {k: v for k, v in os.environ.items() if not k.startswith("COVERAGE_")}
    done = subprocess.run(command, env=unmeasured, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


class TestMark:
    KEY = "question\tclass\tanswer\tlevel\nq\tx\tone\tS\nq\tx\tuno\tB\nq\ty\ttwo\tA\n"
    RUN = "question\trank\tanswer\nq\t1\tthree\nq\t2\tuno\nq\t3\tone\nq\t4\ttwo\n"

    def test_every_answer_with_class_level_gain_and_reason(self, qaeval, put):
        outcome = qaeval("mark", "-f", "tsv", put("k", self.KEY), put("r.tsv", self.RUN))
        assert outcome.rows == [
            ["run", "question", "rank", "answer", "class", "level", "gain", "why"],
            ["r", "q", "1", "three", "", "0", "0", "wrong"],
            ["r", "q", "2", "uno", "x", "B", "1", "correct"],
            ["r", "q", "3", "one", "x", "0", "0", "duplicate"],
            ["r", "q", "4", "two", "y", "A", "2", "correct"],
        ]

    def test_gains(self, qaeval, put):
        gains = ("--gains", "S=3,A=2.5,B=1")
        outcome = qaeval("mark", "-f", "tsv", *gains, put("k", self.KEY), put("r.tsv", self.RUN))
        assert [row[6] for row in outcome.rows[1:]] == ["0", "1", "0", "2.5"]

    def test_answers_cannot_break_the_table_or_the_terminal(self, qaeval, put):
        key = put("k", '{"question": "q", "answers": ["x"]}\n')
        run = put("r.jsonl", '{"question": "q", "answers": ["a\\tb\\nc\\u001b[31m"]}\n')
        assert qaeval("mark", "-f", "tsv", key, run).rows[1][3] == "a\\tb\\nc\\x1b[31m"
        text = qaeval("mark", key, run).out
        assert "\x1b" not in text and "a\\tb\\nc\\x1b[31m" in text


class TestCheck:
    QUESTIONS = "question\nq1\nq2\n"

    def test_a_valid_run(self, qaeval, put):
        run = put("r.tsv", "question\trank\tanswer\nq1\t1\tx\nq2\t1\ty\n")
        rules = ("--complete", "--unique", "--max-answers", "5")
        outcome = qaeval("check", "--questions", put("q", self.QUESTIONS), *rules, run)
        assert (outcome.code, outcome.out) == (0, "")
        assert outcome.err == "qaeval: note: 1 file checked, no problems\n"

    def test_every_problem_by_line(self, qaeval, put):
        run = put(
            "r.tsv",
            "question\trank\tanswer\nq1\t1\tx\nq1\t1\ty\nq1\t2\nq1\t3\tx\nq1\t4\tz\nq8\t1\ty\n",
        )
        rules = ("--complete", "--unique", "--max-answers", "2")
        outcome = qaeval("check", "--questions", put("q", self.QUESTIONS), *rules, run)
        assert outcome.code == 1
        assert outcome.out.splitlines() == [
            f"{run}: no line for 1 question: q2",
            f"{run}:2: 3 answers to question 'q1', at most 2 allowed",
            f"{run}:3: rank 1 again for question 'q1'",
            f"{run}:4: 2 fields, expected 3 (question rank answer)",
            f"{run}:5: 'x' again for question 'q1' (first on line 2)",
            f"{run}:7: unknown question 'q8'",
        ]

    def test_a_key_of_ids_forbids_repeated_ids(self, qaeval, put):
        run = put("r.txt", "1 Q0 a 1 9 t\n1 Q0 a 2 8 t\n")
        outcome = qaeval("check", put("q", "1 0 a 1\n"), run)
        assert (outcome.code, outcome.out) == (
            1,
            f"{run}:2: 'a' again for question '1' (first on line 1)\n",
        )

    def test_tsv(self, qaeval, put):
        run = put("r.tsv", "question\tanswer\nq8\ty\n")
        questions = put("q", self.QUESTIONS)
        outcome = qaeval("check", "-f", "tsv", "--questions", questions, run)
        assert outcome.rows == [
            ["file", "line", "message"],
            [str(run), "2", "unknown question 'q8'"],
        ]

    def test_an_unopenable_run_or_a_bad_key_is_exit_2(self, qaeval, put):
        assert qaeval("check", "--questions", put("q", self.QUESTIONS), "absent.tsv").code == 2
        run = put("r.tsv", "question\tanswer\nq1\ty\n")
        assert qaeval("check", put("k", "1 0 a x\n"), run).code == 2


class TestMeasures:
    def test_every_measure_is_listed(self, qaeval):
        outcome = qaeval("measures", "-f", "tsv")
        names = [row[1].split(",")[0].split("@k")[0].replace("nG@1", "nG") for row in outcome.rows]
        assert set(names[1:]) == set(DEFINITIONS)
        assert all(row[3] and row[4] for row in outcome.rows)  # formula and source

    def test_the_list_fits_a_terminal(self, qaeval):
        assert max(map(len, qaeval("measures").out.splitlines())) <= 80

    def test_one_measure_explained(self, qaeval):
        out = qaeval("measures", "NQcorrect5").out
        assert out.startswith("Hit@k\n")
        for word in ("formula:", "source:", "needs:", "Example", "NQcorrectk"):
            assert word in out

    def test_one_measure_without_a_header(self, qaeval):
        header, *rows = qaeval("measures", "-f", "tsv", "c@1").rows
        assert header == ["field", "value"] and rows[0] == ["name", "c@1"]
        assert qaeval("measures", "-f", "tsv", "--no-header", "c@1").rows == rows

    def test_one_measure_as_json(self, qaeval):
        assert json.loads(qaeval("measures", "-f", "json", "c@1").out)["name"] == "c@1"


class TestProgram:
    @pytest.mark.parametrize("command", COMMANDS)
    def test_help_has_a_runnable_example(self, qaeval, command):
        for flag in ("-h", "--help"):
            outcome = qaeval(command, flag)
            assert outcome.code == 0
            assert "Examples:\n    qaeval " in outcome.out
            assert f"\n    qaeval {command} " in outcome.out.partition("Examples:")[2] or (
                command == "measures"
            )
            assert max(map(len, outcome.out.splitlines())) <= 80

    def test_no_arguments_show_the_help(self, qaeval):
        outcome = qaeval()
        assert outcome.code == 0
        assert all(f"\n  {command}" in outcome.out for command in COMMANDS)

    def test_version(self, qaeval):
        assert qaeval("--version").out == f"qaeval {package.__version__}\n"

    @pytest.mark.parametrize("words", [["--help"], ["--version"], ["import", "--help"]])
    def test_help_and_version_load_nothing_heavy(self, words):
        modules = loaded_by(*words)
        assert not SLOW & modules
        commands = {name for name in modules if name.startswith("qaeval.cli.commands.")}
        assert commands <= {"qaeval.cli.commands.importing"}

    @pytest.mark.parametrize("name", ["", "import"])
    def test_the_short_help_says_what_the_command_is_for(self, name):
        """The group lists it without loading the command, whose own help is longer."""
        context = click.Context(group)
        listing = group.get_command(context, name) if name else group
        for name, listed in listing.listing.items():
            command = listing.get_command(context, name)
            assert (command.name, command.short_help) == (name, None)  # it stands in one place
            assert len(listed.short_help) < 60 and listed.short_help.endswith(".")

    def test_scoring_to_tsv_loads_no_table_or_statistics_library(self, sample_data):
        examples = sample_data / "examples"
        files = (examples / "key.tsv", examples / "runs/paper.tsv")
        loaded = loaded_by("score", "-f", "tsv", *files)
        # Older versions of numpy load hashlib themselves.
        own = {"csv", "hashlib"} - loaded_by(program="import numpy")
        assert (HEAVY | own) & loaded == {"numpy"}

    @pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
    def test_completion_script(self, qaeval, shell):
        outcome = qaeval("completion", shell)
        assert outcome.code == 0
        assert f"_QAEVAL_COMPLETE={shell}_complete" in outcome.out

    def test_commands_complete_without_being_loaded(self):
        environment = {
            "_QAEVAL_COMPLETE": "zsh_complete",
            "COMP_WORDS": "qaeval co",
            "COMP_CWORD": "1",
        }
        command = [sys.executable, "-X", "importtime", "-m", "qaeval"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        names = ["compare", "correlate", "coverage", "completion"]
        assert done.stdout.split("\n")[1::3] == names
        assert done.stdout.split("\n")[2] == "Test which differences mean something."
        assert "numpy" not in done.stderr

    def test_completion_of_measures(self):
        environment = {
            "_QAEVAL_COMPLETE": "bash_complete",
            "COMP_WORDS": "qaeval score -m nD",
            "COMP_CWORD": "3",
        }
        command = [sys.executable, "-m", "qaeval"]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.stdout == "plain,nDCG\n"


def test_every_name_of_the_api_is_there_and_documented():
    assert 20 <= len(package.__all__) <= 40  # every step is one
    for name in package.__all__:
        assert getattr(package, name).__doc__, name
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError):
        package.nothing  # noqa: B018


def test_one_measure_as_a_table_of_fields(qaeval):
    rows = qaeval("measures", "-f", "tsv", "RR").rows
    assert rows[0] == ["field", "value"] and rows[1][0] == "name" and "RR" in rows[1][1]
    assert dict(rows[1:])["family"] == "ranked"


def test_the_shell_completes_measures():
    from click.shell_completion import ShellComplete

    from qaeval.cli import group

    shell = ShellComplete(group, {}, "qaeval", "_QAEVAL_COMPLETE")
    found = {item.value for item in shell.get_completions(["score", "-m"], "nD")}
    assert "nDCG" in found and all(name.startswith("nD") for name in found)
    assert "clef" in {item.value for item in shell.get_completions(["score", "-m"], "cl")}


def test_sample_takes_one_size(qaeval, put):
    table = put("t.tsv", "run\tmeasure\tquestion\tvalue\na\tRR\tq1\t1\na\tRR\tq2\t0\n")
    outcome = qaeval("sample", "-c", "1", "-c", "2", table)
    assert (outcome.code, outcome.out) == (2, "")
    assert "sample takes one -c: a file holds sets of one size" in outcome.err


def test_mark_cuts_long_answers_only_for_people(qaeval, put):
    key = put("key.tsv", "question\tanswer\nq\tx\n")
    run = put("run.tsv", f"question\tanswer\nq\t{'a' * 40}\nq\t{'b' * 41}\n")
    out = qaeval("mark", key, run).out
    assert "a" * 40 in out and "b" * 39 + "…" in out and "b" * 40 not in out
    assert "b" * 41 in qaeval("mark", "-f", "tsv", key, run).out
