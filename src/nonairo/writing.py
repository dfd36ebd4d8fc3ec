"""Write puzzles, in any format, as text, as bytes or into a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from nonairo.checking import check
from nonairo.errors import FormatError, MissingFileError
from nonairo.formats import (
    DRAWN,
    FORMATS,
    drawn_only,
    named_format,
    parse_name,
    suffix_of,
    with_suffix,
)
from nonairo.formats.base import (
    LARGEST_RECORD,
    LARGEST_TEXT,
    Format,
    Hints,
    Loss,
    printable,
)
from nonairo.kinds import check_own_rules
from nonairo.kinds.regions import REGIONS, without_regions
from nonairo.memory import names_memory
from nonairo.plain import did_you_mean, shown, truth, visible
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.reading import USE_LINES, file_name, unusable
from nonairo.safe_files import drafted

if TYPE_CHECKING:
    from pathlib import PurePath


WRONG = Loss("wrong solution", True)


@names_memory
def losses(puzzle: PuzzleLike, format: str) -> list[Loss]:
    """List what a format cannot store of a puzzle: metadata is dropped, the rest is an error.

    A wrong solution is a loss in every format: it is left out.

    >>> [loss.what for loss in losses("nonogram:1;1;1", "nin")]
    ['givens']
    """
    puzzle = puzzle_of(puzzle)
    chosen = _writable(puzzle, named_format(format))
    honest = _honest(puzzle, chosen)
    lost = [] if honest.solution is puzzle.solution else [WRONG]
    found = [loss for loss in chosen.losses(honest) if loss.what != "id" or _is_named(puzzle)]
    return lost + found + list(_unspeakable(puzzle, chosen))


def _is_named(puzzle: Puzzle) -> bool:
    """Whether the id of its record is a name, and not the puzzle itself."""
    return puzzle.extra.get("id") != puzzle.id


def _honest(puzzle: Puzzle, format: Format) -> Puzzle:
    """The puzzle without a solution that is none; where a picture is all, its writer refuses.

    A note on how its text was read is for the reader, and not for the file.
    """
    if puzzle.note is not None:
        kept = {key: value for key, value in puzzle.extra.items() if key != "note"}
        puzzle = replace(puzzle, extra=kept)
    if puzzle.solution is None or format.needs_solution or not check(puzzle, puzzle.solution):
        return puzzle
    return replace(puzzle, solution=None)


def _unspeakable(puzzle: Puzzle, format: Format) -> Iterator[Loss]:
    """Letters that steer a terminal: only JSON keeps them, elsewhere they are spelt."""
    for name in ("title", "author", "source"):
        value = getattr(puzzle, name)
        if value and name in format.holds and visible(value) != value:
            yield Loss(f"control characters of the {name}", True)


def _writable(puzzle: Puzzle, format: Format) -> Format:
    if format.read is not None:  # what is only written, as clauses are, may have any rules
        check_own_rules(puzzle)
    if format.write is None:
        raise FormatError(f"format {format.name} can be read but not written")
    if refusal := format.refusal(puzzle):
        raise FormatError(refusal)
    return format


@names_memory
def dumps(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: str = "text", *, lossy: bool = False
) -> str:
    """Return a puzzle, or several if the format allows, as text in a format.

    Each of `puzzles` is a Puzzle, its id or its text; `format` is a name of `nn.FORMATS`.

    What the format cannot store is an error unless `lossy`; `losses` lists it.

    >>> dumps("nonogram:1,1/3;2/1/2", "puzzlink")
    'nonogram/3/2/212113g\\n'
    """
    chosen, hints = parse_name(format)
    text = "".join(_written(puzzles, chosen, hints, lossy))
    if not chosen.by_line:
        refuse_unreadable(chosen, len(text))
    if chosen.binary and not text.isascii():
        raise FormatError(f"format {format} is binary; use dumpb or save")
    return text


@names_memory
def dumpb(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: str = "text", *, lossy: bool = False
) -> bytes:
    """Return puzzles as bytes; unlike `dumps`, this supports binary formats.

    `puzzles`, `format` and `lossy` are those of `dumps`.

    >>> dumpb("nonogram:1,1/3;2/1/2", "id")
    b'nonogram:1,1/3;2/1/2\\n'
    """
    return b"".join(dump_pieces(puzzles, format, lossy=lossy))


def dump_pieces(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: str = "text", *, lossy: bool = False
) -> Iterator[bytes]:
    """Like `dumpb`, piece by piece: for a format whose texts may be longer than memory."""
    chosen, hints = parse_name(format)
    for text in _written(puzzles, chosen, hints, lossy):
        data = text.encode("latin-1") if chosen.binary else text.encode("utf-8", "replace")
        refuse_unreadable(chosen, len(data))
        yield data


def refuse_unreadable(format: Format, size: int) -> None:
    """Raise FormatError if nothing would read a record, or a file without records, of this size."""
    if format.read is None:
        return
    if format.by_line and size > LARGEST_RECORD:
        raise FormatError(f"expected a record of at most {LARGEST_RECORD >> 20} MB")
    if size > LARGEST_TEXT:
        expected = f"format {format.name}: expected at most {LARGEST_TEXT >> 20} MB per file"
        raise FormatError(expected + USE_LINES)


def _written(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: Format, hints: Hints, lossy: bool
) -> Iterable[str]:
    if isinstance(puzzles, Puzzle | str | bytes) or not isinstance(puzzles, Iterable):
        puzzles = [puzzles]
    several = [_honest(puzzle_of(puzzle), format) for puzzle in puzzles]
    for number, puzzle in enumerate(several):
        refused = [loss for loss in _writable(puzzle, format).losses(puzzle) if not loss.metadata]
        if refused and not truth(lossy, "lossy"):
            lost = " and ".join(loss.of("this puzzle's") for loss in refused)
            raise FormatError(f"format {format.name} cannot store {lost}: choose "
                              "jsonl or id (--to jsonl), or drop what is lost (convert --lossy; "
                              "in Python lossy=True)")  # fmt: skip
        if any(loss.what == REGIONS for loss in refused):
            several[number] = without_regions(puzzle)
    if len(several) != 1 and not format.several:
        raise FormatError(f"format {format.name} stores one puzzle per file, found {len(several)}")
    if format.write is None:
        raise FormatError(f"format {format.name} can be read but not written")
    if format.write_pieces is not None:
        return chain.from_iterable(format.write_pieces(puzzle, hints) for puzzle in several)
    if len(several) != 1 and format.write_all is not None:
        return [format.write_all(several)]
    return map(format.write, several)


@names_memory
def save(
    puzzles: PuzzleLike | Iterable[PuzzleLike],
    path: str | PurePath,
    format: str | None = None,
    *,
    lossy: bool = False,
) -> None:
    """Write puzzles to the file `path`, in `format` or the format of its suffix.

    What the format cannot store is an error unless `lossy`. An existing file is replaced when
    everything is written, and kept if that fails.

    >>> import nonairo as nn
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     save("binairo:0./..", f"{folder}/small.jsonl")
    ...     nn.load(f"{folder}/small.jsonl")[0].id
    'binairo:0./..'
    """
    name = file_name(path)
    pieces = dump_pieces(puzzles, format_for(name) if format is None else format, lossy=lossy)
    folder = os.path.dirname(name)  # noqa: PTH120
    if folder and not os.path.exists(folder):  # noqa: PTH110
        expected = f"expected a folder that exists, found {shown(folder)}"
        raise MissingFileError(expected, path=name)
    try:
        with drafted(name) as draft:
            for piece in pieces:
                draft.write(piece)
    except ValueError as error:  # such as a null character in the name
        raise unusable(error, name) from None


def format_for(path: str) -> str:
    """Return the name of the format that the suffix of a file stands for, for writing."""
    suffix = suffix_of(path)
    if suffix.removeprefix(".") in DRAWN:
        raise drawn_only(suffix)
    for name in with_suffix(suffix):
        if FORMATS[name].write is not None:
            return name
    known = list(dict.fromkeys(
        each for format in FORMATS.values() if format.write is not None for each in format.suffixes
    ))  # fmt: skip
    meant = did_you_mean(suffix, known) or f": {' '.join(known)}"
    found = f"{printable(suffix)}{meant}"
    raise FormatError(f"expected the suffix of a format, found {found}")
