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
from nonairo.techniques.shared.lines import REMEMBERED, known


def look(line: Line, rule: Balanced) -> Iterator[Move]:
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        left = quota - line.count(symbol)
        if left < 1:
            continue
        needed, effects = fewest_left(line, symbol, rule.longest) or (0, {})
        if needed == left and effects:
            gaps = len(re.findall(r"\.+", line))
            yield Move(effects, known(line), {"left": left, "gaps": gaps, "counted": int(symbol)})


def fewest_left(
    line: Line, symbol: Symbol, longest: int, signs: str = ""
) -> tuple[int, dict[int, Symbol]] | None:
    """The fewest of a symbol that all gaps hold, and what is decided if it is no more.

    None if a gap cannot be filled at all.
    """
    effects: dict[int, Symbol] = {}
    needed = 0
    for begin, stretch in stretches(line, longest):
        found = minimal(stretch, symbol, longest, signs[begin : begin + len(stretch) - 1])
        if found is None:
            return None
        needed += found[0]
        effects |= {begin + k: value for k, value in found[1]}
    return needed, effects


def stretches(line: Line, longest: int) -> Iterator[tuple[int, Line]]:
    """Every gap with the known cells that touch it, and where that begins."""
    for gap in re.finditer(r"\.+", line):
        begin, end = gap.span()
        before = line[max(begin - longest, 0) : begin].rpartition(UNKNOWN)[2]
        after = line[end : end + longest].partition(UNKNOWN)[0]
        yield begin - len(before), before + gap[0] + after


@lru_cache(maxsize=REMEMBERED)
def minimal(
    line: Line, symbol: Symbol, longest: int, signs: str = ""
) -> tuple[int, tuple[tuple[int, Symbol], ...]] | None:
    """The fewest of a symbol that the unknown cells hold, and what all such fillings share.

    Signs between the cells are kept. None if there is no filling.

    >>> minimal("0..0", "1", 2)
    (1, ())
    >>> minimal("10..01", "1", 2)
    (1, ())
    >>> minimal("01.10", "1", 2)
    (0, ((2, '0'),))
    >>> minimal("1..1", "1", 2, ".x.")
    (1, ())
    """
    ahead = _costs(line, symbol, longest, signs)
    back = _costs(line[::-1], symbol, longest, signs[::-1])[::-1]
    if not ahead[-1]:
        return None
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


def _costs(
    line: Line, symbol: Symbol, longest: int, signs: str
) -> list[dict[tuple[Symbol, int], int]]:
    """For every prefix: last symbol and its run, and the fewest of `symbol` put so far."""
    costs: list[dict[tuple[Symbol, int], int]] = [{("", 0): 0}]
    for k, cell in enumerate(line):
        sign = signs[k - 1 : k] if k else ""
        longer: dict[tuple[Symbol, int], int] = {}
        for (last, run), cost in costs[-1].items():
            for value in SYMBOLS if cell == UNKNOWN else cell:
                if (sign == "=" and value != last) or (sign == "x" and value == last):
                    continue
                alike = run + 1 if value == last else 1
                price = cost + (cell == UNKNOWN and value == symbol)
                if alike <= longest and price < longer.get((value, alike), 1 << 30):
                    longer[value, alike] = price
        costs.append(longer)
    return costs


TECHNIQUE = Technique(
    id="gap_quota",
    name="Counting gaps",
    level=4,
    summary="Count the fewest 0s (or 1s) that each gap needs. If together they are all that are"
    " left, each gap has exactly its fewest: cells that are the same in all such fillings"
    " are decided.",
    say="the gaps of {place} need at least {left:more {counted:d}}, and only {left}"
    " {left:is|are} left, so {result}",
    price={Balanced: Weight(40)},
    find=in_lines(Balanced, look),
    samples=(
        Sample(Balanced(4, 4), "0..1..0."),
        Sample(Balanced(5, 5), "1...1....1"),
        Sample(Balanced(3, 3), "1....1"),
    ),
)
