"""The questions of tables' rows: ids with blanks folded, and what all rows of one must share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qaeval.errors import InputError
from qaeval.files import fields
from qaeval.files.foreign.documents import folded, question_id, question_table
from qaeval.wording import shown


class Codes(dict[Any, int]):
    """Names as whole numbers in the order they are met; no two texts become one name."""

    def __init__(self, named: Callable[[Any], str]) -> None:
        super().__init__()
        self.named = named
        self.names: list[str] = []
        self._texts: dict[str, Any] = {}

    def __missing__(self, text: Any) -> int:
        name = self.named(text)
        if name in self._texts:
            here, there = (shown(_written(each)) for each in (text, self._texts[name]))
            same = f"are both called {shown(name)} once blanks are folded"
            raise InputError(f"{here} and {there} {same}")
        self._texts[name] = text
        self.names.append(name)
        self[text] = len(self.names) - 1
        return self[text]


def _written(text: Any) -> str:
    return text if isinstance(text, str) else ":".join(text)


class Constant:
    """A column on which all rows of a question must agree."""

    def __init__(self, option: str) -> None:
        self.option = option
        self.texts: dict[int, str] = {}

    def meet(
        self,
        codes: Sequence[int],
        column: Sequence[str],
        names: Sequence[str],
        file: str,
        lines: Sequence[int],
    ) -> None:
        """Refuse a question that has another text than before."""
        known = self.texts
        for at, (code, text) in enumerate(zip(codes, column, strict=True)):
            if known.setdefault(code, text) != text:
                raise InputError(
                    f"question {shown(names[code])} has {shown(text)} under {self.option}, but "
                    f"{shown(known[code])} before: two questions of one id, which cannot be paired",
                    file,
                    lines[at],
                )


class Questions:
    """The questions of all rows, called as a column says, or `task:question`."""

    def __init__(self, has_tasks: bool) -> None:
        self.codes = Codes(_with_task if has_tasks else _alone)
        self.has_tasks = has_tasks
        self.constants = {name: Constant(name) for name in ("--same", "--cluster")}

    @property
    def names(self) -> list[str]:
        """Their ids, in the order they were met."""
        return self.codes.names

    def table_text(self) -> str:
        """The table of questions: question, and task, cluster and text where there are any."""
        texts, clusters = (self.constants[name].texts for name in ("--same", "--cluster"))
        return question_table(
            (name, key[0] if self.has_tasks else "", clusters.get(at, ""), texts.get(at, ""))
            for at, (key, name) in enumerate(zip(self.codes, self.names, strict=True))
        )


def _with_task(key: tuple[str, str]) -> str:
    return question_id(*key)


def _alone(text: str) -> str:
    try:
        return fields.question_id(folded(text))
    except InputError as error:
        raise InputError(f"{error.message} (--question '#' numbers the rows)") from None
