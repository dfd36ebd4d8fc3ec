"""Progress for a person at a terminal, on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from nonairo.cli.terminal_output import is_dumb

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from nonairo.batches.running import Done

Item = TypeVar("Item")
PATIENCE = 1.0  # seconds after which a person wants to see something


def is_shown() -> bool:
    """Whether there is a person to show it to, on a terminal where it can be wiped out again."""
    return sys.stderr.isatty() and not is_dumb()


def _progress(*columns: ProgressColumn) -> Progress:
    """A line on standard error that is wiped out at the end."""
    from rich.console import Console
    from rich.progress import Progress

    return Progress(*columns, console=Console(stderr=True), transient=True)


@contextmanager
def patience(what: str) -> Iterator[Callable[[str], None]]:
    """On a terminal, and after a second, show a text; the function that is yielded changes it."""
    if not is_shown():
        yield lambda text: None
        return
    from threading import Timer

    shown: list[Progress] = []

    def show() -> None:
        from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

        text = TextColumn("{task.description}", markup=False)
        bar = _progress(SpinnerColumn(), text, TimeElapsedColumn())
        bar.add_task(what)
        bar.start()
        shown.append(bar)

    def update(text: str) -> None:
        nonlocal what
        what = text
        for bar in shown:
            bar.update(bar.task_ids[0], description=what)

    timer = Timer(PATIENCE, show)
    timer.daemon = True
    timer.start()
    try:
        yield update
    finally:
        timer.cancel()
        timer.join()
        for bar in shown:
            bar.stop()


def with_progress(items: Iterable[Item], what: str, scrolling: bool = True) -> Iterator[Item]:
    """Yield the same items; on a terminal, and after a second, they are counted there.

    `scrolling` says that results are printed meanwhile, and not at the end.
    """
    if scrolling and sys.stdout.isatty():
        yield from items
        return
    with patience(f"0 {what}") as update:
        for number, item in enumerate(items, 1):
            yield item
            update(f"{number} {what}")


@contextmanager
def rate_shown(what: str = "puzzles") -> Iterator[Callable[[Done], None]]:
    """On a terminal, show how many are done, how many in a second, and when the last will be."""
    if not is_shown():
        yield lambda done: None
        return
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn

    digits = 0 if what == "puzzles" else 1
    rate = f"{{task.fields[records]:,}} {what}, {{task.fields[rate]:,.{digits}f}}/s"
    columns = (TextColumn(rate), BarColumn(), TaskProgressColumn(), TextColumn("ETA"))
    with _progress(*columns, TimeRemainingColumn()) as bar:
        task = bar.add_task("batch", total=None, records=0, rate=0.0)

        def update(done: Done) -> None:
            elapsed = max(bar.tasks[0].elapsed or PATIENCE, 1e-3)
            rate = (done.records - done.earlier) / elapsed
            total = done.total or None
            bar.update(task, completed=done.positions, total=total, records=done.records, rate=rate)

        yield update
