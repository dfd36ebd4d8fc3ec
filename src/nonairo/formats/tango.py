"""JSON of apps: Tango page data (`gridSize`), or three lists of rows.

Signs between cells are `edges` of the page data; or the two lists of rows below that of the cells,
of the signs to the right and of those below. A list of rows alone is read, too, if this format is
named: found by content it is a Binairo with the standard rules (format `text`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import HEAD, Claim, Format, Hints, check_sides, printable, unlike
from nonairo.formats.shared.cells import not_square, pose_cells, shaped
from nonairo.formats.shared.clues import solution_of
from nonairo.formats.shared.json_text import parse_json, starts_like_json
from nonairo.formats.shared.lists import cells_of
from nonairo.formats.shared.other_symbols import plain
from nonairo.grid import Grid
from nonairo.kinds.binairo import NO_DISTINCT, binairo, pose_givens
from nonairo.kinds.signs import SignGrid, marks
from nonairo.puzzle import Puzzle

PREFIX = "LotkaCellValue_"
VALUES = {"ZERO": "0", "ONE": "1"}
SIGNS = {"=": "=", "x": "x", "X": "x", "/": "x", None: ".", "": ".", ".": ".", " ": "."}


def claims(text: str) -> Claim | None:
    if not starts_like_json(text):
        return None
    if '"gridSize"' in text[:HEAD]:
        return Claim("JSON with 'gridSize'")
    start = "".join(text[:1000].split())
    return Claim("three JSON lists: cells and signs") if start.startswith("[[[") else None


def read(text: str) -> Iterator[Puzzle]:
    record = parse_json(text)
    if isinstance(record, list):
        yield _rows(record)
    elif isinstance(record, dict):
        yield _page(record)
    else:
        raise FormatError("expected an object with 'gridSize' or a list of rows", line=1)


def _rows(rows: list[object]) -> Puzzle:
    if len(rows) == 3 and all(isinstance(r, list) and r and isinstance(r[0], list) for r in rows):
        return _three(*rows)
    check_sides(len(rows), 1, 1)
    return pose_cells(cells_of([_words(row, k) for k, row in enumerate(rows, 1)]), NO_DISTINCT, 1)


def _words(row: object, number: int) -> list[str]:
    """The cells of a row, as text has them."""
    if not isinstance(row, list | str):
        found = printable(str(row))
        raise FormatError(f"row {number}: expected a list of cells, found {found}", line=1)
    check_sides(1, len(row), 1)
    return [plain(str(cell)) for cell in row]


def _three(cells: object, right: object, below: object) -> Puzzle:
    """Cells, signs to the right, signs below."""
    assert isinstance(cells, list)
    puzzle = _rows(cells)
    found = []
    for grid, height, width, name in (
        (right, puzzle.height, puzzle.width - 1, "to the right"),
        (below, puzzle.height - 1, puzzle.width, "below"),
    ):
        rows = grid if isinstance(grid, list) else []
        if len(rows) != height or any(not isinstance(r, list) or len(r) != width for r in rows):
            raise FormatError(f"signs {name}: expected {height} rows of {width}", line=1)
        words = ["".join([_sign(sign) for sign in row]) for row in rows]
        found.append(tuple(words))
    return pose_givens(puzzle.givens, NO_DISTINCT, SignGrid(*found))


def _sign(sign: object) -> str:
    plain = sign if isinstance(sign, str | None) else "?"
    if plain not in SIGNS:
        raise unlike("'=', 'x' or a blank", str(sign), 1)
    return SIGNS[plain]


def _edges(edges: object, size: int) -> list[list[object]]:
    """Signs as a list of neighbours."""
    if not isinstance(edges, list):
        raise FormatError("'edges': expected a list", line=1)
    found: list[list[object]] = []
    for edge in edges:
        record = edge if isinstance(edge, dict) else {}
        one, other, equal = (record.get(key) for key in ("startIdx", "endIdx", "isEqual"))
        if type(one) is not int or type(other) is not int or type(equal) is not bool:
            expected = "'startIdx', 'endIdx' and 'isEqual'"
            raise FormatError(f"'edges': expected {expected}, found {printable(str(edge))}", line=1)
        found.append([*divmod(one, size), *divmod(other, size), "=" if equal else "x"])
    return found


def _page(record: dict[str, object]) -> Puzzle:
    size = record.get("gridSize")
    if type(size) is not int:
        raise FormatError(f"'gridSize': expected a number, found {printable(str(size))}", line=1)
    check_sides(size, size, 1)
    presets, solution = record.get("presetCellIdxes"), record.get("solution")
    if not isinstance(presets, list) or not isinstance(solution, list):
        raise FormatError("expected lists 'presetCellIdxes' and 'solution'", line=1)
    if len(solution) != size * size:
        raise unlike(f"{size * size} cells in 'solution'", len(solution), 1)
    answer = "".join([_value(value) for value in solution])
    givens = ["."] * len(answer)
    for index in presets:
        if type(index) is not int or not 0 <= index < len(answer):
            expected = f"'presetCellIdxes': expected numbers below {len(answer)}"
            raise FormatError(f"{expected}, found {printable(str(index))}", line=1)
        givens[index] = answer[index]
    puzzle = pose_cells(shaped("".join(givens), Hints(), "tango"), NO_DISTINCT, 1)
    signs = _edges(record.get("edges") or [], size)
    if signs:
        try:
            puzzle = binairo(puzzle.givens, rules=NO_DISTINCT, signs=signs)
        except PuzzleError as error:
            raise FormatError(f"'edges': {error}", line=1) from None
    return puzzle.about(solution=Grid(size, size, answer))


def _value(value: object) -> str:
    name = value.removeprefix(PREFIX) if isinstance(value, str) else ""
    if name not in VALUES:
        found = printable(str(value))
        raise FormatError(f"'solution': expected {PREFIX}ZERO or ONE, found {found}", line=1)
    return VALUES[name]


def write(puzzle: Puzzle) -> str:
    answer = solution_of(puzzle, "tango")
    names = {cell: PREFIX + name for name, cell in VALUES.items()}
    record = {
        "gridSize": puzzle.width,
        "presetCellIdxes": [k for k, cell in enumerate(puzzle.givens.cells) if cell != "."],
        "edges": [
            {
                "startIdx": one.row * puzzle.width + one.col,
                "endIdx": other.row * puzzle.width + other.col,
                "isEqual": sign == "=",
            }
            for one, other, sign in marks(puzzle)
        ],
        "solution": [names[cell] for cell in answer.cells],
    }
    return json.dumps(record) + "\n"


FORMAT = Format(
    name="tango",
    summary="Tango page data, or cells and signs as JSON lists",
    kinds=("binairo",),
    claims=claims,
    read=read,
    write=write,
    rules=(NO_DISTINCT,),
    needs_solution=True,
    holds=frozenset(("signs",)),
    lacks=not_square,
    lacking="the width of rectangles",
)
