"""Limits of memory: named when they strike, and kept."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli import build_parser, main
from nonairo.cli.parsing import size_in_bytes
from nonairo.kinds import KINDS
from nonairo.limits import Budget, Limits, in_force, supervised

MANY = "/".join(["1"] * 12)
MANY_SOLUTIONS = f"nonogram:{MANY};{MANY}"  # 12! of them
# A chain of five dominoes: it has one solution, which probing alone does not find.
DOMINOES = "nonogram:3/1/{}/1;1/1/{}/3".format("/".join(["3,1/1"] * 4), "/".join(["1,3/1"] * 4))
STRUCK = "the memory limit of 1 kB"
WIDE = KINDS["binairo"].blank(16, 16, "standard")


def test_too_many_solutions_are_not_kept() -> None:
    result = nn.solve(MANY_SOLUTIONS, limit=None, memory_limit=2_000_000)
    assert (result.status, result.limit, result.complete) == ("multiple", "memory", False)
    assert result.reason == "the memory limit of 2 MB was reached"
    assert 2 < len(result.solutions) < 10_000


def test_a_count_needs_no_more_than_it_may_have() -> None:
    count = nn.count(WIDE, time_limit=0.3, memory_limit=100_000)
    assert not count.exact
    assert nn.count("binairo:..../..../..../....", memory_limit=10_000_000).value == 72


def test_python_engines_are_bounded_too() -> None:
    """In a process of its own: one that has freed much grows late."""
    code = (
        "import sys, nonairo as nn\n"
        "limits = dict(limit=None, memory_limit=2_000_000, time_limit=60)\n"
        "found = nn.solve(sys.argv[1], 'guess', **limits)\n"
        "print(found.status, found.limit)"
    )
    words = [sys.executable, "-c", code, MANY_SOLUTIONS]
    told = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (told.stdout, told.stderr) == ("multiple memory\n", "")


def test_a_stream_is_bounded_and_goes_on_without_need() -> None:
    found = nn.solutions(MANY_SOLUTIONS, memory_limit=50_000_000)
    assert len({next(found) for _ in range(100)}) == 100
    with pytest.raises(nn.LimitReached, match=r"the memory limit of 1 kB") as struck:
        list(nn.solutions(DOMINOES, "core", memory_limit=1000))
    assert struck.value.limit == "memory"


@pytest.mark.parametrize("limit", [0, -1, "1", 1.5])
def test_what_is_no_limit_is_refused(limit: object) -> None:
    with pytest.raises(nn.EngineError, match="a memory limit"):
        nn.solve("nonogram:1;1", memory_limit=limit)  # type: ignore[arg-type]


def test_every_question_takes_the_limit() -> None:
    most = 1000  # less than the clauses of this puzzle take
    with pytest.raises(nn.LimitReached, match=STRUCK):
        nn.is_unique(DOMINOES, memory_limit=most)
    told = nn.explain(DOMINOES, memory_limit=most)
    assert (told.reason, told.limit) == ("limit", f"{STRUCK} was reached")
    helped = nn.hint(DOMINOES, memory_limit=most)
    assert helped.kind == "limit"
    assert STRUCK in helped.text
    assert nn.grade(DOMINOES, memory_limit=most).reason == "limit"
    with pytest.raises(nn.LimitReached, match=STRUCK):
        nn.repair(DOMINOES, memory_limit=most)
    (result,) = nn.solve_many([DOMINOES], memory_limit=most)
    assert (result.status, result.limit) == ("unknown", "memory")


def test_whatever_takes_a_limit_of_time_takes_one_of_memory() -> None:
    for name in nn.__all__:
        asked = getattr(nn, name)
        if inspect.isfunction(asked) and "time_limit" in (
            known := inspect.signature(asked).parameters
        ):
            assert "memory_limit" in known, name


def test_a_trace_and_a_trial_end_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nonairo.limits.memory_used", count(step=10**6).__next__)
    monkeypatch.setattr("nonairo.limits.LOOKS", 1)
    puzzle = "nonogram:1/1/1;1/1/1"
    (trial,) = nn.compare(puzzle, engines="guess", memory_limit=10**6)
    assert trial.result.limit == "memory"
    whole, short = (list(nn.trace(puzzle, "walk", memory_limit=most)) for most in (None, 10**7))
    assert 0 < len(short) < len(whole)
    assert short == whole[: len(short)]


def test_a_proof_is_checked_within_the_limit(tmp_path: Path, capsys: Output) -> None:
    puzzle = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
    nn.prove(puzzle, tmp_path / "x")
    assert nn.verify(puzzle, tmp_path / "x", memory_limit=10**9) == []
    with pytest.raises(nn.LimitReached, match=STRUCK) as struck:  # its files are longer
        nn.verify(puzzle, tmp_path / "x", memory_limit=1000)
    assert struck.value.limit == "memory"
    words = "verify", puzzle, str(tmp_path / "x"), "--memory-limit", "1k"
    code, out, err = run(capsys, *words)
    assert (code, out) == (3, "")
    told = f"not checked: {STRUCK} was reached. Allow more memory with --memory-limit B"
    assert err == f"nonairo: {told}\n"


def test_a_check_stops_when_the_process_has_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nn.prove("nonogram:1;1", tmp_path / "x")
    held = count(step=10**8)
    monkeypatch.setattr("nonairo.limits.memory_used", lambda: next(held))
    monkeypatch.setattr("nonairo.limits.LOOKS", 1)
    with pytest.raises(nn.LimitReached, match="the memory limit of 1 MB"):
        nn.verify("nonogram:1;1", tmp_path / "x", memory_limit=10**6)


def test_positions_are_looked_for_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    held = count(step=10**6)
    monkeypatch.setattr("nonairo.limits.memory_used", lambda: next(held))
    monkeypatch.setattr("nonairo.limits.LOOKS", 1)
    with pytest.raises(nn.LimitReached, match="the memory limit of 1 MB was reached") as struck:
        nn.practise("cases", "binairo", seed=1, memory_limit=10**6)
    assert struck.value.limit == "memory"


def test_what_is_enough_does_not_strike() -> None:
    puzzle, most = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00", 10**9
    assert nn.is_unique(puzzle, memory_limit=most)
    assert nn.explain(puzzle, memory_limit=most).solved
    assert nn.hint(puzzle, memory_limit=most).step is not None
    assert nn.grade(puzzle, memory_limit=most).level == 1
    assert nn.repair(puzzle, memory_limit=most).exact
    assert [r.status for r in nn.solve_many([puzzle], memory_limit=most)] == ["unique"]
    assert nn.solve_batch("binairo", 2, 2, b"0...", memory_limit=most)[1] == b"\x01"


def test_generators_stop_when_the_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    held = count(step=10**6)
    monkeypatch.setattr("nonairo.limits.memory_used", lambda: next(held))
    for generate, level in ((nn.generate_binairo, 6), (nn.generate_nonogram, 5)):
        made = partial(generate, 10, level=level, seed=1)
        assert nn.grade(made()).level == level
        with pytest.raises(nn.LimitReached, match="the memory limit of 1 MB was reached"):
            made(memory_limit=10**6)


def test_a_batch_takes_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[object] = []

    def solve_all(cells: memoryview, *limits: object) -> tuple[bytes, bytes]:
        taken.append(limits[-1])
        return bytes(cells), b""

    monkeypatch.setattr("nonairo.native.batch", lambda _: solve_all)
    monkeypatch.setattr("nonairo.board_batch._blanks", {})
    nn.solve_batch("binairo", 2, 2, b"0...", memory_limit=1234)
    with supervised(Limits(memory=1000)):
        nn.solve_batch("binairo", 2, 2, b"0...", memory_limit=1234)
    assert taken == [1234, 1000]


def test_the_smaller_limit_is_in_force() -> None:
    with supervised(Limits(memory=1000)):
        allowed = [in_force(Limits(memory=memory)).memory for memory in (None, 10, 5000)]
        assert allowed == [1000, 10, 1000]
        with supervised(Limits(memory=5000)):
            assert Budget().limits.memory == 1000
    assert in_force().memory is None


def test_the_command_line(capsys: Output) -> None:
    words = "solve", MANY_SOLUTIONS, "--all", "--json", "--memory-limit", "2M"
    code, out, _ = run(capsys, *words)
    assert code == 3  # two solutions are not all of them
    assert json.loads(out)["complete"] is False
    code, out, err = run(capsys, "solve", "nonogram:1;1", "--memory-limit", "much")
    assert (code, out) == (2, "")
    assert "expected a number of bytes, or a size such as 500M, found 'much'" in err
    assert size_in_bytes("3k") == 3000


@pytest.mark.parametrize("proof", [False, True])
def test_only_a_proof_that_was_asked_for_is_missed(
    proof: bool, capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def starved(*_: object, **__: object) -> None:
        raise nn.LimitReached("there is not enough memory", "memory")

    monkeypatch.setattr("nonairo.cli.solve.solve", starved)
    asked = ["--proof", str(tmp_path / "p")] if proof else []
    code, out, err = run(capsys, "solve", "nonogram:1;1", *asked)
    assert (code, out) == (3, "")
    assert ("no proof" in err) is proof
    assert "there is not enough memory" in err


GROWTH = """
import resource, nonairo as nn
puzzle = nn.KINDS["binairo"].blank(20, 20, "standard")
nn.solve(puzzle)
nn.count(puzzle, time_limit=0.01, memory_limit=1000)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
count = nn.count(puzzle, time_limit=0.8, memory_limit=20_000_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, count.exact)
"""


def test_the_process_does_not_grow_by_more() -> None:
    told = subprocess.run(
        [sys.executable, "-c", GROWTH], capture_output=True, text=True, check=True
    )
    kilobytes, exact = told.stdout.split()
    assert exact == "False"
    assert int(kilobytes) < 60_000  # the tables' 20 MB, and what stands beside them


@pytest.mark.parametrize(
    ("text", "size"), [("512", 512 << 20), ("512M", 512_000_000), ("2g", 2_000_000_000)]
)
def test_megabytes_and_sizes_are_understood_alike(text: str, size: int) -> None:
    commands = build_parser(["serve", "census"])
    assert commands.parse_args(["serve", "--memory-limit", text]).process_memory == size
    assert commands.parse_args(["census", "8", "--memory", text]).memory == size


def test_a_server_may_have_no_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("starlette", reason="extra web")
    pytest.importorskip("uvicorn", reason="extra web")
    found = []
    monkeypatch.setattr("nonairo.serving.run.serve", lambda settings, _: found.append(settings))
    assert main(["serve", "--memory-limit", "0"]) == 0
    assert main(["serve"]) == 0
    assert [settings.memory_limit for settings in found] == [0, 1 << 30]
