"""Check a proof of unsatisfiability, step by step. Knows clauses and nothing of puzzles.

A proof is a list of clauses, each of which follows from those before it; the last one is empty, and
nothing makes that true. A clause follows if supposing that all its literals are false leads to a
contradiction by unit propagation: whenever a clause has one literal left, that one is true.

*LRAT* names the clauses that propagate, in order, so a step is checked by looking at these alone.
*DRAT* names none: every clause may have to be looked at. Of both, only such steps are taken
(called RUP); the rarer kind that may change the solutions (RAT) is refused.

This file imports nothing of the package, on purpose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

Clause = Sequence[int]


Poll = Callable[[], object]  # called before every step: what it raises ends the check


ANOTHER = "this proof is for another puzzle"


class Refused(Exception):
    """Why a file is no proof; the message names the line."""


def read_dimacs(text: str, poll: Poll = lambda: None) -> list[list[int]]:
    """The clauses of a DIMACS file, exactly one in a line.

    >>> read_dimacs("p cnf 2 2\\n1 -2 0\\n2 0\\n")
    [[1, -2], [2]]
    """
    lines = text.splitlines()
    head = lines[0].split() if lines else []
    if head[:2] != ["p", "cnf"] or len(head) != 4:
        raise Refused("line 1: expected p cnf VARIABLES CLAUSES")
    variables, number = (_number(word, 1) for word in head[2:])
    if len(lines) - 1 != number:
        raise Refused(f"expected {number} clauses, found {len(lines) - 1}")
    clauses = []
    for at, line in enumerate(lines[1:], 2):
        poll()
        numbers = [_number(word, at) for word in line.split()]
        if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
            raise Refused(f"line {at}: expected literals and a 0")
        if any(abs(literal) > variables for literal in numbers):
            raise Refused(f"line {at}: expected variables up to {variables}")
        clauses.append(numbers[:-1])
    return clauses


def check_lrat(clauses: Iterable[Clause], proof: Iterable[str], poll: Poll = lambda: None) -> None:
    """Raises Refused unless the lines of a proof derive the empty clause from these clauses.

    >>> check_lrat([[1, 2], [-1, 2], [-2]], ["4 1 0 1 3 0", "5 0 4 2 3 0"])
    >>> check_lrat([[1, 2], [-1, 2]], ["3 2 0 1 2 0"])
    Traceback (most recent call last):
    ...
    nonairo.proofs.checking.Refused: the proof ends before the empty clause
    """
    known: dict[int, Clause] = dict(enumerate(clauses, 1))
    last = len(known)
    if any(not clause for clause in known.values()):
        return  # the formula itself says the impossible
    for at, line in enumerate(proof, 1):
        poll()
        words = line.split()
        if len(words) >= 2 and words[1] == "d":
            for number in _ended(words[2:], at):
                if known.pop(number, None) is None:
                    raise Refused(f"line {at}: no clause {number} to delete")
            continue
        numbers = [_number(word, at) for word in words]
        if len(numbers) < 3 or numbers[-1] != 0 or numbers.count(0) != 2:
            raise Refused(f"line {at}: expected NUMBER LITERALS 0 CLAUSES 0")
        own, end = numbers[0], numbers.index(0)
        clause, hints = numbers[1:end], numbers[end + 1 : -1]
        if own <= last:
            raise Refused(f"line {at}: expected a number above {last}, found {own}")
        _propagate(known, clause, hints, at)
        if not clause:
            return
        known[own], last = clause, own
    raise Refused("the proof ends before the empty clause")


def _propagate(known: dict[int, Clause], clause: Clause, hints: Clause, at: int) -> None:
    """Suppose a clause false and go through the named clauses; raises unless one is broken."""
    false = set(clause)
    for hint in hints:
        if hint < 0:
            raise Refused(f"line {at}: a step that may change the solutions (RAT)")
        if hint not in known:
            raise Refused(f"line {at}: there is no clause {hint}")
        left = [literal for literal in known[hint] if literal not in false]
        if not left:
            return
        if len(set(left)) > 1:
            raise Refused(f"line {at}: clause {hint} has {len(left)} literals left, not one")
        false.add(-left[0])  # it is true, so its opposite is false
    raise Refused(f"line {at}: the clause does not follow from those named")


def check_drat(clauses: Iterable[Clause], proof: Iterable[str], poll: Poll = lambda: None) -> None:
    """As `check_lrat` for a proof that names no clauses.

    >>> check_drat([[1, 2], [-1, 2], [-2]], ["1 0", "0"])
    >>> check_drat([[1, 2], [-1, 2]], ["1 0", "0"])
    Traceback (most recent call last):
    ...
    nonairo.proofs.checking.Refused: line 1: the clause does not follow by unit propagation
    """
    known = Propagation(poll)
    for clause in clauses:
        known.add(clause)
    for at, line in enumerate(proof, 1):
        words = line.split()
        deleted = words[:1] == ["d"]
        clause = list(_ended(words[deleted:], at))
        if deleted:
            if not known.remove(clause):
                raise Refused(f"line {at}: no such clause to delete")
            continue
        if not known.follows(clause):
            raise Refused(f"line {at}: the clause does not follow by unit propagation")
        if not clause:
            return
        known.add(clause)
    if not known.follows([]):
        raise Refused("the proof ends before the empty clause")


class Propagation:
    """Clauses, each watched by two of its literals: it is looked at only when one becomes false."""

    def __init__(self, poll: Poll) -> None:
        self.poll = poll
        self.watched: dict[int, list[list[int]]] = {}
        self.units: list[int] = []  # literals of clauses that have no other
        self.broken = False  # some clause is empty
        self.copies: dict[tuple[int, ...], list[list[int]]] = {}

    def add(self, clause: Clause) -> None:
        literals = list(dict.fromkeys(clause))
        self.copies.setdefault(tuple(sorted(literals)), []).append(literals)
        if not literals:
            self.broken = True
        elif len(literals) == 1:
            self.units.append(literals[0])
        else:
            for literal in literals[:2]:
                self.watched.setdefault(literal, []).append(literals)

    def remove(self, clause: Clause) -> bool:
        """Forget a clause. One with a single literal is kept: it can only help to derive more."""
        kept = self.copies.get(tuple(sorted(set(clause))))
        if not kept:
            return False
        literals = kept.pop()
        if len(literals) > 1:
            for literal in literals[:2]:
                self.watched[literal] = [c for c in self.watched[literal] if c is not literals]
        return True

    def follows(self, clause: Clause) -> bool:
        """Whether supposing a clause to be false leads to a contradiction."""
        if self.broken:
            return True
        false: set[int] = set()
        queue: list[int] = []
        for literal in [*self.units, *(-literal for literal in clause)]:
            if literal in false:
                return True
            if -literal not in false:
                false.add(-literal)
                queue.append(-literal)
        return any(self._breaks(fallen, false, queue) for fallen in queue)  # it grows meanwhile

    def _breaks(self, fallen: int, false: set[int], queue: list[int]) -> bool:
        """Look at the clauses that a false literal watches; whether one of them is broken."""
        self.poll()  # a step of a long proof may look at all of it
        watching = self.watched.get(fallen, [])
        kept: list[list[int]] = []
        self.watched[fallen] = kept
        for place, clause in enumerate(watching):
            if clause[0] == fallen:
                clause[0], clause[1] = clause[1], clause[0]
            other = next((k for k in range(2, len(clause)) if clause[k] not in false), None)
            if -clause[0] in false:  # true already
                kept.append(clause)
            elif other is not None:
                clause[1], clause[other] = clause[other], clause[1]
                self.watched.setdefault(clause[1], []).append(clause)
            else:
                kept.append(clause)
                if clause[0] in false:
                    kept += watching[place + 1 :]
                    return True
                false.add(-clause[0])
                queue.append(-clause[0])
        return False


def _ended(words: Sequence[str], at: int) -> Iterator[int]:
    """The numbers before the 0 that ends a line."""
    numbers = [_number(word, at) for word in words]
    if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
        raise Refused(f"line {at}: expected numbers and a 0 at the end")
    yield from numbers[:-1]


def _number(word: str, at: int) -> int:
    digits = word.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 15:
        raise Refused(f"line {at}: expected a whole number, found {word[:40]!r}")
    return int(word)
