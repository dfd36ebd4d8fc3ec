"""Make the pictures that the documentation reads: examples/photo.jpg and examples/screenshot.png.

python tests/pictures/make_examples.py
"""

from __future__ import annotations

import base64
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
from camera import photograph
from looks import Style, style_of
from make import browser, screenshot
from posed import Posed
from tables import table
from whole_pages import Page

import nonairo as nn
from nonairo.answers.read import SMALL

SEED = 4  # of a photograph with a shadow
EXAMPLES = Path(__file__).parents[2] / "examples"


def main() -> None:
    boat = nn.EXAMPLES["boat"]
    with browser() as leader:
        drawn, quads = screenshot(leader, page(boat, "nonogram"))
        image = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_COLOR)
        assert image is not None
        photo, _ = photograph(np.asarray(image, np.uint8), quads, Random(SEED))
        (EXAMPLES / "photo.jpg").write_bytes(photo)
    (EXAMPLES / "screenshot.png").write_bytes(base64.b64decode(SMALL))


def page(puzzle: nn.Puzzle, kind: str) -> Page:
    style = plain(kind, puzzle)
    solution = nn.solve(puzzle).solution
    assert solution is not None
    posed = Posed(puzzle, solution, ("." * puzzle.width,) * puzzle.height)
    html = (
        f'<div id=page style="display:inline-block;background:#fff;padding:24px">'
        f"<h2>{'Nr. 7' if kind == 'nonogram' else 'Binairo'}</h2>"
        f"<div data-puzzle>{table(posed, style)}</div></div>"
    )
    return Page(html, (posed,), style, kind, "table", 2, False)


def plain(kind: str, puzzle: nn.Puzzle) -> Style:
    """A look without surprises."""
    style = style_of(kind, (puzzle.height, puzzle.width), ["DejaVu Sans"], Random(1))
    return replace(
        style, paper="#ffffff", ink="#000000", line="#777777", dark=False, look="digits", cell=34,
        pen=1, frame=2, five=0, text=0.6, clue_lines="strips", gap=0, disc=True,
    )  # fmt: skip


if __name__ == "__main__":
    main()
