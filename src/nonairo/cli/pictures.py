"""What commands that write pictures share: the target that a file's name stands for, writing it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nonairo.api import solve
from nonairo.checking import check
from nonairo.cli.base import MORE_TIME
from nonairo.cli.drafts import new_numbered, open_bytes
from nonairo.cli.terminal_output import complain
from nonairo.errors import FormatError, LimitReached, NonairoError, blaming
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle
from nonairo.render.base import Target, of_extra
from nonairo.render.files import target_of
from nonairo.render.scene import Scene
from nonairo.render.themes import THEMES, Theme
from nonairo.results import Status

MOST_LETTERS = 12  # in a remark
TITLED = (".svg", ".html")  # files that hold a picture's title as text


def theme_of(options: argparse.Namespace) -> Theme:
    return THEMES[options.theme]


def ready(path: str, name: str) -> Target:
    """The target, if a file could be written with it; checked before the long work begins."""
    target = target_of(path, [name])
    for module in target.needs:
        of_extra(module, name.upper())
    if not Path(path).parent.is_dir():
        raise FormatError("No such file or directory", path=path)
    return target


def write_file(path: str | Path, data: bytes, complete: bool = True) -> None:
    """Write bytes to a file. One that exists is replaced only by what is `complete`."""
    try:
        with open_bytes(str(path), keep=True) as draft:
            draft.complete = complete
            draft.write(data)
    except NonairoError:
        raise
    except ValueError as error:  # a null character in the name
        raise FormatError(str(error), path=str(path)) from None


@contextmanager
def written_at_end(path: str, number: int, draw: Callable[[], bytes | None]) -> Iterator[None]:
    """Write what `draw` returns, if anything, when the block ends, also by an error or Ctrl-C.

    Puzzle 1 has `path` itself, puzzle 2 the next number. A file that exists is replaced only if
    there was no error.
    """
    own = path if number == 1 else new_numbered(path, number)
    complete = False
    try:
        yield
        complete = True
    finally:
        data = draw()
        if data is not None:
            write_file(own, data, complete)


def report_strange(letters: Iterable[str], target: Target) -> None:
    """Say once which letters of titles have become empty boxes."""
    strange = list(dict.fromkeys(letters))
    if strange:
        more = " ..." if len(strange) > MOST_LETTERS else ""
        message = f"the font has no {' '.join(strange[:MOST_LETTERS])}{more}: drawn as empty boxes"
        kept = "; the <title> has the full text" if target.suffix in TITLED else ""
        complain(message + kept)


def write_folder(
    folder: Path, target: Target, scenes: Iterable[tuple[str, Scene]], theme: Theme
) -> None:
    """One file a scene, by name."""
    with blaming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, scene in scenes:
        write_file(folder / f"{name}{target.suffix}", target.write(scene, theme))


def solution_of(puzzle: Puzzle, time_limit: float | None) -> tuple[Grid, bool]:
    """A puzzle's solution, and whether it has others; the one that came along with it if it is one.

    No solution is an error, and no answer in time is one of its own.
    """
    own = puzzle.solution
    if own is not None and own.full and not check(puzzle, own):
        return own, False
    result = solve(puzzle, time_limit=time_limit)
    if result.solutions:
        return result.solutions[0], result.status is Status.MULTIPLE
    why = f": {result.reason}" if result.reason else ""
    if result.status is Status.NONE:
        raise NonairoError(f"the puzzle has no solution{why}")
    raise LimitReached(f"no solution was found{why}. {MORE_TIME}")
