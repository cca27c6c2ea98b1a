"""lm-evaluation-harness: samples as its versions wrote them."""

import json
import math

import pytest

from qaeval.errors import InputError
from qaeval.files.foreign.judging import Judging
from qaeval.files.foreign.lm_eval import read_lm_eval
from qaeval.files.foreign.logs import LoggedRuns, Source, Wanted
from qaeval.patterns import Pattern


def sample(doc_id=0, filter="none", responses=("Paris",), doc=None, **metrics):
    """A sample with the fields of version 0.4.9."""
    return {
        "doc_id": doc_id,
        "doc": doc or {"question": "capital?"},
        "target": "Paris",
        "arguments": {"gen_args_0": {"arg_0": "Q: capital?", "arg_1": {"until": ["\n"]}}},
        "resps": [["It is Paris."]],
        "filtered_resps": list(responses),
        "filter": filter,
        "metrics": list(metrics),
        "doc_hash": "d",
        "prompt_hash": "p",
        "target_hash": "t",
        **metrics,
    }


def older(record):
    """As versions before 0.4.7 wrote it: neither the filter nor the metrics are named."""
    return {name: value for name, value in record.items() if name not in ("filter", "metrics")}


@pytest.fixture
def samples(put):
    def write(*records):
        return str(put("samples.jsonl", "".join(json.dumps(record) + "\n" for record in records)))

    return write


def taken(path, metrics=(), filters=(), judging=None, **more):
    """The one run of a file, whose questions are `samples:…` for want of a task's name."""
    wanted = Wanted(tuple(metrics), responses=judging is not None, **more)
    runs = LoggedRuns(judging)
    for log in read_lm_eval([Source(None, path)], wanted, filters):
        runs.take(log)
    (run,) = runs.runs.values()
    return run


def values(path, metric=None, filter=None):
    (column,) = columns(path, *([[name] if name else [] for name in (metric, filter)])).values()
    return column


def columns(path, metrics=(), filters=()):
    """The values of each metric by question."""
    found = {}
    for _, metric, question, value in (
        taken(path, metrics, filters).as_figures(sampled=False).figures
    ):
        found.setdefault(metric, {})[question.removeprefix("samples:")] = value
    return found


def judged(path, confidence=None, judging=None):
    found = taken(path, judging=judging or Judging(), confidence=confidence).as_responses(
        sampled=False
    )
    names = [name.removeprefix("samples:") for name in found.questions]
    return dict(zip(names, found.outcomes, strict=True)), found.confidence.tolist()


def refusal(path, metric=None, filter=None):
    with pytest.raises(InputError) as refused:
        values(path, metric, filter)
    return str(refused.value).replace(path, "samples")


def test_the_value_of_each_document(samples):
    path = samples(sample(0, acc=1.0), sample(7, acc=0.25), sample("x", acc=0))
    assert values(path) == {"0": 1, "7": 0.25, "x": 0}


def test_the_filter_and_the_metric_that_are_wanted(samples):
    path = samples(
        *(sample(i, "strict", em=0.0, f1=i / 4) for i in range(2)),
        *(sample(i, "loose", em=1.0, f1=i / 2) for i in range(2)),
    )
    assert values(path, "f1", "strict") == {"0": 0, "1": 0.25}
    assert values(path, "em", "loose") == {"0": 1, "1": 1}
    both = columns(path, ["em", "f1"], ["loose"])
    assert both == {"em": {"0": 1, "1": 1}, "f1": {"0": 0, "1": 0.5}}
    assert refusal(path, "em") == (
        "samples: a document comes once for each filter, say which with --filter: strict, loose"
    )
    assert refusal(path, "em", "loos") == (
        "samples: no filter 'loos' (there are: strict, loose); did you mean 'loose'?"
    )
    several = "samples:1: several metrics, say which with --metric: em, f1"
    assert refusal(path, None, "strict") == several
    missing = "samples:1: no metric 'bleu' (there are: em, f1)"
    assert refusal(path, "bleu", "strict") == missing


