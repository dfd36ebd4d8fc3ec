"""Puzzles that differ in their cells or clues only: found in records, solved together by the core.

A record is a JSON object, as JSON Lines have it. Most files have thousands of puzzles of one size
and one rule set. They are never made: cells, or clues, go from the record to the core.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from nonairo import many_puzzles, native
from nonairo.errors import NonairoError
from nonairo.formats import jsonl
from nonairo.grid import SYMBOLS, Grid
from nonairo.grid import UNKNOWN as UNKNOWN_CELL
from nonairo.kinds import KINDS, binairo, nonogram
from nonairo.kinds.binairo import MORE_FIELDS
from nonairo.limits import Limits
from nonairo.native import LARGEST
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.native import Batch

DESCRIBING = (*jsonl.METADATA, "solution")
MOST_SHAPES = 256
LARGEST_TOGETHER = 64  # a side of nonograms: larger ones take far longer to solve than to make
UNSAID = object()  # the rules of a record that leaves them to the name of its kind
CLUES = object()  # those of a record with clues
CELLS = SYMBOLS + UNKNOWN_CELL
NONE, UNIQUE, MULTIPLE, UNKNOWN = 0, 1, 2, 255  # counts of the core


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Boards of one kind, size and rule set: one without givens, and the call that solves many."""

    columns: ClassVar[tuple[str, ...]] = ("grid",)  # fields in which they differ
    is_packed: ClassVar[bool] = False  # whether `given` is something else than these fields
    none_of: ClassVar[frozenset[str]] = MORE_FIELDS  # fields of records that are more
    looked_at: ClassVar[frozenset[str]] = frozenset((*MORE_FIELDS, *DESCRIBING))

    blank: Puzzle
    size: int
    _solve: Batch

    def id_of(self, record: Mapping[str, object]) -> str:
        """The one-line id of a puzzle of this shape."""
        cells = str(record["grid"])
        return self.blank.with_givens(Grid(self.blank.height, self.blank.width, cells)).id

    def together(self, given: Sequence[str | bytes]) -> bytes:
        """What is given of many puzzles, for `solved`."""
        return "".join(given).encode()  # type: ignore[arg-type]

    def solved(
        self, given: bytes | memoryview, number: int, limits: Limits, threads: int = 1
    ) -> tuple[bytes, bytes]:
        """The first solution of each of so many puzzles and how many it has, as in `solve_batch`.

        The time limit is that of each puzzle; 255 says that one is to be solved alone. ValueError
        if there are other characters than those of cells.
        """
        seconds, allowed, memory, _ = limits
        quick = many_puzzles.QUICK_NODES
        nodes = quick if allowed is None else min(quick, allowed)
        if seconds is not None:
            seconds *= max(1, number)
        return self._solve(given, 2, threads, nodes, seconds, memory)


class ClueShape(Shape):
    """Black-and-white nonograms of one size."""

    __slots__ = ()
    columns = ("rows", "cols")
    is_packed = True
    none_of = frozenset(("grid", "coloured"))
    looked_at = frozenset((*none_of, "rules", *DESCRIBING))

    def id_of(self, record: Mapping[str, object]) -> str:
        clues = {name: record[name] for name in self.columns}
        return jsonl.from_record({"kind": self.blank.kind} | clues).id

    def together(self, given: Sequence[str | bytes]) -> bytes:
        return b"".join(given)  # type: ignore[arg-type]


_shapes: dict[tuple[object, object, object, object], Shape | None] = {}


def shape_of(kind: object, height: object, width: object, rules: object) -> Shape | None:
    """The shape of boards whose records say this; None if the core has no batch for them."""
    if type(height) is not int or type(width) is not int:  # True and 2.0 are equal to numbers
        return None
    key = kind, height, width, rules
    try:
        return _shapes[key]
    except KeyError:
        pass
    except TypeError:  # a list: its reader says what is wrong
        return None
    if len(_shapes) >= MOST_SHAPES:
        _shapes.clear()
    found = _shapes[key] = _made(kind, height, width, rules)
    return found


def _made(kind: object, height: int, width: int, rules: object) -> Shape | None:
    if not (0 < height <= LARGEST and 0 < width <= LARGEST):
        return None
    if rules is CLUES:
        return _with_clues(kind, height, width)
    cells = "." * (height * width)
    record = {"kind": kind, "height": height, "width": width, "grid": cells}
    record |= {} if rules is UNSAID else {"rules": rules}
    try:
        blank = jsonl.from_record(record)
    except NonairoError:
        return None
    if KINDS.get(blank.kind) is not binairo.KIND:  # others may look at more fields
        return None
    solve = native.batch(blank)
    return None if solve is None else Shape(blank, len(cells), solve)


def _with_clues(kind: object, height: int, width: int) -> ClueShape | None:
    solve = native.clue_batch(height, width)
    if solve is None or max(height, width) > LARGEST_TOGETHER:
        return None
    record = {"kind": kind, "rows": [[]] * height, "cols": [[]] * width}
    try:
        blank = jsonl.from_record(record)
    except NonairoError:
        return None
    plain = KINDS.get(blank.kind) is nonogram.KIND and blank.rules == "standard"
    return ClueShape(blank, height * width, solve) if plain else None


def board_in(record: Mapping[str, object]) -> tuple[Shape, str | bytes] | None:
    """The board in a record; None if it is anything else, or if something is wrong with it."""
    get = record.get
    rows, cols = get("rows"), get("cols")
    if type(rows) is list and type(cols) is list:
        return _nonogram_in(record, rows, cols)
    cells = get("grid")
    shape = shape_of(get("kind"), get("height"), get("width"), get("rules", UNSAID))
    if shape is None or type(cells) is not str or len(cells) != shape.size or not are_cells(cells):
        return None
    return (shape, cells) if _only_described(record, shape) else None


def _nonogram_in(
    record: Mapping[str, object], rows: list[object], cols: list[object]
) -> tuple[Shape, bytes] | None:
    height, width = len(rows), len(cols)
    for name, number in (("height", height), ("width", width)):
        if record.get(name) not in (number, None):
            return None
    shape = shape_of(record.get("kind"), height, width, CLUES)
    if shape is None or record.get("rules") not in (None, "standard"):
        return None
    clues = native.pack_clues(height, width, rows, cols)
    return (shape, clues) if clues is not None and _only_described(record, shape) else None


def _only_described(record: Mapping[str, object], shape: Shape) -> bool:
    """Whether all that is said besides is in order and changes nothing."""
    if shape.looked_at.isdisjoint(record):
        return True
    texts = all(isinstance(record.get(name), str | None) for name in jsonl.METADATA)
    answer = record.get("solution")
    if isinstance(answer, str):
        texts = texts and len(answer) == shape.size and are_cells(answer)
    elif answer is not None:
        return False
    return texts and all(record.get(name) is None for name in shape.none_of)


def are_cells(text: str) -> bool:
    """Whether a text has no other characters than those of cells."""
    return not text.strip(CELLS)
