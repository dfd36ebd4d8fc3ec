"""Read puzzles: texts, files, and files of many puzzles one by one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from nonairo.errors import FormatError, NonairoError, PuzzleError, file_error
from nonairo.formats import FORMATS, Detection, UnknownFormat, detect, parse_name
from nonairo.formats.base import (
    LARGEST_RECORD,
    LARGEST_TEXT,
    LOOKS,
    Format,
    Hints,
    TwoMeanings,
    has_long_lines,
    refuse_odd_lines,
)
from nonairo.formats.shared.decoding import narrow, raw_text, text_of, wide_encoding
from nonairo.kinds import parse_id, split_id
from nonairo.limits import poll_supervision
from nonairo.memory import names_memory
from nonairo.plain import not_text, shown
from nonairo.puzzle import Puzzle, noted

if TYPE_CHECKING:
    from pathlib import PurePath  # imported where it is used: it costs a tenth of our start-up


@names_memory
def loads(text: str | bytes, format: str | None = None, *, strict: bool = False) -> list[Puzzle]:
    """Return all puzzles of a text, in `format` or in the format detected from its content.

    A format name can have options: `oneline:width=6`, `oneline:rules=no-distinct`. Unless `strict`,
    text in no known format is read the way people write puzzles, and `puzzle.note` says how.

    >>> [puzzle.id for puzzle in loads("0...\\n..1.", "oneline:width=2")]
    ['binairo:0./..', 'binairo:../1.']
    """
    return list(_read(text, format, None, tolerant=_is_tolerant(format, strict)))


def _is_tolerant(format: str | None, strict: bool) -> bool:
    """Return whether a text in no format is read as people write puzzles."""
    if not isinstance(strict, bool):
        raise FormatError(f"expected strict=True or strict=False, found {shown(strict)}")
    return format is None and not strict


@names_memory
def parse(text: str | bytes, format: str | None = None, *, strict: bool = False) -> Puzzle:
    """Return the one puzzle of a text or an id, in `format` or in the format detected.

    >>> parse("1..0\\n....\\n....\\n0..1").id
    'binairo:1..0/..../..../0..1'

    Unless `strict`, text in no known format is read the way people write puzzles.

    >>> parse("Rows: 1 1, 5, 5, 3, 1\\nColumns: 2, 4, 4, 4, 2").note
    'read as a nonogram, 5 rows and 5 columns'
    """
    if format is None and isinstance(text, str):
        try:
            puzzle = parse_id(text)
        except FormatError as error:
            if not _is_tolerant(format, strict):
                raise
            return read_tolerantly(text, error)
        if puzzle is not None:
            return puzzle
    puzzles = loads(text, format, strict=strict)
    if len(puzzles) != 1:
        raise FormatError(f"expected one puzzle, found {len(puzzles)}")
    return puzzles[0]


@names_memory
def load(path: str | PurePath, format: str | None = None, *, strict: bool = False) -> list[Puzzle]:
    """Return all puzzles of the file at `path` (`-` is standard input).

    The format is detected by content and suffix, unless `format` names it; `strict` as in `loads`.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "two.txt")
    ...     _ = path.write_text("binairo:0./..\\nnonogram:1;1\\n")
    ...     [puzzle.kind for puzzle in load(path)]
    ['binairo', 'nonogram']
    """
    return list(scan(path, format, strict=strict))


@names_memory
def scan(
    path: str | PurePath, format: str | None = None, *, strict: bool = False
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file one by one; JSON Lines are read in constant memory.

    The format is detected by content and suffix, unless `format` names it; `strict` as in `loads`.

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
    for record in records(path, format, strict=strict):
        if isinstance(record, FormatError):
            raise record
        yield record


def records(
    path: str | PurePath, format: str | None = None, *, strict: bool = False
) -> Iterator[Puzzle | FormatError]:
    """The puzzles of a file one by one; where a line is a record, a bad one does not end it."""
    name = file_name(path)
    try:
        if name == "-":
            yield from _records(standard_input(), "standard input", format, strict)
        else:
            if not name:
                raise FormatError("expected the name of a file, - or an id, found ''")
            with open(name, "rb") as stream:  # noqa: PTH123  # pathlib costs 4 ms at start
                yield from _records(stream, name, format, strict)
    except (OSError, ValueError) as error:
        raise unusable(error, name) from None


def file_name(path: object) -> str:
    """The name of a file as text, be it a path of any kind; refuses what is none."""
    if not isinstance(path, str | bytes | os.PathLike):
        raise FormatError(f"expected the name of a file, found {shown(path)}")
    return os.fsdecode(path)


def unusable(error: OSError | ValueError, name: str) -> NonairoError:
    """The error of a file that cannot be opened, read or written, in a line."""
    if isinstance(error, NonairoError):
        return error
    is_id = isinstance(error, FileNotFoundError) and split_id(name) is not None
    return file_error(error, name, "; nn.parse reads ids" if is_id else "")


def standard_input() -> BinaryIO:
    """Standard input as bytes."""
    stream: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    return BytesIO(sys.stdin.read().encode("utf-8", "surrogatepass")) if stream is None else stream


MOST_BLANKS = (
    1000  # bytes of blank lines and comments above the first record; a longer void is read at once
)
MOST_TYPED = 200_000  # bytes of a file that may be one puzzle as people write it: see `tolerant`
SAMPLE = 1 << 20  # bytes by which the format of a larger file is found, if it has a record a line
TOO_DEEP = "expected a text with less nesting"
USE_LINES = "; for more, use a format with a puzzle on each line, such as ids or JSON Lines"


def read_whole(path: str) -> bytes:
    """Return the bytes of a file (`-` is standard input), unless they are more than 64 MB.

    For everything that is read at once; what has a record on each line is streamed instead.
    """
    try:
        if path == "-":
            return _rest(standard_input(), b"", "standard input")
        with open(path, "rb") as stream:  # noqa: PTH123
            return _rest(stream, b"", path)
    except (OSError, ValueError) as error:
        raise unusable(error, path) from None


def _rest(stream: BinaryIO, start: bytes, path: str, advice: str = "") -> bytes:
    """Return the start and all that follows it."""
    pieces, size = [start], len(start)
    while size <= LARGEST_TEXT and (piece := stream.read(min(SAMPLE, LARGEST_TEXT + 1 - size))):
        pieces.append(piece)
        size += len(piece)
        if size >= SAMPLE:
            poll_supervision()
    if size > LARGEST_TEXT:
        raise FormatError(f"expected at most {LARGEST_TEXT >> 20} MB{advice}", path=path)
    return b"".join(pieces)


def _records(
    stream: BinaryIO, path: str, format: str | None, strict: bool
) -> Iterator[Puzzle | FormatError]:
    tolerant = _is_tolerant(format, strict)
    first = stream.readline(LARGEST_RECORD + 1)
    if wide_encoding(first):
        try:
            stream = BytesIO(narrow(_rest(stream, first, path)))
        except FormatError as error:
            raise error.at(path) from None
        first = stream.readline(LARGEST_RECORD + 1)
    above = b""  # blank lines and comments, kept so that errors name the right line
    while first and first.strip()[:1] in (b"", b"#") and len(above) < MOST_BLANKS:
        above += first
        first = stream.readline(LARGEST_RECORD + 1)
    plain = first.removeprefix(b"\xef\xbb\xbf").strip()
    chosen, hints = (None, Hints()) if format is None else parse_name(format)
    if (chosen is None or chosen.name == "jsonl") and plain[:1] == b"{" and plain[-1:] == b"}":
        name = "jsonl" if chosen or b'"kind"' in plain else _other_json(plain)
        if name in (None, "jsonl"):
            yield from _lines(stream, above + first, FORMATS["jsonl"], hints, path, tolerant)
            return
        chosen = FORMATS[name]
    elif chosen is None and is_id(plain):
        chosen = FORMATS["id"]
    start, note = above + first, ""
    try:
        if chosen is None:
            start += stream.read(max(SAMPLE - len(start), 0))
            detected = _detected(start, path, tolerant)
            if detected is not None:
                chosen, note = detected.format, detected.note
        if chosen is not None and chosen.by_line and chosen.name != "jsonl":
            yield from _lines(stream, start, chosen, hints, path, tolerant)
        else:
            name = format or (chosen and chosen.name)
            yield from _read(_rest(stream, start, path, USE_LINES), name, path, note, tolerant)
    except FormatError as error:
        raise error.at(path) from None


def _detected(start: bytes, path: str, tolerant: bool) -> Detection | None:
    """Return the format of a file; of a large one only if its start shows a record on each line.

    None also if no format fits and the whole is to be read tolerantly.
    """
    if len(start) < SAMPLE:
        try:
            found = detect(start, path)
        except FormatError:
            if tolerant:
                return None
            raise
        return found if found.claimed else None
    try:
        found = detect(start[: start.rfind(b"\n") + 1] or start, path)
    except FormatError:
        return None  # the whole text may say more
    return found if found.format.by_line else None


def _lines(
    stream: BinaryIO, start: bytes, format: Format, hints: Hints, path: str, tolerant: bool
) -> Iterator[Puzzle | FormatError]:
    """Yield the records of a file; if it is a single one that is wrong, what was meant instead."""
    items = _each_line(stream, start, format, hints, path)
    if tolerant and len(start) < MOST_TYPED and stream.seekable():  # a pipe may have no end
        start += stream.read(MOST_TYPED - len(start))
        items = _each_line(stream, start, format, hints, path)
        if len(start) < MOST_TYPED and not _are_records(start):
            first = next(items)
            if isinstance(first, FormatError):
                yield read_tolerantly(start, first)
                return
            yield first
    yield from items


def _are_records(start: bytes) -> bool:
    """Whether a text has more than one line that is an id or a JSON object."""
    lines = [line.strip() for line in start.splitlines()]
    return sum((line[:1] == b"{" and line[-1:] == b"}") or is_id(line) for line in lines) > 1


def _each_line(
    stream: BinaryIO, start: bytes, format: Format, hints: Hints, path: str
) -> Iterator[Puzzle | FormatError]:
    """Yield the records of a file that has one on each line; a bad one does not end it.

    There may be any number of them: each is forgotten before the next is read.
    """
    found = False
    for number, line in enumerate(_physical_lines(stream, start), 1):
        if len(line) > LARGEST_RECORD:
            limit = LARGEST_RECORD >> 20
            raise FormatError(f"expected lines of at most {limit} MB", line=number, path=path)
        try:
            for puzzle in _puzzles_of_line(format, hints, line):
                found = True
                yield puzzle
        except FormatError as error:
            found = True
            yield FormatError(error.message, line=number, column=error.column, path=path)
        if number % LOOKS == 0:  # after the line: waiting in a pipe does not count
            poll_supervision()
    if not found:
        raise FormatError("expected a puzzle, found none", line=1, path=path)


def _puzzles_of_line(format: Format, hints: Hints, line: bytes) -> Iterable[Puzzle]:
    """Return the puzzle of a line, if there is one; with the line ends of old it has several."""
    text = text_of(line).rstrip()
    if format.read_line is None or "\r" in text:
        return _puzzles(format, hints, text)
    try:
        puzzle = format.read_line(text) if text else None
    except PuzzleError as error:
        raise FormatError(str(error)) from None
    except RecursionError:
        raise FormatError(TOO_DEEP) from None
    return () if puzzle is None else (puzzle,)


def _physical_lines(stream: BinaryIO, start: bytes) -> Iterator[bytes]:
    """Yield the lines of what was read already and of what follows, none longer than a record."""
    known = BytesIO(start)
    while line := known.readline(LARGEST_RECORD + 1):
        if not line.endswith(b"\n") and len(line) <= LARGEST_RECORD:
            line += stream.readline(LARGEST_RECORD + 1 - len(line))
        yield line
    while line := stream.readline(LARGEST_RECORD + 1):
        yield line


def is_id(line: bytes) -> bool:
    """Whether a line starts like a one-line id."""
    return split_id(line.decode("utf-8", "replace")) is not None


def _other_json(line: bytes) -> str | None:
    """The format of a JSON object on one line that is not a puzzle of ours."""
    try:
        return detect(line).format.name
    except FormatError:
        return None


def _read(
    source: str | bytes,
    format: str | None,
    path: str | None,
    note: str = "",
    tolerant: bool = False,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a text; with a `note` on how it is read, where that was found out."""
    found = False
    try:
        for puzzle in _read_strictly(source, format, path, note):
            found = True
            yield puzzle
    except FormatError as error:
        certain = isinstance(error, TwoMeanings) or not isinstance(source, str | bytes)
        if found or certain or not tolerant:
            raise
        yield read_tolerantly(source, error, claimed=_is_claimed(source, path))


