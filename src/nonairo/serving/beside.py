"""A server that is none: a page asks Python beside it, in the browser, as it would ask over HTTP.

It is called from JavaScript, and needs nothing of the extra `web`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable

from nonairo.answers.base import MOST_SECONDS
from nonairo.answers.errors import AnswerError, Cancelled
from nonairo.answers.fields import Json
from nonairo.serving.requests import INTERNAL, SPENT, answered, refused, to_bytes
from nonairo.serving.wire import Reply


def reply(name: str, body: str, progress: Callable[[str], object] | None = None) -> str:
    """The status of HTTP and JSON, with a blank between; `progress` is told JSON on the way.

    >>> reply("count", '{"puzzle": "binairo:..../..../..../...."}').partition(",")[0]
    '200 {"id":"binairo:..../..../..../...."'
    >>> reply("count", '{"puzzle": 1}').partition(",")[0]
    '422 {"error":{"code":"shape"'
    """

    def tell(told: Json) -> None:
        if progress is not None:
            progress(to_bytes(told).decode())

    given = _reply(name, body.encode(), tell if progress is not None else None)
    return f"{given.status} {given.body.decode()}"


def _reply(name: str, body: bytes, tell: Callable[[Json], None] | None) -> Reply:
    try:
        return answered(name, body, MOST_SECONDS, lambda _: None, tell)
    except KeyboardInterrupt:
        return refused(Cancelled())
    except MemoryError:
        return SPENT["memory"]
    except Exception:  # a fault of ours: told on the console
        traceback.print_exc()
        told = "Python failed on this request; the fault is its own"
        return refused(AnswerError("internal", told, INTERNAL))
