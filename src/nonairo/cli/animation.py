"""The animation of `watch` and `solve --watch`: the grid, drawn over itself, and the program.

The engine waits while a picture is shown. Who steps back sees frames that were kept; the search
itself never goes back.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size as terminal_size

from nonairo.cli.keyboard import CLEAR_BELOW, CLEAR_LINE, HOME, RESIZED, Terminal
from nonairo.cli.search_frames import Frames
from nonairo.cli.terminal_output import complain, drawable, is_coloured, is_dumb
from nonairo.cli.text_wrapping import NO_BREAK, beginning, wrapped
from nonairo.engines.base import Engine
from nonairo.errors import LimitReached
from nonairo.events import Event
from nonairo.plain import columns_of
from nonairo.puzzle import Puzzle
from nonairo.render.terminal_grid import Marked, ruled
from nonairo.tracing import sentence

GREEN, RED, BOLD, PLAIN = "\x1b[32m", "\x1b[31m", "\x1b[1m", "\x1b[0m"
VERDICT = re.compile(r"\b(IN)?VALID\b")
WIDEST = 1 << 20  # what does not fit is not animated, so nothing is folded
KEYS = [
    "q quit", "space pause", "s step", "left back", "b next backtrack", "B previous",
    "+ faster", "- slower",
]  # fmt: skip
FEW_KEYS = "keys q space s left b B + -"  # for small terminals
SHORTEST, LONGEST = 0.001, 8.0  # seconds between two frames that keys lead to
LEAST_PROGRAM = 44  # columns beside the grid that a program needs
BESIDE = 3  # columns between the two
OFTEN = 256  # events between two looks at the keyboard while nothing is shown


class Watching:
    """What is shown, how fast, and what the keys do; a person with a keyboard decides."""

    def __init__(
        self, frames: Frames, delay: float | None, terminal: Terminal, begin: int = 0
    ) -> None:
        self.frames = frames
        self.delay = delay or 0.0
        self.paused = begin > 0
        self.terminal = terminal
        self.begin = begin  # the step before which nothing is shown
        self.seeking = False  # whether the next frame that is shown goes back
        self.ended = ""  # how the search came out

    def take(self, event: Event, show: Callable[[], None]) -> None:
        """Show an event, unless a later one is asked for, and wait."""
        frame = self.frames.add(event)
        if event.step < self.begin or (self.seeking and not frame.goes_back):
            if event.step % OFTEN == 0 and (key := self.terminal.key(0)) is not None:
                self.seeking = self.seeking and key != " "
                self.press(key)
            return
        self.seeking = False
        show()
        self.wait(4 if event.kind == "solution" else 1, show)

    def end(self, outcome: str, show: Callable[[], None]) -> None:
        """Let a person look back until they quit."""
        if self.terminal.keyboard is None or not self.frames.kept:
            return
        self.ended, self.paused = outcome, True
        show()
        while self.terminal.keyboard is not None:
            try:
                self.wait(1, show)
            except LimitReached:
                return

    @property
    def state(self) -> str:
        """How it is going."""
        if self.ended and not self.frames.back:
            return self.ended
        back = f"{self.frames.back:,} back, " if self.frames.back else ""
        return f"{'PAUSED, ' if self.paused else ''}{back}{self.delay:.2g} s"

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
                if self.frames.back:  # it plays what was seen before
                    begin = time.monotonic()
                    self.frames.step(1)
                    show()
                    continue
                if not self.ended:
                    return
                self.paused = True
            elif key in ("s", "right", "\n"):
                self.paused = True
                if not self.frames.step(1) and not self.ended:
                    return
            elif key == "b":
                self.paused = True
                if not self.frames.to_backtrack(1) and not self.ended:
                    self.frames.back = 0
                    self.seeking = True
                    return
            elif key is not None:
                self.press(key)
            show()

    def press(self, key: str) -> None:
        """Do what a key is for; others are for nothing."""
        if key == "q":
            raise LimitReached("stopped with the key q", "quit")
        if key == " ":
            self.paused = not self.paused
        elif key in ("left", "backspace", "\x7f"):
            self.paused = True
            self.frames.step(-1)
        elif key == "B":
            self.paused = True
            self.frames.to_backtrack(-1)
        elif key in ("+", "=", "f", "up"):
            self.delay = self.delay / 2 if self.delay > SHORTEST else 0.0
        elif key in ("-", "_", "down"):
            self.delay = min(max(self.delay * 2, SHORTEST), LONGEST)
        elif key != RESIZED:
            return


@contextmanager
def watcher(
    puzzle: Puzzle, engine: Engine, delay: float | None, symbols: str | None, begin: int = 0,
    option: str = "--watch",
) -> Iterator[Animation | None]:  # fmt: skip
    """Yield an observer that animates on the terminal; None where that makes no sense."""
    why_not = _why_not()
    if why_not:
        complain(f"{option} needs {why_not}; solving without animation")
        yield None
        return
    frames = Frames(puzzle, engine)
    height, width = _least(puzzle, symbols)
    columns, lines = terminal_size()
    small = height > lines or width > columns
    if small:
        complain(
            f"{option} needs {height} lines and {width} columns, the terminal has {lines} and"
            f" {columns}; showing one line only"
        )
    with Terminal(other_screen=not small) as terminal:
        watching = Watching(frames, delay, terminal, begin)
        try:
            yield Animation(watching, symbols, small)
        finally:
            if small:
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


class Animation:
    """Draws every event: a grid and the program beside it, or one line where nothing else fits."""

    def __init__(self, watching: Watching, symbols: str | None, small: bool) -> None:
        self.watching = watching
        self.symbols = symbols
        self.show = self._one_line if small else self._picture
        self.least = _least(watching.frames.puzzle, symbols)

    def __call__(self, event: Event) -> None:
        self.watching.take(event, self.show)

    def end(self, outcome: str) -> None:
        self.watching.end(outcome, self.show)

    def _picture(self) -> None:
        frames = self.watching.frames
        columns, lines = terminal_size()  # it may have changed since the last picture
        height, width = self.least
        if height > lines or width > columns:
            needs = f"{height} lines and {width} columns are needed for the grid"
            board = wrapped(needs, columns - 1)
            beside = False
        else:
            board = [*_drawn(frames.puzzle, frames.marked(), self.symbols), ""]
            beside = columns - width - BESIDE - 1 >= LEAST_PROGRAM
            if beside:
                board = with_program(board, frames, width, columns - 1)
        words = self._words(columns - 1, lines - len(board), with_tree=beside)
        shown = [*board, *map(coloured, words)][:lines]
        body = "\n".join(line + CLEAR_LINE for line in shown)
        print(HOME + body + CLEAR_BELOW, end="", flush=True)

    def _words(self, width: int, height: int, with_tree: bool) -> list[str]:
        """The words below a picture, in so many lines: of a long sentence only the beginning."""
        watching = self.watching
        event = watching.frames.shown.event
        head = wrapped(f"step {event.step:,}  depth {event.depth}  {verdict(event)}", width)
        keys = wrapped(watching.keys, width) if watching.keys else []
        if len(head) + 1 + len(keys) > height:
            short = beginning(f"{watching.state}: {FEW_KEYS}", width)
            keys = [short] if watching.keys and len(head) + 2 <= height else []
            if watching.paused and not keys:
                head = wrapped(f"PAUSED {' '.join(head)}", width)
        said = wrapped(sentence(event), width)[: max(height - len(head) - len(keys), 0)]
        tree = [shortened(watching.frames.tree(), width)] if with_tree else []
        room = height - len(head) - len(said) - len(keys)
        return [*head, *said, *tree[: max(room, 0)], *keys]

    def _one_line(self) -> None:
        watching = self.watching
        event = watching.frames.shown.event
        paused = f"{watching.state} " if watching.paused else ""
        text = f"{paused}step {event.step:,} depth {event.depth}: {sentence(event)}"
        shown = beginning(text, terminal_size().columns - 1)
        print(f"\r{shown}{CLEAR_LINE}", end="", flush=True)


def with_program(board: list[str], frames: Frames, width: int, columns: int) -> list[str]:
    """Put the program beside the grid, with a sign before the line that does this step."""
    program = frames.program()
    if program is None:
        return board
    name, text, at = program
    room = columns - width - BESIDE
    height = len(board) - 1
    first = min(max(at - height // 2, 0), max(len(text) - height + 1, 0))
    beside = [f"  {name}"]
    for number, line in enumerate(text[first : first + height - 1], first):
        shown = beginning(f"{'>' if number == at else ' '} {line}", room)
        beside.append(f"{BOLD}{shown}{PLAIN}" if number == at and is_coloured() else shown)
    gap = " " * BESIDE
    return [
        f"{line}{' ' * (width - columns_of(line))}{gap}{more}".rstrip()
        for line, more in zip(board, [*beside, *[""] * len(board)], strict=False)
    ]


def shortened(tree: str, width: int) -> str:
    """A line about the tree that fits: of a long path the end.

    >>> shortened("tree: 9 nodes, 4 failed; r1c1=0 > r1c2=1 > r1c3=0", 40)
    'tree: 9 nodes, 4 failed; ... > r1c3=0'
    """
    head, _, path = tree.partition("; ")
    parts = path.split(" > ")
    while parts and columns_of(tree) > width:
        parts = parts[1:]
        tree = f"{head}; {' > '.join(['...', *parts])}"
    return beginning(tree, width)
