"""Suppose a cell's value and see what follows, in rounds.

In each round every line that changed is narrowed, all from the same state: so the number of rounds
until a rule breaks is a property of the position, not of the order in which one looks, and knowing
more never makes it larger. Masks find the contradiction fast; only for the one that is shown are
the rounds replayed and the needed steps named (`chains`).

What is written here is the specification, and the way without the compiled core. Where there is
one, `probes` asks it for all cells at once (core/probe), and gets the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias, cast

from nonairo import native
from nonairo.candidates import Candidates, Masks, bits, unknown_in
from nonairo.grid import UNKNOWN, Cell, Symbol
from nonairo.line_solver import LineKernel
from nonairo.propagation import Narrow, News, by_lines, fill_in, look_at
from nonairo.rules import Balanced, Ones, balance_of, signs_along
from nonairo.techniques.base import Climber
from nonairo.techniques.shared.position import Position

# Which lines may be looked at in the first round, in the second, and so on: masks of lines.
Stages: TypeAlias = tuple[int, ...]

ENDLESS = 1 << 30
EVERY_LINE = -1  # as a mask
PROBES_A_POLL = 16  # compiled probes that count as one supposition
SLICE = 0.05  # seconds that the core works before somebody asks whether there is time left


@lru_cache(maxsize=1 << 16)
def by_patterns(tool: LineKernel, masks: Masks) -> Masks | None:
    """What pair, sandwich, last_cell, count_out and, with signs, the like of them give in one look.

    Of signs that is `sign_copy` and `sign_equal_edge`.
    """
    rule = balance_of(tool.rule)
    if rule is None:
        return tool.squeeze(masks) if type(tool.rule) is Ones else masks
    signs = signs_along(tool.rule)
    narrowed = list(masks)
    for symbol, quota in enumerate((rule.zeros, rule.ones)):
        known = masks[symbol] & ~masks[1 - symbol]
        spoilt = known
        for shift in range(1, rule.longest + 1):
            spoilt &= known << shift
        if spoilt or known.bit_count() > quota:
            return None
        if signs and not _follow_signs(signs, rule.longest, masks, symbol, narrowed):
            return None
        if known.bit_count() == quota:
            narrowed[symbol] &= known
            continue
        for place in range(rule.longest + 1):  # cells at this place among longest + 1 alike
            forced = -1
            for k in range(rule.longest + 1):
                if k != place:
                    forced &= known << (place - k) if place > k else known >> (k - place)
            narrowed[symbol] &= ~forced
    # A cell that can be neither: two patterns disagree. One of them wins, and the rule is then seen
    # to be broken in the next round, as if one had filled it in.
    lost = ((1 << tool.length) - 1) & ~(narrowed[0] | narrowed[1])
    return narrowed[0] | lost, narrowed[1]


def _follow_signs(signs: str, longest: int, masks: Masks, symbol: int, narrowed: list[int]) -> bool:
    """What signs say beside known cells of a symbol; False if two are not what theirs asks for."""
    same, differ = _masks_of(signs)
    known, other = masks[symbol] & ~masks[1 - symbol], masks[1 - symbol] & ~masks[symbol]
    if same & known & other >> 1 or differ & known & known >> 1:
        return False
    narrowed[symbol] &= ~((known & differ) << 1 | known >> 1 & differ)
    narrowed[1 - symbol] &= ~((known & same) << 1 | known >> 1 & same)
    if longest >= 2:
        ends = known  # of runs that are two short of too long
        for shift in range(1, longest - 1):
            ends &= known << shift
        blank = masks[0] & masks[1]
        gaps = (ends << 1 | ends >> longest) & same & blank & blank >> 1
        narrowed[symbol] &= ~(gaps | gaps << 1)
    return True


@lru_cache(maxsize=4096)
def _masks_of(signs: str) -> tuple[int, int]:
    """Where there is `=`, and where `x`: bit k is between the cells k and k + 1."""
    same, differ = (sum(1 << k for k, each in enumerate(signs) if each == sign) for sign in "=x")
    return same, differ


def narrow_of(position: Position) -> Narrow:
    """What may be used inside a short chain: patterns for balanced lines, else whole lines."""
    return by_patterns if position.rule is Balanced else by_lines


@dataclass(slots=True)
class Probe:
    """What follows from an assumption."""

    line: int  # the assumption, as a cell of a row
    k: int
    symbol: Symbol
    rounds: int = 0  # rounds that filled something in
    broken: tuple[int, ...] = ()  # the line (or two equal lines) that broke
    touched: int = 0  # the lines that were read, as a mask
    possible: Candidates | None = None  # in the end; the core keeps it to itself
    # For each round the cells that it decided, if they were to be kept: line, place along it, and
    # the number of the symbol. A cell may be decided along both of its lines.
    history: list[list[tuple[int, int, int]]] | None = None


def probe(
    position: Position,
    cell: tuple[int, int],
    symbol: Symbol,
    narrow: Narrow,
    most: int = ENDLESS,
    keep: bool = False,
    stages: Stages | None = None,
    everywhere: bool = False,
    only: int = EVERY_LINE,
    after: Cell | None = None,
) -> Probe:
    """Suppose a cell's value; at most so many rounds of deductions, in some lines only.

    The first look goes to the cell's two lines, and to those of the cell `after` which it is
    supposed; or to every line if nothing was looked at before.
    """
    line, k = cell
    height, tools = position.height, position.kernels
    if keep and narrow in (by_lines, by_patterns):
        core = position.core(patterns=narrow is by_patterns)
        if core is not None:
            first: Sequence[int] = range(len(tools)) if everywhere else ()
            if after is not None:  # the core takes puzzles of rows and columns alone
                first = after.row, height + after.col
            return _kept_by_core(core, position, cell, symbol, most, stages, only, first)
    possible = position.possible()
    possible.settle(Cell(line, k), symbol)
    found = Probe(line, k, symbol, possible=possible)
    dirty = (1 << len(tools)) - 1 if everywhere else position.mask_through(Cell(line, k))
    if after is not None:
        dirty |= position.mask_through(after)
    dirty &= only
    history: list[list[tuple[int, int, int]]] = []
    while True:
        looked = dirty if stages is None else dirty & stages[found.rounds]
        news, spoilt = look_at(looked, possible, tools, narrow)
        found.touched |= looked if spoilt is None else looked & (2 << spoilt) - 1
        if spoilt is not None:
            found.broken = (spoilt,)
        elif position.puzzle.distinct:
            found.broken, read = equal_lines_of(height, dirty, possible, only)
            found.touched |= read
        if found.broken or not news or found.rounds == most:
            break
        if stages is not None and found.rounds + 1 == len(stages):
            break
        found.rounds += 1
        history.append(list(_decided(news)))
        dirty = dirty & ~looked | fill_in(possible, news) & only
    if keep:
        found.history = history
    return found


def _decided(news: Iterable[News]) -> Iterator[tuple[int, int, int]]:
    for i, before, after in news:
        decided = unknown_in(before) & ~unknown_in(after)
        for symbol, mask in enumerate(after):
            for k in bits(mask & decided):
                yield i, k, symbol


def _kept_by_core(
    core: native.Prober,
    position: Position,
    cell: tuple[int, int],
    symbol: Symbol,
    most: int,
    stages: Stages | None,
    only: int,
    further: Sequence[int],
) -> Probe:
    column = stages is not None and stages[0] >> position.height != 0
    line, k = position.crossing(*cell) if column else cell
    lines = None if only == EVERY_LINE else list(bits(only))
    supposed = line, k, position.symbols.index(symbol)
    (rounds, broken, touched), history = core.told(
        position.grid().cells, supposed, most, stages is not None, lines, further
    )
    return Probe(*cell, symbol, rounds, broken, touched, history=history)


def equal_lines_of(
    height: int, dirty: int, possible: Candidates, only: int = EVERY_LINE
) -> tuple[tuple[int, ...], int]:
    """Two finished lines that are equal, one of them just changed; and the lines that were read."""
    read = 0
    for i in bits(dirty & (1 << height + possible.width) - 1):
        lines, first = (possible.rows, 0) if i < height else (possible.cols, height)
        mine = lines[i - first]
        if unknown_in(mine):
            continue
        if lines.count(mine) > 1:
            for k, theirs in enumerate(lines, first):
                if theirs == mine and k != i and only >> k & 1:
                    return (min(i, k), max(i, k)), read | (2 << k) - (1 << first)
        read |= (1 << len(lines)) - 1 << first
    return (), read


def open_cells(position: Position) -> list[tuple[int, int]]:
    """The unknown cells, as places in rows."""
    return open_places(position, position.height)


def open_places(position: Position, lines: int) -> list[tuple[int, int]]:
    """The unknown cells of the first lines, rows before columns, as places along them."""
    return [
        (i, k)
        for i, line in enumerate(position.lines[:lines])
        if UNKNOWN in line
        for k, symbol in enumerate(line)
        if symbol == UNKNOWN
    ]


class CellProbes(NamedTuple):
    """What follows from each symbol of a cell."""

    probes: tuple[Probe, ...]
    agreed: Sequence[tuple[int, int, int]] = ()  # row, column, symbol: unknown, but decided alike


# The lines that were read for a cell, as a mask; and what was found, where that is of use.
Probed: TypeAlias = tuple[int, CellProbes | None]


def probes(
    position: Position,
    search: Climber,
    key: str,
    narrow: Narrow,
    most: int = ENDLESS,
    agreeing: bool = False,
    stages_of: Callable[[int], Stages] | None = None,
) -> Iterator[tuple[tuple[int, int], CellProbes]]:
    """For the unknown cells, what follows from each symbol; remembered while it holds.

    Only those of which some symbol breaks a rule; or, if that is what is looked for, all of whose
    symbols agree on some other cell. Where a line has stages, a cell is looked at along both of its
    lines.
    """
    core = position.core(patterns=narrow is by_patterns)
    places = open_places(position, position.height if stages_of is None else len(position.lines))
    notes = search.memory(key)
    read = cast("dict[tuple[int, int], int]", notes.setdefault("read", {}))
    useful = cast("dict[tuple[int, int], CellProbes]", notes.setdefault("useful", {}))
    changed = search.changed_since(key)
    stale = [place for place in places if place not in read or read[place] & changed]

    def plainly(place: tuple[int, int]) -> Probed:
        stages = None if stages_of is None else stages_of(place[0])
        return tried_plainly(position, position.cell(*place), narrow, most, agreeing, stages)

    found: Iterable[Probed] = map(plainly, stale)
    if core is not None:
        found = by_core(core, position, stale, most, agreeing, edges=stages_of is not None)
    a_poll = 1 if core is None else PROBES_A_POLL
    for number, (place, (lines, tried)) in enumerate(zip(stale, found, strict=True)):
        if number % a_poll == 0:
            search.poll()
        read[place] = lines
        if tried is not None:
            useful[place] = tried
        else:
            useful.pop(place, None)
    for place in places:
        if place in useful:
            yield place, useful[place]


def tried_plainly(
    position: Position,
    cell: tuple[int, int],
    narrow: Narrow,
    most: int = ENDLESS,
    agreeing: bool = False,
    stages: Stages | None = None,
) -> Probed:
    """Suppose every symbol of a cell, without the core."""
    several = tuple(
        probe(position, cell, symbol, narrow, most, stages=stages) for symbol in position.symbols
    )
    touched = 0
    for found in several:
        touched |= found.touched
    agreed = list(_agreed(position, several)) if agreeing else []
    useful = agreed if agreeing else any(found.broken for found in several)
    return touched, CellProbes(several, agreed) if useful else None


def _agreed(position: Position, several: Sequence[Probe]) -> Iterator[tuple[int, int, int]]:
    """The unknown cells that all assumptions decide alike, but for those that break a rule."""
    alive = [found.possible for found in several if found.possible and not found.broken]
    if len(alive) < 2:
        return
    for row in range(position.height):
        blanks = unknown_in(position.masks[row])
        ends = [possible.rows[row] for possible in alive]
        for masks in ends:
            blanks &= ~unknown_in(masks)
        for symbol, masks in enumerate(zip(*ends, strict=True)):
            shared = blanks
            for mask in masks:
                shared &= mask
            for k in bits(shared):
                yield row, k, symbol


def by_core(
    core: native.Prober,
    position: Position,
    places: list[tuple[int, int]],
    most: int = ENDLESS,
    agreeing: bool = False,
    edges: bool = False,
) -> Iterator[Probed]:
    """The same as `tried_plainly`, for many places along lines at once."""
    cells, zero, one = position.grid().cells, *position.symbols
    while places:
        answers = core.probe(cells, places, most, agreeing, edges, SLICE, useful=True)
        for place, answer in zip(places, answers, strict=False):
            if isinstance(answer, int):
                yield answer, None
                continue
            by_zero, by_one, agreed = answer
            row, col = position.cell(*place)
            pair = Probe(row, col, zero, *by_zero), Probe(row, col, one, *by_one)
            yield by_zero[2] | by_one[2], CellProbes(pair, agreed)
        places = places[len(answers) :]
