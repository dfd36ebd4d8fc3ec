"""A shard of lines, answered as lines: each record as it came, and the answer behind it."""

from __future__ import annotations

from nonairo.batches.boards import unique_boards
from nonairo.batches.plan import Plan, Worked, answers_of, count, without_answer
from nonairo.batches.records import Record, records_of
from nonairo.batches.sources import Shard
from nonairo.batches.tally import Tally
from nonairo.batches.tasks import Answered
from nonairo.batches.valid_json import as_json
from nonairo.results import Status


def lines_of_lines(shard: Shard, plan: Plan) -> Worked:
    """Answer the records of a shard of text."""
    records = list(records_of(shard, boards=plan.is_quick))
    done = unique_boards(records, plan.each, is_lean=plan.is_lean) if plan.is_quick else {}
    rest = [record for place, record in enumerate(records) if place not in done]
    answers = answers_of(rest, plan)
    tally = Tally()
    tally.statuses.update({Status.UNIQUE.value: len(done)} if done else {})
    complaints = count(tally, rest, answers)
    others = map(_line, rest, answers)
    text = b"".join(done.get(place) or next(others) for place in range(len(records)))
    return Worked(text, tally, complaints)


def _line(record: Record, answered: Answered) -> bytes:
    added = {"status": answered.status, "result": answered.result}
    if record.text is None:
        return as_json(without_answer(record.data) | added).encode() + b"\n"
    return record.text[:-1].rstrip() + b", " + as_json(added)[1:].encode() + b"\n"
