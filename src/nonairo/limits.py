"""Limits of time, work and memory: `Limits` is what is allowed, `Budget` counts what is used.

Public functions accept `time_limit`, `node_limit` and `memory_limit`, and combine them into one
`Limits`, which internal functions pass on. Each piece of work starts a `Budget` from it;
`Budget.left` returns the limits for a part of that work.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import NamedTuple, TypeAlias

from nonairo.errors import EngineError, LimitReached
from nonairo.plain import many, shown, whole

LOOKS = 64  # units of work between two looks at the memory of the process
LARGEST = (1 << 63) - 1  # of numbers that the core counts to; what is more is as good as no limit

SUPPOSITIONS = 200_000  # things supposed and steps made before an explanation is given up

Watch: TypeAlias = Callable[[int], None]  # called with the nodes so far; what it raises ends work


class Limits(NamedTuple):
    """How many seconds, nodes and bytes some work may take; None: any number.

    >>> Limits.of(time_limit=3, node_limit=50)
    Limits(seconds=3.0, nodes=50, memory=None, requested=None)
    """

    seconds: float | None = None
    nodes: int | None = None  # units of work, as the states of a search
    memory: int | None = None  # bytes
    requested: float | None = None  # seconds that a message names, if fewer are left

    @classmethod
    def of(
        cls, time_limit: object = None, node_limit: object = None, memory_limit: object = None
    ) -> Limits:
        """Return the limits that the user gave a public function; reject invalid ones."""
        return cls(
            None if time_limit is None else _seconds_of(time_limit),
            None if node_limit is None else number_of(node_limit, "a node limit", 0),
            None if memory_limit is None else number_of(memory_limit, "a memory limit", 1),
        )

    def reached(self, which: str | None) -> LimitReached:
        """Return the error for one of these limits: `nodes`, `memory`, else the time.

        >>> print(Limits(seconds=2.99719, requested=3.0).reached("time"))
        the limit of 3 s was reached
        >>> print(Limits(memory=2500).reached("memory"))
        the memory limit of 2.5 kB was reached
        """
        if which == "nodes":
            return LimitReached(f"the limit of {many(self.nodes or 0, 'node')} was reached", which)
        if which == "memory":
            return LimitReached(_memory_text(self.memory), which)
        requested = self.seconds if self.requested is None else self.requested
        return LimitReached(f"the limit of {requested or 0:g} s was reached", "time")


NO_LIMITS = Limits()


def _seconds_of(time_limit: object) -> float | None:
    """A time limit in seconds as Python's own; None if it is endless. Refuses what is no time."""
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


def seed_of(seed: object) -> int:
    """Return a seed as Python's own int; refuse anything that is no whole number."""
    number = whole(seed)
    if number is None:
        raise EngineError(f"expected a whole number as seed, found {shown(seed)}")
    return number


def _memory_text(memory: int | None) -> str:
    if memory is None:
        return "the core's memory limit was reached"
    if memory < 1000:
        return f"the memory limit of {memory} B was reached"
    unit, name = (1e6, "MB") if memory >= 10**6 else (1e3, "kB")
    return f"the memory limit of {memory / unit:.3g} {name} was reached"


