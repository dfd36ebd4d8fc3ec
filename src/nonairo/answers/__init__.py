"""Answers, however they are asked for: a request as a dict in, an answer as a dict out.

A server, a worker inside a browser and the tests all call `answer`. Of HTTP it borrows the numbers
that say what kind of error one is, and nothing else. To add an answer: write `answers/NAME.py` with
an `ANSWER`, and list it here; its path, its checks and its schema follow (`serving/openapi.py`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from nonairo.answers.base import MOST_SECONDS, Answer, unknown
from nonairo.answers.errors import NOT_FOUND, AnswerError, Cancelled, from_ours
from nonairo.answers.fields import Asked, Json, check_request
from nonairo.errors import LimitReached, NonairoError
from nonairo.limits import supervised
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
    No request may ask for more than `most_seconds`. `progress` is told ten times a second what was
    spent, and `stop` is asked whether anybody still waits; if not, Cancelled is raised. Inside the
    compiled core neither is called.

    >>> answer("count", {"puzzle": "binairo:..../..../..../...."})["value"]
    '72'
    >>> answer("count", {"puzzle": "binairo:1x/.."})
    Traceback (most recent call last):
    nonairo.answers.errors.AnswerError: r1c2: expected '0', '1' or '.', found 'x'
    """
    found = ANSWERS.get(name)
    if found is None:
        raise AnswerError("not-found", one_of("an answer", ANSWERS, name), NOT_FOUND)
    asked = check_request(request, found.all_fields(most_seconds))
    seconds = asked.number("time_limit") if found.fields else None
    try:
        with supervised(seconds, _watch(progress, stop)):
            return found.run(asked)
    except LimitReached as reached:
        return unknown(str(reached), reached.limit)
    except NonairoError as error:
        raise from_ours(error) from None
    except RecursionError:
        told = "expected a request that is not nested so deeply"
        raise AnswerError("format", told) from None


def _watch(
    progress: Callable[[Json], None] | None, stop: Callable[[], bool] | None
) -> Callable[[int], None] | None:
    """What is called at every piece of work; None if nobody wants to know."""
    if progress is None and stop is None:
        return None
    begin = time.monotonic()
    told = begin

    def watch(nodes: int) -> None:
        nonlocal told
        if stop is not None and stop():
            raise Cancelled
        if progress is not None and (now := time.monotonic()) >= told + BETWEEN_REPORTS:
            told = now
            progress({"seconds": round(now - begin, 3), "nodes": nodes})

    return watch


__all__ = ["ANSWERS", "Answer", "AnswerError", "Asked", "Cancelled", "answer"]
