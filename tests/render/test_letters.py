"""The font: ASCII and Latin-1 in strokes of our own, each in its box and unlike the others."""

from __future__ import annotations

import time

import pytest

from nonairo.grid import ALPHABET
from nonairo.render.glyphs import character, drawable, of_symbol, strokes
from nonairo.render.stroke_font import ALIKE
from nonairo.render.text_layout import shorten, width_of, wrap, write_line

HIGHEST, LOWEST = -2.3, 8.0  # of any character
LATIN_1 = [chr(code) for code in (*range(0x20, 0x7F), *range(0xA0, 0x100))]


@pytest.mark.parametrize("text", [*LATIN_1, "\u4e00"], ids=lambda text: f"{ord(text):x}")
def test_every_character_stays_in_its_box(text: str) -> None:
    width, drawn = character(text)
    for verb, numbers in drawn:
        assert len(numbers) == {"M": 2, "L": 2, "Q": 4, "Z": 0}[verb]
        assert all(-0.5 <= x <= width + 0.5 for x in numbers[::2])
        assert all(HIGHEST <= y <= LOWEST for y in numbers[1::2])


def test_ascii_and_latin_1_are_drawn_and_all_else_is_a_box() -> None:
    assert all(map(drawable, LATIN_1))
    assert not drawable("\u4e00")
    assert not drawable("\u0301"), "an accent by itself"
    assert not drawable("\x00")


def test_no_two_characters_look_the_same() -> None:
    looks = [strokes(text) for text in LATIN_1 if text not in ALIKE]
    assert len(set(looks)) == len(looks)


def test_every_symbol_of_a_cell_looks_like_no_other() -> None:
    looks = {strokes(of_symbol(symbol)) for symbol in ALPHABET}
    assert len(looks) == len(ALPHABET)
    assert all(drawable(of_symbol(symbol)) for symbol in ALPHABET)


@pytest.mark.parametrize("text", ["", "a", "one two three four", "x" * 200, "a " * 50])
def test_lines_are_broken_to_the_width_and_nothing_is_lost(text: str) -> None:
    lines = wrap(text, 50, 1)
    assert all(width_of(line) <= 50 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert len(wrap(text, 50, 1, 2)) <= 2
    assert all(width_of(line) <= 50 for line in wrap(text, 50, 1, 2))


def test_a_text_that_is_too_wide_ends_in_dots() -> None:
    assert shorten("short", 50, 1) == "short"
    began = time.process_time()
    for word in ("a" * 20_000, "\N{CJK UNIFIED IDEOGRAPH-6F22}" * 5_000):
        assert "".join(wrap(word, 50, 1)) == word
        assert all(width_of(line) <= 50 for line in wrap(word, 50, 1))
        assert word.startswith(shorten(word, 50, 1).removesuffix(" ..."))
    assert time.process_time() - began < 3
    short = shorten("a rather long title", 50, 1)
    assert short.endswith(" ...")
    assert width_of(short) <= 50


@pytest.mark.parametrize("align", [0, 0.5, 1])
def test_a_line_stands_where_it_is_told_to(align: float) -> None:
    path = write_line("HELLO", 100, 20, 2, align=align)
    across = [numbers[-2] for _, numbers in path.strokes if numbers]
    width = width_of("HELLO", 2)
    assert min(across) == pytest.approx(100 - align * width)
    assert max(across) == pytest.approx(100 + (1 - align) * width)
