"""Which techniques published puzzles need: the tables by which the ladders are judged.

They need a corpus; without one there is nothing to compare with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from nonairo.bench.base import Bench, BenchOptions, TextTable, quantile
from nonairo.errors import LimitReached
from nonairo.explaining import explain
from nonairo.grading import level_alone, sweep
from nonairo.grid import UNKNOWN
from nonairo.limits import Budget, Limits
from nonairo.puzzle import Puzzle
from nonairo.rules import Runs
from nonairo.techniques import LADDERS
from nonairo.techniques.base import Technique
from nonairo.techniques.shared.case_search import Splitter
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position

SITES = {
    "binarypuzzle": ("binarypuzzle",),
    "puzzle-binairo": tuple(f"puzzle-binairo-{side}" for side in ("06", "08", "10", "14")),
}
PUBLISHED = {  # site and its level: shares of our levels, as published with the ladder
    ("binarypuzzle", 1): "1: 100 %",
    ("binarypuzzle", 2): "2: 100 %",
    ("binarypuzzle", 3): "3: 83.4 %",
    ("binarypuzzle", 4): "3: 10.1 %, 4: 61.0 %, 5: 28.9 %",
    ("puzzle-binairo", 1): "2: 100 %",
    ("puzzle-binairo", 2): "3: 100 %",
}
STAGES = {  # for nonograms: what is allowed, cumulatively
    "overlap and finished lines": (
        "empty_line", "exact_fit", "line_done", "rest_filled", "overlap",
    ),
    "+ leftmost and rightmost placements": (
        "cap", "edge", "mercury", "reach", "overlap_seen", "join", "force",
    ),
    "+ group rules": ("no_fit", "split", "grow", "punctuate"),
    "+ complete line solving": ("line_cases",),
    "+ dead ends of one cell": ("two_lines", "dead_end", "long_dead_end"),
}  # fmt: skip
SIDES = (10, 15, 20, 25, 40)
SHARES = (0.1, 0.25, 0.5, 0.75, 0.9)
SPREAD = (
    "binairo/puzzle-binairo-20", "binairo/janko", "nonogram/janko", "nonogram/webpbn",
    "nonogram/webpbn_hard", "nonogram/tournament_unique",
)  # fmt: skip
SPREAD_SHARE = 5  # of the sample: hard ones take their time
ALL = range(1, 9)
LARGE = 900  # cells
MORE_PATIENCE = 60.0  # for a level
PATIENCE = 5.0  # seconds a puzzle, where things are supposed


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def measure(options: BenchOptions) -> Iterator[TextTable]:
    if options.corpus is None:
        yield TextTable("Levels", ("needs",), [("--corpus DIR",)])
        return
    for part in (sites, stages, spread, beyond, sweeps):
        yield part(options)


def sites(options: BenchOptions) -> TextTable:
    """The levels of two sites, next to ours."""
    rows = []
    for site, files in SITES.items():
        counts: dict[int, Counter[int]] = {}
        scores: dict[int, list[float]] = {}
        for name in files:
            puzzles: Sequence[Puzzle] = list(options.scanned(f"binairo/{name}"))
            if site != "binarypuzzle":
                puzzles = puzzles[:: max(1, len(puzzles) // options.sample)]
            for puzzle in puzzles:
                way = explain(puzzle)
                theirs = int(str(puzzle.extra["level"]))
                counts.setdefault(theirs, Counter())[way.level if way.solved else 8] += 1
                blanks = puzzle.givens.cells.count(".")
                scores.setdefault(theirs, []).append(way.score / blanks)
        for theirs, ours in sorted(counts.items()):
            number = sum(ours.values())
            found = ", ".join(f"{k}: {percent(ours[k], number)}" for k in sorted(ours))
            mean = f"{sum(scores[theirs]) / number:.2f}"
            rows.append((site, str(theirs), str(number), found, PUBLISHED[site, theirs], mean))
    columns = ("site", "its level", "puzzles", "our levels", "published", "score per blank cell")
    return TextTable("Levels of two sites", columns, rows)


def stages(options: BenchOptions) -> TextTable:
    """How many nonograms are solved when everything up to a row is allowed."""
    rows = []
    sets = {name: options.sampled(f"nonogram/{name}", known) for name in ("janko", "webpbn")}
    allowed: list[str] = []
    for stage, names in STAGES.items():
        allowed += names
        ladder = [rung for rung in LADDERS[Runs] if rung.id in allowed]
        shares = []
        for puzzles in sets.values():
            ends = Counter(climbs(puzzle, ladder) for puzzle in puzzles)
            late = f" ({ends['limit']} given up)" if ends["limit"] else ""
            shares.append(percent(ends["solved"], len(puzzles)) + late)
        rows.append((stage, *shares))
    columns = ("allowed", *(f"{name} ({len(puzzles)})" for name, puzzles in sets.items()))
    notes = (f"Unique puzzles; at most {PATIENCE:g} s a puzzle.",)
    return TextTable("How far the techniques for nonograms go", columns, rows, notes)


def spread(options: BenchOptions) -> TextTable:
    """The share of each level, and how the scores are spread, for every set."""
    rows = []
    for name in SPREAD:
        puzzles = options.sampled(name, known, max(options.sample // SPREAD_SHARE, 1))
        found = [level_alone(puzzle, Limits(MORE_PATIENCE)) for puzzle in puzzles]
        levels, number = Counter(found), len(puzzles)
        shares = [percent(levels[level], number) if levels[level] else "" for level in ALL]
        scores = [
            explain(puzzle, max_level=ALL[-2]).score / max(puzzle.givens.cells.count("."), 1)
            for puzzle, level in zip(puzzles, found, strict=True)
            if level is not None and level < ALL[-1]
        ]
        quantiles = [f"{quantile(scores, share):.2f}" for share in SHARES] if scores else []
        rows.append((name, str(number), *shares, str(levels[None]), *quantiles))
    levels_named, shares_named = (f"level {level}" for level in ALL), (f"{s:.0%}" for s in SHARES)
    columns = ("set", "puzzles", *levels_named, "given up", *shares_named)
    notes = ("Unique puzzles. The last columns: the score per blank cell of those up to level 7.",)
    return TextTable("Levels and scores", columns, rows, notes)


def beyond(options: BenchOptions) -> TextTable:
    """How many puzzles need cases: every value of every cell supposed once leaves cells open."""
    rows = []
    for name in SPREAD:
        number = needing = 0
        for puzzle in options.scanned(name):
            if not known(puzzle) or puzzle.height * puzzle.width > LARGE:
                continue
            number += 1
            splitter = Splitter(puzzle, lambda: None)
            cells = splitter.narrowed(puzzle.givens.cells) or ""
            needing += UNKNOWN in cells and UNKNOWN in (splitter.supposed(cells) or "")
        rows.append((name, str(number), str(needing), percent(needing, number)))
    columns = ("set", "puzzles", "level 8", "share")
    notes = (f"All unique puzzles of up to {LARGE} cells.",)
    return TextTable("Puzzles that need cases", columns, rows, notes)


def known(puzzle: Puzzle) -> bool:
    """Whether a puzzle is known to have one solution."""
    return puzzle.extra.get("unique") is True


def climbs(puzzle: Puzzle, ladder: list[Technique]) -> str:
    """How a climb with some rungs ends."""
    run = Budget(Limits(PATIENCE))
    climb = Climb(Position(puzzle, puzzle.givens), ladder, poll=run.poll)
    try:
        for _ in climb.steps():
            pass
    except LimitReached:
        return "limit"
    return "stuck" if climb.position.blanks else "solved"


def sweeps(options: BenchOptions) -> TextTable:
    """Sweeps of nonograms that single lines solve, by size."""
    found: dict[int, list[int | None]] = {side: [] for side in SIDES}
    for name in ("janko", "webpbn"):
        for puzzle in options.scanned(f"nonogram/{name}"):
            side = next((k for k in SIDES if max(puzzle.height, puzzle.width) <= k), None)
            if side is not None and known(puzzle):
                found[side].append(sweep(puzzle).count)
    rows = []
    for side, counts in found.items():
        simple = [count for count in counts if count is not None]
        numbers = [str(int(quantile(simple, share))) for share in SHARES] if simple else []
        share = percent(len(simple), len(counts))
        rows.append((str(side), str(len(counts)), *numbers, str(max(simple)), share))
    shares = [f"{share:.0%}" for share in SHARES]
    columns = ("larger side up to", "puzzles", *shares, "max", "simple")
    return TextTable("Sweeps of line-solvable nonograms (janko and webpbn)", columns, rows)


TABLE = Bench("levels", "which techniques published puzzles need (with --corpus)", measure)
