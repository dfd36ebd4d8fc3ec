"""The steps of a climb as links of a chain: only those needed, by what they need.

A climb makes every step that it finds, and all that a step decides. On the way back from the end of
a chain it is known what is needed of each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nonairo.candidates import masks_of
from nonairo.grid import UNKNOWN, Cell, Line, Symbol
from nonairo.line_solver import LineKernel
from nonairo.techniques.base import InLines, Move, Position, Reason, Step, Technique
from nonairo.techniques.shared.line_reasons import Order, premises_of, sees, small
from nonairo.techniques.shared.lines import known
from nonairo.techniques.shared.steps import Effect


def _link(
    position: Position,
    techniques: Mapping[str, Technique],
    step: Step,
    values: Mapping[Cell, Symbol],
    wanted: Mapping[Cell, Symbol],
    order: Order,
) -> Step:
    """A step of a line by what it needs for some of its effects, and by nothing else."""
    assert step.place is not None
    i, technique = position.number(step.place), techniques[step.technique]
    looked = {cell: values[cell] for cell in step.premises}

    def line_of(number: int) -> Line:
        return "".join([looked.get(cell, UNKNOWN) for cell in position.cells[number]])

    where = {cell: k for k, cell in enumerate(position.cells[i])}
    effects = {where[cell]: symbol for cell, symbol in wanted.items()}
    roles = {role: tuple([where[cell] for cell in named]) for role, named in step.roles.items()}
    premises = known(line_of(i))
    move = Move(effects, premises, step.numbers, step.clues, step.others, roles)
    found = small(position, technique, i, line_of, move, effects, order)
    if isinstance(technique.find, InLines):
        technique, move = _seen_by(techniques, technique, position.kernels[i], found.line, move)
    elif technique.of_others is not None:
        cases = position.kernels[i].count(masks_of(found.line, position.symbols))
        numbers = technique.of_others(cases, [line for _, line in found.others])
        move = move._replace(numbers=numbers)
    move = move._replace(others=tuple([place for place, _ in found.others]))
    decided = tuple(sorted(wanted.items()))
    needed = premises_of(position, i, found)
    seen = {step.place: found.line, **dict(found.others)}
    return technique.step(position, i, move, needed, decided, found.line, step.score, seen)


def _seen_by(
    techniques: Mapping[str, Technique], own: Technique, tool: LineKernel, line: Line, move: Move
) -> tuple[Technique, Move]:
    """The technique that sees a move in a smaller line: there may be more ways to finish it."""
    seen = sees(own, tool, line, move.effects, move)
    if seen is not None or own.reason is not Reason.MEANING:
        return own, seen or move
    for other in techniques.values():
        if other.reason is Reason.MEANING and isinstance(other.find, InLines):
            seen = sees(other, tool, line, move.effects)
            if seen is not None:
                return other, seen
    return own, move


def on_which(
    position: Position,
    techniques: Iterable[Technique],
    assumed: Effect,
    steps: Sequence[Step],
    needed: set[Cell],
) -> list[Step]:
    """The steps on which some cells rest, each with the smallest reason.

    `position` is that before the assumption. To the cells needed, the premises are added.
    """
    by_id = {technique.id: technique for technique in techniques}
    values = {cell: position.lines[cell.row][cell.col] for row in position.cells for cell in row}
    values |= dict([assumed])
    born = {assumed[0]: 0}
    for number, step in enumerate(steps, 1):
        values |= dict(step.effects)
        born |= {cell: number for cell, _ in step.effects}
    kept = []
    for step in reversed(steps):
        wanted = {cell: symbol for cell, symbol in step.effects if cell in needed}
        if wanted:
            link = _link(position, by_id, step, values, wanted, lambda c: -born.get(c, -1))
            kept.append(link)
            needed |= set(link.premises)
    return kept[::-1]
