"""What a technique is made of: a way to find its moves, and a sentence for the steps they become.

A technique looks at one line as a person does (`in_lines`), or at the whole position. It belongs to
a rule, not to a kind. What it finds is a `Move` along a line; a `Step` is the same in the grid, as
data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from nonairo.grid import Cell, Grid, Line, Symbol
from nonairo.kinds import from_id
from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, LineRule, Runs
from nonairo.techniques.parts.position import Position
from nonairo.techniques.parts.steps import Broken, Chain, Effects, Step
from nonairo.techniques.parts.weights import Weight

__all__ = [
    "NO_SUPPOSING",
    "Broken",
    "Chain",
    "Effects",
    "Finder",
    "Found",
    "InLines",
    "Move",
    "Position",
    "Sample",
    "Search",
    "Step",
    "Technique",
    "Weight",
    "by_supposing",
    "in_lines",
]

Rule = TypeVar("Rule", bound=LineRule)

NO_SUPPOSING = 5  # up to this level nothing is supposed: lines suffice, alone or beside their twins


class Move(NamedTuple):
    """What a technique sees in a line: the cells it decides, and the cells it looks at."""

    effects: Mapping[int, Symbol]
    premises: tuple[int, ...] = ()
    numbers: Mapping[str, int] = {}
    clues: tuple[int, ...] = ()  # which numbers of the clue are looked at
    others: tuple[int, ...] = ()  # parallel lines that are looked at, by index


class Found(NamedTuple):
    """A move somewhere in the grid: in a line, or in a cell of which something was supposed."""

    line: int | None
    move: Move
    cells: Effects = ()  # what is decided without a line,
    chains: Callable[[], tuple[Chain, ...]] | None = None  # and why: told if the move is made


def by_supposing(
    cell: Cell, symbol: Symbol, rounds: int, chains: Callable[[], tuple[Chain, ...]]
) -> Found:
    """What a cell is, after all that follows from something was looked at."""
    return Found(None, Move({}, numbers={"rounds": rounds}), ((cell, symbol),), chains)


class Finder(Protocol):
    """Finds the moves of a technique in a whole position, the best ones first or in any order."""

    def __call__(self, position: Position, search: Search) -> Iterable[Found]: ...


class Search(Protocol):
    """What a technique that tries things out may ask of whoever climbs the ladder."""

    def poll(self) -> None:
        """Raises LimitReached when the time is up."""

    def memory(self, key: str) -> dict[object, object]:
        """Notes that a technique keeps from step to step."""

    def inner(self) -> tuple[Technique, ...]:
        """The techniques of this ladder that suppose nothing."""

    def changed_since(self, key: str) -> int:
        """The lines that changed since this was last asked, as a mask."""


@dataclass(frozen=True, slots=True)
class InLines:
    """Looks at single lines of one rule; equal lines are looked at once."""

    moves: Callable[[Line, LineRule], tuple[Move, ...]]
    decides: str  # the symbols that it can put; lines where others are due are passed over


def in_lines(
    rule: type[Rule] | None, look: Callable[[Line, Rule], Iterator[Move]], decides: str = "01"
) -> InLines:
    """A finder that turns rows and columns into lines.

    Balanced lines come again and again, so what was seen in them is remembered; lines with clues
    hardly ever do, and remembering them costs more than it saves.
    """

    def fresh(line: Line, obeyed: LineRule) -> tuple[Move, ...]:
        if rule is not None and not isinstance(obeyed, rule):
            return ()
        return tuple(look(line, obeyed))  # type: ignore[arg-type]

    return InLines(fresh if rule is Runs else lru_cache(maxsize=1 << 14)(fresh), decides)


@dataclass(frozen=True, slots=True)
class Sample:
    """A position in which a technique applies: a line (and finished ones beside it), or a grid."""

    rule: LineRule | None = None
    line: Line = ""
    finished: tuple[Line, ...] = ()
    id: str = ""  # of a puzzle, for techniques that need a whole grid

    def puzzle(self) -> Puzzle:
        """The sample as a puzzle of its own; the lines across obey no rule."""
        if self.rule is None:
            return from_id(self.id)
        rows = (self.line, *self.finished)
        return Puzzle(
            kind="nonogram" if isinstance(self.rule, Runs) else "binairo",
            givens=Grid.parse(rows),
            row_rules=(self.rule,) * len(rows),
            col_rules=(Anything(),) * len(self.line),
            distinct=bool(self.finished),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Technique:
    """A named human deduction. One file in `techniques/`; its place in a ladder is its rank."""

    id: str
    name: str
    level: int
    summary: str  # when it applies and what follows, for the gallery
    say: str  # the sentence of a step
    price: Mapping[type[LineRule], Weight] = field(
        hash=False
    )  # for each rule whose ladder it is in
    find: InLines | Finder
    samples: tuple[Sample, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Name, description and abilities as data."""
        scores = {rule.__name__.lower(): price.base for rule, price in self.price.items()}
        return {
            "id": self.id,
            "name": self.name,
            "level": self.level,
            "summary": self.summary,
            "rules": list(scores),
            "scores": scores,
            "samples": [sample.id or sample.line for sample in self.samples],
        }
