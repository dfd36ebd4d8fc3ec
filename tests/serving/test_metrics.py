"""What a server counts, logs and refuses, with one front process and with several."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from nonairo.serving import watch
from nonairo.serving.metrics import BUCKETS, ENDPOINTS, PLACES, SIZE, STATUSES, Metrics
from nonairo.serving.rates import RateLimit, client_of
from nonairo.serving.replies import Message, Receive, Scope, Send
from nonairo.serving.settings import Settings
from nonairo.serving.shared import Shared
from servers import EASY, HARD, Server, alive, children, serving, until

BODY = json.dumps({"puzzle": EASY}).encode()
SAMPLE = re.compile(r"([a-z_]+)(?:\{(.*)\})? ([0-9.e+-]+)")


def read(text: str) -> dict[tuple[str, ...], float]:
    """The samples of a text of Prometheus, which must be well formed."""
    found, typed = {}, {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            typed[name] = kind
        elif not line.startswith("# HELP "):
            match = SAMPLE.fullmatch(line)
            assert match is not None, line
            family = re.sub("_(bucket|sum|count)$", "", match[1])
            assert match[1] in typed or typed[family] == "histogram"
            labels = re.findall(r'([a-z]+)="([^"]*)"', match[2] or "")
            key = (match[1], *(value for _, value in labels))
            assert key not in found
            found[key] = float(match[3])
    return found


def metrics(server: Server) -> dict[tuple[str, ...], float]:
    reply = server.send("/metrics")
    assert reply.status == 200
    assert reply.headers["content-type"].startswith("text/plain; version=0.0.4")
    return read(reply.body.decode())


def answered(server: Server, path: str, status: str = "200") -> float:
    return metrics(server).get(("nonairo_requests_total", path, status), 0)


@pytest.fixture(params=[1, 2], ids=["one front", "two fronts"], scope="module")
def watched(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server that counts what several tests ask: they look at what is added."""
    with serving("--processes", str(request.param), "--workers", "2") as server:
        yield server


