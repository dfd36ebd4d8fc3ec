"""A terminal borrowed for a while: keys one by one, the other screen; always given back.

Whatever ends the loan (the end, an error, Ctrl-C, SIGTERM), the terminal is as it was before; so it
is while Ctrl-Z has us wait. Keys are read only where standard input is a terminal; a new size
of the terminal, or its return after Ctrl-Z, comes in between them, as if it were one.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import time
from contextlib import ExitStack, suppress
from types import FrameType, TracebackType

HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
OTHER_SCREEN, MAIN_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[2J"
HOME, CLEAR_LINE, CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
TERMINATED = 128 + signal.SIGTERM
RESIZED = "resized"  # not a key, but reported as one
NAMED = {"A": "up", "B": "down", "C": "right", "D": "left", "H": "home", "F": "end"}
NAMED |= {"1~": "home", "4~": "end", "5~": "page up", "6~": "page down", "3~": "delete"}
ESCAPE = "\x1b"
# A sequence ends with its last character, or where the next one begins; ESC and a character is Alt.
KEY = re.compile(
    r"\x1b(?:\[[ -?]*(?:[^ -?\x1b]|(?=\x1b))|O(?:[^\x1b]|(?=\x1b))|[^\[O\x1b]|(?=\x1b))|[^\x1b]",
    re.DOTALL,
)
MOMENT = 0.05  # seconds after which ESC is a key, and not the beginning of a sequence
WATCH_MOUSE, FORGET_MOUSE = "\x1b[?1000h\x1b[?1006h", "\x1b[?1006l\x1b[?1000l"
PRESSED = re.compile(r"<([0-9]+);([0-9]+);([0-9]+)M")


def _leave(number: int, frame: FrameType | None) -> None:
    """SIGTERM as an exception, so that everybody tidies up on the way out."""
    raise SystemExit(TERMINATED)


class Terminal:
    """The loan. `other_screen` says whether the text on the screen is to be kept as it is.

    With a `mouse` presses of its buttons come as keys, such as `mouse 0 12 5`: the button, the
    column and the line, from 1.
    """

    def __init__(self, other_screen: bool, mouse: bool = False) -> None:
        self.other_screen = other_screen
        self.mouse = mouse
        self.keyboard: int | None = None
        self._pressed = ""  # keys that were read and not returned yet
        self._resized: int | None = None  # the end of a pipe that reports signals
        self._report: int | None = None  # its other end
        self._restore = ExitStack()
        self._loan = ExitStack()

    def __enter__(self) -> Terminal:
        with ExitStack() as restore:  # what was done is undone, also if the next thing fails
            before = signal.signal(signal.SIGTERM, _leave)
            restore.callback(signal.signal, signal.SIGTERM, before)
            if hasattr(signal, "SIGTSTP"):
                before = signal.signal(signal.SIGTSTP, self._wait)
                restore.callback(signal.signal, signal.SIGTSTP, before)
            if hasattr(signal, "SIGWINCH"):
                self._watch_size(restore)
            restore.callback(self._give_back)
            self._take()
            self._restore = restore.pop_all()
        return self

    def _watch_size(self, restore: ExitStack) -> None:
        """Have signals wake up whoever waits for a key: a new size of the terminal, and Ctrl-C.

        Python runs a handler only between two of its own instructions. A signal that arrives just
        before `select` waits would be noticed when the wait is over; this pipe ends the wait.
        """
        self._resized, self._report = os.pipe()
        restore.callback(os.close, self._resized)
        restore.callback(os.close, self._report)
        os.set_blocking(self._report, False)  # a full pipe reports it already
        before = signal.set_wakeup_fd(self._report, warn_on_full_buffer=False)
        restore.callback(signal.set_wakeup_fd, before)
        unchanged = signal.signal(signal.SIGWINCH, lambda *_: None)
        restore.callback(signal.signal, signal.SIGWINCH, unchanged)

    def _redraw(self) -> None:
        """Have whoever waits for a key draw again, because the screen is empty."""
        if self._report is not None:
            with suppress(BlockingIOError):
                os.write(self._report, b".")

    def _take(self) -> None:
        with ExitStack() as loan:
            self._listen(loan)
            if self.other_screen:
                loan.callback(print, SHOW_CURSOR + MAIN_SCREEN, end="", flush=True)
                print(OTHER_SCREEN + HIDE_CURSOR + CLEAR, end="", flush=True)
            if self.mouse:
                loan.callback(print, FORGET_MOUSE, end="", flush=True)
                print(WATCH_MOUSE, end="", flush=True)
            self._loan = loan.pop_all()

    def _give_back(self) -> None:
        self.keyboard = None
        self._loan.close()

    def _wait(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-Z: the terminal is the shell's until we may go on."""
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)  # here we stand still
        signal.signal(signal.SIGTSTP, self._wait)
        self._take()
        self._redraw()

    def _listen(self, restore: ExitStack) -> None:
        """Have keys handed over as they are pressed, and not shown."""
        if not sys.stdin.isatty():
            return
        try:
            import termios
            import tty
        except ImportError:  # not on this system
            return
        keyboard = sys.stdin.fileno()
        try:
            before = termios.tcgetattr(keyboard)
            restore.callback(termios.tcsetattr, keyboard, termios.TCSADRAIN, before)
            tty.setcbreak(keyboard)
        except termios.error:
            return
        self.keyboard = keyboard

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._restore.close()

    def key(self, seconds: float | None) -> str | None:
        """The next key, or RESIZED, if that is within this time (None: wait for it)."""
        if self.keyboard is None:
            if seconds:
                select.select([], [], [], seconds)
            return None
        deadline = None if seconds is None else time.monotonic() + seconds
        while not (found := KEY.match(self._pressed)):  # nothing, or the beginning of a sequence
            left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
            alone = self._pressed == ESCAPE
            ends = [self.keyboard] if self._resized is None else [self.keyboard, self._resized]
            ready, _, _ = select.select(ends, [], [], MOMENT if alone else left)
            if not ready:
                if alone:
                    self._pressed = ""
                return ESCAPE if alone else None
            if self._resized in ready:
                os.read(self._resized, 4096)
                return RESIZED
            pressed = os.read(self.keyboard, 256).decode("utf-8", "replace")
            if not pressed:  # the terminal has gone
                self.keyboard = None
                return None
            self._pressed += pressed
        self._pressed = self._pressed[found.end() :]
        key = found[0]
        meaning = key[2:] if key[:2] in ("\x1b[", "\x1bO") else ""
        if button := PRESSED.fullmatch(meaning):
            return f"mouse {button[1]} {button[2]} {button[3]}"
        return NAMED.get(meaning, key)
