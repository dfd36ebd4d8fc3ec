"""The fewest of a symbol that the gaps of a line must hold are all that are left.

Each gap is counted by itself, with the known cells beside it. Counting gaps that are parted by a
single cell together would see more, but that is a matter for `line_cases`: nobody does it by eye.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line, Symbol
from nonairo.plain import in_words
from nonairo.rules import Balanced, balance_of, signs_along
from nonairo.sentence_words import Cells, listed
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.shared.lines import REMEMBERED, known
from nonairo.techniques.shared.steps import Step

LONGEST = 90  # characters of a list of gaps


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


def tells(step: Step) -> Mapping[str, object]:
    """Which gaps need how many, and what would be wrong if they had them elsewhere."""
    assert step.place is not None
    place, (line, rule) = step.place, step.known[step.place]
    balance, signs, symbol = balance_of(rule), signs_along(rule), str(step.numbers["counted"])
    assert balance is not None
    needs: dict[int, list[str]] = {}
    spoilt: dict[int, range] = {}  # what cells would make too many in a row of
    for begin, stretch in stretches(line, balance.longest):
        found = minimal(stretch, symbol, balance.longest, signs[begin : begin + len(stretch) - 1])
        assert found is not None
        gap = [begin + k for k, cell in enumerate(stretch) if cell == UNKNOWN]
        if found[0]:
            cells = Cells(map(place.cell, gap))
            needs.setdefault(found[0], []).append(f"{cells:range}")
        if found[0] == 1 and not signs:
            spoilt |= _spoilt(begin, stretch, symbol, balance.longest)
    said = listed([_need(gaps, number, symbol) for number, gaps in needs.items()])
    if len(said) > LONGEST:
        total = sum(number * len(gaps) for number, gaps in needs.items())
        said = f"the gaps of {place} need {in_words(total, symbol)}"
    return {
        "needs": said,
        "elsewhere": _elsewhere(step, spoilt, symbol, balance.longest + 1),
    }


def _need(gaps: list[str], number: int, symbol: Symbol) -> str:
    verb, each = ("needs", "") if len(gaps) == 1 else ("need", " each")
    return f"{listed(gaps)} {verb} {in_words(number, symbol)}{each}"


def _spoilt(begin: int, stretch: Line, symbol: Symbol, longest: int) -> dict[int, range]:
    """The cells that cannot have the only one of a symbol in a gap: where too many others are."""
    found = {}
    for k, cell in enumerate(stretch):
        if cell == UNKNOWN:
            others = stretch[:k].replace(UNKNOWN, OTHER[symbol]) + symbol
            others += stretch[k + 1 :].replace(UNKNOWN, OTHER[symbol])
            run = re.search(OTHER[symbol] * (longest + 1), others)
            if run is not None:
                found[begin + k] = range(begin + run.start(), begin + run.end())
    return found


def _elsewhere(step: Step, spoilt: Mapping[int, range], symbol: Symbol, alike: int) -> str:
    """Why cells do not have the symbol that is counted; nothing if that is not so simple."""
    assert step.place is not None
    along = {step.place.cell(k): run for k, run in spoilt.items()}
    cells = [cell for cell, value in step.effects if cell in along and value != symbol]
    if not cells:
        return ""
    run = Cells(step.place.cell(k) for cell in cells for k in along[cell])
    inside = "in" if len(set(run)) == alike else "within"
    return (
        f"; a {symbol} in {Cells(cells):or} would leave {in_words(alike, OTHER[symbol])} in a row"
        f" {inside} {Cells(set(run)):range}"
    )


TECHNIQUE = Technique(
    id="gap_quota",
    name="Counting gaps",
    level=4,
    summary="Count the fewest 0s (or 1s) that each gap needs. If together they are all that are"
    " left, each gap has exactly its fewest: cells that are the same in all such fillings"
    " are decided.",
    say="{needs}, and only {left} {left:is|are} left in {place}{elsewhere}, so {result}",
    tells=tells,
    price={Balanced: Weight(40)},
    find=in_lines(Balanced, look),
    samples=(
        Sample(Balanced(4, 4), "0..1..0."),
        Sample(Balanced(5, 5), "1...1....1"),
        Sample(Balanced(3, 3), "1....1"),
    ),
)
