"""The stock of first puzzles: each has one solution and its level, and its seed makes it again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import nonairo as nn
from nonairo.formats.jsonl import to_record

FOLDER = Path(nn.__file__).parent / "page" / "stock"
FILES = sorted(FOLDER.glob("*.txt"))
RECORDS = [
    json.loads(line.removeprefix("*"))
    for path in FILES
    for line in path.read_text("utf-8").splitlines()
]


def test_every_kind_has_a_small_stock() -> None:
    kinds = {record["kind"] for record in RECORDS}
    assert kinds == {*nn.KINDS}
    for path in FILES:  # a new puzzle of any level is there, and no puzzle comes twice
        lines = path.read_text("utf-8").splitlines()
        assert sum(line.startswith("*") for line in lines) == 10
        assert len({json.loads(line.removeprefix("*"))["id"] for line in lines}) == len(lines)
    assert sum(path.stat().st_size for path in FILES) < 300_000


def test_each_is_as_it_is_recorded(full: bool) -> None:
    for record in RECORDS if full else Random(1).sample(RECORDS, 40):
        puzzle = nn.parse(json.dumps(record))
        solved = nn.solve(puzzle)
        assert solved.status == "unique"
        assert solved.solutions[0].cells == record["solution"]
        assert nn.grade(puzzle).level == record.get("level", nn.grade(puzzle).level)
        assert puzzle.id == record["id"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_seed_makes_its_puzzle_again(path: Path) -> None:
    of_any_level, easiest = (path.read_text("utf-8").splitlines()[k] for k in (0, 10))
    for line, level in ((of_any_level.removeprefix("*"), None), (easiest, 1)):
        record = json.loads(line)
        made = nn.generate(path.stem, record["height"], level=level, seed=record["seed"])
        assert json.loads(json.dumps(to_record(made))) == record
