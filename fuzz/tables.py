"""Valid files of every kind of text that the program reads, small, written anew for each case."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from fuzz.worlds import World, plain

Maker = Callable[[World], str]
KINDS: dict[str, list[Maker]] = {}


def kind(*names: str) -> Callable[[Maker], Maker]:
    """Declare a form that files of these kinds can have."""

    def declare(make: Maker) -> Maker:
        for name in names:
            KINDS.setdefault(name, []).append(make)
        return make

    return declare


def _table(world: World, header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Rows as tsv, or now and then as csv."""
    lines = [list(map(str, row)) for row in (header, *rows)]
    if world.flip(0.8):
        return "".join("\t".join(line) + "\n" for line in lines)
    quoted = (
        ",".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' if _odd(cell) else cell for cell in line)
        for line in lines
    )
    return "".join(f"{line}\n" for line in quoted)


def _odd(cell: str) -> bool:
    return any(char in cell for char in ',"')


def _columns(world: World, needed: Sequence[str], more: Sequence[str]) -> list[str]:
    return [*needed, *(name for name in more if world.flip(0.4))]


def _jsonl(records: Sequence[object]) -> str:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


# Keys and runs.


@kind("key")
def classes(world: World) -> str:
    """`question class answer level`."""
    header = _columns(world, ("question", "answer"), ("class", "level"))
    letters = world.flip(0.5)
    rows = []
    for question in world.questions:
        for n, answer in enumerate(world.answers[question]):
            level = world.rng.choice("SAB") if letters else str(world.rng.randint(0, 3))
            cells = {"question": question, "answer": answer, "class": f"c{n // 2}", "level": level}
            rows.append([cells[name] for name in header])
    return _table(world, header, rows)


@kind("key")
def json_key(world: World) -> str:
    """`{"question": …, "answers": [[…], …]}`."""
    return _jsonl(
        [{"question": q, "answers": [[a] for a in world.answers[q]]} for q in world.questions]
    )


@kind("key", "qrels")
def qrels(world: World) -> str:
    """TREC's or NTCIR's."""
    zero = " 0" if world.flip(0.7) else ""
    return "".join(
        f"{plain(q)}{zero} {plain(a)} {world.rng.choice((0, 1, 1, 2, 3, -1))}\n"
        for q in world.questions
        for a in world.answers[q]
    )


@kind("key")
def eqrels(world: World) -> str:
    """NTCIREVAL's."""
    lines = []
    for q in world.questions:
        for n, a in enumerate(world.answers[q]):
            lines.append(f"{q};{a};L{world.rng.randint(0, 3)};{n}\n")
    return "".join(lines)


@kind("patterns")
def patterns(world: World) -> str:
    """TREC QA's."""
    return "".join(f"{plain(q)} {a}\n" for q in world.questions for a in world.answers[q])


@kind("run", "trec")
def trec(world: World) -> str:
    """`qid Q0 id rank score tag`."""
    tag = plain(world.next_run())
    lines = []
    for q in world.some(world.questions):
        for rank, a in enumerate(_returned(world, q), 1):
            score = world.rng.choice((f"{9 - rank}.5", f"-{rank}", world.share(), "14.000001"))
            lines.append(f"{plain(q)} Q0 {plain(a)} {rank} {score} {tag}\n")
    return "".join(lines) or "q1 Q0 d1 1 1 t\n"


def _returned(world: World, question: str) -> list[str]:
    known = world.answers[question]
    strangers = ["x", "y", "I don't know"]
    return world.rng.sample([*known, *strangers], world.rng.randint(1, min(4, len(known) + 2)))


@kind("run")
def cqa(world: World) -> str:
    """`qid, id, id`."""
    return "".join(
        ", ".join((plain(q), *(plain(a).replace(",", "") or "x" for a in _returned(world, q))))
        + "\n"
        for q in world.some(world.questions)
    )


@kind("run")
def headed_run(world: World) -> str:
    """`question rank answer …`."""
    header = _columns(world, ("question", "answer"), ("rank", "score", "confidence", "seconds"))
    header += [name for name in ("candidate", "decision", "sample") if world.flip(0.1)]
    rows = []
    for q in world.some(world.questions):
        seconds = world.rng.choice(("1", "2.5", "0"))
        for sample in range(1, 3 if "sample" in header else 2):
            for rank, a in enumerate(_returned(world, q), 1):
                cells = {
                    "question": q,
                    "answer": a,
                    "rank": rank,
                    "score": 1 / rank,
                    "confidence": world.share(),
                    "seconds": seconds,
                    "candidate": a if rank == 1 else "",
                    "decision": world.rng.choice(("true", "false")),
                    "sample": sample,
                }
                rows.append([cells[name] for name in header])
    return _table(world, header, rows)


