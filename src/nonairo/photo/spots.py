"""The places of a picture that may be read in several ways: cells, signs and clues.

A sighting is turned into a list of spots. Each has options, likeliest first; a reading chooses one
option for each spot. In a game in progress, a symbol that the player entered is no given: a cell
whose symbol is entered with probability 0.9 is an empty cell with that probability.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import log
from typing import NamedTuple, TypeAlias

from nonairo.errors import PuzzleError
from nonairo.grid import UNKNOWN, Cell
from nonairo.photo.sighting import Likely, LikelyClue, Quad, SeenCell, SeenClue, Sighting
from nonairo.plain import brief

Block: TypeAlias = tuple[int, int]  # a length, and the index of its colour (0 without colours)
Value: TypeAlias = str | tuple[Block, ...]  # of a cell or sign; of a clue

LEAST = 1e-6  # the probability of what vision did not think of, in a cell or sign
CELLS = "01" + UNKNOWN
SIGNS = "=x" + UNKNOWN
CLUE_NAMES = re.compile(r"(row|col(?:umn)?)\s*([0-9]{1,4})")
CELL_NAMES = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})(?:-?r([0-9]{1,4})c([0-9]{1,4}))?")


class Option(NamedTuple):
    """One way to read a spot."""

    value: Value
    probability: float

    @property
    def text(self) -> str:
        """The value as people read it."""
        if isinstance(self.value, str):
            return "empty" if self.value == UNKNOWN else self.value
        return written(self.value)


def written(clue: Sequence[Block]) -> str:
    """A clue in text; a letter names the colour of a block.

    >>> written(((3, 0), (1, 0))), written(()), written(((3, 1), (2, 2)))
    ('3,1', '0', '3a,2b')
    """
    letters = ("", *"abcdefghijklmnopqrstuvwxyz")
    return ",".join(f"{length}{letters[ink]}" for length, ink in clue) or "0"


@dataclass(frozen=True, slots=True)
class Spot:
    """One place, its options, likeliest first, and where it is in the picture."""

    name: str
    options: tuple[Option, ...]
    quad: Quad | None
    known: bool = False  # the user said what it is

    def cost(self, option: int) -> float:
        """How much less likely an option is than the first: the logarithm of their ratio."""
        return log(self.options[0].probability / self.options[option].probability)

    @property
    def rest(self) -> float:
        """The probability that it is none of the options."""
        return max(0.0, 1.0 - sum(option.probability for option in self.options))


def spots_of(sighting: Sighting, known: Mapping[str, str]) -> list[Spot]:
    """Return the spots of a sighting; `known` are answers that the user gave, by their names."""
    found = list(_clues(sighting) if sighting.kind == "nonogram" else _cells(sighting))
    answers = {plain_name(name): text for name, text in known.items()}
    names = {spot.name for spot in found}
    for name in answers:
        if name not in names:
            raise PuzzleError(f"{brief(name)} is no cell, sign or clue of this picture")
    return [_settled(spot, answers[spot.name], sighting) if spot.name in answers else spot
            for spot in found]  # fmt: skip


def _cells(sighting: Sighting) -> Iterator[Spot]:
    for cell, seen in sighting.each_cell():
        yield Spot(str(cell), _given_options(seen), seen.quad)
    for along, (down, right) in ((sighting.right, (0, 1)), (sighting.below, (1, 0))):
        for r, row in enumerate(along):
            for c, likely in enumerate(row):
                one, other = Cell(r, c), Cell(r + down, c + right)
                quad = _between(sighting.cells[r][c].quad, sighting.cells[r + down][c + right].quad)
                yield Spot(f"{one}-{other}", _options(_rest_filled(likely, SIGNS)), quad)


def _given_options(seen: SeenCell) -> tuple[Option, ...]:
    """What is given in a cell: a symbol that the player entered is as good as none."""
    chances = dict.fromkeys(CELLS, 0.0)
    for value, probability in _rest_filled(seen.candidates, CELLS).items():
        given = 1.0 if value == UNKNOWN else seen.given
        chances[value] += probability * given
        chances[UNKNOWN] += probability * (1 - given)
    return _options(chances)


def _rest_filled(likely: Sequence[Likely], symbols: str) -> dict[str, float]:
    """Probabilities of all symbols; those that vision did not think of share what is left."""
    chances = {value: probability for value, probability in likely if value in symbols}
    missing = [symbol for symbol in symbols if symbol not in chances]
    share = max(LEAST, (1 - sum(chances.values())) / max(1, len(missing)))
    return chances | dict.fromkeys(missing, share)


def _options(chances: Mapping[str, float]) -> tuple[Option, ...]:
    total = sum(chances.values())
    options = (Option(value, max(LEAST, chance / total)) for value, chance in chances.items())
    return tuple(sorted(options, key=lambda option: -option.probability))


def _between(one: Quad, other: Quad) -> Quad:
    """The area around the border of two neighbours."""

    def middle(quad: Quad) -> tuple[float, float]:
        return sum(x for x, _ in quad) / 4, sum(y for _, y in quad) / 4

    (x1, y1), (x2, y2) = middle(one), middle(other)
    x, y, half = (x1 + x2) / 2, (y1 + y2) / 2, max(abs(x2 - x1), abs(y2 - y1)) / 4
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def _clues(sighting: Sighting) -> Iterator[Spot]:
    for name, clues, length in (
        ("row", sighting.rows, sighting.width),
        ("column", sighting.cols, sighting.height),
    ):
        for k, seen in enumerate(clues, 1):
            yield Spot(
                f"{name} {k}", _clue_options(seen, length, bool(sighting.palette)), seen.quad
            )


def _clue_options(seen: SeenClue, length: int, coloured: bool) -> tuple[Option, ...]:
    """The clues that fit in the line; if none does, the likeliest, whatever it is."""
    found: dict[Value, float] = {}
    impossible = 0.0
    for likely in seen.candidates:
        value = blocks_of(likely, coloured)
        if fits(value, length):
            found[value] = found.get(value, 0.0) + max(LEAST, likely.probability)
        else:
            impossible += likely.probability
    if not found and seen.candidates:
        likely = seen.candidates[0]
        found[blocks_of(likely, coloured)] = max(LEAST, likely.probability)
    possible = max(LEAST, 1 - impossible, sum(found.values()))
    options = [Option(value, chance / possible) for value, chance in found.items()]
    return tuple(sorted(options, key=lambda option: -option.probability)) or (Option((), LEAST),)


def blocks_of(likely: LikelyClue, coloured: bool) -> tuple[Block, ...]:
    """The blocks of a clue; colours count from 1."""
    inks = likely.inks if coloured else ()
    return tuple(
        (length, inks[k] + 1 if k < len(inks) else int(coloured))
        for k, length in enumerate(likely.clue)
        if length
    )


def fits(clue: Sequence[Block], length: int) -> bool:
    """Whether the blocks have room; those of one colour need a gap between them."""
    gaps = sum(len(list(equal)) - 1 for _, equal in groupby(ink for _, ink in clue))
    return sum(block for block, _ in clue) + gaps <= length


def plain_name(name: str) -> str:
    """The name of a spot as written here: `R3 C4` is `r3c4`, `col2` is `column 2`."""
    text = "".join(name.lower().split())
    clue = CLUE_NAMES.fullmatch(text)
    if clue:
        return f"{'row' if clue[1] == 'row' else 'column'} {int(clue[2])}"
    cell = CELL_NAMES.fullmatch(text)
    if cell is None:
        expected = "expected a cell such as r3c4, a sign such as r3c4-r3c5, row 3 or column 5"
        raise PuzzleError(f"{expected}, found {brief(name)}")
    first = f"r{int(cell[1])}c{int(cell[2])}"
    return first if cell[3] is None else f"{first}-r{int(cell[3])}c{int(cell[4])}"


def _settled(spot: Spot, text: str, sighting: Sighting) -> Spot:
    """The spot as the user says that it is."""
    value = _value_of(spot, text.strip(), sighting)
    return Spot(spot.name, (Option(value, 1.0),), spot.quad, known=True)


def _value_of(spot: Spot, text: str, sighting: Sighting) -> Value:
    if spot.name.startswith(("row", "column")):
        return _clue_of(spot, text, len(sighting.palette))
    symbols = SIGNS if "-" in spot.name else CELLS
    if text.lower() in ("", "empty", "none", "-", "?"):
        return UNKNOWN
    if text not in symbols:
        raise PuzzleError(f"{spot.name}: expected one of {' '.join(symbols)}, found {brief(text)}")
    return text


def _clue_of(spot: Spot, text: str, colours: int) -> tuple[Block, ...]:
    """A clue as the user writes it: numbers, with a letter for the colour if there are several."""
    found = []
    for part in re.split(r"[,\s]+", text):
        block = re.fullmatch(r"([0-9]{1,4})([a-z]?)", part)
        ink = 0 if block is None or not block[2] else ord(block[2]) - ord("a") + 1
        if block is None or ink > colours:
            raise PuzzleError(f"{spot.name}: expected numbers such as 3,1, found {brief(text)}")
        if int(block[1]):
            found.append((int(block[1]), ink or int(colours > 0)))
    return tuple(found)
