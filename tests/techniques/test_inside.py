"""Suppositions inside suppositions, for a reason of which nothing is needless in meaning."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_sentences import wrong_in

import nonairo as nn
from minimal import needless, needless_in_meaning
from nonairo.techniques import TECHNIQUES, ladder_of
from nonairo.techniques.base import NO_SUPPOSING, Sample
from nonairo.techniques.shared import supposing
from nonairo.techniques.shared.checker import fault
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.reasons import behind
from nonairo.techniques.shared.samples import show_sample
from nonairo.techniques.shared.steps import Effect, Step, looked_at

# The technique, whether the story disagrees with a known cell, and the position.
SHOWN = [
    (
        "dead_end",
        True,
        "binairo:01..1..0/....0101/....1..0/01001011/..1.0101/..010..0/0...10.1/101.0.10",
    ),
    (
        "long_dead_end",
        False,
        "binairo@no-distinct:011010../1.0101../0.10110./101..0../1.0..1../0....10./...1001./."
        ".0..010",
    ),
    (
        "long_dead_end",
        True,
        "kakurasu:21/16/16/13/10/14/11/14;25/16/10/5/21/13/6/18;......../..00...1/...0..../.."
        "....0./.......0/...0..../...0..0./1.001.0.",
    ),
    (
        "both_ways",
        False,
        "nonogram:2,1,6/2,2,1,2,1/4,1,1,1,1/2,6,1/2,1,8/1,2,1,1,2/1,1,2,1/3,4,1/1,1,1,2,3,1/5"
        ",1,1,1/1,1,1,1,2/1,1,3,1/1,1,1,1/1,2,1/1,2,2;2,1,3/5,1,1,1/1,2,4/3,1,3/1,3,2/1,1,1,1"
        ",3/1,2,3,2/10,1/2,1,1/6,1,1/2,2,1,1,2/1,1,1,1,2/2,3,1/1,2,1,2,2/1,1,3,1,1;00110..001"
        "11111/110110..0110100/111100010101001/011001111110100/110010111111110/01001101010011"
        "0/.0.0101100..000/.11.01111000010/101010110.11.01/.1111.010.0..01/.0..0.010...011/0."
        "0.0.......010/0.0.0........01/0.0.0.......010/0.0.0.......011",
    ),
]
ENOUGH = [  # the smallest of several reasons takes one inside, but another one does not
    (
        "dead_end",
        "nonogram:2,1,7/1,1,1,3/7,1,1/1,1,2/1,1,2,2,3/2,1,1,1,1/2,1,2,3/1,2,2,1/1,1,1,1/1,1,1"
        ",4,1/1,1,1,2,2/3,1,4,1/3,6/1,1,1,1,1/1,2,1,2;1,1,2,1/1,1,1/1,1,1,1,6/1,1,3,2/1,2,1,1"
        "/5,2,1,1/1,2,1,1/1,1,1,1,1/2,1,1/1,5,1,2,1/2,1,1,2,3/1,1,1,2,1/5,1,2,2,1/2,2,2,1,1/2"
        ",3,4;0011010.111111./000001001010111/.111111.0.0010./000001000100110/10...1.00110111"
        "/00.1.0..0101001/...1....0110111/..........00010/...0.....01010./.010...00111101/101"
        "0...1.000011/0.11...00111101/0.11.00..1111../.010.....0100.0/...0....0101100",
    ),
]


@pytest.mark.parametrize(("technique", "unseen", "id"), SHOWN)
def test_what_one_supposition_does_not_show_is_shown_by_another_inside(
    technique: str, unseen: bool, id: str
) -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    puzzle = nn.parse(id)
    step = nn.hint(puzzle).step
    assert step is not None
    assert step.technique == technique
    assert sum(chain.ends for chain in step.chains) > len(step.chains)
    assert needless(puzzle, puzzle.givens, step) is None
    assert needless_in_meaning(puzzle, puzzle.givens, step) == []
    assert wrong_in(puzzle, puzzle.givens, step) is None
    assert bool(Position(puzzle, puzzle.givens).otherwise(written_in(step))) == unseen
    known = {cell for cell, _ in written_in(step) if puzzle.givens[cell] != "."}
    assert not known & {*step.premises}
    assert ("need not be known for that" in step.text) == unseen
    if unseen:  # then it is read without what is known
        assert {*step.roles["unseen"]} == known
        assert step.shown == step.chains
    else:
        shown = {cell for chain in step.shown for cell, _ in chain.written}
        assert not {cell for cell in shown if puzzle.givens[cell] != "."}


def written_in(step: Step) -> list[Effect]:
    """What is supposed and derived in a step."""
    return [each for chain in step.chains for each in chain.written]


@pytest.mark.parametrize(("technique", "id"), ENOUGH)
def test_nothing_is_supposed_inside_where_that_can_be_avoided(technique: str, id: str) -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")
    puzzle = nn.parse(id)
    step = nn.hint(puzzle).step
    assert step is not None
    assert step.technique == technique
    assert all(chain.ends == 1 for chain in step.chains)
    assert needless_in_meaning(puzzle, puzzle.givens, step) == []


@pytest.mark.parametrize("id", [id for _, unseen, id in SHOWN if unseen])
def test_where_that_is_too_hard_a_needless_cell_is_left(
    id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pysat", reason="the check asks a SAT solver")

    def too_hard(*_: object) -> None:
        raise supposing.TooHard

    monkeypatch.setattr(supposing, "_nested", too_hard)
    puzzle = nn.parse(id)
    step = nn.hint(puzzle).step
    assert step is not None
    assert not Position(puzzle, puzzle.givens).otherwise(written_in(step))
    assert needless(puzzle, puzzle.givens, step) is None
    assert needless_in_meaning(puzzle, puzzle.givens, step)


@pytest.mark.parametrize("shown", TECHNIQUES["both_ways"].samples)
def test_either_way_may_be_told_by_dead_ends_inside(shown: Sample) -> None:
    puzzle, step = show_sample(TECHNIQUES["both_ways"], shown)
    position = Position(puzzle, puzzle.givens)
    climb = Climb(position, [each for each in ladder_of(puzzle) if each.level <= NO_SUPPOSING])
    asked = supposing.asked_by(step.chains, step.effects[0])
    told = supposing.nested(position, asked, behind(position, step.chains), climb)
    assert told is not None
    assert [chain.assumed for chain in told] == [chain.assumed for chain in step.chains]
    assert any(inner.chains for chain in told for inner in chain.steps)
    premises = tuple(sorted({cell for chain in told for cell in looked_at(chain)}))
    again = replace(step, chains=tuple(told), premises=premises)
    assert fault(puzzle, puzzle.givens, again) is None
    assert len(premises) <= len(step.premises)
