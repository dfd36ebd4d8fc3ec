"""The animation of `solve --watch`: the grid, drawn over itself, with what was just tried."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size as terminal_size

from nonairo.cli.base import complain
from nonairo.cli.folding import NO_BREAK, beginning, wrapped
from nonairo.cli.screen import drawable, is_coloured, is_dumb
from nonairo.cli.terminal import Terminal
from nonairo.errors import LimitReached
from nonairo.events import Event, after
from nonairo.limits import resting
from nonairo.plain import columns_of
from nonairo.puzzle import Puzzle
from nonairo.render.ruled import Marked, ruled
from nonairo.tracing import sentence

HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
VERDICT = re.compile(r"\b(IN)?VALID\b")
WIDEST = 1 << 20  # what does not fit is not animated, so nothing is folded
KEYS = "q quit, space pause, s step, + faster, - slower".replace(" ", NO_BREAK).replace(
    f",{NO_BREAK}",
    ", ",  # a key and what it does stand on one line
)
FEW_KEYS = "keys q space s + -"  # where room is scarce
SHORTEST, LONGEST = 0.001, 8.0  # seconds between two pictures that keys lead to


class Pace:
    """How fast pictures follow each other; a person with a keyboard decides."""

    def __init__(self, delay: float | None, terminal: Terminal) -> None:
        self.delay = delay or 0.0
        self.paused = False
        self.terminal = terminal

    @property
    def state(self) -> str:
        """How it is going."""
        return f"{'PAUSED, ' if self.paused else ''}{self.delay:.2g} s"

    @property
    def told(self) -> str:
        """What the keys do, and how it is going; nothing where there are no keys."""
        if self.terminal.keyboard is None:
            return ""
        return f"{self.state}: {KEYS}"

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
    why_not = _why_not()
    if why_not:
        complain(f"--watch needs {why_not}; solving without pictures")
        yield []
        return
    height, width = _least(puzzle, symbols)
    columns, lines = terminal_size()
    small = height > lines or width > columns
    if small:
        complain(
            f"--watch needs {height} lines and {width} columns, the terminal has {lines} and"
            f" {columns}; showing one line only"
        )
    with Terminal(other_screen=not small) as terminal:
        pace = Pace(delay, terminal)
        if not small:
            yield [_pictures(puzzle, pace, symbols)]
            return
        try:
            yield [_one_line(pace)]
        finally:
            print("\r" + CLEAR_LINE, end="", flush=True)


def _why_not() -> str | None:
    """What is missing for pictures that are drawn over each other."""
    if not sys.stdout.isatty():
        return "a terminal"
    if is_dumb():
        return "a terminal whose cursor can be moved, and TERM is dumb"
    return None


def _least(puzzle: Puzzle, symbols: str | None) -> tuple[int, int]:
    """Lines and columns that a picture with two lines of words needs."""
    first = _drawn(puzzle, Marked(puzzle.givens), symbols)
    return len(first) + 3, max(map(columns_of, first))


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


def _pictures(puzzle: Puzzle, pace: Pace, symbols: str | None) -> Callable[[Event], None]:
    grid = puzzle.givens
    height, width = _least(puzzle, symbols)

    def observe(event: Event) -> None:
        nonlocal grid
        tried = grid.fill(dict(event.cells)) if event.cells else grid
        grid = after(grid, event)

        def show() -> None:
            columns, lines = terminal_size()  # it may have changed since the last picture
            alone = event.cells if len(event.cells) == 1 else ()  # a row is seen without signs
            marked = Marked(tried, dict.fromkeys(dict(alone), "made"))
            board = [*_drawn(puzzle, marked, symbols), ""]
            if height > lines or width > columns:
                needs = f"{height} lines and {width} columns are needed for the grid"
                board = wrapped(needs, columns - 1)
            told = _words(event, pace, columns - 1, lines - len(board))
            shown = [*board, *map(coloured, told)][:lines]
            body = "\n".join(line + CLEAR_LINE for line in shown)
            print(HOME + body + CLEAR_BELOW, end="", flush=True)

        with resting():
            show()
            pace.wait(4 if event.kind == "solution" else 1, show)

    return observe


def _words(event: Event, pace: Pace, width: int, room: int) -> list[str]:
    """What is told below a picture, in so many lines: of a long sentence only the beginning."""
    head = wrapped(f"step {event.step:,}  depth {event.depth}  {verdict(event)}", width)
    keys = wrapped(pace.told, width) if pace.told else []
    if len(head) + 1 + len(keys) > room:
        short = beginning(f"{pace.state}: {FEW_KEYS}", width)
        keys = [short] if pace.told and len(head) + 2 <= room else []
        if pace.paused and not keys:
            head = wrapped(f"PAUSED {' '.join(head)}", width)
    said = wrapped(sentence(event), width)[: max(room - len(head) - len(keys), 0)]
    return [*head, *said, *keys]


def _one_line(pace: Pace) -> Callable[[Event], None]:
    def observe(event: Event) -> None:
        def show() -> None:
            paused = f"{pace.state} " if pace.paused else ""
            text = f"{paused}step {event.step:,} depth {event.depth}: {sentence(event)}"
            told = beginning(text, terminal_size().columns - 1)
            print(f"\r{told}{CLEAR_LINE}", end="", flush=True)

        with resting():
            show()
            pace.wait(1, show)

    return observe
