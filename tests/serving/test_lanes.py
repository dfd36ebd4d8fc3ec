"""Who gets a process of a lane, and when; with processes that are none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from nonairo.serving import lanes
from nonairo.serving.lanes import Lane
from nonairo.serving.settings import Settings


class Idle:
    """A process that does nothing."""

    alive, busy, idle_since = True, False, 0.0
    started = 0

    @classmethod
    async def start(cls, *_: object) -> Idle:
        cls.started += 1
        return cls()

    async def end(self) -> None:
        self.alive = False


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "Hand", Idle)


def with_lane(test: Callable[[Lane], Awaitable[None]], **options: Any) -> None:
    async def run() -> None:
        lane = Lane(Settings(), nice=0, **options)
        await lane.open()
        await test(lane)
        await lane.close()
        assert not lane.hands

    asyncio.run(run())


async def hold(lane: Lane, rank: int, told: list[str], name: str, done: asyncio.Event) -> None:
    async with lane.lent(rank):
        told.append(name)
        await done.wait()


def test_a_process_is_reserved_for_what_is_quick() -> None:
    async def test(lane: Lane) -> None:
        told: list[str] = []
        done, later = asyncio.Event(), asyncio.Event()
        tasks = [
            asyncio.create_task(hold(lane, 1, told, "first", done)),
            asyncio.create_task(hold(lane, 1, told, "second", later)),
            asyncio.create_task(hold(lane, 0, told, "hint", done)),
        ]
        await asyncio.sleep(0.01)
        assert (told, lane.waiting) == (["first", "hint"], 1)
        done.set()
        await asyncio.sleep(0.01)
        assert (told, lane.waiting) == (["first", "hint", "second"], 0)
        later.set()
        await asyncio.gather(*tasks)
        assert len(lane.idle) == 2

    with_lane(test, kept=2, most=2, reserved=1)


def test_quick_ones_go_first_and_who_leaves_is_forgotten() -> None:
    async def test(lane: Lane) -> None:
        told: list[str] = []
        done = asyncio.Event()
        first = asyncio.create_task(hold(lane, 1, told, "first", done))
        await asyncio.sleep(0.01)
        others = [
            asyncio.create_task(hold(lane, rank, told, name, done))
            for rank, name in ((1, "gone"), (1, "long"), (0, "hint"))
        ]
        await asyncio.sleep(0.01)
        others[0].cancel()
        await asyncio.sleep(0.01)
        assert lane.waiting == 2
        done.set()
        await asyncio.gather(first, *others[1:])
        assert told == ["first", "hint", "long"]

    with_lane(test, kept=1, most=1)


def test_dead_processes_are_replaced_and_spare_ones_go_home() -> None:
    async def test(lane: Lane) -> None:
        lane.idle[0].alive = False
        async with lane.lent(1) as one, lane.lent(1) as other:
            assert one is not other
            assert one.alive
            assert other.alive
        assert len(lane.hands) == 2
        lane.tidy(longest=5)
        await asyncio.sleep(0.01)
        assert len(lane.hands) == 1

    with_lane(test, kept=1, most=2)
