"""Engines that a user writes: limits, counters, checked solutions, mistakes with their line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.checking import check
from nonairo.cli import main
from nonairo.engines import OWN_ENGINES
from nonairo.errors import EngineError, OwnEngineError
from nonairo.events import replay
from nonairo.grid import Grid
from nonairo.own_engines import add, load, template
from nonairo.own_engines.line_checks import LineChecks
from nonairo.own_engines.printed import MOST
from servers import until

SMALL = "binairo:1..0/..../..../0..1"
FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
HEAD = "def solve(givens, check):\n"
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Put an engine into a file of the working folder, and name it; it is no engine afterwards."""
    monkeypatch.chdir(tmp_path)

    def written(text: str) -> str:
        Path("mine.py").write_text(text, encoding="utf-8")
        return "./mine.py"

    yield written
    OWN_ENGINES.clear()


def test_the_template_has_25_lines_and_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(template().splitlines()) == 25
    assert main(["engines", "--template"]) == 0
    assert capsys.readouterr().out == template()


@pytest.mark.parametrize(
    "puzzle", [SMALL, FIRST, "nonogram:1,1/5/5/3/1;2/4/4/4/2", nn.KINDS["mosaic"].example]
)
def test_the_template_finds_what_the_core_finds(write: Write, puzzle: str) -> None:
    name = add(write(template()))
    ours, theirs = (nn.solve(puzzle, engine, limit=None) for engine in (name, "auto"))
    assert ours.status == theirs.status
    assert {grid.cells for grid in ours.solutions} == {grid.cells for grid in theirs.solutions}


def test_the_template_makes_the_tries_of_the_walk(write: Write) -> None:
    name = add(write(template()))
    own, walk = (nn.solve(FIRST, engine).stats for engine in (name, "walk"))
    assert own.nodes == walk.nodes
    assert own.counters["checks"] == own.nodes - 1


def test_its_trace_replays_to_its_solutions_and_names_lines(write: Write) -> None:
    name = add(write(template()))
    puzzle = nn.parse("binairo:0.../..../..../....")
    events = list(nn.trace(puzzle, name))
    found = [grid for event, grid in replay(puzzle.givens, events) if event.kind == "solution"]
    assert found == nn.solve(puzzle, name, limit=None).solutions
    lines = template().splitlines()
    tried = {
        lines[event.line - 1].strip() for event in events if event.kind == "place" and event.line
    }
    assert tried == {"if check(grid):"}
    yielded = {
        lines[event.line - 1].strip() for event in events if event.kind == "solution" and event.line
    }
    assert yielded == {"yield grid"}
    assert [event.step for event in events] == list(range(1, len(events) + 1))


def test_watching_it_does_not_change_what_it_finds(write: Write) -> None:
    name = add(write(template()))
    seen: list[nn.Event] = []
    watched = nn.solve(FIRST, name, observer=seen.append)
    alone = nn.solve(FIRST, name)
    assert seen
    assert (watched.solutions, watched.stats.nodes) == (alone.solutions, alone.stats.nodes)


def test_rows_may_be_text_and_cells_numbers(write: Write) -> None:
    for rows in ('["01", "10"]', "[[0, 1], [1, 0]]", '(("0", 1), ("1", 0))'):
        name = add(write(f"{HEAD}    assert check({rows})\n    yield {rows}\n"))
        assert nn.solve("binairo:0./..", name).status == "unique"


def test_a_full_search_says_that_nobody_checked_the_rest(write: Write) -> None:
    result = nn.solve("binairo:../..", add(write(f'{HEAD}    yield ["01", "10"]\n')))
    assert result.status == "unique"
    assert str(result.reason) == (
        "./mine.py reports that there is no further solution;"
        " Nonairo checks only the solutions that it yields"
    )
    result = nn.solve("binairo:0./..", add(write(f"{HEAD}    return\n    yield\n")))
    assert result.status == "none"
    assert str(result.reason).startswith("./mine.py reports that there is no solution; Nonairo")


