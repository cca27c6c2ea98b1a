"""Every command, and the ways in which its files can be given; the options come from click."""

from __future__ import annotations

from dataclasses import dataclass

import click

from qaeval.cli import group

# `{kind}` stands for a file of that kind, `{kind+}` for one or more of them in any order.
_STUDY = ("{scores}", "{scores}", "{components}", "{matrix}", "{trec-eval+}", "{scores+}")
WAYS: dict[str, tuple[str, ...]] = {
    "score": (
        "{key} {run+}",
        "{key} {run+}",
        "{qrels} {trec+}",
        "{qrels} {trec+}",
        "--judged {judged+}",
        "--judged {all-judged}",
        "--nuggets {assignments+}",
        "{nugget-key} {nugget-run+}",
        "A={key} --key B={key} {run+}",
        "--key-format patterns {patterns} {run+}",
        "--keep-going {key} {run+}",
    ),
    "mark": (
        "{key} {run+}",
        "{qrels} {trec+}",
        "--nuggets {assignments+}",
        "{nugget-key} {nugget-run+}",
        "--key-format patterns {patterns} {run+}",
    ),
    "check": (
        "{key} {run+}",
        "{qrels} {trec+}",
        "--questions {questions} {run+}",
        "--candidates {candidates} {key} {run+}",
    ),
    "gold": (
        "{assessments} --scheme ga",
        "{assessments} --scheme majority",
        "{assessments}",
        "{votes}",
        "{assessments} --best {best} --scheme ufba",
        "{assessments} --agreement",
        "{assessments} --distribution --scheme gaw",
        "{assessments} --scheme {map}",
        "{assessments} --scheme latent",
    ),
    "measures": ("", "{measure}"),
    "compare": (*_STUDY, "--judged {judged+}", "--judged {all-judged}", "--key {key} {run+}"),
    "judge": (
        "--human {human} {graded}",
        "--human {human} {graded}",
        "--human {human} {judged+}",
        "--draw 10 {graded}",
        "--human {human} {matrix} -m value",
    ),
    "sample": _STUDY,
    "stability": _STUDY,
    "swap": _STUDY,
    "plan": (*_STUDY, "--sd 0.45 --diff 0.02", "--accuracy 0.7"),
    "merge": ("{scores}", "{components}", "{scores+}", "{components+}"),
    "hardness": _STUDY,
    "correlate": _STUDY,
    "coverage": ("{components}", "--judged {judged+}", "--judged {all-judged}"),
    "time": ("{times}", "{times}", "{components}"),
    "report": (*_STUDY, "--human {human} {matrix}"),
    "completion": ("bash", "zsh", "fish"),
    "import csv": (
        "{rows-csv} --outcome grade --map A=R,B=W,C=U --run model",
        "{rows-csv} --outcome grade --map A=R,B=W,C=U --run model --response response",
        "{rows-csv+} --column score --run model --task task",
        "{matrix} --wide --column run-1 --column run-2",
        "{rows-csv} --outcome grade",
    ),
    "import jsonl": (
        "{rows-jsonl} --outcome grade --run model --map A=R,B=W,C=U,true=R,false=W",
        "{rows-jsonl} --column score --question id --run model --task metadata.subject",
        "{rows-jsonl+} --column score",
    ),
    "import trec_eval": ("A={trec-eval} B={trec-eval}", "{trec-eval}", "{trec-eval+}"),
    "import ir_measures": ("{ir-measures+}",),
    "import pan": ("{pan-truth} {pan+}",),
    "import squad2": ("{squad} {predictions+}", "--na-prob {na-prob} {squad} {predictions}"),
    "import lm-eval": (
        "{lm-eval}",
        "{lm-eval} --metric acc",
        "{lm-eval} --judged --metric exact_match",
    ),
    "import inspect": (
        "{inspect}",
        "{inspect} --metric match",
        "{inspect} --judged --metric right",
    ),
    "import helm": (
        "{helm} --metric exact_match",
        "{helm} --judged --metric exact_match",
        "{helm}",
    ),
    "import every-eval-ever": (
        "{every-eval-ever} --metric exact_match",
        "{every-eval-ever} --judged --metric exact_match",
        "{every-eval-ever}",
    ),
}

# How often, for one case of each other; what takes long comes less often.
_WEIGHTS = {
    "score": 14,
    "mark": 5,
    "check": 7,
    "gold": 6,
    "compare": 5,
    "import csv": 4,
    "import jsonl": 4,
    "judge": 2,
    "plan": 1.5,
    "report": 0.3,
    "swap": 2,
    "stability": 2,
    "measures": 0.2,
    "completion": 0.1,
    "coverage": 3,
    "import inspect": 1,
    "import lm-eval": 1.5,
}


@dataclass(frozen=True)
class Command:
    """A command by the words that call it."""

    name: str
    click: click.Command
    ways: tuple[str, ...]
    weight: float


def _walked(group: click.Group, before: str = "") -> dict[str, click.Command]:
    context = click.Context(group)
    found: dict[str, click.Command] = {}
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        path = f"{before}{name}"
        found |= (
            _walked(command, f"{path} ") if isinstance(command, click.Group) else {path: command}
        )
    return found


def all_commands() -> list[Command]:
    """Every command that the program has; one that nothing is known of gets score tables."""
    return [
        Command(name, command, WAYS.get(name, _STUDY), _WEIGHTS.get(name, 1))
        for name, command in _walked(group).items()
    ]
