"""Who gets a process of a lane, and when; with processes that are none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import pytest

from nonairo.serving import lanes
from nonairo.serving.lanes import FAILURES, Lane
from nonairo.serving.process import Hand, Lost
from nonairo.serving.settings import Settings


class Fake:
    """A process that does nothing, is busy if told so, and fails to start when it is its turn."""

    fails: ClassVar[list[bool]] = []  # whether the next start fails, and so on; then none does
    slow_end: ClassVar[asyncio.Event | None] = None  # what the end of one waits for
    ended: ClassVar[int] = 0

    def __init__(self) -> None:
        self.alive, self.busy, self.idle_since = True, False, 0.0

    @classmethod
    async def start(cls, *_: object) -> Fake:
        await asyncio.sleep(0)
        if cls.fails and cls.fails.pop(0):
            raise Lost("not today")
        return cls()

    async def settle(self) -> None:
        await asyncio.sleep(0)
        self.busy = False

    def kill(self) -> None:
        self.alive = self.busy = False

    async def end(self) -> None:
        self.kill()
        if Fake.slow_end is not None:
            await Fake.slow_end.wait()
        Fake.ended += 1


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "Hand", Fake)
    monkeypatch.setattr(Fake, "fails", [])
    monkeypatch.setattr(Fake, "slow_end", None)
    monkeypatch.setattr(Fake, "ended", 0)


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


def test_a_start_that_fails_strands_nobody() -> None:
    async def test(lane: Lane) -> None:
        told: list[str] = []
        done = asyncio.Event()
        done.set()
        Fake.fails[:] = [True, True]
        names = ("first", "second", "third")
        async with asyncio.timeout(5):
            await asyncio.gather(*(hold(lane, 1, told, name, done) for name in names))
        assert sorted(told) == sorted(names)

    with_lane(test, kept=0, most=1)


def test_who_waits_is_told_when_nothing_can_be_started_and_it_is_tried_again() -> None:
    async def test(lane: Lane) -> None:
        told: list[str] = []
        done = asyncio.Event()
        done.set()
        Fake.fails[:] = [True] * 20
        async with asyncio.timeout(5):
            outcomes = await asyncio.gather(
                *(hold(lane, 1, told, "never", done) for _ in range(4)), return_exceptions=True
            )
        assert [type(each) for each in outcomes] == [Lost] * 4
        assert lane.waiting == 0
        lane.tidy(longest=5)  # one try at a time while they fail
        await asyncio.sleep(0.01)
        assert 20 - len(Fake.fails) <= 2 * FAILURES
        Fake.fails.clear()
        lane.tidy(longest=5)
        await asyncio.sleep(0.01)
        assert len(lane.idle) == 2

    async def emptied(lane: Lane) -> None:
        for hand in lane.idle:
            hand.alive = False
        await test(lane)

    with_lane(emptied, kept=2, most=2)


def test_a_lane_that_cannot_start_anything_does_not_open() -> None:
    Fake.fails[:] = [True] * 20
    with pytest.raises(Lost, match="no process could be started"):
        asyncio.run(Lane(Settings(), kept=2, most=2, nice=0).open())


def test_what_is_reserved_leaves_one_for_the_others() -> None:
    async def test(lane: Lane) -> None:
        async with asyncio.timeout(5), lane.lent(1) as hand:
            assert hand.alive

    with_lane(test, kept=1, most=1, reserved=1)


def test_a_process_that_is_still_busy_settles_before_the_next_gets_it() -> None:
    async def test(lane: Lane) -> None:
        async with lane.lent(1) as hand:
            hand.busy = True  # type: ignore[misc]
        assert not lane.idle
        async with lane.lent(1) as again:
            assert again is hand
            assert not again.busy

    with_lane(test, kept=1, most=1)


def test_waiting_ends_in_time_and_the_place_is_given_up() -> None:
    async def test(lane: Lane) -> None:
        soon = asyncio.get_running_loop().time() + 0.01
        async with lane.lent(1):
            with pytest.raises(TimeoutError):
                async with lane.lent(1, soon):
                    pytest.fail("there is only one")
            assert lane.waiting == 0
        assert len(lane.idle) == 1

    with_lane(test, kept=1, most=1)


def test_a_closed_lane_lends_nothing_and_has_seen_every_end() -> None:
    async def run() -> None:
        lane = Lane(Settings(), kept=2, most=2, nice=0)
        await lane.open()
        Fake.slow_end = asyncio.Event()
        lane.idle[0].alive = False
        lane.tidy(longest=5)  # one is being ended while the lane is closed
        closing = asyncio.create_task(lane.close())
        await asyncio.sleep(0.01)
        assert not closing.done()
        Fake.slow_end.set()
        await closing
        assert Fake.ended >= 2
        with pytest.raises(Lost, match="closing"):
            async with asyncio.timeout(5), lane.lent(0):
                pytest.fail("it is closed")

    asyncio.run(run())


def test_a_process_that_has_ended_is_given_no_work() -> None:
    async def run() -> None:
        hand = await Hand.start(Settings(memory_limit=0), 0)
        await hand.end()
        with pytest.raises(Lost):
            await asyncio.wait_for(hand.work("kinds", b"", 60), 5)

    asyncio.run(run())