def test_metrics_add_up_over_processes_and_clients(watched: Server) -> None:
    statuses: Counter[int] = Counter()
    before = metrics(watched)

    def added(*key: str) -> float:
        return found.get(key, 0) - before.get(key, 0)

    def client() -> None:
        connection = watched.connect()
        for number in range(30):
            body = BODY if number % 3 else b"{"
            connection.request("POST", "/api/solve", body)
            reply = connection.getresponse()
            reply.read()
            statuses[reply.status] += 1
        connection.close()

    threads = [threading.Thread(target=client) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert statuses == {200: 160, 400: 80}
    watched.send("/nowhere")
    watched.send("/")
    found = metrics(watched)
    late = time.monotonic() + 10  # a front process counts an answer when it has been sent
    while not added("nonairo_requests_total", "page", "200") and time.monotonic() < late:
        found = metrics(watched)
    solved = (("/api/solve", "200", 160), ("/api/solve", "400", 80))
    for path, status, number in (*solved, ("other", "404", 1), ("page", "200", 1)):
        assert added("nonairo_requests_total", path, status) == number
    assert added("nonairo_request_seconds_count", "/api/solve") == 240
    name = "nonairo_request_seconds_bucket"
    buckets = [added(name, "/api/solve", str(le)) for le in BUCKETS]
    assert buckets == sorted(buckets)
    assert buckets[-1] == added(name, "/api/solve", "+Inf") == 240
    assert 0 < added("nonairo_request_seconds_sum", "/api/solve") < 240
    assert found["nonairo_lane", "quick", "idle"] >= 2


def test_ready_asks_a_real_question(watched: Server) -> None:
    reply = watched.send("/ready")
    assert (reply.status, reply.json) == (200, {"status": "ready"})


def test_every_answer_has_an_id_that_the_client_may_choose(watched: Server) -> None:
    ids = [watched.send("/api/solve", BODY).headers["x-request-id"] for _ in range(2)]
    assert ids[0] != ids[1]
    assert all(re.fullmatch("[0-9a-f]{16}", each) for each in ids)
    for given, kept in (("proxy-7.a_B", True), ("a b", False), ("x" * 65, False), ("", False)):
        headers = {"X-Request-Id": given}
        for path in ("/api/solve", "/nowhere", "/metrics"):
            found = watched.send(path, headers=headers).headers["x-request-id"]
            assert (found == given) is kept


def test_limits_are_counted(watched: Server) -> None:
    spent = ("nonairo_limits_total", "time")
    before = metrics(watched).get(spent, 0)
    watched.ask("count", {"puzzle": HARD, "time_limit": 0.2})
    until(lambda: metrics(watched)[spent] == before + 1)


def deaths_of_fronts(server: Server) -> float:
    """How many are counted; a connection that was given to the one that dies is reset."""
    try:
        return metrics(server).get(("nonairo_process_deaths_total", "front"), 0)
    except ConnectionError:
        return 0


def test_deaths_are_logged_and_counted(capfd: pytest.CaptureFixture[str]) -> None:
    with serving("--processes", "2") as server:
        fronts = children(server.process.pid)
        assert len(fronts) == 2
        os.kill(children(fronts[0])[0], signal.SIGKILL)
        until(lambda: metrics(server)["nonairo_process_deaths_total", "ended"] == 1)
        before = answered(server, "/metrics")
        os.kill(fronts[1], signal.SIGKILL)
        until(lambda: deaths_of_fronts(server) == 1)
        until(lambda: len(children(server.process.pid)) == 2)
        assert answered(server, "/metrics") > before, "counts outlive their process"
        until(lambda: all(server.send("/ready").status == 200 for _ in range(4)))
    told = capfd.readouterr().err
    assert re.search(r"nonairo: process \d+ ended: killed by SIGKILL", told)
    assert re.search(r"nonairo: front process \d+ ended: signal 9", told)


def test_connections_go_to_all_fronts_in_turn() -> None:
    with serving("--processes", "2") as server:
        connections = [server.connect() for _ in range(6)]
        for connection in connections:
            connection.request("GET", "/ready")
            connection.getresponse().read()
        fronts = children(server.process.pid)
        sockets = [
            sum("socket" in str(link.readlink()) for link in Path(f"/proc/{pid}/fd").iterdir())
            for pid in fronts
        ]
        for connection in connections:
            connection.close()
    assert sockets[0] == sockets[1]


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_fronts_end_with_the_server(how: signal.Signals) -> None:
    with serving("--processes", "2") as server:
        family = children(server.process.pid)
        family += [worker for front in family for worker in children(front)]
        assert len(family) > 6
        code = server.end(how)
        until(lambda: not any(map(alive, family)))
    assert code == {signal.SIGTERM: 0, signal.SIGINT: 130, signal.SIGKILL: -9}[how]


def test_access_log_is_a_line_of_json_for_each_request() -> None:
    command = [sys.executable, "-m", "nonairo", "serve", "--port", "0", "--access-log",
               "--proxy", "127.0.0.1"]  # fmt: skip
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:  # type: ignore[call-overload]
        port = int(process.stdout.readline().rstrip("/\n").rpartition(":")[2])
        server = Server(process, "127.0.0.1", port)
        headers = {"X-Forwarded-For": "198.51.100.9, 192.0.2.7", "X-Request-Id": "mine"}
        server.send("/api/solve", BODY, headers=headers)
        server.send("/no%0Awhere?puzzle=secret")
        process.terminate()
        lines = [json.loads(line) for line in process.stderr]
    first, second = lines
    assert first.keys() == {
        "time", "id", "client", "method", "path", "status", "bytes", "seconds"
    }  # fmt: skip
    assert (first["id"], first["client"]) == ("mine", "192.0.2.7")
    assert (first["method"], first["path"], first["status"]) == ("POST", "/api/solve", 200)
    assert first["bytes"] > 100
    assert (second["path"], second["status"], second["client"]) == (
        "/no\nwhere", 404, "127.0.0.1"
    )  # fmt: skip


def test_an_address_that_asks_too_often_waits() -> None:
    with serving("--rate-limit", "1", "--processes", "2", "--proxy", "127.0.0.1") as server:
        found = [server.send("/api/solve", BODY) for _ in range(9)]
        statuses = [reply.status for reply in found]
        assert statuses.count(200) in (5, 6, 7)
        refused = next(reply for reply in found if reply.status == 429)
        assert refused.code == "rate"
        assert refused.headers["retry-after"] == "1"
        assert refused.headers["x-frame-options"] == "DENY"
        other = server.send("/api/solve", BODY, headers={"X-Forwarded-For": "192.0.2.1"})
        assert other.status == 200
        assert server.send("/").status == server.send("/ready").status == 200
        limited = metrics(server)["nonairo_limits_total", "rate"]
        assert limited == answered(server, "/api/solve", "429") == statuses.count(429)


def test_rates_are_those_of_all_processes_together() -> None:
    shared, now = Shared(2, SIZE), 50.0
    limits = [RateLimit(Shared(2, SIZE, shared.file), 2, lambda: now) for _ in range(2)]
    allowed = sum(limits[number % 2].wait("192.0.2.1") == 0 for number in range(40))
    assert allowed == 10
    now += 1
    assert sum(limits[number % 2].wait("192.0.2.1") == 0 for number in range(40)) == 2
    assert limits[0].wait("2001:db8::1") == 0
    assert [limits[0].wait(f"2001:db8::{number}") for number in range(9)][-1] == 0
    assert limits[1].wait("2001:db8::ffff") > 0, "a network of IPv6 is one client"


def test_only_our_proxies_are_believed() -> None:
    proxies = {"10.0.0.1", "10.0.0.2"}
    assert client_of("10.0.0.1", "1.1.1.1, 2.2.2.2, 10.0.0.2", proxies) == "2.2.2.2"
    assert client_of("3.3.3.3", "1.1.1.1", proxies) == "3.3.3.3"
    assert client_of("10.0.0.1", "", proxies) == "10.0.0.1"
    assert client_of("::ffff:10.0.0.1", "2.2.2.2", proxies) == "2.2.2.2"


@pytest.mark.parametrize(
    ("named", "client"),
    [
        ("2.2.2.2:4711", "2.2.2.2"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:db8::1:4711", "2001:db8::1:4711"),
        ("2.2.2.2, 10.0.0.2:4711", "2.2.2.2"),
        ("1.1.1.1, unknown", "10.0.0.1"),
        ('2.2.2.2", "status": 200', "10.0.0.1"),
        ("1.1.1.1, ", "10.0.0.1"),
        ("x" * 5000, "10.0.0.1"),
    ],
)
def test_a_client_is_an_address_without_its_port(named: str, client: str) -> None:
    assert client_of("10.0.0.1", named, {"10.0.0.1", "10.0.0.2"}) == client


def test_every_proxy_may_add_a_line_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async def app(_: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def take(_: Message) -> None:
        pass

    lines: list[dict[str, object]] = []
    monkeypatch.setattr(watch, "log", lines.append)
    proxies = ("10.0.0.1", "10.0.0.2")
    around = watch.Watch(app, Settings(access_log=True, proxies=proxies), Metrics(), frozenset())
    addresses = [(b"x-forwarded-for", each) for each in (b"9.9.9.9", b"2.2.2.2", b"10.0.0.2")]
    scope = {"type": "http", "path": "/", "method": "GET", "client": ("10.0.0.1", 1)}
    asyncio.run(around(scope | {"headers": addresses}, None, take))  # type: ignore[arg-type]
    assert [line["client"] for line in lines] == ["2.2.2.2"]


def test_every_address_of_ipv4_has_a_limit_of_its_own_on_a_socket_of_ipv6() -> None:
    limit = RateLimit(Shared(1, 1), 1, clock=lambda: 0.0)
    assert [limit.wait("::ffff:192.0.2.1") > 0 for _ in range(6)] == [False] * 5 + [True]
    assert limit.wait("192.0.2.1") > 0
    assert limit.wait("::ffff:198.51.100.9") == 0
    assert [limit.wait(f"2001:db8::{k}") > 0 for k in range(6)] == [False] * 5 + [True]


def test_processes_count_apart_and_are_added_up() -> None:
    shared = Shared(2, SIZE)
    both = [Metrics(Shared(2, SIZE, shared.file), number) for number in range(2)]
    for each in both:
        for number, endpoint in enumerate(ENDPOINTS):
            each.request(endpoint, STATUSES[number % len(STATUSES)], 0.02)
        each.request("/api/solve", "418", 100)
        each.death("ended")
        each.connections(3)
    found = read(both[0].text().decode())
    assert found == read(both[1].text().decode())
    assert found["nonairo_requests_total", "/api/solve", "other"] == 2
    assert found["nonairo_connections",] == 6
    total = sum(n for (name, *_), n in found.items() if name == "nonairo_requests_total")
    assert total == 2 * len(ENDPOINTS) + 2
    both[1].reset_gauges()
    assert read(both[0].text().decode())["nonairo_connections",] == 3
    assert len({*PLACES.values()}) == SIZE


def test_workers_are_shared_out() -> None:
    settings = Settings(processes=3, workers=8, quick_workers=5, queue=64)
    one = settings.share()
    assert (one.workers, one.quick_workers, one.queue) == (3, 2, 22)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--processes", "0", "expected 1 to 64"),
        ("--processes", "x", "expected"),
        ("--rate-limit", "0", "expected requests a second"),
        ("--rate-limit", "nan", "expected requests a second"),
        ("--proxy", "proxy.example", "expected an IP address"),
    ],
)
def test_options_that_cannot_be_are_refused(option: str, value: str, message: str) -> None:
    command = [sys.executable, "-m", "nonairo", "serve", option, value]
    found = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert found.returncode == 2
    assert message in found.stderr


def test_a_port_that_is_taken_is_an_error_with_several_fronts() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "nonairo", "serve", "--port", port, "--processes", "2"]
        found = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert found.returncode == 2
    assert "cannot listen" in found.stderr
