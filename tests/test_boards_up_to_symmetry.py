"""Boards up to symmetry: compared with the orbits of all boards, and with published numbers."""

from __future__ import annotations

import json
import time

import pytest

import nonairo as nn
from commands import Output, run
from nonairo.census.plan import CensusSize
from nonairo.census.symmetric import fixed_boards, symmetries
from nonairo.kinds.binairo import blank
from nonairo.limits import NO_LIMITS, Budget

Rows = tuple[str, ...]
SIZES = [(2, 2, "standard"), (4, 4, "standard"), (4, 6, "standard"), (6, 6, "standard"),
         (4, 4, "no-distinct"), (2, 6, "no-distinct"), (4, 6, "no-distinct"),
         (3, 3, "odd-more-ones"), (5, 5, "odd-more-zeros"),
         (5, 5, "no-distinct+odd-more-ones")]  # fmt: skip
EXCHANGE = str.maketrans("01", "10")


def _mirror(rows: Rows) -> Rows:
    return tuple(row[::-1] for row in rows)


def _transpose(rows: Rows) -> Rows:
    return tuple("".join(column) for column in zip(*rows, strict=True))


def _images(rows: Rows, exchanged: bool) -> set[Rows]:
    """All copies of a board that are boards of the same size."""
    found: set[Rows] = set()
    for turned in (rows, _transpose(rows)):
        if len(turned) == len(rows):
            for mirrored in (turned, _mirror(turned)):
                found |= {mirrored, mirrored[::-1]}
    if exchanged:
        found |= {tuple(row.translate(EXCHANGE) for row in image) for image in found}
    return found


@pytest.mark.parametrize(("height", "width", "rules"), SIZES)
def test_the_numbers_are_those_of_the_orbits(
    capsys: Output, height: int, width: int, rules: str
) -> None:
    boards = {grid.rows() for grid in nn.solutions(blank(height, width, rules))}
    wanted = []
    for exchanged in (False, True) if height % 2 == 0 and width % 2 == 0 else (False,):
        wanted.append(len({min(_images(board, exchanged)) for board in boards}))
    size = f"{height}x{width}"
    code, out, _ = run(capsys, "census", size, "--rules", rules, "--up-to-symmetry")
    numbers = [int(line.split()[0]) for line in out.splitlines()]
    assert (code, numbers) == (0, [len(boards), *wanted])


def test_8x8_is_as_published(capsys: Output) -> None:
    _, out, _ = run(capsys, "census", "8", "--up-to-symmetry", "--json")
    record = json.loads(out)
    assert (record["classes"], record["classes_exchanged"]) == ("516478", "259400")
    assert record["fixed"]["half turn"] == "2996"


def test_a_board_that_equals_its_mirror_image_would_have_equal_columns() -> None:
    size = CensusSize(8, 8)
    fixed = {each.name: fixed_boards(size, each, Budget(NO_LIMITS)) for each in symmetries(size)}
    assert len(fixed) == 15
    assert fixed["mirror, left and right"] == fixed["exchange"] == 0
    assert fixed["mirror, left and right, exchange"] == fixed["mirror, top and bottom, exchange"]
    assert fixed["falling diagonal"] == fixed["rising diagonal"]
    assert fixed["quarter turn"] == fixed["quarter turn back"]


@pytest.mark.parametrize("size", [["2x44"], ["2x44", "--rules", "no-distinct"]])
def test_a_limit_holds_while_long_lines_are_listed(capsys: Output, size: list[str]) -> None:
    begin = time.process_time()
    code, out, err = run(capsys, "census", *size, "--up-to-symmetry", "--time-limit", "2")
    assert (code, out) == (3, "")
    assert "the limit of 2 s was reached. Allow more time with --time-limit" in err
    assert time.process_time() - begin < 10


def test_a_limit_is_reported(capsys: Output) -> None:
    code, out, err = run(capsys, "census", "10", "--up-to-symmetry", "--time-limit", "0.01")
    assert (code, out) == (3, "")
    assert "--time-limit" in err
    code, out, err = run(capsys, "census", "8", "--up-to-symmetry", "--sample", "3")
    assert (code, out) == (2, "")
