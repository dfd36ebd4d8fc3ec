"""What is asked of a picture's puzzle, and the work on it: an order, and its job."""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonairo.automata import table_of
from nonairo.errors import LimitReached, PuzzleError
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import PICTURE_WORK, WORK, check_kind_has, limits_of
from nonairo.grid import SYMBOLS, Grid
from nonairo.kinds.base import Kind
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle
from nonairo.rules import Runs

MOST_STATES = 250_000  # of the automata of all lines, were they full: a Kakurasu of 28x28
PATIENCE = 50_000  # nodes of one search; a picture that needs more is no good puzzle anyway


@dataclass(frozen=True, slots=True)
class Job:
    """A puzzle in the making: how pictures are posed, how much may be spent, and the draws."""

    kind: Kind
    rules: str
    limits: Budget
    draws: Draws
    by_runs: bool  # the clues are a nonogram's: the core reads them off a picture by itself
    patience: int = PATIENCE
    symbols: str = SYMBOLS  # of the pictures

    def puzzle(self, picture: Grid) -> Puzzle:
        """The puzzle to which a picture is an answer."""
        return self.kind.pose(picture, self.rules)

    def within(self, limits: Budget) -> Job:
        """A part of the job, with limits of its own."""
        return replace(self, limits=limits)


@dataclass(frozen=True, slots=True)
class Order:
    """What is asked for, whatever the picture."""

    kind: Kind
    rules: str = "standard"
    level: int | None = None
    seed: int = 0
    budget: int | None = None
    time_limit: float | None = None

    def job(self, height: int, width: int) -> Job:
        """The work on one puzzle of this size: its time begins now."""
        blank = self.kind.blank(height, width, self.rules)
        if blank.symbols != SYMBOLS and self.kind.colour_rules is None:
            raise PuzzleError(f"{self.kind.name} has more than two symbols: its pictures are not"
                              " made")  # fmt: skip
        check_kind_has(self.level, blank)
        lines = (*blank.row_rules, *blank.col_rules)
        by_runs = not blank.distinct and all(type(rule) is Runs for rule in lines)
        if not by_runs:
            self._check_lines(height, width)
        work = PICTURE_WORK if self.kind.clues_only else WORK * height * width
        limits = limits_of(self.budget, self.time_limit, work)
        return Job(self.kind, self.rules, limits, Draws(self.seed), by_runs, symbols=blank.symbols)

    def _check_lines(self, height: int, width: int) -> None:
        """Raise LimitReached where looking at single lines would take for ever."""
        full = self.kind.pose(Grid(height, width, SYMBOLS[1] * (height * width)), self.rules)
        left = MOST_STATES
        for rules, length in ((full.row_rules, width), (full.col_rules, height)):
            table = table_of(rules[0], length, full.symbols, left // len(rules))
            if table is None:
                told = f"the automata of its lines have over {MOST_STATES:,} states"
                raise LimitReached(f"{self.kind.name} of {height}x{width}: {told}", "size")
            left -= len(rules) * len(table.accepts)