class Budget:
    """Work within limits: its clock runs, and it raises LimitReached when one of them is reached.

    Under `supervised` it ends no later and takes no more memory than that allows.

    >>> budget = Budget(Limits(nodes=3))
    >>> budget.spend(2)
    >>> budget.nodes, budget.nodes_left()
    (2, 1)
    >>> budget.child(nodes=10).nodes_left()
    10
    """

    watch: Watch | None  # called whenever work is done
    __slots__ = (
        *("_ceiling", "_deadline", "_enclosing", "_looks", "_most"),
        *("limits", "nodes", "rested", "watch"),
    )

    def __init__(self, limits: Limits = NO_LIMITS, watch: Watch | None = None) -> None:
        self._enclosing: Budget | None = enclosing()
        outer = self._enclosing
        if outer is not None:
            limits, watch = outer.bound(limits), _both(outer.watch, watch)
        seconds, self._most, memory, _ = self.limits = limits
        self.nodes = 0
        self.rested = 0.0  # seconds that counted for no limit
        self._deadline = None if seconds is None else time.monotonic() + seconds
        self.watch = watch
        self._ceiling = None if memory is None else memory_used() + memory  # of the process
        self._looks = 0

    def spend(self, number: int = 1) -> None:
        """Enter a state of a search, or do so many units of work; raises when that is too many."""
        if self._most is not None and self.nodes + number > self._most:
            self.nodes = self._most
            raise self.limits.reached("nodes")
        self.nodes += number
        self.poll()

    def poll(self) -> None:
        """Do a small piece of work that nobody counts; raises when the time is up.

        The clock is read every time: that costs less than finding out what a piece is worth.
        """
        if self.watch is not None:
            self.watch(self.nodes)
        if self._ceiling is not None:
            self._looks += 1
            if self._looks % LOOKS == 0 and memory_used() > self._ceiling:
                raise self.limits.reached("memory")
        if self._deadline is not None and time.monotonic() >= self._deadline:
            raise self.limits.reached("time")

    def seconds_left(self) -> float | None:
        """Seconds until the time limit, never negative; None if there is none."""
        return None if self._deadline is None else max(self._deadline - time.monotonic(), 0.0)

    def nodes_left(self) -> int | None:
        """Pieces of work until the limit; None if there is none."""
        return None if self._most is None else self._most - self.nodes

    def left(self, nodes: int | None = None) -> Limits:
        """The limits for a part of the work: the time that is left, and nodes of its own."""
        return self.bound(Limits(nodes=nodes))

    def bound(self, limits: Limits) -> Limits:
        """These limits for a part of the work: no more time and memory than there is here."""
        seconds, nodes, memory, requested = limits
        own, left = self.limits, self.seconds_left()
        if left is not None and (seconds is None or left < seconds):
            seconds, requested = left, own.seconds if own.requested is None else own.requested
        if own.memory is not None:
            memory = own.memory if memory is None else min(memory, own.memory)
        return Limits(seconds, nodes, memory, requested)

    def child(self, nodes: int | None = None, share: float = 1.0) -> Budget:
        """A budget for a part of the work: its own nodes, and a share of the time that is left.

        What the part spends is not counted here; who wants that says `spend(part.nodes)`.
        """
        limits = self.left(nodes)
        if limits.seconds is not None:
            limits = limits._replace(seconds=share * limits.seconds)
        part = Budget(limits)  # which ends with the supervision, if there is one
        part.watch = part.watch or self.watch
        return part

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Stop this clock, and those around it: for pictures of a search, and pauses between them.

        >>> budget = Budget(Limits(seconds=0.01))
        >>> with budget.resting():
        ...     time.sleep(0.02)
        >>> budget.poll()
        """
        begin = time.monotonic()
        try:
            yield
        finally:
            rested = time.monotonic() - begin
            budget: Budget | None = self
            while budget is not None:
                budget.rested += rested
                if budget._deadline is not None:
                    budget._deadline += rested
                budget = budget._enclosing


_ENCLOSING: ContextVar[Budget | None] = ContextVar("enclosing", default=None)
enclosing = _ENCLOSING.get  # the budget of the `supervised` block in which we are, if any


@contextmanager
def supervised(limits: Limits, watch: Watch | None = None) -> Iterator[None]:
    """All that is done inside ends after `limits.seconds`, whatever limits its parts have.

    No part of it takes more than `limits.memory`: tables, clauses and solutions of the core,
    and what the process grows by elsewhere.

    One inside another ends no later than that, and both are watched. `watch` is called whenever
    some work is done, with the pieces counted so far; what it raises ends the work. Inside the
    compiled core nobody is called: there only a signal ends it early.

    >>> with supervised(Limits(seconds=0)):
    ...     Budget(Limits(seconds=100)).seconds_left()
    0.0
    """
    if limits.seconds is None and limits.memory is None and watch is None:
        yield
        return
    budget = Budget(limits, watch)
    budget._ceiling = None  # the growth of each part counts from where the part begins
    token = _ENCLOSING.set(budget)
    try:
        yield
    finally:
        _ENCLOSING.reset(token)


def _both(first: Watch | None, second: Watch | None) -> Watch | None:
    if first is None or second is None:
        return first or second

    def watch(nodes: int) -> None:
        first(nodes)
        second(nodes)

    return watch


def in_force(limits: Limits = NO_LIMITS) -> Limits:
    """These limits where we are: with what is left under `supervised`, if that is less.

    The core is given these, because it does not know what was begun before.
    """
    outer = enclosing()
    return limits if outer is None else outer.bound(limits)


def poll_supervision() -> None:
    """Raise LimitReached if the time of the supervision in force is up, if there is one.

    For generators: they may go on under another supervision than the one they began under.

    >>> poll_supervision()
    >>> with supervised(Limits(seconds=0)):
    ...     poll_supervision()
    Traceback (most recent call last):
    nonairo.errors.LimitReached: the limit of 0 s was reached
    """
    outer = enclosing()
    if outer is not None:
        outer.poll()


def poll_in_force() -> Callable[[], None] | None:
    """The poll function of a new budget under the supervision in force; None if there is none."""
    return None if enclosing() is None else Budget().poll


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
    with open(path, encoding="ascii") as text:  # noqa: PTH123  # as in `reading`
        return text.read()


def in_gigabytes(number: int) -> str:
    """Bytes for a person to read.

    >>> in_gigabytes(3_350_000_000)
    '3.1 GB'
    """
    return f"{number / 2**30:.1f} GB"
