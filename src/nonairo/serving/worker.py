"""What the server has its worker processes do: get ready once, and answer requests."""

from __future__ import annotations

import os
import traceback
from contextlib import suppress
from functools import cache

from nonairo.answers import ANSWERS, answer
from nonairo.answers.errors import AnswerError, Cancelled
from nonairo.kinds import KINDS
from nonairo.native import request_stop
from nonairo.own_engines import add
from nonairo.serving.requests import INTERNAL, SPENT, Reply, answered, refused
from nonairo.workers.child import WORKER

UNWANTED = Reply(0, b"")  # the work was stopped


def set_up(nice: int, memory: int, engines: tuple[str, ...] = ()) -> int:
    """Make this process ready to answer; return the bytes of memory that it has then.

    `engines` are files that the person who started the server has named.
    """
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    for path in engines:
        add(path)
    warm_up()
    if memory:
        limit_memory(memory)
    WORKER.on_stop = request_stop  # for searches of the compiled core
    return resident()


def reply(
    name: str, body: bytes, most_seconds: float, most_memory: int
) -> tuple[int, bytes, bool, str | None]:
    """Answer a request, whatever happens; a process of more memory is replaced afterwards.

    These are the fields of a Reply: pickling a class by its name costs twenty times as much.
    """
    found = _reply(name, body, most_seconds)
    return found.status, found.body, found.last or resident() > most_memory, found.limit


def _reply(name: str, body: bytes, most_seconds: float) -> Reply:
    try:
        return answered(name, body, most_seconds, stop=lambda: WORKER.stopped)
    except (Cancelled, KeyboardInterrupt):  # raised by a budget, by the core
        return UNWANTED
    except MemoryError:
        pass  # the error refers to all that the work used: it is dropped before anything else
    except Exception:  # a mistake of ours: shown where the server was started
        traceback.print_exc()
        message = "internal error: the server failed on this request"
        return refused(AnswerError("internal", message, INTERNAL))
    return SPENT["memory"]._replace(last=True)


@cache
def _pages() -> int:
    """The file with the memory of this process: opening it takes longer than reading it."""
    return os.open("/proc/self/statm", os.O_RDONLY)


def resident() -> int:
    """Bytes of memory that this process has; 0 where the system does not say."""
    with suppress(OSError, ValueError):
        return int(os.pread(_pages(), 100, 0).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def limit_memory(number: int) -> None:
    """Allow no more than so many bytes from now on, where the system can do that."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (number, number))


def warm_up() -> None:
    """Load everything, and use each kind once: the first request is as fast as the next."""
    for name, found in ANSWERS.items():
        if not found.fields:
            answer(name, {})
    for kind in KINDS.values():
        for name in ("solve", "hint", "describe"):
            answer(name, {"puzzle": kind.example})
