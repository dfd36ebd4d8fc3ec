"""How many moves are told until one is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import nonairo as nn
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.base import Found, Search, Technique, by_supposing
from nonairo.techniques.shared.climbing import CLOSE, RETOLD, Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.steps import Chain, Step, Told

FIRST = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")


class Counting(Climb):
    told = 0

    def step(self, technique: Technique, found: Found) -> Step:
        self.told += 1
        return super().step(technique, found)


def whole_grid(name: str, moves: Callable[[Position], list[Found]]) -> Technique:
    """A technique under a known name that looks at the whole grid at once."""

    def find(position: Position, search: Search) -> Iterator[Found]:
        yield from moves(position)

    return replace(TECHNIQUES[name], find=find)


def told_of(spare: int, cell: nn.Cell) -> tuple[Chain, ...]:
    chains = Told([Chain((cell, "0"), (), 1)])
    chains.spare = spare
    return chains


def supposing(spares: list[int], asked: list[int]) -> Technique:
    """So many needless cells in each of its moves; `asked` is whose lines were counted."""

    def lines(number: int) -> int:
        asked.append(number)
        return 1

    def moves(_: Position) -> list[Found]:
        cells = [nn.Cell(3, k) for k in range(len(spares))]
        return [
            by_supposing(cell, "1", 1, partial(told_of, spare, cell), partial(lines, number))
            for number, (cell, spare) in enumerate(zip(cells, spares, strict=True))
        ]

    return whole_grid("dead_end", moves)


def pairs(position: Position) -> list[Found]:
    return Climb(position, (TECHNIQUES["pair"],)).moves(0)


def test_a_needless_cell_of_an_earlier_step_is_forgotten() -> None:
    climb = Counting(Position(FIRST, FIRST.givens), [supposing([1, 1], [])])
    climb.next_step()
    assert climb.told == 2  # both have something needless
    climb.ladder = (whole_grid("pair", pairs),)
    assert len(climb.moves(0)) > 1
    climb.next_step()
    assert climb.told == 3


def test_the_lines_of_a_move_are_counted_once() -> None:
    asked: list[int] = []
    climb = Counting(Position(FIRST, FIRST.givens), [supposing([1, 1, 1, 0, 1, 1], asked)])
    step = climb.next_step()
    assert step is not None
    assert step.effects[0][0] == nn.Cell(3, 3)
    assert sorted(asked) == [*range(6)]
    assert climb.told == 4


def test_where_all_have_something_needless_the_first_is_taken() -> None:
    asked: list[int] = []
    climb = Counting(Position(FIRST, FIRST.givens), [supposing([2] * (RETOLD + CLOSE), asked)])
    step = climb.next_step()
    assert step is not None
    assert step.effects[0][0] == nn.Cell(3, 0)
    assert climb.told == RETOLD
    assert len(asked) == len({*asked}) < RETOLD + CLOSE
