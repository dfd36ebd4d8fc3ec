"""The pictures of `solve --gif` and `solve --tree`, written however the search ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nonairo.cli.pictures import ready, written_at_end
from nonairo.engines import named_engine
from nonairo.errors import EngineError
from nonairo.puzzle import Puzzle
from nonairo.render.files import target_of
from nonairo.render.frames import LARGEST, Film
from nonairo.render.gif import animate
from nonairo.render.themes import Theme
from nonairo.render.tree import MOST_CELLS, MOST_NODES, SearchTree, tree_scene

ENGINES = ("walk", "rows", "guess", "zones+guess", "patterns+guess")
FILES = ("svg", "png", "pdf")


def refuse_large(puzzle: Puzzle, most: int, what: str) -> None:
    """Raise EngineError for a board of too many cells."""
    if puzzle.height * puzzle.width > most:
        size = f"{puzzle.height}x{puzzle.width}"
        raise EngineError(f"{what} boards of at most {most:,} cells, found {size}")


@contextmanager
def filmed(
    puzzle: Puzzle, path: str, number: int, seconds: float | None, theme: Theme
) -> Iterator[Film]:
    """Yield an observer whose film is in the file at the end; several puzzles have one each."""
    refuse_large(puzzle, LARGEST, "--gif films")
    film = Film(puzzle)
    with written_at_end(path, number, lambda: animate(film.scenes(), theme, seconds or 0.0)):
        yield film


def check_tree(path: str, engine: str) -> None:
    """Refuse what could not be drawn or written, before the search begins."""
    tool = named_engine(engine)[0]
    name = tool.name
    if name not in ENGINES and tool.text is None:
        able = ", ".join(ENGINES[:-1])
        raise EngineError(f"--tree draws the search of {able} or {ENGINES[-1]}, not of {name}")
    ready(path, target_of(path, FILES).name)


@contextmanager
def drawn_tree(puzzle: Puzzle, path: str, number: int, theme: Theme) -> Iterator[SearchTree]:
    """Yield an observer whose tree is in the file at the end, unless it is too large."""
    refuse_large(puzzle, MOST_CELLS, "--tree draws")
    tree = SearchTree(puzzle)

    def draw() -> bytes | None:
        return None if tree.too_large else target_of(path, FILES).write(tree_scene(tree), theme)

    with written_at_end(path, number, draw):
        yield tree


def too_large(tree: SearchTree) -> str:
    """Why a tree was not drawn, and what to try."""
    return (
        f"--tree draws at most {MOST_NODES} nodes, found {tree.number:,};"
        " --limit 1 or --engine guess:cell=tightest may need fewer"
    )
