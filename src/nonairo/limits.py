"""How much time, work and memory may be spent, in one place for everything that can take long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple

from nonairo.errors import EngineError, LimitReached
from nonairo.plain import many, shown, whole

LOOKS = 64  # pieces of work between two looks at the memory of the process
LARGEST = (1 << 63) - 1  # of numbers that the core counts to; what is more is as good as no limit

SUPPOSITIONS = 200_000  # things tried and steps made before an explanation is given up


_rested = 0.0  # seconds that were spent on looking, and not on work


def clock() -> float:
    """Seconds on a clock that stands still while somebody looks at what was done."""
    return time.monotonic() - _rested


@contextmanager
def resting() -> Iterator[None]:
    """What is done inside counts for no limit: pictures of a search, and pauses between them.

    >>> budget = Budget(time_limit=0.01)
    >>> with resting():
    ...     time.sleep(0.02)
    >>> budget.poll()
    """
    global _rested
    begin = time.monotonic()
    try:
        yield
    finally:
        _rested += time.monotonic() - begin


class Left(float):
    """Seconds that are left of a limit, which know what was asked for."""

    asked: float

    def __new__(cls, seconds: float, asked: float) -> Left:
        left = super().__new__(cls, seconds)
        left.asked = asked
        return left

    def __reduce__(self) -> tuple[type[Left], tuple[float, float]]:
        return Left, (float(self), self.asked)


def time_text(time_limit: float | None) -> str:
    """Which limit of time it was that stopped us: the number that was asked for.

    >>> time_text(3.0), time_text(Left(2.99719, 3.0))
    ('the limit of 3 s was reached', 'the limit of 3 s was reached')
    """
    asked = time_limit.asked if isinstance(time_limit, Left) else time_limit
    return f"the limit of {asked or 0:g} s was reached"


def seconds_of(time_limit: object) -> float | None:
    """A time limit in seconds as Python's own; None if there is none. Refuses what is no time."""
    if time_limit is None or type(time_limit) is Left:
        return time_limit
    kind = type(time_limit)
    if (kind is int or kind is float) and 0 <= time_limit <= 1e9:  # type: ignore[operator]
        return time_limit + 0.0  # type: ignore[operator]  # the usual, at once: no call takes less
    try:
        seconds = float(time_limit)  # type: ignore[arg-type]
    except OverflowError:  # an int beyond all floats
        seconds = 1e300 if time_limit > 0 else -1.0  # type: ignore[operator]
    except (TypeError, ValueError):
        seconds = -1.0
    if not seconds >= 0 or isinstance(time_limit, str | bytes | bool):  # not a number is not more
        raise EngineError(f"expected a time limit of at least 0 s, found {shown(time_limit)}")
    return None if seconds > 1e9 else seconds


def number_of(limit: object, what: str, least: int) -> int | None:
    """A limit that is a whole number as Python's own; None if there is none."""
    if limit is None:
        return None
    number = whole(limit)
    if number is None:
        whole_one = f"{what} that is a whole number of at least {least}"
        raise EngineError(f"expected {whole_one}, found {shown(limit)}")
    if number < least:
        raise EngineError(f"expected {what} of at least {least}, found {shown(limit)}")
    return min(number, LARGEST)


def memory_of(memory_limit: object) -> int | None:
    """A limit of memory in bytes; None if there is none."""
    return number_of(memory_limit, "a memory limit", 1)


def memory_text(memory_limit: int | None) -> str:
    """Which limit of memory it was that stopped us.

    >>> memory_text(50_000_000), memory_text(None)
    ('the limit of 50 MB of memory was reached', "the core's limit of memory was reached")
    >>> memory_text(1), memory_text(2500)
    ('the limit of 1 B of memory was reached', 'the limit of 2.5 kB of memory was reached')
    """
    if memory_limit is None:
        return "the core's limit of memory was reached"
    if memory_limit < 1000:
        return f"the limit of {memory_limit} B of memory was reached"
    unit, name = (1e6, "MB") if memory_limit >= 10**6 else (1e3, "kB")
    return f"the limit of {memory_limit / unit:.3g} {name} of memory was reached"


