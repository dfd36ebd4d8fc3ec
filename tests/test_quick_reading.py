"""What the core reads and answers at once is what the ordinary way gives, errors included."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator

import pytest

import nonairo as nn
from nonairo import native
from nonairo.kinds import KINDS, quick_reading
from nonairo.limits import Limits, supervised
from nonairo.solving import solve as solve_puzzle
from nonairo.solving import solve_at_once

needs_core = pytest.mark.skipif(native.compiled is None, reason="installed without the core")
SIGNED = (
    "binairo:1.../..0./..../....;x=./.../..x/...;..../=.x./....",
    "binairo@no-distinct:.0/1.;x/.;..",
    "binairo:01/10;./.;..",
    "tango:....../....../....../....../....../......;"
    + "x...=/" * 5
    + ".....;......"
    + "/.=..x." * 4,
    "binairo:.0/1.; x/. ;..",
)
FIRST = "binairo:1..0../..00.1/.00..1/....../00.1../.1..00"
BOARDS: list[object] = [
    *(
        "\ud800",
        "01/10",
        "01/1.",
        "0./..",
        "01\n10",
        "01\n10\n",
        " 01/10",
        "01 /10",
        "91/10",
        "2./..",
        "0",
        "",
    ),
    *(
        "01/1",
        "0/1/",
        "/01/10",
        "01//10",
        "010/10.",
        "é1/10",
        "0" * 1001,
        "./" * 1000 + ".",
        "01;10",
    ),
    *(
        ["01", "10"],
        ["01", "1"],
        ["01", 10],
        [[0, 1], [1, 0]],
        ("01", "10"),
        [],
        [""],
        ["0/", "10"],
    ),
    *(
        "..../..../..../....",
        ".." * 3 + "/......" * 5,
        None,
        5,
        b"01/10",
        "01/10/01/10",
        "...\n...\n...",
    ),
]
CLUES: list[object] = [
    *([[1], [2]], [[], [2]], [[0], [2]], [[0, 1], [1]], [[-1], [1]], [[True], [1]], [[1.0], [1]]),
    *([[3], [1]], [[1, 1], [1]], [1, 1], [["1"], [1]], [None, [1]], (), [], [[]], ((1,), (2,))),
    *([(1,), [2]], [[10**30], [1]], "12", None, [[1]] * 1001, [[1, 0], [1]], [range(1), [1]]),
]
IDS = [
    *(
        "1/2;2/1",
        "1/2;2/1;1./..",
        "0/2;1/1",
        "/2;1/1",
        "1,1/3;2/1/2",
        "1, 1/3;2/1/2",
        "01/2;2/1",
        "1/2",
    ),
    *(
        "1,/2;2/1",
        ",1/2;2/1",
        "1/2;2/1/",
        "1/3;2/1",
        "1,1/2;2/1",
        "0,1/2;2/1",
        ";",
        "1;1",
        "1;1 ",
        "-1;1",
    ),
    *(
        "1;1;.",
        "999999999999999999999;1",
        "1a/2;2/1",
        "é;1",
        "0;0",
        "00;0",
        "1//2;2/1",
        "0/0;0/0/0",
    ),
]
RULES = ("standard", "no-distinct", "odd-more-ones", "nonsense", "no-distinct+standard")


def outcome(work: Callable[[], nn.Puzzle]) -> object:
    """Return the puzzle, or the error."""
    try:
        return work()
    except (nn.NonairoError, TypeError) as error:
        return type(error), str(error)


@pytest.fixture
def ordinary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Return a call after which the core reads nothing."""

    def forget() -> None:
        for name in ("read_rows", "read_clues", "read_sides", "clues_of_picture", "answer"):
            monkeypatch.setattr(native, name, lambda *_: None)

    yield forget
    quick_reading._boards.clear()


