"""Nonograms from pictures: a photograph, a drawing and an icon, all made here."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO
from math import hypot, sqrt
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

import nonairo as nn
import outside
from nonairo.errors import FormatError, NonairoError, PuzzleError
from nonairo.generating.any_kind import generate_nonogram, variants
from nonairo.generating.pictures import image_files
from nonairo.generating.pictures.image_files import (
    Rows,
    averaged,
    fitted,
    otsu,
    prepared,
    read_image,
)
from nonairo.generating.pictures.image_puzzles import shade
from nonairo.generating.random_draws import Draws
from nonairo.grid import Grid
from nonairo.puzzle import Puzzle


@cache
def photograph(side: int = 240) -> Image.Image:
    """Two shaded spheres in front of a gradient, with noise."""
    draws = Draws(1)
    pixels = bytearray()
    for row in range(side):
        for col in range(side):
            light = 140 + 90 * row / side
            for x, y, radius in ((0.37, 0.4, 0.27), (0.68, 0.66, 0.23)):
                across, down = (col / side - x) / radius, (row / side - y) / radius
                if hypot(across, down) < 1:
                    front = sqrt(1 - across * across - down * down)
                    light = 30 + 200 * max(0.0, 0.6 * front - 0.5 * across - 0.6 * down)
            noise = sum(draws.below(21) for _ in range(3)) - 30
            pixels.append(min(max(int(light) + noise, 0), 255))
    return Image.frombytes("L", (side, side), bytes(pixels))


def drawing() -> Image.Image:
    """A face in thin lines."""
    image = Image.new("L", (400, 400), 255)
    pen = ImageDraw.Draw(image)
    pen.ellipse((60, 60, 340, 340), outline=0, width=4)
    for left in (130, 230):
        pen.ellipse((left, 140, left + 40, 190), outline=0, width=4)
    pen.arc((130, 170, 270, 290), 20, 160, fill=0, width=4)
    pen.line((200, 180, 185, 235, 210, 235), fill=0, width=4)
    pen.line((60, 60, 20, 20), fill=0, width=3)
    pen.line((340, 60, 380, 20), fill=0, width=3)
    return image


def icon(mode: str = "RGB") -> Image.Image:
    """A house in flat colours, wider than it is high."""
    image = Image.new(mode, (300, 240), (255, 255, 255, 0)[: len(mode)])
    pen = ImageDraw.Draw(image)
    pen.polygon([(150, 20), (262, 120), (38, 120)], fill=(180, 30, 30))
    pen.rectangle((67, 120, 233, 226), fill=(60, 60, 90))
    pen.rectangle((127, 160, 172, 226), fill=(255, 255, 255))
    pen.rectangle((200, 30, 227, 90), fill=(60, 60, 90))
    return image


PICTURES: dict[str, Callable[[], Image.Image]] = {
    "photograph": photograph,
    "drawing": drawing,
    "icon": icon,
}
SIZES = [20, pytest.param(30, marks=pytest.mark.full)]


def is_sound(puzzle: Puzzle) -> bool:
    """One solution, the picture, by the core and by an outside solver."""
    assert puzzle.solution is not None
    result = nn.solve(puzzle)
    told = outside.answer(puzzle.id)
    return result.status == "unique" and told == (1, puzzle.solution.cells)


def changed_in(puzzle: Puzzle) -> int:
    changed = puzzle.extra["changed"]
    assert isinstance(changed, list)
    return len(changed)


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("size", SIZES)
def test_a_picture_becomes_a_puzzle_with_few_cells_changed(name: str, size: int) -> None:
    puzzle = generate_nonogram(size, image=PICTURES[name](), seed=1)
    assert (puzzle.height, puzzle.width) == (size, size)
    assert changed_in(puzzle) < 0.05 * size * size
    assert 0 <= puzzle.extra["error"] < 0.5  # type: ignore[operator]
    assert puzzle.extra["level"] == nn.grade(nn.parse(puzzle.id)).level
    assert is_sound(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("size", SIZES)
def test_so_does_a_dithered_one(name: str, size: int) -> None:
    puzzle = generate_nonogram(size, image=PICTURES[name](), seed=1, dither=True)
    assert changed_in(puzzle) < 0.05 * size * size
    assert puzzle.extra["dither"]
    assert is_sound(puzzle)


def test_the_changes_told_are_those_made() -> None:
    shaded = shade(fitted(prepared(read_image(photograph())), (20, 20)))
    puzzle = generate_nonogram(20, image=photograph(), seed=1)
    assert puzzle.solution is not None
    differ = [
        list(divmod(cell, 20))
        for cell, both in enumerate(zip(shaded.picture.cells, puzzle.solution.cells, strict=True))
        if both[0] != both[1]
    ]
    assert puzzle.extra["changed"] == differ
    assert puzzle.extra["threshold"] == shaded.threshold


@pytest.mark.parametrize("level", [2, 4])
def test_a_picture_of_a_level(level: int) -> None:
    puzzle = generate_nonogram(12, image=icon(), level=level, seed=1)
    assert nn.grade(nn.parse(puzzle.id)).level == level
    assert is_sound(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(("level", "size"), [(1, 12), (3, 12), (5, 11), (6, 15)])
def test_a_picture_of_any_other_level(level: int, size: int, full: bool) -> None:
    puzzle = generate_nonogram(15 if full else size, image=icon(), level=level, seed=1)
    assert nn.grade(nn.parse(puzzle.id)).level == level


@pytest.mark.slow
def test_thin_lines_are_not_lost(full: bool) -> None:
    """The outline of the face stays in one piece, at every size."""
    for size in (20, 25, 30) if full else (20, 25):
        puzzle = generate_nonogram(size, image=drawing(), seed=1)
        assert puzzle.solution is not None
        assert 0.1 < puzzle.solution.cells.count("1") / size**2 < 0.5
        assert largest_piece(puzzle.solution) > 2 * size


def largest_piece(picture: Grid) -> int:
    """How many filled cells hang together, corners included."""
    todo = {divmod(k, picture.width) for k, cell in enumerate(picture.cells) if cell == "1"}
    best = 0
    while todo:
        piece = [todo.pop()]
        for row, col in piece:
            around = {(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
            piece += around & todo
            todo -= around
        best = max(best, len(piece))
    return best


# Reading


def png(image: Image.Image, **options: object) -> bytes:
    out = BytesIO()
    image.save(out, format="PNG", **options)
    return out.getvalue()


def test_paths_bytes_files_and_images_are_the_same(tmp_path: Path) -> None:
    data = png(icon())
    path = tmp_path / "icon.png"
    path.write_bytes(data)
    wanted = generate_nonogram(15, image=icon(), seed=1)
    for source in (path, str(path), data, bytearray(data), BytesIO(data)):
        assert generate_nonogram(15, image=source, seed=1) == wanted


def test_transparency_lies_on_white() -> None:
    wanted = generate_nonogram(15, image=icon(), seed=1)
    assert generate_nonogram(15, image=icon("RGBA"), seed=1) == wanted
    palette = icon().quantize(8)
    assert generate_nonogram(15, image=png(palette), seed=1) == wanted
    clear = palette.getpixel((0, 0))
    assert generate_nonogram(15, image=png(palette, transparency=clear), seed=1) == wanted


def test_white_on_nothing_is_seen() -> None:
    house = icon("RGBA")
    white = Image.new("RGBA", house.size, (255, 255, 255, 0))
    white.putalpha(house.getchannel("A"))
    found = generate_nonogram(15, image=png(white), seed=1).solution
    assert found is not None
    assert found.cells.count("1") > 80


def test_the_camera_may_have_been_held_sideways() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn by a quarter
    out = BytesIO()
    icon().rotate(90, expand=True).save(out, format="PNG", exif=exif)
    turned, upright = (read_image(source) for source in (out.getvalue(), icon()))
    assert turned == upright


def test_light_on_dark_is_turned_round() -> None:
    negative = icon().convert("L").point(lambda value: 255 - value)
    assert generate_nonogram(15, image=negative, seed=1) == generate_nonogram(
        15, image=icon(), seed=1
    )


def test_the_proportions_are_kept() -> None:
    puzzle = generate_nonogram(image=icon(), seed=1)
    assert max(puzzle.height, puzzle.width) == 25
    assert (puzzle.height, puzzle.width) == (23, 25)
    wide = generate_nonogram((10, 30), image=icon(), seed=1).solution
    assert wide is not None
    filled = [col for col, cells in enumerate(wide.cols()) if "1" in cells]
    assert 9 <= filled[-1] - filled[0] + 1 <= 12
    assert abs(filled[0] - (29 - filled[-1])) <= 2


def test_deep_greys_are_stretched() -> None:
    deep = icon().convert("L").convert("I").point(lambda value: value * 200)
    assert generate_nonogram(15, image=deep, seed=1) == generate_nonogram(15, image=icon(), seed=1)


def test_a_threshold_may_be_given() -> None:
    light = generate_nonogram(20, image=photograph(), seed=1, threshold=80)
    dark = generate_nonogram(20, image=photograph(), seed=1, threshold=180)
    assert light.solution is not None
    assert dark.solution is not None
    assert light.solution.cells.count("1") < dark.solution.cells.count("1")
    assert (light.extra["threshold"], dark.extra["threshold"]) == (80, 180)
    for threshold in (-1, 256, "x", True):
        with pytest.raises(PuzzleError, match="expected a threshold from 0 to 255"):
            generate_nonogram(20, image=photograph(), threshold=threshold)  # type: ignore[arg-type]


def test_means_over_areas_keep_the_sum() -> None:
    rows: Rows = [[0, 255, 255], [255, 255, 0]]
    assert averaged(rows, 2, 3) == rows
    assert averaged(rows, 4, 6)[0] == [0, 0, 255, 255, 255, 255]
    assert averaged(rows, 1, 1) == [[170]]
    assert otsu([0] * 5 + [255] * 5) == 128


# What is refused


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def bomb(width: int, height: int) -> bytes:
    """A PNG that says it is huge, and holds next to nothing."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n"
        + head
        + chunk(b"IDAT", zlib.compress(b"\0" * 64))
        + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("side", [8_000, 12_000, 60_000, 2_000_000])
