"""Pictures in files: what is read, what is refused in one sentence, and within which bounds."""

from __future__ import annotations

import argparse
import base64
import json
import os
import struct
import time
import tracemalloc
import zlib
from pathlib import Path
from threading import Event, Thread

import cv2
import numpy as np
import pytest

import nonairo as nn
from nonairo.answers import AnswerError, answer
from nonairo.answers.read import SMALL
from nonairo.cli import main, read
from nonairo.limits import Limits, supervised
from nonairo.photo import tiles
from nonairo.photo.decoding import MOST_BYTES, pixels_of, size_of
from nonairo.photo.readings import Reading, readings_of

ROOT = Path(__file__).parents[2]

BOAT = "nonogram:1,1/5/5/3/1;2/4/4/4/2"
PICTURE = base64.b64decode(SMALL)


def chunk(name: bytes, data: bytes) -> bytes:
    body = name + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png(width: int, height: int, pixels: bytes, *others: bytes) -> bytes:
    """A PNG of colours with these compressed rows, and other parts before them."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"".join(
        (b"\x89PNG\r\n\x1a\n", head, *others, chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    )


def bomb(width: int, height: int) -> bytes:
    """A small PNG that unpacks into so many pixels."""
    return png(width, height, zlib.compress(b"\0" * 1_000_000))


def scanned(scans: int) -> bytes:
    """A JPEG of 80x80 pixels with so many scans, each of a bit per block."""

    def part(marker: int, data: bytes) -> bytes:
        return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data

    first = part(0xDA, bytes([1, 1, 0, 0, 0, 0])) + bytes(13)
    more = part(0xDA, bytes([1, 1, 0, 1, 63, 0])) + bytes(13)
    return b"".join((
        b"\xff\xd8",
        part(0xDB, b"\0" + bytes([1] * 64)),
        part(0xC2, struct.pack(">BHHB", 8, 80, 80, 1) + bytes([1, 0x11, 0])),
        *(part(0xC4, bytes([table, 1, *[0] * 15, 0])) for table in (0x00, 0x10)),
        first, more * (scans - 1), b"\xff\xd9",
    ))  # fmt: skip


def packed(image: np.ndarray, suffix: str) -> bytes:
    done, data = cv2.imencode(suffix, image)
    assert done
    return data.tobytes()


@pytest.fixture
def boat(tmp_path: Path) -> Path:
    path = tmp_path / "boat.png"
    path.write_bytes(PICTURE)
    return path


def test_a_drawing_of_ours_is_read_from_a_path_and_from_bytes(boat: Path) -> None:
    for source in (boat, str(boat), PICTURE):
        reading = nn.read_picture(source)
        assert reading.puzzle is not None
        assert reading.puzzle.id == BOAT
        assert reading.sure
        assert "<svg" in reading._repr_html_()


def test_kind_and_size_choose_and_refuse(boat: Path) -> None:
    assert nn.read_picture(boat, kind="hanjie", size=5).puzzle == nn.parse(BOAT)
    with pytest.raises(nn.FormatError, match="expected a binairo, found nonogram 5x5"):
        nn.read_picture(boat, kind="binairo")
    with pytest.raises(nn.FormatError, match="of 6x6, found nonogram 5x5"):
        nn.read_picture(boat, size=6)
    with pytest.raises(nn.PuzzleError, match="expected a kind that can be read"):
        nn.read_picture(boat, kind="chess")
    with pytest.raises(nn.FormatError, match="expected a puzzle from 1 to 1, found 2"):
        nn.read_picture(boat, pick=2)


HOSTILE = {
    "empty": (b"", "an empty file"),
    "text": (b"1..0\n....\n", "found text"),
    "other": (b"\x00\x01\x02\xfe" * 30, "another type of file"),
    "heic": (b"\0\0\0\x18ftypheic" + b"\0" * 40, "HEIC or AVIF"),
    "cut": (PICTURE[: len(PICTURE) // 3], "damaged"),
    "no size": (b"\x89PNG\r\n\x1a\n", "damaged"),
    "jpeg": (b"\xff\xd8\xff\xe0" + b"\0" * 60, "damaged"),
    "webp": (b"RIFF\0\0\0\0WEBPVP8 ", "damaged"),
    "bomb": (bomb(60_000, 60_000), "at most 50 million pixels, found 60000 x 60000"),
    "surplus": (png(100, 100, zlib.compress(bytes(10**6))), "more than its 100 x 100 pixels"),
    "scans": (scanned(201), "at most 200 scans, found more"),
    "tiny": (packed(np.zeros((5, 5, 3), np.uint8), ".png"), "too small"),
}


def test_a_film_after_a_photo_is_not_counted_as_scans() -> None:
    assert pixels_of(scanned(2) + b"\xff\xda" * 300).shape == (80, 80, 3)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_picture_is_refused_in_one_sentence(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, message = HOSTILE[name]
    with pytest.raises(nn.FormatError, match=message):
        nn.read_picture(data)
    path = tmp_path / "picture"
    path.write_bytes(data)
    assert main(["read", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    with pytest.raises(AnswerError) as found:
        answer("read", {"picture": base64.b64encode(data).decode() or "===="})
    assert found.value.status in (400, 422)


def test_a_picture_that_claims_more_than_it_has_is_no_harm() -> None:
    with pytest.raises(nn.FormatError):
        nn.read_picture(bomb(6_000, 6_000))


PASSES = [  # of an interlaced PNG: steps down and across, first row and column
    (8, 8, 0, 0), (8, 8, 0, 4), (8, 4, 4, 0), (4, 4, 0, 2), (4, 2, 2, 0), (2, 2, 0, 1), (2, 1, 1, 0)
]  # fmt: skip


@pytest.mark.parametrize("interlaced", [0, 1])
@pytest.mark.parametrize("colours", [0, 2, 4, 6])
def test_a_png_has_room_for_all_its_pixels(colours: int, interlaced: int) -> None:
    image = pixels_of(PICTURE)
    height, width = image.shape[:2]
    depth = {0: 1, 2: 3, 4: 2, 6: 4}[colours]
    rows = b""
    for down, across, y, x in PASSES if interlaced else [(1, 1, 0, 0)]:
        for row in image[y::down, x::across, :1]:
            values = np.repeat(row, depth, axis=1)
            if colours in (4, 6):
                values[:, -1] = 255
            rows += b"\0" + values.tobytes() if len(row) else b""
    head = struct.pack(">IIBBBBB", width, height, 8, colours, 0, 0, interlaced)
    data = png(width, height, zlib.compress(rows))
    data = data.replace(data[12:33], chunk(b"IHDR", head)[4:])
    assert (pixels_of(data)[:, :, 0] == image[:, :, 0]).all()


def test_parts_of_a_png_that_nobody_sees_are_not_unpacked() -> None:
    comment = chunk(b"zTXt", b"Comment\0\0" + zlib.compress(bytes(7_900_000), 9))
    data = png(100, 100, zlib.compress(bytes(301 * 100)), *[comment] * 60)
    began = time.process_time()
    assert pixels_of(data).shape == (100, 100, 3)
    assert time.process_time() - began < 0.5


def test_warnings_of_the_libraries_stay_inside(capfd: pytest.CaptureFixture[str]) -> None:
    profile = chunk(b"iCCP", b"icc\0\0" + zlib.compress(bytes(10)))
    pixels_of(png(100, 100, zlib.compress(bytes(301 * 100 + 9)), profile))
    photo = bytearray((ROOT / "examples/photo.jpg").read_bytes())
    middle = len(photo) // 2
    photo[middle : middle + 50] = bytes(50)
    pixels_of(bytes(photo))
    with pytest.raises(nn.FormatError, match="damaged"):
        pixels_of(bytes(photo[:middle]))
    assert capfd.readouterr().err == ""
    os.write(2, b"still there\n")
    assert capfd.readouterr().err == "still there\n"


def test_what_other_threads_print_meanwhile_is_not_lost(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoding(*_: object) -> None:
        os.write(2, b"printed by another thread\n")

    monkeypatch.setattr(cv2, "imdecode", decoding)
    waiting = Event()
    other = Thread(target=waiting.wait)
    other.start()
    with pytest.raises(nn.FormatError, match="damaged"):
        pixels_of((ROOT / "examples/photo.jpg").read_bytes())
    waiting.set()
    other.join()
    assert capfd.readouterr().err == "printed by another thread\n"


def test_too_many_bytes_are_refused() -> None:
    with pytest.raises(nn.FormatError, match="at most 25 MB"):
        nn.read_picture(bytes(MOST_BYTES + 1))


@pytest.mark.parametrize("shade", [255, 0, 128])
def test_a_picture_without_a_puzzle_is_refused(shade: int) -> None:
    image = np.full((300, 400, 3), shade, np.uint8)
    with pytest.raises(nn.FormatError, match="no puzzle was found"):
        nn.read_picture(packed(image, ".png"))


def test_nothing_is_read_with_confidence_from_noise() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (400, 500, 3)).astype(np.uint8)
    try:
        found = readings_of(noise)
    except nn.FormatError:
        found = []
    assert not any(reading.sure for reading in found)


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp", ".bmp"])
def test_the_size_is_known_before_anything_is_unpacked(suffix: str) -> None:
    image = np.zeros((31, 47, 3), np.uint8)
    data = packed(image, suffix)
    assert size_of(data) == (47, 31)
    assert pixels_of(data).shape == (31, 47, 3)


def test_transparent_paper_is_white() -> None:
    clear = np.zeros((30, 40, 4), np.uint8)
    assert int(pixels_of(packed(clear, ".png")).min()) == 255
    deep = np.full((30, 40), 65535, np.uint16)
    assert int(pixels_of(packed(deep, ".png")).min()) == 255


def test_the_command_prints_the_puzzle_and_marks_the_picture(
    boat: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "marked"
    assert main(["read", str(boat), "--to", "id", "--debug", str(folder)]) == 0
    assert capsys.readouterr().out.strip() == BOAT
    marked = pixels_of((folder / "boat.png").read_bytes())
    assert max(marked.shape) >= 900
    out = tmp_path / "out.jsonl"
    assert main(["read", str(boat), "-o", str(out)]) == 0
    assert [puzzle.id for puzzle in nn.load(out)] == [BOAT]
    capsys.readouterr()
    assert main(["read", str(boat), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["puzzle"] == BOAT


def test_the_command_asks_where_it_is_not_sure(
    boat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(boat), "--set", "row 4=2"]) == 3  # what the user says is not so
    out, err = capsys.readouterr()
    assert out == ""
    assert "not read: in the likeliest reading, the row clues fill 15 cells" in err
    assert main(["read", str(boat), "--set", "row 9=2"]) == 2
    assert "no cell, sign or clue" in capsys.readouterr().err
    assert main(["read", str(boat), "--set", "row 4"]) == 2
    assert main(["read", str(boat), "nowhere.png", "--to", "id"]) == 2
    assert BOAT in capsys.readouterr().out


def test_other_readers_point_to_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = np.random.default_rng(2).integers(0, 256, (1200, 1100, 3)).astype(np.uint8)
    path = tmp_path / "photo.png"
    path.write_bytes(packed(image, ".png"))
    assert main(["solve", str(path)]) == 2
    assert "nonairo read FILE" in capsys.readouterr().err


def test_a_screenshot_taken_for_pixels_gets_a_note(capsys: pytest.CaptureFixture[str]) -> None:
    main(["solve", str(ROOT / "examples" / "screenshot.png"), "--time-limit", "5"])
    assert "nonairo read FILE" in capsys.readouterr().err


def test_http_answers_with_readings_and_refuses_what_is_no_answer() -> None:
    found = answer("read", {"picture": SMALL, "set": {"row 1": "1,1"}, "time_limit": 60})
    readings = found["readings"]
    assert isinstance(readings, list)
    assert [reading["puzzle"] for reading in readings] == [BOAT]
    assert (found["height"], found["width"]) == (164, 180)
    refused: tuple[dict[str, object], ...] = (
        {"set": {"row 1": 3}}, {"set": []}, {"picture": 3}, {"pick": 0},
    )  # fmt: skip
    for wrong in refused:
        with pytest.raises(AnswerError):
            answer("read", {"picture": SMALL} | wrong)


def test_a_time_limit_that_was_reached_names_the_picture_and_has_its_exit_code(
    boat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(boat), "--time-limit", "0.0001"]) == 3
    assert f"{boat}: the limit of 0.0001 s was reached" in capsys.readouterr().err


def test_an_interruption_keeps_the_puzzles_that_were_read(
    boat: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    second = boat.with_name("second.png")
    second.write_bytes(PICTURE)
    whole = read._read

    def interrupted(name: str, number: int, options: argparse.Namespace) -> list[Reading]:
        if name == str(second):
            raise KeyboardInterrupt
        return whole(name, number, options)

    monkeypatch.setattr(read, "_read", interrupted)
    assert main(["read", str(boat), str(second), "--to", "id"]) == 130
    assert capsys.readouterr().out.split() == [BOAT]


def test_a_time_limit_holds_for_a_picture_of_thousands_of_cells() -> None:
    lines = np.arange(1700) % 8 == 0
    page = np.where(lines[:, None] | lines, 0, 255).astype(np.uint8)
    begin = time.process_time()
    with pytest.raises(nn.LimitReached, match=r"the limit of 0\.5 s"), supervised(Limits(0.5)):
        nn.read_picture(packed(page, ".png"))
    assert time.process_time() - begin < 4


def test_colours_of_thousands_of_cells_take_little_memory() -> None:
    colours = np.repeat(np.array([[0, 0, 0], [0.4, 0, 0], [0.8, 0, 0]], np.float32), 5000, axis=0)
    tracemalloc.start()
    try:
        groups = tiles._colour_groups(colours)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [len(set(groups[k : k + 5000])) for k in (0, 5000, 10000)] == [1, 1, 1]
    assert len(set(groups)) == 3
    assert peak < 200_000_000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--to", "xyz"], "expected a format (nonairo formats lists them), found 'xyz'"),
        (["--to", "svg"], "svg is not a puzzle format"),
        (["-o", "x.unknown"], "expected the suffix of a format, found '.unknown'"),
        (["-o", "nowhere/x.txt"], "nowhere/x.txt: No such file or directory"),
    ],
)
def test_what_cannot_be_written_is_refused_before_anything_is_read(
    words: list[str], message: str, boat: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(boat.parent)
    monkeypatch.setattr(read, "_read", lambda *_: pytest.fail("it was read"))
    assert main(["read", "boat.png", *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"nonairo: {message}")
    assert told.count("\n") == 1
