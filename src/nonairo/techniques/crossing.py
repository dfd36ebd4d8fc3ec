"""Two lines that cross leave just one symbol. For more than two symbols, and every rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from nonairo.grid import ALPHABET, Symbol
from nonairo.rules import Anything, State
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
from nonairo.techniques.shared.lines import known
from nonairo.techniques.shared.probing import open_cells


def find(position: Position, search: Climber) -> Iterator[Found]:
    tools = zip(position.kernels, position.masks, strict=True)
    narrowed = [tool.squeeze(masks) for tool, masks in tools]
    for row, k in open_cells(position):
        column = position.height + k
        across, down = narrowed[row], narrowed[column]
        if across is None or down is None:
            return  # a line is spoilt
        left = [
            symbol
            for number, symbol in enumerate(position.symbols)
            if across[number] >> k & down[number] >> row & 1
        ]
        if len(left) == 1:
            others = (position.places[column],)
            mine = [s for s, mask in enumerate(across) if not mask >> k & 1]
            theirs = [s for s, mask in enumerate(down) if not mask >> row & 1]
            numbers = {"each": len(mine) * len(theirs)}  # how many symbols are ruled out
            if numbers["each"] == 1:
                numbers |= {"first": mine[0], "second": theirs[0]}
            premises = known(position.lines[row])
            yield Found(row, Move({k: left[0]}, premises, numbers, others=others))


@dataclass(frozen=True, slots=True)
class Different:
    """No two cells of a line are alike, as in Latin squares: a rule for the sample."""

    start: ClassVar[State] = (0,)  # the symbols met, as a mask

    def step(self, state: State, symbol: Symbol) -> State | None:
        bit = 1 << ALPHABET.index(symbol)
        return None if state[0] & bit else (state[0] | bit,)

    def accepts(self, state: State) -> bool:
        return True


TECHNIQUE = Technique(
    id="crossing",
    name="Crossing",
    level=2,
    summary="The row and the column of a cell together leave only one symbol for it. This needs"
    " more than two symbols.",
    say="{place} and {others} together leave only {value} for {effects}",
    say_each="{place} rules out {first:d} and {others} rules out {second:d}, so {effects} must be"
    " {value}",
    price={Anything: Weight(10)},
    find=find,
    reason=Reason.MEANING,
    symbols=3,
    samples=(Sample(Different(), "...", (".1.", "..2"), across=Different(), symbols="012"),),
)
