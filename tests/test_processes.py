"""The command line as a process of its own: pipes, terminals, Ctrl-C, and what it imports."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import nonairo as nn
from interrupts import let_work
from nonairo.engines import best
from terminals import NONAIRO, in_terminal, without_colours

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
HARD = "binairo:" + "/".join(["." * 30] * 30)


def test_a_process_answers_through_a_pipe() -> None:
    told = subprocess.run(
        [*NONAIRO, "solve"], input="nonogram:1;1\n", capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "unique\n1\n", "")


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = " ".join([*NONAIRO, "solve", "--all", "binairo:" + "/".join(["....."[:4]] * 4)])
    told = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command} | head -1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (told.returncode, told.stdout, told.stderr) == (0, "multiple\n", "")


@pytest.mark.parametrize("engine", ["auto", "walk", "rows", "guess"])
def test_ctrl_c_exits_with_130_and_finished_puzzles_are_printed(engine: str) -> None:
    process = subprocess.Popen(
        [*NONAIRO, "solve", "nonogram:1;1", HARD, "--all", "--time-limit", "0", "--engine", engine],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    first = process.stdout.readline() + process.stdout.readline()  # it is at the hard one now
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out = process.stdout.read()  # `communicate` would lose what came together with the first lines
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    finished, listed, solutions = (first + out).partition("\nmultiple\n")
    assert finished == "unique\n1\n"
    assert bool(listed) == bool(solutions)  # what was found of the second is printed, too
    assert {line.strip("01") for line in solutions.splitlines()} <= {""}
    assert err == "nonairo: interrupted\n"


def test_a_terminal_shows_the_grid_before_and_after() -> None:
    code, shown = in_terminal(["solve", "nonogram:1/2;2/1", "--symbols", "#."], 40, 100)
    assert code == 0
    assert "nonogram 2x2" in shown
    assert shown.count("┌") == 2
    assert "1 │ # . │" in without_colours(shown)
    assert f"unique ({best()}, one node, " in without_colours(shown)


def test_watching_animates_in_place_with_verdicts() -> None:
    code, shown = in_terminal(["solve", "binairo:../..", "--watch", "--delay", "0"], 40, 100)
    assert code == 0
    assert "\x1b[H" in shown, "drawn over itself"
    assert "VALID" in shown
    assert "INVALID\x1b[0m (count)" in shown
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[H"), "the cursor is back at the end"
    assert "(walk, " in shown


def test_watching_in_a_small_terminal_shows_one_line() -> None:
    code, shown = in_terminal(["solve", "binairo:../..", "--watch", "--delay", "0"], 5, 60)
    assert code == 0
    assert "--watch needs 7 lines and 9 columns, the terminal has 5 and" in " ".join(shown.split())
    assert "step 1 depth 1: visit r1c1" in shown
    assert "\x1b[H" not in shown


def test_lists_are_drawn_as_tables_in_a_terminal() -> None:
    code, shown = in_terminal(["engines"], 60, 160)
    assert code == 0
    assert "complete" in shown
    assert "\t" not in shown


@pytest.mark.parametrize(
    "code",
    [
        "import nonairo",
        f"from nonairo.cli import main; main(['solve', '{FIRST}'])",
        f"import nonairo as nn; nn.solve(nn.parse('{FIRST}'), 'walk')",
    ],
    ids=["import", "piped solve", "python"],
)
def test_nothing_heavy_is_imported(code: str) -> None:
    heavy = ("rich", "numpy", "concurrent.futures", "multiprocessing", "asyncio", "unittest")
    check = f"import sys; {code}; print(); print(*sorted(set({heavy!r}) & set(sys.modules)))"
    told = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines()[-1] == ""


def test_ctrl_c_while_loading_is_one_line(repository: Path) -> None:
    program = """if True:
        import sys

        class CtrlC:
            def find_spec(self, name, *_):
                if name == "nonairo.cli.base":
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, CtrlC())
        from nonairo.__main__ import main

        sys.exit(main())"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (told.returncode, told.stdout, told.stderr) == (130, "", "nonairo: interrupted\n")
    settings = (repository / "pyproject.toml").read_text("utf-8")
    assert 'nonairo = "nonairo.__main__:main"' in settings


