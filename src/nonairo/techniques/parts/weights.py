"""What every technique costs: one table, with a version that every grade names.

A user who disagrees passes another `Weights`; changing a number changes grades, so change the
version with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from nonairo.rules import Balanced, LineRule, Runs

FEW_CASES = 8  # so many completions are listed at the basic price


class Weight(NamedTuple):
    """The price of a step: a base, and more for long chains and many cases."""

    base: float
    per_round: float = 0.0  # for each round of a chain
    per_doubling: float = 0.0  # for each doubling of the cases above FEW_CASES


@dataclass(frozen=True, slots=True)
class Weights:
    """A versioned table: rule, then technique, then its price."""

    version: str
    table: Mapping[type[LineRule], Mapping[str, Weight]]

    def of(self, rule: type[LineRule], technique: str) -> Weight:
        """The price of a technique for lines of a rule."""
        return self.table.get(rule, self.table[Balanced])[technique]

    def score(self, rule: type[LineRule], technique: str, rounds: int = 0, cases: int = 0) -> float:
        """What one step costs.

        >>> WEIGHTS.score(Balanced, "line_cases", cases=32), WEIGHTS.score(Runs, "dead_end", 3)
        (70.0, 130.0)
        """
        base, per_round, per_doubling = self.of(rule, technique)
        many = per_doubling * log2(cases / FEW_CASES) if cases > FEW_CASES else 0.0
        return round(base + per_round * rounds + many, 1)


WEIGHTS = Weights(
    version="1",
    table={
        Balanced: {
            "pair": Weight(4),
            "sandwich": Weight(5),
            "last_cell": Weight(4),
            "count_out": Weight(8),
            "one_left": Weight(20),
            "gap_quota": Weight(40),
            "twin_line": Weight(45),
            "line_cases": Weight(60, per_doubling=5),
            "twin_cases": Weight(80, per_doubling=5),
            "dead_end": Weight(150, per_round=10),
            "both_ways": Weight(200, per_round=10),
            "long_dead_end": Weight(300, per_round=10),
            "search": Weight(1000),
        },
        Runs: {
            "empty_line": Weight(1),
            "exact_fit": Weight(2),
            "line_done": Weight(1),
            "rest_filled": Weight(1),
            "overlap": Weight(4),
            "cap": Weight(3),
            "edge": Weight(5),
            "mercury": Weight(6),
            "reach": Weight(6),
            "no_fit": Weight(6),
            "overlap_seen": Weight(8),
            "join": Weight(8),
            "split": Weight(10),
            "grow": Weight(10),
            "punctuate": Weight(10),
            "force": Weight(12),
            "line_cases": Weight(30, per_doubling=5),
            "two_lines": Weight(60, per_round=10),
            "dead_end": Weight(100, per_round=10),
            "both_ways": Weight(130, per_round=10),
            "long_dead_end": Weight(300, per_round=10),
            "search": Weight(1000),
        },
    },
)
