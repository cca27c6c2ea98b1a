"""Made-up entities in three degrees of completeness: a full form, a shorter one, and a bare one."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from simulate.chance import Thing, shuffled
from simulate.words import WORDS

# Full forms, shorter forms and bare forms.
Entity = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

KINDS = ("person", "place", "organisation", "number", "date", "work")
LANGUAGES = ("ja", "en")

TEXTS = {
    ("person", "ja"): "『{work}』を作ったのは誰ですか。",
    ("person", "en"): "Who made {work}?",
    ("place", "ja"): "{organisation}の工場はどこにありますか。",
    ("place", "en"): "Where does {organisation} have a factory?",
    ("organisation", "ja"): "{place}に本社を置く企業はどこですか。",
    ("organisation", "en"): "Which company has its head office in {place}?",
    ("number", "ja"): "{place}の祭りには何人が参加しましたか。",
    ("number", "en"): "How many people came to the fair of {place}?",
    ("date", "ja"): "{organisation}が事業を始めたのはいつですか。",
    ("date", "en"): "When did {organisation} open for business?",
    ("work", "ja"): "{person}の代表作は何ですか。",
    ("work", "en"): "What is {person} best known for?",
}


def _person_ja(rng: Random, count: int) -> Iterator[Entity]:
    for family, given in _pairs(rng, "surnames ja", "given names ja", count):
        yield (family + given, family + given + "氏"), (family, family + "氏"), (given,)


def _person_en(rng: Random, count: int) -> Iterator[Entity]:
    for family, given in _pairs(rng, "surnames en", "given names en", count):
        yield (f"{given} {family}", f"Dr {given} {family}"), (family, f"Dr {family}"), (given,)


def _place_ja(rng: Random, count: int) -> Iterator[Entity]:
    for area, city in _pairs(rng, "prefectures ja", "cities ja", count):
        yield (f"{area}{city}市", f"{area} {city}市"), (city + "市", city), (area,)


def _place_en(rng: Random, count: int) -> Iterator[Entity]:
    for area, town in _pairs(rng, "regions en", "towns en", count):
        yield (f"{town}, {area}", f"{town} in {area}"), (town, f"the town of {town}"), (area,)


def _organisation_ja(rng: Random, count: int) -> Iterator[Entity]:
    for stem in _some(rng, WORDS["companies ja"], count):
        trade = _one(rng, WORDS["trades ja"])
        yield (
            (f"株式会社{stem}{trade}", f"{stem}{trade}株式会社"),
            (stem + trade, f"{stem}{trade}(株)"),
            (stem,),
        )


def _organisation_en(rng: Random, count: int) -> Iterator[Entity]:
    for stem in _some(rng, WORDS["companies en"], count):
        trade = _one(rng, WORDS["trades en"])
        yield (f"{stem} {trade} Ltd", f"{stem} {trade} Limited"), (f"{stem} {trade}",), (stem,)


def _number(rng: Random, count: int) -> Iterator[int]:
    """Numbers whose first two digits differ, so that no rounded form fits two of them."""
    for hundreds in _some(rng, range(11, 99), count):
        yield 100 * hundreds + 10 * _one(rng, range(1, 9)) + _one(rng, range(1, 10))


def _number_ja(rng: Random, count: int) -> Iterator[Entity]:
    for n in _number(rng, count):
        yield (f"{n}人", f"{n:,}人"), (f"約{n // 10 * 10}人",), (f"{n // 100 * 100}人以上",)


def _number_en(rng: Random, count: int) -> Iterator[Entity]:
    for n in _number(rng, count):
        yield (
            (f"{n:,}", f"{n:,} people"),
            (f"about {n // 10 * 10:,}",),
            (f"over {n // 100 * 100:,}",),
        )


def _day(rng: Random, count: int) -> Iterator[tuple[int, int, int]]:
    for year in _some(rng, range(1930, 2004), count):
        yield year, _one(rng, range(1, 13)), _one(rng, range(1, 29))


def _date_ja(rng: Random, count: int) -> Iterator[Entity]:
    for year, month, day in _day(rng, count):
        yield (
            (f"{year}年{month}月{day}日", f"{year}/{month:02}/{day:02}"),
            (f"{year}年{month}月",),
            (f"{year}年",),
        )


def _date_en(rng: Random, count: int) -> Iterator[Entity]:
    for year, month, day in _day(rng, count):
        name = WORDS["months en"][month - 1]
        yield (f"{day} {name} {year}", f"{name} {day}, {year}"), (f"{name} {year}",), (f"{year}",)


def _work_ja(rng: Random, count: int) -> Iterator[Entity]:
    for place, thing in _pairs(rng, "places ja", "things ja", count):
        quality = _one(rng, WORDS["qualities ja"])
        yield (
            (f"{quality}{place}の{thing}", f"『{quality}{place}の{thing}』"),
            (f"{place}の{thing}",),
            (thing,),
        )


def _work_en(rng: Random, count: int) -> Iterator[Entity]:
    for quality, thing in _pairs(rng, "qualities en", "things en", count):
        yield (f"The {quality} {thing}", f"{quality} {thing}"), (f"The {thing}", thing), (quality,)


def _pairs(rng: Random, first: str, second: str, count: int) -> Iterator[tuple[str, str]]:
    return zip(_some(rng, WORDS[first], count), _some(rng, WORDS[second], count), strict=True)


def _some(rng: Random, things: Sequence[Thing], count: int) -> list[Thing]:
    return shuffled(rng, things)[:count]


def _one(rng: Random, things: Sequence[Thing]) -> Thing:
    return things[int(rng.random() * len(things))]


MAKERS: dict[tuple[str, str], Callable[[Random, int], Iterator[Entity]]] = {
    ("person", "ja"): _person_ja,
    ("person", "en"): _person_en,
    ("place", "ja"): _place_ja,
    ("place", "en"): _place_en,
    ("organisation", "ja"): _organisation_ja,
    ("organisation", "en"): _organisation_en,
    ("number", "ja"): _number_ja,
    ("number", "en"): _number_en,
    ("date", "ja"): _date_ja,
    ("date", "en"): _date_en,
    ("work", "ja"): _work_ja,
    ("work", "en"): _work_en,
}


def entities(rng: Random, kind: str, language: str, count: int) -> list[Entity]:
    """`count` entities that share no form, each as (full forms, shorter forms, bare forms)."""
    return list(MAKERS[kind, language](rng, count))


def question_text(rng: Random, kind: str, language: str) -> str:
    """A question of this kind about another made-up entity."""
    topics = {topic: entities(rng, topic, language, 1)[0][0][0] for topic in KINDS}
    return TEXTS[kind, language].format(**topics)
