"""Binairo: fill in what must be, then try both values of a blank (after Utomo and Makarim)."""

import sys
from random import Random


def solve(board: list[str], rng: Random) -> list[list[str]]:
    board = propagate(board)
    blanks = [(r, c) for r, line in enumerate(board) for c in range(len(line)) if line[c] == "."]
    if not blanks:
        return [board] if board else []  # no board: a rule is broken
    row, col = rng.choice(blanks)
    tries = [board[row][:col] + symbol + board[row][col + 1 :] for symbol in "01"]
    return [s for line in tries for s in solve([*board[:row], line, *board[row + 1 :]], rng)]


def propagate(board: list[str]) -> list[str]:
    before: list[str] = []
    while board != before:
        before = board
        for rule in no_three, half_full, near_equal:
            for _ in "rows", "columns":
                for row, line in enumerate(board):
                    new = [s if s != "." else rule(line, at, board) for at, s in enumerate(line)]
                    board = [*board[:row], "".join(new), *board[row + 1 :]]
                board = [*map("".join, zip(*board))]  # turned, so that columns come next
        if is_broken(board) or is_broken([*map("".join, zip(*board))]):
            return []
    return board


def no_three(line: str, at: int, lines: list[str]) -> str:  # constraint 1
    pairs = line[:at][-2:], line[at + 1 :][:2], line[:at][-1:] + line[at + 1 :][:1]
    return "0" if "11" in pairs else "1" if "00" in pairs else "."


def half_full(line: str, at: int, lines: list[str]) -> str:  # constraint 2
    zeros, ones, half = line.count("0"), line.count("1"), len(line) // 2
    return "0" if ones == half else "1" if zeros == half else "."


def near_equal(line: str, at: int, lines: list[str]) -> str:  # constraint 3
    full = [other for other in lines if "." not in other]
    near = [other for other in full if [a for a, b in zip(line, other) if a != b] == [".", "."]]
    return "." if not near else "1" if near[0][at] == "0" else "0"


def is_broken(lines: list[str]) -> bool:
    unfair = [s for line in lines for s in "01" if s * 3 in line or line.count(s) > len(line) // 2]
    return bool(unfair) or any("." not in line and lines.count(line) > 1 for line in lines)


# Usage: python guess.py ../..  (rows joined by "/")
if __name__ == "__main__":
    found = solve((sys.argv[1:] or ["../.."])[0].split("/"), Random(0))
    print("\n\n".join(map("\n".join, found)) or "no solution")
