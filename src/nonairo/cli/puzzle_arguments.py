"""What arguments name: puzzles (ids, files, standard input; which ones of a file) and grids."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from stat import S_ISFIFO

from nonairo.cli.parsing import ALL, picks_several
from nonairo.cli.terminal_output import complain, print_note
from nonairo.errors import FormatError, LimitReached, NonairoError, PuzzleError
from nonairo.formats import detect, parse_name
from nonairo.formats.base import refuse_odd_lines
from nonairo.formats.shared.decoding import text_of
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import appearance_of, from_id, meant_kind, split_id
from nonairo.limits import Limits, supervised
from nonairo.plain import likeliest
from nonairo.puzzle import Puzzle
from nonairo.reading import loads, parse, read_tolerantly, read_whole, records

MOST_FILES = 2000  # of a folder that a mistyped name is looked for in
MOST_COUNTED = 999  # further puzzles of a file that only one is wanted of: it may have no end
DRAWN = frozenset("#@.?")  # a grid as `solve --symbols .#` writes it
SIZED = re.compile(r"[0-9]{1,4}x[0-9]{1,4}[a-z0-9]{0,9}[:#]")  # an id of Tatham's collection
ONE_LINERS = ("puzzlink", "unruly", "pattern", "puzzle-nonograms", "puzzle-binairo")

Found = Iterator[Puzzle | NonairoError]  # puzzles, with errors in the places of bad ones


def exists(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110  # Path.exists raises where a name is too long


def is_id(argument: str) -> bool:
    """Whether an argument is a puzzle's id rather than the name of a file."""
    return split_id(argument) is not None


def is_bare(argument: str) -> bool:
    """Whether an argument is the rows of a Binairo, and not the name of a file that exists."""
    return bool(argument) and not set(argument) - set("01./") and not exists(argument)


def named_puzzle(argument: str, format: str | None) -> Puzzle | None:
    """The puzzle of another program's one-line id, such as an address; None for a file's name."""
    if argument in ("", "-") or exists(argument):
        return None
    try:
        if (format or detect(argument).format.name) in ONE_LINERS:
            return parse(argument, format)
    except FormatError:
        pass  # that there is no such file says more
    return None


def typed_puzzle(argument: str) -> Puzzle | None:
    """The puzzle that somebody typed or pasted as an argument; None for a file's name.

    What is no file's name for sure, such as an address, raises the error of the reader.
    """
    if argument in ("", "-") or exists(argument):
        return None
    try:
        puzzle = parse(argument)
    except FormatError as error:
        if "://" in argument and argument.isprintable():
            raise FormatError(error.message, path=argument) from None
        if argument[:1] in "{[" or "\n" in argument or ";" in argument or SIZED.match(argument):
            raise
        return None
    if puzzle.note is not None:
        complain(puzzle.note)
    return puzzle


def _meant_id(argument: str, error: PuzzleError) -> Puzzle:
    """The puzzle that an id means which is not quite right; else the error is raised."""
    try:
        puzzle = read_tolerantly(argument, FormatError(str(error)))
    except FormatError as found:
        raise error if found.message == str(error) else PuzzleError(found.message) from None
    complain(puzzle.note)
    return puzzle


def puzzles_of(
    arguments: Sequence[str],
    format: str | None,
    time_limit: float | None = None,
    *,
    strict: bool = False,
) -> Found:
    """Yield the puzzles that the arguments name.

    Each is read within `time_limit` seconds, or LimitReached is raised.
    """
    puzzles = _named_puzzles(arguments, format, strict)
    while True:
        try:
            with supervised(Limits(time_limit)):
                puzzle = next(puzzles, None)
        except LimitReached as limit:
            message = f"{limit.message} while reading; --time-limit S raises it (0: none)"
            raise LimitReached(message, limit.limit) from None
        if puzzle is None:
            return
        yield puzzle


def all_puzzles(options: argparse.Namespace) -> Found:
    """Yield all puzzles that the options name."""
    return puzzles_of(options.puzzles, options.format, options.time_limit, strict=options.strict)


