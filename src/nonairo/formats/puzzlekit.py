"""The puzzlekit dataset: JSON with the puzzles' texts under `data`; columns come first.

A Binairo of this set may have equal lines unless its `info` says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    Claim,
    Format,
    alone,
    check_sides,
    full_lines,
    is_number,
    printable,
    whole_numbers,
)
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.clues import both_sides, gives_clues, pose, written
from nonairo.formats.shared.json_text import parse_json, starts_like_json, write_json
from nonairo.grid import Grid
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.plain import many
from nonairo.puzzle import Puzzle

CELLS = {"-": ".", "1": "0", "2": "1"}  # of a Binairo: white and black
PICTURE = {"-": "0", "x": "1"}
RULES = re.compile(r"rules: ([a-z+-]+)\s*")


def claims(text: str) -> Claim | None:
    if starts_like_json(text) and '"data"' in text[:HEAD] and '"problem"' in text[:HEAD]:
        return Claim("JSON with 'data' and 'problem'")
    return None


def read(text: str) -> Iterator[Puzzle]:
    record = parse_json(text)
    data = record.get("data") if isinstance(record, dict) else None
    if not isinstance(record, dict) or not isinstance(data, dict):
        raise FormatError("expected a JSON object with 'data'", line=1)
    for key, entry in data.items():
        try:
            yield _puzzle(entry, str(record.get("name") or "").lower(), key)
        except FormatError as error:
            raise FormatError(f"{printable(key)}: {error.message}", line=1) from None


def _text(entry: dict[str, object], key: str) -> str:
    value = entry.get(key)
    if value is not None and not isinstance(value, str):
        raise FormatError(f"'{key}': expected a string, found {printable(str(value))}")
    return value or ""


def _puzzle(entry: object, name: str, key: str) -> Puzzle:
    if not isinstance(entry, dict):
        raise FormatError("expected an object with 'problem'")
    lines = list(full_lines(_text(entry, "problem")))
    if not lines:
        raise FormatError("'problem': expected 'rows cols' and lines, found nothing")
    numbers = whole_numbers(lines[0][1], 1)
    if len(numbers) < 2:
        raise FormatError(f"'problem': expected 'rows cols', found {printable(lines[0][1])}")
    height, width = numbers[:2]
    check_sides(height, width, None)
    body, info = lines[1:], _text(entry, "info")
    nonogram = name == "nonogram" or (not name and len(body) == height + width)
    if nonogram:
        puzzle = _nonogram(body, height, width)
    else:
        rules = RULES.match(info)
        rows = _rows(body, height, width, CELLS, "problem")
        puzzle = pose_cells(rows, rules[1] if rules else NO_DISTINCT)
        info = RULES.sub("", info, count=1) if rules else info
    solution = _solution(_text(entry, "solution"), height, width, nonogram)
    if solution and nonogram and not gives_clues(puzzle, solution):
        raise FormatError("'solution': expected a picture that gives the clues")
    extra = {"id": key} | ({"info": info} if info else {})
    source = _text(entry, "source") or None
    return puzzle.about(source=source, solution=solution, extra=extra)


def _nonogram(body: list[tuple[int, str]], height: int, width: int) -> Puzzle:
    if len(body) != height + width:
        expected = f"{width} column lines and {height} row lines"
        raise FormatError(f"'problem': expected {expected}, found {len(body)}")
    clues = [(number, whole_numbers(line, number)) for number, line in body]
    return pose(clues[width:], clues[:width])


def _rows(
    body: list[tuple[int, str]], height: int, width: int, alphabet: dict[str, str], where: str
) -> list[str]:
    if len(body) != height:
        raise FormatError(f"'{where}': expected {many(height, 'row')}, found {len(body)}")
    rows = []
    for number, line in body:
        words = line.split()
        for word in words:
            if word not in alphabet:
                expected = ", ".join(map(repr, alphabet))
                raise FormatError(f"'{where}', row {number - 1}: expected {expected}, "
                                  f"found {printable(word)}")  # fmt: skip
        if len(words) != width:
            found = f"expected {many(width, 'cell')}, found {len(words)}"
            raise FormatError(f"'{where}', row {number - 1}: {found}")
        rows.append("".join([alphabet[word] for word in words]))
    return rows


def _solution(text: str, height: int, width: int, nonogram: bool) -> Grid | None:
    lines = list(full_lines(text))
    if lines and all(map(is_number, lines[0][1].split())) and len(lines) == height + 1:
        lines = lines[1:]
    if not lines:
        return None
    cells = "".join(_rows(lines, height, width, PICTURE if nonogram else CELLS, "solution"))
    return Grid(height, width, cells)


def write_all(puzzles: Sequence[Puzzle]) -> str:
    kinds = sorted({puzzle.kind for puzzle in puzzles})
    if len(kinds) > 1:
        raise FormatError(f"format puzzlekit stores one kind per file, found {' and '.join(kinds)}")
    data: dict[str, object] = {}
    for number, puzzle in enumerate(puzzles, 1):
        key = str(puzzle.extra.get("id") or "")
        if not key or key in data:
            key = f"{number}_{puzzle.height}x{puzzle.width}"
        data[key] = _entry(puzzle)
    solved = sum(puzzle.solution is not None for puzzle in puzzles)
    name = kinds[0].capitalize()
    record = {"count": len(data), "count_sol": solved, "name": name, "data": data}
    return write_json(record, indent=1) + "\n"


def _entry(puzzle: Puzzle) -> dict[str, str]:
    size = f"{puzzle.height} {puzzle.width}"
    info = str(puzzle.extra.get("info") or "")
    if puzzle.kind == "nonogram":
        rows, cols = both_sides(puzzle)
        problem = "\n".join([size, *written(cols), *written(rows)])
    else:
        problem = _grid(size, puzzle.givens, CELLS)
        if puzzle.rules != NO_DISTINCT:
            info = f"rules: {puzzle.rules} {info}".rstrip()
    alphabet = PICTURE if puzzle.kind == "nonogram" else CELLS
    solution = _grid(size, puzzle.solution, alphabet) if puzzle.solution else ""
    source = puzzle.source or ""
    return {"problem": problem, "solution": solution, "source": source, "info": info}


def _grid(size: str, grid: Grid, alphabet: dict[str, str]) -> str:
    theirs = {ours: symbol for symbol, ours in alphabet.items()}
    return "\n".join(
        [size, *(" ".join([theirs.get(cell, "-") for cell in row]) for row in grid.rows())]
    )


FORMAT = Format(
    name="puzzlekit",
    summary="the puzzlekit dataset, JSON with texts inside",
    kinds=("binairo", "nonogram"),
    claims=claims,
    read=read,
    write=alone(write_all),
    write_all=write_all,
    rules=None,
    holds=frozenset(("solution", "source", "id", "info")),
)
