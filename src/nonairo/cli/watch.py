"""The animation of `solve --watch`: the grid, drawn over itself, with what was just tried."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size as terminal_size

from nonairo.cli.keyboard import CLEAR_BELOW, CLEAR_LINE, HOME, Terminal
from nonairo.cli.terminal_output import complain, drawable, is_coloured, is_dumb
from nonairo.cli.text_wrapping import NO_BREAK, beginning, wrapped
from nonairo.errors import LimitReached
from nonairo.events import Event, after
from nonairo.plain import columns_of
from nonairo.puzzle import Puzzle
from nonairo.render.terminal_grid import Marked, ruled
from nonairo.tracing import sentence

GREEN, RED, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[0m"
VERDICT = re.compile(r"\b(IN)?VALID\b")
WIDEST = 1 << 20  # what does not fit is not animated, so nothing is folded
KEYS = ["q quit", "space pause", "s step", "+ faster", "- slower"]
FEW_KEYS = "keys q space s + -"  # for small terminals
SHORTEST, LONGEST = 0.001, 8.0  # seconds between two frames that keys lead to


class Speed:
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
    def keys(self) -> str:
        """What the keys do, and how it is going; nothing where there are no keys."""
        if self.terminal.keyboard is None:
            return ""
        keys = [key.replace("pause", "go on") if self.paused else key for key in KEYS]
        return f"{self.state}: " + ", ".join(key.replace(" ", NO_BREAK) for key in keys)

    def wait(self, share: float, show: Callable[[], None]) -> None:
        """Until it is time for the next picture; `show` draws again what a key has changed."""
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
        speed = Speed(delay, terminal)
        if not small:
            yield [_pictures(puzzle, speed, symbols)]
            return
        try:
            yield [_one_line(speed)]
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
    check = (event.criterion or "").partition(":")[0]  # the line below has the whole sentence
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


def _pictures(puzzle: Puzzle, speed: Speed, symbols: str | None) -> Callable[[Event], None]:
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
            words = _words(event, speed, columns - 1, lines - len(board))
            shown = [*board, *map(coloured, words)][:lines]
            body = "\n".join(line + CLEAR_LINE for line in shown)
            print(HOME + body + CLEAR_BELOW, end="", flush=True)

        show()
        speed.wait(4 if event.kind == "solution" else 1, show)

    return observe


def _words(event: Event, speed: Speed, width: int, height: int) -> list[str]:
    """The words below a picture, in so many lines: of a long sentence only the beginning."""
    head = wrapped(f"step {event.step:,}  depth {event.depth}  {verdict(event)}", width)
    keys = wrapped(speed.keys, width) if speed.keys else []
    if len(head) + 1 + len(keys) > height:
        short = beginning(f"{speed.state}: {FEW_KEYS}", width)
        keys = [short] if speed.keys and len(head) + 2 <= height else []
        if speed.paused and not keys:
            head = wrapped(f"PAUSED {' '.join(head)}", width)
    said = wrapped(sentence(event), width)[: max(height - len(head) - len(keys), 0)]
    return [*head, *said, *keys]


def _one_line(speed: Speed) -> Callable[[Event], None]:
    def observe(event: Event) -> None:
        def show() -> None:
            paused = f"{speed.state} " if speed.paused else ""
            text = f"{paused}step {event.step:,} depth {event.depth}: {sentence(event)}"
            shown = beginning(text, terminal_size().columns - 1)
            print(f"\r{shown}{CLEAR_LINE}", end="", flush=True)

        show()
        speed.wait(1, show)

    return observe
