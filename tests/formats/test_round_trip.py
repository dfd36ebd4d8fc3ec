"""Random puzzles through every pair of writer and reader, and conversions that keep metadata."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonairo as nn
from nonairo.formats import FORMATS, detect

BOTH_WAYS = [name for name, format in FORMATS.items() if format.read and format.write]
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
titles = st.none() | words


@st.composite
def grids(draw: st.DrawFn, symbols: str, even: bool) -> nn.Grid:
    step = 2 if even else 1
    height, width = (step * draw(st.integers(1, 8 // step)) for _ in "hw")
    cells = draw(st.text(symbols, min_size=height * width, max_size=height * width))
    return nn.Grid(height, width, cells)


@st.composite
def nonograms(draw: st.DrawFn) -> nn.Puzzle:
    answer = draw(grids("01", even=False))
    puzzle = nn.KINDS["nonogram"].pose(answer, "standard")
    if draw(st.integers(0, 4)) == 0:
        puzzle = puzzle.with_givens(draw(st.just(answer)))
    return puzzle.about(title=draw(titles), author=draw(titles), solution=answer)


@st.composite
def binairos(draw: st.DrawFn) -> nn.Puzzle:
    givens = draw(grids("01....", even=True))
    rules = draw(st.sampled_from(["standard", "no-distinct"]))
    empty = nn.Grid.blank(givens.height, givens.width)
    seed = draw(st.integers(0, 99))
    if nn.solve(nn.binairo(empty, rules=rules), limit=1).solution is None:
        rules = "no-distinct"  # under which every size has a board
    answer = nn.solve(nn.binairo(empty, rules=rules), "guess", limit=1, seed=seed).solution
    assert answer is not None  # a true one: no other is written
    shown = zip(givens.cells, answer.cells, strict=True)
    cells = "".join("." if given == "." else symbol for given, symbol in shown)
    puzzle = nn.binairo(nn.Grid(givens.height, givens.width, cells), rules=rules)
    return puzzle.about(title=draw(titles), author=draw(titles), solution=answer)


@pytest.mark.parametrize("name", BOTH_WAYS)
@settings(deadline=None)
@given(puzzle=nonograms() | binairos(), solved=st.booleans())
def test_what_is_written_is_read_back(name: str, puzzle: nn.Puzzle, solved: bool) -> None:
    format = FORMATS[name]
    if name == "image":
        pytest.importorskip("PIL")
    if format.kinds is not None and puzzle.kind not in format.kinds:
        with pytest.raises(nn.FormatError, match="supports"):
            nn.dumpb(puzzle, name, lossy=True)
        return
    if not solved and not format.needs_solution:
        puzzle = replace(puzzle, solution=None)
    lost = [loss.what for loss in nn.losses(puzzle, name)]
    data = nn.dumpb(puzzle, name, lossy=True)
    assert nn.dumpb(puzzle, name, lossy=True) == data
    if any(what.startswith("width") for what in lost):
        with pytest.raises(nn.FormatError, match="cannot store"):
            nn.dumpb(puzzle, name)
        return
    again = nn.parse(data, name)
    if "givens" in lost or any(what.startswith("rules") for what in lost):
        assert (again.height, again.width) == (puzzle.height, puzzle.width)
        return
    assert again == puzzle
    assert nn.dumpb(again, name, lossy=True) == nn.dumpb(nn.parse(data, name), name, lossy=True)
    if "solution" not in lost and puzzle.solution is not None:
        assert again.solution == puzzle.solution
    for field in ("title", "author"):
        value = getattr(puzzle, field)
        if value and field not in lost and value.isalnum() and value.isascii():
            assert getattr(again, field) == value


@settings(deadline=None)
@given(puzzle=nonograms() | binairos(), name=st.sampled_from(BOTH_WAYS))
def test_detection_finds_what_was_written_or_says_why_not(puzzle: nn.Puzzle, name: str) -> None:
    format = FORMATS[name]
    if (format.kinds is not None and puzzle.kind not in format.kinds) or name == "image":
        return
    data = nn.dumpb(puzzle.about(solution=puzzle.solution), name, lossy=True)
    try:
        found = detect(data, f"x{format.suffixes[0]}" if format.suffixes else None)
    except nn.FormatError:
        assert name in ("text", "chars", "oneline", "puzzle-nonograms", "puzzle-binairo")
        return
    if name not in ("text", "chars", "oneline", "puzzle-nonograms", "puzzle-binairo", "nono"):
        assert found.format.name == name


def test_metadata_survives_every_format_that_has_a_place_for_it() -> None:
    rich = nn.nonogram([[1]], [[1]]).about(
        title="A & B <c>",
        author='D "E"',
        source="somewhere",
        solution=nn.Grid.parse("1"),
        extra={"licence": "CC0-1.0", "description": "small", "id": "x1", "state": "0"},
    )
    for name in BOTH_WAYS:
        format = FORMATS[name]
        if (format.kinds is not None and "nonogram" not in format.kinds) or name == "image":
            continue
        lost = {loss.what for loss in nn.losses(rich, name)}
        again = nn.parse(nn.dumpb(rich, name, lossy=True), name)
        for field in {"title", "author", "source"} - lost:
            assert getattr(again, field) == getattr(rich, field), (name, field)
        for key in set(rich.extra) - lost:
            if not (key == "state" and name in ("sgriddler", "pzpr")):  # one grid for both
                assert again.extra[key] == rich.extra[key], (name, key)
