"""Connections as uvicorn keeps them, with an end to patience.

A client that never finishes the head of its request would hold its connection for ever, and enough
of them would leave no file descriptor for anybody else. So a head must be whole within a while; and
where connections are many, the one that has waited longest for its head makes room.
"""

from __future__ import annotations

import asyncio
import sys

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0  # seconds for the head of a request
MOST = 1000
OTHER_FILES = 256  # descriptors of pipes and files, and of those who are let in to be sent off


def most_connections() -> int:
    """As many as the system lets us have open, with room for all else."""
    if sys.platform == "win32":
        return MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < MOST + OTHER_FILES:
        wanted = MOST + OTHER_FILES
        wanted = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(16, min(MOST, soft - OTHER_FILES))


def protocol(most: int, patience: float = PATIENCE) -> type[H11Protocol]:
    """The protocol for a server of at most so many connections."""
    headless: dict[Connection, None] = {}  # whose head is not whole, oldest first

    class Connection(H11Protocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()
            if len(self.connections) > most:
                next(iter(headless)).give_up()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE:
                self._wait_no_more()
            elif self._timer is None:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            self._wait_no_more()
            super().connection_lost(exc)

        def give_up(self) -> None:
            self._wait_no_more()
            self.transport.abort()

        def _wait(self) -> None:
            self._timer = self.loop.call_later(patience, self.give_up)
            headless[self] = None

        def _wait_no_more(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            headless.pop(self, None)

    return Connection
