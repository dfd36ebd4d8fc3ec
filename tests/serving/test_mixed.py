"""Many requests at once, some of them cut off or left: all others are answered right."""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from random import Random

import pytest

from nonairo.answers import answer
from nonairo.answers.fields import Json
from nonairo.kinds import KINDS
from servers import HARD, Server, alive, serving

BLANK = "binairo:" + "/".join(["." * 100] * 100)
EXAMPLES = [kind.example for kind in KINDS.values()]
LONG: list[tuple[str, Json]] = [
    ("count", {"puzzle": BLANK}),
    ("count", {"puzzle": HARD}),
    ("explain", {"puzzle": HARD}),
    ("grade", {"puzzle": HARD}),
    ("solve", {"puzzle": HARD, "engine": "walk", "limit": 1000}),
    ("generate", {"kind": "binairo", "size": 20, "level": 6, "seed": 1}),
    ("hint", {"puzzle": BLANK}),
]


def without_stats(given: Json) -> Json:
    return {name: value for name, value in given.items() if name != "stats"}


@cache
def expected(name: str, text: str) -> Json:
    given: Json = json.loads(json.dumps(answer(name, json.loads(text) | {"time_limit": 60})))
    return without_stats(given)


def ask_right(server: Server, draw: Random) -> str:
    """Ask what is quickly known; say what came."""
    name = draw.choice(["hint", "grade", "explain", "solve", "count", "describe", "generate"])
    request: Json = {"puzzle": draw.choice(EXAMPLES)}
    if name == "generate":
        request = {"kind": "binairo", "size": 8, "seed": draw.randrange(20)}
    given = server.ask(name, request | {"time_limit": 2})  # what the server of the tests allows
    if given.status != 200:
        return f"refused with {given.status}"
    right = without_stats(given.json) == expected(name, json.dumps(request))
    return "right" if right else f"wrong: {name} {given.body!r:.300}"


def ask_long(server: Server, draw: Random) -> str:
    """Ask for more than can be had in the time."""
    name, request = draw.choice(LONG)
    given = server.ask(name, request | {"time_limit": draw.choice([0.02, 0.1, 0.3])})
    return "cut off" if given.status == 200 else f"refused with {given.status}"


def leave(server: Server, draw: Random) -> str:
    """Ask, and do not wait for the answer."""
    name, request = draw.choice(LONG)
    connection = server.connect()
    connection.request("POST", f"/api/{name}", json.dumps(request).encode())
    time.sleep(0.15 * draw.random())
    connection.close()
    return "left"


def run_mixed(server: Server, number: int) -> Counter[str]:
    def ask(seed: int) -> str:
        draw = Random(seed)
        kind = draw.choices([ask_right, ask_long, leave], [7, 2, 1])[0]
        return kind(server, draw)

    with ThreadPoolExecutor(6) as threads:
        return Counter(threads.map(ask, range(number)))


def check_mixed(server: Server, number: int) -> Counter[str]:
    before = server.workers()
    outcomes = run_mixed(server, number)
    assert set(outcomes) <= {"right", "cut off", "left"}, outcomes
    health = server.send("/health")
    assert (health.status, health.json["status"], health.json["wrong"]) == (200, "ok", 0)
    outcomes["processes replaced"] = sum(not alive(pid) for pid in before)
    return outcomes


def test_requests_that_are_cut_off_or_left_spoil_no_other(server: Server) -> None:
    outcomes = check_mixed(server, 80)
    assert outcomes["right"] > outcomes["cut off"] > 0
    assert outcomes["left"] > 0


@pytest.mark.full
def test_ten_thousand_requests_leave_every_process_right() -> None:
    with serving("--workers", "2") as server:
        print(check_mixed(server, 10_000))  # noqa: T201