@kind("run")
def json_run(world: World) -> str:
    """`{"question": …, "answers": […]}`."""
    records = []
    for q in world.some(world.questions):
        record: dict[str, object] = {"question": q, "answers": list(_returned(world, q))}
        if world.flip(0.5):
            record["confidence"] = float(world.share())
        if world.flip(0.3):
            record["seconds"] = world.rng.choice((1, 2.5))
        records.append(record)
    return _jsonl(records)


@kind("candidates")
def candidates(world: World) -> str:
    """The pool of each question."""
    rows = [(q, a) for q in world.questions for a in [*world.answers[q], "x", "y"]]
    return _table(world, ("question", "answer"), rows)


# Judged responses, and people's labels.


def _judged(world: World, run: str | None) -> tuple[list[str], list[list[str]]]:
    header = _columns(world, ("question", "outcome"), ("confidence", "seconds"))
    header += [name for name in ("task", "sample") if world.flip(0.15)]
    header += ["run"] if run is not None else []
    rows = []
    for number, q in enumerate(world.questions):
        for sample in range(2 if "sample" in header else 1):
            cells = {
                "question": q,
                "outcome": world.rng.choice(("R", "R", "R", "W", "W", "U", "UR", "UW")),
                "confidence": world.share(),
                "seconds": world.rng.choice(("1", "0.5")),
                "task": world.categories[number % len(world.categories)],
                "sample": str(sample),
                "run": run or "",
            }
            rows.append([cells[name] for name in header])
    return header, rows


@kind("judged")
def judged(world: World) -> str:
    """`question outcome …` of one run."""
    return _table(world, *_judged(world, None))


@kind("judged", "all-judged")
def judged_of_several(world: World) -> str:
    """The same of several runs, which a column names."""
    header, rows = _judged(world, world.runs[0])
    at = header.index("outcome")
    for run in world.runs[1:]:
        for row in rows[: len(rows)]:
            if row[-1] == world.runs[0]:
                rows.append([*row[:at], world.rng.choice("RRWWU"), *row[at + 1 : -1], run])
    return _table(world, header, rows)


@kind("graded")
def graded(world: World) -> str:
    """What a model graded, right or wrong, of several runs."""
    rows = [
        (q, world.rng.choice("RRW"), run, world.share())
        for run in world.runs
        for q in world.questions
    ]
    return _table(world, ("question", "outcome", "run", "confidence"), rows)


@kind("judged")
def json_judged(world: World) -> str:
    """The same as JSON lines."""
    header, rows = _judged(world, None)
    numbers = {"confidence", "seconds"}
    return _jsonl(
        [
            {k: float(v) if k in numbers else v for k, v in zip(header, row, strict=True)}
            for row in rows
        ]
    )


@kind("human")
def human(world: World) -> str:
    """People's labels."""
    grade = world.rng.choice(("outcome", "outcome", "outcome", "value", "grade"))
    header = _columns(world, ("run", "question", grade), ("assessor", "weight"))
    header += ["probability"] if "weight" not in header and world.flip(0.5) else []
    rows = []
    for run in world.runs:
        for q in world.some(world.questions, 0.8):
            word = (
                world.rng.choice(("R", "R", "R", "W", "W", ""))
                if grade == "outcome"
                else world.share()
            )
            cells = {
                "run": run,
                "question": q,
                grade: word,
                "assessor": world.rng.choice(world.assessors),
                "weight": "2",
                "probability": "0.5",
            }
            rows.append([cells[name] for name in header])
    return _table(world, header, rows)


# Questions, runs, assessments.


@kind("questions")
def questions(world: World) -> str:
    """`question category passage`."""
    rows = [
        (q, world.categories[n % len(world.categories)], f"p{n // 2}")
        for n, q in enumerate(world.questions)
    ]
    return _table(world, ("question", "category", "passage"), rows)


@kind("runs")
def table_of_runs(world: World) -> str:
    """`run team type`."""
    rows = [(r, f"team{n // 2}", world.rng.choice("xy")) for n, r in enumerate(world.runs)]
    return _table(world, ("run", "team", "type"), rows)


@kind("assessments")
def assessments(world: World) -> str:
    """`question answer assessor label`."""
    rows = [
        (q, a, j, world.rng.choice("AABBC"))
        for q in world.questions
        for a in world.answers[q][:3]
        for j in world.assessors
    ]
    return _table(world, ("question", "answer", "assessor", "label"), rows)


