"""The checker of proofs by itself: small proofs by hand, and random clauses beside a plain one."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from nonairo.proofs.checking import Propagation, Refused, check_drat, check_lrat, read_dimacs

SQUARE = [[1, 2], [-1, 2], [1, -2], [-1, -2]]  # cannot be met


def propagates(clauses: list[list[int]], clause: list[int]) -> bool:
    """Whether supposing a clause false breaks another: all clauses, over and over."""
    false = {*clause}
    if any(-literal in false for literal in false):
        return True
    while True:
        before = len(false)
        for each in clauses:
            left = {literal for literal in each if literal not in false}
            if not left:
                return True
            if len(left) == 1:
                false.add(-left.pop())
        if len(false) == before:
            return False


def met(clauses: list[list[int]], variables: int) -> bool:
    """Whether some values make every clause true."""
    for signs in product((1, -1), repeat=variables):
        values = {sign * variable for variable, sign in enumerate(signs, 1)}
        if all(values & {*clause} for clause in clauses):
            return True
    return False


@pytest.mark.parametrize(
    "proof",
    [
        ["5 2 0 1 2 0", "6 0 5 3 4 0"],
        ["5 2 0 1 2 0", "5 d 1 2 0", "6 1 0 5 3 0", "9 0 5 6 4 0"],
        ["7 1 2 -1 0 1 0", "8 2 0 1 2 0", "9 0 8 3 4 0"],  # one that says nothing does no harm
        ["5 2 0 1 2 0", "6 0 5 3 4 0", "what stands behind the end is not read"],
    ],
)
def test_a_proof_that_names_its_reasons_is_taken(proof: list[str]) -> None:
    check_lrat(SQUARE, proof)


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        ([], "the proof ends before the empty clause"),
        (["5 2 0 1 2 0"], "the proof ends before the empty clause"),
        (["5 0 1 2 0"], "line 1: clause 1 has 2 literals left, not one"),
        (["5 2 0 1 0"], "line 1: the clause does not follow from those named"),
        (["5 2 0 1 2 0", "6 0 5 3 0"], "line 2: the clause does not follow from those named"),
        (["5 2 0 1 7 0"], "line 1: there is no clause 7"),
        (["4 2 0 1 2 0"], "line 1: expected a number above 4, found 4"),
        (["6 2 0 1 2 0", "6 0 6 3 4 0"], "line 2: expected a number above 6, found 6"),
        (["5 2 0 1 -2 0"], "line 1: a step that may change the solutions (RAT)"),
        (["5 2 0 1 2"], "line 1: expected NUMBER LITERALS 0 CLAUSES 0"),
        (["5 0"], "line 1: expected NUMBER LITERALS 0 CLAUSES 0"),
        (["5 2 0 1 0 2 0"], "line 1: expected NUMBER LITERALS 0 CLAUSES 0"),
        (["5 2 0 1 2 x"], "line 1: expected a whole number, found 'x'"),
        (["5 d 9 0"], "line 1: no clause 9 to delete"),
        (["5 d 1 1 0"], "line 1: no clause 1 to delete"),
        (["5 d 1"], "line 1: expected numbers and a 0 at the end"),
        (["5 d 0 1 0"], "line 1: expected numbers and a 0 at the end"),
        (["5 d 1 0", "6 2 0 1 2 0"], "line 2: there is no clause 1"),
        ([""], "line 1: expected NUMBER LITERALS 0 CLAUSES 0"),
    ],
)
def test_a_proof_that_names_wrong_reasons_is_refused(proof: list[str], told: str) -> None:
    with pytest.raises(Refused) as refused:
        check_lrat(SQUARE, proof)
    assert str(refused.value) == told


def test_a_formula_with_an_empty_clause_needs_no_proof() -> None:
    check_lrat([[1], []], [])
    check_drat([[1], []], [])


@pytest.mark.parametrize(
    "proof", [["2 0", "0"], ["2 0"], ["1 2 0", "d 1 2 0", "2 0", "d 2 0", "0"]]
)
def test_a_proof_without_reasons_is_taken(proof: list[str]) -> None:
    check_drat(SQUARE, proof)


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        ([], "the proof ends before the empty clause"),
        (["0"], "line 1: the clause does not follow by unit propagation"),
        (["1 2 0", "3 0"], "line 2: the clause does not follow by unit propagation"),
        (["d 1 2 0", "2 0"], "line 2: the clause does not follow by unit propagation"),
        (["d 1 0"], "line 1: no such clause to delete"),
        (["d 1 2 0", "d 2 1 0"], "line 2: no such clause to delete"),
        (["2"], "line 1: expected numbers and a 0 at the end"),
        (["2 0 1 0"], "line 1: expected numbers and a 0 at the end"),
        (["d"], "line 1: expected numbers and a 0 at the end"),
        ([""], "line 1: expected numbers and a 0 at the end"),
    ],
)
def test_a_proof_without_reasons_that_is_wrong_is_refused(proof: list[str], told: str) -> None:
    with pytest.raises(Refused) as refused:
        check_drat(SQUARE, proof)
    assert str(refused.value) == told


def test_a_clause_that_stands_twice_is_deleted_once() -> None:
    check_drat([*SQUARE, [2, 1]], ["d 1 2 0", "2 0", "0"])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("p cnf 2", "line 1: expected p cnf VARIABLES CLAUSES"),
        ("p sat 2 0", "line 1: expected p cnf VARIABLES CLAUSES"),
        ("p cnf 2 0 0", "line 1: expected p cnf VARIABLES CLAUSES"),
        ("p cnf 2 1\n1 0 2 0", "line 2: expected literals and a 0"),
        ("p cnf 2 2\n1 0\n\n", "line 3: expected literals and a 0"),
        ("p cnf 2 1\n-3 0", "line 2: expected variables up to 2"),
        ("p cnf 2 1\n1 0\n2 0", "expected 1 clauses, found 2"),
        ("p cnf 2 1\n1234567890123456 0", "line 2: expected a whole number"),
        ("p cnf 2 1\n-- 0", "line 2: expected a whole number, found '--'"),
    ],
)
def test_a_formula_that_is_none_is_refused(text: str, told: str) -> None:
    with pytest.raises(Refused) as refused:
        read_dimacs(text)
    assert str(refused.value).startswith(told)


def test_a_formula_is_read_to_its_borders() -> None:
    text = "p cnf 123456789012345 3\n-123456789012345 1 0\n0\n2 2 0\n"
    assert read_dimacs(text) == [[-123456789012345, 1], [], [2, 2]]


@pytest.mark.parametrize("seed", range(40))
def test_what_follows_is_what_plain_propagation_finds(seed: int) -> None:
    """Clauses come and go; every clause of one or two literals, and the empty one, is asked for."""
    rng = Random(seed)
    literals = [*range(1, 6), *range(-5, 0)]
    asked = [[], *([literal] for literal in literals), *map(list, combinations(literals, 2))]
    clauses = [rng.choices(literals, k=rng.choice((1, 2, 2, 3, 3, 4))) for _ in range(9)]
    known = Propagation(lambda: None)
    for number, clause in enumerate(clauses, 1):
        known.add(clause)
        got = [known.follows(each) for each in asked]
        assert got == [propagates(clauses[:number], each) for each in asked]
    while clauses:
        gone = clauses.pop(rng.randrange(len(clauses)))
        assert known.remove(rng.sample(gone, len(gone)))
        if len({*gone}) == 1:  # kept, as it says
            break
        got = [known.follows(each) for each in asked]
        assert got == [propagates(clauses, each) for each in asked]


@pytest.mark.parametrize("seed", range(30))
def test_what_is_taken_is_true(seed: int) -> None:
    """Of any steps those that are taken follow, and a formula that is refuted cannot be met."""
    rng = Random(seed)
    literals = [1, 2, 3, -1, -2, -3]
    formula = [rng.choices(literals, k=rng.randint(1, 3)) for _ in range(8)]
    known = list(formula)
    taken: list[str] = []
    for _ in range(300):
        clause = rng.sample(literals, rng.randint(0, 2))
        hints = rng.sample(range(1, len(known) + 1), rng.randint(1, 3))
        words = [len(known) + 1, *clause, 0, *hints, 0]
        try:
            check_lrat(formula, [*taken, " ".join(map(str, words))])
        except Refused as refused:
            if "ends before" not in str(refused):
                continue
        assert not met([*formula, *([-literal] for literal in clause)], 3)
        taken.append(" ".join(map(str, words)))
        known.append(clause)
        if not clause:
            break


def test_whoever_waits_is_asked_at_every_step() -> None:
    asked: list[int] = []
    read_dimacs("p cnf 1 3\n1 0\n1 0\n1 0\n", lambda: asked.append(1))
    assert len(asked) == 3
    check_lrat(SQUARE, ["5 2 0 1 2 0", "6 0 5 3 4 0"], lambda: asked.append(2))
    assert asked.count(2) == 2
    check_drat(SQUARE, ["2 0", "0"], lambda: asked.append(3))
    assert asked.count(3) >= 2
