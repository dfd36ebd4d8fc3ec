"""Random small puzzles of every sort, answered by our engines and by CP-SAT.

python tests/cross/random_puzzles.py [--count N] [--seed S] [--first K] [--sort NAME ...]

Each puzzle follows from the seed and its number, so that a finding is met again with `--first K
--count 1`. Compared are `core`, `guess` and OR-Tools CP-SAT: whether there is no solution, one, or
more; which it is; that each obeys the puzzle; and all solutions where they are few. CP-SAT reads
both kinds from their ids (`outside.py`), all other rules as bare transitions, by its own automaton
constraint.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ortools.sat.python import cp_model

sys.path.insert(0, str(Path(__file__).parents[1]))

from drawing import SORTS, Drawn, puzzle_number

import nonairo as nn
import outside
from nonairo import Puzzle
from nonairo.kinds.kakurasu import Total
from nonairo.rules import LineRule

ENGINES = ("core", "guess")
LISTED = 12  # solutions of a puzzle that has many
STATUS = ("none", "unique", "multiple")


def answer_outside(puzzle: Puzzle) -> outside.Answer:
    """None, one, or at least two solutions, by CP-SAT."""
    if puzzle.kind in ("binairo", "nonogram"):
        return outside.answer(puzzle.id)
    model = cp_model.CpModel()
    most = len(puzzle.symbols) - 1
    cells = [model.new_int_var(0, most, f"{k}") for k in range(len(puzzle.givens.cells))]
    for cell, given in zip(cells, puzzle.givens.cells, strict=True):
        if given != ".":
            model.add(cell == int(given))
    rows = [cells[k : k + puzzle.width] for k in range(0, len(cells), puzzle.width)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    for lines, rules in ((rows, puzzle.row_rules), (columns, puzzle.col_rules)):
        for line, rule in zip(lines, rules, strict=True):
            _add_rule(model, line, rule)
        if puzzle.distinct:
            _add_distinct(model, lines, len(puzzle.symbols))
    # Its presolver (of 9.15) aborts on one automaton in some ten thousand.
    first = outside.solved(model, cells, presolve=False)
    if first is None:
        return outside.Answer(0, None)
    model.add_forbidden_assignments(cells, [tuple(map(int, first))])
    return outside.Answer(1 if outside.solved(model, cells, presolve=False) is None else 2, first)


def _add_rule(model: cp_model.CpModel, line: list[cp_model.IntVar], rule: LineRule) -> None:
    if isinstance(rule, Total):
        model.add(sum(place * cell for place, cell in enumerate(line, 1)) == rule.total)
        return
    assert isinstance(rule, Drawn)
    ends = [len(line) * len(rule.layers[0]) + state for state in rule.accepting]
    model.add_automaton(line, 0, ends, list(rule.transitions(len(line))))


def _add_distinct(model: cp_model.CpModel, lines: list[list[cp_model.IntVar]], base: int) -> None:
    """Each line, read as a number, is another one."""
    numbers = []
    for line in lines:
        numbers.append(model.new_int_var(0, base ** len(line), ""))
        model.add(numbers[-1] == sum(base**k * cell for k, cell in enumerate(line)))
    model.add_all_different(numbers)


def obeys(puzzle: Puzzle, cells: str) -> bool:
    """Whether a finished grid is a solution, by the words of the rules alone."""
    if puzzle.kind in ("binairo", "nonogram"):
        return outside.obeys(puzzle.id, cells)
    rows, columns = outside.lines_of(
        [cells[k : k + puzzle.width] for k in range(0, len(cells), puzzle.width)]
    )
    rules = puzzle.row_rules + puzzle.col_rules
    return (
        all(given in (".", cell) for given, cell in zip(puzzle.givens.cells, cells, strict=True))
        and all(_line_obeys(rule, line) for rule, line in zip(rules, rows + columns, strict=True))
        and not (puzzle.distinct and len({*rows}) < len(rows))
        and not (puzzle.distinct and len({*columns}) < len(columns))
    )


def _line_obeys(rule: LineRule, line: str) -> bool:
    if isinstance(rule, Total):
        return rule.total == sum(place for place, cell in enumerate(line, 1) if cell == "1")
    assert isinstance(rule, Drawn)
    return rule.obeyed_by(line)


def differences(puzzle: Puzzle, truth: outside.Answer) -> Iterator[str]:
    """What an engine answers otherwise than CP-SAT, a sentence each."""
    if truth.solution is not None and not obeys(puzzle, truth.solution):
        yield f"cp-sat: {truth.solution} is no solution"
    listed = {}
    for engine in ENGINES:
        result = nn.solve(puzzle, engine, limit=LISTED, seed=1)
        found = listed[engine] = [grid.cells for grid in result.solutions]
        if result.status != STATUS[truth.number]:
            yield f"{engine}: {result.status}, where cp-sat says {STATUS[truth.number]}"
        elif len(found) != len({*found}) or min(len(found), 2) != truth.number:
            yield f"{engine}: {result.status} with the solutions {found}"
        elif truth.number == 1 and found != [truth.solution]:
            yield f"{engine}: {found[0]}, where cp-sat finds {truth.solution}"
        for cells in found:
            if not obeys(puzzle, cells):
                yield f"{engine}: {cells} is no solution"
    one, other = listed.values()
    if len(one) != len(other) or (len(one) < LISTED and {*one} != {*other}):
        yield f"{' and '.join(ENGINES)} list other solutions: {sorted({*one} ^ {*other})}"


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000, help="puzzles in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first puzzle")
    parser.add_argument("--sort", action="append", choices=SORTS, help="of this sort only")
    asked = parser.parse_args(words)
    sorts = asked.sort or list(SORTS)
    begin, wrong = time.process_time(), 0
    seen: dict[str, Counter[str]] = {sort: Counter() for sort in sorts}
    for number in range(asked.first, asked.first + asked.count):
        sort = sorts[number % len(sorts)]
        puzzle = puzzle_number(asked.seed, number, sort)
        truth = answer_outside(puzzle)
        seen[sort][STATUS[truth.number]] += 1
        for difference in differences(puzzle, truth):
            wrong += 1
            where = f"--seed {asked.seed} --sort '{sort}' --first {number} --count 1"
            print(f"{difference}\n  {where}\n  {puzzle!r}", flush=True)
    for sort, counted in seen.items():
        told = ", ".join(f"{counted[status]} {status}" for status in STATUS)
        print(f"{sort:24} {counted.total():6} puzzles: {told}")
    print(f"{asked.count} puzzles, {wrong} differences, {time.process_time() - begin:.0f} CPU-s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
