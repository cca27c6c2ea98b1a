"""How logs of many models and tasks are imported: what is asked of them, and what comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import click

from qaeval.cli import DONE, LEFT_OUT
from qaeval.cli.commands.importing.options import finite, judged_option
from qaeval.cli.each_run import Failures
from qaeval.cli.gathering import Decorated, gathered
from qaeval.cli.import_job import ImportJob
from qaeval.cli.options import OutputOptions, parsed_option
from qaeval.cli.targets import OUT_FILE
from qaeval.errors import InputError
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.logs import LoggedRuns, Meet, TaskLog, Wanted
from qaeval.files.judged import judged_text
from qaeval.patterns import Pattern
from qaeval.scores.reading import merge_figures
from qaeval.scores.rows import score_text
from qaeval.wording import counted, shown


@dataclass(frozen=True)
class LogOptions:
    """What is asked of logs, whichever tool wrote them."""

    metrics: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    judged: bool = False
    right_from: float | None = None
    no_response: str | None = None
    confidence: str | None = None
    cluster: str | None = None
    seconds: bool = False
    questions_out: str | None = None
    keep_going: bool = False

    def __post_init__(self) -> None:
        """Refuse what only judged responses have where there are none."""
        for name in ("right_from", "no_response", "confidence", "seconds"):
            if getattr(self, name) not in (None, False) and not self.judged:
                raise InputError(f"--{name.replace('_', '-')} needs --judged")

    @property
    def wanted(self) -> Wanted:
        """What readers are to look for."""
        metrics = tuple(dict.fromkeys(self.metrics))
        return Wanted(metrics, self.tasks, self.confidence, self.cluster, self.seconds, self.judged)

    @property
    def judging(self) -> Judging | None:
        """How values become outcomes, where they are to."""
        silence = None
        if self.no_response is not None:
            silence = parsed_option("--no-response", Pattern.of, self.no_response)
        return Judging(self.right_from, silence) if self.judged else None


def log_options(
    seconds: str | None = None,
    confidence: str | None = None,
    cluster: str | None = None,
    metric_names: Sequence[str] = ("--metric",),
) -> Callable[[Decorated], Decorated]:
    """The options of an import of logs; texts say what seconds, confidence and cluster are."""
    named = {"--confidence": confidence, "--cluster": cluster}
    more = [
        click.option(name, metavar="NAME", help=words)
        for name, words in named.items()
        if words is not None
    ]
    timed = [click.option("--seconds", is_flag=True, help=f"With --judged: keep {seconds}.")]
    return gathered(
        "options",
        LogOptions,
        click.option(
            *metric_names,
            "metrics",
            multiple=True,
            metavar="NAME",
            help="The metric, where the logs have several. Repeat for more.",
        ),
        click.option(
            "--task",
            "tasks",
            multiple=True,
            metavar="PATTERN",
            help="Only tasks whose names match ('mmlu*'). Repeat for more.",
        ),
        judged_option,
        click.option(
            "--right-from",
            type=float,
            callback=finite,
            metavar="X",
            help="With --judged: a value of X or more is right (default: 1 is right, 0 is wrong, "
            "anything else an error).",
        ),
        click.option(
            "--no-response",
            metavar="REGEX",
            help='With --judged: a response in which REGEX is found ("I don\'t know") is U, '
            "whatever its metric.",
        ),
        *more,
        *(timed if seconds else []),
        click.option(
            "--questions-out",
            metavar="FILE",
            type=OUT_FILE,
            help="Write the table of questions too: question, task, cluster if any, text.",
        ),
        click.option(
            "--keep-going",
            is_flag=True,
            help="Report a broken log, import the others, exit 3.",
        ),
    )


def import_logs(
    read: Callable[[Wanted, Meet], Iterator[TaskLog]], options: LogOptions, output: OutputOptions
) -> int:
    """Gather logs into runs, and write these as a score table or judged responses."""
    job = ImportJob(output)
    runs = LoggedRuns(options.judging)
    failures = Failures(options.keep_going)
    wanted = options.wanted
    for log in read(wanted, failures.meet):
        try:
            run = runs.take(log)
        except InputError as error:
            failures.meet(error)
            continue
        tells = f"run {run.name}, task {log.task}, {counted(len(log.entries), 'sample')}"
        job.notes.detail(f"{log.file}: {tells}")
    wanted.check_tasks()
    if not runs.runs:
        raise InputError("no log could be imported")
    if options.no_response is not None:
        _tell_unsilent(job, runs, options.no_response)
    _deliver(job, runs, options.questions_out)
    return LEFT_OUT if failures.count else DONE


def _tell_unsilent(job: ImportJob, runs: LoggedRuns, words: str) -> None:
    """Note the runs in which the words of silence are not found: perhaps they are others."""
    for run in runs.runs.values():
        if "U" not in {outcome for _, _, outcome, *_ in run.judged}:
            found = f"--no-response {shown(words)} is found in no response"
            job.notes.add(f"{run.file}: {found} of run {run.name}")


def _deliver(job: ImportJob, runs: LoggedRuns, questions_out: str | None) -> None:
    """Write the runs, and the table of questions with them or not at all."""
    if runs.judging is None:
        text = score_text(merge_figures(runs.figures()))
    else:
        text = judged_text(runs.responses())
    job.finish(text, questions_out, runs.documents.table_text)