def _named_puzzles(arguments: Sequence[str], format: str | None, strict: bool) -> Found:
    if not arguments:
        if sys.stdin.isatty():
            yield FormatError("expected a PUZZLE: a file, - or an id; see --help")
            return
        arguments = ["-"]
    if format is not None:
        parse_name(format)  # a wrong one is reported once, and not for every file
    for argument in arguments:
        try:
            if is_id(argument):
                yield _from_id(argument, strict)
            elif format is None and is_bare(argument):
                yield from [from_id(f"binairo:{argument}")] if "/" in argument else loads(argument)
            elif (named := named_puzzle(argument, format)) is not None:
                yield named
            elif format is None and not strict and (typed := typed_puzzle(argument)) is not None:
                yield typed
            else:
                _announce_wait(argument)
                yield from _noted(records(argument, format, strict=strict), argument)
        except PuzzleError as error:  # in an id: which one it was is said where there are several
            yield FormatError(str(error), path=argument) if len(arguments) > 1 else error
        except FormatError as error:
            yield FormatError(f"{error.message}{_meant(argument)}", line=error.line,
                              column=error.column, path=error.path)  # fmt: skip


def _announce_wait(name: str) -> None:
    """Tell a person that a named pipe is opened, which waits for its writer."""
    if sys.stderr.isatty():
        with suppress(OSError, ValueError):
            if S_ISFIFO(os.stat(name).st_mode):  # noqa: PTH116
                print_note(f"nonairo: waiting for data from {name}")


def _from_id(argument: str, strict: bool) -> Puzzle:
    try:
        return from_id(argument)
    except PuzzleError as error:
        if strict:
            raise
        return _meant_id(argument, error)


def _noted(found: Iterator[Puzzle | FormatError], path: str) -> Iterator[Puzzle | FormatError]:
    """The same, after saying once how a text was read that has two meanings."""
    said = False
    for item in found:
        if isinstance(item, Puzzle) and item.note is not None and not said:
            said = True
            complain(item.note if path == "-" else f"{path}: {item.note}")
        yield item


def _meant(argument: str) -> str:
    """Guess the kind in `binaro:1./..`, or the file whose name was mistyped; else nothing."""
    return "" if exists(argument) else meant_kind(argument) or _meant_file(argument)


def _meant_file(argument: str) -> str:
    """The file that somebody meant who mistyped a part of its name."""
    found = ""
    for part in argument.split("/"):
        path = f"{found}{part}"
        if not exists(path or "/"):
            try:
                names = os.listdir(found or ".")[:MOST_FILES]  # noqa: PTH208
            except OSError:
                return ""
            path = f"{found}{likeliest(part, names) or part}"
        found = f"{path}/"
    meant = found.removesuffix("/")
    return f"; did you mean {meant}?" if exists(meant) else ""


def picked(options: argparse.Namespace, several: bool = True) -> Found:
    """Yield one puzzle of each argument, or those that `--pick` names where it holds several."""
    one = getattr(options, "puzzle", None)
    arguments = options.puzzles if one is None else [one]
    time_limit = getattr(options, "time_limit", None)  # which `play` has not
    for argument in arguments or ("-",):
        named = [argument] if arguments else []
        found = puzzles_of(named, options.format, time_limit, strict=options.strict)
        if options.pick == ALL:
            yield from found
        elif isinstance(options.pick, range):
            yield from _some(argument, found, options.pick)
        elif options.pick is not None:
            yield _nth(argument, found, options.pick)
        else:
            first = next(found)
            more = sum(1 for _ in islice(found, MOST_COUNTED))
            least = " or more" if more == MOST_COUNTED else ""
            pick = "choose with --pick N or --pick all" if several else "choose one with --pick N"
            message = f"expected one puzzle, found {more + 1}{least}; {pick}"
            yield FormatError(message, path=argument) if more else first


def _some(argument: str, found: Found, wanted: range) -> Found:
    """Yield the puzzles of these numbers; an error if there are fewer."""
    number = 0
    for number, item in enumerate(islice(found, wanted.stop - 1), 1):
        if number in wanted:
            yield item
    if number < wanted.stop - 1:
        expected = f"expected --pick of at most {number}"
        yield FormatError(f"{expected}, found {wanted.stop - 1}", path=argument)


