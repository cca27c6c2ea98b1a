"""Logs of inspect_ai 0.3.285, made with its mock model; figures are those of the logs' results."""

import io
import json
import shutil
import sys
import zipfile
import zlib
from pathlib import Path

import pytest

from qaeval.errors import InputError, InputRemark
from qaeval.files.foreign import archives
from qaeval.files.foreign.inspect_logs import read_inspect
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.logs import LoggedRuns, Source, Wanted
from qaeval.scores.reading import merge_figures

LOGS = Path(__file__).parent / "logs/inspect"
GOOD = Path(__file__).parents[3] / "sample_data/llm/inspect"

SPEC = {"task": "t", "model": "m/a", "created": "2026-01-01T00:00:00+00:00", "task_args": {}}


def sample(name, epoch=1, asked="What?", **more):
    scores = more.pop("scores", {"match": {"value": more.pop("value", "C")}})
    return {"id": name, "epoch": epoch, "input": asked, "target": "x", "scores": scores, **more}


def written(put, *samples, name="log.json", status="success", version=2, **spec):
    log = {"version": version, "status": status, "eval": {**SPEC, **spec}, "samples": [*samples]}
    return put(name, json.dumps(log))


def taken(*paths, judging=None, unfinished=False, meet=None, **wanted):
    runs = LoggedRuns(judging)
    sources = [
        Source(*path) if isinstance(path, tuple) else Source(None, str(path)) for path in paths
    ]
    more = {} if meet is None else {"meet": meet}
    for log in read_inspect(sources, Wanted(**wanted), unfinished=unfinished, **more):
        runs.take(log)
    return runs


def means(runs):
    scores = merge_figures(runs.figures())
    return {
        (run, measure.label): float(scores.values(measure)[at])
        for measure in scores.measures
        for at, run in enumerate(scores.runs)
    }


def refused(*paths, **more):
    with pytest.raises(InputError) as told:
        taken(*paths, **more)
    return str(told.value)


def reported(path):
    """What inspect itself says in the log's header: the value of each scorer, by mean reducer."""
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read("header.json"))
    return header["eval"]["model"], {
        score["name"]: metric["value"]
        for score in header["results"]["scores"]
        if score.get("reducer") in (None, "mean")
        for kind, metric in score["metrics"].items()
        if kind in ("accuracy", "mean")
    }


@pytest.mark.filterwarnings("ignore::qaeval.errors.InputRemark")
@pytest.mark.parametrize("path", sorted(GOOD.glob("*.eval")), ids=lambda path: path.name[26:49])
def test_means_are_those_that_inspect_reports(path):
    model, figures = reported(path)
    assert len(figures) in (2, 7)
    found = means(taken(path, metrics=tuple(figures)))
    assert found == pytest.approx({(model, name): value for name, value in figures.items()})


def test_a_folder_of_two_models_and_two_tasks():
    runs = taken(GOOD, metrics=("match",))
    # 4 of 6 and .6875 of 4, 5 of 6 and .6875 of 4.
    assert means(runs) == pytest.approx(
        {("mockllm/tiny-a", "match"): 0.675, ("mockllm/tiny-b", "match"): 0.775}
    )
    table = runs.documents.table_text().splitlines()
    assert table[0] == "question\ttask\ttext" and len(table) == 11
    assert "capitals:cap-peru\tcapitals\tWhat is the capital of Peru? One word." in table
    assert [row.split("\t")[0] for row in table[7:]] == ["sums:1", "sums:2", "sums:3", "sums:4"]
    a, _ = runs.figures()
    sums = [sample for row, sample in zip(a.figures, a.samples, strict=True) if row[2] == "sums:1"]
    assert sums == ["1", "2", "3", "4"]


