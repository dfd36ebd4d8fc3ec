"""Pictures as plain pixels, which are read without Pillow."""

from __future__ import annotations

import io
import sys

import pytest

import nonairo as nn
from nonairo.errors import FormatError
from nonairo.formats.shared.pixels import header_of, values_of
from nonairo.generating.pictures.image_files import read_image

RIGHT = {  # all say the same: black and white above, white and black below
    b"P1 2 2 1 0 0 1": 1,
    b"P1\n# a comment\n2 2\n10\n01\n": 1,
    b"P2 2 2 100 0 100 100 0": 1,
    b"P3 2 2 1 0 0 0 1 1 1 1 1 1 0 0 0": 3,
    b"P4 2 2\n\x80\x40": 1,
    b"P5 2 2 255\n\x00\xff\xff\x00": 1,
    b"P5 2 2 65535\n\x00\x00\xff\xff\xff\xff\x00\x00": 1,
    b"P6 2 2 255\n\x00\x00\x00\xff\xff\xff\xff\xff\xff\x00\x00\x00": 3,
}
WRONG = {
    b"P5 2 2 255\n\x00": "expected 4 values of pixels, found 1",
    b"P4 9 2\n\x00": "expected 4 bytes, found 1",
    b"P2 1 1 7 8": "expected values up to 7, found 8",
    b"P2 1 1 7 x": "expected numbers for pixels",
    b"P3 2 1 255 1 2 3": "expected 6 values",
    b"P5 0 1 255\n": "expected a picture of pixels, found 0 x 1",
    b"P5 1 1 0\n\x00": "up to 0",
    b"P6 1": "expected a picture of pixels",
}


@pytest.fixture
def no_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)


@pytest.mark.parametrize("data", RIGHT)
def test_all_six_forms_are_read(data: bytes) -> None:
    header = header_of(data)
    wanted = [value for value in (0, 255, 255, 0) for _ in range(RIGHT[data])]
    assert list(values_of(data, header)) == wanted


@pytest.mark.parametrize("data", WRONG)
def test_what_is_wrong_is_told(data: bytes) -> None:
    with pytest.raises(FormatError, match=WRONG[data]):
        values_of(data, header_of(data))


@pytest.mark.usefixtures("no_pillow")
def test_pictures_become_puzzles_without_pillow() -> None:
    dark = b"P5 12 12 255\n" + bytes(
        0 if 3 <= k // 12 < 9 and k % 12 > 4 else 255 for k in range(144)
    )
    assert nn.generate("nonogram", 6, image=dark, seed=1).kind == "nonogram"
    assert nn.parse(b"P6 2 1 255\n\xff\xff\xff\x00\x80\x00").id == "nonogram:1;0/1"
    with pytest.raises(FormatError, match="needs Pillow"):
        nn.generate("nonogram", 6, image=b"\x89PNG\r\n\x1a\n")


def test_a_broken_picture_is_told_in_our_words() -> None:
    pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    with pytest.raises(FormatError, match=r"^expected an image, found a damaged file$"):
        nn.loads(b"\x89PNG\r\n\x1a\n")


def test_a_plain_picture_is_read_as_pillow_reads_it() -> None:
    images = pytest.importorskip("PIL.Image", reason="Pillow is not installed")
    picture = images.new("RGB", (30, 20))
    picture.putdata([(8 * k % 256, k % 251, 3 * k % 256) for k in range(600)])
    files = []
    for name in ("PNG", "PPM"):
        out = io.BytesIO()
        picture.save(out, format=name)
        files.append(read_image(out.getvalue()))
    assert files[0] == files[1]


def test_a_plain_picture_of_many_colours_is_no_puzzle() -> None:
    with pytest.raises(FormatError, match="at most 8 colours"):
        nn.parse(b"P5 9 1 255\n" + bytes(range(9)))
