"""What an answer brings along: its name, its fields, what it gives, and the function itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from nonairo.answers.fields import Field, Json, Request
from nonairo.answers.shapes import ID, TEXT, WHOLE, nullable

DEFAULT_SECONDS, MOST_SECONDS, LEAST_SECONDS = 5.0, 60.0, 0.001


@lru_cache(maxsize=8)
def time_limit(most: float) -> Field:
    """The field that every request about a puzzle has."""
    return Field(
        "time_limit",
        "number",
        "Time limit in seconds; when it is reached, the status is `unknown`.",
        default=min(DEFAULT_SECONDS, most),
        least=LEAST_SECONDS,
        most=most,
        example=min(2.5, most),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One thing that can be request. One file in `answers/`, one entry in `ANSWERS`.

    Those without fields are about the program and not about a puzzle.
    """

    name: str
    summary: str
    run: Callable[[Request], Json]
    fields: tuple[Field, ...] = ()
    gives: Json  # the properties of the result, in words of JSON Schema
    always: tuple[str, ...] = ()  # those that are there unless a limit came before anything else
    example: Json | None = None  # a request
    answered: Json | None = None  # its answer for the documentation, where it needs an extra
    quick: bool = False  # answered in milliseconds for puzzles that people play
    pictures: bool = False  # a request may hold a picture, and be as large as one

    def all_fields(self, most_seconds: float = MOST_SECONDS) -> tuple[Field, ...]:
        """The fields of a request, the time limit among them, which may be at most so long."""
        return (*self.fields, time_limit(most_seconds)) if self.fields else ()


SIZED: Json = {"kind": TEXT, "height": WHOLE, "width": WHOLE}
IDENTITY: Json = {"id": ID} | SIZED
LIMITED: Json = {  # what every answer may have beside its own: a limit cut it short, and remarks
    "rules": TEXT,
    "note": TEXT,
    "status": TEXT,
    "reason": nullable(TEXT),
    "limit": nullable(TEXT),
}
UNKNOWN: Json = {  # what is answered instead where a limit came before anything else was known
    "type": "object",
    "properties": {"status": TEXT | {"const": "unknown"}, "reason": TEXT, "limit": TEXT},
    "required": ["status", "reason", "limit"],
}


def unknown(reason: str, limit: str) -> Json:
    """Such an answer."""
    return {"status": "unknown", "reason": reason, "limit": limit}
