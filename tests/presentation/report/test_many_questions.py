"""A report of more questions than a page can list: bands, and single ones where asked for."""

import base64
import json
import zlib

import numpy as np
import pytest
from reading import read, table, told

from qaeval.presentation.report import lookup
from qaeval.presentation.report.bands import Bands
from qaeval.presentation.report.lookup import packed_names, packed_numbers

QUESTIONS = 2401
HEADER = "question,one,two,three\n"


def answers(at):
    """The values of three runs on a question: the later, the fewer are right; ends are alike."""
    return [1, int(at < 1500), int(at < 600 or at == 2000)]


@pytest.fixture
def wide(put):
    rows = "".join(
        f"q{at:05},{','.join(map(str, answers(at)))}\n" for at in reversed(range(QUESTIONS))
    )
    return put("wide.csv", HEADER + rows)


@pytest.fixture
def page(qaeval):
    def make(*arguments):
        outcome = qaeval("report", "--no-pictures", "--trials", "20", *arguments)
        assert outcome.code == 0, outcome.err
        return read(outcome.out)

    return make


def unpacked(packed):
    """What the script gets of each place."""
    plain = np.frombuffer(zlib.decompress(base64.b64decode(packed["codes"])), np.uint8)
    planes = plain.reshape(packed["bytes"], -1).astype(int)
    return [packed["texts"][code] for code in sum(p * 256**i for i, p in enumerate(planes))]


def unpacked_names(packed):
    parts = json.loads(zlib.decompress(base64.b64decode(packed["codes"])))
    names = [""]
    for shared, rest in zip(parts[::2], parts[1::2], strict=True):
        names.append(names[-1][:shared] + rest)
    return names[1:]


def test_bands_are_of_equal_size_and_keep_to_the_thirds():
    assert Bands.of(2000) is None
    bands = Bands.of(41871)
    assert bands.in_words == "120 bands of 348 or 349"
    assert len(bands.sizes) == 120 and bands.sizes.sum() == 41871
    # Question i, from 0, is in third ⌊3i/41871⌋, and 41871/3 = 13957.
    assert bands.starts[[0, 40, 80]].tolist() == [0, 13957, 27914]
    assert Bands.of(2400).in_words == "120 bands of 20"


def test_the_mean_of_a_band_is_that_of_its_questions():
    bands = Bands.of(2041)
    values = np.random.default_rng(0).random((3, 2041))
    means = bands.means(values)
    for band, (start, size) in enumerate(zip(bands.starts, bands.sizes, strict=True)):
        expected = values[:, start : start + size].mean(axis=1)
        np.testing.assert_allclose(means[:, band], expected, atol=1e-11)


def test_the_page_says_what_is_in_each_band(page, wide):
    found = page(wide)
    rows = table(found, "Bands of questions, the easiest first")[1:]
    assert len(rows) == 120 and sum(int(row[2]) for row in rows) == QUESTIONS
    # 600 questions that all three get, then 901 that two get.
    assert rows[0] == ["easy", "1", "21", "1.0000 1.0000 to 1.0000"]
    assert rows[39][:2] == ["easy", "40"] and rows[40][:2] == ["medium", "41"]
    # Band 30 holds places 581 (from 0: 29 · 2401/120 = 580.2) to 600: the last has mean 2/3.
    assert rows[29][1:] == ["30", "20", f"{(19 + 2 / 3) / 20:.4f} 0.6667 to 1.0000"]
    (figure,) = found.all("figure", class_="heat")
    caption = "a column for each band of 20 or 21 questions and each run's mean over it"
    assert caption in figure.text
    image = next(figure.all("img"))
    assert image.attributes["width"] == "120"
    assert "2,401 questions in 120 bands of 20 or 21" in image.attributes["alt"]
    known = told(found)
    assert known["questions"][29] == (
        "the mean of band 30 (20 questions with means from 0.6667 to 1.0000)"
    )


def test_the_hardest_are_listed_and_no_others(page, wide):
    found = page(wide)
    rows = table(found, "Questions, the hardest first")
    assert len(rows) == 21
    assert rows[1] == ["q02400", "0.3333 hard"] and rows[20][0] == "q02381"
    assert "2,401 questions are too many to list" in found.text
    assert "The search needs JavaScript" in found.text


def test_every_value_is_packed(page, wide, qaeval):
    known = told(page(wide))["lookup"]
    names = unpacked_names(known["names"])
    assert names == [f"q{at:05}" for at in range(QUESTIONS)] and known["count"] == QUESTIONS
    assert known["runs"] == ["one", "two", "three"]
    (measure,) = known["measures"]
    values = np.array(unpacked(measure["values"])).reshape(3, QUESTIONS)
    for at in range(QUESTIONS):
        assert values[:, at].tolist() == [f"{value:.4f}" for value in answers(at)]
    printed = {row[1]: row[2:4] for row in qaeval("hardness", "-f", "tsv", wide).rows[1:]}
    means, thirds = unpacked(measure["means"]), unpacked(measure["thirds"])
    for name, mean, third in zip(names, means, thirds, strict=True):
        assert [f"{float(printed[name][0]):.4f}", printed[name][1]] == [mean, third]


def test_few_questions_are_listed(page, put):
    rows = "".join(f"q{at:05},1,{at % 2},0\n" for at in range(2000))
    found = page(put("narrow.csv", HEADER + rows))
    assert len(table(found, "Questions, the hardest first")) == 2001
    assert "lookup" not in told(found) and "too many to list" not in found.text


def test_what_has_no_room_is_rounded_or_left_out_and_the_page_says_so(page, wide, monkeypatch):
    text = wide.read_text().splitlines()
    noise = np.random.default_rng(1).random((QUESTIONS, 3)).tolist()
    rows = (
        f"{line.split(',')[0]},{a},{b},{c}\n"
        for line, (a, b, c) in zip(text[1:], noise, strict=True)
    )
    wide.write_text(HEADER + "".join(rows))
    monkeypatch.setattr(lookup, "_ROOM", 22_000)
    found = page(wide)
    assert "Values of value have 2 decimals." in found.text
    (measure,) = told(found)["lookup"]["measures"]
    values = {f"q{at:05}": row for at, row in zip(reversed(range(QUESTIONS)), noise, strict=True)}
    run = told(found)["lookup"]["runs"].index("two")
    shown = unpacked(measure["values"])[run * QUESTIONS + 7]
    assert shown == f"{values['q00007'][1]:.2f}"
    monkeypatch.setattr(lookup, "_ROOM", 9_000)
    found = page(wide)
    assert "There was no room for the values of value." in found.text
    assert told(found)["lookup"]["measures"][0]["values"] is None
    monkeypatch.setattr(lookup, "_ROOM", 100)
    found = page(wide)
    assert told(found)["lookup"] is None and "too many to search on a page" in found.text
    assert not list(found.all("input", id="find-one"))


def test_more_values_than_a_byte_can_count():
    values = np.arange(300) / 1000
    made = packed_numbers(values, 4)
    assert made["bytes"] == 2
    assert unpacked(made) == [f"{value:.4f}" for value in values]


def test_names_of_any_letters():
    names = ["", "a", "a𝛼", "a𝛼b", "a𝛽", "</script>"]
    assert unpacked_names(packed_names(names)) == names