def test_packed_with_zstd():
    (path,) = (LOGS / "good_zstd").iterdir()
    with zipfile.ZipFile(path) as archive:
        assert {member.compress_type for member in archive.infolist()} == {93}
    assert means(taken(path, metrics=("includes",))) == {
        ("mockllm/tiny-a", "includes"): pytest.approx(2 / 3)
    }


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="reads zstd by itself")
def test_zstd_without_the_package(monkeypatch):
    monkeypatch.setattr(archives.importlib.util, "find_spec", lambda name: None)
    (path,) = (LOGS / "good_zstd").iterdir()
    assert refused(path) == (
        f"{path}: the archive is packed with zstd, for which Python before 3.14 needs the package "
        "zstandard: pip install 'qaeval-cli[inspect]'"
    )


def test_logs_as_json():
    # As their results say: 1.0 of two samples, and of two epochs each .5.
    assert means(taken(LOGS / "good_json", metrics=("match",))) == {
        ("mockllm/tiny-a", "match"): 1.0,
        ("mockllm/tiny-b", "match"): 0.5,
    }


def test_ids_with_slashes_tabs_and_line_separators():
    runs = taken(LOGS / "odd_ids")
    names = [figure[2] for figure in runs.figures()[0].figures]
    assert names == ["odd ids/1:a/b c", "odd ids/1:tab here", "odd ids/1:é x"]
    assert means(runs) == {("mockllm/tiny-a", "includes"): pytest.approx(1 / 3)}


def test_a_sample_that_failed_is_left_out_as_in_the_mean_of_inspect():
    with pytest.warns(InputRemark, match=r"1 sample of 6 not scored by 'match'.* \(cap-cuba\)"):
        assert means(taken(LOGS / "error_let")) == {("mockllm/tiny-a", "match"): 0.6}


@pytest.mark.parametrize(
    ("folder", "status", "names"),
    [
        ("cancelled", "cancelled", ["kenya", "norway", "peru"]),
        ("error", "error, ValueError('the tool broke')", ["kenya", "norway", "peru"]),
        ("killed", "started", ["kenya", "norway", "peru"]),
    ],
)
@pytest.mark.filterwarnings("ignore::qaeval.errors.InputRemark")
def test_runs_that_did_not_come_to_their_end(folder, status, names):
    (path,) = (LOGS / folder).iterdir()
    end = f"the run did not come to its end (status {status})"
    assert refused(path) == f"{path}: {end}; --allow-unfinished takes the samples that did"
    with pytest.warns(InputRemark) as told:
        runs = taken(path, unfinished=True)
    assert str(told[0].message) == f"{path}: {end}: 3 scored samples taken"
    found = sorted(figure[2].partition(":cap-")[2] for figure in runs.figures()[0].figures)
    assert found == names and set(means(runs).values()) == {1.0}


@pytest.mark.parametrize(
    ("folder", "message"),
    [("nosamples", "the log has no samples, only totals"), ("noscore", "no sample is scored")],
)
def test_logs_that_say_nothing_by_question(folder, message):
    (path,) = (LOGS / folder).iterdir()
    assert refused(path) == f"{path}: {message}"


def test_of_a_folder_the_newest_that_came_to_its_end(put, tmp_path):
    written(put, sample("1", value="I"), name="logs/a.json")
    written(put, sample("1"), name="logs/deep/b.json", created="2026-01-02")
    written(
        put, sample("1", value="I"), name="logs/c.json", status="cancelled", created="2026-01-03"
    )
    put("logs/logs.json", "{}")
    with pytest.warns(InputRemark) as told:
        assert means(taken(tmp_path / "logs")) == {("m/a", "match"): 1.0}
    folder = tmp_path / "logs"
    assert [str(remark.message) for remark in told] == [
        f"{folder}/logs.json: passed over, not a log of inspect_ai, which has 'eval' with 'task' "
        "and 'model'",
        f"{folder}: t of m/a: the newest is deep/b.json, passed over: a.json, c.json",
    ]
    with pytest.warns(InputRemark):
        assert means(taken(folder, unfinished=True)) == {("m/a", "match"): 1.0}


