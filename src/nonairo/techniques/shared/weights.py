"""What steps cost: prices, and tables of them with a version that every grade names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

from nonairo.errors import PuzzleError
from nonairo.plain import shown
from nonairo.rules import Anything, LineRule

FEW_CASES = 8  # so many completions are listed at the basic price


class Weight(NamedTuple):
    """The price of a step: a base, and more for long chains and many cases."""

    base: float
    per_round: float = 0.0  # for each round of a chain
    per_doubling: float = 0.0  # for each doubling of the cases above FEW_CASES
    per_case: float = 0.0  # for each case after the first

    def cost(self, rounds: int = 0, cases: int = 0) -> float:
        """What one step costs.

        >>> Weight(60, per_doubling=5).cost(cases=32), Weight(100, per_round=10).cost(rounds=3)
        (70.0, 130.0)
        """
        many = self.per_doubling * log2(cases / FEW_CASES) if cases > FEW_CASES else 0.0
        many += self.per_case * max(cases - 1, 0)
        return round(self.base + self.per_round * rounds + many, 1)


@dataclass(frozen=True, slots=True)
class Weights:
    """A versioned table: rule, then technique, then its price.

    A user who disagrees with ours passes another one. Changing a number changes grades, so it
    changes the version, too.
    """

    version: str
    table: Mapping[type[LineRule], Mapping[str, Weight]]

    def of(self, rule: type[LineRule], technique: str) -> Weight:
        """The price of a technique in lines of a rule; `Anything` is for all without a table."""
        return self.table[rule if rule in self.table else Anything][technique]


def checked_weights(weights: object) -> Weights | None:
    """Return the table that somebody passed, if any; refuse anything else."""
    if weights is None or isinstance(weights, Weights):
        return weights
    raise PuzzleError(f"expected weights as Weights, found {shown(weights)}")