def _is_claimed(source: str | bytes, path: str | None) -> bool:
    """Whether a format recognised a text, which its reader then refused."""
    try:
        return detect(source, path).claimed
    except UnknownFormat:
        return False
    except FormatError:
        return True


def read_tolerantly(source: str | bytes, error: FormatError, *, claimed: bool = True) -> Puzzle:
    """Return the puzzle that a person would see in a text; else raise the error that says more.

    `error` is that of the format which failed to read it.
    """
    from nonairo.formats.tolerant import understood  # few texts get here
    from nonairo.formats.tolerant.prose import Understood

    text = _typed_text(source)
    try:
        found = None if text is None else understood(text, Hints())
    except RecursionError:
        found = None
    if isinstance(found, Puzzle):
        return found
    if found is not None and (not claimed or isinstance(found, Understood)):
        raise found.at(error.path) if error.path else found from None
    raise error from None


def _typed_text(source: str | bytes) -> str | None:
    """Return a text that is short enough for a person to have typed or pasted it."""
    if len(source) > MOST_TYPED:
        return None
    try:
        return text_of(narrow(source) if isinstance(source, bytes) else source)
    except FormatError:
        return None


def _read_strictly(
    source: str | bytes, format: str | None, path: str | None, note: str
) -> Iterator[Puzzle]:
    if not isinstance(source, str | bytes):
        raise FormatError(f"expected a puzzle as text or bytes, found {not_text(source)}")
    if len(source) > LARGEST_TEXT:
        raise FormatError(f"expected at most {LARGEST_TEXT >> 20} MB at once")
    if isinstance(source, bytes):
        source = narrow(source)
    if format is None:
        found, note = _format_of(source, path)
        hints = Hints()
    else:
        found, hints = parse_name(format)
    if not found.any_length:
        refuse_odd_lines(source)
    elif found.by_line and found.name != "jsonl" and has_long_lines(source):
        raise FormatError(f"expected lines of at most {LARGEST_RECORD >> 20} MB")
    puzzle = None
    for after, puzzle in enumerate(_puzzles(found, hints, source)):
        if after:  # a single puzzle is returned: the work on it has the same limit
            poll_supervision()
        yield noted(puzzle, note) if note else puzzle
    if puzzle is None:
        raise FormatError("expected a puzzle, found none", line=1)


def _format_of(source: str | bytes, path: str | None) -> tuple[Format, str]:
    detected = detect(source, path)
    return detected.format, detected.note


def _puzzles(format: Format, hints: Hints, source: str | bytes) -> Iterator[Puzzle]:
    """Yield the puzzles of a text; whatever is wrong with one is a FormatError."""
    try:
        yield from _reader(format, hints, source)
    except PuzzleError as error:
        raise FormatError(str(error)) from None
    except RecursionError:
        raise FormatError(TOO_DEEP) from None


def _reader(format: Format, hints: Hints, source: str | bytes) -> Iterator[Puzzle]:
    if format.read is None:
        raise FormatError(f"format {format.name} can be written but not read")
    if format.binary:
        return format.read(raw_text(source))
    text = text_of(source)
    return format.read_hinted(text, hints) if format.read_hinted else format.read(text)
