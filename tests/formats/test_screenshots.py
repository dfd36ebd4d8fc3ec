"""Finished pictures whose cells are larger than a pixel: screenshots, scans, JPEG."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import nonairo as nn

pytest.importorskip("PIL.Image", reason="Pillow is not installed")

from PIL import Image, ImageDraw, ImageFilter
from PIL.PngImagePlugin import PngInfo

from nonairo.formats.image import _on_paper
from nonairo.formats.shared.cell_finding import find_cells
from nonairo.formats.shared.clues import from_picture
from nonairo.limits import NO_LIMITS, supervised

BOAT = (
    "00000001000000/00000001100000/01110001110000/00111101111000/00011111111100",
    "11111111111111/01111111111110/00111111111100",
)
PICTURE = nn.Grid.parse("/".join(BOAT))
CHESS = nn.Grid.parse("/".join(["10101", "01010"] * 3))
PLAIN: dict[str, Any] = {}
LINED = {"line": 1}
FIFTH = {"line": 1, "thick": 3}


def screenshot(
    grid: nn.Grid,
    cell: int = 20,
    line: int = 0,
    thick: int = 0,
    margin: int = 0,
    blur: float = 0,
    scale: float = 1,
    format: str = "PNG",
    grey: int = 120,
) -> bytes:
    """A drawing of the grid; every fifth line may be thick."""
    height, width = grid.height * cell, grid.width * cell
    last = thick or line
    size = (width + 2 * margin + last, height + 2 * margin + last)
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    for row, cells in enumerate(grid.rows()):
        for col, symbol in enumerate(cells):
            if symbol == "1":
                left, top = margin + col * cell, margin + row * cell
                pen.rectangle((left, top, left + cell - 1, top + cell - 1), fill="black")
    for number in range(max(grid.height, grid.width) + 1) if line else ():
        wide = thick if thick and number % 5 == 0 else line
        paint = (0, 0, 0) if wide == thick else (grey, grey, grey)
        at = margin + number * cell
        if number <= grid.width:
            pen.rectangle((at, margin, at + wide - 1, margin + height + last - 1), fill=paint)
        if number <= grid.height:
            pen.rectangle((margin, at, margin + width + last - 1, at + wide - 1), fill=paint)
    if scale != 1:
        image = image.resize((round(size[0] * scale), round(size[1] * scale)))
    if blur:
        image = image.filter(ImageFilter.GaussianBlur(blur))
    out = io.BytesIO()
    image.save(out, format)
    return out.getvalue()


@pytest.mark.parametrize(
    "look",
    [
        PLAIN, LINED, FIFTH, {"margin": 20}, FIFTH | {"margin": 20}, LINED | {"grey": 0},
        {"blur": 1.2}, FIFTH | {"blur": 1.2}, {"format": "JPEG"}, FIFTH | {"format": "JPEG"},
        {"format": "BMP"}, LINED | {"format": "TIFF"}, LINED | {"format": "WEBP"},
        {"scale": 1.37}, FIFTH | {"scale": 0.73}, {"cell": 6}, LINED | {"cell": 10},
        {"cell": 60, "line": 2, "thick": 6}, {"cell": 300, "line": 2},
    ],
    ids=str,
)  # fmt: skip
def test_the_cells_of_a_screenshot_are_found(look: dict[str, Any]) -> None:
    for grid in (PICTURE, CHESS) if look.get("cell", 20) >= 20 else (PICTURE,):
        puzzle = nn.parse(screenshot(grid, **{"cell": 20} | look))
        rows = puzzle.solution and [*puzzle.solution.rows()]
        if look == {"margin": 20}:  # whole cells: nobody can know that they are a margin
            rows = [row[1:-1] for row in (rows or [])[1:-1]]
        assert rows == [*grid.rows()]
        assert puzzle.note is not None
        assert puzzle.note.startswith(f"read as a picture of {puzzle.height}x{puzzle.width} cells")


def test_a_picture_in_colours_has_cells_of_their_colours() -> None:
    small = Image.new("RGB", (9, 8), "white")
    for k, paint in enumerate(("red", "blue", "black", "#ffdd00")):
        small.paste(paint, (k, 2 * k, k + 4, 2 * k + 2))
    out = io.BytesIO()
    small.resize((180, 160), Image.Resampling.NEAREST).save(out, "PNG")
    large, small_out = nn.parse(out.getvalue()), io.BytesIO()
    small.save(small_out, "PNG")
    assert large == nn.parse(small_out.getvalue())
    assert len(large.symbols) == 5


@pytest.mark.parametrize("size", [(300, 200), (1200, 900)])
def test_what_has_no_cells_points_to_generate(size: tuple[int, int]) -> None:
    noise = Image.effect_noise(size, 80).filter(ImageFilter.GaussianBlur(3)).convert("RGB")
    out = io.BytesIO()
    noise.save(out, "JPEG")
    with pytest.raises(nn.FormatError, match="nonairo generate nonogram --image FILE makes"):
        nn.parse(out.getvalue())


def test_a_large_picture_with_a_pixel_for_each_cell_is_read_as_before() -> None:
    boat = nn.load(Path(__file__).parents[2] / "examples" / "boat.txt")[0]
    picture = nn.solve(boat).solution
    assert picture is not None
    tiled = "/".join([row * 8 for row in picture.rows()] * 8)
    grid = nn.Grid.parse(tiled)
    image = Image.new("1", (grid.width, grid.height))
    image.putdata([255 * (cell == "0") for cell in grid.cells])
    out = io.BytesIO()
    image.save(out, "PNG")
    puzzle = nn.parse(out.getvalue())
    assert puzzle.solution == grid
    assert puzzle.note is None


def test_a_written_picture_of_blocks_is_read_pixel_for_pixel() -> None:
    rows = ["".join(cell * 4 for cell in row) for row in ["1010" * 5, "0100" * 5] * 10]
    picture = nn.Grid.parse("/".join(row for row in rows for _ in range(4)))
    puzzle = from_picture(picture)
    assert nn.losses(puzzle, "image") == []
    data = nn.dumpb(puzzle, "image")
    assert nn.parse(data).id == puzzle.id
    out = io.BytesIO()
    image = Image.open(io.BytesIO(data))
    scaled = image.resize((160, 160), Image.Resampling.NEAREST)
    text = PngInfo()
    text.add_text("nonairo", image.info["nonairo"])
    scaled.save(out, "PNG", pnginfo=text)
    assert nn.parse(out.getvalue()).height == 20, "the mark is about another size"


def test_finding_cells_is_watched_row_by_row() -> None:
    looks: list[int] = []
    picture = Image.open(io.BytesIO(screenshot(PICTURE, line=1))).convert("RGB")
    with supervised(NO_LIMITS, looks.append):
        found = find_cells(picture)
    assert found is not None
    assert len(looks) >= PICTURE.height + PICTURE.width


def test_a_large_picture_is_reduced_in_strips() -> None:
    large = screenshot(PICTURE, cell=300, line=2)
    whole = Image.open(io.BytesIO(large)).convert("RGB")
    small, factor = _on_paper(whole)
    assert (factor, small.tobytes()) == (3, whole.reduce(3).tobytes())
