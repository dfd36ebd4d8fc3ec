"""How many moves are told until one is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial

import nonairo as nn
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.base import Climber, Found, Technique, by_supposing
from nonairo.techniques.shared.ladder_climb import CLOSE, MOST_CHAINS, Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.steps import Chain, Chains

FIRST = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")

Again = Mapping[int, Callable[[], Chains]]


def whole_grid(name: str, moves: Callable[[Position], list[Found]]) -> Technique:
    """A technique under a known name that looks at the whole grid at once."""

    def find(position: Position, search: Climber) -> Iterator[Found]:
        yield from moves(position)

    return replace(TECHNIQUES[name], find=find)


def told_of(spare: int, cell: nn.Cell) -> Chains:
    chains = Chains([Chain((cell, "0"), (), 1)])
    chains.spare = spare
    return chains


def supposing(
    spares: list[int],
    asked: list[int],
    told: list[nn.Cell],
    again: Again | None = None,
) -> Technique:
    """So many needless cells in each of its moves.

    `asked` is whose lines were counted, `told` the cells of which chains were told, `again` what
    is told where something is needless.
    """

    def chains(number: int, spare: int, cell: nn.Cell) -> Chains:
        told.append(cell)
        found = told_of(spare, cell)
        found.again = (again or {}).get(number, lambda: None)
        return found

    def lines(number: int) -> int:
        asked.append(number)
        return 1

    def moves(_: Position) -> list[Found]:
        cells = [nn.Cell(3, k) for k in range(len(spares))]
        return [
            by_supposing(cell, "1", 1, partial(chains, number, spare, cell), partial(lines, number))
            for number, (cell, spare) in enumerate(zip(cells, spares, strict=True))
        ]

    return whole_grid("dead_end", moves)


def pairs(position: Position) -> list[Found]:
    return Climb(position, (TECHNIQUES["pair"],)).moves(0)


def test_what_supposes_nothing_is_told_once() -> None:
    climb = Climb(Position(FIRST, FIRST.givens), (whole_grid("pair", pairs),))
    assert len(climb.moves(0)) > 1
    step = climb.next_step()
    assert step is not None
    assert not step.chains


def test_the_lines_of_a_move_are_counted_once() -> None:
    asked, told = list[int](), list[nn.Cell]()
    technique = supposing([1, 1, 1, 0, 1, 1], asked, told)
    step = Climb(Position(FIRST, FIRST.givens), [technique]).next_step()
    assert step is not None
    assert step.effects[0][0] == nn.Cell(3, 3)
    assert sorted(asked) == [*range(6)]
    assert told == [nn.Cell(3, k) for k in range(4)]


def test_where_all_have_something_needless_the_first_is_taken() -> None:
    asked, told = list[int](), list[nn.Cell]()
    technique = supposing([2] * (MOST_CHAINS + CLOSE), asked, told)
    step = Climb(Position(FIRST, FIRST.givens), [technique]).next_step()
    assert step is not None
    assert step.effects[0][0] == nn.Cell(3, 0)
    assert len(told) == MOST_CHAINS
    assert len(asked) == len({*asked}) < MOST_CHAINS + CLOSE


def test_what_is_told_again_without_anything_needless_comes_before_what_has_something() -> None:
    again: Again = {1: partial(told_of, 1, nn.Cell(3, 1)), 2: partial(told_of, 0, nn.Cell(3, 2))}
    technique = supposing([1, 2, 3], [], [], again)
    step = Climb(Position(FIRST, FIRST.givens), [technique]).next_step()
    assert step is not None
    assert step.effects[0][0] == nn.Cell(3, 2)
    technique = supposing([1, 0, 3], [], [], again)
    step = Climb(Position(FIRST, FIRST.givens), [technique]).next_step()
    assert step is not None
    assert step.effects[0][0] == nn.Cell(3, 1)
