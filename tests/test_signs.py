"""Signs between neighbours: lines against brute force, grids against CP-SAT and tables."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from random import Random

import pytest

import nonairo as nn
from nonairo import native
from nonairo.bench.peers import cp_sat
from nonairo.candidates import line_of, masks_of
from nonairo.generating.boards.full_boards import draw_board
from nonairo.generating.random_draws import Draws
from nonairo.grid import Grid
from nonairo.kinds import KINDS, from_id
from nonairo.kinds.signs import all_marks
from nonairo.limits import Budget
from nonairo.line_solver import kernel
from nonairo.rules import Anything, Balanced, Both, Signs
from nonairo.techniques.shared.checker import replay
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.probing import by_patterns

FULL_LINES = [
    line
    for line in map("".join, product("01", repeat=6))
    if line.count("1") == 3 and "000" not in line and "111" not in line
]
NUMBER = {"none": 0, "unique": 1, "multiple": 2}


def keeps(line: str, signs: str) -> bool:
    pairs = zip(line, line[1:], signs, strict=False)
    return all(sign == "." or (one == other) == (sign == "=") for one, other, sign in pairs)


def shared(lines: list[str]) -> str | None:
    """What all these lines have in common."""
    if not lines:
        return None
    return "".join(cells[0] if len({*cells}) == 1 else "." for cells in zip(*lines, strict=True))


def in_the_core(signs: str, line: str) -> str | None:
    """A line settled by the core: in a board of two rows, of which the other is its opposite."""
    marks = [[0, k, 0, k + 1, sign] for k, sign in enumerate(signs) if sign != "."]
    puzzle = nn.binairo([line, "." * 6], rules="no-distinct", signs=marks)
    plan = native.plan_of(puzzle)
    assert plan is not None
    known = native.narrowed(plan, puzzle.givens.cells)
    return None if known is None else known[:6]


@pytest.mark.parametrize("first", "=x.")
def test_a_line_of_six_with_signs_is_settled_exactly(first: str, full: bool) -> None:
    """All signs with all lines; in the short run each row of signs with some of the lines."""
    partial = list(map("".join, product("01.", repeat=6)))
    for number, rest in enumerate(product("=x.", repeat=4)):
        signs = first + "".join(rest)
        rule = Both((Balanced(3, 3), Signs(signs)))
        tool, fitting = kernel(rule, 6), [line for line in FULL_LINES if keeps(line, signs)]
        for line in partial if full else partial[number % 9 :: 9]:
            expected = shared([
                each
                for each in fitting
                if all(cell in (".", each[k]) for k, cell in enumerate(line))
            ])  # fmt: skip
            found = tool.squeeze(masks_of(line))
            assert (None if found is None else line_of(found, 6)) == expected, (signs, line)
            assert in_the_core(signs, line) == expected, (signs, line)


def random_puzzle(rng: Random, sides: tuple[int, ...], givens: float = 0.1) -> nn.Puzzle:
    """Signs and givens of a board, some of them wrong now and then."""
    height, width = rng.choice(sides), rng.choice(sides)
    rules = "no-distinct" if height != width else rng.choice(("standard", "no-distinct"))
    blank = KINDS["binairo"].blank(height, width, rules)
    board = draw_board(blank, Draws(rng.getrandbits(32)), Budget())
    share = rng.choice((0.1, 0.25, 0.5))
    signs = [
        [*mark.one, *mark.other, mark.glyph if rng.random() < 0.99 else "=x"[mark.glyph == "="]]
        for mark in all_marks(board)
        if rng.random() < share
    ]
    cells = "".join(cell if rng.random() < givens else "." for cell in board.cells)
    return nn.binairo(Grid(height, width, cells), rules=blank.rules, signs=signs)


def test_random_puzzles_agree_with_cp_sat(full: bool) -> None:
    pytest.importorskip("ortools", reason="CP-SAT is not installed")
    rng, seen = Random(1), set()
    for _ in range(4000 if full else 120):
        puzzle = random_puzzle(rng, (4, 6, 8, 10) if full else (4, 6))
        found = nn.solve(puzzle)
        assert cp_sat(puzzle, 60).number == NUMBER[found.status], puzzle.id
        for grid in found.solutions:
            assert nn.check(puzzle, grid) == []
        seen.add(found.status)
    assert seen == {"none", "unique", "multiple"}


def test_the_core_says_what_its_tables_say(full: bool) -> None:
    """Sizes up to 20, with search and without: the kernel for signs, and the same from tables."""
    rng = Random(2)
    for _ in range(1000 if full else 60):
        puzzle = random_puzzle(rng, (4, 6, 8, 10, 12, 16, 20), rng.choice((0.05, 0.15)))
        plan, table = native.plan_of(puzzle), native._from_tables(puzzle)
        if not isinstance(plan, native.compiled.SignedGrid):
            continue
        assert not isinstance(table, str)
        cells = puzzle.givens.cells
        asked = (each.solve(cells, 2, None, None, 0) for each in (plan, table))
        fast, slow = (native.PlanResult(*told) for told in asked)
        assert len(fast.solutions) == len(slow.solutions), puzzle.id
        assert fast.solutions == slow.solutions or len(fast.solutions) == 2
        assert native.narrowed(plan, cells) == native.narrowed(table, cells), puzzle.id


def test_clause_learning_goes_on_where_a_short_search_ends() -> None:
    puzzle = random_puzzle(Random(27), (16, 20), 0.02)
    result = nn.solve(puzzle, limit=6)
    assert result.stats.counters["restarts"]
    assert len({grid.cells for grid in result.solutions}) == 6
    assert not any(nn.check(puzzle, grid) for grid in result.solutions)


def test_limits_stop_a_search_with_signs() -> None:
    wide = nn.binairo(Grid.blank(20, 20), rules="no-distinct", signs=[[0, 0, 0, 1, "="]])
    result = nn.solve(wide, limit=None, node_limit=500)
    assert (result.status, result.limit) == ("multiple", "nodes")
    result = nn.solve(wide, node_limit=50)
    assert (result.status, result.limit) == ("unknown", "nodes")
    result = nn.solve(wide, limit=None, time_limit=0.02)
    assert (result.status, result.limit) == ("multiple", "time")


def test_chains_see_the_same_with_and_without_the_core() -> None:
    """What is seen at a glance in a line with signs: in Python, and in the core's probes."""
    rng = Random(4)
    for _ in range(150):
        signs = "".join(rng.choices("=x.", (1, 1, 2), k=7))
        line = "".join(rng.choices("01.", (1, 1, 3), k=8))
        rule = Both((Balanced(4, 4), Signs(signs)))
        puzzle = nn.Puzzle("binairo", Grid(1, 8, line), (rule,), (Anything(),) * 8)
        core = native.prober(puzzle, patterns=True)
        assert core is not None
        blank = line.find(".")
        if blank < 0:
            continue
        trial = line[:blank] + "1" + line[blank + 1 :]
        position = Position(puzzle, Grid(1, 8, trial))
        narrowed = by_patterns(position.kernels[0], masks_of(trial))
        one, _ = core.told(line, (0, blank, 1), 1, False, None, ())
        if narrowed is None:
            assert one[:2] == (0, (0,)), (signs, line)
        else:
            assert core.end(line, 0, blank, 1, 1, False) == line_of(narrowed, 8), (signs, line)


