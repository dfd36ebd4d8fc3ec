"""The one door to the compiled module: plans found by value, and reasons where there are none."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import nonairo as nn
from nonairo import KINDS, native
from nonairo.limits import NO_LIMITS
from nonairo.puzzle import Puzzle
from sanitized import RUN

needs_core = pytest.mark.skipif(native.compiled is None, reason="installed without the core")
EXAMPLES = [nn.parse(kind.example) for kind in KINDS.values()]


def fit(board: str, full: str) -> bool:
    return all(mine in (".", theirs) for mine, theirs in zip(board, full, strict=True))


def names(puzzle: Puzzle) -> str:
    return puzzle.kind


@needs_core
@pytest.mark.parametrize("puzzle", EXAMPLES, ids=names)
def test_a_puzzle_that_was_unpickled_has_the_plan_it_had(puzzle: Puzzle) -> None:
    plan = native.plan_of(puzzle)
    assert plan is not None
    twin = pickle.loads(pickle.dumps(puzzle))
    assert twin == puzzle
    assert twin.id == puzzle.id
    assert native.plan_of(twin) is plan
    assert native.plan_of(nn.parse(puzzle.id)) is plan


@needs_core
def test_plans_are_kept_up_to_so_many_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "MOST_CELLS", 1000)
    puzzles = [
        nn.nonogram([[1, size]] * 10, [[10 - k]] * 10) for size in range(1, 9) for k in range(8)
    ]
    for puzzle in puzzles:  # 64 of 100 cells each
        native.plan_of(puzzle)
    kept = [puzzle for puzzle, _ in native._by_identity.values()]
    assert 0 < sum(puzzle.height * puzzle.width for puzzle in kept) <= 1000
    assert native._runs_plan.cache_info().currsize <= 10
    assert native.plan_of(puzzles[-1]) is native.plan_of(puzzles[-1])


@needs_core
def test_the_run_under_sanitizers_finds_a_package_with_its_core(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    package = shutil.copytree(Path(nn.__file__).parent, tmp_path / "nonairo", ignore=ignored)
    shutil.copy(native.compiled.__file__, package)
    told = subprocess.run(
        [sys.executable, "-c", RUN, str(tmp_path), "--version"], capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr


def test_metadata_survives_pickling() -> None:
    puzzle = nn.parse("binairo:01/10").about(title="T", solution=nn.Grid.parse("01/10"))
    twin = pickle.loads(pickle.dumps(puzzle))
    assert (twin.title, twin.solution, twin.rules) == ("T", puzzle.solution, "standard")


@needs_core
def test_the_core_says_why_it_does_not_take_a_puzzle() -> None:
    assert native.refusal(EXAMPLES[0]) is None
    wide = KINDS["nonogram"].pose(nn.Grid(1, 600, "1" * 600), "standard")
    assert native.refusal(wide) == "it supports up to 512 cells per side, not 600"
    assert native.refusal(KINDS["binairo"].blank(130, 130, "standard")) is None


@pytest.mark.usefixtures("no_core")
@pytest.mark.parametrize("puzzle", EXAMPLES, ids=names)
def test_without_the_core_everything_says_so_or_is_done_in_another_way(puzzle: Puzzle) -> None:
    assert native.plan_of(puzzle) is None
    assert native.refusal(puzzle) == "it is not installed"
    assert native.count(puzzle, None, NO_LIMITS) is None
    assert native.batch(puzzle) is None
    assert nn.solve(puzzle).status == "unique"
    assert nn.count(puzzle) == nn.Count(1, True)
    assert native.version() == "no core: pure Python"


@pytest.mark.parametrize("core", [pytest.param(True, marks=needs_core), False])
def test_a_batch_answers_alike_with_and_without_the_core(
    core: bool, request: pytest.FixtureRequest
) -> None:
    if not core:
        request.getfixturevalue("no_core")
    boards = ["".join(cells) for cells in product("01.", repeat=4)]
    solved, counts = nn.solve_batch("binairo", 2, 2, "".join(boards).encode())
    for k, (board, number) in enumerate(zip(boards, counts, strict=True)):
        fits = [full for full in ("0110", "1001") if fit(board, full)]
        assert number == len(fits)
        answer = solved[4 * k : 4 * k + 4].decode()
        assert answer in fits if fits else answer == "...."
    with pytest.raises(nn.PuzzleError):
        nn.solve_batch("binairo", 2, 2, b"0x..")
    with pytest.raises(nn.PuzzleError):
        nn.solve_batch("binairo", 2, 2, b"0..")


@needs_core
def test_a_batch_needs_a_thread() -> None:
    assert native.compiled is not None
    plan = native.compiled.BalancedGrid(2, 2, 1, 1, True)
    with pytest.raises(ValueError, match="at least one thread"):
        plan.batch(b"....", 2, 0, None, None)


NO_MODULE = "import sys; sys.modules['nonairo._core'] = None"
BROKEN_MODULE = """
import sys
class Broken:
    def find_spec(self, name, path=None, target=None):
        if name == 'nonairo._core':
            raise ImportError('made for another system', name=name)
sys.meta_path.insert(0, Broken())
"""


@pytest.mark.parametrize(("before", "said"), [(NO_MODULE, False), (BROKEN_MODULE, True)])
def test_only_a_core_that_cannot_be_loaded_is_a_warning(before: str, said: bool) -> None:
    """Where nobody compiled it, all is as it should be."""
    script = (
        f"{before}\nimport nonairo as nn; print(nn.count(nn.parse('binairo:..../..../..../....')))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "72" in run.stdout
    warning = "RuntimeWarning: the compiled core cannot be loaded: made for another system"
    assert (warning in run.stderr) == said
    assert said or not run.stderr
