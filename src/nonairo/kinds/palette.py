"""The colours of a puzzle: a letter, a symbol and a paint for each.

Letters go by the order of the symbols: `a` is symbol 1, `b` symbol 2. The background is symbol 0,
has no letter, and is white.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from nonairo.errors import PuzzleError
from nonairo.grid import ALPHABET
from nonairo.kinds.colour_names import nearest_name, paint_named
from nonairo.plain import brief
from nonairo.rules import LETTERS as LETTERS

Paint: TypeAlias = tuple[int, int, int]  # red, green and blue

WHITE = "ffffff"
WEIGHTS = (3, 4, 2)  # how much the eye makes of red, green and blue


class Palette(NamedTuple):
    """The paints of the symbols 1, 2, ... as six hexadecimal digits each."""

    paints: tuple[str, ...]

    @property
    def letters(self) -> str:
        return LETTERS[: len(self.paints)]

    @property
    def symbols(self) -> str:
        return ALPHABET[: len(self.paints) + 1]

    @property
    def rules(self) -> str:
        """As ids and records name it: `a=ff0000+b=000000`."""
        return "+".join(f"{key}={paint}" for key, paint in zip(LETTERS, self.paints, strict=False))

    @property
    def words(self) -> tuple[str, ...]:
        """A word for each symbol, no two the same; the background is `empty`."""
        names = [nearest_name(paint) for paint in self.paints]
        return (
            "empty",
            *(
                name if names.count(name) == 1 else f"{name} ({letter})"
                for name, letter in zip(names, LETTERS, strict=False)
            ),
        )


def palette_of(paints: Iterable[str]) -> Palette:
    """A palette of paints in any usual spelling, checked.

    >>> palette_of(["#FF0000", "black"])
    Palette(paints=('ff0000', '000000'))
    """
    names = tuple(paints)
    _check_number(len(names))
    return Palette(tuple(map(_paint, names)))


def _paint(name: str) -> str:
    paint = paint_named(name)
    if paint is None:
        raise PuzzleError(f"expected a colour such as ff0000 or red, found {brief(name)}")
    return paint


def _check_number(colours: int) -> None:
    if not 1 <= colours <= len(LETTERS):
        raise PuzzleError(f"expected 1 to {len(LETTERS)} colours, found {colours}")


def parse_palette(rules: str) -> tuple[Palette, dict[str, str]]:
    """The palette that rules such as `r=ff0000+k=000000` name, and the symbol of each key.

    >>> palette, symbols = parse_palette("r=ff0000+k=000000")
    >>> palette.rules, symbols
    ('a=ff0000+b=000000', {'r': '1', 'k': '2'})
    """
    keys: list[str] = []
    paints = []
    for part in rules.split("+"):
        key, sign, paint = part.partition("=")
        if not sign or len(key) != 1 or not (key.isascii() and key.isalpha()):
            raise PuzzleError(f"expected colours such as a=ff0000+b=000000, found {brief(part)}")
        if key in keys:
            raise PuzzleError(f"colour {key} is named twice")
        keys.append(key)
        paints.append(paint)
    return palette_of(paints), dict(zip(keys, ALPHABET[1:], strict=False))


def distance(one: Paint, other: Paint) -> int:
    """How unlike two paints are."""
    parts = zip(WEIGHTS, one, other, strict=True)
    return sum(weight * (a - b) ** 2 for weight, a, b in parts)


# For colours that a file names by a word that we do not know: far apart, none of them white.
SPARE = (
    "000000", "e6194b", "3cb44b", "4363d8", "f58231", "911eb4", "46f0f0", "f032e6", "bcf60c",
    "008080", "9a6324", "800000", "808000", "000075", "808080", "ffe119", "fabebe", "e6beff",
)  # fmt: skip


def paints_of(colours: Mapping[str, object]) -> list[str]:
    """The paints of a record's colours; what is neither a number nor a known word gets a spare."""
    _check_number(len(colours))  # so that the spares are enough
    found = [paint_named(str(colour)) for colour in colours.values()]
    spare = iter([paint for paint in SPARE if paint not in found] + [*SPARE] * 2)
    return [next(spare) if paint is None else paint for paint in found]
