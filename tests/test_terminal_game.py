"""Puzzles played in the terminal: keys, the mouse, undo, hints, and a terminal left in order."""

from __future__ import annotations

import os
import pty
import re
import signal
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.cli.keyboard import Terminal
from nonairo.cli.terminal_game import Game, Screen, press
from nonairo.grid import Cell
from nonairo.kinds import KINDS
from terminals import Session, without_colours

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SAIL = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
PLAY = ["play", "--terminal"]


def game_of(id: str) -> tuple[Game, Screen]:
    puzzle = nn.parse(id)
    game = Game(puzzle, puzzle.givens)
    screen = Screen(game, None)
    screen.frame("0:00")
    return game, screen


def typed(game: Game, screen: Screen, *keys: str) -> None:
    for key in keys:
        press(key, game, screen)


def test_keys_write_move_undo_and_redo() -> None:
    game, screen = game_of(FIRST)
    typed(game, screen, "0")
    assert game.message == "r1c1 is given"
    typed(game, screen, "right", "1", "right", "x", " ", "down", "left", "up", "up", "left", "left")
    assert str(game.grid).startswith("111")
    assert game.at == Cell(0, 0)
    typed(game, screen, "u", "u", "u")
    assert game.grid == game.puzzle.givens
    assert game.message == "nothing to undo"
    typed(game, screen, "r", "r", "r")
    assert game.message == "nothing to redo"
    assert str(game.grid).startswith("111")
    typed(game, screen, ".", "end", ".", "home", "delete", "page down", "q")
    assert game.at == Cell(5, 0)


def test_a_cell_goes_through_all_symbols() -> None:
    game, screen = game_of("trinairo:" + "/".join(["......"] * 6))
    seen = []
    for _ in range(4):
        typed(game, screen, " ")
        seen.append(game.grid[0, 0])
    assert seen == ["1", "2", "0", "."]


@pytest.mark.parametrize("id", [FIRST, SAIL, *(kind.example for kind in KINDS.values())])
def test_hints_lead_to_the_end_of_every_kind(id: str) -> None:
    game, screen = game_of(id)
    for _ in range(len(game.grid.cells) + 1):
        if game.solved:
            break
        typed(game, screen, "h")
        assert game.message.endswith("(h: apply it)"), game.message
        typed(game, screen, "h")
    assert game.solved
    assert not nn.check(game.puzzle, game.finished())
    typed(game, screen, "0", "1")
    assert game.solved, "a finished puzzle is not changed by accident"


def test_mistakes_are_found() -> None:
    game, screen = game_of(FIRST)
    typed(game, screen, "c")
    assert game.message == "no mistakes so far"
    typed(game, screen, "right", "1", "c")  # the solution has 0
    assert game.message == "one entry is wrong"
    assert game.marked is not None
    assert game.marked.roles == {Cell(0, 1): "wrong"}
    typed(game, screen, "down", "0", "c")
    assert game.message.startswith("row 2: ")


def test_the_mouse_writes_where_it_is() -> None:
    game, screen = game_of(SAIL)
    line = screen.top + 1 + 2
    column = screen.left + 1 + 3 * screen.layout.wide
    typed(game, screen, f"mouse 0 {column} {line}", f"mouse 0 1 {line}", "mouse 65 1 1")
    assert game.grid[2, 3] == "1"
    assert game.at == Cell(3, 3)
    typed(game, screen, f"mouse 2 {column} {line}")
    assert game.grid[2, 3] == "."
    assert game.grid.cells.count(".") == 25


