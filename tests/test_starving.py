"""Memory that runs out: LimitReached for programs, one line and exit code 3 for people."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from typing import NoReturn

import pytest

import nonairo as nn
from commands import Output, run
from nonairo import native
from nonairo.answers import answer
from nonairo.batches.tasks import TASKS
from nonairo.limits import Limits
from nonairo.memory import names_memory
from nonairo.serving.requests import answered
from terminals import NONAIRO

FUNCTIONS = [name for name in nn.__all__ if inspect.isfunction(getattr(nn, name))]
TOLD = "there is not enough memory"
SMALL = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
NO_LIMITS = pytest.mark.skipif(sys.platform != "linux", reason="limits of the address space")


class Hungry:
    """An argument that takes all memory, whatever is done with it."""

    def _starve(self, *_: object) -> NoReturn:
        raise MemoryError

    __iter__ = __len__ = __index__ = __eq__ = __hash__ = __str__ = __repr__ = __float__ = _starve
    __fspath__ = __getitem__ = __buffer__ = _starve
    __class__ = property(_starve)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_names_the_limit(name: str) -> None:
    function = getattr(nn, name)
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    arguments = [Hungry() for _ in needed] or [Hungry()]
    with pytest.raises(nn.LimitReached, match=TOLD) as struck:
        for _ in iter(function(*arguments)):
            pass
    assert struck.value.limit == "memory"
    assert struck.value.__context__ is None  # it keeps nothing of the work alive


def starve(*_: object, **__: object) -> NoReturn:
    raise MemoryError


def starve_later(*_: object) -> Iterator[NoReturn]:
    yield starve()


def test_an_error_that_python_lost_is_named_and_no_other() -> None:
    def fail(told: str) -> NoReturn:
        raise SystemError(told)

    with pytest.raises(nn.LimitReached):
        names_memory(fail)("<function f> returned NULL without setting an exception")
    with pytest.raises(SystemError, match="another"):
        names_memory(fail)("another")


def test_streams_name_the_limit_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (nn.solutions(SMALL, "walk"), nn.trace(SMALL), nn.solve_many([SMALL])):
        monkeypatch.setattr("nonairo.engines.base.Engine.start", starve_later)
        monkeypatch.setattr("nonairo.many_puzzles.solve_one", starve)
        with pytest.raises(nn.LimitReached, match=TOLD):
            next(stream)


def test_answers_and_batches_name_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("solving._search", "solving._count", "many_puzzles.solve", "grading.canonical"):
        monkeypatch.setattr(f"nonairo.{name}", starve)
    told = answer("count", {"puzzle": SMALL})
    assert told == {"status": "unknown", "reason": TOLD, "limit": "memory"}
    monkeypatch.setattr("nonairo.answers.solve.count", starve)  # outside of the library
    assert answer("count", {"puzzle": SMALL}) == told
    reply = answered("count", b'{"puzzle": "nonogram:1;1"}', 60)
    assert reply.last  # a fresh process takes over
    for name in ("count", "grade"):
        (answered_one,) = TASKS[name].run([nn.parse(SMALL)], Limits())
        assert answered_one.result["error"] == TOLD


@pytest.mark.parametrize("command", ["solve", "count", "grade", "explain", "hint", "convert"])
def test_the_command_line_says_it_in_one_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("nonairo.puzzle.Puzzle.__post_init__", starve, raising=False)
    monkeypatch.setattr("nonairo.kinds.from_id", starve)
    monkeypatch.setattr("nonairo.cli.puzzle_arguments.from_id", starve)
    words = ("--to", "text") if command == "convert" else ()
    assert run(capsys, command, SMALL, *words) == (3, "", f"nonairo: {TOLD}\n")


def test_a_limit_that_nobody_caught_is_exit_code_3(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def stop(*_: object) -> NoReturn:
        raise nn.LimitReached("the limit of 1 s was reached")

    monkeypatch.setattr("nonairo.cli.count.run", stop)
    monkeypatch.setattr("nonairo.cli.puzzle_arguments.from_id", stop)
    code, out, err = run(capsys, "count", SMALL)
    assert (code, out) == (3, "")
    assert err.startswith("nonairo: the limit of 1 s was reached while reading")


LITTLE = """
import resource, sys
import nonairo as nn
wide = nn.KINDS["binairo"].blank(20, 20, "standard")
many = "nonogram:" + ";".join(["/".join(["1"] * 12)] * 2)
puzzle = nn.parse(sys.argv[2])
nn.solve(puzzle), nn.grade(puzzle), nn.count(puzzle)
asked = {
    "solve": lambda: nn.solve(many, limit=None),
    "count": lambda: nn.count(wide, time_limit=20),
    "loads": lambda: nn.loads(text),
    "batch": lambda: nn.solve_batch("binairo", 10, 10, text),
}
text = b"." * (15_000_000 if sys.argv[1] in ("loads", "batch") else 0)
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (12 << 20),) * 2)
try:
    print(asked[sys.argv[1]]())
except nn.LimitReached as struck:
    print(struck.limit)
print(nn.solve(puzzle).status, nn.grade(puzzle).level, nn.count(puzzle))
"""


@NO_LIMITS
@pytest.mark.parametrize("asked", ["solve", "count", "loads", "batch"])
def test_a_process_with_little_memory_goes_on(asked: str) -> None:
    words = [sys.executable, "-c", LITTLE, asked, SMALL]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("memory\nunique 1 1\n", "")


@NO_LIMITS
def test_a_command_with_little_memory_ends_with_one_line() -> None:
    blank = "binairo:" + "/".join(["." * 10] * 10)
    command = f"ulimit -v 90000; exec {' '.join(NONAIRO)} solve {blank} --all --json"
    told = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr.count("\n") == 1
    assert told.stderr.endswith(f"{TOLD}\n")


@pytest.mark.skipif(native.compiled is None, reason="the core's own allocations")
def test_the_core_asks_before_it_allocates() -> None:
    told = native.compiled.elaborate(1 << 28, b"", b"", None, 10**6)
    assert (told.text, told.limit) == (None, "memory")
    most = 2**31 - 1
    for zeros, ones in ((most, 1), (1, most), (most, most), (65, 0), (-1, 1)):
        with pytest.raises(ValueError, match="no such line"):
            native.compiled.ClassicRule.balanced(zeros, ones, 2)
