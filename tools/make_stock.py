"""Make the stock of puzzles from which the page takes the first ones while Python starts.

python tools/make_stock.py [NAME ...]

Writes src/nonairo/page/stock/NAME.txt for each choice of the Make tab: ten puzzles of every level
that is made, in the usual size of the level, and ten for which no level was asked, with a * before
them. A line is a record as `generate` answers it; its seed makes the same puzzle again. Each is
proved unique and graded before it is written. If a puzzle of a level takes longer than SECONDS,
there are fewer of that level, or none. All are CC0.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import nonairo as nn
from nonairo.formats.jsonl import to_record
from nonairo.kinds import named_kind

FOLDER = Path(__file__).parents[1] / "src" / "nonairo" / "page" / "stock"
NAMES = ("binairo", "tango", "unruly", "nonogram", "kakurasu", "trinairo", "mosaic")
EACH = 10
SECONDS = 5.0  # for one puzzle
TRIES = 14  # seeds for ten puzzles
FIRST_SEED = 1_000_000  # beyond those that people try
LEVELS = (None, *range(1, 8))
USUAL = 2  # the level whose size is usual where none is asked for


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the stock of first puzzles.")
    parser.add_argument("names", metavar="NAME", nargs="*", help=f"of {', '.join(NAMES)}")
    FOLDER.mkdir(exist_ok=True)
    for name in parser.parse_args().names or NAMES:
        used: set[str] = set()
        lines = [line for level in LEVELS for line in stock(name, level, used)]
        (FOLDER / f"{name}.txt").write_text("".join(lines), encoding="utf-8")


def stock(name: str, level: int | None, used: set[str]) -> Iterator[str]:
    """Yield the lines of a level, without puzzles that were used before."""
    found = named_kind(name)
    assert found is not None
    kind, _ = found
    preset = (kind.presets or {}).get(name, {}).get("size")
    size = preset if isinstance(preset, int) else kind.sizes[(level or USUAL) - 1]
    made = 0
    first = FIRST_SEED + 1000 * (level is None)
    for seed in range(first, first + TRIES):
        if made == EACH:
            return
        try:
            puzzle = nn.generate(name, size, level=level, seed=seed, time_limit=SECONDS)
        except nn.LimitReached:
            continue
        except nn.PuzzleError:  # not made of this kind
            return
        graded = nn.is_unique(puzzle) and nn.grade(puzzle).level
        if puzzle.id not in used and graded and level in (None, graded):
            made += 1
            used.add(puzzle.id)
            star = "*" if level is None else ""
            yield f"{star}{json.dumps(to_record(puzzle), separators=(',', ':'))}\n"


if __name__ == "__main__":
    main()
