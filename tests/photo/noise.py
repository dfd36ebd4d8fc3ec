"""Sightings as vision would give them, made from a puzzle by a noise channel.

Every spot gets candidates with probabilities, and which of them is true is drawn by these
probabilities: so they are calibrated, as those of vision should be.
"""

from __future__ import annotations

from random import Random

import nonairo as nn
from nonairo.kinds import appearance_of, kind_of
from nonairo.photo.sighting import (
    Likely,
    LikelyClue,
    Quad,
    SeenCell,
    SeenClue,
    Sighting,
)

SIDE = 20.0
ALIKE = {1: (7, 4), 2: (7, 3), 3: (8, 5), 4: (1, 9), 5: (6, 3), 6: (8, 5), 7: (1, 2), 8: (6, 3),
         9: (8, 4), 0: (8, 6)}  # fmt: skip


def quad_of(row: float, col: float, height: float = 1, width: float = 1) -> Quad:
    left, top, right, bottom = (SIDE * x for x in (col, row, col + width, row + height))
    return (left, top), (right, top), (right, bottom), (left, bottom)


def chances(count: int, noise: float, rng: Random) -> list[float]:
    """Probabilities of so many candidates, likeliest first; most spots are clear."""
    doubt = rng.uniform(0.05, 0.5) if rng.random() < noise else rng.uniform(1e-5, 2e-3)
    rest = [rng.random() ** 3 + 1e-3 for _ in range(count - 1)]
    total = sum(rest)
    return sorted((1 - doubt, *(doubt * each / total for each in rest)), reverse=True)


def likely(true: str, symbols: str, noise: float, rng: Random) -> tuple[Likely, ...]:
    probabilities = chances(len(symbols), noise, rng)
    place = rng.choices(range(len(symbols)), probabilities)[0]
    others = [symbol for symbol in symbols if symbol != true]
    rng.shuffle(others)
    others.insert(place, true)
    return tuple(map(Likely, others, probabilities))


def misread(clue: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    """A clue that looks like this one."""
    numbers = list(clue) or [0]
    k = rng.randrange(len(numbers))
    if rng.random() < 0.15 and len(numbers) > 1:
        del numbers[k]
    elif rng.random() < 0.15 and numbers[k] >= 10:
        numbers[k : k + 1] = [numbers[k] // 10, numbers[k] % 10]
    else:
        digits = list(str(numbers[k]))
        at = rng.randrange(len(digits))
        digits[at] = str(rng.choice(ALIKE[int(digits[at])]))
        numbers[k] = int("".join(digits))
    return tuple(number for number in numbers if number)


def seen_clue(blocks: list[tuple[int, int]], noise: float, rng: Random, coloured: bool) -> SeenClue:
    true = tuple(length for length, _ in blocks)
    inks = tuple(ink - 1 for _, ink in blocks) if coloured else ()
    readings = [true]
    for _ in range(12):
        wrong = misread(true, rng)
        if wrong not in readings and (not coloured or len(wrong) == len(true)):
            readings.append(wrong)
    readings = readings[:5]
    probabilities = chances(len(readings), noise, rng)
    place = rng.choices(range(len(readings)), probabilities)[0]
    others = readings[1:]
    others.insert(place, true)
    return SeenClue(
        tuple(LikelyClue(clue, p, inks) for clue, p in zip(others, probabilities, strict=True))
    )


def sighting_of(puzzle: nn.Puzzle, noise: float, rng: Random) -> Sighting:
    """What vision sees of a puzzle; `noise` is the share of spots that are not clear."""
    height, width = puzzle.givens.height, puzzle.givens.width
    kind = kind_of(puzzle)
    picture = puzzle.kind == "nonogram"
    cells = tuple(
        tuple(
            SeenCell(
                quad_of(r, c),
                (Likely(".", 1.0),) if picture else likely(symbol, "01.", noise, rng),
            )
            for c, symbol in enumerate(row)
        )
        for r, row in enumerate(puzzle.givens.rows())
    )
    if picture:
        coloured = bool(appearance_of(puzzle).colours)
        rows, cols = (
            tuple(
                seen_clue(
                    [
                        (int(text.rstrip("abcdef")), ink)
                        for text, ink in zip(
                            kind.label(rule),
                            kind.inks(rule) or (0,) * len(kind.label(rule)),
                            strict=True,
                        )
                        if text != "0"
                    ],
                    noise, rng, coloured,
                )
                for rule in rules
            )
            for rules in (puzzle.row_rules, puzzle.col_rules)
        )  # fmt: skip
        palette = tuple(colour.strip("#") for colour in appearance_of(puzzle).colours[1:])
        return Sighting("nonogram", height, width, quad_of(0, 0, height, width), cells,
                        rows=rows, cols=cols, palette=palette)  # fmt: skip
    signs = {(mark.one, mark.other): mark.glyph for mark in kind.marks(puzzle)}
    if not signs:
        return Sighting("binairo", height, width, quad_of(0, 0, height, width), cells)
    right = tuple(
        tuple(
            likely(signs.get((nn.Cell(r, c), nn.Cell(r, c + 1)), "."), ".=x", noise / 3, rng)
            for c in range(width - 1)
        )
        for r in range(height)
    )
    below = tuple(
        tuple(
            likely(signs.get((nn.Cell(r, c), nn.Cell(r + 1, c)), "."), ".=x", noise / 3, rng)
            for c in range(width)
        )
        for r in range(height - 1)
    )
    whole = quad_of(0, 0, height, width)
    return Sighting("binairo", height, width, whole, cells, right=right, below=below)
