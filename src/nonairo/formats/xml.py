"""webpbn XML: a `puzzleset` of puzzles with clues, colours and pictures.

A puzzle whose blocks all have the default colour is black and white, whatever that colour is.
Triangles and triddlers are recognised and refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import Format, alone, check_sides, joined, printable, whole_number
from nonairo.formats.shared.clues import check_picture, from_picture, rows_in, state_of
from nonairo.formats.shared.coloured import (
    BACKGROUND,
    Block,
    BlockLine,
    Colours,
    coloured_sides,
    declared,
    in_letters,
    paper_of,
    pose_blocks,
)
from nonairo.formats.shared.markup import Element, claims_root, elements, escape, parse
from nonairo.grid import Grid
from nonairo.kinds.colour_names import paint_named
from nonairo.kinds.coloured import is_coloured
from nonairo.plain import many
from nonairo.puzzle import Puzzle

ROOT = "puzzleset"
FIELDS = {"license": "licence"} | {
    name: name for name in ("id", "authorid", "copyright", "description", "note")
}
WHITE, BLACK = "white", "black"  # known without a declaration
LONGEST = 60  # characters on a line of column clues; each row has a line of its own


def read(text: str) -> Iterator[Puzzle]:
    root = parse(text, ROOT, "puzzle")  # what is said of all of them, perhaps below them
    for puzzle in elements(text, ROOT, "puzzle"):
        yield _puzzle(puzzle, root)


def _puzzle(element: Element, root: Element) -> Puzzle:
    if element.attributes.get("type", "grid").lower() != "grid":
        found = printable(element.attributes["type"])
        raise FormatError(f"expected type grid, found {found}: not supported", line=element.line)
    ink = element.attributes.get("defaultcolor", BLACK)
    paper = element.attributes.get("backgroundcolor", WHITE)
    paints = _paints(element)
    sides = {side.attributes.get("type", "").lower(): side for side in element.all("clues")}
    clues = {name: _clues(side, ink) for name, side in sides.items()}
    used = {key for side in clues.values() for _, clue in side for _, key in clue}
    used |= _drawn(element, paints) - {paper}
    colours = _colours(paints, used, ink, paper) if not used <= {ink} else None
    symbols = colours.symbols if colours else {ink: "1"}
    alphabet = {paint.char: symbols[name] for name, paint in paints.items() if name in symbols}
    alphabet[paints[paper].char if paper in paints else "."] = "0"
    pictures = _pictures(element, alphabet)
    if "rows" in clues and "columns" in clues:
        puzzle = pose_blocks(clues["rows"], clues["columns"], colours, element.line)
    elif "goal" in pictures and not clues:
        picture = _grid(*pictures["goal"])
        puzzle = colours.from_picture(picture) if colours else from_picture(picture)
    else:
        raise FormatError("expected clues of rows and columns or a goal", line=element.line)
    solution = None
    if "goal" in pictures:
        line, lines = pictures["goal"]
        solution = _grid(line, lines)
        if (solution.height, solution.width) != (puzzle.height, puzzle.width):
            found = f"{solution.height}x{solution.width}"
            expected = f"{puzzle.height}x{puzzle.width}"
            raise FormatError(f"expected a goal of {expected}, found {found}", line=line)
        check_picture(puzzle, solution, line)
    extra: dict[str, object] = dict(puzzle.extra) | {
        ours: words
        for theirs, ours in FIELDS.items()
        if (words := element.words(theirs) or (root.words(theirs) if theirs != "id" else None))
    }
    saved = pictures.get("saved")
    if saved and len("".join(saved[1])) == puzzle.height * puzzle.width:
        extra["state"] = "".join(saved[1])
    return puzzle.about(
        title=element.words("title"),
        author=element.words("author") or root.words("author"),
        source=element.words("source") or root.words("source"),
        solution=solution,
        extra=extra,
    )


class DeclaredColour(NamedTuple):
    """A colour of a file, its character in pictures, and where it is declared."""

    colour: str
    char: str
    line: int | None = None


def _paints(element: Element) -> dict[str, DeclaredColour]:
    """The colours that are declared, and behind them those that everybody knows."""
    paints: dict[str, DeclaredColour] = {}
    known = {WHITE: DeclaredColour("fff", "."), BLACK: DeclaredColour("000", "X")}
    for colour in element.all("color"):
        if re.search(r"[/\\]", colour.text):
            found = "expected whole cells, found triangles: not supported"
            raise FormatError(found, line=colour.line)
        name = colour.attributes.get("name", "")
        char = colour.attributes.get("char") or (known[name].char if name in known else "")
        paints[name] = DeclaredColour(colour.text, char, colour.line)
    taken = {paint.char for paint in paints.values()}
    for name, paint in known.items():
        paints.setdefault(name, paint._replace(char="") if paint.char in taken else paint)
    return paints


def _colours(paints: dict[str, DeclaredColour], used: set[str], ink: str, paper: str) -> Colours:
    """All colours but the background, and but those that everybody declares and nobody uses."""
    colours = Colours()
    for name, paint in paints.items():
        if name == paper:
            colours.paper = paint_named(paint.colour) or colours.paper
        elif name in used or name not in (ink, WHITE, BLACK):
            colours.add(name, paint.colour, paint.line)
    return colours


def _drawn(element: Element, paints: dict[str, DeclaredColour]) -> set[str]:
    """The colours of the goals."""
    goals = (s for s in element.all("solution") if s.attributes.get("type", "goal") != "saved")
    text = {*"".join(image.text for goal in goals for image in goal.all("image"))}
    return {name for name, paint in paints.items() if paint.char in text}


def _clues(side: Element, ink: str) -> list[BlockLine]:
    clues = []
    for line in side.all("line"):
        blocks: list[Block] = []
        for count in line.all("count"):
            number = whole_number(count.text, count.line)
            blocks.append((number, count.attributes.get("color", ink)))
        clues.append((line.line, blocks))
    return clues


def _pictures(element: Element, alphabet: dict[str, str]) -> dict[str, tuple[int, list[str]]]:
    """The first goal and the last saved picture, over `01.`, each with its line."""
    pictures: dict[str, tuple[int, list[str]]] = {}
    for solution in element.all("solution"):
        kind = solution.attributes.get("type", "goal").lower()
        kind = "goal" if kind == "solution" else kind
        for image in solution.all("image"):
            text = "".join(image.text.split())
            rows = [row for row in text.split("|") if row]
            if "||" not in text and len(rows) > 1:
                raise FormatError("expected rows such as |.X.|", line=image.line)
            found = image.line, [_cells(row, alphabet, image.line) for row in rows]
            if kind == "saved" or kind not in pictures:
                pictures[kind] = found
    return pictures


def _cells(row: str, alphabet: dict[str, str], line: int) -> str:
    row = re.sub(r"\[[^\]]*\]", "?", row)  # one of several colours
    return "".join([alphabet.get(symbol, "") or _unknown(symbol, line) for symbol in row])


def _unknown(symbol: str, line: int) -> str:
    if symbol != "?":
        raise FormatError(f"expected the character of a colour, found {symbol!r}", line=line)
    return "."


def _grid(line: int, rows: list[str]) -> Grid:
    check_sides(len(rows), len(rows[0]) if rows else 0, line)
    for row in rows:
        if len(row) != len(rows[0]):
            found = f"expected {many(len(rows[0]), 'cell')} in every row, found {len(row)}"
            raise FormatError(found, line=line)
        if "." in row:
            raise FormatError("expected a finished goal, found '?'", line=line)
    return Grid(len(rows), len(rows[0]), "".join(rows))


def _written(puzzle: Puzzle) -> str:
    colours = is_coloured(puzzle)
    paper = paper_of(puzzle)
    other = f' backgroundcolor="{BACKGROUND}"' if paper != "ffffff" and colours else ""
    lines = [f'<puzzle type="grid" defaultcolor="black"{other}>']
    fields: dict[str, object] = {"source": puzzle.source, "id": puzzle.extra.get("id")}
    fields |= {"title": puzzle.title, "author": puzzle.author}
    fields |= {theirs: puzzle.extra.get(ours) for theirs, ours in FIELDS.items()}
    note = fields.pop("note")
    lines += [f"<{name}>{escape(value)}</{name}>" for name, value in fields.items() if value]
    if other:
        lines.append(f'<color name="{BACKGROUND}" char=".">{paper}</color>')
    else:
        lines.append('<color name="white" char=".">fff</color>')
    lines += [f'<color name="{k}" char="{k}">{paint}</color>' for k, paint in declared(puzzle)]
    if not colours:
        lines.append('<color name="black" char="X">000</color>')
    rows, cols = coloured_sides(puzzle)
    for name, side, longest in (("columns", cols, LONGEST), ("rows", rows, 0)):
        lines += [f'<clues type="{name}">', *_filled(side, longest), "</clues>"]
    pictures = {"goal": puzzle.solution.cells if puzzle.solution else None}
    pictures["saved"] = state_of(puzzle)
    for name, cells in pictures.items():
        if cells:
            written = in_letters(cells, {"0": ".", ".": "?"} | ({} if colours else {"1": "X"}))
            lines.append(f'<solution type="{name}"><image>')
            lines += [f"|{row}|" for row in rows_in(written, puzzle.width, {})]
            lines.append("</image></solution>")
    if note:
        lines.append(f"<note>{escape(note)}</note>")
    return "\n".join([*lines, "</puzzle>"]) + "\n"


def _filled(side: Sequence[Sequence[Block]], longest: int) -> Iterator[str]:
    """The clues, several on a line while they fit."""
    line = ""
    for clue in side:
        piece = f"<line>{''.join(map(_count, clue))}</line>"
        if line and len(line) + len(piece) > longest:
            yield line
            line = ""
        line += piece
    yield line


def _count(block: Block) -> str:
    number, key = block
    return f'<count color="{key}">{number}</count>' if key else f"<count>{number}</count>"


write_all = joined(_written, before='<?xml version="1.0"?>\n<puzzleset>\n', after="</puzzleset>\n")

FORMAT = Format(
    name="xml",
    summary="webpbn XML, with pictures and several puzzles",
    kinds=("nonogram",),
    claims=claims_root(ROOT),
    read=read,
    write=alone(write_all),
    write_all=write_all,
    colours=True,
    holds=frozenset(
        ("solution", "title", "author", "source", "state", BACKGROUND, *FIELDS.values())
    ),
)
