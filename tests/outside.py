"""Answers from outside: OR-Tools CP-SAT and a plain check of finished grids.

Both are written straight from the rules and read puzzles as one-line ids by themselves, so that
they share nothing with the code under test.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from ortools.sat.python import cp_model


class Asked(NamedTuple):
    """A puzzle as the outside sees it. Clues are None for Binairo."""

    givens: list[str]
    rules: set[str]
    row_clues: list[list[int]] | None
    col_clues: list[list[int]] | None


class Answer(NamedTuple):
    """How many solutions there are (2: two or more), and the first as one string of cells."""

    number: int
    solution: str | None


def read_id(text: str) -> Asked:
    """The parts of a one-line id."""
    head, _, body = text.partition(":")
    kind, _, rules = head.partition("@")
    if kind == "binairo":
        return Asked(body.split("/"), set(rules.split("+")), None, None)
    assert kind == "nonogram"
    parts = body.split(";")
    rows, cols = (
        [[int(word) for word in clue.split(",") if word != "0"] for clue in part.split("/")]
        for part in parts[:2]
    )
    givens = parts[2].split("/") if len(parts) > 2 else ["." * len(cols)] * len(rows)
    return Asked(givens, set(), rows, cols)


def lines_of(rows: Sequence[Sequence[str]]) -> tuple[list[str], list[str]]:
    """The rows and the columns of a finished grid."""
    return ["".join(row) for row in rows], ["".join(col) for col in zip(*rows, strict=True)]


def obeys(text: str, cells: str) -> bool:
    """Whether a finished grid, one string of cells, is a solution of the puzzle with this id."""
    asked = read_id(text)
    width = len(asked.givens[0])
    if len(cells) != width * len(asked.givens) or not set(cells) <= set("01"):
        return False
    if any(given not in (".", cell) for given, cell in zip("".join(asked.givens), cells)):  # noqa: B905
        return False
    rows, cols = lines_of([cells[k : k + width] for k in range(0, len(cells), width)])
    if asked.row_clues is not None and asked.col_clues is not None:
        clues = asked.row_clues + asked.col_clues
        return all(blocks(line) == clue for line, clue in zip(rows + cols, clues, strict=True))
    for axis in (rows, cols):
        if "no-distinct" not in asked.rules and len(set(axis)) < len(axis):
            return False
        for line in axis:
            if "000" in line or "111" in line or line.count("1") != ones_in(line, asked.rules):
                return False
    return True


def blocks(line: str) -> list[int]:
    """The lengths of the blocks of ones."""
    return [len(list(group)) for symbol, group in groupby(line) if symbol == "1"]


def coloured_blocks(line: str) -> tuple[tuple[int, str], ...]:
    """The blocks of a coloured line: how long, and of which symbol."""
    groups = ((symbol, len(list(group))) for symbol, group in groupby(line))
    return tuple((length, symbol) for symbol, length in groups if symbol != "0")


def coloured_obeys(text: str, cells: str) -> bool:
    """Whether a finished picture solves the coloured nonogram with this id, which has no givens."""
    sides = [
        [tuple((int(word[:-1]), "0abcdefghijklmnopqrstuvwxyz".index(word[-1]))
               for word in clue.split(",") if word != "0") for clue in part.split("/")]
        for part in text.partition(":")[2].split(";")
    ]  # fmt: skip
    width = len(sides[1])
    rows, cols = lines_of([cells[k : k + width] for k in range(0, len(cells), width)])
    found = [[tuple((n, int(s, 36)) for n, s in coloured_blocks(line)) for line in axis]
             for axis in (rows, cols)]  # fmt: skip
    return found == sides


def ones_in(line: Sequence[object], rules: set[str]) -> int:
    """How many ones a line of this length must have."""
    return (len(line) + 1) // 2 if "odd-more-ones" in rules else len(line) // 2


def answer(text: str) -> Answer:
    """None, one, or at least two solutions of the puzzle with this id, by CP-SAT."""
    asked = read_id(text)
    model = cp_model.CpModel()
    cells = [[model.new_bool_var(f"r{r}c{c}") for c in range(len(row))]
             for r, row in enumerate(asked.givens)]  # fmt: skip
    for variables, givens in zip(cells, asked.givens, strict=True):
        for variable, given in zip(variables, givens, strict=True):
            if given != ".":
                model.add(variable == int(given))
    columns = [list(column) for column in zip(*cells, strict=True)]
    if asked.row_clues is not None and asked.col_clues is not None:
        for line, clue in zip(cells + columns, asked.row_clues + asked.col_clues, strict=True):
            _add_blocks(model, line, clue)
    else:
        for axis in (cells, columns):
            _add_binairo(model, axis, asked.rules)
    everything = [cell for row in cells for cell in row]
    first = solved(model, everything)
    if first is None:
        return Answer(0, None)
    model.add_bool_or(
        cell.negated() if symbol == "1" else cell
        for cell, symbol in zip(everything, first, strict=True)
    )
    return Answer(1 if solved(model, everything) is None else 2, first)


def solved(
    model: cp_model.CpModel, cells: list[cp_model.IntVar], presolve: bool = True
) -> str | None:
    """The cells of some solution as one string; None if there is none."""
    solver = cp_model.CpSolver()
    solver.parameters.cp_model_presolve = presolve
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE), model.validate()
    if status == cp_model.INFEASIBLE:
        return None
    return "".join(str(solver.value(cell)) for cell in cells)


def _add_binairo(
    model: cp_model.CpModel, lines: list[list[cp_model.IntVar]], rules: set[str]
) -> None:
    for line in lines:
        model.add(sum(line) == ones_in(line, rules))
        for three in zip(line, line[1:], line[2:], strict=False):
            model.add(sum(three) >= 1)
            model.add(sum(three) <= 2)
    if "no-distinct" in rules:
        return
    for one, other in combinations(lines, 2):
        differs = []
        for a, b in zip(one, other, strict=True):
            differ = model.new_bool_var("")
            model.add(a != b).only_enforce_if(differ)
            differs.append(differ)
        model.add_bool_or(differs)


def _add_blocks(model: cp_model.CpModel, line: list[cp_model.IntVar], clue: list[int]) -> None:
    """A block starts somewhere, after the one before and a gap; a cell is 1 inside a block."""
    starts = []
    for number, block in enumerate(clue):
        after = list(range(len(line) - block + 1))
        chosen = [model.new_bool_var("") for _ in after]
        model.add_exactly_one(chosen)
        starts.append(list(zip(after, chosen, strict=True)))
        if number:
            here = sum(k * at for k, at in starts[number])
            before = sum(k * at for k, at in starts[number - 1])
            model.add(here >= before + clue[number - 1] + 1)
    for position, cell in enumerate(line):
        covering = list(_covering(starts, clue, position))
        model.add(sum(covering) == cell)


def _covering(
    starts: list[list[tuple[int, cp_model.IntVar]]], clue: list[int], position: int
) -> Iterator[cp_model.IntVar]:
    for block, places in zip(clue, starts, strict=True):
        for start, at in places:
            if start <= position < start + block:
                yield at
