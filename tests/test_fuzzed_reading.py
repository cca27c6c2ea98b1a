"""Broken files for the commands that read runs and keys: a small part of ``make fuzz``."""

from fuzz.run import table
from fuzz.suite import shares, tried_cases


def test_nothing_is_found_wrong():
    harvest = tried_cases(shares()[0], 2500)
    assert not harvest.kinds, table(harvest)
    # Enough cases come through to say something.
    assert harvest.total.exits[0] > 500 and harvest.total.exits[2] > 500
    assert harvest.total.scans > 50
