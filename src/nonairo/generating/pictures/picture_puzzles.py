"""Puzzles of a kind that is posed: from chance, from a picture file, or from a few words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial
from itertools import product

from nonairo.errors import ArgumentError, PuzzleError
from nonairo.generating.levels_made import check_size_has
from nonairo.generating.pictures.changing import Changed
from nonairo.generating.pictures.drawing import plain_cost
from nonairo.generating.pictures.font_files import spell_in
from nonairo.generating.pictures.image_files import (
    Source,
    Wanted,
    inverted,
    prepared,
    read_colours,
    read_image,
)
from nonairo.generating.pictures.image_files import (
    edges as edges_of,
)
from nonairo.generating.pictures.image_puzzles import (
    check_threshold,
    coloured_image_puzzle,
    image_puzzle,
)
from nonairo.generating.pictures.pixel_font import on_plate, spell
from nonairo.generating.pictures.random_puzzles import random_coloured, random_puzzle, unthinned
from nonairo.generating.pictures.task import LINES, UNIQUE, PictureRequest
from nonairo.generating.pictures.thinning import thinned
from nonairo.generating.pictures.wanted_puzzles import (
    finished_picture,
    puzzle_of_changes,
    wanted_puzzle,
)
from nonairo.generating.request import check_kind_has, limits_of, seed_of, size_of
from nonairo.grid import SYMBOLS
from nonairo.kinds.base import Kind
from nonairo.kinds.palette import SPARE
from nonairo.plain import brief, is_one_of, one_of, whole
from nonairo.puzzle import Puzzle
from nonairo.techniques.shared.levels import checked_level

THINNING = 1_000_000  # units of work to leave clues out
MOST_COLOURS = len(SPARE)
SCENE, BLOT = STYLES = ("scene", "blot")  # what random pictures show: things, or nothing
LEAST_DENSITY, MOST_DENSITY = 0.1, 0.9


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture file becomes black and white cells."""

    threshold: int | None = None
    dither: bool = False
    invert: bool = False  # filled and empty are exchanged
    edges: bool = False  # outlines alone
    longer: int | None = None  # cells of the longer side, the other as the picture has it


def picture_puzzle(
    kind: Kind,
    size: object = None,
    level: int | None = None,
    seed: int | None = None,
    *,
    rules: str = "standard",
    budget: int | None = None,
    time_limit: float | None = None,
    density: float | None = None,
    image: Source | None = None,
    text: str | None = None,
    threshold: int | None = None,
    dither: bool = False,
    invert: bool = False,
    edges: bool = False,
    longer: int | None = None,
    colours: int | None = None,
    style: str | None = None,
    font: str | None = None,
) -> Puzzle:
    """Return a puzzle with one solution: the question that a picture gives, line by line."""
    level, seed = checked_level(level), seed_of(seed)
    if style is not None and not is_one_of(style, STYLES):
        raise PuzzleError(one_of("a style", STYLES, style))
    if font is not None and text is None:
        raise PuzzleError("expected a text to draw in the font, found none")
    look = Look(threshold, dither, invert, edges, longer)
    make = partial(_posed, kind, size, rules=rules, budget=budget, time_limit=time_limit,
                   density=density, image=image, text=text, look=look, colours=colours,
                   style=style, font=font)  # fmt: skip
    if not kind.sparse:
        return make(level, seed)
    limits = limits_of(budget, time_limit, THINNING)
    same = image is not None or text is not None
    if size is not None and not same:
        blank = kind.blank(*size_of(size), rules)
        check_kind_has(level, blank)
        check_size_has(level, blank, budget)
    return thinned(make, level, seed, limits, same)


