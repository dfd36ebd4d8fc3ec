"""Two numbers whose areas overlap: what one of them needs outside the other.

    A needs 6 filled cells         . . . .         B has 2 filled cells, so at most 2 where
    and has 3 outside B            . A B .         they overlap: A needs at least 4 outside,
                                   . . . .         or, if there are just 4, all of them

The same holds for empty cells, so one look finds both.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from nonairo.grid import SYMBOLS, UNKNOWN, Place, Symbol
from nonairo.rules import Balanced, Ones
from nonairo.techniques.base import (
    Climber,
    Found,
    Move,
    Position,
    Reason,
    Sample,
    Technique,
    Weight,
)

KEY = "two_numbers"


class Pair(NamedTuple):
    """Two lines that overlap, and where along each the cells are that the other has not."""

    one: int
    other: int
    mine: tuple[int, ...]
    theirs: tuple[int, ...]


def find(position: Position, search: Climber) -> Iterator[Found]:
    notes = search.memory(KEY)
    if "pairs" not in notes:
        notes["pairs"] = list(pairs(position))
    seen = cast("dict[Pair, list[Found]]", notes.setdefault("seen", {}))
    changed = search.changed_since(KEY)
    for pair in cast("list[Pair]", notes["pairs"]):
        if (changed >> pair.one | changed >> pair.other) & 1:
            seen[pair] = list(look(position, pair))
        yield from seen.get(pair, ())


def pairs(position: Position) -> Iterator[Pair]:
    """Every two lines with numbers that have cells in common, either way round."""
    numbers = [i for i, rule in enumerate(position.rules) if type(rule) is Ones]
    places = {i: {cell: k for k, cell in enumerate(position.cells[i])} for i in numbers}
    for one in numbers:
        near = {i for cell in places[one] for i, _ in position.through(cell) if i in places}
        for other in sorted(near - {one}):
            mine = tuple(k for cell, k in places[one].items() if cell not in places[other])
            theirs = tuple(k for cell, k in places[other].items() if cell not in places[one])
            if mine:
                yield Pair(one, other, mine, theirs)


def look(position: Position, pair: Pair) -> Iterator[Found]:
    line, other = position.lines[pair.one], position.lines[pair.other]
    if not any(line[k] == UNKNOWN for k in pair.mine):
        return
    for symbol in SYMBOLS:
        need, has = needed(position, pair.one, symbol), needed(position, pair.other, symbol)
        taken = tuple(k for k in pair.theirs if other[k] == symbol)
        lost = tuple(k for k in pair.mine if line[k] not in (UNKNOWN, symbol))
        most, left = has - len(taken), len(pair.mine) - len(lost)
        if most >= 0 and 0 < left == need - most:
            place: Place = position.places[pair.other]
            yield Found(
                pair.one,
                Move(
                    {k: symbol for k in pair.mine if line[k] == UNKNOWN},
                    lost,
                    {"need": need, "most": most, "left": left},
                    others=(place,),
                    looked={place: taken},
                ),
            )


def needed(position: Position, line: int, symbol: Symbol) -> int:
    """How many cells of a line are this symbol in the end."""
    rule = position.rules[line]
    assert isinstance(rule, Ones)
    return rule.number if symbol == "1" else len(position.lines[line]) - rule.number


TECHNIQUE = Technique(
    id="two_numbers",
    name="Two numbers",
    level=3,
    summary="Two areas overlap. The number of one limits how many cells are filled in the part"
    " they share, so the other needs the rest outside of that part. If it has exactly that"
    " many cells there, all of them are filled.",
    say="{place} needs {need:{value_cell}}, at most {most} of them shared with {others}, and has"
    " only {left:other}, so {result}",
    price={Ones: Weight(10), Balanced: Weight(25)},
    find=find,
    reason=Reason.AS_FOUND,
    shapes=True,
    samples=(Sample(id="mosaic:...../.41../...../.....;...../...../...../....."),),
)
