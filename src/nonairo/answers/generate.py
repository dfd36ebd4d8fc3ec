"""`generate`: a new puzzle, always with one solution, as a JSON Lines object."""

from __future__ import annotations

from typing import Any

from nonairo.answers.base import CELLS, TEXT, WHOLE, Answer
from nonairo.answers.fields import Asked, Field, Json
from nonairo.answers.puzzles import bytes_of, check_size
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
    "text",
    "threshold",
    "colours",
)  # those that are handed on as they are
KIND = Field(
    name="kind",
    type="text",
    doc="The kind of puzzle (see /api/kinds).",
    required=True,
    most=200,
    example="binairo",
)
MOST_RULES = 400  # letters; colours are rules, too
FLAGS = ("minimal", "symmetric", "dither")


def run(asked: Asked) -> Json:
    options = {name: asked.value(name) for name in OPTIONS if asked.has(name)}
    options |= {name: True for name in FLAGS if asked.flag(name)}
    if asked.has("image"):
        options["image"] = bytes_of(asked.text("image"), "image")
    size: Any = asked.value("size")
    if size is not None:  # what else a size must be the generator says
        height, width = size if isinstance(size, list) else (size, size)
        check_size(height, width, LARGEST)
    puzzle = generate(
        asked.text("kind"),
        size,
        asked.whole_or_none("level"),
        asked.whole_or_none("seed"),
        time_limit=asked.number("time_limit"),
        **options,
    )
    return to_record(puzzle)


ANSWER = Answer(
    name="generate",
    summary="Make a new puzzle: unique, of a wanted level, from chance, a picture or words.",
    run=run,
    fields=(
        KIND,
        Field(
            name="size",
            type="size",
            doc=f"n or [height, width], at most {LARGEST}; may be left out for images and words.",
            example=6,
        ),
        Field(
            name="level",
            type="whole",
            doc="How hard it is to be; without it, single lines are enough.",
            least=LEVELS[0],
            most=LEVELS[-1],
            example=2,
        ),
        SEED,
        Field(
            name="density",
            type="number",
            doc="For kinds posed from a picture: the share of filled cells.",
            least=0,
            most=1,
        ),
        Field(
            name="minimal",
            type="flag",
            doc="For kinds dug out of a board: no given can be left out.",
            default=False,
        ),
        Field(
            name="symmetric",
            type="flag",
            doc="For kinds dug out of a board: the pattern of givens looks the same upside down.",
            default=False,
        ),
        Field(
            name="signs",
            type="number",
            doc="For kinds with signs: the share of neighbours that have one to begin with.",
            least=0,
            most=1,
        ),
        Field(name="rules", type="text", doc="Other rules, such as no-distinct.", most=MOST_RULES),
        Field(
            name="text",
            type="text",
            doc="For kinds posed from a picture: words, in a small font.",
            most=100,
        ),
        Field(
            name="image",
            type="base64",
            doc="For kinds posed from a picture: a picture file in base64.",
        ),
        Field(
            name="threshold",
            type="whole",
            doc="What is darker, of 0 to 255, is filled.",
            least=0,
            most=255,
        ),
        Field(
            name="colours",
            type="whole",
            doc="For nonograms: in at most so many colours, of the picture or at random.",
            least=1,
            most=MOST_COLOURS,
        ),
        Field(name="dither", type="flag", doc="Shades become patterns of cells.", default=False),
    ),
    gives={
        "kind": TEXT,
        "height": WHOLE,
        "width": WHOLE,
        "grid": CELLS,
        "rules": TEXT,
        "solution": CELLS,
        "seed": WHOLE,
    },
    example={"kind": "binairo", "size": 6, "seed": 7},
    pictures=True,
)
