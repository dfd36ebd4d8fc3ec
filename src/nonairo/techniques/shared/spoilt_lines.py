"""Why a line cannot be finished, in plain words, where it is not broken yet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Cell, Line, Place, Symbol
from nonairo.kinds.binairo import sign_violations
from nonairo.kinds.kakurasu import Total
from nonairo.plain import in_words, number_word
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Ones, Runs, Shares, Signs, balance_of, signs_along
from nonairo.sentence_words import Cells, spell
from nonairo.techniques.shared.gaps import fewest_left
from nonairo.techniques.shared.lines import where
from nonairo.techniques.shared.steps import Chain, against


def why_spoilt(place: Place, rule: LineRule, line: Line, whole: Line = "") -> str:
    """Return what goes wrong in a line that has no completion; nothing where that is not simple.

    It is also so in the `whole` line, of which more may be known.

    >>> why_spoilt(Place("row", 0), Balanced(3, 3), "1...11")
    'row 1 would have its three 1s, and r1c2-r1c4 would be three 0s in a row'
    >>> why_spoilt(Place("column", 1), Total(3), "...1")
    'column 2 would make 4, more than 3'
    """
    also = {*_reasons(place, rule, whole)} if whole else None
    found = (why for why in _reasons(place, rule, line) if also is None or why in also)
    return next(found, "")


def _reasons(place: Place, rule: LineRule, line: Line) -> Iterator[str]:
    """All that goes wrong in a line, the simplest first."""
    balance = balance_of(rule)
    if balance is not None:
        yield from _unbalanced(place, balance, line, signs_along(rule))
    elif type(rule) is Shares:
        yield from _unshared(place, rule, line)
    elif type(rule) is Total:
        yield from _off_total(place, rule.total, line)
    elif type(rule) is Ones:
        yield from _miscounted(place, rule.number, line)
    elif type(rule) is Runs:
        yield from _too_long(place, rule, line)


def plainly(puzzle: Puzzle, known: Mapping[Cell, Symbol], chain: Chain) -> Chain:
    """A chain without the reasons that are not so in a grid where more is known than it needs."""
    known = {**known, **chain.filled}
    steps = tuple(
        replace(step, chains=tuple(plainly(puzzle, known, inner) for inner in step.chains))
        if step.chains
        else step
        for step in chain.steps
    )
    broken = chain.broken
    if broken is not None and broken.why:
        (place,) = broken.places
        line = "".join(known[place.cell(k)] for k in range(puzzle.length(place)))
        if broken.why not in _reasons(place, puzzle.rule(place), line):
            broken = replace(broken, why="")
    cases = tuple(plainly(puzzle, known, case) for case in chain.cases)
    return replace(chain, steps=steps, broken=broken, cases=cases)


def _unbalanced(place: Place, rule: Balanced, line: Line, signs: str) -> Iterator[str]:
    """All of one symbol are there, and the others would be too many in a row; or gaps need more."""
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        if line.count(symbol) != quota:
            continue
        full = line.replace(UNKNOWN, OTHER[symbol])
        ends = [*_in_a_row(place, full, OTHER[symbol], rule.longest)]
        for fault in sign_violations(Signs(signs), full) if signs else ():
            cells = map(place.cell, fault.positions)
            ends.append(f"{spell(cells)} {against(signs[fault.positions[0]])}")
        for end in ends:
            yield f"{place} would have its {in_words(quota, symbol)}, and {end}"
    for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
        found = fewest_left(line, symbol, rule.longest, signs)
        left = quota - line.count(symbol)
        if found is not None and found[0] > left > 0:  # without any left, the reason is above
            are = "is" if left == 1 else "are"
            more = in_words(found[0], f"more {symbol}")
            yield f"{place} would need {more}, and only {number_word(left)} {are} left"


def _in_a_row(place: Place, line: Line, symbol: Symbol, longest: int) -> Iterator[str]:
    """Everywhere that one more of a symbol than may be is side by side."""
    for run in re.finditer(f"(?={symbol * (longest + 1)})", line):
        cells = spell(place.cell(run.start() + k) for k in range(longest + 1))
        yield f"{cells} would be {in_words(longest + 1, symbol)} in a row"


def _unshared(place: Place, rule: Shares, line: Line) -> Iterator[str]:
    """Too many of a symbol, in a row or in all; or what is left for the open cells is."""
    symbols = [str(number) for number in range(len(rule.counts))]
    for symbol, quota in zip(symbols, rule.counts, strict=True):
        if line.count(symbol) > quota:
            yield f"{place} would have {in_words(quota + 1, symbol)}, one too many"
        yield from _in_a_row(place, line, symbol, rule.longest)
    due = [s for s, quota in zip(symbols, rule.counts, strict=True) if line.count(s) < quota]
    if len(due) == 1:
        full = line.replace(UNKNOWN, due[0])
        for end in _in_a_row(place, full, due[0], rule.longest):
            yield f"{place} would have only {due[0]}s left, and {end}"


def _off_total(place: Place, total: int, line: Line) -> Iterator[str]:
    """The filled cells make too much, or all that can be filled too little."""
    made = sum(k + 1 for k in where(line, "1"))
    most = made + sum(k + 1 for k in where(line, UNKNOWN))
    if made > total:
        yield f"{place} would make {made}, more than {total}"
    if most < total:
        yield f"{place} would make at most {most}, less than {total}"
    yield f"{place} could not make {total}"


def _miscounted(place: Place, number: int, line: Line) -> Iterator[str]:
    """More cells are filled than a number says, or too few can be."""
    filled, most = line.count("1"), len(line) - line.count("0")
    if filled > number:
        yield f"{place} would have {in_words(filled, 'filled cell')}, more than {number}"
    if most < number:
        yield f"{place} would have at most {in_words(most, 'filled cell')}, less than {number}"


def _too_long(place: Place, rule: Runs, line: Line) -> Iterator[str]:
    """A group of filled cells is longer than every block."""
    longest = max(rule.clue, default=0)
    for run in re.finditer("1+", line):
        cells = Cells(map(place.cell, range(*run.span())))
        if len(cells) > longest > 0:
            yield f"{cells:range} would be filled, and no block of {place} is that long"
