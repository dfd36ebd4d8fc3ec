"""Run a server until somebody ends it."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from nonairo.errors import NonairoError
from nonairo.serving.app import make_app
from nonairo.serving.pool import Pool
from nonairo.serving.process import Lost
from nonairo.serving.settings import Settings

LAST_ANSWERS = 2.0  # seconds for what is worked on when the server is told to end
BACKLOG = 512
CONNECTIONS = 512  # at once, of the 1024 files that are usual; uvicorn says 503 to the others


class Server(uvicorn.Server):
    """Ends when told to, and gives what is worked on a while before it is called off."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool
        self.told_by: int | None = None  # the signal

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handled = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in handled}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.told_by is not None:
            self.force_exit = True
            return
        self.told_by = sig
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.pool.stop_asking()
        calling_off = asyncio.create_task(self._call_off())
        await super().shutdown(sockets)
        await calling_off

    async def _call_off(self) -> None:
        """Close the pool when nothing is worked on any more, or after a while."""
        for _ in range(int(LAST_ANSWERS / 0.05)):
            if not self.server_state.tasks or self.force_exit:
                break
            await asyncio.sleep(0.05)
        await self.pool.close()


def listening(settings: Settings) -> socket.socket:
    """A socket at the host and port of the settings."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, proto)
    except (OSError, UnicodeError) as error:
        raise NonairoError(_cannot(settings, error)) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        listener.close()
        raise NonairoError(_cannot(settings, error)) from None
    return listener


def _cannot(settings: Settings, error: Exception) -> str:
    why = getattr(error, "strerror", None) or str(error)
    return f"cannot listen at {settings.host} port {settings.port}: {why}"


def address_of(listener: socket.socket) -> str:
    """Where a server is found by a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve(settings: Settings, ready: Callable[[str], None]) -> int | None:
    """Serve until a signal ends it, and give that signal; `ready` is told the address."""
    with listening(settings) as listener:
        app, pool = make_app(settings)
        config = uvicorn.Config(
            app,
            log_level="error",
            access_log=False,
            lifespan="off",
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=int(LAST_ANSWERS) + 2,
            ws="none",
            limit_concurrency=CONNECTIONS,
        )
        server = Server(config, pool)
        asyncio.run(_serve(server, listener, ready))
    return server.told_by


async def _serve(server: Server, listener: socket.socket, ready: Callable[[str], None]) -> None:
    async def tell() -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        ready(address_of(listener))

    telling = asyncio.create_task(tell())
    try:
        with server.capture_signals():
            await server.pool.open()
        if server.told_by is None:
            await server.serve(sockets=[listener])
    except Lost as error:
        raise NonairoError(f"cannot serve: {error}") from None
    finally:
        telling.cancel()
        await server.pool.close()
