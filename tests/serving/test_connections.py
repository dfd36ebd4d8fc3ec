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


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def app(scope: Any, receive: Any, send: Any) -> None:
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

    async def begun(self) -> Stream:
        reader, writer = await self.silent()
        writer.write(HEAD)
        return reader, writer

    async def close(self) -> None:
        for writer in self.writers:
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()


def with_server(most: int, patience: float, test: Callable[[Clients], Awaitable[None]]) -> None:
    async def run() -> None:
        config = uvicorn.Config(app, lifespan="off", log_level="error")
        kept, state = protocol(most, patience), ServerState()
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
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        writer.write(HEAD)
        assert await ended(reader)

    with_server(10, 0.2, test)


def test_the_longest_waiting_make_room_for_who_asks() -> None:
    async def test(clients: Clients) -> None:
        waiting = [await clients.begun() for _ in range(8)]
        await asyncio.sleep(0.05)
        reader, writer = await clients.begun()
        writer.write(b"\r\n")
        assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        assert await ended(waiting[0][0])
        late, last = waiting[-1]
        last.write(b"\r\n")
        assert (await late.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")

    with_server(8, 10, test)


def test_there_is_always_room_for_some() -> None:
    assert 16 <= most_connections() <= 1000
