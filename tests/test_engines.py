"""The contract of every engine: all solutions, each once, the same as every other engine."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

import nonairo as nn
import outside
from nonairo import ENGINES, KINDS, EngineError, Grid, Puzzle, native
from nonairo.engines.base import Engine
from nonairo.events import replay
from nonairo.rules import Balanced
from strategies import FINISHING, OWN_TESTS, binairos, lists, nodes_for, puzzles, solved_by

VARIANTS = [
    name + (":" if chosen else "") + ",".join(f"{k}={v}" for k, v in chosen)
    for name, engine in ENGINES.items()
    if name not in OWN_TESTS
    for chosen in product(*([(k, v) for v in values] for k, values in engine.options.items()))
]
COMPLETE = [name for name in VARIANTS if ENGINES[name.partition(":")[0]].complete]
DEDUCING = [name for name, engine in ENGINES.items() if not engine.complete]


def takes(engine: str, puzzle: Puzzle) -> bool:
    kinds = ENGINES[engine.partition(":")[0]].kinds
    for_binairo = ("propagate=rules", "compact", "direct", "tseitin")
    if puzzle.kind != "binairo" and any(option in engine for option in for_binairo):
        return False
    return kinds is None or puzzle.kind in kinds


def test_the_classic_engines_are_listed() -> None:
    assert set(ENGINES) >= {*FINISHING} - ({"core"} if native.compiled is None else set())
    assert len([name for name in COMPLETE if name.startswith("walk")]) == 4
    assert len([name for name in COMPLETE if name.startswith("guess")]) == 9


@given(puzzles(4))
def test_all_complete_engines_find_the_same_solutions_each_once(puzzle: Puzzle) -> None:
    truth = {grid.cells for grid in nn.solutions(puzzle, "guess:propagate=lines")}
    assert all(outside.obeys(puzzle.id, cells) for cells in truth)
    for engine in COMPLETE:
        if takes(engine, puzzle):
            lists(engine, puzzle, truth)


@given(puzzles(6))
def test_engines_that_only_deduce_never_say_more_than_is_true(puzzle: Puzzle) -> None:
    truth = nn.solve(puzzle)
    for engine in DEDUCING:
        if takes(engine, puzzle):
            result = solved_by(engine, puzzle)
            if result is None:
                continue
            if result.status == "stuck":
                assert not result.complete
                assert result.grid is not None
                assert not result.grid.full
                assert all(result.grid.fits(solution) for solution in truth.solutions)
            else:
                assert (result.status, result.solutions) == (truth.status, truth.solutions)


@given(binairos(6))
def test_transposing_mirroring_and_swapping_carry_the_solutions_along(puzzle: Puzzle) -> None:
    def solved(givens: Grid, rules: str) -> set[Grid]:
        return set(nn.solve(nn.binairo(givens, rules=rules), limit=50).solutions)

    truth = solved(puzzle.givens, puzzle.rules)
    if len(truth) == 50:
        return
    assert {g.transpose() for g in solved(puzzle.givens.transpose(), puzzle.rules)} == truth
    assert {_mirror(g) for g in solved(_mirror(puzzle.givens), puzzle.rules)} == truth
    words = {"more-ones": "more-zeros", "more-zeros": "more-ones"}
    odd = next((word for word in words if word in puzzle.rules), "")
    rules = puzzle.rules.replace(odd, words[odd]) if odd else puzzle.rules
    assert {_swap(g) for g in solved(_swap(puzzle.givens), rules)} == truth


def _mirror(grid: Grid) -> Grid:
    return Grid.parse(row[::-1] for row in grid.rows())


def _swap(grid: Grid) -> Grid:
    return Grid.flat(grid.height, grid.width, grid.cells.translate(str.maketrans("01", "10")))


SMALL = [
    (2, 2, "standard", 2), (2, 2, "no-distinct", 2), (2, 4, "standard", 0),
    (2, 4, "no-distinct", 6), (4, 4, "standard", 72), (4, 4, "no-distinct", 90),
    (4, 6, "standard", 96), (4, 6, "no-distinct", 642),
    (1, 1, "odd-more-ones", 1), (3, 3, "odd-more-ones", 6), (5, 5, "odd-more-ones", 10),
    (1, 1, "no-distinct+odd-more-ones", 1), (3, 3, "no-distinct+odd-more-ones", 6),
    (5, 5, "no-distinct+odd-more-ones", 34), (5, 5, "no-distinct+odd-more-zeros", 34),
]  # fmt: skip
LARGE = [
    (6, 6, "standard", 4140), (6, 6, "no-distinct", 11222),
    (4, 8, "standard", 0), (4, 8, "no-distinct", 5238),
]  # fmt: skip


@pytest.mark.parametrize("engine", [name for name in COMPLETE if "propagate=auto" not in name])
def test_every_complete_engine_counts_all_small_boards(engine: str, full: bool) -> None:
    plain = engine.partition(":")[0]
    for height, width, rules, number in SMALL:
        if height * width > 20 and engine != plain and not full:
            continue  # variants count the largest only when there is time
        blank = KINDS["binairo"].blank(height, width, rules)
        boards = {grid.cells for grid in nn.solutions(blank)}
        assert len(boards) == number, (height, width, rules)
        lists(engine, blank, boards)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "rules", "number"), LARGE)
@pytest.mark.parametrize("engine", ["auto", "guess", "walk", "rows", "zones+guess"])
def test_engines_count_all_larger_boards(
    engine: str, height: int, width: int, rules: str, number: int, full: bool
) -> None:
    twin = native.compiled is not None and engine in ("walk", "rows")
    quick = engine == "auto" or twin or (engine, height, rules) in (
        ("walk", 6, "standard"), ("rows", 6, "standard"), ("zones+guess", 4, "standard"),
        ("guess", 4, "no-distinct"),
    )  # fmt: skip
    if not quick and not full:
        pytest.skip("takes long: only with --full")
    blank = KINDS["binairo"].blank(height, width, rules)
    assert sum(1 for _ in nn.solutions(blank, engine)) == number


def test_walk_gives_solutions_in_reading_order_zero_before_one() -> None:
    boards = [grid.cells for grid in nn.solutions(KINDS["binairo"].blank(4, 4, "standard"), "walk")]
    assert boards == sorted(boards)
    pictures = [g.cells for g in nn.solutions(nn.parse("nonogram:1/1/1;1/1/1"), "walk")]
    assert pictures == sorted(pictures)
    assert len(pictures) == 6


def test_rows_gives_solutions_blocks_leftmost_first() -> None:
    pictures = [g.cells for g in nn.solutions(nn.parse("nonogram:1/1/1;1/1/1"), "rows")]
    assert pictures == sorted(pictures, reverse=True)
    three = nn.nonogram([[2, 3]], [[]] * 7)
    tried = [
        "".join(symbol for _, symbol in event.cells)
        for event in nn.trace(three, "rows")
        if event.kind in ("successor", "reject")
    ]
    assert tried == ["1101110", "1100111", "0110111"]


def test_guess_gives_solutions_depth_first_zero_before_one() -> None:
    blank = KINDS["binairo"].blank(4, 4, "standard")
    tried = [event.cells for event in nn.trace(blank, "guess") if event.kind == "place"]
    assert [symbol for ((_, symbol),) in tried[:1]] == ["0"]
    by_cell: dict[tuple[nn.Cell, int], list[str]] = {}
    for event in nn.trace(blank, "guess"):
        if event.kind == "place":
            ((cell, symbol),) = event.cells
            by_cell.setdefault((cell, event.depth), []).append(symbol)
    assert all("".join(symbols) == "01" * (len(symbols) // 2) for symbols in by_cell.values())


@pytest.mark.parametrize("engine", VARIANTS)
def test_a_seed_decides_everything(engine: str) -> None:
    puzzle = nn.parse("binairo:1...../....../....../....../....../.....0")
    if not takes(engine, puzzle):
        pytest.skip("takes other puzzles")
    one, two = (
        nn.solve(puzzle, engine, limit=5, seed=7, node_limit=nodes_for(engine)) for _ in range(2)
    )
    assert one.solutions == two.solutions
    counted = [
        {name: value for name, value in result.stats.counters.items() if "seconds" not in name}
        for result in (one, two)
    ]
    assert counted[0] == counted[1]
    assert one.stats.nodes == two.stats.nodes


def test_the_first_blank_is_guessed_whatever_the_seed() -> None:
    puzzle = nn.parse("binairo:..0.1./....../1..1../..1.../....../.1...0")
    before, guesses = puzzle.givens, 0
    for event, grid in replay(puzzle.givens, nn.trace(puzzle, "guess:cell=first", seed=5)):
        if event.kind == "place":
            ((cell, _),) = event.cells
            assert cell == next(before.unknown())
            guesses += 1
        before = grid
    assert guesses > 10


def test_another_seed_draws_other_cells() -> None:
    blank = KINDS["binairo"].blank(6, 6, "standard")
    firsts = {nn.solve(blank, "guess", limit=1, seed=seed).solution for seed in range(10)}
    assert len(firsts) > 1


@pytest.mark.parametrize("engine", ENGINES.values(), ids=list(ENGINES))
def test_an_engine_counts_only_what_it_says(engine: Engine) -> None:
    allowed = set(engine.counters)
    for text in ("binairo:1..0../..00.1/.00..1/....../00.1../.1..00", "nonogram:1/1;1/1"):
        puzzle = nn.parse(text)
        if engine.name not in OWN_TESTS and takes(engine.name, puzzle):
            result = nn.solve(puzzle, engine.name, node_limit=nodes_for(engine.name))
            assert set(result.stats.counters) <= allowed
            assert result.stats.counters or not allowed


@pytest.mark.parametrize("engine", ["auto", "guess:propagate=lines", "rows", "zones"])
def test_no_recursion_grows_with_the_board(engine: str) -> None:
    side = {"zones": 20, "rows": 80}.get(engine, 200)
    stairs = ["1" * (k + 1) + "0" * (side - k - 1) for k in range(side)]
    picture = Grid.parse(["1" * side] * side if engine == "rows" else stairs)
    result = nn.solve(KINDS["nonogram"].pose(picture, "standard"), engine)
    assert (result.status, result.solution) == ("unique", picture)


def test_walking_a_long_way_needs_no_recursion() -> None:
    side = 60
    picture = Grid.parse(["1" * side] * side)
    result = nn.solve(KINDS["nonogram"].pose(picture, "standard"), "walk")
    assert (result.status, result.solution) == ("unique", picture)


@pytest.mark.parametrize("engine", [name for name in ENGINES if "zones" not in name])
def test_512_a_side_is_taken(engine: str) -> None:
    puzzle = nn.binairo(Grid.blank(512, 512))
    result = nn.solve(puzzle, engine, node_limit=2, time_limit=0.3)
    assert result.status in ("unknown", "stuck")
    assert result.error is None


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ("magic", "expected an engine (nonairo engines lists them), found 'magic'"),
        ("walk:speed=high", "engine walk: expected an option (order, check), found 'speed'"),
        ("walk:order=up", "engine walk: expected order=reading or most-constrained, found 'up'"),
        ("walk:order", "engine 'walk:order': expected option=value, found 'order'"),
        (
            "walk:order=reading,order=reading",
            "engine 'walk:order=reading,order=reading': expected 'order' once, found it twice",
        ),
        ("zones:order=up", "engine zones: expected an option (none), found 'order'"),
        ("patterns",
         "engine patterns cannot solve this nonogram: its lines do not follow the rules of"
         " Binairo"),
        ("guess:propagate=rules",
         "guess:propagate=rules cannot solve this nonogram: its lines do not follow the rules"
         " of Binairo; use propagate=lines"),
    ],
)  # fmt: skip
def test_an_engine_that_cannot_is_an_error_in_one_line(engine: str, message: str) -> None:
    with pytest.raises(EngineError) as refused:
        nn.solve(nn.parse("nonogram:1;1"), engine)
    assert str(refused.value) == message


@pytest.mark.parametrize("engine", [name for name in ENGINES if name not in ("groebner", "sat")])
def test_quotas_that_do_not_fill_a_line_have_no_solution(engine: str) -> None:
    rules = (Balanced(2, 2),) * 3
    puzzle = Puzzle("binairo", Grid.blank(3, 3), rules, rules, distinct=False)
    for observer in (None, lambda event: None):
        if engine.startswith("patterns") or (observer is not None and not ENGINES[engine].traces):
            with pytest.raises(EngineError, match=r"not follow the rules of Binairo|trac"):
                nn.solve(puzzle, engine, limit=None, observer=observer)
        else:
            nodes = nodes_for(engine)
            result = nn.solve(puzzle, engine, limit=None, observer=observer, node_limit=nodes)
            assert result.status == ("none" if result.limit is None else "unknown")


def test_a_limit_before_the_search_leaves_counters_of_the_same_kind() -> None:
    for observer in (None, lambda event: None):
        result = nn.solve(
            "binairo:..../..../..../....",
            "rows:order=fewest-first",
            time_limit=0,
            observer=observer,
        )
        assert result.stats.counters["successors.per_row"] == [0, 0, 0, 0]
