"""Many puzzles of one size in one buffer: no Python object for each."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.errors import EngineError, PuzzleError
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid
from nonairo.kinds import KINDS, from_id
from nonairo.limits import Budget, memory_in_force, number_of, seconds_of, supervised
from nonairo.plain import many, one_of, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

if TYPE_CHECKING:
    from typing_extensions import Buffer

MOST_THREADS = 1 << 16  # more than any machine has; the core takes no more than there are
CELLS = b"01."
NUMBERS = ("b", "h", "i", "l", "q", "?", "H", "I", "L", "Q")  # the types of arrays of numbers
WRITTEN = {-1: ord(UNKNOWN), 0: ord("0"), 1: ord("1")}


def solve_batch(
    kind: str,
    height: int,
    width: int,
    cells: bytes | bytearray | memoryview | Buffer,
    limit: int = 2,
    threads: int = 1,
    rules: str = "standard",
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> tuple[bytes, bytes]:
    """Solve many puzzles of one size that lie end to end in a buffer over `0`, `1` and `.`.

    `kind`, `height`, `width` and `rules` are the same for all. `cells` is bytes, or an array of
    numpy: of bytes (uint8) or, as `Grid.to_numpy` gives them, of signed numbers. Gives the first
    solution of each (all `.` if there is none or a limit came first) and a byte for each: 0, 1, 2
    (two or more) or 255 (a limit came first). `node_limit` is for each puzzle, `time_limit` for all
    of them, and `memory_limit` (bytes) for a search. More `threads` than there are processors are
    not started; `limit` is 1 or 2.

    >>> solutions, counts = solve_batch("binairo", 2, 2, b"0......." + b"00..")
    >>> solutions[:4], list(counts)
    (b'0110', [1, 2, 0])
    """
    if kind not in KINDS:
        raise PuzzleError(one_of("a kind", KINDS, kind))
    if whole(limit) not in (1, 2):
        raise EngineError(f"expected a limit of 1 or 2, found {shown(limit)}")
    workers = whole(threads)
    if workers is None or workers < 1:
        raise EngineError(f"expected at least 1 thread, found {shown(threads)}")
    if KINDS[kind].posed:
        raise PuzzleError(f"a batch is cells, and the question of a {kind} is beside its lines")
    if from_id(KINDS[kind].example).symbols != SYMBOLS:
        raise PuzzleError(f"a batch has cells over 0, 1 and ., and a {kind} has other symbols")
    height, width = _side(height, "rows"), _side(width, "columns")
    time_limit = seconds_of(time_limit)
    node_limit = number_of(node_limit, "a node limit", 0)
    memory = memory_in_force(memory_limit)
    blank = KINDS[kind].blank(height, width, rules)
    view = _bytes_of(cells)
    size = height * width
    if not view.contiguous or view.nbytes % size:
        raise PuzzleError(
            f"expected a contiguous buffer of puzzles of {many(size, 'cell')},"
            f" found {many(view.nbytes, 'cell')}"
        )
    solve_all = native.batch(blank)
    if solve_all is None:
        _check_cells(cells, view, height, width)
        with supervised(memory_limit=memory):
            return _one_by_one(blank, bytes(view), limit, node_limit, Budget(time_limit))
    try:
        return solve_all(
            view, int(limit), min(workers, MOST_THREADS), node_limit, time_limit, memory
        )
    except ValueError as error:
        _check_cells(cells, view, height, width)
        raise PuzzleError(str(error)) from None


def _check_cells(cells: Buffer, view: memoryview, height: int, width: int) -> None:
    """Raise PuzzleError for the first cell that is none, and say where it stands."""
    wrong = bytes(view).translate(None, CELLS)
    if not wrong:
        return
    at = bytes(view).index(wrong[0])
    found: object = chr(wrong[0])
    expected = "'0', '1' or '.'"
    if _is_numbers(memoryview(cells)):
        found, expected = _numbers(memoryview(cells))[at], "0, 1 or -1"
    puzzle, cell = divmod(at, height * width)
    where = f"puzzle {puzzle + 1}, {Cell(*divmod(cell, width))}"
    raise PuzzleError(f"{where}: expected {expected}, found {shown(found)}")


def _side(side: object, name: str) -> int:
    number = whole(side)
    if number is None:
        raise PuzzleError(f"expected a number of {name}, found {shown(side)}")
    return number


def _bytes_of(cells: Buffer) -> memoryview:
    """The bytes of a batch. Arrays of signed numbers are written out: 0, 1, and -1 for unknown."""
    try:
        view = memoryview(cells)
    except TypeError:
        raise PuzzleError(f"expected cells as bytes or an array, found {shown(cells)}") from None
    if view.itemsize > 1 and not _is_numbers(view):
        raise PuzzleError(
            f"expected cells as bytes or whole numbers, found an array of {shown(view.format)}"
        )
    if not _is_numbers(view) or not view.contiguous:
        return view
    return memoryview(bytes(map(WRITTEN.get, _numbers(view), repeat(ord("?")))))


def _is_numbers(view: memoryview) -> bool:
    return view.format in NUMBERS


def _numbers(view: memoryview) -> list[int]:
    """All numbers of an array, whichever shape it has."""
    return memoryview(view.tobytes()).cast(view.format).tolist()  # type: ignore[call-overload, no-any-return]


def _one_by_one(
    blank: Puzzle, cells: bytes, limit: int, node_limit: int | None, budget: Budget
) -> tuple[bytes, bytes]:
    """A batch without the core: the same answers, a puzzle at a time."""
    size = blank.height * blank.width
    solved, counts = bytearray(), bytearray()
    for start in range(0, len(cells), size):
        text = cells[start : start + size].decode("ascii", "replace")
        puzzle = blank.with_givens(Grid.flat(blank.height, blank.width, text))
        left = budget.seconds_left()
        result = solve(puzzle, limit=limit, time_limit=left, node_limit=node_limit)
        unknown = result.status is Status.UNKNOWN
        answer = None if unknown else result.solution
        solved += (answer.cells if answer else UNKNOWN * size).encode()
        counts.append(255 if unknown else len(result.solutions))
    return bytes(solved), bytes(counts)
