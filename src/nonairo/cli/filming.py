"""The film of `solve --gif`: written whatever ends the search, be it a limit or Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonairo.cli.convert import numbered
from nonairo.cli.pictures import write_file
from nonairo.errors import EngineError
from nonairo.events import Event
from nonairo.puzzle import Puzzle
from nonairo.render.frames import LARGEST, Film
from nonairo.render.gif import animate
from nonairo.render.themes import Theme


@contextmanager
def filmed(
    puzzle: Puzzle, path: str, number: int, seconds: float | None, theme: Theme
) -> Iterator[Callable[[Event], None]]:
    """An observer whose film is in the file when all is over; several puzzles have one each."""
    if puzzle.height * puzzle.width > LARGEST:
        size = f"{puzzle.height}x{puzzle.width}"
        raise EngineError(f"--gif films boards of at most {LARGEST:,} cells, found {size}")
    film = Film(puzzle)
    try:
        yield film
    finally:
        own = path if number == 1 else numbered(path, number)
        write_file(own, animate(film.scenes(), theme, seconds or 0.0))
