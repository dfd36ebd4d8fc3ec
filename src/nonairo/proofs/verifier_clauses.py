"""The clauses of a puzzle once more, for the verifier: another way to the same file.

The encoding is the one that `formula` describes; no code is shared with it, nor with the solvers.
What a rule means is written down here once more, by prefixes of lines: a `LineReader` says what a
rule remembers of the cells it has read. An unknown rule is read by its own automaton.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from nonairo.kinds.kakurasu import Total
from nonairo.puzzle import Puzzle
from nonairo.rules import Balanced, Both, LineRule, Runs

Memory: TypeAlias = Any  # whatever a rule keeps in mind, hashable


class LineReader(NamedTuple):
    """How a line is judged: what is remembered at first, after another cell, and if it may end."""

    first: Memory
    read: Callable[
        [Memory, int, int], Memory | None
    ]  # memory, place and symbol; None: no line starts so
    ends: Callable[[Memory], bool]


def reader_of(rule: LineRule, symbols: str) -> LineReader:
    """Return how a rule is read, by code of this module for the rules that it knows."""
    if type(rule) is Runs:
        return _blocks(rule.clue)
    if type(rule) is Balanced:
        return _balance((rule.zeros, rule.ones), rule.longest)
    if type(rule) is Total:
        return _sum(rule.total)
    if type(rule) is Both:
        return _all_of([reader_of(each, symbols) for each in rule.rules])

    def read(memory: Memory, place: int, symbol: int) -> Memory | None:
        return rule.step(memory, symbols[symbol])

    return LineReader(rule.start, read, rule.accepts)


def _blocks(clue: tuple[int, ...]) -> LineReader:
    """Remembers the lengths of the blocks so far; the last may still be growing."""

    def read(memory: Memory, place: int, symbol: int) -> Memory | None:
        done, growing = memory
        if symbol > 1:
            return None
        if symbol:
            return (done, growing + 1) if done < len(clue) and growing < clue[done] else None
        if not growing:
            return memory
        return (done + 1, 0) if growing == clue[done] else None

    def ends(memory: Memory) -> bool:
        done, growing = memory
        if growing:
            return bool(done + 1 == len(clue) and growing == clue[done])
        return bool(done == len(clue))

    return LineReader((0, 0), read, ends)


def _balance(wanted: tuple[int, ...], longest: int) -> LineReader:
    """Remembers how many of each symbol there were, and the last few cells."""

    def read(memory: Memory, place: int, symbol: int) -> Memory | None:
        counts, tail = memory
        if symbol >= len(wanted):
            return None
        tail = (*tail, symbol)[-longest - 1 :]
        if len(tail) > longest and len(set(tail)) == 1:
            return None
        counts = tuple(n + (k == symbol) for k, n in enumerate(counts))
        return (counts, tail) if counts[symbol] <= wanted[symbol] else None

    def ends(memory: Memory) -> bool:
        return bool(memory[0] == wanted)

    return LineReader(((0,) * len(wanted), ()), read, ends)


def _sum(total: int) -> LineReader:
    def read(memory: Memory, place: int, symbol: int) -> Memory | None:
        so_far: int = memory + (place + 1 if symbol else 0)
        return so_far if symbol < 2 and so_far <= total else None

    return LineReader(0, read, lambda memory: memory == total)


def _all_of(readers: list[LineReader]) -> LineReader:
    def read(memory: Memory, place: int, symbol: int) -> Memory | None:
        parts = zip(readers, memory, strict=True)
        after = tuple(each.read(part, place, symbol) for each, part in parts)
        return None if None in after else after

    def ends(memory: Memory) -> bool:
        return all(each.ends(part) for each, part in zip(readers, memory, strict=True))

    return LineReader(tuple(each.first for each in readers), read, ends)


class LinePoint:
    """A point of a line: for each symbol the point after it, if a right line goes on there.

    Points from which the same ends are right are one and the same.
    """

    __slots__ = ("after", "paths")

    def __init__(self, after: tuple[LinePoint | None, ...]) -> None:
        self.after = after
        self.paths: dict[int, int] = {}  # variables, by symbol


END = LinePoint(())


def first_point(
    reader: LineReader, length: int, symbols: int, poll: Callable[[], object]
) -> LinePoint | None:
    """Return the point before the first cell; None if no line is right."""
    same: dict[tuple[int, tuple[int, ...]], LinePoint] = {}
    memories: list[dict[Memory, None]] = [{reader.first: None}]
    for place in range(length):
        poll()
        after = (
            reader.read(memory, place, symbol)
            for memory in memories[place]
            for symbol in range(symbols)
        )
        memories.append(dict.fromkeys(memory for memory in after if memory is not None))
    points: dict[Memory, LinePoint] = {
        memory: END for memory in memories[-1] if reader.ends(memory)
    }
    for place in reversed(range(length)):
        poll()
        here: dict[Memory, LinePoint] = {}
        for memory in memories[place]:
            after_each: list[LinePoint | None] = []
            for symbol in range(symbols):
                read = reader.read(memory, place, symbol)
                after_each.append(None if read is None else points.get(read))
            if any(after_each):
                key = place, tuple(map(id, after_each))
                here[memory] = same.setdefault(key, LinePoint(tuple(after_each)))
        points = here
    return points.get(reader.first)


class OwnFormula:
    """The lines of the file; variables are numbered as they come."""

    def __init__(
        self, puzzle: Puzzle, solution: str | None, poll: Callable[[], object] = lambda: None
    ) -> None:
        self.poll = poll
        self.lines: list[str] = []
        self.last = 0
        height, width = puzzle.height, puzzle.width
        self.symbols = puzzle.symbols
        many = len(puzzle.symbols)
        self.says: dict[tuple[int, int, int], int] = {}  # literals, by row, column and symbol
        for row in range(height):
            for col in range(width):
                if many == 2:
                    one = self.new()
                    self.says[row, col, 0], self.says[row, col, 1] = -one, one
                else:
                    for symbol in range(many):
                        self.says[row, col, symbol] = self.new()
        where = [(row, col) for row in range(height) for col in range(width)]
        if many > 2:
            for row, col in where:
                self.put(*(self.says[row, col, symbol] for symbol in range(many)))
                for symbol in range(many):
                    for second in range(symbol + 1, many):
                        self.put(-self.says[row, col, symbol], -self.says[row, col, second])
        for literal in self.cells_of(puzzle.givens.cells, where):
            self.put(literal)
        across = [[(row, col) for col in range(width)] for row in range(height)]
        down = [[(row, col) for row in range(height)] for col in range(width)]
        for rule, line in zip(puzzle.row_rules + puzzle.col_rules, across + down, strict=True):
            self.line(rule, line)
        for more in puzzle.more_lines:
            self.line(more.rule, [(cell[0], cell[1]) for cell in more.cells])
        if puzzle.distinct:
            for lines in (across, down):
                for number, line in enumerate(lines):
                    for other in lines[number + 1 :]:
                        self.differ(line, other)
        if solution is not None:
            self.put(*(-literal for literal in self.cells_of(solution, where)))

    def text(self) -> str:
        return f"p cnf {self.last} {len(self.lines)}\n" + "".join(self.lines)

    def new(self) -> int:
        self.last += 1
        return self.last

    def put(self, *literals: int) -> None:
        self.lines.append("".join(f"{literal} " for literal in literals) + "0\n")

    def cells_of(self, cells: str, where: list[tuple[int, int]]) -> Iterator[int]:
        for (row, col), symbol in zip(where, cells, strict=True):
            if symbol in self.symbols:
                yield self.says[row, col, self.symbols.index(symbol)]

    def line(self, rule: LineRule, line: list[tuple[int, int]]) -> None:
        first = first_point(reader_of(rule, self.symbols), len(line), len(self.symbols), self.poll)
        if first is None:
            self.put()
            return
        levels = [[first]]
        for _ in line[1:]:
            after = (each for point in levels[-1] for each in point.after if each is not None)
            levels.append(list({id(point): point for point in after}.values()))
        for level in levels:
            for point in level:
                taken = [s for s, after in enumerate(point.after) if after is not None]
                point.paths = {symbol: self.new() for symbol in taken}
        leading: dict[int, list[int]] = {}
        for place, level in enumerate(levels):
            self.poll()
            next_leading: dict[int, list[int]] = {}
            using: dict[int, list[int]] = {}
            for point in level:
                for symbol, path in point.paths.items():
                    using.setdefault(symbol, []).append(path)
                    self.put(-path, self.says[(*line[place], symbol)])
                    target = point.after[symbol]
                    assert target is not None
                    if target is not END:
                        self.put(-path, *target.paths.values())
                        next_leading.setdefault(id(target), []).append(path)
                    if place:
                        self.put(-path, *leading[id(point)])
            for symbol in range(len(self.symbols)):
                self.put(-self.says[(*line[place], symbol)], *using.get(symbol, []))
            leading = next_leading

    def differ(self, line: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
        self.poll()
        places = [self.new() for _ in line]
        for here, mine, theirs in zip(places, line, other, strict=True):
            for symbol in range(len(self.symbols)):
                self.put(-here, -self.says[(*mine, symbol)], -self.says[(*theirs, symbol)])
        self.put(*places)


def clauses_text(
    puzzle: Puzzle, solution: str | None, poll: Callable[[], object] = lambda: None
) -> str:
    """Return the file of clauses; with a solution one more says that some cell is otherwise.

    >>> from nonairo.kinds import from_id
    >>> print(clauses_text(from_id("nonogram:1;1"), "1"), end="")
    p cnf 3 7
    -2 1 0
    1 0
    -1 2 0
    -3 1 0
    1 0
    -1 3 0
    -1 0
    """
    return OwnFormula(puzzle, solution, poll).text()
