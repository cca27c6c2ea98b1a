"""How much a packed file may hold: a few kilobytes can unpack to more than any memory has."""

from __future__ import annotations

from qaeval.wording import counted

# Bytes that any packed file may hold, and how many times its own size beyond that: TREC runs shrink
# to a third or a tenth, logs that repeat their prompts to a fiftieth.
ALWAYS = 1 << 26
MOST_TIMES = 200


def most_unpacked(packed: int) -> int:
    """How many bytes a file of so many packed ones may unpack to."""
    return max(ALWAYS, MOST_TIMES * packed)


def too_much(packed: int) -> str:
    """What is wrong with a file that unpacks to more than that."""
    size = counted(packed, "packed byte")
    return f"{size} unpack to more than {most_unpacked(packed):,}: unpack the file yourself"
