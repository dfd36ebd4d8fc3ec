"""Counting with signs: a pair of x holds one of each symbol, a pair of = none or two of one.

It is `gap_quota` with the signs inside the gaps, and silent where those are of no use.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import SYMBOLS, Line, Symbol
from nonairo.rules import Balanced, Both, Signs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_signed_lines
from nonairo.techniques.shared.gaps import details, fewest_left
from nonairo.techniques.shared.lines import known


def look(line: Line, rule: Balanced, signs: str) -> Iterator[Move]:
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        left = quota - line.count(symbol)
        if left < 1:
            continue
        found = fewest_left(line, symbol, rule.longest, signs)
        if found is None or found[0] != left or not found[1]:
            continue
        plain = fewest_left(line, symbol, rule.longest)
        effects: dict[int, Symbol] = dict(found[1])
        if plain is None or plain[0] != left or plain[1] != effects:
            numbers = {"left": left, "counted": int(symbol)}
            yield Move(effects, known(line), numbers)


TECHNIQUE = Technique(
    id="sign_quota",
    name="Counting with signs",
    level=3,
    summary="A pair joined by x has one of each symbol, a pair joined by = has two of one. Count"
    " the fewest 0s (or 1s) that each gap needs with its signs. If together they are all"
    " that are left, cells that are the same in all such fillings are decided.",
    say="with its signs, {place} needs at least {needs}, and only {left} {left:is|are} left,"
    " so {result}",
    details=details,
    price={Balanced: Weight(24)},
    find=in_signed_lines(look),
    signs=True,
    samples=(
        Sample(Both((Balanced(3, 3), Signs(".x..."))), "1..1.."),
        Sample(Both((Balanced(3, 3), Signs("...=."))), "101..."),
    ),
)
