"""Puzzles painted on an HTML canvas, as games do: shapes and text at places of our own."""

from __future__ import annotations

import json
from html import escape

from looks import Style, contrast
from posed import Posed
from tables import LETTERS

from nonairo.kinds import appearance_of, kind_of
from nonairo.render.themes import readable_on

Command = tuple[object, ...]
PAINTER = """
(canvas, zoom) => {
  const [width, height, commands] = JSON.parse(canvas.dataset.paint);
  canvas.width = width * zoom; canvas.height = height * zoom;
  const pen = canvas.getContext("2d");
  pen.scale(zoom, zoom); pen.textAlign = "center"; pen.textBaseline = "middle";
  for (const [what, ...rest] of commands) {
    if (what === "box") { pen.fillStyle = rest[4]; pen.fillRect(...rest.slice(0, 4)); }
    else if (what === "text") { pen.font = rest[3]; pen.fillStyle = rest[4];
      pen.fillText(rest[2], rest[0], rest[1]); }
    else if (what === "line") { pen.lineWidth = rest[4]; pen.strokeStyle = rest[5];
      pen.beginPath(); pen.moveTo(rest[0], rest[1]); pen.lineTo(rest[2], rest[3]); pen.stroke(); }
    else if (what === "disc") { pen.beginPath(); pen.arc(rest[0], rest[1], rest[2], 0, 7);
      pen.fillStyle = rest[3]; pen.fill();
      pen.lineWidth = rest[5]; pen.strokeStyle = rest[4]; pen.stroke(); }
  }
}
"""


def canvas(posed: Posed, style: Style) -> str:
    """One puzzle as a canvas, to be painted by PAINTER."""
    clues = _clue_sizes(posed, style)
    left, top = clues
    side, edge = style.cell, 6
    height, width = posed.puzzle.givens.height, posed.puzzle.givens.width
    across, down = left + side * width + edge, top + side * height + edge
    commands: list[Command] = [("box", 0, 0, across, down, style.paper)]
    if posed.puzzle.kind == "nonogram":
        commands += _entries(posed, style, left, top)
        commands += _clues(posed, style, left, top)
    else:
        commands += _cells(posed, style, left, top)
    commands += _lines(style, left, top, height, width)
    commands += _signs(posed, style, left, top)
    box = [left / across, top / down, (left + side * width) / across, (top + side * height) / down]
    paint = escape(json.dumps([across, down, commands]), quote=True)
    return (
        f'<canvas data-box="{json.dumps(box)}" data-paint="{paint}" '
        f'style="width:{across:.1f}px;height:{down:.1f}px;display:block"></canvas>'
    )


def _clue_sizes(posed: Posed, style: Style) -> tuple[float, float]:
    """The room left of the grid and above it."""
    if posed.puzzle.kind != "nonogram":
        return 6, 6
    label = kind_of(posed.puzzle).label
    wide = max(len(label(rule)) for rule in posed.puzzle.row_rules)
    deep = max(len(label(rule)) for rule in posed.puzzle.col_rules)
    return 6 + wide * _pitch(style), 6 + deep * _pitch(style)


def _pitch(style: Style) -> float:
    return max(17.0, style.cell * 0.8)


def _font(style: Style, size: float, bold: bool) -> str:
    return f"{'bold ' if bold else ''}{size:.1f}px '{style.font}'"


def _lines(style: Style, left: float, top: float, height: int, width: int) -> list[Command]:
    found: list[Command] = []
    right, bottom = left + style.cell * width, top + style.cell * height
    for count, rows in ((height, True), (width, False)):
        for k in sorted(range(count + 1), key=lambda k: k % 5 == 0 or k == count):
            pen, ink = style.pen, style.line
            if k in (0, count):
                pen, ink = style.frame, style.ink
            elif style.five and k % 5 == 0:
                pen, ink = style.five, style.ink
            if not pen:
                continue
            at = (top if rows else left) + style.cell * k
            ends = (left, at, right, at) if rows else (at, top, at, bottom)
            found.append(("line", *ends, pen, ink))
    return found


