"""Signs along a line: where they are, and which cells they link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from nonairo.candidates import masks_of
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid, Line, Place, Symbol
from nonairo.line_solver import kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import Both, LineRule, Signs, signs_along
from nonairo.sentence_words import listed
from nonairo.techniques.shared.line_reasons import without
from nonairo.techniques.shared.steps import Chain, Step

EQUAL = "="
SIGN = {EQUAL: 1, "x": 2}  # how sentences choose between the two


def signs_in(signs: str) -> Iterator[tuple[int, str]]:
    """The gaps that have a sign: the cells k and k + 1, and which sign."""
    for k, sign in enumerate(signs):
        if sign in SIGN:
            yield k, sign


@lru_cache(maxsize=4096)
def groups_of(signs: str, longest: int) -> tuple[dict[int, bool], ...]:
    """The groups of linked cells, each with whether it is the opposite of the first.

    Where two alike are the most, the cells beside a pair of `=` differ from it.

    >>> groups_of(".=.", 2)
    ({0: False, 1: True, 2: True, 3: False},)
    """
    links: dict[int, list[tuple[int, bool]]] = {}

    def link(one: int, other: int, turned: bool) -> None:
        if one >= 0 and other <= len(signs):
            links.setdefault(one, []).append((other, turned))
            links.setdefault(other, []).append((one, turned))

    for k, sign in signs_in(signs):
        link(k, k + 1, sign != EQUAL)
        if sign == EQUAL and longest == 2:
            link(k - 1, k, True)
            link(k + 1, k + 2, True)
    found: list[dict[int, bool]] = []
    for first in sorted(links):
        if any(first in group for group in found):
            continue
        group = {first: False}
        waiting = [first]
        while waiting:
            here = waiting.pop()
            for there, turned in links[here]:
                if there not in group:
                    group[there] = group[here] != turned
                    waiting.append(there)
        found.append(group)
    return tuple(found)


class Sign(NamedTuple):
    """A sign and the cells between which it stands."""

    one: Cell
    other: Cell
    sign: str

    def __str__(self) -> str:
        return f"{self.sign} between {self.one} and {self.other}"


def spell_signs(signs: Iterable[Sign]) -> str:
    """Signs as a person names them.

    >>> spell_signs([Sign(Cell(0, 0), Cell(0, 1), "x"), Sign(Cell(1, 1), Cell(2, 1), "=")])
    'x between r1c1 and r1c2 and = between r2c2 and r3c2'
    """
    return listed(list(map(str, signs)))


def needed_signs(step: Step) -> list[Sign]:
    """The signs of its line without which a step does not follow."""
    if step.place is None or step.rule is None or not signs_along(step.rule):
        return []
    cells = {step.place.cell(k): k for k in range(len(step.line))}
    return signs_for(step.place, step.rule, step.line, {cells[c]: s for c, s in step.effects})


def signs_behind(puzzle: Puzzle, grid: Grid, step: Step) -> list[Sign]:
    """The signs on which a step rests in a grid, also in what it supposes, in reading order."""
    cells = (Cell(row, col) for row in range(grid.height) for col in range(grid.width))
    known = {cell: grid[cell] for cell in cells}
    chains = (sign for chain in step.chains for sign in _signs_of(puzzle, known, chain))
    return sorted({*needed_signs(step), *chains})


def _signs_of(puzzle: Puzzle, known: Mapping[Cell, Symbol], chain: Chain) -> Iterator[Sign]:
    """The signs that a supposition needs, in its steps, cases and at its end."""
    known = {**known, **chain.filled}
    for link in chain.steps:
        yield from needed_signs(link)
        for inner in link.chains:
            yield from _signs_of(puzzle, known, inner)
    for case in chain.cases:
        yield from _signs_of(puzzle, known, case)
    if chain.broken is None or len(chain.broken.places) != 1:
        return
    (place,) = chain.broken.places
    rule, shown = puzzle.rule(place), chain.broken.cells
    if signs_along(rule):
        cells = [place.cell(k) for k in range(puzzle.length(place))]
        line = "".join(known[cell] if cell in shown else UNKNOWN for cell in cells)
        yield from signs_for(place, rule, line, {})


def signs_for(place: Place, rule: LineRule, line: Line, decided: dict[int, Symbol]) -> list[Sign]:
    """The signs that a line needs to decide some cells; or, for none, to have no completion."""
    assert type(rule) is Both
    signs = signs_along(rule)

    def holds(gone: Sequence[int]) -> bool:
        left = "".join("." if k in gone else sign for k, sign in enumerate(signs))
        rules = (Signs(left) if type(each) is Signs else each for each in rule.rules)
        narrowed = kernel(Both(tuple(rules)), len(line)).squeeze(masks_of(line))
        if narrowed is None or not decided:
            return narrowed is None
        return all(
            not mask >> k & 1
            for k, own in decided.items()
            for symbol, mask in zip(SYMBOLS, narrowed, strict=True)
            if symbol != own
        )

    gone = without([k for k, _ in signs_in(signs)], holds)
    return [
        Sign(place.cell(k), place.cell(k + 1), sign) for k, sign in signs_in(signs) if k not in gone
    ]
