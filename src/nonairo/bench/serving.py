"""A server under load: small solves at a steady rate, and hints while others' hard puzzles burn.

A real client on the same machine, with connections that stay open. Requests are due at fixed times,
and each is measured from when it was due: a server that stalls is not spared the ones that wait.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

from nonairo.bench.base import (
    Bench,
    BenchOptions,
    TextTable,
    made_binairo,
    time_text,
    times,
)

RATE, HINTS = 200, 20  # requests a second
SECONDS = 30.0  # for a sample of 100
CLIENTS, HARD = 8, 4
BUDGET = 5.0  # seconds that each hard puzzle takes, again and again
ALLOWED = (0.1, 0.25)  # seconds: the last percent of solves, and of hints
ENDLESS = "binairo:" + "/".join(["." * 40] * 40)
HOME = 13.0  # seconds until processes for long work have gone home


class ServerUnderLoad:
    """A server that runs, and how much memory it and its processes have."""

    def __init__(self, process: subprocess.Popen[str], host: str, port: int) -> None:
        self.process, self.host, self.port = process, host, port

    def connect(self) -> HTTPConnection:
        return HTTPConnection(self.host, self.port, timeout=120)

    def memory(self) -> int:
        """Bytes, 0 where the system does not say."""
        total = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rpartition(")")[2].split()
                if self.process.pid in (int(stat.parent.name), int(fields[1])):
                    total += int((stat.parent / "statm").read_text().split()[1]) * 4096
            except (OSError, IndexError):
                continue
        return total


@contextmanager
def running() -> Iterator[ServerUnderLoad]:
    command = [sys.executable, "-m", "nonairo", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip().removeprefix("serving http://").rstrip("/")
        host, _, port = address.rpartition(":")
        try:
            yield ServerUnderLoad(process, host, int(port))
        finally:
            process.terminate()
            process.wait()


def post(connection: HTTPConnection, path: str, body: bytes) -> int:
    """The status of one request; 0 if there is no answer."""
    try:
        connection.request("POST", path, body)
        reply = connection.getresponse()
        reply.read()
    except OSError:
        connection.close()
        return 0
    return reply.status


def steady(
    server: ServerUnderLoad, path: str, bodies: Sequence[bytes], rate: float, seconds: float
) -> tuple[list[float], Counter[int]]:
    """How long each request of a steady stream took, and with which status it ended."""
    took: list[float] = []
    statuses: Counter[int] = Counter()
    numbers, begin = count(), time.perf_counter() + 0.2

    def client() -> None:
        connection = server.connect()
        while (number := next(numbers)) < rate * seconds:
            due = begin + number / rate
            time.sleep(max(due - time.perf_counter(), 0))
            status = post(connection, path, bodies[number % len(bodies)])
            took.append(time.perf_counter() - due)
            statuses[status] += 1
        connection.close()

    with in_threads(client, CLIENTS):
        pass
    return took, statuses


@contextmanager
def in_threads(work: Callable[[], None], number: int) -> Iterator[None]:
    """Do the same work in so many threads beside the block, and wait for them at its end."""
    threads = [threading.Thread(target=work) for _ in range(number)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for thread in threads:
            thread.join()


@contextmanager
def burning(server: ServerUnderLoad, budget: float) -> Iterator[Counter[int]]:
    """Some clients ask for what takes its whole time, as soon as they have an answer."""
    over = threading.Event()
    statuses: Counter[int] = Counter()
    body = json.dumps({"puzzle": ENDLESS, "time_limit": budget}).encode()

    def client() -> None:
        connection = server.connect()
        while not over.is_set():
            statuses[post(connection, "/api/count", body)] += 1
        connection.close()

    with in_threads(client, HARD):
        try:
            yield statuses
        finally:
            over.set()


def measure(options: BenchOptions) -> Iterator[TextTable]:
    share = min(options.sample, 100) / 100
    seconds, budget = SECONDS * share, BUDGET * share
    puzzles = [puzzle.id for puzzle in made_binairo(8, 20, options.seed)]
    solves = [json.dumps({"puzzle": puzzle}).encode() for puzzle in puzzles]
    with running() as server:
        before = server.memory()
        calm = steady(server, "/api/solve", solves, RATE, seconds)
        with burning(server, budget) as burnt:
            if seconds == SECONDS:
                time.sleep(1)
            hints = steady(server, "/api/hint", solves, HINTS, seconds)
            during = server.memory()
        if seconds == SECONDS:
            time.sleep(HOME)
        after = server.memory()
    rows = [
        _row(f"solve 8x8, {RATE}/s", *calm, ALLOWED[0]),
        _row(f"hint 8x8, {HINTS}/s, beside {HARD} hard ones", *hints, ALLOWED[1]),
    ]
    columns = ("what", "answered", "median", "99 %", "worst", "allowed for 99 %", "not 200")
    memory = " -> ".join(f"{number / 2**20:,.0f} MB" for number in (before, during, after))
    notes = (
        f"{seconds:g} s each; measured from when a request was due, by {CLIENTS} clients",
        f"hard: count with a budget of {budget:g} s, {_listed(burnt)}",
        f"memory of all processes before, beside the hard ones, and after: {memory}",
    )
    yield TextTable("Serving", columns, rows, notes)


def _row(
    what: str, took: Sequence[float], statuses: Counter[int], allowed: float
) -> tuple[str, ...]:
    others = Counter({status: n for status, n in statuses.items() if status != 200})
    return (
        what,
        f"{len(took):,}",
        *times(took, 0.99),
        time_text(allowed),
        _listed(others) if others else "0",
    )


def _listed(statuses: Counter[int]) -> str:
    return ", ".join(f"{number} of {status or 'none'}" for status, number in statuses.items())


TABLE = Bench("serving", "a server under load", measure, needs=("starlette", "uvicorn"))
