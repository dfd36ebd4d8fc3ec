"""Write puzzles, in any format, as text, as bytes or into a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from nonairo.accepting import PuzzleLike, puzzle_of
from nonairo.checking import check
from nonairo.errors import FormatError
from nonairo.files import file_name, unusable
from nonairo.formats import FORMATS, named_format, parse_name, suffix_of, with_suffix
from nonairo.formats.base import Format, Hints, Loss, printable
from nonairo.kinds import check_own_rules
from nonairo.plain import did_you_mean, shown, visible
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from pathlib import PurePath


WRONG = Loss("solution, which does not solve it", True)


def losses(puzzle: PuzzleLike, format: str) -> list[Loss]:
    """What of a puzzle a format cannot hold: metadata is dropped, all else is refused.

    A solution that does not solve the puzzle is a loss in every format: it is left out.

    >>> [loss.what for loss in losses("nonogram:1;1;1", "nin")]
    ['givens']
    """
    puzzle = puzzle_of(puzzle)
    chosen = _writable(puzzle, named_format(format))
    honest = _honest(puzzle, chosen)
    lost = [] if honest is puzzle else [WRONG]
    return lost + chosen.losses(honest) + list(_unspeakable(puzzle, chosen))


def _honest(puzzle: Puzzle, format: Format) -> Puzzle:
    """The puzzle without a solution that is none; where a picture is all, its writer refuses."""
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
        raise FormatError(f"format {format.name} is only read, not written")
    if refusal := format.refusal(puzzle):
        raise FormatError(refusal)
    return format


def dumps(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: str = "text", *, lossy: bool = False
) -> str:
    """A puzzle, or several where the format allows, as text in the named format.

    Each of `puzzles` is a Puzzle, its id or its text; `format` is a name of `nn.FORMATS`.

    What the format cannot hold is refused, unless `lossy`; `losses` tells what that is.

    >>> dumps("nonogram:1,1/3;2/1/2", "puzzlink")
    'nonogram/3/2/212113g\\n'
    """
    chosen, hints = parse_name(format)
    text = "".join(_written(puzzles, chosen, hints, lossy))
    if chosen.binary and not text.isascii():
        raise FormatError(f"format {format} is binary; use dumpb or save")
    return text


def dumpb(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: str = "text", *, lossy: bool = False
) -> bytes:
    """Like `dumps`, with its `puzzles`, `format` and `lossy`, as bytes: for binary formats, too.

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
        yield text.encode("latin-1") if chosen.binary else text.encode("utf-8", "replace")


def _written(
    puzzles: PuzzleLike | Iterable[PuzzleLike], format: Format, hints: Hints, lossy: bool
) -> Iterable[str]:
    if isinstance(puzzles, Puzzle | str | bytes) or not isinstance(puzzles, Iterable):
        puzzles = [puzzles]
    several = [_honest(puzzle_of(puzzle), format) for puzzle in puzzles]
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
    puzzles: PuzzleLike | Iterable[PuzzleLike],
    path: str | PurePath,
    format: str | None = None,
    *,
    lossy: bool = False,
) -> None:
    """Write puzzles to the file `path`, in the `format` named or else told by the suffix.

    What the format cannot hold is refused, unless `lossy`.

    >>> from tempfile import TemporaryDirectory
    >>> from nonairo.files import load
    >>> with TemporaryDirectory() as folder:
    ...     save("binairo:0./..", f"{folder}/small.jsonl")
    ...     load(f"{folder}/small.jsonl")[0].id
    'binairo:0./..'
    """
    name = file_name(path)
    pieces = dump_pieces(puzzles, format or format_for(name), lossy=lossy)
    first = next(pieces, b"")  # what cannot be written is refused before the file is touched
    try:
        with open(name, "wb") as out:  # noqa: PTH123  # as in `files`
            out.write(first)
            out.writelines(pieces)
    except (OSError, ValueError) as error:
        folder = os.path.dirname(name)  # noqa: PTH120
        if isinstance(error, FileNotFoundError) and folder and not os.path.isdir(folder):  # noqa: PTH112
            expected = f"expected a folder that exists, found {shown(folder)}"
            raise FormatError(expected, path=name) from None
        raise unusable(error, name) from None


def format_for(path: str) -> str:
    """The name of the format that the suffix of a file tells, for writing."""
    suffix = suffix_of(path)
    for name in with_suffix(suffix):
        if FORMATS[name].write is not None:
            return name
    known = list(dict.fromkeys(
        each for format in FORMATS.values() if format.write is not None for each in format.suffixes
    ))  # fmt: skip
    meant = did_you_mean(suffix, known) or f": {' '.join(known)}"
    told = f"expected a suffix that tells the format, found {printable(suffix)}{meant}"
    raise FormatError(told)
