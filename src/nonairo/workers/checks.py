"""Checks of what callers may pass as `workers=` and `executor=`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonairo.errors import EngineError
from nonairo.plain import shown, whole

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_WORKERS = 1024


def checked_workers(workers: object) -> int:
    """A number of workers; refuses what is none."""
    number = whole(workers)
    if number is None or not 1 <= number <= MOST_WORKERS:
        raise EngineError(f"expected 1 to {MOST_WORKERS} workers, found {shown(workers)}")
    return number


def checked_place(executor: Executor | None, workers: object) -> int | None:
    """How many processes of ours are wanted, if any; refuses what is neither or both."""
    if executor is not None and not hasattr(executor, "submit"):
        raise EngineError(f"expected an executor of concurrent.futures, found {shown(executor)}")
    if executor is not None and workers is not None:
        raise EngineError("expected an executor or a number of workers, found both")
    return None if workers is None else checked_workers(workers)
