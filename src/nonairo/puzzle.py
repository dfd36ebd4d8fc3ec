"""Puzzles: a grid of unknown symbols whose rows and columns each obey a line rule.

Some kinds also ask that no two rows and no two columns be alike (`distinct`). Nothing else about a
kind matters to the engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET, SYMBOLS, UNKNOWN, Grid, Place
from nonairo.plain import many, visible
from nonairo.rules import LineRule


def givens_as_text(puzzle: Puzzle) -> str:
    """The rows of the givens: the body of an id where nothing else needs to be said."""
    return "/".join(puzzle.givens.rows())


@dataclass(frozen=True, slots=True, repr=False)
class Puzzle:
    """What is asked: givens, a rule for every line, and whether lines must differ.

    Two puzzles are equal when the same is asked; title, author and the like do not matter.

    >>> import nonairo as nn
    >>> puzzle = nn.parse("nonogram:1,1/3;2/1/2").about(title="A cup")
    >>> puzzle.height, puzzle.width, puzzle.row_rules[0], puzzle.title
    (2, 3, Runs(clue=(1, 1)), 'A cup')
    >>> puzzle == nn.parse(puzzle.id)
    True
    """

    kind: str
    givens: Grid
    row_rules: tuple[LineRule, ...]
    col_rules: tuple[LineRule, ...]
    distinct: bool = False
    rules: str = "standard"
    symbols: str = SYMBOLS  # what a cell can be; the first is the background
    title: str | None = field(default=None, compare=False)
    author: str | None = field(default=None, compare=False)
    source: str | None = field(default=None, compare=False)
    solution: Grid | None = field(default=None, compare=False)
    extra: Mapping[str, object] = field(default_factory=dict, compare=False)
    body: Callable[[Puzzle], str] = field(default=givens_as_text, compare=False, repr=False)
    # How its kind writes it: what stands behind the colon of an id.

    def __post_init__(self) -> None:
        height, width = self.givens.height, self.givens.width
        if len(self.row_rules) != height or len(self.col_rules) != width:
            found = f"{len(self.row_rules)} and {len(self.col_rules)}"
            raise PuzzleError(
                f"expected rules for {height} rows and {width} columns, found {found}"
            )
        if self.symbols != SYMBOLS and not (
            len(self.symbols) > 1 and ALPHABET.startswith(self.symbols)
        ):
            raise PuzzleError(f"expected symbols 01, 012 and so on, found {self.symbols!r:.40}")

    @property
    def height(self) -> int:
        return self.givens.height

    @property
    def width(self) -> int:
        return self.givens.width

    @property
    def row_clues(self) -> tuple[object, ...] | None:
        """What stands beside the rows: blocks, totals; None for kinds that have nothing there."""
        return _clues(self.row_rules)

    @property
    def col_clues(self) -> tuple[object, ...] | None:
        """What stands above the columns, likewise."""
        return _clues(self.col_rules)

    @property
    def id(self) -> str:
        """The puzzle in one line: `kind:body`, or `kind@rules:body`."""
        rules = "" if self.rules == "standard" else f"@{self.rules}"
        return f"{self.kind}{rules}:{self.body(self)}"

    @property
    def record_id(self) -> object:
        """The id that its record had in a file, else the one-line id."""
        own = self.extra.get("id")
        return self.id if own is None else own

    @property
    def name(self) -> str:
        """What to call it in a line: its title, its record's id, or the beginning of its id."""
        return visible(str(self.title or self.extra.get("id") or f"{self.id:.40}"))

    def __str__(self) -> str:
        return self.id

    def __repr__(self) -> str:
        told = [f"{self.kind.capitalize()} {self.height}x{self.width}"]
        told += [] if self.rules == "standard" else [self.rules]
        known = sum(symbol != UNKNOWN for symbol in self.givens.cells)
        told += [many(known, "given")] if known or self.row_clues is None else []
        told += [repr(self.title)] if self.title else []
        return f"<{', '.join(told)}>"

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

    def __reduce__(self) -> tuple[object, ...]:
        state = {each.name: getattr(self, each.name) for each in fields(self)}
        return _unpickled, (state,)

    def _repr_svg_(self) -> str:
        from nonairo.render.svg import draw_puzzle

        return draw_puzzle(self)


def _clues(rules: tuple[LineRule, ...]) -> tuple[object, ...] | None:
    """The clues behind rules that have one each."""
    found = tuple(getattr(rule, "clue", None) for rule in rules)
    return None if None in found else found


def _unpickled(state: dict[str, object]) -> Puzzle:
    """The puzzle again, with the very tuples of rules that its likes have: plans are kept by them.

    Lines that all obey one rule are the rule of thousands of puzzles; the rules of others are
    found by what they are, when they are solved.
    """
    for name in ("row_rules", "col_rules"):
        rules = state[name]
        assert isinstance(rules, tuple)
        if rules.count(rules[0]) == len(rules):
            state[name] = alike(rules[0], len(rules))
    return Puzzle(**state)  # type: ignore[arg-type]


@lru_cache(maxsize=1024)
def alike(rule: LineRule, number: int) -> tuple[LineRule, ...]:
    """So many lines of one rule; one tuple for all puzzles, found again by identity."""
    return (rule,) * number
