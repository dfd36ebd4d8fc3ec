"""The answers for a page that runs Python in the browser, as the server would give them over HTTP.

It is called from JavaScript, and needs nothing of the extra `web`.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable

from nonairo.answers.base import MOST_SECONDS
from nonairo.answers.errors import AnswerError, Cancelled
from nonairo.answers.fields import Json
from nonairo.serving.requests import INTERNAL, SPENT, Reply, answered, refused, to_bytes


def reply(name: str, body: str, progress: Callable[[str], object] | None = None) -> str:
    """The status of HTTP and JSON, with a blank between; `progress` receives JSON on the way.

    >>> reply("count", '{"puzzle": "binairo:..../..../..../...."}').partition(",")[0]
    '200 {"id":"binairo:..../..../..../...."'
    >>> reply("count", '{"puzzle": 1}').partition(",")[0]
    '422 {"error":{"code":"shape"'
    """

    def report(spent: Json) -> None:
        if progress is not None:
            progress(to_bytes(spent).decode())

    found = _reply(name, body.encode(), None if progress is None else report)
    return f"{found.status} {found.body.decode()}"


def _reply(name: str, body: bytes, report: Callable[[Json], None] | None) -> Reply:
    try:
        return answered(name, body, MOST_SECONDS, progress=report)
    except KeyboardInterrupt:
        return refused(Cancelled())
    except MemoryError:
        return SPENT["memory"]
    except Exception:  # a mistake of ours: shown on the console
        traceback.print_exc()
        message = "internal error: Python failed on this request"
        return refused(AnswerError("internal", message, INTERNAL))
