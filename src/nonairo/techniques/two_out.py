"""Three symbols, of which a line plainly rules out two: the cell is the third.

A symbol is ruled out beside two alike, between two alike, or when all of it are placed.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import UNKNOWN, Line, Symbol
from nonairo.rules import Anything, LineRule, Shares
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_any_line
from nonairo.techniques.shared.lines import where

THREE = 3
BESIDE = ((-2, -1), (-1, 1), (1, 2))  # two cells that would be three alike with the one between


def look(line: Line, rule: LineRule, symbols: str) -> Iterator[Move]:
    if type(rule) is not Shares or rule.longest != len(BESIDE[0]) or len(symbols) != THREE:
        return
    for k in where(line, UNKNOWN):
        out = {
            symbol: cells
            for symbol, quota in zip(symbols, rule.counts, strict=True)
            if (cells := _ruled_out(line, k, symbol, quota)) is not None
        }
        if len(out) == THREE - 1:
            (left,) = set(symbols).difference(out)
            first, second = map(int, out)
            premises = tuple(sorted(cell for cells in out.values() for cell in cells))
            yield Move({k: left}, premises, {"first": first, "second": second})


def _ruled_out(line: Line, k: int, symbol: Symbol, quota: int) -> tuple[int, ...] | None:
    """The fewest cells for which a symbol cannot be in a cell; None if it plainly can."""
    placed = where(line, symbol)
    reasons = [placed] if len(placed) == quota else []
    for one, other in BESIDE:
        inside = k + one >= 0 and k + other < len(line)
        if inside and line[k + one] == line[k + other] == symbol:
            reasons.append((k + one, k + other))
    return min(reasons, key=len, default=None)


TECHNIQUE = Technique(
    id="two_out",
    name="Two ruled out",
    level=1,
    summary="Three symbols: beside or between two alike a third cannot stand, nor one of which all"
    " are placed. A cell for which two symbols are ruled out so is the third.",
    say="{premises} leave neither {first:d} nor {second:d} for {effects}, so it must be {value}",
    price={Anything: Weight(6)},
    find=in_any_line(look),
    reason=Reason.AS_FOUND,
    symbols=THREE,
    samples=(Sample(Shares((2, 2, 2)), "1.1.00", symbols="012"),),
)
