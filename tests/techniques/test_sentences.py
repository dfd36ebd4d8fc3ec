"""Every sentence is true: the cells it names play the part that it gives them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import nonairo as nn
from conftest import CORPUS
from nonairo.rules import Balanced, Runs
from nonairo.techniques import TECHNIQUES, ladder_of
from nonairo.techniques.base import InLines, Sample
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.samples import show_sample
from nonairo.techniques.shared.steps import Chain, Step
from sentences import CLAIMS, COLOURS, patterns, unnamed, untrue, untrue_chain

FILES = {  # how many puzzles in the short run, and in the full one
    "binairo/binarypuzzle.jsonl": (15, 250),
    "binairo/puzzle-binairo-06.jsonl": (6, 1000),
    "binairo/janko.jsonl": (10, 51),
    "binairo/takuzu-vue.jsonl": (6, 83),
    "binairo/takuzu-vue-odd.jsonl": (5, 37),
    "nonogram/janko.jsonl": (8, 250),
    "nonogram/webpbn.jsonl": (5, 150),
    "nonogram/misc.jsonl": (5, 100),
    "nonogram/coloured.jsonl": (4, 100),
}
MOST = 2000  # steps of each technique
LONGEST = 200  # characters of a first line
EVERY = 9  # steps between two positions in which all techniques are asked
# Puzzles that people made hardly need the others: all that occur are read.
COMMON = {
    "binairo": {"pair", "sandwich", "last_cell", "count_out", "one_left"},
    "nonogram": {"line_done", "rest_filled", "overlap", "cap", "edge", "mercury", "reach", "no_fit",
                 "overlap_seen", "join", "split", "grow", "punctuate", "force"},
}  # fmt: skip


def wrong_in(puzzle: nn.Puzzle, grid: nn.Grid, step: Step) -> str | None:
    """What is untrue about a step's sentence, or about that of a step inside it."""
    missing = unnamed(puzzle, step)
    if missing:
        return f"{missing[0]} is not named"
    if len(step.headline) > LONGEST:
        return f"the first line has {len(step.headline)} characters"
    if not step.chains:
        return untrue(puzzle, grid, step.technique, step.text)
    wrong = untrue_chain(puzzle, grid, step.text)
    known = {cell: grid[cell] for cell in step.premises}
    return wrong or next(filter(None, (wrong_inside(puzzle, known, c) for c in step.chains)), None)


def wrong_inside(puzzle: nn.Puzzle, before: dict[nn.Cell, str], chain: Chain) -> str | None:
    """What is untrue about a step inside a chain, or inside its cases."""
    known = before | dict([chain.assumed])
    for inner in chain.steps:
        # A step of a chain is told of what it looks at, and of nothing else.
        seen = {cell: known[cell] for cell in inner.premises}
        state = nn.Grid.blank(puzzle.height, puzzle.width).fill(seen)
        wrong = wrong_in(puzzle, state, inner)
        if wrong:
            return wrong
        known |= dict(inner.effects)
    return next(filter(None, (wrong_inside(puzzle, known, case) for case in chain.cases)), None)


def told(puzzle: nn.Puzzle, seconds: float) -> Iterator[tuple[nn.Grid, Step]]:
    grid = puzzle.givens
    for step in nn.explain(puzzle, time_limit=seconds).steps:
        yield grid, step
        grid = grid.fill(dict(step.effects))


def test_every_technique_has_a_sentence_that_is_checked() -> None:
    supposing = {name for name, rung in TECHNIQUES.items() if not rung.say}
    assert CLAIMS.keys() | supposing | {COLOURS} == TECHNIQUES.keys()
    assert not CLAIMS.keys() & supposing
    assert CLAIMS.keys() == patterns().keys()


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_the_sentences_of_the_gallery_are_true(technique: str) -> None:
    for shown in TECHNIQUES[technique].samples:
        puzzle, step = show_sample(TECHNIQUES[technique], shown)
        assert wrong_in(puzzle, puzzle.givens, step) is None, step