IN_LINE_2 = "./mine.py line 2: "
NO_SOLUTION = f"{IN_LINE_2}this grid is no solution: "
MISTAKES = {
    "a name": (
        "    x = 1\n    yield gird\n",
        "./mine.py line 3: NameError: name 'gird' is not defined, in: yield gird",
    ),
    "deep inside": (
        "    yield from [part(row) for row in givens]\n\ndef part(row):\n    return row[99]\n",
        "./mine.py line 5: IndexError: list index out of range, in: return row[99]",
    ),
    "not full": (
        "    yield givens\n",
        f"{NO_SOLUTION}not every cell is filled, in: yield givens",
    ),
    "a broken rule": (
        '    yield ["00", "11"]\n',
        f"{NO_SOLUTION}row 1: two 0s; expected one 0 and one 1",
    ),
    "a changed given": (
        '    yield ["10", "01"]\n',
        f"{NO_SOLUTION}r1c1: the given is 0, found 1",
    ),
    "twice": (
        '    yield ["01", "10"]\n    yield ["01", "10"]\n',
        "./mine.py line 3: this solution came before",
    ),
    "another size": ('    yield ["0", "1"]\n', f"{IN_LINE_2}a solution is not a grid"),
    "check of a row": (
        '    check("01")\n    yield givens\n',
        f"{IN_LINE_2}expected a grid, a list of 2 rows",
    ),
    "nothing": ("    pass\n", "line 1: solve returned None; it must yield each solution"),
    "a flag": ("    return True\n", "solve returned True; it must yield each solution"),
    "no way back": ("    yield from solve(givens, check)\n", "RecursionError"),
    "it leaves": ("    raise SystemExit(7)\n", f"{IN_LINE_2}SystemExit: 7"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line_with_its_place(
    name: str, write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    text, expected = MISTAKES[name]
    assert main(["solve", "binairo:0./..", "--engine", write(HEAD + text)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert expected in said.err
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err


def test_what_is_no_engine_is_refused_before_anything_runs(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cases = {
        "x = [(]\n": "./mine.py line 1: closing parenthesis ']' does not match",
        "def solv(givens):\n    pass\n": "./mine.py: expected a function solve(givens, check)",
        "\0": "./mine.py",
    }
    for text, expected in cases.items():
        assert main(["solve", SMALL, "--engine", write(text)]) == 2
        assert expected in capsys.readouterr().err
    assert main(["solve", SMALL, "--engine", "missing.py"]) == 2
    assert "missing.py: No such file or directory" in capsys.readouterr().err
    assert main(["solve", SMALL, "--engine", str(tmp_path)]) == 2
    (tmp_path / "large.py").write_bytes(b"#" * 1_000_001)
    with pytest.raises(EngineError, match="at most 1,000,000 bytes"):
        load("large.py")
    with pytest.raises(EngineError, match="without a comma"):
        add("a,b.py")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_a_pipe_or_a_folder_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    for path in (tmp_path / "pipe.py", tmp_path):
        with pytest.raises(EngineError, match="expected a file"):
            load(str(path))


def test_a_file_may_begin_with_the_mark_of_a_windows_editor(write: Write) -> None:
    name = add(write(f'\ufeff{HEAD}    yield ["01", "10"]\n'))
    assert nn.solve("binairo:0./..", name).status == "unique"


def test_a_long_statement_is_cut_in_an_error(write: Write) -> None:
    long = "x = 'a" + "a" * 5000
    for text in (f"{long}\n{HEAD}    pass\n", f"{HEAD}    {long}' + 1\n    yield x\n"):
        with pytest.raises(nn.NonairoError, match=r"in: .*\.\.\.$") as caught:
            nn.solve(SMALL, add(write(text)))
        assert len(str(caught.value)) < 250


def test_an_endless_loop_ends_at_the_time_limit(write: Write) -> None:
    name = add(write(f"{HEAD}    while True:\n        pass\n"))
    begin = time.monotonic()
    result = nn.solve(SMALL, name, time_limit=0.5)
    assert (result.status, result.limit) == ("unknown", "time")
    assert time.monotonic() - begin < 20


def test_the_node_limit_counts_checks(write: Write) -> None:
    result = nn.solve("binairo:" + "/".join(["." * 8] * 8), add(write(template())), node_limit=50)
    assert (result.limit, result.stats.nodes, result.stats.counters["checks"]) == ("nodes", 50, 49)


def test_no_except_of_the_user_hides_the_node_limit(write: Write) -> None:
    text = f"{HEAD}    while True:\n        try:\n            check(givens)\n"
    text += "        except Exception:\n            pass\n"
    assert nn.solve(SMALL, add(write(text)), node_limit=50).limit == "nodes"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by the system")
def test_the_memory_limit_ends_it(write: Write) -> None:
    grow = f'{HEAD}    kept = []\n    while True:\n        kept.append("x" * 10**6)\n'
    result = nn.solve(SMALL, add(write(grow)), memory_limit=100_000_000, time_limit=60)
    assert (result.status, result.limit) == ("unknown", "memory")


def test_a_process_that_crashes_is_reported(write: Write) -> None:
    name = add(write(f"import os\n\n{HEAD}    os._exit(3)\n"))
    with pytest.raises(OwnEngineError, match=r"its process ended \(exit code 3\)"):
        nn.solve(SMALL, name)


@pytest.mark.skipif(os.name != "posix", reason="processes end by signals")
def test_a_signal_that_ends_it_is_named(write: Write) -> None:
    name = add(write(f"import os\n\n{HEAD}    os.kill(os.getpid(), 11)\n"))
    with pytest.raises(OwnEngineError, match=r"its process ended \(SIGSEGV\)"):
        nn.solve(SMALL, name)


def test_what_it_prints_does_not_mix_with_the_answer(write: Write, tmp_path: Path) -> None:
    write(f'{HEAD}    print("looking", input.__name__)\n    yield ["01", "10"]\n')
    command = [sys.executable, "-m", "nonairo", "solve", "binairo:0./..", "--engine", "mine.py"]
    run = subprocess.run(
        [*command, "--json"], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert json.loads(run.stdout)["status"] == "unique"
    assert run.stderr.startswith("looking")


def test_nobody_counts_its_backtracks(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(template())
    assert main(["solve", SMALL, "--engine", name, "--stats", "--trace", "x.txt"]) == 0
    err = capsys.readouterr().err
    assert "nodes: " in err
    assert "backtracks" not in err + (tmp_path / "x.txt").read_text()
    assert main(["solve", SMALL, "--engine", "walk", "--stats", "--trace", "y.txt"]) == 0
    assert "backtracks: " in capsys.readouterr().err
    assert "backtracks: " in (tmp_path / "y.txt").read_text()


def test_what_it_prints_without_end_is_cut_with_a_note(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(f'{HEAD}    while True:\n        print("ä" * 99)\n    yield\n')
    assert main(["solve", SMALL, "--engine", name, "--time-limit", "1.5"]) == 3
    printed, note, rest = capsys.readouterr().err.partition("nonairo: ./mine.py prints more than")
    assert len(printed.encode()) in range(MOST, MOST + 10)
    assert note
    assert rest.count("\n") == 2, "the rest is not shown; the limit"


def test_the_last_words_before_a_mistake_come_before_it(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(f'{HEAD}    print("before", end="")\n    1 / 0\n')
    assert main(["solve", SMALL, "--engine", name]) == 2
    assert capsys.readouterr().err.startswith("before")


def test_its_process_ends_with_the_search(write: Write, tmp_path: Path) -> None:
    name = add(write(f'import os\n\n{HEAD}    open("pid", "w").write(str(os.getpid()))\n'
                     '    yield ["01", "10"]\n    while True:\n        pass\n'))  # fmt: skip
    assert nn.solve("binairo:../..", name, limit=1).solutions
    number = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_an_endless_loop_that_says_no_more_ends_at_the_time_limit(write: Write) -> None:
    name = add(write(f"import os\n\n{HEAD}    os.closerange(3, 256)\n    while True:\n"
                     "        pass\n"))  # fmt: skip
    begin = time.monotonic()
    assert nn.solve("binairo:../..", name, time_limit=1).limit == "time"
    assert time.monotonic() - begin < 15


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_what_its_process_has_started_ends_with_it(write: Write, tmp_path: Path) -> None:
    """A child keeps the pipe open through which the process talks to us."""
    name = add(write(f'import os, time\n\n{HEAD}    child = os.fork()\n    if not child:\n'
                     '        time.sleep(60)\n    open("pid", "w").write(str(child))\n'
                     '    yield from []\n'))  # fmt: skip
    begin = time.monotonic()
    assert nn.solve("binairo:../..", name).status is nn.Status.NONE
    assert time.monotonic() - begin < 30
    until(lambda: not is_running(int((tmp_path / "pid").read_text())))


def is_running(number: int) -> bool:
    """Whether a process works; one that nobody has waited for does not."""
    try:
        return ") Z " not in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return False


def test_compare_shows_it_beside_the_others(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", FIRST, "--engines", f"walk,{write(template())}"]) == 0
    walk, own = capsys.readouterr().out.splitlines()
    assert walk.split("\t")[3:5] == own.split("\t")[3:5] == ["unique", "59"]


def test_compare_reports_a_mistake_once_and_keeps_the_rest(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(f"{HEAD}    return 1 / 0\n")
    assert main(["compare", FIRST, "--engines", f"walk,{name}", "--runs", "2"]) == 2
    said = capsys.readouterr()
    assert "unique" in said.out
    assert said.err.count("./mine.py line 2: ZeroDivisionError: division by zero") == 1


def test_a_wrong_answer_is_seen_in_a_comparison(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    name = write(f"{HEAD}    return []\n")
    assert main(["compare", FIRST, "--engines", f"walk,{name}"]) == 0
    assert "engines disagree: walk says unique, ./mine.py says none" in capsys.readouterr().err


def test_a_path_in_python_or_in_a_request_loads_nothing(write: Write) -> None:
    path = write("open('was_run', 'w')\n" + template())
    with pytest.raises(EngineError, match="expected an engine"):
        nn.solve(SMALL, path)
    from nonairo.answers import AnswerError, answer

    for name in ("solve", "trace"):
        with pytest.raises(AnswerError, match="expected an engine"):
            answer(name, {"puzzle": SMALL, "engine": path})
    add(path)  # even then the code runs elsewhere
    assert not Path("was_run").exists()


@pytest.mark.parametrize("kind", nn.KINDS)
def test_check_says_what_checking_says(kind: str) -> None:
    """A step of a search is judged as a grid of a player is."""
    from random import Random

    puzzle = nn.parse(nn.KINDS[kind].example)
    checks, rng, seen = LineChecks(puzzle), Random(1), set()
    for _ in range(200):
        cells = list(puzzle.givens.cells)
        for _ in range(rng.randrange(len(cells))):
            cells[rng.randrange(len(cells))] = rng.choice(puzzle.symbols)
        grid = Grid(puzzle.height, puzzle.width, "".join(cells))
        why = checks.reason_against(grid.cells)
        assert (why is None) == (not check(puzzle, grid))
        seen.add(why is None)
    assert seen == {True, False}


def test_ctrl_c_ends_an_endless_loop_and_its_process(write: Write, tmp_path: Path) -> None:
    write(f'import os\n\n{HEAD}    open("new", "w").write(str(os.getpid()))\n'
          '    os.rename("new", "pid")\n    while True:\n        pass\n')  # fmt: skip
    command = [sys.executable, "-m", "nonairo", "solve", SMALL, "--engine", "mine.py"]
    run = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    until((tmp_path / "pid").exists)
    run.send_signal(signal.SIGINT)
    said = run.communicate(timeout=30)[1]
    assert (run.returncode, said) == (130, "nonairo: interrupted\n")
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def ended(file: Path) -> bool:
    """Whether the process whose number is in a file has ended (a zombie has, too)."""
    try:
        return (
            Path(f"/proc/{file.read_text()}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        )
    except FileNotFoundError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for processes")
def test_a_program_that_the_engine_has_started_ends_with_the_search(
    write: Write, tmp_path: Path
) -> None:
    text = f"""import subprocess, sys

{HEAD}    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open("pid", "w").write(str(other.pid))
    other.wait()
"""
    assert nn.solve(SMALL, add(write(text)), time_limit=3).limit == "time"
    until(lambda: ended(tmp_path / "pid"))


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc for processes")
@pytest.mark.parametrize("busy", ["sum(range(10**13))", "__import__('os').system('sleep 600')"])
def test_it_ends_when_we_are_killed_while_it_is_in_c_code_or_waits(
    write: Write, tmp_path: Path, busy: str
) -> None:
    write(f'import os\n\n{HEAD}    open("new", "w").write(str(os.getpid()))\n'
          f'    os.rename("new", "pid")\n    {busy}\n')  # fmt: skip
    command = [sys.executable, "-m", "nonairo", "solve", SMALL, "--engine", "mine.py"]
    run = subprocess.Popen(command, cwd=tmp_path)
    until((tmp_path / "pid").exists)
    time.sleep(0.2)  # now it is busy
    run.kill()
    run.wait()
    until(lambda: ended(tmp_path / "pid"))
