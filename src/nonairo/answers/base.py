"""What an answer brings along: its name, its fields, what it gives, and the function itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from nonairo.answers.fields import Asked, Field, Json

DEFAULT_SECONDS, MOST_SECONDS, LEAST_SECONDS = 5.0, 60.0, 0.001


@lru_cache(maxsize=8)
def time_limit(most: float) -> Field:
    """The field that every request about a puzzle has."""
    return Field(
        name="time_limit",
        type="number",
        doc="Seconds that may be spent; what is not known then is answered with `unknown`.",
        default=min(DEFAULT_SECONDS, most),
        least=LEAST_SECONDS,
        most=most,
        example=min(2.5, most),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One thing that can be asked. One file in `answers/`, one entry in `ANSWERS`.

    Those without fields are about the program and not about a puzzle: HTTP has them under GET.
    """

    name: str
    summary: str
    run: Callable[[Asked], Json]
    fields: tuple[Field, ...] = ()
    gives: Json  # the properties of the result, in words of JSON Schema
    always: tuple[str, ...] = ()  # those that are there even when a limit came first
    example: Json | None = None  # a request
    quick: bool = False  # answered in milliseconds for puzzles that people play
    pictures: bool = False  # a request may hold a picture, and be as large as one

    @property
    def method(self) -> str:
        """How HTTP asks for it."""
        return "POST" if self.fields else "GET"

    def all_fields(self, most_seconds: float = MOST_SECONDS) -> tuple[Field, ...]:
        """The fields of a request, the time limit among them, which may be at most so long."""
        return (*self.fields, time_limit(most_seconds)) if self.fields else ()


TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
NUMBER: Json = {"type": "number"}
FLAG: Json = {"type": "boolean"}
CELLS: Json = {
    "type": "string",
    "description": "all cells, row after row; `.` is unknown",
}
ID: Json = {"description": "the record's own id where it has one, else the one-line id"}


def nullable(schema: Json) -> Json:
    """This, or null."""
    return schema | {"type": [schema["type"], "null"]}


def listed(schema: Json) -> Json:
    """A list of such."""
    return {"type": "array", "items": schema}


IDENTITY: Json = {"id": ID, "kind": TEXT, "height": WHOLE, "width": WHOLE}
UNKNOWN: Json = {  # what every answer may have beside its own: a limit came first
    "status": TEXT,
    "reason": nullable(TEXT),
    "limit": nullable(TEXT),
}
