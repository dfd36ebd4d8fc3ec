"""What a worker does with a shard: read it, parse it, answer, and write. It keeps no state."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from socket import gethostname

from nonairo import __version__
from nonairo.batches import parquet
from nonairo.batches.records import ADDED, Record, records_of
from nonairo.batches.sources import Shard
from nonairo.batches.storage import write_whole
from nonairo.batches.tally import Tally
from nonairo.batches.tasks import TASKS, Answered, Json, failed
from nonairo.errors import EngineError
from nonairo.limits import supervised

MOST_COMPLAINTS = 10  # of one shard


@dataclass(frozen=True, slots=True)
class Plan:
    """What all shards of a run have in common."""

    task: str
    time_limit: float | None
    folder: str | None = None  # where workers write parts; None: they give them back
    suffix: str = "jsonl"  # of parts: jsonl or parquet
    version: str = __version__
    memory_limit: int | None = None  # bytes, for each worker
    refused: str | None = None  # why none of the records is tried


@dataclass(frozen=True, slots=True)
class Piece:
    """What became of a shard: its text, or the name of the part that holds it."""

    source: int
    start: int
    stop: int
    tally: Tally
    text: bytes = b""
    part: str | None = None
    complaints: list[str] = field(default_factory=list)


def work_on(shard: Shard, plan: Plan) -> list[Piece]:
    """Do a shard; a worker of another version than whoever sent it refuses, and says who it is."""
    if plan.version != __version__:
        who = f"worker {gethostname()} (process {os.getpid()})"
        raise EngineError(f"{who} has nonairo {__version__}, and not {plan.version}")
    records = list(records_of(shard))
    with supervised(memory_limit=plan.memory_limit):
        answers = list(_answers(records, plan))
    tally = Tally()
    complaints: list[str] = []
    for record, answered in zip(records, answers, strict=True):
        tally.add(str(record.data.get("id", "?")), answered)
        if record.error is not None and len(complaints) < MOST_COMPLAINTS:
            complaints.append(record.error)
    if plan.suffix == "parquet":
        rows = [_joined(each, answer) for each, answer in zip(records, answers, strict=True)]
        for row in rows:
            row["result"] = json.dumps(row["result"])
        text = parquet.written(shard.name, rows) if rows else b""
    else:
        text = b"".join(map(_line, records, answers))
    part = None
    if plan.folder is not None and text:
        part = f"part-{shard.source:04}-{shard.start:013}-{shard.stop:013}.{plan.suffix}"
        write_whole(f"{plan.folder}/{part}", text)
        text = b""
    return [Piece(shard.source, shard.start, shard.stop, tally, text, part, complaints)]


def _answers(records: list[Record], plan: Plan) -> list[Answered]:
    if plan.refused is not None:
        return [failed(plan.refused) for _ in records]
    puzzles = [record.puzzle for record in records if record.puzzle is not None]
    found = TASKS[plan.task].run(puzzles, plan.time_limit)
    return [failed(each.error) if each.puzzle is None else next(found) for each in records]


def _joined(record: Record, answered: Answered) -> Json:
    kept = {key: value for key, value in record.data.items() if key not in ADDED}
    return kept | {"status": answered.status, "result": answered.result}


def _line(record: Record, answered: Answered) -> bytes:
    """The record as it came, and the answer behind it."""
    if record.text is None:
        return json.dumps(_joined(record, answered), default=str).encode() + b"\n"
    added = json.dumps({"status": answered.status, "result": answered.result})
    return record.text[:-1].rstrip() + b", " + added[1:].encode() + b"\n"
