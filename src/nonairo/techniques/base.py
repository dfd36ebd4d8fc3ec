"""What a technique is made of: a way to find its moves, and a sentence for the steps they become.

A technique looks at one line as a person does (`in_lines`), or at the whole position. It belongs to
a rule, not to a kind. What it finds is a `Move` along a line; a `Step` is the same in the grid, as
data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeVar

from nonairo.grid import SYMBOLS, Cell, Grid, Line, Place, Symbol
from nonairo.kinds import from_id
from nonairo.puzzle import Puzzle
from nonairo.registry import item_of
from nonairo.rules import (
    Anything,
    Balanced,
    ColouredRuns,
    LineRule,
    Ones,
    Runs,
    balance_of,
    signs_along,
)
from nonairo.techniques.shared.lines import REMEMBERED
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.steps import Broken, Chain, Effects, Ranges, Step
from nonairo.techniques.shared.weights import Weight

__all__ = [
    "NO_SUPPOSING",
    "Broken",
    "Chain",
    "Climber",
    "Effects",
    "Finder",
    "Found",
    "InLines",
    "Move",
    "Position",
    "Reason",
    "Sample",
    "Step",
    "Technique",
    "Weight",
    "by_supposing",
    "in_any_line",
    "in_clues",
    "in_lines",
    "in_signed_lines",
]

Rule = TypeVar("Rule", bound=LineRule)

NO_RULE = Anything()
NO_SUPPOSING = 5  # up to this level nothing is supposed: lines suffice, alone or beside their twins


class Move(NamedTuple):
    """What a technique sees in a line: the cells it decides, and the cells it looks at."""

    effects: Mapping[int, Symbol]
    premises: tuple[int, ...] = ()
    numbers: Mapping[str, int] = {}
    clues: tuple[int, ...] = ()  # which numbers of the clue are looked at
    others: tuple[Place, ...] = ()  # further lines that are looked at
    roles: Mapping[str, tuple[int, ...]] = {}  # cells that the sentence names, by their role in it
    excludes: Effects = ()  # what cells cannot be, where there are more than two symbols,
    barred: Effects = ()  # and what of that, excluded by earlier steps, is looked at
    sums: tuple[tuple[int, ...], ...] = ()  # ways to reach a total, if they are few
    looked: Mapping[Place, tuple[int, ...]] = {}  # of the further lines these cells, if not all


class Found(NamedTuple):
    """A move somewhere in the grid: in a line, or in a cell of which something was supposed."""

    line: int | None
    move: Move
    cells: Effects = ()  # what is decided without a line,
    chains: Callable[[], tuple[Chain, ...]] | None = None  # and why: made if the move is
    lines: Callable[[], int] | None = None  # how many lines that needs, if there is a choice


def by_supposing(
    cell: Cell,
    symbol: Symbol,
    rounds: int,
    chains: Callable[[], tuple[Chain, ...]],
    lines: Callable[[], int] | None = None,
) -> Found:
    """A move that decides a cell by what follows from suppositions, so many rounds in all."""
    return Found(None, Move({}, numbers={"rounds": rounds}), ((cell, symbol),), chains, lines)


class Reason(Enum):
    """How the cells that a technique looks at are made as few as possible."""

    AS_FOUND = "as found"  # they are, by the way it looks
    ITS_OWN = "its own"  # it must still see the same in a line that holds nothing else
    NAMED = "named"  # the same, and needs every cell that its sentence names
    MEANING = "meaning"  # the same must still follow


class Finder(Protocol):
    """Finds the moves of a technique in a whole position, the best ones first or in any order."""

    def __call__(self, position: Position, search: Climber) -> Iterable[Found]: ...


class Climber(Protocol):
    """What a technique that tries suppositions may call while the ladder is climbed."""

    unexplained: bool  # only what is decided counts: nobody asks for chains

    def poll(self) -> None:
        """Raises LimitReached when the time is up."""

    def memory(self, key: str) -> dict[object, object]:
        """Notes that a technique keeps from step to step."""

    def inner(self) -> tuple[Technique, ...]:
        """The techniques of this ladder that suppose nothing."""

    def answer(self) -> Grid | None:
        """The solution, if there is just one: to choose what to suppose, never as a reason."""

    def late(self) -> bool:
        """Whether so much was supposed that one tree should take all that is left."""

    def changed_since(self, key: str) -> int:
        """The lines that changed since the last call, as a mask."""


@dataclass(frozen=True, slots=True)
class InLines:
    """Looks at single lines: text, rule and symbols."""

    moves: Callable[[Line, LineRule, str], tuple[Move, ...]]
    decides: str  # the symbols that it can put; lines where others are due are passed over
    # It looks at the clue alone: where it sees nothing, it never will, whatever is known then.
    clue_alone: bool = False


def in_clues(
    look: Callable[[Line, Runs | ColouredRuns], Iterator[Move]],
    decides: str = SYMBOLS,
    clue_alone: bool = False,
) -> InLines:
    """A finder for lines with blocks, of one colour or of several."""

    def seen(line: Line, rule: LineRule, symbols: str) -> tuple[Move, ...]:
        if type(rule) is Runs or type(rule) is ColouredRuns:
            return tuple(look(line, rule))
        return ()

    return InLines(seen, decides, clue_alone)


def in_lines(
    rule: type[Rule], look: Callable[[Line, Rule], Iterator[Move]], decides: str = SYMBOLS
) -> InLines:
    """A finder that turns rows and columns into lines of one rule: of that very class.

    Balanced lines that have signs, too, are balanced. Those without come again and again, so what
    was seen in them is remembered; lines with clues hardly ever do, and remembering them costs more
    than it saves.
    """

    def fresh(line: Line, obeyed: LineRule, symbols: str) -> tuple[Move, ...]:
        mine = balance_of(obeyed) if rule is Balanced else obeyed
        return tuple(look(line, mine)) if type(mine) is rule else ()

    return InLines(fresh if rule is Runs else lru_cache(maxsize=REMEMBERED)(fresh), decides)


def in_signed_lines(look: Callable[[Line, Balanced, str], Iterator[Move]]) -> InLines:
    """The same for balanced lines with signs between neighbours."""

    @lru_cache(maxsize=REMEMBERED)
    def fresh(line: Line, obeyed: LineRule, symbols: str) -> tuple[Move, ...]:
        balance, signs = balance_of(obeyed), signs_along(obeyed)
        return tuple(look(line, balance, signs)) if balance is not None and signs else ()

    return InLines(fresh, SYMBOLS)


def in_any_line(look: Callable[[Line, LineRule, str], Iterator[Move]]) -> InLines:
    """The same for lines of whatever rule, with whatever symbols."""
    return InLines(lambda line, rule, symbols: tuple(look(line, rule, symbols)), "")


KIND_OF: dict[type[LineRule], str] = {Runs: "nonogram", ColouredRuns: "nonogram", Ones: "mosaic"}


@dataclass(frozen=True, slots=True)
class Sample:
    """A position in which a technique applies: a line (and others beside it), or a grid."""

    rule: LineRule | None = None
    line: Line = ""
    beside: tuple[Line, ...] = ()  # these must differ from the line and from each other
    across: LineRule = NO_RULE
    symbols: str = SYMBOLS
    id: str = ""  # of a puzzle, for techniques that need a whole grid

    def puzzle(self) -> Puzzle:
        """The sample as a puzzle of its own."""
        if self.rule is None:
            return from_id(self.id)
        rows = (self.line, *self.beside)
        return Puzzle(
            kind=KIND_OF.get(type(self.rule), "binairo"),
            givens=Grid.parse(rows, self.symbols),
            row_rules=(self.rule,) * len(rows),
            col_rules=(self.across,) * len(self.line),
            distinct=bool(self.beside),
            symbols=self.symbols,
        )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Technique:
    """A named human deduction. One file in `techniques/`; its place in a ladder is its rank."""

    id: str
    name: str
    level: int
    summary: str  # when it applies and what follows, for the gallery
    # The sentence of a step. Names in braces stand for what the step holds: place, premises,
    # effects, value, other, result, others, block, ranges, given, and every role and number.
    say: str = ""  # empty: it supposes something, and its sentence is that of its chains
    say_one: str = ""  # the sentence of one that lists just one case, if that is another
    say_each: str = ""  # the sentence of one in which each of two lines rules out one symbol
    say_sums: str = ""  # the sentence of one that lists the ways to reach a total
    say_excluding: str = ""  # the sentence of one that decides nothing, but excludes something
    price: Mapping[type[LineRule], Weight] = field(hash=False)  # by the rule whose ladder it is in
    find: InLines | Finder
    samples: tuple[Sample, ...] = ()
    reason: Reason = Reason.ITS_OWN  # for one that looks at lines; chains have their own
    # The cells that it needs of a line, if it knows without trying.
    needs: Callable[[Line, LineRule, Move], tuple[int, ...]] | None = None
    # Whether its sentence is still true in a line with less known, if it need not see the same.
    still: Callable[[Line, LineRule, Move], bool] | None = None
    # The roles of the filled cell and of the stretch that the core must know of to see it again, if
    # it can: what the core then says is that of `find` or `still`.
    claim: tuple[str, str] | None = None
    # Numbers of its sentence that are smaller where less is known: those of the reason are named.
    shrinking: tuple[str, ...] = ()
    # The blocks that leave these cells no choice, and the first and the last cell they can cover.
    bounds: Callable[[Line, LineRule, Sequence[int]], list[tuple[int, int, int]]] | None = None
    # What makes further names in braces of its sentence from a step, when that is printed.
    details: Callable[[Step], Mapping[str, object]] | None = field(default=None, hash=False)
    # The move of its cells in a line of some length, if only some of its effects are needed.
    of_some: Callable[[Move, LineRule, int, Sequence[int]], Move] | None = None
    # Its numbers, from the ways to finish the line and the further lines that are needed.
    of_others: Callable[[int, Sequence[Line]], dict[str, int]] | None = None
    symbols: int = 2  # of puzzles with fewer it has nothing to say
    shapes: bool = False  # it is about lines besides rows and columns, and silent without any
    last_resort: bool = False  # it takes all that is left, once others have supposed too much
    signs: bool = False  # it is about signs between neighbours, and silent where there are none

    def __reduce__(self) -> tuple[Callable[[str, str], object], tuple[str, str]]:
        return item_of, ("nonairo.techniques", self.id)  # its functions are made where it is listed

    def __repr__(self) -> str:
        return f"<Technique {self.id}, level {self.level}: {self.summary}>"

    def sentence(self, move: Move) -> str:
        """The template of a move's sentence: `Step.text` fills it in."""
        if self.say_excluding and not move.effects:
            return self.say_excluding
        if self.say_each and move.numbers.get("each") == 1:
            return self.say_each
        if self.say_sums and move.sums:
            return self.say_sums
        return self.say_one if self.say_one and move.numbers.get("cases") == 1 else self.say

    def step(
        self,
        position: Position,
        line: int,
        move: Move,
        premises: tuple[Cell, ...],
        effects: Effects,
        reduced: Line,
        score: float = 0.0,
        known: Mapping[Place, Line] | None = None,
    ) -> Step:
        """A move in a line as a step of the grid. Inside a chain it is free: its length is paid.

        `reduced` is the line without the cells that are not needed; `known` has the lines as they
        are (None: as little is known of the line).
        """
        cells, rule = position.cells[line], position.rules[line]
        if self.of_some is not None and len(effects) < len(move.effects):
            decided = [k for k, cell in enumerate(cells) if (cell, move.effects.get(k)) in effects]
            move = self.of_some(move, rule, len(cells), decided)
        ranges: Ranges = ()
        if self.bounds is not None:
            decided = [k for k, cell in enumerate(cells) if (cell, move.effects.get(k)) in effects]
            bounds = self.bounds(reduced, rule, decided)
            ranges = tuple([(i, cells[first], cells[last]) for i, first, last in bounds])
        return Step(
            technique=self.id,
            level=self.level,
            score=score,
            place=position.places[line],
            premises=premises,
            effects=effects,
            numbers=move.numbers,
            clues=move.clues,
            others=move.others,
            roles={role: tuple([cells[k] for k in where]) for role, where in move.roles.items()},
            called=self.called,
            words=position.words,
            say=self.sentence(move),
            excludes=move.excludes,
            barred=move.barred,
            line=reduced,
            rule=rule,
            ranges=ranges,
            sums=move.sums,
            known={
                each: (text, position.rules[position.number(each)])
                for each, text in (known or {position.places[line]: reduced}).items()
            },
            details=self.details,
        )

    @property
    def called(self) -> str:
        """Its name inside a sentence."""
        return self.name.lower()

    def price_for(self, rule: type[LineRule]) -> Weight:
        """What it costs in lines of a rule; `Anything` stands for rules without a ladder."""
        return self.price.get(rule) or self.price[Anything]

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
