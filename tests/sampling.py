"""Real puzzles for tests: a sample of the corpus, or made ones where it is absent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import nonairo as nn
from conftest import CORPUS


def real_or_made(
    files: Mapping[str, int], most_cells: int, made: int, sides: tuple[int, int]
) -> Iterator[nn.Puzzle]:
    """So many of each file, of at most so many cells; else so many of both kinds, so large."""
    if not CORPUS.is_dir():
        for seed in range(made):
            yield nn.generate_binairo(sides[0], seed=seed)
            yield nn.generate_nonogram(sides[1], seed=seed)
        return
    for name, number in files.items():
        found = [p.about() for p in nn.scan(CORPUS / name) if p.height * p.width <= most_cells]
        yield from Random(name).sample(found, min(number, len(found)))
