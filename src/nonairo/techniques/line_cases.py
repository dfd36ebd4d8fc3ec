"""All ways to finish a line agree on a cell. For every rule."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.candidates import bits, masks_of, unknown_in
from nonairo.grid import SYMBOLS, Line
from nonairo.line_solver import kernel
from nonairo.rules import Balanced, LineRule, Runs
from nonairo.techniques.base import Move, Sample, Technique, Weight, in_lines
from nonairo.techniques.parts.lines import known


def look(line: Line, rule: LineRule) -> Iterator[Move]:
    tool, masks = kernel(rule, len(line)), masks_of(line)
    narrowed = tool.squeeze(masks)
    if narrowed is None or narrowed == masks:
        return
    decided = unknown_in(masks) & ~unknown_in(narrowed)
    effects = {k: SYMBOLS[narrowed[1] >> k & 1] for k in bits(decided)}
    clues = tuple(range(len(rule.clue))) if isinstance(rule, Runs) else ()
    yield Move(effects, known(line), {"cases": tool.count(masks)}, clues)


TECHNIQUE = Technique(
    id="line_cases",
    name="All ways to finish a line",
    level=5,
    summary="List every way to finish the line; what all of them share is decided.",
    say="{place} can be finished in {cases} ways, and in all of them {result}",
    price={Balanced: Weight(60, per_doubling=5), Runs: Weight(30, per_doubling=5)},
    find=in_lines(None, look),
    samples=(Sample(Balanced(5, 5), "0....0.1.0"), Sample(Runs((1, 2)), "..1.......")),
)
