"""A block that overlaps itself, wherever it lies.

Only the clue is looked at, so it holds on a line with marks, too: what a blank line gives is not
lost when a crossing line was filled first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from nonairo.grid import UNKNOWN, Line
from nonairo.rules import ColouredRuns, LineRule, Runs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.clues import Clued, gaps, inks, lengths, tightest_line
from nonairo.techniques.shared.lines import unknown


def look(line: Line, rule: Clued) -> Iterator[Move]:
    effects: dict[int, str] = {}
    used: list[int] = []
    for i, begin, end in sure_cells(rule, len(line)):
        if UNKNOWN in line[begin:end]:
            effects |= dict.fromkeys(unknown(line, begin, end), inks(rule)[i])
            used.append(i)
    if effects:
        slack = len(line) - len(tightest_line(rule))
        numbers = {"slack": slack, "used": len(used)}
        yield Move(effects, clues=tuple(used), numbers=numbers)


def of_some(move: Move, rule: LineRule, length: int, cells: Sequence[int]) -> Move:
    """The move with no other blocks than those that cover some cells."""
    assert type(rule) is Runs or type(rule) is ColouredRuns
    sure = sure_cells(rule, length)
    used = tuple([i for i, begin, end in sure if any(begin <= k < end for k in cells)])
    return move._replace(clues=used, numbers={**move.numbers, "used": len(used)})


@lru_cache(maxsize=1 << 12)
def sure_cells(rule: Clued, length: int) -> list[tuple[int, int, int]]:
    """The blocks that overlap themselves, and the stretch that each surely covers."""
    slack = length - len(tightest_line(rule))
    sure = []
    begin = 0
    for i, (block, gap) in enumerate(zip(lengths(rule), (*gaps(rule), 0), strict=False)):
        if block > slack:
            sure.append((i, begin + slack, begin + block))
        begin += block + gap
    return sure


TECHNIQUE = Technique(
    id="overlap",
    name="Overlap",
    level=1,
    summary="Push all blocks to the left, then all to the right: the cells that a block covers"
    " both times are filled, whatever else is known.",
    say="the clue of {place} leaves {slack:free cell}, and {block} {used:is|are} longer,"
    " so {result}",
    price={Runs: Weight(4), ColouredRuns: Weight(4)},
    find=in_clues(look, decides="1", clue_alone=True),
    of_some=of_some,
    reason=Reason.AS_FOUND,
    samples=(
        Sample(Runs((7,)), ".........."),
        Sample(Runs((3, 4)), ".........."),
    ),
)
