"""The animation of `solve --watch`: the grid, drawn over itself, with what was just tried."""

from __future__ import annotations

import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonairo.cli.base import complain
from nonairo.cli.folding import wrapped
from nonairo.cli.screen import drawable, is_coloured
from nonairo.cli.terminal import Terminal
from nonairo.errors import LimitReached
from nonairo.events import Event, after
from nonairo.puzzle import Puzzle
from nonairo.render.ruled import Marked, ruled
from nonairo.tracing import sentence

HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
VERDICT = re.compile(r"\b(IN)?VALID\b")
WIDEST = 1 << 20  # what does not fit is not animated, so nothing is folded
KEYS = "q quit, space pause, s step, + faster, - slower"
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
    first = _drawn(puzzle, Marked(puzzle.givens), symbols)
    height, width = len(first) + 3, max(map(len, first))
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
            yield [_pictures(puzzle, pace, symbols, columns, lines - height)]
            return
        try:
            yield [_one_line(pace, columns)]
        finally:
            print("\r" + CLEAR_LINE, end="", flush=True)


def verdict(event: Event) -> str:
    """VALID or INVALID, where an event says so, and which check failed.

    >>> verdict(Event("reject", 1, 1, valid=False, criterion="count: three 1s in column 1"))
    'INVALID (count)'
    """
    if event.valid is None:
        return ""
    check = (event.criterion or "").partition(":")[0]  # the line below tells the whole of it
    return "VALID" if event.valid else f"INVALID ({check})"


def coloured(text: str) -> str:
    """Verdicts in green and red, for who likes colours."""
    if not is_coloured():
        return text
    return VERDICT.sub(lambda word: (RED if word[1] else GREEN) + word[0] + PLAIN, text)


def _drawn(puzzle: Puzzle, marked: Marked, symbols: str | None) -> list[str]:
    """The lines of a grid with rulers, as wide as it is."""
    lines = ruled(puzzle, marked, WIDEST, symbols)
    return [drawable("".join(text for text, _ in spans)) for spans in lines]


def _pictures(
    puzzle: Puzzle, pace: Pace, symbols: str | None, columns: int, spare: int
) -> Callable[[Event], None]:
    grid = puzzle.givens

    def observe(event: Event) -> None:
        nonlocal grid
        tried = grid.fill(dict(event.cells)) if event.cells else grid
        grid = after(grid, event)

        def show() -> None:
            alone = event.cells if len(event.cells) == 1 else ()  # a row is seen without signs
            marked = Marked(tried, dict.fromkeys(dict(alone), "made"))
            head = f"step {event.step:,}  depth {event.depth}  {verdict(event)}"
            told = [
                *wrapped(head, columns - 1)[:1],
                *wrapped(sentence(event), columns - 1)[: 1 + spare],
                *(wrapped(pace.told, columns - 1) if pace.told else []),
            ]
            lines = [*_drawn(puzzle, marked, symbols), "", *map(coloured, told[: 2 + spare])]
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