def test_boards_clues_and_ids_are_read_as_without_the_core(ordinary: Callable[[], None]) -> None:
    for size in (2, 4, 6):  # so that boards of these sizes are known
        nn.binairo("/".join(["." * size] * size))
    works: list[Callable[[], nn.Puzzle]] = []
    for rows in BOARDS:
        works += [lambda rows=rows, rules=rules: nn.binairo(rows, rules=rules) for rules in RULES]  # type: ignore[misc]
        works.append(lambda rows=rows: nn.binairo(rows, signs=[[0, 0, 0, 1, "x"]]))  # type: ignore[misc]
        works.append(lambda rows=rows: nn.parse(f"binairo:{rows}"))  # type: ignore[misc]
    for rows in CLUES:
        works += [lambda rows=rows, cols=cols: nn.nonogram(rows, cols) for cols in CLUES]  # type: ignore[misc]
    works += [lambda body=body: nn.parse(f"nonogram:{body}") for body in IDS]  # type: ignore[misc]
    works += [lambda body=body: nn.parse(f"nonogram:{body}", strict=True) for body in IDS]  # type: ignore[misc]
    chance = random.Random(1)
    for text in ("nonogram:1,1/3/0;2/1/2", FIRST, "binairo:01/10", *SIGNED):
        works.append(lambda text=text: nn.parse(text))  # type: ignore[misc]
        for _ in range(300):
            at = chance.randrange(len(text))
            other = text[:at] + chance.choice("01./;, 29@=x") + text[at + chance.randrange(2) :]
            works.append(lambda other=other: nn.parse(other))  # type: ignore[misc]
    quick = [outcome(work) for work in works]
    ordinary()
    for work, found in zip(works, quick, strict=True):
        wanted = outcome(work)
        assert found == wanted
        if isinstance(wanted, nn.Puzzle):
            assert isinstance(found, nn.Puzzle)
            assert (found.id, hash(found), found.note) == (wanted.id, hash(wanted), wanted.note)
            assert pickle.loads(pickle.dumps(found)) == copy.copy(found) == wanted
            assert found.about(title="x").with_givens(found.givens) == wanted


def test_the_clues_of_a_picture_are_those_of_its_lines(ordinary: Callable[[], None]) -> None:
    chance = random.Random(2)
    pictures = [nn.Grid.parse(text) for text in ("1", "0", "01/1.", "0101", "1/1/0")]
    for height, width in ((1, 40), (5, 5), (30, 3), (12, 70)):
        cells = "".join(chance.choice("0111") for _ in range(height * width))
        pictures.append(nn.Grid(height, width, cells))
    works = [lambda picture=picture: KINDS["nonogram"].pose(picture, "standard")
             for picture in pictures]  # fmt: skip
    quick = [outcome(work) for work in works]
    ordinary()
    assert quick == [outcome(work) for work in works]


def test_a_batch_asked_for_again_is_checked_as_the_first_one() -> None:
    good = nn.solve_batch("binairo", 2, 2, b"0...")
    for _ in range(2):
        assert nn.solve_batch("binairo", 2, 2, b"0...") == good == (b"0110", b"\1")
        for asked, what in (
            (("binairo", 2, 2, b"0..x"), "puzzle 1, r2c2: expected '0', '1' or '.', found 'x'"),
            (("binairo", 2, 2, b"0...."), "puzzles of 4 cells, found 5 cells"),
            (("binairo", 2.0, 2, b"0..."), "expected a number of rows, found 2.0"),
            (("binairo", True, 2, b"0..."), "expected a number of rows, found True"),
            ((["binairo"], 2, 2, b"0..."), "expected a kind"),
        ):
            with pytest.raises(nn.PuzzleError, match=what):
                nn.solve_batch(*asked)
        for options in ({"limit": 3}, {"limit": True}, {"threads": 0}):
            with pytest.raises(nn.EngineError):
                nn.solve_batch("binairo", 2, 2, b"0...", **options)


@needs_core
def test_an_answer_at_once_is_the_ordinary_one(ordinary: Callable[[], None]) -> None:
    puzzles = [nn.parse(FIRST), *(nn.generate_binairo(8, seed=seed) for seed in range(3))]
    puzzles += map(nn.parse, ("binairo:..../..../..../....", "binairo:000./..../..../...."))
    puzzles += map(
        nn.parse, ("nonogram:1/1;1/1", "nonogram:1,1/3;2/1/2", "nonogram:1;0", "unruly:01/..")
    )
    puzzles += map(nn.parse, ("kakurasu:7/5/6/2/11;3/14/6/6/5",))
    quick = [nn.solve(puzzle) for puzzle in puzzles for _ in range(2)]
    ordinary()
    wanted = [nn.solve(puzzle) for puzzle in puzzles for _ in range(2)]
    for found, plain in zip(quick, wanted, strict=True):
        found.stats.seconds = plain.stats.seconds = 0.0
        assert found == plain
        assert repr(found) == repr(plain)
        assert found.to_json() == plain.to_json()
        assert pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == plain
        assert list(map(hash, found.solutions)) == list(map(hash, plain.solutions))


@needs_core
def test_an_answer_at_once_keeps_to_limits_and_rules() -> None:
    puzzle = nn.parse(FIRST)
    nn.solve(puzzle)
    assert solve_at_once(puzzle) is not None
    assert solve_at_once(nn.parse(FIRST.replace("binairo", "unruly"))) is None
    with supervised(Limits(seconds=0)):
        assert nn.solve(puzzle).status == "unknown"
    assert solve_puzzle(puzzle).status == nn.solve(puzzle).status == "unique"
    assert nn.solve(puzzle, limit=1).status == "solved"
    with pytest.raises(nn.EngineError):
        nn.solve(puzzle, limit=2.0)  # type: ignore[arg-type]
