"""True labels from labels alone, against the example of Dawid & Skene (1979)."""

import numpy as np
import pytest

from qaeval.gold.latent import fit, latent_truth

# Table 1: 45 patients, five anaesthetists, the first of whom judged each three times.
TABLE_1 = """
111 1 1 1 1|333 4 3 3 4|112 2 1 2 2|222 3 1 2 1|222 3 2 2 2|222 3 3 2 2|122 2 1 1 1|333 3 4 3 3
222 2 2 2 3|232 2 2 2 3|444 4 4 4 4|222 3 3 4 3|111 1 1 1 1|222 3 2 1 2|121 1 1 1 1|111 2 1 1 1
111 1 1 1 1|111 1 1 1 1|222 2 2 2 1|222 1 3 2 2|222 2 2 2 2|222 2 2 2 1|222 3 2 2 2|221 2 2 2 2
111 1 1 1 1|111 1 1 1 1|232 2 2 2 2|111 1 1 1 1|111 1 1 1 1|112 1 1 2 1|111 1 1 1 1|333 3 2 3 3
111 1 1 1 1|222 2 2 2 2|222 3 2 3 2|433 4 3 4 3|221 2 2 3 2|232 3 2 3 3|333 3 4 3 2|111 1 1 1 1
111 1 1 1 1|121 2 1 1 1|232 2 2 2 2|121 1 1 1 1|222 2 2 2 2
"""
# Table 2: shares of the classes, then for each observer the label given (across) by true class.
SHARES = [0.40, 0.42, 0.11, 0.07]
ERROR_RATES = """
.89 .11 0 0 / .07 .88 .05 0 / 0 .34 .66 0 / 0 0 .56 .44
.83 .17 0 0 / .05 .63 .31 0 / 0 0 1 0 / 0 0 0 1
1 0 0 0 / .11 .79 .11 0 / 0 .40 .20 .40 / 0 0 .67 .33
.94 .06 0 0 / .05 .84 .10 0 / 0 0 .80 .20 / 0 0 .33 .67
1 0 0 0 / .16 .73 .11 0 / 0 .21 .79 0 / 0 0 .33 .67
"""
CLASSES = "142222132243121111222222112111131224233111212"  # the likeliest of Table 4


@pytest.fixture(scope="module")
def counts():
    rows = TABLE_1.strip().replace("\n", "|").split("|")
    counts = np.zeros((45, 5, 4), dtype=np.int64)
    for patient, row in enumerate(rows):
        for observer, labels in enumerate(row.split()):
            for label in labels:
                counts[patient, observer, int(label) - 1] += 1
    return counts


def test_the_example_of_the_paper(counts):
    found = fit(counts)
    assert found.converged
    assert found.shares == pytest.approx(SHARES, abs=0.005)
    rates = [
        [[float(rate) for rate in row.split()] for row in line.split("/")]
        for line in ERROR_RATES.strip().splitlines()
    ]
    assert np.abs(found.confusion - rates).max() < 0.005
    assert "".join(str(label + 1) for label in found.labels) == CLASSES
    for patient, chances in {
        7: [0.98, 0.02, 0, 0],
        35: [0, 0.95, 0.05, 0],
        38: [0, 0.02, 0.98, 0],
    }.items():
        assert found.posterior[patient - 1] == pytest.approx(chances, abs=0.005)
    assert not found.tied.any() and not found.contrary.any() and not found.strange.any()


def test_accuracy_is_the_chance_of_the_true_label(counts):
    # Observer 2 of Table 2: .40 · .83 + .42 · .63 + .11 + .07 = .7766.
    assert fit(counts).accuracy[1] == pytest.approx(0.7766, abs=0.01)


def test_the_order_of_answers_and_assessors_does_not_matter(counts):
    found = fit(counts)
    turned = fit(counts[::-1, ::-1])
    assert turned.posterior[::-1] == pytest.approx(found.posterior, abs=1e-9)
    assert turned.confusion[::-1] == pytest.approx(found.confusion, abs=1e-6)


def test_the_likelihood_is_that_of_the_model():
    """Σ_i log Σ_j p_j Π_k π_kjl, added up label by label."""
    random = np.random.default_rng(3)
    labels = random.integers(-1, 2, (30, 3))
    found = latent_truth(labels, 2)
    assert found.converged
    total = 0.0
    for row in labels:
        chances = found.shares.copy()
        for assessor, label in enumerate(row):
            if label >= 0:
                chances *= found.confusion[assessor, :, label]
        total += np.log(chances.sum())
    assert found.log_likelihood == pytest.approx(total, abs=1e-6)


def test_a_careless_assessor_is_found_out_and_outvoted():
    random = np.random.default_rng(5)
    truth = random.integers(0, 2, 2000)
    right = np.array([0.95, 0.9, 0.85, 0.5, 0.5])
    labels = np.where(random.random((2000, 5)) < right, truth[:, None], 1 - truth[:, None])
    found = latent_truth(labels, 2)
    assert found.accuracy == pytest.approx(right, abs=0.06)
    majority = labels.sum(axis=1) > 2
    assert (found.labels == truth).mean() > (majority == truth).mean()


def test_a_contrary_assessor_is_told():
    labels = np.array([[0, 0, 0, 1], [1, 1, 1, 0]] * 20)
    found = latent_truth(labels, 2)
    assert found.contrary.tolist() == [False, False, False, True]
    assert found.accuracy == pytest.approx([1, 1, 1, 0], abs=1e-6)


def test_a_label_that_nobody_gave():
    found = latent_truth(np.array([[0, 0, 0]] * 20 + [[1, 1, 1]] * 20), 3)
    assert np.isnan(found.confusion[:, 2]).all()
    assert found.shares.tolist() == [0.5, 0.5, 0]
    assert found.accuracy.tolist() == [1, 1, 1] and not found.strange.any()


def test_a_true_label_that_most_call_otherwise_is_strange(sample_data):
    """In the sample labels, what EM takes for C is mostly called B by all four."""
    rows = (sample_data / "cqa" / "assessments.tsv").read_text().splitlines()[1:]
    labels = np.array(["ABC".index(row[-1]) for row in rows]).reshape(-1, 4)
    assert latent_truth(labels, 3).strange.tolist() == [False, False, True]


def test_equal_chances_are_a_tie_and_get_the_worst_label():
    found = latent_truth(np.array([[0, 1, -1], [1, 0, -1]]), 2)
    assert found.tied.all() and found.labels.tolist() == [1, 1]
