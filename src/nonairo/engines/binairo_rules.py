"""Binairo's three simple deductions, each over the whole grid once. Two engines loop over them.

The known cells of a line are two masks, zeros and ones; `fill` looks for what must follow along
every row and every column. Only blanks are filled, so a contradiction stays visible and is found by
`broken`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from nonairo.candidates import Candidates, Masks, bits, unknown_in
from nonairo.engines.base import Run
from nonairo.grid import SYMBOLS
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced

# zeros, ones, the rule, all lines along the axis -> the blanks that must be 0, and that must be 1
Deduction: TypeAlias = Callable[[int, int, Balanced, list[Masks]], tuple[int, int]]


def no_three(zeros: int, ones: int, rule: Balanced, lines: list[Masks]) -> tuple[int, int]:
    """-00 00- 0-0: a 1; -11 11- 1-1: a 0."""
    return _beside_two(ones), _beside_two(zeros)


def _beside_two(known: int) -> int:
    """The cells next to two alike, or between two alike."""
    up, down = known << 1, known >> 1
    return up & known << 2 | down & known >> 2 | up & down


def half_full(zeros: int, ones: int, rule: Balanced, lines: list[Masks]) -> tuple[int, int]:
    """A line that has all its 0s gets 1s in the rest, and the other way round."""
    rest_zero = -1 if ones.bit_count() == rule.ones else 0
    rest_one = -1 if zeros.bit_count() == rule.zeros else 0
    return rest_zero, rest_one


def near_equal(zeros: int, ones: int, rule: Balanced, lines: list[Masks]) -> tuple[int, int]:
    """Two blanks left and otherwise equal to a full line, any of them: the opposite of it."""
    for zero, one in lines:
        if not zero & one and not zeros & ~zero and not ones & ~one:
            return one & ~ones, zero & ~zeros
    return 0, 0


def other_rules(puzzle: Puzzle) -> str | None:
    """Why these deductions are not for a puzzle: they know Binairo's lines and no others."""
    for rule in {*puzzle.row_rules, *puzzle.col_rules}:
        if type(rule) is not Balanced or rule.longest != 2:
            return "its lines obey other rules than Binairo's"
    return None if puzzle.symbols == SYMBOLS else "it has more than two symbols"


def two_left(deduction: Deduction) -> bool:
    """Whether a deduction looks only at lines with exactly two blanks."""
    return deduction is near_equal


def fill(puzzle: Puzzle, possible: Candidates, deduction: Deduction, run: Run, depth: int) -> int:
    """Apply one deduction to every row and every column; gives how many cells it filled."""
    filled = 0
    if two_left(deduction) and not puzzle.distinct:
        return 0
    for place in puzzle.places():
        run.poll()
        lines = possible.lines(place.axis)
        zero, one = lines[place.index]
        blanks = zero & one
        if not blanks or (two_left(deduction) and blanks.bit_count() != 2):
            continue
        rule = puzzle.rule(place)
        assert isinstance(rule, Balanced)
        be_zero, be_one = deduction(zero & ~one, one & ~zero, rule, lines)
        be_zero &= blanks
        be_one &= blanks & ~be_zero  # both at once is a contradiction; the next look finds it
        if be_zero | be_one:
            possible.narrow(place, (zero & ~be_one, one & ~be_zero))
            filled += (be_zero | be_one).bit_count()
            if run.observer:
                cells = tuple(
                    (place.cell(k), SYMBOLS[be_one >> k & 1]) for k in bits(be_zero | be_one)
                )
                run.tell("deduce", depth, place, cells, criterion=deduction.__name__)
    return filled


def broken(puzzle: Puzzle, possible: Candidates) -> bool:
    """Whether the known cells break a rule: too many alike, three in a row, equal full lines."""
    return any(_faults(puzzle, possible))


def _faults(puzzle: Puzzle, possible: Candidates) -> Iterator[bool]:
    for place in puzzle.places():
        zero, one = possible.lines(place.axis)[place.index]
        zeros, ones = zero & ~one, one & ~zero
        rule = puzzle.rule(place)
        assert isinstance(rule, Balanced)
        yield zeros.bit_count() > rule.zeros or ones.bit_count() > rule.ones
        yield bool(zeros & zeros << 1 & zeros << 2 or ones & ones << 1 & ones << 2)
    if puzzle.distinct:
        for lines in (possible.rows, possible.cols):
            full = [masks for masks in lines if not unknown_in(masks)]
            yield len(set(full)) < len(full)
