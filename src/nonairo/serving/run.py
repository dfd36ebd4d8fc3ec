"""Run a server until a signal ends it."""

from __future__ import annotations

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from nonairo.errors import NonairoError
from nonairo.serving.app import make_app
from nonairo.serving.connections import most_connections, protocol
from nonairo.serving.metrics import SIZE, Metrics
from nonairo.serving.pool import Pool
from nonairo.serving.rates import RateLimit
from nonairo.serving.replies import ASGI
from nonairo.serving.settings import Settings
from nonairo.serving.shared import Shared
from nonairo.workers.protocol import WorkerDied

LAST_ANSWERS = 2.0  # seconds for what is worked on when the server is asked to end,
LAST_WORDS = 0.5  # and for the replies to requests that were cancelled
BACKLOG = 100  # connections that wait to be accepted


class Server(uvicorn.Server):
    """Ends on a signal, after it has given requests in progress a while."""

    def __init__(self, config: uvicorn.Config, pool: Pool) -> None:
        super().__init__(config)
        self.pool = pool
        self.signalled: int | None = None  # the signal
        self._opening: set[asyncio.Task[None]] = set()  # connections

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
        if self.signalled is not None:
            self.force_exit = True
            return
        self.signalled = sig
        self.should_exit = True

    async def on_tick(self, counter: int) -> bool:
        self.pool.metrics.connections(len(self.server_state.connections))
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.pool.refuse_requests()
        closing = asyncio.create_task(self._close_pool())
        await super().shutdown(sockets)
        await closing

    async def _close_pool(self) -> None:
        """Close the pool when no request is in progress, or after a while; then all connections."""
        await self._quiet(LAST_ANSWERS)
        await self.pool.close()
        await self._quiet(LAST_WORDS)  # cancelled requests get an answer
        for connection in list(self.server_state.connections):
            connection.transport.abort()  # to a client that neither sends nor reads

    async def _quiet(self, seconds: float) -> None:
        """Wait until no request is being answered, but for no longer than this."""
        for _ in range(int(seconds / 0.05)):
            if not self.server_state.tasks or self.force_exit:
                break
            await asyncio.sleep(0.05)

    async def run_alone(
        self, listener: socket.socket | None = None, ready: Callable[[], object] = bool
    ) -> None:
        """Open the pool, serve until a signal comes, and close the pool."""

        async def announce() -> None:
            while not self.started:
                await asyncio.sleep(0.01)
            ready()

        announcing = asyncio.create_task(announce())
        try:
            with self.capture_signals():
                await self.open_pool()
            if self.signalled is None:
                await self.serve(sockets=[] if listener is None else [listener])
        except WorkerDied as error:
            raise NonairoError(f"cannot serve: {error}") from None
        finally:
            announcing.cancel()
            await self.pool.close()

    async def open_pool(self) -> None:
        """Open the pool, unless a signal ends the server first."""
        opening = asyncio.create_task(self.pool.open())
        while not opening.done() and self.signalled is None:
            await asyncio.wait([opening], timeout=0.05)
        if not opening.done():
            opening.cancel()
        with suppress(asyncio.CancelledError):
            await opening


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
    if isinstance(error, UnicodeError):
        why = "this is no name of a host"
    return f"cannot listen on {settings.host}, port {settings.port}: {why}"


def address_of(listener: socket.socket) -> str:
    """The URL at which a server listens, whatever port it was given."""
    host, port = listener.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def serve(settings: Settings, ready: Callable[[str], None]) -> int | None:
    """Serve until a signal ends it, and return that signal; `ready` receives the address."""
    with listening(settings) as listener:
        address = address_of(listener)
        if settings.processes > 1:
            from nonairo.serving.fronts import serve_by_fronts

            return serve_by_fronts(settings, listener, lambda: ready(address))
        shared = Shared(1, SIZE)
        rates = None if settings.rate_limit is None else RateLimit(shared, settings.rate_limit)
        app, pool = make_app(settings, Metrics(shared), rates)
        server = Server(config_of(app), pool)
        asyncio.run(server.run_alone(listener, lambda: ready(address)))
    return server.signalled


def config_of(app: ASGI) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=int(LAST_ANSWERS) + 2,
        ws="none",
        http=protocol(most_connections()),
        backlog=BACKLOG,
    )
