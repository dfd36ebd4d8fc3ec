"""The contract of a kind, as far as it is made: to be listed is to be generated and repaired."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

import nonairo as nn
from nonairo import KINDS, Grid, LimitReached, NonairoError, PuzzleError, native
from nonairo.cli import main
from nonairo.engines import FALLBACK
from nonairo.generating.boards.full_boards import listed
from nonairo.generating.levels_made import levels_made
from nonairo.generating.pictures.drawing import draw_picture
from nonairo.generating.random_draws import Draws
from nonairo.generating.single_lines import decided_by_lines
from nonairo.grading import levels_of
from nonairo.grid import UNKNOWN
from nonairo.kinds import kind_names
from nonairo.kinds.base import Kind, givens_beside, join_sides, split_sides
from nonairo.limits import Budget, Limits
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule, State
from strategies import LEVELLED

SIZES: list[int | tuple[int, int]] = [2, 4, (4, 6), 6, 8]  # rounded up to what a kind takes
every_kind = pytest.mark.parametrize("kind", list(KINDS))


def fitting(kind: str, side: int) -> int:
    """The least side from this one on that a kind can have."""
    unit = KINDS[kind].unit
    return -(-side // unit) * unit


def assert_unique(puzzle: Puzzle) -> None:
    """With the solution that comes along, by two engines that share no search."""
    assert puzzle.solution is not None
    assert nn.check(puzzle, puzzle.solution) == []
    for engine in ("auto", FALLBACK, "sat"):
        result = nn.solve(puzzle, engine)
        assert (result.status, result.solution) == ("unique", puzzle.solution), engine


@every_kind
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_puzzle_is_unique_and_fair(kind: str, size: int | tuple[int, int]) -> None:
    height, width = (
        fitting(kind, side) for side in (size if isinstance(size, tuple) else (size, size))
    )
    for seed in range(3):
        puzzle = nn.generate(kind, (height, width), seed=seed)
        assert (puzzle.kind, puzzle.height, puzzle.width) == (kind, height, width)
        assert_unique(puzzle)
        assert nn.solve(puzzle, "guess:propagate=lines").stats.nodes == 1
        assert puzzle.extra["seed"] == seed
        assert nn.parse(puzzle.id) == puzzle


def ids(kind: str) -> list[str]:
    wishes: list[dict[str, object]] = [{"size": fitting(kind, 4)}, {"size": (6, fitting(kind, 4))}]
    if KINDS[kind].posed:
        wishes.append({"size": 6, "level": 6 if kind in LEVELLED else 1})
    return [nn.generate(kind, seed=seed, **wish).id for seed in (1, 2) for wish in wishes]  # type: ignore[arg-type]


@every_kind
def test_a_seed_gives_the_same_puzzle_with_and_without_the_core(
    kind: str, request: pytest.FixtureRequest
) -> None:
    here = ids(kind)
    listed.cache_clear()
    request.getfixturevalue("no_core")
    assert native.compiled is None
    assert ids(kind) == here


@every_kind
def test_levels_are_met_or_refused_by_name(kind: str) -> None:
    levels = levels_of(KINDS[kind].blank(6, 6, "standard"))
    for level in {1, 2, 3, 4, 5, 6, 7} - {*levels}:
        with pytest.raises(PuzzleError, match=f"{kind} has levels 1, .*, not {level}"):
            nn.generate(kind, 6, level=level)
    made = levels_made(KINDS[kind].blank(fitting(kind, 8), fitting(kind, 8), "standard"))
    for level in made if kind in LEVELLED else made[:1]:
        puzzle = nn.generate(kind, fitting(kind, 8), level=level, seed=1)
        assert nn.grade(nn.parse(puzzle.id)).level == level == puzzle.extra["level"]
        assert_unique(puzzle)
    with pytest.raises(PuzzleError, match="expected a level from 1 to 7, found 8"):
        nn.generate(kind, 6, level=8)


def ambiguous(kind: Kind, side: int = 4) -> Puzzle:
    """A puzzle with several solutions, one of which comes along."""
    for seed in range(1000):
        if kind.posed:
            share = 0.5 if seed % 2 else 0.25  # of which a lenient kind has more answers
            answer = draw_picture(side, side, share, 10, Draws(seed))
            puzzle = kind.pose(answer, "standard")
            if nn.check(puzzle, answer):
                continue
        else:
            made = nn.generate(kind.name, side, seed=seed)
            assert made.solution is not None
            answer = made.solution
            some = "".join(cell if k % 3 else UNKNOWN for k, cell in enumerate(made.givens.cells))
            puzzle = made.with_givens(Grid(side, side, some))
        if nn.solve(puzzle).status == "multiple":
            return puzzle.about(solution=answer)
    raise AssertionError(kind.name)


def assert_repaired(puzzle: Puzzle, picture: bool) -> None:
    found = nn.repair(puzzle)
    assert found.how == ("picture" if picture else "givens")
    assert_unique(found.puzzle)
    assert found.changes
    if not picture:
        assert found.puzzle.solution == puzzle.solution
    for other in (
        nn.repair(puzzle, by_givens=True),
        nn.repair(replace(puzzle, solution=None)),
        nn.repair(replace(puzzle, solution=None), budget=1),
    ):
        assert other.how == "givens"
        assert_unique(other.puzzle)
        assert all(other.puzzle.givens[cell] == symbol for cell, symbol in other.changes)


@every_kind
def test_an_ambiguous_puzzle_is_repaired(kind: str) -> None:
    made = KINDS[kind]  # of 4x4 every Mosaic with all its clues has one solution
    puzzle = ambiguous(made, 5 if made.sparse else fitting(kind, 4))
    assert_repaired(puzzle, made.posed)


@every_kind
def test_what_is_unique_stays_as_it_is(kind: str) -> None:
    blank = KINDS[kind].blank(6, 6, "standard")
    hard = levels_made(blank)[-2] if kind in LEVELLED else 1
    puzzle = nn.generate(kind, 6, level=hard, seed=1)
    found = nn.repair(puzzle)
    assert (found.puzzle, found.changes, found.exact) == (puzzle, (), True)


def test_a_wanted_picture_is_changed_by_the_rules_of_its_own_kind() -> None:
    puzzle = nn.parse("kakurasu:3/10/3/7;6/6/6/6")
    for wanted in nn.solve(puzzle).solutions:
        found = nn.repair(puzzle, picture=wanted)
        assert (found.how, len(found.changes), found.exact) == ("picture", 1, True)
        assert found.puzzle.kind == "kakurasu"
        assert found.puzzle.id != puzzle.id
        assert_unique(found.puzzle)


# What is asked


@pytest.mark.parametrize("name", kind_names())
def test_every_name_that_an_error_lists_works(name: str) -> None:
    assert_unique(nn.generate(name, 6, seed=1))


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("sudoku", {}, f"expected a kind ({', '.join(kind_names())}), found 'sudoku'"),
        (7, {}, f"expected a kind ({', '.join(kind_names())}), found 7"),
        ("tanga", {}, "expected a kind, found 'tanga'; did you mean tango?"),
        ("kakurasu", {"level": 4}, "kakurasu has levels 1, 3, 5, 6, 7, not 4"),
        (
            "kakurasu",
            {"minimal": True},
            "kakurasu: expected an option (level, seed, rules, ",
        ),
        (
            "binairo",
            {"density": 0.5},
            "binairo: expected an option (level, seed, rules, ",
        ),
        ("binairo", {"shape": "round"}, "found 'shape'"),
        ("binairo", {"minimal": "yes"}, "minimal: expected True or False, found 'yes'"),
        ("binairo", {"time_limit": "x"}, "expected a time limit of at least 0 s, found 'x'"),
        ("nonogram", {"rules": "no-distinct"}, "nonogram has only the standard rules"),
        ("binairo", {"rules": 3}, "rules: expected the names of rules, found 3"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(
    kind: str, options: dict[str, object], message: str
) -> None:
    with pytest.raises(NonairoError) as refused:
        nn.generate(kind, 6, **options)  # type: ignore[arg-type]
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_old_doors_check_alike() -> None:
    with pytest.raises(PuzzleError, match=r"^minimal: expected True or False, found 'a'$"):
        nn.generate_binairo(6, minimal="a")  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match=r"^text: expected words, found 5$"):
        nn.generate_nonogram(5, text=5)  # type: ignore[arg-type]


def test_the_old_doors_lead_to_the_same_puzzles() -> None:
    assert nn.generate("binairo", 8, level=3, seed=5) == nn.generate_binairo(8, level=3, seed=5)
    assert nn.generate("binairo", 8, seed=5, minimal=True) == nn.generate_binairo(
        8, seed=5, minimal=True
    )
    assert nn.generate("unruly", 6, seed=1) == nn.generate_binairo(6, seed=1, rules="no-distinct")
    odd = nn.generate("unruly", 5, seed=1, rules="odd-more-ones")
    assert odd.rules == "no-distinct+odd-more-ones"
    assert nn.generate("nonogram", 8, level=2, seed=5) == nn.generate_nonogram(8, level=2, seed=5)
    assert nn.generate("nonogram", text="HI", seed=1) == nn.generate_nonogram(text="HI", seed=1)


def test_pictures_and_words_are_for_every_kind_that_is_posed() -> None:
    puzzle = nn.generate("kakurasu", text="NO", seed=1)
    assert isinstance(puzzle.extra["changed"], list)
    assert_unique(puzzle)
    assert nn.generate("kakurasu", 10, seed=1, density=0.3).solution is not None


def test_givens_help_where_flips_do_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonairo.generating.pictures.changing.LOOKS", 0)
    noise = draw_picture(8, 8, 0.5, 10, Draws(2))
    made = [
        nn.generate("kakurasu", 12, seed=3),
        nn.generate("kakurasu", 8, level=3, seed=3),
        nn.generate("kakurasu", text="YOU", seed=3),
        nn.repair(KINDS["kakurasu"].pose(noise, "standard").about(solution=noise)).puzzle,
    ]
    for puzzle in made:
        assert set(puzzle.givens.cells) > {UNKNOWN}
        assert_unique(puzzle)
    assert nn.grade(made[1]).level == 3
    assert made[3].solution == noise


def test_limits_are_kept() -> None:
    with pytest.raises(LimitReached) as reached:
        nn.generate("kakurasu", 25, seed=1, time_limit=0.2)
    assert reached.value.limit == "time"
    with pytest.raises(LimitReached, match="kakurasu of 60x60: the automata") as reached:
        nn.generate("kakurasu", 60, seed=1)
    assert reached.value.limit == "size"
    with pytest.raises(LimitReached, match="no puzzle of level 7") as reached:
        nn.generate("kakurasu", 8, level=7, seed=1, budget=300)
    assert reached.value.limit == "nodes"


def test_lines_whose_tables_are_known_are_not_looked_at_after_the_time() -> None:
    puzzle = nn.parse(KINDS["kakurasu"].example)
    assert decided_by_lines(puzzle, Budget())  # makes the tables, which would look at the clock
    with pytest.raises(LimitReached):
        decided_by_lines(puzzle, Budget(Limits(0)))


# Kinds that nobody has heard of: one dug, one dug with three symbols, one posed


@dataclass(frozen=True, slots=True)
class Even:
    """An even number of ones."""

    start: ClassVar[State] = (0,)

    def step(self, state: State, symbol: str) -> State | None:
        return ((state[0] + int(symbol)) % 2,)

    def accepts(self, state: State) -> bool:
        return state == (0,)


@dataclass(frozen=True, slots=True)
class Apart:
    """No two neighbours alike; 3 is none of the three symbols."""

    start: ClassVar[State] = (3,)

    def step(self, state: State, symbol: str) -> State | None:
        return None if state[0] == int(symbol) else (int(symbol),)

    def accepts(self, state: State) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Ones:
    """So many ones."""

    number: int
    start: ClassVar[State] = (0,)

    def step(self, state: State, symbol: str) -> State | None:
        return (state[0] + int(symbol),) if state[0] + int(symbol) <= self.number else None

    def accepts(self, state: State) -> bool:
        return state[0] == self.number


def dug(name: str, rule: LineRule, symbols: str) -> Kind:
    def with_givens(givens: Grid, rules: str) -> Puzzle:
        lines = (rule,) * givens.height, (rule,) * givens.width
        return Puzzle(name, givens, *lines, symbols=symbols)

    return Kind(
        name=name,
        summary="",
        example="",
        read=lambda body, rules: with_givens(Grid.parse(body, symbols), rules),
        from_record=nothing,
        to_record=lambda puzzle: {},
        blank=lambda height, width, rules: with_givens(Grid.blank(height, width), rules),
        pose=with_givens,
    )


def counted(name: str, rule: type[Ones] = Ones) -> Kind:
    def body(puzzle: Puzzle) -> str:
        sides = ([str(rule.number) for rule in rules if isinstance(rule, Ones)]
                 for rules in (puzzle.row_rules, puzzle.col_rules))  # fmt: skip
        return join_sides(puzzle, *sides)

    def puzzle(rows: list[int], cols: list[int], givens: object = None) -> Puzzle:
        cells = givens_beside(len(rows), len(cols), givens)
        return Puzzle(name, cells, tuple(map(rule, rows)), tuple(map(rule, cols)))

    def pose(answer: Grid, rules: str) -> Puzzle:
        rows, cols = ([line.count("1") for line in s] for s in (answer.rows(), answer.cols()))
        return puzzle(rows, cols)

    def read(text: str, rules: str) -> Puzzle:
        rows, cols, givens = split_sides(text, "numbers")
        return puzzle([*map(int, rows)], [*map(int, cols)], givens)

    return Kind(
        name=name,
        summary="",
        example="",
        read=read,
        write=body,
        from_record=nothing,
        to_record=lambda puzzle: {},
        blank=lambda height, width, rules: puzzle([0] * height, [0] * width),
        pose=pose,
        posed=True,
    )


def nothing(record: Mapping[str, object]) -> Puzzle:
    raise AssertionError


@dataclass(frozen=True, slots=True)
class Spaced(Ones):
    """So many ones, no two of them next to each other. The state ends with the last symbol."""

    start: ClassVar[State] = (0, 0)

    def step(self, state: State, symbol: str) -> State | None:
        count, last = state[0] + int(symbol), int(symbol)
        return None if count > self.number or (last and state[1]) else (count, last)


def lenient(name: str) -> Kind:
    """A kind whose `pose` counts the ones of any picture, also where two of them touch."""
    return counted(name, Spaced)


NEW = [
    dug("evens", Even(), "01"),
    dug("threes", Apart(), "012"),
    counted("counts"),
    lenient("spaced"),
]


@pytest.fixture(params=NEW, ids=lambda kind: kind.name)
def new_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Kind:
    kind: Kind = request.param
    monkeypatch.setitem(KINDS, kind.name, kind)
    return kind


def test_a_new_kind_is_generated_without_further_code(
    new_kind: Kind, request: pytest.FixtureRequest
) -> None:
    wishes: list[dict[str, object]] = [{}] if new_kind.posed else [{}, {"minimal": True}]
    sizes = (3, 4), (4, 7)
    made = [nn.generate(new_kind.name, size, seed=7, **wish) for wish in wishes for size in sizes]  # type: ignore[arg-type]
    for puzzle in made:
        assert_unique(puzzle)
    listed.cache_clear()
    request.getfixturevalue("no_core")
    again = [nn.generate(new_kind.name, size, seed=7, **wish) for wish in wishes for size in sizes]  # type: ignore[arg-type]
    assert again == made


def test_a_new_kind_is_repaired_without_further_code(new_kind: Kind) -> None:
    assert_repaired(ambiguous(new_kind, 3), new_kind.posed)


def test_a_new_kind_has_the_levels_of_the_general_ladder(new_kind: Kind) -> None:
    puzzle = nn.generate(new_kind.name, 4, level=1, seed=1)
    assert nn.grade(puzzle).level == 1
    assert_unique(puzzle)
    with pytest.raises(PuzzleError, match=f"{new_kind.name} has levels 1, .*, not 4"):
        nn.generate(new_kind.name, 4, level=4)


@pytest.mark.parametrize("level", [None, 1, 3])
def test_a_lenient_pose_still_gives_puzzles_with_one_solution(
    level: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "spaced", lenient("spaced"))
    for seed in range(8 if level is None else 2):
        assert_unique(nn.generate("spaced", 5, level=level, seed=seed))


def test_a_lenient_pose_gives_positions_to_practise_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "spaced", replace(lenient("spaced"), example="spaced:1/0;1/0"))
    for exercise in nn.practise("only_way", "spaced", size=5, count=3, seed=1, budget=50):
        assert nn.is_unique(exercise.puzzle)


def test_a_picture_that_breaks_the_rules_is_changed_or_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(KINDS, "spaced", lenient("spaced"))
    made = nn.generate("spaced", text="-", seed=1)  # three in a row
    assert made.extra["changed"]
    assert not made.extra["exact"], "cells far from the trouble may help, too: not all are tried"
    assert_unique(made)
    with pytest.raises(PuzzleError, match="no spaced has this picture as its solution: row 1"):
        nn.generate("spaced", text="I", seed=1)


def striped(height: int, width: int, rules: str, below: Callable[[int], int]) -> Grid:
    """Every second row empty, the others with a one in every second cell or in none."""
    rows = [("10" * width)[:width] if r % 2 < below(2) + 1 else "0" * width for r in range(height)]
    return Grid.parse("/".join(row if r % 2 else "0" * width for r, row in enumerate(rows)))


def test_a_kind_may_draw_its_answers_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, int, str]] = []

    def draw(height: int, width: int, rules: str, below: Callable[[int], int]) -> Grid:
        calls.append((height, width, rules))
        return striped(height, width, rules, below)

    monkeypatch.setitem(KINDS, "spaced", replace(lenient("spaced"), draw=draw))
    puzzle = nn.generate("spaced", (3, 5), seed=1)
    assert_unique(puzzle)
    assert {*calls} == {(3, 5, "standard")}
    assert nn.generate("spaced", (3, 5), seed=1) == puzzle
    with pytest.raises(
        PuzzleError, match="spaced draws its own solutions: density is not supported"
    ):
        nn.generate("spaced", 5, seed=1, density=0.5)
    filled = replace(lenient("spaced"), draw=lambda h, w, rules, below: Grid(h, w, "1" * (h * w)))
    monkeypatch.setitem(KINDS, "spaced", filled)
    with pytest.raises(PuzzleError, match="spaced drew an answer that breaks its rules: row 1"):
        nn.generate("spaced", 5, seed=1)
    small = replace(lenient("spaced"), draw=lambda h, w, rules, below: Grid(1, 1, "0"))
    monkeypatch.setitem(KINDS, "spaced", small)
    with pytest.raises(PuzzleError, match="spaced drew 1x1 cells, expected 5x5"):
        nn.generate("spaced", 5, seed=1)


@pytest.mark.parametrize(
    ("claims", "wrong"),
    [("none", "no solution"), ("another", "a solution other than"), ("two", "several")],
)
def test_what_is_made_is_proved_before_it_is_returned(
    claims: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = {"none": "spaced:2/0;1/1", "another": "spaced:1/0;1/0", "two": "spaced:1/1;1/1"}
    kind = lenient("spaced")
    false = kind.read(ids[claims].partition(":")[2], "standard")
    monkeypatch.setattr(
        "nonairo.generating.pictures.picture_puzzles.random_puzzle",
        lambda *_: (false, Grid.parse("01/10")),
    )
    monkeypatch.setitem(KINDS, "spaced", kind)
    with pytest.raises(PuzzleError, match=f"spaced: the puzzle that was made has {wrong}"):
        nn.generate("spaced", 2, seed=1)


def test_a_grade_that_uses_up_the_time_costs_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    module = "nonairo.generating.pictures.wanted_puzzles"
    monkeypatch.setattr(f"{module}.prove_answer", lambda *_: done.append("proved"))
    monkeypatch.setattr(f"{module}.level_of_picture", lambda *_: None)
    monkeypatch.setattr(f"{module}.level_alone", lambda *_: done.append("graded"))
    puzzle = nn.generate("nonogram", 5, seed=1)
    assert done == ["proved", "graded"]
    assert puzzle.extra["level"] is None


def test_pictures_of_more_symbols_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = counted("colours")

    def coloured(height: int, width: int, rules: str) -> Puzzle:
        return replace(plain.blank(height, width, rules), symbols="012")

    monkeypatch.setitem(KINDS, "colours", replace(plain, blank=coloured))
    with pytest.raises(PuzzleError, match="colours has more than two symbols, so it cannot"):
        nn.generate("colours", 4)


def test_a_new_kind_has_its_commands(new_kind: Kind, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", new_kind.name, "4", "--seed", "1"]) == 0
    made, err = capsys.readouterr()
    assert err == ""
    assert nn.parse(made) == nn.generate(new_kind.name, 4, seed=1)
    assert main(["repair", ambiguous(new_kind, 3).id]) == 0
    assert nn.is_unique(nn.parse(capsys.readouterr().out))
    option = "--minimal" if new_kind.posed else "--density=0.5"
    assert main(["generate", new_kind.name, "4", option]) == 2
    assert f"not for {new_kind.name}" in capsys.readouterr().err
