"""All that is left at once: every other way to fill it in breaks a rule. For every rule."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonairo.grid import UNKNOWN
from nonairo.rules import Anything, Balanced, ColouredRuns, Ones, Runs
from nonairo.techniques.base import Climber, Found, Move, Position, Sample, Technique, Weight
from nonairo.techniques.shared.case_chains import size_of
from nonairo.techniques.shared.lines import known
from nonairo.techniques.shared.proof_tree import planned, refutations, smallest_start, tree_chains
from nonairo.techniques.shared.steps import Chains


def find(position: Position, search: Climber) -> Iterator[Found]:
    """One tree of suppositions that leaves nothing but the solution.

    It begins with the clues and the givens that are needed, not with the cells found so far: the
    rules of all lines are used, so those would be needless. A tree that is too large is not shown:
    the step says only how many suppositions an engine refuted.
    """
    solution = search.answer()
    if solution is None:
        return
    start = smallest_start(position, solution, search)
    if start is None:
        return
    decided = tuple(
        [
            (cell, solution[cell])
            for row in position.cells[: position.height]
            for cell in row
            if position.lines[cell.row][cell.col] == UNKNOWN
        ]
    )
    spine = planned(start, position, solution, search)
    chains = None
    if spine is not None:
        chains = tree_chains(start, spine, [cell for cell, _ in decided], search)
    if chains is not None:
        ends, rounds = size_of(chains)
        numbers = {"rounds": rounds, "cases": ends - 1, "cells": len(decided)}  # one is the answer
        yield Found(None, Move({}, numbers=numbers), decided, partial(Chains, chains))
        return
    cases = refutations(start, search)
    numbers = {"rounds": 0, "cases": cases, "cells": len(decided)}
    yield Found(None, Move({}, known(start.grid().cells), numbers), decided, Chains)


TECHNIQUE = Technique(
    id="tree",
    name="Proof tree",
    level=8,
    summary="Suppose a value for one cell, inside that a value for another, and so on, until every"
    " way to fill in the grid but one breaks a rule: all cells that are left have the values of"
    " that one. It is used when cases for single cells take too long. A tree of more than 50"
    " cases is not printed, and one of more than about 500 is not listed at all: the step then says"
    " how many suppositions were refuted.",
    price={
        Balanced: Weight(1000, per_case=1000),
        Runs: Weight(1000, per_case=1000),
        ColouredRuns: Weight(1000, per_case=1000),
        Ones: Weight(1000, per_case=1000),
        Anything: Weight(1000, per_case=1000),
    },
    find=find,
    last_resort=True,
    samples=(
        Sample(
            id="binairo:010...1./10110100/......1./....1001/00110110/110...0./.010101./.10...01"
        ),
    ),
)
