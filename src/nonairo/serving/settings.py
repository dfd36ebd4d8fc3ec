"""How a server is set up."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from nonairo.answers.base import MOST_SECONDS


def cores() -> int:
    """The processors that we may use."""
    known = getattr(os, "sched_getaffinity", None)
    return len(known(0)) if known is not None else os.cpu_count() or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the person who starts a server decides."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = field(default_factory=lambda: max(4, 2 * cores()))  # for long work
    quick_workers: int = field(default_factory=lambda: 1 + max(2, cores()))  # for what is short
    queue: int = 64  # requests that may wait, for each lane
    time_limit: float = MOST_SECONDS  # the longest that a request may ask for
    memory_limit: int = 1024 * 1024 * 1024  # bytes for each process; 0: none
    allow_hosts: tuple[str, ...] = ()  # names by which the server may be called
