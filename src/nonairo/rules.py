"""Line rules: what a row or a column must obey, each a small automaton.

A rule reads a line symbol by symbol. From the automaton alone everything else follows, exactly and
for every rule: what all completions share, how many there are, and which. That is the business of
`nonairo.line_solver`; here are automata only.

Who has a faster way for one of these rules asks for its very class (`type(rule) is Runs`): what is
derived from it may ask for more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Protocol, TypeAlias

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET, SYMBOLS, Symbol
from nonairo.plain import whole

State: TypeAlias = tuple[int, ...]
Clue: TypeAlias = tuple[int, ...]
ColouredClue: TypeAlias = tuple[tuple[int, Symbol], ...]


class LineRule(Protocol):
    """An automaton over the symbols of a line. Rules are frozen and hashable.

    All states of a rule are tuples of the same length.
    """

    @property
    def start(self) -> State:
        """The state before the first symbol."""

    def step(self, state: State, symbol: Symbol) -> State | None:
        """The state after one more symbol; None if the line is spoilt."""

    def accepts(self, state: State) -> bool:
        """Whether a line may end here."""

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Balanced:
    """So many zeros and so many ones, and never more than `longest` alike in a row."""

    zeros: int
    ones: int
    longest: int = 2
    start: ClassVar[State] = (0, 0, -1, 0)  # zeros read, ones read, last symbol, its run

    def step(self, state: State, symbol: Symbol) -> State | None:
        zeros, ones, last, run = state
        if symbol not in SYMBOLS:
            return None
        read = int(symbol)
        run = run + 1 if read == last else 1
        zeros, ones = zeros + 1 - read, ones + read
        spoilt = run > self.longest or zeros > self.zeros or ones > self.ones
        return None if spoilt else (zeros, ones, read, run)

    def accepts(self, state: State) -> bool:
        return state[:2] == (self.zeros, self.ones)


@dataclass(frozen=True, slots=True)
class Runs:
    """The blocks of ones, in order, with at least one zero between two of them."""

    clue: Clue
    start: ClassVar[State] = (0,)  # how much of the tightest line is behind us

    def step(self, state: State, symbol: Symbol) -> State | None:
        return _read_on(tightest(self.clue), state, symbol)

    def accepts(self, state: State) -> bool:
        (behind,) = state
        return behind == len(tightest(self.clue)[0])


@dataclass(frozen=True, slots=True)
class ColouredRuns:
    """The blocks of a coloured line, in order: how long, and of which symbol.

    Between two blocks of one colour there is at least one zero; others may touch.
    """

    clue: ColouredClue
    start: ClassVar[State] = (0,)  # how much of the tightest line is behind us

    def step(self, state: State, symbol: Symbol) -> State | None:
        return _read_on(tightest_coloured(self.clue), state, symbol)

    def accepts(self, state: State) -> bool:
        (behind,) = state
        return behind == len(tightest_coloured(self.clue)[0])


def _read_on(line: tuple[str, frozenset[int]], state: State, symbol: Symbol) -> State | None:
    """One symbol further along the tightest line, or a zero where one may be slipped in."""
    tight, waits = line
    (behind,) = state
    if tight[behind : behind + 1] == symbol:
        return (behind + 1,)
    return state if symbol == "0" and behind in waits else None


@lru_cache(maxsize=65536)
def tightest(clue: Clue) -> tuple[str, frozenset[int]]:
    """The shortest line with these blocks, and where a further zero may be slipped in.

    >>> text, waits = tightest((3, 1))
    >>> text, sorted(waits)
    ('11101', [0, 4, 5])
    """
    return tightest_coloured(tuple((block, "1") for block in clue))


@lru_cache(maxsize=65536)
def tightest_coloured(clue: ColouredClue) -> tuple[str, frozenset[int]]:
    """The same of coloured blocks: no zero is needed where the colour changes.

    >>> text, waits = tightest_coloured(((3, "1"), (1, "1"), (1, "2")))
    >>> text, sorted(waits)
    ('111012', [0, 4, 5, 6])
    """
    text, waits, last = "", set(), ""
    for length, symbol in clue:
        text += "0" if symbol == last else ""
        waits.add(len(text))
        text += symbol * length
        last = symbol
    return text, frozenset({*waits, len(text)})


def shortest(clue: Clue) -> int:
    """How many cells a clue needs at least."""
    return max(sum(clue) + len(clue) - 1, 0)


@dataclass(frozen=True, slots=True)
class Shares:
    """So many of each symbol, and never more than `longest` alike in a row.

    `Balanced` for any alphabet: `Shares((2, 2, 2))` is a line of six cells over 0, 1 and 2.
    """

    counts: tuple[int, ...]
    longest: int = 2

    @property
    def start(self) -> State:
        return (*(0 for _ in self.counts), -1, 0)  # read of each; the last symbol, and its run

    def step(self, state: State, symbol: Symbol) -> State | None:
        *counts, last, run = state
        read = ALPHABET.find(symbol)
        if not 0 <= read < len(counts):
            return None
        counts[read] += 1
        run = run + 1 if read == last else 1
        spoilt = run > self.longest or counts[read] > self.counts[read]
        return None if spoilt else (*counts, read, run)

    def accepts(self, state: State) -> bool:
        return state[:-2] == self.counts


@dataclass(frozen=True, slots=True)
class Signs:
    """Signs between neighbours: `=` the same, `x` different, `.` nothing said.

    >>> line = Signs("=x")
    >>> line.step(line.step(line.start, "1"), "0") is None
    True
    """

    between: str
    start: ClassVar[State] = (0, -1)  # cells read, and the last symbol

    def step(self, state: State, symbol: Symbol) -> State | None:
        behind, last = state
        read = ALPHABET.find(symbol)
        sign = self.between[behind - 1 : behind] if behind else ""
        spoilt = (sign == "=" and read != last) or (sign == "x" and read == last)
        return None if spoilt or behind > len(self.between) else (behind + 1, read)

    def accepts(self, state: State) -> bool:
        return state[0] == len(self.between) + 1


@dataclass(frozen=True, slots=True)
class Anything:
    """No rule at all: a line whose clue is not known."""

    start: ClassVar[State] = ()

    def step(self, state: State, symbol: Symbol) -> State | None:
        return state

    def accepts(self, state: State) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Both:
    """Several rules at once, for rules that are added to others: their product automaton.

    >>> odd = Both((Balanced(2, 2), Runs((1, 1))))
    >>> odd.step(odd.start, "1")
    (0, 1, 1, 1, 1)
    """

    rules: tuple[LineRule, ...]

    @property
    def start(self) -> State:
        return tuple(number for rule in self.rules for number in rule.start)

    def step(self, state: State, symbol: Symbol) -> State | None:
        joined: State = ()
        for rule, own in self._split(state):
            after = rule.step(own, symbol)
            if after is None:
                return None
            joined += after
        return joined

    def accepts(self, state: State) -> bool:
        return all(rule.accepts(own) for rule, own in self._split(state))

    def _split(self, state: State) -> Iterator[tuple[LineRule, State]]:
        begin = 0
        for rule in self.rules:
            end = begin + len(rule.start)
            yield rule, state[begin:end]
            begin = end


def balance_of(rule: LineRule) -> Balanced | None:
    """The balance that a line keeps, whatever signs it has besides; None if that is not its rule.

    >>> balance_of(Both((Balanced(3, 3), Signs("=...."))))
    Balanced(zeros=3, ones=3, longest=2)
    """
    if type(rule) is Balanced:
        return rule
    if type(rule) is Both and len(rule.rules) == 2:
        balanced, signs = rule.rules
        if type(balanced) is Balanced and type(signs) is Signs:
            return balanced
    return None


def signs_along(rule: LineRule) -> str:
    """The signs between the neighbours of a line; nothing if it has none."""
    if type(rule) is Both:
        return next((each.between for each in rule.rules if type(each) is Signs), "")
    return ""


def parse_clue(numbers: object, where: str, length: int) -> Clue:
    """A checked clue for a line of `length` cells; `[]` and `[0]` are the empty line."""
    plain = getattr(numbers, "tolist", None)  # of arrays
    numbers = plain() if callable(plain) else numbers
    if not isinstance(numbers, (list, tuple)):
        raise PuzzleError(f"{where}: expected a list of numbers, found {numbers!r:.40}")
    found = []
    for number in numbers:
        block = whole(number)
        if block is None or block < 0:
            raise PuzzleError(f"{where}: expected whole numbers, found {number!r:.40}")
        found.append(block)
    clue = tuple(found)
    if clue == (0,):
        return ()
    if 0 in clue:
        raise PuzzleError(f"{where}: expected blocks of at least 1 cell, found 0 beside others")
    if shortest(clue) > length:
        written = ",".join(map(str, clue[:12])) + (",..." if len(clue) > 12 else "")
        line = where.split()[0]
        raise PuzzleError(
            f"{where}: clue {written} needs {shortest(clue)} cells, the {line} has {length}"
        )
    return clue
