"""`jsonl`: JSON Lines, the native file of many puzzles; unknown fields are kept.

One object on each line; `#` starts a comment line. A file with a single object, or with a list of
them, may be spread over lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import ANYTHING, HEAD, Claim, Format, content_lines, each_line, printable
from nonairo.formats.shared.json_text import each_item, parse_json, starts_like_json, write_json
from nonairo.grid import Grid
from nonairo.kinds import KINDS, kind_of, named_kind
from nonairo.plain import brief, did_you_mean
from nonairo.puzzle import Puzzle

FIELDS = frozenset(("kind", "height", "width", "rows", "cols", "grid", "rules", "signs"))
STRUCTURED = {"height", "width", "rows", "cols", "coloured", "colours"}
METADATA = ("title", "author", "source")


def claims(text: str) -> Claim | None:
    if starts_like_json(_first_record(text[:HEAD])[1]) and '"kind"' in text[:HEAD]:
        return Claim("starts with a JSON object that has a 'kind'")
    return None


def read(text: str) -> Iterator[Puzzle]:
    first, line = _first_record(text)
    if line[-1:] != "}":  # one object over several lines, or a list of them
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        text = "\n" * (first - 1) + text.split("\n", first - 1)[-1]  # without comments above
        for each in each_item(text) if line[:1] == "[" else [parse_json(text)]:
            yield puzzle_of(each, first)
        return
    for number, line in each_line(text):
        if line.strip() and not line.lstrip().startswith("#"):
            yield read_record(line, number)


def _first_record(text: str) -> tuple[int, str]:
    """The first line that is neither blank nor a comment, stripped, after its number from 1."""
    return next(content_lines(text), (1, "}"))


def read_line(line: str) -> Puzzle | None:
    return None if line.lstrip().startswith("#") else read_record(line)


def read_record(text: str, line: int | None = None) -> Puzzle:
    """The puzzle of one JSON object."""
    return puzzle_of(parse_json(text, line), line)


def puzzle_of(record: object, line: int | None) -> Puzzle:
    """The puzzle of a JSON object that is already parsed; errors name the line."""
    try:
        return from_record(record)
    except PuzzleError as error:
        raise FormatError(str(error), line=line) from None


def from_record(record: object) -> Puzzle:
    """The puzzle of a JSON object that is already parsed."""
    if not isinstance(record, dict):
        raise PuzzleError(f"expected a JSON object, found {printable(str(record))}")
    named = named_kind(str(record.get("kind")).lower())
    if named is None:
        expected = "one of " + ", ".join(f'"{name}"' for name in KINDS)
        raise PuzzleError(f"'kind': expected {expected}, found {brief(record.get('kind'))}"
                          f"{did_you_mean(str(record.get('kind')), KINDS)}")  # fmt: skip
    kind, rules = named
    if rules != "standard" and "rules" not in record:
        record = {**record, "rules": rules}
    puzzle = kind.from_record(record)
    solution = record.get("solution")
    metadata: list[str | None] = []
    for key in METADATA:
        value = record.get(key)
        if value is not None and not isinstance(value, str):
            raise PuzzleError(f"'{key}': expected a string, found {brief(value)}")
        metadata.append(value)
    if solution is not None:
        if not isinstance(solution, str):
            raise PuzzleError(f"'solution': expected a string of cells, found {brief(solution)}")
        try:
            solution = Grid.flat(puzzle.height, puzzle.width, solution, puzzle.symbols)
        except PuzzleError as error:
            raise PuzzleError(f"'solution': {error}") from None
    own = kind.record_fields(record, puzzle)
    known = {*FIELDS, *METADATA, "solution", *own.names}
    extra = {key: value for key, value in record.items() if key not in known}
    solution = own.answer if solution is None else solution
    title, author, source = metadata
    return puzzle.about(title=title, author=author, source=source, solution=solution, extra=extra)


def structured(row: Mapping[str, object]) -> dict[str, object]:
    """A row of a table whose fields of a puzzle are what they were before they became JSON text.

    Sizes are fractions where other rows have none (pandas has no other column for that).
    """
    found = dict(row)
    for key in STRUCTURED & row.keys():
        value = row[key]
        if isinstance(value, str):
            with suppress(ValueError, RecursionError):  # its reader says what is wrong
                found[key] = json.loads(value)
        elif isinstance(value, float) and value.is_integer():
            found[key] = int(value)
    return found


def to_record(puzzle: Puzzle) -> dict[str, object]:
    """A puzzle as a JSON object."""
    record: dict[str, object] = {"id": puzzle.extra.get("id", puzzle.id), "kind": puzzle.kind}
    record |= {"height": puzzle.height, "width": puzzle.width}
    record |= kind_of(puzzle).to_record(puzzle)
    for key in METADATA:
        value = getattr(puzzle, key)
        if value is not None:
            record[key] = value
    if puzzle.solution is not None:
        record["solution"] = puzzle.solution.cells
    return record | {key: value for key, value in puzzle.extra.items() if key not in record}


def write(puzzle: Puzzle) -> str:
    return write_json(to_record(puzzle)) + "\n"


FORMAT = Format(
    name="jsonl",
    summary="JSON Lines, one object per puzzle; stores everything",
    claims=claims,
    read=read,
    read_line=read_line,
    write=write,
    by_line=True,
    rules=None,
    holds=frozenset(("solution", "givens", ANYTHING)),
)
