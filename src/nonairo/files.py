"""Read and write puzzles: texts, files, and files of many puzzles one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, TextIO

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats import FORMATS, detect, ids, jsonl, named_format
from nonairo.formats.base import LARGEST_RECORD, LARGEST_TEXT, MOST_PUZZLES
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from pathlib import PurePath  # imported where it is used: it costs a tenth of our start-up


def loads(text: str, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text, its format found by content unless it is named."""
    return list(_read(text, format, None))


def parse(text: str, format: str | None = None) -> Puzzle:
    """The one puzzle of a text or an id.

    >>> parse("1..0\\n....\\n....\\n0..1").id
    'binairo:1..0/..../..../0..1'
    """
    puzzles = loads(text, format)
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}")
    return puzzles[0]


def load(path: str | PurePath, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a file; `-` is standard input."""
    return list(scan(path, format))


def scan(path: str | PurePath, format: str | None = None) -> Iterator[Puzzle]:
    """The puzzles of a file one by one; JSON Lines are read in constant memory."""
    for record in records(path, format):
        if isinstance(record, FormatError):
            raise record
        yield record


def records(path: str | PurePath, format: str | None = None) -> Iterator[Puzzle | FormatError]:
    """The puzzles of a file one by one; where a line is a record, a bad one does not end it."""
    from pathlib import Path

    name = str(path)
    try:
        if name == "-":
            yield from _records(sys.stdin, "standard input", format)
        else:
            with Path(path).open(encoding="utf-8-sig", newline=None) as stream:
                yield from _records(stream, name, format)
    except UnicodeDecodeError:
        raise FormatError("expected text in UTF-8, found other bytes", path=name) from None
    except OSError as error:
        raise FormatError(error.strerror or str(error), path=name) from None
    except ValueError as error:  # such as a null byte in the name
        if isinstance(error, FormatError):
            raise
        raise FormatError(str(error), path=name) from None


def _records(stream: TextIO, path: str, format: str | None) -> Iterator[Puzzle | FormatError]:
    first = stream.readline(LARGEST_RECORD + 1)
    one_a_line = format in (None, "jsonl") and first.lstrip("\ufeff").strip().startswith("{")
    if one_a_line and first.strip().endswith("}"):
        yield from _json_lines(stream, first.lstrip("\ufeff"), path)
        return
    text = first + stream.read(LARGEST_TEXT - len(first) + 1)
    if len(text) > LARGEST_TEXT:
        limit = LARGEST_TEXT // 1024 // 1024
        raise FormatError(f"expected at most {limit} MB of text; use JSON Lines", path=path)
    text = text.removeprefix("\ufeff")
    try:
        if (format or detect(text, path).format.name) == "id":
            yield from _id_lines(text, path)
        else:
            yield from _read(text, format, path)
    except FormatError as error:
        raise error.at(path) from None


def _id_lines(text: str, path: str) -> Iterator[Puzzle | FormatError]:
    number = 0
    for row, line in enumerate(text.splitlines(), 1):
        try:
            for puzzle in ids.read(line):
                number += 1
                yield puzzle
        except FormatError as error:
            number += 1
            yield FormatError(error.message, line=row, path=path)
    if not number:
        raise FormatError("expected a puzzle, found none", line=1)


def _json_lines(stream: TextIO, first: str, path: str) -> Iterator[Puzzle | FormatError]:
    line, number = first, 0
    while line:
        number += 1
        if len(line) > LARGEST_RECORD:
            limit = LARGEST_RECORD // 1024 // 1024
            raise FormatError(f"expected lines of at most {limit} MB", line=number, path=path)
        if line.strip():
            try:
                yield jsonl.read_record(line.rstrip(), number)
            except FormatError as error:
                yield error.at(path)
        line = stream.readline(LARGEST_RECORD + 1)


def _read(text: str, format: str | None, path: str | None) -> Iterator[Puzzle]:
    if len(text) > LARGEST_TEXT:
        raise FormatError(f"expected at most {LARGEST_TEXT // 1024 // 1024} MB of text")
    text = text.removeprefix("\ufeff")
    found = detect(text, path).format if format is None else named_format(format)
    if found.read is None:
        raise FormatError(f"format {found.name} is only written, not read")
    number = 0
    try:
        for puzzle in islice(found.read(text), MOST_PUZZLES + 1):
            number += 1
            if number > MOST_PUZZLES:
                raise FormatError(f"expected at most {MOST_PUZZLES} puzzles; use JSON Lines")
            yield puzzle
    except PuzzleError as error:
        raise FormatError(str(error)) from None
    if not number:
        raise FormatError("expected a puzzle, found none", line=1)


def dumps(puzzle: Puzzle, format: str = "text") -> str:
    """A puzzle as text in the named format."""
    chosen = named_format(format)
    if chosen.write is None:
        raise FormatError(f"format {format} is only read, not written")
    if chosen.kinds is not None and puzzle.kind not in chosen.kinds:
        raise FormatError(f"format {format} holds {', '.join(chosen.kinds)}, not {puzzle.kind}")
    return chosen.write(puzzle)


def save(
    puzzles: Puzzle | Iterable[Puzzle], path: str | PurePath, format: str | None = None
) -> None:
    """Write puzzles to a file, in the format named or told by the suffix."""
    from pathlib import Path

    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    if format is None:
        suffix = Path(path).suffix.lower()
        named = [each.name for each in FORMATS.values() if each.write and suffix in each.suffixes]
        if not named:
            raise FormatError(f"expected a suffix that tells the format, found {suffix!r}")
        format = named[0]
    if len(several) != 1 and not named_format(format).by_line:
        raise FormatError(f"format {format} holds one puzzle a file, found {len(several)}")
    text = "".join(dumps(puzzle, format) for puzzle in several)
    Path(path).write_text(text, encoding="utf-8")
