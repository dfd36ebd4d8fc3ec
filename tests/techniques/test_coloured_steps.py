"""Steps of coloured nonograms: they hold, need all that they look at, and say what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from test_sentences import wrong_in

import nonairo as nn
from minimal import needless
from nonairo.formats.jsonl import from_record
from nonairo.hinting import _from, _leading_to
from nonairo.rules import ColouredRuns
from nonairo.techniques import LADDERS
from nonairo.techniques.base import Step
from nonairo.techniques.shared.blocks import extremes
from nonairo.techniques.shared.checker import fault, replay

CUP = "nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0"


def check_steps(puzzle: nn.Puzzle, steps: tuple[Step, ...], most: int) -> None:
    grid = puzzle.givens
    replay(puzzle, steps)
    chosen = set(Random(puzzle.id).sample(range(len(steps)), min(most, len(steps))))
    for number, step in enumerate(steps):
        assert wrong_in(puzzle, grid, step) is None, step.text
        if number in chosen and not step.chains:
            assert needless(puzzle, grid, step) is None, str(step)
        grid = grid.fill(dict(step.effects))


@pytest.mark.parametrize("seed", range(6))
def test_steps_hold_and_need_what_they_look_at(seed: int) -> None:
    puzzle = nn.generate_nonogram(4 + seed, seed=seed, colours=1 + seed % 3)
    told = nn.explain(puzzle)
    assert told.solved
    assert told.grid == puzzle.solution
    check_steps(puzzle, told.steps, 40)


def test_steps_of_real_puzzles_hold(
    sample: Callable[[str, int], list[dict[str, object]]], full: bool
) -> None:
    used = set()
    for record in sample("nonogram/coloured.jsonl", 60):
        puzzle = from_record(record)
        if puzzle.height * puzzle.width > (900 if full else 150) or not record["unique"]:
            continue
        told = nn.explain(puzzle, time_limit=60)
        assert told.solved, record["id"]
        used |= {step.technique for step in told.steps}
        check_steps(puzzle, told.steps, 10)
    assert "overlap_seen" in used


def test_a_colour_is_excluded_and_told_to_the_other_line() -> None:
    told = nn.explain(CUP)
    first, second = (step for step in told.steps if step.technique == "colour_cross")
    assert str(first) == ("row 3, crossing colours: row 3 has no red block, so r3c1 is not red")
    assert str(second) == (
        "column 1, crossing colours: as r3c1 is not red, the red 2 of column 1 covers r1c1-r2c1,"
        " so r3c1 is empty and r1c1 is red"
    )
    assert first.to_json()["effects"] == []
    assert first.to_json()["excludes"] == [[2, 0, "1"]]
    assert second.to_json()["excluded"] == [[2, 0, "1"]]
    assert "excludes" not in nn.explain("nonogram:1;1").steps[0].to_json()


def test_the_checker_refuses_what_was_not_excluded() -> None:
    puzzle = nn.parse(CUP)
    told = nn.explain(puzzle)
    grid = puzzle.givens
    for step in told.steps:
        if step.barred:
            assert fault(puzzle, grid, step, set()) is not None
            assert fault(puzzle, grid, step, {*step.barred}) is None
        grid = grid.fill(dict(step.effects))


def test_a_hint_goes_on_to_a_cell_that_can_be_filled_in() -> None:
    told = nn.hint(CUP, ".1.0/1220/.2.0")
    assert told.effects
    assert told.text.startswith(
        "row 3, crossing colours: row 3 has no red block, so r3c1 is not red"
    )
    assert ". Then column 1, crossing colours: as r3c1 is not red" in told.text


def test_a_hint_points_at_what_must_be_excluded_first() -> None:
    start = ".1.0/1220/.2.0"
    weak = [nn.hint(CUP, start, strength=strength) for strength in (1, 2, 3)]
    assert [str(told) for told in weak] == [
        "look at row 3 and column 1",
        "look at row 3 and column 1: crossing colours",
        "look at row 3 and column 1: crossing colours, as r3c1 is not red",
    ]
    for told in (*weak, nn.hint(CUP, start)):
        assert told.places == (nn.Place("row", 2), nn.Place("column", 0))
        assert "<svg" in told._repr_html_()


def test_a_hint_tells_the_cells_beside_what_is_excluded() -> None:
    puzzle = nn.parse(CUP)
    (last,) = (step for step in nn.explain(puzzle).steps if step.barred)
    both = replace(last, premises=(nn.Cell(1, 0),))
    assert _from(puzzle, both) == ", as r3c1 is not red, from r2c1"


def test_a_hint_leaves_out_what_excludes_something_else() -> None:
    first, last = (step for step in nn.explain(CUP).steps if step.technique == "colour_cross")
    beside = replace(first, excludes=((nn.Cell(2, 2), "1"),))
    further = replace(first, barred=((nn.Cell(2, 2), "1"),))
    assert _leading_to(last, [beside, first, beside]) == [first]
    assert _leading_to(last, [beside, further]) == [beside, further]


def test_the_places_of_blocks_that_touch() -> None:
    rule = ColouredRuns(((2, "1"), (2, "2"), (1, "2")))
    assert extremes("......", rule) == ((0, 2, 5), (0, 2, 5))
    assert extremes("........", rule) == ((0, 2, 5), (2, 4, 7))
    assert extremes("..1.....", rule) == ((1, 3, 6), (2, 4, 7))


def test_every_technique_of_the_ladder_has_a_price() -> None:
    for technique in LADDERS[ColouredRuns]:
        assert technique.price_for(ColouredRuns).base > 0
