"""PDF: text that can be searched, embedded fonts, a language, a title and bookmarks."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from scenes import SCENES

import nonairo as nn
from nonairo.render.pdf import Bookmark, Document, write, write_document
from nonairo.render.pdf_fonts import MOST_LETTERS
from nonairo.render.scene import Scene, puzzle_scene
from nonairo.render.text_layout import write_line
from nonairo.render.themes import LIGHT
from pdf_reader import PdfReader

TEXT = "Größe: 5 \u00d7 5, “quoted” & ½ … Ž"


def page(*lines: str) -> Scene:
    shapes = tuple(write_line(text, 50, 50 + 30 * k, 2) for k, text in enumerate(lines))
    return Scene(800, 1100, "A page", shapes)


def tool(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: poppler-utils, qpdf)")
    return found


def told(name: str, *arguments: str) -> str:
    command = [tool(name), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_text_is_text_and_stands_where_it_is_drawn() -> None:
    reader = PdfReader(write(page(TEXT, "second"), LIGHT))
    first, second = reader.shown(0)
    assert (first.text, second.text) == (TEXT, "second")
    assert first.x == pytest.approx(50 * 0.75 * 25.4 / 72, abs=0.01)
    assert first.capital == pytest.approx(12 * 0.75 * 25.4 / 72, abs=0.01)
    assert first.y - second.y == pytest.approx(30 * 0.75 * 25.4 / 72, abs=0.01)


def test_a_letter_without_a_shape_keeps_its_text() -> None:
    assert PdfReader(write(page("a猫😀b"), LIGHT)).text(0) == "a猫😀b"


def test_more_letters_than_a_font_can_have_need_another() -> None:
    text = "".join(map(chr, range(0x4E00, 0x4E00 + MOST_LETTERS + 10)))
    reader = PdfReader(write(page(text), LIGHT))
    assert len(reader.fonts) == 2
    assert reader.text(0).replace("\n", "") == text


def test_every_pen_is_a_font_of_its_own_with_widths() -> None:
    reader = PdfReader(write(SCENES["binairo"], LIGHT))
    for font in reader.fonts.values():
        assert "/Subtype /Type3" in font
        widths = re.search(r"/Widths \[([^]]*)\]", font)
        last = re.search(r"/LastChar (\d+)", font)
        assert widths is not None
        assert last is not None
        assert len(widths[1].split()) == int(last[1]) == font.count("/a") // 2


def test_clues_are_text() -> None:
    puzzle = nn.parse("nonogram:1/12;" + "/".join(["2", *11 * ["1"]]))
    found = PdfReader(write(puzzle_scene(puzzle), LIGHT)).text(0).split()
    assert sorted(found) == sorted("112" + "2" + 11 * "1")


def test_title_language_boxes_and_bookmarks() -> None:
    document = Document(
        title="Ä & <b>",
        author="Zoë",
        bookmarks=[Bookmark("One", 0), Bookmark("Inside", 1, inside=True), Bookmark("Two", 1)],
        spreads=True,
    )
    data = write_document(document, [page("a"), page("b")], LIGHT)
    reader = PdfReader(data)
    assert "/Lang (en)" in reader.root
    assert "/DisplayDocTitle true" in reader.root
    assert "/TwoPageRight" in reader.root
    assert reader.bookmarks() == [("One", 0), ("Inside", 1), ("Two", 1)]
    for name in ("MediaBox", "TrimBox", "BleedBox"):
        assert reader.box(0, name) == (0, 0, 600, 825)
    assert data == write_document(document, [page("a"), page("b")], LIGHT)


def test_other_tools_find_no_fault(tmp_path: Path) -> None:
    document = Document(
        title="Ä & <b>", bookmarks=[Bookmark("One", 0), Bookmark("Inside", 1, inside=True)]
    )
    path = tmp_path / "x.pdf"
    path.write_bytes(write_document(document, [page(TEXT), SCENES["binairo"]], LIGHT))
    assert "No syntax or stream encoding errors" in told("qpdf", "--check", str(path))
    assert TEXT in told("pdftotext", str(path), "-")
    fonts = told("pdffonts", str(path)).splitlines()[2:]
    assert fonts
    for font in fonts:
        assert font.split()[-5:-2] == ["yes", "no", "yes"], "embedded, with Unicode"
    assert re.search(r"Title: +Ä & <b>", told("pdfinfo", str(path)))
