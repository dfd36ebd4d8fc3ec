"""Which levels are made of each kind, rules and size: a table that was measured.

`levels_made.txt` has a line for each, such as `binairo@no-distinct 6: 1 2 3 6`. What is not in it
took more than 3 s of CPU (the median of 20 seeds) or more than 15 s (the worst of them), failed for
some seed, or does not exist. It was measured on random pictures, so images and words are not
refused by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import isqrt
from types import MappingProxyType

from nonairo.errors import PuzzleError
from nonairo.grading import levels_of
from nonairo.kinds import kind_of
from nonairo.puzzle import Puzzle

FILE = files("nonairo") / "generating" / "levels_made.txt"
SIGNS, COLOURS = "signs", "colours"  # what is no rule of a blank puzzle, or has many names
SAME = {"odd-more-zeros": "odd-more-ones"}  # as often made, for the symbols are exchanged


@lru_cache(maxsize=1)
def measured() -> Mapping[str, Mapping[int, tuple[int, ...]]]:
    """Return the levels that are made, by kind with its rules, and by side."""
    table: dict[str, dict[int, tuple[int, ...]]] = {}
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            about, _, levels = line.partition(":")
            name, side = about.split()
            table.setdefault(name, {})[int(side)] = tuple(map(int, levels.split()))
    return MappingProxyType(table)


def table_name(blank: Puzzle, signs: bool = False) -> str:
    """Return the name under which the table has such puzzles.

    >>> from nonairo.kinds import KINDS
    >>> table_name(KINDS["binairo"].blank(6, 6, "no-distinct"), signs=True)
    'binairo@no-distinct+signs'
    """
    rules = [SAME.get(rule, rule) for rule in blank.rules.split("+") if rule != "standard"]
    if kind_of(blank).colour_rules is not None and rules:
        rules = [COLOURS]
    return "@".join(filter(None, (blank.kind, "+".join(rules + [SIGNS] * signs))))


def levels_made(blank: Puzzle, signs: bool = False) -> list[int]:
    """Return the levels that are made of this kind and size.

    Of sizes that the table does not have, those of the next smaller one.

    >>> from nonairo.kinds import KINDS
    >>> levels_made(KINDS["kakurasu"].blank(6, 6, "standard"))
    [1, 3, 6]
    """
    made = measured().get(table_name(blank, signs))
    if made is None:
        return levels_of(blank)
    side = isqrt(blank.height * blank.width)
    listed = made[max((each for each in made if each <= side), default=min(made))]
    return [level for level in levels_of(blank) if level in listed]


def check_size_has(
    level: int | None, blank: Puzzle, budget: object = None, *, signs: bool = False
) -> None:
    """Raise PuzzleError for a level that is not made of this size, naming the nearest.

    With a budget of its own a search may try any level.

    >>> from nonairo.kinds import KINDS
    >>> check_size_has(5, KINDS["kakurasu"].blank(6, 6, "standard"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    nonairo.errors.PuzzleError: level 5 is not offered for kakurasu of 6x6; try level 6, ...
    """
    if level is None or budget is not None or level in (made := levels_made(blank, signs)):
        return
    nearest = min(made, key=lambda other: (abs(other - level), other))
    sides = measured()[table_name(blank, signs)]
    side = isqrt(blank.height * blank.width)
    has = [each for each, levels in sides.items() if level in levels]
    other = min(has, key=lambda each: (each < side, abs(each - side)), default=None)
    size = f"{blank.height}x{blank.width}"
    raise PuzzleError(
        f"level {level} is not offered for {_named(blank, signs)} of {size};"
        f" try level {nearest}" + ("" if other is None else f", or size {other}x{other}")
    )


def _named(blank: Puzzle, signs: bool) -> str:
    """Return what such puzzles are called in a message."""
    kind, _, rules = table_name(blank, signs).partition("@")
    if rules == COLOURS:
        return f"coloured {kind}"
    return f"{kind} with {' and '.join(rules.split('+'))}" if rules else kind
