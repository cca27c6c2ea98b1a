"""Whoever runs the errands: the same bytes as of one process, also if a worker is lost."""

import logging
import os
import pickle
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import qaeval as q
from qaeval.errands import Workers
from qaeval.measures import DEFINITIONS


class Counted(Executor):
    """Sends everything as if to another process, and notes what was sent."""

    def __init__(self, workers):
        self.num_workers = workers
        self.sent = []

    def submit(self, function, /, *given):
        self.sent.append(pickle.dumps((function, given)))
        called, words = pickle.loads(self.sent[-1])
        future = Future()
        future.set_result(called(*words))
        return future


class Shifted:
    def __init__(self, by):
        self.by = by

    def __call__(self, errand):
        return errand + self.by


def test_errands_are_dealt_out_to_as_many_calls_as_workers():
    executor = Counted(3)
    done = Workers(executor=executor).each(Shifted(10), list(range(7)), much=False)
    assert list(done) == [10, 11, 12, 13, 14, 15, 16]
    assert len(executor.sent) == 3


def test_jobs_say_how_many_workers_an_executor_has():
    executor = Counted(None)
    assert list(Workers(2, executor).each(Shifted(1), [1, 2, 3], much=True)) == [2, 3, 4]
    assert len(executor.sent) == 2


@pytest.mark.parametrize("name", DEFINITIONS)
def test_declared_measures_go_by_their_names(name):
    definition = DEFINITIONS[name]
    assert pickle.loads(pickle.dumps(definition)) is definition


@pytest.fixture(scope="module")
def responses():
    """Confident answers of 12 systems to 60 questions."""
    rng = np.random.Generator(np.random.PCG64(7))
    chances = np.linspace(0.3, 0.7, 12)[:, None]
    return q.responses_from(
        {
            "run": [f"r{run:02}" for run in range(12) for _ in range(60)],
            "question": [f"q{at:02}" for at in range(60)] * 12,
            "outcome": np.where(rng.random((12, 60)) < chances, "R", "W").ravel().tolist(),
            "confidence": rng.random(720).round(2).tolist(),
        }
    )


@pytest.fixture(scope="module")
def scores(responses):
    return q.score(responses, ["accuracy", "CWS", "c@1"])


STUDIES = {
    "compare": {"trials": 1200},
    "stability": {"trials": 100},
    "swap": {"trials": 100},
    "plan": {"trials": 10},
}


@pytest.mark.parametrize("study", STUDIES)
def test_studies_on_an_executor_are_those_of_one_process(scores, study):
    function, asked = getattr(q, study), STUDIES[study]
    executor = Counted(3)
    assert str(function(scores, **asked, executor=executor)) == str(function(scores, **asked))
    assert executor.sent


def test_comparison_of_pairs_on_their_own_questions(qaeval, put):
    lines = ["run\tmeasure\tquestion\tvalue"]
    for run in range(3):
        values = [(run + at * at) % 3 for at in range(14 + run)]
        lines += [f"r{run}\tx\tq{at:02}\t{value}" for at, value in enumerate(values)]
        lines.append(f"r{run}\tx\tall\t{sum(values) / len(values)}")
    table = str(put("scores.tsv", "\n".join(lines) + "\n"))
    words = ("compare", "--pairwise", "--trials", 700, table)
    with a_cluster() as cluster:
        there = qaeval(*words, "--executor", f"dask={cluster.scheduler_address}")
    assert there.code == 0 and there.out == qaeval(*words).out


def test_runs_scored_on_an_executor(responses, scores):
    executor = Counted(2)
    there = q.score(responses, ["accuracy", "CWS", "c@1"], executor=executor)
    assert there.to_dict() == scores.to_dict()
    assert executor.sent


@pytest.mark.parametrize("kind", ["processes", "threads"])
def test_executors_of_python_itself(scores, kind):
    expected = str(q.stability(scores, trials=50))
    spawned = get_context("spawn")
    with (
        ProcessPoolExecutor(2, mp_context=spawned) if kind == "processes" else ThreadPoolExecutor(2)
    ) as executor:
        assert str(q.stability(scores, trials=50, executor=executor)) == expected


def test_what_is_no_executor(scores):
    with pytest.raises(TypeError, match="expected an executor of concurrent"):
        q.swap(scores, executor=4)


def a_cluster():
    distributed = pytest.importorskip("distributed")
    return distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        silence_logs=logging.CRITICAL,
    )


class Dying:
    """Takes one worker with it, once."""

    def __init__(self, died):
        self.died = died

    def __call__(self, errand):
        if errand == 3 and not self.died.exists():
            self.died.touch()
            os._exit(1)
        time.sleep(0.02)
        return errand * 2


def test_a_dask_cluster_of_which_a_worker_is_killed(scores, tmp_path):
    from distributed import Client

    with a_cluster() as cluster, Client(cluster, set_as_default=False) as client:
        executor = client.get_executor()
        for study, asked in STUDIES.items():
            function = getattr(q, study)
            there = function(scores, **asked, executor=executor)
            assert str(there) == str(function(scores, **asked))
        done = Workers(executor=executor).each(Dying(tmp_path / "died"), list(range(8)), much=True)
        assert list(done) == [2 * errand for errand in range(8)]
        assert (tmp_path / "died").exists()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("ray=here", "--executor 'ray=here', expected dask=ADDRESS, as in dask=tcp://host:8786"),
        ("dask=", "--executor 'dask=', expected dask=ADDRESS, as in dask=tcp://host:8786"),
    ],
)
def test_executors_that_are_none(qaeval, text, problem):
    outcome = qaeval("swap", "--executor", text, "scores.tsv")
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"qaeval: {problem}\n")


def test_a_scheduler_that_is_not_there(qaeval, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr("qaeval.cli.cluster._SECONDS", 0.5)
    outcome = qaeval("swap", "--executor", "dask=127.0.0.1:1", "scores.tsv")
    problem = "Timed out trying to connect to tcp://127.0.0.1:1 after"
    assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
    assert outcome.err.startswith(f"qaeval: --executor dask=127.0.0.1:1: {problem}")


def test_without_distributed(qaeval, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    outcome = qaeval("plan", "--executor", "dask=127.0.0.1:1", "scores.tsv")
    problem = "--executor dask=ADDRESS needs distributed: pip install 'qaeval-cli[dask]'"
    assert (outcome.code, outcome.out, outcome.err) == (2, "", f"qaeval: {problem}\n")
