"""The smallest reasons: of the cells that a move looks at, only those that it needs.

A technique with a name decides itself: its reason is small when it sees the same in a line that
holds nothing else, and no longer sees it when any one cell more is unknown. For those that list all
ways to finish a line the same must follow, and must not follow without any one cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import and_
from typing import NamedTuple, TypeVar

from nonairo import native
from nonairo.candidates import Masks, masks_of, settled
from nonairo.grid import UNKNOWN, Cell, Line, Place, Symbol
from nonairo.line_solver import CompiledKernel, LineKernel
from nonairo.techniques.base import InLines, Move, Position, Reason, Technique
from nonairo.techniques.shared.lines import known, only_these

Item = TypeVar("Item")
Order = Callable[[Cell], int]


class SmallReason(NamedTuple):
    """A line without what a move does not need, and the further lines that it needs."""

    line: Line
    others: tuple[tuple[Place, Line], ...] = ()


def without(items: Sequence[Item], holds: Callable[[Sequence[Item]], bool]) -> list[Item]:
    """The items that can be left out together: the first ones rather than the last.

    `holds` says whether something still holds without these. Whole stretches are tried at once,
    since most cells are not needed.
    """
    gone: list[Item] = []
    waiting = [items] if items else []
    while waiting:
        part = waiting.pop()
        if holds([*gone, *part]):
            gone += part
        elif len(part) > 1:
            half = len(part) // 2
            waiting += [part[half:], part[:half]]
    return gone


def needed_of(
    line: Line, holds: Callable[[Line], bool], order: Callable[[int], int] | None = None
) -> Line:
    """A line without the cells that something does not need to hold; in this order they go."""
    cells = sorted(known(line), key=order) if order else known(line)
    return blanked(line, without(cells, lambda gone: holds(blanked(line, gone))))


def smallest(
    technique: Technique,
    tool: LineKernel,
    line: Line,
    move: Move,
    effects: Mapping[int, Symbol],
    order: Callable[[int], int] | None = None,
) -> Line:
    """A line without the cells that a technique does not need to decide others in it.

    In this `order` cells are left out.
    """
    if technique.needs is not None:
        return only_these(line, technique.needs(line, tool.rule, move))
    looked = list(move.premises)
    if technique.reason is Reason.NAMED:
        named = {k for cells in move.roles.values() for k in cells}
        looked = [k for k in looked if k not in named]
    if order is not None:
        looked.sort(key=order)
    if not looked:
        return only_these(line, move.premises)
    if len(move.premises) + line.count(UNKNOWN) < len(line):
        line = only_these(line, move.premises)
    compiled = tool if isinstance(tool, CompiledKernel) else None
    known_to_core = technique.claim is not None and technique.id in native.sights()
    if known_to_core and compiled is not None and compiled.reduced is not None:
        assert technique.claim is not None
        claim = _claim(technique.id, technique.claim, move)
        return compiled.reduced(line, looked, *claim, [*effects], "".join(effects.values()))
    masks = masks_of(line, tool.symbols)
    barred = tuple(
        [sum([1 << k for k, value in effects.items() if value != each]) for each in tool.symbols]
    )

    def still_follows(gone: Sequence[int]) -> bool:
        narrowed = tool.squeeze(forgotten(masks, gone))
        return narrowed is not None and not any(map(and_, narrowed, barred))

    def seen(gone: Sequence[int]) -> bool:
        smaller = blanked(line, gone)
        if technique.still is not None:
            return technique.still(smaller, tool.rule, move)
        return sees(technique, tool, smaller, effects, move) is not None

    def still_seen(gone: Sequence[int]) -> bool:
        return still_follows(gone) and seen(gone)  # what does not follow is not seen, either

    if compiled is not None:
        gone = compiled.needless(masks, looked, barred)
    else:
        gone = without(looked, still_follows)
    if gone and technique.reason is not Reason.MEANING and not seen(gone):
        gone = without(looked, still_seen)
    return blanked(line, gone)


def _claim(name: str, roles: tuple[str, str], move: Move) -> tuple[int, int, int, int, int]:
    """What the sentence of a move names, for the core: technique, block, cell, first, one past."""
    filled, stretch = (move.roles[role] if role else () for role in roles)
    block = move.clues[0] if move.clues else 0
    first, last = (min(stretch), max(stretch)) if stretch else (0, -1)
    return native.sights()[name], block, filled[0] if filled else 0, first, last + 1


def sees(
    technique: Technique,
    tool: LineKernel,
    line: Line,
    effects: Mapping[int, Symbol],
    like: Move | None = None,
) -> Move | None:
    """A move of a technique in a line that decides these cells, by the same cells as another."""
    assert isinstance(technique.find, InLines)
    for move in technique.find.moves(line, tool.rule, tool.symbols):
        if effects.items() <= move.effects.items() and (like is None or alike(move, like)):
            return move
    return None


def as_seen(technique: Technique, tool: LineKernel, small: SmallReason, move: Move) -> Move:
    """A move as it is in a line where less is known: of more blocks the shortest may be shorter."""
    if technique.of_others is not None and len(small.others) < len(move.others):
        lines = [line for _, line in small.others]
        return move._replace(numbers=technique.of_others(move.numbers["cases"], lines))
    if not technique.shrinking:
        return move
    seen = sees(technique, tool, small.line, move.effects, move)
    assert seen is not None, "a reason is enough to see the move"
    fewer = {name: seen.numbers[name] for name in technique.shrinking}
    return move._replace(numbers={**move.numbers, **fewer}, clues=seen.clues)


def alike(move: Move, other: Move) -> bool:
    """Whether the same cells have the same roles in a move as in one that knows more."""
    roles = all(set(cells) <= set(move.roles[role]) for role, cells in other.roles.items())
    return roles and all(move.numbers.get(n) == other.numbers.get(n) for n in ("length", "counted"))


def forgotten(masks: Masks, gone: Iterable[int]) -> Masks:
    """The masks of a line of which some cells are unknown again."""
    lost = 0
    for k in gone:
        lost |= 1 << k
    return tuple([mask | lost for mask in masks])


def blanked(line: Line, gone: Iterable[int]) -> Line:
    """The line with some cells unknown."""
    cells = list(line)
    for k in gone:
        cells[k] = UNKNOWN
    return "".join(cells)


def beside_others(
    tool: LineKernel,
    line: Line,
    effects: Mapping[int, Symbol],
    twins: Sequence[tuple[Place, Line]],
    order: Callable[[int], int] | None = None,
) -> SmallReason:
    """What is needed when all ways to finish a line but those that finished ones have taken agree.

    A finished line is needed as a whole or not at all.
    """
    masks = masks_of(line, tool.symbols)

    def hold(twins: Sequence[tuple[Place, Line]], gone: Sequence[int]) -> bool:
        open_masks = forgotten(masks, gone)
        taken = {full for _, full in twins}
        for k, symbol in effects.items():
            for number, other in enumerate(tool.symbols):
                alike = sum(full[k] == other for full in taken)
                if other != symbol and tool.count(settled(open_masks, k, number)) != alike:
                    return False
        return True

    far = without(twins, lambda gone: hold([twin for twin in twins if twin not in gone], ()))
    kept = [twin for twin in twins if twin not in far]
    cells = sorted(known(line), key=order) if order else known(line)
    return SmallReason(blanked(line, without(cells, lambda gone: hold(kept, gone))), tuple(kept))


def crossed(
    tools: tuple[LineKernel, LineKernel],
    lines: tuple[Line, Line],
    at: tuple[int, int],
    symbol: Symbol,
) -> tuple[Line, Line]:
    """What is needed of two lines that cross, to leave just this symbol where they do."""
    symbols = tools[0].symbols
    masks = [masks_of(line, symbols) for line in lines]

    def holds(gone: Sequence[tuple[int, int]]) -> bool:
        left = set(symbols)
        for which in (0, 1):
            open_masks = forgotten(masks[which], [k for one, k in gone if one == which])
            narrowed = tools[which].squeeze(open_masks) or open_masks
            left &= {
                each for each, mask in zip(symbols, narrowed, strict=True) if mask >> at[which] & 1
            }
        return left == {symbol}

    gone = without([(which, k) for which in (0, 1) for k in known(lines[which])], holds)
    first, second = (
        blanked(lines[which], [k for one, k in gone if one == which]) for which in (0, 1)
    )
    return first, second


def small(
    position: Position,
    technique: Technique,
    i: int,
    lines: Callable[[int], Line],
    move: Move,
    effects: Mapping[int, Symbol],
    order: Order | None = None,
) -> SmallReason:
    """What a move needs in its line and in others, as these `lines` are known."""
    tool, line, cells = position.kernels[i], lines(i), position.cells[i]
    first = None if order is None else (lambda k: order(cells[k]))
    others = [(place, lines(position.number(place))) for place in move.others]
    if move.looked:
        others = [(place, only_these(text, move.looked[place])) for place, text in others]
    if technique.reason is Reason.AS_FOUND:
        return SmallReason(only_these(line, move.premises), tuple(others))
    if not others:
        return SmallReason(smallest(technique, tool, line, move, effects, first))
    place, across = others[0]
    if place.axis == position.places[i].axis:
        return beside_others(tool, line, effects, others, first)
    j = position.number(place)
    ((k, symbol),) = effects.items()
    mine, theirs = crossed(
        (tool, position.kernels[j]), (line, across), (k, position.places[i].index), symbol
    )
    return SmallReason(mine, ((place, theirs),))


def premises_of(position: Position, i: int, found: SmallReason) -> tuple[Cell, ...]:
    """The cells that are known in the lines of a reason."""
    cells = [position.cells[i][k] for k in known(found.line)]
    for place, line in found.others:
        cells += [place.cell(k) for k in known(line)]
    return tuple(cells)
