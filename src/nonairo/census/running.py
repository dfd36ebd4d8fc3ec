"""A census from its shards to its number, or an estimate of what it takes, on any executor."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial

from nonairo.census.plan import MEMORY, CensusSize, Counted, costs, count_shard
from nonairo.census.state import CensusState
from nonairo.errors import EngineError, LimitReached
from nonairo.limits import Limits
from nonairo.workers.jobs import Pace, Work, run_jobs


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a census is, in shards and in what they cost."""

    shards: int
    earlier: int  # those that were done when this run began
    cost: float
    whole_cost: float


class Census:
    """All boards of a size: count its shards, then ask for the `value`."""

    def __init__(
        self,
        size: CensusSize,
        state: str | None = None,
        *,
        resume: bool = False,
        memory: int = MEMORY,
        time_limit: float | None = None,
    ) -> None:
        self.size, self.memory = size, memory
        self.costs = costs(size, Limits(time_limit))  # which takes a while to plan
        self.state = CensusState(state, size, len(self.costs), resume)

    @property
    def value(self) -> int:
        """The number of boards, once all shards are done."""
        assert len(self.state.done) == len(self.costs)
        return sum(counted.value for counted in self.state.done.values())

    @property
    def seconds(self) -> float:
        """Processor time of all shards that are done, in all runs."""
        return sum(counted.seconds for counted in self.state.done.values())

    def run(
        self,
        executor: Executor,
        ahead: int | None = None,
        until: float | None = None,
        shards: Sequence[int] | None = None,
    ) -> Iterator[Progress]:
        """Count these shards, or all, that are not done yet; reports the progress after each.

        `until` is a time of day. LimitReached says which limit came first; what was done is kept.
        """
        todo = range(len(self.costs)) if shards is None else shards
        jobs = iter([shard for shard in todo if shard not in self.state.done])
        work = Work(
            do=partial(count_shard, self.size, until, self.memory),
            split=lambda shard: [shard],
            failed=lambda shard, reason: [Counted(shard, 0, 0.0, failure=reason)],
            size=lambda _: 1.0,
        )
        earlier = len(self.state.done)
        whole = sum(self.costs[shard] for shard in todo)
        yield self._progress(earlier, whole)
        for shard, pieces in run_jobs(executor, jobs, work, pace=Pace(1, 1), ordered=False,
                                      ahead=ahead):  # fmt: skip
            for counted in pieces:
                if counted.failure is not None:
                    raise EngineError(f"shard {shard}: {counted.failure}")
                if counted.limit is not None:
                    raise LimitReached(f"the {counted.limit} limit was reached", counted.limit)
                self.state.add(counted)
            yield self._progress(earlier, whole)

    def _progress(self, earlier: int, whole: float) -> Progress:
        cost = sum(self.costs[shard] for shard in self.state.done)
        return Progress(len(self.state.done), earlier, cost, whole)

    def sample(self, number: int, seed: int) -> list[int]:
        """So many shards, drawn one from each of as many layers of equal cost."""
        return [random.Random(f"{seed}/{k}").choice(layer)
                for k, layer in enumerate(self._layers(number))]  # fmt: skip

    def estimate(self, drawn: Sequence[int]) -> float:
        """Processor seconds of the whole: each layer as its shard turned out beside its cost."""
        total = 0.0
        for layer, shard in zip(self._layers(len(drawn)), drawn, strict=True):
            cost = sum(self.costs[k] for k in layer)
            total += cost * self.state.done[shard].seconds / self.costs[shard]
        return total

    def _layers(self, number: int) -> list[list[int]]:
        """The shards in their order, which puts those alike together, cut by cost."""
        number = min(number, len(self.costs))
        layers: list[list[int]] = [[] for _ in range(number)]
        whole, so_far = sum(self.costs), 0.0
        for shard, cost in enumerate(self.costs):
            left = len(self.costs) - shard  # so that no layer stays empty
            place = min(number - 1, int(number * so_far / whole))
            empty = next((k for k, layer in enumerate(layers) if not layer), number)
            if number - empty >= left:
                place = empty
            layers[min(place, empty)].append(shard)
            so_far += cost
        return layers
