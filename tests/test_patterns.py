"""A user's regular expression that would match for ever is ended, and named."""

import re
import threading

import pytest

from qaeval import InputError, patterns
from qaeval.patterns import EndlessMatch, Pattern, watched_matches

ENDLESS = Pattern.of("(a+)+$")
TEXT = "a" * 60 + "b"


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setattr(patterns, "LONGEST_MATCH", 0.02)


@pytest.mark.parametrize("match", [ENDLESS.search, ENDLESS.every])
def test_endless_match_is_ended_and_its_pattern_named(match):
    with pytest.raises(EndlessMatch, match=r"regular expression '\(a\+\)\+\$' takes more than"):
        match(TEXT)


def test_in_a_block_of_many_matches_only_the_endless_one_is_ended():
    with watched_matches():
        for _ in range(1000):
            assert Pattern.of("b").search(TEXT)
        with pytest.raises(EndlessMatch):
            ENDLESS.search(TEXT)
        assert Pattern.of("b").search(TEXT)


def test_finds_what_re_finds():
    for text in ("Straße", "STRASSE", "ſ", "K", ""):
        pattern = re.compile("[k-s]|ß", re.IGNORECASE)
        found, expected = Pattern(pattern).search(text), pattern.search(text)
        assert (found and found.span()) == (expected and expected.span())


def test_in_a_thread_there_is_no_limit_and_no_error():
    found = []
    thread = threading.Thread(target=lambda: found.append(Pattern.of("b").search("ab")))
    thread.start()
    thread.join()
    assert found[0].start() == 1


def test_key_of_patterns_and_no_response_are_ended(qaeval, tmp_path):
    key = tmp_path / "key.txt"
    key.write_text("q1 (a+)+$\n")
    run = tmp_path / "run.tsv"
    run.write_text(f"question\trank\tanswer\nq1\t1\t{TEXT}\n")
    for more in ([], ["--no-response", "(a+)+$"]):
        outcome = qaeval("score", "--key-format", "patterns", *more, key, run)
        assert (outcome.code, outcome.out) == (2, "")
        assert "'(a+)+$' takes more than" in outcome.err
        assert str(run) in outcome.err


def test_unfit_pattern_is_an_error():
    with pytest.raises(InputError, match="does not compile"):
        Pattern.of("(")
