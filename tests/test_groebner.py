"""The engine `groebner`: polynomials counted by hand, and a process that is always ended.

None of this needs BRiAl: another process plays its part. What does is in test_groebner_brial.py.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from threading import Thread

import pytest

import nonairo as nn
from nonairo import KINDS, EngineError, Puzzle
from nonairo.cli import main
from nonairo.engines import groebner, groebner_process, groebner_worker
from servers import until

SMALL = nn.parse("binairo:0./..")


def blank(side: int, rules: str = "standard") -> Puzzle:
    return KINDS["binairo"].blank(side, side, rules)


SYSTEMS = tuple(groebner_worker.SYSTEMS)


def test_the_printed_system_has_one_polynomial_a_constraint() -> None:
    # 3n(n-1): n-2 windows and one more in each of 2n lines, and n(n-1) pairs
    assert [groebner.polynomials(blank(n)) for n in (4, 6, 8)] == [36, 90, 168]
    assert groebner.polynomials(blank(4, "no-distinct")) == 36 - 12
    assert groebner.polynomials(SMALL) == 6, "givens are substituted, and no polynomials"


def test_the_polynomials_of_cells_are_counted_by_hand() -> None:
    # 0 .  1 given; lines of two have no three neighbours; any 2 of 2 cells, and their complements:
    # . .  2 a line, 4 lines: 8; 2 pairs of lines
    assert groebner.polynomials(SMALL, "cells") == 1 + 8 + 2
    # 4x4: 8 lines, each 2 windows of 3 and C(4, 3) = 4 sets of 3, twice: 12; 12 pairs of lines
    assert groebner.polynomials(blank(4), "cells") == 8 * 12 + 12
    assert groebner.polynomials(blank(4, "no-distinct"), "cells") == 8 * 12


def zero_everywhere(puzzle: Puzzle, cells: str, system: str) -> bool:
    """Whether all polynomials vanish at a point: plain numbers do for cells, modulo 2."""
    shape = json.loads(groebner.question(puzzle, system, 0))["shape"]
    values = list(groebner_worker.SYSTEMS[system](shape, list(map(int, cells)), 1))
    blank_one = puzzle.with_givens(nn.Grid(puzzle.height, puzzle.width, "." * len(cells)))
    assert len(values) == groebner.polynomials(blank_one, system)
    fits = all(given in (".", cell) for given, cell in zip(puzzle.givens.cells, cells, strict=True))
    return fits and all(value % 2 == 0 for value in values)


@pytest.mark.parametrize("length", range(2, 11))
def test_the_polynomial_of_a_line_is_0_for_its_number_of_ones_only(length: int) -> None:
    for ones in (length // 2, (length + 1) // 2):
        for point in product((0, 1), repeat=length):
            value = groebner_worker.exactly(ones, point, 1) % 2
            assert (value == 0) == (sum(point) == ones)


def test_the_polynomial_of_a_window_is_the_printed_one() -> None:
    for x, y, z in product((0, 1), repeat=3):
        printed = x * y + x * z + x + y * z + y + z + 1
        assert groebner_worker.alike((x, y, z), 1) % 2 == printed % 2 == (x == y == z)


@pytest.mark.parametrize(
    "text", ["binairo:0./..", "binairo:..../0.../..../1...", "unruly:.1../0.../..../...."]
)
@pytest.mark.parametrize("system", SYSTEMS)
def test_the_polynomials_vanish_at_solutions_and_nowhere_else(text: str, system: str) -> None:
    puzzle = nn.parse(text)
    solutions = {grid.cells for grid in nn.solutions(puzzle)}
    points = ["".join(bits) for bits in product("01", repeat=puzzle.height * puzzle.width)]
    if len(points) > 1000:
        points = Random(1).sample(points, 1000)
    assert solutions
    for cells in {*points, *solutions}:
        assert zero_everywhere(puzzle, cells, system) == (cells in solutions)


@pytest.mark.parametrize("system", SYSTEMS)
def test_odd_boards_have_their_own_quotas(system: str) -> None:
    puzzle = KINDS["binairo"].blank(3, 3, "odd-more-ones")
    solutions = {grid.cells for grid in nn.solutions(puzzle)}
    points = map("".join, product("01", repeat=9))
    assert {cells for cells in points if zero_everywhere(puzzle, cells, system)} == solutions


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nobody asks whether BRiAl is there."""
    monkeypatch.setattr(groebner, "find_spec", lambda name: name)
    return monkeypatch


