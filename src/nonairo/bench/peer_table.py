"""The core next to all other solvers that are installed: the same puzzles, in the same run."""

from __future__ import annotations

import platform
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple

from nonairo import __version__, native
from nonairo.api import solve
from nonairo.bench import peer_programs, peers
from nonairo.bench.base import (
    Bench,
    BenchOptions,
    NamedSets,
    TextTable,
    machine,
    median_text,
    square,
    time_text,
    timed,
)
from nonairo.bench.compared import NUMBERS, PEER_PATIENCE, PEER_SAMPLE, PEER_SECONDS, SHORT, solved
from nonairo.bench.nonograms import noise
from nonairo.generating.any_kind import generate
from nonairo.puzzle import Puzzle
from nonairo.results import Status

COLUMNS = ("puzzles", "number", "core", "nn.solve")
CALLS = 20  # of nn.solve, whose time is their mean
MINIMAL, PICTURES, NOISE = (6, 10, 14, 20), (10, 20, 30), (15, 25)
NOTES = (
    "`core`: the median time inside the core, for the solution and the proof that it is the only"
    f" one; each time is the median of 5 runs. `nn.solve`: CPU time of the call in Python, the"
    f" mean of {CALLS}.",
    "The others get the same task: CPU time, with building the model (CaDiCaL, CP-SAT), of one"
    " solve inside the program without reading the puzzle (Tatham's, which does not guess), or of"
    f" the whole process (pbnsolve). Medians of what they decided; at most {PEER_SECONDS:g} s for"
    f" a puzzle and {PEER_PATIENCE:g} s for a row. \"7 of 12\": decided 7 of 12 that were tried.",
)  # fmt: skip
Measure = Callable[[Puzzle, float], peers.PeerAnswer | None]


class Rival(NamedTuple):
    """Another solver, and its version."""

    name: str
    version: str
    measure: Measure


def measure(options: BenchOptions) -> Iterator[TextTable]:
    rivals, missing = installed()
    names = tuple(rival.name for rival in rivals)
    rows = [row(name, puzzles, rivals, options) for name, puzzles in sets(options)]
    notes: tuple[str, ...] = (*NOTES, f"{about(rivals)}.")
    if missing:
        notes = (*notes, f"Not installed: {', '.join(missing)}.")
    yield TextTable("Nonairo and other solvers", COLUMNS + names, rows, notes)


def sets(options: BenchOptions) -> NamedSets:
    """Puzzles of the corpus, or our own, which are the same on every machine."""
    number = min(options.sample, PEER_SAMPLE)
    if options.corpus is not None:
        for side in (6, 14, 20):
            file = f"binairo/puzzle-binairo-{side:02}"
            yield f"Binairo {side}x{side}, published", options.sampled(file, square(side), number)
        for name in ("janko", "webpbn", "webpbn_hard"):
            yield f"nonograms, {name}", options.sampled(f"nonogram/{name}", most=number)
        return
    seeds = range(options.seed, options.seed + number)
    for side in options.sides(MINIMAL):
        made = [generate("binairo", side, minimal=True, seed=seed) for seed in seeds]
        yield f"Binairo {side}x{side}, minimal", made
    for side in options.sides(PICTURES):
        yield f"nonograms {side}x{side}", [generate("nonogram", side, seed=seed) for seed in seeds]
    for side in options.sides(NOISE):
        yield f"nonograms {side}x{side}, random cells", noise(side, number, options.seed)


def row(
    name: str, puzzles: Sequence[Puzzle], rivals: Sequence[Rival], options: BenchOptions
) -> tuple[str, ...]:
    """The times of all solvers on these puzzles."""
    results, seconds = zip(*(solved(puzzle, options) for puzzle in puzzles), strict=True)
    numbers = [NUMBERS.get(result.status) for result in results]
    calls = [whole_call(puzzle, options) for puzzle in puzzles]
    cells = [cell(rival, puzzles, numbers, options) for rival in rivals]
    undecided = sum(result.status is Status.UNKNOWN for result in results)
    ours = median_text(seconds) + (f" ({undecided} undecided)" if undecided else "")
    return (name, str(len(puzzles)), ours, median_text(calls), *cells)


