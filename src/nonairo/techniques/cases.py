"""A supposition whose branches split again, until each of them breaks a rule. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonairo.grid import Cell, Grid
from nonairo.rules import Anything, Balanced, ColouredRuns, Runs
from nonairo.techniques.base import (
    Found,
    Move,
    Position,
    Sample,
    Search,
    Technique,
    Weight,
)
from nonairo.techniques.shared.case_telling import size_of, tell_branch
from nonairo.techniques.shared.inside import of_smallest
from nonairo.techniques.shared.meaning import needless_of
from nonairo.techniques.shared.splitting import ENOUGH, Plan, Splitter
from nonairo.techniques.shared.steps import Told

FEW = 3  # ways that are told at least, if there are so many
RETOLD = 2  # ways that are told again where all have something needless,
POLLS = 600  # until that is too hard, and
LITTLE_MORE = 2  # until one has at most so many times the cases


class Way(NamedTuple):
    """A cell, and the chains that refute its wrong symbols."""

    price: tuple[int, float]  # cases, and steps for each cell that lines then give
    cell: Cell
    told: Told
    gain: int  # these cells

    @property
    def ends(self) -> int:
        return self.price[0]


def find(position: Position, search: Search) -> Iterator[Found]:
    """The shortest found of the ways to refute the wrong symbols of a cell.

    Where two have as many cases, the one that is shorter for each cell that lines then give.
    Which symbols are wrong an engine tells; why they are wrong is told by the chains alone.
    """
    solution = search.answer()
    if solution is None:
        return
    ways = several_ways(position, Splitter(position.puzzle, search.poll), solution, search)
    if not ways and len(position.symbols) > 2:
        on_paper = Splitter(position.puzzle, search.poll, on_paper=True)
        ways = several_ways(position, on_paper, solution, search)
    if ways:
        cell, chains = of_least(position, ways, solution, search)
        ends, rounds = size_of(chains)
        numbers = {
            "rounds": rounds,
            "cases": ends,
            "depth": max(chain.depth for chain in chains),
            "fewest": min(way.ends for way in ways),
        }
        decided = ((cell, solution[cell]),)
        yield Found(None, Move({}, numbers=numbers), decided, lambda: chains)


def several_ways(
    position: Position, splitter: Splitter, solution: Grid, search: Search
) -> list[Way]:
    """The first ways that can be told, until one has as few cases as any and nothing needless."""
    ways: list[Way] = []
    cells = position.grid().cells
    for plan in splitter.plans(cells, solution.cells):
        told = chains_of(position, plan, search)
        if told is None:
            continue
        cell = Cell(*divmod(plan.cell, position.width))
        told.spare = needless_of(position, told, (cell, solution[cell]))
        ends, rounds = size_of(told)
        gain = splitter.gain(cells, plan.cell, solution.cells)
        ways.append(Way((ends, rounds / gain), cell, told, gain))
        fewest = min(way.ends for way in ways)
        done = any(way.ends == fewest and not way.told.spare for way in ways)
        if (done and len(ways) >= FEW) or len(ways) == ENOUGH:
            break
    return ways


def of_least(
    position: Position, ways: Sequence[Way], solution: Grid, search: Search
) -> tuple[Cell, Told]:
    """The shortest way that has nothing needless, if need be told again for that."""
    whole = [way for way in ways if not way.told.spare]
    if not whole or min(whole).ends > min(ways).ends:
        for way in sorted(ways, key=lambda way: (way.told.spare, way.price))[:RETOLD]:
            decided = way.cell, solution[way.cell]
            told = of_smallest(position, way.told, decided, search, False, POLLS)
            if told is not None:
                ends, rounds = size_of(told)
                whole.append(Way((ends, rounds / way.gain), way.cell, told, way.gain))
                if not told.spare and ends <= LITTLE_MORE * min(ways).ends:
                    break
    best = min(whole or ways, key=lambda way: (way.told.spare > 0, way.price))
    return best.cell, best.told


def chains_of(position: Position, plan: Plan, search: Search) -> Told | None:
    """A chain for each wrong symbol of a cell; None if one of them cannot be told."""
    cell = Cell(*divmod(plan.cell, position.width))
    chains = []
    for symbol, branch in plan.refuted:
        chain = tell_branch(position, cell, symbol, branch, search)
        if chain is None:
            return None
        chains.append(chain)
    return Told(chains)


TECHNIQUE = Technique(
    id="cases",
    name="Cases inside cases",
    level=8,
    summary="Suppose a value for one cell and go on with every technique that supposes nothing. No"
    " rule breaks, so the values of a second cell are taken as cases (and so on, as deep as"
    " needed), until every one of them breaks a rule: the first cell has the other value. It is"
    " told of as few lines and cells as can be, for which more cases may be needed.",
    say="{chains} So {result}",
    price={
        Balanced: Weight(1000, per_case=1000),
        Runs: Weight(1000, per_case=1000),
        ColouredRuns: Weight(1000, per_case=1000),
        Anything: Weight(1000, per_case=1000),
    },
    find=find,
    samples=(
        Sample(
            id="binairo:010...1./10110100/......1./....1001/00110110/110...0./.010101./.10...01"
        ),
        Sample(
            id="nonogram:1,1,1,1/1,4/1,2,1/3,1,4/2,2,1,2/1,1,1,1/2,2,1/2,1/1,2,1,1/2,1/1,1/2,2,1"
            ";2,1/3,1/2,1/1,1,4/2,1/2,2,2/1,3/4,1,1/1,2,3/2,1/1,3,2,1/1,1,1,1"
            ";.00.0.01010./.000..011110/.......1000./.11...011110/.1.0.1.01011/..0.....0010/"
            ".........00./00.......0../..01.....010/00.......0../.00.0....0../......0..0.."
        ),
        Sample(id="kakurasu:12/16/22/24/16/23/12/24;21/25/10/27/18/21/13/23"),
    ),
)
