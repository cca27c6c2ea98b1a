"""Keys: the right answers, in any of the formats of key_formats.py."""

from __future__ import annotations

from collections.abc import Sequence

from qaeval.collection.keys import Key
from qaeval.files.key_entries import KeyEntries
from qaeval.files.key_formats import KEY_FORMATS
from qaeval.files.text import read_document


def read_key(
    path: str,
    format: str | None = None,
    normalize: str = "nfkc",
    levels: int | None = None,
    name: str | None = None,
    columns: Sequence[str] | None = None,
) -> Key:
    """Read an answer key.

    `format` is the name of one of `KEY_FORMATS` (None: recognised from the content, except
    patterns); `normalize` says how strings are compared; `levels` widens the scale beyond the
    highest level in the file; `name` prefixes the measures when several keys are used; `columns`
    are the names of a table's columns in their order, "-" for those to ignore.
    """
    document = read_document(path, columns=columns)
    form = KEY_FORMATS.recognise(document, format)
    entries = KeyEntries(document)
    if form.scan is not None and document.is_large:
        scanned = form.scan(document)
        if scanned is not None:
            return entries.as_id_key(name, form.name, scanned, levels)
    form.read(document, entries)
    return entries.as_key(name, form.name, normalize, levels)
