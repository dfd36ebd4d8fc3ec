"""Exact work on a single line, for every rule: squeeze, count and list its completions.

The idea: *run the automaton in all its states at once*. A set of states is one integer, with one
bit per state, and reading a symbol moves the whole set. Going forwards gives the states that the
cells before a position can lead to; going backwards those from which the line can still be
finished. A symbol is possible in a cell if it leads from a state of the first set to a state of the
second.

For `Runs` and `Balanced` moving a set is a handful of shifts (Python's integers make good bit
sets); any other rule is moved state by state, and the moves are cached. The compiled module, if it
is available, does the same for the two rules on machine words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import TypeAlias

from nonairo import native
from nonairo.automata import NOWHERE, table_of, ways
from nonairo.candidates import Masks, line_of, masks_of
from nonairo.errors import LimitReached
from nonairo.grid import SYMBOLS, Line
from nonairo.limits import poll_in_force
from nonairo.rules import Anything, Balanced, LineRule, Runs, tightest

StateSet: TypeAlias = int

MOST_STATES = 100_000  # of an automaton that is walked in Python: more take minutes and gigabytes
PAIRS = 500  # of states, between two looks at the clock
Move: TypeAlias = Callable[[StateSet], StateSet]


def remembered(move: Move) -> Move:
    """The same move, with what it gave for sets met before; lines of a grid meet the same ones."""
    seen: dict[StateSet, StateSet] = {}

    def recall(states: StateSet) -> StateSet:
        found = seen.get(states)
        if found is None:
            if len(seen) > 50_000:
                seen.clear()
            found = seen[states] = move(states)
        return found

    return recall


class Machine:
    """A rule's automaton on sets of states: where it starts, may end, and how sets move."""

    __slots__ = ("ahead", "back", "end", "start")

    def __init__(
        self, start: StateSet, end: StateSet, ahead: tuple[Move, ...], back: tuple[Move, ...]
    ) -> None:
        self.start = start
        self.end = end
        self.ahead = ahead  # for each symbol, the states after reading it
        self.back = back  # for each symbol, the states from which reading it leads here


def runs_machine(rule: Runs) -> Machine:
    """State p: the first p symbols of the tightest line are behind us.

    (3,1)    p      0   1   2   3   4   5
             reads    1   1   1   0   1
             waits  *               *   *      a further zero may be read, and we stay
    """
    text, waiting = tightest(rule.clue)
    ones = sum(1 << p for p, symbol in enumerate(text) if symbol == "1")
    zeros = sum(1 << p for p, symbol in enumerate(text) if symbol == "0")
    waits = sum(1 << p for p in waiting)
    return Machine(
        start=1,
        end=1 << len(text),
        ahead=(lambda s: (s & zeros) << 1 | s & waits, lambda s: (s & ones) << 1),
        back=(lambda s: s >> 1 & zeros | s & waits, lambda s: s >> 1 & ones),
    )


def balanced_machine(rule: Balanced) -> Machine:
    """A lane of bits for each (last symbol, run), a bit in it for each number of ones so far.

    longest 2    lane   fresh   0    00    1    11       fresh: nothing read yet
    reading 0           0       00   -     0    0        the zeros read follow from the
    reading 1           1       1    1     11   -        position, so only ones are counted
    """
    wide, longest = rule.ones + 1, rule.longest
    lane = (1 << wide) - 1
    zero_at, one_at = wide, wide * (1 + longest)  # where the lanes of zeros and of ones begin
    block = (1 << wide * longest) - 1
    zeros, ones = block << zero_at, block << one_at
    single = sum(1 << wide * k for k in range(longest))
    below = lane * (1 + single * ((1 << zero_at) + (1 << one_at))) & ~sum(
        1 << wide * k + rule.ones for k in range(1 + 2 * longest)
    )  # every number of ones that can still grow

    def merged(lanes: StateSet) -> StateSet:
        union = 0
        while lanes:
            union |= lanes & lane
            lanes >>= wide
        return union

    def read_zero(s: StateSet) -> StateSet:
        others = merged(s >> one_at) | s & lane
        return (s & zeros) << wide & zeros | others << zero_at

    def read_one(s: StateSet) -> StateSet:
        s = (s & below) << 1
        others = merged((s & zeros) >> zero_at) | s & lane
        return (s & ones) << wide & ones | others << one_at

    def unread_zero(s: StateSet) -> StateSet:
        first = s >> zero_at & lane
        return (s & zeros) >> wide & zeros | first * single << one_at | first

    def unread_one(s: StateSet) -> StateSet:
        first = s >> one_at & lane
        return ((s & ones) >> wide & ones | first * single << zero_at | first) >> 1 & below

    return Machine(
        start=1,
        end=sum(1 << wide * k + rule.ones for k in range(1 + 2 * longest)),
        ahead=(remembered(read_zero), remembered(read_one)),
        back=(remembered(unread_zero), remembered(unread_one)),
    )


