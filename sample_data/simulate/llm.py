"""Two language models that may say that they do not know, as evaluation tools log them."""

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from simulate.attempts import attempts
from simulate.chance import logistic, normal, squash, stream, uniforms
from simulate.files import Files
from simulate.questions import Question, Shape, questions

FACTS = Shape(count=600, class_shares=(1.0,), decoys=6)
ASKED = 200  # of those in English
GRADED = 80
PASSAGES = 40
QUERIES = 50
PROBLEMS = 60  # of verification

Figure = tuple[str, str, float]  # query, measure, value

NO_ANSWER = 0.35
USUAL_FORM = 0.9
UNSURE = ("I don't know.", "I don't know the answer.", "I'm sorry, but I don't know.")
ASKED_FOR = "The answer is {}."
LOOSE = ("I think it is {}.", "It was {}, as far as I remember.", "{}.")
PROMPT = "Q: {}\nA:"
FILTERS = {
    "strict-match": re.compile(r"The answer is (.+)\."),
    "flexible-extract": re.compile(
        r"(?:The answer is |I think it is |It was )?(.+?)(?:, as far as I remember)?\."
    ),
}


class Model(NamedTuple):
    """What a model knows, how well it knows what it knows, and how it talks."""

    ability: float
    insight: float  # how much surer it is of right answers than of wrong ones
    boast: float  # added to what it says of its confidence, as log odds
    silence: float  # says that it does not know where it is less sure than this, as log odds
    tidy: float  # share of answers in the form that was asked for
    seconds: float  # median for an answer
    date: str  # of the evaluation


MODELS = {
    "small": Model(-0.6, 0.9, 0.9, -1.5, 0.80, 0.6, "2026-03-02T10-15-00"),
    "large": Model(0.5, 1.8, 0.2, -1.5, 0.93, 2.5, "2026-03-02T11-40-00"),
}
# Systems that read a passage: ability, insight, and how unsure they are where they stay silent.
READERS = {"reader": (1.2, 2.0, -1.0), "tagger": (0.2, 1.2, -1.6)}
TREC_NAMES = {"AP": "map", "RR": "recip_rank", "nDCG@10": "ndcg_cut_10"}
# Systems that say yes or no: how well they see which it is, and how near to .5 is no answer.
VERIFIERS = {"bold": (1.2, 0.0), "careful": (1.2, 0.12)}
RETRIEVERS = {"bm25": 0.9, "dense": 0.6}  # the larger, the lower the relevant passage may rank


class Response(NamedTuple):
    """What is said, whether it is right, and how sure the model is."""

    text: str
    silent: bool
    right: bool
    confidence: float
    seconds: float


def llm(seed: int) -> Files:
    """Files of lm-evaluation-harness, SQuAD 2, a grader, a script, PAN, ir_measures, trec_eval."""
    asked = [q for q in questions(FACTS, seed, "llm") if q.language == "en"][:ASKED]
    said = {
        name: [_respond(q, model, stream(seed, "llm", name, q.id)) for q in asked]
        for name, model in MODELS.items()
    }
    files: Files = {
        f"{name}/samples_facts_{model.date}.jsonl": "".join(_samples(asked, said[name]))
        for name, model in MODELS.items()
    }
    files["graded.csv"] = _graded(asked[:GRADED], said["large"], stream(seed, "llm", "csv"))
    files["attempts.csv"] = attempts(seed)
    files.update(_squad2(asked[:PASSAGES], seed))
    files.update(_pan(seed))
    for run, spread in RETRIEVERS.items():
        figures = _figures(spread, stream(seed, "llm", run))
        files[f"ir_measures/{run}.jsonl"] = _as_ir_measures(figures)
        files[f"trec_eval/{run}.txt"] = _as_trec_eval(run, figures)
    return files


def _respond(question: Question, model: Model, rng: Random) -> Response:
    luck, usual, tidy, which, time = uniforms(rng, 5)
    right = logistic(luck) < model.ability - question.difficulty
    sureness = model.ability + model.insight * (right - 0.5) + normal(rng)
    confidence = round(squash(sureness + model.boast), 4)
    seconds = model.seconds * math.exp(0.4 * logistic(time) / 1.8)
    if sureness < model.silence:
        return Response(_one(which, UNSURE), True, False, confidence, seconds)
    forms = question.classes[0][1][0]
    answer = forms[usual > USUAL_FORM] if right else _one(which, question.decoys)
    text = (ASKED_FOR if tidy < model.tidy else _one(which, LOOSE)).format(answer)
    return Response(text, False, right, confidence, seconds)


def _one(u: float, things: Sequence[str]) -> str:
    return things[int(u * len(things))]


def _samples(asked: list[Question], said: list[Response]) -> Iterator[str]:
    """A line per document and filter, as the harness logs it but for its three hashes."""
    for name, regex in FILTERS.items():
        for n, (question, response) in enumerate(zip(asked, said, strict=True)):
            doc = {"question": question.text, "answer": question.classes[0][1][0][0]}
            prompt, target = PROMPT.format(question.text), doc["answer"]
            found = regex.fullmatch(response.text)
            filtered = found[1] if found else "[invalid]"
            yield _line(
                {
                    "doc_id": n,
                    "doc": doc,
                    "target": target,
                    "arguments": {"gen_args_0": {"arg_0": prompt, "arg_1": {"until": ["\n"]}}},
                    "resps": [[response.text]],
                    "filtered_resps": [filtered],
                    "filter": name,
                    "metrics": ["exact_match", "confidence"],
                    "exact_match": float(filtered.casefold() == target.casefold()),
                    "confidence": response.confidence,
                }
            )


