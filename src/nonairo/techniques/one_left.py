"""One of a symbol is left: where it would force three of the other, it cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line
from nonairo.rules import Balanced, LineRule
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import known, put, where


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    quotas = dict(zip(SYMBOLS, (rule.zeros, rule.ones), strict=True))
    for symbol, other in OTHER.items():
        if quotas[symbol] - line.count(symbol) != 1 or quotas[other] - line.count(other) < 2:
            continue
        spoilt = other * (rule.longest + 1)
        full = line.replace(UNKNOWN, other)
        runs = {k: put(full, k, symbol).find(spoilt) for k in where(line, UNKNOWN)}
        effects = {k: other for k, at in runs.items() if at >= 0}
        if effects:
            begins = {runs[k] for k in effects}
            left = sorted({at + i for at in begins for i in range(len(spoilt))})
            numbers = {"alike": len(spoilt), "runs": len(begins)}
            yield Move(effects, known(line), numbers, roles={"run": tuple(left)})


def needs(line: Line, rule: LineRule, move: Move) -> tuple[int, ...]:
    """All cells of the symbol of which one is left: the open ones might as well be the other."""
    return where(line, OTHER[next(iter(move.effects.values()))])


TECHNIQUE = Technique(
    id="one_left",
    name="One left",
    level=3,
    summary="A line needs only one more of a symbol. If placing it in a cell would leave three of"
    " the other symbol in a row, that cell has the other symbol.",
    say="{place} needs one more {other}; if it were in {effects:or}, there would be"
    " {alike:{value}} in a row {runs:in|within} {run:or}, so {result}",
    price={Balanced: Weight(20)},
    find=in_lines(Balanced, look),
    needs=needs,
    samples=(
        Sample(Balanced(3, 3), "001..."),
        Sample(Balanced(3, 3), ".1.0.1"),
        Sample(Balanced(4, 4), "1.01..01"),
    ),
)
