"""`solve --watch` in a terminal: its keys, and a terminal that is always given back."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest

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
    assert "q quit, space pause, s step, + faster, - slower" in watching.shown
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
    watching.see("PAUSED, 0.05 s: q quit, space go on, s step, + faster, - slower")
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
    watching.see("PAUSED, 0.05 s: q quit, space go on, s step, + faster, - slower")
    watching.resize(20, 40)
    watching.see("PAUSED, 0.05 s: q quit, space go on,\x1b[K\r\ns step, + faster, - slower")
    watching.resize(10, 40)
    watching.see("13 lines and 21 columns are needed for\x1b[K\r\nthe grid")
    watching.resize(13, 40)
    watching.see("PAUSED step ")
    assert "needed" not in watching.shown.rpartition("\x1b[H")[2]
    watching.resize(14, 40)
    watching.see("PAUSED, 0.05 s: keys q space s + -")
    watching.press("q")
    assert watching.end() == 3


def test_a_dumb_terminal_is_not_drawn_over() -> None:
    watch = ["solve", "binairo:../..", "--watch", "--delay", "0"]
    code, shown = in_terminal(watch, 40, 100, {"TERM": "dumb"})
    assert code == 0
    assert "--watch needs a terminal whose cursor can be moved, and TERM is dumb" in shown
    assert "\x1b" not in shown
