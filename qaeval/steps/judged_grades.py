"""The steps of ``qaeval judge``: people's labels of some answers correct a model's grades."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import PurePath

from qaeval.arrays import Floats
from qaeval.errors import InputError
from qaeval.files.human import labels_named, read_human
from qaeval.presentation.judge_charts import drawn_judging
from qaeval.presentation.judge_tables import (
    corrected_pairs_table,
    corrected_table,
    drawn_table,
    needs_table,
    quality_table,
)
from qaeval.presentation.judge_words import corrected_in_words, needs_in_words, quality_in_words
from qaeval.presentation.results import Result, Shown
from qaeval.presentation.tables import Cell, Table
from qaeval.progress import Watch
from qaeval.steps.asked import TEST_TRIALS, TableOptions
from qaeval.steps.notes import Notes
from qaeval.steps.study import Study
from qaeval.studies.inference.verdicts import Asked
from qaeval.studies.judging.corrected import Corrected, corrected_runs
from qaeval.studies.judging.correction import Correction, corrections
from qaeval.studies.judging.drawing import draw
from qaeval.studies.judging.graded import Graded, graded_table
from qaeval.studies.judging.labels import MAJORITY, Kept, Labels, aligned, remarks
from qaeval.studies.judging.planning import needs, needs_without_labels
from qaeval.studies.judging.quality import accord, bias_test, qualities
from qaeval.wording import counted


@dataclass(frozen=True)
class JudgeOptions:
    """What is asked of the grades and the labels."""

    human: str | None = None
    people: str = MAJORITY
    pairs: bool = False
    confusion: bool = False
    trials: int = TEST_TRIALS
    seed: int = 0


@dataclass(frozen=True)
class Judging:
    """A model's grades of all answers, and people's labels where there are any."""

    study: Study
    graded: Graded
    asked: JudgeOptions
    labels: Labels | None = None

    def signature(self, tested: bool) -> str:
        """Every choice that changes a number."""
        choices: dict[str, object] = {}
        if self.asked.human is not None and self.labels is not None:
            choices["human"] = PurePath(self.asked.human).name
            choices["labels"] = int(self.labels.known.sum())
            if any(len(given) > 1 for given in self.labels.several.values()):
                choices["people"] = self.asked.people
        if tested and len(self.graded.scores.runs) > 1:
            choices.update(test="max-t", trials=self.asked.trials)
        if self.labels is not None:
            choices["seed"] = self.asked.seed
        return self.study.signature(**choices)


def judging_of(study: Study, asked: JudgeOptions, notes: Notes) -> Judging:
    """The grades of a study, with the labels of --human at their places."""
    graded = graded_table(study.scores, study.measures)
    if graded.by_outcome and not study.asked.measure and graded.answered.all():
        graded = replace(graded, measures=graded.measures[:1])  # c@1 is accuracy then
    if asked.human is None:
        return Judging(study, graded, asked)
    labelling = read_human(asked.human)
    notes.detail(f"{labelling.file}: {labels_named(labelling)}")
    labels = aligned(graded, labelling, asked.people, _kept(study))
    for said in remarks(graded, labels, labelling):
        notes.add(said)
    return Judging(study, graded, asked, labels)


def _kept(study: Study) -> Kept:
    asked: TableOptions = study.asked
    every = asked.questions is None and not asked.only and not asked.intersect
    return Kept(study.left_out, every)


def judged_result(judging: Judging, watch: Watch) -> Result:
    """The runs or pairs corrected, or the judge's errors."""
    results = corrected_results(judging, watch)
    asked = judging.asked
    if asked.confusion:
        shown = quality_shown(judging, watch)
    else:
        make = corrected_pairs_table if asked.pairs else corrected_table
        tables = [make(result, *_title(result)) for result in results]
        shown = Shown(tables, corrected_in_words(results, asked.pairs))

    def drawing(path: str) -> bytes:
        from qaeval.presentation.plots.judging import plot_judging  # most calls draw nothing

        return plot_judging([drawn_judging(result) for result in results], path)

    return Result(lambda form: shown, judging.signature(tested=True), drawing)