@kind("assessments")
def wide_assessments(world: World) -> str:
    """A column per assessor."""
    rows = [
        (q, a, *(world.rng.choice("AABBC") for _ in world.assessors))
        for q in world.questions
        for a in world.answers[q][:3]
    ]
    return _table(world, ("question", "answer", *world.assessors), rows)


@kind("best")
def best(world: World) -> str:
    """The asker's best answers."""
    rows = [(q, world.answers[q][0]) for q in world.questions]
    return _table(world, ("question", "answer"), rows)


@kind("map")
def level_map(world: World) -> str:
    """`pattern level`."""
    every = [("A" * a + "B" * b) for a in range(5) for b in range(5 - a)]
    return _table(world, ("pattern", "level"), [(p or "-", f"L{len(p)}") for p in every])


# Nuggets.


@kind("nugget-key")
def nugget_key(world: World) -> str:
    """`question nugget importance text`."""
    header = _columns(world, ("question", "nugget", "importance"), ("text", "weight"))
    rows = []
    for q in world.questions:
        for n, a in enumerate(world.answers[q]):
            importance = world.rng.choice(("vital", "okay"))
            cells = {"question": q, "nugget": n, "importance": importance, "text": a, "weight": "1"}
            rows.append([cells[name] for name in header])
    return _table(world, header, rows)


@kind("nugget-run", "assignments")
def nugget_run(world: World) -> str:
    """`question nugget assignment …`."""
    header = _columns(world, ("question", "nugget", "assignment"), ("length", "run"))
    header += ["importance"] if world.flip(0.5) else []
    words = ("support", "partial_support", "not_support")
    run = world.rng.choice(world.runs)
    rows = []
    for q in world.questions:
        for n, _ in enumerate(world.answers[q]):
            cells = {
                "question": q,
                "nugget": n,
                "assignment": world.rng.choice(words),
                "length": "120",
                "run": run,
                "importance": "vital",
            }
            rows.append([cells[name] for name in header])
    return _table(world, header, rows)


@kind("assignments")
def citations(world: World) -> str:
    """`question sentence citation support`."""
    words = ("full_support", "partial_support", "no_support")
    rows = [(q, n, f"d{n}", world.rng.choice(words)) for q in world.questions for n in range(1, 3)]
    return _table(world, ("question", "sentence", "citation", "support"), rows)


@kind("assignments", "nugget-run")
def nuggetizer(world: World) -> str:
    """JSON lines as nuggetizer writes them."""
    return _jsonl(
        [
            {
                "qid": q,
                "query": q,
                "run_id": world.runs[0],
                "answer_text": "some text",
                "nuggets": [
                    {"text": a, "importance": "vital", "assignment": "support"}
                    for a in world.answers[q]
                ],
            }
            for q in world.questions
        ]
    )


@kind("assessments", "votes")
def votes(world: World) -> str:
    """Assessors on nuggets."""
    rows = [
        (q, n, j, world.rng.choice(("vital", "okay")))
        for q in world.questions
        for n, _ in enumerate(world.answers[q])
        for j in world.assessors
    ]
    return _table(world, ("question", "nugget", "assessor", "importance"), rows)


# Score tables.

_MEANS = ("RR", "AP", "accuracy", "exact_match")


@kind("scores")
def long_scores(world: World) -> str:
    """`run measure question value`."""
    measures = world.rng.sample(_MEANS, world.rng.randint(1, 2))
    header = ["run", "measure", "question", "value"]
    sampled = world.flip(0.1)
    if sampled:
        header.insert(3, "sample")
    task = world.flip(0.15)
    header += ["task"] if task else []
    rows: list[list[str]] = []
    for run in world.runs:
        for measure in measures:
            for n, q in enumerate(world.questions):
                for sample in ("0", "1") if sampled else ("",):
                    cells = [run, measure, q, *([sample] if sampled else []), world.share()]
                    rows.append(
                        cells + ([world.categories[n % len(world.categories)]] if task else [])
                    )
    return _table(world, header, rows)


@kind("scores", "components")
def components(world: World) -> str:
    """What c@1 and its kin are computed from."""
    names = ["correct", "answered", *(["confidence"] if world.flip(0.7) else [])]
    names += ["seconds"] if world.flip(0.4) else []
    asked = world.rng.sample(("c@1", "precision", "CWS", "conf-r", "AURC", "UF", "Brier"), 2)
    rows = []
    for run in world.runs:
        for q in world.questions:
            answered = world.flip(0.8)
            correct = answered and world.flip(0.6)
            values = {
                "correct": str(int(correct)),
                "answered": str(int(answered)),
                "confidence": world.share(),
                "seconds": world.rng.choice(("1", "2.5")),
            }
            rows += [(run, name, q, values[name]) for name in names]
        rows += [(run, name, "all", "0.5") for name in asked]
    return _table(world, ("run", "measure", "question", "value"), rows)