def test_bombs_are_refused_before_they_are_unpacked(side: int) -> None:
    with pytest.raises(FormatError, match="at most 50 million pixels") as caught:
        generate_nonogram(10, image=bomb(side, side))
    assert "\n" not in str(caught.value)


def test_files_that_are_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_files, "MOST_BYTES", 1 << 20)
    with pytest.raises(FormatError, match="at most 1 MB"):
        generate_nonogram(10, image=bytes((1 << 20) + 1))
    with pytest.raises(FormatError, match="at most 1 MB"):
        generate_nonogram(10, image=BytesIO(bytes((1 << 20) + 1)))


def broken() -> list[bytes]:
    whole = png(icon())
    jpeg = BytesIO()
    photograph(60).save(jpeg, format="JPEG")
    return [
        b"",
        b"hello",
        whole[:20],
        whole[: len(whole) // 2],
        whole[:60] + bytes(40) + whole[100:],
        jpeg.getvalue()[:300],
        b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n%%EndComments\n",
        bomb(100, 100),
    ]


@pytest.mark.parametrize("number", range(len(broken())))
def test_broken_images_are_refused_in_one_line(number: int) -> None:
    with pytest.raises(NonairoError) as caught:
        generate_nonogram(10, image=broken()[number])
    assert len(str(caught.value).splitlines()) == 1
    assert "object at" not in str(caught.value)


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="No such file"):
        generate_nonogram(10, image=tmp_path / "none.png")
    with pytest.raises(FormatError):
        generate_nonogram(10, image=tmp_path)
    with pytest.raises(FormatError):
        generate_nonogram(10, image="a\0b")
    with pytest.raises(FormatError, match="expected a path, bytes or an image, found int"):
        generate_nonogram(10, image=7)  # type: ignore[arg-type]
    text = tmp_path / "a.txt"
    text.write_text("hello")
    with text.open() as file, pytest.raises(FormatError, match="binary mode"):
        generate_nonogram(10, image=file)  # type: ignore[arg-type]


