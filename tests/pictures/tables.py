"""Puzzles as HTML tables. `data-cell` marks the cells of the grid, whose places are measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from looks import Style, symbol
from posed import Posed

from nonairo.grid import Cell
from nonairo.kinds import appearance_of, kind_of
from nonairo.render.themes import readable_on
from nonairo.rules import LineRule

LETTERS = "abcdefghij"  # of colours, which other pages do not write


def table(posed: Posed, style: Style) -> str:
    """One puzzle as a table."""
    picture = posed.puzzle.kind == "nonogram"
    rows = list(_nonogram(posed, style) if picture else _binairo(posed, style))
    spacing = f"separate;border-spacing:{style.gap}px" if style.gap else "collapse"
    weight = 700 if style.bold else 400
    return (
        f'<table style="border-collapse:{spacing};background:{style.paper};color:{style.ink};'
        f"font-family:'{style.font}';font-weight:{weight};line-height:1\">"
        + "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
        + "</table>"
    )


def _borders(r: int, c: int, height: int, width: int, style: Style) -> str:
    """The four borders of a cell: thin, thick every five, and around everything."""
    sides = (
        ("top", r, height),
        ("bottom", r + 1, height),
        ("left", c, width),
        ("right", c + 1, width),
    )
    return "".join(f"border-{name}:{_pen(k, last, style)};" for name, k, last in sides)


def _pen(k: int, last: int, style: Style) -> str:
    if k in (0, last):
        return f"{style.frame}px solid {style.ink}" if style.frame else "none"
    if style.five and k % 5 == 0:
        return f"{style.five}px solid {style.ink}"
    return f"{style.pen}px solid {style.line}" if style.pen else "none"


def _binairo(posed: Posed, style: Style) -> Iterator[list[str]]:
    puzzle, side = posed.puzzle, style.cell
    signs = {(mark.one, mark.other): mark.glyph for mark in kind_of(puzzle).marks(puzzle)}
    empty = "#3a3d44" if style.dark else "#f4f1ea"
    for r, (givens, entries) in enumerate(zip(posed.givens, posed.entries, strict=True)):
        cells = []
        for c, (given, entry) in enumerate(zip(givens, entries, strict=True)):
            value, entered = (entry, True) if given == "." else (given, False)
            ground, inside = "", ""
            if style.look == "tiles":
                ground = empty if value == "." else style.tiles[0 if value == "1" else 1]
            elif value != ".":
                inside = symbol(value, style, side, entered)
                if posed.started and style.entered == "ground" and not entered:
                    ground = "#33363d" if style.dark else "#e6e2dc"
            if style.look == "discs" and style.dark:
                ground = "#55585f"
            if style.look == "squares" and style.dark:
                ground = "#55585f"
            round_ = f"border-radius:{min(style.gap * 2, 8)}px;" if style.gap else ""
            cells.append(
                f'<td data-cell style="position:relative;padding:0;text-align:center;'
                f"vertical-align:middle;width:{side}px;height:{side}px;min-width:{side}px;"
                f"{round_}{_borders(r, c, len(posed.givens), len(givens), style)}"
                f'{f"background:{ground};" if ground else ""}">'
                f"{inside}{''.join(_signs(signs, r, c, style))}</td>"
            )
        yield cells


def _signs(signs: Mapping[tuple[Cell, Cell], str], r: int, c: int, style: Style) -> Iterator[str]:
    """The signs on the right and lower border of a cell."""
    size = style.cell * 0.38
    places = (((r, c + 1), "right", "top"), ((r + 1, c), "bottom", "left"))
    for other, side, along in places:
        glyph = signs.get((Cell(r, c), Cell(*other)))
        if glyph is None:
            continue
        text = style.sign["=x".index(glyph)]
        ground = f"background:{style.paper};border-radius:50%;" if style.disc else ""
        yield (
            f'<span style="position:absolute;z-index:3;{side}:{-size / 2:.1f}px;'
            f"{along}:calc(50% - {size / 2:.1f}px);width:{size:.1f}px;height:{size:.1f}px;"
            f"line-height:{size:.1f}px;font-size:{size:.1f}px;font-family:DejaVu Sans;"
            f'font-weight:700;text-align:center;{ground}">{text}</span>'
        )


def _nonogram(posed: Posed, style: Style) -> Iterator[list[str]]:
    puzzle, side = posed.puzzle, style.cell
    grid = puzzle.givens
    rows = [_clue(posed, rule, r, True, style) for r, rule in enumerate(puzzle.row_rules)]
    cols = [_clue(posed, rule, c, False, style) for c, rule in enumerate(puzzle.col_rules)]
    split = style.clue_lines == "cells"
    deep = max(map(len, cols)) if split else 1
    wide = max(map(len, rows)) if split else 1
    for k in range(deep):
        corner = [f'<td colspan="{wide}" rowspan="{deep}"></td>'] if k == 0 else []
        yield corner + [_col_clue(clue, k, deep, c, style) for c, clue in enumerate(cols)]
    paints = appearance_of(puzzle).colours or ("", style.ink)
    for r, entries in enumerate(posed.entries):
        cells = list(_row_clue(rows[r], wide, r, style))
        for c, entry in enumerate(entries):
            ground, inside = "", ""
            if entry == "0" and style.cross:
                look = f"color:{style.quiet};font-size:{side * 0.6:.0f}px"
                inside = f'<span style="{look}">{style.cross}</span>'
            elif entry not in ".0":
                ground = f"background:{paints[int(entry)]};"
            cells.append(
                f'<td data-cell style="padding:0;text-align:center;vertical-align:middle;'
                f"width:{side}px;height:{side}px;min-width:{side}px;max-width:{side}px;"
                f'line-height:0;{ground}{_borders(r, c, grid.height, grid.width, style)}">'
                f"{inside}</td>"
            )
        yield cells


def _clue(posed: Posed, rule: LineRule, k: int, row: bool, style: Style) -> list[str]:
    """The numbers of a clue as HTML."""
    puzzle = posed.puzzle
    kind, colours = kind_of(puzzle), appearance_of(puzzle).colours
    label = kind.label(rule)
    texts = [t for t in label if t != "0"] or (["0"] if style.zeros else [])
    inks = kind.inks(rule)
    entries = posed.entries[k] if row else "".join(line[k] for line in posed.entries)
    struck = posed.started and style.struck and "." not in entries
    size = max(11.0, style.cell * min(style.text, 0.62))
    found = []
    for n, text in enumerate(texts):
        paint = colours[inks[n]] if colours and n < len(inks) and inks[n] else ""
        look = f"font-size:{size:.1f}px;"
        if paint and style.chips:
            look += f"background:{paint};color:{readable_on(paint)};padding:1px 2px;"
        elif paint:
            look += f"color:{paint};"
        if struck:
            look += "text-decoration:line-through;" + ("" if paint else f"color:{style.quiet};")
        found.append(
            f'<span style="display:inline-block;{look}">{escape(text.rstrip(LETTERS))}</span>'
        )
    return found


def _line_around(style: Style) -> str:
    return f"1px solid {style.line}" if style.clue_lines != "none" else "none"


def _col_clue(clue: list[str], k: int, deep: int, c: int, style: Style) -> str:
    pen = _line_around(style)
    if style.clue_lines == "cells":
        at = k - (deep - len(clue))
        text = clue[at] if at >= 0 else ""
        return (
            f'<td style="text-align:center;padding:0;border:{pen};'
            f'height:{style.cell * 0.8:.0f}px">{text}</td>'
        )
    text = "".join(f'<div style="margin:2px 0">{number}</div>' for number in clue)
    return (
        f'<td style="text-align:center;vertical-align:bottom;padding:2px 0;'
        f'border-left:{pen};border-right:{pen}">{text}</td>'
    )


def _row_clue(clue: list[str], wide: int, r: int, style: Style) -> Iterator[str]:
    pen = _line_around(style)
    if style.clue_lines == "cells":
        for text in [""] * (wide - len(clue)) + clue:
            yield (
                f'<td style="text-align:center;padding:0 2px;border:{pen};'
                f'min-width:{style.cell * 0.8:.0f}px">{text}</td>'
            )
        return
    gap = max(4, style.cell * 0.22)
    text = f'<span style="display:inline-block;width:{gap:.0f}px"></span>'.join(clue)
    yield (
        f'<td style="text-align:right;white-space:nowrap;padding:0 4px;'
        f'border-top:{pen};border-bottom:{pen}">{text}</td>'
    )