def _cells(posed: Posed, style: Style, left: float, top: float) -> list[Command]:
    found: list[Command] = []
    side = style.cell
    dark, light, edge = contrast(style)
    for r, (givens, entries) in enumerate(zip(posed.givens, posed.entries, strict=True)):
        for c, (given, entry) in enumerate(zip(givens, entries, strict=True)):
            value, entered = (entry, True) if given == "." else (given, False)
            x, y = left + side * c, top + side * r
            middle = (x + side / 2, y + side / 2)
            if style.dark and style.look in ("discs", "squares", "sky", "emoji"):
                found.append(("box", x, y, side, side, "#55585f"))
            if value == ".":
                continue
            if style.look == "tiles":
                inset = style.gap / 2
                fill = style.tiles[0 if value == "1" else 1]
                found.append(
                    ("box", x + inset, y + inset, side - 2 * inset, side - 2 * inset, fill)
                )
            elif style.look in ("digits", "letters"):
                ink = style.quiet if entered and style.entered == "grey" else style.ink
                bold = style.bold if style.entered in ("ink", "ground") else not entered
                font = _font(style, side * style.text, bold)
                text = value if style.look == "digits" else "OX"[int(value)]
                found.append(("text", *middle, text, font, ink))
            elif style.look == "squares":
                inset = side * (1 - style.text) / 2
                size = side - 2 * inset
                found.append(("box", x + inset, y + inset, size, size, edge))
                fill = dark if value == "1" else light
                found.append(("box", x + inset + 2, y + inset + 2, size - 4, size - 4, fill))
            else:
                fill = dark if value == "1" else light
                found.append(("disc", *middle, side * style.text / 2, fill, edge, 2))
    return found


def _entries(posed: Posed, style: Style, left: float, top: float) -> list[Command]:
    found: list[Command] = []
    side = style.cell
    colours = appearance_of(posed.puzzle).colours
    for r, entries in enumerate(posed.entries):
        for c, entry in enumerate(entries):
            x, y = left + side * c, top + side * r
            if entry == "0" and style.cross:
                font = _font(style, side * 0.6, False)
                found.append(("text", x + side / 2, y + side / 2, style.cross, font, style.quiet))
            elif entry not in ".0":
                fill = colours[int(entry)] if colours else style.ink
                found.append(("box", x, y, side, side, fill))
    return found


def _clues(posed: Posed, style: Style, left: float, top: float) -> list[Command]:
    found: list[Command] = []
    kind, puzzle, pitch = kind_of(posed.puzzle), posed.puzzle, _pitch(style)
    colours = appearance_of(puzzle).colours
    size = max(11.0, min(style.cell * style.text, pitch * 0.72))
    for rules, along_row in ((puzzle.row_rules, True), (puzzle.col_rules, False)):
        for k, rule in enumerate(rules):
            texts, inks = kind.label(rule), kind.inks(rule)
            for n, text in enumerate(texts):
                if text == "0" and not style.zeros:
                    continue
                back = pitch * (len(texts) - n - 0.5) + 3
                line = style.cell * (k + 0.5)
                x, y = (left - back, top + line) if along_row else (left + line, top - back)
                ink = style.ink
                if colours and n < len(inks) and inks[n]:
                    ink = colours[inks[n]]
                    if style.chips:
                        half = pitch * 0.45
                        found.append(("box", x - half, y - half, 2 * half, 2 * half, ink))
                        ink = readable_on(ink)
                number = text.rstrip(LETTERS)
                found.append(("text", x, y, number, _font(style, size, style.bold), ink))
    if style.clue_lines == "none":
        return found
    ends = (posed.puzzle.givens.height, posed.puzzle.givens.width)
    for k in range(ends[0] + 1):
        at = top + style.cell * k
        found.append(("line", 3, at, left, at, 1, style.line))
    for k in range(ends[1] + 1):
        at = left + style.cell * k
        found.append(("line", at, 3, at, top, 1, style.line))
    return found


def _signs(posed: Posed, style: Style, left: float, top: float) -> list[Command]:
    found: list[Command] = []
    size = style.cell * 0.38
    for one, other, glyph in kind_of(posed.puzzle).marks(posed.puzzle):
        x = left + style.cell * (one.col + other.col + 1) / 2
        y = top + style.cell * (one.row + other.row + 1) / 2
        if style.disc:
            found.append(("disc", x, y, size * 0.55, style.paper, style.line, 1))
        text = style.sign["=x".index(glyph)]
        found.append(("text", x, y, text, f"bold {size:.1f}px DejaVu Sans", style.ink))
    return found
