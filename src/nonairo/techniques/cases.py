"""A supposition whose branches split again, until each of them breaks a rule. For every rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from nonairo.grid import Cell, Grid, Place, Symbol
from nonairo.rules import Anything, Balanced, ColouredRuns, Runs
from nonairo.techniques.base import (
    NO_RULE,
    Chain,
    Found,
    Move,
    Position,
    Sample,
    Search,
    Technique,
    Weight,
)
from nonairo.techniques.shared.case_telling import size_of, tell_branch
from nonairo.techniques.shared.meaning import needless_together
from nonairo.techniques.shared.reasons import without
from nonairo.techniques.shared.splitting import ENOUGH, Plan, Splitter
from nonairo.techniques.shared.steps import looked_at

TRIES = 6  # times that the chains are told again with fewer lines and cells


def find(position: Position, search: Search) -> Iterator[Found]:
    """The shortest found of the ways to refute the wrong symbols of a cell.

    Where two have as many cases, the one that is shorter for each cell that lines then give.
    Which symbols are wrong an engine tells; why they are wrong is told by the chains alone.
    """
    solution = search.answer()
    if solution is None:
        return
    best = shortest(position, Splitter(position.puzzle, search.poll), solution, search)
    if best is None and len(position.symbols) > 2:
        on_paper = Splitter(position.puzzle, search.poll, on_paper=True)
        best = shortest(position, on_paper, solution, search)
    if best is not None:
        plan, chains = best
        cell = Cell(*divmod(plan.cell, position.width))
        chains = of_fewer(position, plan, chains, (cell, solution[cell]), search)
        ends, rounds = size_of(chains)
        numbers = {
            "rounds": rounds,
            "cases": ends,
            "depth": max(chain.depth for chain in chains),
        }
        decided = ((cell, solution[cell]),)
        yield Found(None, Move({}, numbers=numbers), decided, partial(tuple, chains))


def shortest(
    position: Position, splitter: Splitter, solution: Grid, search: Search
) -> tuple[Plan, tuple[Chain, ...]] | None:
    """Of the first plans that can be told the one that is shortest when told."""
    best: tuple[tuple[int, float], Plan, tuple[Chain, ...]] | None = None
    told, cells = 0, position.grid().cells
    for plan in splitter.plans(cells, solution.cells):
        chains = chains_of(position, plan, search)
        if chains is not None:
            told += 1
            ends, rounds = size_of(chains)
            price = ends, rounds / splitter.gain(cells, plan.cell, solution.cells)
            if best is None or price < best[0]:
                best = price, plan, chains
        if told == ENOUGH:
            break
    return None if best is None else best[1:]


def chains_of(position: Position, plan: Plan, search: Search) -> tuple[Chain, ...] | None:
    """A chain for each wrong symbol of a cell; None if one of them cannot be told."""
    cell = Cell(*divmod(plan.cell, position.width))
    chains = []
    for symbol, branch in plan.refuted:
        chain = tell_branch(position, cell, symbol, branch, search)
        if chain is None:
            return None
        chains.append(chain)
    return tuple(chains)


def of_fewer(
    position: Position,
    plan: Plan,
    chains: tuple[Chain, ...],
    decided: tuple[Cell, Symbol],
    search: Search,
) -> tuple[Chain, ...]:
    """The chains, told again without lines and cells that are needless in meaning.

    As many of them are left out as can be, with no more cases.
    """
    most, _ = size_of(chains)
    best, left = chains, TRIES

    def can_be_told(gone: Sequence[int | Cell]) -> bool:
        nonlocal best, left
        left -= 1
        if left < 0:
            return False
        named = {place for chain in chains for place in chain.lines}
        named -= {position.places[i] for i in gone if isinstance(i, int)}
        rests = {cell for chain in chains for cell in looked_at(chain)}.difference(gone)
        fewer = by_some_lines(position, named, rests)
        told = chains_of(fewer, plan, search)
        if told is None or size_of(told)[0] > most:
            told = planned_anew(fewer, plan, max(chain.depth for chain in chains), search)
        if told is None or size_of(told)[0] > most:
            return False
        if any(position.contradicts(chain.written) or chain.lines - named for chain in told):
            return False
        best = told
        return True

    while left > 0:
        if not without(needless_together(position, chains, decided), can_be_told):
            break
        chains = best
    return best


def by_some_lines(position: Position, named: set[Place], cells: Iterable[Cell]) -> Position:
    """A position in which only some lines have a rule, and only some cells are known."""
    puzzle = position.puzzle
    rules = [puzzle.rule(place) if place in named else NO_RULE for place in position.places]
    small = replace(
        puzzle,
        row_rules=tuple(rules[: position.height]),
        col_rules=tuple(rules[position.height :]),
    )
    return Position(small, position.only(cells).grid())


def planned_anew(
    position: Position, plan: Plan, depth: int, search: Search
) -> tuple[Chain, ...] | None:
    """Chains that refute the same symbols of a cell, less deep than so; None if none are found."""
    cells = position.grid().cells
    splitter = Splitter(position.puzzle, search.poll, keep=False)
    for deepest in range(depth):
        refuted = [
            (symbol, splitter.refute(cells[: plan.cell] + symbol + cells[plan.cell + 1 :], deepest))
            for symbol, _ in plan.refuted
        ]
        found = tuple((symbol, branch) for symbol, branch in refuted if branch is not None)
        if len(found) == len(refuted):
            return chains_of(position, Plan(plan.cell, found), search)
    return None


TECHNIQUE = Technique(
    id="cases",
    name="Cases inside cases",
    level=8,
    summary="Suppose a value for one cell and go on with every technique that supposes nothing. No"
    " rule breaks, so the values of a second cell are taken as cases (and so on, as deep as"
    " needed), until every one of them breaks a rule: the first cell has the other value.",
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
