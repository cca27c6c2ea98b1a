"""What a command line names, read: keys, runs, gains and questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain

from qaeval.collection.keys import Key
from qaeval.collection.listings import Listing
from qaeval.collection.nuggets import LongAnswers
from qaeval.collection.questions import FoundColumns, QuestionTable, joined
from qaeval.collection.responses import Responses
from qaeval.collection.runs import Run
from qaeval.errors import InputError
from qaeval.files.judged import read_judged
from qaeval.files.keys import read_key
from qaeval.files.long_answers import read_assignments
from qaeval.files.named import RUN_NAME, RunNames, split_name
from qaeval.files.runs import read_run
from qaeval.files.score_order import score_order
from qaeval.measures import Measure
from qaeval.measures.naming import gain_values
from qaeval.patterns import Pattern
from qaeval.steps.notes import Notes
from qaeval.steps.options import KeyOptions, RunOptions
from qaeval.studies.units import FEW_CLUSTERS
from qaeval.wording import counted, listed, printable, shown

# Names of output columns, beside which a column of the question file leads.
RESERVED = ("run", "measure", "value", "rank", "c", "p", "low", "high", "mark", "move")


def read_keys(
    arguments: Sequence[str], options: KeyOptions, notes: Notes | None = None
) -> list[Key]:
    """The keys of a command line, `NAME=path` or a single path without a name."""
    keys = []
    for argument in arguments:
        name, path = split_name(argument)
        key = read_key(
            path, options.key_format, options.normalize, options.levels, name, options.key_columns
        )
        called = "key" if name is None else f"key {name}"
        if notes is not None:
            notes.detail(f"{key.file}: {called}, {counted(len(key.questions), 'question')}")
        keys.append(key)
    check_key_names([key.name for key in keys], "GA=ga.qrels --key BA=ba.qrels")
    return keys


def check_key_names(names: Sequence[str | None], example: str) -> None:
    """Refuse several keys whose measures could not be told apart."""
    if len(names) > 1 and (None in names or len(set(names)) < len(names)):
        raise InputError(f"several keys need a name each, all different: {example}")


# Values of a column of --by or --by-runs, each of which has a part of the output.
MOST_GROUPS = 1000

# Runs from which it pays to load what reads them fast.
_MANY = 10


@dataclass
class RunReader:
    """The options under which runs are read; remembers names, which must differ."""

    options: RunOptions = field(default_factory=RunOptions)
    notes: Notes = field(default_factory=Notes)  # what is read is told here
    count: int = 1  # of the runs to be read

    def __post_init__(self) -> None:
        self.names = RunNames()
        if self.options.no_response is not None:
            check_pattern(self.options.no_response)

    def read(self, argument: str) -> Run:
        """Read one run, FILE or NAME=FILE."""
        name, path = split_name(argument, RUN_NAME)
        how = self.options
        run = read_run(
            path,
            how.run_format,
            how.name_from,
            how.no_response,
            among_many=self.count >= _MANY,
            score_bits=int(how.score_bits),
            keep_scores=self.notes.verbose,
            columns=how.columns,
            name=name,
        )
        self.names.claim(run.name, run.file)
        answers = counted(len(run.answers), "answer")
        questions = counted(len(run.questions), "question")
        self.notes.detail(f"{run.file}: {run.format} run {run.name}, {questions}, {answers}")
        if run.description:
            self.notes.detail(f"{run.file}: described as {printable(run.description)}")
        if self.notes.verbose:
            for remark in score_order(run, int(how.score_bits)).remarks():
                self.notes.detail(f"{run.file}: {remark}")
        return run

    def read_judged(self, argument: str) -> list[Responses]:
        """Read a file of judged responses whose names are new."""
        return self.claimed(self.judged_runs(argument))

    def judged_runs(self, argument: str) -> list[Responses]:
        """Read a file of judged responses, of one run or several; NAME=FILE names the one run."""
        name, path = split_name(argument, RUN_NAME)
        how = self.options
        return read_judged(path, columns=how.columns, name_from=how.name_from, name=name)

    def claimed(self, runs: list[Responses]) -> list[Responses]:
        """Judged runs that were read, if their names are new."""
        for responses in runs:
            self.names.claim(responses.name, responses.file)
            questions = counted(len(responses.questions), "question")
            self.notes.detail(f"{responses.file}: judged run {responses.name}, {questions}")
        return runs

    def read_assignments(self, argument: str) -> list[LongAnswers]:
        """Read what long answers hold, of one run or several; NAME=FILE names the one run."""
        name, path = split_name(argument, RUN_NAME)
        runs = read_assignments(path, self.options.name_from, name)
        for run in runs:
            self.names.claim(run.name, run.file)
            questions = counted(len(run.answers), "question")
            self.notes.detail(f"{run.file}: long answers of run {run.name}, {questions}")
        return runs


def tell_left_out(known: Iterable[str], kept: Iterable[str], why: str, notes: Notes) -> None:
    """Under -v, the questions that do not count, and why."""
    gone = sorted(set(known) - set(kept))
    if gone:
        notes.detail(f"{counted(len(gone), 'question')} left out, {why}: {listed(gone)}")


def tell_common(known: Collection[str], kept: Collection[str], notes: Notes) -> None:
    """How many questions --intersect leaves, where it leaves some out."""
    if len(kept) < len(known):
        of_all = f"{len(kept)} of {counted(len(known), 'question')}"
        notes.add(f"--intersect: {of_all} left, which all runs have")


def run_places(runs: Sequence[Responses] | Sequence[LongAnswers]) -> list[str]:
    """The file of each run as notes name it, with the run's name where it holds several."""
    runs_of = Counter(run.file for run in runs)
    return [run.file if runs_of[run.file] == 1 else f"{run.file}: run {run.name}" for run in runs]


