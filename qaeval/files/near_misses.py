"""What a first line that fits no format may have been meant to be."""

from __future__ import annotations

from qaeval import decimals
from qaeval.files import fields
from qaeval.files.headed import COMMA, TAB, header_names
from qaeval.files.header_words import names_questions
from qaeval.files.text import blank_fields
from qaeval.wording import counted


def near_miss(line: str, kind: str) -> str:
    """What is wrong with a line that is almost right, for the end of a message; else nothing."""
    if line.lstrip().startswith("["):
        return "; a JSON list? expected an object a line"
    if ";" in line and TAB not in line:
        return "; are its columns separated by semicolons? expected tabs or commas"
    if line.casefold().startswith("question ") and not {TAB, COMMA} & set(line):
        return "; expected tabs or commas between the columns"
    by_kind = {"run": _run_hint, "key": _key_hint}
    hint = by_kind[kind](blank_fields(line), line) if kind in by_kind else ""
    return hint or _name_hint(line) or _header_hint(line, kind)


def _run_hint(parts: list[str], line: str) -> str:
    if len(parts) > 1 and parts[1].upper() == "Q0":
        return f"; {counted(len(parts), 'field')}, trec has 6 (qid Q0 id rank score tag)"
    if len(parts) in (3, 4) and fields.is_level(parts[-1]):
        return " (a key? it comes before the runs)"
    return ""


def _key_hint(parts: list[str], line: str) -> str:
    if len(parts) == 6:
        return " (a run? the key comes first)"
    commas = line.split(COMMA)
    if len(commas) in (3, 4) and fields.is_level(commas[-1].strip()):
        return "; the fields of qrels are separated by blanks (tr , ' ')"
    if len(parts) in (3, 4) and decimals.is_number(parts[-1]):
        return "; the level is a whole number"
    if len(parts) == 3 and parts[1] in ("0", "Q0"):
        return "; qrels end in a level (qid iter id level)"
    return ""


def _name_hint(line: str) -> str:
    """A header that calls the questions otherwise."""
    called = [name for name in header_names(line) if names_questions(name)]
    if called and called[0] != "question" and (TAB in line or COMMA in line):
        return f"; is '{called[0]}' the column of questions? it is called 'question'"
    return ""


def _header_hint(line: str, kind: str) -> str:
    """A table that begins with its first row, as far as can be told."""
    column = {"run": "answer", "key": "answer", "judged response": "outcome"}.get(kind)
    if column is None or TAB not in line or "question" in header_names(line):
        return ""
    option = "--key-columns" if kind == "key" else "--columns"
    return f"; a table without a header? {option} question,{column} names its columns"
