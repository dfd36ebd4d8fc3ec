"""All ways to finish a line that a finished one has not taken agree on a cell. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.candidates import settled
from nonairo.grid import UNKNOWN, Line, Symbol
from nonairo.rules import Anything, Balanced
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
from nonairo.techniques.shared.finished_lines import open_lines, rivals
from nonairo.techniques.shared.lines import known, where


def find(position: Position, search: Climber) -> Iterator[Found]:
    for i, line in open_lines(position):
        tool = position.kernels[i]
        twins = [twin for twin in rivals(position, i) if tool.possible(position.masks[twin])]
        if not twins:
            continue
        taken = sorted({position.lines[twin] for twin in twins})
        effects: dict[int, Symbol] = {}
        for k in where(line, UNKNOWN):
            symbol = left_over(position, i, k, taken)
            if symbol is not None:
                effects[k] = symbol
        if effects:
            numbers = counted(tool.count(position.masks[i]), taken)
            others = tuple(position.places[twin] for twin in twins)
            yield Found(i, Move(effects, known(line), numbers, others=others))


def left_over(position: Position, i: int, k: int, taken: Sequence[Line]) -> Symbol | None:
    """The only symbol for a cell that does not make its line equal to a finished one."""
    tool, masks, symbols = position.kernels[i], position.masks[i], position.symbols
    with_it = {symbol: settled(masks, k, number) for number, symbol in enumerate(symbols)}
    used_up = []
    for symbol in symbols:  # is every way to put this symbol here taken?
        alike = sum(full[k] == symbol for full in taken)
        if alike and tool.count(with_it[symbol]) == alike:
            used_up.append(symbol)
    if not used_up:
        return None
    left = [symbol for symbol in symbols if symbol not in used_up]
    if len(left) > 1:  # others may be excluded by the line itself
        left = [symbol for symbol in left if tool.possible(with_it[symbol])]
    return left[0] if len(left) == 1 else None if left else symbols[0]


def counted(cases: int, lines: Sequence[Line]) -> dict[str, int]:
    taken = len({*lines})
    return {"cases": cases, "taken": taken, "rest": cases - taken}


TECHNIQUE = Technique(
    id="twin_cases",
    name="All ways but twins",
    level=5,
    summary="List every way to finish the line and cross out those that repeat a finished"
    " parallel line: cells that are the same in all others are decided.",
    say="of the {cases:way} to finish {place}, {taken} would repeat {others}; in"
    " {rest:the other|all others} {result}",
    price={Balanced: Weight(80, per_doubling=5), Anything: Weight(50, per_doubling=5)},
    find=find,
    reason=Reason.MEANING,
    of_others=counted,
    samples=(Sample(Balanced(3, 3), "1..10.", ("100101",)),),
)
