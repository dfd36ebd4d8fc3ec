"""From the bytes of a request to the bytes of its answer: what happens inside a process."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from nonairo.answers import ANSWERS, answer
from nonairo.answers.base import DEFAULT_SECONDS, unknown
from nonairo.answers.errors import BAD_INPUT, AnswerError, too_large
from nonairo.answers.fields import Json
from nonairo.serving.wire import Reply

DEEPEST = 32  # lists and objects inside each other
INTERNAL = 500
BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)


def to_bytes(given: object) -> bytes:
    """JSON as it is sent."""
    return json.dumps(given, separators=(",", ":"), allow_nan=False).encode()


def _spent(limit: str) -> Reply:
    return Reply(200, to_bytes(unknown(f"the limit of {limit} was reached", limit)))


# What is said when a limit ended the work from outside; made beforehand, while there is memory.
SPENT = {limit: _spent(limit) for limit in ("time", "memory")}
LOOKED_AT = 16 * 1024  # bytes at each end of a large request
TOLD_SECONDS = re.compile(rb'"time_limit"\s*:\s*([0-9.eE+-]{1,30})')


def longest_asked(body: bytes, most: float) -> float:
    """The time limit of a request, without taking it apart; for who waits for it.

    Of a large one, such as a picture, only the ends are looked at: without a limit there it is
    taken for the longest.

    >>> longest_asked(b'{"puzzle": "1./..", "time_limit": 20}', 60), longest_asked(b"{}", 60)
    (20.0, 5.0)
    """
    large = len(body) > 2 * LOOKED_AT
    told = []
    for found in TOLD_SECONDS.findall(body[:LOOKED_AT] + body[-LOOKED_AT:] if large else body):
        with suppress(ValueError):
            told.append(float(found))
    return min(max(told, default=most if large else DEFAULT_SECONDS), most)


def answered(
    name: str,
    body: bytes,
    most_seconds: float,
    alarm: Callable[[float], None],
    progress: Callable[[Json], None] | None = None,
) -> Reply:
    """The answer to a request, or what is wrong with it; `alarm` is told how long it may take."""
    try:
        request = parsed(body) if body or ANSWERS[name].fields else {}
        alarm(seconds_asked(request, most_seconds))
        given = answer(name, request, most_seconds=most_seconds, progress=progress)  # type: ignore[arg-type]
    except AnswerError as error:
        return refused(error)
    return Reply(200, to_bytes(given))


def seconds_asked(request: object, most: float) -> float:
    """The time limit of a request that was not checked yet."""
    asked = request.get("time_limit") if isinstance(request, dict) else None
    if isinstance(asked, int | float) and 0 <= asked <= most:
        return float(asked)
    return min(DEFAULT_SECONDS, most)


def parsed(body: bytes) -> object:
    """The JSON of a request, not nested too deeply."""
    try:
        text = body.decode()
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        found = f"the byte {body[error.start]:#04x}"
        raise AnswerError("json", f"expected text in UTF-8, found {found}", line=line) from None
    check_depth(text)
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        told = f"expected JSON: {error.msg}"
        raise AnswerError("json", told, BAD_INPUT, error.lineno, error.colno) from None
    except ValueError as error:  # such as a number with thousands of digits
        raise AnswerError("json", f"expected JSON: {error}") from None


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number of JSON")


def check_depth(text: str) -> None:
    """Refuse what is nested too deeply, before anything follows it down."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = 0
    for found in BRACKETS.finditer(text):
        mark = found[0]
        if mark in "[{":
            depth += 1
            if depth > DEEPEST:
                raise too_large(f"expected JSON of at most {DEEPEST} levels, found more")
        elif mark in "]}":
            depth -= 1


def refused(error: AnswerError) -> Reply:
    """An error as it is sent."""
    return Reply(error.status, to_bytes(error.to_json()))
