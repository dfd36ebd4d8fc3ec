"""What a person sees: grids, prose and tables, as wide as the terminal and in its colours.

In a pipe the same calls print plain text that never changes its shape. `rich` is loaded when there
is something to colour, and nothing is coloured where NO_COLOR is set or the terminal is dumb.
FORCE_COLOR colours titles, sentences and grids anywhere, and does no more than that;
`--color always` prints in a pipe what a terminal would show.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal

from nonairo.cli.text_wrapping import folded_table, wrapped, wrapped_lines
from nonairo.grid import Grid
from nonairo.kinds import appearance_of
from nonairo.plain import visible
from nonairo.puzzle import Puzzle
from nonairo.render.text import BOXES, draw, in_ascii

if TYPE_CHECKING:
    from nonairo.render.terminal_grid import Marked, Spans

# Colours of the middle, so that they can be read on black and on white; the rest is emphasis.
STYLES = {
    "title": "bold",
    "lead": "bold",
    "good": "bold color(28)",
    "bad": "bold color(196)",
    "border": "dim",
    "ruler": "color(243)",
    "clue": "",
    "used": "bold underline",
    "unknown": "dim",
    "given": "bold",
    "found": "color(31)",
    "ink": "",
    "made": "bold reverse",
    "seen": "color(133) underline",
    "less": "bold color(166)",
    "supposed": "bold color(166) reverse",
    "then": "color(166)",
    "broken": "bold color(196)",
    "both": "bold color(196)",
    "wrong": "bold color(196)",
    "differs": "color(133) underline",
    "note": "italic",
}


AUTO, ALWAYS, NEVER = COLOUR_WISHES = ("auto", "always", "never")
_WISH = ContextVar("colours", default=AUTO)


@contextmanager
def colours(wish: str) -> Iterator[None]:
    """What `--color` says, for one run of a command: colour by itself, always or never."""
    before = _WISH.set(wish)
    try:
        yield
    finally:
        _WISH.reset(before)


def is_terminal() -> bool:
    """Whether a person is looking."""
    return sys.stdout.isatty() or _WISH.get() == ALWAYS


def is_dumb() -> bool:
    """Whether the terminal has neither colours nor a cursor that can be moved."""
    return os.environ.get("TERM") == "dumb"


def is_coloured() -> bool:
    """Whether that person likes colours."""
    if _WISH.get() != AUTO:
        return _WISH.get() == ALWAYS
    if os.environ.get("NO_COLOR"):
        return False
    return _is_forced() or (is_terminal() and not is_dumb())


def _is_forced() -> bool:
    """Whether colours are wanted wherever the output goes."""
    return _WISH.get() == ALWAYS or os.environ.get("FORCE_COLOR", "0") not in ("", "0")


def terminal_width(descriptor: int = 1) -> int:
    """Columns of the terminal, or what the environment says, or 80."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isascii() and columns.isdigit() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(descriptor).columns or 80
    except (OSError, ValueError):
        return 80


def drawable(text: str) -> str:
    """A drawing, in ASCII where the output has no boxes."""
    try:
        BOXES.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return in_ascii(text)
    return text


def put(lines: Iterable[Spans]) -> None:
    """Print lines of spans, coloured where somebody likes that."""
    if not is_coloured():
        for spans in lines:
            print(drawable("".join(text for text, _ in spans)).rstrip())
        return
    from rich.console import Console
    from rich.text import Text

    width = terminal_width() if os.environ.get("COLUMNS") == "0" else None  # Rich would take it
    system: Literal["256", "auto"] = "auto"
    if _is_forced() and (is_dumb() or not sys.stdout.isatty()):
        system = "256"
    console = Console(
        file=sys.stdout, highlight=False, markup=False, emoji=False, width=width,
        color_system=system, force_terminal=_is_forced() or None, no_color=False,
    )  # fmt: skip
    for spans in lines:
        shown = Text(end="")
        for text, roles in spans:
            style = " ".join(filter(None, map(_style, roles.split())))
            shown.append(drawable(text), style or None)
        shown.rstrip()
        console.print(shown, soft_wrap=True)


