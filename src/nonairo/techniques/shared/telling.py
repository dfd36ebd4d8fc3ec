"""Tell how a probe came to its end: only the steps that are needed, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonairo.candidates import bits, masks_of, unknown_in
from nonairo.grid import UNKNOWN, Cell, Line, Symbol
from nonairo.propagation import Narrow, by_lines
from nonairo.rules import Balanced
from nonairo.techniques.base import (
    Found,
    InLines,
    Move,
    Search,
    Technique,
    by_supposing,
    roles_in,
)
from nonairo.techniques.shared.breaking import broken_line
from nonairo.techniques.shared.climbing import looked_at
from nonairo.techniques.shared.lines import least, put
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import Probe, Stages, probe
from nonairo.techniques.shared.steps import Broken, Chain, Step

EASY_LEVEL = 2  # the techniques inside, where lines are balanced: patterns and plain counting


def inner_of(position: Position, search: Search) -> tuple[Technique, ...]:
    """The named techniques inside a short chain."""
    below = search.inner()
    if position.rule is Balanced:
        return tuple(technique for technique in below if technique.level <= EASY_LEVEL)
    return below


def contradiction(
    position: Position,
    refuted: Sequence[Probe],
    symbol: Symbol,
    narrow: Narrow,
    inner: Sequence[Technique],
    stages: Stages | None = None,
) -> Found:
    """A cell of which every other symbol broke a rule, as a move."""

    def chains() -> tuple[Chain, ...]:
        return tuple(tell(position, found, narrow, inner, stages=stages) for found in refuted)

    cell = Cell(refuted[0].line, refuted[0].k)
    return by_supposing(cell, symbol, sum(found.rounds for found in refuted), chains)


def tell(
    position: Position,
    found: Probe,
    narrow: Narrow,
    inner: Sequence[Technique],
    goal: Cell | None = None,
    stages: Stages | None = None,
) -> Chain:
    """The chain behind a probe: until a rule breaks, or until a cell is known."""
    start = found.line, found.k
    replayed = probe(position, start, found.symbol, narrow, found.rounds, True, stages)
    chain = _told(position, replayed, narrow, inner, goal)
    return _tightened(position, chain, found, narrow, inner, goal, stages)


def _told(
    position: Position, found: Probe, narrow: Narrow, inner: Sequence[Technique], goal: Cell | None
) -> Chain:
    teller = Teller(position, found, inner, narrow is by_lines)
    if goal is None:
        return teller.chain(found.rounds, teller.broken(found))
    teller.need([goal])
    return teller.chain(teller.born[goal][0])  # the rest of the probe is not needed


def _tightened(
    position: Position,
    chain: Chain,
    found: Probe,
    narrow: Narrow,
    inner: Sequence[Technique],
    goal: Cell | None,
    stages: Stages | None,
) -> Chain:
    """The chain, or one in the same lines and rounds that rests on fewer cells.

    Every link needs what it is told of. But a cell may be known in another way, from cells on which
    the chain rests anyway.
    """
    rests = dict.fromkeys(looked_at(chain))
    known, last = position.only(rests), None
    lines = sum(1 << i for i in _lines_of(position, chain))
    allowed = tuple([lines & mask for mask in stages or (-1,) * (chain.rounds + 1)])
    for cell in rests:
        fewer = known.forget(cell)
        start = found.line, found.k
        again = probe(fewer, start, found.symbol, narrow, chain.rounds, True, allowed)
        if again.broken if goal is None else _decides(again, goal):
            known, last = fewer, again
    return chain if last is None else _told(known, last, narrow, inner, goal)


def _decides(found: Probe, goal: Cell) -> bool:
    assert found.possible is not None, "the core keeps it to itself; here Python has probed"
    return not found.broken and not unknown_in(found.possible.rows[goal.row]) >> goal.col & 1


def _lines_of(position: Position, chain: Chain) -> set[int]:
    """The lines in which the steps of a chain are, and those that break."""
    places = {step.place for step in chain.steps if step.place is not None}
    places |= set(chain.broken.places if chain.broken else ())
    return {position.number(place) for place in places}


class Teller:
    """What each round of a probe filled in, and how that is seen."""

    def __init__(
        self, position: Position, found: Probe, techniques: Sequence[Technique], exact: bool
    ) -> None:
        assert found.history is not None
        self.position = position
        self.techniques = techniques
        self.exact = exact
        self.assumed = Cell(found.line, found.k)
        self.born: dict[Cell, tuple[int, int]] = {self.assumed: (0, found.line)}  # round, line
        self.value: dict[Cell, Symbol] = {self.assumed: found.symbol}
        for number, news in enumerate(found.history, 1):
            for i, before, after in news:
                decided = unknown_in(before) & ~unknown_in(after)
                for symbol, mask in zip(position.symbols, after, strict=True):
                    for k in bits(mask & decided):
                        cell = position.cell(i, k)
                        if cell not in self.born:
                            self.born[cell] = number, i
                            self.value[cell] = symbol
        self.steps: dict[tuple[int, int, str], tuple[Technique, Move, dict[int, Symbol]]] = {}

    def line_at(self, i: int, number: int) -> Line:
        """A line as it was known after so many rounds."""
        cells = list(self.position.lines[i])
        for k, cell in enumerate(cells):
            place = self.position.cell(i, k)
            if cell == UNKNOWN and place in self.born and self.born[place][0] <= number:
                cells[k] = self.value[place]
        return "".join(cells)

    def need(self, cells: Iterable[Cell]) -> None:
        """Tell how these cells came to be known."""
        waiting = list(cells)
        seen: set[Cell] = set()
        while waiting:
            cell = waiting.pop()
            if cell in seen or cell == self.assumed or cell not in self.born:
                continue
            seen.add(cell)
            number, i = self.born[cell]
            k = cell.col if i < self.position.height else cell.row
            technique, move = self.why(i, number - 1, k, self.value[cell])
            told = self.steps.setdefault((number, i, technique.id + str(move.premises)),
                                         (technique, move, {}))  # fmt: skip
            told[2][k] = self.value[cell]
            waiting += (self.position.cell(i, p) for p in move.premises)

    def why(self, i: int, number: int, k: int, symbol: Symbol) -> tuple[Technique, Move]:
        """The easiest technique that gives a cell of a line, and its move."""
        position, line = self.position, self.line_at(i, number)
        if self.exact:
            line = self.least(i, line, lambda text: self.gives(i, text, k, symbol))
        found: list[tuple[Technique, Move]] = []
        for technique in self.techniques:
            if isinstance(technique.find, InLines):
                for move in technique.find.moves(line, position.rules[i], position.symbols):
                    if move.effects.get(k) == symbol:
                        found.append((technique, move))
                        if self.exact:
                            return technique, move
        if not found:
            raise AssertionError(f"no technique gives cell {k} of {line}")
        return min(found, key=lambda way: self._late(i, way[1].premises))

    def _late(self, i: int, cells: Iterable[int]) -> tuple[int, int]:
        """How many of some cells the chain must tell first, and how many they are."""
        places = [self.position.cell(i, k) for k in cells]
        return sum(cell in self.born for cell in places), len(places)

    def least(self, i: int, line: Line, holds: Callable[[Line], bool]) -> Line:
        """The line without the cells that are not needed: those known latest go first."""
        return least(line, holds, lambda k: -self.since(i, k))

    def since(self, i: int, k: int) -> int:
        """The round in which a cell of a line became known; -1: it was before."""
        return self.born.get(self.position.cell(i, k), (-1, 0))[0]

    def gives(self, i: int, line: Line, k: int, symbol: Symbol) -> bool:
        """Whether a line leaves nothing else for a cell."""
        if line[k] != UNKNOWN:
            return line[k] == symbol
        others = (other for other in self.position.symbols if other != symbol)
        return not any(self.possible(i, put(line, k, other)) for other in others)

    def possible(self, i: int, line: Line) -> bool:
        """Whether a line, so far known, has a completion."""
        return self.position.kernels[i].possible(masks_of(line, self.position.symbols))

    def chain(self, rounds: int, broken: Broken | None = None) -> Chain:
        """The needed steps in order, and the rule that broke."""
        if broken:
            self.need(broken.cells)
        steps = []
        for (_, i, _), (technique, move, effects) in sorted(self.steps.items(), key=_order):
            place = self.position.places[i]
            steps.append(
                Step(
                    technique=technique.id,
                    level=technique.level,
                    score=0.0,  # paid for by the length of the chain
                    place=place,
                    premises=tuple(place.cell(k) for k in move.premises),
                    effects=tuple((place.cell(k), effects[k]) for k in sorted(effects)),
                    numbers=move.numbers,
                    clues=move.clues,
                    roles=roles_in(self.position.cells[i], move),
                    called=technique.called,
                    words=self.position.words,
                    say=technique.sentence(move),
                )
            )
        return Chain((self.assumed, self.value[self.assumed]), tuple(steps), rounds, broken)

    def broken(self, found: Probe) -> Broken:
        """Which rule broke, and the cells that show it."""
        position = self.position
        places = tuple(position.places[i] for i in found.broken)
        if len(places) == 2:
            cells = [
                place.cell(k) for place in places for k in range(position.puzzle.length(place))
            ]
            return Broken("distinct", places, tuple(dict.fromkeys(cells)))
        (i,) = found.broken
        return broken_line(
            places[0],
            position.rules[i],
            self.line_at(i, found.rounds),
            lambda line: self.least(i, line, lambda text: not self.possible(i, text)),
            lambda k: self.since(i, k),
        )


def _order(item: tuple[tuple[int, int, str], object]) -> tuple[int, int, str]:
    return item[0]
