"""The parts of a server, without one: the guard, the wire, the files, a process that runs out."""

from __future__ import annotations

import json
import sys
import time

import pytest

from nonairo.answers.errors import AnswerError
from nonairo.cli import main
from nonairo.serving import worker as working
from nonairo.serving.guards import Guard
from nonairo.serving.replies import Receive, Scope, Send
from nonairo.serving.requests import check_depth, parsed
from nonairo.serving.static import TYPES, page_files
from nonairo.serving.wire import CANCELLED, Order, Reply
from nonairo.serving.worker import Worker


async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("nobody asks")


@pytest.mark.parametrize(
    ("bound", "host", "known"),
    [
        ("127.0.0.1", "localhost:8000", True),
        ("127.0.0.1", "192.168.1.5:8000", False),
        ("192.168.1.5", "192.168.1.5:8000", True),
        ("0.0.0.0", "192.168.1.5:8000", True),
        ("::", "[fe80::1]:8000", True),
        ("0.0.0.0", "rebound.example", False),
        ("0.0.0.0", "puzzles.example", True),
        ("::1", "[::1]:8000", True),
    ],
)
def test_who_may_be_called(bound: str, host: str, known: bool) -> None:
    guard = Guard(nothing, bound, ["Puzzles.example"])
    refusal = guard.refusal([(b"host", host.encode())])
    assert (refusal is None) is known


def test_brackets_in_texts_have_no_depth() -> None:
    check_depth(json.dumps({"puzzle": "[" * 1000, "a": "\\" * 9 + '"' + "{" * 50}))
    check_depth("[" * 32 + "]" * 32)
    with pytest.raises(AnswerError):
        check_depth("[" * 33)
    with pytest.raises(AnswerError):
        parsed(b'{"a": "' + b"\\" * 40 + b'", "b": ' + b"[" * 40)


def test_a_process_that_runs_out_of_memory_says_so_and_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def all_gone(*_: object) -> Reply:
        raise MemoryError

    monkeypatch.setattr(working, "answered", all_gone)
    reply = Worker(60).work(Order(1, "solve", b"{}"))
    assert (reply.status, reply.leaves) == (200, True)
    assert json.loads(reply.body)["limit"] == "memory"


def test_a_fault_of_ours_is_told_without_its_insides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(*_: object) -> Reply:
        raise KeyError("/secret/path")

    monkeypatch.setattr(working, "answered", wrong)
    reply = Worker(60).work(Order(1, "solve", b"{}"))
    assert (reply.status, reply.leaves) == (500, False)
    assert b"secret" not in reply.body
    assert "secret" in capsys.readouterr().err  # where the server was started


def test_what_was_cancelled_before_it_began_is_not_begun() -> None:
    worker = Worker(60)
    worker.unwanted = 7
    assert worker.work(Order(7, "solve", b"{}")).status == CANCELLED
    assert worker.work(Order(8, "solve", b"{}")).status == 422


def test_only_files_for_browsers_are_sent() -> None:
    files = page_files()
    assert "/" in files
    assert all(path == "/" or f".{path.rpartition('.')[2]}" in TYPES for path in files)
    assert all(b"text/html" in files[path].kind for path in ("/",))


@pytest.mark.parametrize(
    ("command", "missing"), [("serve", "uvicorn"), ("serve", "fastapi"), ("play", "uvicorn")]
)
def test_without_the_extra_it_is_named(
    command: str, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("nonairo.serving.run", "nonairo.serving.app"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    assert main([command]) == 2
    told = f"nonairo: {command} needs {missing}: pip install 'nonairo[web]'\n"
    assert capsys.readouterr().err == told


def test_only_a_job_that_had_the_processor_is_told_to_end() -> None:
    worker = Worker(60)
    worker.now, worker.began = 3, time.process_time() - 1
    assert worker.has_had(3, 0.5)
    assert not worker.has_had(3, 5)
    assert not worker.has_had(4, 0.5)
