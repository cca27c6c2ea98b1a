"""A case: a command line, the files it names, and what may be asked of it; all from two numbers."""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random

import click

from fuzz.commands import Command, all_commands
from fuzz.logs import HARNESSES, log_folder, mutated_log
from fuzz.mutations import NUMBERS, mutated
from fuzz.options import COMPANIONS, FILES, JUDGED, MEASURES, OUTPUTS, long_name, value
from fuzz.tables import KINDS
from fuzz.worlds import HOSTILE, World

_PLACE = re.compile(r"\{([a-z-]+)(\+?)\}")
_ENDINGS = {
    "patterns": ".txt",
    "trec": ".txt",
    "qrels": ".qrels",
    "trec-eval": ".txt",
    "map": ".tsv",
}
OLD = "old.txt"  # a file that is there before, and is written over where all goes well
OLD_TEXT = b"what was there before\n"


@dataclass
class Case:
    """What is called, with which files beside it."""

    number: int
    command: str
    arguments: list[str] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    given: bytes | None = None  # standard input
    alike: list[int] = field(default_factory=list)  # arguments that can change places
    outputs: list[str] = field(default_factory=list)

    def line(self) -> str:
        """The command line as a shell takes it."""
        source = " < stdin" if self.given is not None else ""
        return f"qaeval {shlex.join(self.arguments)}{source}"

    def has(self, *options: str) -> bool:
        """Whether one of these options stands on the command line."""
        return any(option in self.words[len(self.command.split()) :] for option in options)

    @property
    def words(self) -> list[str]:
        """The arguments among which options can stand: those before `--`."""
        at = self.arguments.index("--") if "--" in self.arguments else None
        return self.arguments[:at]


@cache
def _commands() -> tuple[list[Command], list[float]]:
    commands = all_commands()
    return commands, [command.weight for command in commands]


def make_case(seed: int, number: int, only: Sequence[str] = ()) -> Case:
    """The case of that number; `only` are the commands to choose from."""
    rng = Random(f"{seed}:{number}")
    commands, weights = _commands()
    if only:
        chosen = [(c, w) for c, w in zip(commands, weights, strict=True) if c.name in only]
        commands, weights = [c for c, _ in chosen], [w for _, w in chosen]
    return _Making(rng, rng.choices(commands, weights)[0], number).made()


def _sensible(asked: list[str], known: Collection[str], words: Collection[str]) -> list[str]:
    """The same with what each is idle without, and nothing twice or against each other."""
    asked = [
        name
        for name in asked
        if name not in words and not (name == "--quiet" and "--verbose" in asked)
    ]
    for name in asked:
        partners = COMPANIONS.get(name, ())
        if "--right-from" in known and name in JUDGED:
            partners = ("--judged",)
        if name == "--runs" and {"--best-of", "--by-runs"} & set(asked):
            partners = ()
        asked += [p for p in partners if p in known and p not in asked and p not in words]
    return asked


