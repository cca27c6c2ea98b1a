"""What can be wrong with a file: bytes, lines, fields, columns, numbers, and parts of JSON."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.worlds import HOSTILE

# Numbers on the edge of what a number is, or of what one can be here.
NUMBERS = (
    *("-0", "0", "1", "-1", "-0.0", "1.0", "0.5", ".5", "5.", "2", "10", "1000000", "999999"),
    *("1e308", "-1e308", "1e309", "1e-320", "1e-400", "1e15", "1e16", "1e22", "1e100", "1e-9"),
    *("nan", "NaN", "-nan", "inf", "-inf", "Infinity", "None", "null", "NA", "-", "", " ", "+"),
    *("007", "00", "1_000", "1,5", "1,000", "+1", "0x10", "1e", "e1", "1.2.3", "--1", "1/2", "٣"),
    *("\uff11", "²", "½", "1 ", " 1", "1\u00a0", "9" * 19, "9" * 40, "0." + "0" * 30 + "1"),
    *("0.1" + "0" * 20, "9007199254740993", "18446744073709551616", "1e5000", "1d3", "True", "1%"),
    *("0.30000000000000004", "1.0000000000000002", "5e-324", "2.2250738585072014e-308", "1.5e-5"),
)
_BYTES = (
    *(
        b"\0",
        b"\r",
        b"\n",
        b"\r\n",
        b"\t",
        b" ",
        b"\xef\xbb\xbf",
        b"\xff",
        b"\xc3",
        b"\xed\xa0\x80",
    ),
    *(
        b"\x1b[31m",
        b"\x1b]0;evil\x07",
        b"\x07",
        b"\x7f",
        b"\x0b",
        b"\x0c",
        b"\x1c",
        b"\x85",
        b"\xc2\x85",
    ),
    *(
        "\u2028".encode(),
        "\u202e".encode(),
        "\u00a0".encode(),
        "\u3000".encode(),
        "\ufeff".encode(),
    ),
    *(
        b'"',
        b"'",
        b",",
        b";",
        b"#",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\\",
        b"\xf4\x90\x80\x80",
        b"\x1f\x8b",
    ),
    *("e\u0301".encode(), "\u200b".encode(), "\U0001f600".encode(), b"\\u0000", b"\\ud800", b"--"),
)
_WORDS = (
    *HOSTILE,
    "Q1",
    "q1",
    "q2",
    "run-1",
    "all",
    "RR",
    "R",
    "W",
    "U",
    "S",
    "L1",
    "vital",
    "A",
    "B",
)
_COLUMN_NAMES = (
    *("question", "answer", "run", "measure", "value", "outcome", "confidence", "seconds", "rank"),
    *(
        "score",
        "level",
        "class",
        "sample",
        "task",
        "weight",
        "assessor",
        "label",
        "Question",
        "qid",
    ),
    *("candidate", "decision", "nugget", "importance", "low", "high", "category", "questoin", ""),
)

Mutation = Callable[[Random, bytes], bytes]


# Bytes.


def _insert_bytes(rng: Random, raw: bytes) -> bytes:
    at = rng.randint(0, len(raw))
    return raw[:at] + rng.choice(_BYTES) + raw[at:]


def _replace_byte(rng: Random, raw: bytes) -> bytes:
    at = rng.randrange(max(1, len(raw)))
    return raw[:at] + bytes([rng.randrange(256)]) + raw[at + 1 :]


def _flip_bit(rng: Random, raw: bytes) -> bytes:
    at = rng.randrange(max(1, len(raw)))
    return raw[:at] + bytes([raw[at] ^ 1 << rng.randrange(8)]) + raw[at + 1 :] if raw else raw


def _delete_bytes(rng: Random, raw: bytes) -> bytes:
    at = rng.randint(0, len(raw))
    return raw[:at] + raw[at + rng.randint(1, 8) :]


def _truncate(rng: Random, raw: bytes) -> bytes:
    return raw[: rng.randint(0, len(raw))]


def _begin_oddly(rng: Random, raw: bytes) -> bytes:
    heads = (b"\xef\xbb\xbf", b"\xff\xfe", b"\n", b"# note\n", b" \n", b"\x1f\x8b", b"\r\n", b"\t")
    return rng.choice(heads) + raw


def _end_oddly(rng: Random, raw: bytes) -> bytes:
    return raw.rstrip(b"\n") + rng.choice(
        (b"", b"\n\n", b"\r\n", b" ", b"\x1a", b"\n# end\n", b"\0")
    )


def _carriage_returns(rng: Random, raw: bytes) -> bytes:
    return raw.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\r\r\n")))


def _zip(rng: Random, raw: bytes) -> bytes:
    packed = gzip.compress(raw, mtime=0)
    return (
        packed if rng.random() < 0.6 else rng.choice((packed + packed, packed[:-5], packed + b"x"))
    )


# Lines.


def _lines(raw: bytes) -> list[bytes]:
    return raw.split(b"\n")


def _drop_line(rng: Random, raw: bytes) -> bytes:
    lines = _lines(raw)
    del lines[rng.randrange(len(lines))]
    return b"\n".join(lines)


def _repeat_line(rng: Random, raw: bytes) -> bytes:
    lines = _lines(raw)
    lines.insert(rng.randint(0, len(lines)), rng.choice(lines))
    return b"\n".join(lines)


def _swap_lines(rng: Random, raw: bytes) -> bytes:
    lines = _lines(raw)
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def _join_lines(rng: Random, raw: bytes) -> bytes:
    at = rng.randrange(len(_lines(raw)))
    lines = _lines(raw)
    return b"\n".join([*lines[:at], b"".join(lines[at : at + 2]), *lines[at + 2 :]])


def _shuffle_lines(rng: Random, raw: bytes) -> bytes:
    head, *lines = _lines(raw)
    rng.shuffle(lines)
    return b"\n".join([head, *lines])


def _split_line(rng: Random, raw: bytes) -> bytes:
    at = rng.randint(0, len(raw))
    return raw[:at] + b"\n" + raw[at:]


# Fields and columns.


def _separator(raw: bytes) -> bytes:
    head = raw.split(b"\n", 1)[0]
    return b"\t" if b"\t" in head else b"," if b"," in head else b";" if b";" in head else b" "


def _rows(raw: bytes) -> tuple[bytes, list[list[bytes]]]:
    mark = _separator(raw)
    return mark, [line.split(mark) for line in _lines(raw)]


def _joined(mark: bytes, rows: list[list[bytes]]) -> bytes:
    return b"\n".join(mark.join(row) for row in rows)


def _other_field(rng: Random, raw: bytes) -> bytes:
    mark, rows = _rows(raw)
    row = rng.choice(rows)
    word = rng.choice(NUMBERS) if rng.random() < 0.6 else rng.choice(_WORDS)
    row[rng.randrange(len(row))] = word.encode()
    return _joined(mark, rows)


def _other_number(rng: Random, raw: bytes) -> bytes:
    """A number of some row becomes another, which reaches further than any field does."""
    mark, rows = _rows(raw)
    places = [
        (i, j)
        for i, row in enumerate(rows)
        for j, cell in enumerate(row)
        if cell[-1:].isdigit() and j
    ]
    if not places:
        return _other_field(rng, raw)
    for i, j in rng.sample(places, min(len(places), rng.choice((1, 1, 1, 3)))):
        rows[i][j] = rng.choice(NUMBERS).encode()
    return _joined(mark, rows)


def _same_field(rng: Random, raw: bytes) -> bytes:
    """A field becomes that of another row."""
    mark, rows = _rows(raw)
    one, other = rng.choice(rows), rng.choice(rows)
    at = rng.randrange(len(one))
    if at < len(other):
        one[at] = other[at]
    return _joined(mark, rows)


def _whole_column(rng: Random, raw: bytes) -> bytes:
    """A column of one value all through."""
    mark, rows = _rows(raw)
    at, word = rng.randrange(len(rows[0])), rng.choice((*NUMBERS, *_WORDS)).encode()
    for row in rows[1:]:
        if at < len(row) and row != [b""]:
            row[at] = word
    return _joined(mark, rows)


def _drop_column(rng: Random, raw: bytes) -> bytes:
    mark, rows = _rows(raw)
    at = rng.randrange(len(rows[0]))
    return _joined(mark, [row[:at] + row[at + 1 :] for row in rows])


def _repeat_column(rng: Random, raw: bytes) -> bytes:
    mark, rows = _rows(raw)
    at = rng.randrange(len(rows[0]))
    return _joined(mark, [[*row, *row[at : at + 1]] for row in rows])


def _rename_column(rng: Random, raw: bytes) -> bytes:
    mark, rows = _rows(raw)
    names = (*_COLUMN_NAMES, *HOSTILE)
    rows[0][rng.randrange(len(rows[0]))] = rng.choice(names).encode()
    return _joined(mark, rows)


def _add_column(rng: Random, raw: bytes) -> bytes:
    mark, rows = _rows(raw)
    values = rng.sample((*NUMBERS, *_WORDS), 2)
    filled = [[*row, rng.choice(values).encode()] if row != [b""] else row for row in rows[1:]]
    return _joined(mark, [[*rows[0], rng.choice(_COLUMN_NAMES).encode()], *filled])


def _shuffle_columns(rng: Random, raw: bytes) -> bytes:
    mark, rows = _rows(raw)
    order = rng.sample(range(len(rows[0])), len(rows[0]))
    return _joined(mark, [[row[at] for at in order if at < len(row)] for row in rows])


def _other_separator(rng: Random, raw: bytes) -> bytes:
    return raw.replace(_separator(raw), rng.choice((b"\t", b",", b";", b" ", b"  ", b"|", b"\t\t")))


def _no_header(rng: Random, raw: bytes) -> bytes:
    return raw.partition(b"\n")[2] if rng.random() < 0.6 else raw.partition(b"\n")[0] + b"\n"


# JSON.

_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 0.5, 1e308, -1e308, 1e-320, 10**30, float("nan"), float("inf")),
    *(
        "",
        "x",
        "NIL",
        "nan",
        "1",
        [],
        {},
        [[]],
        [None],
        [1, 2],
        {"a": 1},
        [[["x"]]],
        "\x1b[31m",
        "\0",
    ),
    *("\ud800", "\u202e", " ", "\n", "a\tb", *HOSTILE[:20]),
)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Every container with every key or index in it."""
    inner = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    found = []
    for at, child in list(inner):
        found.append((value, at))
        found += _places(child)
    return found