class Supervision(NamedTuple):
    """What holds for every budget that is made under it: a common end, and somebody who watches."""

    seconds: float | None
    deadline: float | None
    watch: Callable[[int], None] | None
    memory: int | None = None  # bytes


_SUPERVISION: ContextVar[Supervision | None] = ContextVar("supervision", default=None)
supervision = _SUPERVISION.get  # the one under which we are, if any


@contextmanager
def supervised(
    time_limit: float | None = None,
    watch: Callable[[int], None] | None = None,
    memory_limit: int | None = None,
) -> Iterator[None]:
    """All that is done inside ends after `time_limit` seconds, whatever limits its parts have.

    No part of it takes more than `memory_limit` bytes: tables, clauses and solutions of the core,
    and what the process grows by elsewhere.

    One inside another ends no later than that, and both are watched. `watch` is called whenever
    some work is done, with the pieces counted so far; what it raises ends the work. Inside the
    compiled core nobody is called: there only a signal ends it early.

    >>> with supervised(time_limit=0):
    ...     Budget(time_limit=100).seconds_left()
    0.0
    """
    seconds, memory = seconds_of(time_limit), memory_of(memory_limit)
    deadline = None if seconds is None else clock() + seconds
    over = supervision()
    if over is not None:
        memory = over.memory if memory is None else min(memory, over.memory or memory)
        if over.deadline is not None and (deadline is None or over.deadline < deadline):
            seconds, deadline = over.seconds, over.deadline
        watch = _both(over.watch, watch)
    token = _SUPERVISION.set(Supervision(seconds, deadline, watch, memory))
    try:
        yield
    finally:
        _SUPERVISION.reset(token)


def _both(
    first: Callable[[int], None] | None, second: Callable[[int], None] | None
) -> Callable[[int], None] | None:
    if first is None or second is None:
        return first or second

    def watch(nodes: int) -> None:
        first(nodes)
        second(nodes)

    return watch


def seconds_for_core(time_limit: float | None) -> tuple[float | None, float | None]:
    """What is left of a time limit, and the limit that is named when that is spent.

    They differ where a supervision has begun before; the core itself knows of none.
    """
    if supervision() is None:
        return time_limit, time_limit
    budget = Budget(time_limit)
    return budget.seconds_left(), budget.time_limit


def poll_in_force() -> Callable[[], None] | None:
    """What work calls now and then that has no budget of its own; None if nothing bounds it."""
    return None if supervision() is None else Budget().poll


def memory_in_force(memory_limit: int | None = None) -> int | None:
    """The bytes that may be taken here: one's own limit, and that of the supervision."""
    over = supervision()
    known = [m for m in (memory_of(memory_limit), over and over.memory) if m is not None]
    return min(known, default=None)


