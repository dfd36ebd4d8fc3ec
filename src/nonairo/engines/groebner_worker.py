"""The other side of the engine `groebner`: a process that builds polynomials and asks BRiAl.

It runs as a script in a process that can be killed, and imports nothing from Nonairo. It reads one
question a line, a JSON object, and writes lines. It ends when standard input is closed, and after
a minute without a question.

    ready                     BRiAl is loaded (once)
    polynomials 168 165 0.012 how many the system has, how many are left with the givens in place,
                              and the seconds for making and substituting
    basis 64 0.055            the size of the Groebner basis, and the seconds
    solution 011010...        one line each, cells in reading order, until a line says `stop`
    end                       no other solution; the next question may come
    missing No module ...     the extra is not installed
    memory                    there is not enough memory
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import combinations
from queue import Empty, Queue
from threading import Thread
from typing import Any, NamedTuple, TypeAlias

Poly: TypeAlias = Any  # a BooleanPolynomial; BRiAl has no types of its own
Say: TypeAlias = Callable[..., None]

STOP = "stop"
IDLE = 60.0  # seconds without a question after which the process ends
HEAVY = 2**30  # bytes; a process that has needed more ends, so that they are free again
SIZES = 2  # for so many sizes the polynomials are kept
STRAIGHT = 100  # cells of a board whose basis is computed in the degree-lexicographic order at once


class Questions:
    """The lines of standard input. When it is closed, the process ends."""

    def __init__(self) -> None:
        self.lines: Queue[str] = Queue()
        Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        # Not by `sys.stdin`, whose lock a waiting thread would hold when the process ends.
        rest = b""
        while data := os.read(sys.stdin.fileno(), 1 << 16):
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self.lines.put(line.decode())
        os._exit(1)

    def next(self) -> str | None:
        """Return the next question; None after a long time without one."""
        with suppress(Empty):
            while (line := self.lines.get(timeout=IDLE)) == STOP:
                pass  # it came after the last solution
            return line
        return None

    def stopped(self) -> bool:
        """Whether a line has come: no more solutions are wanted."""
        return not self.lines.empty()

    def guard(self, on: bool) -> None:
        """Let the system end the process at any change of standard input, or no longer.

        BRiAl lets no thread run during its long steps, so `_read` would learn too late that the
        parent is gone. (Linux's "signal at the death of the parent" would not do: it comes when
        the thread that started us ends.)
        """
        with suppress(ImportError, AttributeError, OSError):
            import fcntl

            stream = sys.stdin.fileno()
            signal.signal(signal.SIGIO, signal.SIG_DFL)  # which ends the process
            fcntl.fcntl(stream, fcntl.F_SETOWN, os.getpid())
            flags = fcntl.fcntl(stream, fcntl.F_GETFL)
            flags = flags | os.O_ASYNC if on else flags & ~os.O_ASYNC
            fcntl.fcntl(stream, fcntl.F_SETFL, flags)


def confine(memory: int) -> None:
    """Limit the memory of this process, and leave no core file; Windows has neither limit."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (memory, hard))


def heavy() -> bool:
    """Whether this process has needed much memory."""
    with suppress(ImportError):
        import resource

        return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > HEAVY
    return False


def product(factors: Iterable[Poly], one: Poly) -> Poly:
    """All factors multiplied."""
    result = one
    for factor in factors:
        result = result * factor
    return result


def exactly(ones: int, line: Sequence[Poly], one: Poly) -> Poly:
    """The polynomial that is 0 where a line has exactly so many ones: 1 + a sum of e_w.

    e_w, the sum of all products of w cells, has the value C(h, w) where h cells are 1. Take those w
    with C(w, ones) odd, which by Lucas's theorem are those that contain `ones` in binary: their sum
    is C(h, ones) * 2^(h - ones), and that is odd for h = ones only.
    """
    symmetric = [one, *[one * 0] * len(line)]
    for cell in line:
        for w in range(len(line), 0, -1):
            symmetric[w] = symmetric[w] + cell * symmetric[w - 1]
    return sum((e for w, e in enumerate(symmetric) if w & ones == ones), one)


def alike(window: Sequence[Poly], one: Poly) -> Poly:
    """The polynomial that is 1 where neighbours are alike: xy + xz + x + yz + y + z + 1."""
    return product(window, one) + product((cell + 1 for cell in window), one)


def printed(shape: dict[str, Any], cells: Sequence[Poly], one: Poly) -> Iterator[Poly]:
    """The paper's system: one polynomial for three neighbours, one a line, one a pair of lines."""
    for lines, rules in axes(shape, cells):
        for line, (_, ones, longest) in zip(lines, rules, strict=True):
            for k in range(len(line) - longest):
                yield alike(line[k : k + longest + 1], one)
            yield exactly(ones, line, one)
        yield from pairs(shape, lines, one)


