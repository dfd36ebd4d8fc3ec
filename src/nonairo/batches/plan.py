"""What all shards of a run have in common, and how the records of one are answered one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonairo import __version__
from nonairo.batches.lean import lean
from nonairo.batches.records import ADDED, Record
from nonairo.batches.tally import Tally
from nonairo.batches.tasks import TASKS, Answered, Json, failed
from nonairo.limits import Limits

MOST_COMPLAINTS = 10  # of one shard


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with every shard."""

    task: str
    limits: Limits  # seconds for each puzzle, bytes for each worker
    folder: str | None = None  # where workers write parts; None: they give them back
    suffix: str = "jsonl"  # of parts: jsonl or parquet
    is_lean: bool = False  # results without what records say, and without what another run changes
    version: str = __version__
    refused: str | None = None  # why none of the records is tried

    @property
    def is_quick(self) -> bool:
        """Whether boards need not become puzzles."""
        return self.task == "solve" and self.refused is None

    @property
    def each(self) -> Limits:
        """The limits of one puzzle."""
        return Limits(self.limits.seconds)


class Worked(NamedTuple):
    """What becomes of a shard: the text of its part, its summary, and what is wrong in it."""

    text: bytes
    tally: Tally
    complaints: list[str]


def answers_of(records: Sequence[Record], plan: Plan) -> list[Answered]:
    """The answers to records, one by one; those that are no puzzles have failed."""
    if plan.refused is not None:
        return [failed(plan.refused) for _ in records]
    puzzles = [record.puzzle for record in records if record.puzzle is not None]
    found = TASKS[plan.task].run(puzzles, plan.each)
    if plan.is_lean:
        found = (each._replace(result=lean(each.result)) for each in found)
    return [failed(each.error) if each.puzzle is None else next(found) for each in records]


def count(tally: Tally, records: Sequence[Record], answers: Sequence[Answered]) -> list[str]:
    """Add records to a summary; return what is wrong with the first of the bad ones."""
    for record, answered in zip(records, answers, strict=True):
        tally.add(str(record.data.get("id", "?")), answered)
    errors = [record.error for record in records if record.error is not None]
    return errors[:MOST_COMPLAINTS]


def without_answer(record: Json) -> Json:
    """A record without the answer of an earlier batch."""
    return {key: value for key, value in record.items() if key not in ADDED}
