"""The techniques of a person, easiest first: one ladder for each line rule.

To add one: write `techniques/NAME.py` with a `TECHNIQUE`, and list it here in its rank. One for
single lines of nonograms has its condition in core/lines/seen.hpp, too, or all become slower.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from nonairo.plugins import plugins
from nonairo.puzzle import Puzzle
from nonairo.registry import Listing
from nonairo.rules import Anything, Balanced, ColouredRuns, LineRule, Ones, Runs, signs_along
from nonairo.techniques.base import Technique
from nonairo.techniques.shared.position import rule_of
from nonairo.techniques.shared.weights import Weight, Weights

__all__ = [
    "GENERAL",
    "LADDERS",
    "TECHNIQUES",
    "WEIGHTS",
    "Technique",
    "Weight",
    "Weights",
    "called",
    "ladder_for",
    "ladder_of",
    "named_technique",
]

LISTED: dict[type[LineRule], tuple[str, ...]] = {
    Balanced: (
        "pair",
        "sandwich",
        "sign_copy",
        "number_reached",
        "rest_needed",
        "last_cell",
        "sign_equal_edge",
        "sign_chain",
        "count_out",
        "one_left",
        "sign_quota",
        "two_numbers",
        "gap_quota",
        "twin_line",
        "line_cases",
        "twin_cases",
        "dead_end",
        "both_ways",
        "long_dead_end",
        "cases",
        "tree",
    ),
    Runs: (
        "empty_line",
        "exact_fit",
        "line_done",
        "rest_filled",
        "overlap",
        "cap",
        "edge",
        "mercury",
        "reach",
        "no_fit",
        "join",
        "force",
        "overlap_seen",
        "split",
        "grow",
        "punctuate",
        "line_cases",
        "two_lines",
        "dead_end",
        "both_ways",
        "long_dead_end",
        "cases",
        "tree",
    ),
    ColouredRuns: (
        "empty_line",
        "exact_fit",
        "line_done",
        "rest_filled",
        "overlap",
        "cap",
        "edge",
        "mercury",
        "reach",
        "join",
        "overlap_seen",
        "split",
        "grow",
        "punctuate",
        "colour_cross",
        "line_cases",
        "dead_end",
        "both_ways",
        "long_dead_end",
        "cases",
        "tree",
    ),
    Ones: (
        "all_or_none",
        "number_reached",
        "rest_needed",
        "two_numbers",
        "dead_end",
        "both_ways",
        "long_dead_end",
        "cases",
        "tree",
    ),
    Anything: (  # every other rule, and rules that are mixed
        "two_out",
        "only_way",
        "crossing",
        "few_ways",
        "line_cases",
        "twin_cases",
        "dead_end",
        "both_ways",
        "long_dead_end",
        "cases",
        "tree",
    ),
}
LADDERS: dict[type[LineRule], tuple[Technique, ...]] = {
    rule: tuple(import_module(f"{__name__}.{name}").TECHNIQUE for name in names)
    for rule, names in LISTED.items()
}


def extend(technique: Technique) -> None:
    """Put one into the ladders of the rules for which it has a price, after others of its level."""
    for rule in technique.price:
        easier = [other for other in LADDERS[rule] if other.level <= technique.level]
        LADDERS[rule] = (*easier, technique, *LADDERS[rule][len(easier) :])


_OUR_IDS = {technique.id for ladder in LADDERS.values() for technique in ladder}
for _technique in plugins(__name__, Technique, _OUR_IDS).values():
    extend(_technique)
GENERAL = LADDERS[Anything]
TECHNIQUES: Listing[Technique] = Listing(
    {technique.id: technique for ladder in LADDERS.values() for technique in ladder}
)
WEIGHTS = Weights(  # what every technique asks, in its own file
    version="3",
    table={
        rule: {technique.id: technique.price_for(rule) for technique in ladder}
        for rule, ladder in LADDERS.items()
    },
)


def called(technique: str) -> str:
    """Return the title of a technique as it is written inside a sentence.

    >>> called("count_out")
    'counting out'
    """
    return TECHNIQUES[technique].called


def named_technique(name: object) -> Technique | None:
    """Return the technique with this id or title; None if there is none.

    >>> named_technique("Counting out").id
    'count_out'
    """
    if not isinstance(name, str):
        return None
    wanted = name.lower().strip()
    titled = (each for each in TECHNIQUES.values() if each.called == wanted)
    return TECHNIQUES.get(wanted) or next(titled, None)


def ladder_of(puzzle: Puzzle) -> tuple[Technique, ...]:
    """The ladder for the rule that a puzzle's lines obey; the general one where they differ."""
    rule, symbols = rule_of(puzzle), len(puzzle.symbols)
    counted = bool(puzzle.more_lines) or rule is Ones
    signs = any(map(signs_along, (*puzzle.row_rules, *puzzle.col_rules)))
    return _ladder(rule, symbols, signs, counted)


def ladder_for(rule: type[LineRule]) -> tuple[Technique, ...]:
    """The ladder of puzzles of two symbols, all of whose lines obey this rule and no other."""
    return _ladder(rule, 2, False, False)


@lru_cache
def _ladder(
    rule: type[LineRule], symbols: int, signs: bool, counted: bool
) -> tuple[Technique, ...]:
    return tuple(
        technique
        for technique in LADDERS.get(rule, GENERAL)
        if technique.symbols <= symbols
        and (signs or not technique.signs)
        and (counted or not technique.shapes)
    )
