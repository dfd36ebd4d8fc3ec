"""`jsonl`: JSON Lines, the native file of many puzzles; unknown fields are kept.

One object on each line; a file with a single object, or with a list of them, may be spread over
lines.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import ANYTHING, HEAD, Claim, Format, lines_of, printable
from nonairo.formats.shared.json_text import parse_json, starts_like_json, write_json
from nonairo.grid import Grid
from nonairo.kinds import KINDS, kind_of
from nonairo.plain import did_you_mean
from nonairo.puzzle import Puzzle

FIELDS = frozenset(("kind", "height", "width", "rows", "cols", "grid", "rules", "signs"))
METADATA = ("title", "author", "source")


def claims(text: str) -> Claim | None:
    if starts_like_json(text) and '"kind"' in text[:HEAD]:
        return Claim("starts with a JSON object that has a 'kind'")
    return None


def read(text: str) -> Iterator[Puzzle]:
    lines = lines_of(text)
    first = next((k for k, line in enumerate(lines) if line.strip()), None)
    if first is not None and lines[first].strip()[-1:] != "}":  # one object over several lines
        record = parse_json("\n".join(lines[first:]), first + 1)
        for each in record if isinstance(record, list) else [record]:
            yield puzzle_of(each, first + 1)
        return
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield read_record(line, number)


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
    kind = KINDS.get(str(record.get("kind")))
    if kind is None:
        expected = " or ".join(f'"{name}"' for name in KINDS)
        raise PuzzleError(f"'kind': expected {expected}, found {record.get('kind')!r:.40}"
                          f"{did_you_mean(str(record.get('kind')), KINDS)}")  # fmt: skip
    puzzle = kind.from_record(record)
    solution = record.get("solution")
    metadata: list[str | None] = []
    for key in METADATA:
        value = record.get(key)
        if value is not None and not isinstance(value, str):
            raise PuzzleError(f"'{key}': expected a string, found {value!r:.40}")
        metadata.append(value)
    if solution is not None:
        if not isinstance(solution, str):
            raise PuzzleError(f"'solution': expected a string of cells, found {solution!r:.40}")
        try:
            solution = Grid.flat(puzzle.height, puzzle.width, solution, puzzle.symbols)
        except PuzzleError as error:
            raise PuzzleError(f"'solution': {error}") from None
    told = kind.told(record, puzzle)
    known = {*FIELDS, *METADATA, "solution", *told.fields}
    extra = {key: value for key, value in record.items() if key not in known}
    solution = told.answer if solution is None else solution
    title, author, source = metadata
    return puzzle.about(title=title, author=author, source=source, solution=solution, extra=extra)


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
    summary="JSON Lines, one object a puzzle; keeps everything",
    claims=claims,
    read=read,
    write=write,
    by_line=True,
    rules=None,
    holds=frozenset(("solution", "givens", ANYTHING)),
)
