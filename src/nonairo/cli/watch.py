"""The animation of `solve --watch`: the grid, drawn over itself, with what was just tried."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonairo.cli.base import complain
from nonairo.cli.terminal import Terminal
from nonairo.errors import LimitReached
from nonairo.events import Event, after
from nonairo.puzzle import Puzzle
from nonairo.render.text import draw
from nonairo.tracing import sentence

HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
KEYS = "space pause, s step, + faster, - slower, q quit"
SHORTEST, LONGEST = 0.001, 8.0  # seconds between two pictures that keys lead to


class Pace:
    """How fast pictures follow each other; a person with a keyboard decides."""

    def __init__(self, delay: float | None, terminal: Terminal) -> None:
        self.delay = delay or 0.0
        self.paused = False
        self.terminal = terminal

    @property
    def told(self) -> str:
        """What the keys do, and how it is going; nothing where there are no keys."""
        if self.terminal.keyboard is None:
            return ""
        return f"{'PAUSED' if self.paused else f'{self.delay:.2g} s'}: {KEYS}"

    def wait(self, share: float, show: Callable[[], None]) -> None:
        """Until it is time for the next picture; `show` draws anew what a key has changed."""
        begin = time.monotonic()
        while True:
            left = max(begin + self.delay * share - time.monotonic(), 0.0)
            key = self.terminal.key(None if self.paused else left)
            if key is None and (not self.paused or self.terminal.keyboard is None):
                return
            if key in ("s", "right", "\n"):
                self.paused = True
                return
            self.press(key)
            show()

    def press(self, key: str | None) -> None:
        """Do what a key is for; others are for nothing."""
        if key == "q":
            raise LimitReached("stopped with the key q", "quit")
        if key == " ":
            self.paused = not self.paused
        elif key in ("+", "=", "f", "up"):
            self.delay = self.delay / 2 if self.delay > SHORTEST else 0.0
        elif key in ("-", "_", "down"):
            self.delay = min(max(self.delay * 2, SHORTEST), LONGEST)


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
    small = height > lines or width > columns
    if small:
        complain(
            f"--watch needs {height} lines and {width} columns, the terminal has {lines} and"
            f" {columns}; showing one line only"
        )
    with Terminal(other_screen=not small) as terminal:
        pace = Pace(delay, terminal)
        if not small:
            yield [_pictures(puzzle, pace, symbols, columns, lines > height)]
            return
        try:
            yield [_one_line(pace, columns)]
        finally:
            print("\r" + CLEAR_LINE, end="", flush=True)


def verdict(event: Event, room: int) -> str:
    """VALID or INVALID in colour, where an event says so, and what failed as far as there is room.

    >>> failed = Event("reject", 1, 1, valid=False, criterion="three 1s in column 1")
    >>> verdict(failed, 40) == f"{RED}INVALID{PLAIN} (three 1s in column 1)"
    True
    >>> verdict(failed, 16) == f"{RED}INVALID{PLAIN} (three 1"
    True
    """
    if event.valid is None:
        return ""
    if event.valid:
        return f"{GREEN}VALID{PLAIN}"
    check = (event.criterion or "").partition(":")[0]  # the line below tells the whole of it
    return f"{RED}INVALID{PLAIN}" + f" ({check})"[: max(room - len("INVALID"), 0)]


def _pictures(
    puzzle: Puzzle, pace: Pace, symbols: str | None, columns: int, roomy: bool
) -> Callable[[Event], None]:
    grid = puzzle.givens

    def observe(event: Event) -> None:
        nonlocal grid
        tried = grid.fill(dict(event.cells)) if event.cells else grid
        grid = after(grid, event)

        def show() -> None:
            shown = draw(puzzle, tried, symbols).split("\n")
            head = f"step {event.step:,}  depth {event.depth}  "
            head += verdict(event, columns - 1 - len(head))
            lines = [*shown, "", head, sentence(event)[: columns - 1]]
            lines += [pace.told[: columns - 1]] if roomy else []
            body = "\n".join(line + CLEAR_LINE for line in lines)
            print(HOME + body + CLEAR_BELOW, end="", flush=True)

        show()
        pace.wait(4 if event.kind == "solution" else 1, show)

    return observe


def _one_line(pace: Pace, columns: int) -> Callable[[Event], None]:
    def observe(event: Event) -> None:
        def show() -> None:
            paused = "PAUSED " if pace.paused else ""
            text = f"{paused}step {event.step:,} depth {event.depth}: {sentence(event)}"
            print(f"\r{text[: columns - 1]}{CLEAR_LINE}", end="", flush=True)

        show()
        pace.wait(1, show)

    return observe
