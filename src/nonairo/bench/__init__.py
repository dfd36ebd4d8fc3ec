"""Benchmarks: tables of what each engine does, next to its peers in the same run.

To add a table: write `bench/NAME.py` with a `TABLE`, and list it here.
"""

from __future__ import annotations

from nonairo.bench import (
    binairo,
    classics,
    coloured,
    cubes,
    engines,
    explaining,
    generating,
    heuristics,
    levels,
    limits,
    nonograms,
    paper,
    pure,
    reasons,
    serving,
    signs,
    startup,
)
from nonairo.bench.base import Bench

TABLES: dict[str, Bench] = {
    table.name: table
    for table in (
        binairo.TABLE,
        nonograms.TABLE,
        coloured.TABLE,
        signs.TABLE,
        engines.TABLE,
        heuristics.TABLE,
        classics.TABLE,
        paper.TABLE,
        pure.TABLE,
        explaining.TABLE,
        reasons.TABLE,
        generating.TABLE,
        levels.TABLE,
        limits.TABLE,
        cubes.TABLE,
        serving.TABLE,
        startup.TABLE,
    )
}
