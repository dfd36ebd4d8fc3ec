"""The parts of a server, without one: the guard, the wire, the files, a process that runs out."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from importlib.abc import MetaPathFinder
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.answers.errors import AnswerError
from nonairo.cli import main
from nonairo.cli.serve import serving as cli_serving
from nonairo.serving import app as application
from nonairo.serving import settings
from nonairo.serving import worker as working
from nonairo.serving.guards import Guard
from nonairo.serving.replies import Message, Receive, Scope, Send
from nonairo.serving.requests import check_depth, parsed
from nonairo.serving.settings import Settings
from nonairo.serving.static import page_files
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
        ("127.0.0.1", "ported.example:8080", True),
        ("127.0.0.1", "ported.example", True),
    ],
)
def test_who_may_be_called(bound: str, host: str, known: bool) -> None:
    guard = Guard(nothing, bound, ["Puzzles.example", "ported.example:8080"])
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


def test_all_files_of_the_page_are_sent_and_nothing_else() -> None:
    files = page_files()
    folder = Path(nn.__file__).parent / "page"
    there = {
        f"/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.suffix not in (".py", ".pyc")
    }
    assert {path: file.body for path, file in files.items()} == there | {
        "/": there["/index.html"],
        "/favicon.ico": there["/pictures/icon.svg"],
    }
    assert files["/"].kind == b"text/html; charset=utf-8"
    assert files["/offline.js"].kind == b"text/javascript; charset=utf-8"


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


def test_without_the_extra_the_command_that_needs_it_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken(MetaPathFinder):
        """Fails as an extension does that was built for another system: with no name."""

        def find_spec(self, name: str, *_: object) -> None:
            if name == "nonairo.serving.run":
                raise ImportError("wrong system")

    monkeypatch.delitem(sys.modules, "nonairo.serving.run", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(nn.NonairoError, match=r"^play needs FastAPI and uvicorn: pip install"):
        cli_serving("play")


def test_there_is_only_so_much_room_for_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "ALL_BODIES", 100)
    app, _ = application.make_app(Settings(quick_workers=1, workers=1))
    told: list[Message] = []

    async def never() -> Message:
        raise AssertionError("nothing is read")

    async def send(message: Message) -> None:
        told.append(message)

    headers = [(b"host", b"localhost"), (b"content-length", b"101")]
    scope = {"type": "http", "method": "POST", "path": "/api/solve", "headers": headers}
    asyncio.run(app(scope | {"query_string": b"", "root_path": ""}, never, send))  # type: ignore[arg-type]
    assert told[0]["status"] == 503
    assert (b"retry-after", b"2") in told[0]["headers"]
    assert json.loads(told[1]["body"])["error"]["code"] == "busy"


def test_only_a_job_that_had_the_processor_is_told_to_end() -> None:
    worker = Worker(60)
    worker.now, worker.began = 3, time.process_time() - 1
    assert worker.has_had(3, 0.5)
    assert not worker.has_had(3, 5)
    assert not worker.has_had(4, 0.5)


def test_the_processes_do_not_grow_with_every_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "cores", lambda: 128)
    assert (Settings().workers, Settings().quick_workers) == (8, 8)
    monkeypatch.setattr(settings, "cores", lambda: 1)
    assert (Settings().workers, Settings().quick_workers) == (4, 3)
    small = Settings.for_one(port=0)
    assert (small.port, small.workers, small.quick_workers) == (0, 2, 2)


def test_the_quota_of_a_container_is_regarded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*range(16)}, raising=False)
    quota = tmp_path / "cpu.max"
    assert settings.cores(quota) == 16
    for text, expected in (("150000 100000", 2), ("max 100000", 16), ("1000 100000", 1)):
        quota.write_text(text)
        assert settings.cores(quota) == expected
