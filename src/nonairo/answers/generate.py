"""`generate`: a new puzzle, always with one solution, as a JSON Lines object."""

from __future__ import annotations

from typing import Any

from nonairo.answers.base import SIZED, Answer
from nonairo.answers.fields import Field, Json, Request, flag, share
from nonairo.answers.puzzles import bytes_of, check_size
from nonairo.answers.shapes import CELLS, TEXT, WHOLE
from nonairo.answers.solve import SEED
from nonairo.formats.jsonl import to_record
from nonairo.generating.any_kind import generate
from nonairo.generating.pictures.picture_puzzles import MOST_COLOURS
from nonairo.generating.request import LARGEST
from nonairo.techniques.shared.levels import LEVELS

OPTIONS = (
    "density",
    "rules",
    "signs",
    "symmetry",
    "givens",
    "text",
    "style",
    "threshold",
    "longer",
    "colours",
)  # passed on as they are
KIND = Field(
    "kind",
    "text",
    "The kind of puzzle (see /api/kinds).",
    required=True,
    most=200,
    example="binairo",
)
MOST_RULES = 400  # letters; colours are rules, too
FLAGS = ("minimal", "symmetric", "fewest", "dither", "invert", "edges")


def run(request: Request) -> Json:
    options = {name: request.value(name) for name in OPTIONS if request.has(name)}
    options |= {name: True for name in FLAGS if request.flag(name)}
    if request.has("image"):
        options["image"] = bytes_of(request.text("image"), "image")
    size: Any = request.value("size")
    if size is not None:  # what else a size must be the generator says
        height, width = size if isinstance(size, list) else (size, size)
        check_size(height, width, LARGEST)
    puzzle = generate(
        request.text("kind"),
        size,
        level=request.whole_or_none("level"),
        seed=request.whole_or_none("seed"),
        time_limit=request.number("time_limit"),
        **options,
    )
    return to_record(puzzle)


ANSWER = Answer(
    name="generate",
    summary="Make a puzzle with one solution, of a chosen level; random, or from a picture.",
    run=run,
    fields=(
        KIND,
        Field(
            "size",
            "size",
            f"n or [height, width], at most {LARGEST}; optional for images and words.",
            least=1,
            most=LARGEST,
            example=6,
        ),
        Field(
            "level",
            "whole",
            "The level; without it, a puzzle that can be solved line by line.",
            least=LEVELS[0],
            most=LEVELS[-1],
            example=2,
        ),
        SEED,
        share("density", "For kinds made from a picture: the share of filled cells."),
        flag(
            "minimal",
            "For kinds made from a full board: remove givens until no more can be removed.",
        ),
        flag(
            "symmetric",
            "For kinds made from a full board: givens are symmetric under a half turn.",
        ),
        Field(
            "symmetry",
            "text",
            "For kinds made from a full board: half, quarter, mirror, flip or diagonal.",
            most=20,
        ),
        Field(
            "givens",
            "whole",
            "For kinds made from a full board: the number of given cells.",
            least=0,
            most=LARGEST * LARGEST,
        ),
        flag("fewest", "For kinds made from a full board: search for as few givens as possible."),
        share(
            "signs",
            "For kinds with signs: the share of neighbours with a sign, before redundant ones go.",
        ),
        Field("rules", "text", "Other rules, such as no-distinct.", most=MOST_RULES),
        Field(
            "text",
            "text",
            "For kinds made from a picture: words, in a small built-in font.",
            most=100,
        ),
        Field("style", "text", "What a random picture shows: scene (an object) or blot.", most=20),
        Field("image", "base64", "For kinds made from a picture: an image file in base64."),
        Field(
            "threshold",
            "whole",
            "Pixels darker than this (0 to 255) are filled.",
            least=0,
            most=255,
        ),
        Field(
            "colours",
            "whole",
            "For nonograms: the largest number of colours, from the image or random.",
            least=1,
            most=MOST_COLOURS,
        ),
        flag("dither", "Turn shades of grey into patterns of cells."),
        flag("invert", "Exchange filled and empty cells of the image."),
        flag("edges", "Draw only the outlines of the image."),
        Field(
            "longer",
            "whole",
            "The number of cells on the longer side of the image, instead of a size.",
            least=1,
            most=LARGEST,
        ),
    ),
    gives=SIZED | {"grid": CELLS, "rules": TEXT, "solution": CELLS, "seed": WHOLE},
    example={"kind": "binairo", "size": 6, "seed": 7},
    pictures=True,
)
