"""Work in threads keeps the order of the items, and few of them at a time."""

import pytest

from qaeval.threads import in_threads


def test_results_come_in_the_order_of_the_items():
    assert list(in_threads(lambda x: x * x, range(100))) == [x * x for x in range(100)]
    assert list(in_threads(str, [])) == []
    assert list(in_threads(str, [1])) == ["1"]


def test_few_items_are_taken_before_their_results_are_wanted():
    taken = []
    results = in_threads(str, (taken.append(x) or x for x in range(100)))
    assert next(results) == "0"
    assert len(taken) <= 3
    results.close()


def test_the_first_error_is_the_first_items():
    def refuse(item):
        if item > 1:
            raise ValueError(item)
        return item

    with pytest.raises(ValueError, match=r"^2$"):
        list(in_threads(refuse, range(100)))
