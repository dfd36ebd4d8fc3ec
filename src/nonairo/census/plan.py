"""What there is to count for a size: shards, what they cost, and what one adds to the sum."""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import local
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.errors import LimitReached, PuzzleError
from nonairo.kinds.binairo import blank
from nonairo.limits import NO_LIMITS, Limits
from nonairo.solving import count

if TYPE_CHECKING:
    from nonairo._core import Census

UNCUT_SECONDS = 60.0  # for a size that is counted in one go, unless the user sets more
MEMORY = 2 << 30  # bytes for a shard


@dataclass(frozen=True, slots=True)
class CensusSize:
    """Which boards are counted."""

    height: int
    width: int
    rules: str = "standard"

    @classmethod
    def of(cls, height: int, width: int, rules: str) -> CensusSize:
        """With the rules as they are usually written; refuses what no board can have."""
        board = blank(height, width, rules)
        if board.more_lines:
            raise PuzzleError(
                f"a census counts boards with rows and columns only, not with {rules}"
            )
        return cls(height, width, board.rules)

    @property
    def exchangeable(self) -> bool:
        """Return whether a board stays one when its 0s and 1s are exchanged."""
        return self.height % 2 == 0 and self.width % 2 == 0

    def __str__(self) -> str:
        rules = "" if self.rules == "standard" else f", {self.rules}"
        return f"{self.height}x{self.width}{rules}"


@dataclass(frozen=True, slots=True)
class Counted:
    """A shard: its part of the sum, or what kept it from being counted."""

    shard: int
    value: int
    seconds: float  # of processor time
    limit: str | None = None  # which came first
    failure: str | None = None


_plans = local()  # a plan has tables of its own, so each thread has its plan


def plan_of(size: CensusSize, limits: Limits = NO_LIMITS) -> Census | None:
    """The shards of a size; None where it is counted in one go, by `count`.

    LimitReached if the seconds of `limits` do not suffice to plan them.
    """
    if getattr(_plans, "size", None) != size:
        _plans.plan = native.census(blank(size.height, size.width, size.rules), limits)
        _plans.size = size
    plan: Census | None = _plans.plan
    return plan


def costs(size: CensusSize, limits: Limits = NO_LIMITS) -> list[float]:
    """About how many seconds each shard takes beside the others."""
    plan = plan_of(size, limits)
    return [1.0] if plan is None else [plan.cost(k) for k in range(plan.shards())]


def count_shard(size: CensusSize, until: float | None, memory: int, shard: int) -> list[Counted]:
    """One shard, counted here; `until` is a time of day, so that it means the same elsewhere."""
    begin = time.thread_time()
    left = None if until is None else max(until - time.time(), 1e-3)
    limit: str | None
    try:
        plan = plan_of(size, Limits(left))
    except LimitReached as reached:
        return [Counted(shard, 0, time.thread_time() - begin, reached.limit)]
    if plan is None:
        board = blank(size.height, size.width, size.rules)
        found = count(board, limits=Limits(left or UNCUT_SECONDS, memory=memory))
        value, limit = found.value, found.limit
    else:
        added, taken, limit = plan.count(shard, left, memory)
        value = 0 if added is None or taken is None else added - taken
    return [Counted(shard, value, time.thread_time() - begin, limit)]
