"""The first technique of a ladder that sees something in a line: the core knows at once.

Whether, not what: the technique itself still says what it sees, and is the specification. For lines
with blocks of one colour; elsewhere every technique looks by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from nonairo import native
from nonairo.grid import SYMBOLS, Line, Symbol
from nonairo.line_solver import CompiledKernel, LineKernel
from nonairo.rules import Runs
from nonairo.techniques.base import InLines, Move, Technique
from nonairo.techniques.shared.lines import REMEMBERED
from nonairo.techniques.shared.position import Position

NOTHING, SPOILT = -1, -2  # what the core says if no technique sees anything, or no line is left


def numbers_of(ladder: Sequence[Technique]) -> dict[int, int]:
    """The numbers that the core has for techniques, and where these are in a ladder.

    Empty where it has them in another order, or a technique for single lines that it does
    not know comes between.
    """
    names = native.sights()
    known = {names[each.id]: rank for rank, each in enumerate(ladder) if each.id in names}
    in_lines = [rank for rank, each in enumerate(ladder) if isinstance(each.find, InLines)]
    same = [*known] == sorted(known) and [*known.values()] == in_lines == [*range(len(known))]
    return known if same else {}


class FirstSeen:
    """For each technique at the foot of a ladder the lines in which it is the first to see."""

    __slots__ = ("_among", "_eyes", "_first", "_position", "_ranks", "_read", "lines")

    def __init__(self, position: Position, ranks: dict[int, int]) -> None:
        self._position = position
        self._ranks = ranks
        self._among = sum(1 << number for number in ranks)
        self._eyes = [
            tool.first_seen if isinstance(tool, CompiledKernel) else None
            for tool in position.kernels
        ]
        self._first = [NOTHING] * len(position.lines)
        self._read = 0  # how much of the log
        self.lines = [0] * len(ranks)  # by rank, as masks

    def look(self) -> None:
        """Look at the lines that changed."""
        position = self._position
        changes = position.changes
        if self._read == len(changes):
            return
        texts, eyes, first, ranks, among = (
            position.lines, self._eyes, self._first, self._ranks, self._among,
        )  # fmt: skip
        for i in dict.fromkeys(changes[self._read :]):
            eye = eyes[i]
            if eye is None:  # a line without a rule
                continue
            number = eye(texts[i], among)
            before = first[i]
            if number != before:
                if number == SPOILT:
                    position.spoilt = i if position.spoilt is None else position.spoilt
                    number = NOTHING
                if before >= 0:
                    self.lines[ranks[before]] ^= 1 << i
                if number >= 0:
                    self.lines[ranks[number]] ^= 1 << i
                first[i] = number
        self._read = len(changes)


def first_seen_in(position: Position, ladder: Sequence[Technique]) -> FirstSeen | None:
    """What the core sees in a position; None where it does not know the techniques."""
    if position.rule is not Runs:
        return None
    ranks = numbers_of(ladder)
    return FirstSeen(position, ranks) if ranks else None


class CachedTechniques(tuple[Technique, ...]):
    """Some techniques of a ladder, and what they gave before: chains are often alike."""

    @cached_property
    def _ranks(self) -> dict[int, int]:
        return numbers_of(self)

    @cached_property
    def _among(self) -> dict[Symbol, int]:
        """Those that can put a symbol, by their numbers."""
        among = dict.fromkeys(SYMBOLS, 0)
        for number, rank in self._ranks.items():
            finder = self[rank].find
            assert isinstance(finder, InLines)
            for symbol in finder.decides or SYMBOLS:
                among[symbol] |= 1 << number
        return among

    @cached_property
    def _given(self) -> dict[tuple[LineKernel, Line, int, Symbol], tuple[Technique, Move] | None]:
        return {}

    def first_giving(
        self, tool: LineKernel, line: Line, k: int, symbol: Symbol
    ) -> tuple[Technique, Move] | None:
        """The first technique that gives a cell of a line, and its move."""
        key = tool, line, k, symbol
        if key not in self._given:
            if len(self._given) == REMEMBERED:
                self._given.clear()
            self._given[key] = next(self._in_turn(*key), None)
        return self._given[key]

    def _in_turn(
        self, tool: LineKernel, line: Line, k: int, symbol: Symbol
    ) -> Iterator[tuple[Technique, Move]]:
        eye = tool.first_seen if isinstance(tool, CompiledKernel) else None
        if eye is None or not self._ranks:
            yield from giving(self, tool, line, k, symbol)
            return
        among = self._among[symbol]
        while (number := eye(line, among)) >= 0:
            yield from giving((self[self._ranks[number]],), tool, line, k, symbol)
            among &= -2 << number  # those after it


def giving(
    techniques: Sequence[Technique], tool: LineKernel, line: Line, k: int, symbol: Symbol
) -> Iterator[tuple[Technique, Move]]:
    """The techniques that give a cell of a line, and their moves."""
    for technique in techniques:
        if isinstance(technique.find, InLines):
            for move in technique.find.moves(line, tool.rule, tool.symbols):
                if move.effects.get(k) == symbol:
                    yield technique, move
