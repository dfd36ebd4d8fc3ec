"""Save files of Simon Tatham's collection, for Pattern and Unruly: `KEY     :LENGTH:VALUE`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats import pattern, unruly
from nonairo.formats.base import Format, claims_start, is_number, lines_of, printable
from nonairo.formats.shared import tatham
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.puzzle import Puzzle

MARK = "Simon Tatham's Portable Puzzle Collection"
GAMES = {"Pattern": pattern.GAME, "Unruly": unruly.GAME}
LINE = re.compile(rb"([A-Z]{1,8}) *:([0-9]{1,9}):")
MOVE = re.compile(r"P([01-]),([0-9]{1,4}),([0-9]{1,4})")


def fields_of(text: str) -> Iterator[tuple[str, str]]:
    """Keys and values; a value is as long as its length says, whatever is in it."""
    data = "\n".join(lines_of(text)).encode("utf-8", "replace").strip()
    at = 0
    while at < len(data):
        found = LINE.match(data, at)
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


def read(text: str) -> Iterator[Puzzle]:
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
            raise FormatError(tatham.GENERATOR, line=1)
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


def write(puzzle: Puzzle) -> str:
    name = "Unruly" if puzzle.kind == "binairo" else "Pattern"
    game = GAMES[name]
    sizes = game.params(puzzle)
    fields = {"SAVEFILE": MARK, "VERSION": "1", "GAME": name, "PARAMS": sizes, "CPARAMS": sizes}
    fields |= {"DESC": game.description(puzzle), "NSTATES": "1", "STATEPOS": "1"}
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in fields.items())


FORMAT = Format(
    name="sgtsave",
    summary="save files of Simon Tatham's collection",
    kinds=("binairo", "nonogram"),
    claims=claims_start("SAVEFILE:", "starts with SAVEFILE"),
    read=read,
    write=write,
    rules=("standard", NO_DISTINCT),
    holds=frozenset(("givens",)),
)
