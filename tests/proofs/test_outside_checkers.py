"""Our proofs, checked by programs of others: what holds holds there, what is damaged does not."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from outside_checkers import CHECKERS, is_verified, missing

import nonairo as nn
from nonairo import native
from nonairo.kinds import KINDS
from nonairo.proofs.checking import read_dimacs

NONE = ("binairo:000./..../..../....", "nonogram:2/1;1/1", "nonogram:1/1;1/1;11/..")


def hard() -> list[nn.Puzzle]:
    """Some that need more than single lines, and one with signs."""
    return [
        *(nn.generate("binairo", 8, level=3 + seed, seed=seed) for seed in range(1, 4)),
        *(
            nn.generate("nonogram", 8, level=level, seed=seed)
            for level in (3, 5, 7)
            for seed in (1, 2, 3)
        ),
        nn.generate("binairo", 6, signs=0.3, seed=2),
    ]


def proofs(folder: Path, ending: str) -> list[Path]:
    """A proof about every kind, about some hard puzzles and about some without a solution."""
    puzzles = [*(nn.parse(kind.example) for kind in KINDS.values()), *map(nn.parse, NONE), *hard()]
    names = [folder / f"p{at}" for at in range(len(puzzles))]
    with pytest.MonkeyPatch.context() as patch:
        if ending == ".drat":  # what is written without the core
            patch.setattr(native, "compiled", None)
        for puzzle, name in zip(puzzles, names, strict=True):
            nn.prove(puzzle, name, by="sat" if ending == ".drat" else "auto")
    return names


def damaged(proof: Path, ending: str) -> list[Path]:
    """The same cut short, and about clauses that can be met.

    The last step of a DRAT proof may go unsaid where it follows by itself: there all others go.
    """
    cut, other = proof.with_name(f"{proof.name}-cut"), proof.with_name(f"{proof.name}-other")
    clauses = Path(f"{proof}.cnf").read_text(encoding="ascii")
    steps = Path(f"{proof}{ending}").read_text(encoding="ascii").splitlines(keepends=True)
    some = steps[-1:] if ending == ".drat" else steps[:-1]
    for name, text, kept in ((cut, clauses, some), (other, without_last(clauses), steps)):
        Path(f"{name}.cnf").write_text(text, encoding="ascii")
        Path(f"{name}{ending}").write_text("".join(kept), encoding="ascii")
    return [cut, other]


def without_last(dimacs: str) -> str:
    """The clause that forbids the solution, which is the last one, says nothing: x or not x."""
    lines = dimacs.splitlines()
    assert read_dimacs(dimacs)[-1]
    return "\n".join([*lines[:-1], "1 -1 0"]) + "\n"


@pytest.mark.full
@pytest.mark.parametrize("name", CHECKERS)
def test_others_find_our_proofs_right_and_damaged_ones_wrong(name: str, tmp_path: Path) -> None:
    why = missing(name)
    if why:
        pytest.skip(why)
    ending, check = CHECKERS[name]
    if ending == ".drat":
        pytest.importorskip("pysat", reason="extra sat")
    good = proofs(tmp_path, ending)
    assert len(good) >= 20
    longest = max(good, key=lambda proof: Path(f"{proof}{ending}").stat().st_size)
    bad = damaged(longest, ending)
    assert check([*good, *bad]) == [True] * len(good) + [False] * len(bad)


@pytest.mark.parametrize(
    ("told", "accepted"),
    [
        ("c parsed\nc VERIFIED\nc verification time = 0.01 secs\n", True),  # lrat-check
        ("s VERIFIED UNSAT\n", True),  # cake_lpr
        ("c finished parsing\ns VERIFIED\n", True),  # drat-trim
        ("c failed to check clause: 1 0\nc NOT VERIFIED\nc VERIFIED\n", False),
        ("s NOT VERIFIED\n", False),
        ("s VERIFIEDNOT\n", False),
        ("", False),
    ],
)
def test_what_the_programs_say_is_understood(told: str, accepted: bool) -> None:
    assert is_verified(told) is accepted
