"""The stored puzzles of the day, read as the page reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path

import nonairo as nn

FOLDER = Path(nn.__file__).parent / "page" / "days"
YEARS = (2026, 2027)


@cache
def lines(year: int) -> list[str]:
    return (FOLDER / f"{year}.txt").read_text(encoding="ascii").splitlines()


def day(when: date) -> Iterator[tuple[str, int, nn.Puzzle]]:
    """Name, level and puzzle of each kind on a day."""
    names, *days = lines(when.year)
    entries = days[(when - date(when.year, 1, 1)).days].split(" ")
    for name, entry in zip(names.split(" "), entries, strict=True):
        body = re.sub("[A-Z]", lambda run: "." * (ord(run[0]) - 64), entry[1:])
        yield name, int(entry[0]), nn.parse(f"{name}:{body}")
