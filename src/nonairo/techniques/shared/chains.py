"""Chains of named steps, made of a probe: only the steps that its end needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from nonairo.candidates import masks_of
from nonairo.grid import UNKNOWN, Cell, Line, Symbol
from nonairo.line_solver import CompiledKernel
from nonairo.techniques.base import Move, Technique
from nonairo.techniques.shared.broken_lines import broken_line
from nonairo.techniques.shared.first_seen import CachedTechniques, giving
from nonairo.techniques.shared.line_reasons import blanked, needed_of
from nonairo.techniques.shared.lines import known, only_these, put
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import Probe
from nonairo.techniques.shared.steps import Broken, Chain, Effect, Step, looked_at

# A dead end inside a chain bears the name of this technique.
LONG_DEAD_END = "long_dead_end"
LONG_DEAD_END_LEVEL = 7
HARD_DEAD_END = "Hard dead end"


def dead_end_inside(position: Position, decided: Effect, chains: tuple[Chain, ...]) -> Step:
    """A step inside a chain: every other symbol of a cell breaks a rule."""
    return Step(
        technique=LONG_DEAD_END,
        level=LONG_DEAD_END_LEVEL,
        score=0.0,  # paid for by the length of the chain, or as a case
        place=None,
        premises=tuple(sorted({each for chain in chains for each in looked_at(chain)})),
        effects=(decided,),
        numbers={"rounds": sum(chain.rounds for chain in chains)},
        chains=chains,
        called=HARD_DEAD_END.lower(),
        words=position.words,
    )


class ChainBuilder:
    """What each round of a probe filled in, and how that is seen."""

    def __init__(
        self, position: Position, found: Probe, techniques: Sequence[Technique], exact: bool
    ) -> None:
        assert found.history is not None
        self.position = position
        self.techniques = (
            techniques if isinstance(techniques, CachedTechniques) else CachedTechniques(techniques)
        )
        self.exact = exact
        self.assumed = Cell(found.line, found.k)
        self.born: dict[Cell, tuple[int, int]] = {self.assumed: (0, found.line)}  # round, line
        self.value: dict[Cell, Symbol] = {self.assumed: found.symbol}
        for number, decided in enumerate(found.history, 1):
            for i, k, symbol in decided:
                cell = position.cells[i][k]
                if cell not in self.born:
                    self.born[cell] = number, i
                    self.value[cell] = position.symbols[symbol]
        self._lines: dict[int, dict[int, tuple[int, Symbol]]] = {}
        self.steps: dict[tuple[int, int, str], tuple[Technique, Move, dict[int, Symbol]]] = {}

    def _along(self, i: int) -> dict[int, tuple[int, Symbol]]:
        """The cells of a line that became known: their places along it, rounds and symbols."""
        if i not in self._lines:
            cells = enumerate(self.position.cells[i])
            self._lines[i] = {
                k: (self.born[cell][0], self.value[cell]) for k, cell in cells if cell in self.born
            }
        return self._lines[i]

    def line_at(self, i: int, number: int) -> Line:
        """A line as it was known after so many rounds."""
        cells = list(self.position.lines[i])
        for k, (since, symbol) in self._along(i).items():
            if since <= number and cells[k] == UNKNOWN:
                cells[k] = symbol
        return "".join(cells)

    def need(self, cells: Iterable[Cell]) -> None:
        """Add the steps by which these cells came to be known."""
        waiting = list(cells)
        seen: set[Cell] = set()
        while waiting:
            cell = waiting.pop()
            if cell in seen or cell == self.assumed or cell not in self.born:
                continue
            seen.add(cell)
            number, i = self.born[cell]
            k = self.position.cells[i].index(cell)
            technique, move = self.why(i, number - 1, k, self.value[cell])
            key = number, i, technique.id + str(move.premises)
            _, _, effects = self.steps.setdefault(key, (technique, move, {}))
            effects[k] = self.value[cell]
            along = self.position.cells[i]
            waiting += [along[p] for p in move.premises]

    def why(self, i: int, number: int, k: int, symbol: Symbol) -> tuple[Technique, Move]:
        """The easiest technique that gives a cell of a line, and its move."""
        tool, line = self.position.kernels[i], self.line_at(i, number)
        if self.exact:
            line = self.enough(i, line, k, symbol)
            best = self.techniques.first_giving(tool, line, k, symbol)
        else:
            found = giving(self.techniques, tool, line, k, symbol)
            best = min(found, key=lambda way: self._late(i, way[1].premises), default=None)
        if best is None:
            raise AssertionError(f"no technique gives cell {k} of {line}")
        return best

    def enough(self, i: int, line: Line, k: int, symbol: Symbol) -> Line:
        """The line without the cells that are not needed to leave nothing else for one of them."""
        tool = self.position.kernels[i]
        if not isinstance(tool, CompiledKernel):
            return self._needed(i, line, lambda text: self.gives(i, text, k, symbol))
        order = sorted(known(line), key=self._latest_first(i))
        barred = (0, 1 << k) if symbol == self.position.symbols[0] else (1 << k, 0)
        return blanked(line, tool.needless(masks_of(line), order, barred))

    def _late(self, i: int, cells: Iterable[int]) -> tuple[int, int]:
        """How many of some cells the chain must decide first, and how many they are."""
        places = [self.position.cell(i, k) for k in cells]
        return sum(cell in self.born for cell in places), len(places)

    def _needed(self, i: int, line: Line, holds: Callable[[Line], bool]) -> Line:
        """The line without the cells that are not needed: those known latest go first."""
        return needed_of(line, holds, self._latest_first(i))

    def _needed_to_break(self, i: int, line: Line) -> Line:
        """The line without the cells that are not needed to break its rule."""
        tool = self.position.kernels[i]
        if not isinstance(tool, CompiledKernel):
            return self._needed(i, line, lambda text: not self.possible(i, text))
        order = sorted(known(line), key=self._latest_first(i))
        return blanked(line, tool.needless(masks_of(line, tool.symbols), order, None))

    def _latest_first(self, i: int) -> Callable[[int], int]:
        born = self._along(i)
        return lambda k: -born[k][0] if k in born else 1

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
        for (number, i, _), (technique, move, decided) in sorted(
            self.steps.items(), key=lambda item: item[0]
        ):
            cells = self.position.cells[i]
            premises = tuple([cells[k] for k in move.premises])
            effects = tuple([(cells[k], decided[k]) for k in sorted(decided)])
            seen = only_these(self.line_at(i, number - 1), move.premises)
            steps.append(technique.step(self.position, i, move, premises, effects, seen))
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
            lambda line: self._needed_to_break(i, line),
            lambda k: self.since(i, k),
        )
