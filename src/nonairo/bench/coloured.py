"""The core on coloured nonograms, next to CaDiCaL and CP-SAT on the same puzzles, in one run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from nonairo.bench.base import Bench, Options, Table, median_text, sampled, time_text
from nonairo.bench.compared import PEER_PATIENCE, PEER_SAMPLE, PEER_SECONDS, peer_ratios
from nonairo.bench.peers import available
from nonairo.generating.pictures.coloured_pictures import draw_coloured
from nonairo.generating.random_draws import Draws
from nonairo.kinds import KINDS
from nonairo.kinds.palette import SPARE, palette_of
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

MADE = ((10, 3), (20, 4), (30, 6), (50, 8))  # sides, and how many colours


def made(side: int, colours: int, number: int, seed: int) -> list[Puzzle]:
    """Random coloured shapes, with however many solutions their clues have."""
    rules = palette_of(SPARE[:colours]).rules
    pictures = (draw_coloured(side, side, 0.55, 2, colours, Draws(seed + k)) for k in range(number))
    return [KINDS["nonogram"].pose(picture, rules) for picture in pictures]


def row(name: str, puzzles: Sequence[Puzzle], options: Options) -> tuple[str, ...]:
    """How long `solve` takes from the clues to the proof, and how much longer each peer takes."""
    results, seconds = [], []
    for puzzle in puzzles:
        begin = time.perf_counter()
        results.append(solve(puzzle, "core", time_limit=options.time_limit, seed=options.seed))
        seconds.append(time.perf_counter() - begin)
    decided = sum(result.status is not Status.UNKNOWN for result in results)
    ratios = peer_ratios(puzzles, results, seconds, min(PEER_SECONDS, options.time_limit))
    times = median_text(seconds), time_text(max(seconds)), time_text(sum(seconds))
    return (name, str(len(puzzles)), str(decided), *times, *ratios)


def measure(options: Options) -> Iterator[Table]:
    number, seed = options.sample, options.seed
    rows = []
    if options.corpus is None:
        for side, colours in MADE:
            if side <= options.largest:
                name = f"made {side}x{side}, {colours} colours"
                rows.append(row(name, made(side, colours, number, seed), options))
    else:
        path = options.corpus / "nonogram" / "coloured.jsonl"
        rows.append(row("coloured", sampled(path, number, seed, bool), options))
    heads = ("puzzles", "number", "decided", "median", "worst", "total", *available())
    yield Table("Coloured nonograms", heads, rows, (NOTE,))


NOTE = (
    "Seconds are those of one call, from the clues to the proof of uniqueness, nothing kept from"
    " an earlier one. The last columns say how many times longer a peer takes on the same model:"
    f" the median over the first {PEER_SAMPLE} puzzles, or as many as {PEER_PATIENCE:g} s allow."
)
TABLE = Bench(
    "coloured", "the core on coloured nonograms, next to CaDiCaL and CP-SAT", measure, of_core=True
)
