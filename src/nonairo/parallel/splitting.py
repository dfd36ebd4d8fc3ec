"""A cube taken apart: on the cell whose values, tried one by one, decide most of the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import prod
from random import Random
from typing import TypeAlias

from nonairo import native
from nonairo.candidates import Candidates
from nonairo.grid import UNKNOWN, Grid
from nonairo.propagation import kernels, propagate
from nonairo.puzzle import Puzzle

# What single lines decide of some cells, all of them as one text; None on a contradiction.
Settle: TypeAlias = Callable[[str], str | None]

MOST_PROBED = 400  # open cells that are tried at the root, chosen at random
MOST_RANKED = 24  # the best of them, tried again in each part
PATIENCE = 0.25  # seconds for the root: enough for all of them in the core, and for some in Python


@dataclass(slots=True)
class Parts:
    """What became of a cube: smaller ones that share no solution, and together have all of them."""

    cubes: list[str]
    splits: int = 0
    refuted: int = 0  # values that lines alone rule out, and cubes none of whose values is left
    probes: int = 0


def settler(puzzle: Puzzle) -> Settle:
    """How the lines of a puzzle settle cells: by the core, or without it in Python."""
    return native.settler(puzzle) or _in_python(puzzle)


def _in_python(puzzle: Puzzle) -> Settle:
    lines = kernels(puzzle)

    def settle(cells: str) -> str | None:
        possible = Candidates.in_puzzle(puzzle, Grid(puzzle.height, puzzle.width, cells))
        known = propagate(lines, puzzle.distinct, possible, lambda: None)
        return possible.grid().cells if known else None

    return settle


def take_apart(
    puzzle: Puzzle,
    cells: str,
    wanted: int,
    seed: int = 0,
    *,
    poll: Callable[[int], None] = lambda probes: None,
) -> Parts:
    """Cubes of a cube, as many as wanted if it can be had; the one with most open cells is next.

    `poll` is called with the number of new probes, and may raise.
    """
    splitter = _Splitter(settler(puzzle), puzzle.symbols, poll)
    parts = splitter.parts
    root = splitter.settle(cells)
    if root is None:
        parts.refuted += 1
        return parts
    shuffled = [k for k, symbol in enumerate(root) if symbol == UNKNOWN]
    Random(seed).shuffle(shuffled)
    found = splitter.rank(root, shuffled[:MOST_PROBED], PATIENCE)
    if found is None:
        return parts
    root, ranked = found
    favourites = ranked[:MOST_RANKED] or [k for k in shuffled if root[k] == UNKNOWN][:MOST_RANKED]
    leaves = [_Leaf(root)]
    while leaves and len(leaves) < wanted:
        leaf = heappop(leaves)
        if not leaf.open:
            heappush(leaves, leaf)
            break
        for part in splitter.split(leaf.cells, favourites):
            heappush(leaves, _Leaf(part))
    heapify(leaves)
    parts.cubes = [leaf.cells for leaf in sorted(leaves)]
    return parts


@dataclass(slots=True)
class _Leaf:
    cells: str
    open: int = field(init=False)

    def __post_init__(self) -> None:
        self.open = self.cells.count(UNKNOWN)

    def __lt__(self, other: _Leaf) -> bool:
        return (-self.open, self.cells) < (-other.open, other.cells)


class _Splitter:
    """Tries values of cells, and counts what that costs."""

    def __init__(self, settle: Settle, symbols: str, poll: Callable[[int], None]) -> None:
        self._settle = settle
        self._symbols = symbols
        self._poll = poll
        self.parts = Parts([])

    def settle(self, cells: str) -> str | None:
        self.parts.probes += 1
        self._poll(1)
        return self._settle(cells)

    def branches(self, cells: str, k: int) -> list[str]:
        """What the values of a cell lead to, without those that lines rule out."""
        found = []
        for symbol in self._symbols:
            after = self.settle(f"{cells[:k]}{symbol}{cells[k + 1 :]}")
            if after is not None:
                found.append(after)
        return found

    def rank(
        self, cells: str, places: Sequence[int], patience: float | None = None
    ) -> tuple[str, list[int]] | None:
        """The open ones of some cells, best first, and what was learnt; None: a contradiction.

        A cell is as good as the product of what its values decide. One of which a single value is
        left is settled on the way: that is no choice.
        """
        end = None if patience is None else time.monotonic() + patience
        scores: dict[int, int] = {}
        for k in places:
            if cells[k] != UNKNOWN:
                continue
            left = cells.count(UNKNOWN)
            branches = self.branches(cells, k)
            self.parts.refuted += len(self._symbols) - len(branches)
            if not branches:
                return None
            if len(branches) == 1:
                cells = branches[0]
            else:
                scores[k] = prod(left - branch.count(UNKNOWN) for branch in branches)
            if end is not None and time.monotonic() > end:
                break
        ranked = sorted(scores, key=lambda k: (-scores[k], k))
        return cells, [k for k in ranked if cells[k] == UNKNOWN]

    def split(self, cells: str, favourites: Sequence[int]) -> list[str]:
        """The parts of a cube, one for each value of its best cell."""
        found = self.rank(cells, favourites)
        if found is None:
            return []
        cells, ranked = found
        if ranked:
            best = ranked[0]
        elif UNKNOWN in cells:
            best = cells.index(UNKNOWN)
        else:
            return [cells]
        self.parts.splits += 1
        branches = self.branches(cells, best)
        self.parts.refuted += len(self._symbols) - len(branches)
        return branches
