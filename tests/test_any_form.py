"""Puzzles, grids and numbers in whatever form people have them; what is none is refused by name."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePosixPath
from typing import Any

import numpy
import pandas
import pytest

import nonairo as nn

pd: Any = pandas
np: Any = numpy  # its numbers are ints here, whatever their types say

FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
PUZZLE = nn.parse(FIRST)
PATH = PurePosixPath("a.txt")
TEXT = nn.dumps(PUZZLE, "text")
SOLVED = nn.solve(PUZZLE).solutions[0]

TAKERS: dict[str, Callable[[nn.Puzzle | str | bytes], object]] = {
    "solve": lambda p: nn.solve(p).solutions,
    "solutions": lambda p: list(nn.solutions(p)),
    "count": lambda p: nn.count(p),
    "is_unique": lambda p: nn.is_unique(p),
    "check": lambda p: nn.check(p, "." * 36),
    "explain": lambda p: nn.explain(p).steps,
    "hint": lambda p: nn.hint(p),
    "grade": lambda p: nn.grade(p),
    "repair": lambda p: nn.repair(p),
    "trace": lambda p: list(nn.trace(p, "walk")),
    "dumps": lambda p: nn.dumps(p, "jsonl"),
    "dumps of several": lambda p: nn.dumps([p, p], "id"),
    "dumpb": lambda p: nn.dumpb(p, "text"),
    "losses": lambda p: nn.losses(p, "unruly"),
    "solve_many": lambda p: [r.solutions for r in nn.solve_many([p])],
}


@pytest.mark.parametrize("name", TAKERS)
def test_every_function_takes_a_puzzle_an_id_or_text(name: str) -> None:
    take = TAKERS[name]
    expected = take(PUZZLE)
    for form in (FIRST, FIRST.encode(), TEXT, FIRST.partition(":")[2], FIRST.upper()):
        assert take(form) == expected
    for other in (None, 5, [1, 2], object()):
        if name == "solve_many":
            continue
        with pytest.raises(nn.NonairoError, match=r"^expected a puzzle, an id or text, found "):
            take(other)  # type: ignore[arg-type]


def test_a_text_that_is_no_puzzle_does_not_end_a_run_of_many() -> None:
    for executor in (None, ThreadPoolExecutor(1)):
        results = list(nn.solve_many(["hello", FIRST, 5], executor=executor))  # type: ignore[list-item]
        assert [result.status for result in results] == ["unknown", "unique", "unknown"]
        assert results[0].error is not None
        assert "known format" in results[0].error
        assert results[0].to_json()["id"] == "'hello'"


NUMBERS = [[-1 if symbol == "." else int(symbol) for symbol in row] for row in PUZZLE.givens]
GRIDS: dict[str, object] = {
    "grid": PUZZLE.givens,
    "text": str(PUZZLE.givens),
    "one line": "/".join(PUZZLE.givens),
    "all in one": PUZZLE.givens.cells,
    "rows": list(PUZZLE.givens),
    "nested": [[None if n < 0 else n for n in row] for row in NUMBERS],
    "letters": [list(row) for row in PUZZLE.givens],
    "tuples": tuple(map(tuple, NUMBERS)),
    "floats": [[float("nan") if n < 0 else float(n) for n in row] for row in NUMBERS],
    "int8": PUZZLE.givens.to_numpy(),
    "int64": np.array(NUMBERS),
    "float32": np.where(np.array(NUMBERS) < 0, np.nan, np.array(NUMBERS)).astype(np.float32),
    "masked": np.ma.masked_less(np.array(NUMBERS), 0),
    "objects": np.array([[None if n < 0 else n for n in row] for row in NUMBERS], dtype=object),
    "strings": np.array([list(row) for row in PUZZLE.givens]),
    "turned": np.asfortranarray(PUZZLE.givens.to_numpy()),
    "rows of arrays": [np.array(row) for row in NUMBERS],
    "rows of float32": [np.array(row, np.float32) for row in NUMBERS],
    "frame": pd.DataFrame(NUMBERS),
    "frame with NaN": pd.DataFrame(NUMBERS).where(lambda n: n >= 0),
    "frame with NA": pd.DataFrame(NUMBERS, dtype="Int64").replace(-1, pd.NA),
    "frame of objects": pd.DataFrame(NUMBERS, dtype=object).replace(-1, pd.NaT),
    "frame of symbols": pd.DataFrame([list(row) for row in PUZZLE.givens]),
    "series of rows": pd.Series(list(PUZZLE.givens)),
    "nested NA": [[pd.NA if n < 0 else n for n in row] for row in NUMBERS],
}


@pytest.mark.parametrize("form", GRIDS)
def test_a_grid_is_taken_in_every_form(form: str) -> None:
    grid = GRIDS[form]
    assert nn.check(PUZZLE, grid) == []  # type: ignore[arg-type]
    assert nn.hint(PUZZLE, grid) == nn.hint(PUZZLE)  # type: ignore[arg-type]
    if form != "all in one":
        assert nn.Grid.of(grid) == PUZZLE.givens  # type: ignore[arg-type]
        assert nn.binairo(grid) == PUZZLE  # type: ignore[arg-type]
    blank = nn.parse(FIRST.replace("0", ".").replace("1", "."))
    assert nn.repair(blank, picture=SOLVED.to_numpy(), budget=0).puzzle.kind == "binairo"


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (5, "expected a grid: text, rows or an array, found 5"),
        (None, "expected a grid: text, rows or an array, found None"),
        ([0, 1], "row 1: expected a list of cells, found 0"),
        ([[0, 2], [1, 0]], "row 1: expected 0, 1 or None, found 2"),
        ([[0, 1], [1, "x"]], "row 2: expected 0, 1 or None, found 'x'"),
        ([[0, 1], [1]], "row 2: expected 2 cells, found 1"),
        ([[0, 1]], "expected a grid of 2x2, found 1x2"),
        (np.zeros(4, int), "row 1: expected a list of cells, found 0"),
        (np.zeros((2, 2, 2), int), "row 1: expected 0, 1 or None, found list"),
        (np.full((2, 2), 0.5), "row 1: expected 0, 1 or None, found 0.5"),
        (pd.DataFrame([[0, 1], [1, 7]]), "row 2: expected 0, 1 or None, found 7"),
        (pd.DataFrame([[0, 1], [1, 0.5]]), "row 2: expected 0, 1 or None, found 0.5"),
        (np.array(5), "expected a grid: text, rows or an array, found ndarray"),
        (nn.Grid(2, 2, "2..."), "r1c1: expected '0', '1' or '.', found '2'"),
        (nn.Grid(2, 2, "..."), "expected 2x2 = 4 cells, found 3"),
        (b"....", "expected a grid: text, rows or an array, found bytes"),
    ],
    ids=str,
)
def test_what_is_no_grid_is_refused_by_name(grid: object, message: str) -> None:
    def repaired(puzzle: str, picture: object) -> nn.Repair:
        return nn.repair(puzzle, picture=picture)  # type: ignore[arg-type]

    for ask in (nn.check, nn.hint, repaired):
        if grid is None and ask is not nn.check:
            continue  # there None says that there is none
        with pytest.raises(nn.NonairoError) as refused:
            ask("binairo:0./..", grid)  # type: ignore[arg-type]
        assert str(refused.value) == message


def test_a_grid_is_a_sequence_of_rows_and_an_array() -> None:
    grid = nn.Grid.parse("01/1.")
    assert list(grid) == ["01", "1."]
    assert (len(grid), grid[1], grid[-1], grid[1, 0]) == (2, "1.", "1.", "1")
    array = grid.to_numpy()
    assert (array.dtype, array.tolist()) == (np.int8, [[0, 1], [1, -1]])
    assert nn.Grid.of(array) == grid
    assert np.asarray(grid, dtype=int).tolist() == array.tolist() == np.array(grid).tolist()
    assert np.asarray(grid, dtype=float).dtype == float
    assert pd.DataFrame(grid).to_numpy().tolist() == array.tolist()
    assert nn.Grid.parse(pd.DataFrame(grid)) == nn.Grid.parse(grid) == grid


def test_an_array_never_says_that_an_unknown_cell_is_known() -> None:
    for unsigned in (bool, np.uint8):
        assert np.asarray(SOLVED, dtype=unsigned).sum() == SOLVED.cells.count("1")
        with pytest.raises(nn.PuzzleError, match="cannot store unknown cells; use int or float"):
            np.asarray(PUZZLE.givens, dtype=unsigned)
    with pytest.raises(nn.PuzzleError, match="copy=False is not possible"):
        np.array(SOLVED, copy=False)


def test_clues_are_taken_from_arrays_and_tables() -> None:
    expected = nn.parse("nonogram:1,1/3;2/1/2")
    columns = [[2], [1], [2]]
    rows: Any
    for rows in (
        [np.array([1, 1]), np.array([3.0, np.nan])],
        pd.DataFrame([[1, 1], [3, None]]),
        pd.DataFrame([[1, 1], [pd.NA, 3]], dtype="Int64"),
        pd.Series([[1, 1], [3]]),
    ):
        assert nn.nonogram(rows, columns) == nn.nonogram(rows, pd.DataFrame(columns)) == expected
    wrong: Any
    for wrong in (pd.DataFrame([[1.5], [2]]), [[1.0], [3]]):
        with pytest.raises(nn.PuzzleError, match="row 1: expected whole numbers"):
            nn.nonogram(wrong, columns)
    with pytest.raises(nn.PuzzleError, match="row 1: expected whole numbers, found None"):
        nn.nonogram([[1, None], [3]], columns)


def test_clues_stand_beside_the_lines() -> None:
    nonogram = nn.parse("nonogram:1,1/0;1/0/1")
    assert (nonogram.row_clues, nonogram.col_clues) == (((1, 1), ()), ((1,), (), (1,)))
    assert nn.parse("kakurasu:3/0;1/1").row_clues == (3, 0)
    assert (PUZZLE.row_clues, PUZZLE.col_clues) == (None, None)


def test_a_size_is_taken_as_the_command_line_takes_it() -> None:
    made = nn.generate("nonogram", "3x5", seed=1)
    assert made == nn.generate("nonogram", (3, 5), seed=1)


def test_numbers_of_numpy_are_numbers() -> None:
    two = np.int64(2)
    assert nn.solve(PUZZLE, limit=two, node_limit=np.int32(50), seed=np.uint8(3)).status == "unique"
    assert nn.solve(PUZZLE, time_limit=np.float32(5)).status == "unique"
    assert nn.count(PUZZLE, limit=two).value == 1
    assert nn.hint(PUZZLE, strength=np.int8(1)).strength == 1
    assert nn.explain(PUZZLE, max_level=np.int8(7)).solved
    assert nn.nonogram(np.array([[1], [1]]), [np.array([1]), (two - 1,)]).id == "nonogram:1/1;1/1"
    assert nn.generate_binairo(np.int16(4), level=np.int8(1), seed=np.int64(1)).height == 4
    assert nn.solve_batch("binairo", two, two, b"0...", limit=two, threads=two)[1] == b"\1"


def test_a_batch_takes_letters_as_signed_bytes() -> None:
    letters = memoryview(b"0.......").cast("b")  # as a buffer of Arrow has them
    assert nn.solve_batch("binairo", 2, 2, letters) == (b"01101001", b"\1\2")
    for wrong in (b"0.x.", b"xxxx"):
        with pytest.raises(nn.PuzzleError, match=r"expected '0', '1' or '\.', found 'x'"):
            nn.solve_batch("binairo", 2, 2, memoryview(wrong).cast("b"))
    with pytest.raises(nn.PuzzleError, match="expected 0, 1 or -1, found 2"):
        nn.solve_batch("binairo", 2, 2, np.array([0, 2, -1, -1], dtype=np.int8))
    arrow = pytest.importorskip("pyarrow")
    texts = arrow.array(["0...", "...."]).buffers()[2]
    assert nn.solve_batch("binairo", 2, 2, texts) == (b"01101001", b"\1\2")


CALLS: list[tuple[str, Callable[[], object], str]] = [
    ("limit", lambda: nn.solve(PUZZLE, limit=0), "a limit of at least 1, found 0"),
    ("limit text", lambda: nn.solve(PUZZLE, limit="2"), "a limit that is a whole number of at"),  # type: ignore[arg-type]
    ("limit share", lambda: nn.solve(PUZZLE, limit=1.5), "a limit that is a whole number of at"),  # type: ignore[arg-type]
    ("seed", lambda: nn.solve(PUZZLE, seed="x"), "a whole number as seed, found 'x'"),  # type: ignore[arg-type]
    ("engine", lambda: nn.solve(PUZZLE, engine=5), "the name of an engine, found 5"),  # type: ignore[arg-type]
    ("level", lambda: nn.explain(PUZZLE, max_level="x"), "a level from 1 to 7, found 'x'"),  # type: ignore[arg-type]
    ("level 9", lambda: nn.explain(PUZZLE, max_level=9), "a level from 1 to 7, found 9"),
    ("strength", lambda: nn.hint(PUZZLE, strength=True), "a strength of 1 to 4, found True"),
    ("batch text", lambda: nn.solve_batch("binairo", 2, 2, "...."), "cells as bytes or an array"),  # type: ignore[arg-type]
    ("batch kind", lambda: nn.solve_batch("Sudoku", 2, 2, b"...."), "a kind (binairo, nonogram"),
    ("batch side", lambda: nn.solve_batch("binairo", "2", 2, b"...."), "a number of rows"),  # type: ignore[arg-type]
    ("many", lambda: nn.solve_many([PUZZLE], limit=0), "a limit of at least 1, found 0"),
    ("clues", lambda: nn.nonogram(5, [[1]]), "the row clues as lists of numbers, found 5"),  # type: ignore[arg-type]
    ("text", lambda: nn.parse(None), "a puzzle as text or bytes, found None"),  # type: ignore[arg-type]
    ("path", lambda: nn.solve(PATH), "a puzzle, an id or text, found PurePosixPath; nn.load reads"),  # type: ignore[arg-type]
    ("path text", lambda: nn.parse(PATH), "a puzzle as text or bytes, found PurePosixPath; nn.lo"),  # type: ignore[arg-type]
    ("load", lambda: nn.load(None), "the name of a file, found None"),  # type: ignore[arg-type]
    ("load puzzle", lambda: nn.load(PUZZLE), "the name of a file, found Puzzle"),  # type: ignore[arg-type]
    ("save", lambda: nn.save(PUZZLE, None), "the name of a file, found None"),  # type: ignore[arg-type]
    ("format", lambda: nn.dumps(PUZZLE, None), "the name of a format, found None"),  # type: ignore[arg-type]
    ("format read", lambda: nn.loads("", 5), "the name of a format, found 5"),  # type: ignore[arg-type]
    ("losses", lambda: nn.losses(PUZZLE, 5), "the name of a format, found 5"),  # type: ignore[arg-type]
    ("rules", lambda: nn.binairo("01/10", rules=None), "the names of rules, found None"),  # type: ignore[arg-type]
    ("budget", lambda: nn.explain(PUZZLE, budget="x"), "a budget that is a whole number of at"),  # type: ignore[arg-type]
    ("hint budget", lambda: nn.hint(PUZZLE, budget=-1), "a budget of at least 0, found -1"),
    ("grade budget", lambda: nn.grade(PUZZLE, budget=-1), "a budget of at least 0, found -1"),
    ("weights", lambda: nn.explain(PUZZLE, weights=5), "weights as Weights, found 5"),  # type: ignore[arg-type]
    ("grade weights", lambda: nn.grade(PUZZLE, weights=0), "weights as Weights, found 0"),  # type: ignore[arg-type]
    ("puzzles", lambda: nn.solve_many(5), "puzzles, ids or texts, found 5"),  # type: ignore[arg-type]
    (
        "executor",
        lambda: nn.solve_many([PUZZLE], executor=5),  # type: ignore[arg-type]
        "an executor of concurrent.futures, found 5",
    ),
    ("rows", lambda: nn.Grid.blank("2", 2), "1 to 1000 rows, found '2'"),  # type: ignore[arg-type]
    ("symbol", lambda: PUZZLE.givens.fill({nn.Cell(0, 0): 1}), "symbols such as '1' for cells"),  # type: ignore[dict-item]
    ("givens", lambda: PUZZLE.with_givens("11"), "a grid of 6x6, found 1x2"),
    ("count", lambda: nn.count(PUZZLE, limit=0), "a limit of at least 1, found 0"),
    ("compare", lambda: nn.compare(None), "puzzles, ids or texts, found None"),  # type: ignore[arg-type]
    ("compare 5", lambda: nn.compare(5), "puzzles, ids or texts, found 5"),  # type: ignore[arg-type]
    ("compare path", lambda: nn.compare(PATH), "puzzles, ids or texts, found PurePosixPath; nn."),  # type: ignore[arg-type]
    ("compare with", lambda: nn.compare(PUZZLE, engines=5), "the names of engines, found 5"),  # type: ignore[arg-type]
    ("size", lambda: nn.generate("binairo", "8x"), "a size n or (height, width), found '8x'"),
    ("file", lambda: nn.load(""), "the name of a file, - or an id, found ''"),
]


@pytest.mark.parametrize(("call", "message"), [row[1:] for row in CALLS], ids=[r[0] for r in CALLS])
def test_what_is_no_number_or_name_is_refused_by_name(
    call: Callable[[], object], message: str
) -> None:
    with pytest.raises(nn.NonairoError) as refused:
        call()
    assert str(refused.value).startswith(f"expected {message}")


HELPED: list[tuple[Callable[[], object], str]] = [
    (lambda: nn.parse("binario:1./.."), "found 'binario:1./..'; did you mean binairo:?"),
    (lambda: nn.solve("nonogramm:1;1"), "did you mean nonogram:?"),
    (lambda: nn.loads("takuzo:1./..", "id"), "did you mean takuzu:?"),
    (lambda: nn.parse("binairo@no-distnct:1./.."), "did you mean no-distinct?"),
    (lambda: nn.solve(PUZZLE, "walk:ordr=row"), "found 'ordr'; did you mean order?"),
    (lambda: nn.generate("binairo", 6, levle=2), "binairo: expected an option, found 'levle'; "
                                                 "did you mean level?"),
    (lambda: nn.generate("nonogram", 6, minimal=True), "nonogram: expected an option (level, "),
    (lambda: nn.solve("examples/boat.txt"), "looks like a file's name, 'examples/boat.txt'; "
                                            "nn.load reads files"),
    (lambda: nn.load("binairo:1./.."), "nn.parse reads ids"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "message"), HELPED)
def test_what_was_meant_is_guessed(call: Callable[[], object], message: str) -> None:
    with pytest.raises(nn.NonairoError) as refused:
        call()
    assert message in str(refused.value)


LIMITED: dict[str, Callable[..., object]] = {
    "solve": lambda **limits: nn.solve(PUZZLE, **limits),
    "walk": lambda **limits: nn.solve(PUZZLE, "walk", **limits),
    "solutions": lambda **limits: list(nn.solutions(PUZZLE, **limits)),
    "count": lambda **limits: nn.count(PUZZLE, **limits),
    "is_unique": lambda **limits: nn.is_unique(PUZZLE, **limits),
    "trace": lambda **limits: list(nn.trace(PUZZLE, **limits)),
    "explain": lambda **limits: nn.explain(PUZZLE, **limits),
    "hint": lambda **limits: nn.hint(PUZZLE, **limits),
    "grade": lambda **limits: nn.grade(PUZZLE, **limits),
    "repair": lambda **limits: nn.repair(PUZZLE, **limits),
    "generate": lambda **limits: nn.generate_binairo(4, seed=1, **limits),
    "generate nonogram": lambda **limits: nn.generate_nonogram(4, seed=1, **limits),
    "many": lambda **limits: list(nn.solve_many([PUZZLE], **limits)),
    "compare": lambda **limits: nn.compare(PUZZLE, engines=["walk"], **limits),
    "any kind": lambda **limits: nn.generate("kakurasu", 3, seed=1, **limits),
    "batch": lambda **limits: nn.solve_batch("binairo", 2, 2, b"....", **limits),
}


@pytest.mark.parametrize("name", LIMITED)
def test_a_time_limit_is_a_time(name: str) -> None:
    for limit in (float("nan"), -1, -0.5, "x", "5", [1], True):
        with pytest.raises(nn.EngineError, match=r"^expected a time limit of at least 0 s, found "):
            LIMITED[name](time_limit=limit)
    for limit in (float("inf"), 1e300, 10**400, np.float64(100), 60):
        LIMITED[name](time_limit=limit)


@pytest.mark.parametrize("name", ["solve", "walk", "solutions", "is_unique", "trace", "batch"])
def test_a_node_limit_is_a_number_however_large(name: str) -> None:
    for limit in (-1, 1.5, "x"):
        with pytest.raises(nn.EngineError, match=r"^expected a node limit .*of at least 0, found "):
            LIMITED[name](node_limit=limit)
    LIMITED[name](node_limit=2**70)


def test_limits_may_be_larger_than_any_register() -> None:
    assert nn.solve(PUZZLE, limit=2**70).status == "unique"
    assert nn.solve(PUZZLE, "guess", limit=2**70, seed=-(2**70)).status == "unique"
    assert nn.count(PUZZLE, limit=2**70) == nn.Count(1, True)
    assert nn.solve_batch("binairo", 2, 2, b"....", threads=2**70)[1] == b"\2"


@pytest.fixture(params=["core", "python"])
def _both(request: pytest.FixtureRequest) -> None:
    if request.param == "python":
        request.getfixturevalue("no_core")


@pytest.mark.usefixtures("_both")
def test_a_batch_takes_arrays_and_refuses_clues() -> None:
    boards = np.full((3, 2, 2), -1, np.int8)
    boards[1, 0, 0] = 0
    boards[2, 0] = 0
    expected = (b"0110" + b"0110" + b"....", b"\2\1\0")
    signed = [boards.astype(kind) for kind in (np.int8, np.int16, np.int32, np.int64)]
    characters = np.frombuffer(b"....0...00..", np.uint8)
    floats = np.where(boards < 0, np.nan, boards)
    taken = [
        *(*signed, characters, characters.reshape(3, 2, 2), memoryview(b"....0...00..")),
        *(np.asfortranarray(boards), np.asfortranarray(characters.reshape(3, 2, 2))),
        *(floats, floats.astype(np.float32), boards.astype(">i4"), np.ma.masked_less(boards, 0)),
        *(np.array(list("....0...00..")), np.array(["....", "0...", "00.."])),
        *(pd.DataFrame(floats.reshape(3, 4)), pd.DataFrame(boards.reshape(6, 2))),
        pd.DataFrame(boards.reshape(3, 4), dtype="Int64").replace(-1, pd.NA),
        *(pd.Series(["....", "0...", "00.."]), pd.Series(boards.ravel()), boards.tolist()),
    ]
    for cells in taken:
        solutions, counts = nn.solve_batch("binairo", 2, 2, cells)
        assert counts == expected[1]
        assert solutions[4:] == expected[0][4:]
    for cells in (boards[:, ::2], characters[::-1], np.full((1, 2, 2), 7), np.full(4, 0.5)):
        with pytest.raises(nn.PuzzleError):
            nn.solve_batch("binairo", 2, 2, cells)
    for kind in ("nonogram", "kakurasu"):
        with pytest.raises(nn.PuzzleError, match=f"use solve_many for a {kind}"):
            nn.solve_batch(kind, 2, 2, b"....")
    blank = b"." * 100 * 100
    assert nn.solve_batch("binairo", 100, 100, blank, time_limit=0)[1] == b"\xff"


@pytest.mark.usefixtures("_both")
@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (b"....01x.", "puzzle 2, r2c1: expected '0', '1' or '.', found 'x'"),
        (np.array([[[-1, 0], [5, 1]]]), "puzzle 1, r2c1: expected 0, 1 or -1, found 5"),
        (np.array([0, np.nan, 0.5, 1]), "puzzle 1, r2c1: expected 0, 1 or -1, found 0.5"),
        (pd.DataFrame([[0, 1, pd.NA, "x"]]), "puzzle 1, r2c2: expected 0, 1 or -1, found 'x'"),
        (pd.Series(["....", "0.."]), "expected texts of 4 cells, found '0..'"),
        (np.array(["a", "\u00e9", ".", "."]), "puzzle 1, r1c1: expected 0, 1 or -1, found 'a'"),
        (b"...", "expected a contiguous buffer of puzzles of 4 cells, found 3 cells"),
    ],
)
def test_a_batch_says_which_cell_is_wrong(cells: Any, message: str) -> None:
    with pytest.raises(nn.PuzzleError) as refused:
        nn.solve_batch("binairo", 2, 2, cells)
    assert str(refused.value) == message


def test_numpy_is_imported_by_those_who_have_it_only() -> None:
    code = (
        "import sys, nonairo as nn; p = nn.parse('binairo:0./..'); nn.solve(p); nn.check(p, [[0,1],"
        "[1,0]]); nn.hint(p); nn.grade(p); nn.generate_binairo(4); nn.solve_batch('binairo', 2, 2,"
        "b'....'); assert 'numpy' not in sys.modules; sys.modules['numpy'] = None\n"
        "try: p.givens.to_numpy()\nexcept nn.NonairoError as e: print(e)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "to_numpy needs numpy: pip install numpy\n"


INTERRUPTED = """
import os, signal, sys, threading, time
import nonairo as nn
from nonairo import native
if sys.argv[1] == "python":
    native.compiled = None
def press():
    global pressed
    pressed = time.process_time()
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.5, press).start()
try:
    nn.solve_batch("binairo", 24, 24, b"." * 576 * 100_000)
except KeyboardInterrupt:
    print(time.process_time() - pressed)  # its own work: the machine may be busy
"""


@pytest.mark.parametrize("how", ["core", "python"])
def test_a_batch_is_interrupted_within_a_quarter_of_a_second(how: str) -> None:
    told = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, how], capture_output=True, text=True, check=False
    )
    assert float(told.stdout) < 0.25
