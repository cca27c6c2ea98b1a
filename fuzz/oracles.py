"""What must hold of every call, whatever it was given."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from itertools import pairwise
from xml.etree import ElementTree

from fuzz.calls import Outcome
from fuzz.cases import OLD, OLD_TEXT, Case

DONE, PROBLEMS, WRONG, LEFT_OUT = range(4)

# What steers a terminal or reorders what it shows; line ends are looked at by themselves.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
_NO_NUMBER = re.compile(r"(?<![\w.<&\\-])[+-]?(?:nan|inf|infinity)(?!\w)", re.IGNORECASE)
_LINE = re.compile(r"qaeval: .*")
_OUTPUT_OPTIONS = ("-o", "--output", "--questions-out", "--plot")

Finding = str  # what is wrong, beginning with the oracle that says so


def findings(case: Case, outcome: Outcome) -> Iterator[Finding]:
    """Everything that is wrong with a call."""
    if outcome.trace:
        yield f"traceback: {outcome.trace.strip().splitlines()[-1]}"
        return
    for warning in dict.fromkeys(outcome.warnings):
        yield f"warning: {warning}"
    yield from _exit_code(case, outcome)
    yield from _files(case, outcome)
    yield from _errors(case, outcome)
    if outcome.code != WRONG:
        yield from _output(case, outcome)


def _exit_code(case: Case, outcome: Outcome) -> Iterator[Finding]:
    allowed = {DONE, WRONG}
    allowed |= {PROBLEMS} if case.command == "check" else set()
    allowed |= {LEFT_OUT} if case.has("--keep-going") else set()
    if outcome.code not in allowed:
        yield f"exit code: {outcome.code}"


def _files(case: Case, outcome: Outcome) -> Iterator[Finding]:
    before = {**case.files, OLD: OLD_TEXT}
    for name, raw in before.items():
        what = "the old one" if name == OLD else "an input"
        if name not in outcome.files:
            yield f"file gone: {what}"
        elif outcome.files[name] != raw and not _may_be_written_over(case, outcome, name):
            yield f"file touched: {what}"
    for name in outcome.files.keys() - before.keys():
        if outcome.code == WRONG or not (name in case.outputs or _is_asked_for(case, name)):
            yield f"file made: {'a neighbour' if name.startswith('.') else 'an output'}"


def _may_be_written_over(case: Case, outcome: Outcome, name: str) -> bool:
    """Whether a file is an output, and none that is read unless that is asked for too."""
    asked = outcome.code != WRONG and (name in case.outputs or _is_asked_for(case, name))
    is_read = sum(word.endswith(name) for word in case.arguments) > 1
    return asked and (not is_read or case.has("--force"))


def _is_asked_for(case: Case, name: str) -> bool:
    """Whether a mangled command line names it as output, perhaps glued to its option."""
    words = case.arguments
    after = pairwise(words)
    return any(
        first in _OUTPUT_OPTIONS and second.removeprefix("./") == name for first, second in after
    )


def _errors(case: Case, outcome: Outcome) -> Iterator[Finding]:
    err = outcome.err.decode("utf-8", "replace")
    lines = err.split("\n")
    if lines.pop() != "":
        yield "stderr: its last line has no end"
    for line in lines:
        if not _LINE.fullmatch(line):
            yield f"stderr: a line that is not ours: {line[:80]!r}"
        if _STEERING.search(line) or "\t" in line:
            yield "stderr: control characters"
    if outcome.code == WRONG:
        if len(lines) != 1 and not case.has("--keep-going"):
            yield f"stderr: {len(lines)} lines on exit 2"
        if outcome.out:
            yield "stdout: not empty on exit 2"
        if "not enough memory" in err:
            yield "memory: a small file needs more than there is"
        if any(line.startswith("qaeval: note:") for line in lines):
            yield "stderr: a note on exit 2"
    elif case.has("--quiet") and lines and not case.has("--keep-going"):
        yield "stderr: notes in spite of --quiet"


def _output(case: Case, outcome: Outcome) -> Iterator[Finding]:
    path = next((name for name in case.outputs if name in outcome.files), None)
    texts = [outcome.out] + [
        outcome.files[name]
        for name in case.outputs
        if name in outcome.files and outcome.files[name] != OLD_TEXT
    ]
    asked = case.has("-o", "--output") and "-" not in case.outputs and not _asks_for_help(case)
    if path is not None and outcome.out and asked:
        yield "stdout: not empty beside -o"
    for raw in texts:
        if raw[:8] == b"\x89PNG\r\n\x1a\n" or raw[:5] == b"%PDF-":
            continue
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError:
            yield "output: no UTF-8"
            continue
        yield from _text(case, text)


def _text(case: Case, text: str) -> Iterator[Finding]:
    if text.startswith("<?xml"):
        yield from _picture(text)
        return
    if text.startswith("<!"):
        yield from _page(text)
        return
    body = text.replace("\n", "").replace("\t", "")
    if _STEERING.search(body) and case.command != "completion":
        yield "output: control characters"
    if "Traceback (most" in text:
        yield "output: a traceback"
    if _is_undefined(case, text):
        yield "output: nan or inf"
    form = _form(case)
    if form in _FORMS and case.command not in ("report", "completion") and not _asks_for_help(case):
        yield from _FORMS[form](text)


def _asks_for_help(case: Case) -> bool:
    # Before the command too, of which there is nothing then.
    return any(word in ("-h", "--help", "--version", "-V") for word in case.words)


def _is_undefined(case: Case, text: str) -> bool:
    """Whether there is a number that is none, which no input has as a word."""
    if case.command in ("measures", "completion") or not _NO_NUMBER.search(text):
        return False
    inputs = b" ".join([*case.files.values(), case.given or b"", *map(os_bytes, case.arguments)])
    return re.search(rb"nan|inf", inputs, re.IGNORECASE) is None


def os_bytes(word: str) -> bytes:
    """An argument as bytes."""
    return word.encode("utf-8", "surrogateescape")


def _form(case: Case) -> str:
    """The format of the output, as far as the command line is not mangled."""
    if case.command.startswith("import"):
        return "tsv"
    form = "text"
    for option, word in zip(case.words, case.words[1:], strict=False):
        if option in ("-f", "--format"):
            form = word
    return form


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _json(text: str) -> Iterator[Finding]:
    try:
        if text:
            json.loads(text, parse_constant=_refuse_constant)
    except ValueError as error:
        yield f"json: {error}"


def _tsv(text: str) -> Iterator[Finding]:
    widths = {line.count("\t") for line in text.split("\n")[:-1]}
    if len(widths) > 1:
        yield "tsv: not rectangular"


def _csv(text: str) -> Iterator[Finding]:
    if len({len(row) for row in csv.reader(io.StringIO(text))}) > 1:
        yield "csv: not rectangular"


def _markdown(text: str) -> Iterator[Finding]:
    if re.search(r"(?<!\\)(?:\\\\)*<x-evil", text):
        yield "md: raw markup"


def _latex(text: str) -> Iterator[Finding]:
    lines = [line for line in text.split("\n") if not line.startswith("%")]
    bare = re.sub(r"\\[\\{}%$#_&]", "", "\n".join(lines))
    if bare.count("{") != bare.count("}"):
        yield "latex: braces do not match"
    if "%" in bare or "~" in bare:
        yield "latex: a raw sign"
    if bare.count("$") % 2:
        yield "latex: dollars do not match"
    if re.search(r"\\evil", bare):
        yield "latex: a raw command"
    for table in re.findall(r"\\toprule(.*?)\\(?:bottomrule|end)", "\n".join(lines), re.DOTALL):
        rows = [line for line in table.split("\n") if line.endswith(r"\\")]
        if len({re.sub(r"\\[\\&]", "", row).count("&") for row in rows}) > 1:
            yield "latex: not rectangular"


_FORMS: dict[str, Callable[[str], Iterator[Finding]]] = {
    "json": _json,
    "tsv": _tsv,
    "csv": _csv,
    "md": _markdown,
    "latex": _latex,
}


class _Elements(HTMLParser):
    """Elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.evil = False
        self.scripts = 0
        self.styles = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what came from a file."""
        self.evil |= tag == "x-evil" or any(name.startswith("on") for name, _ in attrs)
        self.evil |= any((value or "").startswith("javascript:") for _, value in attrs)
        self.scripts += tag == "script"
        self.styles += tag == "style"


def _page(text: str) -> Iterator[Finding]:
    elements = _Elements()
    elements.feed(text)
    if elements.evil:
        yield "page: an element or attribute from a file"
    if _STEERING.search(text.replace("\n", "").replace("\t", "")):
        yield "page: control characters"
    if text.count("</script>") != elements.scripts or text.count("</style>") != elements.styles:
        yield "page: a script or style is ended from within"


def _picture(text: str) -> Iterator[Finding]:
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        yield f"svg: {error}"
        return
    if any("x-evil" in str(element.tag) for element in root.iter()):
        yield "svg: an element from a file"
