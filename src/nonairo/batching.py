"""Many puzzles of one size in one buffer: no Python object for each."""

from __future__ import annotations

from itertools import repeat
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.errors import EngineError, PuzzleError
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS
from nonairo.limits import Budget, number_of, seconds_of
from nonairo.plain import one_of, shown, whole
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

if TYPE_CHECKING:
    from typing_extensions import Buffer

MOST_THREADS = 1 << 16  # more than any machine has; the core takes no more than there are
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
) -> tuple[bytes, bytes]:
    """Solve many puzzles of one size that lie end to end in a buffer over `0`, `1` and `.`.

    `kind`, `height`, `width` and `rules` are the same for all. `cells` is bytes, or an array of
    numpy: of bytes (uint8) or, as `Grid.to_numpy` gives them, of signed numbers. Gives the first
    solution of each (all `.` if there is none or a limit came first) and a byte for each: 0, 1, 2
    (two or more) or 255 (a limit came first). `node_limit` is for each puzzle, `time_limit` for all
    of them. More `threads` than there are processors are not started; `limit` is 1 or 2.

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
    height, width = _side(height, "rows"), _side(width, "columns")
    time_limit = seconds_of(time_limit)
    node_limit = number_of(node_limit, "a node limit", 0)
    blank = KINDS[kind].blank(height, width, rules)
    view = _bytes_of(cells)
    if not view.contiguous or view.nbytes % (height * width):
        raise PuzzleError(
            f"expected a contiguous buffer of puzzles of {height * width} bytes,"
            f" found {view.nbytes} bytes"
        )
    many = native.batch(blank)
    if many is not None:
        try:
            return many(view, int(limit), min(workers, MOST_THREADS), node_limit, time_limit)
        except ValueError as error:
            raise PuzzleError(str(error)) from None
    return _one_by_one(blank, bytes(view), limit, node_limit, Budget(time_limit))


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
    if view.format not in ("b", "h", "i", "l", "q") or not view.contiguous:
        return view
    numbers = memoryview(view.tobytes()).cast(view.format).tolist()  # type: ignore[call-overload]
    return memoryview(bytes(map(WRITTEN.get, numbers, repeat(ord("?")))))


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
