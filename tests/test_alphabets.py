"""Puzzles with three symbols, rules that are added to others, and rules derived from others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from random import Random
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
from nonairo import Grid, Puzzle
from nonairo.kinds.kakurasu import Total
from nonairo.line_solver import completions, count, squeeze
from nonairo.puzzle import alike
from nonairo.rules import Anything, Balanced, Both, ColouredRuns, LineRule, Runs, Shares, State
from strategies import solved_by

SYMBOLS = "012"
ENGINES = ("auto", "core", "walk", "walk:check=early", "rows", "zones+guess", "guess", "sat")


def trinairo(givens: str, distinct: bool = True) -> Puzzle:
    return nn.trinairo(givens, rules="standard" if distinct else "no-distinct")


@lru_cache
def boards(height: int, width: int, distinct: bool) -> frozenset[str]:
    """All full grids, row by row, by nothing but the words of the rule."""

    def fair(line: str) -> bool:
        return all(
            line.count(symbol) == len(line) // 3 and symbol * 3 not in line for symbol in SYMBOLS
        )

    lines = ["".join(line) for line in product(SYMBOLS, repeat=width) if fair("".join(line))]
    found = set()
    for rows in product(lines, repeat=height):
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        if distinct and (len({*rows}) < height or len({*columns}) < width):
            continue
        if all(map(fair, columns)):
            found.add("".join(rows))
    return frozenset(found)


def answers(puzzle: Puzzle) -> list[str]:
    given = puzzle.givens.cells
    return sorted(
        cells
        for cells in boards(puzzle.height, puzzle.width, puzzle.distinct)
        if all(g in (".", c) for g, c in zip(given, cells, strict=True))
    )


def samples() -> Iterator[Puzzle]:
    for distinct in (True, False):
        rng = Random(7)
        full = sorted(boards(3, 3, distinct))
        yield trinairo(".../.../...", distinct)
        for share in (0.2, 0.35, 0.5, 1.0):
            board = rng.choice(full)
            cells = "".join(c if rng.random() < share else "." for c in board)
            yield trinairo(str(Grid(3, 3, cells)), distinct)
        yield trinairo("0../0../0..", distinct)


@pytest.mark.parametrize("engine", ENGINES)
def test_three_symbols_are_solved_like_brute_force(engine: str) -> None:
    for puzzle in samples():
        result = nn.solve(puzzle, engine, limit=None)
        assert sorted(grid.cells for grid in result.solutions) == answers(puzzle), puzzle.givens
        assert result.complete
        expected = min(len(result.solutions), 2)
        assert result.status == ("none", "unique", "multiple")[expected]


@pytest.mark.parametrize("engine", ["core", "walk", "rows", "zones+guess", "guess", "sat", "zones"])
def test_a_larger_puzzle_of_three_symbols_has_one_answer(engine: str) -> None:
    board = nn.solve(trinairo("/".join(["......"] * 6)), "guess", limit=1, seed=3).solution
    assert board is not None
    cells = [symbol if k % 7 or k % 5 == 0 else "." for k, symbol in enumerate(board.cells)]
    puzzle = trinairo(str(Grid(6, 6, "".join(cells))))
    result = nn.solve(puzzle, engine)
    if result.status != "stuck":
        assert (result.status, result.solution) == ("unique", board)
    assert not nn.check(puzzle, board)


def test_the_core_takes_three_symbols_and_auto_asks_it() -> None:
    puzzle = trinairo("0../.1./..2")
    assert nn.solve(puzzle).engine == "core"
    with pytest.raises(nn.PuzzleError, match=r"r3c3: expected .*, found '3'"):
        puzzle.with_givens(Grid.parse("0../.1./..3", SYMBOLS + "3"))
    for engine in ("patterns", "patterns+guess", "guess:propagate=rules"):
        with pytest.raises(nn.EngineError, match="do not follow the rules"):
            nn.solve(puzzle, engine)


def test_three_symbols_are_counted_traced_and_checked() -> None:
    blank = trinairo(".../.../...")
    assert nn.count(blank).value == len(boards(3, 3, True))
    for engine in ("walk", "rows", "guess", "zones+guess"):
        kinds = [event.kind for event in nn.trace(blank, engine)]
        assert kinds.count("solution") == len(boards(3, 3, True))
    assert [v.rule for v in nn.check(blank, "00./.../...")] == ["balance"]
    found = nn.solve(trinairo("00./.../...")).reason
    assert found == "row 1: two 0s; expected one 0 (r1c1 and r1c2)"


def test_three_symbols_are_learnt_about() -> None:
    """Puzzles with few givens, that single lines leave open: what is tried teaches something."""
    board = nn.solve(trinairo("/".join(["......"] * 6)), "core", limit=1, seed=1).solution
    assert board is not None
    cells, learnt = list(board.cells), []
    for place in range(36):
        kept, cells[place] = cells[place], "."
        result = nn.solve(trinairo(str(Grid(6, 6, "".join(cells)))), "core")
        assert board in result.solutions or result.status == "multiple"
        learnt.append(result.stats.counters["learnt"])
        if result.status != "unique":
            cells[place] = kept
    puzzle = trinairo(str(Grid(6, 6, "".join(cells))))
    for engine in ("core", "guess"):
        result = nn.solve(puzzle, engine)
        assert (result.status, result.solution) == ("unique", board)
    assert any(learnt)


@dataclass(frozen=True, slots=True)
class Signs:
    """What neighbours are: `=` equal, `x` different, a blank for nothing said."""

    between: str
    start: ClassVar[State] = (0, -1)  # cells read, and the last of them

    def step(self, state: State, symbol: str) -> State | None:
        place, last = state
        sign = self.between[place - 1] if place else " "
        read = int(symbol)
        if (sign == "=" and read != last) or (sign == "x" and read == last):
            return None
        return (place + 1, read)

    def accepts(self, state: State) -> bool:
        return True


@pytest.mark.parametrize("engine", ["core", "guess"])
def test_signs_between_neighbours_are_a_rule_that_depends_on_the_place(engine: str) -> None:
    rng = Random(5)
    plain = alike(Balanced(3, 3), 6)
    blank = Puzzle("binairo", Grid.blank(6, 6), plain, plain, distinct=True)
    board = nn.solve(blank, "core", limit=1, seed=2).solution
    assert board is not None
    lines = [*board.rows(), *board.cols()]
    signs = [
        "".join("=" if a == b else "x" for a, b in pairwise(line))
        if rng.random() < 0.6
        else " " * 5
        for line in lines
    ]
    rules = [Both((Balanced(3, 3), Signs(sign))) for sign in signs]
    puzzle = Puzzle("signs", Grid.blank(6, 6), (*rules[:6],), (*rules[6:],), distinct=True)
    result = nn.solve(puzzle, engine, limit=None)
    assert result.complete
    assert board in result.solutions
    assert all(
        sign == " " or (sign == "=") == (a == b)
        for grid in result.solutions
        for text, line in zip(signs, [*grid.rows(), *grid.cols()], strict=True)
        for sign, (a, b) in zip(text, pairwise(line), strict=True)
    )
    assert len(result.solutions) == len(nn.solve(puzzle, "sat", limit=None).solutions)


@given(st.text(SYMBOLS + "...", min_size=6, max_size=6))
def test_lines_of_three_symbols_are_squeezed_like_brute_force(line: str) -> None:
    rule = Shares((2, 2, 2))
    full = [
        text
        for text in map("".join, product(SYMBOLS, repeat=6))
        if all(text.count(s) == 2 and s * 3 not in text for s in SYMBOLS)
        and all(given in (".", cell) for given, cell in zip(line, text, strict=True))
    ]
    assert sorted(completions(rule, line, SYMBOLS)) == full
    assert count(rule, line, SYMBOLS) == len(full)
    agreed = "".join(cells[0] if len(set(cells)) == 1 else "." for cells in zip(*full, strict=True))
    assert squeeze(rule, line, SYMBOLS) == (agreed if full else None)


def obeys(rule: LineRule, line: str) -> bool:
    state: State | None = rule.start
    for symbol in line:
        state = None if state is None else rule.step(state, symbol)
    return state is not None and rule.accepts(state)


@lru_cache
def brute_force(puzzle: Puzzle) -> list[str]:
    rows = [
        [line for line in map("".join, product("01", repeat=puzzle.width)) if obeys(rule, line)]
        for rule in puzzle.row_rules
    ]
    grids = (Grid(puzzle.height, puzzle.width, "".join(lines)) for lines in product(*rows))
    return sorted(
        grid.cells
        for grid in grids
        if grid.fits(puzzle.givens)
        and all(obeys(puzzle.rule(place), grid.line(place)) for place in puzzle.places())
        and (not puzzle.distinct or len({*grid.rows()}) == grid.height)
        and (not puzzle.distinct or len({*grid.cols()}) == grid.width)
    )


@dataclass(frozen=True, slots=True)
class FirstIsOne(Balanced):
    """A balanced line that begins with a 1: what a careless engine takes for any balanced line."""

    def step(self, state: State, symbol: str) -> State | None:
        if state == self.start and symbol == "0":
            return None
        return Balanced.step(self, state, symbol)


@dataclass(frozen=True, slots=True)
class FirstIsEmpty(Runs):
    """A clue whose line begins with a gap."""

    def step(self, state: State, symbol: str) -> State | None:
        if state == self.start and symbol == "1":
            return None  # the second cell comes here, too, unless something was read
        return Runs.step(self, state, symbol)


def derived() -> list[Puzzle]:
    plain, first = Balanced(2, 2), FirstIsOne(2, 2)
    blank = Grid.blank(4, 4)
    return [
        Puzzle("binairo", blank, (first, plain, plain, plain), (plain,) * 4, distinct=True),
        Puzzle("binairo", blank, (plain,) * 4, (first, first, plain, plain)),
        Puzzle("binairo", Grid.parse("..../1.../..../...."), (first,) * 4, (plain,) * 4),
        Puzzle("nonogram", Grid.blank(3, 3), (FirstIsEmpty((1,)),) * 3, (Runs((1,)),) * 3),
        Puzzle("binairo", blank, (Both((plain, Runs((1, 1)))),) * 4, (plain,) * 4),
        Puzzle("binairo", blank, (Both((plain, first)), *(plain,) * 3), (Anything(),) * 4),
    ]


@pytest.mark.parametrize("engine", [name for name in nn.ENGINES if name != "zones"])
@pytest.mark.parametrize("number", range(len(derived())))
def test_a_derived_rule_is_never_taken_for_its_parent(engine: str, number: int) -> None:
    puzzle = derived()[number]
    if engine.startswith(("patterns", "groebner")):
        with pytest.raises(nn.EngineError, match="do not follow the rules"):
            nn.solve(puzzle, engine)
        return
    truth, result = brute_force(puzzle), solved_by(engine, puzzle, limit=None)
    assert result is None or sorted(grid.cells for grid in result.solutions) == truth
    assert nn.count(puzzle).value == len(truth)


@given(st.text("01.", min_size=1, max_size=10), st.data())
def test_both_rules_hold_where_each_of_them_holds(line: str, data: st.DataObject) -> None:
    ones = data.draw(st.integers(0, len(line)))
    clue = data.draw(st.lists(st.integers(1, 3), max_size=3))
    parts: tuple[LineRule, ...] = (Balanced(len(line) - ones, ones), Runs(tuple(clue)))
    both = Both(parts)
    found = list(completions(both, line))
    assert set(found) == set.intersection(*(set(completions(part, line)) for part in parts))
    assert count(both, line) == len(found)
    squeezed = squeeze(both, line)
    assert (squeezed is None) == (not found)


@pytest.mark.parametrize(
    "engine", [name for name in nn.ENGINES if "patterns" not in name and name != "groebner"]
)
def test_a_balance_that_does_not_fill_its_line_has_no_completion(engine: str) -> None:
    short = Balanced(1, 2)
    assert (squeeze(short, "...."), count(short, "....")) == (None, 0)
    puzzle = Puzzle("handmade", Grid.blank(4, 4), (short,) * 4, (short,) * 4)
    result = solved_by(engine, puzzle)
    assert result is None or result.status == "none"


def rows(second: LineRule) -> dict[str, object]:
    return {"row_rules": (Anything(), second)}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"row_rules": (Anything(),)}, "expected rules for 2 rows and 2 columns, found 1 and 2"),
        ({"symbols": "00"}, "expected symbols 01, 012 and so on, found '00'"),
        ({"symbols": "0."}, "expected symbols 01, 012 and so on, found '0.'"),
        ({"symbols": ""}, "expected symbols 01, 012 and so on, found ''"),
        ({"givens": Grid(0, 0, "")}, "expected 1 to 1000 rows, found 0"),
        ({"givens": Grid(2, 2, "...")}, "expected 2x2 = 4 cells, found 3"),
        ({"givens": Grid(2, 2, "..x.")}, "r2c1: expected '0', '1' or '.', found 'x'"),
        ({"row_rules": [Anything()] * 2}, "expected a tuple of rules, found list"),
        ({"row_rules": (None, None)}, "row 1: expected a line rule, found None"),
        (rows(Runs((10**30,))), f"row 2: clue {10**30} needs {10**30} cells, but the row has 2"),
        (rows(Runs((-1,))), "row 2: expected whole numbers, found -1"),
        (rows(Runs((1, 0))), "row 2: expected blocks of at least 1 cell, found a 0 among them"),
        (rows(Runs(("a",))), "row 2: expected a tuple of whole numbers, found ('a',)"),  # type: ignore[arg-type]
        (rows(Both((Anything(), Runs((-1,))))), "row 2: expected whole numbers, found -1"),
        (rows(Balanced(-1, 3)), "row 2: expected 0 to 1000 equal symbols, found -1"),
        (rows(Balanced(1, 1, 0)), "row 2: expected 1 to 1000 equal symbols, found 0"),
        (rows(Shares((1, 10**9))), f"row 2: expected 0 to 1000 equal symbols, found {10**9}"),
        (rows(ColouredRuns(((9, "1"),))), "row 2: clue 9a needs 9 cells, but the row has 2"),
        (rows(ColouredRuns(((0, "1"),))), "row 2: expected blocks of at least 1 cell, found 0"),
        (rows(Total(4)), "row 2: expected a total from 0 to 3, found 4"),
    ],
)
def test_a_puzzle_is_checked_when_it_is_put_together(more: dict[str, object], told: str) -> None:
    free = (Anything(), Anything())
    fields = {"kind": "x", "givens": Grid.blank(2, 2), "row_rules": free, "col_rules": free}
    with pytest.raises(nn.PuzzleError) as refused:
        Puzzle(**fields | more)  # type: ignore[arg-type]
    assert str(refused.value) == told


def test_a_9_among_givens_is_a_blank() -> None:
    free = (Anything(), Anything())
    assert Puzzle("x", Grid(2, 2, "9019"), free, free).givens == Grid.parse(".0/1.")


def test_a_kind_writes_no_rules_that_it_does_not_have() -> None:
    blank = Grid.blank(2, 2)
    odd = nn.KINDS["nonogram"].pose(Grid.parse("10/01"), "standard")
    for kind in ("nonogram", "kakurasu"):
        puzzle = Puzzle(kind, blank, (Anything(),) * 2, odd.col_rules)
        assert puzzle.name == repr(puzzle)
        with pytest.raises(nn.PuzzleError, match="found Anything|found Runs"):  # noqa: RUF043
            puzzle.id  # noqa: B018


def test_what_is_too_large_to_be_walked_is_refused_by_its_size() -> None:
    totals = "/".join(["1000"] * 200)
    result = nn.solve(nn.parse(f"kakurasu:{totals};{totals}"), time_limit=5)
    assert (result.status, result.limit) == ("unknown", "size")


def test_what_has_no_listed_kind_or_two_symbols_is_written_truly_or_not_at_all() -> None:
    puzzle = trinairo("0../.1./..2")
    assert nn.parse(nn.dumps(puzzle, "jsonl")) == puzzle
    with pytest.raises(nn.PuzzleError, match="neither read nor written"):
        nn.dumps(replace(puzzle, kind="thirds"), "jsonl")
    head = nn.dumps(puzzle, "dimacs").splitlines()[:2]
    assert head[1] == (
        "c cells row by row are variables 1 to 27; 3 for each cell, one for each of 0 1 2"
    )
