"""Whole explanations: every step checked by itself, ladder order, hints, and honest ends."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import nonairo as nn
from nonairo.explaining import foot
from nonairo.limits import Budget
from nonairo.techniques import LADDERS, TECHNIQUES, WEIGHTS, ladder_of
from nonairo.techniques.shared.checker import fault, replay
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position

CORPUS = Path(__file__).parents[3] / "shared" / "corpus"
FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SAMPLES = {  # file: how many in the short run, and in the full one
    "binairo/binarypuzzle.jsonl": (30, 700),
    "binairo/puzzle-binairo-06.jsonl": (10, 150),
    "binairo/puzzle-binairo-14.jsonl": (10, 150),
    "binairo/janko.jsonl": (10, 51),
    "binairo/janko-nodistinct.jsonl": (10, 214),
    "binairo/takuzu-vue.jsonl": (10, 83),
    "binairo/takuzu-vue-odd.jsonl": (10, 37),
    "nonogram/janko.jsonl": (15, 350),
    "nonogram/webpbn.jsonl": (10, 200),
    "nonogram/nonojs.jsonl": (6, 100),
    "nonogram/webpbn_hard.jsonl": (4, 60),
}


def sample(name: str, full: bool) -> list[nn.Puzzle]:
    if not CORPUS.is_dir():
        pytest.skip(f"no corpus at {CORPUS}")
    puzzles = [p for p in nn.scan(CORPUS / name) if full or p.height * p.width <= 900]
    number = SAMPLES[name][full]
    return Random(name).sample(puzzles, min(number, len(puzzles)))


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_every_step_holds_by_itself_and_the_end_is_the_solution(name: str, full: bool) -> None:
    solved = 0
    for puzzle in sample(name, full):
        bare = puzzle.about()  # nobody can peep at the solution
        told = nn.explain(bare, time_limit=10 if full else 3)
        grid = replay(bare, told.steps)
        assert grid == told.grid
        assert told.solved == grid.full
        assert puzzle.solution is not None
        if puzzle.extra["unique"]:
            assert puzzle.solution.fits(grid), puzzle.extra["id"]
        if told.solved:
            solved += 1
            assert grid == puzzle.solution
    assert solved


def small_puzzles() -> Iterator[nn.Puzzle]:
    """Puzzles of every level, rules and shape, that need no corpus."""
    yield nn.parse(FIRST)
    for technique in TECHNIQUES.values():
        for shown in technique.samples:
            yield shown.puzzle()
    for text in (
        "binairo@no-distinct:1..0/..../..../0..1",
        "binairo@odd-more-ones:11.../.0.1./1...0/...1./.1.1.",
        "binairo:1.0.0./.1.1../0....1/..0.1.",
        "nonogram:1,1/5/5/3/1;2/4/4/4/2",
        "nonogram:2/1;1/2;1./..",
        "nonogram:0/0;0/0",
    ):
        yield nn.parse(text)


@pytest.mark.parametrize("puzzle", list(small_puzzles()), ids=str)
def test_a_technique_is_used_only_where_no_easier_one_applies(puzzle: nn.Puzzle) -> None:
    ladder = ladder_of(puzzle)
    rank = {technique.id: k for k, technique in enumerate(ladder)}
    grid = puzzle.givens
    excluded: set[tuple[nn.Cell, str]] = set()
    for step in nn.explain(puzzle).steps:
        fresh = Climb(Position(puzzle, grid), ladder[: rank[step.technique]])
        assert fresh.next_step() is None, step
        assert fault(puzzle, grid, step, excluded) is None
        excluded |= {*step.excludes}
        grid = grid.fill(dict(step.effects))


@pytest.mark.slow
def test_ladder_order_on_corpus_puzzles() -> None:
    for name in ("binairo/binarypuzzle.jsonl", "nonogram/janko.jsonl"):
        for puzzle in sample(name, False)[:5]:
            test_a_technique_is_used_only_where_no_easier_one_applies(puzzle)


def test_the_checker_refuses_what_does_not_follow() -> None:
    from dataclasses import replace

    puzzle = nn.parse(FIRST)
    step = nn.explain(puzzle).steps[0]
    assert fault(puzzle, puzzle.givens, step) is None
    (cell, symbol), *rest = step.effects
    wrong = "1" if symbol == "0" else "0"
    assert fault(puzzle, puzzle.givens, replace(step, effects=((cell, wrong), *rest)))
    assert fault(puzzle, puzzle.givens, replace(step, premises=step.premises[:1]))
    assert fault(puzzle, puzzle.givens, replace(step, premises=((cell),)))
    assert fault(puzzle, puzzle.givens, replace(step, effects=()))
    after = puzzle.givens.fill(dict(step.effects))
    assert fault(puzzle, after, step)
    for technique in ("dead_end", "both_ways", "long_dead_end", "cases"):
        (shown, *_) = TECHNIQUES[technique].samples
        grid = shown.puzzle()
        ladder = [rung for rung in ladder_of(grid) if rung.level < 6]
        told = Climb(Position(grid, grid.givens), (TECHNIQUES[technique], *ladder)).next_step()
        assert told is not None
        assert told.technique == technique
        assert fault(grid, grid.givens, told) is None
        chain = told.chains[0]
        for k in range(len(chain.steps)):  # every inner step is needed
            shorter = replace(chain, steps=chain.steps[:k] + chain.steps[k + 1 :])
            chains = (shorter, *told.chains[1:])
            assert fault(grid, grid.givens, replace(told, chains=chains)), (technique, k)
        (where, value), *_ = told.effects
        other = "1" if value == "0" else "0"
        assert fault(grid, grid.givens, replace(told, effects=((where, other),)))


def test_an_explanation_never_looks_at_a_stored_solution() -> None:
    puzzle = nn.parse(FIRST)
    upside_down = nn.Grid.parse("010101/101100/011010/100101/110010/001011")
    assert nn.explain(puzzle.about(solution=upside_down)).steps == nn.explain(puzzle).steps


def test_a_limit_or_a_low_level_gives_an_honest_part() -> None:
    (shown, *_) = TECHNIQUES["dead_end"].samples
    puzzle = shown.puzzle()
    told = nn.explain(puzzle, max_level=5)
    assert (told.solved, told.reason, told.grid) == (False, "stuck", puzzle.givens)
    told = nn.explain(puzzle, budget=3)
    assert (told.solved, told.reason) == (False, "limit")
    told = nn.explain(nn.parse("binairo:000./..../..../...."))
    assert (told.solved, told.reason) == (False, "none")
    assert told.broken is not None


def test_steps_are_data() -> None:
    told = nn.explain(nn.parse(FIRST))
    record = json.loads(json.dumps(told.to_json()))
    assert record["solved"] is True
    first = record["steps"][0]
    assert first["technique"] == "pair"
    assert first["place"] == ["row", 1]
    assert first["premises"]["cells"] == [[1, 2], [1, 3]]
    assert first["effects"] == [[1, 1, "1"], [1, 4, "1"]]
    assert record["score"] == sum(step["score"] for step in record["steps"])


def test_every_rung_has_a_price_and_every_price_a_rung() -> None:
    for rule, ladder in LADDERS.items():
        assert [*WEIGHTS.table[rule]] == [rung.id for rung in ladder]
        assert [rung.level for rung in ladder] == sorted(rung.level for rung in ladder)


@pytest.mark.parametrize("strength", [1, 2, 3, 4])
def test_a_hint_tells_as_much_as_it_is_asked(strength: int) -> None:
    told = nn.hint(nn.parse(FIRST), strength=strength)
    assert told.kind == "step"
    assert told.places == (nn.Place("row", 1),)
    assert bool(told.technique) == (strength >= 2)
    assert bool(told.cells) == (strength >= 3)
    assert bool(told.effects) == bool(told.step) == (strength == 4)
    json.dumps(told.to_json())


def test_mistakes_come_first() -> None:
    puzzle = nn.parse(FIRST)
    wrong = puzzle.givens.fill({nn.Cell(1, 1): "0", nn.Cell(3, 0): "1"})
    assert nn.hint(puzzle, wrong, strength=1).text == "there are two mistakes"
    assert nn.hint(puzzle, wrong, strength=2).text == "there are two mistakes, in row 2, row 4"
    told = nn.hint(puzzle, wrong, strength=3)
    assert (told.kind, told.cells) == ("mistake", (nn.Cell(1, 1), nn.Cell(3, 0)))


@pytest.mark.parametrize(
    ("state", "cells", "texts"),
    [
        (
            "1000/..../..../0..1",
            [(0, 1), (0, 2), (0, 3)],
            ["there is a mistake, in row 1", "row 1: three 0s in a row (r1c2-r1c4)"],
        ),
        (
            "0..0/..../..../0..1",
            [(0, 0)],
            ["there is a mistake, in row 1", "r1c1: the given is 1, found 0"],
        ),
    ],
)
def test_mistakes_come_before_several_solutions(
    state: str, cells: list[tuple[int, int]], texts: list[str]
) -> None:
    told = [
        nn.hint("binairo:1..0/..../..../0..1", state, strength=strength)
        for strength in (1, 2, 3, 4)
    ]
    assert {each.kind for each in told} == {"mistake"}
    assert told[0].text == "there is a mistake"
    assert told[1].text == texts[0]
    assert told[2].text == told[3].text == f"there is a mistake: {texts[1]}"
    assert list(told[2].cells) == cells


def test_hints_lead_to_the_solution() -> None:
    puzzle = nn.parse(FIRST)
    grid = puzzle.givens
    while (told := nn.hint(puzzle, grid)).kind == "step":
        grid = grid.fill(dict(told.effects))
    assert (told.kind, grid) == ("solved", nn.solve(puzzle).solution)


def test_a_hint_says_what_is_wrong_with_the_puzzle() -> None:
    several = nn.hint(nn.parse("binairo:1.../..../..../...."))
    assert several.kind == "multiple"
    first, second = several.solutions
    assert all(first[cell] != second[cell] for cell in several.cells)
    assert nn.hint(nn.parse("binairo:000./..../..../....")).kind == "none"
    with pytest.raises(nn.PuzzleError, match="strength"):
        nn.hint(nn.parse(FIRST), strength=5)
    with pytest.raises(nn.PuzzleError, match="6x6"):
        nn.hint(nn.parse(FIRST), "01/10")


def test_a_hint_does_not_list_more_cases_than_a_person() -> None:
    """Where only many cases help, they are offered all the same."""
    puzzle = nn.parse("nonogram:1,2/0/0;" + "/".join(["1"] * 3 + ["0"] * 7))
    climb = foot(puzzle, puzzle.givens, None, Budget())
    assert climb.next_step(lambda found: False) is None
    assert climb.next_step() is not None


def test_only_the_twins_that_are_named_are_counted() -> None:
    puzzle = nn.parse(
        "binairo:..1..0../..1...../...0..../......00/...0..../0.00.0../..0...../.......1"
    )
    told = [step for step in nn.explain(puzzle).steps if step.technique == "twin_cases"]
    assert any(step.numbers["taken"] == 1 for step in told)
    for step in told:
        assert step.numbers["taken"] <= len(step.others)
        assert step.numbers["cases"] == step.numbers["taken"] + step.numbers["rest"]


def test_what_the_core_refutes_without_words_is_told_on_paper() -> None:
    """Of three symbols the core remembers what cells cannot be; the chains of cases do not."""
    puzzle = nn.parse(
        "trinairo:2.1.110../1.12.0.2./2.....122/..20...0./01...0.../....2.12./1.212..../.0..1..../"
        ".2..0..00"
    )
    stuck = "/".join(
        [
            "2.1.11002",
            "1.12.0.2.",
            "2.010.122",
            "..20...0.",
            "010210212",
            "..0.2.12.",
            "1.212.010",
            "002.12.11",
            ".21.0..00",
        ]
    )
    step = nn.hint(puzzle, stuck, strength=4).step
    assert step is not None
    assert step.technique == "cases"
    assert fault(puzzle, nn.Grid.of(stuck, puzzle.symbols), step, ()) is None


def test_a_mistake_is_told_by_the_fewest_entries() -> None:
    loose = "binairo:....0./1.0.1./....../.....0/....../1....."
    told = nn.hint(loose, "...100/1.0.1./....../.1...0/0...00/1.11..", strength=3)
    assert told.text == "there is a mistake: r1c6 cannot be right"
    changed = nn.hint("binairo:0..0/..0./..../.1.0", "1..0/..0./..../.1.0", strength=4)
    assert changed.text == "there is one mistake: r1c1 is given as 0, but you have 1"
