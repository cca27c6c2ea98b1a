"""The right answers as they are read, whatever the format, and made into a key."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from qaeval.collection.keys import AnswerClass, IdLevels, Key
from qaeval.collection.normalize import normaliser
from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.text import Document
from qaeval.patterns import Pattern
from qaeval.wording import shown


@dataclass
class KeyEntries:
    """The right answers as they are read: ids, or classes of strings or patterns."""

    document: Document
    ids: dict[str, dict[str, int]] = field(default_factory=dict)
    classes: dict[str, dict[str, dict[str, int]]] = field(default_factory=dict)
    patterns: dict[str, Pattern] = field(default_factory=dict)
    letters: bool = False
    numbers: bool = False

    def level(self, text: str) -> int:
        """A level: a whole number, L0…Ln, or S, A, B; one key uses one kind."""
        value = fields.level(text)
        if text in fields.LETTERS:
            self.letters = True
        else:
            self.numbers = self.numbers or value > 0
        if self.letters and self.numbers:
            raise InputError(f"level {shown(text)}: the key mixes the letters S, A, B with numbers")
        return value

    def question(self, name: str) -> dict[str, dict[str, int]]:
        """The classes of a question, new or known."""
        if name not in self.classes:
            self.classes[fields.question_id(name)] = {}
        return self.classes[name]

    def add_id(self, question: str, answer: str, level: int) -> None:
        """An id with its level, which is a class of its own."""
        if question not in self.ids:
            self.ids[fields.question_id(question)] = {}
        _add(self.ids[question], answer, level)

    def add(self, question: str, class_name: str, answer: str, level: int) -> None:
        """A string with its level in a class."""
        _add(self.question(question).setdefault(class_name, {}), answer, level)

    def add_pattern(self, question: str, class_name: str, text: str, level: int) -> None:
        """A regular expression, found in an answer whatever its case, with its level in a class."""
        if not text:
            raise InputError("the pattern is empty")
        self.patterns[text] = Pattern.of(text, re.IGNORECASE)
        self.add(question, class_name, text, level)

    def as_key(self, name: str | None, format: str, normalize: str, levels: int | None) -> Key:
        """The key, its strings normalised; of strings that become equal the best level counts."""
        if self.ids:
            return self.as_id_key(name, format, IdLevels.of(self.ids), levels)
        classes = {
            question: [
                self._answer_class(class_name, members, normalize)
                for class_name, members in named.items()
            ]
            for question, named in self.classes.items()
        }
        best = (answers.best for every in classes.values() for answers in every)
        key = self._key(name, format, self._scale(max(best, default=0), levels))
        key.normalize, key.classes = normalize, classes
        return key

    def as_id_key(self, name: str | None, format: str, ids: IdLevels, levels: int | None) -> Key:
        """The key of ids, which are compared as they are."""
        key = self._key(name, format, self._scale(int(ids.levels.max(initial=0)), levels))
        key.ids = ids
        return key

    def _key(self, name: str | None, format: str, scale: int) -> Key:
        document = self.document
        return Key(name, format, document.file, document.raw, scale, self.letters)

    def _answer_class(self, name: str, members: dict[str, int], normalize: str) -> AnswerClass:
        if self.patterns:
            patterns = [(self.patterns[text], level) for text, level in members.items()]
            return AnswerClass(name, patterns=patterns)
        answers = AnswerClass(name)
        normal = normaliser(normalize)
        for answer, level in members.items():
            form = normal(answer)
            answers.levels[form] = max(level, answers.levels.get(form, level))
        return answers

    def _scale(self, highest: int, levels: int | None) -> int:
        """The number of levels: up to the highest in the key, or as many as the user says."""
        highest = 3 if self.letters else max(highest, 1)
        if levels is None:
            return highest
        if levels < highest or (self.letters and levels != highest):
            raise InputError(
                f"the key has levels up to {highest}, not {levels}", self.document.file
            )
        return levels


def _add(members: dict[str, int], answer: str, level: int) -> None:
    """A second, different level of an answer is a contradiction."""
    known = members.setdefault(answer, level)
    if known != level:
        raise InputError(f"{shown(answer)} again with level {level}, earlier {known}")
