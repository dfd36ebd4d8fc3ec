"""What a worker does with a shard: read it, parse it, answer, and write. It keeps no state."""

from __future__ import annotations

import os
from socket import gethostname
from typing import NamedTuple

from nonairo import __version__
from nonairo.batches.journal import Entry
from nonairo.batches.lines import lines_of_lines
from nonairo.batches.plan import Plan
from nonairo.batches.sources import ROWS, Shard
from nonairo.batches.storage import write_whole
from nonairo.batches.tables import worked_on_table
from nonairo.errors import EngineError
from nonairo.limits import Limits, supervised


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
    on_lines = plan.suffix != "parquet" and shard.way != ROWS
    with supervised(Limits(memory=plan.limits.memory)):
        text, tally, complaints = (lines_of_lines if on_lines else worked_on_table)(shard, plan)
    part = None
    if plan.folder is not None and text:
        part = f"part-{shard.source:04}-{shard.start:013}-{shard.stop:013}.{plan.suffix}"
        write_whole(f"{plan.folder}/{part}", text)
        text = b""
    span = shard.source, shard.start, shard.stop
    entry = Entry(*span, tally, part, plan.refused is not None, shard.check())
    return [Piece(entry, text, complaints)]
