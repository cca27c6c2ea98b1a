"""Do the papers' findings hold on generated collections? Means over seeds 1 to 20, none picked.

    python bench/findings.py [--first 1] [--seeds 20]

The sizes of the noise on ability in the generator were set, among eight, on means over seeds 1 to
60 towards the published figures, so seeds from 101 on are the fresh ones.

For each seed: 25 factoid runs and ten settings of one system (c = 97, 1000 trials, strict
swaps), and 44 systems that may stay silent (c = 250, 100 trials, original swaps). Minority rates
are compared at equal proportions of ties, over the range of ties that the measures share.
"""

import argparse
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np

import qaeval
from qaeval.scores.table import Scores
from qaeval.studies.exact import values_on_sets
from qaeval.studies.reliability.stability import Stability, stability
from qaeval.studies.reliability.swap import Swaps, swaps
from qaeval.studies.sampling import draw
from qaeval.studies.units import Units

sys.path.insert(0, str(Path(__file__).parent.parent / "sample_data"))
import make

FUZZINESS = [Fraction(n, 100) for n in range(1, 11)]
FACTOID = ["RR", "NQcorrect5", "NQcorrect1"]
SETTINGS = ["Q1:1:1", "Q2:1.5:1", "Q3:2:1", "RR"]
RESPONSE = ["UF", "c@1", "accuracy"]

Experiment = dict[str, tuple[Stability, Swaps]]  # by measure


def main() -> None:
    """Print what holds, in how many collections, and on the mean."""
    parser = argparse.ArgumentParser(description="Check the papers' findings on many collections.")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=20)
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    print(f"collections of seeds {seeds[0]} to {seeds[-1]}\n")
    factoid = [experiment(scores_of("factoid", seed, FACTOID), FACTOID, 97, 1000) for seed in seeds]
    report("25 factoid runs, c = 97", factoid, FACTOID)
    settings = [
        experiment(scores_of("settings", seed, SETTINGS), SETTINGS, 97, 1000) for seed in seeds
    ]
    report("ten settings of one system, c = 97", settings, SETTINGS)
    response = [
        experiment(scores_of("response", seed, RESPONSE), RESPONSE, 250, 100, strict=False)
        for seed in seeds
    ]
    report("44 systems that may stay silent, c = 250, original swaps", response, RESPONSE)


def scores_of(collection: str, seed: int, measures: list[str]) -> Scores:
    """The scores of one generated collection."""
    _, function = make.COLLECTIONS[collection]
    with tempfile.TemporaryDirectory() as place:
        make.write(place, function(seed))
        if collection == "settings":
            make.write(place, {"key.tsv": make.factoid(seed)["key.tsv"]})
        runs = sorted(
            str(path) for path in Path(place).rglob("*.tsv") if path.parent.name != Path(place).name
        )
        if collection == "response":
            responses = [one for path in runs for one in qaeval.read_judged(path)]
            return qaeval.score(responses, measures)
        key = qaeval.read_key(str(Path(place, "key.tsv")))
        return qaeval.score([qaeval.mark(key, qaeval.read_run(path)) for path in runs], measures)


def experiment(
    scores: Scores, measures: list[str], size: int, trials: int, strict: bool = True
) -> Experiment:
    """Stability and swap of each measure on the same draws."""
    draws = draw(scores.questions, size, trials, seed=0)
    found = {}
    units = Units.single(len(scores.questions))
    for name in measures:
        first, second = values_on_sets(scores, scores.find(name), units, draws.both)
        swapped = swaps(first, second, Fraction(1, 100), 21, strict)
        found[name] = stability(first, FUZZINESS), swapped
    return found


def report(title: str, collections: list[Experiment], measures: list[str]) -> None:
    """The mean sensitivity table, and the order of the measures at equal ties."""
    print(f"## {title}\n")
    print(f"{'measure':<12}{'required':>10}{'max':>8}{'relative':>10}{'sensitivity':>13}")
    for name in measures:
        rows = np.array([sensitivity(found[name][1]) for found in collections])
        required, largest, relative, share = np.nanmean(rows, axis=0)
        print(f"{name:<12}{required:>10.3f}{largest:>8.3f}{relative:>10.1%}{share:>13.1%}")
    print("\nminority rate at equal proportions of ties (left steadier than right):")
    for i, one in enumerate(measures):
        for other in measures[i + 1 :]:
            pairs = [rates_at_equal_ties(found[one][0], found[other][0]) for found in collections]
            a, b = np.mean(pairs, axis=0)
            holds = sum(x < y for x, y in pairs)
            sign = "<" if a < b else ">"
            counted = f"{one} < {other} in {holds} of {len(pairs)}"
            print(f"  {one} {a:.4f} {sign} {other} {b:.4f} on the mean; {counted}")
    more = [(a, b) for i, a in enumerate(measures) for b in measures[i + 1 :]]
    print("\nsensitivity (left at least as sensitive as right):")
    for one, other in more:
        shares = [(sensitivity(f[one][1])[3], sensitivity(f[other][1])[3]) for f in collections]
        print(f"  {one} >= {other} in {sum(x >= y for x, y in shares)} of {len(shares)}")
    print()


def sensitivity(result: Swaps) -> tuple[float, float, float, float]:
    """Required difference at 95%, maximum, their ratio, and the share of comparisons."""
    at = result.required(Fraction(95, 100))
    if at is None:
        return np.nan, result.largest, np.nan, 0.0
    edge = result.edge(at)
    return edge, result.largest, edge / result.largest, result.sensitivity(at)


def rates_at_equal_ties(one: Stability, other: Stability) -> tuple[float, float]:
    """Both minority rates, averaged over the proportions of ties that both curves reach."""
    low = max(one.tie_rates[0], other.tie_rates[0])
    high = min(one.tie_rates[-1], other.tie_rates[-1])
    ties = np.linspace(low, high, 50)
    return tuple(np.interp(ties, x.tie_rates, x.minority_rates).mean() for x in (one, other))


if __name__ == "__main__":
    main()
