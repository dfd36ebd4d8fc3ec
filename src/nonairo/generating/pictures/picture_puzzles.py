"""Nonograms of one's own: from chance, from a picture, or from a few words. Always unique."""

from __future__ import annotations

from nonairo.errors import LimitReached, PuzzleError
from nonairo.formats.clues import from_picture
from nonairo.generating.pictures.black_and_white import check_threshold
from nonairo.generating.pictures.image_files import Source, prepared, read_image
from nonairo.generating.pictures.image_puzzles import image_puzzle
from nonairo.generating.pictures.looks import plain_cost
from nonairo.generating.pictures.pixel_font import spell
from nonairo.generating.pictures.random_puzzles import draw_fair, draw_level
from nonairo.generating.pictures.wanted_pictures import adapt, level_of
from nonairo.generating.random_draws import Draws
from nonairo.generating.request import (
    PICTURE_WORK,
    check_level,
    level_missed,
    limits_of,
    seed_of,
    size_of,
)
from nonairo.limits import Budget
from nonairo.puzzle import Puzzle

LEAST_DENSITY, MOST_DENSITY = 0.1, 0.9


def generate_nonogram(
    size: int | tuple[int, int] | None = None,
    image: Source | None = None,
    level: int | None = None,
    seed: int | None = None,
    density: float | None = None,
    *,
    text: str | None = None,
    threshold: int | None = None,
    dither: bool = False,
    budget: int | None = None,
    time_limit: float | None = None,
) -> Puzzle:
    """A nonogram with one solution: a random one, or one of a picture or of some words.

    Without a level it is fair: single lines solve it, and nobody has to guess. (Pictures and words
    are made unique only, where fairness would change many more cells.) The same seed gives the same
    puzzle everywhere. `density` is the share of filled cells of a random picture. `budget` bounds
    the work; LimitReached says so when a level was not reached within it.

    >>> puzzle = generate_nonogram(5, seed=1)
    >>> puzzle.id
    'nonogram:1,1/5/5/0/1,1;3,1/2/2/2/3,1'
    >>> print(generate_nonogram(text="HI", seed=1).solution)
    100010111
    100010010
    100010010
    111110010
    100010010
    100010010
    100010111
    """
    check_level(level)
    _check_request(size, image, text, threshold, dither, density)
    seed = seed_of(seed)
    limits = limits_of(budget, time_limit, PICTURE_WORK)
    if image is not None:
        wanted = None if size is None else size_of(size)
        rows = prepared(read_image(image))
        return image_puzzle(rows, wanted, level, seed, threshold, dither, limits)
    if text is not None:
        return _spelt(text, size, level, seed, limits)
    return _random(size, level, seed, density, limits)


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


def _random(
    size: object, level: int | None, seed: int, density: float | None, limits: Budget
) -> Puzzle:
    height, width = size_of(size)
    draws = Draws(seed)
    reached: list[int | None] = []
    try:
        if level is None:
            picture = draw_fair(height, width, density, limits, draws)
        else:
            picture = draw_level(height, width, level, density, limits, draws, reached)
    except LimitReached:
        if level is None:
            raise
        raise level_missed(level, reached, limits) from None
    extra = {"level": level_of(picture, level, limits), "seed": seed}
    return from_picture(picture).about(solution=picture, extra=extra)


def _spelt(text: str, size: object, level: int | None, seed: int, limits: Budget) -> Puzzle:
    """The puzzle of some words in the pixel font."""
    picture = spell(text, None if size is None else size_of(size))
    done = adapt(picture, level, plain_cost(picture), limits, Draws(seed))
    return from_picture(done.picture).about(
        solution=done.picture,
        extra={
            "level": level_of(done.picture, level, limits),
            "seed": seed,
            "changed": [list(cell) for cell in done.changed],
            "exact": done.exact,
        },
    )
