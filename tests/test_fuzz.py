"""The fuzzer sees what is wrong, reaches every command, and makes the same cases again."""

import io
import json
import zipfile
from contextlib import suppress
from random import Random

import pytest

from fuzz.calls import Caller, Outcome
from fuzz.cases import OLD, OLD_TEXT, Case, make_case
from fuzz.commands import WAYS, all_commands
from fuzz.logs import log_folder, mutated_log, packed
from fuzz.mutations import mutated
from fuzz.oracles import findings
from fuzz.run import Harvest, Tally, harvested, main, table
from fuzz.suite import shares
from fuzz.tables import KINDS
from fuzz.trials import tried
from fuzz.worlds import World

CASE = Case(1, "score", ["score", "-f", "text", "in.tsv"], {"in.tsv": b"x"})
KEPT = {"in.tsv": b"x", OLD: OLD_TEXT}
GOOD = b"qaeval: in.tsv: no such thing\n"


def found(outcome, *words, command="score", outputs=()):
    case = Case(1, command, [command, *words], CASE.files, outputs=list(outputs))
    return [finding.partition(":")[0] for finding in findings(case, outcome)]


def test_what_is_right_is_no_finding():
    assert found(Outcome(0, b"rank  run\n", b"qaeval: note: x\n", KEPT)) == []
    assert found(Outcome(2, b"", GOOD, KEPT)) == []
    assert found(Outcome(1, b"x:1: y\n", b"", KEPT), command="check") == []
    assert found(Outcome(3, b"x\n", GOOD, KEPT), "--keep-going") == []
    written = {**KEPT, OLD: b"a\tb\n1\t2\n"}
    assert found(Outcome(0, b"", b"", written), "-f", "tsv", "-o", OLD, outputs=[OLD]) == []


@pytest.mark.parametrize(
    ("outcome", "kind"),
    [
        (Outcome(-1, b"", b"", KEPT, trace="Traceback\nValueError: x"), "traceback"),
        (Outcome(0, b"", b"", KEPT, warnings=["RuntimeWarning: x"]), "warning"),
        (Outcome(1, b"", b"", KEPT), "exit code"),
        (Outcome(3, b"", b"", KEPT), "exit code"),
        (Outcome(2, b"", GOOD + GOOD, KEPT), "stderr"),
        (Outcome(2, b"", b"qaeval: note: x\n", KEPT), "stderr"),
        (Outcome(2, b"", b"", KEPT), "stderr"),
        (Outcome(2, b"", b"Usage: x\n", KEPT), "stderr"),
        (Outcome(2, b"", b"qaeval: \x1b[31m\n", KEPT), "stderr"),
        (Outcome(2, b"x", GOOD, KEPT), "stdout"),
        (Outcome(2, b"", b"qaeval: not enough memory for files of this size\n", KEPT), "memory"),
        (Outcome(2, b"", GOOD, {OLD: OLD_TEXT}), "file gone"),
        (Outcome(0, b"", b"", {**KEPT, "in.tsv": b"y"}), "file touched"),
        (Outcome(2, b"", GOOD, {**KEPT, ".out.123": b""}), "file made"),
        (Outcome(0, b"nan\n", b"", KEPT), "output"),
        (Outcome(0, b"0.5  -inf\n", b"", KEPT), "output"),
        (Outcome(0, b"\x1b[31m\n", b"", KEPT), "output"),
        (Outcome(0, "\u202e\n".encode(), b"", KEPT), "output"),
        (Outcome(0, b"\xff\n", b"", KEPT), "output"),
        (Outcome(0, b"<!doctype html><p><x-evil>", b"", KEPT), "page"),
        (Outcome(0, b"<!doctype html><p onclick=e>", b"", KEPT), "page"),
        (Outcome(0, b"<!doctype html><script>1</script>2</script>", b"", KEPT), "page"),
        (Outcome(0, b"<?xml version='1.0'?><svg><x-evil/></svg>", b"", KEPT), "svg"),
        (Outcome(0, b"<?xml version='1.0'?><svg><a></svg>", b"", KEPT), "svg"),
    ],
)
def test_what_is_wrong_is_found(outcome, kind):
    assert kind in found(outcome)


@pytest.mark.parametrize(
    ("form", "good", "bad"),
    [
        ("json", '{"a": null}', '{"a": NaN}'),
        ("tsv", "a\tb\n1\t2\n", "a\tb\n1\t2\t3\n"),
        ("csv", 'a,b\n"1,2",3\n', "a,b\n1,2,3\n"),
        ("md", r"\<x-evil\>", r"\\<x-evil>"),
        ("latex", "% {\n\\toprule\na & \\& \\\\\n\\end", "\\toprule\na & b \\\\\nc \\\\\n\\end"),
        ("latex", r"50\% \textasciitilde{}", "50%"),
        ("latex", r"\{", "{"),
        ("latex", r"\textbackslash{}evil", r"\evil"),
    ],
)  # fmt: skip
def test_forms_are_checked(form, good, bad):
    assert found(Outcome(0, good.encode(), b"", KEPT), "-f", form) == []
    assert found(Outcome(0, bad.encode(), b"", KEPT), "-f", form)[-1] == form


