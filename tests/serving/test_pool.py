"""How a request goes through the lanes of a pool; with processes that are none."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from nonairo.serving import lanes, pool
from nonairo.serving.pool import Pool
from nonairo.serving.requests import LOOKED_AT, SPENT, Reply, time_limit_of
from nonairo.serving.settings import Settings
from nonairo.workers.protocol import WorkerDied

DONE = Reply(200, b"{}")


class Fake:
    """A process that is done at once, unless the request says `slow`: then it takes its time."""

    def __init__(self, nice: int) -> None:
        self.alive, self.busy, self.idle_since, self.nice = True, False, 0.0, nice
        self.doubted = False

    @classmethod
    async def start(cls, settings: Settings, nice: int) -> Fake:
        return cls(nice)

    async def work(self, name: str, body: bytes, seconds: float, patience: int) -> Reply | None:
        if b"ends" in body:
            raise WorkerDied
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
    monkeypatch.setattr(lanes, "WorkerProcess", Fake)
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


def test_hints_are_not_refused_because_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        made = Pool(Settings(quick_workers=2, workers=1, queue=4))
        await made.open()
        begun, go_on = asyncio.Event(), asyncio.Event()

        async def work(hand: Fake, name: str, *_: object) -> Reply:
            begun.set()
            await go_on.wait()
            return DONE

        monkeypatch.setattr(Fake, "work", work)
        ordinary = [asyncio.create_task(made.ask("count", b"{}")) for _ in range(9)]
        await begun.wait()
        hints = [asyncio.create_task(made.ask("hint", b"{}")) for _ in range(5)]
        await asyncio.sleep(0.01)
        assert made.quick.waiting_at(1) == made.quick.waiting_at(0) == 4
        assert (await made.ask("hint", b"{}")).status == 503  # its own queue is full now, too
        go_on.set()
        assert [(await task).status for task in hints] == [200] * 5
        assert [(await task).status for task in ordinary] == [200] * 5 + [503] * 4
        await made.close()

    asyncio.run(asyncio.wait_for(run(), 10))


def test_who_need_not_wait_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []

    def look(body: bytes, most: float) -> float:
        looked.append(body)
        return time_limit_of(body, most)

    monkeypatch.setattr(pool, "time_limit_of", look)
    assert asked(b"{}") == [DONE]
    assert not looked
    slow = b'"slow" "time_limit": 0.01'
    assert asked(slow) == [DONE]
    assert looked == [slow]


def test_of_large_requests_only_the_ends_are_looked_at() -> None:
    told, blank = b'"time_limit": 7', b" " * LOOKED_AT
    assert time_limit_of(told + blank + blank, 60) == 7
    assert time_limit_of(blank + blank + told, 60) == 7
    assert time_limit_of(blank + told + blank, 60) == 60


def test_the_right_answer_is_worked_out_beforehand_and_not_in_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    threads: list[threading.Thread] = []
    monkeypatch.setattr(pool, "right_answer", lambda: threads.append(threading.current_thread()))
    asked(b"")
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


def test_an_engine_of_the_users_own_keeps_no_quick_process(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    async def work(hand: Fake, name: str, body: bytes, seconds: float, *_: object) -> Reply:
        given.append(seconds)
        return DONE

    monkeypatch.setattr(Fake, "work", work)
    bodies = b'{"engine": "./mine.py", "time_limit": 3}', b'{"engine": "walk", "time_limit": 3}'
    assert asked(*bodies, engines=("./mine.py",)) == [DONE, DONE]
    assert sorted(given) == [pool.SHORT, 3]
