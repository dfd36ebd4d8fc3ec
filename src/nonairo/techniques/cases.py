"""A supposition whose branches split again, until each of them breaks a rule. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonairo.grid import Cell, Grid
from nonairo.rules import Anything, Balanced, ColouredRuns, Ones, Runs
from nonairo.techniques.base import Climber, Found, Move, Position, Sample, Technique, Weight
from nonairo.techniques.shared.case_chains import case_chains, size_of
from nonairo.techniques.shared.case_search import ENOUGH, Splitter
from nonairo.techniques.shared.reasons import Basis, behind
from nonairo.techniques.shared.steps import Chains
from nonairo.techniques.shared.supposing import TooHard, asked_by, nested, smallest

FEW = 3  # ways that are looked at, if there are so many
AGAIN = 2  # ways that are made again where all have something needless,
POLLS = 600  # until that is too hard, and
LITTLE_MORE = 2  # until one has at most so many times the cases


class Way(NamedTuple):
    """A cell, and the chains that refute its wrong symbols."""

    price: tuple[int, float]  # cases, and steps for each cell that lines then give
    cell: Cell
    chains: Chains
    gain: int  # these cells
    small: Basis | None = None  # what of their reason is needed, once somebody asks

    @property
    def ends(self) -> int:
        return self.price[0]


def find(position: Position, search: Climber) -> Iterator[Found]:
    """The shortest found of the ways to refute the wrong symbols of a cell.

    Where two have as many cases, the one that is shorter for each cell that lines then give.
    Which symbols are wrong an engine finds; why they are wrong the chains alone show.
    """
    solution = search.answer()
    if solution is None:
        return

    def poll() -> None:
        search.poll()
        if search.late():
            raise TooHard

    try:
        ways = several_ways(position, Splitter(position.puzzle, poll), solution, search)
        if not ways and len(position.symbols) > 2:
            on_paper = Splitter(position.puzzle, poll, on_paper=True)
            ways = several_ways(position, on_paper, solution, search)
    except TooHard:
        return
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
    position: Position, splitter: Splitter, solution: Grid, search: Climber
) -> list[Way]:
    """The first ways with named steps, until one has as few cases as any and nothing needless."""
    ways: list[Way] = []
    whole = False
    cells = position.grid().cells
    for plan in splitter.plans(cells, solution.cells):
        if len(ways) >= FEW and plan.ends > LITTLE_MORE * min(way.ends for way in ways):
            break  # so are all further ones
        cell = position.cell_at(plan.cell)
        found = case_chains(position, cell, plan.refuted, search)
        if found is None:
            continue
        ends, rounds = size_of(found)
        gain = splitter.gain(cells, plan.cell, solution.cells)
        ways.append(Way((ends, rounds / gain), cell, Chains(found), gain))
        if len(ways) >= FEW:
            ways.sort(key=lambda way: way.price)
            fewest = ways[0].ends
            whole = False
            for number, way in enumerate(ways):
                if way.ends > fewest:
                    break
                ways[number] = judged(position, way, solution, search)
                whole = not ways[number].chains.spare
                if whole:
                    break
        if whole or len(ways) == ENOUGH:
            break
    return ways


def judged(position: Position, way: Way, solution: Grid, search: Climber) -> Way:
    """A way that knows what of its reason is needless: to find out takes long."""
    if way.small is not None:
        return way
    basis = behind(position, way.chains)
    small = smallest(position, basis, (way.cell, solution[way.cell]), search)
    chains = Chains.with_spare(way.chains, basis.size - small.size)
    return way._replace(chains=chains, small=small)


def of_least(
    position: Position, ways: Sequence[Way], solution: Grid, search: Climber
) -> tuple[Cell, Chains]:
    """The shortest way that has nothing needless, if need be made again for that."""
    fewest = min(way.ends for way in ways)
    judged_ways = []
    for way in sorted(ways, key=lambda way: way.price):
        judged_ways.append(judged(position, way, solution, search))
        if not judged_ways[-1].chains.spare and way.ends == fewest:
            return way.cell, judged_ways[-1].chains
    ways = judged_ways
    whole = [way for way in ways if not way.chains.spare]
    if not whole or min(way.ends for way in whole) > fewest:
        for way in sorted(ways, key=lambda way: (way.chains.spare, way.price))[:AGAIN]:
            asked = asked_by(way.chains, (way.cell, solution[way.cell]))
            assert way.small is not None
            chains = nested(position, asked, way.small, search, POLLS, keep_rounds=False)
            if chains is not None:
                ends, rounds = size_of(chains)
                whole.append(way._replace(price=(ends, rounds / way.gain), chains=chains))
                if not chains.spare and ends <= LITTLE_MORE * fewest:
                    break
    best = min(whole or ways, key=lambda way: (way.chains.spare > 0, way.price))
    return best.cell, best.chains


TECHNIQUE = Technique(
    id="cases",
    name="Cases",
    level=8,
    summary="Suppose a value for one cell and continue with every technique that needs no"
    " supposition. If no rule breaks, try the values of a second cell as cases, and so on, as"
    " deep as needed. If every case breaks a rule, the first cell has the other value. The"
    " explanation uses only lines and cells that are needed, even if that takes more cases.",
    price={
        Balanced: Weight(1000, per_case=1000),
        Runs: Weight(1000, per_case=1000),
        ColouredRuns: Weight(1000, per_case=1000),
        Ones: Weight(1000, per_case=1000),
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
