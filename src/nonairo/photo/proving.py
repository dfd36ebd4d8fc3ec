"""The likeliest reading of a sighting that has exactly one solution, and how sure it is.

A misread clue or given nearly always makes a puzzle contradictory or ambiguous, so the solver finds
misreadings and mends them. How sure the result is follows from the probabilities of vision: of all
readings that hold, one is chosen, and it is sure if the others, and what vision did not think of,
are unlikely beside it. What is not sure is asked, never guessed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, prod

from nonairo.grid import UNKNOWN, Grid
from nonairo.limits import Limits
from nonairo.photo.posing import totals_differ
from nonairo.photo.searching import NODES, Holding, Trials, Verdict, holding, judged, neighbours
from nonairo.photo.sighting import NONE, ZERO, Sighting
from nonairo.photo.spots import Spot, plain_name, spots_of
from nonairo.results import Status
from nonairo.solving import solve

TRIALS = 2_000  # readings that are solved
SECONDS = 0.8  # of processor time
SURE = 0.98  # the probability of a reading that is not asked about
WINDOW = 9.0  # readings up to e^9 times less likely than the best are compared with it
MANY = 12  # readings that hold, after which there is no point in looking for more
UNPROVED = 0.05  # puzzles among those that the core was not given time to prove
SEVERAL, CONTRADICTORY = 1e-4, 1e-7  # printed puzzles with several solutions, or none
AGREEING = 0.05  # wrong readings of a nonogram whose totals agree all the same
MISREAD = 0.01  # right ways to see a grid in which no reading holds
ABUNDANT = 0.9  # puzzles that look so and have no entries
SUPERFLUOUS = 0.02  # puzzles with many givens more than they need, at least
HALF = 0.5  # of these for each given
TANGO = "no-distinct"


@dataclass(frozen=True, slots=True)
class Proved:
    """What was found out about one sighting."""

    sighting: Sighting  # the one that holds, if there are several ways to see the grid
    spots: tuple[Spot, ...]
    first: Verdict  # of the likeliest reading
    why: str | None  # what was wrong with it
    best: Holding | None
    others: tuple[Holding, ...]  # that hold, too, and are not much less likely
    rules: str
    confidence: float  # the probability that `best` is right
    tried: int
    lines: tuple[tuple[Sighting, float], ...] = ()  # ways with a line more or less: how likely

    @property
    def sure(self) -> bool:
        return self.best is not None and self.confidence >= SURE


def prove(
    sighting: Sighting,
    known: Mapping[str, str] | None = None,
    *,
    rules: str | None = None,
    seconds: float = SECONDS,
    trials: int = TRIALS,
) -> Proved:
    """Search for the likeliest reading that holds.

    `known` has spots that the user named; `rules` are those of the kind that the user named.
    """
    until = time.process_time() + seconds
    sighting, known = _framed(sighting, known or {})
    views = (sighting, *sighting.others)
    found: list[Proved] = []
    for k, view in enumerate(views):
        spots = spots_of(view, known)
        now = time.process_time()
        proved = _by_rules(view, spots, rules, now + (until - now) / (len(views) - k), trials)
        if proved.sure and view.weight >= SURE and not any(each.best for each in found):
            return _questioned(proved, until)
        found.append(proved)
    return _questioned(_likeliest(found), until)


def _framed(sighting: Sighting, known: Mapping[str, str]) -> tuple[Sighting, Mapping[str, str]]:
    """Return the frame, a line longer or shorter, that the user says, and the other answers."""
    left = {plain_name(name): text.strip() for name, text in known.items()}
    kept = []
    for view in sighting.others:
        if view.line is not None and view.line[0] in left:
            name, value = view.line
            if (left[name].lower() == NONE) == (value == NONE):
                del left[name]
                return replace(view, line=None, weight=1.0), left
            if value == ZERO or left[name] == ZERO:
                del left[name]
            continue
        kept.append(view)
    if len(kept) == len(sighting.others):
        return sighting, known
    weight = sighting.weight if kept else 1.0
    return replace(sighting, others=tuple(kept), weight=weight), left


def _questioned(proved: Proved, until: float) -> Proved:
    """Less sure of digits most of which can be left out: some may be entries in a thin font."""
    best, wide = proved.best, proved.sighting.width
    alike = proved.sighting.kind == "nonogram" or proved.sighting.look == "tiles"
    if not proved.sure or best is None or alike:
        return proved
    givens = [
        cell for cell, _ in proved.sighting.each_cell() if best.puzzle.givens[cell] != UNKNOWN
    ]
    needed = 0
    for cell in givens:
        at = cell.row * wide + cell.col
        cells = best.puzzle.givens.cells
        without = best.puzzle.with_givens(
            Grid(proved.sighting.height, wide, cells[:at] + UNKNOWN + cells[at + 1 :])
        )
        needed += len(solve(without, limit=2, limits=Limits(nodes=NODES)).solutions) > 1
        if time.process_time() > until or needed >= len(givens) / 2:
            return proved
    return replace(proved, confidence=min(proved.confidence, ABUNDANT))


def _likeliest(found: Sequence[Proved]) -> Proved:
    """The best of several ways to see a grid, as sure as it is against the others."""
    weights: list[float] = []
    fewest = 10**6  # givens of a way that holds
    for each in found:
        view = each.sighting
        if each.best is None:
            weights.append(view.weight * MISREAD)
            continue
        givens = len(each.best.puzzle.givens.cells) - each.best.puzzle.givens.cells.count(UNKNOWN)
        fewest = min(givens, fewest)
        more = max(SUPERFLUOUS, HALF ** (givens - fewest))
        weights.append(view.weight * exp(-each.best.cost) * more)
    holding = [k for k, each in enumerate(found) if each.best is not None]
    if not holding:
        return found[0]
    best = max(holding, key=lambda k: weights[k])
    others = sum(
        max(weights[k], each.sighting.weight * MISREAD) for k, each in enumerate(found) if k != best
    )
    sure = found[best].confidence * weights[best] / (weights[best] + others)
    lines = tuple(
        (each.sighting, weights[k] / (weights[best] + others))
        for k, each in enumerate(found)
        if each.sighting.line is not None
    )
    return replace(found[best], confidence=sure, lines=lines)


def _by_rules(
    sighting: Sighting, spots: Sequence[Spot], rules: str | None, until: float, trials: int
) -> Proved:
    """Prove it with the rules that the user named, or the likeliest ones with which it holds."""
    best: Proved | None = None
    for each in (rules,) if rules else rules_of(sighting):
        found = _prove(sighting, spots, each, until, trials)
        if found.sure:
            return found
        if best is None or (best.best is None and found.best is not None):
            best = found
    assert best is not None
    return best


def rules_of(sighting: Sighting) -> tuple[str, ...]:
    """The rules to try, likeliest first: with signs, equal lines are usually allowed."""
    odd = sighting.height == sighting.width and sighting.height % 2
    if sighting.kind == "nonogram":
        return ("standard",)
    if odd:
        return ("odd-more-ones", "odd-more-zeros")
    signed = any(
        likely.value != "." and likely.probability > 0.5
        for side in (sighting.right, sighting.below)
        for row in side
        for candidates in row
        for likely in candidates[:1]
    )
    return (TANGO, "standard") if signed else ("standard", TANGO)


def _prove(
    sighting: Sighting, spots: Sequence[Spot], rules: str, until: float, most: int
) -> Proved:
    trials = Trials(sighting, spots, rules, most, until)
    start = trials.values(())
    first = judged(sighting, start, rules)
    why = reason(sighting, first, start)
    found: list[Holding] = []
    tried_first = 0
    if first.puzzle is None and sighting.kind != "nonogram":
        return Proved(sighting, tuple(spots), first, why, None, (), rules, 0.0, 1)
    for held in holding(trials):
        if not found:
            trials.farthest = held.cost + WINDOW
            tried_first = trials.tried
        found.append(held)
        if len(found) >= MANY:
            break
    if not found:
        return Proved(sighting, tuple(spots), first, why, None, (), rules, 0.0, trials.tried)
    best, *others = found
    if sighting.kind != "nonogram":
        others += neighbours(trials, best, {held.changes for held in found})
    sure = _confidence(spots, first, best, others, trials, tried_first)
    return Proved(
        sighting, tuple(spots), first, why, best, tuple(others), rules, sure, trials.tried
    )


def _confidence(
    spots: Sequence[Spot], first: Verdict, best: Holding, others: Sequence[Holding],
    trials: Trials, tried: int,
) -> float:  # fmt: skip
    """The probability of the best reading among all that could be meant.

    Everything is relative to the likeliest reading, whose probability is the product of its
    spots'. Against the best stand the others that hold; what vision did not think of, if one of
    the trials was won by chance; and a puzzle that really has several solutions or none.
    """
    whole = prod(spot.options[0].probability for spot in spots)
    unseen = 1 - prod(1 - spot.rest for spot in spots)
    chance = min(1.0, _by_chance(trials.sighting, tried))
    against = sum(exp(-held.cost) for held in others)
    against += chance * unseen / max(whole, 1e-12)
    against += UNPROVED * sum(
        exp(-sum(spots[spot].cost(option) for spot, option in changes))
        for changes in trials.unproved
    )
    if first.status is Status.MULTIPLE:
        against += SEVERAL
    elif first.status is Status.NONE:
        against += CONTRADICTORY
    mine = exp(-best.cost)
    return mine / (mine + against)


def _by_chance(sighting: Sighting, tried: int) -> float:
    """How often one of so many wrong readings has exactly one solution.

    A wrong clue changes the total of its line: the likeliest reading of a nonogram seldom holds by
    chance. Among readings whose totals agree, one in several does if the puzzle is small. A
    Binairo often has more givens than it needs, and holds with one less.
    """
    if sighting.kind != "nonogram":
        return 0.3
    unique = min(0.2, 4 / (sighting.height * sighting.width))
    return AGREEING * unique if tried == 1 else tried * unique


def reason(sighting: Sighting, verdict: Verdict, values: Sequence[object]) -> str | None:
    """One line saying why a reading does not hold."""
    match verdict.status:
        case Status.UNIQUE:
            return None
        case Status.MULTIPLE:
            return "the likeliest reading has several solutions"
        case Status.UNKNOWN:
            return "the likeliest reading could not be proved in time"
    differ = totals_differ(sighting, values)  # type: ignore[arg-type]
    if differ is not None:
        return f"in the likeliest reading, {differ}"
    because = f": {verdict.why}" if verdict.why else ""
    return f"the likeliest reading has no solution{because}"


__all__ = ["SURE", "Proved", "prove", "reason"]