@kind("scores", "matrix")
def matrix(world: World) -> str:
    """Questions down, runs across."""
    rows = [(q, *(world.share() for _ in world.runs)) for q in world.questions]
    return _table(world, ("question", *world.runs), rows)


@kind("scores", "trec-eval")
def trec_eval(world: World) -> str:
    """What `trec_eval -q` prints."""
    lines = [
        f"{name:22}\t{plain(q)}\t{world.share()[:6]}\n"
        for name in ("map", "recip_rank")
        for q in [*world.questions, "all"]
    ]
    return "".join([f"{'runid':22}\tall\t{plain(world.next_run())}\n"] * world.flip(0.5) + lines)


@kind("times")
def times(world: World) -> str:
    """`run score seconds`."""
    rows = [(run, world.share(), world.rng.choice(("10", "549", "0.5"))) for run in world.runs]
    return _table(world, ("run", "score", "seconds"), rows)


@kind("samples")
def samples(world: World) -> str:
    """Drawn sets of questions."""
    half = max(1, len(world.questions) // 2)
    rows = []
    for trial in range(3):
        order = world.rng.sample(world.questions, len(world.questions))
        rows += [(trial, "A", q) for q in order[:half]]
        rows += [(trial, "B", q) for q in order[half : 2 * half]]
    return _table(world, ("trial", "set", "question"), rows)


# Other tools' results.


@kind("ir-measures")
def ir_measures(world: World) -> str:
    """tsv or jsonl."""
    rows = [(plain(q), name, world.share()) for q in world.questions for name in ("AP", "nDCG@10")]
    if world.flip(0.5):
        return "".join("\t".join(row) + "\n" for row in rows)
    return _jsonl([{"query_id": q, "measure": m, "value": float(v)} for q, m, v in rows])


@kind("rows-csv")
def csv_rows(world: World) -> str:
    """Graded responses of several models."""
    rows = [
        (run, world.categories[0], q, world.rng.choice("ABC"), world.share(), "Paris. 90%", "1.5")
        for run in world.runs
        for q in world.questions
    ]
    header = ("model", "task", "id", "grade", "score", "response", "seconds")
    return _table(world, header, rows)


@kind("rows-jsonl")
def json_rows(world: World) -> str:
    """The same as JSON lines, with fields in fields."""
    return _jsonl(
        [
            {
                "model": run,
                "id": q,
                "grade": world.rng.choice(("A", "B", "C", True, False)),
                "score": float(world.share()),
                "metadata": {"subject": world.categories[0], "list": [1, {"a": 2}]},
                "response": "Paris. 90%",
            }
            for run in world.runs
            for q in world.questions
        ]
    )


@kind("pan-truth")
def pan_truth(world: World) -> str:
    """Problems and their truth."""
    return _jsonl([{"id": q, "same": world.flip(0.5)} for q in world.questions])


@kind("pan")
def pan(world: World) -> str:
    """Values of problems."""
    return _jsonl([{"id": q, "value": float(world.share())} for q in world.questions])


@kind("squad")
def squad(world: World) -> str:
    """A dataset of SQuAD 2's."""
    asked = [
        {
            "id": q,
            "question": f"What is {q}?",
            "answers": [{"text": a, "answer_start": 0} for a in world.answers[q]] * (n % 3 > 0),
            "is_impossible": n % 3 == 0,
        }
        for n, q in enumerate(world.questions)
    ]
    paragraphs = [{"qas": asked, "context": "…"}]
    return json.dumps({"version": "v2.0", "data": [{"title": "t", "paragraphs": paragraphs}]})


@kind("predictions")
def predictions(world: World) -> str:
    """Answers to it."""
    return json.dumps({q: world.rng.choice([*world.answers[q], ""]) for q in world.questions})


@kind("predictions")
def csv_predictions(world: World) -> str:
    """The same as csv."""
    rows = [(plain(q).replace(",", ""), "Paris") for q in world.questions]
    return "".join(f"{a},{b}\n" for a, b in [("Id", "Predicted"), *rows])


@kind("na-prob")
def no_answer(world: World) -> str:
    """Chances that there is none."""
    return json.dumps({q: float(world.share()) for q in world.questions})
