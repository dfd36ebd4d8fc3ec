"""The parts of a server, without one: the guard, the wire, the files, a process that runs out."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from pathlib import Path

import pytest
import uvicorn

import nonairo as nn
from nonairo.answers.base import DEFAULT_SECONDS, MOST_SECONDS
from nonairo.answers.errors import AnswerError
from nonairo.cli import main
from nonairo.cli.serve import report as tell
from nonairo.cli.serve import serving as cli_serving
from nonairo.formats.shared.json_text import TOO_MANY_DIGITS, parse_json
from nonairo.serving import app as application
from nonairo.serving import connections, pool, process, replies, run, settings
from nonairo.serving import worker as working
from nonairo.serving.guards import Guard
from nonairo.serving.replies import ASGI, BodyMemory, Message, Receive, Scope, Send, read_body
from nonairo.serving.requests import Reply, check_depth, parsed
from nonairo.serving.settings import Settings
from nonairo.serving.static import page_files


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


def test_a_field_that_is_given_twice_is_refused() -> None:
    assert parsed(b'{"a": {"b": 1}, "b": 2}') == {"a": {"b": 1}, "b": 2}
    for body in (b'{"limit": 1, "limit": 1}', b'{"puzzle": {"limit": 1, "limit": 2}}'):
        with pytest.raises(AnswerError, match="each field once, found 'limit' twice") as caught:
            parsed(body)
        assert (caught.value.code, caught.value.status) == ("shape", 422)


def test_a_process_that_runs_out_of_memory_says_so_and_leaves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def all_gone(*_: object, **__: object) -> Reply:
        raise MemoryError

    monkeypatch.setattr(working, "answered", all_gone)
    reply = Reply(*working.reply("solve", b"{}", 60, 2**40))
    assert (reply.status, reply.last) == (200, True)
    assert json.loads(reply.body)["limit"] == "memory"


def test_a_fault_of_ours_is_told_without_its_insides(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def wrong(*_: object, **__: object) -> Reply:
        raise KeyError("/secret/path")

    monkeypatch.setattr(working, "answered", wrong)
    reply = Reply(*working.reply("solve", b"{}", 60, 2**40))
    assert (reply.status, reply.last) == (500, False)
    assert b"secret" not in reply.body
    assert "secret" in capsys.readouterr().err  # where the server was started


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
    ("command", "missing"), [("serve", "uvicorn"), ("serve", "starlette"), ("play", "uvicorn")]
)
def test_without_the_extra_it_is_named(
    command: str, missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("nonairo.serving.run", "nonairo.serving.app"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name in [each for each in sys.modules if each.startswith(f"{missing}.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert main([command]) == 2
    told = f"nonairo: {command} needs {missing}: pip install starlette uvicorn\n"
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
    with pytest.raises(nn.NonairoError, match=r"^play needs Starlette and uvicorn: pip install"):
        cli_serving("play")


def sent(app: ASGI, pieces: list[bytes], *more: tuple[bytes, bytes], hold: bool = False) -> Message:
    """The reply to a body that comes in pieces; with `hold` the last one never comes."""
    told: list[Message] = []
    left = list(pieces)

    async def receive() -> Message:
        if not left and hold:
            await asyncio.Event().wait()
        piece = left.pop(0) if left else b""
        return {"type": "http.request", "body": piece, "more_body": bool(left) or hold}

    async def send(message: Message) -> None:
        told.append(message)

    headers = [(b"host", b"localhost"), *more]
    scope = {"type": "http", "method": "POST", "path": "/api/solve", "headers": headers}
    asyncio.run(app(scope | {"query_string": b"", "root_path": ""}, receive, send))  # type: ignore[arg-type]
    return {"error": json.loads(told[1]["body"])["error"], **told[0]}


def test_there_is_only_so_much_room_for_bodies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "ALL_BODIES", 100)
    app, _ = application.make_app(Settings(quick_workers=1, workers=1))
    told = sent(app, [b" " * application.SMALL_BODY, b" " * 60, b" " * 41])
    assert (told["status"], told["error"]["code"]) == (503, "busy")
    assert (b"retry-after", b"2") in told["headers"]


def test_room_is_taken_by_what_has_come_and_not_by_what_is_announced() -> None:
    async def run() -> None:
        memory = BodyMemory(100, for_each=0)
        with memory.share() as take:
            never = asyncio.Event()
            pieces = [b"12345"]

            async def receive() -> Message:
                if not pieces:
                    await never.wait()
                return {"type": "http.request", "body": pieces.pop(), "more_body": True}

            scope = {"headers": [(b"content-length", b"90")]}
            reading = asyncio.create_task(read_body(scope, receive, 99, take))
            await asyncio.sleep(0.01)
            assert memory.left == 95
            reading.cancel()
        assert memory.left == 100

    asyncio.run(run())


def test_a_body_that_comes_too_slowly_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    app, _ = application.make_app(Settings(quick_workers=1, workers=1))
    monkeypatch.setattr(replies, "FIRST", 0.01)
    assert sent(app, [b"{"], hold=True)["status"] == 408
    assert sent(app, [], hold=True)["error"]["code"] == "slow"
    monkeypatch.setattr(replies, "FIRST", 0.0)
    monkeypatch.setattr(replies, "LEAST_SPEED", 1)
    monkeypatch.setattr(replies, "SLOWEST", 0.01)
    assert sent(app, [b"{" * 1000], hold=True)["status"] == 408


def test_a_body_may_come_as_slowly_as_the_least_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter(range(100))

    async def run() -> bytes:
        loop = asyncio.get_running_loop()
        begin = loop.time()
        now = 0.0
        monkeypatch.setattr(loop, "time", lambda: begin + now)
        left = [b" " * 1000] * 10

        async def receive() -> Message:
            nonlocal now
            now = next(moments) * 0.9 * 1000 / replies.LEAST_SPEED
            return {"type": "http.request", "body": left.pop(), "more_body": bool(left)}

        return await read_body({"headers": []}, receive, 99_999, lambda size: None)

    monkeypatch.setattr(replies, "FIRST", 0.001)
    assert len(asyncio.run(run())) == 10_000


def test_a_request_with_two_ends_is_refused_and_its_connection_closed() -> None:
    app, _ = application.make_app(Settings(quick_workers=1, workers=1))
    told = sent(app, [], (b"content-length", b"5"), (b"transfer-encoding", b"chunked"))
    assert (told["status"], told["error"]["code"]) == (400, "framing")
    assert (b"connection", b"close") in told["headers"]


def test_the_documented_numbers_are_the_real_ones(repository: Path) -> None:
    text = " ".join((repository / "docs" / "http.md").read_text(encoding="utf-8").split())
    megabyte = 1024 * 1024
    for phrase in (
        f"There may be {connections.MOST:,} connections",
        f"there may be {connections.SPARE} more",
        f"closed {uvicorn.Config(nothing).timeout_keep_alive} s after its last answer",
        f"or {connections.PATIENCE:g} s after it was opened",
        f"if a head takes longer than {connections.PATIENCE:g} s",
        f"A body must arrive within {replies.SLOWEST:g} s",
        f"after the first {replies.FIRST:g} s at a rate of at least {replies.LEAST_SPEED >> 10} kB",
        f"may have {application.ALL_BODIES // megabyte} MB together",
        f"the first {application.SMALL_BODY // 1024} kB of each body do not",
        f"at most {application.LARGEST_BODY // megabyte} MB "
        f"({application.LARGEST_PICTURE_BODY // megabyte} MB for",
        f"Requests in progress have {run.LAST_ANSWERS:g} more seconds to finish",
        f"ends the server within {run.LAST_ANSWERS + run.LAST_WORDS + 1.5:g} seconds",
        f"in the quick lane with {pool.SHORT * 1000:g} ms",
        f"up to {settings.MOST_BY_CORES} quick ones and {settings.MOST_BY_CORES} for long requests",
        f"within a second ({process.STALLS * process.PATIENCE:g} on a busy machine)",
        f"{DEFAULT_SECONDS:g} s unless it says otherwise, at most {MOST_SECONDS:g} s",
    ):
        assert phrase in text


@pytest.mark.parametrize(
    ("address", "open_to_all"),
    [
        ("http://127.0.0.1:8000/", False),
        ("http://[::1]:8000/", False),
        ("http://0.0.0.0:8000/", True),
        ("http://[::]:8000/", True),
        ("http://192.168.1.5:8000/", True),
    ],
)
def test_a_server_for_others_than_this_machine_warns(
    address: str, open_to_all: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    tell(address)
    out, err = capsys.readouterr()
    assert out == f"serving {address}\n"
    assert err.startswith("nonairo: warning: anyone who can reach port 8000") is open_to_all
    assert err.count("\n") == open_to_all


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_the_address_is_the_one_at_which_it_listens(host: str) -> None:
    with run.listening(Settings(host=host, port=0)) as listener:
        assert run.address_of(listener) == f"http://{host}:{listener.getsockname()[1]}/"


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


@pytest.mark.parametrize("read", [parsed, lambda text: parse_json(text.decode())])
def test_a_number_of_too_many_digits_is_refused_in_a_plain_sentence(
    read: Callable[[bytes], object],
) -> None:
    with pytest.raises((AnswerError, nn.FormatError), match=TOO_MANY_DIGITS):
        read(b'{"kind": "binairo", "height": ' + b"9" * 5000 + b"}")
