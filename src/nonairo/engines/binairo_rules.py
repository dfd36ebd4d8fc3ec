"""Binairo's three simple deductions, each over the whole grid once. Two engines loop over them.

The known cells of a line are two masks, zeros and ones; `fill` looks for what must follow along
every row and every column. Only blanks are filled, so a contradiction stays visible and is found by
`broken`. Each deduction has one name here, and beside it the number that a published description
gives it: "half full" is pattern 1 of `patterns` and constraint 2 of `guess`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from nonairo.candidates import Candidates, Masks, bits, unknown_in
from nonairo.engines.base import CROSSING_ONLY, Run
from nonairo.grid import SYMBOLS, Place
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule


class Forced(NamedTuple):
    """The blanks of a line that must be 0, and those that must be 1."""

    zero: int
    one: int
    like: int | None = None  # the line that it was compared with


# zeros, ones, the rule, all lines along the axis
Look: TypeAlias = Callable[[int, int, Balanced, list[Masks]], Forced]


def no_three(zeros: int, ones: int, rule: Balanced, lines: list[Masks]) -> Forced:
    """-00 00- 0-0: a 1; -11 11- 1-1: a 0."""
    return Forced(_beside_two(ones), _beside_two(zeros))


def _beside_two(known: int) -> int:
    """The cells next to two alike, or between two alike."""
    up, down = known << 1, known >> 1
    return up & known << 2 | down & known >> 2 | up & down


def half_full(zeros: int, ones: int, rule: Balanced, lines: list[Masks]) -> Forced:
    """A line that has all its 0s gets 1s in the rest, and the other way round."""
    rest_zero = -1 if ones.bit_count() == rule.ones else 0
    rest_one = -1 if zeros.bit_count() == rule.zeros else 0
    return Forced(rest_zero, rest_one)


def near_equal(zeros: int, ones: int, rule: Balanced, lines: list[Masks]) -> Forced:
    """Two blanks left and otherwise equal to a full line, any of them: the opposite of it."""
    for index, (zero, one) in enumerate(lines):
        if not zero & one and not zeros & ~zero and not ones & ~one:
            return Forced(one & ~ones, zero & ~zeros, index)
    return Forced(0, 0)


@dataclass(frozen=True, slots=True)
class Deduction:
    """One of the three, by its name."""

    name: str
    look: Look
    two_left: bool = False  # looks only at lines with exactly two blanks, and where lines differ
    of_valid: bool = False  # the line it compares with has to be valid, not only full


NO_THREE = Deduction("no three", no_three)
HALF_FULL = Deduction("half full", half_full)
NEAR_EQUAL = Deduction("near equal", near_equal, two_left=True)
NEAR_VALID = replace(NEAR_EQUAL, of_valid=True)


def of_binairo(rule: LineRule, length: int) -> bool:
    """Whether a line is one of Binairo's: never three alike, and its quotas fill it."""
    return type(rule) is Balanced and rule.longest == 2 and rule.zeros + rule.ones == length


def other_rules(puzzle: Puzzle) -> str | None:
    """Why these deductions are not for a puzzle: they know Binairo's lines and no others."""
    if puzzle.more_lines:
        return CROSSING_ONLY
    for place in puzzle.places():
        if not of_binairo(puzzle.rule(place), puzzle.length(place)):
            return "its lines do not follow the rules of Binairo"
    return None if puzzle.symbols == SYMBOLS else "it has more than two symbols"


def fill(
    puzzle: Puzzle, possible: Candidates, deduction: Deduction, published: str, run: Run, depth: int
) -> int:
    """Apply one deduction to every row and every column; gives how many cells it filled.

    `published` is what the description calls it, such as "pattern 1".
    """
    filled = 0
    if deduction.two_left and not puzzle.distinct:
        return 0
    for place in puzzle.places():
        run.poll()
        lines = possible.lines(place.axis)
        zero, one = lines[place.index]
        blanks = zero & one
        if not blanks or (deduction.two_left and blanks.bit_count() != 2):
            continue
        rule = puzzle.rule(place)
        assert isinstance(rule, Balanced)
        compared = _valid_ones(puzzle, place.axis, lines) if deduction.of_valid else lines
        be_zero, be_one, like = deduction.look(zero & ~one, one & ~zero, rule, compared)
        be_zero &= blanks
        be_one &= blanks & ~be_zero  # both at once is a contradiction; the next look finds it
        if be_zero | be_one:
            possible.narrow(place, (zero & ~be_one, one & ~be_zero))
            filled += (be_zero | be_one).bit_count()
            if run.observer:
                cells = tuple(
                    (place.cell(k), SYMBOLS[be_one >> k & 1]) for k in bits(be_zero | be_one)
                )
                to = "" if like is None else f" to {Place(place.axis, like)}"
                why = f"{published}, {deduction.name}{to}"
                run.emit("deduce", depth, place, cells, criterion=why)
    return filled


OPEN: Masks = (-1, -1)  # a line that nothing is known of


def _valid_ones(puzzle: Puzzle, axis: str, lines: list[Masks]) -> list[Masks]:
    """The lines, but those that break their own rule as if nothing were known of them."""
    return [
        OPEN if _breaks(puzzle, Place(axis, index), masks) else masks
        for index, masks in enumerate(lines)
    ]


def broken(puzzle: Puzzle, possible: Candidates) -> bool:
    """Whether the known cells break a rule: too many alike, three in a row, equal full lines."""
    return any(_faults(puzzle, possible))


def _breaks(puzzle: Puzzle, place: Place, masks: Masks) -> bool:
    """Whether the known cells of a line break its own rule: too many alike, or three in a row."""
    zero, one = masks
    zeros, ones = zero & ~one, one & ~zero
    rule = puzzle.rule(place)
    assert isinstance(rule, Balanced)
    many = zeros.bit_count() > rule.zeros or ones.bit_count() > rule.ones
    return many or bool(zeros & zeros << 1 & zeros << 2 or ones & ones << 1 & ones << 2)


def _faults(puzzle: Puzzle, possible: Candidates) -> Iterator[bool]:
    for place in puzzle.places():
        yield _breaks(puzzle, place, possible.lines(place.axis)[place.index])
    if puzzle.distinct:
        for lines in (possible.rows, possible.cols):
            full = [masks for masks in lines if not unknown_in(masks)]
            yield len(set(full)) < len(full)
