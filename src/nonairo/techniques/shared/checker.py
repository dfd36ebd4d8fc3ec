"""Replay a step by itself: do its effects follow from its premises, and from nothing else?

Written against the rules alone. It knows no technique: it blanks every cell that the step does not
name, runs the rule's automaton over what is left, and sees what cannot be otherwise. A chain is
replayed step by step from its assumption to the broken rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product

from nonairo.automata import ways
from nonairo.grid import UNKNOWN, Cell, Grid, Line, Place, Shape
from nonairo.puzzle import Puzzle
from nonairo.results import Status
from nonairo.rules import LineRule, Ones
from nonairo.solving import solve
from nonairo.techniques.shared.lines import put
from nonairo.techniques.shared.steps import Broken, Chain, Step

Known = Mapping[Cell, str]
MOST_SHARED = 12  # open cells of two lines that are tried in all ways


def fault(
    puzzle: Puzzle, grid: Grid, step: Step, excluded: Collection[tuple[Cell, str]] = ()
) -> str | None:
    """Why a step does not hold in a grid; None if it does.

    `excluded` is what earlier steps have said that cells are not.
    """
    if not step.effects and not step.excludes:
        return "the step decides nothing"
    if not {*step.barred} <= {*excluded}:
        return "something that it looks at was not excluded"
    if step.chains and step.barred:
        return "a step that supposes something rests on nothing excluded"
    symbols = {*puzzle.symbols}
    for cell, symbol in step.excludes:
        if grid[cell] != UNKNOWN or symbol not in symbols:
            return f"{cell} is known already, or there is no symbol {symbol!r}"
    for cell, symbol in step.effects:
        if grid[cell] != UNKNOWN:
            return f"{cell} is known already"
        if symbol not in symbols:
            return f"{cell}: no such symbol {symbol!r}"
    known = {cell: grid[cell] for cell in step.premises}
    blank = next((cell for cell, symbol in known.items() if symbol == UNKNOWN), None)
    if blank is not None:
        return f"the premise {blank} is not known"
    if not step.chains:
        return _follows(puzzle, known, step) if step.place else _only_way(puzzle, known, step)
    if step.excludes:
        return _supposed_in_vain(puzzle, known, step)
    if {chain.assumed[1] for chain in step.chains} == set(puzzle.symbols):
        return _either_way(puzzle, known, step)
    return _dead_end(puzzle, known, step)


def replay(puzzle: Puzzle, steps: tuple[Step, ...] | list[Step]) -> Grid:
    """The grid after all steps; raises AssertionError at the first that does not hold."""
    grid = puzzle.givens
    excluded: set[tuple[Cell, str]] = set()
    for number, step in enumerate(steps, 1):
        wrong = fault(puzzle, grid, step, excluded)
        excluded |= {*step.excludes}
        assert wrong is None, f"step {number} ({step}): {wrong}"
        grid = grid.fill(dict(step.effects))
    return grid


def _follows(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    """Whether the effects follow in the step's line, with the other lines that it names.

    Those are finished lines beside it, which it must not repeat, or lines across it.
    """
    place = step.place
    if place is None:
        return "neither a line nor a chain"
    if step.excludes or step.barred:
        return _excludes(puzzle, known, step, place)
    beside = [other for other in step.others if other.axis == place.axis]
    if isinstance(place, Shape) or (step.others and not beside):
        return _follows_in_any(puzzle, known, step, place)
    across = [other for other in step.others if other.axis != place.axis]
    if beside and not puzzle.distinct:
        return "lines need not differ"
    rule, taken = puzzle.rule(place), {_line(puzzle, known, other) for other in beside}
    if place in beside or any(UNKNOWN in full for full in taken):
        return f"{' and '.join(map(str, beside))}: not finished lines beside {place}"
    taken = {full for full in taken if _ways(rule, full, puzzle.symbols)}
    line = _line(puzzle, known, place)
    along = [place.cell(k) for k in range(puzzle.length(place))]
    for cell, symbol in step.effects:
        if cell not in along:
            return f"{cell} is not in {place}"
        k = along.index(cell)
        for other in puzzle.symbols.replace(symbol, ""):
            trial = put(line, k, other)
            repeated = sum(_is(full, trial) for full in taken)
            fits = {**known, cell: other}
            if _ways(rule, trial, puzzle.symbols) > repeated and not any(
                _spoilt(puzzle, fits, crossing) for crossing in across
            ):
                return f"{cell} could also be {other}"
    return None


def _follows_in_any(puzzle: Puzzle, known: Known, step: Step, place: Place) -> str | None:
    """The same where lines have any shape: they are looked at together, cell by common cell."""
    lines = {each: {each.cell(k) for k in range(puzzle.length(each))}
             for each in (place, *step.others)}  # fmt: skip
    counted = Counter(cell for cells in lines.values() for cell in cells)
    for cell, symbol in step.effects:
        if cell not in lines[place]:
            return f"{cell} is not in {place}"
        shared = [each for each, number in counted.items()
                  if number > 1 and each != cell and each not in known]  # fmt: skip
        if _only_counted(puzzle, lines):
            if any(_can_count(puzzle, {**known, cell: other}, lines)
                   for other in puzzle.symbols.replace(symbol, "")):  # fmt: skip
                return f"{cell} could also be another symbol"
            continue
        if len(shared) > MOST_SHARED:
            return f"{' and '.join(map(str, lines))} share too many cells to be sure"
        for other in puzzle.symbols.replace(symbol, ""):
            for tried in product(puzzle.symbols, repeat=len(shared)):
                trial = {**known, cell: other, **dict(zip(shared, tried, strict=True))}
                if not any(_spoilt(puzzle, trial, line) for line in lines):
                    return f"{cell} could also be {other}"
    return None


def _only_counted(puzzle: Puzzle, lines: Collection[Place]) -> bool:
    """Whether these are two lines of which only the number of ones matters."""
    return len(lines) == 2 and all(type(puzzle.rule(place)) is Ones for place in lines)


def _can_count(puzzle: Puzzle, known: Known, lines: Mapping[Place, set[Cell]]) -> bool:
    """Whether two such lines can both have their ones; their common cells count in both."""
    (one, its_cells), (other, other_cells) = lines.items()
    common = sum(cell not in known for cell in its_cells & other_cells)
    bounds = []
    for place, cells, others in ((one, its_cells, other_cells), (other, other_cells, its_cells)):
        rule = puzzle.rule(place)
        assert isinstance(rule, Ones)
        missing = rule.number - sum(known.get(cell) == "1" for cell in cells)
        alone = sum(cell not in known for cell in cells - others)
        bounds.append((missing - alone, missing))  # the fewest and the most in common cells
    low = max(0, *(least for least, _ in bounds))
    return low <= min(common, *(most for _, most in bounds))


def _only_way(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    """Whether an engine finds the effects, and nothing else: for a tree that is not listed."""
    grid = Grid.blank(puzzle.height, puzzle.width).fill(dict(known))
    answer = solve(puzzle.with_givens(grid))
    if answer.solution is None or answer.status is not Status.UNIQUE:
        return "an engine does not find that nothing else is possible"
    wrong = (cell for cell, symbol in step.effects if answer.solution[cell] != symbol)
    return next((f"{cell} is something else" for cell in wrong), None)


def _excludes(puzzle: Puzzle, known: Known, step: Step, place: Place) -> str | None:
    """Whether a line leaves no way for what is excluded, and none but one for what is decided."""
    along = [place.cell(k) for k in range(puzzle.length(place))]
    cells = [known.get(cell, puzzle.symbols) for cell in along]
    for cell, symbol in step.barred:
        if cell not in along:
            return f"{cell} is not in {place}"
        cells[along.index(cell)] = cells[along.index(cell)].replace(symbol, "")
    others = [(cell, other) for cell, symbol in step.effects
              for other in puzzle.symbols.replace(symbol, "")]  # fmt: skip
    for cell, symbol in (*step.excludes, *others):
        if cell not in along:
            return f"{cell} is not in {place}"
        k = along.index(cell)
        trial = [*cells[:k], symbol if symbol in cells[k] else "", *cells[k + 1 :]]
        if all(trial) and ways(puzzle.rule(place), trial, puzzle.symbols):
            return f"{cell} could also be {symbol}"
    return None


def _is(full: Line, line: Line) -> bool:
    return all(theirs in (UNKNOWN, mine) for mine, theirs in zip(full, line, strict=True))


@lru_cache(maxsize=1 << 12)
def _ways(rule: LineRule, line: Line, symbols: str) -> int:
    """The number of completions of a line, by the rule's own automaton."""
    return ways(rule, line, symbols)


