"""Binairo, cell by cell: try 0, then 1, and step back when both fail (after awallien)."""

import sys
from collections.abc import Iterator

Board = list[list[str]]  # rows of "0", "1" and "." for a blank


def solve(board: Board) -> Iterator[Board]:
    given = [(r, c) for r, line in enumerate(board) for c in range(len(line)) if line[c] != "."]
    if all(is_valid(board, row, col) for row, col in given):  # else the givens break a rule
        yield from walk(board, 0)


def walk(board: Board, cell: int) -> Iterator[Board]:
    row, col = divmod(cell, len(board))
    if row == len(board):  # past the last cell
        yield [list(line) for line in board]  # a copy: the walk goes on with the board
    elif board[row][col] != ".":  # a given: `solve` made the other checks; its lines fill later
        if lines_differ(board, row, col):
            yield from walk(board, cell + 1)
    else:
        for symbol in "01":
            board[row][col] = symbol
            if is_valid(board, row, col):
                yield from walk(board, cell + 1)
        board[row][col] = "."  # both failed, or led to all their solutions: step back


def is_valid(board: Board, row: int, col: int) -> bool:
    return all(check(board, row, col) for check in (counts_fit, neighbours_fit, lines_differ))


def counts_fit(board: Board, row: int, col: int) -> bool:  # at most half of each symbol
    lines = board[row], [line[col] for line in board]
    return all(line.count(symbol) <= len(line) // 2 for line in lines for symbol in "01")


def neighbours_fit(board: Board, row: int, col: int) -> bool:  # no three in a row
    for line, at in (board[row], col), ([line[col] for line in board], row):
        for one, other in (at - 2, at - 1), (at + 1, at + 2), (at - 1, at + 1):
            if one >= 0 and other < len(line) and line[one] == line[other] == line[at]:
                return False
    return True


def lines_differ(board: Board, row: int, col: int) -> bool:  # of the lines that end here
    size, columns = len(board), [list(column) for column in zip(*board)]
    same_row = col == size - 1 and "." not in board[row] and board[row] in board[:row]
    same_column = row == size - 1 and "." not in columns[col] and columns[col] in columns[:col]
    return not same_row and not same_column


# Usage: python walk.py ../0.  (rows joined by "/")
if __name__ == "__main__":
    found = solve([list(line) for line in (sys.argv[1:] or ["../0."])[0].split("/")])
    print("\n\n".join("\n".join(map("".join, board)) for board in found) or "no solution")
