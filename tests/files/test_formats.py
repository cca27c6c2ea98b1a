"""Formats are declared once: the guide, the options and the messages know each of them."""

from pathlib import Path

import pytest

from qaeval import InputError, read_key, read_run
from qaeval.files.key_formats import KEY_FORMATS
from qaeval.files.run_formats import RUN_FORMATS

GUIDE = Path(__file__).parent.parent.parent / "docs/files.md"


@pytest.mark.parametrize(("title", "formats"), [("Runs", RUN_FORMATS), ("Keys", KEY_FORMATS)])
def test_the_guide_has_a_row_for_every_format(title, formats):
    section = GUIDE.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = [line.split("`")[1] for line in section.splitlines() if line.startswith("| `")]
    assert rows == list(formats)


@pytest.mark.parametrize(
    ("option", "formats"), [("--run-format", RUN_FORMATS), ("--key-format", KEY_FORMATS)]
)
@pytest.mark.parametrize("command", ["score", "mark", "check"])
def test_the_command_line_offers_every_format(qaeval, command, option, formats):
    assert f"{option} [{'|'.join(formats)}]" in qaeval(command, "--help").out


@pytest.mark.parametrize("formats", [RUN_FORMATS, KEY_FORMATS])
def test_every_format_is_explained(formats):
    assert all(format.line and format.help for format in formats.values())


@pytest.mark.parametrize("read", [read_run, read_key])
def test_a_format_that_is_none(put, read):
    path = str(put("file", "1 0 a 1\n"))
    with pytest.raises(InputError, match=r"no (run|key) format 'csv' \(there are: .*jsonl"):
        read(path, format="csv")
