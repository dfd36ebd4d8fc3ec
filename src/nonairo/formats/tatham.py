"""Simon Tatham's collection: ids of Pattern, Unruly and Mosaic, and its save files.

    pattern   `7x4:` and the lines, columns first, joined by `/`; given cells may follow a comma
    unruly    `6x6u:` and letters; `u`: no two lines are equal
    mosaic    `5x5:` and digits; `a` to `z` skip 1 to 26 cells
    sgtsave   `KEY     :LENGTH:VALUE`, for all three games

Sizes have the width first. An id with `#` names a run of that program's generator. Given cells are
letters: `a` to `y` skip 0 to 24 cells and give a 0, `A` to `Y` skip and give a 1, `z` skips 25 and
gives nothing. The last letter may stand for a cell just after the grid.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from nonairo.errors import FormatError, PuzzleError
from nonairo.formats.base import (
    Claim,
    Format,
    check_sides,
    claims_start,
    first_line,
    full_lines,
    is_number,
    lines_of,
    lost_givens,
    printable,
    unlike,
    whole_number,
)
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.clues import Numbers, both_sides, pose, written
from nonairo.grid import UNKNOWN, Grid
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.kinds.mosaic import clues_of, pose_clues
from nonairo.puzzle import Puzzle

MARK = "Simon Tatham's Portable Puzzle Collection"
PATTERN_ID = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?:([0-9./]*/[0-9./]*)(?:,([A-Za-z]*))?")
UNRULY_ID = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(u?)(?:d[ten])?:([A-Za-z]+)")
MOSAIC_ID = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(?:h[0-9]?)?:([a-z0-9]*[0-9][a-z0-9]*)")
SEED = re.compile(r"[0-9]+(x[0-9]+)?u?(d[ten])?#.*")
UNRULY_SEED = re.compile(r"[0-9]+(x[0-9]+)?(u|u?d[ten])#.*")
MOSAIC_SEED = re.compile(r"[0-9]+(x[0-9]+)?h[0-9]?#.*")
FIELD = re.compile(rb"([A-Z]{1,8}) *:([0-9]{1,9}):")
MOVE = re.compile(r"P([01-]),([0-9]{1,4}),([0-9]{1,4})")
SKIP = 25
LONGEST_GAP = 26  # cells without a clue that a letter of Mosaic stands for
GENERATOR = (
    "expected a puzzle, found a random seed (after '#'): it names a run of another program's"
    " generator; copy the descriptive id instead"
)


def claims_as(looks: dict[re.Pattern[str], str]) -> Callable[[str], Claim | None]:
    """Claims a text whose first line looks like one of these, with the reason beside it."""

    def claims(text: str) -> Claim | None:
        line = first_line(text)
        return next((Claim(why) for look, why in looks.items() if look.fullmatch(line)), None)

    return claims


class Game(NamedTuple):
    """A game of the collection: `params:description` is an id, one on each line of a file."""

    read_id: Callable[[str, int | None], Puzzle]
    params: Callable[[Puzzle], str]
    description: Callable[[Puzzle], str]

    def read(self, text: str) -> Iterator[Puzzle]:
        return (self.read_id(line, number) for number, line in full_lines(text))

    def write(self, puzzle: Puzzle) -> str:
        return f"{self.params(puzzle)}:{self.description(puzzle)}\n"


def match_id(
    pattern: re.Pattern[str], text: str, example: str, line: int | None
) -> tuple[re.Match[str], int, int]:
    """The parts of an id whose first two are its sizes; and height and width, checked."""
    if SEED.fullmatch(text):
        raise FormatError(GENERATOR, line=line)
    found = pattern.fullmatch(text)
    if not found:
        raise unlike(f"an id such as {example}", text, line)
    width = int(found[1])
    height = int(found[2] or width)
    check_sides(height, width, line)
    return found, height, width


def read_runs(text: str, size: int, line: int | None, ends: bool) -> str:
    """The cells over `01.`; with `ends` the text must reach the end of the grid."""
    pieces: list[str] = []
    at = 0
    for symbol in text:
        if not (symbol.isascii() and symbol.isalpha()):
            raise FormatError(f"expected letters for given cells, found {symbol!r}", line=line)
        skip = ord(symbol.lower()) - ord("a")
        at += skip
        if at > size:
            raise FormatError(f"expected the givens of {size} cells, found more", line=line)
        pieces.append("." * skip)
        if skip < SKIP:
            pieces.append("0" if symbol.islower() else "1")
            at += 1
    cells = "".join(pieces)
    if len(cells) > size + 1 or (ends and len(cells) != size + 1):
        found = f"expected the givens of {size} cells, found {max(len(cells) - 1, 0)}"
        raise FormatError(found, line=line)
    return cells[:size].ljust(size, ".")


def write_runs(cells: str) -> str:
    """The letters for cells over `01.`."""
    letters: list[str] = []
    gap = 0
    for cell in [*cells, "0"]:
        if cell == ".":
            gap += 1
            continue
        letters.append("z" * (gap // SKIP))
        letter = chr(ord("a") + gap % SKIP)
        letters.append(letter if cell == "0" else letter.upper())
        gap = 0
    return "".join(letters)


def read_pattern(text: str, line: int | None) -> Puzzle:
    """The puzzle of one id."""
    found, height, width = match_id(PATTERN_ID, text, "2x1:1/0/1", line)
    clues: list[Numbers] = [
        (line or 1, [whole_number(word, line) for word in clue.split(".") if word])
        for clue in found[3].split("/")
    ]
    if len(clues) != width + height:
        expected = f"{width} columns and {height} rows"
        raise FormatError(f"expected {expected}, found {len(clues)} lines", line=line)
    puzzle = pose(clues[width:], clues[:width], line)
    if not found[4]:
        return puzzle
    givens = read_runs(found[4], height * width, line, ends=False)
    return puzzle.with_givens(Grid(height, width, givens))


def describe_pattern(puzzle: Puzzle) -> str:
    """Columns, rows and perhaps given cells."""
    rows, cols = both_sides(puzzle)
    lines = "/".join(written([*cols, *rows], ".", empty=""))
    givens = puzzle.givens.cells
    return f"{lines},{write_runs(givens)}" if givens.strip(".") else lines


def read_unruly(text: str, line: int | None) -> Puzzle:
    """The puzzle of one id."""
    found, height, width = match_id(UNRULY_ID, text, "6x6u:fcGgfaBe", line)
    cells = read_runs(found[4], height * width, line, ends=True)
    rows = [cells[k : k + width] for k in range(0, len(cells), width)]
    return pose_cells(rows, "standard" if found[3] else NO_DISTINCT, line)


def read_mosaic(text: str, line: int | None) -> Puzzle:
    """The puzzle of one id."""
    if MOSAIC_SEED.fullmatch(text):
        raise FormatError(GENERATOR, line=line)
    found, height, width = match_id(MOSAIC_ID, text, "3x3:b4c2b", line)
    clues = re.sub("[a-z]", lambda letter: UNKNOWN * (ord(letter[0]) - ord("a") + 1), found[3])
    if len(clues) != height * width:
        raise FormatError(f"expected {height * width} cells, found {len(clues)}", line=line)
    try:
        return pose_clues(Grid(height, width, clues))
    except PuzzleError as error:
        raise FormatError(str(error), line=line) from None


def describe_mosaic(puzzle: Puzzle) -> str:
    """Digits, and letters for cells without one."""

    def letters(gap: re.Match[str]) -> str:
        whole, rest = divmod(len(gap[0]), LONGEST_GAP)
        return "z" * whole + (chr(ord("a") + rest - 1) if rest else "")

    return re.sub(r"\.+", letters, clues_of(puzzle).cells)


def sizes_of(puzzle: Puzzle) -> str:
    """The sizes, width first."""
    return f"{puzzle.width}x{puzzle.height}"


GAMES = {
    "Pattern": Game(read_pattern, sizes_of, describe_pattern),
    "Mosaic": Game(read_mosaic, sizes_of, describe_mosaic),
    "Unruly": Game(
        read_unruly,
        lambda puzzle: sizes_of(puzzle) + ("u" if puzzle.distinct else ""),
        lambda puzzle: write_runs(puzzle.givens.cells),
    ),
}


NAMES = {"nonogram": "Pattern", "binairo": "Unruly", "mosaic": "Mosaic"}


def fields_of(text: str) -> Iterator[tuple[str, str]]:
    """Keys and values; a value is as long as its length says, whatever is in it."""
    data = "\n".join(lines_of(text)).encode("utf-8", "replace").strip()
    at = 0
    while at < len(data):
        found = FIELD.match(data, at)
        if not found:
            line = data.count(b"\n", 0, at) + 1
            start = printable(data[at : at + 30].decode("utf-8", "replace"))
            raise FormatError(f"expected KEY:LENGTH:VALUE, found {start}", line=line)
        key, length = found[1].decode(), int(found[2])
        end = found.end() + length
        if end > len(data) or data[end : end + 1].strip():
            line = data.count(b"\n", 0, at) + 1
            rest = len(data[found.end() : found.end() + length + 1].split(b"\n")[0])
            less_or_more = "more" if rest > length else f"{rest}"
            raise FormatError(f"expected {length} bytes in {key}, found {less_or_more}", line=line)
        yield key, data[found.end() : end].decode("utf-8", "replace")
        at = end + 1


def read_save(text: str) -> Iterator[Puzzle]:
    fields: dict[str, str] = {}
    moves: list[str] = []
    for key, value in fields_of(text):
        if key in ("MOVE", "SOLVE", "RESTART"):
            moves.append(value if key == "MOVE" else "")
        else:
            fields.setdefault(key, value)
    game = fields.get("GAME", "")
    if fields.get("SAVEFILE") != MARK:
        raise FormatError("expected a save file of Simon Tatham's collection", line=1)
    if game not in GAMES:
        expected = " or ".join(GAMES)
        raise FormatError(f"expected the game {expected}, found {printable(game)}", line=1)
    if "DESC" not in fields:
        if "SEED" in fields or "HEXSEED" in fields:
            raise FormatError(GENERATOR, line=1)
        raise FormatError("expected DESC, the description of the puzzle, found none", line=1)
    sizes = fields.get("CPARAMS") or fields.get("PARAMS", "")
    puzzle = GAMES[game].read_id(f"{sizes}:{fields['DESC']}", None)
    state = _state(puzzle, moves, fields.get("STATEPOS", "")) if game == "Unruly" else None
    yield puzzle.about(extra={"state": state}) if state else puzzle


def _state(puzzle: Puzzle, moves: list[str], position: str) -> str | None:
    """The position that was saved, as far as the moves can be understood."""
    cells = list(puzzle.givens.cells)
    done = moves[: max(int(position) - 1, 0)] if is_number(position) else moves
    for move in done:
        found = MOVE.fullmatch(move)
        if not found or int(found[2]) >= puzzle.width or int(found[3]) >= puzzle.height:
            return None
        place = int(found[3]) * puzzle.width + int(found[2])
        cells[place] = "." if found[1] == "-" else found[1]
    return "".join(cells) if done else None


def write_save(puzzle: Puzzle) -> str:
    name = NAMES[puzzle.kind]
    game = GAMES[name]
    sizes = game.params(puzzle)
    fields = {"SAVEFILE": MARK, "VERSION": "1", "GAME": name, "PARAMS": sizes, "CPARAMS": sizes}
    fields |= {"DESC": game.description(puzzle), "NSTATES": "1", "STATEPOS": "1"}
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in fields.items())


PATTERN = Format(
    name="pattern",
    summary="ids of Pattern in Simon Tatham's collection",
    kinds=("nonogram",),
    claims=claims_as(
        {
            PATTERN_ID: "sizes, ':' and lines joined by '/'",
            SEED: "sizes and '#': a random seed of Simon Tatham's collection",
        }
    ),
    read=GAMES["Pattern"].read,
    write=GAMES["Pattern"].write,
    by_line=True,
    holds=frozenset(("givens",)),
)
UNRULY = Format(
    name="unruly",
    summary="ids of Unruly in Simon Tatham's collection",
    kinds=("binairo",),
    claims=claims_as(
        {
            UNRULY_ID: "sizes, ':' and letters",
            UNRULY_SEED: "sizes, difficulty and '#': a random seed of Simon Tatham's collection",
        }
    ),
    read=GAMES["Unruly"].read,
    write=GAMES["Unruly"].write,
    by_line=True,
    rules=("standard", NO_DISTINCT),
)
MOSAIC = Format(
    name="mosaic",
    summary="ids of Mosaic in Simon Tatham's collection",
    kinds=("mosaic",),
    claims=claims_as(
        {
            MOSAIC_ID: "sizes, ':', digits and letters",
            MOSAIC_SEED: "sizes, 'h' and '#': a random seed of Simon Tatham's collection",
        }
    ),
    read=GAMES["Mosaic"].read,
    write=GAMES["Mosaic"].write,
    by_line=True,
    lacks=lost_givens,
    lacking="givens",
)
SGTSAVE = Format(
    name="sgtsave",
    summary="save files of Simon Tatham's collection",
    kinds=("binairo", "nonogram", "mosaic"),
    claims=claims_start("SAVEFILE:", "starts with SAVEFILE"),
    read=read_save,
    write=write_save,
    rules=("standard", NO_DISTINCT),
    holds=frozenset(("givens",)),
    lacks=lost_givens,
    lacking="a Mosaic's givens",
)