def styled(spans: Spans) -> str:
    """A line of spans as one text, with colours where somebody likes them."""
    if not is_coloured():
        return drawable("".join(text for text, _ in spans))
    from rich.color import ColorSystem
    from rich.style import Style

    parts = []
    for text, roles in spans:
        style = Style.parse(" ".join(filter(None, map(_style, roles.split()))) or "none")
        parts.append(style.render(drawable(text), color_system=ColorSystem.EIGHT_BIT))
    return "".join(parts)


def _style(role: str) -> str:
    """How a role looks; rich takes the nearest of the colours that a terminal has."""
    if not role.startswith("#"):
        return STYLES[role]
    from nonairo.render.themes import readable_on

    return f"not dim {readable_on(role)} on {role}"


def print_prose(text: str, lead: str = "", role: str = "lead", hang: int = 0) -> None:
    """Sentences. On a terminal wrapped at words, with their beginning, the `lead`, set off."""
    if not is_terminal() and not is_coloured():
        print(text)
        return
    lines: list[Spans] = []
    left = len(lead)
    folded = wrapped_lines(text, terminal_width(), hang) if is_terminal() else text.split("\n")
    for line in folded:
        lines.append([(line[:left], role), (line[left:], "")] if left > 0 else [(line, "")])
        left -= len(line) + 1
    put(lines)


def print_title(text: str) -> None:
    """What comes now: kind, size and name of a puzzle."""
    print_prose(text, text, "title")


def print_grid(
    puzzle: Puzzle,
    grid: Grid | None = None,
    symbols: str | None = None,
    marked: Marked | None = None,
) -> None:
    """A grid; on a terminal with rulers, and with marked cells if there are any."""
    if not is_terminal() and not is_coloured():
        print(drawable(draw(puzzle, grid, symbols)))
        return
    from nonairo.render.terminal_grid import Marked, ruled, unruled

    grid = puzzle.givens if grid is None else grid
    if not is_terminal():
        put(unruled(puzzle, grid, symbols))
        return
    marked = marked or Marked(grid)
    width = terminal_width()
    for_person = list(ruled(puzzle, marked, width, symbols))
    if len(for_person) == 1:  # a sentence: too wide
        print_prose(for_person[0][0][0], for_person[0][0][0], "note")
    else:
        put(for_person)


def print_legend(roles: set[str]) -> None:
    """What signs in grids mean, for a person."""
    from nonairo.render.terminal_grid import legend

    if roles and is_terminal():
        print_prose(legend(roles), "key:")


def print_table(
    headings: Sequence[str], rows: Iterable[Sequence[str]], spare: Sequence[str] = ()
) -> None:
    """A table: folded to the width of a terminal, tab-separated elsewhere.

    The columns of `spare` are those that a narrow terminal goes without, the first ones first.
    """
    plain = [[visible(cell) for cell in row] for row in rows]
    if not is_terminal():
        for row in plain:
            print("\t".join(row))
        return
    put(folded_table(headings, plain, terminal_width(), spare))


def print_json(record: object) -> None:
    """One object on a line of its own, at once."""
    import json  # most people read no JSON, and pay for its start-up all the same

    print(json.dumps(record), flush=True)


def complain(message: object) -> None:
    """Print one line on standard error; on a terminal it is folded between words."""
    _print_error(f"nonairo: {visible(str(message))}")


def print_note(note: str, hang: int = 0) -> None:
    """Print on standard error what has to be known about an answer but is no part of it."""
    sys.stdout.flush()
    _print_error(visible(note), hang)


def _print_error(text: str, hang: int = 0) -> None:
    """Print on standard error; if that fails, neither answer nor exit code change."""
    if sys.stderr.isatty():
        text = "\n".join(wrapped(text, terminal_width(2), hang))
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def print_rules(puzzle: Puzzle, whose: str = "") -> None:
    """Name rules that are not standard beside an answer in a pipe, whose first line is bare."""
    if puzzle.rules != "standard" and not appearance_of(puzzle).colours and not is_terminal():
        print_note(f"nonairo: {whose}rules {puzzle.rules}")
