"""Read a puzzle from a picture: `nn.read_picture`, and what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from os import PathLike
from typing import TYPE_CHECKING

from nonairo.errors import FormatError, PuzzleError
from nonairo.generating.request import Size, size_of
from nonairo.grid import Grid
from nonairo.kinds import named_kind
from nonairo.limits import poll_supervision
from nonairo.memory import names_memory
from nonairo.notebook import changed_html
from nonairo.photo.decoding import bytes_of, pixels_of
from nonairo.photo.posing import entries_of, pose
from nonairo.photo.proving import SECONDS, Proved, prove
from nonairo.photo.searching import Holding
from nonairo.photo.sighting import NONE, ZERO, Kind, Quad, Sighting
from nonairo.photo.spots import Option, Spot
from nonairo.plain import many, one_of, shown, whole
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.photo.images import Bytes

MOST_DOUBTS = 8
FEWEST = 3  # rows and columns; what is smaller is a part of a frame or of a letter
PLAIN = 0.8  # the score of a grid that is reported even if no reading of it holds
UNLIKELY = 0.01  # what a doubt does not list


@dataclass(frozen=True, slots=True)
class Change:
    """A spot that is read otherwise than it looks, because the solver needs it so."""

    name: str  # r3c4, r3c4-r3c5, row 3, column 5
    was: str
    now: str
    probability: float  # of `now`, by its looks alone
    quad: Quad | None

    def __str__(self) -> str:
        return f"{self.name}: {self.now}, not {self.was}"


@dataclass(frozen=True, slots=True)
class Doubt:
    """A spot that is not sure: what it may be, likeliest first, with probabilities."""

    name: str
    candidates: tuple[tuple[str, float], ...]
    quad: Quad | None

    def __str__(self) -> str:
        options = " or ".join(f"{text} ({share:.0%})" for text, share in self.candidates)
        if any(text == NONE for text, _ in self.candidates):
            return f"{self.name} has no clue, is it part of the puzzle? {options}"
        return f"{self.name}: {options}"


@dataclass(frozen=True, slots=True, repr=False)
class Reading:
    """A puzzle read from a picture, what was changed for its proof, and what is not sure.

    `puzzle` has exactly one solution if `holds`; else it is what the picture looks like, or None
    where that is no puzzle at all. If `sure` is false, look at `doubts` before you use it: answer
    one with `set={"r3c4": "1"}`.

    >>> import nonairo as nn
    >>> nn.read_picture("examples/screenshot.png", kind="nonogram", size=5)
    <Reading as it looks, one solution>
    """

    puzzle: Puzzle | None
    holds: bool  # it has exactly one solution
    sure: bool
    confidence: float  # the probability that nothing in it is wrong
    changes: tuple[Change, ...]
    doubts: tuple[Doubt, ...]
    why: str | None  # what was wrong with the likeliest reading
    entries: Grid | None  # the game as the player left it, if there are entries
    corners: Quad  # of the cells, in pixels of the picture
    number: int = 1  # which of the puzzles in the picture
    of: int = 1
    sighting: Sighting | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return f"{self.summary}\n{self.puzzle.id if self.puzzle else 'no puzzle'}"

    def __repr__(self) -> str:
        return f"<Reading {self.summary}>"

    def _repr_html_(self) -> str:
        if self.puzzle is None:
            return ""
        return changed_html(self.puzzle, [], self.summary)

    @property
    def status(self) -> str:
        """Return `sure`, `doubtful` (one solution, but look at it) or `failed` (it needs help)."""
        return "sure" if self.sure else "doubtful" if self.holds else "failed"

    @property
    def summary(self) -> str:
        """Return what was read, in one line."""
        if not self.holds:
            return f"not read: {self.why or 'no reading has exactly one solution'}"
        mended = f"{many(len(self.changes), 'place')} corrected" if self.changes else "as it looks"
        return f"{mended}, {'one solution' if self.sure else 'not sure'}"

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        puzzle = self.puzzle
        return {
            "status": self.status,
            "puzzle": None if puzzle is None else puzzle.id,
            "kind": None if puzzle is None else puzzle.kind,
            "height": None if puzzle is None else puzzle.height,
            "width": None if puzzle is None else puzzle.width,
            "confidence": round(self.confidence, 4),
            "why": self.why,
            "changes": [
                {
                    "name": each.name,
                    "was": each.was,
                    "now": each.now,
                    "probability": round(each.probability, 4),
                    "quad": rounded(each.quad),
                }
                for each in self.changes
            ],
            "doubts": [
                {
                    "name": each.name,
                    "candidates": [[text, round(share, 4)] for text, share in each.candidates],
                    "quad": rounded(each.quad),
                }
                for each in self.doubts
            ],
            "entries": None if self.entries is None else self.entries.cells,
            "corners": rounded(self.corners),
            "number": self.number,
            "of": self.of,
        }


def rounded(quad: Quad | None) -> list[list[float]] | None:
    """Corners with one digit after the point, as lists."""
    return None if quad is None else [[round(float(at), 1) for at in point] for point in quad]


KINDS_READ = ("binairo", "tango", "nonogram")
NO_PUZZLE = (
    "no puzzle was found in this picture: a Binairo, Tango or nonogram with a grid is needed"
)


@names_memory
def read_picture(
    picture: str | PathLike[str] | bytes,
    *,
    kind: str | None = None,
    size: Size | None = None,
    set: Mapping[str, str] | None = None,
    pick: int | None = None,
) -> Reading:
    """Return the puzzle in a photograph or screenshot, proved to have exactly one solution.

    `picture` is a path or the bytes of a PNG, JPEG, WebP, GIF or BMP file. `kind` and `size` say
    what is in it, if you know. `set` has answers to doubts: `{"r3c4": "1"}` for a cell,
    `{"r1c1-r1c2": "="}` for a sign, `{"row 3": "4,1"}` or `{"column 2": "0"}` for a clue. If there
    are several puzzles in the picture, `pick` chooses one, from 1. Needs the extra `photo`.

    FormatError is raised if there is no puzzle in the picture.

    >>> reading = read_picture("examples/photo.jpg")
    >>> reading.status, reading.puzzle.id[:25]
    ('sure', 'nonogram:1/2/3,2/4,3/5,4/')
    """
    if set is not None:
        answers = dict(set) if isinstance(set, Mapping) else {None: set}
        if not all(isinstance(each, str) for pair in answers.items() for each in pair):
            raise PuzzleError(f'expected answers such as {{"r3c4": "1"}}, found {shown(set)}')
    if pick is not None and whole(pick) is None:
        raise PuzzleError(f"expected a whole number for pick, found {shown(pick)}")
    found = readings(picture, kind=kind, size=size, known=set, pick=pick)
    if pick is None and len(found) > 1:
        there = many(len(found), "puzzle")
        raise FormatError(f"the picture has {there}: choose one with pick=1 to pick={len(found)}")
    return found[0]


def readings(
    picture: object,
    *,
    kind: str | None = None,
    size: Size | None = None,
    known: Mapping[str, str] | None = None,
    pick: int | None = None,
) -> list[Reading]:
    """Return the readings of all puzzles in a picture, or of the one picked."""
    data, path = bytes_of(picture)
    try:
        return readings_of(pixels_of(data), kind=kind, size=size, known=known, pick=pick)
    except FormatError as error:
        if path is not None and error.path is None:
            raise error.at(path) from None
        raise


def readings_of(
    image: Bytes,
    *,
    kind: str | None = None,
    size: Size | None = None,
    known: Mapping[str, str] | None = None,
    pick: int | None = None,
) -> list[Reading]:
    """Return the readings of the puzzles in pixels; FormatError if there is none."""
    general, rules = _named(kind)
    sides = None if size is None else size_of(size)
    poll_supervision()
    found = seen(image)
    poll_supervision()
    sized = (
        found
        if sides is None
        else [of_size for each in found if (of_size := _of_size(each, sides))]
    )
    fitting = [each for each in sized if general in (None, each.kind)]
    if not fitting:
        raise FormatError(_none_fits(found, kind, sides))
    # From the top, and from the left: as people read.
    tall = max(abs(each.corners[3][1] - each.corners[0][1]) for each in fitting)
    fitting.sort(key=lambda each: (each.corners[0][1] // max(1.0, tall / 2), each.corners[0][0]))
    readings = _worth(fitting, rules, known if len(fitting) == 1 else None)
    total = len(readings)
    if pick is None and known and total > 1:
        raise FormatError(f"the picture has {many(total, 'puzzle')}: pick one to answer about")
    if pick is not None and not 1 <= pick <= total:
        raise FormatError(f"expected a puzzle from 1 to {total}, found {pick}")
    if known and len(fitting) > 1:
        chosen = readings[(pick or 1) - 1].sighting
        assert chosen is not None
        return [replace(reading_of(chosen, known, rules=rules), number=pick or 1, of=total)]
    numbered = [replace(each, number=k, of=total) for k, each in enumerate(readings, 1)]
    return numbered if pick is None else [numbered[pick - 1]]


def seen(image: Bytes) -> list[Sighting]:
    """Return what vision sees of the grids in a picture, entries told from givens."""
    from nonairo.photo.entries import with_entries
    from nonairo.photo.finding import sightings

    found = (each for each in sightings(image) if min(each.height, each.width) >= FEWEST)
    return [with_entries(image, each) for each in found]


def _worth(
    found: Sequence[Sighting], rules: str | None, known: Mapping[str, str] | None
) -> list[Reading]:
    """The readings of all grids, but those that were no puzzles beside others that are."""
    share = SECONDS / len(found)
    readings = [reading_of(each, known, rules=rules, seconds=share) for each in found]
    holds = any(reading.holds for reading in readings)
    return [
        reading
        for reading, sighting in zip(readings, found, strict=True)
        if reading.holds or not holds or sighting.score >= PLAIN
    ]


def _of_size(sighting: Sighting, size: tuple[int, int]) -> Sighting | None:
    """The ways to see a grid that have this size, if there are any."""
    ways = [way for way in (sighting, *sighting.others) if (way.height, way.width) == size]
    if len(ways) <= len(sighting.others):
        return replace(ways[0], others=tuple(ways[1:]), line=None, weight=1.0) if ways else None
    return sighting


def _named(kind: object) -> tuple[Kind | None, str | None]:
    """The kind that vision knows by a name that people use, and the rules that it stands for."""
    if kind is None:
        return None, None
    found = named_kind(kind) if isinstance(kind, str) else None
    if found is not None and found[0].name in ("binairo", "nonogram"):
        rules = found[1] if found[1] != "standard" else None
        return ("nonogram" if found[0].name == "nonogram" else "binairo"), rules
    raise PuzzleError(one_of("a kind that can be read", KINDS_READ, kind))


def _none_fits(found: Sequence[Sighting], kind: str | None, size: tuple[int, int] | None) -> str:
    if not found:
        return NO_PUZZLE
    wanted = " ".join(filter(None, [kind or "puzzle", size and f"of {size[0]}x{size[1]}"]))
    there = ", ".join(f"{each.kind} {each.height}x{each.width}" for each in found[:4])
    return f"expected a {wanted}, found {there}"


def reading_of(
    sighting: Sighting,
    known: Mapping[str, str] | None = None,
    *,
    rules: str | None = None,
    seconds: float = SECONDS,
) -> Reading:
    """Return the reading of one sighting, proved by the solver."""
    proved = prove(sighting, known, rules=rules, seconds=seconds)
    view = proved.sighting
    best = proved.best
    values = [spot.options[0].value for spot in proved.spots]
    if best is not None:
        puzzle: Puzzle | None = best.puzzle
    else:
        try:
            puzzle = pose(view, values, proved.rules)
        except PuzzleError:
            puzzle = None
    changed = {} if best is None else dict(best.changes)
    entries = None if puzzle is None else entries_of(view, puzzle)
    return Reading(
        puzzle=puzzle,
        holds=best is not None,
        sure=proved.sure,
        confidence=proved.confidence,
        changes=tuple(_change(proved.spots[spot], option) for spot, option in changed.items()),
        doubts=() if proved.sure else tuple(_doubts(proved, sighting)),
        why=proved.why,
        entries=None if puzzle is None or entries == puzzle.givens else entries,
        corners=view.corners,
        sighting=sighting,
    )


def _change(spot: Spot, option: int) -> Change:
    was, now = spot.options[0], spot.options[option]
    return Change(spot.name, was.text, now.text, now.probability, spot.quad)


def _doubts(proved: Proved, sighting: Sighting) -> list[Doubt]:
    """The spots to ask about: those in which the readings that hold differ, else the unclear."""
    best = proved.best
    if best is None:
        return _least_clear(proved.spots, {})
    outer = [_outer(sighting, way, share) for way, share in proved.lines
             if UNLIKELY <= share <= 1 - UNLIKELY]  # fmt: skip
    spots = _differing(proved, best)
    if outer and not spots:
        return outer[:MOST_DOUBTS]
    return [*outer, *(spots or _least_clear(proved.spots, dict(best.changes)))][:MOST_DOUBTS]


def _outer(sighting: Sighting, way: Sighting, share: float) -> Doubt:
    """Whether a line without a clue is a part of the puzzle, if one way to see it says so."""
    assert way.line is not None
    name, value = way.line
    what, number = name.split()
    cells = (sighting if value == NONE else way).cells
    at = max(0, int(number) - 1)
    line = cells[at] if what == "row" else [row[at] for row in cells]
    first, last = line[0].quad, line[-1].quad
    quad = (
        (first[0], last[1], last[2], first[3]) if what == "row"
        else (first[0], first[1], last[2], last[3])
    )  # fmt: skip
    options = ((value, share), (ZERO if value == NONE else NONE, 1 - share))
    return Doubt(name, tuple(sorted(options, key=lambda each: -each[1])), quad)


def _differing(proved: Proved, best: Holding) -> list[Doubt]:
    """The spots in which the readings that hold differ."""
    weights: dict[int, dict[int, float]] = {}
    for held in (best, *proved.others):
        for at, option in held.changes:
            weights.setdefault(at, {}).setdefault(option, 0.0)
            weights[at][option] += exp(best.cost - held.cost)
    total = sum(exp(best.cost - held.cost) for held in (best, *proved.others))
    differing = []
    for k, options in weights.items():
        shares = {option: weight / total for option, weight in options.items()}
        shares[0] = max(0.0, 1 - sum(shares.values()))
        if sum(share >= UNLIKELY for share in shares.values()) > 1:
            spot = proved.spots[k]
            likely = sorted(shares.items(), key=lambda item: -item[1])
            texts = [(spot.options[option].text, share) for option, share in likely]
            shown = tuple((text, share) for text, share in texts if share >= UNLIKELY)
            differing.append((shown[0][1], Doubt(spot.name, shown, spot.quad)))
    return [doubt for _, doubt in sorted(differing, key=lambda pair: pair[0])]


def _least_clear(spots: Sequence[Spot], changed: Mapping[int, int]) -> list[Doubt]:
    """The spots whose reading is the least likely by its looks."""

    def clear(k: int) -> float:
        return spots[k].options[changed.get(k, 0)].probability

    unclear = [k for k in range(len(spots)) if not spots[k].known]
    return [
        Doubt(spots[k].name, tuple(map(_share, spots[k].options[:4])), spots[k].quad)
        for k in sorted(unclear, key=clear)[:MOST_DOUBTS]
        if clear(k) < 1 - UNLIKELY
    ]


def _share(option: Option) -> tuple[str, float]:
    return option.text, option.probability


__all__ = ["Change", "Doubt", "FormatError", "Reading", "reading_of", "rounded"]
