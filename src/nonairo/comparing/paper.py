"""The experiment of a paper on Binairo, its methods and ours on boards like its own.

P. H. Utomo, R. H. Makarim, "Solving a Binary Puzzle", Mathematics in Computer Science 11 (2017)
515-526, CC BY 4.0: six random boards a size, about 75 % of their cells blank, not necessarily with
one solution, three runs of each; for the Groebner bases, as a footnote says, only boards with one.
Preparing and solving are timed apart. Its figures 7 and 8 draw time against the number of blanks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from nonairo.comparing.boards import random_board
from nonairo.comparing.trials import Trial, TrialJob, repeated
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


# Its Table 1, seconds as printed: preparing + solving where they are printed apart. Where a size is
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
    "Theirs: Table 1 of Utomo and Makarim (2017), measured on an i7-4700MQ at 2.4 GHz with SageMath"
    " 7.2, CryptoMiniSat 2 and BRiAl. The boards, programs and machine differ, so compare growth,"
    " not absolute times."
)
# What the published program and raw times (puth7/binarysolver) show of the cells of the table.
RAW_DATA = (
    "Their raw data (puth7/binarysolver): the text says means of 18 runs on boards that are 75 %"
    " blank, but boards are not copied between runs, so blanks pile up, and over half of the runs"
    " of each size are of the empty board. The second number of SAT is the time for adding clauses;"
    " the solver's own time was not printed."
)
ADDING = "the second number is for adding clauses"
WRONG_SIGN = "equal lines pass (sign of d)"
SOLVERS_OWN = {  # seconds of the solver itself, where they are known
    ("sat:encoding=direct", 12): "15.3",
    ("sat:encoding=tseitin", 18): "23.4",
}
BACKTRACKING = {
    **dict.fromkeys((4, 6, 8, 10, 12), "mean of 42 runs, over half on the empty board"),
    14: "over half of the runs on the empty board; the stored times have the mean 72.35 s",
    16: "mean of 3 runs",
    18: "mean of 4 runs: 36.5, 490, 25215 and 236040 s",
}


def published(method: str, side: int) -> str:
    """Their time, marked as theirs; or why there is none."""
    times = PUBLISHED.get(method)
    if times is None or side not in SIZES:
        return "-"
    return f"{times[side]} s (theirs)" if side in times else "out of memory (theirs)"


def measured(method: str, side: int) -> str:
    """Return what a cell of their table is, according to their raw data; - where there is none.

    >>> measured("guess", 16)
    'mean of 3 runs'
    """
    if side not in PUBLISHED.get(method, {}):
        return "-"
    if method == "guess":
        return BACKTRACKING[side]
    if method == "groebner":
        return "boards with one solution, as a footnote says"
    parts = [ADDING]
    if (method, side) in SOLVERS_OWN:
        parts.append(f"the solver's own run took {SOLVERS_OWN[method, side]} s")
    if method == "sat:encoding=tseitin":
        parts.append(WRONG_SIGN)
    return "; ".join(parts)


def theirs(method: str, side: int) -> dict[str, object]:
    """Their time as data, as it was printed, and what it is."""
    about = measured(method, side)
    published = PUBLISHED.get(method, {}).get(side)
    return {"published": published, "measured": None if about == "-" else about}


def cost(preparation: bool) -> Callable[[Trial], float]:
    """The seconds of a trial, with or without preparation."""
    return (lambda trial: trial.seconds) if preparation else (lambda trial: trial.seconds_solving)


def left_out(preparation: bool) -> str:
    """What a time of figures 7 and 8 is."""
    if preparation:
        return "Times include preparation, which figures 7 and 8 of the paper leave out."
    return "Times without preparation (making clauses or polynomials), as footnote 3 of the paper."


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
    boards: int | None = None,
    runs: int | None = None,
    seed: int = 1,
) -> Iterator[TrialJob]:
    """The paper's table, size by size: all methods on the boards, each several times.

    Without `sides` they are the paper's, and larger ones for the methods that get so far.
    """
    for side, method in product(sides or (*SIZES, *BEYOND), methods):
        if sides is None and side in BEYOND and method not in FAR:
            continue
        unique = method.partition(":")[0] in ONE_SOLUTION
        for k in range(boards or BOARDS):
            puzzle = board(side, seed + k, unique=unique)
            job = TrialJob(method, puzzle, side, "paper", seed=seed, limit=1)
            yield from repeated(job, runs or RUNS)


def blanks_jobs(
    methods: Sequence[str], *, boards: int | None = None, runs: int | None = None, seed: int = 1
) -> Iterator[TrialJob]:
    """Figures 7 and 8: from board to board more blanks, for all methods alike."""
    for side, numbers in FIGURES.items():
        for blanks, method, k in product(numbers, methods, range(boards or BOARDS)):
            puzzle = random_board(side, blanks, seed + k)
            job = TrialJob(method, puzzle, blanks, f"{side}x{side}", seed=seed, limit=1)
            yield from repeated(job, runs or RUNS)
