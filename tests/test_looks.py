"""What a person sees in a terminal: rulers, signs, colours, all of it as wide as the screen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from typing import Protocol

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nonairo as nn
from commands import Output, run
from nonairo.cli import COMMANDS
from nonairo.cli.text_wrapping import folded_table, wrapped
from nonairo.plain import columns_of
from nonairo.render.terminal_grid import SIGNS, Marked, of_places, ruled, unruled
from nonairo.render.text import BOXES, draw, heading, in_ascii
from nonairo.step_pictures import of_step
from strategies import puzzles
from terminals import NONAIRO, in_terminal, without_colours

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
SAIL = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
LARGE = "binairo:" + "/".join(["." * 30] * 30)
# Level 6: its only way on is a dead end.
DEAD_END = "binairo:..0..0.0/..0...../....1.0./0.0...../.....11./.1.0..../1..0..../......1."


def text_of(puzzle: nn.Puzzle, marked: Marked, width: int = 80) -> str:
    lines = ruled(puzzle, marked, width)
    return "\n".join("".join(text for text, _ in spans) for spans in lines)


def screen(
    *arguments: str,
    columns: int = 80,
    environment: Mapping[str, str] | None = None,
    code: int = 0,
) -> str:
    """What a terminal shows, colours and all."""
    found, shown = in_terminal([*arguments], 40, columns, environment)
    assert found == code, shown
    return shown.replace("\r\n", "\n")


class Seen(Protocol):
    """The type of `seen`."""

    def __call__(
        self,
        *arguments: str,
        columns: int = 80,
        environment: Mapping[str, str] | None = None,
        code: int = 0,
    ) -> str: ...


@pytest.fixture
def seen(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What the command prints, from this process: much cheaper, and the same to the command."""

    def see(
        *arguments: str,
        columns: int = 80,
        environment: Mapping[str, str] | None = None,
        code: int = 0,
    ) -> str:
        for stream in (sys.stdout, sys.stderr):
            monkeypatch.setattr(stream, "isatty", lambda: True)
        monkeypatch.delenv("NO_COLOR", raising=False)
        usual = {"TERM": "xterm-256color", "COLUMNS": str(columns)}
        for name, value in (usual | dict(environment or {})).items():
            monkeypatch.setenv(name, value)
        found, out, err = run(capsys, *arguments)
        assert found == code, out + err
        return out + err

    return see


def test_a_command_in_this_process_shows_what_it_shows_in_a_terminal(seen: Seen) -> None:
    for command in (["hint", FIRST], ["formats"]):
        assert seen(*command, columns=60) == screen(*command, columns=60)


def test_columns_are_numbered_in_the_border_and_rows_beside_it() -> None:
    puzzle = nn.parse(SAIL)
    solved = nn.solve(puzzle).solution
    assert solved is not None
    assert text_of(puzzle, Marked(solved)).split("\n")[1:4] == [
        "      ┌─1─2─3─4─5┐",
        "  1 1 │ ·██ ·██ ·│ 1",
        "    5 │██████████│ 2",
    ]  # fmt: skip
    wide = nn.parse("binairo:" + "/".join(["." * 14] * 4))
    assert text_of(wide, Marked(wide.givens)).startswith("  ┌─1───────5────────10─────────┐\n")


def test_what_a_step_looks_at_and_decides_has_signs() -> None:
    puzzle = nn.parse(FIRST)
    step = nn.explain(puzzle).steps[0]
    marked = of_step(puzzle.givens, step)
    assert "2 │ .*1:0:0*1 1 │" in text_of(puzzle, marked)
    roles = {role for spans in ruled(puzzle, marked, 80) for _, role in spans}
    assert {"given", "unknown", "made", "given seen", "ruler used"} <= roles


def test_a_block_is_never_reversed() -> None:
    """It would be seen as a hole."""
    puzzle = nn.parse(SAIL)
    told = nn.explain(puzzle)
    grid = puzzle.givens
    for step in told.steps:
        for spans in ruled(puzzle, of_step(grid, step), 80):
            assert all(roles == "ink" for text, roles in spans if "█" in text)
        grid = grid.fill(dict(step.effects))


