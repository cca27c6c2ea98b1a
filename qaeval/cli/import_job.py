"""What one call of ``qaeval import`` reads, under which names, and where it goes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from qaeval.cli.ending import deliver
from qaeval.cli.options import OutputOptions
from qaeval.collection.responses import Responses
from qaeval.errors import InputError
from qaeval.files.fields import run_name
from qaeval.files.named import RUN_NAME, file_name, split_name
from qaeval.files.output import staged
from qaeval.steps.notes import Notes
from qaeval.wording import counted, shown


class ImportJob:
    """The runs of one command line, no two of one name, and where they go."""

    def __init__(self, output: OutputOptions) -> None:
        self.output = output
        self.notes = Notes(output.verbose)
        self.files: dict[str, str] = {}

    def named(self, arguments: Sequence[str]) -> Iterator[tuple[str, str]]:
        """The name and the path of each run."""
        for argument in arguments:
            name, path = split_name(argument, RUN_NAME)
            run = name or file_name(path)
            self.claim(run, path)
            yield run, path

    def claim(self, run: str, file: str, cure: str = "name them apart as NAME=FILE") -> None:
        """Refuse a name that is none, or that another run has."""
        try:
            run_name(run)
        except InputError as error:
            raise error.at(file) from None
        if run in self.files:
            same = f"the run is called {shown(run)} like that of {self.files[run]}"
            raise InputError(f"{same}; {cure}", file)
        self.files[run] = file

    def tell(self, run: str, questions: int) -> None:
        """Note what was read, for those who want to know."""
        self.notes.detail(f"{self.files[run]}: run {run}, {counted(questions, 'question')}")

    def tell_judged(self, run: Responses) -> None:
        """The same of judged responses, with how many there are of each outcome."""
        counts = ", ".join(f"{n} {name}" for name, n in Counter(run.outcomes).items())
        have = counted(len(run.questions), "question")
        self.notes.detail(f"{self.files[run.name]}: run {run.name}, {have}: {counts}")

    def finish(
        self, text: str, questions_out: str | None = None, questions: Callable[[], str] = str
    ) -> None:
        """Send the output on its way, with the table of questions or not at all, then the notes."""
        if questions_out is None:
            deliver(self.output, text, self.notes)
            return
        with staged(questions().encode(), questions_out):
            deliver(self.output, text, self.notes)
