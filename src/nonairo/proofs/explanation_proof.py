"""An explanation as a proof: every step replayed from the file, by the rules alone.

What `nonairo explain --json` writes says of each step which cells it looks at and what follows. If
every step holds and the last one fills the grid, then no other solution can be.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nonairo.checking import check
from nonairo.errors import NonairoError
from nonairo.grid import Cell, Place
from nonairo.kinds import from_id
from nonairo.plain import many
from nonairo.proofs.checking import ANOTHER, Refused
from nonairo.puzzle import Puzzle
from nonairo.techniques.shared.checker import fault
from nonairo.techniques.shared.steps import Broken, Chain, Effects, Step

DEEPEST = 50  # suppositions inside each other
NO_EXPLANATION = "expected the output of explain --json, found something else"


def check_explanation(
    puzzle: Puzzle, text: bytes, poll: Callable[[], object] = lambda: None
) -> None:
    """Raises Refused unless the steps of a file lead from the givens to the only solution.

    `poll` is called before every step; what it raises ends the check.
    """
    try:
        record = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise Refused(NO_EXPLANATION) from None
    try:
        _replay(puzzle, record, poll)
    except Refused:
        if isinstance(record, dict) and _is_of_another(puzzle, record):
            raise Refused(ANOTHER) from None
        raise


def _is_of_another(puzzle: Puzzle, record: Mapping[str, Any]) -> bool:
    """Whether an explanation says that it is of another puzzle; a name of its own says nothing."""
    for name in ("kind", "height", "width"):
        if record.get(name, getattr(puzzle, name)) != getattr(puzzle, name):
            return True
    try:
        return from_id(str(record.get("id"))) != puzzle
    except NonairoError:
        return False


def _replay(puzzle: Puzzle, record: Any, poll: Callable[[], object]) -> None:
    try:
        steps = [_step(each, puzzle) for each in record["steps"]]
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        raise Refused(NO_EXPLANATION) from None
    grid = puzzle.givens
    excluded: set[tuple[Cell, str]] = set()  # only what a step before has shown
    for number, step in enumerate(steps, 1):
        poll()
        wrong = fault(puzzle, grid, step, excluded)
        if wrong is not None:
            raise Refused(f"step {number}: {wrong}")
        excluded |= {*step.excludes}
        grid = grid.fill(dict(step.effects))
    if not grid.full:
        raise Refused(f"{many(grid.cells.count('.'), 'cell')} not decided by the steps")
    if record.get("grid", grid.cells) != grid.cells:
        raise Refused("the steps do not lead to the grid in the file")
    broken = check(puzzle, grid)
    if broken:
        raise Refused(f"the final grid breaks a rule: {broken[0].message}")


def _step(record: Mapping[str, Any], puzzle: Puzzle, deep: int = 0) -> Step:
    premises = record["premises"]
    place = record["place"]
    chains = _chains(record.get("tree"), puzzle, deep)
    if place is None and not chains:
        raise Refused("a step without a line must list its suppositions")
    return Step(
        technique=str(record["technique"]),
        level=1,
        score=0,
        place=None if place is None else _place(place, puzzle),
        premises=tuple(_cell(each, puzzle) for each in premises["cells"]),
        effects=_values(record["effects"], puzzle),
        others=tuple(_place(each, puzzle) for each in premises["lines"]),
        chains=chains,
        excludes=_values(record.get("excludes", ()), puzzle),
        barred=_values(record.get("excluded", ()), puzzle),
    )


def _chains(tree: Mapping[str, Any] | None, puzzle: Puzzle, deep: int) -> tuple[Chain, ...]:
    """The suppositions of a step: one, or the cases of a tree that supposes nothing."""
    if tree is None:
        return ()
    if "left_out" in tree:
        raise Refused(
            f"a tree of {many(tree['left_out'], 'case')} is not listed: use nonairo solve --proof"
        )
    several = [tree] if tree["suppose"] is not None else tree["cases"]
    return tuple(_chain(each, puzzle, deep) for each in several)


def _chain(record: Mapping[str, Any], puzzle: Puzzle, deep: int) -> Chain:
    if deep > DEEPEST:
        raise ValueError
    broken = record["ends"]
    return Chain(
        assumed=_value(record["suppose"], puzzle),
        steps=tuple(_step(each, puzzle, deep + 1) for each in record["steps"]),
        rounds=0,
        broken=None if broken is None else _broken(broken, puzzle),
        cases=tuple(_chain(each, puzzle, deep + 1) for each in record["cases"]),
    )


def _broken(record: Mapping[str, Any], puzzle: Puzzle) -> Broken:
    places = tuple(_place(each, puzzle) for each in record["places"])
    if not places:
        raise ValueError
    return Broken(
        str(record["rule"]),
        places,
        tuple(_cell(each, puzzle) for each in record["cells"]),
    )


def _values(records: Sequence[Sequence[Any]], puzzle: Puzzle) -> Effects:
    return tuple(_value(each, puzzle) for each in records)


def _value(record: Sequence[Any], puzzle: Puzzle) -> tuple[Cell, str]:
    """A cell and its symbol; one symbol, since no rule says anything of two in a cell."""
    row, col, symbol = record
    if symbol not in [*puzzle.symbols]:
        raise ValueError
    return _cell((row, col), puzzle), symbol


def _cell(numbers: Sequence[int], puzzle: Puzzle) -> Cell:
    row, col = (_whole(number) for number in numbers)
    if not (0 <= row < puzzle.height and 0 <= col < puzzle.width):
        raise ValueError
    return Cell(row, col)


def _place(record: Sequence[Any], puzzle: Puzzle) -> Place:
    axis, index = record
    return {(place.axis, place.index): place for place in puzzle.places()}[axis, _whole(index)]


def _whole(number: object) -> int:
    if type(number) is not int:
        raise TypeError
    return number