def test_only_the_clue_itself_is_underlined() -> None:
    puzzle = nn.parse(SAIL)
    for spans in ruled(puzzle, of_step(puzzle.givens, nn.explain(puzzle).steps[0]), 80):
        assert all(text == text.strip() for text, roles in spans if "used" in roles)


def test_a_dead_end_shows_what_was_supposed_and_what_breaks() -> None:
    puzzle = nn.parse(DEAD_END)
    told = nn.explain(puzzle).steps
    number = next(k for k, s in enumerate(told) if s.chains and "would be equal" not in s.text)
    step, grid = told[number], puzzle.givens
    for earlier in told[:number]:
        grid = grid.fill(dict(earlier.effects))
    marked = of_step(grid, step)
    ((cell, symbol),) = [step.chains[0].assumed]
    assert marked.grid[cell] == symbol != dict(step.effects)[cell]
    assert set(marked.roles.values()) >= {"supposed", "then", "broken"}
    assert f"~{symbol}" in text_of(puzzle, marked)


@pytest.mark.parametrize("width", [80, 40, 20])
def test_a_wide_grid_is_folded_or_said_to_be_too_wide(width: int) -> None:
    for puzzle in (nn.parse(LARGE), nn.parse(SAIL), nn.parse(FIRST)):
        shown = text_of(puzzle, Marked(puzzle.givens), width)
        assert max(map(len, shown.split("\n"))) <= width
        assert nn.loads(f"{heading(puzzle)}\n{shown}", "drawing") == [puzzle]
    told = text_of(nn.parse(LARGE), Marked(nn.parse(LARGE).givens), 9)
    assert told == "(too wide to draw: the grid needs 12 columns, the terminal has 9)"


@given(puzzles(), st.integers(12, 60), st.booleans())
def test_every_terminal_drawing_is_read_again(puzzle: nn.Puzzle, width: int, ascii: bool) -> None:
    shown = text_of(puzzle, Marked(puzzle.givens), width)
    if shown.startswith("(too wide"):
        return
    assert max(map(len, shown.split("\n"))) <= width
    shown = in_ascii(shown) if ascii else shown
    if ascii and puzzle.kind != "binairo" and "#" not in shown:
        return  # a dot is paper beside ink only
    assert nn.loads(f"{heading(puzzle)}\n{shown}\n", "drawing") == [puzzle]


@pytest.mark.parametrize("id", [FIRST, SAIL, DEAD_END])
@pytest.mark.parametrize("columns", [80, 20])
def test_what_was_copied_from_a_terminal_is_one_puzzle(seen: Seen, id: str, columns: int) -> None:
    for command in ("explain", "solve"):
        shown = without_colours(seen(command, id, columns=columns))
        (again,) = nn.loads(shown)
        assert again == nn.parse(id)
        assert again.solution == nn.solve(id).solution


def test_givens_steps_and_answers_are_emphasised() -> None:
    shown = screen("solve", FIRST)
    assert "\x1b[1m 1\x1b[0m" in shown, "a given is bold"
    assert "\x1b[38;5;31m 0\x1b[0m" in shown, "a found cell is not"
    assert re.search("\x1b\\[1;[0-9;]*munique\x1b", shown)
    assert "\x1b[1;7m*" in screen("hint", FIRST), "what is decided stands out"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
@pytest.mark.parametrize("command", ["solve", "explain", "hint", "techniques"])
def test_nothing_is_coloured_for_who_does_not_want_it(
    seen: Seen, command: str, name: str, value: str
) -> None:
    shown = seen(command, "pair" if command == "techniques" else FIRST, environment={name: value})
    assert "\x1b" not in shown
    assert "┌─1─2─" in shown
    if command != "solve":
        assert "*" in shown, "signs are there without colours"


def test_colours_can_be_forced_into_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain = run(capsys, "explain", FIRST)[1]
    on_terminal = run(capsys, "explain", FIRST, "--color", "always")[1]
    assert "\x1b[" in on_terminal
    assert "┌─1─2─" in without_colours(on_terminal)
    assert run(capsys, "explain", FIRST)[1] == plain, "for one run only"
    monkeypatch.setenv("FORCE_COLOR", "1")
    forced = run(capsys, "explain", FIRST)[1]
    assert "\x1b[1m1. row 2, pair\x1b[0m" in forced
    assert "\x1b[1m 1\x1b[0m" in forced, "a given is bold"
    assert without_colours(forced) == plain, "colours only colour"
    assert run(capsys, "solve", FIRST)[1].startswith("unique\n"), "for programs"
    assert run(capsys, "explain", FIRST, "--color", "never")[1] == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert run(capsys, "explain", FIRST)[1] == plain


