"""A batch from its inputs to its output, on any executor."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from nonairo.batches.outputs import open_output
from nonairo.batches.plan import Plan
from nonairo.batches.portions import Portion
from nonairo.batches.shards import Piece, work_on
from nonairo.batches.sources import BatchSource, Check, Shard, Span, sources_of
from nonairo.batches.storage import full_name, local_name
from nonairo.batches.streams import OtherText
from nonairo.batches.tally import Tally
from nonairo.errors import FormatError
from nonairo.limits import Limits, in_force
from nonairo.workers.jobs import SECONDS, Pace, Work, run_jobs

FIRST_SHARD, LARGEST_SHARD = 1 << 12, 1 << 22  # bytes


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
    is_lean: bool = False  # results without what the input says, and without what a run measures
    shard_size: int | None = None  # bytes of input, at most; None: LARGEST_SHARD
    shard_seconds: float = SECONDS  # how long a shard should take its worker
    portion: Portion | None = None  # of the inputs; None: all
    tally: Tally = field(default_factory=Tally)  # of the whole output, once it is done
    lost: int = 0  # records of it that --resume tries again
    begun: bool = False  # nothing was refused; from here on --resume goes on

    def __post_init__(self) -> None:
        self.output = local_name(self.output)

    def run(self, executor: Executor, ahead: int | None = None) -> Iterator[Done]:
        """Work; yield after every shard how far it is. Whatever ends it, the journal is right."""
        sources = sources_of(self.inputs)
        spans = None if self.portion is None else self.portion.spans(sources)
        output = open_output(self.output, self._about(sources, spans), self.resume)
        self.begun = True
        try:
            plan = Plan(
                self.task, Limits(self.time_limit, memory=in_force().memory), output.folder,
                output.suffix, self.is_lean,
            )  # fmt: skip
            largest = self.shard_size or LARGEST_SHARD
            pace = Pace(min(FIRST_SHARD, largest), largest, seconds=self.shard_seconds)
            total = _total(sources, spans)
            earlier, positions = output.journal.tally.records, output.journal.positions()
            yield Done(positions, total, earlier, earlier)
            damage: list[FormatError] = []
            jobs = _readable(self._jobs(sources, spans, pace, output.journal.done), damage)
            work = _work(plan)
            ordered = self.ordered and output.folder is None
            for shard, pieces in run_jobs(
                executor, jobs, work, pace=pace, ordered=ordered, ahead=ahead, backlog=self.backlog
            ):
                output.add(pieces)
                positions += shard.stop - shard.start
                complaints = [line for piece in pieces for line in piece.complaints]
                yield Done(positions, total, output.journal.tally.records, earlier, complaints)
            if damage:
                raise damage[0]
            output.finish()
            self.tally, self.lost = output.journal.tally, output.journal.lost
        finally:
            output.close()

    def _about(
        self, sources: list[BatchSource], spans: Mapping[int, Span] | None
    ) -> dict[str, Any]:
        inputs = [[full_name(source.name), source.mark()] for source in sources]
        about = {"task": self.task, "inputs": inputs, "ordered": self.ordered}
        about |= {"result": "lean"} if self.is_lean else {}
        if self.portion is not None and spans is not None:
            about["portion"] = [self.portion.number, self.portion.of]
            about["spans"] = [[source, *span] for source, span in spans.items()]
        return about

    def _jobs(
        self,
        sources: list[BatchSource],
        spans: Mapping[int, Span] | None,
        pace: Pace,
        done: Callable[[int], Mapping[Span, Check | None]],
    ) -> Iterator[Shard]:
        for source in sources:
            known = dict(done(source.number))
            if spans is not None:
                if source.number not in spans:
                    continue
                start, stop = spans[source.number]
                if stop >= 0:  # what lies outside is the work of others
                    known |= dict.fromkeys(((0, start), (stop, source.size)))
            yield from source.shards(pace, known, self.carried)


def _readable(jobs: Iterator[Shard], damage: list[FormatError]) -> Iterator[Shard]:
    """Shards up to what cannot be read: that is no reason to give up those on their way."""
    try:
        yield from jobs
    except OtherText:  # then they are not those of this run
        raise
    except FormatError as error:
        damage.append(error)


def _total(sources: Sequence[BatchSource], spans: Mapping[int, Span] | None) -> int:
    """The positions that are to be done; 0 where nobody knows."""
    sizes = [source.size for source in sources]
    if spans is not None:
        sizes = [max(0, stop - start) for start, stop in spans.values()]
    return sum(sizes) if all(sizes) else 0


def _work(plan: Plan) -> Work[Shard, Piece]:
    def given_up(shard: Shard, why: str) -> list[Piece]:
        return work_on(shard, replace(plan, refused=why))

    return Work(
        do=partial(work_on, plan=plan),
        split=Shard.singles,
        failed=given_up,
        size=lambda shard: shard.size,
    )
