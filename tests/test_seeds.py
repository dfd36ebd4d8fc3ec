"""A seed varies the search of the core, and nothing else."""

import pytest

import nonairo as nn
from nonairo.bench.nonograms import noise
from nonairo.results import Status

pytest.importorskip("nonairo._core")


def searched(puzzle: nn.Puzzle) -> set[int]:
    """The different numbers of nodes over eight seeds; every answer is the same."""
    results = [nn.solve(puzzle, "core", seed=seed) for seed in range(8)]
    assert {result.status for result in results} == {Status.UNIQUE}
    assert len({str(result.solution) for result in results}) == 1
    again = nn.solve(puzzle, "core", seed=5)
    assert again.stats.nodes == results[5].stats.nodes
    return {result.stats.nodes for result in results}


@pytest.mark.parametrize("side", [14, 20, 24])
def test_binairo_is_searched_in_other_ways(side: int) -> None:
    puzzles = [nn.generate("binairo", (side, side), minimal=True, seed=seed) for seed in range(6)]
    nodes = [searched(puzzle) for puzzle in puzzles]
    deep = [found for found in nodes if min(found) > 20]
    assert deep, "no puzzle of these needs a search"
    assert all(len(found) > 1 for found in deep)


def test_nonograms_are_probed_in_other_orders() -> None:
    searches = [
        [nn.solve(puzzle, "core", seed=seed) for seed in range(8)] for puzzle in noise(25, 20, 1)
    ]
    for results in searches:
        assert len({result.status for result in results}) == 1
    nodes = [{result.stats.nodes for result in results} for results in searches]
    deep = [found for found in nodes if min(found) > 20]
    assert deep, "no puzzle of these needs a search"
    assert all(len(found) > 1 for found in deep)
