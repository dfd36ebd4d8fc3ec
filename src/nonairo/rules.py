"""Line rules: what a row or a column must obey, each a small automaton.

A rule reads a line symbol by symbol. From the automaton alone everything else follows, exactly and
for every rule: what all completions share, how many there are, and which. `nonairo.line_solver`
does that; this module contains only the automata.

Specialised code must test `type(rule) is Runs`, not `isinstance`: a subclass may ask for more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import ClassVar, Protocol, TypeAlias

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET, LARGEST_SIDE, SYMBOLS, Symbol
from nonairo.plain import brief, shown, whole

State: TypeAlias = tuple[int, ...]
Clue: TypeAlias = tuple[int, ...]
ColouredClue: TypeAlias = tuple[tuple[int, Symbol], ...]

LETTERS = "abcdefghijklmnopqrstuvwxyz"  # of the colours, in the order of their symbols
COLOUR_LETTERS = dict(zip(ALPHABET[1:], LETTERS, strict=False))


class LineRule(Protocol):
    """An automaton over the symbols of a line. Rules are frozen and hashable.

    All states of a rule are tuples of the same length. A rule may have a method
    `problem(axis, length)` that says in words why no line of this length can obey it, or returns
    None; a puzzle asks it when it is made. `axis` is `row` or `column`.
    """

    @property
    def start(self) -> State:
        """The state before the first symbol."""

    def step(self, state: State, symbol: Symbol) -> State | None:
        """The state after one more symbol; None if the line is broken."""

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
        broken = run > self.longest or zeros > self.zeros or ones > self.ones
        return None if broken else (zeros, ones, read, run)

    def accepts(self, state: State) -> bool:
        return state[:2] == (self.zeros, self.ones)

    def problem(self, axis: str, length: int) -> str | None:
        return _count_problem((self.zeros, self.ones), self.longest)


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

    def problem(self, axis: str, length: int) -> str | None:
        clue = self.clue
        if type(clue) is not tuple or not {int}.issuperset(map(type, clue)):
            return f"expected a tuple of whole numbers, found {brief(clue)}"
        least = min(clue, default=1)
        if least > 0 and sum(clue) + len(clue) - 1 <= length:
            return None
        if least < 0:
            return f"expected whole numbers, found {shown(least)}"
        if least == 0:
            return "expected blocks of at least 1 cell, found a 0 among them"
        written = ",".join(map(shown, clue[:12])) + (",..." if len(clue) > 12 else "")
        return f"clue {written} needs {shown(shortest(clue))} cells, but the {axis} has {length}"


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

    def problem(self, axis: str, length: int) -> str | None:
        clue = self.clue
        if type(clue) is not tuple:
            return f"expected a tuple of blocks, found {brief(clue)}"
        for block in clue:
            if type(block) is not tuple or len(block) != 2 or str(block[1]) not in COLOUR_LETTERS:
                return f"expected blocks such as (2, '1'), found {brief(block)}"
            if type(block[0]) is not int or block[0] < 1:
                return f"expected blocks of at least 1 cell, found {shown(block[0])}"
        least = sum(number for number, _ in clue) + sum(
            one == other for (_, one), (_, other) in pairwise(clue)
        )
        if least <= length:
            return None
        needed = f"clue {write_blocks(clue[:12])} needs {shown(least)} cells"
        return f"{needed}, but the {axis} has {length}"


def letter_of(symbol: Symbol) -> str:
    """Return the letter that ids have for the colour of a symbol: `a` for 1, `b` for 2."""
    return COLOUR_LETTERS[symbol]


def write_blocks(clue: ColouredClue) -> str:
    """Return a coloured clue as ids have it.

    >>> write_blocks(((2, "1"), (1, "2")))
    '2a,1b'
    """
    return ",".join(f"{length}{letter_of(symbol)}" for length, symbol in clue) or "0"


def _count_problem(counts: tuple[int, ...], longest: int) -> str | None:
    """Return why these cannot be numbers of symbols and of equal symbols in a row."""
    for number, least in (*((count, 0) for count in counts), (longest, 1)):
        if type(number) is not int or not least <= number <= LARGEST_SIDE:
            return f"expected {least} to {LARGEST_SIDE} equal symbols, found {shown(number)}"
    return None


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
        broken = run > self.longest or counts[read] > self.counts[read]
        return None if broken else (*counts, read, run)

    def accepts(self, state: State) -> bool:
        return state[:-2] == self.counts

    def problem(self, axis: str, length: int) -> str | None:
        return _count_problem(self.counts, self.longest)


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
        broken = (sign == "=" and read != last) or (sign == "x" and read == last)
        return None if broken or behind > len(self.between) else (behind + 1, read)

    def accepts(self, state: State) -> bool:
        return state[0] == len(self.between) + 1


@dataclass(frozen=True, slots=True)
class Ones:
    """So many ones, wherever they are: a clue of Mosaic, half of a region.

    >>> Ones(1).step((1,), "1") is None
    True
    """

    number: int
    start: ClassVar[State] = (0,)  # ones read

    @property
    def clue(self) -> int:
        """What is written where the line has its clue."""
        return self.number

    def step(self, state: State, symbol: Symbol) -> State | None:
        (ones,) = state
        if symbol not in SYMBOLS:
            return None
        ones += int(symbol)
        return (ones,) if ones <= self.number else None

    def accepts(self, state: State) -> bool:
        return state[0] == self.number

    def problem(self, axis: str, length: int) -> str | None:
        if type(self.number) is int and 0 <= self.number <= length:
            return None
        return f"expected a number from 0 to {length}, found {shown(self.number)}"


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

    def problem(self, axis: str, length: int) -> str | None:
        finders = (getattr(rule, "problem", None) for rule in self.rules)
        problems = (find(axis, length) for find in finders if find is not None)
        return next((problem for problem in problems if problem is not None), None)

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


def runs_of(numbers: object, where: str) -> Runs:
    """Return the rule of a clue; `[]` and `[0]` are the empty line.

    Whether the clue fits its line, `Runs.problem` says when the puzzle is made.
    """
    if not isinstance(numbers, (list, tuple)):
        raise PuzzleError(f"{where}: expected a list of numbers, found {brief(numbers)}")
    clue = tuple(numbers)
    if not {int}.issuperset(map(type, clue)):  # such as numbers of numpy
        found = [whole(number) for number in numbers]
        if None in found:
            odd = numbers[found.index(None)]
            raise PuzzleError(f"{where}: expected whole numbers, found {brief(odd)}")
        clue = tuple(number for number in found if number is not None)
    return EMPTY if clue == (0,) else Runs(clue)


EMPTY = Runs(())


def check_rule(rule: LineRule, axis: str, number: int | str, length: int) -> None:
    """Raise PuzzleError if this is no rule, or none that a line of this length can obey."""
    find_problem = getattr(rule, "problem", None)
    if find_problem is not None:
        problem = find_problem(axis, length)
        if problem is not None:
            raise PuzzleError(f"{f'{axis} {number}'.strip()}: {problem}")
    elif not hasattr(rule, "step"):
        where = f"{axis} {number}".strip()
        raise PuzzleError(f"{where}: expected a line rule, found {shown(rule)}")