def _nth(argument: str, found: Found, wanted: int) -> Puzzle | NonairoError:
    for number, item in enumerate(found, 1):
        if number == wanted:
            return item
    return FormatError(f"expected --pick of at most {number}, found {wanted}", path=argument)


def one_puzzle(options: argparse.Namespace) -> Puzzle:
    """Return the one puzzle that the options name."""
    if picks_several(options.pick):
        raise FormatError("expected --pick N with one number: this command accepts one puzzle only")
    (item,) = picked(options, several=False)
    if isinstance(item, NonairoError):
        raise item
    return item


def grid_argument(text: str, puzzle: Puzzle) -> Grid:
    """A grid: rows joined by `/`, one string of all cells, or the name of a file."""
    symbols = puzzle.symbols
    bare = _in_symbols(text.strip(), puzzle)
    if not bare:
        raise FormatError(f"expected a grid or a file with one, found {text!r:.40}")
    there = exists(text)
    right = set(bare) <= {*symbols, UNKNOWN, "/"}
    if "/" in bare and (right or (not there and _like_rows(bare, puzzle))):
        return Grid.parse(bare, symbols)
    if len(bare) == puzzle.height * puzzle.width and (right or (not there and _like_cells(bare))):
        return Grid.flat(puzzle.height, puzzle.width, bare, symbols)
    if right and "/" not in bare and not there:
        return Grid.flat(puzzle.height, puzzle.width, bare, symbols)
    try:
        content = text_of(read_whole(text))
        refuse_odd_lines(content)
    except FormatError as error:
        reason = f"expected a grid or a file with one: {error.message}"
        raise FormatError(reason, line=error.line, column=error.column, path=text) from None
    rows = [
        line
        for line in ("".join(each.split()) for each in content.splitlines())
        if line and not (line.startswith("#") and not _is_drawn(line, puzzle))
    ]
    rows = _in_symbols("\n".join(rows), puzzle).split("\n")
    try:
        if len(rows) == 1 and "/" not in rows[0]:
            return Grid.flat(puzzle.height, puzzle.width, rows[0], symbols)
        return Grid.parse(rows[0] if len(rows) == 1 else rows, symbols)
    except PuzzleError as error:
        raise FormatError(str(error), path=text) from None


def _is_drawn(line: str, puzzle: Puzzle) -> bool:
    """Whether a line is a row of a picture, and no comment."""
    return len(line) == puzzle.width and DRAWN.issuperset(line)


def _like_rows(text: str, puzzle: Puzzle) -> bool:
    """Whether somebody meant rows by this, and not the name of a file that is missing."""
    rows = text.split("/")
    even = len(rows) == puzzle.height or len({*map(len, rows)}) == 1
    return even and "" not in rows and _like_cells(text)


def _like_cells(text: str) -> bool:
    """Whether most letters of a text are such as stand in cells."""
    return 2 * sum(letter in "0123456789." for letter in text) > len(text) - text.count("/")


def _in_symbols(cells: str, puzzle: Puzzle) -> str:
    """A grid as it is drawn, in the puzzle's own symbols; any other text as it is.

    Drawings have `?` where nothing is known. Beside filled cells, or where there is a `?`, a dot is
    an empty cell; beside the letters of colours it is an unknown one.

    >>> from nonairo.kinds import from_id
    >>> bare = from_id("nonogram:1/0;1/0")
    >>> coloured = from_id("nonogram@a=ff0000+b=0000ff:1a/1b;1a/1b")
    >>> _in_symbols("#./.?", bare), _in_symbols("1./.0", bare), _in_symbols("a./·b", coloured)
    ('10/0.', '1./.0', '1./02')
    """
    found = set(cells) - {"/", "\n"}
    if found <= DRAWN and found & set("#@"):
        return cells.translate(str.maketrans("#@.?", "110."))
    drawn = appearance_of(puzzle).glyphs
    if not found & (set(drawn) - {*puzzle.symbols, UNKNOWN}):
        return cells
    if not found <= {*drawn, *puzzle.symbols, UNKNOWN, "?"}:
        return cells
    empty = puzzle.symbols[0] if "?" in found else UNKNOWN
    return cells.translate(str.maketrans(f".?{drawn}", f"{empty}.{puzzle.symbols}"))
