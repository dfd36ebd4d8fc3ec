"""The experiment of a paper on Binairo, its methods and ours on boards like its own.

P. H. Utomo, R. H. Makarim, "Solving a Binary Puzzle", Mathematics in Computer Science 11 (2017)
515-526, CC BY 4.0: six random boards a size, about 75 % of their cells blank, not necessarily with
one solution, three runs of each; for the Groebner bases, as a footnote says, only boards with one.
Preparing and solving are timed apart. Its figures 7 and 8 draw time against the number of blanks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonairo.comparing.boards import random_board
from nonairo.comparing.trials import Job
from nonairo.puzzle import Puzzle

SIZES = (4, 6, 8, 10, 12, 14, 16, 18)
BEYOND = (20, 24, 30, 40)  # for those of ours that get so far
BOARDS = 6  # a size
RUNS = 3  # of each
BLANK = 0.75  # of the cells
METHODS = ("sat:encoding=direct", "sat:encoding=tseitin", "groebner", "guess")  # theirs
OURS = ("sat", "core")
FAR = ("core",)  # methods that get boards beyond the paper's
ONE_SOLUTION = ("groebner",)  # methods that get boards with one solution
FIGURES = {4: range(2, 17), 6: range(26)}  # side: numbers of blanks


# Its Table 1, seconds as printed: preparing + solving where they are told apart. Where a size is
# missing, their memory ran out.
PUBLISHED: dict[str, dict[int, str]] = {
    "sat:encoding=direct": {
        4: "0.02 + 0.00", 6: "0.14 + 0.02", 8: "1.45 + 0.10", 10: "10.80 + 0.69",
        12: "81.87 + 4.67",
    },
    "sat:encoding=tseitin": {
        4: "0.18 + 0.001", 6: "0.66 + 0.003", 8: "1.59 + 0.01", 10: "3.24 + 0.02",
        12: "6.09 + 0.08", 14: "10.74 + 0.32", 16: "19.42 + 1.43", 18: "45.33 + 6.56",
    },
    "groebner": {
        4: "0.02 + 0.05", 6: "0.11 + 0.06", 8: "0.53 + 0.13", 10: "3.30 + 8.69",
        12: "47.80 + 4.55",
    },
    "guess": {
        4: "0.03", 6: "0.19", 8: "0.49", 10: "5.26", 12: "8.05", 14: "78.67", 16: "974.58",
        18: "65445.50",
    },
}  # fmt: skip
CAVEAT = (
    "Theirs: Table 1 of Utomo and Makarim (2017), averages of 18 runs on an i7-4700MQ at 2.4 GHz"
    " with SageMath 7.2, CryptoMiniSat 2 and BRiAl. Other boards, programs and another machine than"
    " here: compare how the times grow, not the times."
)


def published(method: str, side: int) -> str:
    """Their time, marked as theirs; or why there is none."""
    times = PUBLISHED.get(method)
    if times is None or side not in SIZES:
        return "-"
    return f"{times[side]} s (theirs)" if side in times else "out of memory (theirs)"


def theirs(method: str, side: int) -> dict[str, object]:
    """Their time as data, as it was printed."""
    return {"published": PUBLISHED.get(method, {}).get(side)}


def in_all(time: str) -> float:
    """A time of theirs, preparing and solving together.

    >>> in_all("0.5 + 1.25"), in_all("78.67")
    (1.75, 78.67)
    """
    return sum(map(float, time.split(" + ")))


def board(side: int, seed: int, *, unique: bool = False) -> Puzzle:
    """A random board, three quarters of it blank; `unique`: with one solution."""
    blanks = side * side - round((1 - BLANK) * side * side)
    return random_board(side, blanks, seed, unique=unique)


def paper_jobs(
    methods: Sequence[str],
    sides: Sequence[int] | None = None,
    *,
    boards: int = BOARDS,
    runs: int = RUNS,
    seed: int = 1,
) -> Iterator[Job]:
    """The paper's table, size by size: all methods on the boards, each several times.

    Without `sides` they are the paper's, and larger ones for the methods that get so far.
    """
    for side in sides or (*SIZES, *BEYOND):
        for method in methods:
            if sides is None and side in BEYOND and method not in FAR:
                continue
            for k in range(boards):
                puzzle = board(side, seed + k, unique=method in ONE_SOLUTION)
                for again in range(1, runs + 1):
                    yield Job(method, puzzle, side, "paper", again, seed + again - 1, limit=1)


def blanks_jobs(
    methods: Sequence[str], *, boards: int = BOARDS, runs: int = RUNS, seed: int = 1
) -> Iterator[Job]:
    """Figures 7 and 8: from board to board more blanks, for all methods alike."""
    for side, numbers in FIGURES.items():
        for blanks in numbers:
            for method in methods:
                for k in range(boards):
                    puzzle = random_board(side, blanks, seed + k)
                    for again in range(1, runs + 1):
                        yield Job(
                            method, puzzle, blanks, f"{side}x{side}", again, seed + again - 1, 1
                        )