def change_json(rng: Random, value: Any) -> Any:
    """One part of it becomes another, goes, comes twice or changes its name."""
    places = _places(value)
    if not places:
        return rng.choice(_VALUES)
    box, at = rng.choice(places)
    way = rng.randrange(5)
    if way == 0:
        del box[at]
    elif way == 1 and isinstance(box, dict):
        box[rng.choice(("x", "", "id", "score", "value", str(at).upper()))] = box.pop(at)
    elif way == 2 and isinstance(box, list):
        box.insert(rng.randint(0, len(box)), box[at])
    elif way == 3:
        other, place = rng.choice(places)
        box[at] = json.loads(json.dumps(other[place])) if _still_there(other, place) else None
    else:
        box[at] = rng.choice(_VALUES)
    return value


def _still_there(box: Any, at: Any) -> bool:
    return at in box if isinstance(box, dict) else at < len(box)


def mutate_json(rng: Random, raw: bytes) -> bytes:
    """A part of a JSON file, or of a line of JSON lines."""
    text = raw.decode("utf-8", "replace")
    lines = [text] if _loaded(text) is not _NO_JSON else text.split("\n")
    good = [at for at, line in enumerate(lines) if _loaded(line) is not _NO_JSON]
    if not good:
        return _insert_bytes(rng, raw)
    at = rng.choice(good)
    value = change_json(rng, _loaded(lines[at]))
    lines[at] = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        lines[at] = "[" * rng.choice((3, 2000)) + lines[at]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


