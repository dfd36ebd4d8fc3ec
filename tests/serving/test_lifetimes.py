"""Processes that are killed, clients that go away, full queues, and the end of a server."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest
import uvicorn

from nonairo.serving import run
from nonairo.serving.settings import Settings
from servers import EASY, HARD, Given, Server, alive, serving, until

LONG = {"puzzle": HARD, "time_limit": 20}


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """A server that is busy with one long request, and lets two wait."""
    with serving("--workers", "1", "--queue", "2") as running:
        yield running


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def abandoned(server: Server, request: object = None) -> Callable[[], None]:
    """A long request whose client goes away when this is called."""
    import json

    connection = server.connect()
    connection.request("POST", "/api/count", json.dumps(request or LONG).encode())
    return connection.close


def working(server: Server) -> int:
    """The process that works hard."""
    (busy,) = [pid for pid in server.workers() if niceness(pid) > niceness(os.getpid())]
    return busy


def niceness(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def test_a_client_that_goes_away_leaves_no_work_behind(small: Server) -> None:
    leave = abandoned(small)
    until(lambda: small.busy() == 1)
    pid = working(small)
    leave()
    until(lambda: small.busy() == 0, seconds=10)  # it has 20
    assert alive(pid)  # it heard, and did not have to be killed


def test_a_killed_process_is_told_and_replaced(small: Server, aside: ThreadPoolExecutor) -> None:
    asked: Future[Given] = aside.submit(small.ask, "count", LONG)
    until(lambda: small.busy() == 1)
    os.kill(working(small), signal.SIGKILL)
    given = asked.result(10)
    assert (given.status, given.code) == (503, "lost")
    assert given.headers["retry-after"]
    until(lambda: small.busy("long", "processes") == 1)
    after = small.ask("count", {"puzzle": HARD, "time_limit": 0.2})
    assert (after.status, after.json["exact"]) == (200, False)


def test_a_process_that_hears_nothing_is_ended_and_replaced(
    small: Server, aside: ThreadPoolExecutor
) -> None:
    asked = aside.submit(small.ask, "count", LONG | {"time_limit": 1.0})
    until(lambda: small.busy() == 1)
    pid = working(small)
    os.kill(pid, signal.SIGSTOP)
    given = asked.result(10)
    assert (given.status, given.json["status"], given.json["limit"]) == (200, "unknown", "time")
    until(lambda: not alive(pid))
    assert small.ask("count", {"puzzle": EASY}).json["value"] == "1"


def test_quick_processes_that_are_killed_are_replaced(small: Server) -> None:
    for pid in small.workers():
        os.kill(pid, signal.SIGKILL)
    until(lambda: small.ask("solve", {"puzzle": EASY}).status == 200)
    for _ in range(5):
        assert small.ask("solve", {"puzzle": EASY}).json["status"] == "unique"


def test_a_full_queue_is_told_and_hints_pass_it(small: Server) -> None:
    leave = [abandoned(small)]
    until(lambda: small.busy() == 1)  # else all three would wait, and the last be sent away
    leave += [abandoned(small), abandoned(small)]
    until(lambda: small.busy("long", "waiting") == 2)
    given = small.ask("count", LONG)
    assert (given.status, given.code) == (503, "busy")
    assert given.headers["retry-after"].isdigit()
    hint = small.ask("hint", {"puzzle": EASY})
    assert (hint.status, hint.json.get("kind")) == (200, "step"), hint.body
    assert small.ask("solve", {"puzzle": EASY}).json["status"] == "unique"
    for go in leave:
        go()
    until(lambda: small.busy() == 0)
    assert small.ask("count", {"puzzle": EASY}).json["value"] == "1"


def test_hard_puzzles_do_not_hold_up_hints(server: Server, aside: ThreadPoolExecutor) -> None:
    burning = [
        aside.submit(server.ask, "count", {"puzzle": HARD, "time_limit": 1.5}) for _ in range(4)
    ]
    until(lambda: server.busy() > 0)
    given = 0
    while not all(each.done() for each in burning):
        assert server.ask("hint", {"puzzle": EASY}).json["kind"] == "step"
        given += 1
    assert given >= 4  # held up, the first would be given when the burning ends
    assert all(each.result(20).status == 200 for each in burning)


def test_the_end_leaves_no_process(small: Server, aside: ThreadPoolExecutor) -> None:
    asked = aside.submit(small.ask, "count", LONG)
    until(lambda: small.busy() == 1)
    started = small.workers()
    assert len(started) >= 3
    assert small.end(signal.SIGTERM) == 0
    assert not any(map(alive, started))
    assert asked.result(5).status == 503


def test_an_interrupted_server_says_so_with_its_exit_code() -> None:
    with serving("--workers", "1") as running:
        started = running.workers()
        assert running.end(signal.SIGINT) == 130
        until(lambda: not any(map(alive, started)))


def test_processes_do_not_outlive_a_killed_server() -> None:
    with serving("--workers", "1") as running:
        leave = abandoned(running)
        until(lambda: running.busy() == 1)
        started = running.workers()
        running.process.kill()
        running.process.wait(10)
        until(lambda: not any(map(alive, started)))
        leave()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "99999"], "expected a port"),
        (["--host", "256.1.1.1"], "cannot listen"),
        (["--host", "\u202e"], "this is no name of a host"),
        (["--time-limit", "0"], "expected seconds"),
        (["--memory-limit", "1"], "expected megabytes"),
    ],
)
def test_a_server_that_cannot_start_says_why(words: list[str], told: str) -> None:
    command = [sys.executable, "-m", "nonairo", "serve", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_that_is_taken_is_told(server: Server) -> None:
    command = [sys.executable, "-m", "nonairo", "serve", "--port", str(server.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2
    assert "cannot listen on 127.0.0.1" in done.stderr


def test_the_end_does_not_wait_for_clients_that_do_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """One neither sends its body nor goes away; one is owed an answer that it does not read."""
    monkeypatch.setattr(run, "LAST_ANSWERS", 0.1)
    monkeypatch.setattr(run, "LAST_WORDS", 0.1)

    class Closed:
        def refuse_requests(self) -> None: ...

        async def close(self) -> None: ...

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/large":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            for _ in range(1000):
                more = {"type": "http.response.body", "body": b" " * 10**6, "more_body": True}
                await send(more)
        while (await receive())["type"] != "http.disconnect":
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def test() -> None:
        with run.listening(Settings(port=0)) as listener:
            config = uvicorn.Config(app, lifespan="off", log_level="critical")
            config.load()
            server = run.Server(config, Closed())  # type: ignore[arg-type]
            server.lifespan = config.lifespan_class(config)
            await server.startup([listener])
            with ExitStack() as clients:
                for words in (b"POST / HTTP/1.1\r\nContent-Length: 5", b"GET /large HTTP/1.1"):
                    client = socket.create_connection(listener.getsockname())
                    clients.enter_context(client).sendall(words + b"\r\nHost: localhost\r\n\r\n")
                while len(server.server_state.tasks) < 2:
                    await asyncio.sleep(0.01)
                await server.shutdown([listener])
                assert not server.server_state.connections

    asyncio.run(asyncio.wait_for(test(), 20))


def test_a_server_that_is_ended_while_it_starts_does_not_finish_that() -> None:
    class Slow:
        cancelled = False

        async def open(self) -> None:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled = True
                raise

    async def test() -> None:
        slow = Slow()
        server = run.Server(uvicorn.Config(None), slow)  # type: ignore[arg-type]
        asyncio.get_running_loop().call_later(0.05, server.handle_exit, signal.SIGTERM, None)
        await server.open_pool()
        assert slow.cancelled

    asyncio.run(asyncio.wait_for(test(), 20))
