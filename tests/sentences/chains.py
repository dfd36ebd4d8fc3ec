"""Sentences that suppose something: every link followed to the rule that breaks."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from nonairo import Cell, Grid, Place, Puzzle
from nonairo.automata import ways
from nonairo.rules import balance_of, signs_along
from sentences.reading import (
    CELL,
    CELLS,
    NUMBER,
    PLACE,
    PLACES,
    RESULT,
    SYMBOL,
    VALUE,
    cells_in,
    in_symbols,
    not_forced,
    places_in,
    result_of,
)
from sentences.reading import number as number_of


class Untrue(Exception):
    """What is not so."""


class Line(NamedTuple):
    """A line of a text, and the lines below it that are indented further."""

    text: str
    below: list[Line]


class Followed(NamedTuple):
    """Where a supposition leads."""

    cell: Cell
    symbol: str
    state: Grid | None  # None: a rule breaks, in the end in every case
    ends: int  # places where a rule breaks
    links: int  # steps before that


def untrue_chain(puzzle: Puzzle, grid: Grid, text: str) -> str | None:
    """What is untrue about a sentence that supposes something, read from its text alone."""
    head, *below = in_symbols(puzzle, text).split("\n")
    unseen = re.fullmatch(rf"  ({CELLS}) need not be known for that", below[-1]) if below else None
    if unseen:
        grid = forget(grid, cells_in(unseen[1]))
        below.pop()
    tree = re.fullmatch(r"of ([\d,]+) cases all but one break a rule, so (.*)", head)
    if tree:
        return untrue_tree(puzzle, grid, int(tree[1].replace(",", "")), tree[2], below)
    match = re.fullmatch(rf"(.*), so ({RESULT})", head)
    if not match:
        return "the end is not understood"
    decided = result_of(match[2])
    if any(grid[cell] != "." for cell in decided):
        return "what is decided is known already"
    try:
        told = follow_all(puzzle, grid, match[1], below)
        return wrong_end(puzzle, match[1], decided, told)
    except Untrue as wrong:
        return str(wrong)


def untrue_tree(
    puzzle: Puzzle, grid: Grid, cases: int, counts: str, below: list[str]
) -> str | None:
    """What is untrue about a sentence that decides all cells that are left."""
    try:
        told = follow_all(puzzle, grid, "", below)
    except Untrue as wrong:
        return str(wrong)
    alive = [each.state for each in told if each.state is not None]
    if sorted(each.symbol for each in told) != sorted(puzzle.symbols) or len(alive) != 1:
        return "not every value is supposed, or several lead on"
    if sum(each.ends for each in told) != cases - 1:
        return "the number of cases is wrong"
    decided = "".join(alive[0][cell] for cell in grid.unknown())
    said = re.findall(rf"({NUMBER}) cells? (?:is|are) ({VALUE})", counts)
    found = {value: number_of(number) for number, value in said}
    if sum(found.values()) != len(decided) or "." in decided:
        return "the number of cells is wrong"
    counted = {result_of(f"r1c1 is {value}")[Cell(0, 0)]: n for value, n in found.items()}
    return None if all(decided.count(s) == n for s, n in counted.items()) else "wrong numbers"


def follow_all(puzzle: Puzzle, grid: Grid, reason: str, below: list[str]) -> list[Followed]:
    """Every supposition of a text, followed to its end."""
    lines = nested([line.removeprefix("  ") for line in below])
    if not lines:  # a rule breaks at once
        found = []
        for cell, symbol, end in supposed(reason):
            if not breaks(puzzle, grid.fill({cell: symbol}), end):
                raise Untrue(f"not so: {end}")
            found.append(Followed(cell, symbol, None, 1, 0))
        if not found:
            raise Untrue("nothing is supposed")
        return found
    if lines[0].text.startswith("suppose "):
        first, *rest = lines
        if first.below:
            raise Untrue("what follows is indented")
        return [follow(puzzle, grid, first.text, rest, "")]
    told = []
    for k, (text, inside) in enumerate(lines, 1):
        told.append(follow(puzzle, grid, labelled(text, str(k)), inside, str(k)))
    return told


def supposed(reason: str) -> list[tuple[Cell, str, str]]:
    """What a first line supposes of a cell, and how each of it ends."""
    found = []
    name = ""
    for part in reason.split("; "):
        match = re.fullmatch(rf"if ({CELL}|it) were ({VALUE}), (.*)", part)
        if not match or (match[1] == "it") != bool(name):
            return []
        name = name or match[1]
        ((cell, symbol),) = result_of(f"{name} is {match[2]}").items()
        found.append((cell, symbol, match[3]))
    return found


def wrong_end(
    puzzle: Puzzle, reason: str, decided: dict[Cell, str], told: list[Followed]
) -> str | None:
    """What the first line says that the lines below it do not."""
    cell = told[0].cell
    same = re.fullmatch(r"(both|all) values of (r\d+c\d+) lead to the same", reason)
    symbols = sorted(each.symbol for each in told)
    if any(each.cell != cell for each in told):
        return "several cells are supposed"
    if same:
        for each in told:
            if each.state is not None and {c: each.state[c] for c in decided} != decided:
                return "the chain does not lead there"
        alive = any(each.state is not None for each in told)
        every = symbols == sorted(puzzle.symbols) and cells_in(same[2]) == [cell]
        return None if alive and every else "not every value is supposed"
    if any(each.state is not None for each in told):
        return "no rule is broken"
    ends = supposed(reason)
    for each, (at, symbol, end) in zip(told, ends, strict=bool(ends)):
        if (at, symbol) != (each.cell, each.symbol):
            return "something else is supposed"
        cases = re.fullmatch(rf"(?:(both)|all ({NUMBER})) cases would break a rule", end)
        steps = re.match(rf"after ({NUMBER}) steps? ", end)
        if each.ends > 1:
            if not cases or (2 if cases[1] else number_of(cases[2])) != each.ends:
                return "the number of cases is wrong"
        elif (number_of(steps[1]) if steps else 0) != each.links:
            return "the number of steps is wrong"
    tried = re.match(
        rf"if {cell} were ({VALUE}(?:(?:, | or ){VALUE})*), a rule would break$", reason
    )
    values = re.split(", | or ", tried[1]) if tried else [symbol for _, symbol, _ in ends]
    if sorted(SYMBOL.get(value, value) for value in values) != symbols:
        return "something else is supposed"
    left = set(puzzle.symbols) - set(symbols)
    return None if decided == dict.fromkeys([cell], *left) else "something else is decided"


def nested(lines: list[str]) -> list[Line]:
    """Lines with those below them that are indented further."""
    found: list[Line] = []
    for text in lines:
        if text.startswith("  "):
            found[-1].below.append(Line(text.removeprefix("  "), []))
        else:
            found.append(Line(text, []))
    return [Line(text, nested([each.text for each in below])) for text, below in found]


def forget(grid: Grid, cells: list[Cell]) -> Grid:
    """A grid without what is known of some cells."""
    gone = {cell.row * grid.width + cell.col for cell in cells}
    text = "".join("." if k in gone else symbol for k, symbol in enumerate(grid.cells))
    return Grid(grid.height, grid.width, text)


def labelled(text: str, number: str, what: str = "") -> str:
    """What stands behind the number of a supposition, which must be this one."""
    label = f"{what}{number}: "
    if not text.startswith(label):
        raise Untrue(f"expected number {number}: {text}")
    return text.removeprefix(label)


def follow(puzzle: Puzzle, grid: Grid, suppose: str, lines: list[Line], number: str) -> Followed:
    """One supposition and what follows from it, line by line."""
    ((cell, symbol),) = result_of(suppose.removeprefix("suppose ")).items()
    if grid[cell] != "." or not suppose.startswith("suppose "):
        raise Untrue(f"{cell} is known and cannot be supposed")
    state = grid.fill({cell: symbol})
    dot, below, ends, links = f"{number}." if number else "", 0, 0, 0
    split: Cell | None = None
    seen: list[str] = []
    for at, (text, inside) in enumerate(lines):
        then = re.fullmatch(rf"({RESULT}) \((.*)\)", text)
        if text.startswith("case "):
            below += 1
            own = f"{dot}{below}"
            case = follow(puzzle, state, labelled(text, own, "case "), inside, own)
            if case.state is not None or case.cell != split:
                raise Untrue(f"case {own} does not fail")
            seen.append(case.symbol)
            ends += case.ends
        elif then is None:
            fails = re.fullmatch(r"(both|all) values of (r\d+c\d+) fail", text)
            if not fails:
                if at < len(lines) - 1 or not breaks(puzzle, state, text):
                    raise Untrue(f"not so: {text}")
                return Followed(cell, symbol, None, ends + 1, links)
            (split,) = cells_in(fails[2])
        else:
            effects = result_of(then[1])
            if inside:
                inner = []
                for each in inside:
                    below += 1
                    own = f"{dot}{below}"
                    inner.append(follow(puzzle, state, labelled(each.text, own), each.below, own))
                check_dead_end(puzzle, effects, inner)
                ends += sum(each.ends for each in inner)
            else:
                check_link(puzzle, state, effects, then[2])
            links += 1
            state = state.fill(effects)
    if split is not None:
        if sorted(seen) != sorted(puzzle.symbols):
            raise Untrue(f"not all cases of {split} are there")
        return Followed(cell, symbol, None, ends, links)
    return Followed(cell, symbol, state, ends, links)


def check_link(puzzle: Puzzle, state: Grid, effects: dict[Cell, str], why: str) -> None:
    """A step of a line inside a chain: what it decides is forced."""
    match = re.fullmatch(rf"[\w -]+ in ({PLACE})(?: with ({PLACES}))?", why)
    if match is None:
        raise Untrue(f"not understood: {why}")
    wrong = not_forced(
        puzzle, state, effects, places_in(match[1], puzzle)[0], places_in(match[2] or "", puzzle)
    )
    if wrong:
        raise Untrue(wrong)


def check_dead_end(puzzle: Puzzle, effects: dict[Cell, str], inner: list[Followed]) -> None:
    """A dead end inside a chain: everything else breaks a rule."""
    ((cell, kept),) = effects.items()
    if any(each.cell != cell or each.state is not None for each in inner):
        raise Untrue(f"{cell} is not refuted")
    if sorted([*(each.symbol for each in inner), kept]) != sorted(puzzle.symbols):
        raise Untrue(f"{cell} could be something else")


def breaks(puzzle: Puzzle, grid: Grid, told: str) -> bool:
    """Whether a rule is broken as it is said to be."""
    told = re.sub(rf"^after {NUMBER} steps? ", "", told)
    places = places_in(told, puzzle)
    cells = cells_in(told)
    symbols = {grid[cell] for cell in cells}
    if match := re.fullmatch(rf"({CELLS}) would be ({NUMBER}) (\w)s in a row", told):
        lines = [sorted(c.col for c in cells), sorted(c.row for c in cells)]
        straight = any(at == list(range(at[0], at[0] + len(cells))) for at in lines)
        straight = straight and any(len(set(at)) == 1 for at in lines)
        alike = symbols == {match[3]}
        return alike and straight and number_of(match[2]) == len(cells) > 2
    if match := re.fullmatch(rf"{PLACE} would have ({NUMBER}) (\w)s, one too many", told):
        rule, line = puzzle.rule(places[0]), grid.line(places[0])
        balance = balance_of(rule)
        counts = (balance.zeros, balance.ones) if balance else rule.counts  # type: ignore
        quota = counts[int(match[2])]
        return line.count(match[2]) > quota and number_of(match[1]) == quota + 1
    if (why := why_breaks(puzzle, grid, told)) is not None:
        return why
    if match := re.fullmatch(
        rf"{CELLS} would (differ|be equal), but ([=x]) stands between them", told
    ):
        (one, other), (first, second) = cells, (grid[cell] for cell in cells)
        place = Place("row", one.row) if one.row == other.row else Place("column", one.col)
        at = one.col if one.row == other.row else one.row
        neighbours = place.cell(at + 1) == other and "." not in (first, second)
        sign = signs_along(puzzle.rule(place))[at]
        said = ("differ", "=") if first != second else ("be equal", "x")
        return neighbours and sign == said[1] and match.groups() == said
    if re.fullmatch(rf"{PLACES} would be equal", told) and len(places) == 2:
        first, second = (grid.line(place) for place in places)
        return first == second and "." not in first and puzzle.distinct
    if re.fullmatch(rf"the clue of {PLACE} could not be met|{PLACE} could not be completed", told):
        (place,) = places
        return not ways(puzzle.rule(place), grid.line(place), puzzle.symbols)
    return False


def why_breaks(puzzle: Puzzle, grid: Grid, told: str) -> bool | None:
    """Whether a line is spoilt for the reason in the text; None if that is no such reason."""
    if match := re.fullmatch(rf"({PLACE}) would have its ({NUMBER}) (\d)s?, and (.*)", told):
        (place,), number, own = places_in(match[1], puzzle), number_of(match[2]), match[3]
        balance, line = balance_of(puzzle.rule(place)), grid.line(place)
        assert balance is not None
        full = (balance.zeros, balance.ones)[int(own)] == line.count(own) == number
        return full and breaks(puzzle, rest_is(grid, place, str(1 - int(own))), match[4])
    if match := re.fullmatch(rf"({PLACE}) would have only (\d)s left, and (.*)", told):
        (place,) = places_in(match[1], puzzle)
        line, counts = grid.line(place), puzzle.rule(place).counts  # type: ignore[attr-defined]
        due = [s for s in puzzle.symbols if line.count(s) < counts[int(s)]]
        return due == [match[2]] and breaks(puzzle, rest_is(grid, place, match[2]), match[3])
    for pattern, check in WHY.items():
        if match := re.fullmatch(pattern, told):
            (place,) = places_in(match["P"], puzzle)
            line = grid.line(place)
            spoilt = not ways(puzzle.rule(place), line, puzzle.symbols)
            return spoilt and check(puzzle, place, line, match)
    return None


def rest_is(grid: Grid, place: Place, symbol: str) -> Grid:
    return grid.fill({cell: symbol for cell in grid.along(place) if grid[cell] == "."})


def more_needed(puzzle: Puzzle, place: Place, line: str, match: re.Match[str]) -> bool:
    """Whether no filling without three in a row, or against a sign, has fewer of a symbol."""
    balance, own = balance_of(puzzle.rule(place)), match["O"]
    assert balance is not None
    left = (balance.zeros, balance.ones)[int(own)] - line.count(own)
    signs = signs_along(puzzle.rule(place)) or "." * (len(line) - 1)
    needs, said = fewest("", line, own, signs) - line.count(own), number_of(match["N"])
    return number_of(match["M"]) == left < said <= needs


@cache
def fewest(before: str, line: str, own: str, signs: str) -> int:
    """The fewest of a symbol in all ways to fill the rest of a line; 99 if there are none."""
    if not line:
        return 0
    found = [99]
    for cell in "01" if line[0] == "." else line[0]:
        text = (before + cell)[-3:]
        sign = signs[0] if before else "."
        kept = sign == "." or (text[-2] == cell) == (sign == "=")
        if kept and text not in ("000", "111"):
            rest = signs[1:] if before else signs
            found.append((cell == own) + fewest(text[-2:], line[1:], own, rest))
    return min(found)


def total_made(puzzle: Puzzle, place: Place, line: str, match: re.Match[str]) -> bool:
    total = puzzle.rule(place).total  # type: ignore[attr-defined]
    made = sum(k for k, cell in enumerate(line, 1) if cell == "1")
    most = sum(k for k, cell in enumerate(line, 1) if cell != "0")
    if match["how"] == "not":
        return bool(int(match["T"]) == total)
    said = made if match["how"] == "more" else most
    return (int(match["N"]), int(match["T"])) == (said, total)


def cells_counted(puzzle: Puzzle, place: Place, line: str, match: re.Match[str]) -> bool:
    number = puzzle.rule(place).number  # type: ignore[attr-defined]
    said = line.count("1") if match["how"] == "more" else len(line) - line.count("0")
    return number_of(match["N"]) == said and int(match["T"]) == number


def too_long(puzzle: Puzzle, place: Place, line: str, match: re.Match[str]) -> bool:
    cells = cells_in(match["C"])
    clue: tuple[int, ...] = puzzle.rule(place).clue  # type: ignore[attr-defined]
    along = [place.cell(k) for k in range(len(line))]
    filled = all(line[along.index(cell)] == "1" for cell in cells)
    return filled and len(cells) > int(max(clue))


WHY: dict[str, Callable[[Puzzle, Place, str, re.Match[str]], bool]] = {
    rf"(?P<P>{PLACE}) would need (?P<N>{NUMBER}) more (?P<O>\d)s?,"
    rf" and only (?P<M>{NUMBER}) (?:is|are) left": more_needed,
    rf"(?P<P>{PLACE}) would make (?P<N>\d+), (?P<how>more) than (?P<T>\d+)": total_made,
    rf"(?P<P>{PLACE}) would make at most (?P<N>\d+), (?P<how>less) than (?P<T>\d+)": total_made,
    rf"(?P<P>{PLACE}) could (?P<how>not) make (?P<T>\d+)": total_made,
    rf"(?P<P>{PLACE}) would have (?P<N>{NUMBER}) filled cells?,"
    r" (?P<how>more) than (?P<T>\d+)": cells_counted,
    rf"(?P<P>{PLACE}) would have at most (?P<N>{NUMBER}) filled cells?,"
    r" (?P<how>less) than (?P<T>\d+)": cells_counted,
    rf"(?P<C>{CELLS}) would be filled, and no block of (?P<P>{PLACE}) is that long": too_long,
}
