"""The techniques of a person, easiest first: one ladder for each line rule.

To add one: write `techniques/NAME.py` with a `TECHNIQUE`, and list it here in its rank.
"""

from __future__ import annotations

from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, Balanced, LineRule, Runs
from nonairo.techniques import (
    both_ways,
    cap,
    count_out,
    crossing,
    dead_end,
    edge,
    empty_line,
    exact_fit,
    few_ways,
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
    only_way,
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
from nonairo.techniques.parts.position import rule_of
from nonairo.techniques.parts.weights import Weight, Weights

__all__ = [
    "GENERAL",
    "LADDERS",
    "TECHNIQUES",
    "WEIGHTS",
    "Technique",
    "Weight",
    "Weights",
    "ladder_of",
]

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
    Anything: (  # every other rule, and rules that are mixed
        only_way.TECHNIQUE,
        crossing.TECHNIQUE,
        few_ways.TECHNIQUE,
        line_cases.TECHNIQUE,
        twin_cases.TECHNIQUE,
        dead_end.TECHNIQUE,
        both_ways.TECHNIQUE,
        long_dead_end.TECHNIQUE,
    ),
}
GENERAL = LADDERS[Anything]
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


def ladder_of(puzzle: Puzzle) -> tuple[Technique, ...]:
    """The ladder for the rule that a puzzle's lines obey; the general one where they differ."""
    return LADDERS.get(rule_of(puzzle), GENERAL)