def test_words_behind_two_dashes_are_no_options():
    assert found(Outcome(0, b"no json", b"", KEPT), "--", "-f", "json") == []
    assert found(Outcome(0, b"no json", b"", KEPT), "-f", "json", "--") == ["json"]


def test_every_command_is_reached_and_described():
    names = {command.name for command in all_commands()}
    assert names <= set(WAYS)
    assert {make_case(0, n).command for n in range(3000)} == names
    first, second = shares()
    assert sorted(first + second) == sorted(names)


def test_a_case_comes_again():
    assert [make_case(3, n) for n in range(60)] == [make_case(3, n) for n in range(60)]
    assert make_case(3, 7) != make_case(4, 7)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_most_files_change_when_they_are_broken(kind):
    rng = Random(kind)
    raw = KINDS[kind][0](World(rng)).encode()
    broken = [mutated(rng, raw) for _ in range(100)]
    assert sum(other != raw for other in broken) > 60


def test_archives_are_broken_inside():
    rng = Random(0)
    good = packed([("header.json", b'{"a": [1, 2], "b": {"c": 3}}')])
    broken = [mutated_log(rng, "x.eval", good) for _ in range(60)]
    names, texts = set(), set()
    for raw in broken:
        if zipfile.is_zipfile(io.BytesIO(raw)):
            with (
                zipfile.ZipFile(io.BytesIO(raw)) as archive,
                suppress(ValueError, OSError, zipfile.BadZipFile),
            ):
                names |= set(archive.namelist())
                texts |= {archive.read(n) for n in archive.namelist() if n == "header.json"}
    assert "../up.json" in names and len(texts) > 10
    assert all(name.endswith(".jsonl") for name in log_folder(rng, "every-eval-ever"))


def test_another_call_that_differs_is_found(tmp_path, monkeypatch):
    case = Case(1, "score", ["score", "k", "r", "-f", "tsv"])
    case.files = {"k": b"q1 0 a 1\n", "r": b"q1 Q0 a 1 1 t\n"}
    caller = Caller(tmp_path / "case")
    good = caller.call(case)
    assert (good.code, good.files) == (
        0,
        {**case.files, OLD: OLD_TEXT},
    ) and b"AP\tall\t1" in good.out
    assert json.dumps(good.warnings) == "[]" and caller.call(case, 0).scanned == 2
    assert [
        finding for n in range(100) for finding in tried(caller, _numbered(case, n), 0).found
    ] == []
    calls = iter(range(10**6))

    def another(*given, **named):
        outcome = good.__class__(0, b"%d\n" % next(calls), b"", good.files)
        outcome.scanned = 1
        return outcome

    monkeypatch.setattr(caller, "call", another)
    kinds = {f for n in range(300) for f in tried(caller, _numbered(case, n), 0, 0).found}
    caller.close()
    assert kinds == {
        "another result: fast scan and exact parser: standard output",
        "another result: the same again: standard output",
        "another result: zipped files: what is printed",
        "another result: lines that end in CR LF: standard output",
    }


def _numbered(case, number):
    return Case(number, case.command, case.arguments, case.files)


def test_a_process_of_its_own_says_the_same(tmp_path):
    case = make_case(0, next(n for n in range(99) if make_case(0, n).command == "gold"))
    caller = Caller(tmp_path / "case")
    assert caller.call_apart(case).visible == caller.call(case).visible
    caller.close()


def test_findings_are_kept_and_told(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("fuzz.trials.findings", lambda case, outcome: ["exit code: 7"])
    harvest = harvested(0, range(3), tmp_path)
    assert harvest.total.findings == harvest.cases == 3 and "FOUND" in table(harvest)
    told = (tmp_path / "0-1" / "finding.txt").read_text()
    assert told.startswith("qaeval ") and "exit code: 7" in told


def test_make_fuzz_prints_a_table(tmp_path, monkeypatch, capsys):
    words = ["fuzz", "--cases", "12", "--only", "measures", "--keep", str(tmp_path)]
    monkeypatch.setattr("sys.argv", [*words, "--table", str(tmp_path / "table.txt")])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[:2] == ["command", "cases"] and lines[2].split()[:2] == ["all", "12"]
    assert (tmp_path / "table.txt").read_text().splitlines() == lines


def test_tallies_add_up():
    one, other = Harvest({"x": Tally(2, slowest=1.0, slowest_case=4)}), Harvest({"x": Tally(3)})
    one.add(other)
    assert (one.cases, one.tallies["x"].slowest_case) == (5, 4)