@given(puzzles())
def test_a_drawing_with_roles_is_the_same_drawing(puzzle: nn.Puzzle) -> None:
    lines = unruled(puzzle, puzzle.givens)
    assert ["".join(text for text, _ in line).rstrip() for line in lines] == draw(puzzle).split(
        "\n"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["explain", FIRST],
        ["explain", DEAD_END],
        ["hint", SAIL],
        ["hint", FIRST, "--strength", "1"],
        ["solve", "nonogram:1/1;1/1"],
        ["grade", FIRST],
        ["techniques"],
        ["techniques", "dead_end"],
        ["engines"],
        ["formats"],
        ["convert", "examples/first.txt", "--explain-format"],
        ["check", "binairo:1..0/..../..../0..1", "1111/0000/1111/...."],
    ],
    ids=" ".join,
)
def test_nothing_runs_over_the_edge_and_no_word_is_cut(seen: Seen, arguments: list[str]) -> None:
    broken = 1 if arguments[0] == "check" else 0
    wide = without_colours(seen(*arguments, columns=1000, code=broken))
    words = {*re.split(r"[\s/-]+", wide)} | {*wide.split()}
    for columns in (80, 40, 20):
        shown = without_colours(seen(*arguments, columns=columns, code=broken))
        assert max(map(len, shown.split("\n"))) <= columns
        shown = shown.partition("(not shown: ")[0]
        for word in re.findall(r"(?<!\S)[a-z]{2,}(?!\S)", shown):
            assert word in words
        for cell in re.findall(r"\br\d+c\d+\b", wide):
            assert cell in shown


@given(st.text("rc123-, abcdef", max_size=200), st.integers(12, 60), st.integers(0, 4))
def test_prose_is_folded_between_words(text: str, width: int, hang: int) -> None:
    lines = wrapped(text, width, hang)
    assert all(len(line) <= width for line in lines)
    if all(len(word) <= width - hang for word in text.split()):
        assert " ".join(lines).split() == text.split()


def test_a_range_of_cells_is_cut_between_them_if_at_all() -> None:
    assert wrapped("r101c101-r101c120, too", 12) == ["r101c101-", "r101c120,", "too"]
    assert wrapped("nonogram:1,1/5/5/3/1", 8) == ["nonogram", ":1,1/5/", "5/3/1"]


TABLE = [["pair", "1", "two alike side by side decide both ends"], ["a dead end", "6", "wrong"]]


@pytest.mark.parametrize("width", range(12, 60, 4))
def test_a_table_keeps_its_words_at_any_width(width: int) -> None:
    folded = folded_table(("name", "level", "what it does"), TABLE, width)
    lines = ["".join(text for text, _ in spans) for spans in folded]
    assert all(len(line) <= width for line in lines)
    words = " ".join(lines).split()
    for word in " ".join(" ".join(row) for row in TABLE).split():
        assert word in words


@pytest.mark.parametrize("command", ["solve", "explain", "hint"])
def test_a_terminal_without_boxes_gets_ascii(command: str) -> None:
    shown = screen(command, SAIL, environment={"PYTHONIOENCODING": "ascii"})
    shown = without_colours(shown)
    assert shown.isascii()
    assert "+-1-2-3-4-5+" in shown
    assert "?" in shown, "cells that are not known"
    assert nn.loads(shown)[0] == nn.parse(SAIL)


def test_a_pipe_without_boxes_gets_ascii() -> None:
    few_letters = os.environ | {"PYTHONIOENCODING": "latin-1"}
    command = [*NONAIRO, "explain", SAIL]
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=few_letters)
    assert "  1 1 |" in told.stdout
    assert not set(BOXES) & set(told.stdout)


def test_a_pipe_gets_what_it_always_got() -> None:
    puzzle = nn.parse(FIRST)
    told = subprocess.run(
        [*NONAIRO, "explain", FIRST], capture_output=True, text=True, check=True
    ).stdout
    assert told.startswith(f"{heading(puzzle)}\n{draw(puzzle)}\n\n1. row 2, pair: ")
    assert "signs" not in told
    assert not re.search(r"[*:]\d", told.replace(": ", ""))


