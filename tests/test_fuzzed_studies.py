"""Broken score tables for the studies: a small part of ``make fuzz``."""

from fuzz.run import table
from fuzz.suite import shares, tried_cases


def test_nothing_is_found_wrong():
    harvest = tried_cases(shares()[1], 1200)
    assert not harvest.kinds, table(harvest)
    assert harvest.total.exits[0] > 150 and harvest.total.exits[2] > 300
    assert harvest.total.scans > 50