def test_blank_paper_is_no_picture() -> None:
    for colour in ("white", "black", "red"):
        with pytest.raises(PuzzleError, match="the picture is blank"):
            generate_nonogram(10, image=Image.new("RGB", (50, 50), colour))
    with pytest.raises(PuzzleError, match="nothing in the picture is darker than 0"):
        generate_nonogram(10, image=icon(), threshold=0)


def test_faint_pictures_are_seen() -> None:
    faint = icon().convert("L").point(lambda value: 120 + value // 8)
    assert generate_nonogram(15, image=faint, seed=1) == generate_nonogram(15, image=icon(), seed=1)


def test_without_pillow_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "PIL", None)
    with pytest.raises(FormatError, match="needs Pillow"):
        generate_nonogram(10, image=b"")


# Several from one picture


def test_variants_differ_in_size_and_threshold() -> None:
    made = list(variants(icon(), count=7, seed=1))
    assert len(made) == 7
    assert len({puzzle.id for puzzle in made}) == len(made)
    assert {max(puzzle.height, puzzle.width) for puzzle in made} == {15, 20, 25, 30}
    assert {puzzle.extra["dither"] for puzzle in made} == {False, True}
    for puzzle in made:
        assert nn.is_unique(puzzle)
        assert isinstance(puzzle.extra["threshold"], int)
        assert isinstance(puzzle.extra["dither"], bool)
        assert puzzle.extra["level"] == nn.grade(puzzle).level
    first = next(variants(icon(), 10, seed=1))
    assert first == generate_nonogram(10, image=icon(), seed=1)


def test_variants_check_what_is_asked_at_once() -> None:
    with pytest.raises(FormatError):
        variants(b"")
    with pytest.raises(PuzzleError, match="expected a count"):
        variants(icon(), count=0)
    with pytest.raises(PuzzleError, match="expected a level"):
        variants(icon(), level=9)


ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 12">{}</svg>'
SHAPE = '<path d="M2 10h20l-4 -6h-6V1z"/>'


