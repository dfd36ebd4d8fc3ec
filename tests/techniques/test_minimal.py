"""The smallest reasons: without any one premise a step no longer holds, and no link is needless."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

import nonairo as nn
from conftest import CORPUS
from minimal import Meaning, needless, needless_in_meaning
from nonairo.line_solver import completions
from nonairo.rules import Balanced, Both, LineRule, Runs, Signs
from nonairo.techniques import GENERAL, LADDERS, TECHNIQUES
from nonairo.techniques.base import NO_SUPPOSING, Broken, InLines, Sample, Step, Technique
from nonairo.techniques.shared.checker import fault
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.samples import show_sample
from sampling import real_or_made
from sentences import untrue

FILES = {  # how many puzzles in the short run, and in the full one
    "binairo/janko.jsonl": (8, 51),
    "binairo/takuzu-vue.jsonl": (3, 83),
    "nonogram/janko.jsonl": (5, 250),
    "nonogram/webpbn.jsonl": (2, 100),
}
CHAINED = {
    "binairo/janko.jsonl": (20, 51),
    "nonogram/janko.jsonl": (10, 400),
    "nonogram/webpbn_hard.jsonl": (6, 200),
}
Seen = Counter[tuple[str, str]]
EASY = {"pair", "sandwich", "last_cell", "count_out", "edge", "cap", "mercury", "reach",
        "rest_filled", "line_done", "overlap"}  # fmt: skip
HARD = (  # drawn by lot: nonograms that need dead ends
    "nonogram:1,1/3,1/1,5,1,1/5,3/1,3,2/2,1/3,2,1/2,1,1/1,1,2/2,2/2,3;"
    "1,1,2,1/1,1,2,1/3,1,1,1/4,1/4,1/3,1,1/1,3/1,2,1/2,1,1/2,2/6,1",
    "nonogram:2,2,3/2,1/2,3/1,2,1/2,1/2/2,1,2/4,1/2,1,1/2,1;"
    "1/2,1/3,3/1,1,3/1,2,1,1/5,1/1,1,1/1,2,2/1,1,1,1/1,1,1",
    "nonogram:1,1,1,1/1,1,1,1/1,1,1,2/2,1/1,3,1/0/1,2,1/2,1/2,1/1,1,1,1;"
    "2,1/1,1/3,2/1,2,1,1/1,1,1,1/1,1,1,1/1,2/4/3/1,1",
    "nonogram:1,1,2/2,1/3,1,1/4,1/1,3/2,1/1,2,3/3,2/1,1,1,1/6/3,1,2;"
    "1,1,1/1,1,1,1/1,1,2/1,4/1,2,1,2/1,1,2/1,1,2,1/2,1,1,2/1,1,1/1,3,1/2,3,1",
    "nonogram:2,1/1,1,1/2,1/1,1,1/1,1/3,2/1,2,2/2,1;1,1,3/1,1,1/1,1,2/1,1,2/1,1,1/2/3/1,2",
    "nonogram:1,1/2,1/2,3/1,3,1/1,2/2,1,1/2,1/2,1,2/1,1,4/1,1,2;"
    "1,3/1,2,1/3/1,1,1,3/2,1/2,1,1/1,1,1/2,3/1,3/1,1,2",
    "nonogram:2,1/1,3/2,3/3,1/1,2,2/3,2/1,2/1,1,4/1,2,4/1,1;"
    "2,1,1/1,1,1,1/2,1,1/2,1,1/1,3,1/1,2/1,1,2/2,1,3/1,5/1,1,2",
)
ENOUGH = 40  # steps of each easy technique
# Techniques of which random lines have several cases; a new one may be met by chance alone.
MET = (
    "pair", "sandwich", "sign_copy", "last_cell", "sign_equal_edge", "count_out", "sign_chain",
    "one_left", "sign_quota", "gap_quota", "line_cases", "exact_fit", "line_done", "rest_filled",
    "overlap", "cap", "edge", "mercury", "reach", "no_fit", "overlap_seen", "join", "split",
    "grow", "punctuate", "force", "only_way", "few_ways",
)  # fmt: skip


def random_line(rng: Random, kind: type[LineRule], longest: int = 14) -> tuple[LineRule, str]:
    """A rule, and a line that obeys it with some cells wiped out."""
    length = rng.randrange(6, longest + 1)
    if kind is Balanced:
        rule: LineRule = Balanced(length - length // 2, length // 2)
        full = rng.choice(list(completions(rule, "." * length)))
    else:
        full = "".join(rng.choice("0011") for _ in range(length))
        rule = Runs(tuple(map(len, full.replace("0", " ").split())))
    share = rng.random()
    return rule, "".join("." if rng.random() < share else cell for cell in full)


def random_signed_line(rng: Random) -> tuple[LineRule, str]:
    """The same with signs between some of its cells."""
    length = rng.choice((6, 8, 10))
    plain = Balanced(length // 2, length // 2)
    full = rng.choice(list(completions(plain, "." * length)))
    signs = ["x="[one == other] if rng.random() < 0.3 else "." for one, other in pairwise(full)]
    share = rng.random()
    line = "".join("." if rng.random() < share else cell for cell in full)
    return Both((plain, Signs("".join(signs)))), line


def steps_in(sample: Sample, techniques: tuple[Technique, ...]) -> Iterator[Step]:
    """What techniques say of the first row of a sample, each by itself."""
    puzzle = sample.puzzle()
    for rung in techniques:
        climb = Climb(Position(puzzle, puzzle.givens), (rung,))
        yield from (climb.step(rung, found) for found in climb.moves(0) if found.line == 0)


def test_no_technique_looks_at_a_needless_cell_of_a_line(full: bool) -> None:
    rng = Random(20)
    seen: Counter[str] = Counter()
    for number in range(6000 if full else 400):
        rule, line = random_line(rng, Runs if number % 2 else Balanced)
        ladder = LADDERS[type(rule)] if number % 8 > 1 else GENERAL
        alone = tuple(rung for rung in ladder if isinstance(rung.find, InLines))
        sample = Sample(rule, line)
        for step in steps_in(sample, alone):
            if seen[step.technique] < (2000 if full else 60):
                seen[step.technique] += 1
                puzzle = sample.puzzle()
                assert needless(puzzle, puzzle.givens, step) is None, (rule, line, step)
    for _ in range(3000 if full else 200):
        rule, line = random_signed_line(rng)
        alone = tuple(rung for rung in LADDERS[Balanced] if isinstance(rung.find, InLines))
        sample = Sample(rule, line)
        for step in steps_in(sample, alone):
            seen[step.technique] += 1
            puzzle = sample.puzzle()
            assert needless(puzzle, puzzle.givens, step) is None, (rule, line, step)
    looking = {
        name
        for name, rung in TECHNIQUES.items()
        if isinstance(rung.find, InLines) and rung.symbols == 2
    }
    assert seen.keys() <= looking
    assert {name for name in MET if seen[name] < 3} == set(), seen


def test_no_needless_cell_of_a_long_clue(full: bool) -> None:
    rng = Random(50)
    for _ in range(2000 if full else 60):
        rule, line = random_line(rng, Runs, 50)
        sample = Sample(rule, line)
        puzzle = sample.puzzle()
        for name in ("grow", "force", "no_fit", "split"):
            for step in steps_in(sample, (TECHNIQUES[name],)):
                assert needless(puzzle, puzzle.givens, step) is None, (rule, line, step)


def test_growing_says_how_far_by_the_cells_that_it_names() -> None:
    """With fewer cells a block of two might lie there, which decides the same."""
    sample = Sample(Runs((3, 1, 1, 3, 2, 1)), "001.10....101.10..0..")
    puzzle = sample.puzzle()
    told = list(steps_in(sample, (TECHNIQUES["grow"],)))
    for step in told:
        known = {cell: puzzle.givens[cell] for cell in step.premises}
        small = nn.Grid.blank(puzzle.height, puzzle.width).fill(known)
        assert untrue(puzzle, small, step.technique, step.text) is None, step
    assert any("at least two cells" in step.text for step in told)


def test_twins_that_are_not_needed_are_not_named() -> None:
    sample = Sample(Balanced(3, 3), "1..10.", ("100101", "101010", "110100"))
    (step,) = steps_in(sample, (TECHNIQUES["twin_cases"],))
    puzzle = sample.puzzle()
    assert needless(puzzle, puzzle.givens, step) is None
    more = replace(step, premises=(*step.premises, nn.Cell(2, 0)))
    assert needless(puzzle, puzzle.givens, more) is not None


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_the_steps_of_the_gallery_name_nothing_needless(technique: str) -> None:
    for shown in TECHNIQUES[technique].samples:
        puzzle, step = show_sample(TECHNIQUES[technique], shown)
        assert needless(puzzle, puzzle.givens, step) is None, step


@pytest.mark.parametrize(
    "technique", ["two_lines", "dead_end", "both_ways", "long_dead_end", "cases"]
)
def test_a_chain_of_the_gallery_is_minimal_in_meaning(technique: str) -> None:
    """With the rules of the lines that it names the effect follows, and without a cell not."""
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    for shown in TECHNIQUES[technique].samples:
        puzzle, step = show_sample(TECHNIQUES[technique], shown)
        assert not needless_in_meaning(puzzle, puzzle.givens, step), step


@pytest.mark.parametrize(
    "name", ["both_ways 1", "both_ways 2", "both_ways 3", "cases 1", "cases 2", "cases 3"]
)
def test_a_chain_of_the_gallery_names_no_needless_line(name: str) -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    technique, number = name.split()
    puzzle, step = show_sample(
        TECHNIQUES[technique], TECHNIQUES[technique].samples[int(number) - 1]
    )
    meaning = Meaning(puzzle)
    assert not meaning.needless_lines(puzzle.givens, step), step
    meaning.solver.delete()


def test_the_check_sees_what_is_needless_in_meaning() -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    puzzle, step = show_sample(TECHNIQUES["dead_end"], TECHNIQUES["dead_end"].samples[1])
    spare = next(
        nn.Cell(*divmod(k, puzzle.width))
        for k, cell in enumerate(puzzle.givens.cells)
        if cell != "." and nn.Cell(*divmod(k, puzzle.width)) not in step.premises
    )
    more = replace(step, premises=(*step.premises, spare))
    assert spare in needless_in_meaning(puzzle, puzzle.givens, more)


def loose_chains(puzzles: Iterable[nn.Puzzle], seconds: float | None) -> tuple[Seen, Seen]:
    """How many steps with chains there are of each kind and technique, and with needless cells."""
    seen, loose = Seen(), Seen()
    for puzzle in puzzles:
        grid, meaning = puzzle.givens, Meaning(puzzle)
        for step in nn.explain(puzzle, time_limit=seconds).steps:
            if step.chains:
                seen[puzzle.kind, step.technique] += 1
                loose[puzzle.kind, step.technique] += bool(meaning.needless(grid, step))
            grid = grid.fill(dict(step.effects))
        meaning.solver.delete()
    return seen, +loose


def test_chains_of_hard_puzzles_are_minimal_in_meaning() -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    hard = [nn.generate_binairo(10, level=7, seed=seed) for seed in range(3)]
    seen, loose = loose_chains([*hard, *map(nn.parse, HARD)], None)
    assert not loose, (seen, loose)
    assert seen["binairo", "dead_end"] >= 8
    assert seen["binairo", "long_dead_end"] >= 4
    assert seen["nonogram", "two_lines"] >= 35
    assert seen["nonogram", "dead_end"] >= 70
    assert seen["nonogram", "long_dead_end"] >= 3


def test_chains_of_real_puzzles_are_minimal_in_meaning(full: bool) -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    if not CORPUS.is_dir():
        pytest.skip("the corpus is not here")
    numbers = {name: number[full] for name, number in CHAINED.items()}
    real = real_or_made(numbers, most_cells=400, made=0, sides=(0, 0))
    seen, loose = loose_chains(real, 10 if full else None)
    assert seen["binairo", "dead_end"] > 1
    assert seen["nonogram", "two_lines"] > 50
    if full:
        assert seen["nonogram", "dead_end"] > 700
        loose -= Seen({("nonogram", "cases"): 2})  # where it is too hard to tell them
    assert not loose, (seen, loose)


def puzzles(full: bool) -> Iterator[nn.Puzzle]:
    numbers = {name: number[full] for name, number in FILES.items()}
    return real_or_made(numbers, most_cells=400, made=6, sides=(10, 12))


def test_the_steps_of_puzzles_name_nothing_needless(full: bool) -> None:
    seen: Counter[str] = Counter()
    for puzzle in puzzles(full):
        grid = puzzle.givens
        for step in nn.explain(puzzle, time_limit=10 if full else 2).steps:
            seen[step.technique] += 1
            if full or step.technique not in EASY or seen[step.technique] <= ENOUGH:
                assert needless(puzzle, grid, step) is None, f"{puzzle.id}\n{grid}\n{step}"
            grid = grid.fill(dict(step.effects))
    assert seen.keys() >= EASY


def test_the_check_sees_what_is_needless() -> None:
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    pair = nn.explain(puzzle).steps[0]
    assert needless(puzzle, puzzle.givens, pair) is None
    more = replace(pair, premises=(*pair.premises, nn.Cell(1, 5)))
    assert needless(puzzle, puzzle.givens, more) is not None
    puzzle, dead_end = show_sample(TECHNIQUES["dead_end"], TECHNIQUES["dead_end"].samples[0])
    assert dead_end.level > NO_SUPPOSING
    (chain,) = dead_end.chains
    longer = replace(chain, steps=(chain.steps[0], *chain.steps))
    twice = replace(dead_end, chains=(longer,))
    assert needless(puzzle, puzzle.givens, twice) is not None
    nowhere = replace(chain, broken=Broken("clue", (), ()))
    said = fault(puzzle, puzzle.givens, replace(dead_end, chains=(nowhere,)))
    assert said == "no line is said to be broken"
