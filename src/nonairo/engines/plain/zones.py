"""Binairo by line domains: known cells shorten lists, short lists fill cells (after EMWJROS)."""

import sys
from itertools import product

UNKNOWN = {"0", "1"}  # a cell that can be both
Zone = tuple[tuple[int, int], ...]  # the cells (row, column) of a row or column
Box = dict[tuple[int, int], set[str]]  # what each cell can be: {"0"}, {"1"} or both
Lists = dict[Zone, list[str]]  # the values that each zone can still have, such as "0110"


def solve(puzzle: list[str]) -> tuple[list[str], list[int]]:
    size = range(len(puzzle))
    box = {(row, col): set(puzzle[row][col].replace(".", "01")) for row in size for col in size}
    rows = [tuple((row, col) for col in size) for row in size]
    lists = {zone: zone_values(len(puzzle)) for zone in [*rows, *zip(*rows)]}
    unknowns = [list(box.values()).count(UNKNOWN)]
    while len(unknowns) == 1 or unknowns[-1] < unknowns[-2]:  # as long as the number falls
        prune(box, lists)
        find_solitaries(box, lists)
        unknowns.append(list(box.values()).count(UNKNOWN))
    board = ["".join(min(box[c]) if len(box[c]) == 1 else "." for c in row) for row in rows]
    return board if all(box.values()) else [], unknowns  # no board: a cell can be neither


def zone_values(size: int) -> list[str]:  # 1s first, as the engine lists them
    fair = [v for v in map("".join, product("10", repeat=size)) if v.count("1") == size // 2]
    return [value for value in fair if "000" not in value and "111" not in value]


def prune(box: Box, lists: Lists) -> None:  # drop values that contradict a known cell
    for zone in lists:
        lists[zone] = [v for v in lists[zone] if all(s in box[c] for s, c in zip(v, zone))]


def find_solitaries(box: Box, lists: Lists) -> None:
    for zone in lists:
        if len(lists[zone]) == 1:  # a solitary: no parallel line can have its value
            settle(box, zone, lists[zone])
            for other in lists:
                if set(zone).isdisjoint(other):  # another row, or another column
                    lists[other] = [value for value in lists[other] if value not in lists[zone]]
    for zone in lists:
        settle(box, zone, lists[zone])  # what all its values agree on is known


def settle(box: Box, zone: Zone, values: list[str]) -> None:
    for at, cell in enumerate(zone):
        box[cell] = box[cell] & {value[at] for value in values}


# Usage: python zones.py 0./..  (rows joined by "/")
if __name__ == "__main__":
    board, numbers = solve((sys.argv[1:] or ["0./.."])[0].split("/"))
    print(numbers, *board or ["no solution"], sep="\n")
