"""Other people's puzzles: status and solution as the corpus has them, under each record's rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import nonairo as nn
import outside
from nonairo import ENGINES, Grid, Puzzle
from nonairo.engines import best
from nonairo.formats.jsonl import from_record
from strategies import solved_by

pytestmark = pytest.mark.slow

Record = dict[str, object]
Sampler = Callable[[str, int], list[Record]]

BINAIRO = [
    "binarypuzzle", "puzzle-binairo-06", "puzzle-binairo-08", "puzzle-binairo-10",
    "puzzle-binairo-14", "puzzle-binairo-20", "janko", "janko-nodistinct", "takuzu-vue",
    "takuzu-vue-odd", "misc",
]  # fmt: skip
NONOGRAM = [
    "survey", "webpbn_hard", "webpbn", "janko", "nonopy", "nonojs", "misc", "ndom", "tournament",
    "tournament_unique",
]  # fmt: skip
# Nodes do not depend on the machine, as seconds do. In all these files no puzzle takes 64,000.
NODES = 150_000
SECONDS = None if best() == "core" else 1.0
MOST_UNDECIDED = 0
STATUS = {0: "none", 1: "unique", "2+": "multiple"}
COMPLETE = [name for name, engine in ENGINES.items() if engine.complete and name != "auto"]


def compare(puzzle: Puzzle, record: Record, result: nn.Result) -> None:
    """An answer that was given is the right one."""
    assert result.status == STATUS[record["solutions"]], record["id"]
    for grid in result.solutions:
        assert outside.obeys(puzzle.id, grid.cells), record["id"]
    if record["unique"]:
        assert result.solution == result.grid == puzzle.solution, record["id"]


@pytest.mark.parametrize("name", BINAIRO)
def test_every_binairo_of_the_corpus_is_decided(name: str, sample: Sampler) -> None:
    for record in sample(f"binairo/{name}.jsonl", 25):
        puzzle = from_record(record)
        assert puzzle.rules == record["rules"]
        compare(puzzle, record, nn.solve(puzzle, time_limit=30))


@pytest.mark.parametrize("name", NONOGRAM)
def test_nonograms_of_the_corpus_are_decided_and_answered_rightly(
    name: str, sample: Sampler
) -> None:
    undecided = []
    for record in sample(f"nonogram/{name}.jsonl", 12):
        puzzle = from_record(record)
        nodes, seconds = (None, None) if record["line_solvable"] else (NODES, SECONDS)
        result = nn.solve(puzzle, node_limit=nodes, time_limit=seconds, seed=1)
        if result.status == "unknown" or record["solutions"] is None:
            assert not record["line_solvable"], record["id"]
            assert all(outside.obeys(puzzle.id, grid.cells) for grid in result.solutions)
            if result.grid is not None and puzzle.solution is not None and record["unique"]:
                assert result.grid.fits(puzzle.solution), "what was proved is true"
        else:
            compare(puzzle, record, result)
        if result.status == "unknown":
            undecided.append(record["id"])
    if best() == "core":
        assert len(undecided) <= MOST_UNDECIDED, undecided


def small(records: list[Record], cells: int) -> list[Record]:
    return [r for r in records if int(str(r["height"])) * int(str(r["width"])) <= cells]


@pytest.mark.parametrize("engine", COMPLETE)
def test_every_complete_engine_answers_small_binairos(engine: str, sample: Sampler) -> None:
    records = [
        *small(sample("binairo/puzzle-binairo-06.jsonl", 6), 36),
        *small(sample("binairo/misc.jsonl", 14), 36),
        *small(sample("binairo/takuzu-vue-odd.jsonl", 20), 49)[:2],
        *small(sample("binairo/takuzu-vue.jsonl", 40), 48)[:4],
    ]
    assert len(records) > 8
    for record in records:
        puzzle = from_record(record)
        result = solved_by(engine, puzzle)
        if result is not None:
            compare(puzzle, record, result)


@pytest.mark.parametrize("engine", [name for name in COMPLETE if ENGINES[name].kinds is None])
def test_every_complete_engine_answers_small_nonograms(engine: str, sample: Sampler) -> None:
    records = small(sample("nonogram/misc.jsonl", 300), 36)[:12]
    records += small(sample("nonogram/webpbn_hard.jsonl", 700), 36)[:8]
    assert len(records) > 8
    for record in records:
        puzzle = from_record(record)
        result = solved_by(engine, puzzle)
        if result is not None:
            compare(puzzle, record, result)


def test_zones_alone_finishes_every_binarypuzzle(sample: Sampler) -> None:
    for record in sample("binairo/binarypuzzle.jsonl", 30):
        puzzle = from_record(record)
        result = nn.solve(puzzle, "zones")
        assert (result.status, result.solution) == ("unique", puzzle.solution), record["id"]


def test_patterns_finish_levels_one_and_two_and_are_honest_elsewhere(sample: Sampler) -> None:
    stuck = 0
    for record in sample("binairo/binarypuzzle.jsonl", 300):
        puzzle = from_record(record)
        result = nn.solve(puzzle, "patterns")
        assert puzzle.solution is not None
        if record["level"] in (1, 2) or result.status == "unique":
            assert (result.status, result.solution) == ("unique", puzzle.solution), record["id"]
        else:
            assert (result.status, result.complete) == ("stuck", False)
            assert result.grid is not None
            assert result.grid.fits(puzzle.solution)
            assert "." in result.grid.cells
            stuck += 1
    assert stuck > 0, "some are too hard for patterns"


def test_solutions_of_the_corpus_obey_the_rules_by_our_own_check(sample: Sampler) -> None:
    for name in BINAIRO:
        for record in sample(f"binairo/{name}.jsonl", 10):
            puzzle = from_record(record)
            if puzzle.solution is not None:
                assert nn.check(puzzle, puzzle.solution) == []


def test_the_largest_puzzle_of_the_corpus_is_solved(sample: Sampler, full: bool) -> None:
    records = sample("nonogram/misc.jsonl", 1000)
    area = [int(str(r["height"])) * int(str(r["width"])) for r in records]
    record = records[area.index(max(area))] if full else records[area.index(200 * 200)]
    puzzle = from_record(record)
    result = nn.solve(puzzle)
    assert (result.status, result.solution) == ("unique", puzzle.solution)
    assert isinstance(result.grid, Grid)
