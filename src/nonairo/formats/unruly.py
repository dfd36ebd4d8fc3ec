"""Ids of Unruly in Simon Tatham's collection: `6x6u:` and letters; `u`: no two lines are equal."""

from __future__ import annotations

import re

from nonairo.formats.base import Format
from nonairo.formats.shared.cells import pose_cells
from nonairo.formats.shared.tatham import Game, claims_as, match_id, read_runs, write_runs
from nonairo.kinds.binairo import NO_DISTINCT
from nonairo.puzzle import Puzzle

ID = re.compile(r"([0-9]{1,9})(?:x([0-9]{1,9}))?(u?)(?:d[ten])?:([A-Za-z]+)")
UNRULY_SEED = re.compile(r"[0-9]+(x[0-9]+)?(u|u?d[ten])#.*")


def read_id(text: str, line: int | None) -> Puzzle:
    """The puzzle of one id."""
    found, height, width = match_id(ID, text, "6x6u:fcGgfaBe", line)
    cells = read_runs(found[4], height * width, line, ends=True)
    rows = [cells[k : k + width] for k in range(0, len(cells), width)]
    return pose_cells(rows, "standard" if found[3] else NO_DISTINCT, line)


def params(puzzle: Puzzle) -> str:
    """The sizes, width first, and whether equal lines are forbidden."""
    return f"{puzzle.width}x{puzzle.height}{'u' if puzzle.distinct else ''}"


GAME = Game(read_id, params, lambda puzzle: write_runs(puzzle.givens.cells))

FORMAT = Format(
    name="unruly",
    summary="ids of Unruly in Simon Tatham's collection",
    kinds=("binairo",),
    claims=claims_as(
        {
            ID: "sizes, ':' and letters",
            UNRULY_SEED: "sizes, difficulty and '#': a random seed of Simon Tatham's collection",
        }
    ),
    read=GAME.read,
    write=GAME.write,
    by_line=True,
    rules=("standard", NO_DISTINCT),
)
