"""Replay a step by itself: do its effects follow from its premises, and from nothing else?

Written against the rules alone. It knows no technique: it blanks every cell that the step does not
name, runs the rule's automaton over what is left, and sees what cannot be otherwise. A chain is
replayed step by step from its assumption to the broken rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from nonairo.automata import ways
from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Cell, Grid, Line, Place
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule
from nonairo.techniques.parts.lines import put
from nonairo.techniques.parts.steps import Broken, Chain, Step

Known = Mapping[Cell, str]


def fault(puzzle: Puzzle, grid: Grid, step: Step) -> str | None:
    """Why a step does not hold in a grid; None if it does."""
    if not step.effects:
        return "the step decides nothing"
    for cell, symbol in step.effects:
        if grid[cell] != UNKNOWN:
            return f"{cell} is known already"
        if symbol not in SYMBOLS:
            return f"{cell}: no such symbol {symbol!r}"
    known = {cell: grid[cell] for cell in step.premises}
    blank = next((cell for cell, symbol in known.items() if symbol == UNKNOWN), None)
    if blank is not None:
        return f"the premise {blank} is not known"
    if not step.chains:
        return _follows(puzzle, known, step)
    if len(step.chains) == 1:
        return _dead_end(puzzle, known, step)
    return _either_way(puzzle, known, step)


def replay(puzzle: Puzzle, steps: tuple[Step, ...] | list[Step]) -> Grid:
    """The grid after all steps; raises AssertionError at the first that does not hold."""
    grid = puzzle.givens
    for number, step in enumerate(steps, 1):
        wrong = fault(puzzle, grid, step)
        assert wrong is None, f"step {number} ({step}): {wrong}"
        grid = grid.fill(dict(step.effects))
    return grid


def _follows(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    """Whether the effects follow in the step's line, with other lines excluded if it names any."""
    place = step.place
    if place is None:
        return "neither a line nor a chain"
    length = puzzle.length(place)
    line = "".join(known.get(place.cell(k), UNKNOWN) for k in range(length))
    taken: set[Line] = set()
    if step.others and not puzzle.distinct:
        return "lines need not differ"
    for other in step.others:
        text = "".join(known.get(other.cell(k), UNKNOWN) for k in range(length))
        if other.axis != place.axis or other == place or UNKNOWN in text:
            return f"{other} is not a finished line beside {place}"
        taken.add(text)
    for cell, symbol in step.effects:
        k = cell.col if place.axis == "row" else cell.row
        if place.cell(k) != cell:
            return f"{cell} is not in {place}"
        opposite = put(line, k, OTHER[symbol])
        if _ways(puzzle.rule(place), opposite) > sum(_is(full, opposite) for full in taken):
            return f"{cell} could be {OTHER[symbol]} as well"
    return None


def _is(full: Line, line: Line) -> bool:
    return all(theirs in (UNKNOWN, mine) for mine, theirs in zip(full, line, strict=True))


@lru_cache(maxsize=1 << 12)
def _ways(rule: LineRule, line: Line) -> int:
    """The number of completions of a line, by the rule's own automaton."""
    return ways(rule, line)


def _dead_end(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    (chain,) = step.chains
    cell, symbol = chain.assumed
    if step.effects != ((cell, OTHER[symbol]),):
        return "a dead end decides the opposite of what was supposed"
    wrong, after = _chain(puzzle, known, chain)
    if wrong is not None:
        return wrong
    return "no rule is broken" if chain.broken is None else _broken(puzzle, after, chain.broken)


def _either_way(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    if len(step.chains) != 2 or {chain.assumed for chain in step.chains} != {
        (step.chains[0].assumed[0], symbol) for symbol in SYMBOLS
    }:
        return "both values of one cell must be supposed"
    for chain in step.chains:
        wrong, after = _chain(puzzle, known, chain)
        if wrong is not None:
            return wrong
        for cell, symbol in step.effects:
            if after.get(cell) != symbol:
                return f"{cell} does not become {symbol} either way"
    return None


def _chain(puzzle: Puzzle, known: Known, chain: Chain) -> tuple[str | None, dict[Cell, str]]:
    """Replay the inner steps; what is known at the end."""
    cell, symbol = chain.assumed
    after = {**known, cell: symbol}
    for step in chain.steps:
        missing = next((premise for premise in step.premises if premise not in after), None)
        if missing is not None:
            return f"{missing} is not known inside the chain", after
        wrong = _follows(puzzle, {premise: after[premise] for premise in step.premises}, step)
        if wrong is not None:
            return f"inside the chain, {step.technique} in {step.place}: {wrong}", after
        for where, value in step.effects:
            after.setdefault(where, value)
    return None, after


def _broken(puzzle: Puzzle, known: Known, broken: Broken) -> str | None:
    """Whether the cells named do break the rule."""
    named = {cell: known[cell] for cell in broken.cells if cell in known}
    if len(named) != len(set(broken.cells)):
        return "a cell of the broken rule is not known"
    lines = [_line(puzzle, named, place) for place in broken.places]
    if broken.rule == "distinct":
        alike = len(lines) == 2 and lines[0] == lines[1] and UNKNOWN not in lines[0]
        same_axis = len({place.axis for place in broken.places}) == 1
        if alike and same_axis and puzzle.distinct and len(set(broken.places)) == 2:
            return None
        return "the lines are not equal"
    if len(lines) != 1 or _ways(puzzle.rule(broken.places[0]), lines[0]):
        return f"{broken.places[0]} can be completed"
    return None


def _line(puzzle: Puzzle, known: Known, place: Place) -> Line:
    cells = (place.cell(k) for k in range(puzzle.length(place)))
    return "".join(known.get(cell, UNKNOWN) for cell in cells)
