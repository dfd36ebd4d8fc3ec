"""Many puzzles of one size in one buffer, without a Python object for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import repeat
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.errors import EngineError, PuzzleError
from nonairo.grid import SYMBOLS, UNKNOWN, Cell, Grid
from nonairo.kinds import KINDS, from_id
from nonairo.kinds.base import Kind
from nonairo.limits import NO_LIMITS, Limits, enclosing, in_force, supervised
from nonairo.memory import names_memory
from nonairo.plain import is_one_of, listed, many, one_of, shown, symbol_of, whole
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.solving import solve

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from nonairo.grid import SupportsArray

MOST_THREADS = 1 << 16  # more than any machine has; the core takes no more than there are
CELLS = b"01."
NUMBERS = ("b", "h", "i", "l", "q", "?", "H", "I", "L", "Q")  # the types of arrays of numbers
LETTERS = frozenset(range(ord(" "), 127))  # all that can be seen, to name one that is wrong
SYMBOL_BYTES = {symbol: ord(symbol) for symbol in SYMBOLS + UNKNOWN}
MOST_BLANKS = 64
# Of sizes and rules that batches had: the kind, the board without givens, and the call of the core,
# if it has one. To make them takes ten times as long as to solve a small puzzle.
_blanks: dict[tuple[str, int, int, str], tuple[Kind, Puzzle, native.Batch | None]] = {}
WRITTEN = {-1: ord(UNKNOWN), 0: ord("0"), 1: ord("1")}


@names_memory
def solve_batch(
    kind: str,
    height: int,
    width: int,
    cells: Buffer | SupportsArray,
    *,
    limit: int = 2,
    threads: int = 1,
    rules: str = "standard",
    node_limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> tuple[bytes, bytes]:
    """Solve many puzzles of one size, one after the other in a buffer of `0`, `1` and `.`.

    `kind`, `height`, `width` and `rules` are the same for all. `cells` is bytes, an Arrow
    buffer, a numpy array or a DataFrame: of bytes (uint8), of numbers as in `Grid.to_numpy`, or
    of any cells that a grid accepts (NaN and NA are unknown cells); or a Series of boards as text.

    Returns the first solution of each (all `.` if there is none or a limit came first) and a byte
    for each: 0, 1, 2 (two or more) or 255 (a limit came first). `node_limit` is for each puzzle,
    `time_limit` for all of them, and `memory_limit` (bytes) for a search. No more `threads`
    are started than there are processors; `limit` is 1 or 2.

    >>> solutions, counts = solve_batch("binairo", 2, 2, b"0......." + b"00..")
    >>> solutions[:4], list(counts)
    (b'0110', [1, 2, 0])
    """
    # What is asked most often goes straight to the core: a batch of one board takes as long as
    # `solve`. Everything else is checked, and so is what the core does not accept.
    if (
        type(cells) is bytes
        and type(kind) is type(rules) is str
        and type(height) is type(width) is type(limit) is type(threads) is int
        and (limit == 1 or limit == 2)
        and threads == 1
        and time_limit is None
        and node_limit is None
        and memory_limit is None
        and enclosing() is None
    ):
        known = _blanks.get((kind, height, width, rules))
        if known is not None and known[2] is not None and known[0] is KINDS[kind]:
            try:
                return known[2](cells, limit, 1, None, None, None)
            except ValueError:
                pass
    if not is_one_of(kind, KINDS):
        raise PuzzleError(one_of("a kind", KINDS, kind))
    if whole(limit) not in (1, 2):
        raise EngineError(f"expected a limit of 1 or 2, found {shown(limit)}")
    workers = whole(threads)
    if workers is None or workers < 1:
        raise EngineError(f"expected at least 1 thread, found {shown(threads)}")
    limits = NO_LIMITS
    if time_limit is not None or node_limit is not None or memory_limit is not None:
        limits = Limits.of(time_limit, node_limit, memory_limit)
    blank, solve_all = _blank(KINDS[kind], height, width, rules)
    height, width = blank.givens.height, blank.givens.width
    size = height * width
    view: bytes | memoryview = cells  # type: ignore[assignment]
    values = None
    if type(view) is bytes:
        number, contiguous = len(view), True
    else:
        view, values = _read(cells, width, size)
        number, contiguous = view.nbytes, view.contiguous
    if not contiguous or number % size:
        raise PuzzleError(
            f"expected a contiguous buffer of puzzles of {many(size, 'cell')},"
            f" found {many(number, 'cell')}"
        )
    if solve_all is None or limits.seconds == 0:  # the core looks at its clock later
        _check_cells(values, view, height, width)
        with supervised(limits):
            return _one_by_one(blank, bytes(view), limit, Limits(nodes=limits.nodes))
    memory = in_force(limits).memory
    try:
        return solve_all(
            view, int(limit), min(workers, MOST_THREADS), limits.nodes, limits.seconds, memory
        )
    except ValueError as error:
        _check_cells(values, view, height, width)
        raise PuzzleError(str(error)) from None


def _blank(kind: Kind, height: int, width: int, rules: str) -> tuple[Puzzle, native.Batch | None]:
    """Return a board without givens, and the call of the core for batches of its like."""
    plain = type(height) is int and type(width) is int and type(rules) is str
    known = _blanks.get((kind.name, height, width, rules)) if plain else None
    if known is not None and known[0] is kind:
        return known[1:]
    if kind.posed:
        advice = f"use solve_many for a {kind.name}"
        raise PuzzleError(f"solve_batch takes boards without clues; {advice}")
    if from_id(kind.example).symbols != SYMBOLS:
        advice = f"use solve_many for a {kind.name}"
        raise PuzzleError(f"solve_batch takes cells 0, 1 and . only; {advice}")
    blank = kind.blank(_side(height, "rows"), _side(width, "columns"), rules)
    if blank.more_lines:  # a blank board has some, but not those of every puzzle
        raise PuzzleError("solve_batch takes rows and columns only; use solve_many for other lines")
    solve_all = native.batch(blank)
    if plain:
        if len(_blanks) >= MOST_BLANKS:
            _blanks.clear()
        _blanks[kind.name, height, width, rules] = kind, blank, solve_all
    return blank, solve_all


def _check_cells(
    values: Sequence[object] | None, view: bytes | memoryview, height: int, width: int
) -> None:
    """Raise PuzzleError for the first wrong cell, saying where it is."""
    wrong = bytes(view).translate(None, CELLS)
    if not wrong:
        return
    at = bytes(view).index(wrong[0])
    puzzle, cell = divmod(at, height * width)
    where = f"puzzle {puzzle + 1}, {Cell(*divmod(cell, width))}"
    if values is None:
        raise PuzzleError(f"{where}: expected '0', '1' or '.', found {chr(wrong[0])!r}")
    raise PuzzleError(f"{where}: expected 0, 1 or -1, found {shown(values[at])}")


def _side(side: object, name: str) -> int:
    number = whole(side)
    if number is None:
        raise PuzzleError(f"expected a number of {name}, found {shown(side)}")
    return number


def _read(cells: object, width: int, size: int) -> tuple[memoryview, Sequence[object] | None]:
    """Return the bytes of a batch, and the values that they were written from, if any.

    Bytes are used as they are. Whole numbers, floats and objects are written as `0`, `1` and `.`,
    and what is none of these as `?`.
    """
    view = None
    if not hasattr(cells, "mask"):  # the buffer of a masked array says nothing of its mask
        with suppress(TypeError, ValueError):
            view = memoryview(cells)  # type: ignore[arg-type]
    if view is not None and view.format in NUMBERS:
        # Signed bytes may be letters, as in a buffer of Arrow: no number of a cell is one.
        letters = view.format == "b" and not LETTERS.isdisjoint(view.tobytes())
        if letters or not view.contiguous:
            return view, None
        numbers = memoryview(view.tobytes()).cast(view.format).tolist()  # type: ignore[call-overload]
        return memoryview(bytes(map(WRITTEN.get, numbers, repeat(ord("?"))))), numbers
    if view is not None and view.itemsize == 1:
        turned = view.contiguous and not view.c_contiguous
        return memoryview(view.tobytes()) if turned else view, None
    values = listed(cells)
    if not isinstance(values, list):
        raise PuzzleError(f"expected cells as bytes or an array, found {shown(cells)}")
    flat = list(_flat(values))
    if flat and isinstance(flat[0], str) and len(flat[0]) in (width, size):  # rows or boards
        flat = [cell for text in flat for cell in _cells_of(text, len(flat[0]))]
    written = [SYMBOL_BYTES.get(symbol_of(cell) or "", ord("?")) for cell in flat]
    return memoryview(bytes(written)), flat


def _flat(values: Iterable[object]) -> Iterator[object]:
    for value in values:
        if isinstance(value, list):
            yield from _flat(value)
        else:
            yield value


def _cells_of(text: object, length: int) -> str:
    if not isinstance(text, str) or len(text) != length:
        raise PuzzleError(f"expected texts of {many(length, 'cell')}, found {shown(text)}")
    return text


def _one_by_one(blank: Puzzle, cells: bytes, limit: int, limits: Limits) -> tuple[bytes, bytes]:
    """A batch without the core: the same answers, a puzzle at a time."""
    size = blank.height * blank.width
    solved, counts = bytearray(), bytearray()
    for start in range(0, len(cells), size):
        text = cells[start : start + size].decode("ascii", "replace")
        puzzle = blank.with_givens(Grid.flat(blank.height, blank.width, text))
        result = solve(puzzle, limit=limit, limits=limits)
        unknown = result.status is Status.UNKNOWN
        answer = None if unknown else result.solution
        solved += (answer.cells if answer else UNKNOWN * size).encode()
        counts.append(255 if unknown else len(result.solutions))
    return bytes(solved), bytes(counts)
