"""Puzzles for test pictures, with one solution each, and games of them in progress."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import nonairo as nn

BINAIRO = (4, 6, 6, 8, 8, 10, 10, 12, 14, (6, 8), (8, 10))
NONOGRAM = (5, 5, 8, 10, 10, 10, 12, 15, 15, 20, (5, 10), (10, 15), (15, 10), 25)
COLOURED = (5, 6, 8, 10)
Size = int | tuple[int, int]


@dataclass(frozen=True)
class Posed:
    """A puzzle and what a player has entered: rows over the symbols and `.`, givens left out."""

    puzzle: nn.Puzzle
    solution: nn.Grid
    entries: tuple[str, ...]

    @property
    def started(self) -> bool:
        return any(row.strip(".") for row in self.entries)

    @property
    def givens(self) -> tuple[str, ...]:
        return tuple(self.puzzle.givens.rows())


def pose(kind: str, rng: Random, small: bool = False) -> Posed:
    """A puzzle: `binairo`, `tango`, `nonogram` or `coloured`; one in three has been begun."""
    seed = rng.randrange(1_000_000)
    match kind:
        case "binairo":
            size = rng.choice(BINAIRO[:5] if small else BINAIRO)
            puzzle = nn.generate("binairo", size, seed=seed)
        case "tango":
            size = rng.choice((4, 6, 6, 6, 8))
            puzzle = nn.generate("tango", size, seed=seed)
        case "nonogram":
            puzzle = _picture(rng.choice(NONOGRAM[:6] if small else NONOGRAM), seed, rng)
        case _:
            colours = rng.choice((2, 2, 3))
            puzzle = nn.generate("nonogram", rng.choice(COLOURED), seed=seed, colours=colours)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    share = rng.choice((0.0, 0.0, rng.uniform(0.1, 0.9)))
    entries = tuple(
        "".join(
            symbol if given == "." and rng.random() < share else "."
            for symbol, given in zip(line, clues, strict=True)
        )
        for line, clues in zip(solution.rows(), puzzle.givens.rows(), strict=True)
    )
    return Posed(puzzle, solution, entries)


def _picture(size: Size, seed: int, rng: Random) -> nn.Puzzle:
    """A nonogram of a drawn scene, or of noise, whose clues are many and short."""
    if rng.random() < 0.6:
        return nn.generate("nonogram", size, seed=seed)
    return nn.generate("nonogram", size, seed=seed, density=rng.uniform(0.5, 0.7))
