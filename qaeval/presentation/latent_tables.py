"""What labels say of the assessors and of the true labels, as tables and in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qaeval.collection.assessments import Assessments
from qaeval.gold.latent import MOST_STEPS, LatentTruth
from qaeval.presentation.tables import PAGE, PEOPLE, PROGRAMS, Cell, Column, Table
from qaeval.wording import counted, either, listed

_FEW_LABELS = 20  # of one assessor
_FEW_EACH = 2.0  # labels per answer
_READ = (PEOPLE, PAGE)


def confusion_tables(truth: LatentTruth, assessments: Assessments) -> list[Table]:
    """Accuracies and shares, each assessor's confusion, and all of it for programs."""
    scale, names = assessments.scale, assessments.assessors
    columns = [Column("assessor"), Column("labels", "whole"), Column("accuracy", "number")]
    rows: list[list[Cell]] = [
        [name, int(given), float(accuracy)]
        for name, given, accuracy in zip(names, truth.given, truth.accuracy, strict=True)
    ]
    shares: list[list[Cell]] = [
        [label, float(share)] for label, share in zip(scale, truth.shares, strict=True)
    ]
    tables = [
        Table(columns, rows, "Assessors", readers=_READ),
        Table([Column("true"), Column("share", "number")], shares, "True labels", readers=_READ),
    ]
    given = [Column("true"), *(Column(f"says {label}", "number") for label in scale)]
    for name, rates in zip(names, truth.confusion.tolist(), strict=True):
        cells: list[list[Cell]] = [[label, *row] for label, row in zip(scale, rates, strict=True)]
        tables.append(Table(given, cells, name, readers=_READ))
    return [*tables, _long_table(truth, scale, names)]


def _long_table(truth: LatentTruth, scale: Sequence[str], names: Sequence[str]) -> Table:
    """`table assessor true label value`."""
    rows: list[list[Cell]] = [
        ["labels", name, "", "", int(given)] for name, given in zip(names, truth.given, strict=True)
    ]
    rows += [
        ["accuracy", name, "", "", float(accuracy)]
        for name, accuracy in zip(names, truth.accuracy, strict=True)
    ]
    rows += [
        ["share", "", label, "", float(share)]
        for label, share in zip(scale, truth.shares, strict=True)
    ]
    rows += [
        ["confusion", names[assessor], scale[true], scale[label], float(rate)]
        for (assessor, true, label), rate in np.ndenumerate(truth.confusion)
    ]
    columns = [Column(name) for name in ("table", "assessor", "true", "label", "value")]
    return Table(columns, rows, readers=(PROGRAMS,))


def posterior_tables(
    truth: LatentTruth, assessments: Assessments, levels: Sequence[int]
) -> list[Table]:
    """The chance of each label to be an answer's true one."""
    scale = assessments.scale
    questions = [assessments.question_of(at) for at in range(len(assessments.answers))]
    columns = [Column("question"), Column("answer"), Column("level", "whole")]
    heads: list[list[Cell]] = [
        [question, answer, level]
        for question, answer, level in zip(questions, assessments.answers, levels, strict=True)
    ]
    chances = truth.posterior.tolist()
    wide = [[*head, *row] for head, row in zip(heads, chances, strict=True)]
    long = [
        [*head, label, chance]
        for head, row in zip(heads, chances, strict=True)
        for label, chance in zip(scale, row, strict=True)
    ]
    by_label = [*columns, *(Column(label, "number") for label in scale)]
    stacked = [*columns, Column("label"), Column("posterior", "number")]
    return [
        Table(by_label, wide, readers=_READ),
        Table(stacked, long, readers=(PROGRAMS,)),
    ]


def latent_in_words(truth: LatentTruth) -> list[str]:
    """How the estimate was had."""
    steps = counted(truth.steps, "step")
    return [
        "accuracy: the chance to give the true label, over the shares of true labels. says: how "
        "often an assessor gives each label to answers whose true one is that of the row; - where "
        "no answer has it.",
        f"EM from the shares of each answer's labels, {steps}, log-likelihood "
        f"{truth.log_likelihood:.4f}: a maximum near that start, which need not be the highest. "
        "Assessors are taken to err independently of each other.",
    ]


def latent_warnings(truth: LatentTruth, assessments: Assessments) -> list[str]:
    """What makes the estimate doubtful."""
    warnings = []
    names = np.array(assessments.assessors)
    few = names[truth.given < _FEW_LABELS]
    if len(few):
        told = f"fewer than {_FEW_LABELS} labels, too few to say how reliable they are"
        warnings.append(f"{counted(len(few), 'assessor')} gave {told}: {listed(few)}")
    each = truth.given.sum() / len(truth.posterior)
    if each < _FEW_EACH:
        warnings.append(f"{each:.1f} labels per answer on the mean: the true ones are hardly known")
    contrary = names[truth.contrary]
    if len(contrary):
        told = "with most true labels, a wrong label was given more often than the right one"
        warnings.append(f"{told} by {listed(contrary)}: contrary, or labels changed places")
    strange = np.array(assessments.scale)[truth.strange]
    if len(strange):
        told = "most assessors give another label more often where the true one is"
        warnings.append(f"{told} {either(strange.tolist())}, which may not mean what it says")
    if not truth.converged:
        warnings.append(f"EM was still gaining after {MOST_STEPS:,} steps")
    return warnings
