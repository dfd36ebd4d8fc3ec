"""The smallest reason for what follows from suppositions: the fewest lines, then no needless cell.

A reason is some lines and some cells. It is enough if each supposition, with the rules of these
lines and nothing known but these cells, breaks a rule or decides the goal. Everything here is the
specification, and the way without the compiled core (core/probe/least.hpp), which says the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from nonairo import native
from nonairo.candidates import Candidates, bits, unknown_in
from nonairo.grid import UNKNOWN, Cell, Grid, Place, Symbol
from nonairo.propagation import Narrow, by_lines, fill_in, look_at
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import EVERY_LINE, Stages, equal_lines_of, probe
from nonairo.techniques.shared.reasons import without
from nonairo.techniques.shared.steps import Chain, looked_at

PROBES = 300  # to find the fewest lines; after that no line is needless, but fewer might do
HITS = 20_000  # sets of lines that are looked through for one that has one of each group
TRIES = 8  # reasons that are tried in each way
GUESSES = 64  # to find out whether something follows in meaning
MANY_GUESSES = 512  # the same for cases inside cases


class Supposed(NamedTuple):
    """A cell of a row, a symbol for it, and the most rounds in which something must follow."""

    line: int
    k: int
    symbol: Symbol
    most: int


class Asked(NamedTuple):
    """What is to follow from suppositions, and by which means."""

    supposed: tuple[Supposed, ...]
    goal: tuple[Cell, Symbol] | None  # None: a rule is to break
    narrow: Narrow
    stages: Stages | None = None  # of a contradiction in two lines
    core: native.Prober | None = None  # which narrows in the same way
    against: bool = False  # a rule is to break if the goal is something else

    def for_core(self, position: Position) -> list[tuple[int, int, int, int]]:
        """The suppositions; cells along the line with which the stages begin, if there are any."""
        column = self.stages is not None and self.stages[0] >> position.height != 0
        number = position.symbols.index
        return [
            (*(position.crossing(line, k) if column else (line, k)), number(symbol), most)
            for line, k, symbol, most in self.supposed
        ]

    def follows(self, position: Position, lines: int) -> int | None:
        """The lines that are read until it follows, with these lines alone; None if it does not."""
        if self.against:
            return self._refuted(position, lines)
        read = 0
        for line, k, symbol, most in self.supposed:
            found = probe(
                position, (line, k), symbol, self.narrow, most, stages=self.stages, only=lines
            )
            read |= found.touched
            if found.broken:
                continue
            if self.goal is None or found.possible is None:
                return None
            (row, col), value = self.goal
            masks = zip(position.symbols, found.possible.rows[row], strict=True)
            if any(mask >> col & 1 for other, mask in masks if other != value):
                return None
        return read

    def _refuted(self, position: Position, lines: int) -> int | None:
        """The same if it is supposed, after each supposition, that the goal is something else."""
        assert self.goal is not None
        cell, value = self.goal
        read = 0
        for line, k, symbol, most in self.supposed:
            after = position.copy()
            after.settle(line, k, symbol)
            for other in position.symbols.replace(value, ""):
                start = Cell(line, k)
                found = probe(after, cell, other, self.narrow, most, only=lines, after=start)
                read |= found.touched
                if not found.broken:
                    return None
        return read


class Reason(NamedTuple):
    """Lines, rows first, and the cells that are known."""

    lines: int
    cells: str

    @property
    def known(self) -> list[int]:
        """The cells, in reading order."""
        return [k for k, symbol in enumerate(self.cells) if symbol != UNKNOWN]

    def forgetting(self, k: int) -> Reason:
        """Without one cell."""
        return self._replace(cells=self.cells[:k] + UNKNOWN + self.cells[k + 1 :])


def smallest(
    position: Position, ways: Iterable[Asked], decided: tuple[Cell, Symbol]
) -> tuple[int, Asked, Reason] | None:
    """A reason for what is decided of which no cell is needless in meaning, and in which way.

    It may be that it follows in a harder way without a cell: then others are tried without that
    one. Where all have such cells, the one that has fewest; their number comes first. None if no
    way is enough. What all values of a cell lead to is looked for once: it nearly always follows
    with fewer cells against other values of its own.
    """
    best: tuple[int, Asked, Reason] | None = None
    for way in ways:
        waiting = {position.grid().cells: None}
        for tried in range(TRIES if way.goal is None or way.against else 1):
            if tried == len(waiting):
                break
            cells = list(waiting)[tried]
            reason = least(position, way, cells)
            if reason is None:
                continue
            spare = needless(position, reason, decided)
            if best is None or len(spare) < best[0]:
                best = len(spare), way, reason
            if not spare:
                return best
            waiting |= {reason._replace(cells=cells).forgetting(k).cells: None for k in spare}
    return best


def least(position: Position, asked: Asked, cells: str, lines: int = EVERY_LINE) -> Reason | None:
    """The smallest reason among some lines and cells; None if all of them are not enough."""
    lines &= (1 << len(position.lines)) - 1
    if asked.core is None:
        return _plainly(position, asked, cells, lines)
    supposed, number = asked.for_core(position), position.symbols.index
    goal = None if asked.goal is None else (*asked.goal[0], number(asked.goal[1]))
    edges = asked.stages is not None
    found = asked.core.least(cells, supposed, goal, list(bits(lines)), edges, asked.against, PROBES)
    return None if found is None else Reason(sum(1 << i for i in found[0]), found[1])


def lines_needed(position: Position, asked: Asked) -> int:
    """A number of lines that are enough to break a rule, none of them needless."""
    if asked.core is not None:
        edges = asked.stages is not None
        (number,) = asked.core.needed(position.grid().cells, [asked.for_core(position)], edges)
        return number
    read = asked.follows(position, EVERY_LINE)
    assert read is not None, "what was found does not follow"
    return _irreducible(position, asked, read).bit_count()


def _irreducible(position: Position, asked: Asked, lines: int) -> int:
    """Some of these lines, which are enough, without the needless ones."""
    gone = without(
        list(bits(lines)),
        lambda some: asked.follows(position, lines & ~_mask(some)) is not None,
    )
    return lines & ~_mask(gone)


def _plainly(position: Position, asked: Asked, cells: str, lines: int) -> Reason | None:
    whole = _with(position, cells)
    read = asked.follows(whole, lines)
    if read is None:
        return None
    lines &= read

    def holds(kept: int) -> bool:
        return asked.follows(whole, kept) is not None

    fewer = fewest(lines, _irreducible(whole, asked, lines), holds)
    known = [
        k
        for k, symbol in enumerate(cells)
        if symbol != UNKNOWN and fewer & (1 << k // position.width | _column(position, k))
    ]
    kept = _only(cells, known)

    def still(some: Sequence[int]) -> bool:
        gone = set(some)
        left = _only(kept, [k for k in known if k not in gone])
        return asked.follows(_with(position, left), fewer) is not None

    spare = set(without(known, still))
    return Reason(fewer, _only(kept, [k for k in known if k not in spare]))


def _column(position: Position, k: int) -> int:
    return 1 << position.height + k % position.width


def _mask(lines: Sequence[int]) -> int:
    return sum(1 << i for i in lines)


def _only(cells: str, known: Iterable[int]) -> str:
    kept = set(known)
    return "".join([symbol if k in kept else UNKNOWN for k, symbol in enumerate(cells)])


def _with(position: Position, cells: str) -> Position:
    return position.only(
        [Cell(*divmod(k, position.width)) for k, symbol in enumerate(cells) if symbol != UNKNOWN]
    )


def fewest(everything: int, enough: int, holds: Callable[[int], bool]) -> int:
    """The smallest set of lines that is enough.

    Every such set has one of each of some groups: the lines beyond a largest set that is not. The
    smallest set that has is tried; if it is not enough, it is part of one more such largest set.
    """
    groups: list[int] = []
    left = PROBES
    while True:
        best, tried = _hitting(groups, enough.bit_count())
        if best is None or tried > HITS:
            return enough
        left -= 1
        if left < 0:
            return enough
        if holds(best):
            return best
        for i in bits(everything & ~best):
            left -= 1
            if left >= 0 and not holds(best | 1 << i):
                best |= 1 << i
        if left < 0:
            return enough
        groups.append(everything & ~best)


def _hitting(groups: Sequence[int], most: int) -> tuple[int | None, int]:
    """The smallest set with fewer than so many lines that has one of each group; sets tried."""
    best: int | None = None
    tried = 0

    def go(taken: int, number: int) -> None:
        nonlocal best, tried
        if number >= (most if best is None else best.bit_count()):
            return
        tried += 1
        if tried > HITS:
            return
        missed = [group for group in groups if not group & taken]
        if not missed:
            best = taken
            return
        for i in bits(min(missed, key=int.bit_count)):
            go(taken | 1 << i, number + 1)

    go(0, 0)
    return best, tried


def needless(position: Position, reason: Reason, decided: tuple[Cell, Symbol]) -> list[int]:
    """The cells without any one of which the lines still leave a cell no other symbol."""
    core = native.prober(position.puzzle)
    return [k for k in reason.known if in_meaning(position, core, reason.forgetting(k), decided)]


def needless_of(
    position: Position, chains: Sequence[Chain], decided: tuple[Cell, Symbol]
) -> list[Cell]:
    """The same for chains, by the lines that they name and the cells on which they rest."""
    found = needless(position, behind(position, chains), decided)
    return [Cell(*divmod(k, position.width)) for k in found]


def needless_together(
    position: Position, chains: Sequence[Chain], decided: tuple[Cell, Symbol]
) -> list[int | Cell]:
    """Lines that chains name and cells on which they rest, and that are needless in meaning.

    The effect still follows without all of them together. The numbers of lines come first.
    """
    whole = behind(position, chains)
    fewer = _fewer_lines(position, whole, decided)
    kept = set(least_in_meaning(position, fewer, decided, guesses=MANY_GUESSES).known)
    cells = [Cell(*divmod(k, position.width)) for k in whole.known if k not in kept]
    return [*bits(whole.lines & ~fewer.lines), *cells]


def _fewer_lines(position: Position, reason: Reason, decided: tuple[Cell, Symbol]) -> Reason:
    core = native.prober(position.puzzle)
    for i in bits(reason.lines):
        fewer = reason._replace(lines=reason.lines & ~(1 << i))
        if in_meaning(position, core, fewer, decided, MANY_GUESSES):
            reason = fewer
    return reason


def least_in_meaning(
    position: Position,
    reason: Reason,
    decided: tuple[Cell, Symbol],
    last_first: bool = False,
    guesses: int = GUESSES,
) -> Reason:
    """A reason without cells that are needless in meaning, however hard that is to see."""
    core = native.prober(position.puzzle)
    for k in reversed(reason.known) if last_first else reason.known:
        fewer = reason.forgetting(k)
        if in_meaning(position, core, fewer, decided, guesses):
            reason = fewer
    return reason


def behind(position: Position, chains: Sequence[Chain]) -> Reason:
    """The reason that chains give: the lines that they name, and the cells on which they rest."""
    lines = set[Place]().union(*(chain.lines for chain in chains))
    numbers = [position.number(place) for place in lines]
    rests = {cell.row * position.width + cell.col for chain in chains for cell in looked_at(chain)}
    return Reason(_mask(numbers), _only(position.grid().cells, rests))


def in_meaning(
    position: Position,
    core: native.Prober | None,
    reason: Reason,
    decided: tuple[Cell, Symbol],
    guesses: int = GUESSES,
) -> bool:
    """Whether a cell can be nothing else by the rules of some lines: everything is tried.

    False also where that would take too many guesses.
    """
    (row, col), right = decided
    for number, symbol in enumerate(position.symbols):
        if symbol == right:
            continue
        if core is not None:
            lines = list(bits(reason.lines))
            none = core.impossible(reason.cells, lines, row, col, number, guesses)
        else:
            none = _impossible(position, reason, Cell(row, col), symbol, guesses)
        if not none:
            return False
    return True


def _impossible(position: Position, reason: Reason, cell: Cell, symbol: Symbol, most: int) -> bool:
    grid = Grid(position.height, position.width, reason.cells)
    possible = Candidates.of(grid, position.symbols)
    possible.settle(cell, symbol)
    guesses = iter(range(most))
    return _no_way(position, possible, reason.lines, guesses) is True


def _no_way(
    position: Position, possible: Candidates, lines: int, guesses: Iterator[int]
) -> bool | None:
    """Whether nothing fits what is possible; None if there are no more guesses."""
    dirty = lines
    while dirty:
        news, spoilt = look_at(dirty, possible, position.kernels, by_lines)
        if spoilt is not None:
            return True
        if position.puzzle.distinct and equal_lines_of(position.height, lines, possible, lines)[0]:
            return True
        dirty = fill_in(possible, news) & lines
    at = _undecided(position, possible, lines)
    if at is None:
        return False
    for symbol in position.symbols:
        if next(guesses, None) is None:
            return None
        trial = possible.copy()
        trial.settle(at, symbol)
        none = _no_way(position, trial, lines, guesses)
        if not none:
            return none
    return True


def _undecided(position: Position, possible: Candidates, lines: int) -> Cell | None:
    """An open cell in two of the lines; where lines must differ, then one in any of them."""
    height = position.height
    rows = [i for i in bits(lines) if i < height]
    cols = lines >> height
    for row in rows:
        for k in bits(unknown_in(possible.rows[row]) & cols):
            return Cell(row, k)
    if position.puzzle.distinct:
        for i in bits(lines):
            masks = possible.rows[i] if i < height else possible.cols[i - height]
            for k in bits(unknown_in(masks)):
                return position.cell(i, k)
    return None
