"""Read puzzles: texts, files, and files of many puzzles one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats import (
    WIDE,
    detect,
    narrow,
    parse_name,
    raw_text,
    text_of,
)
from nonairo.formats.base import (
    LARGEST_RECORD,
    LARGEST_TEXT,
    MOST_PUZZLES,
    Format,
    Hints,
)
from nonairo.kinds import from_id, split_id
from nonairo.plain import shown
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from pathlib import PurePath  # imported where it is used: it costs a tenth of our start-up


def loads(text: str | bytes, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text, its format found by content unless it is named.

    A name may say what the text does not: `oneline:width=6`, `oneline:rules=no-distinct`.

    >>> [puzzle.id for puzzle in loads("0...\\n..1.", "oneline:width=2")]
    ['binairo:0./..', 'binairo:../1.']
    """
    return list(_read(text, format, None))


def parse(text: str | bytes, format: str | None = None) -> Puzzle:
    """The one puzzle of a text or an id; its format is found by content unless it is named.

    >>> parse("1..0\\n....\\n....\\n0..1").id
    'binairo:1..0/..../..../0..1'
    """
    puzzles = loads(text, format)
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}")
    return puzzles[0]


def load(path: str | PurePath, format: str | None = None) -> list[Puzzle]:
    """All puzzles of the file at `path` (`-` is standard input).

    The format is found by content and suffix, unless `format` names it.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.txt")
    ...     _ = path.write_text("binairo:0./..\\nnonogram:1;1\\n")
    ...     [puzzle.kind for puzzle in load(path)]
    ['binairo', 'nonogram']
    """
    return list(scan(path, format))


def scan(path: str | PurePath, format: str | None = None) -> Iterator[Puzzle]:
    """The puzzles of a file one by one; JSON Lines are read in constant memory.

    `path` and `format` are those of `load`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.txt")
    ...     _ = path.write_text("binairo:0./..\\nnonogram:1;1\\n")
    ...     for puzzle in scan(path):
    ...         print(puzzle.id)
    binairo:0./..
    nonogram:1;1
    """
    for record in records(path, format):
        if isinstance(record, FormatError):
            raise record
        yield record


def records(path: str | PurePath, format: str | None = None) -> Iterator[Puzzle | FormatError]:
    """The puzzles of a file one by one; where a line is a record, a bad one does not end it."""
    name = str(path)
    try:
        if name == "-":
            yield from _records(standard_input(), "standard input", format)
        else:
            if not name:
                raise FormatError("expected the name of a file, - or an id, found ''")
            with open(name, "rb") as stream:  # noqa: PTH123  # pathlib costs 4 ms at start
                yield from _records(stream, name, format)
    except OSError as error:
        raise FormatError(error.strerror or str(error), path=name) from None
    except ValueError as error:  # such as a null byte in the name
        if isinstance(error, FormatError):
            raise
        raise FormatError(str(error), path=name) from None


def standard_input() -> BinaryIO:
    """Standard input as bytes."""
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    return BytesIO(sys.stdin.read().encode("utf-8", "surrogatepass")) if stream is None else stream


MOST_BLANKS = 1000  # bytes of blank lines above the first record; a longer void is read at once


def _records(stream: BinaryIO, path: str, format: str | None) -> Iterator[Puzzle | FormatError]:
    first = stream.readline(LARGEST_RECORD + 1)
    if first.startswith(WIDE):
        rest = stream.read(max(LARGEST_TEXT - len(first) + 1, 0))
        stream = BytesIO(narrow(first + rest))
        first = stream.readline(LARGEST_RECORD + 1)
    above = b""  # blank lines, kept so that errors name the right line
    while first and not first.strip() and len(above) < MOST_BLANKS:
        above += first
        first = stream.readline(LARGEST_RECORD + 1)
    plain = first.removeprefix(b"\xef\xbb\xbf").strip()
    if format in (None, "jsonl") and plain.startswith(b"{") and plain.endswith(b"}"):
        if format is None and b'"kind"' not in plain:
            format = _other_json(plain)
        if format in (None, "jsonl"):
            yield from _json_lines(stream, first, above.count(b"\n"), path)
            return
    data = above + first
    data += stream.read(max(LARGEST_TEXT - len(data) + 1, 0))
    try:
        if format == "id" or (format is None and is_id(plain)):
            yield from _id_lines(text_of(data), path)
        else:
            yield from _read(data, format, path)
    except FormatError as error:
        raise error.at(path) from None


def is_id(line: bytes) -> bool:
    """Whether a line starts like a one-line id."""
    return split_id(line.decode("utf-8", "replace")) is not None


def _id_lines(text: str, path: str) -> Iterator[Puzzle | FormatError]:
    """Ids, one on each line; a bad one does not end the file."""
    number = 0
    for row, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            number += 1
            if number > MOST_PUZZLES:
                raise FormatError(f"expected at most {MOST_PUZZLES} puzzles; use JSON Lines")
            try:
                yield from_id(line)
            except PuzzleError as error:
                yield FormatError(str(error), line=row, path=path)
    if not number:
        raise FormatError("expected a puzzle, found none", line=1)


def _other_json(line: bytes) -> str | None:
    """The format of a JSON object on one line that is not a puzzle of ours."""
    try:
        return detect(line).format.name
    except FormatError:
        return None


def _json_lines(
    stream: BinaryIO, first: bytes, number: int, path: str
) -> Iterator[Puzzle | FormatError]:
    from nonairo.formats import jsonl  # with json it costs a twentieth of our start-up

    line = first  # below `number` blank ones
    while line:
        number += 1
        if len(line) > LARGEST_RECORD:
            limit = LARGEST_RECORD // 1024 // 1024
            raise FormatError(f"expected lines of at most {limit} MB", line=number, path=path)
        if line.strip():
            try:
                yield jsonl.read_record(text_of(line).rstrip(), number)
            except FormatError as error:
                yield FormatError(error.message, line=number, column=error.column, path=path)
        line = stream.readline(LARGEST_RECORD + 1)


def _read(source: str | bytes, format: str | None, path: str | None) -> Iterator[Puzzle]:
    if not isinstance(source, str | bytes):
        raise FormatError(f"expected a puzzle as text or bytes, found {shown(source)}")
    if len(source) > LARGEST_TEXT:
        limit = LARGEST_TEXT // 1024 // 1024
        raise FormatError(f"expected at most {limit} MB at once; use JSON Lines")
    if isinstance(source, bytes) and source.startswith(WIDE):
        source = narrow(source)
    if format is None:
        found, hints = detect(source, path).format, Hints()
    else:
        found, hints = parse_name(format)
    number = 0
    try:
        for puzzle in islice(_reader(found, hints, source), MOST_PUZZLES + 1):
            number += 1
            if number > MOST_PUZZLES:
                raise FormatError(f"expected at most {MOST_PUZZLES} puzzles; use JSON Lines")
            yield puzzle
    except PuzzleError as error:
        raise FormatError(str(error)) from None
    except RecursionError:
        raise FormatError("expected a text that is not nested so deeply") from None
    if not number:
        raise FormatError("expected a puzzle, found none", line=1)


def _reader(format: Format, hints: Hints, source: str | bytes) -> Iterator[Puzzle]:
    if format.read is None:
        raise FormatError(f"format {format.name} is only written, not read")
    if format.binary:
        return format.read(raw_text(source))
    text = text_of(source)
    return format.read_hinted(text, hints) if format.read_hinted else format.read(text)