def test_files_are_taken_as_they_are(put):
    a = written(put, sample("1"), name="a.json")
    b = written(put, sample("1", value="I"), name="b.json")
    assert refused(a, b) == (
        f"{b}: task 't' of 'm/a' is in {a} too; take one, or name the runs apart as NAME=…"
    )
    found = means(taken(("new", str(a)), ("old", str(b))))
    assert found == {("new", "match"): 1.0, ("old", "match"): 0.0}


def test_a_name_for_a_folder(put, tmp_path):
    written(put, sample("1"), name="logs/a.json")
    assert means(taken(("x", str(tmp_path / "logs")))) == {("x", "match"): 1.0}
    written(put, sample("1"), name="logs/b.json", model="m/b")
    assert refused(("x", str(tmp_path / "logs"))) == (
        f"{tmp_path}/logs: has 2 models (m/a, m/b), the name 'x' is for one"
    )
    assert "no .eval or .json file in the folder" in refused(put("none/x.txt", "").parent)


def test_two_models_of_one_name(put, tmp_path):
    a = written(put, sample("1"), name="logs/a.json", model_args={"seed": 1, "x": None})
    b = written(put, sample("1"), name="logs/b.json", model_args={"seed": 9})
    assert refused(tmp_path / "logs") == (
        f"{b}: two models are called 'm/a': seed=9 here, seed=1 in {a}; name them apart as NAME=…"
    )


def test_arguments_of_a_task_are_part_of_its_name(put):
    law = written(put, sample("1"), name="a.json", task_args_passed={"subject": "law", "n": 5})
    art = written(put, sample("1", asked="Else?"), name="b.json", task_args_passed={"subject": "a"})
    names = [figure[2] for figure in taken(law, art).figures()[0].figures]
    assert names == ["t:n=5,subject=law:1", "t:subject=a:1"]
    long = written(put, sample("1"), task_args_passed={"text": "x" * 100})
    (name,) = (figure[2] for figure in taken(long).figures()[0].figures)
    assert name.startswith("t:args=") and len(name) == len("t:args=:1") + 12
    assert list(taken(law, art, tasks=("t:*law",)).documents.known) == ["t:n=5,subject=law:1"]


def test_the_same_id_with_another_input_is_refused(put):
    a = written(put, sample(1, asked="What is 1 + 1?"), name="a.json")
    b = written(put, sample("1", asked="What is 2 + 2?"), name="b.json", model="m/b")
    assert refused(a, b) == (
        f"{b}: question 't:1' is 'What is 2 + 2?', but 'What is 1 + 1?' in {a}: two questions of "
        "one id, which cannot be paired"
    )


def test_shuffled_choices_are_the_same_question(put):
    a = written(put, {**sample(1), "choices": ["x", "y"], "target": "A"}, name="a.json")
    b = written(
        put, {**sample(1), "choices": ["y", "x"], "target": "B"}, name="b.json", model="m/b"
    )
    assert list(taken(a, b).documents.known) == ["t:1"]


def test_messages_are_compared_by_what_they_say(put):
    parts = [{"type": "text", "text": "Look:"}, {"type": "image", "image": "data:…"}]
    asked = [
        {"id": "r1", "role": "system", "content": "Be brief."},
        {"role": "user", "content": parts},
    ]
    thin = [{"type": "text", "text": "Look:"}, {"type": "text", "text": "(Image)"}]
    again = [
        {"id": "r2", "role": "system", "content": "Be brief."},
        {"role": "user", "content": thin},
    ]
    a = written(put, sample(1, asked=asked), name="a.json")
    b = written(put, sample(1, asked=again), name="b.json", model="m/b")
    assert taken(a, b).documents.table_text().splitlines()[1] == "t:1\tt\tLook: (Image)"
    # Summaries cut what is long, and say so behind it.
    whole, cut = "x" * 6000, "x" * 5120 + "...\n(content truncated)"
    a = written(put, sample(1, asked=whole), name="a.json")
    b = written(put, sample(1, asked=cut), name="b.json", model="m/b")
    assert len(taken(a, b).runs) == 2


