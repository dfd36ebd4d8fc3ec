"""Pictures of our own as nonograms, to play, to print and to give away: all of them are CC0.

They are stored as text, `page/gallery.txt`: a line of colours, and for each picture its name, theme
and level, and its rows. `.` is empty, `#` is filled, and a letter is a colour.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET, Grid
from nonairo.kinds import KINDS
from nonairo.kinds.palette import palette_of
from nonairo.memory import names_memory
from nonairo.plain import brief, one_of, shown, whole
from nonairo.puzzle import Puzzle

LEVELS = range(1, 8)
FILE = files("nonairo") / "page" / "gallery.txt"


@names_memory
def gallery(
    name: str | None = None,
    *,
    level: int | None = None,
    size: int | tuple[int, int] | None = None,
    theme: str | None = None,
    coloured: bool | None = None,
) -> list[Puzzle]:
    """Return pictures of the gallery as nonograms with one solution, the easiest first.

    Each has a title, a solution, and in `extra` its id, theme, level and licence. `name` is a title
    or an id. `size` is n or (height, width): pictures that are no larger. `coloured` chooses
    coloured pictures (True), or black ones (False).

    >>> [heart] = gallery("heart")
    >>> heart.title, heart.extra["theme"], heart.extra["level"]
    ('Heart', 'things', 2)
    >>> all(puzzle.height <= 10 for puzzle in gallery(level=1, size=10))
    True
    """
    for word in (name, theme):
        if word is not None and not isinstance(word, str):
            raise PuzzleError(f"expected a name, found {shown(word)}")
    if name is not None and id_of(name) not in {picture.extra["id"] for picture in pictures()}:
        titles = [str(picture.title) for picture in pictures()]
        raise PuzzleError(one_of("a picture", titles, name, "gallery"))
    if theme is not None and theme not in themes():
        raise PuzzleError(one_of("a theme", themes(), theme))
    if level is not None and whole(level) not in LEVELS:
        found = shown(level)
        raise PuzzleError(f"expected a level from {LEVELS[0]} to {LEVELS[-1]}, found {found}")
    if coloured is not None and not isinstance(coloured, bool):
        raise PuzzleError(f"expected coloured=True, False or None, found {shown(coloured)}")
    height, width = _limits(size)
    return [
        picture
        for picture in pictures()
        if (name is None or picture.extra["id"] == id_of(name))
        and (level is None or picture.extra["level"] == level)
        and (theme is None or picture.extra["theme"] == theme)
        and (coloured is None or (picture.rules != "standard") == coloured)
        and picture.height <= height
        and picture.width <= width
    ]


def _limits(size: int | tuple[int, int] | None) -> tuple[int, int]:
    """The largest height and width."""
    sides = size if isinstance(size, (tuple, list)) else (size, size)
    found = [1000 if side is None else whole(side) for side in sides]
    if len(found) != 2 or found[0] is None or found[1] is None or min(found[0], found[1]) < 1:
        raise PuzzleError(f"expected a size n or (height, width), found {brief(size)}")
    return found[0], found[1]


def themes() -> list[str]:
    """Return the themes of the pictures, in the order of the alphabet."""
    heads = (line.split(" | ") for line in FILE.read_text(encoding="utf-8").splitlines())
    return sorted({head[1] for head in heads if len(head) == 3})


def id_of(title: str) -> str:
    """Return the id of a picture from its title.

    >>> id_of("Hot-air balloon")
    'hot-air-balloon'
    """
    return title.strip().lower().replace(" ", "-")


@lru_cache(maxsize=1)
def pictures() -> tuple[Puzzle, ...]:
    """Return all pictures, by level and size."""
    text = FILE.read_text(encoding="utf-8")
    head, *blocks = text.strip().split("\n\n")
    paints = dict(part.split("=") for part in head.split()[1:])
    found = [_picture(block.split("\n"), paints) for block in blocks]
    return tuple(sorted(found, key=lambda each: (str(each.extra["level"]), len(each.givens.cells))))


def _picture(lines: list[str], paints: dict[str, str]) -> Puzzle:
    (title, theme, level), rows = lines[0].split(" | "), lines[1:]
    inks = [ink for ink in paints if any(ink in row for row in rows)]
    rules = palette_of(paints[ink] for ink in inks).rules if inks else "standard"
    symbols = dict(zip([".", *(inks or "#")], ALPHABET, strict=False))
    cells = "".join(symbols[ink] for row in rows for ink in row)
    picture = Grid(len(rows), len(rows[0]), cells)
    extra = {"id": id_of(title), "theme": theme, "level": int(level), "licence": "CC0-1.0"}
    puzzle = KINDS["nonogram"].pose(picture, rules)
    return puzzle.about(title=title, author="Nonairo", solution=picture, extra=extra)
