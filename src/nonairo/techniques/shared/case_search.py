"""Search for short cases: what to suppose inside a supposition until every case breaks a rule.

Works on the cells as text, with compiled propagation where there is some: a probe takes some
microseconds. What it finds is only a plan. `case_chains` finds every step again, so nothing
here has to be believed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from math import prod
from typing import TypeAlias, TypeVar, cast

from nonairo import native
from nonairo.candidates import Candidates
from nonairo.checking import equal_lines
from nonairo.grid import UNKNOWN, Grid, Symbol
from nonairo.propagation import by_lines, fill_in, kernels, look_at, propagate
from nonairo.puzzle import Puzzle
from nonairo.techniques.shared.lines import put
from nonairo.techniques.shared.probing import PROBES_A_POLL, SLICE

DEEPEST = 12  # cases inside cases
EVERY = 1 << 30
WIDTH = 6  # cells that are tried as the next split

ENOUGH = 8  # plans among which the one that has the shortest chains is chosen
PATIENCE = 24  # suppositions that are tried once there is some plan
NODES = 300  # of a search that shows how hard a supposition is to refute
AT_ONCE = 1 << 9  # cells that the core looks at until somebody counts them
REMEMBERED = 1 << 14  # positions on the way whose cases are not looked for twice
GAIN = 3  # nodes of such a search that a further cell is worth


@dataclass(frozen=True, slots=True)
class CaseTree:
    """How a supposition that lines alone do not refute is refuted.

    First come cells of which all symbols but one break a rule at once. Then one cell is split, and
    every symbol of it is a case. Without cells to split the lines alone break a rule.
    """

    cuts: tuple[tuple[int, Symbol], ...] = ()  # cells, and the symbol that is left
    splits: tuple[int, ...] = ()  # cells, each of which would do
    cases: tuple[CaseTree, ...] = ()  # for each symbol

    @property
    def ends(self) -> int:
        """In how many places a rule is broken."""
        return len(self.cuts) + (sum(case.ends for case in self.cases) or 1)


LEAF = CaseTree()

# Cells, the cuts that led there, and for each open one how many its symbols leave (`probe_all`).
Closed: TypeAlias = tuple[str, tuple[tuple[int, Symbol], ...], dict[int, tuple[int, ...]]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Refutation:
    """A cell, and how each of its wrong symbols is refuted."""

    cell: int
    refuted: Mapping[Symbol, CaseTree]

    @property
    def ends(self) -> int:
        return sum(tree.ends for tree in self.refuted.values())


class Splitter:
    """Looks for plans in one position, whose only solution is known.

    `on_paper`: of what a line says only cells that become known are kept. With more than two
    symbols the core also keeps what cells cannot be, and refutes more than there are steps for.
    `within`: cells that are known there are not supposed to be anything.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        poll: Callable[[], None],
        keep: bool = True,
        on_paper: bool = False,
        within: str | None = None,
    ) -> None:
        self.puzzle, self.symbols, self.poll = puzzle, puzzle.symbols, poll
        # The plan of a puzzle that nobody will ask for again would take the place of others.
        self.plan = native.plan_of(puzzle) if keep else native.plan_once(puzzle)
        # Unless lines must differ, propagation has one result, in whatever order lines are read.
        self.core = None if puzzle.distinct else native.prober(puzzle)
        self.on_paper = on_paper or self.plan is None
        self.within, self.greedy = within, False
        self.tools = kernels(puzzle) if self.on_paper else {}
        width = puzzle.width
        self._places = [divmod(k, width) for k in range(puzzle.height * width)]
        self._probes = 0
        self._found: dict[Hashable, tuple[object, int]] = {}  # with the probes that it took

    def plans(self, cells: str, solution: str) -> Iterator[Refutation]:
        """Plans with few cases, found by going deeper and deeper; none when even that ends."""
        order = self._order(cells, solution)
        for depth in range(DEEPEST + 1):
            found = False
            for plan in self._at_depth(cells, solution, order, depth):
                found = True
                yield plan
            if found:
                return

    def _at_depth(
        self, cells: str, solution: str, order: list[int], depth: int
    ) -> Iterator[Refutation]:
        """Those with two cases a symbol or fewer at once, the others in the end."""
        longer: list[Refutation] = []
        short = 0
        for tried, cell in enumerate(order):
            if short == ENOUGH or ((short or longer) and tried >= PATIENCE):
                break
            wrong = self.symbols.replace(solution[cell], "")
            refuted = self.refute_each(cells, cell, wrong, depth)
            if refuted is None:
                continue
            plan = Refutation(cell, refuted)
            if plan.ends <= 2 * len(refuted):
                short += 1
                yield plan
            else:
                longer.append(plan)
        yield from sorted(longer, key=lambda plan: plan.ends)

    def _order(self, cells: str, solution: str) -> list[int]:
        """The open cells, those first that are easily refuted by search and give much.

        The first `PATIENCE` are exact; of the others a search is not finished once they are others.
        """
        probes = self.probe_all(cells)
        blanks = cells.count(UNKNOWN)

        def gain(cell: int) -> int:
            return blanks - max(0, probes[cell][self.symbols.index(solution[cell])])

        order: list[tuple[int, int, int]] = []
        best: list[int] = []  # the least efforts so far, negative: a heap
        for cell in sorted(probes, key=gain, reverse=True):
            worth = GAIN * gain(cell)
            enough = NODES if len(best) < PATIENCE else min(NODES, worth - best[0] + 1)
            nodes = left = 0
            for symbol in self.symbols.replace(solution[cell], ""):
                if self.plan is not None and nodes < enough:
                    self._count()
                    answer = self.plan.solve(put(cells, cell, symbol), 1, None, enough, 0)
                    nodes += native.PlanResult(*answer).nodes
                left += max(0, probes[cell][self.symbols.index(symbol)])
            order.append((nodes - worth, left, cell))
            heappush(best, worth - nodes)
            if len(best) > PATIENCE:
                heappop(best)
        order.sort()
        return [cell for _, _, cell in order]

    def gain(self, cells: str, cell: int, solution: str) -> int:
        """How many cells are known by lines once this one is."""
        after = self.narrowed(put(cells, cell, solution[cell])) or solution
        return cells.count(UNKNOWN) - after.count(UNKNOWN)

    def refute(self, cells: str, depth: int) -> CaseTree | None:
        """How a supposition breaks, with at most so many cases inside cases; None if not."""
        settled = self.narrowed(cells)
        if settled is None:
            return LEAF
        return self._once((settled, depth), lambda: self._refuted(settled, depth))

    def _refuted(self, settled: str, depth: int) -> CaseTree | None:
        closed = self._once(settled, lambda: self._closed(settled))
        if isinstance(closed, CaseTree):
            return closed
        return self._split(*closed, depth) if depth else None

    def _closed(self, settled: str) -> CaseTree | Closed:
        """What is left when every symbol that breaks a rule at once is ruled out."""
        cuts: list[tuple[int, Symbol]] = []
        while True:
            probes = self.probe_all(settled, enough=WIDTH)
            some = [(k, left) for k, left in probes.items() if -1 in left]
            dead = [cell for cell, left in some if max(left) < 0]
            if dead:
                return CaseTree(tuple(cuts), tuple(dead), (LEAF,) * len(self.symbols))
            broken = [(k, self._only(left)) for k, left in some]
            forced = [(k, kept) for k, kept in broken if kept]
            if not forced:
                return settled, tuple(cuts), probes
            for cell, kept in forced:
                if settled[cell] not in (UNKNOWN, kept):
                    continue  # the next round sees that all its symbols break
                if settled[cell] == UNKNOWN:
                    narrower = self.narrowed(put(settled, cell, kept))
                    if narrower is None:
                        return CaseTree(tuple(cuts), (cell,), (LEAF,) * len(self.symbols))
                    cuts.append((cell, kept))
                    settled = narrower

    def _once(self, key: Hashable, find: Callable[[], T]) -> T:
        """What was found for this key before, and counted as if it were found again.

        The same cells come again: in other orders, and at each depth.
        """
        if key in self._found:
            found, number = self._found[key]
            self._count(number)
            return cast("T", found)
        before = self._probes
        found = find()
        if len(self._found) == REMEMBERED:
            self._found.clear()
        self._found[key] = found, self._probes - before
        return found

    def supposed(self, cells: str, agreeing: bool = True) -> str | None:
        """What lines decide if each value of each cell is supposed once, again and again.

        `agreeing`: also what all values agree on, not only what is left when the others break a
        rule. None if a rule breaks.
        """
        settled: str | None = cells
        before = None
        while settled is not None and settled != before:
            before = settled
            for cell in [k for k, each in enumerate(cells) if each == UNKNOWN]:
                if settled is None:
                    break
                if settled[cell] != UNKNOWN:
                    continue
                tried = (self.narrowed(put(settled, cell, symbol)) for symbol in self.symbols)
                alive = [after for after in tried if after is not None]
                if len(alive) < 2 or agreeing:
                    settled = _shared(alive) if alive else None
        return settled

    def _split(
        self,
        cells: str,
        cuts: tuple[tuple[int, Symbol], ...],
        probes: dict[int, tuple[int, ...]],
        depth: int,
    ) -> CaseTree | None:
        """Cases of a cell of which much follows either way, as few as are found."""
        best: CaseTree | None = None
        for cell in self.splits(cells, probes):
            cases = self.refute_each(cells, cell, self.symbols, depth - 1)
            if cases is not None:
                tree = CaseTree(cuts, (cell,), tuple(cases.values()))
                if best is None or tree.ends < best.ends:
                    best = tree
        return best

    def splits(self, cells: str, probes: Mapping[int, tuple[int, ...]]) -> list[int]:
        """The cells to try as the next split.

        A single one must settle much either way: a tree of lopsided splits grows without end.
        """
        blanks = cells.count(UNKNOWN)

        def left(cell: int) -> int:
            return sum(max(0, number) for number in probes[cell])

        def settled(cell: int) -> int:
            return prod(blanks - max(0, number) for number in probes[cell])

        if self.greedy:
            return [max(probes, key=settled)] if probes else []
        return sorted(probes, key=left)[:WIDTH]

    def refute_each(
        self, cells: str, cell: int, symbols: str, depth: int
    ) -> dict[Symbol, CaseTree] | None:
        """How each of some symbols of a cell breaks a rule; None if one does not."""
        refuted = {}
        for symbol in symbols:
            tree = self.refute(put(cells, cell, symbol), depth)
            if tree is None:
                return None
            refuted[symbol] = tree
        return refuted

    def probe_all(self, cells: str, enough: int = EVERY) -> dict[int, tuple[int, ...]]:
        """For every open cell and symbol how many cells lines then leave; -1 where a rule breaks.

        Ends when so many cells are found that can be nothing at all.
        """
        blanks = [k for k, each in enumerate(cells) if each == UNKNOWN]
        if self.within is not None:
            blanks = [k for k in blanks if self.within[k] == UNKNOWN]
        if self.core is not None:
            return self._probe_all_at_once(self.core, cells, blanks, enough)
        probes: dict[int, tuple[int, ...]] = {}
        for k in blanks:
            ends = [self.narrowed(put(cells, k, symbol)) for symbol in self.symbols]
            probes[k] = tuple([-1 if end is None else end.count(UNKNOWN) for end in ends])
            enough -= max(probes[k]) < 0
            if not enough:
                break
        return probes

    def _probe_all_at_once(
        self, core: native.Prober, cells: str, blanks: list[int], enough: int
    ) -> dict[int, tuple[int, ...]]:
        probes: dict[int, tuple[int, ...]] = {}
        while blanks and enough:
            places = [self._places[k] for k in blanks[:AT_ONCE]]
            answers = core.left(cells, places, enough, SLICE)
            self._count(2 * len(answers))
            probes.update(zip(blanks, answers, strict=False))
            enough -= answers.count((-1, -1))
            blanks = blanks[len(answers) :]
        return probes

    def narrowed(self, cells: str) -> str | None:
        """What lines decide in the end; None if a rule breaks."""
        self._count()
        if self.plan is not None and not self.on_paper:
            return native.narrowed(self.plan, cells)
        grid = Grid(self.puzzle.height, self.puzzle.width, cells)
        possible = Candidates.in_puzzle(self.puzzle, grid)
        if len(self.symbols) == 2:
            fits = propagate(self.tools, self.puzzle.distinct, possible, _nothing)
        else:
            fits = self._in_rounds(possible)
        return possible.grid().cells if fits else None

    def _in_rounds(self, possible: Candidates) -> bool:
        """Only what becomes known is kept, as on paper: with more symbols lines exclude some."""
        tools = list(self.tools.values())
        dirty = (1 << len(tools)) - 1
        while dirty:
            news, spoilt = look_at(dirty, possible, tools, by_lines)
            if spoilt is not None:
                return False
            dirty = fill_in(possible, news)
        return not any(equal_lines(self.puzzle, possible.grid()))

    def _only(self, left: tuple[int, ...]) -> Symbol:
        """The one symbol that does not break a rule; nothing if there are several."""
        alive = [symbol for symbol, number in zip(self.symbols, left, strict=True) if number >= 0]
        return alive[0] if len(alive) == 1 else ""

    def _count(self, number: int = 1) -> None:
        before = self._probes
        self._probes += number
        if not self.on_paper:
            number = self._probes // PROBES_A_POLL - before // PROBES_A_POLL
        for _ in range(number):
            self.poll()


def _shared(several: list[str]) -> str:
    """The cells in which several grids agree."""
    both = zip(*several, strict=True)
    return "".join([one if others.count(one) == len(others) else UNKNOWN
                    for one, *others in both])  # fmt: skip


def _nothing() -> None:
    """The probes are counted, not the lines."""
