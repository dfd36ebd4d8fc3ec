"""Puzzles: a grid of unknown bits whose rows and columns each obey a line rule.

Some kinds also ask that no two rows and no two columns be alike (`distinct`). Nothing else about a
kind matters to the engines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from nonairo.grid import Grid, Place
from nonairo.rules import LineRule


@dataclass(frozen=True, slots=True)
class Puzzle:
    """What is asked: givens, a rule for every line, and whether lines must differ.

    Two puzzles are equal when the same is asked; title, author and the like do not matter.
    """

    kind: str
    givens: Grid
    row_rules: tuple[LineRule, ...]
    col_rules: tuple[LineRule, ...]
    distinct: bool = False
    rules: str = "standard"
    title: str | None = field(default=None, compare=False)
    author: str | None = field(default=None, compare=False)
    source: str | None = field(default=None, compare=False)
    solution: Grid | None = field(default=None, compare=False)
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)

    @property
    def height(self) -> int:
        return self.givens.height

    @property
    def width(self) -> int:
        return self.givens.width

    @property
    def id(self) -> str:
        """The puzzle in one line: `kind:body`, or `kind@rules:body`."""
        from nonairo.kinds import KINDS  # kinds are built on puzzles

        rules = "" if self.rules == "standard" else f"@{self.rules}"
        return f"{self.kind}{rules}:{KINDS[self.kind].write(self)}"

    def __str__(self) -> str:
        return self.id

    def places(self) -> Iterator[Place]:
        """All lines: rows first, then columns."""
        for index in range(self.height):
            yield Place("row", index)
        for index in range(self.width):
            yield Place("column", index)

    def rule(self, place: Place) -> LineRule:
        """What one line must obey."""
        return (self.row_rules if place.axis == "row" else self.col_rules)[place.index]

    def length(self, place: Place) -> int:
        """How many cells a line has."""
        return self.width if place.axis == "row" else self.height

    def with_givens(self, givens: Grid) -> Puzzle:
        """The same puzzle with other givens."""
        return replace(self, givens=givens)

    def about(
        self,
        *,
        title: str | None = None,
        author: str | None = None,
        source: str | None = None,
        solution: Grid | None = None,
        extra: Mapping[str, object] | None = None,
    ) -> Puzzle:
        """The same puzzle with this metadata."""
        return replace(
            self,
            title=title,
            author=author,
            source=source,
            solution=solution,
            extra=self.extra if extra is None else extra,
        )

    def _repr_svg_(self) -> str:
        from nonairo.render.svg import draw_puzzle

        return draw_puzzle(self)