def test_letters_numbers_words_and_nothing(put):
    values = ["C", "P", "I", "N", 0.25, True, "yes", "FALSE", "0.5"]
    path = written(put, *(sample(i, value=value) for i, value in enumerate(values)))
    found = [figure[3] for figure in taken(path).figures()[0].figures]
    assert found == [1, 0.5, 0, 0, 0.25, 1, 1, 0, 0.5]
    path = written(put, sample(1), sample(2, value=None), sample(3, value=float("nan")))
    with pytest.warns(InputRemark, match=r"2 samples of 3 not scored by 'match'.* \(2, 3\)"):
        assert means(taken(path)) == {("m/a", "match"): 1.0}


@pytest.mark.parametrize(
    ("value", "said"), [("Z", '"Z"'), ([1, 0], "[1, 0]"), (float("inf"), "Infinity")]
)
def test_values_that_are_no_number(put, value, said):
    path = written(put, sample("a", epoch=2, value=value))
    assert refused(path) == (
        f"{path}: sample 'a', epoch 2: match is '{said}', expected C, I, P, N or a number"
    )


def test_outcomes(put):
    scores = [("C", "x"), ("I", "y"), ("N", "z"), ("I", " "), ("C", ""), ("I", "I don't know")]
    path = written(
        put,
        *(
            sample(i, scores={"match": {"value": value, "answer": answer}}, working_time=i)
            for i, (value, answer) in enumerate(scores)
        ),
    )
    (run,) = taken(path, judging=Judging()).responses()
    assert run.outcomes == ["R", "W", "U", "U", "R", "W"]
    partly = written(put, sample("half", value="P"), name="partly.json")
    assert "sample 'half', epoch 1: match 0.5 is neither 0 nor 1" in refused(
        partly, judging=Judging()
    )
    (run,) = taken(path, judging=Judging(), seconds=True).responses()
    assert run.seconds.tolist() == [0, 1, 2, 3, 4, 5]


def test_confidence_beside_the_score_or_the_sample(put):
    def scored(value, **metadata):
        return {"s": {"value": value, "metadata": metadata}}

    path = written(
        put,
        sample(1, scores=scored({"right": "C", "sure": 0.5})),
        sample(2, scores=scored({"right": "I"}, sure=0.75)),
        sample(3, scores=scored({"right": "C"}), metadata={"sure": 1}),
    )
    given = {"judging": Judging(), "confidence": "sure", "metrics": ("s.right",)}
    (run,) = taken(path, **given).responses()
    assert run.confidence.tolist() == [0.5, 0.75, 1.0]
    given["confidence"] = "certain"
    assert refused(path, **given) == f"{path}: --confidence: no sample has a number 'certain'"
    path = written(put, sample(1, metadata={"certain": 40}))
    del given["metrics"]
    assert "sample '1', epoch 1: confidence 40.0 is outside 0..1" in refused(path, **given)


def test_clusters(put):
    only = written(put, sample(1, metadata={"passage": 7}))
    table = taken(only, cluster="passage").documents.table_text()
    assert table == "question\ttask\tcluster\ttext\nt:1\tt\t7\tWhat?\n"
    path = written(put, sample(1, metadata={"topic": 7}))
    assert refused(path, cluster="passage") == (
        f"{path}: sample '1', epoch 1: --cluster: no 'passage' in its metadata (there are: topic)"
    )


def test_the_metric_must_be_said_where_there_are_several():
    path = next(iter(sorted(GOOD.glob("*capitals*"))))
    have = "match, includes, graded, closeness, several.right, several.length, several.polite"
    assert refused(path) == f"{path}: several metrics, say which with --metric: {have}"
    assert refused(path, metrics=("mach",)) == (
        f"{path}: no metric 'mach' (there are: {have}); did you mean 'match'?"
    )
    assert refused(path, metrics=("several",)) == (
        f"{path}: scorer 'several' gives several values, say which: several.right, "
        "several.length, several.polite"
    )


