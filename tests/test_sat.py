"""The engine `sat`: the clauses of each encoding, counted by hand, streamed, and solved."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given

import nonairo as nn
from nonairo import KINDS, Puzzle, clauses, limits
from nonairo.clauses import ENCODINGS, encode, forecast, stream
from nonairo.clauses_paper import APART
from nonairo.cli import main
from nonairo.engines import sat
from strategies import binairos

formulas = pytest.importorskip("pysat.formula", reason="needs the extra sat")


def blank(side: int) -> Puzzle:
    return KINDS["binairo"].blank(side, side, "standard")


def test_four_by_four_clause_by_clause() -> None:
    # 8 lines of 4 cells. Constraint 1: 2 windows a line, 2 clauses each:           8 * 4 =  32
    # Constraint 2: every 3 of 4 cells hold both values, C(4, 3) * 2 a line:        8 * 8 =  64
    # Constraint 3: 6 pairs of rows and 6 of columns,
    #   direct: 2^4 ways to be equal a pair                                      12 * 16 = 192
    #   tseitin: 3 * 3 a position, 1 + 4 for d: 41 a pair, and d itself     12 * (41 + 1) = 504
    #   compact: 2 a position, and that one of the 4 holds                        12 * 9 = 108
    counted = {way: forecast(blank(4), way).clauses for way in APART}
    assert counted == {"direct": 32 + 64 + 192, "tseitin": 32 + 64 + 504, "compact": 32 + 64 + 108}
    # Variables: 16 cells; tseitin has a, b, c for each of 4 positions and d, compact one for each.
    variables = {way: forecast(blank(4), way).variables for way in APART}
    assert variables == {"direct": 16, "tseitin": 16 + 12 * 13, "compact": 16 + 12 * 4}
    lengths = sorted(map(len, encode(blank(4), "tseitin").clauses))
    assert lengths[-1] == 5, "at most 2m + 1 literals"
    assert lengths[:13] == [1] * 12 + [2], "one unit clause for each d"


@pytest.mark.parametrize(("side", "number"), [(4, 288), (6, 2_376), (8, 16_320)])
def test_the_direct_formula_is_as_large_as_the_papers(side: int, number: int) -> None:
    assert len(encode(blank(side), "direct").clauses) == number


@pytest.mark.parametrize("side", [4, 6, 8])
def test_the_third_constraint_takes_10_times_2m_and_one_clauses_a_pair(side: int) -> None:
    free = KINDS["binairo"].blank(side, side, "no-distinct")
    apart = len(encode(blank(side), "tseitin").clauses) - len(encode(free, "tseitin").clauses)
    pairs = side * (side - 1)
    assert apart == pairs * (10 * side + 1) + pairs


def test_the_papers_variables_mean_what_it_says() -> None:
    # Lines x = 1, 2 and y = 3, 4; a, b, c are 5 6 7 and 8 9 10, and d is 11.
    told = list(APART["tseitin"].clauses([1, 2], [3, 4], iter(range(5, 12))))
    assert [list(clause) for clause in told] == [
        [-5, 1], [-5, 3], [5, -1, -3], [-6, -1], [-6, -3], [6, 1, 3], [-7, 5, 6], [7, -5], [7, -6],
        [-8, 2], [-8, 4], [8, -2, -4], [-9, -2], [-9, -4], [9, 2, 4],
        [-10, 8, 9], [10, -8], [10, -9],
        [-11, -7, -10], [7, 11], [10, 11], [11],
    ]  # fmt: skip
    assert len(told) == 10 * 2 + 1 + 1


@given(binairos(6))
def test_the_size_is_known_before_the_formula_is_made(puzzle: Puzzle) -> None:
    for way in APART:
        told, made = forecast(puzzle, way), encode(puzzle, way)
        assert told.clauses == len(made.clauses)
        assert told.literals == sum(map(len, made.clauses))
        used = {abs(literal) for clause in made.clauses for literal in clause}
        assert max(used, default=0) <= told.variables == made.variables


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_the_counters_tell_the_formula_and_two_times(encoding: str) -> None:
    puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
    result = nn.solve(puzzle, f"sat:encoding={encoding}")
    counters = result.stats.counters
    assert result.status == "unique"
    made = encode(puzzle, encoding, distinct=encoding != "lean")
    assert (counters["variables"], counters["clauses"]) == (made.variables, len(made.clauses))
    prepare, solve = counters["seconds.prepare"], counters["seconds.solve"]
    assert isinstance(prepare, float)
    assert isinstance(solve, float)
    assert 0 < prepare + solve <= result.stats.seconds + 2e-6


def test_a_hand_worked_run_needs_no_conflict() -> None:
    # 0 .   direct: 1 given; lines of two have no windows; every 2 of 2 cells hold both values,
    # . .   2 clauses a line: 8; 2 pairs of lines, 2^2 clauses each: 8. All 17 are closed by unit
    #       propagation, and so is the formula with the solution forbidden: no conflict after a
    #       decision, so one node and no decision.
    counters = nn.solve(nn.parse("binairo:0./.."), "sat:encoding=direct").stats.counters
    wanted = {"variables": 4, "clauses": 17, "distinct": 0, "decisions": 0}
    assert {name: counters[name] for name in wanted} == wanted


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_dimacs_writes_every_encoding(
    encoding: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = nn.parse("binairo:1..0/..../..../0..1")
    path = tmp_path / "puzzle.cnf"
    assert main(["convert", puzzle.id, "--to", f"dimacs:encoding={encoding}", "-o", str(path)]) == 0
    written = formulas.CNF(from_file=str(path))
    assert written.clauses == [list(clause) for clause in encode(puzzle, encoding).clauses]
    assert f"c encoding {encoding}\n" in path.read_text()
    assert path.read_text() == nn.dumps(puzzle, f"dimacs:encoding={encoding}")
    nn.save(puzzle, tmp_path / "again.cnf", f"dimacs:encoding={encoding}")
    assert (tmp_path / "again.cnf").read_text() == path.read_text()
    assert capsys.readouterr() == ("", "")


def test_an_encoding_that_there_is_not_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for puzzle, name, message in (
        ("binairo:../..", "dimacs:encoding=best", "expected encoding=lean/compact/direct/tseitin"),
        ("binairo:../..", "dimacs:width=2", "found 'width=2'"),
        ("nonogram:1;1", "dimacs:encoding=tseitin", "encoding tseitin is for Binairo; use lean"),
        ("binairo:../..", "id:encoding=lean", "format id has no options"),
    ):
        path = tmp_path / "puzzle.cnf"
        assert main(["convert", puzzle, "--to", name, "-o", str(path)]) == 2
        err = capsys.readouterr().err
        assert message in err
        assert err.count("\n") == 1
        assert not path.exists()


def test_only_a_ctrl_c_is_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    pysolvers = pytest.importorskip("pysolvers")
    calls = []

    def failing(handle: object, assumptions: list[int], catches_signals: int) -> int:
        calls.append(catches_signals)
        raise pysolvers.error("something else")

    monkeypatch.setattr(pysolvers, "cadical195_solve_lim", failing)
    with pytest.raises(pysolvers.error, match="something else"):
        nn.solve("binairo:0./..", "sat")
    assert calls == [0], "or it would jump out of CaDiCaL at a signal"


INTERRUPTED = """
import os, signal, threading, nonairo as nn
totals = "/".join(["100"] * 20)
puzzle = nn.parse(f"kakurasu:{totals};{totals}")
nn.solve("binairo:0./..", "sat")
for after in (0.02, 0.05, 0.09, 0.14, 0.2):
    timer = threading.Timer(after, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        nn.solve(puzzle, "sat", limit=None)
    except KeyboardInterrupt:
        print("interrupted", nn.solve("binairo:0./..", "sat").status.value)
"""


def test_interrupts_leave_the_solver_whole() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True,
                          timeout=60, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "interrupted unique\n" * 5


def test_a_long_formula_is_streamed() -> None:
    streamed = stream(blank(16), "direct")
    assert 16_000_000 < streamed.size.clauses <= clauses.MOST_STREAMED == 20_000_000
    tracemalloc.start()
    try:
        assert sum(1 for _ in islice(streamed.clauses, 10_000)) == 10_000
        assert tracemalloc.get_traced_memory()[1] < 2**20, "they are made one by one"
    finally:
        tracemalloc.stop()


def test_a_formula_that_is_too_long_is_refused_by_name() -> None:
    result = nn.solve(blank(18), "sat:encoding=direct")
    assert (result.status, result.limit) == ("unknown", "size")
    wanted = "encoding direct would have more than 20,000,000 clauses; use lean"
    assert result.reason == wanted
    assert nn.solve(blank(512), "sat:encoding=direct").reason == wanted, "no number of 200 digits"


@pytest.mark.parametrize("way", ENCODINGS)
def test_a_formula_in_a_list_is_polled_and_never_too_long(
    way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    polls: list[int] = []
    encode(blank(4), way, poll=lambda: polls.append(1))
    assert polls
    monkeypatch.setattr(clauses, "MOST_CLAUSES", 100)
    with pytest.raises(nn.LimitReached, match=f"encoding {way} would have more than 100 clauses"):
        encode(blank(4), way)


def test_memory_is_told_beforehand_and_refused_where_it_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sat, "free_memory", lambda: 2**30)
    result = nn.solve(blank(16), "sat:encoding=direct")
    expected = result.stats.counters["memory.expected"]
    assert isinstance(expected, int)
    assert 3 * 2**30 < expected < 4 * 2**30
    assert (result.status, result.limit) == ("unknown", "memory")
    assert result.reason == (
        "encoding direct needs about 3.4 GB of memory, and 1.0 GB are free; use lean"
    )
    assert main(["solve", blank(16).id, "--engine", "sat:encoding=direct"]) == 3
    err = capsys.readouterr().err
    assert err.startswith(
        "nonairo: sat:encoding=direct: 16,461,696 clauses, about 3.4 GB of memory"
    )
    monkeypatch.setattr(sat, "free_memory", lambda: None)  # where the system does not tell
    assert nn.solve(blank(4), "sat:encoding=direct").status == "multiple"


def test_time_runs_out_while_a_long_formula_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat, "free_memory", lambda: None)
    result = nn.solve(blank(16), "sat:encoding=direct", time_limit=0.3)
    assert (result.status, result.limit) == ("unknown", "time")
    prepare = result.stats.counters["seconds.prepare"]
    assert isinstance(prepare, float)
    assert prepare >= 0.3
    assert result.stats.counters["seconds.solve"] == 0


def test_the_system_tells_how_much_memory_is_free() -> None:
    free = limits.free_memory()
    if Path("/proc/meminfo").exists():
        assert free is not None
        assert free > 0


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's /proc")
def test_a_limit_of_the_address_space_is_a_limit_of_memory() -> None:
    code = (
        "import resource; from nonairo import KINDS, solve\n"
        "from nonairo.limits import free_memory\n"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); assert free_memory() < 2**30\n"
        "result = solve(KINDS['binairo'].blank(16, 16, 'standard'), 'sat:encoding=direct')\n"
        "print(result.status.value, result.limit)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "unknown memory\n"), done.stderr[-500:]


@pytest.mark.parametrize(
    ("name", "freeing"), [("Cadical195", "cadical195_del"), ("Glucose4", "glucose41_del")]
)
def test_an_interrupt_while_a_solver_is_freed_is_neither_lost_nor_frees_it_twice(
    name: str, freeing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pysolvers = pytest.importorskip("pysolvers")
    free, freed, called = getattr(pysolvers, freeing), [], []

    def interrupted(*arguments: object) -> None:
        freed.append(free(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(pysolvers, freeing, interrupted)
    solver = sat.undisturbed(name)(bootstrap_with=[[1, 2]])
    with pytest.raises(KeyboardInterrupt):
        solver.delete()
    solver.delete()
    assert len(freed) == 1
    sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name))
    del solver  # Python code would run here, and print a KeyboardInterrupt instead of raising it
    sys.setprofile(None)
    assert "__del__" not in called
