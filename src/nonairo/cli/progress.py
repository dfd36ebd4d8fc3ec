"""Signs of life for a person at a terminal, on standard error, and only after a second."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

from nonairo.cli.screen import is_dumb

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

Item = TypeVar("Item")
PATIENCE = 1.0  # seconds after which a person wants to see something


class Bar:
    """How many are done, and for how long it has been going; started by a timer."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.done = 0
        self._shown: tuple[Progress, TaskID] | None = None

    def show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

        columns = (SpinnerColumn(), TextColumn("{task.completed} " + self.what))
        console = Console(stderr=True)
        bar = Progress(*columns, TimeElapsedColumn(), console=console, transient=True)
        bar.start()
        self._shown = bar, bar.add_task(self.what, completed=self.done)

    def advance(self) -> None:
        self.done += 1
        if self._shown is not None:
            bar, task = self._shown
            bar.update(task, completed=self.done)

    def stop(self) -> None:
        if self._shown is not None:
            self._shown[0].stop()


def is_shown() -> bool:
    """Whether there is a person to show it to, on a terminal where it can be wiped out again."""
    return sys.stderr.isatty() and not is_dumb()


def with_progress(items: Iterable[Item], what: str, scrolling: bool = True) -> Iterator[Item]:
    """The same items; on a terminal, and after a second, with a bar that counts them.

    `scrolling` says that results are printed meanwhile, and not at the end.
    """
    if not is_shown() or (scrolling and sys.stdout.isatty()):
        yield from items  # results are scrolling by, or nobody is looking
        return
    from threading import Timer

    bar = Bar(what)
    timer = Timer(PATIENCE, bar.show)
    timer.daemon = True
    timer.start()
    try:
        for item in items:
            yield item
            bar.advance()
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


@contextmanager
def patience(what: str) -> Iterator[None]:
    """On a terminal, and after a second, a sign that something is being worked on."""
    if not is_shown():
        yield
        return
    from threading import Timer

    shown = ExitStack()

    def show() -> None:
        from rich.console import Console

        shown.enter_context(Console(stderr=True).status(what))

    timer = Timer(PATIENCE, show)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        shown.close()
