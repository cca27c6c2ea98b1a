"""Vocabulary for made-up names: no word comes twice in a list, so that names never collide."""

from pathlib import Path


def _lists() -> dict[str, list[str]]:
    lines = Path(__file__).with_name("words.txt").read_text(encoding="utf-8").splitlines()
    return {name: words.split() for name, words in (line.split(": ") for line in lines)}


WORDS = _lists()
