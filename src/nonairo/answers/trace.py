"""`trace`: what an engine does, event by event, up to so many."""

from __future__ import annotations

from nonairo.answers.base import FLAG, ID, TEXT, Answer, listed
from nonairo.answers.counting import Tally
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, puzzle_asked
from nonairo.answers.solve import ENGINE, SEED
from nonairo.engines.base import Run
from nonairo.errors import LimitReached
from nonairo.events import Event
from nonairo.solving import solve_watched

USUAL, MOST = 10_000, 50_000


def run(asked: Asked) -> Json:
    puzzle = puzzle_asked(asked)
    most = asked.whole("max_events")
    tally = Tally() if asked.flag("counters") else None
    events: list[Json] = []

    def note(event: Event, run: Run) -> None:
        if len(events) == most:
            raise LimitReached(f"the limit of {most:,} events was reached", "events")
        counted = tally.more(run.budget.nodes, run.backtracks, run.counters) if tally else {}
        events.append(event.to_json() | ({"counted": counted} if counted else {}))

    result = solve_watched(
        puzzle,
        asked.text("engine"),
        note,
        limit=asked.whole_or_none("limit"),
        time_limit=asked.number("time_limit"),
        seed=asked.whole_or_none("seed"),
    )
    told: Json = {"id": puzzle.record_id, "engine": result.engine, "events": events}
    told |= {"truncated": result.limit is not None, "status": result.status.value}
    if tally:
        stats = result.stats
        rest = tally.more(stats.nodes, stats.backtracks, stats.counters)
        told |= {"rest": rest, "stats": stats.to_json()}
    if result.limit is not None:
        told |= {"limit": result.limit, "reason": result.reason}
    return told


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
        Field(
            name="counters",
            type="flag",
            doc="Tell with every event what was counted since the one before (`counted`), what was "
            "counted after the last (`rest`), and the sums (`stats`).",
            default=False,
        ),
    ),
    gives={
        "id": ID,
        "engine": TEXT,
        "events": listed({"type": "object"}),
        "truncated": FLAG,
        "status": TEXT,
        "rest": {"type": "object"},
        "stats": {"type": "object"},
    },
    always=("events", "truncated"),
    example={"puzzle": EXAMPLE, "engine": "walk", "max_events": 100},
)
