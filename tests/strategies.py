"""All Hypothesis strategies: lines, clues, grids, and puzzles of both kinds."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from hypothesis import strategies as st

import nonairo as nn
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds import KINDS
from nonairo.kinds.nonogram import clue_of
from nonairo.kinds.palette import palette_of
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, Clue, LineRule, Runs

CELLS = "01."
# Engines that the tests of all engines leave to files of their own: a process for each puzzle, and
# slow where there are many solutions.
OWN_TESTS = ("groebner",)
# Engines that finish every puzzle of the tests of all engines. Any other has `NODES` for each, and
# what it says until then must be true; it is held to finish when it is named here.
FINISHING = (
    "auto", "core", "walk", "rows", "zones", "patterns", "guess", "zones+guess", "patterns+guess",
    "groebner", "sat",
)  # fmt: skip
NODES = 1000
# Kinds that have puzzles of all their levels, and for all their techniques. Of a new one only the
# easiest are asked for, until it is named here: whether its rules give harder ones nobody knows.
LEVELLED = ("binairo", "nonogram", "kakurasu", "trinairo")


def nodes_for(engine: str) -> int | None:
    """How many nodes an engine, with options or not, has for a puzzle of the tests."""
    return None if engine.partition(":")[0] in FINISHING else NODES


def solved_by(engine: str, puzzle: Puzzle, limit: int | None = 2) -> nn.Result | None:
    """What an engine answers; None where it may stop before its end, and did."""
    result = nn.solve(puzzle, engine, limit=limit, seed=1, node_limit=nodes_for(engine))
    if result.status != "unknown" and result.limit is None:
        return result
    assert nodes_for(engine) is not None, f"{engine} does not finish {puzzle.id}"
    assert not any(nn.check(puzzle, grid) for grid in result.solutions), engine
    return None


def lists(engine: str, puzzle: Puzzle, truth: Collection[str]) -> None:
    """Assert that an engine lists these solutions, each once; some, where it may stop before."""
    found: list[str] = []
    try:
        for grid in nn.solutions(puzzle, engine, node_limit=nodes_for(engine)):
            found.append(grid.cells)  # what was found is kept when it is stopped
    except nn.LimitReached:
        assert nodes_for(engine) is not None
        truth = {*found} & {*truth}
    assert sorted(found) == sorted(truth), (engine, puzzle.id)


def lines(min_size: int = 1, max_size: int = 12) -> st.SearchStrategy[str]:
    """Lines of which some cells are known."""
    return st.text(CELLS, min_size=min_size, max_size=max_size)


@st.composite
def clues(draw: st.DrawFn, length: int) -> Clue:
    """Clues that fit a line of this length."""
    return clue_of(draw(st.text("01", min_size=length, max_size=length)))


@st.composite
def ruled_lines(draw: st.DrawFn, max_size: int = 12) -> tuple[LineRule, str]:
    """A rule of either kind, and a line that may or may not be completed under it."""
    line = draw(lines(max_size=max_size))
    if draw(st.booleans()):
        return Runs(draw(clues(len(line)))), line
    ones = draw(st.integers(0, len(line)))
    return Balanced(len(line) - ones, ones, draw(st.integers(1, 3))), line


@st.composite
def grids(draw: st.DrawFn, max_side: int = 6, symbols: str = CELLS) -> Grid:
    """Any grid at all."""
    height, width = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    cells = draw(st.text(symbols, min_size=height * width, max_size=height * width))
    return Grid.flat(height, width, cells)


@st.composite
def binairo_shapes(draw: st.DrawFn, max_side: int = 8) -> tuple[int, int, str]:
    """A size and the rules that allow it: even rectangles, odd squares, equal lines or not."""
    if draw(st.booleans()):
        height, width = (2 * draw(st.integers(1, max_side // 2)) for _ in range(2))
        return height, width, draw(st.sampled_from(("standard", "no-distinct")))
    side = 2 * draw(st.integers(0, (max_side - 1) // 2)) + 1
    odd = draw(st.sampled_from(("odd-more-ones", "odd-more-zeros")))
    return side, side, draw(st.sampled_from((odd, f"no-distinct+{odd}")))


@lru_cache(maxsize=512)
def board(height: int, width: int, rules: str, seed: int) -> Grid | None:
    """A finished Binairo drawn from a seed, if there is any of this size."""
    blank = KINDS["binairo"].blank(height, width, rules)
    return nn.solve(blank, "guess:propagate=lines", limit=1, seed=seed).solution


@st.composite
def givens_of(draw: st.DrawFn, answer: Grid) -> Grid:
    """Some cells of a finished grid; now and then one of them is wrong."""
    share = draw(st.sampled_from((0.1, 0.2, 0.3, 0.45, 0.7, 1.0)))
    rng = draw(st.randoms(use_true_random=False))
    kept = [symbol if rng.random() < share else "." for symbol in answer.cells]
    if draw(st.integers(0, 3)) == 0:
        position = rng.randrange(len(kept))
        kept[position] = "10"[int(answer.cells[position])]
    return Grid.flat(answer.height, answer.width, "".join(kept))


@st.composite
def binairos(draw: st.DrawFn, max_side: int = 8) -> Puzzle:
    """Binairo puzzles of all rules: with one solution, several, or none."""
    height, width, rules = draw(binairo_shapes(max_side))
    answer = board(height, width, rules, draw(st.integers(0, 9)))
    if answer is None or draw(st.integers(0, 5)) == 0:
        cells = draw(st.text(CELLS + "." * 6, min_size=height * width, max_size=height * width))
        return nn.binairo(Grid.flat(height, width, cells), rules=rules)
    return nn.binairo(draw(givens_of(answer)), rules=rules)


@st.composite
def nonograms(draw: st.DrawFn, max_side: int = 6) -> Puzzle:
    """Nonograms of pictures, with or without givens (of which one may be wrong)."""
    picture = draw(grids(max_side, "01"))
    puzzle = KINDS["nonogram"].pose(picture, "standard")
    if draw(st.booleans()):
        return puzzle
    return puzzle.with_givens(draw(givens_of(picture)))


@st.composite
def clashing_nonograms(draw: st.DrawFn, max_side: int = 5) -> Puzzle:
    """Row clues of one picture, column clues of another: seldom solvable."""
    rows = draw(grids(max_side, "01"))
    cells = draw(st.text("01", min_size=len(rows.cells), max_size=len(rows.cells)))
    cols = Grid.flat(rows.height, rows.width, cells)
    return nn.nonogram(map(clue_of, rows.rows()), map(clue_of, cols.cols()))


def puzzles(max_side: int = 6) -> st.SearchStrategy[Puzzle]:
    """Puzzles of both kinds and all sorts."""
    return st.one_of(binairos(max_side), nonograms(max_side), clashing_nonograms(max_side))


@st.composite
def coloured_nonograms(draw: st.DrawFn, max_side: int = 5, most_colours: int = 3) -> Puzzle:
    """Coloured nonograms of pictures that have all their colours, each with its picture."""
    colours = draw(st.integers(2, most_colours))
    height, width = draw(st.integers(2, max_side)), draw(st.integers(2, max_side))
    symbols = ALPHABET[: colours + 1]
    cells = draw(
        st.lists(st.sampled_from(symbols), min_size=height * width, max_size=height * width)
    )
    cells[: colours - 1] = symbols[2:]
    cells[-1] = "1"
    paints = draw(st.permutations(("ff0000", "000000", "00aa55", "0000ff")))
    picture = Grid(height, width, "".join(cells))
    puzzle = KINDS["nonogram"].pose(picture, palette_of(paints[:colours]).rules)
    return puzzle.about(solution=picture)
