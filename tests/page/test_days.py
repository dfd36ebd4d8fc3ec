"""The puzzles of the day: there is one for every day and kind, unique, and of the level it says."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random

import nonairo as nn
from days import YEARS, day, lines


def days_of(year: int) -> list[date]:
    first = date(year, 1, 1)
    return [first + timedelta(days=k) for k in range((date(year + 1, 1, 1) - first).days)]


def test_every_day_has_a_puzzle_of_every_kind() -> None:
    for year in YEARS:
        names, *days = lines(year)
        assert len(days) == len(days_of(year))
        assert {len(entries.split(" ")) for entries in days} == {len(names.split(" "))}
        assert len({entry for entries in days for entry in entries.split(" ")}) == len(days) * 5


def test_puzzles_of_the_day_are_unique_and_of_their_level(full: bool) -> None:
    days = [when for year in YEARS for when in days_of(year)]
    for when in days if full else Random(1).sample(days, 12):
        for name, level, puzzle in day(when):
            assert nn.is_unique(puzzle), (when, name)
            assert nn.grade(puzzle).level == level, (when, name)


def test_the_week_gets_harder() -> None:
    week = [date(2026, 11, 16) + timedelta(days=k) for k in range(7)]
    for place in range(5):
        levels = [[level for _, level, _ in day(when)][place] for when in week]
        assert levels == sorted(levels)
        assert levels[0] < levels[-1]