def any_machine(rule: LineRule, length: int, symbols: str = SYMBOLS) -> Machine:
    """States numbered as they are met within `length` steps; the moves of sets are remembered."""
    poll = poll_in_force()
    table = table_of(rule, length, symbols, MOST_STATES, poll)
    if table is None:
        raise LimitReached(f"a line of {length} cells has more than {MOST_STATES:,} states", "size")

    def mover(pairs: list[tuple[int, int]]) -> Move:
        images: dict[int, int] = {}
        for number, (source, target) in enumerate(pairs):
            if poll is not None and number % PAIRS == 0:
                poll()
            images[1 << source] = images.get(1 << source, 0) | 1 << target

        def move(s: StateSet) -> StateSet:
            union = 0
            while s:
                low = s & -s
                union |= images.get(low, 0)
                s ^= low
            return union

        return remembered(move)

    moves = [
        [(a, after[k]) for a, after in enumerate(table.after) if after[k] != NOWHERE]
        for k in range(len(symbols))
    ]
    return Machine(
        start=1,
        end=sum(1 << k for k, accepted in enumerate(table.accepts) if accepted),
        ahead=tuple(mover(pairs) for pairs in moves),
        back=tuple(mover([(b, a) for a, b in pairs]) for pairs in moves),
    )


class LineKernel:
    """A rule at work on lines of one length: the reference, in plain Python."""

    __slots__ = ("_machine", "length", "rule", "symbols")

    def __init__(self, rule: LineRule, length: int, symbols: str = SYMBOLS) -> None:
        self.rule = rule
        self.length = length
        self.symbols = symbols
        self._machine: Machine | None = None

    @property
    def machine(self) -> Machine:
        if self._machine is None:
            rule, two = self.rule, self.symbols == SYMBOLS
            if type(rule) is Runs and two:
                self._machine = runs_machine(rule)
            elif type(rule) is Balanced and two and rule.zeros + rule.ones == self.length:
                self._machine = balanced_machine(rule)
            else:
                self._machine = any_machine(rule, self.length, self.symbols)
        return self._machine

    def squeeze(self, masks: Masks) -> Masks | None:
        """The masks without the symbols that no completion has; None if there is no completion."""
        before = self._forwards(masks)
        machine, poll = self.machine, poll_in_force()
        states = before[-1] & machine.end
        if not states:
            return None
        narrowed = [0] * len(masks)
        for k in range(self.length - 1, -1, -1):
            if poll is not None:
                poll()
            reached, sources = before[k], 0
            for symbol, mask in enumerate(masks):
                if mask >> k & 1:
                    source = machine.back[symbol](states) & reached
                    if source:
                        narrowed[symbol] |= 1 << k
                        sources |= source
            states = sources
        return tuple(narrowed)

    def _forwards(self, masks: Masks) -> list[StateSet]:
        """The states that the cells before each position can lead to; 0 where there are none."""
        machine, poll = self.machine, poll_in_force()
        states = machine.start
        before = [states]
        for k in range(self.length):
            if poll is not None:  # many states make even one line slow
                poll()
            after = 0
            for mask, move in zip(masks, machine.ahead, strict=True):
                if mask >> k & 1:
                    after |= move(states)
            if not after:
                return [0]
            states = after
            before.append(states)
        return before

    def possible(self, masks: Masks) -> bool:
        """Whether the line has a completion at all."""
        if sum(masks) == reduce(or_, masks):  # one symbol a cell: one way needs no machine
            return self.count(masks) > 0
        return bool(self._forwards(masks)[-1] & self.machine.end)

    def count(self, masks: Masks, poll: Callable[[], None] | None = None) -> int:
        """How many completions the line has."""
        return ways(self.rule, self._cells(masks), self.symbols, poll)

    def _cells(self, masks: Masks) -> list[str]:
        """For each cell, the symbols that it can be."""
        return [
            "".join([s for s, mask in zip(self.symbols, masks, strict=True) if mask >> k & 1])
            for k in range(self.length)
        ]

    def completions(self, masks: Masks) -> Iterator[Line]:
        """All completions, lazily, the greatest first: blocks of ones lean to the left."""
        machine = self.machine
        alive = [machine.end]  # states from which the rest of the line can be finished
        for k in range(self.length - 1, -1, -1):
            sources = 0
            for mask, move in zip(masks, machine.back, strict=True):
                if mask >> k & 1:
                    sources |= move(alive[-1])
            alive.append(sources)
        alive.reverse()
        if not machine.start & alive[0]:
            return
        symbols = self.symbols
        states, written = [machine.start], [len(symbols)]  # written[k]: symbol at k, or one past
        while written:
            k = len(written) - 1
            if k == self.length:
                yield "".join([symbols[symbol] for symbol in written[:-1]])
                written.pop()
                states.pop()
                continue
            for symbol in range(written[k] - 1, -1, -1):
                after = machine.ahead[symbol](states[k]) & alive[k + 1]
                if masks[symbol] >> k & 1 and after:
                    written[k] = symbol
                    states.append(after)
                    written.append(len(symbols))
                    break
            else:
                written.pop()
                states.pop()


