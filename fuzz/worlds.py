"""The names of one case: questions, answers, runs and categories that its files have in common."""

from __future__ import annotations

from random import Random

# Markup, commands, escapes and signs of several scripts; nothing that a line of tsv cannot hold.
HOSTILE = (
    "<x-evil onevil=1>",
    "</script><x-evil onevil=1>",
    "</style><x-evil>",
    "</title><x-evil>",
    "--><x-evil>",
    "]]><x-evil>",
    "'><x-evil onevil='1",
    '" onevil="1',
    "&lt;x-evil&gt;",
    "=cmd|'/C calc'!A0",
    "@SUM(1)",
    "-1+1",
    "$(touch evil)",
    "`touch evil`",
    "${evil}",
    "a;b&c|d",
    "{evil}",
    "{0}",
    "%s%n",
    "50%",
    "\\evil{x}",
    "\\",
    "\\n",
    "a_b^c~d#e&f$g",
    "]]",
    "[x](javascript:evil)",
    "*a* **b**",
    "| a | b |",
    "a,b",
    '"a"',
    "it's",
    "日本語",
    "株式会社光陽(株)",
    "עברית",
    "e\u0301",
    "ﬁ",
    "İ",
    "ß",
    "\U0001f600",
    "a\u200bb",
    "x" * 70,
    "all",
    "run",
    "question",
    "NIL",
    "-",
    "--",
    "--help",
    "0",
    "007",
    "1e3",
    "1.0",
    "none",
    "None",
    "null",
    "true",
    ".",
    "..",
    "../up",
    "a/b",
    "a=b",
    "a:b",
    "#1",
    "# x",
    "*",
    "?",
    "[a-z]*",
    "(a+)+$",
)
_BLANKS = str.maketrans(" \t", "__")


class World:
    """Names for the files of one case; most are tame, so that files agree and get far."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.odd = rng.choice((0.0, 0.0, 0.0, 0.1, 0.4))  # the share of hostile names
        count = rng.choice((2, 4, 6, 6, 8, 8, 12, 20))
        self.questions = self._named("q", count)
        self.runs = self._named("run-", rng.choice((1, 2, 3, 3, 4, 4, 5)))
        self.categories = self._named("cat", rng.randint(1, 3))
        self.assessors = self._named("J", rng.choice((1, 2, 3, 4, 4, 4)))
        self.named = 0  # of the runs, by files that name theirs
        self.answers = {question: self._answers() for question in self.questions}

    def _named(self, stem: str, count: int) -> list[str]:
        names = [f"{stem}{n}" for n in range(1, count + 1)]
        return list(dict.fromkeys(map(self._perhaps_odd, names)))

    def _perhaps_odd(self, name: str) -> str:
        return self.rng.choice(HOSTILE) if self.rng.random() < self.odd else name

    def _answers(self) -> list[str]:
        words = ("Paris", "Lyon", "1956", "Rome, Italy", "the Beatles", "d1", "d2", "d30", "東京")
        few = self.rng.sample(words, self.rng.randint(1, 5))
        return list(dict.fromkeys(map(self._perhaps_odd, few)))

    def next_run(self) -> str:
        """Another run for each file, as long as there are some."""
        self.named += 1
        return self.runs[(self.named - 1) % len(self.runs)]

    def flip(self, chance: float) -> bool:
        """Whether something is so, with that chance."""
        return self.rng.random() < chance

    def share(self) -> str:
        """A number from 0 to 1, as it stands in files."""
        return self.rng.choice(
            ("0", "1", "0.5", "0.25", "0.75", "1.0", "0.3333333333333333", "0.9", "0.1", "1e-3")
        )

    def some(self, names: list[str], least: float = 0.85) -> list[str]:
        """Most of the names, in their order."""
        return [name for name in names if self.rng.random() < least] or names[:1]


def plain(name: str) -> str:
    """A name that blanks cannot break."""
    return name.translate(_BLANKS)
