"""Real puzzles through every format that can hold them."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

import nonairo as nn
from nonairo.formats import FORMATS
from nonairo.reading import records

CORPUS = Path(__file__).parents[2] / "../shared/corpus"
FILES = sorted(CORPUS.glob("*/*.jsonl"))
FEW = 12
BOTH_WAYS = [f for f in FORMATS.values() if f.read and f.write and f.name != "image"]


def survives(path: Path, first: int, last: int | None) -> None:
    """Record, each format, the same puzzle."""
    tried = 0
    for record in islice(records(path), first, last):
        assert isinstance(record, nn.Puzzle)
        for format in BOTH_WAYS:
            if format.refusal(record):
                continue
            if format.needs_solution and record.solution is None:
                continue
            lost = [loss.what for loss in format.losses(record) if not loss.metadata]
            if any(what != "solution" for what in lost):
                continue
            data = nn.dumpb(record, format.name, lossy=True)
            again = nn.parse(data, format.name)
            assert again == record, (format.name, record.extra.get("id"))
            tried += 1
            if "solution" in format.holds or format.needs_solution:
                assert again.solution == record.solution
    assert tried or first, "something was written and read"


@pytest.mark.skipif(not FILES, reason="no corpus at ../shared/corpus")
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_few_records_survive_every_format(path: Path) -> None:
    survives(path, 0, FEW)


@pytest.mark.slow
@pytest.mark.skipif(not FILES, reason="no corpus at ../shared/corpus")
@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_records_survive_every_format(path: Path, full: bool) -> None:
    survives(path, FEW, None if full else 2 * FEW)
