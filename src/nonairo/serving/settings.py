"""How a server is set up."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path

from nonairo.answers.base import MOST_SECONDS

MOST_BY_CORES = 8  # processes of a lane, unless more are asked for: each has its own memory
LEAST_QUICK = 2  # of which one is reserved
QUOTA = Path("/sys/fs/cgroup/cpu.max")  # what a container may use: microseconds in so many


def cores(quota: Path = QUOTA) -> int:
    """The processors that we may use."""
    known = getattr(os, "sched_getaffinity", None)
    found = len(known(0)) if known is not None else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # without a quota the file says "max", or is not there
        used, period = map(int, quota.read_text(encoding="ascii").split())
        found = min(found, max(1, ceil(used / period)))
    return found


def _long() -> int:
    return min(max(4, 2 * cores()), MOST_BY_CORES)


def _quick() -> int:
    return min(1 + max(2, cores()), MOST_BY_CORES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the person who starts a server decides."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = field(default_factory=_long)  # for long work
    quick_workers: int = field(default_factory=_quick)  # for what is short
    queue: int = 64  # requests that may wait, for each lane
    time_limit: float = MOST_SECONDS  # the longest that a request may ask for
    memory_limit: int = 1024 * 1024 * 1024  # bytes for each process; 0: none
    allow_hosts: tuple[str, ...] = ()  # names by which the server may be called
    engines: tuple[str, ...] = ()  # files with engines of the person's own, to be offered, too
    processes: int = 1  # that read requests and send answers
    access_log: bool = False  # a line of JSON for each request, on standard error
    rate_limit: float | None = None  # requests a second from each address
    proxies: tuple[str, ...] = ()  # addresses whose X-Forwarded-For is believed

    def share(self) -> Settings:
        """The settings of one of the processes: together they have as many workers."""
        number = self.processes
        return replace(
            self,
            workers=ceil(self.workers / number),
            quick_workers=max(LEAST_QUICK, ceil(self.quick_workers / number)),
            queue=ceil(self.queue / number),
        )

    @classmethod
    def for_one(cls, port: int, engines: tuple[str, ...] = ()) -> Settings:
        """For one person at this machine, who does not ask for many things at once."""
        return cls(port=port, workers=2, quick_workers=2, engines=engines)