def test_a_key_of_two_scorers(put):
    path = written(put, sample(1, scores={name: {"value": {"ok": 1}} for name in ("a", "b")}))
    assert "--metric ok is one of a.ok, b.ok: say which" in refused(path, metrics=("ok",))
    assert means(taken(path, metrics=("a.ok", "b.ok"))) == {
        ("m/a", "a.ok"): 1.0,
        ("m/a", "b.ok"): 1.0,
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}", "not a log of inspect_ai, which has 'eval' with 'task' and 'model'"),
        ("[]", "not a log of inspect_ai, which has 'eval' with 'task' and 'model'"),
        ('{"eval": {"task": "t", "model": "m"}, "version": 1}', "version '1' of inspect_ai's logs"),
        ('{"version": 2,\n "eval": {"ta', "not JSON: it ends too early, on line 2, column 11"),
        ('{"version" 2}', "not JSON: Expecting ':' delimiter, line 1, column 12"),
        ("[" * 100_000, "not JSON: "),
    ],
)
def test_files_that_are_no_logs(put, text, message):
    path = put("log.json", text)
    assert refused(path).startswith(f"{path}: {message}")


def test_samples_that_are_none(put):
    path = written(put, "x")
    assert refused(path) == f"{path}: a sample without an id"
    log = {"version": 2, "status": "success", "eval": SPEC, "samples": {}}
    path = put("log.json", json.dumps({**log, "samples": {"a": 1}}))
    assert refused(path) == f'{path}: "samples" is no list'
    path = written(put, sample("1"), sample("1"))
    assert refused(path) == f"{path}: sample '1', epoch 1: question 't:1' again, sample '1'"


def test_an_invalid_log_is_told(put):
    log = {"version": 2, "status": "success", "eval": SPEC, "samples": [sample(1)]}
    path = put("log.json", json.dumps({**log, "invalidated": True}))
    with pytest.warns(InputRemark, match="the log was marked as invalid"):
        taken(path)


def packed(put, members, method=zipfile.ZIP_DEFLATED):
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return put("log.eval", raw.getvalue())


def test_an_archive_whose_summaries_are_not_all(put):
    """A journal that was flushed once, and a sample written after that."""
    path = packed(
        put,
        {
            "_journal/start.json": json.dumps({"version": 2, "eval": SPEC}),
            "_journal/summaries/1.json": json.dumps([sample("1")]),
            "samples/1_epoch_1.json": json.dumps(sample("1")),
            "samples/2_epoch_1.json": json.dumps(sample("2", value="I")),
        },
    )
    with pytest.warns(InputRemark, match="2 scored samples taken"):
        assert means(taken(path, unfinished=True)) == {("m/a", "match"): 0.5}


HEADER = json.dumps({"version": 2, "status": "success", "eval": SPEC})


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"x": "1"}, "neither header.json nor _journal/start.json in it: not a log of inspect_ai"),
        ({"../header.json": HEADER}, "member '../header.json' leads out of the archive"),
        ({"header.json": HEADER, "/etc/x": ""}, "member '/etc/x' leads out of the archive"),
        ({"header.json": "{"}, "header.json: not JSON: it ends too early"),
        ({"header.json": HEADER, "summaries.json": "{}"}, "summaries.json is no list"),
    ],
)
def test_archives_that_are_no_logs(put, members, message):
    path = packed(put, members)
    assert refused(path).startswith(f"{path}: {message}")


