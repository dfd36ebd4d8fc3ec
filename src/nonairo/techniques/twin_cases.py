"""All ways to finish a line that are not taken by a finished one agree on a cell."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Symbol
from nonairo.rules import Balanced
from nonairo.techniques.base import Found, Move, Position, Sample, Search, Technique, Weight
from nonairo.techniques.parts.lines import known
from nonairo.techniques.parts.twins import open_lines, rivals


def find(position: Position, search: Search) -> Iterator[Found]:
    for i, line in open_lines(position):
        twins = rivals(position, i)
        if not twins:
            continue
        tool, (zero, one) = position.kernels[i], position.masks[i]
        taken = sorted({position.lines[twin] for twin in twins})
        effects: dict[int, Symbol] = {}
        for k, cell in enumerate(line):
            if cell != UNKNOWN:
                continue
            bit = ~(1 << k)
            for symbol in SYMBOLS:  # is every way to put this symbol here taken?
                alike = sum(full[k] == symbol for full in taken)
                masks = (zero, one & bit) if symbol == "0" else (zero & bit, one)
                if alike and tool.count(masks) == alike:
                    effects[k] = OTHER[symbol]
        if effects:
            numbers = {"cases": tool.count((zero, one)), "taken": len(taken)}
            others = tuple(position.places[twin].index for twin in twins)
            yield Found(i, Move(effects, known(line), numbers, others=others))


TECHNIQUE = Technique(
    id="twin_cases",
    name="Ways to finish, twins excluded",
    level=5,
    summary="List every way to finish the line and strike out those that equal a finished"
    " parallel line; what all the others share is decided.",
    say="of the {cases} ways to finish {place}, {taken} would repeat {others}; in all"
    " others {result}",
    price={Balanced: Weight(80, per_doubling=5)},
    find=find,
    samples=(Sample(Balanced(3, 3), "1..10.", ("100101",)),),
)