class Budget:
    """Seconds and pieces of work (nodes) that may be spent; raises when one of them is used up.

    >>> budget = Budget(node_limit=3)
    >>> budget.spend(2)
    >>> budget.nodes, budget.nodes_left()
    (2, 1)
    >>> budget.child(node_limit=10).nodes_left()
    10
    """

    __slots__ = (
        *("_deadline", "_looks", "_most", "_watch"),
        *("memory_limit", "node_limit", "nodes", "time_limit"),
    )

    def __init__(self, time_limit: float | None = None, node_limit: int | None = None) -> None:
        self.time_limit = time_limit = seconds_of(time_limit)
        self.node_limit = number_of(node_limit, "a node limit", 0)
        self.nodes = 0
        self._deadline = None if time_limit is None else clock() + time_limit
        self._watch = None
        self.memory_limit: int | None = None
        over = supervision()
        if over is not None:
            self._watch = over.watch
            self._end_by(over.deadline, over.seconds)
            if over.memory is not None:
                self._watch_memory(over.memory)

    def _watch_memory(self, memory_limit: int) -> None:
        """Stop when the process has grown by so much."""
        self.memory_limit = memory_limit
        self._looks = 0
        self._most = memory_used() + memory_limit
        before = self._watch

        def watch(nodes: int) -> None:
            if before is not None:
                before(nodes)
            self._looks += 1
            if self._looks % LOOKS == 0 and memory_used() > self._most:
                raise LimitReached(memory_text(memory_limit), "memory")

        self._watch = watch

    def _end_by(self, deadline: float | None, seconds: float | None) -> None:
        if deadline is not None and (self._deadline is None or deadline < self._deadline):
            self._deadline, self.time_limit = deadline, seconds

    def spend(self, number: int = 1) -> None:
        """Enter a state of a search, or do so many pieces of work; raises when that is too many."""
        if self.node_limit is not None and self.nodes + number > self.node_limit:
            self.nodes = self.node_limit
            raise LimitReached(f"the limit of {many(self.node_limit, 'node')} was reached", "nodes")
        self.nodes += number
        self.poll()

    def poll(self) -> None:
        """Do a small piece of work that nobody counts; raises when the time is up.

        The clock is read every time: that costs less than finding out what a piece is worth.
        """
        if self._watch is not None:
            self._watch(self.nodes)
        if self._deadline is not None and time.monotonic() - _rested >= self._deadline:
            raise LimitReached(time_text(self.time_limit), "time")

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, never negative; None if there is none."""
        if self._deadline is None:
            return None
        left = max(self._deadline - clock(), 0.0)
        return Left(left, getattr(self.time_limit, "asked", self.time_limit) or 0.0)

    def nodes_left(self) -> int | None:
        """Pieces of work until the limit; None if there is none."""
        return None if self.node_limit is None else self.node_limit - self.nodes

    def child(self, node_limit: int | None = None, share: float = 1.0) -> Budget:
        """A budget for a part of the work: its own nodes, and a share of the time that is left.

        What the part spends is not counted here; who wants that says `spend(part.nodes)`.
        """
        part = Budget(node_limit=node_limit)  # which ends with the supervision, if there is one
        left = self.seconds_left()
        if left is not None:
            part._end_by(clock() + share * left, self.time_limit)
        part._watch = part._watch or self._watch
        part.memory_limit = part.memory_limit or self.memory_limit
        return part


def memory_used() -> int:
    """Bytes that this process holds; 0 where the system does not say."""
    with suppress(OSError, ValueError, ImportError):
        import resource  # which Windows lacks

        return int(_text_of("/proc/self/statm").split()[1]) * resource.getpagesize()
    return 0


def free_memory() -> int | None:
    """Bytes that can still be had without swapping; None where the system does not say.

    In a container it is what the container has left, and under a limit of the address space
    (`ulimit -v`) what is left of that, where it is less.
    """
    known = []
    with suppress(OSError, ValueError, StopIteration):
        lines = _text_of("/proc/meminfo").splitlines()
        available = next(line for line in lines if line.startswith("MemAvailable:"))
        known.append(1024 * int(available.split()[1]))
    with suppress(OSError, ValueError):  # without a limit the file says "max"
        limit = int(_text_of("/sys/fs/cgroup/memory.max"))
        used = int(_text_of("/sys/fs/cgroup/memory.current"))
        known.append(max(limit - used, 0))
    with suppress(ImportError, OSError, ValueError):
        import resource  # which Windows lacks

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit != resource.RLIM_INFINITY:
            pages = int(_text_of("/proc/self/statm").split()[0])
            known.append(max(limit - pages * resource.getpagesize(), 0))
    return min(known, default=None)


def memory_kills() -> int:
    """How many processes the system has killed for want of memory; 0 where it does not say."""
    with suppress(OSError, ValueError, StopIteration):
        lines = _text_of("/proc/vmstat").splitlines()
        return int(next(line for line in lines if line.startswith("oom_kill ")).split()[1])
    return 0


def _text_of(path: str) -> str:
    with open(path, encoding="ascii") as text:  # noqa: PTH123  # as in `files`
        return text.read()


def in_gigabytes(number: int) -> str:
    """Bytes for a person to read.

    >>> in_gigabytes(3_350_000_000)
    '3.1 GB'
    """
    return f"{number / 2**30:.1f} GB"
