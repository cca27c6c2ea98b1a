"""``qaeval import``: another tool's results per question, as judged responses or a score table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

import click

from qaeval.cli import SUBCOMMAND, HelpfulGroup
from qaeval.cli.import_job import ImportJob, split_run
from qaeval.cli.options import OUTPUT, VERBOSE, parsed_option
from qaeval.errors import InputError
from qaeval.wording import counted, listed, shown

if TYPE_CHECKING:
    from qaeval.files.scores import RunFigures

EPILOG = """\b
Examples:
  qaeval import lm-eval --metric exact_match --filter strict-match \\
    small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl
  qaeval import squad2 sample_data/llm/squad2/dataset.json \\
    sample_data/llm/squad2/reader.json
  qaeval import trec_eval sample_data/llm/trec_eval/*.txt
  qaeval import ir_measures sample_data/llm/ir_measures/*.jsonl
  qaeval import csv --column grade --map A=R,B=W,C=U \\
    sample_data/llm/graded.csv
"""

FILES = click.argument(
    "files", nargs=-1, required=True, metavar="[NAME=]FILE...", type=click.Path()
)
JUDGED = click.option(
    "--judged", is_flag=True, help="Write judged responses instead of a score table."
)


def finite(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """A number that can be compared with others, if any is given."""
    if value is not None and not isfinite(value):
        raise click.BadParameter(f"'{value}' is not a finite number")
    return value


@click.group(
    "import",
    cls=HelpfulGroup,
    epilog=EPILOG,
    invoke_without_command=True,
    subcommand_metavar=SUBCOMMAND,
    short_help="Read other tools' results per question.",
)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Read another tool's results per question.

    Out comes a score table, which compare, swap, plan and the other studies take,
    or judged responses, which 'score --judged' takes; always as tsv.

    Each FILE is one run, called by its file name unless it is given as NAME=FILE.
    Files may be gz, and - is standard input.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


LM_EVAL_EPILOG = """\b
Examples:
  qaeval import lm-eval --metric exact_match --filter strict-match \\
    small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl \\
    large=sample_data/llm/large/samples_facts_2026-03-02T11-40-00.jsonl
  qaeval import lm-eval --judged --metric exact_match \\
    --filter flexible-extract --no-response "(?i)don.t know" \\
    --confidence confidence -o judged.tsv \\
    small=sample_data/llm/small/samples_facts_2026-03-02T10-15-00.jsonl \\
    large=sample_data/llm/large/samples_facts_2026-03-02T11-40-00.jsonl
  qaeval score --judged judged.tsv
"""


@command.command("lm-eval", epilog=LM_EVAL_EPILOG)
@FILES
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    metavar="NAME",
    help="The metric, where the samples have several. Repeat for more.",
)
@click.option("--filter", metavar="NAME", help="The filter, where the samples have several.")
@JUDGED
@click.option(
    "--right-from",
    type=float,
    callback=finite,
    metavar="X",
    help="With --judged: a value of X or more is right (default: 1 is right, 0 is wrong, "
    "anything between an error).",
)
@click.option(
    "--no-response",
    metavar="REGEX",
    help='With --judged: a filtered response in which REGEX is found ("I don\'t know") is U, '
    "whatever its metric.",
)
@click.option(
    "--confidence",
    metavar="choices|NAME",
    help="With --judged: the likeliest choice's share of the choices' likelihoods (multiple "
    "choice), or a number from 0 to 1 that the sample or its 'doc' has under NAME.",
)
@OUTPUT
@VERBOSE
def lm_eval(**options: Any) -> None:
    """Read samples of lm-evaluation-harness.

    FILE is a samples_*.jsonl as --log_samples writes it; the question is the
    doc_id, the value that of the metric, the score table's measure. A document
    comes once for each filter, so one must be chosen where there are several.

    With --judged a document is R, W or U: U where the filtered response is empty
    or --no-response finds it. Take a filter that keeps "I don't know": one that
    writes [invalid] for it writes so for other answers too. Only answers (R, W)
    get a confidence. The likeliest choice is the one that acc judges; acc_norm
    may judge another.
    """
    from qaeval.files.fields import pattern
    from qaeval.files.foreign.lm_eval import Judging, Wanted, judge_samples, read_samples
    from qaeval.files.judged import judged_text
    from qaeval.files.score_output import score_text
    from qaeval.scores.scoring import assemble

    _check_judged_only(options, "right_from", "no_response", "confidence")
    job = ImportJob(options)
    metrics = tuple(dict.fromkeys(options["metrics"]))
    if options["judged"] and len(metrics) > 1:
        raise InputError("--judged takes one --metric")
    wanted = Wanted(metrics, options["filter"], options["confidence"])
    if not options["judged"]:
        scored = []
        for run, path in job.named(options["files"]):
            scored.append(read_samples(path, run, wanted))
            job.tell(run, len(scored[-1].present))
        return job.finish(score_text(assemble(scored)))
    regex = options["no_response"]
    silence = None if regex is None else parsed_option("--no-response", pattern, regex)
    judging = Judging(options["right_from"], silence)
    judged = []
    for run, path in job.named(options["files"]):
        judged.append(judge_samples(path, run, wanted, judging))
        job.tell_judged(judged[-1])
        if silence is not None and "U" not in judged[-1].outcomes:
            job.notes.add(f"{path}: --no-response {shown(regex)} is found in no response")
    return job.finish(judged_text(judged))


SQUAD2_EPILOG = """\b
Examples:
  qaeval import squad2 sample_data/llm/squad2/dataset.json \\
    sample_data/llm/squad2/reader.json
  cd sample_data/llm/squad2
  qaeval import squad2 --judged --na-prob reader-na-prob.json \\
    dataset.json reader.json
  qaeval import squad2 --na-prob a=reader-na-prob.json \\
    --na-prob b=tagger-na-prob.json --na-threshold 0.5 \\
    dataset.json a=reader.json b=tagger.json
"""


@command.command("squad2", epilog=SQUAD2_EPILOG)
@click.argument("dataset", type=click.Path())
@FILES
@click.option(
    "--na-prob",
    "na_probs",
    multiple=True,
    metavar="[NAME=]FILE",
    help="The probabilities that a question has no answer; with several runs, each by the name "
    "of its run. Repeat.",
)
@click.option(
    "--na-threshold",
    type=float,
    callback=finite,
    metavar="T",
    help="A no-answer probability above T counts as silence (default: 1, as the script).",
)
@JUDGED
@OUTPUT
@VERBOSE
def squad2(dataset: str, **options: Any) -> None:
    """Grade predictions for SQuAD 2.0 as its script does.

    DATASET is the official JSON, FILE the predictions, {"question": "answer"}, of
    which the empty one says that there is no answer. The measures are exact and f1,
    from 0 to 1. A question without a prediction scores 0 (the script leaves it
    out), and the number of them is told.

    With --judged silence is R and any answer W where there is no answer; elsewhere
    silence is U, an exact match R, and anything else W. The confidence of an answer
    is 1 - the no-answer probability, that of silence which is R the probability.
    """
    from qaeval.files.foreign.squad2 import grade, read_dataset, read_na_probs, read_predictions
    from qaeval.files.judged import judged_text
    from qaeval.files.score_output import score_text
    from qaeval.scores.scoring import assemble

    job = ImportJob(options)
    judged: bool = options["judged"]
    if options["na_threshold"] is not None and not options["na_probs"]:
        raise InputError("--na-threshold needs --na-prob")
    threshold = 1.0 if options["na_threshold"] is None else options["na_threshold"]
    runs = list(job.named(options["files"]))
    na_files = _na_files(options["na_probs"], [run for run, _ in runs])
    right = read_dataset(dataset)
    graded = []
    for run, path in runs:
        given = read_predictions(path, right)
        probs = read_na_probs(na_files[run], right, given, judged) if run in na_files else None
        graded.append(grade(right, given, probs, threshold))
        job.tell(run, len(given))
        missing = graded[-1].missing
        if missing:
            none = f"{path}: no prediction for {counted(len(missing), 'question')}"
            job.notes.add(f"{none} ({listed(missing)}): {'U' if judged else '0'} for each")
    found = [(run, path, grades) for (run, path), grades in zip(runs, graded, strict=True)]
    if judged:
        responses = [grades.as_responses(run, path) for run, path, grades in found]
        return job.finish(judged_text(responses))
    return job.finish(score_text(assemble([grades.as_scores(run) for run, _, grades in found])))


def _na_files(arguments: Sequence[str], runs: Sequence[str]) -> dict[str, str]:
    """The file of no-answer probabilities of each run that has one."""
    found: dict[str, str] = {}
    for argument in arguments:
        name, path = split_run(argument)
        if name is None and len(runs) == 1:
            name = runs[0]
        if name is None or name not in runs:
            names = listed(runs, 20)
            raise InputError(f"--na-prob {shown(argument)}: expected RUN=FILE, the runs: {names}")
        if name in found:
            raise InputError(f"--na-prob: two files for run {shown(name)}")
        found[name] = path
    return found


TREC_EVAL_EPILOG = """\b
Examples:
  qaeval import trec_eval -o scores.tsv sample_data/llm/trec_eval/*.txt
  qaeval compare -m map scores.tsv
"""


@command.command("trec_eval", epilog=TREC_EVAL_EPILOG)
@FILES
@OUTPUT
@VERBOSE
def trec_eval(**options: Any) -> None:
    """Read output of trec_eval -q.

    FILE is one run's (trec_eval -q qrels run.txt); the run is called by its row
    runid unless NAME=FILE says otherwise. The studies read such files as they
    are; here they are put into one score table.
    """
    from qaeval.files.foreign.trec_eval import read_trec_eval

    _import_figures(read_trec_eval, options)


IR_MEASURES_EPILOG = """\b
Examples:
  qaeval import ir_measures -o scores.tsv sample_data/llm/ir_measures/*.jsonl
  qaeval compare -m nDCG@10 --test t scores.tsv
"""


@command.command("ir_measures", epilog=IR_MEASURES_EPILOG)
@FILES
@OUTPUT
@VERBOSE
def ir_measures(**options: Any) -> None:
    """Read output of ir_measures by query.

    FILE is one run's, made with -q (--by_query), as tsv or jsonl. Take jsonl
    (ir_measures -q -o jsonl qrels run.txt AP nDCG@10): tsv is rounded to four
    places.
    """
    from qaeval.files.foreign.ir_measures import read_ir_measures

    _import_figures(read_ir_measures, options)


def _import_figures(read: Callable[[str, str | None], RunFigures], options: dict[str, Any]) -> None:
    from qaeval.files.score_output import score_text
    from qaeval.files.scores import merge_figures

    job = ImportJob(options)
    runs = []
    for argument in options["files"]:
        name, path = split_run(argument)
        run = read(path, name)
        job.claim(run.run, run.file)
        job.tell(run.run, len(run.questions))
        runs.append(run)
    job.finish(score_text(merge_figures(runs)))


CSV_EPILOG = """\b
Examples:
  qaeval import csv sample_data/llm/graded.csv
  qaeval import csv --column grade --map A=R,B=W,C=U --question '#' \\
    --confidence confidence --seconds seconds -o judged.tsv \\
    large=sample_data/llm/graded.csv
  qaeval score --judged -m c@1 -m AURC judged.tsv
"""


@command.command("csv", epilog=CSV_EPILOG)
@FILES
@click.option(
    "--column", default="grade", metavar="COLUMN", show_default=True, help="Holds the grade."
)
@click.option(
    "--map",
    "grades",
    default="A=R,B=W,C=U",
    metavar="GRADE=OUTCOME,…",
    show_default=True,
    help="What each grade stands for: R right, W wrong, U not answered, UR or UW not answered "
    "but the candidate was right or wrong.",
)
@click.option(
    "--question",
    metavar="COLUMN|#",
    help="Names the question (default: question, id or question_id); # numbers the rows.",
)
@click.option("--confidence", metavar="COLUMN", help="Holds the confidence, from 0 to 1.")
@click.option("--seconds", metavar="COLUMN", help="Holds the time taken.")
@click.option("--run", metavar="COLUMN", help="Names the run (default: the file is one run).")
@OUTPUT
@VERBOSE
def graded_csv(**options: Any) -> None:
    """Read graded responses from CSV or TSV.

    FILE has a header row and a row for each response, with tabs, commas or
    semicolons between the fields, which may be quoted. Out come judged responses.
    SimpleQA's graders write A (correct), B (incorrect) and C (not attempted),
    which is what --map expects unless told otherwise.
    """
    from qaeval.files.foreign.graded_csv import Columns, parse_map, read_graded
    from qaeval.files.judged import judged_text

    job = ImportJob(options)
    outcomes = parsed_option("--map", parse_map, options["grades"])
    names = ("column", "question", "confidence", "seconds", "run")
    columns = Columns(*(options[name] for name in names))
    cure = () if columns.run is None else ("a run stands in one file",)
    runs = []
    for argument in options["files"]:
        name, path = split_run(argument)
        if name is not None and columns.run is not None:
            raise InputError(f"{shown(argument)}: with --run the column names the runs")
        for run in read_graded(path, name, columns, outcomes):
            job.claim(run.name, run.file, *cure)
            job.tell(run.name, len(run.questions))
            runs.append(run)
    job.finish(judged_text(runs))


def _check_judged_only(options: dict[str, Any], *names: str) -> None:
    """Refuse options that say how to judge where nothing is judged."""
    for name in names:
        if options[name] is not None and not options["judged"]:
            raise InputError(f"--{name.replace('_', '-')} needs --judged")
