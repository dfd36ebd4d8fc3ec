"""The fewest of a symbol that the gaps of a line must hold, and how a sentence says so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line, Symbol
from nonairo.plain import in_words, number_word
from nonairo.rules import balance_of, signs_along
from nonairo.sentence_words import Cells, listed
from nonairo.techniques.shared.lines import REMEMBERED
from nonairo.techniques.shared.steps import Step

LONGEST = 90  # characters of a list of gaps


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


def details(step: Step) -> Mapping[str, object]:
    """How many are needed in which gaps, and what would be wrong if they were elsewhere."""
    assert step.place is not None
    place, (line, rule) = step.place, step.known[step.place]
    balance, signs, symbol = balance_of(rule), signs_along(rule), str(step.numbers["counted"])
    assert balance is not None
    needs: list[tuple[int, str]] = []  # how many, and where
    spoilt: dict[int, range] = {}  # what cells would make too many in a row of
    for begin, stretch in stretches(line, balance.longest):
        found = minimal(stretch, symbol, balance.longest, signs[begin : begin + len(stretch) - 1])
        assert found is not None
        gap = [begin + k for k, cell in enumerate(stretch) if cell == UNKNOWN]
        if found[0]:
            needs.append((found[0], f"{Cells(map(place.cell, gap)):range}"))
        if found[0] == 1 and not signs:
            spoilt |= _spoilt(begin, stretch, symbol, balance.longest)
    (first, where), *others = needs
    parts = [f"{in_words(first, symbol)} in {where}"]
    said = listed(parts + [f"{number_word(number)} in {where}" for number, where in others])
    if len(said) > LONGEST:
        said = f"{in_words(sum(number for number, _ in needs), symbol)} in its gaps"
    return {
        "needs": said,
        "elsewhere": _elsewhere(step, spoilt, symbol, balance.longest + 1),
    }


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