def corrected_results(judging: Judging, watch: Watch) -> list[Corrected]:
    """Every measure of the study, corrected."""
    return _corrected(judging, _found(judging), watch)


def _found(judging: Judging) -> list[Correction]:
    assert judging.labels is not None
    return corrections(judging.graded, judging.labels, judging.study.units)


def _how(asked: JudgeOptions) -> Asked:
    return Asked("max-t", trials=asked.trials, seed=asked.seed)


def _corrected(judging: Judging, found: list[Correction], watch: Watch) -> list[Corrected]:
    how, units = _how(judging.asked), judging.study.units
    return [
        corrected_runs(judging.graded, measure, found, units, how, watch)
        for measure in judging.graded.measures
    ]


def quality_shown(judging: Judging, watch: Watch) -> Shown:
    """Whether the model is any good."""
    labels, graded, units = judging.labels, judging.graded, judging.study.units
    assert labels is not None
    by_run, overall = qualities(graded, labels, units)
    bias = bias_test(graded, labels, units, _how(judging.asked), watch)
    sentences = quality_in_words(graded.scores.runs, overall, bias, accord(graded, labels))
    return Shown([quality_table(graded.scores.runs, by_run, overall)], sentences)


def drawn_result(
    study: Study, total: int, by_confidence: bool, asked: JudgeOptions, notes: Notes
) -> Result:
    """The answers that people should label; labels that there are fill their rows."""
    graded = graded_table(study.scores, study.measures)
    confidence: Floats | None = None
    if by_confidence:
        confidence = graded.scores.columns.get("confidence")
        if confidence is None:
            raise InputError(
                "--strata confidence takes judged responses, with a column 'confidence'"
            )
    drawn = draw(graded, total, asked.seed, confidence)
    labels = None if asked.human is None else _labels_so_far(study, graded, asked.human)
    gone = 0 if labels is None else int((labels.known & ~drawn.answers).sum())
    if gone:
        notes.add(
            f"{counted(gone, 'label')} of answers that are not drawn, left out: only what is drawn "
            "is a random part"
        )
    table = drawn_table(graded, drawn, labels)
    return Result(lambda form: Shown([table]))


def _labels_so_far(study: Study, graded: Graded, human: str) -> Labels:
    labelling = read_human(human)
    if any(label.assessor for label in labelling.labels):
        raise InputError(
            "--draw puts one label beside an answer, these are by assessor: draw without --human",
            labelling.file,
        )
    return aligned(graded, labelling, MAJORITY, _kept(study), to_be_more=True)


def planned_result(judging: Judging, half: float, watch: Watch) -> Result:
    """How many labels each run needs, by each measure."""
    graded, labels = judging.graded, judging.labels
    if judging.study.units.clustered:
        raise InputError("--plan beside --cluster: it counts labels of single questions")
    questions, title = len(graded.scores.questions), f"labels for ± {half:g}"
    tables: list[Table] = []
    sentences: list[str] = []
    if labels is None:
        told = needs_without_labels(graded, half)
        tables.append(needs_table(told, title, {"measure": graded.measures[0].label}))
        sentences = needs_in_words(told, half, questions)
    else:
        found = _found(judging)
        for result in _corrected(judging, found, watch):
            told = needs(graded, labels, found, result, half, judging.asked.seed)
            label, lead = _title(result)
            tables.append(needs_table(told, f"{label}: {title}", lead))
            sentences += needs_in_words(told, half, questions)
    shown = Shown(tables, list(dict.fromkeys(sentences)))
    return Result(lambda form: shown, judging.signature(tested=False))


def _title(result: Corrected) -> tuple[str, dict[str, Cell]]:
    label = result.measure.label
    return label, {"measure": label}
