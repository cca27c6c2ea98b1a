"""Question files: the first column is `question`, the others are the organiser's."""

from __future__ import annotations

from qaeval.collection.questions import QuestionTable
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.text import read_document
from qaeval.files.tsv import TsvTable
from qaeval.wording import shown


def read_questions(path: str) -> QuestionTable:
    """Read a question file."""
    document = read_document(path)
    table = TsvTable(document, ("question",), None)
    if table.columns[0] != "question":
        message = f"the first column is {shown(table.columns[0])}, expected 'question'"
        raise InputError(message, document.file, table.header_line)
    listing = QuestionTable(document.file, [], {name: [] for name in table.columns[1:]}, [])
    seen: set[str] = set()
    for number, row in table.rows():
        try:
            question = fields.question_id(row[0])
            if question in seen:
                raise InputError(f"question {shown(question)} again")
        except InputError as error:
            document.report(error, number)
        seen.add(question)
        listing.questions.append(question)
        listing.lines.append(number)
        for name, value in zip(listing.columns, row[1:], strict=True):
            listing.columns[name].append(value)
    if not listing.questions:
        raise InputError("no questions below the header", document.file)
    return listing
