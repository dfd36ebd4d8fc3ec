"""One side of a sign is known: so is the other."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, UNKNOWN, Line
from nonairo.rules import Balanced, Both, Signs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_signed_lines
from nonairo.techniques.shared.signs import EQUAL, SIGN, signs_in


def look(line: Line, rule: Balanced, signs: str) -> Iterator[Move]:
    for k, sign in signs_in(signs):
        for known, blank in ((k, k + 1), (k + 1, k)):
            symbol = line[known]
            if symbol != UNKNOWN and line[blank] == UNKNOWN:
                value = symbol if sign == EQUAL else OTHER[symbol]
                yield Move({blank: value}, (known,), {"sign": SIGN[sign]})


TECHNIQUE = Technique(
    id="sign_copy",
    name="Across a sign",
    level=1,
    summary="The cell on one side of a sign is known: with = the other cell is the same, with x"
    " it is different.",
    say="{premises} is {sign:{value}|{other}} and {sign:= joins it to|x stands between it and}"
    " {effects}, so {effects} must be {value}",
    price={Balanced: Weight(4)},
    find=in_signed_lines(look),
    reason=Reason.AS_FOUND,
    signs=True,
    samples=(
        Sample(Both((Balanced(3, 3), Signs("=...."))), "1....."),
        Sample(Both((Balanced(3, 3), Signs("x...."))), "1....."),
    ),
)
