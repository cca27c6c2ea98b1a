"""Prediction-powered values, held against ppi_py 0.2.3 (PyPI: ppi-python)."""

import numpy as np
import pytest
from gradings import MODEL, NQ301, PEOPLE, Case, by_counts, labelled_first

from qaeval.errors import InputError

Z = 1.959963984540054


def standard_error(found):
    """As ppi_py has it: no degree of freedom taken off, nothing unseen."""
    parts = found.grades
    return np.sqrt(((parts - parts.mean()) ** 2).sum()) / len(parts)


def z_interval(found):
    value, reach = found.grades.mean(), Z * standard_error(found)
    return [value - reach, value + reach]


def test_ten_labels_of_thirty():
    (found,) = Case(MODEL, labelled_first(PEOPLE, 30)).found
    assert found.power == pytest.approx(0.3625, abs=1e-12)
    assert found.slope == pytest.approx(0.54375, abs=1e-12)  # in terms of the mean over all
    assert found.grades.mean() == pytest.approx(0.718125, abs=1e-12)
    assert standard_error(found) == pytest.approx(0.13044717261692568, abs=1e-12)
    assert z_interval(found) == pytest.approx([0.46245324, 0.97379676], abs=1e-8)
    assert found.people.mean() == pytest.approx(0.7)


def test_every_tenth_of_nq301():
    # 1,489 answers graded by GPT-4 and by people (github ehsk/OpenQA-eval), every tenth labelled.
    (found,) = by_counts(*NQ301).found
    assert found.grades.mean() == pytest.approx(0.5293674198940646, abs=1e-9)
    assert found.power == pytest.approx(0.753397936430123, abs=1e-9)
    assert found.slope == pytest.approx(0.8371712890630246, abs=1e-9)
    assert standard_error(found) == pytest.approx(0.024758468975961425, abs=1e-9)
    assert z_interval(found) == pytest.approx([0.4808417123888279, 0.5778931273993012], abs=1e-9)


def test_counts_and_grades():
    (found,) = by_counts(60, 3, 12, 25, 520, 380).found
    assert found.grades.mean() == pytest.approx(0.6917251823241235, abs=1e-9)
    assert found.power == pytest.approx(0.5414326788997617, abs=1e-9)
    assert z_interval(found) == pytest.approx([0.6240148457441486, 0.7594355189040984], abs=1e-9)
    at = np.arange(150)
    model = (at * 37 % 101) / 100
    people = np.clip(np.round(model * 0.7 + 0.2 * ((at * 53) % 17) / 16 + 0.05, 3), 0, 1)
    (found,) = Case(model, labelled_first(people[:40], 150)).found
    assert found.grades.mean() == pytest.approx(0.4922033610160723, abs=1e-9)
    assert found.power == pytest.approx(0.5361346143646337, abs=1e-9)
    assert z_interval(found) == pytest.approx([0.45379969714046564, 0.530607024891679], abs=1e-9)


def test_a_judge_that_is_mostly_wrong_is_not_used():
    (found,) = by_counts(10, 40, 30, 20, 300, 300).found
    assert found.power == 0
    assert found.grades.mean() == pytest.approx(0.4)


def test_where_everything_is_labelled_people_decide():
    (found,) = Case(MODEL[:10], PEOPLE).found
    assert (found.power, found.slope) == (0, 0)
    assert found.grades == pytest.approx(PEOPLE)


def test_a_judge_that_says_the_same_of_all_is_not_used():
    (found,) = Case(np.ones(30), labelled_first(PEOPLE, 30)).found
    assert found.power == 0


def test_weights():
    # The estimator of Hájek over all answers, with the λ of the smallest variance, by hand in
    # fractions would fill a page: a search over λ finds the same.
    weights = [1, 2, 1, 1, 3, 1, 1, 2, 1, 1] + [1] * 20
    (found,) = Case(MODEL, labelled_first(PEOPLE, 30), weights).found
    graded, people = np.array(MODEL, float), np.array(PEOPLE, float)
    share = np.array(weights[:10]) / sum(weights[:10])

    def parts(slope):
        values = slope * (graded - graded.mean())
        values[:10] += 30 * share * (people - share @ people)
        values[:10] -= slope * 30 * share * (graded[:10] - share @ graded[:10])
        return values

    tried = np.linspace(0, 1.5, 15_001)
    best = tried[np.argmin([(parts(slope) ** 2).sum() for slope in tried])]
    assert found.slope == pytest.approx(best, abs=1e-4)
    value = share @ people + found.slope * (graded.mean() - share @ graded[:10])
    assert found.grades.mean() == pytest.approx(value, abs=1e-12)
    assert found.grades - found.grades.mean() == pytest.approx(parts(found.slope), abs=1e-9)
    assert found.effective == pytest.approx(14**2 / 24)


def test_weights_matter_only_up_to_a_factor():
    people = labelled_first(PEOPLE, 30)
    even, seven = (Case(MODEL, people, np.full(30, w)).found[0] for w in (1.0, 7.0))
    assert seven.grades == pytest.approx(even.grades)


def test_clusters_of_one_differ_little_from_none():
    people = labelled_first(PEOPLE, 30)
    (single,) = Case(MODEL, people).found
    (found,) = Case(MODEL, people, clusters=[str(at) for at in range(30)]).found
    assert found.people.mean() == pytest.approx(single.people.mean())
    assert found.slope == pytest.approx(single.slope, abs=0.1)  # another estimate of a variance
    assert found.labelled_units == 10


def test_clusters_count_as_units():
    clusters = [str(at // 5) for at in range(30)]
    (found,) = Case(MODEL, labelled_first(PEOPLE, 30), clusters=clusters).found
    assert (found.labels, found.labelled_units) == (10, 2)


def test_silence_needs_no_label():
    # 30 answers and 10 silent questions: the answers are corrected as if they were alone.
    answered = [1] * 30 + [0] * 10
    people = labelled_first(PEOPLE, 40)
    (found,) = Case(MODEL + [0] * 10, people, answered=answered).found
    assert found.grades[30:].tolist() == [0] * 10
    assert found.grades[:30].mean() == pytest.approx(0.718125)
    assert found.answered == 0.75


def test_a_single_labelled_cluster_is_refused():
    with pytest.raises(InputError, match="run 'run0' has labels in a single cluster"):
        Case(MODEL, labelled_first(PEOPLE, 30), clusters=[str(at // 15) for at in range(30)])
