"""Is a step's reason as small as can be? Cells are taken away one at a time.

Of a named technique the sentence is read again (`sentences`), against a grid that holds nothing
but what the step looks at: it must be true there, and no longer true when any one cell is unknown.
Of one that lists all ways, and of a chain, the checker must refuse what is left, or must not. Of a
chain it must not follow in meaning, either: a SAT solver is asked, with the lines named alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product

from nonairo import Cell, Grid, Place, Puzzle
from nonairo.bench.subsets import selected
from nonairo.clauses import cell_literals
from nonairo.rules import ColouredClue, Ones, Runs, balance_of, signs_along
from nonairo.techniques import TECHNIQUES
from nonairo.techniques.base import Chain, Reason, Step
from nonairo.techniques.shared.checker import fault
from sentences import patterns, starts, untrue
from sentences.reading import coloured_blocks

IN_MEANING = {name for name, rung in TECHNIQUES.items() if rung.reason is Reason.MEANING}
IN_MEANING |= {"colour_cross"}
Known = dict[Cell, str]


def needless(puzzle: Puzzle, grid: Grid, step: Step) -> str | None:
    """What could be left out of a step; None if nothing could."""
    if fault(puzzle, grid, step, step.barred) is not None:
        return "the step does not hold"
    if step.chains:
        return needless_in_chains(puzzle, grid, step)
    return needless_in_line(puzzle, {cell: grid[cell] for cell in step.premises}, step)


def needless_in_line(puzzle: Puzzle, known: Known, step: Step) -> str | None:
    if len(known) != len(step.premises):
        return "a premise twice"
    if not holds(puzzle, known, step):
        return "the premises are not enough"
    if is_new(step.technique):
        return None
    whole = [{place.cell(k) for k in range(puzzle.length(place))} for place in step.others
             if step.place is not None and place.axis == step.place.axis]  # fmt: skip
    single = [{cell} for cell in known if not any(cell in line for line in whole)]
    for gone in (*single, *whole):
        fewer = {cell: symbol for cell, symbol in known.items() if cell not in gone}
        others = tuple(
            place
            for place, line in zip(step.others, whole, strict=False)
            if line != gone
        ) if gone in whole else step.others  # fmt: skip
        if holds(puzzle, fewer, replace(step, premises=tuple(fewer), others=others)):
            return f"{sorted(gone)} is not needed"
    for told in step.barred:
        less = tuple(each for each in step.barred if each != told)
        if holds(puzzle, known, replace(step, barred=less)):
            return f"that {told[0]} is not {told[1]} is not needed"
    return None


def is_new(technique: str) -> bool:
    """Whether nobody reads its sentence yet, as another test says: its premises are just enough."""
    return technique not in IN_MEANING and technique not in patterns()


def holds(puzzle: Puzzle, known: Known, step: Step) -> bool:
    """Whether a step holds where nothing else is known, by its own inference or in meaning."""
    grid = Grid.blank(puzzle.height, puzzle.width).fill(known)
    if step.technique in IN_MEANING or is_new(step.technique):
        return fault(puzzle, grid, step, step.barred) is None
    assert step.place is not None
    line, rule = grid.line(step.place), puzzle.rule(step.place)
    along = {step.place.cell(k): k for k in range(len(line))}
    effects = {along[cell]: symbol for cell, symbol in step.effects}
    if step.technique == "rest_filled":  # all cells that are not empty are needed
        return len(line) - line.count("0") == sum(length for length, _ in coloured_blocks(rule))
    if step.technique == "rest_needed":
        assert isinstance(rule, Ones)
        return len(line) - line.count("0") == rule.number
    if step.technique in ("gap_quota", "sign_quota"):
        balance = balance_of(rule)
        assert balance is not None
        symbol = str(step.numbers["counted"])
        left = (balance.zeros, balance.ones)[int(symbol)] - line.count(symbol)
        signs = signs_along(rule) if step.technique == "sign_quota" else ""
        return gaps_hold(line, left, symbol, effects, signs or "." * (len(line) - 1))
    if step.technique in RANGES:
        roles = [step.roles[role] for role in ("group", "stretch", "room") if role in step.roles]
        group = [along[cell] for cell in roles[0]] if roles else []
        return RANGES[step.technique](line, coloured_blocks(rule), list(effects), group)
    if step.technique == "force":
        assert isinstance(rule, Runs)
        named = {along[cell] for cell in step.roles["room"]}
        found = [room for room in rooms(line) if not named.isdisjoint(room)]
        return named.union(*found) == named and shared_out(line, rule.clue, effects)
    return untrue(puzzle, grid, step.technique, step.text) is None


def owners(line: str, clue: ColouredClue, cells: list[int]) -> list[int]:
    """The blocks whose range covers cells that they are long enough for, of their colour."""
    begin, end = min(cells), max(cells) + 1
    inks = {line[k] for k in cells} - {"."}
    return [
        i
        for i, ((n, ink), at) in enumerate(zip(clue, starts(line, clue), strict=True))
        if min(at) <= begin and end <= max(at) + n and n >= end - begin and inks <= {ink}
    ]


def closes(line: str, clue: ColouredClue, where: list[int], group: list[int]) -> bool:
    """Whether a group is as long as every block it can be, and these cannot touch the next."""
    ink, ends = line[group[0]], {group[0] - 1, group[-1] + 1}
    filled = {k for k, cell in enumerate(line) if cell == ink}
    alone = ink not in "0." and filled >= {*group} and not filled & ends and ends >= {*where}
    mine = owners(line, clue, group)
    beside = {i + (1 if k > group[0] else -1) for i in mine for k in where}
    return (
        alone
        and {clue[i][0] for i in mine} == {len(group)}
        and all(clue[i][1] == ink for i in beside if 0 <= i < len(clue))
    )


def grows(line: str, clue: ColouredClue, where: list[int], group: list[int]) -> bool:
    """Whether a group fills cells, however its shortest block lies between the walls."""
    ink = line[group[0]]
    least = min((clue[i][0] for i in owners(line, clue, group)), default=0)
    room = next((span for span in rooms(line, ink) if group[0] in span), range(1))
    first, last = room[-1] + 1 - least, room[0] + least - 1
    edges = {group[0] - 1, group[-1] + 1}
    alone = all(line[k] == ink for k in group) and not any(line[k : k + 1] == ink for k in edges)
    return alone and all(k <= last if k > group[-1] else k >= first for k in where)


def splits(line: str, clue: ColouredClue, where: list[int], group: list[int]) -> bool:
    """Whether no block covers two groups, and none of another colour can lie between them."""
    ink, (gap,) = line[group[0]], where
    filled = [k for k in group if line[k] == ink]
    if sorted(filled + where) != group or owners(line, clue, group):
        return False
    before = owners(line, clue, [k for k in group if k < gap])
    after = owners(line, clue, [k for k in group if k > gap])
    return all(clue[i][1] == ink for i in range(min(before), max(after) + 1))


def too_small(line: str, clue: ColouredClue, where: list[int], room: list[int]) -> bool:
    """Whether no block finds place in a room inside its own range."""
    inside = any(
        max(room[0], min(at)) + n <= min(room[-1] + 1, max(at) + n)
        for (n, _), at in zip(clue, starts(line, clue), strict=True)
    )
    return {*where} <= {*room} and room in map(list, rooms(line)) and not inside


def rooms(line: str, ink: str = "1") -> list[range]:
    """The stretches between walls, which are all that a block of this colour cannot cover."""
    return [range(*room.span()) for room in re.finditer(f"[{ink}.]+", line)]


def shared_out(line: str, clue: tuple[int, ...], effects: dict[int, str]) -> bool:
    """Whether rooms with the same blocks in every way to share them out decide these cells.

    A room takes blocks that are not too long for it, and that fill as many cells as it has.
    """
    spaces = rooms(line)

    @cache
    def shares(room: int, first: int) -> frozenset[tuple[int, ...]]:
        """How many blocks are placed before each further room, in all ways."""
        if room == len(spaces):
            return frozenset([(first,)] if first == len(clue) else [])
        found: set[tuple[int, ...]] = set()
        text = "".join(line[k] for k in spaces[room])
        for last in range(first, len(clue) + 1):
            mine = clue[first:last]
            if sum(mine) + max(len(mine) - 1, 0) > len(text):
                break
            if sum(mine) >= text.count("1"):
                found |= {(first, *rest) for rest in shares(room + 1, last)}
        return frozenset(found)

    decided: dict[int, str] = {}
    ways = shares(0, 0)
    for number, room in enumerate(spaces):
        here = {way[number : number + 2] for way in ways}
        if len(here) != 1:
            continue
        ((first, last),) = here
        mine = clue[first:last]
        slack = len(room) - sum(mine) - max(len(mine) - 1, 0)
        decided |= dict.fromkeys(room if not mine else (), "0")
        begin = room[0]
        for length in mine:
            decided |= dict.fromkeys(range(begin + slack, begin + length), "1")
            begin += length + 1
    return effects.items() <= decided.items()


RANGES: dict[str, Callable[[str, ColouredClue, list[int], list[int]], bool]] = {
    "reach": lambda line, clue, where, _: not any(owners(line, clue, [k]) for k in where),
    "punctuate": closes,
    "grow": grows,
    "split": splits,
    "no_fit": too_small,
    "cap": lambda line, clue, where, group: (
        closes(line, clue, where, group) and len(owners(line, clue, group)) == 1
    ),
}


def gaps_hold(line: str, left: int, symbol: str, effects: dict[int, str], signs: str) -> bool:
    """Whether the gaps need all that is left of a symbol, and so all of them agree on cells."""
    fewest, agreed = 0, dict[int, str]()
    for gap in re.finditer(r"\.+", line):
        begin, end = gap.span()
        before = line[max(begin - 2, 0) : begin].rpartition(".")[2]
        after = line[end : end + 2].partition(".")[0]
        fillings = [
            text
            for text in map("".join, product("01", repeat=end - begin))
            if not re.search("000|111", before + text + after)
            and obeyed(before + text + after, signs[begin - len(before) :])
        ]
        if not fillings:
            return False
        least = min(text.count(symbol) for text in fillings)
        best = [text for text in fillings if text.count(symbol) == least]
        fewest += least
        for k, values in enumerate(zip(*best, strict=True), begin):
            if len(set(values)) == 1:
                agreed[k] = values[0]
    return left == fewest and effects.items() <= agreed.items()


def obeyed(text: str, signs: str) -> bool:
    """Whether cells in a row keep the signs between them."""
    pairs = zip(text, text[1:], signs, strict=False)
    return all(sign == "." or (one == other) == (sign == "=") for one, other, sign in pairs)


def needless_in_chains(puzzle: Puzzle, grid: Grid, step: Step) -> str | None:
    for k, cell in enumerate(step.premises):
        fewer = step.premises[:k] + step.premises[k + 1 :]
        if fault(puzzle, grid, replace(step, premises=fewer)) is None:
            return f"the premise {cell} is not needed"
    for number, chain in enumerate(step.chains):
        for shorter in with_a_link_less(chain):
            chains = (*step.chains[:number], shorter, *step.chains[number + 1 :])
            if fault(puzzle, grid, replace(step, chains=chains)) is None:
                return f"a link of the chain from {chain.assumed[0]} is not needed"
        known = {cell: grid[cell] for cell in step.premises}
        wrong = needless_inside(puzzle, known, chain)
        if wrong is not None:
            return wrong
    return None


def with_a_link_less(chain: Chain) -> Iterator[Chain]:
    """A chain without one of its steps, at every depth."""
    for k in range(len(chain.steps)):
        yield replace(chain, steps=chain.steps[:k] + chain.steps[k + 1 :])
    for k, case in enumerate(chain.cases):
        for shorter in with_a_link_less(case):
            yield replace(chain, cases=(*chain.cases[:k], shorter, *chain.cases[k + 1 :]))


def needless_inside(puzzle: Puzzle, before: Known, chain: Chain) -> str | None:
    """What could be left out of a step inside a chain."""
    known = before | dict([chain.assumed])
    for inner in chain.steps:
        if inner.chains:
            here = Grid.blank(puzzle.height, puzzle.width).fill(known)
            wrong = needless_in_chains(puzzle, here, inner)
        else:
            seen = {cell: known[cell] for cell in inner.premises}
            wrong = needless_in_line(puzzle, seen, inner)
        if wrong is not None:
            return f"{wrong}, inside the chain from {chain.assumed[0]}: {inner}"
        known |= dict(inner.effects)
    for case in chain.cases:
        wrong = needless_inside(puzzle, known, case)
        if wrong is not None:
            return wrong
    return None


def lines_named(chains: tuple[Chain, ...]) -> set[Place]:
    """The lines whose rules a chain uses."""
    named: set[Place] = set()
    for chain in chains:
        named |= set(chain.broken.places if chain.broken else ())
        for step in chain.steps:
            named |= {*step.others, *([step.place] if step.place else [])}
            named |= lines_named(step.chains)
        named |= lines_named(chain.cases)
    return named


class Meaning:
    """A puzzle as clauses of which each holds only where the lines that it is about are named."""

    def __init__(self, puzzle: Puzzle) -> None:
        from pysat.solvers import Glucose4

        self.puzzle = puzzle
        self.selectors, clauses = selected(puzzle)
        self.solver = Glucose4(bootstrap_with=clauses)
        self.cells = cell_literals(puzzle)

    def says(self, cell: Cell, symbol: str) -> int:
        """The literal that a cell is this symbol."""
        return self.cells[cell.row * self.puzzle.width + cell.col][int(symbol)]

    def follows(self, known: Known, lines: Iterable[Place], step: Step) -> bool:
        """Whether the rules of these lines, with nothing else known, leave no other effect."""
        given = [self.says(*each) for each in known.items()]
        given += [self.selectors[place] for place in lines]
        return all(
            self.solver.solve(assumptions=[*given, -self.says(*effect)]) is False
            for effect in step.effects
        )

    def needless(self, grid: Grid, step: Step) -> list[Cell]:
        """The premises of a chain without which the lines that it names still leave no other."""
        named = lines_named(step.chains)
        known = {cell: grid[cell] for cell in step.premises}
        assert self.follows(known, named, step), f"it does not follow: {step}"
        return [
            gone
            for gone in known
            if self.follows({k: v for k, v in known.items() if k != gone}, named, step)
        ]

    def needless_lines(self, grid: Grid, step: Step) -> list[Place]:
        """The lines that a chain names and without the rule of which its premises suffice."""
        named = lines_named(step.chains)
        known = {cell: grid[cell] for cell in step.premises}
        return [gone for gone in named if self.follows(known, named - {gone}, step)]


def needless_in_meaning(puzzle: Puzzle, grid: Grid, step: Step) -> list[Cell]:
    """The same for one step."""
    meaning = Meaning(puzzle)
    try:
        return meaning.needless(grid, step)
    finally:
        meaning.solver.delete()
