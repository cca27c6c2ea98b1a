"""Long answers in words: `v1 vp o0*.5 ; 800 ; F P -` are nuggets, length and sentences."""

from qaeval.collection.nuggets import Assigned, LongAnswer, LongAnswers, Nugget, NuggetKey
from qaeval.marking.marks import Marks
from qaeval.marking.nuggets import NuggetMarker

CREDITS = {"1": 1.0, "p": 0.5, "0": 0.0}
SUPPORT = {"F": 1.0, "P": 0.5, "N": 0.0, "?": float("nan")}


def nugget_marks(text: str, run: str = "r") -> Marks:
    """Marks of one question: vital or okay, held or not, by weight; the citations of sentences."""
    nuggets, length, sentences = [*map(str.strip, text.split(";")), "", ""][:3]
    known, held = [], {}
    for at, word in enumerate(nuggets.split(), 1):
        kind, _, weight = word.partition("*")
        vital = kind[0] == "v"
        known.append(Nugget(str(at), vital, float(weight) if weight else float(vital)))
        held[str(at)] = Assigned(CREDITS[kind[1]], at)
    cited = [tuple(SUPPORT[sign] for sign in word if sign != "-") for word in sentences.split()]
    answer = LongAnswer(1, held, float(length) if length else None, cited if sentences else None)
    key = NuggetKey(None, "key", b"", {"q": known})
    return NuggetMarker(key, ["q"])(LongAnswers(run, "run", b"", {"q": answer}))
