"""`trace`: what an engine does, event by event, up to so many."""

from __future__ import annotations

from nonairo.answers.base import FLAG, ID, TEXT, Answer, listed
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, puzzle_asked
from nonairo.answers.solve import ENGINE, SEED
from nonairo.errors import LimitReached
from nonairo.events import Event
from nonairo.solving import solve

USUAL, MOST = 10_000, 50_000


def run(asked: Asked) -> Json:
    puzzle = puzzle_asked(asked)
    most = asked.whole("max_events")
    events: list[Json] = []

    def note(event: Event) -> None:
        if len(events) == most:
            raise LimitReached(f"the limit of {most:,} events was reached", "events")
        events.append(event.to_json())

    result = solve(
        puzzle,
        asked.text("engine"),
        limit=asked.whole_or_none("limit"),
        time_limit=asked.number("time_limit"),
        seed=asked.whole_or_none("seed"),
        observer=note,
    )
    told: Json = {"id": puzzle.record_id, "engine": result.engine, "events": events}
    told |= {"truncated": result.limit is not None, "status": result.status.value}
    return (
        told | {}
        if result.limit is None
        else told
        | {
            "limit": result.limit,
            "reason": result.reason,
        }
    )


ANSWER = Answer(
    name="trace",
    summary="Tell what an engine does, event by event.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            name="engine",
            type="text",
            doc="An engine that has traces (see /api/engines), with its options if wanted.",
            default="walk",
            most=ENGINE.most,
            example="rows",
        ),
        Field(
            name="limit",
            type="whole",
            doc="Stop at so many solutions; without it, when all are found.",
            least=1,
            most=10_000,
        ),
        SEED,
        Field(
            name="max_events",
            type="whole",
            doc="Stop after so many events.",
            default=USUAL,
            least=1,
            most=MOST,
            example=100,
        ),
    ),
    gives={
        "id": ID,
        "engine": TEXT,
        "events": listed({"type": "object"}),
        "truncated": FLAG,
        "status": TEXT,
    },
    always=("events", "truncated"),
    example={"puzzle": EXAMPLE, "engine": "walk", "max_events": 100},
)
