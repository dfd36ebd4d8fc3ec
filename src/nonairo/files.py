"""Read and write puzzles: texts, files, and files of many puzzles one by one."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import chain, islice
from typing import TYPE_CHECKING, BinaryIO

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats import (
    FORMATS,
    detect,
    named_format,
    parse_name,
    raw_text,
    suffix_of,
    text_of,
    with_suffix,
)
from nonairo.formats.base import (
    LARGEST_RECORD,
    LARGEST_TEXT,
    MOST_PUZZLES,
    Format,
    Hints,
    Loss,
    printable,
)
from nonairo.kinds import from_id, split_id
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from pathlib import PurePath  # imported where it is used: it costs a tenth of our start-up


def loads(text: str | bytes, format: str | None = None) -> list[Puzzle]:
    """All puzzles of a text, its format found by content unless it is named.

    A name may say what the text does not: `oneline:width=6`, `oneline:rules=no-distinct`.
    """
    return list(_read(text, format, None))


def parse(text: str | bytes, format: str | None = None) -> Puzzle:
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
    name = str(path)
    try:
        if name == "-":
            yield from _records(standard_input(), "standard input", format)
        else:
            with open(name or ".", "rb") as stream:  # noqa: PTH123  # pathlib costs 4 ms at start
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
    if len(source) > LARGEST_TEXT:
        limit = LARGEST_TEXT // 1024 // 1024
        raise FormatError(f"expected at most {limit} MB at once; use JSON Lines")
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


def losses(puzzle: Puzzle, format: str) -> list[Loss]:
    """What of a puzzle a format cannot hold: metadata is dropped, all else is refused.

    >>> [loss.what for loss in losses(parse("nonogram:1;1;1"), "nin")]
    ['givens']
    """
    return _writable(puzzle, named_format(format)).losses(puzzle)


def _writable(puzzle: Puzzle, format: Format) -> Format:
    if format.write is None:
        raise FormatError(f"format {format.name} is only read, not written")
    if format.kinds is not None and puzzle.kind not in format.kinds:
        kinds = " and ".join(format.kinds)
        raise FormatError(f"format {format.name} holds {kinds}, not {puzzle.kind}")
    return format


def dumps(puzzles: Puzzle | Iterable[Puzzle], format: str = "text", *, lossy: bool = False) -> str:
    """A puzzle, or several where the format allows, as text in the named format.

    What the format cannot hold is refused, unless `lossy`; `losses` tells what that is.
    """
    chosen, hints = parse_name(format)
    text = "".join(_written(puzzles, chosen, hints, lossy))
    if chosen.binary and not text.isascii():
        raise FormatError(f"format {format} is binary; use dumpb or save")
    return text


def dumpb(
    puzzles: Puzzle | Iterable[Puzzle], format: str = "text", *, lossy: bool = False
) -> bytes:
    """Like `dumps`, as bytes: the only way for binary formats."""
    return b"".join(dump_pieces(puzzles, format, lossy=lossy))


def dump_pieces(
    puzzles: Puzzle | Iterable[Puzzle], format: str = "text", *, lossy: bool = False
) -> Iterator[bytes]:
    """Like `dumpb`, piece by piece: for a format whose texts may be longer than memory."""
    chosen, hints = parse_name(format)
    for text in _written(puzzles, chosen, hints, lossy):
        yield text.encode("latin-1") if chosen.binary else text.encode("utf-8", "replace")


def _written(
    puzzles: Puzzle | Iterable[Puzzle], format: Format, hints: Hints, lossy: bool
) -> Iterable[str]:
    several = [puzzles] if isinstance(puzzles, Puzzle) else list(puzzles)
    for puzzle in several:
        refused = [loss.what for loss in _writable(puzzle, format).losses(puzzle)
                   if not loss.metadata]  # fmt: skip
        if refused and not lossy:
            lost = " and ".join(refused)
            raise FormatError(f"format {format.name} cannot hold this puzzle's {lost}; "
                              "write it all the same with lossy")  # fmt: skip
    if len(several) != 1 and not format.several:
        raise FormatError(f"format {format.name} holds one puzzle a file, found {len(several)}")
    if format.write is None:
        raise FormatError(f"format {format.name} is only read, not written")
    if format.write_pieces is not None:
        return chain.from_iterable(format.write_pieces(puzzle, hints) for puzzle in several)
    if len(several) != 1 and format.write_all is not None:
        return [format.write_all(several)]
    return map(format.write, several)


def save(
    puzzles: Puzzle | Iterable[Puzzle],
    path: str | PurePath,
    format: str | None = None,
    *,
    lossy: bool = False,
) -> None:
    """Write puzzles to a file, in the format named or told by the suffix."""
    from pathlib import Path

    pieces = dump_pieces(puzzles, format or format_for(str(path)), lossy=lossy)
    first = next(pieces, b"")  # what cannot be written is refused before the file is touched
    with Path(path).open("wb") as out:
        out.write(first)
        out.writelines(pieces)


def format_for(path: str) -> str:
    """The name of the format that the suffix of a file tells, for writing."""
    suffix = suffix_of(path)
    for name in with_suffix(suffix):
        if FORMATS[name].write is not None:
            return name
    raise FormatError(f"expected a suffix that tells the format, found {printable(suffix)}")
