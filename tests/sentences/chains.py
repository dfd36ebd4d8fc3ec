"""Sentences that suppose something: every link followed to the rule that breaks."""

from __future__ import annotations

import re

from nonairo import Cell, Grid, Place, Puzzle
from nonairo.automata import ways
from nonairo.rules import balance_of, signs_along
from sentences.reading import (
    CELLS,
    NUMBER,
    PLACE,
    PLACES,
    RESULT,
    cells_in,
    not_forced,
    number,
    place_of,
    result_of,
)


class Untrue(Exception):
    """What is not so."""


def untrue_chain(puzzle: Puzzle, grid: Grid, text: str) -> str | None:
    """What is untrue about a sentence that supposes something, read from its text alone."""
    head, _, end = text.rpartition(". ")
    unseen = rf"(?: \(({CELLS}) need not be known for that\))?"
    match = re.fullmatch(rf"(?:So|Either way) ({RESULT}){unseen}", end)
    if not match:
        return "the end is not understood"
    decided, left = result_of(match[1]), {}
    grid = forget(grid, cells_in(match[2] or ""))
    if any(grid[cell] != "." for cell in decided):
        return "what is decided is known already"
    refuted: set[str] = set()
    try:
        for chain in head.split(". Or "):
            cell, symbol, state = follow_chain(puzzle, grid, chain.removesuffix("."))
            if state is not None:
                left = {c: state[c] for c in decided}
                if left != decided:
                    return "the chain does not lead there"
            else:
                refuted.add(symbol)
                left = {}
                for kept in set(puzzle.symbols) - refuted:
                    left[cell] = kept
    except Untrue as wrong:
        return str(wrong)
    return None if left == decided else "something else is decided"


def forget(grid: Grid, cells: list[Cell]) -> Grid:
    """A grid without what is known of some cells."""
    gone = {cell.row * grid.width + cell.col for cell in cells}
    text = "".join("." if k in gone else symbol for k, symbol in enumerate(grid.cells))
    return Grid(grid.height, grid.width, text)


def follow_chain(puzzle: Puzzle, grid: Grid, text: str) -> tuple[Cell, str, Grid | None]:
    """What is supposed, and where that leads; None if a rule breaks, in the end in every case."""
    line, *numbered = re.split(r"\. Case ([\d.]+): ", text)
    cases = dict(zip(numbered[::2], numbered[1::2], strict=True))
    return follow_case(puzzle, grid, line, cases, "")


def follow_case(
    puzzle: Puzzle, grid: Grid, line: str, cases: dict[str, str], number: str
) -> tuple[Cell, str, Grid | None]:
    cell, symbol, state, end = follow_line(puzzle, grid, line)
    if end is None:
        return cell, symbol, state
    split = re.fullmatch(r"every value of (r\d+c\d+) fails", end)
    if split is None:
        if not breaks(puzzle, state, end):
            raise Untrue(f"not so: {end}")
        return cell, symbol, None
    below = [name for name in cases if re.fullmatch(re.escape(number) + r"\d+", name)]
    seen = []
    for name in below:
        own = follow_case(puzzle, state, cases[name], cases, f"{name}.")
        if own[2] is not None or [own[0]] != cells_in(split[1]):
            raise Untrue(f"case {name} does not fail")
        seen.append(own[1])
    if sorted(seen) != sorted(puzzle.symbols):
        raise Untrue(f"not all cases of {split[1]} are told")
    return cell, symbol, None


def follow_line(puzzle: Puzzle, grid: Grid, line: str) -> tuple[Cell, str, Grid, str | None]:
    """One supposition and what follows from it; and what is said to be broken at the end."""
    suppose, *then = parts_of(line)
    ((cell, symbol),) = result_of(re.sub("^(?:suppose|else) ", "", suppose)).items()
    if grid[cell] != ".":
        raise Untrue(f"{cell} is known and cannot be supposed")
    state = grid.fill({cell: symbol})
    for part in then:
        told = re.fullmatch(rf"then ({RESULT}) \((.*)\)", part)
        if told is None:
            return cell, symbol, state, part.removeprefix("and ")
        effects, place = (
            result_of(told[1]),
            re.fullmatch(rf"[\w -]+ in ({PLACE})(?: with ({PLACES}))?", told[2]),
        )
        if place is not None:
            named = [place_of(text) for text in re.findall(PLACE, place[2] or "")]
            wrong = not_forced(puzzle, state, effects, place_of(place[1]), named)
            if wrong:
                raise Untrue(wrong)
        else:
            check_dead_end(puzzle, state, effects, told[2])
        state = state.fill(effects)
    return cell, symbol, state, None


def check_dead_end(puzzle: Puzzle, grid: Grid, effects: dict[Cell, str], why: str) -> None:
    """A dead end inside a chain: everything else breaks a rule."""
    ((cell, kept),) = effects.items()
    refuted = []
    for line in why.split(" or else "):
        supposed, symbol, state, end = follow_line(puzzle, grid, line)
        if supposed != cell or end is None or not breaks(puzzle, state, end):
            raise Untrue(f"{cell} is not refuted: {line}")
        refuted.append(symbol)
    if sorted([*refuted, kept]) != sorted(puzzle.symbols):
        raise Untrue(f"{cell} could be something else")


def parts_of(line: str) -> list[str]:
    """A chain taken apart at its commas, those inside brackets apart."""
    parts, depth, begin = [], 0, 0
    for k, letter in enumerate(line):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and re.match(r", (?:then|and) ", line[k : k + 8]):
            parts.append(line[begin:k])
            begin = k + 2
    return [*parts, line[begin:]]


def breaks(puzzle: Puzzle, grid: Grid, told: str) -> bool:
    """Whether a rule is broken as it is said to be."""
    places = [place_of(text) for text in re.findall(PLACE, told)]
    cells = cells_in(told)
    symbols = {grid[cell] for cell in cells}
    if match := re.fullmatch(rf"({CELLS}) would be ({NUMBER}) alike in a row", told):
        lines = [sorted(c.col for c in cells), sorted(c.row for c in cells)]
        straight = any(at == list(range(at[0], at[0] + len(cells))) for at in lines)
        straight = straight and any(len(set(at)) == 1 for at in lines)
        alike = len(symbols) == 1 and "." not in symbols
        return alike and straight and number(match[2]) == len(cells) > 2
    if match := re.fullmatch(rf"{PLACE} would have ({NUMBER}) alike, {CELLS}, .* too many", told):
        rule, line = balance_of(puzzle.rule(places[0])), grid.line(places[0])
        assert rule is not None
        (symbol,) = symbols
        return (
            line.count(symbol)
            == number(match[1])
            == len(cells)
            > (rule.zeros, rule.ones)[int(symbol)]
        )
    if re.fullmatch(rf"{CELLS} would not be what the sign between them asks for", told):
        (one, other), (first, second) = cells, (grid[cell] for cell in cells)
        place = Place("row", one.row) if one.row == other.row else Place("column", one.col)
        at = one.col if one.row == other.row else one.row
        neighbours = place.cell(at + 1) == other and "." not in (first, second)
        sign = signs_along(puzzle.rule(place))[at]
        return neighbours and sign == ("=" if first != second else "x")
    if re.fullmatch(rf"{PLACE} and {PLACE} would be equal", told):
        first, second = (grid.line(place) for place in places)
        return first == second and "." not in first and puzzle.distinct
    if re.fullmatch(rf"the clue of {PLACE} could not be met|{PLACE} could not be completed", told):
        (place,) = places
        return not ways(puzzle.rule(place), grid.line(place), puzzle.symbols)
    return False
