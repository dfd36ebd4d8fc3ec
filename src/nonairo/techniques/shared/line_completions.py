"""All ways to finish a line: what they share. For every rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf

from nonairo.candidates import bits, masks_of, unknown_in
from nonairo.grid import Line
from nonairo.kinds.kakurasu import Total
from nonairo.line_solver import completions, kernel
from nonairo.plain import in_words
from nonairo.rules import LineRule, Runs
from nonairo.techniques.base import InLines, Move, in_any_line
from nonairo.techniques.shared.line_reasons import blanked, without
from nonairo.techniques.shared.lines import REMEMBERED, known
from nonairo.techniques.shared.signs import needed_signs, spell_signs
from nonairo.techniques.shared.step_text import with_cells
from nonairo.techniques.shared.steps import Step

LISTED = 4  # ways to reach a total that a sentence lists
LONGEST = 110  # characters of what it lists


@lru_cache(maxsize=REMEMBERED)
def shared(line: Line, rule: LineRule, symbols: str) -> Move | None:
    """The cells on which all ways to finish a line agree; None if there are none.

    >>> from nonairo.rules import Balanced
    >>> shared("0....0.1.0", Balanced(5, 5), "01").numbers
    {'cases': 4}
    """
    tool, masks = kernel(rule, len(line), symbols), masks_of(line, symbols)
    narrowed = tool.squeeze(masks)
    if narrowed is None:
        return None
    decided = unknown_in(masks) & ~unknown_in(narrowed)
    if not decided:
        return None
    effects = {
        k: next(s for s, mask in zip(symbols, narrowed, strict=True) if mask >> k & 1)
        for k in bits(decided)
    }
    clues = tuple(range(len(rule.clue))) if type(rule) is Runs else ()
    return Move(effects, known(line), {"cases": tool.count(masks)}, clues)


def with_sums(move: Move, line: Line, rule: LineRule) -> Move:
    """The same move with the ways to reach a total, if the rule is about one and they are few."""
    if type(rule) is not Total or move.numbers["cases"] > LISTED:
        return move
    sums = [
        tuple([k for k, symbol in enumerate(full, 1) if symbol == "1"])
        for full in completions(rule, line)
    ]
    return move._replace(numbers={**move.numbers, "total": rule.total}, sums=tuple(sums))


def details(step: Step) -> Mapping[str, object]:
    """What the ways to finish a line rest on: its known cells, or the signs between them."""
    signs = needed_signs(step)
    listed = spell_signs(signs)
    if len(listed) > LONGEST:
        listed = "its signs"
    fields = {"signed": f"with {listed}, " if signs else ""}
    if not step.sums or step.place is None:
        return fields
    (line, rule), words = step.known[step.place], step.words
    along = {step.place.cell(k): k for k in range(len(line))}
    premises = {along[cell] for cell in step.premises}

    def holds(gone: Sequence[int]) -> bool:
        masks = masks_of(blanked(line, gone))
        return kernel(rule, len(line)).count(masks) == len(step.sums)

    gone = {*without([k for k in known(line) if k not in premises], holds)}
    given = [(step.place.cell(k), line[k]) for k in known(line) if k not in gone]
    cells = with_cells(given, words)
    if len(cells) + sum(map(len, map(str, step.sums))) > LONGEST:
        return fields | {"from_cells": "", "sums": f"in {in_words(len(step.sums), 'way')}"}
    return fields | {"from_cells": cells}


def in_ways(most: float = inf) -> InLines:
    """A finder of what all ways to finish a line share, if there are no more than so many."""

    def look(line: Line, rule: LineRule, symbols: str) -> Iterator[Move]:
        move = shared(line, rule, symbols)
        if move is not None and move.numbers["cases"] <= most:
            yield with_sums(move, line, rule)

    return in_any_line(look)
