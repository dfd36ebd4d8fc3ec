"""The animation of `solve --watch`: the grid, drawn over itself, with what was just tried."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonairo.cli.base import complain
from nonairo.events import Event, after
from nonairo.puzzle import Puzzle
from nonairo.render.text import draw
from nonairo.tracing import sentence

HOME, CLEAR_LINE, CLEAR_BELOW, CLEAR = "\x1b[H", "\x1b[K", "\x1b[J", "\x1b[2J"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
OTHER_SCREEN, MAIN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"


@contextmanager
def watcher(
    puzzle: Puzzle, delay: float | None, symbols: str | None
) -> Iterator[list[Callable[[Event], None]]]:
    """An observer that animates on the terminal; none where that makes no sense."""
    if not sys.stdout.isatty():
        complain("--watch needs a terminal; solving without pictures")
        yield []
        return
    height, width = draw(puzzle, None, symbols).count("\n") + 4, len(draw(puzzle).split("\n")[-1])
    columns, lines = shutil.get_terminal_size()
    if height > lines or width > columns:
        complain(
            f"--watch needs {height} lines and {width} columns, the terminal has {lines} and"
            f" {columns}; showing one line only"
        )
        try:
            yield [_one_line(delay, columns)]
        finally:
            print("\r" + CLEAR_LINE, end="", flush=True)
        return
    print(OTHER_SCREEN + HIDE_CURSOR + CLEAR, end="")
    try:
        yield [_pictures(puzzle, delay, symbols, columns)]
    finally:
        print(SHOW_CURSOR + MAIN_SCREEN, end="", flush=True)


def verdict(event: Event) -> str:
    """VALID or INVALID in colour, where an event says so."""
    if event.valid is None:
        return ""
    return f"{GREEN}VALID{PLAIN}" if event.valid else f"{RED}INVALID{PLAIN} ({event.criterion})"


def _pictures(
    puzzle: Puzzle, delay: float | None, symbols: str | None, columns: int
) -> Callable[[Event], None]:
    grid = puzzle.givens

    def observe(event: Event) -> None:
        nonlocal grid
        tried = grid.fill(dict(event.cells)) if event.cells else grid
        grid = after(grid, event)
        shown = draw(puzzle, tried, symbols).split("\n")
        head = f"step {event.step:,}  depth {event.depth}  {verdict(event)}"
        lines = [*shown, "", head, sentence(event)[: columns - 1]]
        body = "\n".join(line + CLEAR_LINE for line in lines)
        print(HOME + body + CLEAR_BELOW, end="", flush=True)
        time.sleep((delay or 0) * (4 if event.kind == "solution" else 1))

    return observe


def _one_line(delay: float | None, columns: int) -> Callable[[Event], None]:
    def observe(event: Event) -> None:
        text = f"step {event.step:,} depth {event.depth}: {sentence(event)}"
        print(f"\r{text[: columns - 1]}{CLEAR_LINE}", end="", flush=True)
        time.sleep(delay or 0)

    return observe