def test_a_hint_shows_no_more_than_it_tells() -> None:
    weak, strong = screen("hint", FIRST, "--strength", "1"), screen("hint", FIRST)
    assert SIGNS["made"] not in without_colours(weak)
    assert "2 │:.:.:0:0:.:1 │" in without_colours(weak)
    assert SIGNS["made"] in without_colours(strong)
    marked = of_places(nn.parse(FIRST).givens, (nn.hint(FIRST).places), ())
    assert len(marked.roles) == 6


def test_a_pipe_does_not_load_rich() -> None:
    code = (
        "import sys; from nonairo.cli import main; main(sys.argv[1:]);"
        "print('rich' in sys.modules, file=sys.stderr)"
    )
    for command in ("solve", "hint", "explain", "grade"):
        told = subprocess.run(
            [sys.executable, "-c", code, command, FIRST],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert told.stderr.strip() == "False"


def test_watching_numbers_rows_and_columns_and_folds_its_words() -> None:
    watched = ["solve", FIRST, "--watch", "--delay", "0"]
    shown = screen(*watched, columns=20, environment={"NO_COLOR": "1"})
    assert "  ┌─1─2─3─4─5─6─┐" in shown
    assert "1 │ 1*0" in shown
    assert "\x1b[3" not in shown, "no colour"
    escapes = r"\x1b\[[?0-9;]*[A-Za-z]"
    frames = re.sub(escapes, "", re.sub(r"\x1b\[(H|\?1049l)", "\n", shown)).split("\n")
    assert max(map(len, frames)) <= 20
    assert "\x1b[31mINVALID\x1b[0m" in screen(*watched)


@pytest.mark.parametrize("columns", [80, 40])
def test_help_is_folded_between_words(
    columns: int, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in COMMANDS:
        monkeypatch.setenv("COLUMNS", str(columns))
        shown = run(capsys, command, "--help")[1]
        monkeypatch.setenv("COLUMNS", "1000")
        wide = run(capsys, command, "--help")[1]
        assert max(map(len, shown.split("\n"))) <= columns
        words = {*wide.split()}
        assert not [word for word in shown.split() if word.isalpha() and word not in words]


def test_a_folded_example_can_be_copied(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for command in COMMANDS.values():
        shown = run(capsys, command.name, "--help")[1].replace("\\\n", "")
        told = [" ".join(line.split()) for line in shown.splitlines()]
        for example in command.examples.splitlines():
            assert " ".join(example.split()) in told


def test_what_stands_between_slashes_is_kept_together() -> None:
    rows = [["walk", "order=reading/most-constrained check=late/early", "visits cells in turn"]]
    lines = ["".join(text for text, _ in spans)
             for spans in folded_table(("name", "options", "what it does"), rows, 44)]  # fmt: skip
    assert lines == [
        "name  options             what it does",
        "walk  order=reading/      visits cells in",
        "      most-constrained    turn",
        "      check=late/early",
    ]


def test_columns_without_anything_are_left_out_where_room_is_scarce() -> None:
    rows = [["Boat", "", "a long remark that needs its room"]]
    wide, narrow = (
        [
            "".join(text for text, _ in spans)
            for spans in folded_table(("name", "sweeps", "remarks"), rows, width)
        ]
        for width in (60, 40)
    )
    assert "sweeps" in wide[0]
    assert "sweeps" not in narrow[0]


def test_a_table_without_rows_has_headings_or_nothing() -> None:
    headings = ("name", "level", "what it does")
    assert list(folded_table(headings, [], 40)) == [[("name  level  what it does", "title")]]
    assert list(folded_table(headings, [], 12)) == []


def test_what_one_can_do_without_is_shortened_and_then_left_out() -> None:
    headings = ("puzzle", "engine", "time", "size", "counters")
    rows = [["First steps", "walk", "211 us", "8x8", "empty 47, visited 4,889, " + "tried 9, " * 9]]

    def table(width: int) -> list[str]:
        folded = folded_table(headings, rows, width, ("counters", "size"))
        return ["".join(text for text, _ in spans) for spans in folded]

    assert table(60) == [
        "puzzle       engine  time    size  counters",
        "First steps  walk    211 us  8x8   empty 47, visited 4,889,",
        "                                   tried 9, tried 9, ...",
    ]
    assert table(40) == [
        "puzzle       engine  time    size",
        "First steps  walk    211 us  8x8",
        "(not shown: counters; --json has",
        "everything)",
    ]
    assert table(29)[:2] == ["puzzle       engine  time", "First steps  walk    211 us"]
    assert table(12)[0] == "First steps", "then paragraphs"


@pytest.mark.parametrize("command", ["grade", "compare", "formats"])
def test_a_table_is_one_at_80_columns(seen: Seen, command: str) -> None:
    puzzles = [] if command == "formats" else ["examples/first.txt", "examples/boat.txt", FIRST]
    more = ["--engines", "walk,zones,patterns,guess,core"] if command == "compare" else []
    shown = re.sub(r"\x1b\[[0-9?]*[a-zA-Z]", "", seen(command, *puzzles, *more))
    heads = {"grade": "hardest", "compare": "counters", "formats": "writes"}
    assert re.search(rf"^(puzzle|format) .*{heads[command]}", shown, re.MULTILINE)


def test_what_is_said_of_a_table_is_folded(seen: Seen) -> None:
    asked = ["compare", "--blanks", "--boards", "1", "--engines", "core", "--total", "0.001"]
    lines = without_colours(seen(*asked, columns=40)).split("\n")
    assert max(map(len, lines)) <= 40
    assert "Medians over all trials, those that did" in lines


def test_wide_letters_take_two_columns() -> None:
    cats = "\N{CJK UNIFIED IDEOGRAPH-732B}" * 30
    assert wrapped(f"a {cats}", 21) == ["a", cats[:10], cats[:10], cats[:10]]
    assert wrapped("e\u0301" * 5 + " fine", 10) == ["e\u0301" * 5 + " fine"]
    lines = [
        "".join(text for text, _ in spans)
        for spans in folded_table(("name", "level"), [[cats[:3], "1"], ["cat", "2"]], 40)
    ]
    assert lines == ["name    level", f"{cats[:3]}  1", "cat     2"]


def test_wide_symbols_keep_the_columns_straight() -> None:
    cat = "\N{CJK UNIFIED IDEOGRAPH-732B}"
    shown = draw(nn.parse("nonogram:1/2;2/1"), nn.Grid.parse("10/11"), f".{cat}")
    assert in_ascii(shown).split("\n")[2:4] == [f"  1 | {cat}  . |", f"  2 | {cat} {cat} |"]
    puzzle = nn.parse(FIRST)
    marked = of_step(puzzle.givens, nn.explain(puzzle).steps[0])
    lines = ["".join(text for text, _ in spans) for spans in ruled(puzzle, marked, 80, f"{cat}.")]
    assert {*map(columns_of, lines)} == {23}
    with pytest.raises(nn.NonairoError, match="can be printed"):
        draw(puzzle, symbols="\u0301.")


def test_complaints_are_folded_on_a_terminal() -> None:
    code, shown = in_terminal(["solve", "no-such-file-anywhere.txt"], 40, 30)
    assert code == 2
    assert shown.split("\r\n")[:2] == ["nonairo:", "no-such-file-anywhere.txt: No"]


def test_mistakes_differences_and_broken_rules_are_marked(seen: Seen) -> None:
    state = "1..0../.000.1/.00..1/....../00.1../.1..00"
    shown = without_colours(seen("hint", FIRST, "--state", state))
    assert "2 │ .!0 0 0 . 1 │" in shown
    assert "key: ! mistake" in shown
    for command, row in (("hint", "  1 │:?:?│ 1"), ("solve", "  1 │:·:█│ 1")):
        shown = without_colours(seen(command, "nonogram:1/1;1/1"))
        assert row in shown
        assert nn.loads(shown) == [nn.parse("nonogram:1/1;1/1")]
    shown = without_colours(seen("explain", "binairo:000./..../..../...."))
    assert "1 │!0!0!0 . │" in shown
    assert "key: ! breaks a rule" in shown


def test_a_width_of_nothing_is_not_believed() -> None:
    code, shown = in_terminal(["hint", FIRST], 24, 80, {"COLUMNS": "0"})
    assert code == 0
    assert "r2c2" in without_colours(shown)
