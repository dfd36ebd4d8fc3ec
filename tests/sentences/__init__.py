"""Is a step's sentence true? Read as a person reads it, word by word, and held against the grid.

It knows no technique, no template and no field of a step but its text: `data/sentences.txt` says
which cells, lines, symbols and numbers a sentence names, and a claim what must be so of them. What
blocks can do is found by a plain recursion over the line.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from nonairo import Cell, Grid, Puzzle
from nonairo.techniques.shared.steps import Step
from sentences.chains import untrue_chain
from sentences.claims import CLAIMS, TWO_LINES
from sentences.colours import untrue_colours
from sentences.reading import (
    GIVEN,
    NAMED,
    SIGNS,
    NoSuchBlock,
    Read,
    flat,
    in_symbols,
    mentioned,
    not_forced,
    places_in,
    starts,
)

__all__ = ["CLAIMS", "patterns", "starts", "unnamed", "untrue", "untrue_chain"]

COLOURS = "colour_cross"  # has a reader of its own
DATA = Path(__file__).parents[1] / "data" / "sentences.txt"


@cache
def patterns() -> dict[str, list[re.Pattern[str]]]:
    """For every technique, what its sentences look like."""
    found: dict[str, list[re.Pattern[str]]] = {}
    for text in DATA.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            technique, pattern = text.split(maxsplit=1)
            pattern = pattern.replace("<with>", f"(?:with (?P<with>{GIVEN}), )?")
            pattern = pattern.replace("<known>", f"(?:with (?P<with>{GIVEN}), )?")
            pattern = pattern.replace("<signs>", f"(?:with (?P<signs>{SIGNS}), )?")
            named = re.sub(r"(?<!P)<(\w+)>", lambda m: f"(?P<{m[1]}>{NAMED[m[1]]})", pattern)
            found.setdefault(technique, []).append(re.compile(named))
    return found


def untrue(puzzle: Puzzle, grid: Grid, technique: str, text: str) -> str | None:
    """What is untrue about the sentence of a step in a line; None if all of it is true.

    That every technique has a sentence here is another test's question.
    """
    if technique == COLOURS:
        return untrue_colours(puzzle, grid, flat(text))
    text = flat(in_symbols(puzzle, text))
    if technique not in patterns():
        return None
    for pattern in patterns()[technique]:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        read = Read(puzzle, grid, match)
        known = [cell for cell in read.effects if grid[cell] != "."]
        if known:
            return f"{known[0]} is known already"
        if technique not in TWO_LINES:
            wrong = not_forced(puzzle, grid, read.effects, read.place)
            if wrong:
                return wrong
        counted = match.groupdict().get("s")
        if counted is not None and counted.endswith("s") == (read.number("N") == 1):
            return "bad grammar"
        if not read.given_is_so():
            return "a cell is not what the sentence says it is"
        try:
            return None if CLAIMS[technique](read) else "the claim does not hold"
        except NoSuchBlock as name:
            return f"there is no such block: {name}"
    return "the sentence is not understood"


def unnamed(puzzle: Puzzle, step: Step) -> list[Cell]:
    """The cells on which a step rests and that its sentence does not name.

    A sentence about blocks names every cell. Elsewhere, where symbols are counted, ways are listed
    or a link of a chain is named after its line, the name of a line stands for its cells.
    """
    lines = step.text.split("\n")
    named = {cell for line in lines for cell in mentioned(line)}
    if not any("<with>" in text for text in _patterns_of(step.technique)):
        for place in (place for line in lines for place in places_in(line, puzzle)):
            named.update(place.cell(k) for k in range(puzzle.length(place)))
    return [cell for cell in step.premises if cell not in named]


def _patterns_of(technique: str) -> list[str]:
    lines = DATA.read_text(encoding="utf-8").splitlines()
    return [text for text in lines if text.split(maxsplit=1)[0] == technique]
