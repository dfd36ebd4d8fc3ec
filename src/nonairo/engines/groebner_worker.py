"""The other side of the engine `groebner`: a process that builds polynomials and asks BRiAl.

It is run as a script, in a process that can be killed, and needs nothing of Nonairo: one JSON
object comes in, and lines go out. Standard input stays open as long as anybody wants the answer.

    polynomials 495 0.012     so many are built, and the seconds that took
    basis 36 0.055            the Groebner basis has so many, and the seconds
    solution 011010...        one line each, cells in reading order
    end                       there are no others
    missing No module ...     the extra is not installed
    memory                    there is not enough
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from threading import Thread
from typing import Any, TypeAlias

Poly: TypeAlias = Any  # a BooleanPolynomial; BRiAl has no types of its own


def depend() -> None:
    """End when standard input is closed: then the parent is gone, or nobody asks any more.

    A thread reads on, but BRiAl lets no thread run during its long steps; there the system's own
    signal for a pipe that changed does the same, where there is one. (Linux's "signal at the death
    of the parent" will not do: it comes when the thread that started us ends.)
    """
    stream = sys.stdin.fileno()
    Thread(target=_end_with_input, args=(stream,), daemon=True).start()
    with suppress(ImportError, AttributeError, OSError):
        import fcntl

        signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
        fcntl.fcntl(stream, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(stream, fcntl.F_SETFL, fcntl.fcntl(stream, fcntl.F_GETFL) | os.O_ASYNC)


def _end_with_input(stream: int) -> None:
    while os.read(stream, 64):
        pass
    os._exit(1)


def confine(memory: int) -> None:
    """Take no more than so many bytes, and leave no core file; Windows knows neither."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def product(factors: Iterable[Poly], one: Poly) -> Poly:
    """All factors multiplied."""
    result = one
    for factor in factors:
        result = result * factor
    return result


def polynomials(question: dict[str, Any], cells: Sequence[Poly], one: Poly) -> Iterator[Poly]:
    """What must be 0: the givens and the three constraints."""
    height, width = question["height"], question["width"]
    for cell, symbol in zip(cells, question["givens"], strict=True):
        if symbol != ".":
            yield cell + int(symbol)
    rows = [cells[k : k + width] for k in range(0, height * width, width)]
    columns = [cells[k::width] for k in range(width)]
    for lines, rules in ((rows, question["rows"]), (columns, question["columns"])):
        for line, (zeros, ones, longest) in zip(lines, rules, strict=True):
            other = [cell + 1 for cell in line]
            for k in range(len(line) - longest):
                yield product(line[k : k + longest + 1], one)
                yield product(other[k : k + longest + 1], one)
            for chosen in combinations(line, ones + 1):
                yield product(chosen, one)
            for chosen in combinations(other, zeros + 1):
                yield product(chosen, one)
        if question["distinct"]:
            for x, y in combinations(lines, 2):
                yield product((a + b + 1 for a, b in zip(x, y, strict=True)), one)


def zeros_of(basis: Iterable[Poly], cells: Sequence[Poly]) -> Iterator[str]:
    """The points where the whole basis vanishes.

    They are kept as a set of monomials: a point is the product of the variables that are 1 there.
    """
    everything = cells[0].lead()
    for cell in cells[1:]:
        everything = everything * cell.lead()
    points = everything.divisors()
    for polynomial in basis:
        points = polynomial.zeros_in(points)
    for point in points:
        ones = {variable.index() for variable in point.variables()}
        yield "".join("1" if k in ones else "0" for k in range(len(cells)))


def work(question: dict[str, Any], say: Callable[..., None]) -> None:
    """Build, ask for the basis, and read the solutions off it."""
    try:
        from sage.rings.polynomial.pbori import groebner_basis
        from sage.rings.polynomial.pbori.pbori import BooleanPolynomialRing
    except ImportError as error:
        raise ModuleNotFoundError(str(error)) from None
    confine(question["memory"])  # not before: a library that does not fit would seem to be missing
    number = question["height"] * question["width"]
    begin = time.perf_counter()
    ring = BooleanPolynomialRing(number, [f"x{k}" for k in range(number)], order="deglex")
    cells = list(ring.gens())
    ideal = list(polynomials(question, cells, ring.one()))
    built = time.perf_counter()
    say("polynomials", len(ideal), f"{built - begin:.6f}")
    basis = groebner_basis(ideal)
    say("basis", len(basis), f"{time.perf_counter() - built:.6f}")
    for solution in zeros_of(basis, cells):
        say("solution", solution)
    say("end")


def main() -> None:
    """Answer the question on standard input."""
    question = json.loads(sys.stdin.readline())
    depend()

    def say(*words: object) -> None:
        sys.stdout.write(" ".join(map(str, words)) + "\n")
        sys.stdout.flush()

    try:
        work(question, say)
    except ModuleNotFoundError as error:  # BRiAl loads some of its parts late
        say("missing", error)
    except (MemoryError, ImportError):  # the latter when a part finds no room
        say("memory")


if __name__ == "__main__":
    main()
