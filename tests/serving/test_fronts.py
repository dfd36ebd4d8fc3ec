"""Front processes that end: they are replaced, unless that does not help."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

import nonairo as nn
from nonairo.serving import fronts, run
from nonairo.serving.settings import Settings

MANY = 14


class Enough(Exception):
    """Front processes are replaced for ever."""


@pytest.fixture
def starts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, float]]:
    """The number of each front process that is started, and when."""
    found: list[tuple[int, float]] = []
    start = fronts.Fronts.start

    def counted(all_fronts: fronts.Fronts, number: int) -> None:
        if len(found) == MANY:
            raise Enough
        found.append((number, time.monotonic()))
        start(all_fronts, number)

    monkeypatch.setattr(fronts.Fronts, "start", counted)
    return found


def serve(monkeypatch: pytest.MonkeyPatch, says: bytes) -> None:
    """Serve by two front processes that say this and end with exit code 3."""
    program = f"socket.socket(fileno=int(sys.argv[2])).send({says!r}); time.sleep(0.1); sys.exit(3)"
    monkeypatch.setattr(fronts, "PROGRAM", f"import socket, sys, time; {program}")
    with run.listening(Settings(port=0)) as listener:
        fronts.serve_by_fronts(Settings(processes=2), listener, lambda: None)


@pytest.mark.parametrize("says", [fronts.READY, b""])
def test_front_processes_that_keep_ending_end_the_server(
    says: bytes, starts: list[tuple[int, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "PAUSE", 0.2)
    told = "^cannot serve: front processes end soon after their start: exit code 3$"
    with pytest.raises(nn.NonairoError, match=told):
        serve(monkeypatch, says)
    times = [time for number, time in starts if number == starts[-1][0]]
    assert fronts.FAILURES - 1 <= len(times) <= fronts.FAILURES
    pauses = [after - before for before, after in pairwise(times)]
    assert pauses[1] >= 0.2
    assert pauses[2] >= 0.4


def test_front_processes_that_end_now_and_then_are_always_replaced(
    starts: list[tuple[int, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fronts, "YOUNG", 0.0)
    with pytest.raises(Enough):
        serve(monkeypatch, fronts.READY)
