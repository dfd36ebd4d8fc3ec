"""The program of a front process: a server whose connections come from the process that listens."""

from __future__ import annotations

import asyncio
import pickle
import signal
import socket
import sys

from nonairo.serving.app import make_app
from nonairo.serving.fronts import FULL, READY
from nonairo.serving.metrics import SIZE, Metrics
from nonairo.serving.rates import RateLimit
from nonairo.serving.run import Server, config_of
from nonairo.serving.settings import Settings
from nonairo.serving.shared import Shared


class FrontServer(Server):
    """Takes connections from a channel, and ends when that is closed."""

    channel: socket.socket

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=[])
        asyncio.get_running_loop().add_reader(self.channel, self._take)
        self.channel.send(READY)

    def _take(self) -> None:
        """Serve the connections that have come."""
        try:
            data, files, _, _ = socket.recv_fds(self.channel, FULL, FULL)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        loop = asyncio.get_running_loop()
        for file in files:
            connection = socket.socket(fileno=file)
            connection.setblocking(False)
            task = loop.create_task(self._serve_connection(connection))
            self._opening.add(task)
            task.add_done_callback(self._opening.discard)
        if not data:  # the process that listens has ended
            loop.remove_reader(self.channel)
            self.handle_exit(signal.SIGTERM, None)

    async def _serve_connection(self, connection: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.connect_accepted_socket(self._protocol, connection)
        except OSError:  # it was closed already
            connection.close()

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made


def main() -> None:
    number, channel, file = map(int, sys.argv[1:])
    settings: Settings = pickle.load(sys.stdin.buffer)
    shared = Shared(settings.processes + 1, SIZE, file)
    metrics = Metrics(shared, number)
    rates = None if settings.rate_limit is None else RateLimit(shared, settings.rate_limit)
    app, pool = make_app(settings.share(), metrics, rates)
    server = FrontServer(config_of(app), pool)
    server.channel = socket.socket(fileno=channel)
    server.channel.setblocking(False)
    asyncio.run(server.run_alone())


if __name__ == "__main__":
    main()
