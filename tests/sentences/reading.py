"""Sentences taken apart: cells, lines, symbols and numbers, and the line that they are about."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache, lru_cache
from itertools import groupby

from nonairo import Cell, Grid, Place, Puzzle
from nonairo.automata import ways
from nonairo.kinds import appearance_of
from nonairo.rules import ColouredClue, ColouredRuns, LineRule, Runs, balance_of, signs_along

WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve"]  # fmt: skip
SYMBOL = {"empty": "0", "filled": "1"}
CELL = r"r\d+c\d+(?:-r\d+c\d+)?"
CELLS = rf"{CELL}(?:(?:, | and | or ){CELL})*"
SHAPE = r"region \w|the (?:falling|rising) diagonal|the \dx\d around r\d+c\d+"
PLACE = rf"(?:(?:row|column) \d+|{SHAPE})"
MORE = r"(?:rows|columns) \d+(?:, \d+)* and \d+"
PLACES = rf"(?:{MORE}|{PLACE})(?:(?:, | and )(?:{MORE}|{PLACE}))*"
NUMBER = rf"(?:{'|'.join(WORDS)}|[\d,]+)"
VALUE = r"(?:empty|filled|\w\b)"
RESULT = rf"{CELLS} (?:is|are) {VALUE}(?:(?:,| and) {CELLS} (?:is|are) {VALUE})*"
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "tenth", "eleventh", "twelfth"]  # fmt: skip
BLOCK = rf"the (?:(?:{'|'.join(ORDINALS)}|\d+(?:st|nd|rd|th)) )?(?:#\w )?\d+"
BLOCKS = rf"{BLOCK}(?:(?:, | and ){BLOCK})*"
STRETCH = r"r\d+c\d+(?:-r\d+c\d+)?"
RANGES = rf"{BLOCK} lies (?:with)?in {STRETCH}(?:(?:, | and ){BLOCK} (?:with)?in {STRETCH})*"
GIVEN = rf"{CELLS} {VALUE}(?:(?:,| and) {CELLS} {VALUE})*"
SUMS = r"as \d+(?: \+ \d+)*(?:(?:, | or )as \d+(?: \+ \d+)*)*|in [a-z]+ ways?"
SIGN = rf"[=x] between {CELL} and {CELL}"
SIGNS = rf"its signs|{SIGN}(?:(?:, | and ){SIGN})*"
IN = rf"in {STRETCH}"
GAPS = rf"{NUMBER} \ds? (?:{IN}(?:(?:, | and ){NUMBER} {IN})*|in its gaps)"
NAME = r"[\w ()]+?"
COUNTED = rf"{NUMBER} cells? (?:is|are) {NAME}(?:(?:,| and) {NUMBER} cells? (?:is|are) {NAME})*"
NAMED = {
    **dict.fromkeys(("C", "D", "E", "F", "G", "run"), CELLS),
    "gaps": GAPS, "B": BLOCK, "L0": BLOCKS, "L": RANGES, "S": SUMS,
    **dict.fromkeys("NM", NUMBER),
    **dict.fromkeys("OW", r"\w"),
    "P": PLACE, "Q": PLACES, "R": RESULT, "V": VALUE,
}  # fmt: skip


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


def mentioned(text: str) -> list[Cell]:
    """All cells of a text, also those that it names twice."""
    return [cell for name in re.findall(CELL, text) for cell in cells_in(name)]


def flat(text: str) -> str:
    """A sentence whose lists are written below it, as if they were inside.

    The numbers of blocks and cells in the first line are those of the lists.
    """
    head, *below = text.split("\n")
    if not below:
        return text
    lines = [line.removeprefix("  ") for line in below]
    given = [line for line in lines if line.startswith(("with ", "as "))]
    ranges = [line for line in lines if re.search(" lies (with)?in ", line)]
    results = [line for line in lines if line not in (*given, *ranges)]
    if ranges:
        numbered = re.match(rf"({NUMBER}) blocks? can only lie within the ranges? below, ", head)
        assert numbered, head
        assert number(numbered[1]) == len(ranges), text
        joined = _listed([ranges[0], *(each.replace(" lies", "") for each in ranges[1:])])
        head = f"{joined}, {head[numbered.end() :]}"
    decided = re.search(rf"({NUMBER}) cells are decided$", head)
    if decided:  # many colours
        assert number(decided[1]) == sum(len(cells_in(each)) for each in results), text
        return "".join(f"{each}, " for each in given) + head[: decided.start()] + _listed(results)
    if not results:  # what cells cannot be is in the first line
        return "".join(f"{each}, " for each in given) + head
    counted = re.search(rf"{COUNTED}$", head)
    assert counted, head
    said = [number(n) for n in re.findall(rf"({NUMBER}) cells? ", counted[0])]
    assert said == [len(cells_in(each)) for each in results], text
    return "".join(f"{each}, " for each in given) + head[: counted.start()] + _listed(results)


def _listed(parts: list[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def number(text: str) -> int:
    return WORDS.index(text) if text in WORDS else int(text.replace(",", ""))


def place_of(text: str) -> Place:
    axis, index = text.split()
    return Place(axis, int(index) - 1)


def places_in(text: str, puzzle: Puzzle | None = None) -> list[Place]:
    """The lines that a text names: row 3, or rows 3, 4 and 9; of a puzzle also other shapes."""
    others = [place for place in puzzle.places() if type(place) is not Place] if puzzle else []
    return [place for place in others if re.search(rf"{re.escape(str(place))}\b", text)] + [
        Place(axis, int(index) - 1)
        for axis, numbers in re.findall(r"(row|column)s? (\d+(?:(?:, | and )\d+)*)", text)
        for index in re.findall(r"\d+", numbers)
    ]


def result_of(text: str) -> dict[Cell, str]:
    """What cells are said to be."""
    told: dict[Cell, str] = {}
    for cells, verb, value in re.findall(rf"({CELLS}) (is|are) ({VALUE})", text):
        named = cells_in(cells)
        assert (verb == "is") == (len(named) == 1), text
        told |= dict.fromkeys(named, SYMBOL.get(value, value))
    return told


@lru_cache(maxsize=1 << 14)
def coloured_blocks(rule: LineRule) -> ColouredClue:
    """The blocks of a line, of one colour or of several: length and symbol."""
    if isinstance(rule, ColouredRuns):
        return rule.clue
    assert isinstance(rule, Runs)
    return tuple((length, "1") for length in rule.clue)


def in_symbols(puzzle: Puzzle, text: str) -> str:
    """A sentence with symbols for its colours: a block is `the #1 3`, a cell `is 1`."""
    if not any(isinstance(rule, ColouredRuns) for rule in puzzle.row_rules):
        return text
    words = dict(zip(appearance_of(puzzle).words, puzzle.symbols, strict=True))
    for word in sorted(words, key=len, reverse=True):
        symbol, name = words[word], rf"(?<=\s){re.escape(word)}"
        text = re.sub(rf"{name}(?= \d)", f"#{symbol}", text)
        text = re.sub(rf"{name}(?! \(\w\)|\w)", symbol, text)
    return text


@lru_cache(maxsize=1 << 14)
def starts(line: str, clue: ColouredClue) -> tuple[frozenset[int], ...]:
    """For every block, where it starts in some way to finish the line."""

    def options(at: int, block: int) -> Iterator[int]:
        length, ink = clue[block]
        low = at + (block > 0 and clue[block - 1][1] == ink)
        for start in range(low, len(line) - length + 1):
            if line[at:start].strip("0."):
                return
            end = start + length
            if not line[start:end].strip(f"{ink}.") and line[end : end + 1] != ink:
                yield start

    @cache
    def finish(at: int, block: int) -> bool:
        """Whether the blocks from this one on fit into the cells from here on."""
        if block == len(clue):
            return not line[at:].strip("0.")
        return any(finish(start + clue[block][0], block + 1) for start in options(at, block))

    found: list[set[int]] = [set() for _ in clue]
    ends = {0}
    for block, (length, _) in enumerate(clue):
        found[block] |= {
            start
            for at in ends
            for start in options(at, block)
            if finish(start + length, block + 1)
        }
        ends = {start + length for start in found[block]}
    return tuple(map(frozenset, found))


class NoSuchBlock(LookupError):
    """A sentence names a block that the line does not have."""


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
        self.place = self.named(groups["P"]) if groups.get("P") else self._common_line()
        self.rule = puzzle.rule(self.place)
        self.line = grid.line(self.place)

    def named(self, text: str) -> Place:
        """The line of this name, of whatever shape."""
        return next(place for place in self.puzzle.places() if str(place) == text)

    def _common_line(self) -> Place:
        named = mentioned(self.match[0])
        if len({cell.row for cell in named}) == 1:
            return Place("row", named[0].row)
        assert len({cell.col for cell in named}) == 1, self.match[0]
        return Place("column", named[0].col)

    def at(self, group: str) -> list[int]:
        """Where along the line the cells of a part of the sentence lie."""
        return self._along(cells_in(self.match[group]))

    def _along(self, cells: list[Cell]) -> list[int]:
        where = []
        along = self.grid.along(self.place)
        for cell in cells:
            assert cell in along, f"{cell} is not in {self.place}"
            where.append(along.index(cell))
        return sorted(where)

    def symbols(self, group: str) -> set[str]:
        return {self.line[k] for k in self.at(group)}

    def number(self, group: str) -> int:
        return number(self.match[group])

    @property
    def decided(self) -> list[int]:
        return sorted(map(self.grid.along(self.place).index, self.effects))

    @property
    def clue(self) -> tuple[int, ...]:
        return tuple(length for length, _ in self.blocks)

    @property
    def blocks(self) -> ColouredClue:
        return coloured_blocks(self.rule)

    @property
    def open(self) -> int:
        return self.line.count(".")

    def quota(self, symbol: str) -> int:
        balance = balance_of(self.rule)
        assert balance is not None
        return (balance.zeros, balance.ones)[int(symbol)]

    @property
    def signs(self) -> str:
        """What stands between each two neighbours of the line."""
        return signs_along(self.rule) or "." * (len(self.line) - 1)

    def block(self, name: str) -> int:
        """Which block of the clue a name means; it must be said which one, and only if need be."""
        match = re.fullmatch(r"the (?:(\w+) )?(?:#(\w) )?(\d+)", name)
        assert match, name
        assert (match[2] is None) == isinstance(self.rule, Runs), name
        wanted = int(match[3]), match[2] or "1"
        if wanted not in self.blocks:
            raise NoSuchBlock(name)
        alike = [i for i, block in enumerate(self.blocks) if block == wanted]
        if match[1] is None:
            (only,) = alike
            return only
        assert len(alike) > 1, f"there is one: {name}"
        named = match[1]
        return alike[ORDINALS.index(named) if named in ORDINALS else int(named[:-2]) - 1]

    def given_is_so(self) -> bool:
        """Whether the cells that a sentence begins with are what it says they are."""
        said = self.match.groupdict().get("with") or ""
        return all(
            self.grid[cell] == SYMBOL.get(value, value)
            for cells, value in re.findall(rf"({CELLS}) ({VALUE})", said)
            for cell in cells_in(cells)
        )

    def ranges(self) -> list[tuple[int, int, int]]:
        """The blocks that the sentence names, and between which cells it says they lie."""
        named = re.findall(rf"({BLOCK})(?: lies)? (?:with)?in ({STRETCH})", self.match["L"])
        found = []
        for name, text in named:
            where = self._along(cells_in(text))
            found.append((self.block(name), where[0], where[-1]))
        return found

    def lies_within(self, block: int, first: int, last: int) -> bool:
        """Whether a block lies there in every way to finish the line."""
        at, length = self.starts()[block], self.clue[block]
        return bool(at) and first <= min(at) and max(at) + length - 1 <= last

    def starts(self) -> tuple[frozenset[int], ...]:
        return starts(self.line, self.blocks)

    def covering(self, cells: list[int]) -> list[int]:
        """The lengths of the blocks that cover all these cells in some way to finish the line."""
        return [
            length
            for (length, ink), at in zip(self.blocks, self.starts(), strict=True)
            if {self.line[k] for k in cells} <= {ink, "."}
            and any(begin <= cells[0] and cells[-1] < begin + length for begin in at)
        ]

    def is_group(self, group: str) -> bool:
        """Whether cells are of one colour, side by side, and no further ones of it touch them."""
        where = self.at(group)
        begin, end = where[0], where[-1] + 1
        ink = self.line[begin]
        return (
            where == list(range(begin, end))
            and self.line[begin:end] == ink * len(where)
            and ink not in "0."
            and self.line[max(begin - 1, 0) : begin] != ink
            and self.line[end : end + 1] != ink
        )

    def rooms(self, ink: str = "1") -> list[list[int]]:
        """The stretches in which a block of this colour can lie."""
        parts = groupby(range(len(self.line)), key=lambda k: self.line[k] in (ink, "."))
        return [list(part) for there, part in parts if there]

    def ways(self) -> int:
        return ways(self.rule, self.line, self.puzzle.symbols)


def fits(full: str, line: str) -> bool:
    """Whether a line, so far known, can become this full one."""
    same = all(mine in (".", theirs) for mine, theirs in zip(line, full, strict=True))
    return same and "." not in full


def not_forced(
    puzzle: Puzzle,
    grid: Grid,
    told: dict[Cell, str],
    place: Place,
    named: Collection[Place] | None = None,
) -> str | None:
    """What a line, and lines beside it that it must not repeat, leave open; all, or those named."""
    for cell, symbol in told.items():
        along = grid.along(place)
        k = along.index(cell) if cell in along else -1
        if k < 0 or grid[cell] not in (".", symbol):
            return f"{cell} is not open in {place}"
        line = grid.line(place)
        for another in puzzle.symbols.replace(symbol, ""):
            trial = line[:k] + another + line[k + 1 :]
            legal = ways(puzzle.rule(place), trial, puzzle.symbols)
            if puzzle.distinct and place.axis in ("row", "column"):
                size = puzzle.height if place.axis == "row" else puzzle.width
                places = {Place(place.axis, i) for i in range(size) if i != place.index}
                beside = {grid.line(each) for each in places if named is None or each in named}
                taken = [full for full in beside if fits(full, trial)]
                legal -= sum(ways(puzzle.rule(place), full, puzzle.symbols) for full in taken)
            if legal > 0 and grid[cell] == ".":
                return f"{cell} could be {another} in {place}"
    return None