def play(played: pytest.MonkeyPatch, code: str) -> None:
    """Another process in place of the worker."""
    start = "import os, sys, time, json; print('ready', flush=True)\n"
    start += "question = json.loads(sys.stdin.readline())\n"
    played.setattr(groebner_process, "WORKER", [sys.executable, "-c", start + code])


def test_what_the_process_says_becomes_the_result(played: pytest.MonkeyPatch) -> None:
    lines = ["polynomials 11 9 0.25", "basis 4 0.5", "solution 0110", "end"]
    play(played, f"print({chr(10).join(lines)!r}); assert question['givens'] == '0...'")
    result = nn.solve(SMALL, "groebner")
    assert (result.status, str(result.solution)) == ("unique", "01\n10")
    assert result.stats.nodes == 1
    counters = result.stats.counters
    assert [counters[n] for n in ("polynomials", "substituted", "basis")] == [11, 9, 4]
    assert [counters[name] for name in ("seconds.prepare", "seconds.solve")] == [0.25, 0.5]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_time_limit_kills_the_process(played: pytest.MonkeyPatch, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    play(played, f"open({str(note)!r}, 'w').write(str(os.getpid())); time.sleep(60)")
    result = nn.solve(SMALL, "groebner", time_limit=0.8)
    assert (result.status, result.limit) == ("unknown", "time")
    assert not alive(int(note.read_text()))


def test_who_stops_listening_ends_the_process(played: pytest.MonkeyPatch, tmp_path: Path) -> None:
    note = tmp_path / "pid"
    play(played, f"open({str(note)!r}, 'w').write(str(os.getpid()))\n"
                 "while True: print('solution 0110', flush=True)")  # fmt: skip
    assert nn.solve(SMALL, "groebner", limit=3).status == "multiple"
    assert not alive(int(note.read_text()))


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("print('memory')", "GB of memory were not enough for the Groebner basis"),
        ("sys.exit('terminate called: std::bad_alloc')", "GB of memory were not enough"),
        (
            "sys.stderr.write('Built-in matrix-size exceeded!'); sys.stderr.flush(); os.abort()",
            "continued with system=cells",
        ),
    ],
)
def test_memory_that_ends_is_unknown_by_name(
    played: pytest.MonkeyPatch, code: str, reason: str
) -> None:
    play(played, f"import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); {code}")
    result = nn.solve(SMALL, "groebner")
    assert (result.status, result.limit) == ("unknown", "memory")
    assert result.reason is not None
    assert reason in result.reason


MATRIX = "sys.stderr.write('Built-in matrix-size exceeded!'); sys.stderr.flush(); os._exit(1)"


@pytest.mark.parametrize(("system", "other"), [("paper", "cells"), ("cells", "paper")])
def test_a_matrix_that_is_too_large_is_named_and_the_other_system_tried(
    played: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], system: str, other: str
) -> None:
    play(played, f"if question['system'] == {system!r}: {MATRIX}\nprint('solution 0110\\nend')")
    result = nn.solve(SMALL, f"groebner:system={system}")
    assert result.status == "unique"
    assert result.reason == (
        f"system={system}: BRiAl's largest matrix is too small for this puzzle;"
        f" continued with system={other}"
    )
    assert result.stats.counters["fallbacks"] == 1
    assert main(["solve", SMALL.id, "--engine", f"groebner:system={system}"]) == 0
    assert f"continued with system={other}\n" in capsys.readouterr().err
    result = nn.solve(SMALL, f"groebner:system={system},fallback=no")
    assert (result.status, result.limit) == ("unknown", "memory")
    assert result.reason == "BRiAl's largest matrix is too small for this puzzle"


def test_a_process_that_has_answered_is_asked_again(played: pytest.MonkeyPatch) -> None:
    answer = "print('solution 0110', flush=True)\n    print('end', flush=True)\n"
    play(played, f"number = 0\nwhile True:\n    print('basis', os.getpid(), 0.5)\n    {answer}"
                 "    while sys.stdin.readline() == 'stop\\n': pass")  # fmt: skip
    pids = [nn.solve(SMALL, "groebner", limit=limit).stats.counters["basis"] for limit in (2, 1, 2)]
    assert len(set(pids)) == 1
    assert alive(int(str(pids[0])))
    groebner_process.end_all()
    assert not alive(int(str(pids[0])))


