"""The fewest of a symbol that the gaps of a line must hold are all that are left.

Each gap is counted by itself, with the known cells beside it. Counting gaps that are parted by a
single cell together would see more, but that is a matter for `line_cases`: nobody does it by eye.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from nonairo.grid import SYMBOLS, UNKNOWN, Line, Symbol
from nonairo.rules import Balanced
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import known


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        left = quota - line.count(symbol)
        if left < 1:
            continue
        effects: dict[int, Symbol] = {}
        needed = gaps = 0
        for begin, stretch in stretches(line, rule.longest):
            fewest, decided = minimal(stretch, symbol, rule.longest)
            needed += fewest
            gaps += 1
            effects |= {begin + k: value for k, value in decided}
        if needed == left and effects:
            yield Move(effects, known(line), {"left": left, "gaps": gaps, "counted": int(symbol)})


def stretches(line: Line, longest: int) -> Iterator[tuple[int, Line]]:
    """Every gap with the known cells that touch it, and where that begins."""
    for gap in re.finditer(r"\.+", line):
        begin, end = gap.span()
        before = line[max(begin - longest, 0) : begin].rpartition(UNKNOWN)[2]
        after = line[end : end + longest].partition(UNKNOWN)[0]
        yield begin - len(before), before + gap[0] + after


@lru_cache(maxsize=1 << 14)
def minimal(line: Line, symbol: Symbol, longest: int) -> tuple[int, tuple[tuple[int, Symbol], ...]]:
    """The fewest of a symbol that the unknown cells hold, and what all such fillings share.

    >>> minimal("0..0", "1", 2)
    (1, ())
    >>> minimal("10..01", "1", 2)
    (1, ())
    >>> minimal("01.10", "1", 2)
    (0, ((2, '0'),))
    """
    ahead = _costs(line, symbol, longest)
    back = _costs(line[::-1], symbol, longest)[::-1]
    best = min(ahead[-1].values())
    decided = []
    for k, cell in enumerate(line):
        if cell != UNKNOWN:
            continue
        # A run that ends at k from the left meets a run that ends at k from the right.
        values = {
            last
            for (last, run), cost in ahead[k + 1].items()
            for (first, other), rest in back[k].items()
            if last == first
            and run + other - 1 <= longest
            and cost + rest - (last == symbol) == best
        }
        if len(values) == 1:
            decided.append((k, values.pop()))
    return best, tuple(decided)


def _costs(line: Line, symbol: Symbol, longest: int) -> list[dict[tuple[Symbol, int], int]]:
    """For every prefix: last symbol and its run, and the fewest of `symbol` put so far."""
    costs: list[dict[tuple[Symbol, int], int]] = [{("", 0): 0}]
    for cell in line:
        longer: dict[tuple[Symbol, int], int] = {}
        for (last, run), cost in costs[-1].items():
            for value in SYMBOLS if cell == UNKNOWN else cell:
                alike = run + 1 if value == last else 1
                price = cost + (cell == UNKNOWN and value == symbol)
                if alike <= longest and price < longer.get((value, alike), 1 << 30):
                    longer[value, alike] = price
        costs.append(longer)
    return costs


TECHNIQUE = Technique(
    id="gap_quota",
    name="Counting the gaps",
    level=4,
    summary="Work out the fewest of a symbol that each gap must hold. If together that is all"
    " that is left of it, every gap holds just its fewest: what all such fillings share"
    " is decided.",
    say="the gaps of {place} must hold at least {left:more {counted:d}}, and only {left}"
    " {left:is|are} left, so {result}",
    known_as="counting the gaps",
    price={Balanced: Weight(40)},
    find=in_lines(Balanced, look),
    samples=(
        Sample(Balanced(4, 4), "0..1..0."),
        Sample(Balanced(5, 5), "1...1....1"),
        Sample(Balanced(3, 3), "1....1"),
    ),
)
