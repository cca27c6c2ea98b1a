"""The compact letter display: two runs share a letter exactly where they cannot be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from qaeval.arrays import Bools

MOST_LETTERS = len(ascii_lowercase)


def alike_groups(order: Sequence[int], differs: Bools) -> list[list[int]] | None:
    """Groups of runs of which no two differ, so that every two that do not differ share one.

    The runs come in the order of their ranking, and so do the groups. None where it would take
    more groups than there are letters. (The heuristic of Kellerman 1973 for covering a graph's
    edges with cliques, each then filled up, and left out if the others cover what it covers.)
    """
    alike = [[not differs[a, b] for b in order] for a in order]
    cliques: list[set[int]] = []
    for run in range(len(order)):
        earlier = {other for other in range(run) if alike[run][other]}
        for clique in cliques:
            if clique <= earlier:
                clique.add(run)
        open_pairs = earlier - _together(cliques, run)
        while open_pairs:
            best = max((clique & earlier for clique in cliques), key=lambda c: len(c & open_pairs))
            cliques.append({*best, run})
            open_pairs -= best
        if not earlier:
            cliques.append({run})
        if len(cliques) > 4 * MOST_LETTERS:
            return None
    cliques = _needed([_filled(clique, alike) for clique in cliques])
    if len(cliques) > MOST_LETTERS:
        return None
    return [[order[at] for at in clique] for clique in sorted(map(sorted, cliques))]


def letters(order: Sequence[int], differs: Bools) -> dict[int, str] | None:
    """The letters of each run, a for the first group; None where there are too few."""
    groups = alike_groups(order, differs)
    if groups is None:
        return None
    names: dict[int, str] = dict.fromkeys(order, "")
    for letter, group in zip(ascii_lowercase, groups, strict=False):
        for run in group:
            names[run] += letter
    return names


def _together(cliques: Sequence[set[int]], run: int) -> set[int]:
    return set().union(*(clique for clique in cliques if run in clique))


def _filled(clique: set[int], alike: Sequence[Sequence[bool]]) -> set[int]:
    """The group with every further run that is alike to all of it."""
    filled = set(clique)
    for run in range(len(alike)):
        if run not in filled and all(alike[run][other] for other in filled):
            filled.add(run)
    return filled


def _needed(cliques: Sequence[set[int]]) -> list[set[int]]:
    """The groups without those whose pairs and runs all stand in the others."""
    needed = list({frozenset(clique): set(clique) for clique in cliques}.values())
    for clique in sorted(needed, key=len):
        others = [other for other in needed if other is not clique]
        if all(_is_covered(run, clique, others) for run in clique):
            needed = others
    return needed


def _is_covered(run: int, clique: set[int], others: Sequence[set[int]]) -> bool:
    """Whether a run shares another group with each member of this one, or alone has one."""
    return any(run in other for other in others) and clique <= {run} | _together(others, run)