class CompiledKernel(LineKernel):
    """The same, squeezed and counted by the compiled module."""

    __slots__ = ("_line", "first_seen", "reduced")

    def __init__(self, rule: LineRule, length: int, line: native.Line) -> None:
        super().__init__(rule, length)
        self._line = line
        self.first_seen = native.first_seen(line)
        self.reduced = native.reduced(line)

    def squeeze(self, masks: Masks) -> Masks | None:
        return self._line.squeeze(masks)

    def possible(self, masks: Masks) -> bool:
        return self._line.squeeze(masks) is not None

    def count(self, masks: Masks, poll: Callable[[], None] | None = None) -> int:
        return self._line.count(masks)

    def needless(self, masks: Masks, cells: Sequence[int], barred: Masks | None) -> list[int]:
        """Cells that may be unknown together, and still nothing that is barred is left.

        With nothing barred: and the line is still impossible.
        """
        return self._line.needless(masks, cells, barred)


class FreeKernel(LineKernel):
    """A line without a rule: every cell is what it can be."""

    __slots__ = ()

    def squeeze(self, masks: Masks) -> Masks | None:
        return tuple(masks) if self.possible(masks) else None

    def possible(self, masks: Masks) -> bool:
        return reduce(or_, masks) == (1 << self.length) - 1


@lru_cache(maxsize=8192)
def kernel(rule: LineRule, length: int, symbols: str = SYMBOLS) -> LineKernel:
    """The best kernel there is for a rule on lines of this length."""
    if type(rule) is Anything:
        return FreeKernel(rule, length, symbols)
    line = native.line(rule, length, symbols)
    if line is None:
        return LineKernel(rule, length, symbols)
    return CompiledKernel(rule, length, line)


def squeeze(rule: LineRule, line: Line, symbols: str = SYMBOLS) -> Line | None:
    """The line with every cell filled in on which all completions agree; None if there are none.

    >>> squeeze(Balanced(3, 3), "0..0.0"), squeeze(Balanced(2, 2), "00..")
    ('011010', '0011')
    >>> squeeze(Runs((2, 1)), "...."), squeeze(Runs((3,)), ".....")
    ('1101', '..1..')
    """
    masks = kernel(rule, len(line), symbols).squeeze(masks_of(line, symbols))
    return None if masks is None else line_of(masks, len(line), symbols)


def count(rule: LineRule, line: Line, symbols: str = SYMBOLS) -> int:
    """How many completions the line has.

    >>> count(Balanced(4, 4), "........"), count(Runs((2, 3)), ".......")
    (34, 3)
    """
    return kernel(rule, len(line), symbols).count(masks_of(line, symbols))


def completions(rule: LineRule, line: Line, symbols: str = SYMBOLS) -> Iterator[Line]:
    """All completions of the line, lazily, blocks of ones leftmost first.

    >>> list(completions(Runs((2, 3)), "......."))
    ['1101110', '1100111', '0110111']
    """
    return kernel(rule, len(line), symbols).completions(masks_of(line, symbols))