def test_a_process_that_ended_while_it_waited_is_replaced(played: pytest.MonkeyPatch) -> None:
    play(played, "print('solution 0110'); print('end')")
    for _ in range(3):
        assert nn.solve(SMALL, "groebner").status == "unique"


def test_other_ends_are_told_in_a_line(
    played: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    play(played, "print('missing No module named sage.libs')")
    with pytest.raises(EngineError, match=r"passagemath-environment \(No module named"):
        nn.solve(SMALL, "groebner")
    play(played, "raise RuntimeError('no such ring')")
    assert main(["solve", SMALL.id, "--engine", "groebner"]) == 2
    wanted = "nonairo: engine groebner: its process failed: RuntimeError: no such ring\n"
    assert capsys.readouterr().err == wanted


def test_memory_is_blamed_for_a_killed_process_only_where_the_system_says_so(
    played: pytest.MonkeyPatch,
) -> None:
    play(played, "os.kill(os.getpid(), 9)")
    with pytest.raises(EngineError, match=r"its process was killed \(signal 9\)"):
        nn.solve(SMALL, "groebner")
    kills = iter((3, 4))  # before and after
    played.setattr(groebner_process, "memory_kills", lambda: next(kills))
    result = nn.solve(SMALL, "groebner")
    assert (result.status, result.limit) == ("unknown", "memory")


def test_a_run_goes_on_after_the_thread_that_began_it(played: pytest.MonkeyPatch) -> None:
    # The real worker, with a computation in place of BRiAl's.
    code = (
        f"import sys, time; sys.path.insert(0, {str(Path(groebner_worker.__file__).parent)!r})\n"
        "import groebner_worker\n"
        "groebner_worker.load = lambda: None\n"
        "def work(question, say, questions):\n"
        "    say('solution', '0110'); time.sleep(0.5); say('solution', '0101'); say('end')\n"
        "groebner_worker.work = work; groebner_worker.main()"
    )
    played.setattr(groebner_process, "WORKER", [sys.executable, "-c", code])
    found = nn.solutions(SMALL, "groebner")
    first = []
    beginner = Thread(target=lambda: first.append(next(found)))
    beginner.start()
    beginner.join()
    assert [grid.cells for grid in (*first, *found)] == ["0110", "0101"]


def test_too_many_polynomials_are_refused_by_name(played: pytest.MonkeyPatch) -> None:
    result = nn.solve(blank(18), "groebner:system=cells")
    assert (result.status, result.limit) == ("unknown", "size")
    assert result.reason == "groebner would need more than 1,000,000 polynomials"
    result = nn.solve(blank(18), "groebner")
    assert (result.status, result.limit) == ("unknown", "size")
    assert (
        result.reason == "groebner would need more than 50,000,000 nodes to store the polynomials"
    )


def test_other_puzzles_are_refused() -> None:
    with pytest.raises(EngineError, match="cannot solve this nonogram"):
        nn.solve(nn.parse("nonogram:1;1"), "groebner")


@pytest.mark.skipif(find_spec("sage") is not None, reason="BRiAl is installed")
def test_without_the_extra_it_says_how_to_get_it() -> None:
    with pytest.raises(EngineError, match=r"needs BRiAl: pip install passagemath-brial"):
        nn.solve(SMALL, "groebner")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can see to that")
@pytest.mark.parametrize("computing", ["time.sleep(60)", "sum(range(10**11))"])
def test_the_process_does_not_outlive_its_parent(computing: str) -> None:
    # The latter lets no other thread of Python run, as BRiAl does.
    child = (
        f"import sys, time; sys.path.insert(0, {str(Path(groebner_worker.__file__).parent)!r})\n"
    )
    child += "import groebner_worker; groebner_worker.Questions().guard(True)\n"
    child += "print('up', flush=True)\n"
    child += computing
    parent = "import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', sys.argv[1]],"
    parent += " stdin=subprocess.PIPE, stdout=subprocess.PIPE);"
    parent += " p.stdout.readline(); print(p.pid, flush=True); p.wait()"
    with subprocess.Popen(
        [sys.executable, "-c", parent, child], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.kill()
    until(lambda: not running(pid))


def running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(") ")[2][0] != "Z"
