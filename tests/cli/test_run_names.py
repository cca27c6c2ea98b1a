"""Runs as they lie in folders: NAME=FILE and --name-from dir."""

import pytest

KEY = "question\tanswer\nq1\tyes\n"
RUN = "question\tanswer\nq1\tyes\n"
JUDGED = "question\toutcome\tconfidence\nq1\tR\t0.5\n"


@pytest.fixture
def key(put):
    return put("key.tsv", KEY)


@pytest.fixture
def lying(put):
    """A folder per team, each with a run of the same file name."""
    return [put(f"{team}/run.tsv", RUN) for team in ("teamA", "teamB")]


def names(outcome, at=0):
    assert outcome.code == 0, outcome.err
    return list(dict.fromkeys(row[at] for row in outcome.rows[1:]))


def test_a_name_by_hand_in_every_command_that_takes_runs(qaeval, key, lying):
    given = [f"A 1={lying[0]}", f"b@x={lying[1]}"]
    for command in ("score -f tsv -q -m RR", "mark -f tsv"):
        assert names(qaeval(*command.split(), key, *given)) == ["A 1", "b@x"]
    assert names(qaeval("compare", "-m", "RR", "-f", "tsv", "--key", key, *given), 2) == [
        "A 1",
        "b@x",
    ]
    assert qaeval("check", key, *given).code == 0


def test_a_name_by_hand_goes_before_the_tag(qaeval, put):
    key, run = put("key", "q1 0 a 1\n"), put("run", "q1 Q0 a 1 1 tag\nq1 Q0 b 2 0 other\n")
    assert names(qaeval("score", "-f", "tsv", "-m", "RR", key, f"ours={run}")) == ["ours"]


def test_by_the_folder(qaeval, key, lying):
    dirs = ("--name-from", "dir")
    assert names(qaeval("score", "-q", "-f", "tsv", *dirs, "-m", "RR", key, *lying)) == [
        "teamA",
        "teamB",
    ]
    assert qaeval("check", *dirs, key, *lying).code == 0
    named = qaeval("score", "-q", "-f", "tsv", *dirs, key, lying[0], f"x={lying[1]}")
    assert names(named) == ["teamA", "x"]


def test_two_runs_in_one_folder(qaeval, put, key, lying):
    second = put("teamA/second.tsv", RUN)
    message = (
        f"{second}: the run is called 'teamA' like that of {lying[0]}; name one as NAME=FILE, or "
        "all by another --name-from\n"
    )
    outcome = qaeval("score", "--name-from", "dir", key, lying[0], second)
    assert (outcome.code, outcome.err) == (2, f"qaeval: {message}")
    outcome = qaeval("check", "--name-from", "dir", key, lying[0], second)
    assert outcome.code == 1 and message in outcome.out


def test_a_file_whose_name_has_the_sign_is_itself(qaeval, put, key, monkeypatch):
    monkeypatch.chdir(put("a=b.tsv", RUN).parent)
    assert names(qaeval("score", "-q", "-f", "tsv", key, "a=b.tsv")) == ["a=b"]


def test_judged_files(qaeval, put):
    one, two = put("A/r.tsv", JUDGED), put("B/r.tsv", JUDGED)
    command = ("score", "--judged", "-q", "-f", "tsv", "-m", "accuracy")
    assert names(qaeval(*command, "--name-from", "dir", one, two)) == ["A", "B"]
    assert names(qaeval(*command, one, f"two={two}")) == ["r", "two"]
    covered = ("coverage", "--judged", "-f", "tsv")
    assert names(qaeval(*covered, "--name-from", "dir", one, two)) == ["A", "B"]
    assert names(qaeval(*covered, one, f"two={two}")) == ["r", "two"]


def test_a_judged_file_of_several_runs_cannot_have_one_name(qaeval, put):
    several = put("all.tsv", "question\toutcome\trun\nq1\tR\ta\nq1\tW\tb\n")
    for how, said in (
        ([f"x={several}"], "the name 'x' is for a file of one"),
        (["--name-from", "dir", several], "--name-from dir is for a file of one"),
    ):
        outcome = qaeval("score", "--judged", *how)
        assert (outcome.code, outcome.err) == (
            2,
            f"qaeval: {several}: holds 2 runs (a, b), {said}\n",
        )
    single = put("one.tsv", "question\toutcome\trun\nq1\tR\ta\n")
    assert names(qaeval("score", "--judged", "-q", "-f", "tsv", f"x={single}")) == ["x"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("score key.tsv x=absent.tsv", "absent.tsv: no such file"),
        ("score key.tsv #x=run.tsv", "run.tsv: the run is called '#x'"),
        ("score --judged --name-from tag judged.tsv", "judged responses have no tag"),
        ("coverage --name-from dir judged.tsv", "--name-from has no effect on score tables"),
        ("score --name-from dir key.tsv -", "--name-from dir: it lies in no folder"),
    ],
)
def test_refused(qaeval, put, key, monkeypatch, arguments, message):
    monkeypatch.chdir(put("run.tsv", RUN).parent)
    put("judged.tsv", JUDGED)
    monkeypatch.setattr("qaeval.files.text._read_stdin", lambda limit: RUN.encode())
    outcome = qaeval(*arguments.split())
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
