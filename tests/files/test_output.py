"""Files out: whole or not at all, and no other file is touched."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from qaeval import InputError
from qaeval.files.output import staged, write_output

PROGRAM = [sys.executable, "-m", "qaeval"]
unix = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="uses /dev/fd")


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_of_the_name_of_an_earlier_temporary_one_stays(tmp_path):
    other = tmp_path / f".out.tsv.{os.getpid()}"
    other.write_text("mine")
    write_output("new", str(tmp_path / "out.tsv"))
    assert (other.read_text(), (tmp_path / "out.tsv").read_text()) == ("mine", "new")


def test_a_name_as_long_as_names_can_be(tmp_path):
    path = tmp_path / ("a" * 251 + ".tsv")
    write_output("x", str(path))
    assert path.read_text() == "x" and len(names_in(tmp_path)) == 1


@pytest.mark.parametrize("number", [errno.EBUSY, errno.EXDEV])
def test_a_file_that_is_mounted_is_written_itself(tmp_path, monkeypatch, number):
    path = tmp_path / "out.tsv"
    path.write_text("longer than before")

    def refuse(self, target):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(Path, "replace", refuse)
    write_output("new", str(path))
    assert path.read_text() == "new" and names_in(tmp_path) == ["out.tsv"]


def test_a_file_in_a_folder_that_cannot_be_written_to(tmp_path, monkeypatch):
    path = tmp_path / "out.tsv"
    path.write_text("before")
    _refuse_new_files(monkeypatch)
    write_output("new", str(path))
    assert path.read_text() == "new"
    with pytest.raises(InputError, match="cannot be written: Permission denied"):
        write_output("new", str(tmp_path / "other.tsv"))


def _refuse_new_files(monkeypatch):
    from qaeval.files import output

    class Refusing(output.io.FileIO):
        def __init__(self, path, mode="r", **more):
            if "x" in mode:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            super().__init__(path, mode, **more)

    monkeypatch.setattr(output.io, "FileIO", Refusing)


def test_a_file_written_itself_gets_its_content_back(tmp_path, monkeypatch):
    from qaeval.files import output

    path = tmp_path / "out.tsv"
    path.write_text("before")
    _refuse_new_files(monkeypatch)
    write = output.write_whole

    def fail_half_way(file, raw):
        if raw == b"much that is new":
            write(file, raw[:8])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(file, raw)

    monkeypatch.setattr(output, "write_whole", fail_half_way)
    with pytest.raises(InputError, match="No space left"):
        write_output("much that is new", str(path))
    assert path.read_text() == "before"


@unix
def test_an_open_file_is_gone_on_with(tmp_path):
    log = tmp_path / "log"
    log.write_text("first\n")
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        with log.open("ab") as out:
            command = [*PROGRAM, "measures", "RR", "--no-header", "-o", name]
            assert subprocess.run(command, stdout=out, check=False).returncode == 0
    text = log.read_text()
    assert text.startswith("first\n") and text.count("RR, RR@k") == 3
    assert names_in(tmp_path) == ["log"]


@unix
def test_a_link_to_standard_error(tmp_path):
    log, link = tmp_path / "log", tmp_path / "link"
    log.write_text("first\n")
    link.symlink_to("/dev/stderr")
    with log.open("ab") as err:
        command = [*PROGRAM, "measures", "RR", "-o", str(link)]
        assert subprocess.run(command, stderr=err, check=False).returncode == 0
    assert log.read_text().startswith("first\n") and len(log.read_text()) > 20
    assert link.is_symlink()


@unix
def test_a_deleted_file_behind_standard_output_makes_no_other(tmp_path):
    path = tmp_path / "gone"
    with path.open("w+b") as out:
        path.unlink()
        command = [*PROGRAM, "measures", "RR", "-o", "/dev/stdout"]
        assert subprocess.run(command, stdout=out, check=False).returncode == 0
        out.seek(0)
        assert out.read()
    assert names_in(tmp_path) == []


@unix
def test_a_number_that_is_not_open_is_told(qaeval):
    outcome = qaeval("measures", "-o", "/dev/fd/987")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "qaeval: /dev/fd/987: cannot be written: Bad file descriptor\n"


def test_an_empty_name_is_told(qaeval):
    outcome = qaeval("measures", "-o", "")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "qaeval: an empty file name, expected one to write to\n"


@unix
def test_a_pipe_whose_reader_has_seen_enough(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen([*PROGRAM, "measures", "-o", str(pipe)], stderr=subprocess.PIPE) as one:
        os.close(os.open(pipe, os.O_RDONLY))
        assert one.stderr.read() == b""
    assert one.returncode == 0 and pipe.is_fifo()


STAGED = """
import sys, time
from qaeval.cli.signals import ending_in_order
from qaeval.files.output import staged
with ending_in_order(), staged(b"new", sys.argv[1]):
    print(flush=True)
    time.sleep(30)
"""


@unix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_leaves_no_temporary_file(tmp_path, name):
    path = tmp_path / "out.tsv"
    path.write_text("before")
    command = [sys.executable, "-c", STAGED, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as program:
        program.stdout.readline()
        assert len(names_in(tmp_path)) == 2
        program.send_signal(getattr(signal, name))
    assert names_in(tmp_path) == ["out.tsv"] and path.read_text() == "before"


def test_a_folder_that_vanishes_is_told(tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    with (
        pytest.raises(InputError, match="cannot be written: No such file or directory"),
        staged(b"new", str(folder / "out.tsv")),
    ):
        for path in folder.iterdir():
            path.unlink()
        folder.rmdir()


class Notebook:
    """A stream of text alone."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def flush(self):
        pass


def test_standard_output_of_a_notebook(monkeypatch):
    stream = Notebook()
    monkeypatch.setattr("sys.stdout", stream)
    write_output("日本\n", None)
    assert stream.text == "日本\n"