def _line(record: dict[str, object]) -> str:
    return json.dumps(record, ensure_ascii=False) + "\n"


def _graded(asked: list[Question], said: list[Response], rng: Random) -> str:
    """Graded as SimpleQA does: A correct, B incorrect, C not attempted; some answers run on."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("id", "problem", "answer", "response", "grade", "confidence", "seconds"))
    for question, response in zip(asked, said, strict=False):
        more = '\nHowever, sources call it "uncertain".' if rng.random() < 0.1 else ""
        grade = "C" if response.silent else "A" if response.right else "B"
        answer = question.classes[0][1][0][0]
        figures = (response.confidence, f"{response.seconds:.2f}")
        rows.writerow((question.id, question.text, answer, response.text + more, grade, *figures))
    return text.getvalue()


def _squad2(asked: list[Question], seed: int) -> Files:
    """One article; where a question has no answer, its paragraph is about something else."""
    rng = stream(seed, "llm", "squad2")
    paragraphs, answerable = [], []
    for question in asked:
        full, shorter, _ = question.classes[0][1]
        answerable.append(rng.random() >= NO_ANSWER)
        answer = full[0] if answerable[-1] else question.decoys[0]
        lead = f"“{question.text}” is asked now and then. The record says "
        context = f"{lead}{answer}; an older one has {question.decoys[1]}."
        spans = [full[0], *(form for form in shorter[:1] if form in full[0])]
        found = [{"text": span, "answer_start": len(lead) + full[0].index(span)} for span in spans]
        entry = {
            "question": question.text,
            "id": f"facts-{question.id}",
            "answers": found if answerable[-1] else [],
            "is_impossible": not answerable[-1],
        }
        paragraphs.append({"qas": [entry], "context": context})
    data = {"version": "v2.0", "data": [{"title": "Facts", "paragraphs": paragraphs}]}
    files: Files = {"squad2/dataset.json": json.dumps(data, ensure_ascii=False) + "\n"}
    for name, system in READERS.items():
        rng = stream(seed, "llm", name)
        read = [_read(q, has, system, rng) for q, has in zip(asked, answerable, strict=True)]
        ids = [f"facts-{question.id}" for question in asked]
        for suffix, column in zip(("", "-na-prob"), zip(*read, strict=True), strict=True):
            text = json.dumps(dict(zip(ids, column, strict=True)), indent=1, ensure_ascii=False)
            files[f"squad2/{name}{suffix}.json"] = text + "\n"
    return files


def _read(
    question: Question, answerable: bool, system: tuple[float, float, float], rng: Random
) -> tuple[str, float]:
    """A prediction and the probability that there is no answer."""
    ability, insight, silence = system
    luck, form, which = uniforms(rng, 3)
    sureness = insight * (answerable - 0.5) + normal(rng)
    na_prob = round(squash(-sureness), 4)
    if sureness < silence:
        return "", na_prob
    if answerable and logistic(luck) < ability - question.difficulty / 2:
        full, shorter, _ = question.classes[0][1]
        return (shorter[0] if form < 0.2 else full[0]), na_prob
    return _one(which, question.decoys[:2]), na_prob


def _pan(seed: int) -> Files:
    """The truth of verification problems, and the values of yes of each system."""
    truths = [u < 0.5 for u in uniforms(stream(seed, "llm", "pan"), PROBLEMS)]
    names = [f"problem-{n + 1:02}" for n in range(PROBLEMS)]
    problems = list(zip(names, truths, strict=True))
    files: Files = {"pan/truth.jsonl": "".join(_line({"id": n, "same": t}) for n, t in problems)}
    for run, (insight, unsure) in VERIFIERS.items():
        rng = stream(seed, "llm", "pan", run)
        lines = []
        for name, truth in problems:
            value = round(squash((insight if truth else -insight) + 1.5 * normal(rng)), 3)
            undecided = abs(value - 0.5) < unsure
            lines.append(_line({"id": name, "value": 0.5 if undecided else value}))
        files[f"pan/{run}.jsonl"] = "".join(lines)
    return files


def _figures(spread: float, rng: Random) -> list[Figure]:
    """One relevant passage a query, so that AP is RR and nDCG hangs on its rank alone."""
    rows: list[Figure] = []
    columns: dict[str, list[float]] = {"AP": [], "RR": [], "nDCG@10": []}
    for n in range(QUERIES):
        rank = int(math.exp(abs(normal(rng, 0, 1.6)) + spread * rng.random()))
        rr = 1 / rank if rank <= 100 else 0.0
        values = (rr, rr, 1 / math.log2(rank + 1) if rank <= 10 else 0.0)
        for (measure, column), value in zip(columns.items(), values, strict=True):
            column.append(value)
            rows.append((f"q{n + 1:02}", measure, value))
    # A plain sum is rounded otherwise from Python 3.12 on.
    means = [
        ("all", measure, math.fsum(column) / len(column)) for measure, column in columns.items()
    ]
    return rows + means


def _as_ir_measures(figures: list[Figure]) -> str:
    names = ("query_id", "measure", "value")
    return "".join(_line(dict(zip(names, row, strict=True))) for row in figures)


def _as_trec_eval(run: str, figures: list[Figure]) -> str:
    rows = [(TREC_NAMES[measure], query, f"{value:6.4f}") for query, measure, value in figures]
    rows.insert(-len(TREC_NAMES), ("runid", "all", run))
    return "".join(f"{measure:<22}\t{query}\t{value}\n" for measure, query, value in rows)
