"""Answers to requests: a request as a dict in, an answer as a dict out.

The server, a worker inside a browser and the tests all call `answer`. Errors have the statuses of
HTTP; nothing else here depends on it. To add an answer: write `answers/NAME.py` with an `ANSWER`,
and list it here; its path, its checks and its schema follow (`serving/openapi.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextvars import copy_context

from nonairo.answers.base import MOST_SECONDS, Answer, unknown
from nonairo.answers.errors import NOT_FOUND, AnswerError, Cancelled, from_ours
from nonairo.answers.fields import Json, Request, check_request
from nonairo.errors import LimitReached, NonairoError
from nonairo.limits import Limits, supervised
from nonairo.memory import NO_MEMORY
from nonairo.plain import one_of
from nonairo.registry import Register

ANSWERS: Register[Answer] = Register(
    __name__,
    {
        "solve": "solve.SOLVE",
        "check": "check.ANSWER",
        "count": "solve.COUNT",
        "hint": "hint.ANSWER",
        "explain": "explain.ANSWER",
        "grade": "grade.ANSWER",
        "repair": "repair.ANSWER",
        "convert": "convert.ANSWER",
        "generate": "generate.ANSWER",
        "pose": "pose.ANSWER",
        "read": "read.ANSWER",
        "trace": "trace.ANSWER",
        "describe": "describe.ANSWER",
        "kinds": "listing.KINDS_LISTED",
        "engines": "listing.ENGINES_LISTED",
        "formats": "listing.FORMATS_LISTED",
        "techniques": "listing.TECHNIQUES_LISTED",
    },
)

BETWEEN_REPORTS = 0.1  # seconds


def answer(
    name: str,
    request: Mapping[str, object],
    *,
    progress: Callable[[Json], None] | None = None,
    stop: Callable[[], bool] | None = None,
    most_seconds: float = MOST_SECONDS,
) -> Json:
    """The answer to a request, or an AnswerError that says why there is none.

    What the time limit of the request does not allow is answered with the status `unknown`.
    No request may ask for more than `most_seconds`. `progress` receives ten times a second what was
    spent, and `stop` returns whether nobody waits any more; then Cancelled is raised. The compiled
    core calls neither.

    >>> answer("count", {"puzzle": "binairo:..../..../..../...."})["value"]
    '72'
    >>> answer("count", {"puzzle": "binairo:1x/.."})
    Traceback (most recent call last):
    nonairo.answers.errors.AnswerError: r1c2: expected '0', '1' or '.', found 'x'
    """
    found = ANSWERS.get(name)
    if found is None:
        raise AnswerError("not-found", one_of("an answer", ANSWERS, name), NOT_FOUND)
    checked = check_request(request, found.all_fields(most_seconds))
    seconds = checked.number("time_limit") if found.fields else None
    try:
        # In a context of its own: even work that is interrupted while it ends leaves no limit set.
        return copy_context().run(_run, found, checked, seconds, _watch(progress, stop))
    except LimitReached as reached:
        return unknown(str(reached), reached.limit)
    except NonairoError as error:
        raise from_ours(error) from None
    except RecursionError:
        raise AnswerError("format", "expected a request with less nesting") from None
    except MemoryError:
        pass  # the error refers to all that the work used: it is dropped before an answer is made
    return unknown(NO_MEMORY, "memory")


def _run(
    found: Answer, request: Request, seconds: float | None, watch: Callable[[int], None] | None
) -> Json:
    with supervised(Limits(seconds), watch):
        return found.run(request)


def _watch(
    progress: Callable[[Json], None] | None, stop: Callable[[], bool] | None
) -> Callable[[int], None] | None:
    """The function that is called at every piece of work, if one is needed."""
    if progress is None and stop is None:
        return None
    begin = time.monotonic()
    reported = begin

    def watch(nodes: int) -> None:
        nonlocal reported
        if stop is not None and stop():
            raise Cancelled
        if progress is not None and (now := time.monotonic()) >= reported + BETWEEN_REPORTS:
            reported = now
            progress({"seconds": round(now - begin, 3), "nodes": nodes})

    return watch


__all__ = ["ANSWERS", "Answer", "AnswerError", "Cancelled", "Request", "answer"]
