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
            one, two = out.values()
            numbers = {"first": first, "second": second, "ones": len(one), "twos": len(two)}
            numbers |= {"first_full": not _beside(k, one), "second_full": not _beside(k, two)}
            premises = tuple(sorted((*one, *two)))
            yield Move({k: left}, premises, numbers, roles={"one": one, "two": two})


def _beside(k: int, cells: tuple[int, ...]) -> bool:
    """Whether two cells lie beside a third one, or on both sides of it."""
    return tuple([cell - k for cell in cells]) in BESIDE


def _ruled_out(line: Line, k: int, symbol: Symbol, quota: int) -> tuple[int, ...] | None:
    """Two alike that a symbol would make three, or all of it; None if it plainly can be there."""
    for one, other in BESIDE:
        inside = k + one >= 0 and k + other < len(line)
        if inside and line[k + one] == line[k + other] == symbol:
            return k + one, k + other
    placed = where(line, symbol)
    return placed if len(placed) == quota else None


TECHNIQUE = Technique(
    id="two_out",
    name="Two ruled out",
    level=1,
    summary="With three symbols: a symbol is ruled out for a cell if it would make three in a"
    " row, or if the line has all of it. If two symbols are ruled out, the cell has the"
    " third.",
    say="{one} {ones:rules|rule} out {first:d} ({first_full:all are placed|no three in a row})"
    " and {two} {twos:rules|rule} out {second:d}"
    " ({second_full:all are placed|no three in a row}), so {effects} must be {value}",
    price={Anything: Weight(6)},
    find=in_any_line(look),
    reason=Reason.AS_FOUND,
    symbols=THREE,
    samples=(Sample(Shares((2, 2, 2)), "1.1.00", symbols="012"),),
)
