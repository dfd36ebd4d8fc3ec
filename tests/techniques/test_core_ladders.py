"""What the core says of levels is what the techniques say: in every position, in as many rounds."""

from __future__ import annotations

from random import Random

import pytest

import nonairo as nn
from conftest import CORPUS
from nonairo import native
from nonairo.explaining import foot, level_by_core
from nonairo.generating.boards import board_levels
from nonairo.generating.boards.full_boards import draw_board
from nonairo.generating.pictures.drawing import draw_picture
from nonairo.generating.pictures.task import PictureRequest, level_of_picture
from nonairo.generating.random_draws import Draws
from nonairo.grading import level_alone
from nonairo.kinds import KINDS
from nonairo.limits import Budget, Limits
from nonairo.line_sweeps import sweep
from nonairo.techniques import ladder_of
from nonairo.techniques.shared.core_ladders import core_ladder

LEVELS = (1, 2, 3, 4, 5)
ROUNDS = 10**6

pytestmark = pytest.mark.skipif(native.compiled is None, reason="installed without the core")


def verdicts(puzzle: nn.Puzzle, level: int) -> tuple[tuple[int | None, int], ...]:
    """The level that is needed and the rounds it took: by the techniques, and by the core."""
    plain, core = Budget(Limits(nodes=ROUNDS)), Budget(Limits(nodes=ROUNDS))
    by_techniques = foot(puzzle, puzzle.givens, level, plain).run_up() or 0
    return (by_techniques, plain.nodes), (level_by_core(puzzle, level, core), core.nodes)


BINAIROS = [
    ((4, 4), "standard"),
    ((6, 6), "standard"),
    ((8, 8), "standard"),
    ((6, 10), "standard"),
    ((12, 12), "standard"),
    ((6, 6), "no-distinct"),
    ((10, 10), "no-distinct"),
    ((7, 7), "odd-more-ones"),
    ((9, 9), "odd-more-zeros"),
]


@pytest.mark.parametrize(("size", "rules"), BINAIROS)
def test_positions_of_a_binairo_have_the_level_that_the_techniques_say(
    size: tuple[int, int], rules: str, full: bool
) -> None:
    blank = KINDS["binairo"].blank(*size, rules)
    random = Random(f"{size} {rules}")
    for seed in range(400 if full else 40):
        board = draw_board(blank, Draws(seed), Budget())
        share = random.choice((0.2, 0.25, 0.3, 0.35, 0.4, 0.5))
        cells = "".join(cell if random.random() < share else "." for cell in board.cells)
        puzzle = blank.with_givens(nn.Grid(*size, cells))
        for level in LEVELS:
            by_techniques, by_core = verdicts(puzzle, level)
            assert by_techniques == by_core, (puzzle.id, level)


@pytest.mark.parametrize("size", [(5, 5), (8, 12), (15, 10)])
def test_positions_of_a_nonogram_have_the_level_that_the_techniques_say(
    size: tuple[int, int], full: bool
) -> None:
    kind, random = KINDS["nonogram"], Random(f"{size}")
    for seed in range(400 if full else 60):
        draws, shown = Draws(seed), random.choice((0.0, 0.0, 0.2))
        picture = draw_picture(*size, random.choice((0.4, 0.5, 0.65)), draws.below(9), draws)
        cells = "".join(cell if random.random() < shown else "." for cell in picture.cells)
        puzzle = kind.pose(picture, "standard").with_givens(nn.Grid(*size, cells))
        for level in LEVELS:
            by_techniques, by_core = verdicts(puzzle, level)
            assert by_techniques == by_core, (puzzle.id, level)
        ladder = core_ladder(puzzle, ())
        assert isinstance(ladder, native.compiled.ClueLadder)
        assert ladder.sweeps(cells) == (sweep(puzzle).count or 0)


def test_a_picture_has_the_level_of_its_nonogram() -> None:
    task = PictureRequest(KINDS["nonogram"]).task(10, 10)
    found = set()
    for seed in range(80):
        draws = Draws(seed)
        picture = draw_picture(10, 10, 0.5, draws.below(8), draws)
        level, puzzle = level_of_picture(picture, task), task.puzzle(picture)
        found.add(level)
        if level is not None or nn.is_unique(puzzle):
            assert (level or level_alone(puzzle)) == nn.grade(puzzle).level
    assert {None, 1, 2} <= found


@pytest.mark.parametrize("level", LEVELS)
def test_puzzles_of_a_level_have_it_by_the_techniques(level: int) -> None:
    for seed in range(8):
        puzzle = nn.generate_binairo(8, level=level, seed=seed)
        by_techniques, by_core = verdicts(puzzle, LEVELS[-1])
        assert by_techniques == by_core
        assert by_core[0] == level == level_alone(puzzle) == nn.grade(puzzle).level


def test_published_puzzles_have_the_level_that_the_techniques_say(full: bool) -> None:
    if not CORPUS.is_dir():
        pytest.skip("no corpus")
    files = sorted((CORPUS / "binairo").iterdir())
    files += [CORPUS / "nonogram" / f"{name}.jsonl" for name in ("survey", "nonojs")]
    for path in files:
        found = [p.about() for p in nn.scan(path) if max(p.height, p.width) <= 20]
        for puzzle in Random(path.name).sample(found, min(len(found), 200 if full else 15)):
            if core_ladder(puzzle, ()) is not None:
                by_techniques, by_core = verdicts(puzzle, LEVELS[-1])
                assert by_techniques[0] == by_core[0], puzzle.id  # some have no solution


WISHES: list[dict[str, object]] = [{"level": level} for level in LEVELS]
WISHES += [{"level": 2, "symmetric": True}, {"level": 3, "rules": "no-distinct"}]


@pytest.mark.parametrize("wish", WISHES)
def test_the_core_leaves_out_the_same_givens(
    wish: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def made() -> list[str]:
        sizes = "6", "8", "6x10"
        return [nn.generate("binairo", size, seed=5, **wish).id for size in sizes]  # type: ignore[arg-type]

    by_core = made()
    monkeypatch.setattr(board_levels, "balanced_ladder", lambda *_: None)
    assert made() == by_core


def test_a_budget_ends_where_it_always_did(monkeypatch: pytest.MonkeyPatch) -> None:
    def end(budget: int) -> str:
        try:
            return nn.generate_binairo(8, level=4, seed=3, budget=budget).id
        except nn.LimitReached as reached:
            return str(reached)

    budgets = (1, 10, 60, 200, 1000)
    by_core = [end(budget) for budget in budgets]
    monkeypatch.setattr(board_levels, "balanced_ladder", lambda *_: None)
    assert [end(budget) for budget in budgets] == by_core


def test_the_core_has_no_ladder_with_a_technique_that_it_does_not_know() -> None:
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    assert core_ladder(puzzle, [rung for rung in ladder_of(puzzle) if rung.level <= 5]) is not None
    assert core_ladder(puzzle, ladder_of(puzzle)) is None
