"""What the roles of paint look like. A theme colours every role, so a new one is one entry here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ROLES = {
    "ink": "lines, digits, filled cells",
    "paper": "the background, and what is drawn on ink",
    "quiet": "coordinates, captions",
    "used": "the background of clues that a step uses",
    "seen": "the background of cells that a step uses",
    "stripe": "the stripes on them",
    "made": "the background of cells that a step decides",
    "frame": "the frame around them",
    "wrong": "a supposition that fails; cells that break a rule",
}


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours (`#rgb` or `#rrggbb`) by role."""

    name: str
    colours: Mapping[str, str]

    def colour(self, paint: str) -> str:
        """The colour of a role; a colour of its own stays what it is.

        >>> DARK.colour("wrong"), DARK.colour("#c00000")
        ('#ff8a80', '#c00000')
        """
        return paint if paint.startswith("#") else self.colours[paint]

    def rgb(self, paint: str) -> tuple[int, int, int]:
        """Red, green and blue of a colour, from 0 to 255.

        >>> DARK.rgb("#c0f"), DARK.rgb("#336699")
        ((204, 0, 255), (51, 102, 153))
        """
        digits = self.colour(paint).lstrip("#")
        digits = digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def readable_on(colour: str) -> str:
    """Black or white, whichever can be read better on a colour.

    >>> readable_on("#ffe119"), readable_on("#000075")
    ('#000000', '#ffffff')
    """
    parts = [part / 255 for part in LIGHT.rgb(colour)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    # Where (light + 0.05) / 0.05 and 1.05 / (light + 0.05) are equal, both have a contrast of 4.6.
    return "#000000" if (light + 0.05) ** 2 > 0.05 * 1.05 else "#ffffff"


LIGHT = Theme(
    "light",
    {
        "ink": "#111",
        "paper": "#fff",
        "quiet": "#555",
        "used": "#e4e4e4",
        "seen": "#d9d9d9",
        "stripe": "#888",
        "made": "#ffe58a",
        "frame": "#b36b00",
        "wrong": "#c00",
    },
)
DARK = Theme(
    "dark",
    {
        "ink": "#e9e6df",
        "paper": "#15161a",
        "quiet": "#b0b2b8",
        "used": "#26282d",
        "seen": "#33353b",
        "stripe": "#85878c",
        "made": "#3d2f12",
        "frame": "#f0ad4e",
        "wrong": "#ff8a80",
    },
)
PRINT = Theme("print", {**LIGHT.colours, "ink": "#000"})  # the blackest ink there is
THEMES: dict[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}
