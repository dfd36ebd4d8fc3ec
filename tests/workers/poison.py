"""Puzzles and calls that end the process they are in, as a crash or a full memory would."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, NoReturn


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die_once(mark: str) -> str:
    """The first call ends its process; the next one finds the mark that it left."""
    if not Path(mark).exists():
        Path(mark).touch()
        die()
    return "binairo:0./.."


class Deadly:
    """A pickle that ends whoever opens it: always, or once."""

    def __init__(self, mark: str | None = None) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[object, ...]:
        return (die, ()) if self.mark is None else (die_once, (self.mark,))


def die_for(seed: int) -> Any:
    """Makes the puzzles of any seed but one."""
    return die() if seed == 13 else [seed]


def work_on(mark: str) -> None:
    """A call that has begun, and does not end soon."""
    Path(mark).touch()
    time.sleep(60)


class DiesElsewhere:
    """A function that ends every process but the one it was made in: always, or once."""

    def __init__(self, function: Any, mark: str | None) -> None:
        self.function, self.mark, self.home = function, mark, os.getpid()

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        if os.getpid() != self.home:
            die() if self.mark is None else die_once(self.mark)
        return self.function(*arguments, **options)
