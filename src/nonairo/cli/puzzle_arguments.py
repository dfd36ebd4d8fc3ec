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

from nonairo.cli.base import MORE_TIME
from nonairo.cli.parsing import ALL, picks_several
from nonairo.cli.terminal_output import complain, print_note
from nonairo.errors import FormatError, LimitReached, MissingFileError, NonairoError, PuzzleError
from nonairo.formats import detect, parse_name
from nonairo.formats.base import refuse_odd_lines
from nonairo.formats.shared.decoding import text_of
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds import KINDS, from_id, meant_kind, split_id
from nonairo.limits import Limits, supervised
from nonairo.plain import brief, likeliest
from nonairo.puzzle import Puzzle
from nonairo.reading import loads, parse, read_tolerantly, read_whole, records
from nonairo.sentence_words import listed

MOST_FILES = 2000  # of a folder that a mistyped name is looked for in
MOST_COUNTED = 999  # further puzzles of a file that only one is wanted of: it may have no end
COMMENT = re.compile(r"#.*[^\W_]")
DRAWN = re.compile(r"[#xX@01./?_~-]+")  # of a picture that starts with a filled cell
BROKEN = re.compile(r"/[ \t]*\r?\n|\n[ \t]*/")  # rows joined by `/`, wrapped at one of them
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
            message = f"{limit.message} while reading. {MORE_TIME}"
            raise LimitReached(message, limit.limit) from None
        if puzzle is None:
            return
        yield puzzle


def all_puzzles(options: argparse.Namespace) -> Found:
    """Yield all puzzles that the options name, or those that `--pick` chooses."""
    if getattr(options, "pick", None) is not None:
        return picked(options)
    return puzzles_of(options.puzzles, options.format, options.time_limit, strict=options.strict)


def _named_puzzles(arguments: Sequence[str], format: str | None, strict: bool) -> Found:
    if not arguments:
        if sys.stdin.isatty():
            yield FormatError(
                "expected a PUZZLE: a file, - for standard input, or an id; see --help"
            )
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
            missing = isinstance(error, MissingFileError)
            message = (missing and _unknown_kind(argument)) or error.message
            meant = "" if "did you mean" in message else _meant(argument)
            yield FormatError(f"{message}{meant}", line=error.line,
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


def _unknown_kind(argument: str) -> str:
    """Return what to say of `sudoku:12`, which is neither a file nor an id; else nothing."""
    head, colon, _ = argument.partition(":")
    if not (colon and head.isalpha() and len(head) > 1) or _meant(argument):  # c: is a drive
        return ""
    kinds = ", ".join(KINDS)
    return f"expected a file, or a kind before the colon ({kinds}), found {brief(head)}"


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
        expected = f"--pick: expected a number from 1 to {number}"
        yield FormatError(f"{expected}, found {wanted.stop - 1}", path=argument)


def _nth(argument: str, found: Found, wanted: int) -> Puzzle | NonairoError:
    for number, item in enumerate(found, 1):
        if number == wanted:
            return item
    return FormatError(
        f"--pick: expected a number from 1 to {number}, found {wanted}", path=argument
    )


def one_puzzle(options: argparse.Namespace) -> Puzzle:
    """Return the one puzzle that the options name."""
    if picks_several(options.pick):
        raise FormatError("--pick: expected one number; this command accepts one puzzle only")
    (item,) = picked(options, several=False)
    if isinstance(item, NonairoError):
        raise item
    return item


def grid_argument(
    text: str, puzzle: Puzzle, *, strict: bool = False, picture: bool = False
) -> Grid:
    """A grid: rows joined by `/`, one string of all cells, or the name of a file.

    Unless `strict`, a grid in other signs is read as people draw it, and a note says how.
    """
    bare, there = _without_spaces(text, puzzle.width), exists(text)
    if not bare:
        raise FormatError(f"expected a grid or a file with one, found {brief(text)}")
    right = set(bare) <= {*puzzle.symbols, UNKNOWN, "/", "\n"}
    whole = len(bare) == puzzle.height * puzzle.width
    if bare != "-" and (not there or (right and ("/" in bare or whole))):
        found = _grid_in(text, puzzle, strict, picture)
        if isinstance(found, Grid):
            return found
        if right or _like_rows(bare, puzzle) or (whole and _like_cells(bare)):
            raise found
    try:
        content = text_of(read_whole(text))
        refuse_odd_lines(content)
    except MissingFileError:
        raise FormatError(
            f"{brief(text)} is neither a grid nor the name of a file;"
            f" write rows of {listed([*puzzle.symbols, UNKNOWN])} joined by /"
        ) from None
    except FormatError as error:
        reason = f"expected a grid or a file with one: {error.message}"
        raise FormatError(reason, line=error.line, column=error.column, path=text) from None
    found = _grid_in(content, puzzle, strict, picture)
    if isinstance(found, PuzzleError):
        raise FormatError(str(found), path=text)
    return found


def _grid_in(text: str, puzzle: Puzzle, strict: bool, picture: bool) -> Grid | PuzzleError:
    """Return the grid of a text, or what is wrong with its rows."""
    found: Grid | PuzzleError
    text = "\n".join(
        line for line in text.splitlines() if not _is_comment("".join(line.split()), puzzle.width)
    )
    if BROKEN.search(text):
        text = BROKEN.sub("\n", text).replace("/", "\n")
    try:
        found = _plain_grid(_without_spaces(text, puzzle.width), puzzle)
    except PuzzleError as error:
        found = error
    same = puzzle.givens
    if strict or (
        isinstance(found, Grid) and (found.height, found.width) == (same.height, same.width)
    ):
        return found
    return _free_grid(text, puzzle, picture) or found


def _without_spaces(text: str, width: int) -> str:
    """The rows of a text, without spaces, blank lines and comments."""
    lines = ["".join(line.split()) for line in text.splitlines()]
    return "\n".join(line for line in lines if line and not _is_comment(line, width))


def _is_comment(line: str, width: int) -> bool:
    """Whether a line without spaces is a comment, and not a row whose first cell is filled."""
    drawn = DRAWN.fullmatch(line) and ("/" in line or len(line) == width)
    return not drawn and COMMENT.match(line) is not None


def _plain_grid(text: str, puzzle: Puzzle) -> Grid:
    """A grid over the puzzle's own symbols: rows, or all cells in one string."""
    if "/" in text or "\n" in text:
        return Grid.parse(text, puzzle.symbols)
    return Grid.flat(puzzle.height, puzzle.width, text, puzzle.symbols)


def _free_grid(text: str, puzzle: Puzzle, picture: bool) -> Grid | None:
    """A grid as people draw it, or the givens of a puzzle like this; None for any other text."""
    from nonairo.formats.tolerant.states import read_state  # few grids get here

    found = read_state(text, puzzle, picture=picture)
    if found is not None:
        complain(found.note)
        return found.grid
    try:
        same = parse(text)
    except NonairoError:
        return None
    if (same.kind, same.height, same.width) != (puzzle.kind, puzzle.height, puzzle.width):
        return None
    complain("read the givens of a puzzle" + f"; {same.note}" * (same.note is not None))
    return same.givens


def _like_rows(text: str, puzzle: Puzzle) -> bool:
    """Whether somebody meant rows by this, and not the name of a file that is missing."""
    rows = text.split("/")
    even = len(rows) == puzzle.height or len({*map(len, rows)}) == 1
    return even and "" not in rows and _like_cells(text)


def _like_cells(text: str) -> bool:
    """Whether most letters of a text are such as stand in cells."""
    return 2 * sum(letter in "0123456789." for letter in text) > len(text) - text.count("/")