def test_older_samples_name_neither_filter_nor_metrics(samples):
    path = samples(older(sample(0, acc=1.0, input="text")), older(sample(1, acc=0.0)))
    assert values(path) == {"0": 1, "1": 0}
    assert "do not name theirs" in refusal(path, None, "none")
    assert "several metrics" in refusal(samples(older(sample(acc=1.0, acc_norm=0.0))))
    twice = samples(older(sample(acc=1.0)), older(sample(acc=0.0)))
    assert refusal(twice) == (
        "samples:2: document '0' again (first on line 1); the samples do not name their filters, "
        "so that these cannot be told apart"
    )


def test_up_to_version_0_4_2_the_file_was_one_list(put):
    records = [older(sample(i, acc=float(i), doc={"nested": [{"a": {}}]})) for i in range(2)]
    path = put("model_task.jsonl", json.dumps(records, indent=2))
    assert values(str(path)) == {"0": 0, "1": 1}
    cut = put("cut.jsonl", json.dumps(records, indent=2)[:-40])
    with pytest.raises(InputError, match=r"cut.jsonl:.*the list of samples does not end with"):
        values(str(cut))
    bad = put("bad.jsonl", '[\n  {\n    "doc_id": 0,\n    "acc": oops\n  }\n]')
    with pytest.raises(InputError, match=r"bad.jsonl:4: not a JSON object"):
        values(str(bad))


@pytest.mark.parametrize(
    ("written", "value"), [(True, 1), (False, 0), ("True", 1), ("False", 0), ("0.5", 0.5), (1, 1)]
)
def test_numpy_values_come_as_strings(samples, written, value):
    assert values(samples(sample(acc=written))) == {"0": value}


@pytest.mark.parametrize("written", [{"a": 1}, "x", None, math.nan, math.inf, "1e999"])
def test_metrics_that_are_no_number(samples, written):
    message = refusal(samples(sample(acc=written)))
    assert message.startswith("samples:1: acc is '")
    assert message.endswith("', expected one number for each document")


def test_not_a_number_in_a_document_is_nobodys_business(samples):
    assert values(samples(sample(acc=1.0, doc={"weight": math.nan}))) == {"0": 1}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"question": "q", "answers": []}', 'no "doc_id": not a sample of lm-evaluation-harness'),
        ("[1, 2]", "expected a JSON object"),
        ("doc_id,acc", "not a JSON object"),
        ('{"doc_id": true, "acc": 1}', "doc_id is 'true', expected a whole number"),
        ('{"doc_id": 0, "target": "x"}', "the sample has no metric"),
        ('{"doc_id": 0, "acc": 1, "acc": 0}', "the same field twice in one object: 'acc'"),
        ('{"doc_id": 0, "acc": 1, "filter": 5}', "filter is '5', expected a string"),
    ],
)
def test_files_of_another_shape(put, line, message):
    path = str(put("samples.jsonl", line + "\n"))
    assert refusal(path).startswith("samples:1: ") and message in refusal(path)


def test_a_document_twice(samples):
    path = samples(sample(3, acc=1.0), sample(3, acc=1.0))
    assert refusal(path) == "samples:2: document '3' again (first on line 1) for the filter 'none'"


def test_blank_lines_alone_are_no_samples(put):
    assert refusal(str(put("samples.jsonl", "\n \n"))) == "samples: no samples"


def test_outcomes(samples):
    path = samples(
        sample(0, acc=1.0),
        sample(1, acc=0.0),
        sample(2, acc=1.0, responses=["I don't know"]),
        sample(3, acc=1.0, responses=["  "]),
        sample(4, acc=0.0, responses=[["", "later"]]),
        sample(5, acc=0.0, responses=[]),
    )
    # What is empty and right was right to be so.
    plain = {"0": "R", "1": "W", "2": "R", "3": "R", "4": "U", "5": "U"}
    assert judged(path)[0] == plain
    knows = Judging(no_response=Pattern.of("don.t know"))
    assert judged(path, judging=knows)[0] == {**plain, "2": "U"}


def test_a_value_between_0_and_1_needs_a_bound(samples):
    path = samples(sample(0, f1=0.5), sample(1, f1=0.49), sample(2, f1=1))
    assert judged(path, judging=Judging(right_from=0.5))[0] == {"0": "R", "1": "W", "2": "R"}
    with pytest.raises(InputError, match=r"samples.jsonl:1: f1 0.5 is neither 0 nor 1"):
        judged(path)


