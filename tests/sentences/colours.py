"""Sentences about colours that cells cannot have: taken apart, and held against all ways."""

from __future__ import annotations

import re

from nonairo import Cell, Grid, Puzzle
from nonairo.automata import ways
from nonairo.grid import ALPHABET
from nonairo.kinds import appearance_of
from sentences.reading import CELLS, PLACE, cells_in, place_of

Said = set[tuple[Cell, str]]
PATTERN = re.compile(
    rf"(?:as (?P<barred>.*?), )?(?:(?P<block>the .* \d+) of )?(?P<place>{PLACE})"
    r" (?:(?:could not be finished if (?P<tried>.*)|has no (?P<none>.*) block), so (?P<ruled>.*)"
    rf"|(?:covers (?P<covered>{CELLS}), so|leaves nothing else:) (?P<result>.*))"
)


def said(text: str, words: tuple[str, ...], sign: str) -> Said:
    """The cells of which a text says that they are some colour, or that they are not."""
    names = "|".join(map(re.escape, sorted(words, key=len)[::-1]))
    found: Said = set()
    begin = 0
    cells: list[Cell] = []
    for match in re.finditer(rf"(?:(?:is|are|were) {sign}|, | or )({names})(?![\w(])", text):
        symbol = ALPHABET[words.index(match[1])]
        cells = cells_in(text[begin : match.start()]) or cells
        found |= {(cell, symbol) for cell in cells}
        begin = match.end()
    return found


def untrue_colours(puzzle: Puzzle, grid: Grid, text: str) -> str | None:
    """What is untrue about it; None if all of it is true."""
    match = PATTERN.fullmatch(text)
    if match is None:
        return "the sentence is not understood"
    words, place = appearance_of(puzzle).words, place_of(match["place"])
    barred = said(match["barred"] or "", words, "not ")
    along = [place.cell(k) for k in range(puzzle.length(place))]
    cells = [
        grid[cell]
        if grid[cell] != "."
        else "".join(s for s in puzzle.symbols if (cell, s) not in barred)
        for cell in along
    ]
    if match["result"]:
        decided = said(match["result"], words, "")
        gone = {(cell, s) for cell, own in decided for s in puzzle.symbols if s != own}
        if match["block"]:
            covered = cells_in(match["covered"])
            clue = [(n, words[int(ink)]) for n, ink in puzzle.rule(place).clue]  # type: ignore
            named = match["block"].removeprefix("the ").rsplit(" ", 1)
            if clue.count((len(covered), named[0])) != 1 or int(named[1]) != len(covered):
                return "there is no such block"
            ink = ALPHABET[words.index(named[0])]
            gone |= {(cell, s) for cell in covered for s in puzzle.symbols if s != ink}
            gone = {(cell, s) for cell, s in gone if grid[cell] == "."}
    else:
        gone = said(match["ruled"], words, "not ")
        if match["none"]:
            absent = {words[int(s)] for _, s in gone}
            inks = {words[int(ink)] for _, ink in puzzle.rule(place).clue}  # type: ignore
            if {*re.split(", | or ", match["none"])} != absent or absent & {*inks, words[0]}:
                return "there is such a block, or another colour is excluded"
        elif said(match["tried"], words, "") != gone:
            return "what is tried is not what is excluded"
    if not gone:
        return "nothing is said"
    for cell, symbol in gone:
        if grid[cell] != ".":
            return f"{cell} is known already"
        k = along.index(cell)
        trial = [*cells[:k], symbol if symbol in cells[k] else "", *cells[k + 1 :]]
        if all(trial) and ways(puzzle.rule(place), trial, puzzle.symbols):
            return f"{cell} could be {symbol}"
    return None
