"""Signs as links: in a group of linked cells one known cell decides all."""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.grid import OTHER, UNKNOWN, Line
from nonairo.rules import Balanced, Both, Signs
from nonairo.techniques.base import Move, Reason, Sample, Technique, Weight, in_signed_lines
from nonairo.techniques.shared.signs import groups_of

PAIR = 2


def look(line: Line, rule: Balanced, signs: str) -> Iterator[Move]:
    for group in groups_of(signs, rule.longest):
        blank = [k for k in group if line[k] == UNKNOWN]
        if len(blank) <= PAIR or len(blank) == len(group):
            continue  # two cells are no chain
        known = min((k for k in group if line[k] != UNKNOWN), key=lambda k: _reach(k, blank))
        symbols = dict.fromkeys((group[known],), line[known])
        symbols[not group[known]] = OTHER[line[known]]
        effects = {k: symbols[group[k]] for k in blank}
        yield Move(effects, (known,), {"linked": len(group)})


def _reach(known: int, blank: list[int]) -> tuple[int, int]:
    """How far a known cell is from the unknown ones."""
    return min(abs(known - k) for k in blank), known


TECHNIQUE = Technique(
    id="sign_chain",
    name="Chain of signs",
    level=2,
    summary="Signs link cells, and the cells next to a pair joined by = differ from the pair. In"
    " a group of linked cells one known cell decides all others.",
    say="signs link {premises} to {effects}, so {result}",
    price={Balanced: Weight(12)},
    find=in_signed_lines(look),
    reason=Reason.AS_FOUND,
    signs=True,
    samples=(Sample(Both((Balanced(3, 3), Signs(".=..."))), "...0.."),),
)
