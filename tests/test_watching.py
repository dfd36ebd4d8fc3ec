"""`watch` and `solve --watch` in a terminal: the keys, stepping back, a terminal given back."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest

import nonairo as nn
from nonairo.cli import main
from nonairo.cli.search_frames import MOST_CELLS, MOST_KEPT, Frames
from nonairo.events import replay
from nonairo.kinds.binairo import blank
from terminals import Session, in_terminal, without_colours

WALK = "binairo:" + "/".join(["." * 8] * 8)
WATCH = ["solve", "--watch"]
MAIN_SCREEN, SHOW_CURSOR = "\x1b[?1049l", "\x1b[?25h"


@pytest.fixture
def watching() -> Iterator[Session]:
    session = Session([*WATCH, WALK, "--delay", "0.05", "--all"])
    session.see("step 3 ")
    yield session
    session.close()


def was_left_in_order(session: Session) -> bool:
    """Whether the first screen and the cursor came back at the end."""
    return (
        session.shown.rindex(MAIN_SCREEN)
        > session.shown.rindex("\x1b[H")
        < session.shown.rindex(SHOW_CURSOR)
    )


def test_q_ends_it_with_what_is_known(watching: Session) -> None:
    assert (
        "q quit, space pause, s step, left back, b next backtrack, B previous, + faster"
        in watching.shown
    )
    watching.press("q")
    assert watching.end() == 3
    assert was_left_in_order(watching)
    assert "unknown: stopped with the key q" in without_colours(watching.shown)


def test_space_pauses_s_steps_and_space_goes_on(watching: Session) -> None:
    watching.press(" ")
    watching.see("PAUSED")
    while watching.read(0.3):
        pass
    seen = len(watching.shown)
    time.sleep(0.5)
    assert not watching.read(0.1), "nothing moves"
    watching.press("s")
    watching.see("step ")
    while watching.read(0.3):
        pass
    assert watching.shown[seen:].count("depth") == 1
    watching.press("\x1b[C")  # the arrow to the right is a step, too
    watching.see("depth")
    while watching.read(0.3):
        pass
    watching.press(" ")
    watching.see("0.05 s: q quit")
    watching.see("step ")
    watching.press("q")
    assert watching.end() == 3


def test_plus_and_minus_change_the_pace_and_other_keys_nothing(watching: Session) -> None:
    watching.press("-")
    watching.see("0.1 s: ")
    watching.press("+")
    watching.see("0.05 s: ")
    watching.press("++")
    watching.see("0.025 s: ")
    watching.press("xyz\x1b[A")
    watching.press("q")
    assert watching.end() == 3


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)], ids=["SIGTERM", "SIGINT"]
)
def test_a_signal_leaves_the_terminal_in_order(
    watching: Session, number: signal.Signals, code: int
) -> None:
    watching.process.send_signal(number)
    assert watching.end() == code
    assert was_left_in_order(watching)
    assert "Traceback" not in watching.shown


def test_a_signal_while_it_is_paused_is_heard(watching: Session) -> None:
    watching.press(" ")
    watching.see("PAUSED")
    watching.process.send_signal(signal.SIGTERM)
    assert watching.end() == 143
    assert was_left_in_order(watching)


def test_without_a_keyboard_there_are_no_keys() -> None:
    session = Session([*WATCH, "binairo:../..", "--delay", "0"], keyboard=False)
    assert session.end() == 0
    assert "space pause" not in session.shown
    assert was_left_in_order(session)
    session.close()


def test_after_quitting_no_further_puzzle_is_begun() -> None:
    session = Session([*WATCH, WALK, "nonogram:1;1", "--delay", "0.05"])
    session.see("step 2 ")
    session.press("q")
    assert session.end() == 3
    assert "nonogram" not in session.shown
    session.close()


def test_ctrl_z_gives_the_terminal_back_and_going_on_takes_it_again(watching: Session) -> None:
    watching.press(" ")
    watching.see(
        "PAUSED, 0.05 s: q quit, space go on, s step, left back, b next backtrack, B previous,"
    )
    while watching.read(0.2):
        pass
    watching.process.send_signal(signal.SIGTSTP)
    watching.see(SHOW_CURSOR + MAIN_SCREEN)
    deadline = time.monotonic() + 20
    while watching.shown.count("\x1b[?1049h") < 2:
        assert time.monotonic() < deadline
        watching.process.send_signal(signal.SIGCONT)  # again: it may not have stood still yet
        watching.read(0.2)
    while "PAUSED" not in watching.shown.rpartition("\x1b[?1049h")[2]:  # nothing moves
        assert time.monotonic() < deadline
        watching.read(0.2)
    watching.press("q")
    assert watching.end() == 3
    assert was_left_in_order(watching)


def test_a_terminal_that_changes_its_size_is_drawn_anew_even_while_paused(
    watching: Session,
) -> None:
    watching.press(" ")
    watching.see(
        "PAUSED, 0.05 s: q quit, space go on, s step, left back, b next backtrack, B previous,"
    )
    watching.resize(20, 40)
    watching.see(
        "PAUSED, 0.05 s: q quit, space go on,\x1b[K\r\n"
        "s step, left back, b next backtrack,\x1b[K\r\nB previous"
    )
    watching.resize(10, 40)
    watching.see("13 lines and 21 columns are needed for\x1b[K\r\nthe grid")
    watching.resize(13, 40)
    watching.see("PAUSED step ")
    assert "needed" not in watching.shown.rpartition("\x1b[H")[2]
    watching.resize(14, 40)
    watching.see("PAUSED, 0.05 s: keys q space s left b B")
    watching.press("q")
    assert watching.end() == 3


def test_a_dumb_terminal_is_not_drawn_over() -> None:
    watch = ["solve", "binairo:../..", "--watch", "--delay", "0"]
    code, shown = in_terminal(watch, 40, 100, {"TERM": "dumb"})
    assert code == 0
    assert "--watch needs a terminal whose cursor can be moved, and TERM is dumb" in shown
    assert "\x1b" not in shown


SMALL = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"


def picture(session: Session) -> str:
    """The last picture, once nothing more comes."""
    while session.read(0.4):
        pass
    shown = session.shown.rpartition("\x1b[H")[2].replace("\x1b[K", "").replace("\r", "")
    return without_colours(shown)


@pytest.fixture
def at_34() -> Iterator[Session]:
    """A walk, paused at a refused placement."""
    session = Session(["watch", SMALL, "--engine", "walk", "--at", "34"], columns=110)
    session.see("PAUSED")
    yield session
    session.close()


def test_watch_shows_program_clash_and_tree(at_34: Session) -> None:
    shown = picture(at_34)
    assert "step 34 depth 12 INVALID (count)" in " ".join(shown.split())
    assert ">     return all(line.count(symbol) <= len(line) // 2" in shown
    assert "1 │ 1:0 1" in shown  # the 0s of column 2,
    assert "4 │ 0!0 ." in shown  # and the one that is too many
    assert "tree: 21 nodes, 8 failed; ... > r2c1=0 >" in shown
    assert "r4c1=0 > r4c2=0" in shown


def test_keys_step_back_and_forward_again(at_34: Session) -> None:
    picture(at_34)
    at_34.press("\x1b[D\x1b[D")
    shown = picture(at_34)
    assert "PAUSED, 2 back, 0.05 s" in shown
    assert "step 32 " in shown
    at_34.press("s")
    assert "step 33 " in picture(at_34)
    at_34.press("ss")  # to the newest, and one step of the search
    shown = picture(at_34)
    assert "step 35 " in shown
    assert "PAUSED, 0.05 s" in shown
    at_34.press("q")
    assert at_34.end() == 0  # to stop watching is no failure


def test_b_goes_to_the_next_backtrack_and_capital_b_to_the_one_before(at_34: Session) -> None:
    undone = [event.step for event in nn.trace(SMALL, "walk") if event.kind == "undo"]
    later = [step for step in undone if step > 34]
    for step in later[:2]:
        at_34.press("b")
        assert f"step {step} " in picture(at_34)
    at_34.press("B")
    assert f"step {later[0]} " in picture(at_34)
    at_34.press("b")
    assert f"step {later[1]} " in picture(at_34)
    at_34.press("BB")
    assert f"step {undone[undone.index(later[0]) - 1]} " in picture(at_34)


def test_the_end_waits_and_one_can_look_back(at_34: Session) -> None:
    at_34.press("++++++++++ ")
    at_34.see("END: unique, one solution")
    at_34.press("B")
    undone = [event.step for event in nn.trace(SMALL, "walk", limit=2) if event.kind == "undo"]
    assert f"step {undone[-1]} " in picture(at_34)
    at_34.press("q")
    assert at_34.end() == 0
    assert was_left_in_order(at_34)
    assert "unique (walk, 59 nodes" in without_colours(at_34.shown)


def test_watch_without_a_terminal_solves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", SMALL, "--engine", "guess"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("unique\n")
    assert "watch needs a terminal; solving without animation" in said.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "sat"], "engine sat has no trace"),
        (["--engine", "missing.py"], "missing.py: No such file"),
        (["--port", "0"], "--port is for --page"),
        (["--no-open"], "--no-open is for --page"),
    ],
)
def test_watch_refuses_what_it_cannot_do(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", SMALL, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_frames_are_kept_up_to_a_number_and_stay_exact() -> None:
    puzzle = nn.parse(WALK)
    frames = Frames(puzzle, nn.ENGINES["walk"])
    seen = []
    for event, grid in replay(puzzle.givens, nn.trace(puzzle, "walk", node_limit=9000)):
        frames.add(event)
        seen.append((event, grid))
    assert len(seen) > MOST_KEPT == len(frames.kept)
    while frames.step(-1):
        event, grid = seen[-1 - frames.back]
        assert frames.shown.event == event
        if event.valid is not False:
            assert frames.shown.grid == grid
    assert frames.back == MOST_KEPT - 1


def test_of_large_grids_fewer_frames_are_kept() -> None:
    small, large = (
        Frames(blank(side, side, "standard"), nn.ENGINES["walk"]).kept for side in (8, 512)
    )
    assert small.maxlen == MOST_KEPT
    assert large.maxlen is not None
    assert 0 < large.maxlen * 512 * 512 <= MOST_CELLS
