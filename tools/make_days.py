"""Make the puzzles of the day: one for each kind and day of a year, harder through the week.

python tools/make_days.py 2028

Writes src/nonairo/page/days/YEAR.txt: a line of names, then a line a day, in which each entry is
the level and the puzzle. A puzzle is its id without the name; a run of unknown cells is a capital
letter (A is one, Z is 26). Each is proved unique and graded before it is written. Where a kind
cannot be made at a level, the nearest easier level is taken. The last day of the last file is LAST
in src/nonairo/page/js/make/daily.js.
"""

from __future__ import annotations

import argparse
import re
import sys
from datetime import date, timedelta
from pathlib import Path

import nonairo as nn
from nonairo.kinds import KINDS

FOLDER = Path(__file__).parents[1] / "src" / "nonairo" / "page" / "days"
WEEK = (1, 2, 2, 3, 4, 5, 6)  # the level wanted from Monday to Sunday
SIZES = {
    "binairo": dict(zip(range(1, 8), KINDS["binairo"].sizes, strict=True)),
    "tango": dict.fromkeys(range(1, 8), 6),
    "nonogram": {1: 10, 2: 10, 3: 12, 4: 15, 5: 15, 6: 15, 7: 15},
    "kakurasu": {1: 5, 2: 5, 3: 6, 4: 6, 5: 7, 6: 7, 7: 8},
    "trinairo": dict(zip(range(1, 8), KINDS["trinairo"].sizes, strict=True)),
}
SECONDS, TRIES = 4.0, 3
used: set[str] = set()  # no puzzle is that of two days
impossible: dict[tuple[str, int], int] = {}  # how often a level of a kind was not made, in a row


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the puzzles of the day for a year.")
    parser.add_argument("years", metavar="YEAR", nargs="+", type=int)
    for year in parser.parse_args().years:
        lines = [" ".join(SIZES)]
        day = date(year, 1, 1)
        while day.year == year:
            lines.append(" ".join(entry(name, day) for name in SIZES))
            if sys.stderr.isatty():
                sys.stderr.write(f"\r{day}")
            day += timedelta(days=1)
        FOLDER.mkdir(exist_ok=True)
        (FOLDER / f"{year}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def entry(name: str, day: date) -> str:
    """The puzzle of a kind for a day, with its level."""
    wanted = WEEK[day.weekday()]
    for level in (*range(wanted, 0, -1), *range(wanted + 1, 8)):
        puzzle = made(name, level, int(f"{day:%Y%m%d}"))
        if puzzle is not None:
            used.add(puzzle.id)
            return f"{level}{packed(puzzle)}"
    raise SystemExit(f"{name}: no puzzle of any level for {day}")


def made(name: str, level: int, seed: int) -> nn.Puzzle | None:
    if impossible.get((name, level), 0) >= TRIES:
        return None
    for turn in range(TRIES):
        try:
            puzzle = nn.generate(
                name, SIZES[name][level], level=level, seed=seed + turn * 10**8, time_limit=SECONDS
            )
        except (nn.PuzzleError, nn.LimitReached):
            continue
        fresh = puzzle.id not in used
        if fresh and nn.is_unique(puzzle) and nn.grade(puzzle).level == level:
            impossible.pop((name, level), None)
            return puzzle
    impossible[name, level] = impossible.get((name, level), 0) + 1
    return None


def packed(puzzle: nn.Puzzle) -> str:
    """What stands behind the name of an id, with runs of unknown cells as letters."""
    body = puzzle.id.partition(":")[2]
    return re.sub(r"\.{1,26}", lambda run: chr(64 + len(run[0])), body)


if __name__ == "__main__":
    main()