def test_a_large_board_is_scrolled(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = nn.parse("binairo:" + "/".join(["." * 60] * 60))
    game = Game(puzzle, puzzle.givens)
    screen = Screen(game, None)
    for keys, first, last in (((), "1", "24"), (("end", *["page down"] * 12), "60", "60")):
        typed(game, screen, *keys)
        frame = screen.frame("0:00")
        lines = re.sub("\x1b.*?[A-Za-z]", "", frame).split("\r\n")
        assert len(lines) <= 24
        assert max(map(len, lines)) <= 80
        assert any(line.startswith(f"{first:>2} │") for line in lines), last
    assert screen.rows.stop == screen.columns.stop == 60


def test_a_game_in_a_terminal() -> None:
    session = Session([*PLAY, "nonogram:1,1/1;1/1/1"], lines=24, columns=80)
    session.see("quit")
    session.press("1\x1b[C\x1b[B1\x1b[C\x1b[A1")
    session.see("solved")
    session.press("q")
    assert session.end() == 0
    shown = without_colours(session.shown)
    assert "solved in 0:0" in shown
    assert shown.rindex("\x1b[?1049l") > shown.rindex("\x1b[H")
    assert shown.rindex("\x1b[?1000l") > shown.rindex("\x1b[?1000h")
    session.close()


def keys_of(monkeypatch: pytest.MonkeyPatch, *written: str) -> list[str]:
    """What is read of this, written at once or a moment later."""
    screen, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin, os.fdopen(screen, "wb", buffering=0) as keyboard:
        monkeypatch.setattr("sys.stdin", stdin)
        keys = []
        with Terminal(other_screen=False) as terminal:
            for part in written:
                keyboard.write(part.encode())
                while (key := terminal.key(0.01)) is not None:
                    keys.append(key)
    return keys


def test_a_sequence_that_is_cut_is_one_key(monkeypatch: pytest.MonkeyPatch) -> None:
    wheel = keys_of(monkeypatch, "\x1b[<65;111;11M" * 30)  # more than is read at once
    assert wheel == ["mouse 65 111 11"] * 30
    assert keys_of(monkeypatch, "\x1b[", "<0;1;", "1M1") == ["mouse 0 1 1", "1"]
    assert keys_of(monkeypatch, "\x1bO", "A", "\x1b[5", "~") == ["up", "page up"]


def test_alt_and_a_key_is_not_that_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = keys_of(monkeypatch, "\x1b1", "\x1b", "1", "\x1b\x1b[A", "\x1b[\x1b[B")
    assert keys == ["\x1b1", "\x1b", "1", "\x1b", "up", "\x1b[", "down"]


@pytest.mark.parametrize(
    ("number", "code"), [(None, 0), (signal.SIGINT, 130), (signal.SIGTERM, 143)]
)
def test_however_it_ends_one_can_go_on(number: signal.Signals | None, code: int) -> None:
    rows = "11.0../..00.1/.00..1/....../00.1../.1..00"
    session = Session([*PLAY, FIRST])
    session.see("quit")
    session.press("\x1b[C1")
    session.see("21 cells open")
    if number is None:
        session.press("q")
    else:
        session.process.send_signal(number)
    assert session.end() == code
    screen, _, after = session.shown.rpartition("\x1b[?1049l")
    assert "\x1b[H" in screen
    assert "\x1b[H" not in after, "the terminal is given back first"
    assert f"--state {rows}" in after.replace("\r\n", "")
    assert f"\n--state {rows}\r\n" in after, "it stands on a line, to be copied"
    session.close()


def test_ctrl_c_during_a_hint_keeps_the_game(
    capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Game, symbols: str | None) -> None:
        monkeypatch.setattr("nonairo.hinting.hint", Mock(side_effect=KeyboardInterrupt))
        typed(game, Screen(game, symbols), "right", "1", "h")

    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setattr("nonairo.cli.terminal_game.play", interrupted)
    code, out, err = run(capsys, *PLAY, FIRST)
    assert (code, err) == (130, "nonairo: interrupted\n")
    assert "to continue, add --state 11.0../" in out.replace("\n", " ")


def test_a_system_without_keys_is_refused(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    monkeypatch.setitem(sys.modules, "termios", None)
    code, out, err = run(capsys, *PLAY, FIRST)
    assert (code, out) == (2, "")
    assert "cannot read keys on this system" in err


def test_what_is_no_terminal_is_refused(capsys: Output) -> None:
    code, _, err = run(capsys, "play", "--terminal", FIRST)
    assert (code, err) == (2, "nonairo: --terminal needs a terminal with a keyboard\n")
    assert "expected a puzzle" in run(capsys, "play", "--terminal")[2]
    assert "--state is for --terminal" in run(capsys, "play", FIRST, "--state", "1")[2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of Unix")
def test_a_pipe_without_a_writer_is_announced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    session = Session(["solve", str(tmp_path / "pipe")], columns=200)
    session.see("waiting for data from")
    (tmp_path / "pipe").write_text("binairo:1./..\n")
    session.see("unique")
    session.end()
    session.close()
