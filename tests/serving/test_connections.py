"""Clients that never finish what they begin, and crowds of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="needs the extra web")
import uvicorn
from uvicorn.server import ServerState

from nonairo.serving.connections import most_connections, protocol

HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\n"


released: list[bool] = []  # whether what is held may be answered
Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: Any, receive: Any, send: Any) -> None:
    while scope["path"] == "/whole" and (await receive()).get("more_body"):
        pass
    if scope["path"] == "/held":
        while not released:
            await asyncio.sleep(0.01)
    length = [(b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({"type": "http.response.body", "body": b""})


class Clients:
    """Connections to a server, all closed at the end."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.writers: list[asyncio.StreamWriter] = []

    async def silent(self) -> Stream:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self.writers.append(writer)
        return reader, writer

    async def answered(self) -> Stream:
        """A connection that has had an answer, and is kept for another request."""
        reader, writer = await self.begun()
        writer.write(b"\r\n")
        assert await answers(reader)
        return reader, writer

    async def sending(self, path: bytes = b"/whole") -> Stream:
        """A connection that has sent the first byte of a body."""
        reader, writer = await self.silent()
        head = b"POST %b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7000000\r\n\r\n{"
        writer.write(head % path)
        return reader, writer

    async def begun(self) -> Stream:
        reader, writer = await self.silent()
        writer.write(HEAD)
        return reader, writer

    async def close(self) -> None:
        for writer in self.writers:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def with_server(
    most: int, patience: float, test: Callable[[Clients], Awaitable[None]], spare: int = 0
) -> None:
    async def run() -> None:
        config = uvicorn.Config(app, lifespan="off", log_level="error")
        kept, state = protocol(most, patience, spare), ServerState()
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(lambda: kept(config, state, {}), "127.0.0.1", 0)
        clients = Clients(listening.sockets[0].getsockname()[1])
        try:
            await test(clients)
        finally:
            await clients.close()
            listening.close()
            while state.connections:
                await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(run(), 20))


async def ended(reader: asyncio.StreamReader) -> bool:
    try:
        return await reader.read() == b""
    except ConnectionError:
        return True


async def answers(reader: asyncio.StreamReader) -> bool:
    return (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")


def test_a_head_that_never_ends_is_given_up() -> None:
    async def test(clients: Clients) -> None:
        reader, _ = await clients.begun()
        silent, _ = await clients.silent()
        assert await ended(reader)
        assert await ended(silent)

    with_server(10, 0.1, test)


def test_a_second_head_on_the_same_connection_is_not_waited_for_either() -> None:
    async def test(clients: Clients) -> None:
        reader, writer = await clients.begun()
        writer.write(b"\r\n")
        assert await answers(reader)
        writer.write(HEAD)
        assert await ended(reader)

    with_server(10, 0.2, test)


def test_the_longest_waiting_make_room_for_who_asks() -> None:
    async def test(clients: Clients) -> None:
        waiting = [await clients.begun() for _ in range(8)]
        await asyncio.sleep(0.05)
        reader, writer = await clients.begun()
        writer.write(b"\r\n")
        assert await answers(reader)
        assert await ended(waiting[0][0])
        late, last = waiting[-1]
        last.write(b"\r\n")
        assert await answers(late)

    with_server(8, 10, test)


def test_the_connection_that_is_idle_for_longest_makes_room() -> None:
    async def test(clients: Clients) -> None:
        kept = [await clients.answered() for _ in range(8)]
        for _ in range(5):
            await clients.answered()
        assert all([await ended(reader) for reader, _ in kept[:5]])
        for reader, writer in kept[5:]:
            writer.write(HEAD + b"\r\n")
            assert await answers(reader)

    with_server(8, 10, test)


def test_bodies_that_never_end_make_room_after_what_is_idle() -> None:
    async def test(clients: Clients) -> None:
        slow = [await clients.sending() for _ in range(7)]
        await asyncio.sleep(0.05)
        idle, _ = await clients.answered()
        await clients.answered()
        assert await ended(idle)
        assert not slow[0][0].at_eof()
        again = [await clients.sending(), await clients.answered()]
        await asyncio.sleep(0.05)
        assert await ended(slow[0][0])
        assert not again[0][0].at_eof()

    with_server(8, 10, test)


def test_a_connection_that_waits_for_its_answer_is_never_closed_for_another() -> None:
    async def test(clients: Clients) -> None:
        waiting = [await clients.silent() for _ in range(7)]
        for _, writer in waiting:
            writer.write(HEAD.replace(b"/ ", b"/held ", 1) + b"\r\n")
        for _ in range(20):
            await clients.answered()
        released.append(True)
        assert all([await answers(reader) for reader, _ in waiting])

    with_server(8, 10, test)


def test_who_comes_while_all_wait_for_answers_is_answered_too() -> None:
    async def test(clients: Clients) -> None:
        held = HEAD.replace(b"/ ", b"/held ", 1) + b"\r\n"
        released.clear()
        everyone = [await clients.silent() for _ in range(8)]
        for _, writer in everyone:
            writer.write(held)
        await asyncio.sleep(0.05)
        everyone += [await clients.begun() for _ in range(5)]
        await asyncio.sleep(0.05)
        for _, writer in everyone[8:]:
            writer.write(b"\r\n")
        assert all([await answers(reader) for reader, _ in everyone[8:]])
        released.append(True)
        assert all([await answers(reader) for reader, _ in everyone[:8]])

    with_server(8, 10, test, spare=5)


def test_the_rest_of_a_body_that_was_refused_is_not_waited_for() -> None:
    async def test(clients: Clients) -> None:
        reader, writer = await clients.sending(b"/")
        assert await answers(reader)
        for _ in range(3):
            writer.write(b"{")  # each byte would keep uvicorn waiting
            await asyncio.sleep(0.05)
        assert await ended(reader)

    with_server(8, 0.3, test)


def test_there_is_always_room_for_some() -> None:
    assert 16 <= most_connections() <= 1000
