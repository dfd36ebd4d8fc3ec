"""Mosaic, and Binairo with regions and diagonals: the core beside CP-SAT and brute force.

python tests/cross/shaped_puzzles.py [--count N] [--seed S] [--first K] [--sort NAME]

Each puzzle follows from the seed and its number. CP-SAT's model is made from the text of the id and
from nothing else; it lists all solutions. Where few cells are open every filling is tried, too. The
engines `core`, `guess`, `sat` and `zones` must all give the same.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from changing import brute_force

import nonairo as nn
from nonairo import Grid, Puzzle
from nonairo.kinds import mosaic, regions
from nonairo.kinds.binairo import pose_givens

MOST_LISTED = 40  # solutions
MOST_TRIED = 4000  # cells, by brute force
SORTS = ("mosaic", "regions", "diagonals")


def puzzle_number(sort: str, seed: int, number: int) -> Puzzle:
    """The puzzle of a sort with this number."""
    rng = Random(f"{sort}/{seed}/{number}")
    if sort == "mosaic":
        return random_mosaic(rng)
    height, width = (rng.choice((2, 4, 4, 6, 6)) for _ in range(2))
    rules = "+".join([sort, *(["no-distinct"] if rng.random() < 0.3 else [])])
    letters = None
    if sort == "regions":
        letters = regions.drawn(height, width, rng.randrange)
        if height == width and rng.random() < 0.2:
            rules += "+diagonals"
    else:
        width = height
    blank = pose_givens(Grid.blank(height, width), rules, None, letters)
    return with_givens(blank, rng)


def random_mosaic(rng: Random) -> Puzzle:
    height, width = rng.randint(1, 7), rng.randint(1, 7)
    density = rng.choice((0.3, 0.5, 0.7))
    cells = "".join("01"[rng.random() < density] for _ in range(height * width))
    full = mosaic.clues_of(mosaic.pose(Grid(height, width, cells), "standard")).cells
    share = rng.choice((0.2, 0.4, 0.6, 1.0))
    clues = [clue if rng.random() < share else "." for clue in full]
    if rng.random() < 0.3:  # a wrong clue, or one that no longer has one solution
        at = rng.randrange(len(clues))
        most = len(mosaic.area(nn.Cell(*divmod(at, width)), height, width))
        clues[at] = str(rng.randint(0, most))
    givens = "".join(c if rng.random() < rng.choice((0, 0.3)) else "." for c in cells)
    return mosaic.pose_clues(Grid(height, width, "".join(clues)), Grid(height, width, givens))


def with_givens(blank: Puzzle, rng: Random) -> Puzzle:
    """Some cells of a solution, and sometimes a wrong one."""
    found = nn.solve(blank, limit=1, seed=rng.randrange(1 << 30)).solutions
    if not found:
        return blank
    share = rng.choice((0.1, 0.25, 0.4))
    cells = [c if rng.random() < share else "." for c in found[0].cells]
    if rng.random() < 0.2:
        cells[rng.randrange(len(cells))] = rng.choice("01")
    return blank.with_givens(Grid(blank.height, blank.width, "".join(cells)))


def by_cp_sat(puzzle: Puzzle, most: int) -> list[str]:
    """Up to so many solutions by CP-SAT, from the id alone."""
    from ortools.sat.python import cp_model

    head, _, body = puzzle.id.partition(":")
    kind, _, named = head.partition("@")
    names = named.split("+")
    parts = [part.split("/") for part in body.split(";")]
    model = cp_model.CpModel()
    height, width = len(parts[0]), len(parts[0][0])
    cell = [[model.new_bool_var(f"{r},{c}") for c in range(width)] for r in range(height)]

    def known(rows: list[str]) -> None:
        for r in range(height):
            for c in range(width):
                if rows[r][c] != ".":
                    model.add(cell[r][c] == int(rows[r][c]))

    if kind == "mosaic":
        for r in range(height):
            for c in range(width):
                if parts[0][r][c] != ".":
                    near = [
                        cell[y][x]
                        for y in range(height)
                        for x in range(width)
                        if abs(y - r) <= 1 and abs(x - c) <= 1
                    ]
                    model.add(sum(near) == int(parts[0][r][c]))
        if len(parts) > 1:
            known(parts[1])
    else:
        known(parts[0])
        lines = [*cell, *map(list, zip(*cell, strict=True))]
        for line in lines:
            model.add(2 * sum(line) == len(line))
            for k in range(len(line) - 2):
                model.add(sum(line[k : k + 3]) >= 1)
                model.add(sum(line[k : k + 3]) <= 2)
        if "no-distinct" not in names:
            for side in (lines[:height], lines[height:]):
                values = [sum((1 << k) * bit for k, bit in enumerate(line)) for line in side]
                model.add_all_different(values)
        if "diagonals" in names:
            model.add(2 * sum(cell[k][k] for k in range(height)) == height)
            model.add(2 * sum(cell[k][-1 - k] for k in range(height)) == height)
        if "regions" in names:
            letters = "".join(parts[-1])
            for letter in set(letters):
                own = [
                    cell[r][c]
                    for r in range(height)
                    for c in range(width)
                    if letters[r * width + c] == letter
                ]
                model.add(2 * sum(own) == len(own))
    return _all_models(cp_model, model, cell, most)


def _all_models(cp_model: Any, model: Any, cell: list[list[Any]], most: int) -> list[str]:
    found: list[str] = []

    class Listing(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            found.append("".join(str(int(self.value(each))) for row in cell for each in row))
            if len(found) >= most:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    solver.solve(model, Listing())
    return sorted(set(found))


def differences(puzzle: Puzzle, tally: Counter[str], engines: tuple[str, ...]) -> Iterator[str]:
    """What does not agree, a sentence each."""
    wanted = by_cp_sat(puzzle, MOST_LISTED)
    status = ("none", "unique", "multiple")[min(len(wanted), 2)]
    tally[status] += 1
    tried = brute_force(puzzle, MOST_TRIED)
    if tried is not None:
        tally["by brute force"] += 1
        if (tried[:MOST_LISTED] if len(tried) <= MOST_LISTED else None) not in (None, wanted):
            yield f"CP-SAT and brute force: {wanted} and {tried}"
    for engine in engines:
        result = nn.solve(puzzle, engine, limit=MOST_LISTED)
        found = sorted(grid.cells for grid in result.solutions)
        if result.status == "stuck":
            assert result.grid is not None
            if any(
                not Grid(puzzle.height, puzzle.width, each).fits(result.grid) for each in wanted
            ):
                yield f"{engine} proved what is not so"
            continue
        if str(result.status) != status:
            yield f"{engine}: {result.status}, CP-SAT: {status}"
        elif len(wanted) < MOST_LISTED and engine != "zones" and found != wanted:
            yield f"{engine}: {found}, CP-SAT: {wanted}"
        if any(nn.check(puzzle, grid) for grid in result.solutions):
            yield f"{engine} lists a solution that is none"
    if len(wanted) < MOST_LISTED and (count := nn.count(puzzle)).value != len(wanted):
        yield f"count: {count}, CP-SAT: {len(wanted)}"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=5000, help="puzzles of each sort")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first puzzle")
    parser.add_argument("--sort", choices=SORTS, action="append")
    parser.add_argument("--engines", default="core,guess,sat,zones")
    asked = parser.parse_args(words)
    wrong = 0
    for sort in asked.sort or SORTS:
        begin, tally = time.process_time(), Counter[str]()
        for number in range(asked.first, asked.first + asked.count):
            puzzle = puzzle_number(sort, asked.seed, number)
            for difference in differences(puzzle, tally, tuple(asked.engines.split(","))):
                wrong += 1
                where = f"--sort {sort} --seed {asked.seed} --first {number} --count 1"
                sys.stdout.write(f"{difference}\n  {where}\n  {puzzle.id}\n")
        told = ", ".join(f"{number} {name}" for name, number in sorted(tally.items()))
        seconds = time.process_time() - begin
        sys.stdout.write(
            f"{asked.count} {sort}: {wrong} differences, {seconds:.0f} CPU-s: {told}\n"
        )
        sys.stdout.flush()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
