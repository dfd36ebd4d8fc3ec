"""Connections as uvicorn keeps them, with an end to patience.

A client that never finishes the head of its request would keep its connection for ever, and enough
such clients would leave no file descriptor for anybody else. So a head must be complete within a
while. When there are too many connections, a new one replaces the one that has been idle longest
between two requests. If there is none, a few more are accepted; then it replaces the one that has
waited longest for its first head, or else the one that has been sending its body for longest. A
connection that waits for an answer is never replaced.
"""

from __future__ import annotations

import asyncio
import sys
from itertools import chain

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0  # seconds for the head of a request
MOST = 1000
SPARE = 100  # more while none of them is between two requests
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


def protocol(most: int, patience: float = PATIENCE, spare: int = SPARE) -> type[H11Protocol]:
    """The protocol for a server of at most so many connections, and some to spare."""
    # What owes us something, oldest first. To close what is between two requests harms nobody.
    between: dict[Connection, None] = {}
    before: dict[Connection, None] = {}  # the head of its first request
    sending: dict[Connection, None] = {}  # the rest of a body

    class Connection(H11Protocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._make_room()
            if len(self.connections) > most + spare:
                self.give_up()
            self._note()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._note()

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._note()
            self._make_room()

        def connection_lost(self, exc: Exception | None) -> None:
            self._forget()
            super().connection_lost(exc)

        def give_up(self) -> None:
            self._forget()
            self.connections.discard(self)
            self.transport.abort()

        def _make_room(self) -> None:
            """Close one if there are too many; one that is sending a request comes last."""
            number = len(self.connections)
            begun = chain(before, sending) if number > most + spare else ()
            oldest = next(chain(between, begun), None)
            if oldest is not None and number > most:
                oldest.give_up()

        def _note(self) -> None:
            """Note what this connection owes us; while we owe it an answer, it is safe."""
            if self.transport.is_closing():
                self._forget()
                return
            answered = self.cycle is None or self.cycle.response_complete
            sends = self.conn.their_state is h11.SEND_BODY
            idle = answered and not sends
            fresh = self.cycle is None
            for group, belongs in (
                (between, idle and not fresh), (before, idle and fresh), (sending, sends),
            ):  # fmt: skip
                if belongs:
                    group.setdefault(self)
                else:
                    group.pop(self, None)
            if not answered:  # how slowly a body may come is for the application to say
                self._stop_timer()
            elif self._timer is None:
                self._timer = self.loop.call_later(patience, self.give_up)

        def _forget(self) -> None:
            self._stop_timer()
            for group in (between, before, sending):
                group.pop(self, None)

        def _stop_timer(self) -> None:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    return Connection
