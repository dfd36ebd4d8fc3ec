"""`trace`: what an engine does, event by event, up to so many."""

from __future__ import annotations

from nonairo.answers.base import Answer
from nonairo.answers.fields import Field, Json, Request, flag
from nonairo.answers.puzzles import EXAMPLE, PUZZLE_FIELDS, puzzle_in
from nonairo.answers.shapes import FLAG, ID, TEXT, listed, shape
from nonairo.answers.solve import ENGINE, SEED
from nonairo.engines import named_engine
from nonairo.engines.base import Run
from nonairo.engines.code_lines import Code
from nonairo.errors import LimitReached
from nonairo.events import Event
from nonairo.limits import Limits
from nonairo.results import Counters
from nonairo.solving import engine_to_watch, solve

USUAL, MOST = 10_000, 50_000


class CounterChanges:
    """Remembers the counters of an engine, and returns by how much they have grown.

    >>> changes = CounterChanges()
    >>> changes.since(1, 0, {"rounds": 0, "unknowns": [22]})
    {'nodes': 1, 'unknowns': [[0, 22]]}
    >>> changes.since(3, 0, {"rounds": 1, "unknowns": [22, 4]})
    {'nodes': 2, 'rounds': 1, 'unknowns': [[1, 4]]}
    """

    def __init__(self) -> None:
        self._known: dict[str, int | float] = {}
        self._lists: dict[str, list[int]] = {}

    def since(self, nodes: int, backtracks: int, counters: Counters) -> Json:
        """By how much each counter grew; of lists, each index that did and by how much."""
        grown: Json = {}
        for name, value in ({"nodes": nodes, "backtracks": backtracks} | counters).items():
            if isinstance(value, list):
                indices = self._grown(name, value)
                if indices:
                    grown[name] = indices
            elif value != self._known.get(name, 0):
                grown[name] = value - self._known.get(name, 0)
                self._known[name] = value
        return grown

    def _grown(self, name: str, values: list[int]) -> list[list[int]]:
        known = self._lists.get(name, [])
        if known == values:
            return []
        before = known + [0] * (len(values) - len(known))
        self._lists[name] = values.copy()
        return [
            [index, value - before[index]]
            for index, value in enumerate(values)
            if value != before[index] or index >= len(known)
        ]


def run(request: Request) -> Json:
    puzzle = puzzle_in(request)
    most = request.whole("max_events")
    engine = request.text_or_none("engine") or engine_to_watch(puzzle)
    changes = CounterChanges() if request.flag("counters") else None
    code = Code(named_engine(engine)[0]) if request.flag("code") else None
    events: list[Json] = []

    def note(event: Event, run: Run) -> None:
        if len(events) == most:
            raise LimitReached(f"the limit of {most:,} events was reached", "events")
        counters = run.budget.nodes, run.backtracks, run.counters
        counted = changes.since(*counters) if changes else {}
        line = code.line(event) if code else None
        at = {} if line is None else {"at": list(line)}
        events.append(event.to_json() | at | ({"counted": counted} if counted else {}))

    result = solve(
        puzzle,
        engine,
        limit=request.whole_or_none("limit"),
        limits=Limits(request.number("time_limit")),
        seed=request.whole_or_none("seed"),
        observer=note,
    )
    found: Json = {"id": puzzle.record_id, "engine": result.engine, "events": events}
    found |= {"truncated": result.limit is not None, "status": result.status.value}
    if code:
        found["code"] = [text.to_json() for text in code.texts]
    if changes:
        stats = result.stats
        rest = changes.since(stats.nodes, stats.backtracks, stats.counters)
        found |= {"rest": rest, "stats": stats.to_json()}
    if result.limit is not None:
        found |= {"limit": result.limit, "reason": result.reason}
    return found


ANSWER = Answer(
    name="trace",
    summary="Return what an engine does, event by event.",
    run=run,
    fields=(
        *PUZZLE_FIELDS,
        Field(
            "engine",
            "text",
            "An engine that has traces (see /api/engines), with options if needed. Default:"
            " walk, or guess for puzzles with lines besides rows and columns.",
            most=ENGINE.most,
            example="rows",
        ),
        Field(
            "limit",
            "whole",
            "Stop at this many solutions (default: when all are found).",
            least=1,
            most=10_000,
        ),
        SEED,
        Field(
            "max_events",
            "whole",
            "Stop after this many events.",
            default=USUAL,
            least=1,
            most=MOST,
            example=100,
        ),
        flag(
            "counters",
            "Add to every event what was counted since the one before (`counted`); return what was "
            "counted after the last (`rest`) and the sums (`stats`).",
        ),
        flag(
            "code",
            "Return the plain text of the engine (`code`: one or two programs), and the line that"
            " does each event (`at`: the number of the program from 0, and the line from 1).",
        ),
    ),
    gives={
        "id": ID,
        "engine": TEXT,
        "events": listed(shape("Event")),
        "truncated": FLAG,
        "status": TEXT,
        "code": listed({"type": "object", "properties": {"name": TEXT, "text": TEXT}}),
        "rest": {"type": "object"},
        "stats": shape("Stats"),
    },
    always=("events", "truncated"),
    example={"puzzle": EXAMPLE, "engine": "walk", "max_events": 100},
)
