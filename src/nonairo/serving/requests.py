"""From the bytes of a request to the bytes of its answer: what happens inside a process."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple, NoReturn

from nonairo.answers import ANSWERS, answer
from nonairo.answers.base import DEFAULT_SECONDS, unknown
from nonairo.answers.errors import BAD_INPUT, AnswerError, Cancelled, too_large, wrong_shape
from nonairo.answers.fields import Json
from nonairo.formats.shared.json_text import TOO_MANY_DIGITS
from nonairo.plain import shown

DEEPEST = 32  # lists and objects inside each other
INTERNAL = 500
BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}]', re.DOTALL)


class Reply(NamedTuple):
    """An answer as it is sent: a status of HTTP and a body."""

    status: int
    body: bytes
    last: bool = False  # the process that made it should be replaced: it used much memory
    limit: str | None = None  # what cut it short: time or memory


def to_bytes(given: object) -> bytes:
    """JSON without blanks."""
    return json.dumps(given, separators=(",", ":"), allow_nan=False).encode()


def _spent(limit: str) -> Reply:
    return Reply(200, to_bytes(unknown(f"the {limit} limit was reached", limit)), limit=limit)


# The answers where a limit ended the work from outside; made in advance, while there is memory.
SPENT = {limit: _spent(limit) for limit in ("time", "memory")}
LOOKED_AT = 16 * 1024  # bytes at each end of a large request
SECONDS = re.compile(rb'"time_limit"\s*:\s*([0-9.eE+-]{1,30})')


def time_limit_of(body: bytes, most: float) -> float:
    """The time limit of a request, found without parsing it.

    Only the ends of a large one, such as a picture, are searched: without a limit there it is taken
    for the longest.

    >>> time_limit_of(b'{"puzzle": "1./..", "time_limit": 20}', 60), time_limit_of(b"{}", 60)
    (20.0, 5.0)
    """
    large = len(body) > 2 * LOOKED_AT
    limits = []
    for found in SECONDS.findall(body[:LOOKED_AT] + body[-LOOKED_AT:] if large else body):
        with suppress(ValueError):
            limits.append(float(found))
    return min(max(limits, default=most if large else DEFAULT_SECONDS), most)


def answered(
    name: str,
    body: bytes,
    most_seconds: float,
    *,
    progress: Callable[[Json], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Reply:
    """The answer to a request, or what is wrong with it; raises Cancelled if `stop` is true."""
    try:
        request = parsed(body) if body or ANSWERS[name].fields else {}
        given = answer(name, request, most_seconds=most_seconds, progress=progress, stop=stop)  # type: ignore[arg-type]
    except Cancelled:
        raise
    except AnswerError as error:
        return refused(error)
    # A process that has once run out of memory is replaced.
    limit = given.get("limit")
    limit = limit if isinstance(limit, str) else None
    return Reply(200, to_bytes(given), limit == "memory", limit)


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
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        message = f"invalid JSON: {error.msg}"
        raise AnswerError("json", message, BAD_INPUT, error.lineno, error.colno) from None
    except ValueError:  # Python's own limit, with advice for programmers
        raise AnswerError("json", TOO_MANY_DIGITS) from None


def _object(pairs: list[tuple[str, object]]) -> Json:
    found = dict(pairs)
    if len(found) < len(pairs):  # which one would count?
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise wrong_shape(f"expected each field once, found {shown(twice)} twice")
    return found


def _no_number(name: str) -> NoReturn:
    raise AnswerError("json", f"invalid JSON: {name} is not a JSON number")


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