def test_confidence_from_a_field(samples):
    path = samples(
        sample(0, acc=1.0, sure=0.75),
        sample(1, acc=0.0, sure=0.5),
        sample(2, acc=0.0, sure=0.9, responses=[""]),
    )
    outcomes, confidence = judged(path, "sure")
    assert outcomes == {"0": "R", "1": "W", "2": "U"}
    assert confidence[:2] == [0.75, 0.5] and math.isnan(confidence[2])
    inside = samples(sample(0, acc=1.0, doc={"sure": 0.25}))
    assert judged(inside, "sure")[1] == [0.25]


@pytest.mark.parametrize(
    ("sure", "message"),
    [
        (1.5, "confidence 1.5 is outside 0..1"),
        (-0.1, "confidence -0.1 is outside 0..1"),
        (math.nan, "sure is 'NaN', expected a number from 0 to 1"),
        ("high", "sure is '\"high\"', expected a number from 0 to 1"),
    ],
)
def test_confidences_that_are_none(samples, sure, message):
    with pytest.raises(InputError) as refused:
        judged(samples(sample(0, acc=1.0, doc={"sure": sure})), "sure")
    assert str(refused.value).endswith(f"samples.jsonl:1: {message}")


def test_a_confidence_that_is_not_there(samples):
    path = samples(sample(0, acc=1.0, doc={"p": 0.5, "text": "x"}))
    with pytest.raises(InputError, match=r"no field 'sure' .*\(numbers there are: acc, p\)"):
        judged(path, "sure")


def choices(*likelihoods, **metrics):
    pairs = [[str(value), "False"] for value in likelihoods]
    return sample(responses=pairs, **(metrics or {"acc": 1.0}))


def test_confidence_from_choices_is_the_share_of_the_likeliest(samples):
    # e^-1 : e^-2 : e^-2 = 1 : 1/e : 1/e.
    path = samples(choices(-2.0, -1.0, -2.0))
    assert judged(path, "choices")[1] == pytest.approx([1 / (1 + 2 / math.e)])
    # With mutual information each choice comes a second time, without the question.
    path = samples(choices(-1.0, -1.0, -9.0, -1.0, acc_mutual_info=1.0))
    assert judged(path, "choices")[1] == [0.5]
    path = samples(choices(-1000.0, -2000.0))
    assert judged(path, "choices")[1] == [1.0]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (sample(acc=1.0), '"filtered_resps" holds no choices'),
        (choices(-1.0), "only one choice, of which no confidence can be told"),
        (choices(-1.0, math.nan), "a log-likelihood of the choices is not a number"),
        (choices(-math.inf, -math.inf), "a log-likelihood of the choices is not a number"),
    ],
)
def test_no_choices(samples, record, message):
    with pytest.raises(InputError) as refused:
        judged(samples(record), "choices")
    assert message in str(refused.value)


def test_choices_say_nothing_that_could_be_searched(samples):
    with pytest.raises(InputError, match="--no-response: the response is no text"):
        judged(samples(choices(-1.0, -2.0)), judging=Judging(no_response=Pattern.of("x")))


@pytest.mark.parametrize("responses", [0.5, True, {"a": []}, "Paris", [0.5], None])
def test_responses_in_no_list_are_one_response(samples, responses):
    assert values(samples({**sample(acc=1.0), "resps": responses})) == {"0": 1.0}


@pytest.mark.parametrize(
    ("first", "second"),
    [("-1e308", "-1e308"), ("Infinity", "-Infinity"), ("-Infinity", "-Infinity"), ("NaN", "-1")],
)
def test_log_likelihoods_at_the_ends_of_numbers(qaeval, put, first, second):
    record = (
        '{"doc_id": 0, "doc": {}, "target": "0", "filter": "none", "metrics": ["acc"], "acc": 1, '
        f'"filtered_resps": [[{first}, "False"], [{second}, "False"], [{second}, "True"]]}}\n'
    )
    log = put("samples_t_2026-01-01T00-00-00.jsonl", record)
    outcome = qaeval("import", "lm-eval", "--judged", "--confidence", "choices", log)
    if first == "-1e308":
        assert "0.3333333333333333" in outcome.rows[1]  # a third for each of equals
    else:
        assert (outcome.code, outcome.out, outcome.err.count("\n")) == (2, "", 1)
        assert "a log-likelihood of the choices is not a number" in outcome.err
