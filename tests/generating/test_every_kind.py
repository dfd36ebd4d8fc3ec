"""The contract of a kind, as far as it is made: to be listed is to be generated and repaired."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

import nonairo as nn
from nonairo import KINDS, Grid, LimitReached, NonairoError, PuzzleError, native
from nonairo.cli import main
from nonairo.engines import FALLBACK
from nonairo.generating.boards.full_boards import listed
from nonairo.generating.pictures.random_pictures import draw_picture
from nonairo.generating.random_draws import Draws
from nonairo.grading import levels_of
from nonairo.grid import UNKNOWN
from nonairo.kinds.base import Kind, givens_beside, join_sides, split_sides
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule, State

SIZES: list[int | tuple[int, int]] = [2, 4, (4, 6), 6, 8]
THREES = {2: 3, 4: 6, 6: 6, 8: 6}  # sides of a kind that needs multiples of 3
SELDOM = {"trinairo": {3, 6}}  # levels that hardly any board of this size has
every_kind = pytest.mark.parametrize("kind", list(KINDS))


def fitting(kind: str, size: int | tuple[int, int]) -> tuple[int, int]:
    """A size that a kind can have."""
    height, width = size if isinstance(size, tuple) else (size, size)
    return (THREES[height], THREES[width]) if kind == "trinairo" else (height, width)


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
    height, width = fitting(kind, size)
    for seed in range(3):
        puzzle = nn.generate(kind, (height, width), seed=seed)
        assert (puzzle.kind, puzzle.height, puzzle.width) == (kind, height, width)
        assert_unique(puzzle)
        assert nn.solve(puzzle, "guess:propagate=lines").stats.nodes == 1
        assert puzzle.extra["seed"] == seed
        assert nn.parse(puzzle.id) == puzzle


def ids(kind: str) -> list[str]:
    wishes: list[dict[str, object]] = [
        {"size": fitting(kind, 2 if kind == "trinairo" else 4)},
        {"size": fitting(kind, (6, 2 if kind == "trinairo" else 4))},
    ]
    if KINDS[kind].posed:
        wishes.append({"size": 6, "level": 6})
    return [nn.generate(kind, seed=seed, **wish).id for seed in (1, 2) for wish in wishes]  # type: ignore[arg-type]


@every_kind
def test_a_seed_gives_the_same_puzzle_with_and_without_the_core(
    kind: str, request: pytest.FixtureRequest
) -> None:
    here = ids(kind)
    assert ids(kind) == here
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
    for level in {*levels[:-1]} - SELDOM.get(kind, set()):
        puzzle = nn.generate(kind, fitting(kind, 8), level=level, seed=1)
        assert nn.grade(nn.parse(puzzle.id)).level == level == puzzle.extra["level"]
        assert_unique(puzzle)
    with pytest.raises(PuzzleError, match="expected a level from 1 to 7, found 8"):
        nn.generate(kind, 6, level=8)


def ambiguous(kind: Kind, side: int = 4) -> Puzzle:
    """A puzzle with several solutions, one of which comes along."""
    for seed in range(1000):
        if kind.posed:
            answer = draw_picture(side, side, 0.5, 10, Draws(seed))
            puzzle = kind.pose(answer, "standard")
        else:
            made = nn.generate(kind.name, side, seed=seed)
            assert made.solution is not None
            answer, puzzle = made.solution, made.with_givens(Grid.blank(side, side))
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
    side = 3 if kind == "trinairo" else 4
    assert_repaired(ambiguous(KINDS[kind], side), KINDS[kind].posed)


@every_kind
def test_what_is_unique_stays_as_it_is(kind: str) -> None:
    puzzle = nn.generate(kind, 6, 6, seed=1)
    found = nn.repair(puzzle)
    assert (found.puzzle, found.changes, found.exact) == (puzzle, (), True)


def test_a_wanted_picture_is_changed_by_the_rules_of_its_own_kind() -> None:
    puzzle = nn.parse("kakurasu:3/10/3/7;6/6/6/6")
    for wanted in nn.solve(puzzle).solutions:
        found = nn.repair(puzzle, wanted)
        assert (found.how, len(found.changes), found.exact) == ("picture", 1, True)
        assert found.puzzle.kind == "kakurasu"
        assert found.puzzle.id != puzzle.id
        assert_unique(found.puzzle)


# What is asked


@pytest.mark.parametrize(
    ("kind", "options", "message"),
    [
        ("sudoku", {}, "expected a kind of binairo, nonogram, kakurasu, trinairo, found 'sudoku'"),
        (7, {}, "expected a kind of binairo, nonogram, kakurasu, trinairo, found 7"),
        ("kakurasu", {"level": 4}, "kakurasu has levels 1, 3, 5, 6, 7, not 4"),
        (
            "kakurasu",
            {"minimal": True},
            "kakurasu: expected an option of level, seed, rules, ",
        ),
        (
            "binairo",
            {"density": 0.5},
            "binairo: expected an option of level, seed, rules, ",
        ),
        ("binairo", {"shape": "round"}, "found 'shape'"),
        ("binairo", {"minimal": "yes"}, "minimal: expected True or False, found 'yes'"),
        ("binairo", {"time_limit": "x"}, "expected a time limit of at least 0 s, found 'x'"),
        ("nonogram", {"rules": "no-distinct"}, "nonograms have no rules but the standard ones"),
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
    assert nn.generate("binairo", 8, 3, 5) == nn.generate_binairo(8, level=3, seed=5)
    assert nn.generate("binairo", 8, seed=5, minimal=True) == nn.generate_binairo(
        8, seed=5, minimal=True
    )
    assert nn.generate("unruly", 6, seed=1) == nn.generate_binairo(6, seed=1, rules="no-distinct")
    odd = nn.generate("unruly", 5, seed=1, rules="odd-more-ones")
    assert odd.rules == "no-distinct+odd-more-ones"
    assert nn.generate("nonogram", 8, 2, 5) == nn.generate_nonogram(8, level=2, seed=5)
    assert nn.generate("nonogram", text="HI", seed=1) == nn.generate_nonogram(text="HI", seed=1)


def test_pictures_and_words_are_for_every_kind_that_is_posed() -> None:
    puzzle = nn.generate("kakurasu", text="NO", seed=1)
    assert isinstance(puzzle.extra["changed"], list)
    assert_unique(puzzle)
    assert nn.generate("kakurasu", 10, seed=1, density=0.3).solution is not None


def test_givens_help_where_flips_do_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonairo.generating.pictures.added_givens.LOOKS", 0)
    noise = draw_picture(8, 8, 0.5, 10, Draws(2))
    made = [
        nn.generate("kakurasu", 12, seed=3),
        nn.generate("kakurasu", 8, level=6, seed=3),
        nn.generate("kakurasu", text="YOU", seed=3),
        nn.repair(KINDS["kakurasu"].pose(noise, "standard").about(solution=noise)).puzzle,
    ]
    for puzzle in made:
        assert set(puzzle.givens.cells) > {UNKNOWN}
        assert_unique(puzzle)
    assert nn.grade(made[1]).level == 6
    assert made[3].solution == noise


def test_limits_are_kept() -> None:
    with pytest.raises(LimitReached) as reached:
        nn.generate("kakurasu", 25, seed=1, time_limit=0.2)
    assert reached.value.limit == "time"
    with pytest.raises(LimitReached, match="kakurasu of 60x60: the automata") as reached:
        nn.generate("kakurasu", 60, seed=1)
    assert reached.value.limit == "size"
    with pytest.raises(LimitReached, match="no puzzle of level 7") as reached:
        nn.generate("kakurasu", 3, 7, seed=1, budget=300)
    assert reached.value.limit == "nodes"


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


def counted(name: str) -> Kind:
    def body(puzzle: Puzzle) -> str:
        sides = ([str(rule.number) for rule in rules if isinstance(rule, Ones)]
                 for rules in (puzzle.row_rules, puzzle.col_rules))  # fmt: skip
        return join_sides(puzzle, *sides)

    def puzzle(rows: list[int], cols: list[int], givens: object = None) -> Puzzle:
        cells = givens_beside(len(rows), len(cols), givens)
        return Puzzle(name, cells, tuple(map(Ones, rows)), tuple(map(Ones, cols)), body=body)

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
        from_record=nothing,
        to_record=lambda puzzle: {},
        blank=lambda height, width, rules: puzzle([0] * height, [0] * width),
        pose=pose,
        posed=True,
    )


def nothing(record: Mapping[str, object]) -> Puzzle:
    raise AssertionError


NEW = [dug("evens", Even(), "01"), dug("threes", Apart(), "012"), counted("counts")]


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


def test_pictures_of_more_symbols_are_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = counted("colours")

    def coloured(height: int, width: int, rules: str) -> Puzzle:
        return replace(plain.blank(height, width, rules), symbols="012")

    monkeypatch.setitem(KINDS, "colours", replace(plain, blank=coloured))
    with pytest.raises(PuzzleError, match="colours has more than two symbols: its pictures"):
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
