"""Is a step's sentence true? Read as a person reads it, word by word, and held against the grid.

It knows no technique, no template and no field of a step but its text: `data/sentences.txt` says
which cells, lines, symbols and numbers a sentence names, and a claim what must be so of them. What
blocks can do is found by a plain recursion over the line.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from nonairo import Grid, Puzzle
from sentences.chains import untrue_chain
from sentences.claims import CLAIMS, TWO_LINES
from sentences.colours import untrue_colours
from sentences.reading import NAMED, Read, not_forced, starts

__all__ = ["CLAIMS", "patterns", "starts", "untrue", "untrue_chain"]

COLOURS = "colour_cross"  # has a reader of its own
DATA = Path(__file__).parents[1] / "data" / "sentences.txt"


@cache
def patterns() -> dict[str, list[re.Pattern[str]]]:
    """For every technique, what its sentences look like."""
    found: dict[str, list[re.Pattern[str]]] = {}
    for text in DATA.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            technique, pattern = text.split(maxsplit=1)
            named = re.sub(r"(?<!P)<(\w+)>", lambda m: f"(?P<{m[1]}>{NAMED[m[1]]})", pattern)
            found.setdefault(technique, []).append(re.compile(named))
    return found


def untrue(puzzle: Puzzle, grid: Grid, technique: str, text: str) -> str | None:
    """What is untrue about the sentence of a step in a line; None if all of it is true.

    That every technique has a sentence here is another test's question.
    """
    if technique == COLOURS:
        return untrue_colours(puzzle, grid, text)
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
        return None if CLAIMS[technique](read) else "the claim does not hold"
    return "the sentence is not understood"
