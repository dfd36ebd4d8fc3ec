"""The clues beside a nonogram: characters grouped to numbers, numbers to the clue of each line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from nonairo.photo.characters import Character
from nonairo.photo.sighting import MOST_CLUES, LikelyClue, LikelyNumber

SHARPER = 1.5  # how much surer a digit is than it seems: a factor of logarithms
LEAST = 0.0003  # the probability of a digit that is worth a candidate
NEAREST, FARTHEST = 0.8, 1.5  # of their height: between these, two digits may be one number or two
BESIDE = 0.995  # the probability that digits beside each other in a column are one number
USUAL = 1.04  # where that is in most fonts
STEEP = 18.0  # how quickly that turns from one to the other


class Read(NamedTuple):
    """The numbers of a clue in order, and all readings of them together."""

    numbers: tuple[tuple[Character, ...], ...]
    likely: tuple[tuple[LikelyNumber, ...], ...]  # of each number
    clues: tuple[LikelyClue, ...]


def near_each_other(characters: Sequence[Character]) -> float:
    """The distance from which two neighbouring digits are two numbers, against their height.

    It lies in the widest gap between the distances of all neighbours on rows.
    """
    return _gap(_distances(characters))


def _distances(characters: Sequence[Character]) -> list[float]:
    ordered = sorted(characters, key=lambda each: each.x)
    found = []
    for one, other in pairwise(ordered):
        if abs(one.y - other.y) < 0.5 * max(one.height, other.height):
            found.append(distance(one, other))
    return found


def distance(one: Character, other: Character) -> float:
    """How far two digits are apart, against their height: centres and the gap between them."""
    height = max(one.height, other.height)
    return (0.5 * (other.x - one.x) + 0.5 * (other.box[0] - one.box[2])) / height + 0.375


def _gap(distances: Sequence[float]) -> float:
    inside = sorted(d for d in distances if 0.3 < d < 2.4)
    ends = [NEAREST, *(d for d in inside if NEAREST < d < FARTHEST), FARTHEST]
    middles = [(a + b) / 2 for a, b in pairwise(ends)]
    worth = [
        (b - a) * math.exp(-(((middle - USUAL) / 0.2) ** 2))
        for (a, b), middle in zip(pairwise(ends), middles, strict=True)
    ]
    k = int(np.argmax(worth))
    return min(max(USUAL, ends[k] + 0.06), max(ends[k + 1] - 0.06, middles[k]))


def read_row(line: Sequence[Character], apart: float, cells: int) -> Read:
    """Return the clue of a row from its characters."""
    ordered = sorted(line, key=lambda each: each.x)
    joined = []
    for one, other in pairwise(ordered):
        far = distance(one, other)
        joined.append(1 / (1 + math.exp(min(50.0, STEEP * (far - apart)))))
    return _read(ordered, joined, cells)


def read_column(line: Sequence[Character], apart: float, cells: int) -> Read:
    """Return the clue of a column: numbers below each other, digits beside each other."""
    ordered = sorted(line, key=lambda each: each.y)
    levels: list[list[Character]] = []
    for each in ordered:
        if levels and abs(each.y - np.mean([c.y for c in levels[-1]])) < 0.5 * each.height:
            levels[-1].append(each)
        else:
            levels.append([each])
    flat: list[Character] = []
    joined: list[float] = []
    for level in levels:
        level.sort(key=lambda each: each.x)
        for k, each in enumerate(level):
            if flat:
                joined.append(0.0 if k == 0 else BESIDE)
            flat.append(each)
    return _read(flat, joined, cells)


class _Part(NamedTuple):
    """A reading of the first characters: whole numbers, and the digits of the last one."""

    numbers: tuple[int, ...]
    groups: tuple[int, ...]  # how many characters each number has
    log: float


def _read(ordered: Sequence[Character], joined: Sequence[float], cells: int) -> Read:
    digits = [_digits(each) for each in ordered]
    parts = [_Part((), (), 0.0)]
    for k in range(len(ordered)):
        grown: list[_Part] = []
        join = joined[k - 1] if k else 0.0
        for part in parts:
            for digit, p in digits[k]:
                log = part.log + math.log(p)
                if digit is None:  # not a digit at all
                    grown.append(part._replace(log=log, groups=(*part.groups, -1)))
                    continue
                last = part.groups[-1] if part.groups else 0
                if last == 1 and join > 1e-4:
                    number = 10 * part.numbers[-1] + digit
                    if part.numbers[-1] and number <= cells:
                        numbers = (*part.numbers[:-1], number)
                        grown.append(_Part(numbers, (*part.groups[:-1], 2), log + math.log(join)))
                if join < 1 - 1e-4 or last != 1:
                    away = math.log(max(1 - join, 1e-4)) if last == 1 else 0.0
                    grown.append(_Part((*part.numbers, digit), (*part.groups, 1), log + away))
        parts = sorted(grown, key=lambda part: -part.log)[: 4 * MOST_CLUES]
    return _summed(ordered, digits, parts, cells)


def _digits(each: Character) -> list[tuple[int | None, float]]:
    """Return what a character may be, None for something that belongs to no number."""
    sharp = each.classes**SHARPER / (each.classes**SHARPER).sum()
    p = sharp[:10].copy()
    p[0] += sharp[15]  # a ring
    found: list[tuple[int | None, float]] = [
        (int(d), float(p[d])) for d in np.argsort(-p)[:5] if p[d] > LEAST
    ]
    found.append((None, max(1e-3, 1 - float(p.sum()))))
    return found


def _summed(
    ordered: Sequence[Character],
    digits: Sequence[Sequence[tuple[int | None, float]]],
    parts: Sequence[_Part],
    cells: int,
) -> Read:
    """Add up what gives the same clue; clues that do not fit into the line are left out."""
    total: dict[tuple[int, ...], float] = {}
    shape: dict[tuple[int, ...], tuple[int, ...]] = {}
    for part in parts:
        clue = () if part.numbers == (0,) else part.numbers
        if (0 in clue) or sum(clue) > cells:
            continue
        total[clue] = total.get(clue, 0.0) + math.exp(part.log)
        shape.setdefault(clue, part.groups)
    if not total:
        return Read((), (), (LikelyClue((), 0.02),))
    ranked = sorted(total, key=lambda clue: -total[clue])[:MOST_CLUES]
    whole = sum(total.values()) + 0.003  # what does not fit into the line is out of the question
    clues = tuple(LikelyClue(clue, total[clue] / whole) for clue in ranked)
    numbers: list[tuple[Character, ...]] = []
    likely: list[tuple[LikelyNumber, ...]] = []
    k = 0
    for group in shape[ranked[0]]:
        if group < 0:
            k += 1
            continue
        own = tuple(ordered[k : k + group])
        if ranked[0]:
            numbers.append(own)
            likely.append(_number(digits[k : k + group], cells))
        k += group
    return Read(tuple(numbers), tuple(likely), clues)


def _number(
    digits: Sequence[Sequence[tuple[int | None, float]]], cells: int
) -> tuple[LikelyNumber, ...]:
    """Return what a number of one or two digits may be."""
    found = {0: 1.0}
    for each in digits:
        found = {
            10 * value + digit: p * q
            for value, p in found.items() for digit, q in each if digit is not None
        }  # fmt: skip
    ranked = sorted(found.items(), key=lambda item: -item[1])
    return tuple(LikelyNumber(value, p) for value, p in ranked if 0 < value <= cells)[:6]
