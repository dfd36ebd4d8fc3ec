"""Why an entry is wrong: a few entries that contradict the puzzle, and the step that shows it.

A puzzle with one solution contradicts every wrong entry, so the message names the one that is
easiest to refute from what is known to be right. With several solutions it may take several
entries; the core finds those that are not needed, and they are dropped one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from nonairo.candidates import bits
from nonairo.grid import OTHER, UNKNOWN, Cell, Grid
from nonairo.limits import Limits
from nonairo.propagation import by_lines
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.base import Chain, by_supposing
from nonairo.techniques.shared.case_chains import case_chain, size_of
from nonairo.techniques.shared.case_search import DEEPEST, LEAF, Splitter
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.line_reasons import without
from nonairo.techniques.shared.probing import probe
from nonairo.techniques.shared.reasons import behind, irreducible
from nonairo.techniques.shared.steps import Step
from nonairo.techniques.shared.supposing import asked_by, nested

LITTLE_MORE = 3  # times the cases that a reason without anything needless may take
LONG = 60  # links of a chain that is left as it is: what is needless in it nobody would notice
COMPARED = 3  # entries that lines refute: the one with the fewest steps is explained,
FEW = 5  # or the first with so few
POLLS = 200  # until it is too hard to leave out what is needless
SHORT = 200  # nodes of a search for whether some entries contradict the puzzle
SEARCHES = 300  # to find the fewest; after that none can be left out, but fewer might do
HITS = 20_000  # sets that are looked through for one that has one of each group
TRIED = 8  # entries that are tried where lines do not refute them


def needed_entries(puzzle: Puzzle, grid: Grid, limits: Limits) -> tuple[Cell, ...]:
    """The fewest entries that are found to contradict the puzzle; nothing if all do not.

    None of them can be left out. That there are not fewer is looked for with short searches.
    """
    entries = [cell for cell, _ in entered(puzzle, grid)]
    if not _contradict(puzzle, grid, entries, limits):
        return ()

    def still(gone: Sequence[Cell]) -> bool:
        kept = [cell for cell in entries if cell not in gone]
        return _contradict(puzzle, grid, kept, limits)

    gone = set(without(entries, still))
    short = limits._replace(nodes=SHORT)
    enough = sum(1 << k for k, cell in enumerate(entries) if cell not in gone)

    def contradict(some: int) -> bool:
        return _contradict(puzzle, grid, [entries[k] for k in bits(some)], short)

    return tuple(entries[k] for k in bits(_fewest((1 << len(entries)) - 1, enough, contradict)))


def _fewest(everything: int, enough: int, holds: Callable[[int], bool]) -> int:
    """The smallest set, as a mask, that is enough.

    Every such set has one of each of some groups: those beyond a largest set that is not. The
    smallest set that has is tried; if it is not enough, it is part of one more such largest set.
    """
    groups: list[int] = []
    left = SEARCHES
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
    """The smallest set of fewer than so many that has one of each group; sets tried."""
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


def entered(puzzle: Puzzle, grid: Grid) -> list[tuple[Cell, str]]:
    """What somebody wrote where nothing is given."""
    given, width = puzzle.givens.cells, grid.width
    return [
        (Cell(*divmod(k, width)), own)
        for k, own in enumerate(grid.cells)
        if own != UNKNOWN and given[k] == UNKNOWN
    ]


def _contradict(puzzle: Puzzle, grid: Grid, entries: Sequence[Cell], limits: Limits) -> bool:
    filled = puzzle.with_givens(puzzle.givens.fill({cell: grid[cell] for cell in entries}))
    return solve(filled, limit=1, limits=limits).status is Status.NONE


def refute_entry(climb: Climb, wrong: Sequence[tuple[Cell, str]]) -> Step | None:
    """Return a step that refutes the easiest of some entries, each wrong beside what is known.

    None if no steps with names lead there. Of more symbols than two, one that is refuted is
    excluded; the step does not say which of the others is right.
    """
    # Of more symbols the core also keeps what cells cannot be, and sees more than can be explained.
    found = None
    for on_paper in (False, True) if len(climb.position.symbols) > len(OTHER) else (False,):
        splitter = Splitter(climb.position.puzzle, climb.poll, on_paper=on_paper)
        found = found or _by_lines(climb, wrong, splitter) or _by_cases(climb, wrong, splitter)
    if found is None:
        return None
    cell, symbol = found.assumed
    found = _of_smallest(climb, found)
    technique = TECHNIQUES["cases" if found.depth > 1 else "long_dead_end"]
    two = len(climb.position.symbols) == len(OTHER)
    move = by_supposing(cell, OTHER[symbol] if two else symbol, found.rounds, lambda: (found,))
    step = climb.step(technique, move)
    if not two:
        step = replace(step, effects=(), excludes=((cell, symbol),))
    return step


def _of_smallest(climb: Climb, chain: Chain) -> Chain:
    """Return the chain with a reason in which nothing is needless, if that is not much longer."""
    position, (cell, symbol) = climb.position, chain.assumed
    if len(position.symbols) > len(OTHER):
        return chain  # what is left may be one of several
    if chain.rounds > LONG:
        return chain
    decided, basis = (cell, OTHER[symbol]), behind(position, [chain])
    small = irreducible(position, basis, decided)
    if small == basis:
        return chain
    smallest = nested(position, asked_by([chain], decided), small, climb, POLLS)
    if smallest is None or smallest[0].ends > LITTLE_MORE * chain.ends:
        return chain
    return smallest[0]


def _by_lines(climb: Climb, wrong: Sequence[tuple[Cell, str]], splitter: Splitter) -> Chain | None:
    position = climb.position
    cells = position.grid()
    easy = [each for each in wrong if splitter.narrowed(cells.fill(dict([each])).cells) is None]

    def rounds(entry: tuple[Cell, str]) -> tuple[bool, int]:
        found = probe(position, *entry, by_lines, keep=True, everywhere=True)
        return not found.broken, found.rounds

    best: Chain | None = None
    for cell, symbol in sorted(easy, key=rounds)[:COMPARED] if len(easy) > 1 else easy:
        chain = case_chain(position, cell, symbol, LEAF, climb, everywhere=True)
        if chain is not None and (best is None or size_of([chain]) < size_of([best])):
            best = chain
        if best is not None and best.rounds <= FEW:
            break
    return best


def _by_cases(climb: Climb, wrong: Sequence[tuple[Cell, str]], splitter: Splitter) -> Chain | None:
    position = climb.position
    grid = position.grid()
    for depth in range(DEEPEST + 1):
        for cell, symbol in wrong[:TRIED]:
            branch = splitter.refute(grid.fill({cell: symbol}).cells, depth)
            if branch is None:
                continue
            chain = case_chain(position, cell, symbol, branch, climb, everywhere=True)
            if chain is not None:
                return chain
    return None


__all__ = ["entered", "needed_entries", "refute_entry"]
