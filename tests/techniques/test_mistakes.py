"""A hint from a wrong state: as few entries as contradict, and why, as a step."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from test_sentences import wrong_in

import nonairo as nn
from minimal import needless_in_meaning
from nonairo.limits import NO_LIMITS
from nonairo.mistakes import needed_entries
from nonairo.techniques.shared.checker import fault

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
HARD = "binairo:0.0...../....0.00/......../.....00./...1.11./..0...../....1.1./.10....1"


def other(symbol: str) -> str:
    return "10"[int(symbol)]


def test_a_mistake_is_told_with_its_reason() -> None:
    state = "1..0../.000.1/.00..1/....../00.1../.1..00"
    told = nn.hint(FIRST, state)
    assert told.text == (
        "there is one mistake: r2c2. If r2c2 were 0, r2c2-r2c4 would be three 0s in a row,"
        " so r2c2 is 1"
    )
    assert told.cells == (nn.Cell(1, 1),)
    assert [nn.hint(FIRST, state, strength=strength).step for strength in (1, 2, 3)] == [None] * 3
    assert told.to_json()["step"] is not None
    assert "three 0s" in told._repr_html_()


@pytest.mark.parametrize(
    "id",
    [FIRST, HARD, "nonogram:2/4/4/4/4/1;3/3/5/5/1/2", "kakurasu:13/14/9/12/6/8;11/6/13/12/6/9"],
)
def test_one_wrong_entry_and_what_is_right_suffice(id: str) -> None:
    """The chain rests on the entry and on right ones; if asked for, on the givens alone."""
    puzzle, rng = nn.parse(id), Random(id)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    cells = list(puzzle.givens.unknown())
    for _ in range(4):
        wrong = rng.sample(cells, 2)
        right = rng.sample([cell for cell in cells if cell not in wrong], 5)
        state = puzzle.givens.fill({cell: solution[cell] for cell in right})
        entered = state.fill({cell: other(solution[cell]) for cell in wrong})
        for by_givens, start in ((False, state), (True, puzzle.givens)):
            told = nn.hint(puzzle, entered, by_givens=by_givens)
            assert (told.kind, set(told.cells)) == ("mistake", set(wrong))
            assert told.step is not None
            ((cell, symbol),) = told.step.effects
            assert cell in wrong
            assert symbol == solution[cell]
            assert fault(puzzle, start, told.step) is None
            assert wrong_in(puzzle, start, told.step) is None
            assert ("By the givens alone: " in told.text) == by_givens


def test_entries_that_are_right_make_the_reason_short() -> None:
    """A hundred entries are right and one is wrong: the reason is one line of them."""
    puzzle = nn.generate("nonogram", 15, seed=3)
    (solution,) = nn.solve(puzzle).solutions
    rng = Random(5)
    cells = rng.sample(list(puzzle.givens.unknown()), 160)
    for wrong in cells[:12]:
        state = puzzle.givens.fill({cell: solution[cell] for cell in cells})
        told = nn.hint(puzzle, state.fill({wrong: other(solution[wrong])}))
        assert told.step is not None
        assert sum(len(chain.steps) for chain in told.step.chains) <= 2
        assert len(told.text) < 300


def test_a_reason_of_hundreds_of_lines_is_only_in_the_data() -> None:
    puzzle = nn.parse(HARD)
    told = nn.hint(puzzle, puzzle.givens.fill({nn.Cell(2, 0): "1"}))
    assert told.step is not None
    first, *below = told.step.text.split("\n")
    assert len(below) > 30
    assert told.text == (
        f"there is one mistake: r3c1. {first[0].upper()}{first[1:]}\n"
        f"  the {len(below)} lines of the reason are too long for a hint"
    )
    tree = told.step.to_json()["tree"]
    assert isinstance(tree, dict)
    assert tree["cases"]


def test_entries_that_contradict_only_together_are_told_together() -> None:
    """Several solutions: each entry alone may be right."""
    puzzle = nn.parse("nonogram:1/1;1/1")
    assert needed_entries(puzzle, nn.Grid.parse("1./.."), NO_LIMITS) == ()
    told = [nn.hint(puzzle, "10/10", strength=strength) for strength in (1, 2, 3, 4)]
    assert {each.kind for each in told} == {"mistake"}

    several = nn.parse("binairo:1.../..../..../....")
    grids = [nn.Grid.parse(text) for text in ("10../.1../..../....", "1001/0110/1001/....")]
    for grid in grids:
        needed = needed_entries(several, grid, NO_LIMITS)
        state = several.givens.fill({cell: grid[cell] for cell in needed})
        alone = nn.solve(several.with_givens(state)).status is nn.Status.NONE
        assert alone == bool(needed)
        for cell in needed:
            fewer = state.fill({cell: "."}) if cell else state
            assert nn.solve(several.with_givens(fewer)).status is not nn.Status.NONE


def test_together_they_are_refuted_by_a_step() -> None:
    puzzle = nn.parse("nonogram:1,1/1/1,1/1;1,1/1/1,1/1")
    assert nn.solve(puzzle).status is nn.Status.MULTIPLE
    rng = Random(3)
    found = 0
    for _ in range(60):
        cells = rng.sample(list(puzzle.givens.unknown()), 3)
        state = puzzle.givens.fill({cell: rng.choice("01") for cell in cells})
        told = nn.hint(puzzle, state)
        if told.kind != "mistake" or told.step is None:
            continue
        found += 1
        known = {cell: state[cell] for cell in told.cells if cell != told.step.effects[0][0]}
        assert fault(puzzle, puzzle.givens.fill(known), told.step) is None
        assert "cannot" in told.text
    assert found


@pytest.mark.parametrize(
    "id",
    ["nonogram@a=ff0000+b=0000ff:2a/1a,2b/2b;1a/2a/2b/2b", nn.KINDS["trinairo"].example],
)
def test_of_more_symbols_the_wrong_one_is_excluded(id: str) -> None:
    puzzle, rng = nn.parse(id), Random(1)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    for cell in rng.sample(list(puzzle.givens.unknown()), 4):
        for symbol in puzzle.symbols.replace(solution[cell], ""):
            told = nn.hint(puzzle, puzzle.givens.fill({cell: symbol}))
            assert (told.kind, told.cells) == ("mistake", (cell,))
            assert told.step is not None
            assert (told.step.effects, told.step.excludes) == ((), ((cell, symbol),))
            assert f". If {cell} were " in told.text
            assert f", so {cell} is not " in told.text
            assert fault(puzzle, puzzle.givens, told.step) is None
            right = replace(told.step, excludes=((cell, solution[cell]),))
            assert fault(puzzle, puzzle.givens, right) is not None
            assert "were" in told._repr_html_()


def test_the_reason_of_a_mistake_names_nothing_needless_in_meaning() -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    puzzle = nn.parse(
        "binairo:.....1../.1....../0.01..../.....0../......0./...1.1../1.....00/1...1..."
    )
    (solution,) = nn.solve(puzzle).solutions
    inside = 0
    for k in range(0, 64, 5):
        cell = nn.Cell(*divmod(k, 8))
        if puzzle.givens[cell] == ".":
            told = nn.hint(puzzle, puzzle.givens.fill({cell: other(solution[cell])}))
            assert told.kind == "mistake"
            assert told.step is not None
            assert needless_in_meaning(puzzle, puzzle.givens, told.step) == []
            assert wrong_in(puzzle, puzzle.givens, told.step) is None
            inside += told.step.chains[0].ends > 1
    assert inside


def test_with_three_symbols_a_reason_is_found_that_can_be_told() -> None:
    puzzle = nn.parse("trinairo:..11../.2.2../....10/0..2../.02.2./....11")
    told = nn.hint(puzzle, "2.11../.2.2../....10/0..2../.02.2./....11")
    assert told.step is not None
    assert told.step.excludes == ((nn.Cell(0, 0), "2"),)
    assert fault(puzzle, puzzle.givens, told.step) is None


def test_it_is_said_that_what_was_entered_is_not_looked_at() -> None:
    id = "binairo:0......./...1..0./......../0..0.1.0/0..0..../....1..1/...1..0./..0....."
    state = "0.10..11/..01..00/1.0..0.1/01.0.100/0..0..../1.011..1/0011.101/.000..1."
    for by_givens, said in ((True, "By the givens alone: "), (False, "")):
        told = nn.hint(id, state, by_givens=by_givens)
        assert told.step is not None
        assert said in told.text
    assert "alone" not in told.text
    # Both are wrong, and the reason for one fills in the other.
    puzzle, rng = nn.parse(HARD), Random(2)
    (right,) = nn.solve(puzzle).solutions
    cells = list(puzzle.givens.unknown())
    pairs = [rng.sample(cells, 2) for _ in range(20)]
    texts = [
        nn.hint(puzzle, puzzle.givens.fill({cell: other(right[cell]) for cell in pair})).text
        for pair in pairs
    ]
    assert any(". Apart from the other mistakes: " in text for text in texts)
    assert not all(". Apart from the other mistakes: " in text for text in texts)


def test_where_no_reason_is_found_in_time_the_limit_is_named() -> None:
    told = nn.hint(HARD, nn.parse(HARD).givens.fill({nn.Cell(0, 1): "0"}), budget=0)
    assert told.kind == "mistake"
    assert "no reason was found: the limit of 0 suppositions was reached" in told.text
