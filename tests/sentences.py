"""Is a step's sentence true? Read as a person reads it, word by word, and held against the grid.

It knows no technique, no template and no field of a step but its text: `data/sentences.txt` says
which cells, lines, symbols and numbers a sentence names, and a claim what must be so of them. What
blocks can do is found by a plain recursion over the line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path

from nonairo import Cell, Grid, Place, Puzzle
from nonairo.automata import ways
from nonairo.rules import Balanced, Runs

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve"]  # fmt: skip
SYMBOL = {"empty": "0", "filled": "1"}
CELL = r"r\d+c\d+(?:-r\d+c\d+)?"
CELLS = rf"{CELL}(?:(?:, | and | or ){CELL})*"
PLACE = r"(?:row|column) \d+"
PLACES = rf"{PLACE}(?:(?:, | and ){PLACE})*"
NUMBER = rf"(?:{'|'.join(WORDS)}|[\d,]+)"
VALUE = r"(?:empty|filled|\w\b)"
RESULT = rf"{CELLS} (?:is|are) {VALUE}(?: and {CELLS} (?:is|are) {VALUE})*"
NAMED = {
    **dict.fromkeys(("C", "D", "E", "F", "G", "run", "wall"), CELLS),
    **dict.fromkeys("NM", NUMBER),
    **dict.fromkeys("OW", r"\w"),
    "P": PLACE, "Q": PLACES, "R": RESULT, "V": VALUE,
}  # fmt: skip
DATA = Path(__file__).parent / "data" / "sentences.txt"


def cells_in(text: str) -> list[Cell]:
    """The cells that a text names, ranges written out."""
    found = []
    for first, last in re.findall(r"(r\d+c\d+)(?:-(r\d+c\d+))?", text):
        (top, left), (low, right) = (
            [int(number) - 1 for number in re.findall(r"\d+", name)]
            for name in (first, last or first)
        )
        assert (top == low and left <= right) or (top <= low and left == right), text
        found += [Cell(row, col) for row in range(top, low + 1) for col in range(left, right + 1)]
    assert len(set(found)) == len(found), f"named twice: {text}"
    return found


def number(text: str) -> int:
    return WORDS.index(text) if text in WORDS else int(text.replace(",", ""))


def place_of(text: str) -> Place:
    axis, index = text.split()
    return Place(axis, int(index) - 1)


def result_of(text: str) -> dict[Cell, str]:
    """What cells are said to be."""
    told: dict[Cell, str] = {}
    for cells, verb, value in re.findall(rf"({CELLS}) (is|are) ({VALUE})", text):
        named = cells_in(cells)
        assert (verb == "is") == (len(named) == 1), text
        told |= dict.fromkeys(named, SYMBOL.get(value, value))
    return told


@lru_cache(maxsize=1 << 14)
def starts(line: str, clue: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """For every block, where it starts in some way to finish the line."""

    def fits(at: int, block: int) -> bool:
        end = at + clue[block]
        return end <= len(line) and "0" not in line[at:end] and line[end : end + 1] != "1"

    @cache
    def finish(at: int, block: int) -> bool:
        """Whether the blocks from this one on fit into the cells from here on."""
        if block == len(clue):
            return "1" not in line[at:]
        if fits(at, block) and finish(min(at + clue[block] + 1, len(line)), block + 1):
            return True
        return at < len(line) and line[at] != "1" and finish(at + 1, block)

    found: list[set[int]] = [set() for _ in clue]
    reached, todo = set(), [(0, 0)]
    while todo:
        at, block = todo.pop()
        if (at, block) in reached or block == len(clue):
            continue
        reached.add((at, block))
        after = min(at + clue[block] + 1, len(line)), block + 1
        if fits(at, block) and finish(*after):
            found[block].add(at)
            todo.append(after)
        if at < len(line) and line[at] != "1" and finish(at + 1, block):
            todo.append((at + 1, block))
    return tuple(map(frozenset, found))


class Read:
    """A sentence taken apart, and the line that it is about."""

    def __init__(self, puzzle: Puzzle, grid: Grid, match: re.Match[str]) -> None:
        self.puzzle, self.grid, self.match = puzzle, grid, match
        groups = match.groupdict()
        self.effects = result_of(groups["R"]) if groups.get("R") else {}
        if not self.effects:
            value = SYMBOL.get(groups["V"], groups["V"])
            self.effects = dict.fromkeys(cells_in(groups["E"]), value)
        self.value = next(iter(self.effects.values()))
        self.place = place_of(groups["P"]) if groups.get("P") else self._common_line()
        self.rule = puzzle.rule(self.place)
        self.line = grid.line(self.place)

    def _common_line(self) -> Place:
        named = [cell for text in self.match.groups() if text for cell in cells_in(text)]
        if len({cell.row for cell in named}) == 1:
            return Place("row", named[0].row)
        assert len({cell.col for cell in named}) == 1, self.match[0]
        return Place("column", named[0].col)

    def at(self, group: str) -> list[int]:
        """Where along the line the cells of a part of the sentence lie."""
        where = []
        for cell in cells_in(self.match[group]):
            k = cell.col if self.place.axis == "row" else cell.row
            assert self.place.cell(k) == cell, f"{cell} is not in {self.place}"
            where.append(k)
        return sorted(where)

    def symbols(self, group: str) -> set[str]:
        return {self.line[k] for k in self.at(group)}

    def number(self, group: str) -> int:
        return number(self.match[group])

    @property
    def decided(self) -> list[int]:
        return sorted(c.col if self.place.axis == "row" else c.row for c in self.effects)

    @property
    def clue(self) -> tuple[int, ...]:
        assert isinstance(self.rule, Runs)
        return self.rule.clue

    @property
    def open(self) -> int:
        return self.line.count(".")

    def quota(self, symbol: str) -> int:
        assert isinstance(self.rule, Balanced)
        return (self.rule.zeros, self.rule.ones)[int(symbol)]

    def starts(self) -> tuple[frozenset[int], ...]:
        return starts(self.line, self.clue)

    def covering(self, cells: list[int]) -> list[int]:
        """The lengths of the blocks that cover all these cells in some way to finish the line."""
        return [
            length
            for length, at in zip(self.clue, self.starts(), strict=True)
            if any(begin <= cells[0] and cells[-1] < begin + length for begin in at)
        ]

    def is_group(self, group: str) -> bool:
        """Whether cells are filled, side by side, and no further filled ones touch them."""
        where = self.at(group)
        begin, end = where[0], where[-1] + 1
        return (
            where == list(range(begin, end))
            and self.line[begin:end] == "1" * len(where)
            and self.line[max(begin - 1, 0) : begin] != "1"
            and self.line[end : end + 1] != "1"
        )

    def rooms(self) -> list[list[int]]:
        parts = groupby(range(len(self.line)), key=lambda k: self.line[k] != "0")
        return [list(part) for there, part in parts if there]

    def ways(self) -> int:
        return ways(self.rule, self.line, self.puzzle.symbols)


def alike_both(read: Read) -> bool:
    """Cells that are all one symbol, and how many the word says they are."""
    where = read.at("C")
    word = {"both": 2}.get(read.match["both"], len(where))
    return read.symbols("C") == {read.match["O"]} and len(where) == word and other(read)


def other(read: Read) -> bool:
    return read.match["O"] != read.value


def pair(read: Read) -> bool:
    where = read.at("C")
    beside = {where[0] - 1, where[-1] + 1}
    return alike_both(read) and len(where) == where[-1] - where[0] + 1 and beside >= {*read.decided}


def sandwich(read: Read) -> bool:
    (gap,) = read.decided
    where = sorted([*read.at("C"), gap])
    inside = where[0] < gap < where[-1]
    return alike_both(read) and inside and len(where) == where[-1] - where[0] + 1


def one_left(read: Read) -> bool:
    symbol, run = read.match["O"], read.at("run")
    needs = read.quota(symbol) - read.line.count(symbol) == 1
    said = read.at("C") == read.decided and read.match["W"] == read.value and other(read)
    alike = read.number("N")
    for k in read.decided:
        cells = list(read.line.replace(".", read.value))
        cells[k] = symbol
        shown = "".join(cell if place in run else "_" for place, cell in enumerate(cells))
        said = said and read.value * alike in shown
    if read.match["in"] == "in":  # just there, and not somewhere among them
        said = said and len(run) == alike
    return needs and said and alike > 2


def gap_quota(read: Read) -> bool:
    symbol = read.match["O"]
    left = read.quota(symbol) - read.line.count(symbol)
    fewest = 0
    for gap in re.finditer(r"\.+", read.line):
        begin, end = gap.span()
        before = read.line[max(begin - 2, 0) : begin].rpartition(".")[2]
        after = read.line[end : end + 2].partition(".")[0]
        fewest += fewest_of(before, end - begin, after, symbol)
    return read.number("N") == read.number("M") == left == fewest


@lru_cache(maxsize=1 << 14)
def fewest_of(before: str, size: int, after: str, symbol: str) -> int:
    """The fewest of a symbol in a gap, never three alike in a row."""
    if "000" in before[-3:] or "111" in before[-3:]:
        return 99
    if not size:
        return 99 if re.search("000|111", before[-2:] + after) else 0
    return min(
        (put == symbol) + fewest_of((before + put)[-3:], size - 1, after, symbol) for put in "01"
    )


def twin_line(read: Read) -> bool:
    (twin,) = [read.grid.line(place_of(text)) for text in re.findall(PLACE, read.match["Q"])]
    opposite = all(read.effects[read.place.cell(k)] != twin[k] for k in read.decided)
    return read.puzzle.distinct and read.open == 2 and fits(twin, read.line) and opposite


def fits(full: str, line: str) -> bool:
    """Whether a line, so far known, can become this full one."""
    same = all(mine in (".", theirs) for mine, theirs in zip(line, full, strict=True))
    return same and "." not in full


def twin_cases(read: Read) -> bool:
    twins = [read.grid.line(place_of(text)) for text in re.findall(PLACE, read.match["Q"])]
    taken = {twin for twin in twins if fits(twin, read.line)}
    legal = {twin for twin in taken if ways(read.rule, twin, read.puzzle.symbols)}
    all_said = len(taken) == len(set(twins))
    rest = read.ways() - len(legal)
    grammar = (read.match["rest"] == "the other") == (rest == 1)
    numbers = read.number("N") == read.ways() and read.number("M") == len(legal)
    return all_said and numbers and grammar and read.puzzle.distinct


def counted_ways(read: Read) -> bool:
    return read.number("N") == read.ways()


def crossing(read: Read) -> bool:
    (cell,) = read.effects
    across = place_of(read.match["Q"])
    left = []
    for symbol in read.puzzle.symbols:
        trial = read.grid.fill({cell: symbol})
        lines = [(read.puzzle.rule(p), trial.line(p)) for p in (read.place, across)]
        left += [symbol] if all(ways(r, text, read.puzzle.symbols) for r, text in lines) else []
    return left == [read.value]


def edge(read: Read) -> bool:
    (filled,) = read.at("F")
    length = read.number("N")
    if read.match["wall"] is None:
        room = min(filled, len(read.line) - 1 - filled)
        walls = True
    else:
        (wall,) = read.at("wall")
        room = abs(filled - wall) - 1
        walls = read.line[wall] == "0"
    covers = any(
        size == length and at and all(begin <= filled < begin + size for begin in at)
        for size, at in zip(read.clue, read.starts(), strict=True)
    )
    said = read.match["F"] == read.match["G"]
    return said and walls and room < length and read.line[filled] == "1" and covers


def mercury(read: Read) -> bool:
    (filled, *more), (wall,) = read.at("F"), read.decided
    more += [k for k in read.at("C") if k != wall]
    beside = {"0" if k in (-1, len(read.line)) else read.line[k] for k in (wall - 1, wall + 1)}
    far = abs(filled - wall) == read.number("N")
    return (
        not more
        and far
        and read.line[filled] == "1"
        and "0" in beside
        and read.number("N") in read.clue
    )


def overlap(read: Read) -> bool:
    slack = len(read.line) - sum(read.clue) - len(read.clue) + 1
    grammar = (len(read.clue) == 1) == (read.match["one"] == "block")
    return read.number("N") == slack and grammar and overlaps_in("." * len(read.line), read)


def overlap_seen(read: Read) -> bool:
    return overlaps_in(read.line, read)


def overlaps_in(line: str, read: Read) -> bool:
    """Whether every decided cell is covered by some one block wherever that lies."""
    return all(
        any(
            max(at) <= k < min(at) + size
            for size, at in zip(read.clue, starts(line, read.clue), strict=True)
        )
        for k in read.decided
    )


def reach(read: Read) -> bool:
    return not any(read.covering([k]) for k in read.decided)


def no_fit(read: Read) -> bool:
    room = read.at("C")
    nothing = not any(read.covering([k]) for k in room)
    return room in read.rooms() and read.number("N") == len(room) and nothing


def join(read: Read) -> bool:
    one, two = read.at("C"), read.at("D")
    between = {*range(one[-1] + 1, two[0])}
    groups = read.is_group("C") and read.is_group("D") and between >= {*read.decided}
    together = not any(
        any(begin <= one[0] < begin + a for begin in mine)
        and any(begin <= two[0] < begin + b for begin in theirs)
        for i, (a, mine) in enumerate(zip(read.clue, read.starts(), strict=True))
        for b, theirs in list(zip(read.clue, read.starts(), strict=True))[i + 1 :]
    )
    return groups and together


def split(read: Read) -> bool:
    stretch, (gap,) = read.at("D"), read.decided
    parts = all(read.line[k] == "1" for k in stretch if k != gap)
    return (
        read.at("C") == [gap]
        and stretch == list(range(stretch[0], stretch[-1] + 1))
        and stretch[0] < gap < stretch[-1]
        and parts
        and read.number("N") == len(stretch)
        and not any(read.number("N") <= size for size in read.covering(stretch))
    )


def grow(read: Read) -> bool:
    group, least = read.at("C"), read.number("N")
    blocks = read.covering(group)
    room = next(room for room in read.rooms() if group[0] in room)
    right, left = room[0] + least > group[-1] + 1, room[-1] + 1 - least < group[0]
    walls = all(right if k > group[-1] else left for k in read.decided)
    said = 1 if read.match["side"] == "one side" else 2
    return read.is_group("C") and min(blocks) >= least and walls and right + left >= said


def force(read: Read) -> bool:
    named = {*read.at("C")}
    rooms = [room for room in read.rooms() if {*room} & named]
    whole = {k for room in rooms for k in room} == named and named >= {*read.decided}
    told = all(
        not any(begin in room for begin in at) or all(begin in room for begin in at)
        for room in rooms
        for at in read.starts()
    )
    return whole and told and read.number("N") == len(read.rooms())


def last_cell(read: Read) -> bool:
    short = read.quota(read.value) - read.line.count(read.value) == 1
    return read.open == 1 and read.match["O"] == read.value and short


def count_out(read: Read) -> bool:
    symbol = read.match["O"]
    return read.number("N") == read.line.count(symbol) == read.quota(symbol) and other(read)


def empty_line(read: Read) -> bool:
    return not read.clue


def exact_fit(read: Read) -> bool:
    needed = sum(read.clue) + len(read.clue) - 1
    grammar = (read.match["one"] == "block") == (len(read.clue) == 1)
    return read.number("N") == len(read.line) == needed and grammar


def line_done(read: Read) -> bool:
    return read.number("N") == read.line.count("1") == sum(read.clue)


def rest_filled(read: Read) -> bool:
    missing = sum(read.clue) - read.line.count("1")
    return read.number("N") == missing and read.number("M") == read.open


def closed(read: Read) -> bool:
    """A group, and every block that it can be is as long as it is said to be."""
    lengths = {*read.covering(read.at("C"))}
    return read.is_group("C") and lengths == {read.number("N")} == {len(read.at("C"))}


CLAIMS: dict[str, Callable[[Read], bool]] = {
    "pair": pair, "sandwich": sandwich, "last_cell": last_cell, "count_out": count_out,
    "one_left": one_left, "gap_quota": gap_quota, "twin_line": twin_line,
    "twin_cases": twin_cases, "crossing": crossing, "line_cases": counted_ways,
    "few_ways": counted_ways, "only_way": counted_ways, "empty_line": empty_line,
    "exact_fit": exact_fit, "line_done": line_done, "rest_filled": rest_filled,
    "overlap": overlap, "edge": edge, "mercury": mercury, "reach": reach, "no_fit": no_fit,
    "overlap_seen": overlap_seen, "join": join, "split": split, "grow": grow,
    "cap": closed, "punctuate": closed, "force": force,
}  # fmt: skip
TWO_LINES = {"crossing"}  # one line alone does not decide


@cache
def patterns() -> dict[str, list[re.Pattern[str]]]:
    """For every technique, what its sentences look like."""
    found: dict[str, list[re.Pattern[str]]] = {}
    for text in DATA.read_text(encoding="utf-8").splitlines():
        if not text.startswith("#"):
            technique, pattern = text.split(maxsplit=1)
            named = re.sub(r"(?<!P)<(\w+)>", lambda m: f"(?P<{m[1]}>{NAMED[m[1]]})", pattern)
            found.setdefault(technique, []).append(re.compile(named))
    return found


def untrue(puzzle: Puzzle, grid: Grid, technique: str, text: str) -> str | None:
    """What is untrue about the sentence of a step in a line; None if all of it is true."""
    for pattern in patterns()[technique]:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        read = Read(puzzle, grid, match)
        known = [cell for cell in read.effects if grid[cell] != "."]
        if known:
            return f"{known[0]} is known already"
        if technique not in TWO_LINES:
            wrong = not_forced(puzzle, grid, read.effects, read.place)
            if wrong:
                return wrong
        counted = match.groupdict().get("s")
        if counted is not None and counted.endswith("s") == (read.number("N") == 1):
            return "bad grammar"
        return None if CLAIMS[technique](read) else "the claim does not hold"
    return "the sentence is not understood"


class Untrue(Exception):
    """What is not so."""


def untrue_chain(puzzle: Puzzle, grid: Grid, text: str) -> str | None:
    """What is untrue about a sentence that supposes something, read from its text alone."""
    head, _, end = text.rpartition(". ")
    match = re.fullmatch(rf"(?:So|Either way) ({RESULT})", end)
    if not match:
        return "the end is not understood"
    decided, left = result_of(match[1]), {}
    if any(grid[cell] != "." for cell in decided):
        return "what is decided is known already"
    refuted: set[str] = set()
    try:
        for chain in head.split(". Or "):
            cell, symbol, state = follow_chain(puzzle, grid, chain.removesuffix("."))
            if state is not None:
                left = {c: state[c] for c in decided}
                if left != decided:
                    return "the chain does not lead there"
            else:
                refuted.add(symbol)
                left = {}
                for kept in set(puzzle.symbols) - refuted:
                    left[cell] = kept
    except Untrue as wrong:
        return str(wrong)
    return None if left == decided else "something else is decided"


def follow_chain(puzzle: Puzzle, grid: Grid, text: str) -> tuple[Cell, str, Grid | None]:
    """What is supposed, and where that leads; None if a rule breaks, in the end in every case."""
    line, *numbered = re.split(r"\. Case ([\d.]+): ", text)
    cases = dict(zip(numbered[::2], numbered[1::2], strict=True))
    return follow_case(puzzle, grid, line, cases, "")


def follow_case(
    puzzle: Puzzle, grid: Grid, line: str, cases: dict[str, str], number: str
) -> tuple[Cell, str, Grid | None]:
    cell, symbol, state, end = follow_line(puzzle, grid, line)
    if end is None:
        return cell, symbol, state
    split = re.fullmatch(r"every value of (r\d+c\d+) fails", end)
    if split is None:
        if not breaks(puzzle, state, end):
            raise Untrue(f"not so: {end}")
        return cell, symbol, None
    below = [name for name in cases if re.fullmatch(re.escape(number) + r"\d+", name)]
    seen = []
    for name in below:
        own = follow_case(puzzle, state, cases[name], cases, f"{name}.")
        if own[2] is not None or [own[0]] != cells_in(split[1]):
            raise Untrue(f"case {name} does not fail")
        seen.append(own[1])
    if sorted(seen) != sorted(puzzle.symbols):
        raise Untrue(f"not all cases of {split[1]} are told")
    return cell, symbol, None


def follow_line(puzzle: Puzzle, grid: Grid, line: str) -> tuple[Cell, str, Grid, str | None]:
    """One supposition and what follows from it; and what is said to be broken at the end."""
    suppose, *then = parts_of(line)
    ((cell, symbol),) = result_of(re.sub("^(?:suppose|else) ", "", suppose)).items()
    if grid[cell] != ".":
        raise Untrue(f"{cell} is known and cannot be supposed")
    state = grid.fill({cell: symbol})
    for part in then:
        told = re.fullmatch(rf"then ({RESULT}) \((.*)\)", part)
        if told is None:
            return cell, symbol, state, part.removeprefix("and ")
        effects, place = result_of(told[1]), re.fullmatch(rf"[\w -]+ in ({PLACE})", told[2])
        if place is not None:
            wrong = not_forced(puzzle, state, effects, place_of(place[1]))
            if wrong:
                raise Untrue(wrong)
        else:
            check_dead_end(puzzle, state, effects, told[2])
        state = state.fill(effects)
    return cell, symbol, state, None


def check_dead_end(puzzle: Puzzle, grid: Grid, effects: dict[Cell, str], why: str) -> None:
    """A dead end inside a chain: everything else breaks a rule."""
    ((cell, kept),) = effects.items()
    refuted = []
    for line in why.split(" or else "):
        supposed, symbol, state, end = follow_line(puzzle, grid, line)
        if supposed != cell or end is None or not breaks(puzzle, state, end):
            raise Untrue(f"{cell} is not refuted: {line}")
        refuted.append(symbol)
    if sorted([*refuted, kept]) != sorted(puzzle.symbols):
        raise Untrue(f"{cell} could be something else")


def parts_of(line: str) -> list[str]:
    """A chain taken apart at its commas, those inside brackets apart."""
    parts, depth, begin = [], 0, 0
    for k, letter in enumerate(line):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and re.match(r", (?:then|and) ", line[k : k + 8]):
            parts.append(line[begin:k])
            begin = k + 2
    return [*parts, line[begin:]]


def not_forced(puzzle: Puzzle, grid: Grid, told: dict[Cell, str], place: Place) -> str | None:
    for cell, symbol in told.items():
        k = cell.col if place.axis == "row" else cell.row
        if place.cell(k) != cell or grid[cell] not in (".", symbol):
            return f"{cell} is not open in {place}"
        line = grid.line(place)
        for another in puzzle.symbols.replace(symbol, ""):
            trial = line[:k] + another + line[k + 1 :]
            legal = ways(puzzle.rule(place), trial, puzzle.symbols)
            if puzzle.distinct:
                size = puzzle.height if place.axis == "row" else puzzle.width
                beside = {grid.line(Place(place.axis, i)) for i in range(size) if i != place.index}
                taken = [full for full in beside if fits(full, trial)]
                legal -= sum(ways(puzzle.rule(place), full, puzzle.symbols) for full in taken)
            if legal > 0 and grid[cell] == ".":
                return f"{cell} could be {another} in {place}"
    return None


def breaks(puzzle: Puzzle, grid: Grid, told: str) -> bool:
    """Whether a rule is broken as it is said to be."""
    places = [place_of(text) for text in re.findall(PLACE, told)]
    cells = cells_in(told)
    symbols = {grid[cell] for cell in cells}
    if match := re.fullmatch(rf"({CELLS}) would be ({NUMBER}) alike in a row", told):
        lines = [sorted(c.col for c in cells), sorted(c.row for c in cells)]
        straight = any(at == list(range(at[0], at[0] + len(cells))) for at in lines)
        straight = straight and any(len(set(at)) == 1 for at in lines)
        alike = len(symbols) == 1 and "." not in symbols
        return alike and straight and number(match[2]) == len(cells) > 2
    if match := re.fullmatch(rf"{PLACE} would have ({NUMBER}) alike, {CELLS}, .* too many", told):
        rule, line = puzzle.rule(places[0]), grid.line(places[0])
        assert isinstance(rule, Balanced)
        (symbol,) = symbols
        return (
            line.count(symbol)
            == number(match[1])
            == len(cells)
            > (rule.zeros, rule.ones)[int(symbol)]
        )
    if re.fullmatch(rf"{PLACE} and {PLACE} would be equal", told):
        first, second = (grid.line(place) for place in places)
        return first == second and "." not in first and puzzle.distinct
    if re.fullmatch(rf"the clue of {PLACE} could not be met|{PLACE} could not be completed", told):
        (place,) = places
        return not ways(puzzle.rule(place), grid.line(place), puzzle.symbols)
    return False
