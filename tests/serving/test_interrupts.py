"""Work that is stopped again and again leaves nothing behind in its process."""

from __future__ import annotations

import json
import pickle
import select
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

from nonairo import limits
from nonairo.answers import answer
from nonairo.answers.base import MOST_SECONDS
from nonairo.answers.errors import Cancelled
from nonairo.answers.fields import Json
from nonairo.native import request_stop
from nonairo.serving.process import QUESTION, right_answer
from nonairo.serving.requests import Reply
from nonairo.serving.worker import reply, set_up
from nonairo.workers import child
from nonairo.workers.child import Worker
from nonairo.workers.protocol import (
    CALL,
    RETURNED,
    STOPPED,
    Frame,
    call_frame,
    command,
    environment,
    stop_frame,
)
from servers import EASY, HARD

BLANK = "binairo:" + "/".join(["." * 100] * 100)
LONG: list[tuple[str, Json]] = [
    ("count", {"puzzle": BLANK, "time_limit": 0.5}),
    ("generate", {"kind": "binairo", "size": 20, "level": 5, "seed": 1, "time_limit": 0.5}),
    ("count", {"puzzle": HARD, "time_limit": 0.5}),
    ("explain", {"puzzle": HARD, "time_limit": 0.5}),
    ("solve", {"puzzle": HARD, "engine": "walk", "limit": 1000, "time_limit": 0.5}),
    ("repair", {"puzzle": "binairo:" + "/".join(["." * 12] * 12), "time_limit": 0.5}),
]


class Process:
    """A worker process of the server, talked to over its pipes."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        self._child = child
        self._call = 0
        self._send(call_frame(0, set_up, 0, 0))
        self.answer()  # it is ready

    def _send(self, data: bytes) -> None:
        assert self._child.stdin is not None
        self._child.stdin.write(data)
        self._child.stdin.flush()

    def ask(self, name: str, body: bytes) -> None:
        self._call += 1
        self._send(call_frame(self._call, reply, name, body, MOST_SECONDS, 2**40))

    def stop(self) -> None:
        self._send(stop_frame(self._call, 0.0))

    def has_answered(self, seconds: float) -> bool:
        assert self._child.stdout is not None
        return bool(select.select([self._child.stdout], [], [], seconds)[0])

    def answer(self) -> Frame:
        found = Frame.read(self._child.stdout)  # type: ignore[arg-type]
        assert found is not None, "the process ended"
        return found


@contextmanager
def process() -> Iterator[Process]:
    with subprocess.Popen(
        command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
    ) as started:
        try:
            yield Process(started)
        finally:
            started.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="select of pipes is of Unix")
def test_a_storm_of_interrupts_leaves_a_process_as_it_was(full: bool) -> None:
    draw = Random(30)
    kinds: Counter[bytes] = Counter()
    with process() as worker:
        for number in range(1000 if full else 24):
            name, request = LONG[number % len(LONG)]
            worker.ask(name, json.dumps(request).encode())
            wait = 0.06 * draw.random()
            while not worker.has_answered(wait):
                worker.stop()
                wait = 0.0005
            kinds[worker.answer().kind] += 1
            worker.ask(*QUESTION)
            right = Reply(*pickle.loads(worker.answer().data))
            assert right.body == right_answer(), f"spoiled by {name}, number {number}"
    assert set(kinds) <= {STOPPED, RETURNED}
    assert kinds[STOPPED] > kinds[RETURNED]


def test_the_core_ends_a_search_when_it_is_told_to() -> None:
    pytest.importorskip("nonairo._core")
    try:
        request_stop(True)
        with pytest.raises(KeyboardInterrupt):
            answer("count", {"puzzle": HARD})
        request_stop(False)
        assert answer("count", {"puzzle": EASY})["value"] == "1"
    finally:
        request_stop(False)


def test_a_request_leaves_no_limit_behind_however_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unlucky:
        """A ContextVar that is interrupted when a limit is lifted."""

        get, set = limits._ENCLOSING.get, limits._ENCLOSING.set

        def reset(self, token: object) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr(limits, "_ENCLOSING", Unlucky())
    with pytest.raises(KeyboardInterrupt):
        answer("count", {"puzzle": EASY})
    assert limits.enclosing() is None


def asked(call: int, function: Callable[..., object], *arguments: object) -> Frame:
    return Frame(CALL, call, pickle.dumps((function, arguments)))


def test_only_the_call_that_was_stopped_is_ended() -> None:
    worker = Worker()
    worker.stop(7)
    assert not worker.stopped
    assert worker.answer(asked(7, divmod, 17, 5)).kind == STOPPED  # before it began
    assert pickle.loads(worker.answer(asked(8, divmod, 17, 5)).data) == (3, 2)
    worker.turn_to(9)
    worker.stop(8)  # which is done
    assert not worker.stopped
    worker.stop(9)
    assert worker.stopped
    worker.turn_to(10)
    assert not worker.stopped


def test_only_a_call_that_has_used_the_processor_is_stopped() -> None:
    worker = Worker()
    worker.turn_to(3)
    assert worker.has_used(3, 0)
    assert not worker.has_used(3, 5)
    assert not worker.has_used(4, 0)


def test_what_a_stopped_call_returns_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Worker()

    def stopped(_: bytes) -> tuple[bytes, bytes]:
        worker.stop(1)
        return RETURNED, b"half of it"

    monkeypatch.setattr(child, "outcome", stopped)
    assert worker.answer(asked(1, divmod, 17, 5)).kind == STOPPED


def test_a_process_that_grew_is_replaced_also_after_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def cancelled(*_: object, **__: object) -> Reply:
        raise Cancelled

    assert not Reply(*reply("kinds", b"", MOST_SECONDS, 2**40)).last
    assert Reply(*reply("kinds", b"", MOST_SECONDS, 1)).last
    monkeypatch.setattr("nonairo.serving.worker.answered", cancelled)
    assert Reply(*reply("kinds", b"", MOST_SECONDS, 1)).last


def test_every_budget_polls_the_flag() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 100

    with pytest.raises(Cancelled):
        answer("solve", {"puzzle": HARD, "engine": "guess", "limit": 1000}, stop=stop)
    assert asked == 101