def tell_judged_left_out(
    judged: Sequence[Responses], kept: Sequence[str] | None, file: str | None, notes: Notes
) -> None:
    """The same for judged runs: not chosen from a question file, or not common to all."""
    known = set(chain.from_iterable(run.questions for run in judged))
    if file is None:
        tell_common(known, kept or (), notes)
    why = "which some run lacks" if file is None else f"not chosen from {file}"
    tell_left_out(known, kept or (), why, notes)


def check_pattern(no_response: str) -> None:
    """Refuse a regular expression that does not compile before any run is blamed for it."""
    try:
        Pattern.of(no_response)
    except InputError as error:
        raise InputError(f"--no-response: {error.message}") from None


def parse_gains(text: str, keys: Sequence[Key]) -> list[str]:
    """`S=3,A=2,B=1` as gains from the highest level down, one for each level of the key."""
    option = f"--gains {shown(text)}"
    given: dict[str, str] = {}
    for pair in text.split(","):
        level, equals, gain = pair.partition("=")
        level = (
            level.strip() if level.strip() in ("S", "A", "B") else level.strip().removeprefix("L")
        )
        if not equals or level in given:
            raise InputError(f"{option}: expected LEVEL=GAIN,… such as S=3,A=2,B=1")
        given[level] = gain.strip()
    for key in keys:
        if set(given) != set(key.level_names):
            levels = f"{counted(len(given), 'level')} ({listed(given)})"
            have = f"{counted(key.scale, 'level')} ({listed(key.level_names)})"
            raise InputError(f"{option}: {levels}, but the key has {have}", key.file)
    gains = [given[level] for level in keys[0].level_names]
    gain_values(option, gains)
    return gains


def chosen_questions(table: QuestionTable | None, only: Sequence[str]) -> list[str] | None:
    """The questions of the table that meet every COLUMN=VALUE; None where all count."""
    if table is None and only:
        raise InputError("--only needs --questions FILE, whose columns it names")
    # Without --only, files that tell of some questions leave none out.
    if table is None or (isinstance(table, FoundColumns) and not only):
        return None
    return table.meeting(only, "--only")


