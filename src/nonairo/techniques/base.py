"""What a technique is made of: a way to find its moves, and a sentence for the steps they become.

A technique looks at one line as a person does (`in_lines`), or at the whole position. It belongs to
a rule, not to a kind. What it finds is a `Move` along a line; a `Step` is the same in the grid, as
data: the sentence, the JSON and the pictures are all derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar

from nonairo.grid import OTHER, SYMBOLS, Cell, Grid, Line, Place, Symbol
from nonairo.kinds import from_id
from nonairo.puzzle import Puzzle
from nonairo.rules import Anything, LineRule, Runs

if TYPE_CHECKING:
    from nonairo.techniques.position import Position

Effects: TypeAlias = tuple[tuple[Cell, Symbol], ...]
Words: TypeAlias = tuple[str, ...]  # how the symbols are called in a sentence
Rule = TypeVar("Rule", bound=LineRule)


class Move(NamedTuple):
    """What a technique sees in a line: the cells it decides, and the cells it looks at."""

    effects: Mapping[int, Symbol]
    premises: tuple[int, ...] = ()
    numbers: Mapping[str, int] = {}
    clues: tuple[int, ...] = ()  # which numbers of the clue are looked at
    others: tuple[int, ...] = ()  # parallel lines that are looked at, by index


@dataclass(frozen=True, slots=True)
class Broken:
    """How a chain ends: the rule that is broken, where, and by which cells."""

    rule: str  # three, balance, distinct, clue or line
    places: tuple[Place, ...]
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        where = " and ".join(map(str, self.places))
        return {
            "three": f"{spell(self.cells)} would be too many alike in a row",
            "balance": f"{where} would have too many of one symbol",
            "distinct": f"{where} would be equal",
            "clue": f"the clue of {where} could not be met",
        }.get(self.rule, f"{where} could not be completed")

    def to_json(self) -> dict[str, object]:
        """As data."""
        return {
            "rule": self.rule,
            "places": [list(place) for place in self.places],
            "cells": [list(cell) for cell in self.cells],
            "text": str(self),
        }


@dataclass(frozen=True, slots=True)
class Chain:
    """What follows from an assumption: the steps that are needed, and the rule broken at the end.

    `rounds` is its length: in each round everything that follows at once is filled in, so that the
    length does not depend on the order in which one looks.
    """

    assumed: tuple[Cell, Symbol]
    steps: tuple[Step, ...]
    rounds: int
    broken: Broken | None = None  # None: the chain leads to the effect instead

    def to_json(self) -> dict[str, object]:
        """As data."""
        cell, symbol = self.assumed
        return {
            "assumed": [*cell, symbol],
            "rounds": self.rounds,
            "steps": [step.to_json() for step in self.steps],
            "broken": None if self.broken is None else self.broken.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """One use of a technique: where, what it looks at, what it decides."""

    technique: str
    level: int
    score: float
    place: Place | None
    premises: tuple[Cell, ...]
    effects: Effects
    numbers: Mapping[str, int] = field(default_factory=dict)
    clues: tuple[int, ...] = ()
    others: tuple[Place, ...] = ()  # further lines to look at
    chains: tuple[Chain, ...] = ()
    words: Words = tuple(SYMBOLS)
    say: str = field(default="", repr=False)

    @property
    def text(self) -> str:
        """The step in one sentence."""
        symbols = sorted({symbol for _, symbol in self.effects})
        name = dict(zip(SYMBOLS, self.words, strict=True))
        fields: dict[str, object] = {
            "place": self.place,
            "premises": spell(self.premises),
            "effects": spell(cell for cell, _ in self.effects),
            "value": name[symbols[0]],
            "other": name[OTHER[symbols[0]]],
            "result": result(self.effects, self.words),
            "others": " and ".join(map(str, self.others)),
            "chains": " ".join(self._told(chain) for chain in self.chains),
        }
        return self.say.format(**fields, **self.numbers)

    def _told(self, chain: Chain) -> str:
        assumed = result((chain.assumed,), self.words)
        told = [f"suppose {assumed}"]
        for step in chain.steps:
            told.append(f"then by {step.technique} in {step.place} "
                        f"{result(step.effects, self.words)}")  # fmt: skip
        told.append(f"and {chain.broken}" if chain.broken else "")
        return ", ".join(filter(None, told)) + "."

    def __str__(self) -> str:
        where = f"{self.place}, " if self.place else ""
        return f"{where}{self.technique}: {self.text}"

    def to_json(self) -> dict[str, object]:
        """As data: lines and cells count from 0."""
        return {
            "technique": self.technique,
            "level": self.level,
            "score": self.score,
            "place": None if self.place is None else list(self.place),
            "premises": {
                "cells": [list(cell) for cell in self.premises],
                "clues": list(self.clues),
                "lines": [list(place) for place in self.others],
            },
            "effects": [[*cell, symbol] for cell, symbol in self.effects],
            "numbers": dict(self.numbers),
            "chains": [chain.to_json() for chain in self.chains],
            "text": self.text,
        }


class Found(NamedTuple):
    """A move somewhere in the grid; contradictions bring their chains and no line."""

    line: int | None
    move: Move
    build: Callable[[], tuple[Effects, tuple[Chain, ...]]] | None = None
    cells: Effects = ()  # the effects of a move without a line


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
    find: InLines | Finder
    samples: tuple[Sample, ...] = ()

    def to_json(self) -> dict[str, object]:
        """Name, description and abilities as data."""
        from nonairo.techniques import LADDERS
        from nonairo.techniques.weights import WEIGHTS

        rules = [rule for rule, ladder in LADDERS.items() if self in ladder]
        return {
            "id": self.id,
            "name": self.name,
            "level": self.level,
            "summary": self.summary,
            "rules": [rule.__name__.lower() for rule in rules],
            "scores": {rule.__name__.lower(): WEIGHTS.of(rule, self.id).base for rule in rules},
            "samples": [sample.id or sample.line for sample in self.samples],
        }


def spell(cells: Iterable[Cell]) -> str:
    """Cells as a person writes them; three or more in a row as a range.

    >>> spell([Cell(0, 1), Cell(0, 2), Cell(0, 3), Cell(2, 0)])
    'r1c2-r1c4 and r3c1'
    """
    runs: list[list[Cell]] = []
    for cell in sorted(cells):
        if runs and cell == (runs[-1][-1].row, runs[-1][-1].col + 1):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    if len(runs) > 2 and all(len(run) == 1 for run in runs):  # perhaps a stretch of a column
        runs = _stretches([run[0] for run in runs])
    words: list[str] = []
    for run in runs:
        words += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1] if words else "")))


def _stretches(cells: list[Cell]) -> list[list[Cell]]:
    runs: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: (cell.col, cell.row)):
        if runs and cell == (runs[-1][-1].row + 1, runs[-1][-1].col):
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def result(effects: Iterable[tuple[Cell, Symbol]], words: Words) -> str:
    """What cells are, in words.

    >>> result([(Cell(0, 0), "1"), (Cell(0, 3), "0")], ("0", "1"))
    'r1c4 is 0 and r1c1 is 1'
    """
    effects = tuple(effects)
    told = []
    for symbol, word in zip(SYMBOLS, words, strict=True):
        cells = [cell for cell, value in effects if value == symbol]
        if cells:
            told.append(f"{spell(cells)} {'is' if len(cells) == 1 else 'are'} {word}")
    return " and ".join(told)
