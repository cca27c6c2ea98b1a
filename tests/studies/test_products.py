"""Products of whole numbers against Python's, which have no end."""

import numpy as np
import pytest

from qaeval.studies.products import (
    exact_pair_products,
    exact_products,
    exact_squares,
    squared_differences,
)

ROWS = [[1, 0, 1, 1], [0, 0, 1, 1], [2**40, -(2**39) - 1, 3, 0], [-(2**41) + 7, 5, 2**20, 1]]


def slow(x, y):
    return sum(a * b for a, b in zip(ROWS[x], ROWS[y], strict=True))


@pytest.mark.parametrize("rows", [2, 4])
def test_products_of_all_and_of_few_are_the_same(rows):
    whole = np.array(ROWS[:rows], dtype=np.float64)
    x, y = (side.ravel() for side in np.indices((rows, rows)))
    every = exact_products(whole)
    assert every[x, y].tolist() == [float(slow(*pair)) for pair in zip(x, y, strict=True)]
    assert exact_pair_products(whole, x, y).tolist() == every[x, y].tolist()
    assert exact_squares(whole).tolist() == np.diag(every).tolist()


def test_squares_of_differences():
    whole = np.array([*ROWS[:2], [0, 3, 0, 0]], dtype=np.float64)
    few, all_of_them = np.array([0]), np.array([0, 0, 1, 1])
    # 1 0 1 1 and 0 0 1 1 differ by 1; from 0 3 0 0 they are 1 + 9 + 1 + 1 and 9 + 1 + 1 away.
    assert squared_differences(whole, 1.0, few, few + 1).tolist() == [1.0]
    others = np.array([1, 2, 2, 0])
    assert squared_differences(whole, 1.0, all_of_them, others).tolist() == [1.0, 12.0, 11.0, 1.0]
    assert squared_differences(whole, 2.0, few, few + 2).tolist() == [3.0]
