"""Tell how a probe came to its end: only the steps that are needed, each by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from nonairo.candidates import bits, masks_of
from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Cell, Line, Symbol
from nonairo.line_solver import kernel
from nonairo.propagation import Narrow, by_lines
from nonairo.rules import Balanced, LineRule, Runs
from nonairo.techniques.base import Found, InLines, Move, Search, Technique, by_supposing
from nonairo.techniques.parts.lines import known, least, put, where
from nonairo.techniques.parts.position import Position
from nonairo.techniques.parts.probing import Probe, Stages, probe
from nonairo.techniques.parts.steps import Broken, Chain, Step

EASY_LEVEL = 2  # the techniques inside, where lines are balanced: patterns and plain counting


def inner_of(rule: LineRule, search: Search) -> tuple[Technique, ...]:
    """The named techniques inside a short chain."""
    below = search.inner()
    if isinstance(rule, Balanced):
        return tuple(technique for technique in below if technique.level <= EASY_LEVEL)
    return below


def contradiction(
    position: Position,
    found: Probe,
    narrow: Narrow,
    inner: tuple[Technique, ...],
    stages: Stages | None = None,
) -> Found:
    """A probe that broke a rule, as a move."""
    cell, symbol = Cell(found.line, found.k), OTHER[found.symbol]

    def chains() -> tuple[Chain, ...]:
        return (tell(position, found, narrow, inner, stages),)

    return by_supposing(cell, symbol, found.rounds, chains)


def tell(
    position: Position,
    found: Probe,
    narrow: Narrow,
    inner: tuple[Technique, ...],
    stages: Stages | None,
) -> Chain:
    """The chain behind a probe."""
    cell = found.line, found.k
    replayed = probe(position, cell, found.symbol, narrow, found.rounds, True, stages)
    return Teller(position, replayed, inner, narrow is by_lines).chain(replayed, no_score)


def no_score(technique: str) -> float:
    """Inner steps are paid for by the length of the chain."""
    return 0.0


class Teller:
    """Tells how a probe came to its end: only the steps that are needed, each by its name."""

    def __init__(
        self, position: Position, found: Probe, techniques: Sequence[Technique], exact: bool
    ) -> None:
        assert found.history is not None
        self.position = position
        self.techniques = techniques
        self.exact = exact
        self.assumed = Cell(found.line, found.k)
        self.symbol = found.symbol
        self.born: dict[Cell, tuple[int, int]] = {self.assumed: (0, found.line)}  # round, line
        self.value: dict[Cell, Symbol] = {self.assumed: found.symbol}
        for number, news in enumerate(found.history, 1):
            for i, before, after in news:
                for symbol in (0, 1):
                    for k in bits(before[symbol] & ~after[symbol]):
                        cell = position.cell(i, k)
                        if cell not in self.born:
                            self.born[cell] = number, i
                            self.value[cell] = SYMBOLS[1 - symbol]
        self.steps: dict[tuple[int, int, str], tuple[Technique, Move, dict[int, Symbol]]] = {}

    def line_at(self, i: int, number: int) -> Line:
        """A line as it was known after so many rounds."""
        cells = list(self.position.lines[i])
        for k, cell in enumerate(cells):
            place = self.position.cell(i, k)
            if cell == UNKNOWN and place in self.born and self.born[place][0] <= number:
                cells[k] = self.value[place]
        return "".join(cells)

    def need(self, cells: Iterator[Cell] | Sequence[Cell]) -> None:
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
        rule, line = self.position.rules[i], self.line_at(i, number)
        if self.exact:
            line = self.least(i, line, lambda text: _gives(rule, text, k, symbol))
        for technique in self.techniques:
            if isinstance(technique.find, InLines):
                for move in technique.find.moves(line, rule):
                    if move.effects.get(k) == symbol:
                        return technique, move
        raise AssertionError(f"no technique gives cell {k} of {line}")

    def least(self, i: int, line: Line, holds: Callable[[Line], bool]) -> Line:
        """The line without the cells that are not needed: those known latest go first."""
        born = [self.born.get(self.position.cell(i, k), (-1, 0))[0] for k in range(len(line))]
        return least(line, holds, lambda k: -born[k])

    def chain(self, found: Probe, score: Callable[[str], float]) -> Chain:
        """The needed steps in order, and the rule that broke."""
        broken = self.broken(found) if found.broken else None
        if broken:
            self.need(broken.cells)
        steps = []
        for (_, i, _), (technique, move, effects) in sorted(self.steps.items(), key=_order):
            place = self.position.places[i]
            steps.append(
                Step(
                    technique=technique.id,
                    level=technique.level,
                    score=score(technique.id),
                    place=place,
                    premises=tuple(place.cell(k) for k in move.premises),
                    effects=tuple((place.cell(k), effects[k]) for k in sorted(effects)),
                    numbers=move.numbers,
                    clues=move.clues,
                    say=technique.say,
                )
            )
        return Chain((self.assumed, self.symbol), tuple(steps), found.rounds, broken)

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
        rule, line = position.rules[i], self.line_at(i, found.rounds)
        if isinstance(rule, Balanced):
            for symbol, quota in zip(SYMBOLS, (rule.zeros, rule.ones), strict=True):
                at = line.find(symbol * (rule.longest + 1))
                if at >= 0:
                    cells = [position.cell(i, at + k) for k in range(rule.longest + 1)]
                    return Broken("three", places, tuple(cells))
                if line.count(symbol) > quota:
                    cells = [position.cell(i, k) for k in where(line, symbol)]
                    return Broken("balance", places, tuple(cells))
        tool = kernel(rule, len(line))
        line = self.least(i, line, lambda text: not tool.possible(masks_of(text)))
        cells = [position.cell(i, k) for k in known(line)]
        return Broken("clue" if isinstance(rule, Runs) else "line", places, tuple(cells))


def _order(item: tuple[tuple[int, int, str], object]) -> tuple[int, int, str]:
    return item[0]


def _gives(rule: LineRule, line: Line, k: int, symbol: Symbol) -> bool:
    """Whether the line leaves nothing else for a cell."""
    if line[k] != UNKNOWN:
        return line[k] == symbol
    opposite = put(line, k, OTHER[symbol])
    return not kernel(rule, len(line)).possible(masks_of(opposite))
