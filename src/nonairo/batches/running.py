"""A batch from its inputs to its output, on any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from nonairo.batches.outputs import open_output
from nonairo.batches.shards import Piece, Plan, work_on
from nonairo.batches.sources import BatchSource, Check, Shard, Span, sources_of
from nonairo.batches.storage import full_name, local_name
from nonairo.batches.tally import Tally
from nonairo.limits import Limits, in_force
from nonairo.workers.jobs import Pace, Work, run_jobs

FIRST_SHARD, LARGEST_SHARD = 1 << 12, 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Done:
    """How far a batch is: positions and records, of this run and of those before it."""

    positions: int
    total: int  # 0: nobody knows
    records: int
    earlier: int  # records that were there when this run began
    complaints: Sequence[str] = ()


@dataclass(slots=True)
class Batch:
    """What to do: inputs, an output, a task, and whether to go on where an earlier run ended."""

    inputs: Sequence[str]
    output: str
    task: str = "solve"
    time_limit: float | None = None
    ordered: bool = False
    resume: bool = False
    carried: bool = False  # workers do not see our files: what they need travels with the shard
    backlog: int = 2  # shards for each worker on their way
    tally: Tally = field(default_factory=Tally)  # of the whole output, once it is done
    lost: int = 0  # records of it that --resume tries again
    begun: bool = False  # nothing was refused; from here on --resume goes on

    def __post_init__(self) -> None:
        self.output = local_name(self.output)

    def run(self, executor: Executor, ahead: int | None = None) -> Iterator[Done]:
        """Work; yield after every shard how far it is. Whatever ends it, the journal is right."""
        sources = sources_of(self.inputs)
        output = open_output(self.output, self._about(sources), self.resume)
        self.begun = True
        try:
            plan = Plan(
                self.task, Limits(self.time_limit, memory=in_force().memory), output.folder,
                output.suffix,
            )  # fmt: skip
            pace = Pace(FIRST_SHARD, LARGEST_SHARD, least=1)
            total = sum(s.size for s in sources) if all(s.size for s in sources) else 0
            earlier, positions = output.journal.tally.records, output.journal.positions()
            yield Done(positions, total, earlier, earlier)
            jobs = self._jobs(sources, pace, output.journal.done)
            work = _work(plan)
            ordered = self.ordered and output.folder is None
            for shard, pieces in run_jobs(
                executor, jobs, work, pace=pace, ordered=ordered, ahead=ahead, backlog=self.backlog
            ):
                output.add(pieces)
                positions += shard.stop - shard.start
                complaints = [line for piece in pieces for line in piece.complaints]
                yield Done(positions, total, output.journal.tally.records, earlier, complaints)
            output.finish()
            self.tally, self.lost = output.journal.tally, output.journal.lost
        finally:
            output.close()

    def _about(self, sources: list[BatchSource]) -> dict[str, Any]:
        inputs = [[full_name(source.name), source.mark()] for source in sources]
        return {"task": self.task, "inputs": inputs, "ordered": self.ordered}

    def _jobs(
        self,
        sources: list[BatchSource],
        pace: Pace,
        done: Callable[[int], Mapping[Span, Check | None]],
    ) -> Iterator[Shard]:
        for source in sources:
            yield from source.shards(pace, done(source.number), self.carried)


def _work(plan: Plan) -> Work[Shard, Piece]:
    def given_up(shard: Shard, why: str) -> list[Piece]:
        return work_on(shard, replace(plan, refused=why))

    return Work(
        do=partial(work_on, plan=plan),
        split=Shard.singles,
        failed=given_up,
        size=lambda shard: shard.size,
    )
