"""Who gets a process of a lane, and when; with processes that are none."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

import pytest

from nonairo.serving import lanes, process
from nonairo.serving.lanes import FAILURES, Lane
from nonairo.serving.process import WorkerProcess
from nonairo.serving.settings import Settings
from nonairo.workers.protocol import WorkerDied


class Fake:
    """A process that does nothing, is busy if told so, and fails to start when it is its turn."""

    fails: ClassVar[list[bool]] = []  # whether the next start fails, and so on; then none does
    slow_end: ClassVar[asyncio.Event | None] = None  # what the end of one waits for
    ended: ClassVar[int] = 0

    def __init__(self) -> None:
        self.alive, self.busy, self.idle_since = True, False, 0.0
        self.doubted, self.right = False, True

    @classmethod
    async def start(cls, *_: object) -> Fake:
        await asyncio.sleep(0)
        if cls.fails and cls.fails.pop(0):
            raise WorkerDied("not today")
        return cls()

    async def stop(self) -> None:
        await asyncio.sleep(0)
        self.busy = False

    async def examine(self) -> bool:
        await asyncio.sleep(0)
        self.doubted = False
        if not self.right:
            self.kill()
        return self.right

    def kill(self) -> None:
        self.alive = self.busy = False

    async def end(self) -> None:
        self.kill()
        if Fake.slow_end is not None:
            await Fake.slow_end.wait()
        Fake.ended += 1


@pytest.fixture(autouse=True)
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "WorkerProcess", Fake)
    monkeypatch.setattr(Fake, "fails", [])
    monkeypatch.setattr(Fake, "slow_end", None)
    monkeypatch.setattr(Fake, "ended", 0)


def with_lane(test: Callable[[Lane], Awaitable[None]], **options: Any) -> None:
    async def run() -> None:
        lane = Lane(Settings(), nice=0, **options)
        await lane.open()
        await test(lane)
        await lane.close()
        assert not lane.processes

    asyncio.run(run())


async def hold(lane: Lane, rank: int, told: list[str], name: str, done: asyncio.Event) -> None:
    async with lane.borrowed(rank):
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
        async with lane.borrowed(1) as one, lane.borrowed(1) as other:
            assert one is not other
            assert one.alive
            assert other.alive
        assert len(lane.processes) == 2
        lane.tidy(longest=5)
        await asyncio.sleep(0.01)
        assert len(lane.processes) == 1

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
        assert [type(each) for each in outcomes] == [WorkerDied] * 4
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
    with pytest.raises(WorkerDied, match="no process could be started"):
        asyncio.run(Lane(Settings(), kept=2, most=2, nice=0).open())


def test_what_is_reserved_leaves_one_for_the_others() -> None:
    async def test(lane: Lane) -> None:
        async with asyncio.timeout(5), lane.borrowed(1) as hand:
            assert hand.alive

    with_lane(test, kept=1, most=1, reserved=1)


def test_a_process_that_is_still_busy_settles_before_the_next_gets_it() -> None:
    async def test(lane: Lane) -> None:
        async with lane.borrowed(1) as hand:
            hand.busy = True  # type: ignore[misc]
        assert not lane.idle
        async with lane.borrowed(1) as again:
            assert again is hand
            assert not again.busy

    with_lane(test, kept=1, most=1)


def test_every_process_is_asked_and_those_that_are_wrong_are_replaced() -> None:
    async def test(lane: Lane) -> None:
        first, second, _ = lane.idle
        second.right = False  # type: ignore[attr-defined]
        async with lane.borrowed(1) as hand:
            hand.right = False  # type: ignore[attr-defined]
            assert await lane.examine() == (hand is not second)
            assert hand.doubted
            assert hand in lane.processes
        await asyncio.sleep(0.01)
        assert hand not in lane.processes
        assert second not in lane.processes
        assert len(lane.processes) == len(lane.idle) == 3
        assert await lane.examine() == 0
        assert not first.doubted

    with_lane(test, kept=3, most=3)


def test_each_rank_has_a_queue_of_its_own() -> None:
    async def test(lane: Lane) -> None:
        told: list[str] = []
        done = asyncio.Event()
        ranks = [1, 1, 1, 0, 0]
        tasks = [asyncio.create_task(hold(lane, rank, told, str(rank), done)) for rank in ranks]
        await asyncio.sleep(0.01)
        assert (lane.waiting_at(0), lane.waiting_at(1)) == (1, 2)
        done.set()
        await asyncio.gather(*tasks)

    with_lane(test, kept=2, most=2, reserved=1)


def test_waiting_ends_in_time_and_the_place_is_given_up() -> None:
    async def test(lane: Lane) -> None:
        soon = asyncio.get_running_loop().time() + 0.01
        async with lane.borrowed(1):
            with pytest.raises(TimeoutError):
                async with lane.borrowed(1, soon):
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
        with pytest.raises(WorkerDied, match="closing"):
            async with asyncio.timeout(5), lane.borrowed(0):
                pytest.fail("it is closed")

    asyncio.run(run())


def test_a_process_is_asked_a_question_and_ended_if_it_is_wrong(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        hand = await WorkerProcess.start(Settings(memory_limit=0), 0)
        hand.doubted, since = True, hand.idle_since
        assert await hand.examine()
        assert (hand.alive, hand.doubted, hand.idle_since) == (True, False, since)
        monkeypatch.setattr(process, "right_answer", lambda: b"another")
        assert not await hand.examine()
        assert not hand.alive
        assert "wrong answer to a known question" in caplog.text
        assert not await hand.examine()  # it has ended already
        await hand.end()
        with pytest.raises(WorkerDied):
            await asyncio.wait_for(hand.work("kinds", b"", 60), 5)

    asyncio.run(run())


def test_a_process_that_is_slow_is_not_wrong_but_one_that_hangs_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def run() -> None:
        hand = await WorkerProcess.start(Settings(memory_limit=0), 0)
        monkeypatch.setattr(process, "LATEST", 0.0)  # so that no answer comes in time
        monkeypatch.setattr(process, "PATIENCE", 60.0)
        assert await hand.examine()
        assert hand.alive
        monkeypatch.setattr(process, "PATIENCE", 0.0)
        monkeypatch.setattr(process, "LATE", 60.0)
        monkeypatch.setattr(process, "busy", lambda: False)
        os.kill(hand._process.pid, signal.SIGSTOP)  # it cannot react, however late we look
        assert not await hand.examine()
        assert not hand.alive
        await hand.end()

    asyncio.run(run())


def test_a_process_whose_call_fails_is_ended_and_says_why(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Errors of requests are answers; any other exception is a fault of the process."""

    async def run() -> None:
        worker = await WorkerProcess.start(Settings(memory_limit=0), 0)
        monkeypatch.setattr(process, "reply", int)  # which takes no such arguments
        with pytest.raises(WorkerDied):
            await worker.work("solve", b"{}", 5.0)
        assert not worker.alive
        await worker.end()

    asyncio.run(run())
    assert "a process failed: TypeError: " in caplog.text
