"""The line of a plain text that an event is matched with is one that the text executes then."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import FrameType, ModuleType
from typing import Any

import pytest
from test_plain import binairos, nonograms

import nonairo as nn
from nonairo import Event
from nonairo.engines.code_lines import QUOTED, Code, line_of, plain_text
from nonairo.engines.plain import guess, patterns, rows, walk, zones
from nonairo.site.wheel import pure_wheel

PART = 0


def executed(text: ModuleType, run: Callable[[], object]) -> list[int]:
    """The lines that a text executes, one by one; also where a function returns."""
    lines: list[int] = []

    def look(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != text.__file__:
            return None
        if event in ("line", "return"):
            lines.append(frame.f_lineno)
        return look

    sys.settrace(look)
    try:
        run()
    finally:
        sys.settrace(None)
    return lines


def marked(puzzle: nn.Puzzle, engine: str, **options: Any) -> list[tuple[Event, int]]:
    """The events of a search with the lines that a reader sees marked."""
    code = Code(nn.ENGINES[engine])
    found = []
    for event in nn.trace(puzzle, engine, limit=None, **options):
        at = code.line(event)
        assert at is not None, event
        found.append((event, at.line))
    return found


def assert_follows(lines: list[int], events: list[tuple[Event, int]]) -> None:
    """The marked lines are executed in this order."""
    rest = iter(lines)
    for event, line in events:
        assert line in rest, f"event {event.step}: {event}"


def in_rows(puzzle: nn.Puzzle) -> list[str]:
    return list(puzzle.givens.rows())


def clues(puzzle: nn.Puzzle) -> tuple[list[list[int]], list[list[int]]]:
    of_rows, of_columns = puzzle.id.partition(":")[2].split(";")

    def hints(part: str) -> list[list[int]]:
        return [[int(n) for n in line.split(",") if n != "0"] for line in part.split("/")]

    return hints(of_rows), hints(of_columns)


def some(puzzles: Iterator[nn.Puzzle], most: int = 25) -> Iterator[nn.Puzzle]:
    for _, puzzle in zip(range(most), puzzles, strict=False):
        yield puzzle


def test_walk_executes_the_marked_lines() -> None:
    for puzzle in some(binairos(PART)):
        board = [list(line) for line in in_rows(puzzle)]
        lines = executed(walk, lambda board=board: list(walk.solve(board)))  # type: ignore[misc]
        assert_follows(lines, marked(puzzle, "walk"))


def test_rows_executes_the_marked_lines() -> None:
    for puzzle in some(nonograms(PART)):
        of_rows, of_columns = clues(puzzle)
        lines = executed(
            rows, lambda r=of_rows, c=of_columns: list(rows.solve(r, c, []))  # type: ignore[misc]
        )  # fmt: skip
        assert_follows(lines, marked(puzzle, "rows"))


@pytest.mark.parametrize("text", [zones, patterns], ids=["zones", "patterns"])
def test_deductions_execute_the_marked_lines(text: ModuleType) -> None:
    engine = text.__name__.rpartition(".")[2]
    for puzzle in some(binairos(PART)):
        lines = executed(text, lambda puzzle=puzzle: text.solve(in_rows(puzzle)))  # type: ignore[misc]
        assert_follows(lines, marked(puzzle, engine))


def test_guess_executes_the_marked_lines() -> None:
    for seed, puzzle in enumerate(some(binairos(PART))):
        rng = Random(seed)
        lines = executed(
            guess, lambda puzzle=puzzle, rng=rng: guess.solve(in_rows(puzzle), rng)  # type: ignore[misc]
        )  # fmt: skip
        assert_follows(lines, marked(puzzle, "guess", seed=seed))


def test_a_wrong_line_would_be_noticed() -> None:
    puzzle = nn.parse("binairo:../0.")
    board = [list(line) for line in in_rows(puzzle)]
    lines = executed(walk, lambda: list(walk.solve(board)))
    events = marked(puzzle, "walk")
    events[1] = (events[1][0], line_of("walk", "return False"))
    with pytest.raises(AssertionError):
        assert_follows(lines, events)


@pytest.mark.parametrize("engine", QUOTED)
def test_every_quotation_stands_once_in_its_text(engine: str) -> None:
    for name, quotations in QUOTED[engine]:
        text = plain_text(name).splitlines()
        for quotation in quotations.values():
            assert quotation.splitlines()[0].strip() in text[line_of(name, quotation) - 1]


def test_an_engine_that_also_guesses_has_two_texts() -> None:
    puzzle = nn.parse("binairo:" + "/".join(["...."] * 4))
    code = Code(nn.ENGINES["zones+guess"])
    assert [text.name for text in code.texts] == ["guess.py", "zones.py"]
    seen = {
        (event.kind, at.text)
        for event in nn.trace(puzzle, "zones+guess", limit=3, seed=1)
        if (at := code.line(event)) is not None
    }
    assert {("place", 0), ("solution", 0), ("prune", 1), ("deduce", 1), ("round", 1)} <= seen


def test_an_engine_without_a_plain_text_has_no_lines() -> None:
    code = Code(nn.ENGINES["groebner"])
    assert code.texts == ()
    assert code.line(Event("visit", 1, 0)) is None


def test_the_package_of_the_static_site_has_the_texts(tmp_path: Path) -> None:
    """Python in the browser imports it from an archive."""
    archive = tmp_path / "nonairo.zip"
    archive.write_bytes(pure_wheel())
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]);"
        "from nonairo.answers import answer;"
        "print(answer('trace', {'puzzle': 'binairo:../0.', 'engine': 'walk', 'code': True})"
        "['code'][0]['text'], end='')"
    )
    command = [sys.executable, "-I", "-S", "-c", script, str(archive)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout == plain_text("walk")
