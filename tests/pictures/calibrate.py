"""How often vision is right where it says that it is so sure: for symbols, and for entries.

    python tests/pictures/make.py --count 300 --seed 78 -o DIR
    python tests/pictures/calibrate.py DIR [--first 100]

For each range of probabilities, the cells of all Binairo that were found: how many, how sure vision
was on average that it is right, and how often it was. PRESENCE and SYMBOL in `binairo_cells.py` and
CLEAR in `entries.py` change the second column; the third should not be below it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from measure import nearest

from nonairo.photo.decoding import pixels_of
from nonairo.photo.readings import seen
from nonairo.photo.sighting import Sighting

RANGES = (0.5, 0.9, 0.97, 0.99, 0.995, 0.998, 1.01)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, help="only so many pictures")
    options = parser.parse_args()
    lines = (options.folder / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    found: dict[str, list[tuple[float, bool]]] = {"symbols": [], "givens": []}
    for line in lines[: options.first]:
        record = json.loads(line)
        sightings = seen(pixels_of((options.folder / record["file"]).read_bytes()))
        for truth in record["puzzles"]:
            pair = nearest(truth, [(each, None) for each in sightings])
            if pair is not None and fits(pair[0], truth):
                for what, sure, right in cells(pair[0], truth):
                    found[what].append((sure, right))
    for what, judged in found.items():
        print(f"| {what} | cells | seems right | is right |\n| --- | ---: | ---: | ---: |")
        for low, high in pairwise(RANGES):
            group = [(sure, right) for sure, right in judged if low <= sure < high]
            if group:
                seems = sum(sure for sure, _ in group) / len(group)
                share = sum(right for _, right in group) / len(group)
                print(f"| {low} to {min(high, 1.0)} | {len(group)} | {seems:.4f} | {share:.4f} |")
    return 0


def fits(sighting: Sighting, truth: dict[str, Any]) -> bool:
    """Whether it is a Binairo of the right size."""
    if truth["kind"] not in ("binairo", "tango") or sighting.kind != "binairo":
        return False
    return (sighting.height, sighting.width) == (len(truth["givens"]), len(truth["givens"][0]))


def cells(sighting: Sighting, truth: dict[str, Any]) -> Iterator[tuple[str, float, bool]]:
    """What each cell seems to be: how sure that is, and whether it is right."""
    for cell, each in sighting.each_cell():
        given = truth["givens"][cell.row][cell.col]
        real = truth["entries"][cell.row][cell.col] if given == "." else given
        value, probability = each.candidates[0]
        yield "symbols", probability, value == real
        if real != "." and truth["differ"]:
            yield "givens", max(each.given, 1 - each.given), (each.given > 0.5) == (given != ".")


if __name__ == "__main__":
    raise SystemExit(main())
