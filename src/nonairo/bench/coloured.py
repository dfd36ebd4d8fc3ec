"""The core on coloured nonograms, next to CaDiCaL and CP-SAT on the same puzzles, in one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from nonairo.api import solve
from nonairo.bench.base import Bench, BenchOptions, TextTable, decided, time_text, timed, times
from nonairo.bench.compared import PEER_PATIENCE, PEER_SAMPLE, peer_ratios
from nonairo.bench.peers import available
from nonairo.generating.pictures.drawing import draw_coloured
from nonairo.generating.random_draws import Draws
from nonairo.kinds import KINDS
from nonairo.kinds.palette import SPARE, palette_of
from nonairo.puzzle import Puzzle

MADE = ((10, 3), (20, 4), (30, 6), (50, 8))  # sides, and how many colours
NOTE = (
    "The time of one call, from the clues to the proof of uniqueness, without caches of earlier"
    " calls. The last columns are how many times longer a peer takes on the same model:"
    f" the median over the first {PEER_SAMPLE} puzzles, or as many as {PEER_PATIENCE:g} s allow."
)


def made(side: int, colours: int, number: int, seed: int) -> list[Puzzle]:
    """Random coloured shapes, with however many solutions their clues have."""
    rules = palette_of(SPARE[:colours]).rules
    pictures = (draw_coloured(side, side, 0.55, 2, colours, Draws(seed + k)) for k in range(number))
    return [KINDS["nonogram"].pose(picture, rules) for picture in pictures]


def row(name: str, puzzles: Sequence[Puzzle], options: BenchOptions) -> tuple[str, ...]:
    """How long `solve` takes from the clues to the proof, and how much longer each peer takes."""
    call = partial(solve, engine="core", time_limit=options.time_limit, seed=options.seed)
    pairs = [timed(partial(call, puzzle)) for puzzle in puzzles]
    results, seconds = zip(*pairs, strict=True)
    ratios = peer_ratios(puzzles, results, seconds, options)
    number, ended = str(len(puzzles)), str(decided(results))
    return (name, number, ended, *times(seconds), time_text(sum(seconds)), *ratios)


def measure(options: BenchOptions) -> Iterator[TextTable]:
    if options.corpus is None:
        rows = [
            row(
                f"made {side}x{side}, {colours} colours",
                made(side, colours, options.sample, options.seed),
                options,
            )
            for side, colours in MADE
            if side <= options.largest
        ]
    else:
        rows = [row("coloured", options.sampled("nonogram/coloured"), options)]
    heads = ("puzzles", "number", "decided", "median", "worst", "total", *available())
    yield TextTable("Coloured nonograms", heads, rows, (NOTE,))


TABLE = Bench(
    "coloured", "the core on coloured nonograms, next to CaDiCaL and CP-SAT", measure, of_core=True
)