def test_the_longer_side_keeps_the_proportions_of_a_picture() -> None:
    wide = Image.new("L", (300, 100), 255)
    ImageDraw.Draw(wide).ellipse((0, 0, 299, 99), fill=0)
    puzzle = generate_nonogram(image=wide, longer=12, seed=1)
    assert (puzzle.height, puzzle.width) == (4, 12)
    coloured = generate_nonogram(image=wide, longer=12, colours=2, seed=1)
    assert (coloured.height, coloured.width) == (4, 12)
    with pytest.raises(PuzzleError, match="a size or a longer side"):
        generate_nonogram(5, image=wide, longer=12)
    with pytest.raises(PuzzleError, match="'longer' is for an image"):
        generate_nonogram(5, longer=12)


def test_a_picture_is_inverted_or_becomes_its_outlines() -> None:
    square = Image.new("L", (100, 100), 255)
    square.paste(0, (20, 20, 80, 80))
    plain = generate_nonogram(10, image=square, seed=1)
    outlined = generate_nonogram(10, image=square, edges=True, seed=1)
    assert plain.solution is not None
    assert outlined.solution is not None
    assert "0" not in plain.solution.cells, "cropped to what is there"
    assert outlined.solution[5, 5] == "0"
    assert set(outlined.solution.rows()[0]) == {"1"}
    moon = Image.new("L", (100, 100), 255)
    ImageDraw.Draw(moon).ellipse((0, 0, 99, 99), fill=0)
    light = generate_nonogram(10, image=moon, invert=True, seed=1)
    assert light.solution is not None
    assert (light.solution[0, 0], light.solution[5, 5]) == ("1", "0")


def test_an_icon_in_svg_is_painted() -> None:
    pytest.importorskip("resvg_py", reason="SVG needs resvg-py, of the extra draw")
    puzzle = generate_nonogram(image=ICON.format(SHAPE).encode(), longer=12, seed=1)
    assert puzzle.width == 12
    assert puzzle.height < 12


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ('<image href="x.png"/>', "plain shapes, found '<image>'"),
        ('<s:use href="#a"/>', "plain shapes, found '<s:use>'"),
        ("<defs><pattern/></defs>", "plain shapes, found '<pattern>'"),
        ("<g><mask/></g>", "plain shapes, found '<mask>'"),
        ('<g style="&#102;ilter:blur(9px)"/>', "plain shapes, found 'filter'"),
        ('<path fill="url(#a)"/>', "plain shapes"),
        ("<path", "invalid XML"),
        ("<g/>" * 2000, "at most 2,000 shapes, found 2,001"),
        (f'<path d="{"h1" * 33_000}"/>', "paths of at most 64 kB"),
        (" " * (1 << 18), "at most 256 kB"),
    ],
)
def test_an_svg_that_is_more_than_shapes_is_refused(inside: str, found: str) -> None:
    with pytest.raises(FormatError, match=found):
        generate_nonogram(image=ICON.format(inside).encode(), seed=1)


def test_an_svg_of_entities_is_refused() -> None:
    bomb = '<!DOCTYPE svg [<!ENTITY a "b">]>' + ICON.format("<title>&a;</title>")
    with pytest.raises(FormatError, match="the DOCTYPE must not contain declarations"):
        generate_nonogram(image=bomb.encode(), seed=1)


def test_painting_an_svg_ends_at_the_time_limit() -> None:
    pytest.importorskip("resvg_py", reason="SVG needs resvg-py, of the extra draw")
    dashes = '<path stroke="red" stroke-width="99" stroke-dasharray=".001" d="M0 0h99v99z"/>'
    begin = time.monotonic()
    with pytest.raises(nn.LimitReached, match=r"the limit of 0\.3 s"):
        generate_nonogram(image=ICON.format(dashes * 9).encode(), seed=1, time_limit=0.3)
    assert time.monotonic() - begin < 3


def test_words_are_drawn_in_a_font_file() -> None:
    fonts = pytest.importorskip("matplotlib").get_data_path()
    font = f"{fonts}/fonts/ttf/DejaVuSans.ttf"
    puzzle = nn.generate_nonogram(15, text="Q", font=font, seed=1)
    assert puzzle.solution is not None
    assert (puzzle.height, puzzle.width) == (15, 15)
    assert nn.is_unique(puzzle)
    assert nn.generate_nonogram(text="Q", font=font, seed=1).height == 20
    with pytest.raises(nn.PuzzleError, match="expected a font file"):
        nn.generate_nonogram(text="Q", font=__file__)
    with pytest.raises(nn.PuzzleError, match="expected a text"):
        nn.generate_nonogram(10, font=font)
