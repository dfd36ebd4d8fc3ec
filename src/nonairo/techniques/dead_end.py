"""An assumption that breaks a rule within a few rounds of easy steps. For every rule."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.rules import Anything, Balanced, ColouredRuns, Ones, Runs
from nonairo.techniques.base import Climber, Found, Position, Sample, Technique, Weight
from nonairo.techniques.shared.probing import narrow_of, probes
from nonairo.techniques.shared.supposing import contradiction

MOST_ROUNDS = 6


def find(position: Position, search: Climber) -> Iterator[Found]:
    narrow = narrow_of(position)
    for _, tried in probes(position, search, "dead_end", narrow, MOST_ROUNDS):
        for kept in reversed(tried.probes):
            refuted = [found for found in tried.probes if found is not kept]
            if all(found.broken for found in refuted):
                yield contradiction(position, refuted, kept.symbol, search, narrow)


TECHNIQUE = Technique(
    id="dead_end",
    name="Dead end",
    level=6,
    summary="Suppose a value for one cell and make easy steps (in a Binairo: pair, sandwich,"
    " last cell and counting out; in other puzzles: any step in a single line). If a rule"
    " breaks within six rounds, the cell has the other value. The explanation uses only"
    " lines and cells that are needed.",
    price={
        Balanced: Weight(150, per_round=10),
        Runs: Weight(100, per_round=10),
        ColouredRuns: Weight(100, per_round=10),
        Ones: Weight(100, per_round=10),
        Anything: Weight(100, per_round=10),
    },
    find=find,
    samples=(
        Sample(id="binairo:110100/..0..1/..1..0/100110/011001/001011"),
        Sample(id="nonogram:0/1,1/1/1/1,1;0/1,1/0/2/1,1;00000/010../000../000../010.."),
        Sample(id="kakurasu:13/14/9/12/6/8;11/6/13/12/6/9"),
    ),
)