def whole_call(puzzle: Puzzle, options: BenchOptions) -> float:
    """The CPU seconds of `nn.solve`, the mean of many calls if they are short."""

    def call(times: int) -> None:
        for _ in range(times):
            solve(puzzle, "core", time_limit=options.time_limit, seed=options.seed)

    once = timed(partial(call, 1), time.process_time)[1]
    return once if once > SHORT else timed(partial(call, CALLS), time.process_time)[1] / CALLS


def cell(
    rival: Rival, puzzles: Sequence[Puzzle], numbers: Sequence[int | None], options: BenchOptions
) -> str:
    """The median of what a rival decided; it must agree with us."""
    times: list[float] = []
    tried, spent = 0, 0.0
    for puzzle, ours in zip(puzzles, numbers, strict=True):
        if spent > PEER_PATIENCE:
            break
        answer = rival.measure(puzzle, min(PEER_SECONDS, options.time_limit))
        if answer is None:
            return "-"
        tried, spent = tried + 1, spent + answer.seconds
        if answer.number is None:
            continue
        if ours is not None and answer.number != ours:
            raise AssertionError(f"{puzzle.id}: the core says {ours}, {rival.name} {answer.number}")
        times.append(answer.seconds)
    share = f" ({len(times)} of {tried})" if len(times) < len(puzzles) else ""
    return (time_text(statistics.median(times)) if times else "none") + share


def in_processor_time(peer: peers.Peer) -> Measure:
    """The same peer, with the CPU time of this process instead of the time on the clock."""

    def measured(puzzle: Puzzle, time_limit: float) -> peers.PeerAnswer:
        answer, seconds = timed(partial(peer, puzzle, time_limit), time.process_time)
        return answer._replace(seconds=seconds)

    return measured


def installed() -> tuple[list[Rival], list[str]]:
    """The other solvers that are installed, and the names of those that are not."""
    packages = {"CaDiCaL": "python-sat", "CP-SAT": "ortools"}
    rivals = [
        Rival(name, f"{packages[name]} {package_version(packages[name])}", in_processor_time(peer))
        for name, peer in peers.available().items()
    ]
    if any(peer_programs.found(program) for program, _ in peer_programs.TATHAM.values()):
        version = f"sgt-puzzles {peer_programs.tatham_version()}"
        rivals.append(Rival("Tatham's", version, peer_programs.tatham))
    if peer_programs.found(peer_programs.PBNSOLVE):
        rivals.append(Rival("pbnsolve", "on the path", peer_programs.pbnsolve))
    names = {rival.name for rival in rivals}
    known = (*peers.PEERS, "Tatham's", "pbnsolve")
    return rivals, [name for name in known if name not in names]


def package_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "of unknown version"


def about(rivals: Sequence[Rival]) -> str:
    """The machine, the compiler of the core, and all versions, in one line."""
    versions = ", ".join(f"{rival.name} ({rival.version})" for rival in rivals)
    system = f"{platform.system()} {platform.machine()}"
    parts = (machine(), system, compiler(), f"Nonairo {__version__}", versions)
    return "; ".join(filter(None, parts))


def compiler() -> str:
    """The compiler of the core, as it signed the module."""
    file = getattr(native.compiled, "__file__", None)
    if not file:
        return ""
    with open(file, "rb") as module:  # noqa: PTH123 - a few megabytes
        signed = re.search(rb"GCC: \([^)]*\) [\d.]+|clang version [\d.]+", module.read())
    return f"core compiled by {signed[0].decode()}" if signed else ""


TABLE = Bench("peers", "the core next to all other solvers that are installed", measure, True)
