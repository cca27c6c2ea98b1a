"""``qaeval gold``: a key from several assessors' labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from qaeval.cli.options import Notes, emit, output_options, parsed_option
from qaeval.errors import InputError, UnreadableFile
from qaeval.presentation.tables import FOR_PEOPLE
from qaeval.wording import counted, listed, nearest, shown

if TYPE_CHECKING:
    from qaeval.arrays import Bools, Ints
    from qaeval.files.assessments import Assessments
    from qaeval.gold.schemes import Rule
    from qaeval.presentation.tables import Cell, Table

SCHEMES = ("ga", "gaw", "ufa", "ufba", "ba")

EPILOG = """\b
Examples:
  qaeval gold labels.tsv --scheme ga -o ga.qrels
  qaeval gold labels.tsv --scheme gaw --leave-out J1 -o loo1.qrels
  qaeval gold labels.tsv --scheme ga --distribution --best best.tsv
  qaeval gold labels.tsv --agreement
  qaeval gold labels.tsv --as-run J1 -o J1.cqa
"""


@click.command("gold", epilog=EPILOG, short_help="Make a key from several assessors' labels.")
@click.argument("assessments", type=click.Path())
@click.option(
    "--scheme",
    metavar="ga|gaw|ufa|ufba|ba|MAPFILE",
    help="How labels become levels: a scheme's name, or a tsv 'pattern level'.",
)
@click.option(
    "--best",
    metavar="FILE",
    type=click.Path(),
    help="The askers' best answers, tsv 'question answer'.",
)
@click.option(
    "--weights",
    metavar="LABEL=N,…",
    help="Weights of the labels for gaw (default: A=2,B=1,C=0, and so on for other scales).",
)
@click.option(
    "--labels",
    default="A,B,C",
    metavar="LABEL,…",
    show_default=True,
    help="The scale of labels, best first; the last one is no vote.",
)
@click.option(
    "--skipped-as",
    metavar="LABEL",
    help="The label of an answer that an assessor skipped (default: that is an error).",
)
@click.option(
    "--leave-out", multiple=True, metavar="ASSESSOR", help="Ignore this assessor's labels. Repeat."
)
@click.option(
    "--distribution",
    is_flag=True,
    help="Print how patterns, levels, questions and best answers are distributed instead.",
)
@click.option(
    "--agreement",
    is_flag=True,
    help="Print Fleiss' kappa and the pairs' Cohen's kappa instead.",
)
@click.option(
    "--as-run",
    metavar="ASSESSOR|best",
    help="Write an assessor's ranking of the answers, or the best answers, as a run instead.",
)
@output_options()
def command(assessments: str, **options: Any) -> None:
    """Make a key (qrels) from the labels that several assessors gave to answers.

    ASSESSMENTS is a tsv 'question answer assessor label' with the labels A, B
    and C. An answer's votes make its pattern: AAB is two A's, a B, and C's, which
    are not written. The schemes are those of NTCIR-8 Community QA (Sakai, Ishikawa
    & Kando 2010):

    \b
      ga       L3 AAAA AAAB, L2 AABB ABBB, L1 other patterns of two or more
               votes, L0 the rest; for exactly four assessors
      gaw      the sum of the labels' weights: AAAB is 2+2+2+1 = L7
      ufa      L1 if the answer is some assessor's favourite: rated A, or B
               where that assessor gave no A for the question
      ufba     as ufa, and the asker's best answer is a favourite too
      ba       L1 for the asker's best answer alone
      MAPFILE  tsv 'pattern level'; the pattern - is for C's only

    The output has a line 'qid 0 id level' per answer, level 0 included, in the order
    in which ASSESSMENTS first names the questions and their answers. As tsv it is
    a key of classes, a class per answer: score it with --normalize exact.

    --distribution prints the tables of the paper: patterns with their levels (2,
    21), levels with means per question and the levels of the best answers, the
    questions with so many answers at each level (3, 4), and the levels without each
    assessor (24; not for ga, which needs four). As tsv: table level item value.

    --as-run J1 ranks J1's A's first, then the B's, then the C's, ties as in the
    file: how well would this assessor do as a system? As text the run has the
    format cqa: 'qid, id, id, …'.
    """
    from qaeval.files.assessments import BEST, parse_scale, read_assessments, read_best

    _check_options(options)
    scale = parsed_option("--labels", parse_scale, options["labels"])
    skipped = options["skipped_as"]
    if skipped is not None and skipped not in scale:
        raise InputError(f"--skipped-as {shown(skipped)}, expected one of {listed(scale)}")
    # What the options alone can get wrong is told before a large file is read.
    scheme = options["scheme"]
    rule = None if scheme is None else _Rule(scheme, scale, options["weights"])
    found = read_assessments(assessments, scale)
    best = None if options["best"] is None else read_best(options["best"], found)
    notes = Notes(options["verbose"])
    if notes.verbose:
        sizes = [(found.questions, "question"), (found.answers, "answer")]
        sizes.append((found.assessors, "assessor"))
        read = ", ".join(counted(len(things), noun) for things, noun in sizes)
        notes.add(f"{found.file}: {read}: {listed(found.assessors, 20)}")
    if options["as_run"] == BEST:
        assert best is not None
        _note_missing(found, best, notes)
        text = _run_text(found, best.nonzero()[0], options)
    elif options["as_run"] is not None:
        judge = found.only([found.column(options["as_run"], "--as-run")]).filled(skipped)
        text = _run_text(found, _ranking(judge), options)
    else:
        kept = _kept(found, options["leave_out"]).filled(skipped)
        if options["agreement"]:
            from qaeval.presentation.assessment_tables import agreement_table

            text = _rendered([agreement_table(kept)], options)
        else:
            assert rule is not None
            if best is not None:
                _note_missing(found, best, notes)
            levels = rule(kept, best)
            text = (
                _rendered(_distribution(kept, levels, rule, best, options["format"]), options)
                if options["distribution"]
                else _key_text(kept, levels, options)
            )
    emit(text, options["output"])
    notes.tell()


def _check_options(options: dict[str, Any]) -> None:
    """What makes no sense together, or cannot be done without something else."""
    asked = [name for name in ("distribution", "agreement", "as_run") if options[name]]
    if len(asked) > 1:
        first, second = (f"--{name.replace('_', '-')}" for name in asked[:2])
        raise InputError(f"{first} and {second} are two outputs, expected one of them")
    scheme, as_best = options["scheme"], options["as_run"] == "best"
    needless = options["agreement"] or options["as_run"] is not None
    if scheme is None and not needless:
        raise InputError(f"expected --scheme {'|'.join(SCHEMES)}|MAPFILE")
    if scheme is not None and needless:
        flag = "--agreement" if options["agreement"] else "--as-run"
        raise InputError(f"--scheme has no effect with {flag}")
    if options["weights"] is not None and scheme != "gaw":
        raise InputError("--weights is for --scheme gaw")
    if options["leave_out"] and options["as_run"] is not None:
        raise InputError("--leave-out has no effect with --as-run")
    if options["best"] is None and (scheme in ("ufba", "ba") or as_best):
        what = "--as-run best" if as_best else f"--scheme {scheme}"
        raise InputError(f"{what} needs --best FILE")
    if options["best"] is not None and not (
        scheme in ("ufba", "ba") or as_best or options["distribution"]
    ):
        raise InputError("--best is for --scheme ufba or ba, --distribution and --as-run best")


class _Rule:
    """A scheme, ready to give levels."""

    def __init__(self, scheme: str, scale: tuple[str, ...], weights: str | None) -> None:
        from qaeval.files.assessments import parse_weights, read_map
        from qaeval.gold.schemes import GA_LABELS

        self.scheme = scheme
        self.size = len(scale)
        self.map: dict[tuple[int, ...], int] = {}
        self.weights = list(range(len(scale)))[::-1]
        if weights is not None:
            self.weights = parsed_option("--weights", parse_weights, weights, scale)
        if scheme == "ga" and len(scale) != GA_LABELS:
            raise InputError(
                f"--scheme ga is for three labels, found {counted(self.size, 'label')}"
            )
        if scheme not in SCHEMES:
            try:
                self.map = read_map(scheme, scale)
            except UnreadableFile as error:
                hint = nearest(scheme, SCHEMES) or f"; the schemes are {' '.join(SCHEMES)}"
                raise InputError(f"--scheme: {error}{hint}") from None

    def __call__(self, found: Assessments, best: Bools | None) -> Ints:
        """The level of each answer."""
        from qaeval.files.assessments import pattern_text
        from qaeval.gold.schemes import GA_ASSESSORS, LACKING, votes

        assessors = found.assessors
        if self.scheme == "ga" and len(assessors) != GA_ASSESSORS:
            have = f"{counted(len(assessors), 'assessor')} ({listed(assessors)})"
            raise InputError(f"{have}, but --scheme ga is for exactly four; try gaw", found.file)
        levels = self.of(found.starts, best)(found.labels)
        if (levels == LACKING).any():
            at = int((levels == LACKING).argmax())
            pattern = pattern_text(votes(found.labels[[at]], self.size)[0].tolist(), found.scale)
            raise found.wrong(at, f"has the pattern {shown(pattern)}, which {self.scheme} lacks")
        return levels

    def of(self, starts: Ints, best: Bools | None) -> Rule:
        """From labels to levels, for any number of assessors."""
        from qaeval.gold import schemes as pyramid

        def levels(labels: Ints) -> Ints:
            if self.scheme == "ga":
                return pyramid.good_answers(labels)
            if self.scheme == "gaw":
                return pyramid.weighted(labels, self.weights)
            if self.scheme == "ufa":
                return pyramid.favourites(labels, starts, self.size)
            if self.scheme in ("ufba", "ba"):
                assert best is not None
                chosen = best.astype("int64")
                favourites = pyramid.favourites(labels, starts, self.size)
                return favourites | chosen if self.scheme == "ufba" else chosen
            return pyramid.mapped(labels, self.size, self.map)

        return levels

    def levels(self, assessors: int) -> set[int]:
        """Every level that there can be."""
        from qaeval.gold.schemes import reachable

        if self.scheme == "gaw":
            return reachable(self.weights, assessors)
        if self.scheme in SCHEMES:
            return {0, 1, 2, 3} if self.scheme == "ga" else {0, 1}
        return set(self.map.values())


def _kept(found: Assessments, left_out: tuple[str, ...]) -> Assessments:
    """Without those left out."""
    gone = {found.column(name, "--leave-out") for name in left_out}
    kept = [column for column in range(len(found.assessors)) if column not in gone]
    if not kept:
        raise InputError("--leave-out leaves no assessor", found.file)
    return found.only(kept)


def _note_missing(found: Assessments, best: Bools, notes: Notes) -> None:
    from qaeval.gold.schemes import per_question

    none = (per_question(best, found.starts) == 0).nonzero()[0]
    if len(none):
        names = listed(found.questions[at] for at in none)
        notes.add(f"no best answer for {counted(len(none), 'question')}: {names}")


def _ranking(judge: Assessments) -> Ints:
    from qaeval.gold.schemes import as_ranking

    return as_ranking(judge.labels[:, 0], judge.starts)


def _rendered(tables: list[Table], options: dict[str, Any]) -> str:
    from qaeval.presentation.rendering import render

    return render(tables, options["format"], options["digits"], not options["no_header"])


def _key_text(found: Assessments, levels: Ints, options: dict[str, Any]) -> str:
    from qaeval.presentation.tables import Column, Table

    entries = [
        (found.question_of(at), answer, level)
        for at, (answer, level) in enumerate(zip(found.answers, levels.tolist(), strict=True))
    ]
    if options["format"] == "text":
        return "".join(f"{question} 0 {answer} {level}\n" for question, answer, level in entries)
    columns = [Column("question"), Column("class"), Column("answer"), Column("level", "whole")]
    rows: list[list[Cell]] = [
        [question, answer, answer, level] for question, answer, level in entries
    ]
    return _rendered([Table(columns, rows)], options)


def _run_text(found: Assessments, order: Ints, options: dict[str, Any]) -> str:
    """Answers in this order as a run."""
    from qaeval.presentation.tables import Column, Table

    ranked: dict[str, list[str]] = {}
    for at in order.tolist():
        ranked.setdefault(found.question_of(at), []).append(found.answers[at])
    if options["format"] == "text":
        for at, answer in enumerate(found.answers):
            if "," in answer or "," in found.question_of(at):
                raise found.wrong(at, "holds a comma, which separates ids in a run; try -f tsv")
        return "".join(f"{', '.join([question, *ids])}\n" for question, ids in ranked.items())
    columns = [Column("question"), Column("rank", "whole"), Column("answer")]
    rows: list[list[Cell]] = [
        [question, rank, answer]
        for question, ids in ranked.items()
        for rank, answer in enumerate(ids, 1)
    ]
    return _rendered([Table(columns, rows)], options)


def _distribution(
    found: Assessments, levels: Ints, rule: _Rule, best: Bools | None, format: str
) -> list[Table]:
    """The tables of the paper, or all of them as one long table for programs."""
    from qaeval.gold.schemes import distribution
    from qaeval.presentation.assessment_tables import distribution_tables, long_table

    counts = distribution(
        found.labels,
        found.starts,
        rule.size,
        levels,
        rule.levels(len(found.assessors)),
        best,
        None if rule.scheme in ("ga", "ba") else rule.of(found.starts, best),
    )
    people = format in FOR_PEOPLE
    return distribution_tables(counts, found) if people else [long_table(counts, found)]
