"""What a worker does with a shard: read it, parse it, answer, and write. It keeps no state."""

from __future__ import annotations

import os
from dataclasses import dataclass
from socket import gethostname
from typing import NamedTuple

from nonairo import __version__
from nonairo.batches import parquet
from nonairo.batches.journal import Entry
from nonairo.batches.records import ADDED, Record, records_of
from nonairo.batches.sources import Shard
from nonairo.batches.storage import write_whole
from nonairo.batches.tally import Tally
from nonairo.batches.tasks import TASKS, Answered, Json, failed
from nonairo.batches.valid_json import as_json
from nonairo.errors import EngineError
from nonairo.limits import Limits, supervised

MOST_COMPLAINTS = 10  # of one shard


@dataclass(frozen=True, slots=True)
class Plan:
    """What all shards of a run have in common."""

    task: str
    limits: Limits  # seconds for each puzzle, bytes for each worker
    folder: str | None = None  # where workers write parts; None: they give them back
    suffix: str = "jsonl"  # of parts: jsonl or parquet
    version: str = __version__
    refused: str | None = None  # why none of the records is tried


class Piece(NamedTuple):
    """The result of a shard: its entry for the journal, its text unless that is in a part."""

    entry: Entry
    text: bytes
    complaints: list[str]


def work_on(shard: Shard, plan: Plan) -> list[Piece]:
    """Do a shard; a worker with another version than the sender refuses, and names its own."""
    if plan.version != __version__:
        who = f"worker {gethostname()} (process {os.getpid()})"
        raise EngineError(f"{who} has nonairo {__version__}, not {plan.version}")
    records = list(records_of(shard))
    if plan.suffix == "parquet":  # now, and not when all the work is done
        for record in records:
            record.data = parquet.flat(record.data)
    with supervised(Limits(memory=plan.limits.memory)):
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
            row["result"] = as_json(row["result"])
        text = parquet.written(shard.name, rows) if rows else b""
    else:
        text = b"".join(map(_line, records, answers))
    part = None
    if plan.folder is not None and text:
        part = f"part-{shard.source:04}-{shard.start:013}-{shard.stop:013}.{plan.suffix}"
        write_whole(f"{plan.folder}/{part}", text)
        text = b""
    span = shard.source, shard.start, shard.stop
    entry = Entry(*span, tally, part, plan.refused is not None, shard.check())
    return [Piece(entry, text, complaints)]


def _answers(records: list[Record], plan: Plan) -> list[Answered]:
    if plan.refused is not None:
        return [failed(plan.refused) for _ in records]
    puzzles = [record.puzzle for record in records if record.puzzle is not None]
    found = TASKS[plan.task].run(puzzles, Limits(plan.limits.seconds))
    return [failed(each.error) if each.puzzle is None else next(found) for each in records]


def _joined(record: Record, answered: Answered) -> Json:
    kept = {key: value for key, value in record.data.items() if key not in ADDED}
    return kept | {"status": answered.status, "result": answered.result}


def _line(record: Record, answered: Answered) -> bytes:
    """The record as it came, and the answer behind it."""
    if record.text is None:
        return as_json(_joined(record, answered)).encode() + b"\n"
    added = as_json({"status": answered.status, "result": answered.result})
    return record.text[:-1].rstrip() + b", " + added[1:].encode() + b"\n"