LIES = [
    ("pair", "r1c2 and r1c3 are", "r1c3 and r1c4 are"),
    ("pair", "both 1", "both 0"),
    ("pair", "r1c1 and r1c4 must", "r1c1 and r1c5 must"),
    ("sandwich", "r1c1 and r1c3", "r1c1 and r1c4"),
    ("last_cell", "one 0 short", "one 1 short"),
    ("count_out", "three 1s", "two 1s"),
    ("one_left", "r1c3-r1c5", "r1c4-r1c6"),
    ("one_left", "in r1c3-r1c5", "in r1c2-r1c5"),
    ("one_left", "three 1s", "four 1s"),
    ("gap_quota", "least one 0 in", "least two 0s in"),
    ("gap_quota", "least one 0 in", "least one 1 in"),
    ("gap_quota", "and one in", "and two in"),
    ("line_cases", "four ways", "five ways"),
    ("line_cases", "r1c2 and r1c5 are", "r1c2 and r1c4 are"),
    ("twin_cases", "three ways", "two ways"),
    ("twin_cases", "one would", "two would"),
    ("twin_line", "r1c3 is 0 and r1c4 is 1", "r1c4 is 0 and r1c3 is 1"),
    ("crossing", "must be 0", "must be 1"),
    ("crossing", "rules out 1", "rules out 2"),
    ("exact_fit", "ten cells", "nine cells"),
    ("line_done", "three filled cells", "two filled cells"),
    ("rest_filled", "two open cells", "three open cells"),
    ("overlap", "three free cells", "two free cells"),
    ("overlap", "the 7", "the 8"),
    ("overlap", "r1c4-r1c7", "r1c3-r1c7"),
    ("cap", "r1c5-r1c7", "r1c4-r1c7"),
    ("cap", "the 3", "the 1"),
    ("edge", "covers r1c3", "covers r1c4"),
    ("edge", "the 4", "the 1"),
    ("edge", "r1c1-r1c6", "r1c1-r1c5"),
    ("mercury", "touch r1c4", "touch r1c5"),
    ("mercury", "the 3", "the 1"),
    ("mercury", "cover r1c1-r1c3", "cover r1c2-r1c3"),
    ("reach", "r1c1, r1c2 and", "r1c1, r1c3 and"),
    ("reach", "r1c5 filled", "r1c5 empty"),
    ("reach", "r1c3-r1c7", "r1c3-r1c6"),
    ("reach", "the 3 lies", "the 2 lies"),
    ("no_fit", "lie in r1c1-r1c2", "lie in r1c2-r1c3"),
    ("no_fit", "r1c3 empty", "r1c3 filled"),
    ("overlap_seen", "r1c2 and r1c6", "r1c2 and r1c7"),
    ("overlap_seen", "r1c4-r1c7", "r1c4-r1c6"),
    ("overlap_seen", "the 2 lies", "the 1 lies"),
    ("join", "and r1c4", "and r1c5"),
    ("join", "the 5", "the 1"),
    ("split", "r1c3-r1c7", "r1c3-r1c8"),
    ("grow", "four cells", "five cells"),
    ("grow", "in r1c3", "in r1c4"),
    ("grow", "r1c1 empty", "r1c1 filled"),
    ("punctuate", "two cells", "one cell"),
    ("punctuate", "r1c4 and r1c5", "r1c5 and r1c6"),
    ("colour_cross", "no red block", "no black block"),
    ("colour_cross", "not red", "not empty"),
    ("force", "the 3 must", "the 2 must"),
    ("force", "lie in r1c1-r1c3", "lie in r1c1-r1c4"),
    ("few_ways", "1 + 3 or as 4", "1 + 3 or as 2 + 2"),
    ("few_ways", "as 1 + 3 or as 4", "as 4"),
    ("two_out", "(all are placed) and", "(no three in a row) and"),
    ("two_out", "rule out 0", "rule out 2"),
    ("dead_end", "suppose r2c2 is 0", "suppose r2c2 is 1"),
    ("dead_end", "r2c1 and r2c4 are 1", "r2c1 and r2c5 are 1"),
    ("dead_end", "(pair in row 2)", "(pair in row 3)"),
    ("dead_end", "  columns 1 and 4 would", "  columns 1 and 3 would"),
    ("dead_end", "so r2c2 is 1", "so r2c2 is 0"),
    ("dead_end", "after three steps", "after two steps"),
    ("dead_end", "if r2c2 were", "if r2c3 were"),
    ("two_lines", "block of row 3", "block of row 4"),
    ("cases", "both cases", "all three cases"),
    ("cases", "case 2: suppose", "case 3: suppose"),
    ("both_ways", "2: suppose r3c3", "2: suppose r3c4"),
]


@pytest.mark.parametrize(("technique", "truth", "lie"), LIES)
def test_an_untrue_sentence_is_found(technique: str, truth: str, lie: str) -> None:
    puzzle, step = show_sample(TECHNIQUES[technique], TECHNIQUES[technique].samples[0])
    assert truth in step.text
    text = step.text.replace(truth, lie)
    if step.chains:
        assert untrue_chain(puzzle, puzzle.givens, text)
    else:
        assert untrue(puzzle, puzzle.givens, technique, text)


