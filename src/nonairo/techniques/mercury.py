"""A filled cell just as far from the wall as the first block is long."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nonairo.grid import ALPHABET, UNKNOWN, Line
from nonairo.rules import ColouredClue, ColouredRuns, LineRule, Runs
from nonairo.sentence_words import Cells
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_clues
from nonairo.techniques.shared.blocks import blocks
from nonairo.techniques.shared.clues import lengths
from nonairo.techniques.shared.line_ends import from_both_ends, wall
from nonairo.techniques.shared.steps import Step


def look(line: Line, clue: ColouredClue) -> Iterator[Move]:
    begin, block = wall(line, clue)
    if block == len(clue):
        return
    length, ink = clue[block]
    filled = begin + length
    if line[filled : filled + 1] == ink and line[begin] == UNKNOWN:
        premises = (*range(begin), filled)
        roles = {"wall": (begin - 1,) if begin else (), "filled": (filled,)}
        yield Move({begin: "0"}, premises, {"length": length}, (block,), roles=roles)


def still(line: Line, rule: LineRule, move: Move) -> bool:
    """Whether wall and filled cell are there, and the blocks behind the wall stay behind it."""
    assert type(rule) is Runs or type(rule) is ColouredRuns
    if any(line[k] == UNKNOWN for where in move.roles.values() for k in where):
        return False
    (block,), (filled,), (cell,) = move.clues, move.roles["filled"], move.effects
    view = blocks(line, rule)
    if filled < cell:
        return all(left > cell for left in view.left[block + 1 :])
    before = zip(view.right[:block], lengths(rule), strict=False)
    return all(right + length <= cell for right, length in before)


def details(step: Step) -> Mapping[str, object]:
    """The colour of the block, and the cells that it would cover."""
    assert step.place is not None
    ((cell, _),), (filled,) = step.effects, step.roles["filled"]
    cells = [step.place.cell(k) for k in range(len(step.line))]
    at, end = cells.index(cell), cells.index(filled)
    covered = cells[at:end] if at < end else cells[end + 1 : at + 1]
    ink = ALPHABET.index(step.line[end])
    return {"ink": step.words[ink], "covered": Cells(covered)}


TECHNIQUE = Technique(
    id="mercury",
    name="Mercury",
    level=2,
    summary="A filled cell is exactly as far from the edge as the first block is long. If the"
    " block started at the edge, it would touch this cell and be too long, so the cell at"
    " the edge is empty.",
    say="{given}if {effects} were {ink}, {block} would cover {covered:range} and touch {filled},"
    " so {result}",
    details=details,
    price={Runs: Weight(6), ColouredRuns: Weight(6)},
    find=in_clues(from_both_ends(look), decides="0"),
    claim=("filled", ""),
    reason=Reason.NAMED,
    still=still,
    samples=(
        Sample(Runs((3, 1)), "...1......"),
        Sample(Runs((2, 2)), "..1......."),
    ),
)
