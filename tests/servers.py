"""A server in a process of its own, as people start it, and how tests talk to it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nonairo.answers.fields import Json

HARD = "binairo:" + "/".join(["." * 40] * 40)  # its solutions are never counted
EASY = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"


@dataclass
class Given:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        given: Json = json.loads(self.body)
        return given

    @property
    def code(self) -> object:
        error = self.json["error"]
        assert isinstance(error, dict)
        assert isinstance(error["message"], str)
        assert set(error) <= {"code", "message", "line", "column"}
        return error["code"]


@dataclass
class Server:
    """A running server."""

    process: subprocess.Popen[str]
    host: str
    port: int

    @property
    def base(self) -> str:
        return f"http://{self.host}:{self.port}"

    def connect(self, timeout: float = 30) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def send(
        self,
        path: str,
        body: object = None,
        method: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Given:
        """One request on a connection of its own; what is not bytes is sent as JSON."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        connection = self.connect()
        try:
            verb = method or ("GET" if data is None else "POST")
            connection.request(verb, path, data, dict(headers or {}))
            reply = connection.getresponse()
            told = {name.lower(): value for name, value in reply.getheaders()}
            return Given(reply.status, told, reply.read())
        finally:
            connection.close()

    def ask(self, name: str, request: Json) -> Given:
        return self.send(f"/api/{name}", request)

    def busy(self, lane: str = "long", what: str = "busy") -> int:
        workers = self.send("/health").json["workers"]
        assert isinstance(workers, dict)
        number: int = workers[lane][what]
        return number

    def workers(self) -> list[int]:
        """The processes that it has started."""
        return children(self.process.pid)

    def end(self, signal_number: int = signal.SIGTERM) -> int:
        self.process.send_signal(signal_number)
        return self.process.wait(20)


def children(parent: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@contextmanager
def serving(*options: str) -> Iterator[Server]:
    """A server on a free port."""
    command = [sys.executable, "-m", "nonairo", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    try:
        assert process.stdout is not None
        word, _, address = process.stdout.readline().strip().partition(" ")
        assert word == "serving", "the server did not start"
        host, _, port = address.removeprefix("http://").rstrip("/").rpartition(":")
        yield Server(process, host, int(port))
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(20)
        assert process.stdout is not None
        process.stdout.close()


def until(true: Callable[[], bool], seconds: float = 20) -> None:
    """Wait for something that happens soon."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