def found_table(
    judged: Sequence[Responses], only: Sequence[str]
) -> tuple[QuestionTable | None, list[Responses]]:
    """What the files of judged runs tell of questions, and the runs on those of --only."""
    table = joined(run.described for run in judged)
    chosen = chosen_questions(table, only)
    if chosen is None:
        return table, list(judged)
    kept = []
    for run in judged:
        own = set(run.questions)
        kept.append(run.on([name for name in chosen if name in own]))
    return table, kept


def common_questions(
    judged: Sequence[Responses], chosen: list[str] | None, intersect: bool
) -> list[str] | None:
    """The questions of judged runs: the file's, or those of all runs, which must agree."""
    if chosen is not None or not judged:
        return chosen
    common = set.intersection(*(set(run.questions) for run in judged))
    everything = set.union(*(set(run.questions) for run in judged))
    if common != everything and not intersect:
        for run in judged:
            missing = sorted(everything - set(run.questions))
            if missing:
                raise InputError(
                    f"run {shown(run.name)} lacks {counted(len(missing), 'question')} that other "
                    f"runs have ({listed(missing)}): --intersect takes the common ones, "
                    "--questions FILE fixes the set and counts them as unanswered",
                    run.file,
                )
    return sorted(common)


def column_of(
    questions: Sequence[str], table: QuestionTable | None, name: str, option: str
) -> dict[str, str]:
    """The value that each of these questions has in a column, which none may lack."""
    if table is None:
        raise InputError(f"{option} needs --questions FILE, whose column it names")
    values = table.column(name, option)
    lacking = [question for question in questions if not values.get(question)]
    if lacking:
        have = counted(len(lacking), "question")
        raise InputError(f"{have} without {name}: {listed(lacking)}", table.file)
    return {question: values[question] for question in questions}


def tell_readings(measures: Iterable[Measure], notes: Notes) -> None:
    """Tell how measures take their input where it could be taken in another way."""
    by_remark: dict[str, list[str]] = {}
    for measure in measures:
        if measure.definition.remark:
            by_remark.setdefault(measure.definition.remark, []).append(measure.label)
    for remark, labels in by_remark.items():
        notes.add(f"{listed(labels)}: {remark}")


def tell_few_clusters(clusters: int, name: str | None, notes: Notes) -> None:
    """Tell of clusters too few to say much."""
    if clusters < FEW_CLUSTERS:
        notes.add(
            f"{counted(clusters, 'cluster')} of {name}: with fewer than {FEW_CLUSTERS}, intervals "
            "and tests say little"
        )


def check_grouped(questions: Iterable[str], table: QuestionTable | None, by: str) -> None:
    """Refuse questions that the question file lacks, which so have no value of the column."""
    known = set() if table is None else set(table.questions)
    missing = [name for name in questions if name not in known]
    if table is not None and missing:
        have = counted(len(missing), "question")
        raise InputError(f"{have} without {by}, not in the file: {listed(missing)}", table.file)


def groups(table: QuestionTable | None, by: str) -> dict[str, list[str]]:
    """The questions of each value of a column, in the file's order."""
    if table is None:
        raise InputError("--by needs --questions FILE, whose column it names")
    check_leading(table, by, "--by")
    return grouped_names(table, table.questions, by, "--by")


def check_leading(table: Listing, column: str, option: str) -> None:
    """Refuse a column that cannot lead the output."""
    if column in RESERVED:
        raise InputError(
            f"{option} {column}: the output has a column of that name; rename it", table.file
        )


def grouped_names(
    table: Listing, names: Collection[str], column: str, option: str
) -> dict[str, list[str]]:
    """Those of the names that each value of a column has, in the file's order; all have one."""
    by_value: dict[str, list[str]] = {}
    values, among = table.column(column, option), set(names)
    for name, line in zip(table.names, table.lines, strict=True):
        if name not in among:
            continue
        if not values[name]:
            raise InputError(f"{table.noun} {shown(name)} has no {column}", table.file, line)
        by_value.setdefault(values[name], []).append(name)
    if len(by_value) > MOST_GROUPS:
        have = f"{counted(len(by_value), 'value')}, more than {MOST_GROUPS:,}"
        raise InputError(f"{option} {column}: {have}", table.file)
    return by_value