def test_one_left_says_within_where_the_runs_differ() -> None:
    # A 1 in r1c2 leaves r1c3-r1c5, one in r1c5 leaves r1c2-r1c4.
    sample = Sample(Balanced(4, 4), "1..0.101")
    puzzle, step = show_sample(TECHNIQUES["one_left"], sample)
    assert step.text == (
        "row 1 needs one more 1; if it were in r1c2 or r1c5, there would be three 0s in a row"
        " within r1c2-r1c5, so r1c2 and r1c5 are 0"
    )
    assert untrue(puzzle, puzzle.givens, "one_left", step.text) is None
    assert untrue(puzzle, puzzle.givens, "one_left", step.text.replace("within", "in"))


def test_mercury_names_the_filled_cell_and_not_the_walls() -> None:
    rule = Runs((3, 1))
    puzzle = Sample(rule, "0...1.....").puzzle()
    step = Climb(Position(puzzle, puzzle.givens), (TECHNIQUES["mercury"],)).next_step()
    assert step is not None
    assert step.text == (
        "with r1c1 empty, if r1c2 were filled, the 3 would cover r1c2-r1c4 and touch r1c5,"
        " so r1c2 is empty"
    )
    assert step.to_json()["roles"] == {"wall": [[0, 0]], "filled": [[0, 4]]}
    assert untrue(puzzle, puzzle.givens, "mercury", step.text) is None
    assert untrue(puzzle, puzzle.givens, "mercury", step.text.replace("r1c1 empty", "r1c1 filled"))


def test_sentences_call_techniques_by_names_that_people_know() -> None:
    for technique in TECHNIQUES.values():
        assert technique.called == technique.name.lower()
        for shown in technique.samples:
            assert "_" not in str(show_sample(technique, shown)[1])
    _, step = show_sample(TECHNIQUES["overlap_seen"], TECHNIQUES["overlap_seen"].samples[0])
    assert str(step).startswith("row 1, overlap with marks: ")
    _, step = show_sample(TECHNIQUES["two_lines"], TECHNIQUES["two_lines"].samples[0])
    assert "(forcing in column 2)" in step.text


def steps_at(puzzle: nn.Puzzle, grid: nn.Grid, seen: Counter[str]) -> Iterator[Step]:
    """What techniques say of a position by themselves, also where an easier one comes first."""
    for rung in ladder_of(puzzle):
        if isinstance(rung.find, InLines) and seen[rung.id] < MOST:
            climb = Climb(Position(puzzle, grid), (rung,))
            yield from (climb.step(rung, found) for found in climb.moves(0))


def check_corpus(name: str, full: bool, seen: Counter[str]) -> None:
    """Hold every sentence about some puzzles of a file against the grid it is about."""
    puzzles = [p for p in nn.scan(CORPUS / name) if full or p.height * p.width <= 400]
    for puzzle in Random(name).sample(puzzles, min(FILES[name][full], len(puzzles))):
        check_puzzle(puzzle.about(), seen, 10 if full else 2)


def check_puzzle(puzzle: nn.Puzzle, seen: Counter[str], seconds: float) -> None:
    for number, (grid, step) in enumerate(told(puzzle, seconds)):
        more = steps_at(puzzle, grid, seen) if number % EVERY == 1 else ()
        for one in (step, *more):
            if seen[one.technique] < MOST:
                seen[one.technique] += 1
                wrong = wrong_in(puzzle, grid, one)
                assert wrong is None, f"{puzzle.id}\n{grid}\n{one}: {wrong}"


@pytest.mark.parametrize("name", ["first.txt", "boat.txt", "many.jsonl"])
def test_every_sentence_about_the_examples_is_true(repository: Path, name: str) -> None:
    seen: Counter[str] = Counter()
    for puzzle in nn.scan(repository / "examples" / name):
        check_puzzle(puzzle, seen, 5)
    assert len(seen) > 3


@pytest.mark.parametrize(
    ("kind", "size", "options"),
    [
        ("tango", 6, {}),
        ("kakurasu", 6, {}),
        ("trinairo", 6, {}),
        ("mosaic", 8, {}),
        ("binairo", 6, {"rules": "regions"}),
        ("binairo", 6, {"rules": "diagonals"}),
        ("nonogram", 10, {"colours": 3}),
    ],
)
def test_every_sentence_about_other_kinds_is_true(
    kind: str, size: int, options: dict[str, object]
) -> None:
    seen: Counter[str] = Counter()
    for seed in range(3):
        check_puzzle(nn.generate(kind, size, seed=seed, **options), seen, 5)  # type: ignore[arg-type]
    assert len(seen) > 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["binairo", "nonogram"])
def test_every_sentence_about_real_puzzles_is_true(kind: str, full: bool) -> None:
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    seen: Counter[str] = Counter()
    for name in FILES:
        if name.startswith(kind):
            check_corpus(name, full, seen)
    enough = MOST if full else 20
    assert not {name for name in COMMON[kind] if seen[name] < enough}, seen
