"""trec_eval: the output of `trec_eval -q`, a file per run."""

from __future__ import annotations

from qaeval.errors import InputError
from qaeval.files.cells import RunFigures
from qaeval.files.named import file_name
from qaeval.files.text import read_document
from qaeval.files.trec_eval import read_figures


def read_trec_eval(path: str, run: str | None) -> RunFigures:
    """A run's figures; it is called as told, else by the row `runid`, else by its file."""
    document = read_document(path)
    named, figures = read_figures(document)
    run_figures = RunFigures(run or named or file_name(path), document.file, figures)
    if not run_figures.questions:
        raise InputError("no figures by question: trec_eval prints them with -q", document.file)
    return run_figures
