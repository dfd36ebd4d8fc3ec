"""`.non`: Steve Simpson's keywords and clue lines; `====` stands between puzzles of a pack.

Colours come in two dialects: `color a #ff0000` with clues such as `3a,1b`, which is also written,
and `color red #ff0000 *` with clues such as `red: 3, 1 blue: 4`. Other keywords are kept as
properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import (
    HEAD,
    MOST_ROWS,
    TEXTS,
    Claim,
    Format,
    check_sides,
    each_line,
    is_keyword,
    is_number,
    joined,
    lines_of,
    one_line,
    printable,
    unlike,
    where_wrong,
    whole_number,
    whole_numbers,
)
from nonairo.formats.shared.clues import check_picture, pose, state_of
from nonairo.formats.shared.coloured import (
    Block,
    Colours,
    clue_words,
    declared,
    in_letters,
    read_blocks,
)
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.coloured import is_coloured
from nonairo.plain import many
from nonairo.puzzle import Puzzle

KEYWORD = re.compile(r"([A-Za-z][A-Za-z0-9_-]*)(?:\s+(.*))?")
NAMES = {"by": "author", "license": "licence"}  # theirs and ours
NAMED = re.compile(r"\s*([A-Za-z_][A-Za-z0-9_-]*)\s*:")
BEFORE = ("title", "author", "copyright", "licence", "catalogue", "collection", "id", "source")


def claims(text: str) -> Claim | None:
    words = set()
    for line in lines_of(text[:HEAD]):
        found = KEYWORD.fullmatch(line.strip())
        if found:
            words.add(found[1].lower())
            if is_number(found[2] or ""):
                words.add({"rows": "height", "columns": "width"}.get(found[1].lower(), ""))
    if {"width", "height"} <= words and words & {"rows", "columns"}:
        return Claim("has the keywords 'width', 'height' and 'rows' or 'columns'")
    return None


def read(text: str) -> Iterator[Puzzle]:
    chunk: list[tuple[int, str]] = []
    for number, line in each_line(text):
        if line.strip() == "====":
            yield PuzzleReader(chunk).puzzle()
            chunk = []
        else:
            chunk.append((number, line.strip()))
            if len(chunk) > MOST_ROWS:
                raise FormatError(f"expected at most {MOST_ROWS:,} lines per puzzle", line=number)
    yield PuzzleReader(chunk).puzzle()


def _is_inside(line: str, next_line: str) -> bool:
    """Whether a line that ends a block of clues is rather a mistyped clue inside it."""
    words = line.split()
    return next_line[:1].isdigit() and words[0] not in ("rows", "columns")


def _no_colours(line: int) -> FormatError:
    expected = "a line such as 'color a #ff0000' for the colours of the clues"
    return FormatError(f"expected {expected}, found none", line=line)


def _blocks(text: str, line: int) -> list[Block]:
    """The blocks of a coloured clue, in either dialect."""
    if ":" not in text:
        return read_blocks(text.replace(",", " ").split(), line)
    blocks: list[Block] = []
    pieces = NAMED.split(text)
    if pieces[0].strip():
        raise unlike("a colour before its blocks", pieces[0].strip(), line)
    for key, numbers in zip(pieces[1::2], pieces[2::2], strict=True):
        blocks += [(number, key) for number in whole_numbers(numbers, line)]
    return blocks


class PuzzleReader:
    """One puzzle as it is read line by line."""

    def __init__(self, lines: list[tuple[int, str]]) -> None:
        self.lines = lines
        self.at = 0
        self.sizes: dict[str, int] = {}
        self.sides: dict[str, list[tuple[int, str]]] = {}
        self.colours = Colours()
        self.marks: dict[str, str] = {}  # of a picture: the key that a character stands for
        self.pictures: dict[str, tuple[int, str]] = {}
        self.properties: dict[str, str] = {}

    def puzzle(self) -> Puzzle:
        while self.at < len(self.lines):
            number, line = self.lines[self.at]
            self.at += 1
            if line:
                self._keyword(number, line)
        last = self.lines[-1][0] if self.lines else 1
        for keyword in ("rows", "columns"):
            if keyword not in self.sides:
                raise FormatError(f"expected a block of {keyword}, found none", line=last)
        puzzle = self._posed(last)
        solution = state = None
        for name, (number, cells) in self.pictures.items():
            grid = Grid(puzzle.height, puzzle.width, cells)
            if name == "goal":
                check_picture(puzzle, grid, number)
                solution = grid
            else:
                state = cells
        properties: dict[str, object] = {**puzzle.extra, **self.properties}
        level = self.properties.get("level", "")
        if is_number(level):
            properties["level"] = int(level)
        if state is not None:
            properties["state"] = state
        title, author, source = (self.properties.get(k) for k in ("title", "author", "source"))
        for name in ("title", "author", "source"):
            properties.pop(name, None)
        return puzzle.about(
            title=title, author=author, source=source, solution=solution, extra=properties
        )

    def _posed(self, last: int) -> Puzzle:
        sides = [self.sides[name] for name in ("rows", "columns")]
        if self.colours.paints:
            blocks = [[(at, _blocks(line, at)) for at, line in side] for side in sides]
            return self.colours.pose(blocks[0], blocks[1], last)
        for at, line in (pair for side in sides for pair in side):
            if re.search(r"[0-9][A-Za-z]|:", line):
                raise _no_colours(at)
        rows, cols = ([(at, whole_numbers(line, at)) for at, line in side] for side in sides)
        return pose(rows, cols, last)

    def _colour(self, rest: str, number: int) -> None:
        words = rest.split()
        if len(words) not in (2, 3):
            raise unlike("color, a letter or a name, and a number such as #ff0000", rest, number)
        self.colours.add(words[0], words[1], number)
        mark = words[2] if len(words) == 3 else words[0]
        if len(mark) == 1 and mark not in "0?":
            self.marks[mark] = self.colours.symbols[words[0]]

    def _keyword(self, number: int, line: str) -> None:
        found = KEYWORD.fullmatch(line)
        if not found:
            raise unlike("a keyword", line, number)
        word, rest = found[1].lower(), (found[2] or "").strip()
        if word in ("width", "height"):
            self.sizes[word] = whole_number(rest, number, f"{word} and a number")
        elif word in ("rows", "columns") and rest:  # old spellings of the sizes
            size = "height" if word == "rows" else "width"
            self.sizes[size] = whole_number(rest, number, f"{word} alone or with a number")
        elif word in ("rows", "columns"):
            if word in self.sides:
                raise FormatError(f"expected {word} once, found it again", line=number)
            self.sides[word] = self._block(word, self._size(word, number), number)
        elif word in ("goal", "saved"):
            self.pictures[word] = number, self._picture(word, rest, number)
        elif word in ("color", "colour"):
            self._colour(rest, number)
        else:
            name = NAMES.get(word, word)
            if name in ("title", "author", "source") or is_keyword(name):
                self.properties[name] = _string(rest)

    def _clues(self) -> list[str]:
        return [line for side in self.sides.values() for _, line in side]

    def _size(self, word: str, line: int) -> int:
        for name in ("height", "width"):
            if name not in self.sizes:
                raise FormatError(f"expected {name} before {word}", line=line)
        check_sides(self.sizes["height"], self.sizes["width"], line)
        return self.sizes["height" if word == "rows" else "width"]

    def _block(self, word: str, wanted: int, start: int) -> list[tuple[int, str]]:
        """The clue lines of a block; a blank one counts only if there would be too few."""
        block: list[tuple[int, str]] = []
        while self.at < len(self.lines):
            number, line = self.lines[self.at]
            if line and not line[0].isdigit() and line[0] != "," and not NAMED.match(line):
                break
            block.append((number, line))
            self.at += 1
            if len(block) > 4 * LARGEST_SIDE:
                raise FormatError(f"expected {wanted} {word}, found more", line=number)
        if block and not block[0][1]:
            block.pop(0)
        blanks = wanted - sum(bool(line) for _, line in block)
        clues: list[tuple[int, str]] = []
        for number, line in block:
            if line or blanks > 0:
                clues.append((number, line))
                blanks -= not line
        below = self.lines[self.at : self.at + 2]
        if len(clues) < wanted and len(below) == 2 and _is_inside(*(line for _, line in below)):
            number, line = below[0]
            found = f"{len(clues)}, then {printable(line)}"
            raise FormatError(f"expected {wanted} {word}, found {found}", line=number)
        if len(clues) != wanted:
            at = where_wrong(clues if len(clues) > wanted else block, wanted, start)
            raise FormatError(f"expected {wanted} {word}, found {len(clues)}", line=at)
        return clues

    def _picture(self, word: str, rest: str, start: int) -> str:
        """All cells of a picture, on one line or on several."""
        self._size(word, start)
        wanted = self.sizes["height"] * self.sizes["width"]
        cells: list[str] = []
        known = self.marks | {"0": "0", "?": "?"} if self.marks else {c: c for c in "01?"}
        while True:
            cells += [known[symbol] for symbol in rest if symbol in known]
            if len(cells) >= wanted or self.at == len(self.lines):
                break
            rest = self.lines[self.at][1]
            if KEYWORD.fullmatch(rest) and not (self.marks and set(rest) <= {*known}):
                break
            self.at += 1
        if len(cells) != wanted:
            if not self.marks and any(":" in line or line[-1:].isalpha() for line in self._clues()):
                raise _no_colours(start)
            raise FormatError(f"expected {many(wanted, 'cell')}, found {len(cells)}", line=start)
        if word == "goal" and "?" in cells:
            raise FormatError("expected a finished goal, found '?'", line=start)
        return "".join(cells).replace("?", ".")


def _string(text: str) -> str:
    if text[:1] in ("'", '"'):
        text = text[1:].partition(text[0])[0]
    if "&" in text:
        from html import unescape

        text = unescape(text)
    return text


def write(puzzle: Puzzle) -> str:
    fields = {"title": puzzle.title, "author": puzzle.author, "source": puzzle.source}
    properties: dict[str, object] = dict.fromkeys(BEFORE) | fields | dict(puzzle.extra)
    properties.pop("state", None)
    state = state_of(puzzle)
    ours = {name: word for word, name in NAMES.items()}
    lines = []
    for name, value in properties.items():
        if not value or not isinstance(value, str | int) or isinstance(value, bool):
            continue
        if name in BEFORE or is_keyword(name):
            lines.append(f"{ours.get(name, name)} {_quoted(name, value)}")
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    solution = puzzle.solution.cells if puzzle.solution and puzzle.solution.full else ""
    lines += [f"color {letter} #{paint}" for letter, paint in declared(puzzle)]
    if is_coloured(puzzle):
        solution, state = in_letters(solution), in_letters(state or "")
    rows, cols = clue_words(puzzle, ",")
    lines += ["", "rows", *rows, "", "columns", *cols]
    if solution:
        lines += ["", f'goal "{solution}"']
    if state:
        lines += ["", f'saved "{state.replace(".", "?")}"']
    return "\n".join(lines) + "\n"


def _quoted(name: str, value: str | int) -> str:
    if isinstance(value, int):
        return str(value)
    if name == "licence" and re.fullmatch(r"[A-Za-z0-9.+-]+", value):  # an SPDX id
        return value
    return '"' + one_line(value).replace("&", "&amp;").replace('"', "&quot;") + '"'


FORMAT = Format(
    name="non",
    summary="Steve Simpson's keywords and clue lines",
    kinds=("nonogram",),
    claims=claims,
    read=read,
    write=write,
    write_all=joined(write, "\n====\n\n"),
    colours=True,
    holds=frozenset(("solution", "title", "author", "source", TEXTS)),
)
