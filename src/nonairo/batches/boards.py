"""The boards among the records of a shard: solved together, and written without a result for each.

A line in the output is the one that a result would give (a test compares them): the text of one
result is the template of all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from json.encoder import encode_basestring_ascii
from time import perf_counter

from nonairo.batches.lean import lean
from nonairo.batches.records import Record
from nonairo.batches.valid_json import as_json
from nonairo.engines import named_engine
from nonairo.grid import Grid
from nonairo.limits import Limits
from nonairo.many_boards import UNIQUE, Shape
from nonairo.results import Result, Stats, Status

ID_MARK, CELLS_MARK = "@ID@", "@CELLS@"
MARK = re.compile(f"{ID_MARK}|{CELLS_MARK}")


def unique_boards(
    records: Sequence[Record], limits: Limits, *, is_lean: bool = False
) -> dict[int, bytes]:
    """The lines of boards with one solution, by the place of their records.

    All other boards become puzzles, to be solved alone.
    """
    groups: dict[int, tuple[Shape, list[int]]] = {}
    for place, record in enumerate(records):
        if record.board is not None:
            shape = record.board[0]
            groups.setdefault(id(shape), (shape, []))[1].append(place)
    lines: dict[int, bytes] = {}
    for shape, places in groups.values():
        _solve(shape, places, records, limits, lines, is_lean)
    for place, record in enumerate(records):
        if record.board is not None and place not in lines:
            record.pose()
    return lines


def _solve(
    shape: Shape,
    places: list[int],
    records: Sequence[Record],
    limits: Limits,
    lines: dict[int, bytes],
    is_lean: bool,
) -> None:
    begin = perf_counter()
    given = [records[place].board[1] for place in places]  # type: ignore[index]
    solutions, counts = shape.solved(shape.together(given), len(given), limits)
    line = template(shape, (perf_counter() - begin) / len(places), is_lean)
    size, at = shape.size, 0
    for place, count in zip(places, counts, strict=True):
        if count == UNIQUE:
            record = records[place]
            assert record.text is not None
            bare, solution = record.text[:-1].rstrip(), solutions[at : at + size]
            if is_lean:
                lines[place] = line % (bare, solution)
            else:
                lines[place] = line % (bare, _name(record), solution, solution)
        at += size


def _name(record: Record) -> bytes:
    """The id in a result: that of the record, or the one-line id."""
    own = record.data.get("id")
    if type(own) is str:
        return encode_basestring_ascii(own).encode()
    if own is None:
        assert record.board is not None
        record.restore()
        own = record.board[0].id_of(record.data)
    return (str(own) if type(own) is int else as_json(own)).encode()


def template(shape: Shape, seconds: float, is_lean: bool) -> bytes:
    """What `%` turns into the line of a board with one solution.

    It takes the record without its closing brace, then the id and the solution twice, or of a lean
    result the solution alone.
    """
    start = as_json({"status": Status.UNIQUE.value})[1:-1]
    text = MARK.sub("%b", unique_text(shape, seconds, is_lean).replace("%", "%%"))
    return f'%b, {start}, "result": {text}}}\n'.encode()


def unique_text(shape: Shape, seconds: float, is_lean: bool) -> str:
    """The JSON of the result of a board with one solution.

    `ID_MARK` stands for its id as JSON, `CELLS_MARK` for the cells of the solution.
    """
    blank = shape.blank
    grid = Grid(blank.height, blank.width, CELLS_MARK)
    puzzle, engine = blank.about(extra={"id": ID_MARK}), named_engine("auto")[0].name
    stats = Stats(0, 0, seconds)
    result = Result(puzzle, Status.UNIQUE, [grid], grid, True, engine, stats).to_json()
    text = as_json(lean(result) if is_lean else result)
    return text.replace(as_json(ID_MARK), ID_MARK)