def _posed(
    kind: Kind,
    size: object,
    level: int | None,
    seed: int,
    *,
    rules: str,
    budget: int | None,
    time_limit: float | None,
    density: float | None,
    image: Source | None,
    text: str | None,
    look: Look,
    colours: int | None,
    style: str | None,
    font: str | None,
) -> Puzzle:
    """Return the same with all clues."""
    _check_request(size, image, text, look, density)
    if density is not None and kind.draw is not None:
        raise PuzzleError(f"{kind.name} draws its own solutions: density is not supported")
    number = _number_of_colours(kind, colours, text, look)
    if number is not None and rules != "standard":
        raise PuzzleError(f"expected colours or rules, found both: {brief(rules)}")
    if number is not None and image is None:
        assert kind.colour_rules is not None
        rules = kind.colour_rules(SPARE[:number])
    wanted = None if size is None else size_of(size)
    in_cells: Wanted = wanted if look.longer is None else size_of(look.longer)[0]
    usual = SCENE if kind.clues_only and density is None else BLOT
    scenes = (usual if style is None else style) == SCENE
    request = PictureRequest(kind, rules, level, seed, budget, time_limit, scenes)
    if image is not None and number is not None:
        return coloured_image_puzzle(read_colours(image), in_cells, number, request)
    if image is not None:
        rows = read_image(image)
        rows = prepared(edges_of(rows) if look.edges else rows)
        rows = inverted(rows) if look.invert else rows
        return image_puzzle(rows, in_cells, look.threshold, look.dither, request)
    if text is not None:
        return _lettered(text, wanted, font, request)
    assert wanted is not None
    return _random(wanted, density, request)


def _number_of_colours(kind: Kind, colours: object, text: object, look: Look) -> int | None:
    """Return the number of colours, checked; None for black and white."""
    if colours is None:
        return None
    if kind.colour_rules is None:
        raise PuzzleError(f"{kind.name} has no colours")
    number = whole(colours)
    if number is None or not 1 <= number <= MOST_COLOURS:
        raise PuzzleError(f"expected 1 to {MOST_COLOURS} colours, found {brief(colours)}")
    if text is not None or look != Look(longer=look.longer):
        raise PuzzleError("colours need an image or a random picture, found other options")
    return number


def _check_request(size: object, image: object, text: object, look: Look, density: object) -> None:
    """Raise PuzzleError for options that do not go together."""
    if image is not None and text is not None:
        raise PuzzleError("expected an image or a text, found both")
    if size is None and image is None and text is None:
        raise PuzzleError("expected a size, an image or a text, found none of them")
    check_threshold(look.threshold)
    if image is None and look != Look():
        given = next(
            n for n, value in asdict(look).items() if value is not None and value is not False
        )
        raise PuzzleError(f"'{given}' is for an image, found none")
    if look.longer is not None and size is not None:
        raise PuzzleError("expected a size or a longer side, found both")
    if density is None:
        return
    if image is not None or text is not None:
        raise ArgumentError("density", " is for random pictures, and this picture is given")
    if not isinstance(density, int | float) or not LEAST_DENSITY <= density <= MOST_DENSITY:
        expected = f"a density from {LEAST_DENSITY} to {MOST_DENSITY}"
        raise PuzzleError(f"expected {expected}, found {brief(density)}")


def _lettered(
    text: str, size: tuple[int, int] | None, font: str | None, request: PictureRequest
) -> Puzzle:
    """Return a puzzle of words whose letters keep their shape: black, or white on a dark plate.

    Only where neither has one solution, or a level is requested, some cells are changed.
    """
    picture = spell(text, size) if font is None else spell_in(font, text, size)
    if request.level is None and request.kind.clues_only and font is None:
        looks = [picture, *on_plate(text, size)]
        for goal, look in product((LINES, UNIQUE), looks):
            task = request.task(look.height, look.width)
            if not goal.trouble(look, task):
                unchanged = Changed(look, (), exact=True)
                return puzzle_of_changes(task.puzzle(look), unchanged, task)
    task = request.task(picture.height, picture.width)
    return wanted_puzzle(picture, plain_cost(picture), task)


def _random(size: tuple[int, int], density: float | None, request: PictureRequest) -> Puzzle:
    task = request.task(*size)
    check_size_has(request.level, request.kind.blank(*size, request.rules), request.budget)
    if request.kind.sparse and request.level is not None:
        return finished_picture(*unthinned(size, density, task), task)
    make = random_puzzle if task.symbols == SYMBOLS else random_coloured
    return finished_picture(*make(size, density, task), task)