def test_the_type_stub_of_the_core_is_current(repository: Path, tmp_path: Path) -> None:
    pytest.importorskip("nonairo._core", reason="installed without a compiler")
    pytest.importorskip("nanobind", reason="the stub generator is not installed")
    made = tmp_path / "_core.pyi"
    patterns = str(repository / "core/bindings/stub.pattern")
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "nonairo._core"]
    subprocess.run([*command, "-p", patterns, "-o", str(made)], check=True)
    assert made.read_text() == (repository / "src/nonairo/_core.pyi").read_text()


BAD_DESCRIPTOR = "nonairo: output: Bad file descriptor\n"
NO_SPACE = "nonairo: output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "stream", "code", "told"),
    [
        ("solve -", "<&-", 2, "expected a puzzle"),
        (f"solve {FIRST}", ">&-", 2, BAD_DESCRIPTOR),
        (f"count {FIRST}", ">&-", 2, BAD_DESCRIPTOR),
        (f"convert {FIRST} --to id", ">&-", 2, BAD_DESCRIPTOR),
        ("--help", ">&-", 2, BAD_DESCRIPTOR),
        ("-V", ">&-", 2, BAD_DESCRIPTOR),
        (f"convert {FIRST} -o /dev/null --to id", ">&-", 0, ""),
        (f"solve {FIRST}", "2>&-", 0, ""),
        (f"solve {FIRST}", ">/dev/full", 2, NO_SPACE),
        ("--help", ">/dev/full", 2, NO_SPACE),
        ("solve --help", ">/dev/full", 2, NO_SPACE),
        ("-V", ">/dev/full", 2, NO_SPACE),
        ("help", ">/dev/full 2>&-", 2, ""),
    ],
)
def test_an_answer_that_nobody_gets_is_an_error_in_one_line(
    command: str, stream: str, code: int, told: str
) -> None:
    if "/dev/full" in stream and not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    python = f"'{sys.executable}' -m nonairo"
    done = subprocess.run(
        ["bash", "-c", f"{python} {command} {stream}"], capture_output=True, text=True, check=False
    )
    assert done.returncode == code
    assert told in done.stderr
    assert done.stderr.count("\n") == (1 if told else 0)


def test_an_interrupt_of_sat_is_an_interrupt() -> None:
    pytest.importorskip("pysat")
    totals = "/".join(["100"] * 20)
    process = subprocess.Popen(
        [*NONAIRO, "solve", f"kakurasu:{totals};{totals}", "--engine", "sat", "--all"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    let_work(process, 2.0)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert (process.returncode, told) == (130, "nonairo: interrupted\n")


def test_long_runs_show_how_far_they_are(tmp_path: Path) -> None:
    pytest.importorskip("nonairo._core", reason="thousands of puzzles")
    path = tmp_path / "many.jsonl"
    make = ["generate", "binairo", "20", "--minimal", "--count", "500", "-o", str(path)]
    code, shown = in_terminal(make, 40, 100)
    assert code == 0
    assert re.search(r"\d+ of 500 puzzles", shown)
    few = tmp_path / "few.jsonl"
    made = [nn.generate("binairo", 14, minimal=True, seed=seed) for seed in range(25)]
    few.write_text(nn.dumps(made, "jsonl"))
    code, shown = in_terminal(["grade", str(few)], 40, 100)
    assert code == 0
    assert re.search(r"\d+ puzzles", shown)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no /dev/full")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["repair", "binairo:1.../..../..../...."], 0),
        (["solve", "binairo:11../1.../1.../...."], 0),
        (["solve", "nowhere.txt"], 2),
    ],
)
def test_a_full_standard_error_changes_no_exit_code(words: list[str], code: int) -> None:
    with Path("/dev/full").open("w") as full:
        told = subprocess.run([*NONAIRO, *words], stdout=subprocess.PIPE, stderr=full, check=False)
    assert told.returncode == code
    assert bool(told.stdout) == (code == 0)


def test_huge_numbers_are_as_good_as_endless() -> None:
    huge = str(2**70)
    for option in ("--limit", "--node-limit", "--seed"):
        told = subprocess.run(
            [*NONAIRO, "solve", FIRST, option, huge], capture_output=True, text=True, check=False
        )
        assert (told.returncode, told.stderr) == (0, "")


def test_one_puzzle_is_a_few_puzzles_too() -> None:
    assert [result.status for result in nn.solve_many(FIRST)] == ["unique"]
