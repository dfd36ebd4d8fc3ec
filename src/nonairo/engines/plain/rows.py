"""Nonograms, row by row: try every way to write a row, and check all columns (after awallien)."""

import sys
from collections.abc import Iterator

Hints = list[int]  # the lengths of the blocks of a line, none for an empty line


def solve(rows: list[Hints], columns: list[Hints], placed: list[str]) -> Iterator[list[str]]:
    if len(placed) == len(rows):  # the goal
        yield placed
        return
    for row in successors(rows[len(placed)], len(columns)):
        if is_valid([*placed, row], columns, goal=len(placed) + 1 == len(rows)):
            yield from solve(rows, columns, [*placed, row])


def successors(hints: Hints, width: int) -> Iterator[str]:  # blocks leftmost first
    if not hints:
        yield "0" * width
        return
    first, *rest = hints
    for blanks in range(width - sum(hints) - len(rest) + 1):
        block = "0" * blanks + "1" * first + ("0" if rest else "")
        for tail in successors(rest, width - len(block)):
            yield block + tail


def is_valid(placed: list[str], columns: list[Hints], goal: bool) -> bool:
    texts = ["".join(column) for column in zip(*placed)]
    return all(complies(text, hints, goal) for text, hints in zip(texts, columns))


def complies(column: str, hints: Hints, goal: bool) -> bool:  # a short run passes until the goal
    runs = [len(run) for run in column.split("0") if run]
    if goal:
        return runs == hints
    return len(runs) <= len(hints) and all(run <= hint for run, hint in zip(runs, hints))


# Usage: python rows.py "1/2;1/2"  (hints of the rows; hints of the columns)
if __name__ == "__main__":
    texts = [text.split("/") for text in (sys.argv[1:] or ["1/2;1/2"])[0].split(";")]
    hints = [[[int(n) for n in line.split(",") if n != "0"] for line in text] for text in texts]
    found = list(solve(hints[0], hints[1], []))
    print("\n\n".join(map("\n".join, found)) or "no solution")
