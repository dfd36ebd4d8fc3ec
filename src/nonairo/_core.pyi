"""
The compiled core. A line is two masks, (can be 0, can be 1): bit k is cell k.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple


class Counted(NamedTuple):
    """
    At least so many solutions; limit says what came first, if not the number asked for.
    """
    value: int
    exact: bool
    limit: Literal["time", "nodes", "memory"] | None

class Drawn(NamedTuple):
    """
    A full grid; without cells: there is none, or limit says what came first.
    """
    cells: str | None
    limit: Literal["time", "nodes", "memory"] | None

class Dug(NamedTuple):
    """
    Givens of a full grid; finished: nothing more can be dug out, else limit says what came first.
    """
    cells: str
    finished: bool
    limit: Literal["time", "nodes", "memory"] | None

class Elaborated(NamedTuple):
    """
    A proof as text; without: `steps` of the given clauses follow, or `limit` names the limit reached.
    """
    text: str | None
    steps: int
    limit: Literal["time", "nodes", "memory"] | None

class Refuted(NamedTuple):
    """
    Clauses learnt, as 32-bit numbers, each ended by a 0; the solutions found on the way, at most two.
    """
    clauses: bytes
    solutions: int
    limit: Literal["time", "nodes", "memory"] | None

class Levelled(NamedTuple):
    """
    Givens of a level, the rounds of all climbs, and the state of the draws after it.
    """
    cells: str
    rounds: int
    state: int
    limit: Literal["time", "nodes", "memory"] | None

class RunsLine:
    """A line with these blocks of ones, in order."""

    def __init__(self, clue: Sequence[int], length: int) -> None: ...

    @property
    def length(self) -> int:
        """The number of cells."""

    def squeeze(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """What each cell can be in some completion; None if there is none."""

    def needless(self, masks: tuple[int, ...], cells: Sequence[int], barred: tuple[int, ...] | None) -> list[int]:
        """
        Of some cells those that may be unknown together, the first ones rather than the last, and still nothing barred is left; or, with None, and the line is still impossible.
        """

    def count(self, masks: tuple[int, ...]) -> int:
        """The number of completions."""

    def blocks(self, cells: str) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...], tuple[tuple[int, ...], ...]] | None:
        """
        The first and the last start of each block in some completion; the groups of filled cells (first cell, one past the last), and for each the blocks that it can be part of. None if there is no completion.
        """

    def first_seen(self, cells: str, among: int) -> int:
        """
        The number in `sights` of the first technique among some (a bit each) that decides a cell; -1 if none does, -2 if there is no completion.
        """

    def reduced(self, cells: str, looked: Sequence[int], sight: int, block: int, filled: int, begin: int, end: int, effects: Sequence[int], values: str) -> str:
        """
        The line with those of some cells unknown that a step does not need to follow, and to be seen by a technique of `sights`. Its sentence is about a block, a filled cell and a stretch of cells (0 where it names none).
        """

def sights() -> tuple[str, ...]:
    """The techniques of which `first_seen` tells, by their numbers."""

class BalancedLine:
    """
    A line with so many zeros and ones, and never more than `longest` alike in a row.
    """

    def __init__(self, zeros: int, ones: int, longest: int = 2) -> None: ...

    @property
    def length(self) -> int:
        """The number of cells."""

    def squeeze(self, masks: tuple[int, ...]) -> tuple[int, ...] | None:
        """What each cell can be in some completion; None if there is none."""

    def needless(self, masks: tuple[int, ...], cells: Sequence[int], barred: tuple[int, ...] | None) -> list[int]:
        """
        Of some cells those that may be unknown together, the first ones rather than the last, and still nothing barred is left; or, with None, and the line is still impossible.
        """

    def count(self, masks: tuple[int, ...]) -> int:
        """The number of completions."""

class BalancedGrid:
    """Grids with so many ones in every line and never three alike in a row."""

    def __init__(self, height: int, width: int, row_ones: int, col_ones: int, distinct: bool) -> None: ...

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> BalancedSearch:
        """Begin to list the solutions of the puzzle with these givens."""

    def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> tuple[Literal['running', 'exhausted', 'limit'], list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]], Literal['time', 'nodes', 'memory'] | None]:
        """
        All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it all), nodes, backtracks, seconds, counters and limit.
        """

    def count(self, cells: str, limit: int | None, seconds: float | None, memory: int | None = None) -> Counted:
        """The number of solutions, and whether that is all of them."""

    def batch(self, cells: bytes | bytearray | memoryview, limit: int, threads: int, nodes: int | None, seconds: float | None, memory: int | None = None) -> tuple[bytes, bytes]:
        """
        The first solution and the number of solutions of many puzzles, laid end to end.
        """

    def random(self, seed: int, seconds: float | None, nodes: int | None, memory: int | None = None) -> Drawn:
        """
        A full grid drawn at random; its cells are None if there is none, or if a limit came first.
        """

    def dig(self, solution: str, seed: int, by_lines: bool, symmetric: bool, seconds: float | None, nodes: int | None, memory: int | None = None) -> Dug:
        """
        Givens of a full grid that leave one solution, and whether nothing more can be dug out.
        """

class BalancedSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

class LargeBalancedGrid:
    """The same with up to 512 cells a side: solved and counted only."""

    def __init__(self, height: int, width: int, row_ones: int, col_ones: int, distinct: bool) -> None: ...

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> LargeBalancedSearch:
        """Begin to list the solutions of the puzzle with these givens."""

    def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> tuple[Literal['running', 'exhausted', 'limit'], list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]], Literal['time', 'nodes', 'memory'] | None]:
        """
        All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it all), nodes, backtracks, seconds, counters and limit.
        """

    def count(self, cells: str, limit: int | None, seconds: float | None, memory: int | None = None) -> Counted:
        """The number of solutions, and whether that is all of them."""

class LargeBalancedSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

class Census:
    """
    The number of all grids of a size, in shards that can be counted anywhere.
    """

    def __init__(self, height: int, width: int, row_ones: int, col_ones: int, distinct: bool, seconds: float | None = None) -> None:
        """A time limit is a TimeoutError."""

    def shards(self) -> int:
        """How many there are."""

    def cost(self, shard: int) -> float:
        """About how many seconds a shard takes beside the others."""

    def count(self, shard: int, seconds: float | None, memory: int) -> tuple[int, int, None] | tuple[None, None, str]:
        """
        What a shard adds to the sum and what it takes away; or the limit that came first.
        """

    @staticmethod
    def takes(height: int, width: int, distinct: bool) -> bool:
        """Whether a size is cut into shards."""

class RunsGrid:
    """Grids whose lines have these blocks of ones."""

    def __init__(self, rows: Sequence[Sequence[int]], cols: Sequence[Sequence[int]]) -> None: ...

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> RunsSearch:
        """Begin to list the solutions of the puzzle with these givens."""

    def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> tuple[Literal['running', 'exhausted', 'limit'], list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]], Literal['time', 'nodes', 'memory'] | None]:
        """
        All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it all), nodes, backtracks, seconds, counters and limit.
        """

    def count(self, cells: str, limit: int | None, seconds: float | None, memory: int | None = None) -> Counted:
        """The number of solutions, and whether that is all of them."""

class RunsSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

def decided(height: int, width: int, cells: str, seconds: float | None) -> str | None:
    """
    What single lines tell of a picture from its clues; None if the time came first.
    """

def flips(height: int, width: int, cells: str, which: Sequence[int], seconds: float | None) -> list[int]:
    """
    For each of these cells of a picture, how many cells single lines would leave open were it flipped; fewer numbers if the time came first.
    """

class TableGrid:
    """Grids whose lines obey automata given as tables."""

    def __init__(self, height: int, width: int, symbols: int, rules: Sequence[tuple[Sequence[int], Sequence[bool]]], rule_of_line: Sequence[int], distinct: bool, more: Sequence[Sequence[int]] = []) -> None:
        """
        Each rule is (next, accepts): next[symbols * state + symbol] is a state or -1; state 0 is the start. Lines are rows from the top, then columns from the left, then `more`: the cells of extra lines, numbered row by row.
        """

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> TableSearch:
        """Begin to list the solutions of the puzzle with these givens."""

    def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> tuple[Literal['running', 'exhausted', 'limit'], list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]], Literal['time', 'nodes', 'memory'] | None]:
        """
        All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it all), nodes, backtracks, seconds, counters and limit.
        """

    def refute(self, cells: str, seconds: float | None, seed: int, memory: int | None = None) -> Refuted:
        """What is learnt until no further solution is left, for a proof of that."""

class TableSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

class ColouredGrid:
    """Grids whose lines have these blocks of several symbols."""

    def __init__(self, symbols: int, rows: Sequence[Sequence[tuple[int, str]]], cols: Sequence[Sequence[tuple[int, str]]]) -> None:
        """Blocks are pairs of a length and a symbol as it is written."""

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> ColouredSearch:
        """Begin to list the solutions of the puzzle with these givens."""

    def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> tuple[Literal['running', 'exhausted', 'limit'], list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]], Literal['time', 'nodes', 'memory'] | None]:
        """
        All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it all), nodes, backtracks, seconds, counters and limit.
        """

class ColouredSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

class SignedGrid:
    """Grids with balanced lines and signs between neighbours."""

    def __init__(self, height: int, width: int, row_ones: int, col_ones: int, distinct: bool, signs: list[str]) -> None:
        """
        The signs along each line, rows from the top, then columns from the left: `=`, `x` or `.` for each two neighbours; an empty text for none.
        """

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> SignedSearch:
        """Begin to list the solutions of the puzzle with these givens."""

    def solve(self, cells: str, limit: int, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> tuple[Literal['running', 'exhausted', 'limit'], list[str], str | None, int, int, float, tuple[tuple[str, ...], tuple[int, ...]], Literal['time', 'nodes', 'memory'] | None]:
        """
        All about the first solutions in one call: outcome, solutions, proved (None where the one solution says it all), nodes, backtracks, seconds, counters and limit.
        """

class SignedSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

class ClassicRule:
    """The rule of a line, for the twins of the classics."""

    @staticmethod
    def balanced(zeros: int, ones: int, longest: int) -> ClassicRule: ...

    @staticmethod
    def runs(clue: Sequence[int]) -> ClassicRule: ...

    @staticmethod
    def table(table: tuple[Sequence[int], Sequence[bool]]) -> ClassicRule:
        """
        next[2 * state + symbol] is a state or -1, and which states may end a line.
        """

class WalkGrid:
    """Grids for the cell walker."""

    def __init__(self, height: int, width: int, rules: Sequence[ClassicRule], distinct: bool, constrained: bool, early: bool) -> None:
        """
        Rules are those of the rows from the top, then of the columns from the left.
        """

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> WalkSearch:
        """Begin to list the solutions of the puzzle with these givens."""

class WalkSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

class RowsGrid:
    """Grids for the row backtracker."""

    def __init__(self, height: int, width: int, rules: Sequence[ClassicRule], distinct: bool, order: Sequence[int], gaps: bool, early: bool) -> None:
        """
        Rules as for WalkGrid; order: the rows as they are placed; gaps: not from the top down.
        """

    def search(self, cells: str, seconds: float | None, nodes: int | None, seed: int, memory: int | None = None) -> RowsSearch:
        """Begin to list the solutions of the puzzle with these givens."""

class RowsSearch:
    """The solutions of one puzzle, one after the other."""

    def next(self) -> str | None:
        """The next solution; None: outcome says why there is no other."""

    def proved(self) -> str:
        """The cells that all solutions share, as far as is known."""

    @property
    def outcome(self) -> Literal['running', 'exhausted', 'limit']:
        """Whether there may be more solutions."""

    @property
    def limit(self) -> Literal['time', 'nodes', 'memory'] | None:
        """The limit that came first, if that is the outcome."""

    @property
    def nodes(self) -> int: ...

    @property
    def backtracks(self) -> int: ...

    def counters(self) -> dict[str, int | list[int]]: ...

def elaborate(variables: int, formula: bytes | memoryview, steps: bytes | memoryview, seconds: float | None, memory: int | None = None) -> Elaborated:
    """
    A proof in LRAT from clauses that follow one after the other; all of them 32-bit numbers, ended by 0.
    """

class ProbeGrid:
    """
    Supposes values of cells and sees what follows. Lines are added rows first.
    """

    def __init__(self, height: int, width: int, distinct: bool) -> None: ...

    def add_runs(self, clue: Sequence[int]) -> None: ...

    def add_balanced(self, zeros: int, ones: int, longest: int) -> None: ...

    def add_patterns(self, zeros: int, ones: int, longest: int, signs: str) -> None:
        """
        A balanced line of which only pair, sandwich, last_cell and count_out are used; of signs between neighbours (`=`, `x` or `.` for each two) only sign_copy and sign_equal_edge.
        """

    def add_table(self, automaton: tuple[Sequence[int], Sequence[bool]]) -> None:
        """Over two symbols: next[2 * state + symbol]."""

    def add_silent(self) -> None:
        """A line that is not used."""

    def probe(self, cells: str, places: Sequence[tuple[int, int]], most: int, agreeing: bool, edges: bool, seconds: float, useful: bool) -> list[int | tuple[tuple[int, tuple[int, ...], int], tuple[int, tuple[int, ...], int], list[tuple[int, int, int]]]]:
        """
        In rounds, for places (line, k) until the time is up, at least one: for both symbols the rounds, the lines that broke and the lines read, as a mask; and, if asked for, the cells (row, column, symbol) that both decide alike. Edges: the line itself, the lines across, its neighbours, and no further. Useful: where no line breaks (or nothing is agreed on) only the lines read.
        """

    def told(self, cells: str, supposed: tuple[int, int, int], most: int, edges: bool, lines: Sequence[int] | None, further: Sequence[int]) -> tuple[tuple[int, tuple[int, ...], int], list[list[tuple[int, int, int]]]]:
        """
        One such probe (line, k, symbol) by the rules of some lines, of which some further ones are looked at first, too; and for each round the cells (line, k, symbol) that it decides.
        """

    def end(self, cells: str, line: int, k: int, symbol: int, most: int, edges: bool) -> str:
        """The cells that are known in the end of one such probe."""

    def left(self, cells: str, places: Sequence[tuple[int, int]], enough: int, seconds: float) -> list[tuple[int, int]]:
        """
        Line by line: for both symbols how many cells are left when nothing changes any more; -1 if a rule breaks. Ends early when so many cells can be nothing at all.
        """

    def work(self, cells: str, places: Sequence[tuple[int, int]], seconds: float) -> list[tuple[int | None, int | None]]:
        """
        Line by line: for both symbols how many lines change until a rule breaks; None if none does.
        """

    def followed(self, cells: str, supposed: Sequence[tuple[tuple[int, int, int], int]], goal: tuple[int, int, int] | None, edges: bool, lines_only: bool, seconds: float | None) -> tuple[list[int], str] | None:
        """
        Lines and known cells, of which nothing can be left out, with which each supposition (line, k, symbol) breaks a rule or decides the goal within so many rounds; None if all do not, or not in time. All cells, if only lines are asked for.
        """

    def irreducible(self, cells: str, lines: Sequence[int], excluded: tuple[int, int, int], seconds: float | None) -> tuple[list[int], str] | None:
        """
        Of some lines and known cells an irreducible part that leaves no way for a symbol in a cell (line, k, symbol); None if they leave one, or if that is too hard to find out.
        """

    def sweep(self, cells: str, rows_first: bool) -> tuple[int, int]:
        """
        All rows, all columns, and so on: how many sweeps until nothing changes, and the cells left open.
        """

def balanced_techniques() -> tuple[str, ...]:
    """What the core sees in balanced puzzles, by number."""

class BalancedLadder:
    """The techniques for balanced puzzles of a size, easiest first."""

    def __init__(self, height: int, width: int, row_ones: int, col_ones: int, distinct: bool, signs: list[str], rungs: bytes) -> None:
        """
        Signs as in SignedGrid, or none at all; for each rung the number of its technique, and its level.
        """

    def climb(self, cells: str, seconds: float | None, rounds: int | None) -> tuple[int, int, Literal['time', 'nodes', 'memory'] | None]:
        """
        The level that is needed from these givens on, or 0 if the techniques do not lead to the end; how many rounds that took; and the limit that came first, if one did.
        """

    def dig(self, solution: str, givens: str, level: int, symmetric: bool, always_thin: bool, state: int, nodes: int, seconds: float | None, rounds: int | None, memory: int | None) -> Levelled:
        """
        Givens of a full grid from which the techniques lead to the end: more where they end too early, and then fewer (see generating/boards/board_levels.py).
        """

class ClueLadder:
    """The techniques for the lines of one nonogram, easiest first."""

    def __init__(self, rows: Sequence[Sequence[int]], cols: Sequence[Sequence[int]], rungs: bytes) -> None:
        """For each rung the number in `sights` of its technique, and its level."""

    @staticmethod
    def of_picture(height: int, width: int, cells: str, rungs: bytes) -> ClueLadder:
        """The same, from the picture that has these clues."""

    def climb(self, cells: str, seconds: float | None, rounds: int | None) -> tuple[int, int, Literal['time', 'nodes', 'memory'] | None]:
        """
        The level that is needed from these givens on, or 0 if the techniques do not lead to the end; how many rounds that took; and the limit that came first, if one did.
        """

    def sweeps(self, cells: str) -> int:
        """
        How many times all rows, or all columns, are settled in turns until all is known, with the better beginning; 0 if that is not enough.
        """

def learn_classes(puzzle: type, grid: type, stats: type, result: type, status: object, engine: str) -> None:
    """The classes of answers, and what stands in one with a single solution."""

def remember(puzzle: object, plan: object | None) -> None:
    """From now on, `answer` takes puzzles with the rules of this one."""

def answer(puzzle: object) -> object:
    """
    A Result with one solution; or what `solve` of its plan returns; or None for a puzzle with other rules.
    """

def read_rows(source: object) -> tuple[int, int, str] | None:
    """
    Height, width and cells of a text with `/` or newlines between rows, or of a list of rows; None for anything else.
    """

def read_clues(lines: object, length: int) -> tuple[tuple[int, ...], ...] | None:
    """
    Lists of whole numbers as clues that fit lines of this length; None for anything else.
    """

def clues_of_picture(cells: str, height: int, width: int) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] | None:
    """
    The clues of rows and columns of a finished picture; None for anything else.
    """

def read_sides(body: str) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]] | None:
    """
    The clues of rows and columns in the body of an id without givens; None for anything else.
    """

def pack_clues(height: int, width: int, rows: object, cols: object) -> bytes | None:
    """
    The clues of a nonogram, lists of whole numbers, for `solve_clues`; None for anything else.
    """

def pack_clue_columns(height: int, width: int, rows: bytes | memoryview, row_starts: bytes | memoryview, cols: bytes | memoryview, col_starts: bytes | memoryview) -> tuple[bytes, bytes]:
    """
    The clues of many nonograms for `solve_clues`, and a byte for each: 0 for those that do not fit their lines, and are left out. The buffers have 32-bit numbers: blocks, and where each clue begins.
    """

def solve_clues(height: int, width: int, clues: bytes | bytearray | memoryview, limit: int, threads: int, nodes: int | None, seconds: float | None, memory: int | None = None) -> tuple[bytes, bytes]:
    """
    The first solution and the number of solutions of many nonograms of one size, packed end to end.
    """

def end() -> None:
    """
    Stop what other threads do in here, for good; called by atexit: Python is about to end.
    """

def forked() -> None:
    """Forget the threads that a fork has left behind."""

def request_stop(stop: bool) -> None:
    """
    While true, every search ends with KeyboardInterrupt; safe to call from any thread.
    """

def levels() -> list[str]:
    """The instruction sets that this machine has, plain to best."""

def use_level(name: str) -> bool:
    """Use another one from now on, for tests; false if it is not to be had."""

def level() -> str:
    """The instruction set that the core runs on."""

def refused_level() -> str | None:
    """
    One that this machine has, but that did not agree with plain code; None if all did.
    """
