"""Two cells joined by = next to a known one: a third alike would be too many."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, SYMBOLS, UNKNOWN, Line
from nonairo.rules import Balanced, Both, Signs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_signed_lines
from nonairo.techniques.shared.signs import EQUAL, groups_of, signs_in


def look(line: Line, rule: Balanced, signs: str) -> Iterator[Move]:
    beside = rule.longest - 1  # so many, and the two are too many
    if beside < 1:
        return
    for k, sign in signs_in(signs):
        if sign != EQUAL or line[k : k + 2] != UNKNOWN * 2 or _in_chain(line, signs, k, rule):
            continue
        for cells in (range(k - beside, k), range(k + 2, k + 2 + beside)):
            if cells.start < 0 or cells.stop > len(line):
                continue
            text = line[cells.start : cells.stop]
            for symbol in SYMBOLS:
                if text == symbol * beside:
                    effects = dict.fromkeys((k, k + 1), OTHER[symbol])
                    yield Move(effects, tuple(cells), {"alike": beside})


def _in_chain(line: Line, signs: str, k: int, rule: Balanced) -> bool:
    """Whether a chain of several signs through a pair decides more than the pair."""
    group = next(group for group in groups_of(signs, rule.longest) if k in group)
    links = sum(at in group for at, _ in signs_in(signs))
    return links > 1 and sum(line[cell] == UNKNOWN for cell in group) > 2


TECHNIQUE = Technique(
    id="sign_equal_edge",
    name="Twins at a neighbour",
    level=2,
    summary="Two unknown cells joined by = are next to a known cell of the same line: both are"
    " the other symbol, or there would be three in a row.",
    say="{effects} are joined by =, and {premises} beside them {alike:is|are both|are all} {other},"
    " so both must be {value}",
    price={Balanced: Weight(6)},
    find=in_signed_lines(look),
    reason=Reason.AS_FOUND,
    signs=True,
    samples=(Sample(Both((Balanced(3, 3), Signs(".=..."))), "1....."),),
)
