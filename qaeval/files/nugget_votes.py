"""Several assessors' importance of nuggets: a vote a row."""

from __future__ import annotations

from qaeval.collection.nuggets import NuggetVotes
from qaeval.errors import InputError
from qaeval.files import fields, nugget_fields
from qaeval.files.headed import HeadedTable
from qaeval.files.text import read_document
from qaeval.wording import shown

_COLUMNS = ("question", "nugget", "assessor", "importance")


def read_votes(path: str) -> NuggetVotes:
    """Read a table of votes; an assessor votes once on a nugget."""
    document = read_document(path)
    table = HeadedTable(document, _COLUMNS)
    question, nugget, assessor, importance = (table.position[name] for name in _COLUMNS)
    found = NuggetVotes(document.file, {})
    lines: dict[tuple[str, str, str], int] = {}
    for number, row in table.rows():
        try:
            asked = fields.question_id(row[question])
            name = fields.plain_id(row[nugget], "nugget")
            voter = fields.plain_id(row[assessor], "assessor")
            first = lines.setdefault((asked, name, voter), number)
            if first != number:
                what = f"nugget {shown(name)} of question {shown(asked)}"
                again = f"assessor {shown(voter)} again on {what}"
                raise InputError(f"{again} (first on line {first})")
            ballots = found.votes.setdefault(asked, {}).setdefault(name, {})
            ballots[voter] = nugget_fields.is_vital(row[importance])
        except InputError as error:
            document.report(error, number)
    if not found.votes:
        raise InputError("no votes below the header", document.file)
    return found