class _Making:
    """A case as it is made."""

    def __init__(self, rng: Random, command: Command, number: int) -> None:
        self.rng, self.command = rng, command
        self.world = World(rng)
        self.case = Case(number, command.name)
        self._many: tuple[str, ...] = ()
        self.wrong = rng.choices((0, 1, 2, 5), (5, 5, 1.5, 0.3))[0]  # what is done to its files

    def made(self) -> Case:
        way = self.rng.choice(self.command.ways)
        words: list[str] = []
        for word in way.split():
            words += self._filled(word)
        words = self._with_options(words)
        self.case.arguments = [*self.command.name.split(), *words]
        self._break_files()
        if self.rng.random() < 0.03:
            self._break_arguments()
        self.case.alike = [at for at, word in enumerate(self.case.arguments) if word in self._many]
        if self.rng.random() < 0.02:
            self._give_a_file()
        return self.case

    def _filled(self, word: str) -> list[str]:
        place = _PLACE.search(word)
        if place is None:
            return [word]
        kind, several = place[1], bool(place[2])
        if kind == "measure":
            return [self.rng.choice((*MEASURES, *HOSTILE)) or "RR"]
        count = self.rng.choice((1, 2, 2, 3)) if several else 1
        names = [self._new_file(kind) for _ in range(count)]
        if several:
            self._many = tuple(names)
        head, tail = word[: place.start()], word[place.end() :]
        return [f"{head}{name}{tail}" for name in names]

    def _new_file(self, kind: str) -> str:
        if kind in HARNESSES:
            folder = f"logs{len(self.case.files)}"
            for inner, raw in log_folder(self.rng, kind).items():
                self.case.files[f"{folder}/{inner}"] = raw
            return folder if self.rng.random() < 0.9 else self.rng.choice(sorted(self.case.files))
        if self.rng.random() < 0.015:
            kind = self.rng.choice(sorted(KINDS))  # a wrong file in the wrong place
        text = self.rng.choice(KINDS[kind])(self.world)
        name = self._file_name(kind)
        self.case.files[name] = text.encode("utf-8", "surrogatepass")
        return name

    def _file_name(self, kind: str) -> str:
        ending = _ENDINGS.get(kind, self.rng.choice((".tsv", ".tsv", ".jsonl", ".csv", ".txt", "")))
        stem = f"{kind}{len(self.case.files)}"
        if self.rng.random() < 0.03:
            odd = self.rng.choice(HOSTILE).replace("/", "_").lstrip("-.=")
            stem = f"{stem}{odd}"[:60]
        return stem + ending

    # Options.

    def _with_options(self, words: list[str]) -> list[str]:
        """The words that a command needs among options that it could have."""
        every = {long_name(p): p for p in self.command.click.params if isinstance(p, click.Option)}
        count = min(len(every), self.rng.choices((0, 1, 2, 3, 6), (4, 4, 3, 1, 0.5))[0])
        asked = [name for name in self.rng.sample(sorted(every), count) if not self._is_rare(name)]
        if self.rng.random() < 0.8:
            asked = _sensible(asked, every.keys(), words)
        options = [word for name in asked for word in self._option(every[name])]
        options += self._cheap(every.keys(), {*words, *options})
        at = self.rng.choice((0, len(words)))
        return [*words[:at], *options, *words[at:]]

    def _cheap(self, names: Collection[str], given: Collection[str]) -> list[str]:
        """Options without which a case would take long, or say less."""
        options = []
        # Defaults of a thousand trials are for people, who have a second.
        idle = self.command.name == "gold" and "--agreement" not in given
        idle |= bool({"--sd", "--accuracy", "--trials"} & set(given))
        if "--trials" in names and not idle:
            options += ["--trials", self.rng.choice(("5", "20", "40", "40"))]
        if "--no-pictures" in names and "--no-pictures" not in given and self.rng.random() < 0.95:
            options.append("--no-pictures")
        if "--format" in names and not {"-f", "--format"} & set(given) and self.rng.random() < 0.6:
            options += ["-f", self.rng.choice(("text", "tsv", "csv", "json", "md", "latex"))]
        if self.command.name == "report" and not {"-o", "--output"} & set(given):
            options += ["-o", "page.html"]
            self.case.outputs.append("page.html")
        return options

    def _is_rare(self, name: str) -> bool:
        """Pictures take a hundred times as long as anything else."""
        return name == "--plot" and self.rng.random() < 0.93

    def _option(self, parameter: click.Option) -> list[str]:
        name = parameter.opts[0]
        long = long_name(parameter)
        if parameter.is_flag:
            return [name]
        if long in OUTPUTS:
            return [name, self._output(long)]
        if long in FILES:
            before = "B=" if long == "--ranks-against" else ""
            return [name, before + self._new_file(FILES[long])]
        if long == "--scheme" and self.rng.random() < 0.1:
            return [name, self._new_file("map")]
        times = self.rng.choice((1, 1, 2)) if parameter.multiple else 1
        return [word for _ in range(times) for word in (name, value(self.world, parameter))]

    def _output(self, option: str) -> str:
        endings = (".svg", ".png", ".pdf", ".x") if option == "--plot" else (".tsv", "")
        path = f"out{option}{self.rng.choice(endings)}"
        inputs = sorted(name for name in self.case.files if "/" not in name) or [OLD]
        places = (path, OLD, "nowhere/out.tsv", "-", "folder/", self.rng.choice(inputs))
        path = self.rng.choices(places, (8, 4, 0.5, 0.5, 0.3, 0.5))[0]
        self.case.outputs.append(path)
        return path

    # What is wrong.

    def _break_files(self) -> None:
        names = sorted(self.case.files)
        for _ in range(self.wrong if names else 0):
            name = self.rng.choice(names)
            is_log = "/" in name
            change = (
                mutated_log(self.rng, name, self.case.files[name])
                if is_log
                else mutated(self.rng, self.case.files[name])
            )
            self.case.files[name] = change if is_log else change[:60_000]

    def _break_arguments(self) -> None:
        words = self.case.arguments
        at = self.rng.randrange(len(words))
        way = self.rng.randrange(4)
        if way == 0:
            del words[at]
        elif way == 1:
            words.insert(at, words[at])
        elif way == 2:
            words[at] = self.rng.choice((*HOSTILE, *NUMBERS, "nosuch.tsv", "folder"))
        else:
            words.insert(
                at, self.rng.choice(("--nosuch", "-h", "--", "-", "--version", "\x1b[31m", ""))
            )

    def _give_a_file(self) -> None:
        """A file comes by standard input."""
        places = [at for at, word in enumerate(self.case.arguments) if word in self.case.files]
        if places:
            at = self.rng.choice(places)
            self.case.given = self.case.files[self.case.arguments[at]]
            self.case.arguments[at] = "-"
            self.case.alike = []
