"""How a request goes through the lanes of a pool; with processes that are none."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from nonairo.serving import lanes, pool
from nonairo.serving.pool import Pool
from nonairo.serving.process import Lost
from nonairo.serving.requests import LOOKED_AT, SPENT, longest_asked
from nonairo.serving.settings import Settings
from nonairo.serving.wire import Reply

DONE = Reply(200, b"{}")


class Fake:
    """A process that is done at once, unless the request says `slow`: then it takes its time."""

    def __init__(self, nice: int) -> None:
        self.alive, self.busy, self.idle_since, self.nice = True, False, 0.0, nice

    @classmethod
    async def start(cls, settings: Settings, nice: int) -> Fake:
        return cls(nice)

    async def work(self, name: str, body: bytes, seconds: float, patience: int) -> Reply | None:
        if b"ends" in body:
            raise Lost
        if b"slow" not in body:
            return DONE
        if self.nice:
            await asyncio.sleep(seconds)
            return DONE
        return None

    def kill(self) -> None:
        self.alive = False

    async def end(self) -> None:
        self.kill()


def asked(*bodies: bytes, **settings: Any) -> list[Reply]:
    async def run() -> list[Reply]:
        made = Pool(Settings(quick_workers=2, **settings))
        await made.open()
        async with asyncio.timeout(10):
            replies = await asyncio.gather(*(made.ask("count", body) for body in bodies))
        assert made.waiting == 0
        await made.close()
        return replies

    return asyncio.run(run())


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "Hand", Fake)
    monkeypatch.setattr(pool, "GRACE", 0.0)


def test_time_in_a_queue_is_bounded_by_the_request_itself() -> None:
    long, short = b'"slow" "time_limit": 0.3', b'"slow" "time_limit": 0.05'
    assert asked(long, short, workers=1) == [DONE, SPENT["time"]]


def test_a_full_queue_and_a_lost_process_are_told() -> None:
    first, others = b'"slow" "time_limit": 0.02', b'"slow" "time_limit": 0.5'
    replies = asked(first, others, others, b"ends", workers=1, queue=1)
    assert [reply.status for reply in replies] == [200, 200, 503, 503]
    assert replies[1] == DONE
    assert b'"busy"' in replies[2].body
    assert b'"lost"' in replies[3].body


def test_who_need_not_wait_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []

    def look(body: bytes, most: float) -> float:
        looked.append(body)
        return longest_asked(body, most)

    monkeypatch.setattr(pool, "longest_asked", look)
    assert asked(b"{}") == [DONE]
    assert not looked
    slow = b'"slow" "time_limit": 0.01'
    assert asked(slow) == [DONE]
    assert looked == [slow]


def test_of_large_requests_only_the_ends_are_looked_at() -> None:
    told, blank = b'"time_limit": 7', b" " * LOOKED_AT
    assert longest_asked(told + blank + blank, 60) == 7
    assert longest_asked(blank + blank + told, 60) == 7
    assert longest_asked(blank + told + blank, 60) == 60
