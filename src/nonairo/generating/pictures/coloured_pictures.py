"""Random pictures in several colours: shapes, parted by which colour stands highest there."""

from __future__ import annotations

from nonairo.generating.pictures.random_pictures import draw_field, draw_picture
from nonairo.generating.random_draws import Draws
from nonairo.grid import ALPHABET, Grid

TRIES = 8  # draws, to get a picture that has all its colours


def draw_coloured(
    height: int, width: int, share: float, roughness: int, colours: int, draws: Draws
) -> Grid:
    """A picture over so many colours and the background, of which about this share is filled.

    >>> print(draw_coloured(5, 8, 0.6, 2, 3, Draws(1)))
    20332202
    30012002
    11111222
    00112200
    00022000
    """
    for _ in range(TRIES):
        shape = draw_picture(height, width, share, roughness, draws)
        fields = [draw_field(height, width, roughness, draws) for _ in range(colours)]
        cells = "".join(
            ALPHABET[1 + max(range(colours), key=lambda k: fields[k][at // width][at % width])]
            if symbol == "1"
            else "0"
            for at, symbol in enumerate(shape.cells)
        )
        if len(set(cells) - {"0"}) == colours:
            break
    return Grid(height, width, cells)
