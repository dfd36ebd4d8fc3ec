"""DIMACS CNF: the clauses of the encodings, as another program reads them."""

from __future__ import annotations

import pytest
from samples import B, K

import nonairo as nn
from nonairo import clauses
from nonairo.clauses import encode

formulas = pytest.importorskip("pysat.formula")


@pytest.mark.parametrize("puzzle", [K, B], ids=["nonogram", "binairo"])
def test_dimacs_says_the_same(puzzle: nn.Puzzle) -> None:
    text = nn.dumps(puzzle, "dimacs")
    formula = formulas.CNF(from_string=text)
    cnf = encode(puzzle)
    assert formula.clauses == cnf.clauses
    assert f"p cnf {cnf.variables} {len(cnf.clauses)}" in text.split("\n")


@pytest.mark.parametrize("most", [50_000, pytest.param(5_000_000, marks=pytest.mark.full)])
def test_what_would_not_fit_is_refused_by_name(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert clauses.MOST_CLAUSES == 5_000_000
    monkeypatch.setattr(clauses, "MOST_CLAUSES", most)
    with pytest.raises(nn.FormatError, match=f"more than {most:,} clauses"):
        nn.dumps(nn.binairo(nn.Grid.blank(1000, 1000)), "dimacs")
