"""The plain texts do what the engines do: the same cells, values and verdicts, in the same order.

The texts know nothing of these tests: their named functions are wrapped from outside.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

import nonairo as nn
from nonairo import Cell, Event, Grid, Place
from nonairo.engines import plain
from nonairo.engines.plain import guess, patterns, rows, walk, zones
from nonairo.events import replay
from nonairo.kinds.nonogram import clue_of
from strategies import board

FOLDER = Path(plain.__file__).parent
TEXTS = sorted(path for path in FOLDER.glob("*.py") if path.name != "__init__.py")
PARTS, NUMBER = 4, 200
FIRST = "1..0../..00.1/.00..1/....../00.1../.1..00"
Steps: TypeAlias = list[tuple[object, ...]]

in_parts = pytest.mark.parametrize("part", range(PARTS))


def binairos(part: int) -> Iterator[nn.Puzzle]:
    """Small boards with one solution, several or none; some have wrong givens."""
    for seed in range(part, NUMBER, PARTS):
        rng = Random(seed)
        side = rng.choice((2, 4, 4, 4, 6))
        share = rng.choice((0.5, 0.6, 0.7) if side == 6 else (0.2, 0.3, 0.5))
        wrong = rng.choice((0, 0, 0, 0, 0.2))
        answer = board(side, side, "standard", rng.randrange(5))
        assert answer is not None
        cells = [
            "." if rng.random() > share else "10"[int(symbol)] if rng.random() < wrong else symbol
            for symbol in answer.cells
        ]
        yield nn.binairo(Grid(side, side, "".join(cells)))


def nonograms(part: int) -> Iterator[nn.Puzzle]:
    """The clues of small pictures; some have the column clues of another picture."""
    for seed in range(part, NUMBER, PARTS):
        rng = Random(seed)
        height, width = rng.randint(1, 5), rng.randint(1, 5)
        picture, other = (
            Grid(height, width, "".join(rng.choices("01", k=height * width))) for _ in range(2)
        )
        columns = other if rng.random() < 0.2 else picture
        yield nn.nonogram(map(clue_of, picture.rows()), map(clue_of, columns.cols()))


def all_events(puzzle: nn.Puzzle, engine: str) -> list[Event]:
    return [*nn.trace(puzzle, engine, limit=None)]


def solved(puzzle: nn.Puzzle, events: list[Event]) -> list[str]:
    """The solutions that a trace ends in, one by one."""
    return [grid.cells for event, grid in replay(puzzle.givens, events) if event.kind == "solution"]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Wrap a function of a text: `after(answer, *arguments)` is called whenever it has answered."""

    def wrap(text: Any, name: str, after: Callable[..., None], before: Any = None) -> None:
        inner = getattr(text, name)

        def outer(*arguments: Any, **named: Any) -> Any:
            if before is not None:
                before(*arguments)
            answer = inner(*arguments, **named)
            after(answer, *arguments)
            return answer

        monkeypatch.setattr(text, name, outer)

    return wrap


