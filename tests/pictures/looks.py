"""How a test picture looks: paper and ink, font, sizes, lines, and the symbols of a cell."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

PAPERS = (  # paper, ink, lines, quiet ink
    ("#ffffff", "#000000", "#000000", "#888888"),
    ("#ffffff", "#222222", "#999999", "#8a8a8a"),
    ("#ffffff", "#111111", "#cccccc", "#999999"),
    ("#faf6ec", "#3a2f22", "#8b7b62", "#9b8f7d"),
    ("#eef3f8", "#1d2b3a", "#7a8ea3", "#8795a5"),
    ("#f2f2f7", "#1c1c1e", "#3a3a3c", "#8e8e93"),
)
DARK = (
    ("#121212", "#f0f0f0", "#6a6a6a", "#8c8c8c"),
    ("#1b1d23", "#e4e6eb", "#e4e6eb", "#8a8d96"),
    ("#0d1b2a", "#e0e6ee", "#50667d", "#7d8ea0"),
    ("#282c34", "#d7dae0", "#5c6370", "#7f8694"),
)
# The darker tile first: it is the symbol 1.
TILES = (
    ("#c0392b", "#7fb7e6"), ("#1f5fbf", "#f2b632"), ("#222222", "#e9e9e9"), ("#0b6e4f", "#f5a0a0"),
    ("#7b2d8b", "#f7d154"), ("#b3261e", "#8fd3a0"), ("#2b4c7e", "#ff8c61"),
)  # fmt: skip
CROSS = "\N{MULTIPLICATION SIGN}"
LOOKS = ("digits", "digits", "digits", "discs", "squares", "sky", "emoji", "tiles", "letters")


@dataclass(frozen=True)
class Style:
    """Everything about a picture but its puzzle."""

    paper: str
    ink: str
    line: str
    quiet: str
    dark: bool
    font: str
    bold: bool
    look: str
    tiles: tuple[str, str]
    cell: int
    pen: float  # of the lines between cells; 0 for none
    frame: float  # of the border around; 0 for none
    five: float  # of every fifth line; 0 for one like the others
    text: float  # of a symbol's or clue's height in its cell
    clue_lines: str  # `none`, `strips`, `cells`
    chips: bool  # coloured clues are white on their colour
    zeros: bool  # an empty clue is written as 0
    struck: bool  # clues of finished lines are crossed out
    cross: str  # what a player writes where nothing is: a cross, a dot, or nothing
    gap: int  # between tiles
    entered: str  # how entries differ: `ink`, `grey`, `light` (weight), `ground` (of the givens)
    sign: tuple[str, str]
    disc: bool  # signs stand on discs of paper


def style_of(kind: str, size: tuple[int, int], fonts: list[str], rng: Random) -> Style:
    dark = rng.random() < 0.2 and kind != "coloured"  # black numbers need light paper
    paper, ink, line, quiet = rng.choice(DARK if dark else PAPERS)
    picture = kind in ("nonogram", "coloured")
    look = "cells" if picture else rng.choice(LOOKS)
    if kind == "tango":
        look = rng.choice(("sky", "emoji", "discs", "sky", "digits"))
    longest = max(size)
    cell = max(
        17 if picture else 22, min(rng.randint(18, 56), (560 if picture else 760) // longest)
    )
    bare = look == "tiles" and rng.random() < 0.7
    return Style(
        paper=paper, ink=ink, line=line, quiet=quiet, dark=dark,
        font=rng.choice(fonts),
        bold=rng.random() < 0.4,
        look=look,
        tiles=rng.choice(TILES),
        cell=cell,
        pen=0 if bare else rng.choice((1, 1, 1, 1.5, 2)),
        frame=0 if bare else rng.choice((0, 1, 2, 3, 3)),
        five=rng.choice((0, 2, 2, 3)) if picture else 0,
        text=rng.uniform(0.5, 0.75),
        clue_lines=rng.choice(("none", "strips", "cells")),
        chips=rng.random() < 0.4,
        zeros=rng.random() < 0.7,
        struck=rng.random() < 0.4,
        cross=rng.choice((CROSS, CROSS, "•", "")),
        gap=rng.choice((2, 3, 4, 6)) if bare else 0,
        entered=rng.choice(("ink", "grey", "grey", "light", "ground")),
        sign=rng.choice((("=", CROSS), ("=", "x"), ("=", "✕"))),
        disc=rng.random() < 0.5,
    )  # fmt: skip


def entries_differ(style: Style, drawn: str) -> bool:
    """Whether what a player entered looks different from the givens."""
    if drawn == "own":
        return True
    if style.look in ("digits", "letters"):
        return style.entered in ("grey", "light") or (style.entered, drawn) == ("ground", "table")
    if drawn == "canvas" or style.look == "tiles":
        return False
    return style.entered == "ground" or (style.entered == "grey" and style.look != "emoji")


def symbol(value: str, style: Style, side: float, entered: bool) -> str:
    """A symbol of a Binairo as HTML, so many pixels wide and high."""
    ink, weight = style.ink, 700 if style.bold else 400
    if entered and style.entered == "grey":
        ink = style.quiet
    elif style.entered in ("grey", "light"):
        weight = 400 if entered else 700
    size = side * style.text
    if style.look in ("digits", "letters"):
        text = value if style.look == "digits" else "OX"[int(value)]
        return (
            f'<span style="color:{ink};font-size:{size:.1f}px;font-weight:{weight}">{text}</span>'
        )
    if style.look == "emoji":
        glyph = "☀️" if value == "1" else "🌙"
        return f'<span style="font-size:{size:.1f}px;font-family:Noto Color Emoji">{glyph}</span>'
    opacity = 0.45 if entered and style.entered == "grey" else 1
    shapes = {"discs": disc, "squares": square, "sky": sun_or_moon}
    drawn = shapes[style.look](value, style)
    return (
        f'<svg width="{size:.1f}" height="{size:.1f}" viewBox="-50 -50 100 100" '
        f'style="display:block;margin:auto;opacity:{opacity}">{drawn}</svg>'
    )


def contrast(style: Style) -> tuple[str, str, str]:
    """Fill of a 1, fill of a 0, and the outline, on this paper: 1 is the darker one."""
    if style.dark:
        return "#000000", "#ffffff", "#aaaaaa"
    return style.ink, "#ffffff", style.ink


def disc(value: str, style: Style) -> str:
    dark, light, edge = contrast(style)
    fill = dark if value == "1" else light
    return f'<circle r="44" fill="{fill}" stroke="{edge}" stroke-width="7"/>'


def square(value: str, style: Style) -> str:
    dark, light, edge = contrast(style)
    fill = dark if value == "1" else light
    return (
        f'<rect x="-44" y="-44" width="88" height="88" fill="{fill}" '
        f'stroke="{edge}" stroke-width="7"/>'
    )


def sun_or_moon(value: str, style: Style) -> str:
    if value == "0":
        return '<path d="M 12 -46 A 46 46 0 1 0 46 12 A 36 36 0 0 1 12 -46 Z" fill="#4c6ef5"/>'
    rays = " ".join(
        f"M {34 * math.cos(a):.1f} {34 * math.sin(a):.1f} "
        f"L {48 * math.cos(a):.1f} {48 * math.sin(a):.1f}"
        for a in (math.pi * k / 4 for k in range(8))
    )
    return (
        '<circle r="26" fill="#f5a623" stroke="#d18400" stroke-width="3"/>'
        f'<path d="{rays}" stroke="#f5a623" stroke-width="7"/>'
    )
