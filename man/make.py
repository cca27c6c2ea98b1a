"""Write the man pages from the commands' own help, so that the two cannot disagree.

    python man/make.py

`pages()` gives them as a dict from file name to text; a test compares it with what is committed.
"""

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import click

from qaeval import __version__
from qaeval.cli import COMMANDS, group

EXIT_STATUS = (
    ("0", "done"),
    ("1", "check found problems"),
    ("2", "wrong usage or unreadable input: one line on standard error says where and what"),
    ("3", "score --keep-going left a broken run out"),
    ("130", "interrupted"),
)


def pages() -> dict[str, str]:
    """Every page: the program's own, and one per command and per command's command."""
    context = click.Context(group, info_name="qaeval", **group.context_settings)
    return {f"{title}.1": page for title, page in _pages(group, context)}


def _pages(command: click.Command, context: click.Context) -> Iterator[tuple[str, str]]:
    title = context.command_path.replace(" ", "-")
    yield title, _page(command, context, title)
    for name, inner in _inner(command, context):
        yield from _pages(inner, click.Context(inner, info_name=name, parent=context))


def _inner(command: click.Command, context: click.Context) -> list[tuple[str, click.Command]]:
    """The commands of a group, by name; none of a plain command."""
    if not isinstance(command, click.Group):
        return []
    named = ((name, command.get_command(context, name)) for name in command.list_commands(context))
    return [(name, inner) for name, inner in named if inner is not None]


def _page(command: click.Command, context: click.Context, title: str) -> str:
    summary = _summary(command).rstrip(".")
    usage = " ".join(command.collect_usage_pieces(context))
    parts = [
        f'.TH "{title.upper()}" 1 "" "qaeval {__version__}" "User Commands"',
        ".SH NAME",
        f"{_text(title)} \\- {_text(summary)}",
        ".SH SYNOPSIS",
        f".B {_text(context.command_path)}",
        _text(usage),
        ".SH DESCRIPTION",
        *_paragraphs(_help(command)),
        *_commands(command, context),
        ".SH OPTIONS",
        *_options(command, context),
        *_examples(command),
        *(_files() if title == "qaeval" else ()),
        ".SH EXIT STATUS",
        *(line for code, meaning in EXIT_STATUS for line in (".TP", f".B {code}", _text(meaning))),
        ".SH SEE ALSO",
        _see_also(title),
    ]
    return "\n".join(parts) + "\n"


def _help(command: click.Command) -> str:
    assert command.help is not None, f"{command.name} has no help"
    return inspect.cleandoc(command.help)


def _summary(command: click.Command) -> str:
    """The first paragraph of the help."""
    return " ".join(_help(command).split("\n\n")[0].split())


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs; one that starts with \\b keeps its line breaks."""
    for paragraph in text.split("\n\n"):
        mark, _, body = paragraph.partition("\n")
        if mark.strip(" ") == "\b":
            yield from (".PP", ".nf", _text(body), ".fi")
        else:
            yield from (".PP", _text(" ".join(paragraph.split())))


def _commands(command: click.Command, context: click.Context) -> Iterator[str]:
    inner = _inner(command, context)
    if inner:
        yield ".SH COMMANDS"
    for name, one in inner:
        page = f"{context.command_path} {name}".replace(" ", "-")
        yield from (".TP", f".BR {_text(page)} (1)", _text(_summary(one)))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for option in command.get_params(context):
        if isinstance(option, click.Option):
            names = ", ".join(sorted(option.opts, key=len))
            default = f" Default: {option.default}." if option.show_default else ""
            yield from (
                ".TP",
                f".B {_text(names + _value(option))}",
                _text(f"{option.help}{default}"),
            )


def _value(option: click.Option) -> str:
    """What the option takes."""
    if option.is_flag or option.is_eager:
        return ""
    if isinstance(option.type, click.Choice):
        return f" {'|'.join(option.type.choices)}"
    return f" {option.metavar or option.type.name.upper()}"


def _examples(command: click.Command) -> Iterator[str]:
    if command.epilog:
        body = command.epilog.removeprefix("\b\n").removeprefix("Examples:\n").rstrip("\n")
        yield from (".SH EXAMPLES", ".nf", _text(body), ".fi")


FILES = (
    ("run, tsv", "header out of: question rank answer score confidence seconds candidate"),
    ("run, jsonl", '{"question": "Q1", "answers": ["first", "second"], "confidence": 0.8}'),
    ("run, trec", "qid Q0 id rank score tag"),
    ("run, cqa", "qid, id, id, ..."),
    ("key, classes", "tsv, header out of: question class answer level (levels 1, 2, ... or S A B)"),
    ("key, jsonl", '{"question": "Q1", "answers": [["alias", "alias"], ["another answer"]]}'),
    ("key, qrels", "qid iter id level, or qid id level"),
    ("key, eqrels", "qid;answer;level;class"),
    (
        "key, patterns",
        "qid regex, or tsv: question class pattern level (with --key-format patterns)",
    ),
    (
        "judged responses",
        "tsv or jsonl: question outcome [confidence] [seconds] [run]; R W U UR UW",
    ),
    ("questions", "tsv, first column: question"),
    ("score table", "tsv: run measure question value; or trec_eval -q output; or a csv/tsv matrix"),
)


def _files() -> Iterator[str]:
    """The formats, a line each; the README has the rest."""
    yield from (
        ".SH FILES",
        "Text in UTF-8, recognised from its first line; gz too; - is standard input.",
    )
    for name, line in FILES:
        yield from (".TP", f".B {_text(name)}", _text(line))


def _see_also(title: str) -> str:
    others = [
        name for name in ("qaeval", *(f"qaeval-{name}" for name in COMMANDS)) if name != title
    ]
    return ",\n".join(f".BR {_text(name)} (1)" for name in others)


def _text(text: str) -> str:
    """Text that roff prints as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


if __name__ == "__main__":
    for file_name, page in pages().items():
        Path(__file__).with_name(file_name).write_text(page, encoding="utf-8")