def test_there_is_a_text_of_every_published_engine() -> None:
    assert [path.stem for path in TEXTS] == ["guess", "patterns", "rows", "walk", "zones"]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_text_fits_on_a_blackboard_and_stands_alone(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    code = [line for line in text.splitlines() if line.strip()][1:]  # after its docstring
    assert len(code) <= 40
    nodes = [*ast.walk(ast.parse(text))]
    modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    modules |= {node.names[0].name for node in nodes if isinstance(node, ast.Import)}
    assert modules <= {"sys", "collections.abc", "itertools", "random"}
    bits = ast.LShift | ast.RShift | ast.BitOr | ast.BitXor | ast.Invert
    assert not any(isinstance(node, bits) for node in nodes)
    page = (FOLDER.parents[3] / "docs" / "classics" / f"{path.stem}.md").read_text("utf-8")
    assert f"<!-- from src/nonairo/engines/plain/{path.name} -->\n```python\n{text}```" in page


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_a_text_runs_as_a_script(path: Path) -> None:
    kind, argument = "binairo", FIRST
    if path.stem == "rows":
        kind, argument = "nonogram", "3/1/4/2/1,2;2/3/3/1,1,1/1,1"
    command = [sys.executable, "-I", "-S", str(path), argument]  # no package is installed there
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert str(nn.solve(nn.parse(f"{kind}:{argument}")).solution) in run.stdout


@pytest.mark.parametrize(
    ("name", "argument"),
    [("guess", "00/.."), ("rows", "2/1;1/1"), ("walk", "00/.."), ("zones", "00/..")],
)
def test_a_text_says_that_there_is_no_solution(name: str, argument: str) -> None:
    command = [sys.executable, "-I", "-S", str(FOLDER / f"{name}.py"), argument]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "no solution"


@in_parts
def test_walk_makes_the_same_tries(part: int, seen: Callable[..., None]) -> None:
    tries: list[list[object]] = []

    def new_try(valid: bool, cells: walk.Board, row: int, col: int) -> None:
        tries.append([Cell(row, col), cells[row][col], valid])

    def checked(valid: bool, *_: object) -> None:
        if not valid:  # also on the givens that the walk passes after this try
            tries[-1][-1] = False

    def walk_begins(cells: walk.Board, cell: int) -> None:
        if cell == 0:
            tries.clear()  # of the givens

    seen(walk, "counts_fit", new_try)
    seen(walk, "neighbours_fit", checked)
    seen(walk, "lines_differ", checked)
    seen(walk, "walk", lambda *_: None, walk_begins)
    for puzzle in binairos(part):
        tries.clear()
        grids = list(walk.solve([list(line) for line in puzzle.givens.rows()]))
        found = ["".join(map("".join, grid)) for grid in grids]
        events = all_events(puzzle, "walk")
        placed = [[*event.cells[0], event.valid] for event in events if event.kind == "place"]
        if events[0].kind == "reject":  # a given breaks a rule: there is no walk
            assert tries[-1][-1] is False
            tries.clear()
        assert tries == placed, puzzle.id
        assert found == solved(puzzle, events)


@in_parts
def test_rows_makes_the_same_successors(part: int, seen: Callable[..., None]) -> None:
    steps: Steps = []

    def validated(valid: bool, placed: list[str], *_: object) -> None:
        steps.append((len(placed) - 1, placed[-1], valid))

    seen(rows, "is_valid", validated)
    for puzzle in nonograms(part):
        steps.clear()
        clues = [[int(n) for n in line.split(",") if n != "0"] for line in _clues(puzzle)]
        of_rows, of_columns = clues[: puzzle.height], clues[puzzle.height :]
        found = ["".join(grid) for grid in rows.solve(of_rows, of_columns, [])]
        events = all_events(puzzle, "rows")
        assert steps == [
            (event.place[1], "".join(symbol for _, symbol in event.cells), event.valid)
            for event in events
            if event.kind in ("successor", "reject") and isinstance(event.place, Place)
        ], puzzle.id
        assert found == solved(puzzle, events)


def _clues(puzzle: nn.Puzzle) -> list[str]:
    return puzzle.id.partition(":")[2].replace(";", "/").split("/")


@in_parts
def test_zones_drops_and_fills_the_same(part: int, seen: Callable[..., None]) -> None:
    steps: Steps = []
    known: dict[object, Any] = {}  # lists and boxes when they were last looked at
    ended = False

    def note(*step: object) -> None:
        nonlocal ended
        if not ended:
            steps.append(step)
        ended = ended or step[0] == "reject" or step == ("round", 0)

    def look(lists: zones.Lists) -> None:
        """Note what has left the lists since the last look."""
        for zone, values in lists.items():
            gone = [v for v in known.get(zone, zones.zone_values(len(zone))) if v not in values]
            known[zone] = values
            if gone:
                note("prune", _place(zone), tuple(gone))
            if gone and not values:
                note("reject", _place(zone))

    def remember(box: zones.Box, zone: zones.Zone, _: object) -> None:
        look(known["lists"])
        known["box"] = dict(box)

    def settled(_: None, box: zones.Box, zone: zones.Zone, values: object) -> None:
        found = tuple((Cell(*at), *box[at]) for at in zone if box[at] != known["box"][at])
        if not all(box[at] for at in zone):
            note("reject", _place(zone))
        elif found:
            note("deduce", _place(zone), found)

    def begins(box: zones.Box, lists: zones.Lists) -> None:
        known["lists"] = lists

    def round_done(_: None, box: zones.Box, lists: zones.Lists) -> None:
        look(lists)
        note("round", [*box.values()].count(zones.UNKNOWN))

    seen(zones, "prune", lambda _, box, lists: look(lists))
    seen(zones, "settle", settled, remember)
    seen(zones, "find_solitaries", round_done, begins)
    for puzzle in binairos(part):
        steps.clear()
        known.clear()
        ended = False
        grid, unknowns = zones.solve([*puzzle.givens.rows()])
        first, *events = all_events(puzzle, "zones")
        assert first.unknowns == unknowns[0]
        if not unknowns[0]:
            steps.clear()  # the board is full: the text makes its idle round, the engine none
        assert steps == [
            {
                "prune": ("prune", event.place, event.dropped),
                "deduce": ("deduce", event.place, event.cells),
                "round": ("round", event.unknowns),
                "reject": ("reject", event.place),
            }[event.kind]
            for event in events
            if event.kind in ("prune", "deduce", "round", "reject")
        ], puzzle.id
        text = "".join(grid)
        assert ([text] if text and "." not in text else []) == solved(puzzle, events)


def _place(zone: zones.Zone) -> Place:
    (row, col), (last, _) = zone[0], zone[-1]
    return Place("row", row) if row == last else Place("column", col)


def test_the_idle_round_of_zones_finds_contradictions_in_a_full_board() -> None:
    assert zones.solve(["01", "01"]) == ([], [0, 0])
    assert zones.solve(["01", "10"]) == (["01", "10"], [0, 0])
    assert nn.solve("binairo:01/01", "zones").status == "none"


def _fills(puzzle: nn.Puzzle, events: list[Event]) -> Steps:
    """What was filled: by which deduction, in which line as it was, where, and with what."""
    steps: Steps = []
    before = puzzle.givens
    for event, grid in replay(puzzle.givens, events):
        if event.kind == "deduce":
            assert isinstance(event.place, Place)
            name = str(event.criterion).partition(", ")[2].partition(" to ")[0]
            line, across = before.line(event.place), event.place.axis == "row"
            for cell, symbol in event.cells:
                at = cell.col if across else cell.row
                steps.append((name, event.place.index, line, at, symbol))
        elif event.kind == "place":
            steps.append(("try", grid.cells))
        elif event.kind in ("reject", "solution"):
            steps.append((event.kind,))
        before = grid
    return steps


def _index(line: str, lines: list[str]) -> int:
    """Which of the lines it is, and not one that is equal to it."""
    return next(k for k, each in enumerate(lines) if each is line)


@in_parts
def test_patterns_fills_the_same(part: int, seen: Callable[..., None]) -> None:
    steps: Steps = []

    def see(name: str) -> Callable[[str, str, list[str]], None]:
        def filled(answer: str, line: str, lines: list[str]) -> None:
            for at, symbol in enumerate(answer):
                if line[at] != symbol:
                    steps.append((name, _index(line, lines), line, at, symbol))

        return filled

    for name in ("half_full", "near_equal", "no_three"):
        seen(patterns, name, see(name.replace("_", " ")))
    for puzzle in binairos(part):
        steps.clear()
        text = "".join(patterns.solve([*puzzle.givens.rows()]))
        events = all_events(puzzle, "patterns")
        fills = _fills(puzzle, events)
        assert [step for step in fills if len(step) > 1] == steps, puzzle.id
        result = nn.solve(puzzle, "patterns")
        if result.grid is not None:  # else a rule is broken
            assert text == result.grid.cells


@in_parts
def test_guess_fills_and_guesses_the_same(part: int, seen: Callable[..., None]) -> None:
    steps: Steps = []

    def see(name: str) -> Callable[[str, str, int, list[str]], None]:
        def filled(symbol: str, line: str, at: int, lines: list[str]) -> None:
            if symbol != ".":
                steps.append((name, _index(line, lines), line, at, symbol))

        return filled

    def propagated(answer: list[str], _: object) -> None:
        if "." not in "".join(answer):
            steps.append(("solution" if answer else "reject",))

    for name in ("no_three", "half_full", "near_equal"):
        seen(guess, name, see(name.replace("_", " ")))
    seen(guess, "propagate", propagated, lambda grid: steps.append(("try", "".join(grid))))
    for seed, puzzle in enumerate(binairos(part)):
        steps.clear()
        found = ["".join(grid) for grid in guess.solve([*puzzle.givens.rows()], Random(seed))]
        events = [*nn.trace(puzzle, "guess", limit=None, seed=seed)]
        assert steps == [("try", puzzle.givens.cells), *_fills(puzzle, events)], puzzle.id
        assert found == solved(puzzle, events)