_NO_JSON = object()


def _loaded(text: str) -> Any:
    try:
        return json.loads(text) if text[:1] in "[{" else _NO_JSON
    except (ValueError, RecursionError):
        return _NO_JSON


_OF_BYTES: tuple[Mutation, ...] = (
    *(_insert_bytes, _insert_bytes, _replace_byte, _flip_bit, _delete_bytes, _truncate),
    *(_begin_oddly, _end_oddly, _carriage_returns, _zip),
)
_OF_LINES: tuple[Mutation, ...] = (
    *(_drop_line, _repeat_line, _swap_lines, _join_lines, _shuffle_lines, _split_line),
)
_OF_FIELDS: tuple[Mutation, ...] = (
    *(_other_field, _other_number, _other_number, _other_number, _same_field, _whole_column),
    *(_drop_column, _repeat_column, _rename_column, _add_column, _shuffle_columns),
    *(_other_separator, _no_header),
)


def mutated(rng: Random, raw: bytes) -> bytes:
    """The file with one thing wrong, or other than it was."""
    is_json = raw[:1] in (b"{", b"[")
    families = (
        (_OF_BYTES, _OF_LINES, (mutate_json,)) if is_json else (_OF_BYTES, _OF_LINES, _OF_FIELDS)
    )
    weights = (2, 1, 4)
    return rng.choice(rng.choices(families, weights)[0])(rng, raw)