def by_cells(shape: dict[str, Any], cells: Sequence[Poly], one: Poly) -> Iterator[Poly]:
    """The other system: products of cells, as the clauses of SAT have them."""
    for lines, rules in axes(shape, cells):
        for line, (zeros, ones, longest) in zip(lines, rules, strict=True):
            other = [cell + 1 for cell in line]
            for k in range(len(line) - longest):
                yield product(line[k : k + longest + 1], one)
                yield product(other[k : k + longest + 1], one)
            for chosen in combinations(line, ones + 1):
                yield product(chosen, one)
            for chosen in combinations(other, zeros + 1):
                yield product(chosen, one)
        yield from pairs(shape, lines, one)


def axes(
    shape: dict[str, Any], cells: Sequence[Poly]
) -> Iterator[tuple[list[Sequence[Poly]], list[tuple[int, int, int]]]]:
    """The rows and then the columns, each with their rules: zeros, ones, longest run."""
    width = shape["width"]
    yield [cells[k : k + width] for k in range(0, len(cells), width)], shape["rows"]
    yield [cells[k::width] for k in range(width)], shape["columns"]


def pairs(shape: dict[str, Any], lines: Sequence[Sequence[Poly]], one: Poly) -> Iterator[Poly]:
    """The polynomials that are 1 where two lines are equal: the product of all x + y + 1."""
    if shape["distinct"]:
        for x, y in combinations(lines, 2):
            yield product((a + b + 1 for a, b in zip(x, y, strict=True)), one)


SYSTEMS = {"paper": printed, "cells": by_cells}


class System(NamedTuple):
    """The polynomials of a size, and the variables of their ring."""

    cells: list[Poly]
    polynomials: list[Poly]


@lru_cache(SIZES)
def made(name: str, shape: str) -> System:
    """The polynomials of boards of a shape, without givens; made once."""
    from sage.rings.polynomial.pbori.pbori import BooleanPolynomialRing

    about = json.loads(shape)
    number = about["height"] * about["width"]
    ring = BooleanPolynomialRing(number, [f"x{k}" for k in range(number)], order="deglex")
    cells = list(ring.gens())
    return System(cells, list(SYSTEMS[name](about, cells, ring.one())))


def substituted(polynomials: Iterable[Poly], givens: Sequence[Poly]) -> list[Poly]:
    """The polynomials with the values of the givens in place, without those that become 0."""
    from sage.rings.polynomial.pbori.ll import ll_encode
    from sage.rings.polynomial.pbori.pbori import ll_red_nf_redsb

    if not givens:
        return list(polynomials)
    known = ll_encode(givens)
    return [rest for p in polynomials if not (rest := ll_red_nf_redsb(p, known)).is_zero()]


def basis_of(ideal: Sequence[Poly], straight: bool) -> list[Poly]:
    """The reduced Groebner basis in the degree-lexicographic order.

    BRiAl goes by way of another order and converts. `straight` does without. Measured on boards
    with a quarter of the cells given: 2 to 4 times as fast at 8x8, up to 17 times on 6x6 boards
    with several solutions, but slower on three of four boards of 12x12.
    """
    from sage.rings.polynomial.pbori import groebner_basis

    found: list[Poly] = groebner_basis(
        ideal, **({"other_ordering_first": False} if straight else {})
    )
    return found


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


def work(question: dict[str, Any], say: Say, questions: Questions) -> None:
    """Build, ask for the basis, and read the solutions off it."""
    confine(question["memory"])
    name = question["system"]
    begin = time.perf_counter()
    system = made(name, json.dumps(question["shape"]))
    cells = system.cells
    givens = [
        cell + int(symbol)
        for cell, symbol in zip(cells, question["givens"], strict=True)
        if symbol != "."
    ]
    # The system of cells gets the givens as polynomials, as it always has.
    ideal = (
        substituted(system.polynomials, givens)
        if name == "paper"
        else [*givens, *system.polynomials]
    )
    built = time.perf_counter()
    total = len(system.polynomials) if name == "paper" else len(ideal)
    say("polynomials", total, len(ideal), f"{built - begin:.6f}")
    straight = name == "paper" and len(cells) <= STRAIGHT
    basis = basis_of(ideal, straight)
    if name == "paper" and not any(p.is_one() for p in basis):
        basis = [*givens, *basis]
    say("basis", len(basis), f"{time.perf_counter() - built:.6f}")
    questions.guard(False)
    for solution in zeros_of(basis, cells):
        if questions.stopped():
            break
        say("solution", solution)
    say("end")


def load() -> None:
    """Load BRiAl, before memory is limited: a part that does not fit would seem to be missing."""
    try:
        from sage.rings.polynomial.pbori import groebner_basis, pbori
    except ImportError as error:
        raise ModuleNotFoundError(str(error)) from None
    assert groebner_basis
    assert pbori


def main() -> None:
    """Answer the questions on standard input."""
    questions = Questions()

    def say(*words: object) -> None:
        sys.stdout.write(" ".join(map(str, words)) + "\n")
        sys.stdout.flush()

    try:
        load()
        say("ready")
        while (question := questions.next()) is not None:
            questions.guard(True)
            work(json.loads(question), say, questions)
            if heavy():
                break
    except ModuleNotFoundError as error:  # BRiAl loads some of its parts late
        say("missing", error)
    except (MemoryError, ImportError):  # the latter when a part finds no room
        say("memory")


if __name__ == "__main__":
    main()
