"""Random small puzzles of every sort: both kinds, and rules that are nothing but a table.

A puzzle follows from a seed, its sort and its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import nonairo as nn
from nonairo import Grid, Puzzle
from nonairo.kinds.kakurasu import pose_totals, total_of
from nonairo.kinds.nonogram import clue_of
from nonairo.rules import LineRule, State


@dataclass(frozen=True)
class Drawn:
    """Any automaton: `layers[place][state][symbol]` is a state or -1.

    A single layer serves all places.
    """

    layers: tuple[tuple[tuple[int, ...], ...], ...]
    accepting: frozenset[int]

    @property
    def start(self) -> State:
        return (0,) if len(self.layers) == 1 else (0, 0)

    def step(self, state: State, symbol: str) -> State | None:
        *place, own = state
        after = self.layers[place[0] if place else 0][own][int(symbol)]
        return None if after < 0 else (*(at + 1 for at in place), after)

    def accepts(self, state: State) -> bool:
        return state[-1] in self.accepting

    def transitions(self, length: int) -> Iterator[tuple[int, int, int]]:
        """From, symbol, to: the states of each place numbered apart."""
        for place in range(length):
            layer = self.layers[place % len(self.layers)]
            for state, targets in enumerate(layer):
                for symbol, after in enumerate(targets):
                    if after >= 0:
                        yield place * len(layer) + state, symbol, (place + 1) * len(layer) + after

    def obeyed_by(self, line: str) -> bool:
        state = 0
        for place, symbol in enumerate(line):
            state = self.layers[place % len(self.layers)][state][int(symbol)]
            if state < 0:
                return False
        return state in self.accepting


def draw_rule(rng: Random, lines: Sequence[str], symbols: int, layered: bool) -> Drawn:
    """An automaton of a few states that takes these lines, and by chance others."""
    states = rng.randint(2, 5)
    dead = rng.choice((0.2, 0.4, 0.55, 0.7))
    layers = [
        [[-1 if rng.random() < dead else rng.randrange(states) for _ in range(symbols)]
         for _ in range(states)]
        for _ in range(len(lines[0]) if layered else 1)
    ]  # fmt: skip
    accepting = {state for state in range(states) if rng.random() < 0.15}
    for line in lines:
        state = 0
        for place, symbol in enumerate(line):
            targets = layers[place % len(layers)][state]
            if targets[int(symbol)] < 0:
                targets[int(symbol)] = rng.randrange(states)
            state = targets[int(symbol)]
        accepting.add(state)
    return Drawn(tuple(tuple(map(tuple, layer)) for layer in layers), frozenset(accepting))


def draw_rules(
    rng: Random, lines: Sequence[str], symbols: int, layered: bool
) -> tuple[LineRule, ...]:
    """One rule for all of these lines, or one for each."""
    if rng.random() < 0.3:
        return (draw_rule(rng, lines, symbols, layered),) * len(lines)
    return tuple(draw_rule(rng, [line], symbols, layered) for line in lines)


def draw_grid(rng: Random, low: int, high: int, symbols: str = "01") -> Grid:
    height, width = rng.randint(low, high), rng.randint(low, high)
    return Grid.flat(height, width, "".join(rng.choices(symbols, k=height * width)), symbols)


def some_of(rng: Random, answer: Grid, symbols: str = "01") -> Grid:
    """Some cells of a finished grid; now and then one of them is wrong."""
    share = rng.choice((0.0, 0.1, 0.2, 0.3, 0.45, 0.7))
    kept = [symbol if rng.random() < share else "." for symbol in answer.cells]
    if rng.random() < 0.2:
        kept[rng.randrange(len(kept))] = rng.choice(symbols)
    return Grid(answer.height, answer.width, "".join(kept))


@lru_cache(maxsize=1024)
def board(height: int, width: int, rules: str, seed: int) -> Grid | None:
    """A finished Binairo, if there is any of this size."""
    blank = nn.binairo(Grid.blank(height, width), rules=rules)
    return nn.solve(blank, "core", limit=1, seed=seed).solution


def binairo(rng: Random) -> Puzzle:
    if rng.random() < 0.7:
        height, width = 2 * rng.randint(1, 4), 2 * rng.randint(1, 4)
        rules = rng.choice(("standard", "no-distinct"))
    else:
        height = width = rng.choice((1, 3, 5, 7))
        rules = rng.choice(("", "no-distinct+")) + rng.choice(("odd-more-ones", "odd-more-zeros"))
    answer = board(height, width, rules, rng.randrange(30))
    if answer is None or rng.random() < 0.1:
        cells = "".join(rng.choices("01......", k=height * width))
        return nn.binairo(Grid.flat(height, width, cells), rules=rules)
    return nn.binairo(some_of(rng, answer), rules=rules)


def nonogram(rng: Random) -> Puzzle:
    picture = draw_grid(rng, 1, 8)
    crossing = picture
    if rng.random() < 0.2:  # columns of another picture: seldom solvable
        cells = "".join(rng.sample(picture.cells, len(picture.cells)))
        crossing = Grid.flat(picture.height, picture.width, cells)
    puzzle = nn.nonogram(map(clue_of, picture.rows()), map(clue_of, crossing.cols()))
    return puzzle if rng.random() < 0.5 else puzzle.with_givens(some_of(rng, picture))


def kakurasu(rng: Random) -> Puzzle:
    picture = draw_grid(rng, 2, 6)
    rows, cols = [[total_of(line) for line in axis] for axis in (picture.rows(), picture.cols())]
    if rng.random() < 0.2:
        rng.shuffle(cols)
    return pose_totals(rows, cols).with_givens(some_of(rng, picture))


def table(rng: Random, symbols: str, layered: bool) -> Puzzle:
    answer = draw_grid(rng, 2, 6, symbols)
    crossing = answer
    if rng.random() < 0.15:  # columns of another grid
        cells = rng.choices(symbols, k=len(answer.cells))
        crossing = Grid(answer.height, answer.width, "".join(cells))
    return Puzzle(
        "drawn",
        some_of(rng, answer, symbols),
        draw_rules(rng, [*answer.rows()], len(symbols), layered),
        draw_rules(rng, [*crossing.cols()], len(symbols), layered),
        distinct=rng.random() < 0.4,
        symbols=symbols,
    )


SORTS: dict[str, Callable[[Random], Puzzle]] = {
    "binairo": binairo,
    "nonogram": nonogram,
    "kakurasu": kakurasu,
    "table": lambda rng: table(rng, "01", layered=False),
    "table by place": lambda rng: table(rng, "01", layered=True),
    "three symbols": lambda rng: table(rng, "012", layered=False),
    "three symbols by place": lambda rng: table(rng, "012", layered=True),
}


def puzzle_number(seed: int, number: int, sort: str) -> Puzzle:
    """The one puzzle that has this number among all of its sort."""
    return SORTS[sort](Random(f"{seed} {sort} {number}"))
