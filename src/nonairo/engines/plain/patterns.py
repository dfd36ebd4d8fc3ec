"""Binairo by three patterns, in a loop while the board changes (after Lo Chung Tin)."""

import sys
from collections.abc import Callable

THREE = {".00": "1", "00.": "1", "0.0": "1", ".11": "0", "11.": "0", "1.1": "0"}


def solve(board: list[str]) -> list[str]:
    before: list[str] = []
    while board != before:
        before = board
        for pattern in half_full, near_equal, no_three:
            for _ in "rows", "columns":
                board = swept(board, pattern)
    return board


def swept(board: list[str], pattern: Callable[[str, list[str]], str]) -> list[str]:
    for row, line in enumerate(board):
        board = [*board[:row], pattern(line, board), *board[row + 1 :]]
    return ["".join(column) for column in zip(*board)]  # turned, so that columns come next


def half_full(line: str, lines: list[str]) -> str:  # pattern 1
    for symbol, other in "01", "10":
        if line.count(symbol) == len(line) // 2:
            line = line.replace(".", other)
    return line


def near_equal(line: str, lines: list[str]) -> str:  # pattern 2
    for other in filter(is_full_and_valid, lines):
        if [a for a, b in zip(line, other) if a != b] == [".", "."]:
            return "".join("10"[int(b)] if a == "." else a for a, b in zip(line, other))
    return line


def no_three(line: str, lines: list[str]) -> str:  # pattern 3
    filled = list(line)
    for found, symbol in THREE.items():
        for at in range(len(line) - 2):
            if line[at : at + 3] == found:
                filled[at + found.index(".")] = symbol
    return "".join(filled)


def is_full_and_valid(line: str) -> bool:
    half = len(line) // 2
    return line.count("0") == line.count("1") == half and "000" not in line and "111" not in line


# Usage: python patterns.py 0.1./..../..../0011  (prints the last board, and does not check it)
if __name__ == "__main__":
    print(*solve((sys.argv[1:] or ["0.1./..../..../0011"])[0].split("/")), sep="\n")
