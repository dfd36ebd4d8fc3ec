"""webpbn XML: a `puzzleset` of puzzles with clues, colours and pictures.

Coloured puzzles, triangles and triddlers are recognised and refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonairo.errors import FormatError
from nonairo.formats.base import Format, alone, check_sides, joined, printable, whole_number
from nonairo.formats.shared.clues import (
    Numbers,
    both_sides,
    check_picture,
    coloured,
    from_picture,
    pose,
    state_of,
)
from nonairo.formats.shared.markup import Element, claims_root, escape, parse
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle
from nonairo.rules import Clue

ROOT = "puzzleset"
FIELDS = {"license": "licence"} | {
    name: name for name in ("id", "authorid", "copyright", "description", "note")
}
KNOWN_COLOURS = {"white": ".", "black": "X"}  # known without a declaration
LONGEST = 60  # characters on a line of column clues; each row has a line of its own


def read(text: str) -> Iterator[Puzzle]:
    root = parse(text, ROOT)
    for puzzle in root.all("puzzle"):
        yield _puzzle(puzzle, root)


def _puzzle(element: Element, root: Element) -> Puzzle:
    if element.attributes.get("type", "grid").lower() != "grid":
        found = printable(element.attributes["type"])
        raise FormatError(f"expected type grid, found {found}: not supported", line=element.line)
    ink = element.attributes.get("defaultcolor", "black")
    paper = element.attributes.get("backgroundcolor", "white")
    characters = dict(KNOWN_COLOURS)
    for colour in element.all("color"):
        if re.search(r"[/\\]", colour.text):
            found = "expected whole cells, found triangles: not supported"
            raise FormatError(found, line=colour.line)
        if colour.attributes.get("char"):
            characters[colour.attributes.get("name", "")] = colour.attributes["char"]
    alphabet = dict.fromkeys(characters.values(), "*")  # any other colour
    alphabet[characters.get(paper, ".")] = "0"
    alphabet[characters.get(ink, "X")] = "1"
    pictures = _pictures(element, alphabet)
    clues = {side.attributes.get("type", "").lower(): side for side in element.all("clues")}
    if "rows" in clues and "columns" in clues:
        rows, cols = (_clues(clues[name], ink) for name in ("rows", "columns"))
        puzzle = pose(rows, cols, element.line)
    elif "goal" in pictures and not clues:
        puzzle = from_picture(_grid(*pictures["goal"]))
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
    extra: dict[str, object] = {
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


def _clues(side: Element, ink: str) -> list[Numbers]:
    clues = []
    for line in side.all("line"):
        numbers = []
        for count in line.all("count"):
            if count.attributes.get("color", ink) != ink:
                raise coloured(count.line)
            numbers.append(whole_number(count.text, count.line))
        clues.append((line.line, numbers))
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
    cells = "".join([alphabet.get(symbol, "") or _unknown(symbol, line) for symbol in row])
    if "*" in cells:
        raise coloured(line)
    return cells


def _unknown(symbol: str, line: int) -> str:
    if symbol != "?":
        raise FormatError(f"expected the character of a colour, found {symbol!r}", line=line)
    return "."


def _grid(line: int, rows: list[str]) -> Grid:
    check_sides(len(rows), len(rows[0]) if rows else 0, line)
    for row in rows:
        if len(row) != len(rows[0]):
            found = f"expected {len(rows[0])} cells in every row, found {len(row)}"
            raise FormatError(found, line=line)
        if "." in row:
            raise FormatError("expected a finished goal, found '?'", line=line)
    return Grid.parse(rows)


def _written(puzzle: Puzzle) -> str:
    lines = ['<puzzle type="grid" defaultcolor="black">']
    fields: dict[str, object] = {"source": puzzle.source, "id": puzzle.extra.get("id")}
    fields |= {"title": puzzle.title, "author": puzzle.author}
    fields |= {theirs: puzzle.extra.get(ours) for theirs, ours in FIELDS.items()}
    note = fields.pop("note")
    lines += [f"<{name}>{escape(value)}</{name}>" for name, value in fields.items() if value]
    lines += ['<color name="white" char=".">fff</color>']
    lines += ['<color name="black" char="X">000</color>']
    rows, cols = both_sides(puzzle)
    for name, side, longest in (("columns", cols, LONGEST), ("rows", rows, 0)):
        lines += [f'<clues type="{name}">', *_filled(side, longest), "</clues>"]
    pictures = {"goal": puzzle.solution.cells if puzzle.solution else None}
    pictures["saved"] = state_of(puzzle)
    for name, cells in pictures.items():
        if cells:
            dressed = cells.translate({ord("0"): ".", ord("1"): "X", ord("."): "?"})
            lines.append(f'<solution type="{name}"><image>')
            starts = range(0, len(dressed), puzzle.width)
            lines += [f"|{dressed[k : k + puzzle.width]}|" for k in starts]
            lines.append("</image></solution>")
    if note:
        lines.append(f"<note>{escape(note)}</note>")
    return "\n".join([*lines, "</puzzle>"]) + "\n"


def _filled(side: Sequence[Clue], longest: int) -> Iterator[str]:
    """The clues, several on a line while they fit."""
    line = ""
    for clue in side:
        piece = f"<line>{''.join(f'<count>{number}</count>' for number in clue)}</line>"
        if line and len(line) + len(piece) > longest:
            yield line
            line = ""
        line += piece
    yield line


write_all = joined(_written, before='<?xml version="1.0"?>\n<puzzleset>\n', after="</puzzleset>\n")

FORMAT = Format(
    name="xml",
    summary="webpbn XML, with pictures and several puzzles",
    kinds=("nonogram",),
    claims=claims_root(ROOT),
    read=read,
    write=alone(write_all),
    write_all=write_all,
    holds=frozenset(("solution", "title", "author", "source", "state", *FIELDS.values())),
)
