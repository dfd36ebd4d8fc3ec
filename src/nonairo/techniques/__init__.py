"""The techniques of a person, easiest first: one ladder for each line rule.

To add one: write `techniques/NAME.py` with a `TECHNIQUE`, and list it here in its rank.
"""

from __future__ import annotations

from nonairo.errors import EngineError
from nonairo.grid import SYMBOLS
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, LineRule, Runs
from nonairo.techniques import (
    both_ways,
    cap,
    count_out,
    dead_end,
    edge,
    empty_line,
    exact_fit,
    force,
    gap_quota,
    grow,
    join,
    last_cell,
    line_cases,
    line_done,
    long_dead_end,
    mercury,
    no_fit,
    one_left,
    overlap,
    overlap_seen,
    pair,
    punctuate,
    reach,
    rest_filled,
    sandwich,
    split,
    twin_cases,
    twin_line,
    two_lines,
)
from nonairo.techniques.base import Technique
from nonairo.techniques.parts.weights import Weight, Weights

__all__ = ["LADDERS", "TECHNIQUES", "WEIGHTS", "Technique", "Weight", "Weights", "ladder_of"]

LADDERS: dict[type[LineRule], tuple[Technique, ...]] = {
    Balanced: (
        pair.TECHNIQUE,
        sandwich.TECHNIQUE,
        last_cell.TECHNIQUE,
        count_out.TECHNIQUE,
        one_left.TECHNIQUE,
        gap_quota.TECHNIQUE,
        twin_line.TECHNIQUE,
        line_cases.TECHNIQUE,
        twin_cases.TECHNIQUE,
        dead_end.TECHNIQUE,
        both_ways.TECHNIQUE,
        long_dead_end.TECHNIQUE,
    ),
    Runs: (
        empty_line.TECHNIQUE,
        exact_fit.TECHNIQUE,
        line_done.TECHNIQUE,
        rest_filled.TECHNIQUE,
        overlap.TECHNIQUE,
        cap.TECHNIQUE,
        edge.TECHNIQUE,
        mercury.TECHNIQUE,
        reach.TECHNIQUE,
        no_fit.TECHNIQUE,
        overlap_seen.TECHNIQUE,
        join.TECHNIQUE,
        split.TECHNIQUE,
        grow.TECHNIQUE,
        punctuate.TECHNIQUE,
        force.TECHNIQUE,
        line_cases.TECHNIQUE,
        two_lines.TECHNIQUE,
        dead_end.TECHNIQUE,
        both_ways.TECHNIQUE,
        long_dead_end.TECHNIQUE,
    ),
}
TECHNIQUES: dict[str, Technique] = {
    technique.id: technique for ladder in LADDERS.values() for technique in ladder
}
WEIGHTS = Weights(  # what every technique asks, in its own file; a cell given away at level 8
    version="1",
    table={
        rule: {technique.id: technique.price[rule] for technique in ladder}
        | {"search": Weight(1000)}
        for rule, ladder in LADDERS.items()
    },
)

GENERAL: tuple[Technique, ...] = (
    line_cases.TECHNIQUE,
    dead_end.TECHNIQUE,
    both_ways.TECHNIQUE,
    long_dead_end.TECHNIQUE,
)  # for lines of any rule


def ladder_of(puzzle: Puzzle) -> tuple[Technique, ...]:
    """The ladder for a puzzle's lines."""
    kinds = {type(rule) for rule in (*puzzle.row_rules, *puzzle.col_rules)}
    if puzzle.symbols != SYMBOLS:
        raise EngineError("there are no techniques for more than two symbols")
    return LADDERS.get(kinds.pop(), GENERAL) if len(kinds) == 1 else GENERAL
