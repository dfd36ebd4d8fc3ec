"""How the server reads the body of a request piece by piece, and sends its reply."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from nonairo.answers.errors import BUSY, AnswerError, too_large
from nonairo.serving.requests import Reply

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
ASGI: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]
Take: TypeAlias = Callable[[int], None]
Headers: TypeAlias = Iterable[tuple[bytes, bytes]]

JSON = b"application/json"
UNSTORED = ((b"cache-control", b"no-store"),)
SLOWEST = 20.0  # seconds until all of a request must be here,
LEAST_SPEED = 64 * 1024  # bytes a second at which it must come,
FIRST = 5.0  # after so many seconds
TOO_SLOW = (
    f"expected the whole request within {SLOWEST:g} s, "
    f"and {LEAST_SPEED // 1024} kB for each second after the first {FIRST:g}"
)
DRAINED = 4  # times the allowed size: so much is read and dropped, so that a client sees why
NOT_MODIFIED = 304
RETRY = b"2"  # seconds


class Gone(Exception):
    """The client has closed its connection."""


class BodyMemory:
    """So many bytes for the bodies of all requests together, beside some that each may have.

    >>> memory = BodyMemory(10, for_each=2)
    >>> with memory.share() as take, memory.share() as take_too:
    ...     take_too(2)  # small bodies always fit
    ...     take(12)
    ...     take_too(1)
    Traceback (most recent call last):
    nonairo.answers.errors.AnswerError: too many requests at once; try again later
    >>> memory.left
    10
    """

    def __init__(self, size: int, for_each: int) -> None:
        self.left = size
        self.for_each = for_each

    @contextmanager
    def share(self) -> Iterator[Take]:
        """Give a function that reserves memory for bytes that have arrived, until the block ends.

        It raises an AnswerError if there is not enough left.
        """
        arrived = taken = 0

        def take(size: int) -> None:
            nonlocal arrived, taken
            arrived += size
            more = max(arrived - self.for_each, 0) - taken
            if more > self.left:
                raise AnswerError("busy", "too many requests at once; try again later", BUSY)
            self.left -= more
            taken += more

        try:
            yield take
        finally:
            self.left += taken


async def read_body(scope: Scope, receive: Receive, most: int, take: Take) -> bytes:
    """All of a request, if it is not larger than allowed, and does not come too slowly."""
    announced = dict(scope["headers"]).get(b"content-length", b"0")
    if announced.isdigit() and int(announced[:20]) > DRAINED * most:
        raise _too_much(most)
    begin = asyncio.get_running_loop().time()
    try:
        async with asyncio.timeout_at(begin + FIRST) as end:
            pieces, size, more = [], 0, True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Gone
                piece = message.get("body", b"")
                more = message.get("more_body", False)
                size += len(piece)
                if size <= most:
                    take(len(piece))
                    pieces.append(piece)
                elif size > DRAINED * most:
                    break
                end.reschedule(begin + min(FIRST + size / LEAST_SPEED, SLOWEST))
    except TimeoutError:
        raise AnswerError("slow", TOO_SLOW, 408) from None
    if size > most:
        raise _too_much(most)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


def _too_much(most: int) -> AnswerError:
    return too_large(f"expected a request of at most {most:,} bytes, found a larger one")


async def unless_gone(work: Awaitable[Reply], receive: Receive) -> Reply:
    """The result of the work; cancels it and raises Gone if the client goes away first."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Gone
        return working.result()
    finally:
        leaving.cancel()
        if not working.done():
            working.cancel()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def send_reply(
    send: Send, reply: Reply, headers: Headers = UNSTORED, kind: bytes = JSON
) -> None:
    """Send the status, the headers and the body, which uvicorn leaves out for HEAD."""
    all_headers = [(b"content-type", kind), *headers]
    if reply.status != NOT_MODIFIED:  # there it would be read as that of the file
        all_headers.append((b"content-length", str(len(reply.body)).encode()))
    if reply.status == BUSY:
        all_headers.append((b"retry-after", RETRY))
    await send({"type": "http.response.start", "status": reply.status, "headers": all_headers})
    await send({"type": "http.response.body", "body": reply.body})
