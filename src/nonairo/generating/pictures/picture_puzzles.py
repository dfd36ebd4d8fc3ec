"""Puzzles of a kind that is posed: from chance, from a picture, or from a few words."""

from __future__ import annotations

from itertools import product

from nonairo.errors import PuzzleError
from nonairo.generating.pictures.black_and_white import check_threshold
from nonairo.generating.pictures.image_files import Source, prepared, read_image
from nonairo.generating.pictures.image_puzzles import image_puzzle
from nonairo.generating.pictures.job import Order
from nonairo.generating.pictures.looks import plain_cost
from nonairo.generating.pictures.pixel_font import on_plate, spell
from nonairo.generating.pictures.random_puzzles import random_puzzle
from nonairo.generating.pictures.uniqueness import LINES, UNIQUE
from nonairo.generating.pictures.wanted_pictures import level_of, untouched, wanted_puzzle
from nonairo.generating.request import seed_of, size_of
from nonairo.kinds.base import Kind
from nonairo.puzzle import Puzzle
from nonairo.techniques.shared.levels import level_asked

LEAST_DENSITY, MOST_DENSITY = 0.1, 0.9


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
) -> Puzzle:
    """A puzzle with one solution: the question that a picture gives, line by line."""
    level = level_asked(level)
    _check_request(size, image, text, threshold, dither, density)
    order = Order(kind, rules, level, seed_of(seed), budget, time_limit)
    wanted = None if size is None else size_of(size)
    if image is not None:
        return image_puzzle(prepared(read_image(image)), wanted, threshold, dither, order)
    if text is not None:
        return _lettered(text, wanted, order)
    assert wanted is not None
    return _random(wanted, density, order)


def _check_request(
    size: object, image: object, text: object, threshold: object, dither: bool, density: object
) -> None:
    """Raise PuzzleError for what does not go together."""
    if image is not None and text is not None:
        raise PuzzleError("expected an image or a text, found both")
    if size is None and image is None and text is None:
        raise PuzzleError("expected a size, an image or a text, found none of them")
    check_threshold(threshold)
    if image is None and (threshold is not None or dither):
        raise PuzzleError("expected an image with a threshold or dithering, found none")
    if density is None:
        return
    if image is not None or text is not None:
        raise PuzzleError("a density is for random pictures: this one is given")
    if not isinstance(density, int | float) or not LEAST_DENSITY <= density <= MOST_DENSITY:
        expected = f"a density from {LEAST_DENSITY} to {MOST_DENSITY}"
        raise PuzzleError(f"expected {expected}, found {density!r:.40}")


def _lettered(text: str, size: tuple[int, int] | None, order: Order) -> Puzzle:
    """Words whose letters keep their shape: in black, or in white on a plate, as they are.

    Only where neither has one solution, or a level is asked for, some cells are changed.
    """
    picture = spell(text, size)
    if order.level is None and order.kind.clues_only:
        looks = [picture, *on_plate(text, size)]
        for goal, look in product((LINES, UNIQUE), looks):
            job = order.job(look.height, look.width)
            if not goal.trouble(look, job):
                return untouched(look, order, job)
    job = order.job(picture.height, picture.width)
    return wanted_puzzle(picture, plain_cost(picture), order, job)


def _random(size: tuple[int, int], density: float | None, order: Order) -> Puzzle:
    job = order.job(*size)
    puzzle, picture = random_puzzle(size, order.level, density, job)
    extra = {"level": level_of(puzzle, order.level, job.limits), "seed": order.seed}
    return puzzle.about(solution=picture, extra=extra)