def test_archives_that_are_too_large_or_damaged(put, monkeypatch):
    log = {"header.json": HEADER, "summaries.json": json.dumps([sample(1)])}
    monkeypatch.setattr(archives, "LARGEST", 200)
    path = packed(put, {**log, "summaries.json": "[" + " " * 1000 + "]"})
    assert refused(path) == (
        f"{path}: member 'summaries.json' has 1,002 bytes unpacked, more than 200"
    )
    monkeypatch.undo()
    whole = packed(put, log).read_bytes()
    cut = put("cut.eval", whole[: len(whole) // 2])
    assert refused(cut) == f"{cut}: the archive is truncated or damaged"
    spoilt = put("spoilt.eval", whole.replace(b"header", b"headex", 1))
    assert refused(spoilt) == f"{spoilt}: member 'header.json': the archive is truncated or damaged"


def test_zstd_members_that_are_damaged(put, tmp_path):
    (path,) = (LOGS / "good_zstd").iterdir()
    whole = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo("header.json").header_offset
    for start, stop in ((at + 50, at + 90), (at, at + 4)):
        spoilt = put("spoilt.eval", whole[:start] + b"\0" * (stop - start) + whole[stop:])
        assert refused(spoilt) == (
            f"{spoilt}: member 'header.json': the archive is truncated or damaged"
        )


def test_zstd_members_before_the_beginning(put):
    """Where the head of an archive is cut off, the places of its members can be less than 0."""
    pytest.importorskip("zstandard")
    (path,) = (LOGS / "good_zstd").iterdir()
    with zipfile.ZipFile(path) as archive:
        at = archive.getinfo("header.json").header_offset
    spoilt = put("spoilt.eval", b"PK\3\4" + path.read_bytes()[at + 50 :])
    assert refused(spoilt) == f"{spoilt}: member 'header.json': the archive is truncated or damaged"


def test_zstd_members_of_several_frames(put):
    """Method 93 put into the headers of an archive whose members were packed before."""
    zstandard = pytest.importorskip("zstandard")
    contents = {"header.json": HEADER, "summaries.json": json.dumps([sample(i) for i in range(9)])}
    raw = bytearray()
    frames = {}
    for name, text in contents.items():
        half = len(text) // 2
        parts = (text[:half].encode(), text[half:].encode())
        frames[name] = b"".join(zstandard.ZstdCompressor().compress(part) for part in parts)
    raw += packed(put, frames, zipfile.ZIP_STORED).read_bytes()
    for start, at in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        place = -1
        for name, text in contents.items():
            place = raw.index(start, place + 1)
            raw[place + at : place + at + 2] = (93).to_bytes(2, "little")
            raw[place + at + 6 : place + at + 10] = zlib.crc32(text.encode()).to_bytes(4, "little")
            raw[place + at + 14 : place + at + 18] = len(text).to_bytes(4, "little")
            assert raw[place + at + 10 : place + at + 14] == len(frames[name]).to_bytes(4, "little")
    assert means(taken(put("frames.eval", bytes(raw)))) == {("m/a", "match"): 1.0}


def test_a_declared_size_that_lies(put):
    """A bomb that claims to be small is stopped at what it claims."""
    raw = packed(put, {"header.json": b" " * 100_000 + HEADER.encode()}).read_bytes()
    size = (100_000 + len(HEADER)).to_bytes(4, "little")
    assert raw.count(size) == 2
    path = put("log.eval", raw.replace(size, (50).to_bytes(4, "little")))
    assert refused(path) == f"{path}: member 'header.json': the archive is truncated or damaged"


def test_broken_logs_are_met_and_the_others_taken(tmp_path):
    shutil.copytree(GOOD, tmp_path / "logs")
    first = sorted((tmp_path / "logs").iterdir())[0]
    first.write_bytes(first.read_bytes()[:2000])
    met = []
    runs = taken(tmp_path / "logs", metrics=("match",), meet=met.append)
    assert [str(error) for error in met] == [f"{first}: the archive is truncated or damaged"]
    assert {name: list(run.tasks) for name, run in runs.runs.items()} == {
        "mockllm/tiny-a": ["sums"],
        "mockllm/tiny-b": ["capitals", "sums"],
    }
    met.clear()
    gone = tmp_path / "gone.eval"
    assert taken(gone, GOOD, metrics=("match",), meet=met.append).runs
    assert [str(error) for error in met] == [f"{gone}: no such file"]
