"""Random puzzles of every kind, and those of a corpus: the core beside others, and beside itself.

python tests/cross/kind_puzzles.py [--count N] [--seed S] [--first K] [--corpus DIR]

Each puzzle follows from the seed and its number. The core's status, solutions and count are
compared with trying every cell by the rules alone, or with CaDiCaL where that takes too long; and
with its own answers to the same puzzle turned, mirrored, with symbols exchanged, a given more or a
given less. Corpus puzzles are compared with CaDiCaL. Kinds are taken from `nn.KINDS`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from changing import CHANGES, brute_force, with_fewer, with_more

import nonairo as nn
from nonairo import KINDS, Grid, Puzzle
from nonairo.grid import ALPHABET
from nonairo.kinds.base import Mark

MOST_LISTED = 60  # solutions
MOST_TRIED = 20_000  # cells, by brute force
SIDES = (2, 3, 4, 4, 5, 6)
PAINTS = ("ff0000", "00ff00", "0000ff")


def puzzle_number(seed: int, number: int) -> Puzzle:
    """The puzzle with this number: each kind in its turn."""
    rng = Random(f"{seed}/{number}")
    kind = KINDS[list(KINDS)[number % len(KINDS)]]
    example = nn.parse(kind.example)
    if rng.random() < 0.2:  # its own rules, whatever they are, with other givens
        return scattered(example, rng)
    for _ in range(100):
        height, width = rng.choice(SIDES), rng.choice(SIDES)
        try:
            if kind.posed:
                symbols, rules = example.symbols, example.rules
                if kind.colour_rules is not None and rng.random() < 0.6:
                    colours = rng.randint(1, 3)
                    symbols, rules = ALPHABET[: colours + 1], kind.colour_rules(PAINTS[:colours])
                cells = "".join(rng.choice(symbols) for _ in range(height * width))
                return scattered(kind.pose(Grid(height, width, cells), rules), rng)
            rules = rng.choice(("standard", "no-distinct"))
            puzzle = kind.blank(height, width, rules)
            if kind.all_marks is not None and kind.marked is not None and rng.random() < 0.6:
                puzzle = kind.marked(puzzle, some_marks(puzzle, rng))
            return scattered(puzzle, rng)
        except nn.PuzzleError:  # a size that the kind does not have
            continue
    return scattered(example, rng)


def some_marks(puzzle: Puzzle, rng: Random) -> list[Mark]:
    """Marks of a solution, and now and then one of another."""
    all_marks = KINDS[puzzle.kind].all_marks
    assert all_marks is not None
    share = rng.choice((0.1, 0.3, 0.6))
    boards = nn.solve(puzzle, limit=2, seed=rng.randrange(100)).solutions
    if not boards:
        return []
    drawn = [(all_marks(boards[0]), share), (all_marks(boards[-1]), 0.01)]
    marks = {
        (mark.one, mark.other): mark
        for found, part in drawn
        for mark in found
        if rng.random() < part
    }
    return list(marks.values())


def scattered(puzzle: Puzzle, rng: Random) -> Puzzle:
    """Some givens: of a solution, and now and then one that is wrong."""
    found = nn.solve(puzzle.with_givens(blank(puzzle)), limit=1, seed=rng.randrange(100))
    share = rng.choice((0.0, 0.2, 0.4, 0.6))
    cells = []
    for k in range(puzzle.height * puzzle.width):
        true = found.solutions[0].cells[k] if found.solutions else rng.choice(puzzle.symbols)
        wrong = rng.random() < 0.02
        known = rng.random() < share
        cells.append((rng.choice(puzzle.symbols) if wrong else true) if known else ".")
    return puzzle.with_givens(Grid(puzzle.height, puzzle.width, "".join(cells)))


def blank(puzzle: Puzzle) -> Grid:
    return Grid.blank(puzzle.height, puzzle.width)


def listed(puzzle: Puzzle, engine: str = "core") -> tuple[str, list[str]]:
    """The status, and the solutions in order: all, or as many as are listed."""
    result = nn.solve(puzzle, engine, limit=MOST_LISTED)
    return str(result.status), sorted(grid.cells for grid in result.solutions)


def differences(puzzle: Puzzle, rng: Random, tally: Counter[str]) -> Iterator[str]:
    """What does not agree, a sentence each."""
    status, found = listed(puzzle)
    tally[status] += 1
    tried = brute_force(puzzle, MOST_TRIED)
    if tried is not None:
        tally["by brute force"] += 1
        wanted = ("none", "unique", "multiple")[min(len(tried), 2)]
        if status != wanted:
            yield f"core: {status}, brute force: {wanted}"
        if len(tried) < MOST_LISTED and found != tried:
            yield f"core and brute force list other solutions: {sorted({*found} ^ {*tried})}"
        if len(tried) >= MOST_LISTED and not {*found} <= {*tried}:
            yield "core lists a solution that is none"
        count = nn.count(puzzle)
        if count.value != len(tried) or not count.exact:
            yield f"count: {count}, brute force: {len(tried)}"
    else:
        tally["by CaDiCaL"] += 1
        other = nn.solve(puzzle, "sat", limit=2)
        if other.status != status:
            yield f"core: {status}, sat: {other.status}"
        if status == "unique" and [grid.cells for grid in other.solutions] != found:
            yield "core and sat have another solution"
    for name, (change, back) in CHANGES.items():
        told, others = listed(change(puzzle))
        same = sorted(back(cells, puzzle) for cells in others)
        if told != status or (len(found) < MOST_LISTED and same != found):
            yield f"{name}: {told} with {len(same)} solutions, not {status} with {len(found)}"
    yield from given_more_or_less(puzzle, status, found, rng)


def given_more_or_less(puzzle: Puzzle, status: str, found: list[str], rng: Random) -> Iterator[str]:
    if found:
        solution = Grid(puzzle.height, puzzle.width, found[0])
        more, fewer = with_more(puzzle, solution, rng), with_fewer(puzzle, rng)
        told, others = listed(more)
        if status == "unique" and (told, others) != (status, found):
            yield f"a true given makes {told} of a unique puzzle"
        if told == "none":
            yield "a true given leaves no solution"
        if listed(fewer)[0] == "none":
            yield "a given less leaves no solution"


def corpus_differences(folder: Path, count: int, seed: int, tally: Counter[str]) -> Iterator[str]:
    """Puzzles of other people, by the core and by CaDiCaL."""
    files = sorted(folder.glob("**/*.jsonl"))
    rng = Random(seed)
    for k in range(count if files else 0):
        path = files[k % len(files)]
        puzzle = drawn_from(path, rng)
        if puzzle is None or puzzle.height * puzzle.width > 900:
            continue
        one = nn.solve(puzzle, "core", time_limit=5)
        other = nn.solve(puzzle, "sat", time_limit=20)
        if "unknown" in (one.status, other.status):
            tally["corpus, not decided in time"] += 1
            continue
        tally[f"corpus {one.status}"] += 1
        same = one.status != "unique" or one.solution == other.solution
        if one.status != other.status or not same:
            yield f"{path.name} {puzzle.name}: core {one.status}, sat {other.status}"


def drawn_from(path: Path, rng: Random) -> Puzzle | None:
    """A record of a file, as likely as any other, without reading them all."""
    with path.open("rb") as file:
        file.seek(rng.randrange(max(path.stat().st_size, 1)))
        file.readline()
        line = file.readline()
    try:
        return nn.parse(line.decode("utf-8"), "jsonl") if line.strip() else None
    except nn.NonairoError:
        return None  # of a kind that is not read


def tell(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000, help="puzzles in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first puzzle")
    parser.add_argument("--corpus", type=Path, help="a folder of JSON Lines; a tenth as many of it")
    asked = parser.parse_args(words)
    begin, wrong = time.process_time(), 0
    tally: Counter[str] = Counter()
    for number in range(asked.first, asked.first + asked.count):
        puzzle = puzzle_number(asked.seed, number)
        for difference in differences(puzzle, Random(number), tally):
            wrong += 1
            where = f"--seed {asked.seed} --first {number} --count 1"
            tell(f"{difference}\n  {where}\n  {puzzle.id}")
    if asked.corpus is not None:
        for difference in corpus_differences(asked.corpus, asked.count // 10, asked.seed, tally):
            wrong += 1
            tell(difference)
    told = ", ".join(f"{number} {name}" for name, number in sorted(tally.items()))
    seconds = time.process_time() - begin
    tell(f"{asked.count} puzzles, {wrong} differences, {seconds:.0f} CPU-s: {told}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