@pytest.mark.parametrize("seed", range(6))
def test_puzzles_with_signs_are_explained_step_by_step(seed: int) -> None:
    puzzle = nn.generate("tango", seed=seed)
    told = nn.explain(puzzle)
    assert told.solved
    assert replay(puzzle, told.steps) == puzzle.solution
    assert puzzle.solution == nn.solve(puzzle).solution


def test_nothing_stands_below_a_single_row() -> None:
    with pytest.raises(nn.PuzzleError, match=r"^signs below: expected 0 rows, found 1$"):
        from_id("binairo@odd-more-ones:.;;garbage")
    assert from_id("binairo@odd-more-ones:.;; ").height == 1


def test_what_is_no_sign_is_told_in_a_task() -> None:
    with pytest.raises(nn.FormatError, match="expected signs for 4 cells"):
        nn.parse("1a0a|1!!!0-- 00", "puzzle-binairo")


def test_two_readings_of_a_large_task_are_told_apart_without_solving() -> None:
    signs = "".join("14"[row * col % 2] if max(row, col) < 149 and (row + 2 * col) % 5 == 0 else "0"
                    for row in range(150) for col in range(150))  # fmt: skip
    program = f"""if True:
        import sys, nonairo as nn
        puzzle = nn.parse("{"y" * 900}|{signs}", "puzzle-binairo")
        print(puzzle.height, puzzle.note, any("nonairo.engines" in name for name in sys.modules))
    """
    told = "150 its signs have two meanings: read as flags"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout.partition(";")[0], done.stdout.split()[-1]) == (told, "False"), done.stderr


def test_an_id_is_read_without_any_format() -> None:
    program = """if True:
        import sys, nonairo as nn
        nn.solve("binairo:0./..")
        print(*(name for name in sys.modules if name.startswith("nonairo.formats")))
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "\n", done.stderr