def _spoilt(puzzle: Puzzle, known: Known, place: Place) -> bool:
    """Whether a line cannot be completed."""
    return not _ways(puzzle.rule(place), _line(puzzle, known, place), puzzle.symbols)


def _dead_end(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    """Every symbol but one is supposed, and breaks a rule."""
    left = set(puzzle.symbols)
    for chain in step.chains:
        left.discard(chain.assumed[1])
    cell = step.chains[0].assumed[0]
    if len(left) != 1 or step.effects != ((cell, *left),):
        return "a dead end decides what was not supposed"
    for chain in step.chains:
        if chain.assumed[0] != cell:
            return "a dead end is about one cell"
        wrong = _refuted(puzzle, known, chain)
        if wrong is not None:
            return wrong
    return None


def _refuted(puzzle: Puzzle, known: Known, chain: Chain) -> str | None:
    """Whether a chain ends with a broken rule, or with cases of which each does."""
    wrong, after = _chain(puzzle, known, chain)
    if wrong is not None:
        return wrong
    if not chain.cases:
        return _broken(puzzle, after, chain.broken) if chain.broken else "no rule is broken"
    cell = chain.cases[0].assumed[0]
    if chain.broken or cell in after or any(case.assumed[0] != cell for case in chain.cases):
        return "cases are about one cell that is not known"
    if sorted(case.assumed[1] for case in chain.cases) != sorted(puzzle.symbols):
        return f"not all cases of {cell} are listed"
    return next(filter(None, (_refuted(puzzle, after, case) for case in chain.cases)), None)


def _supposed_in_vain(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    """What is excluded is what was supposed, and breaks a rule."""
    if step.effects or sorted(step.excludes) != sorted(chain.assumed for chain in step.chains):
        return "what is excluded is not what was supposed"
    return next(filter(None, (_refuted(puzzle, known, chain) for chain in step.chains)), None)


def _either_way(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    """Every symbol is supposed, and leads to the same or breaks a rule."""
    if len({chain.assumed[0] for chain in step.chains}) != 1:
        return "all values of one cell must be supposed"
    for chain in step.chains:
        if chain.cases or chain.broken:
            wrong = _refuted(puzzle, known, chain)
            after = dict(step.effects)
        else:
            wrong, after = _chain(puzzle, known, chain)
        if wrong is not None:
            return wrong
        for cell, symbol in step.effects:
            if after.get(cell) != symbol:
                return f"{cell} does not become {symbol} either way"
    return None


def _chain(puzzle: Puzzle, known: Known, chain: Chain) -> tuple[str | None, dict[Cell, str]]:
    """Replay the inner steps; what is known at the end."""
    cell, symbol = chain.assumed
    after = {**known, cell: symbol}
    for step in chain.steps:
        if step.excludes or step.barred:
            return "nothing is excluded inside a chain", after
        missing = next((premise for premise in step.premises if premise not in after), None)
        if missing is not None:
            return f"{missing} is not known inside the chain", after
        looked = {premise: after[premise] for premise in step.premises}
        if any(where in after for where, _ in step.effects) and step.chains:
            return f"{step.effects[0][0]} is known already inside the chain", after
        wrong = (_dead_end if step.chains else _follows)(puzzle, looked, step)
        if wrong is not None:
            return f"inside the chain, {step.technique} in {step.place}: {wrong}", after
        for where, value in step.effects:
            after.setdefault(where, value)
    return None, after


def _broken(puzzle: Puzzle, known: Known, broken: Broken) -> str | None:
    """Whether the cells named do break the rule."""
    named = {cell: known[cell] for cell in broken.cells if cell in known}
    if len(named) != len(set(broken.cells)):
        return "a cell of the broken rule is not known"
    if not broken.places:
        return "no line is said to be broken"
    lines = [_line(puzzle, named, place) for place in broken.places]
    if broken.rule == "distinct":
        alike = len(lines) == 2 and lines[0] == lines[1] and UNKNOWN not in lines[0]
        same_axis = len({place.axis for place in broken.places}) == 1
        if alike and same_axis and puzzle.distinct and len(set(broken.places)) == 2:
            return None
        return "the lines are not equal"
    if len(lines) != 1 or not _spoilt(puzzle, named, broken.places[0]):
        return f"{broken.places[0]} can be completed"
    return None


def _line(puzzle: Puzzle, known: Known, place: Place) -> Line:
    cells = (place.cell(k) for k in range(puzzle.length(place)))
    return "".join(known.get(cell, UNKNOWN) for cell in cells)
