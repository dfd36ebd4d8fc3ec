"""Puzzles as people write them: every spelling of the table is read right, or refused helpfully."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonairo as nn

TABLE = Path(__file__).parents[1] / "data" / "natural.txt"


def spellings() -> Iterator[tuple[str, str, str]]:
    """Yield name, expectation and text of every spelling."""
    for part in re.split(r"^== ", TABLE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        name, expected, *lines = part.split("\n")
        text = "\n".join(lines).strip("\n").replace("\\t", "\t").replace("\\s", " ")
        yield name, expected.removeprefix("=> "), text


SPELLINGS = [pytest.param(expected, text, id=name) for name, expected, text in spellings()]


@pytest.mark.parametrize(("expected", "text"), SPELLINGS)
def test_a_natural_spelling_is_read_right_or_refused(
    expected: str, text: str, tmp_path: Path
) -> None:
    if expected.startswith("error: "):
        with pytest.raises(nn.FormatError) as found:
            nn.parse(text)
        assert expected.removeprefix("error: ") in str(found.value)
        return
    puzzle = nn.parse(text)
    assert puzzle.id == nn.parse(expected).id
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8")
    assert nn.load(path) == [puzzle]


def test_there_are_many_spellings() -> None:
    assert len(SPELLINGS) >= 150


def test_a_tolerant_reading_says_how_it_was_read() -> None:
    puzzle = nn.parse("Rows: 1 1, 5, 5, 3, 1\nColumns: 2, 4, 4, 4, 2")
    assert puzzle.note == "read as a nonogram, 5 rows and 5 columns"
    assert nn.parse("1~~0\n~~~~\n~~~~\n0~~1").note == "read as a Binairo, 4 rows and 4 columns"
    left_out = nn.parse("Takuzu\n1··0\n····\n····\n0··1\nThanks for your help").note
    assert left_out == "read as a Binairo, 4 rows and 4 columns; left out line 6"


def test_a_reading_of_coloured_clues_says_the_same() -> None:
    colours = "read as a nonogram in 2 colours, 2 rows and 2 columns"
    clues = "Rows\n{0}\n{1}\nColumns\n{0}\n{1}\n"
    assert nn.parse(clues.format("1r", "1 blue")).note == f"{colours}; r is red"
    assert nn.parse(clues.format("1x", "1 red")).note == f"{colours}; the colour of x was chosen"
    both = nn.parse("A flag\n" + clues.format("1 red", "1 blue") + "Thanks for your help")
    assert (both.title, both.note) == ("A flag", f"{colours}; left out line 8")


@pytest.mark.parametrize("text", ["Rows: 1\nColumns: 1", "nonogram:1 1;1/0/1", "1~~0\n~~~~"])
def test_strict_reading_refuses_what_is_in_no_format(text: str, tmp_path: Path) -> None:
    with pytest.raises(nn.FormatError):
        nn.parse(text, strict=True)
    path = tmp_path / "puzzle.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(nn.FormatError):
        nn.load(path, strict=True)


def test_two_splits_that_fit_are_both_named_with_the_option_that_chooses() -> None:
    text = "1\n1\n\n0\n\n1\n1\n"
    with pytest.raises(nn.FormatError) as found:
        nn.parse(text)
    assert "tolerant:width=3" in str(found.value)
    assert "tolerant:width=2" in str(found.value)
    assert nn.parse(text, "tolerant:width=2").id == "nonogram:1/1/0;1/1"


@pytest.mark.parametrize(
    "text",
    [
        "1 " * 400_000,
        "Rows: " + " " * 400_000 + "x",
        "[" * 200_000,
        "|" * 500_000,
        "<td>" * 100_000,
        "\n".join(["1 2 3"] * 5_000),
        "\n".join(["|1| |"] * 5_000),
        '"' + " " * 300_000 + "b",
        "rows\n" * 3_000,
        "r1: 1\n" * 5_000,
        "1/2,3;4" * 60_000,
        "- 1\n" * 5_000,
    ],
)
def test_odd_texts_are_settled_soon(text: str) -> None:
    import time

    begin = time.process_time()
    with pytest.raises(nn.FormatError):
        nn.parse(text)
    assert time.process_time() - begin < 4


def test_a_line_that_is_too_long_is_named_in_a_file_too(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text("Rows\n" + "9" * 100_000 + "\nColumns\n1\n")
    for read in (lambda: nn.load(path), lambda: nn.parse(path.read_text())):
        with pytest.raises(nn.FormatError) as found:
            read()
        assert found.value.line == 2
        assert "expected at most 10,000 characters on a line, found 100,000" in str(found.value)


def test_a_grid_in_1_and_2_says_what_it_was_read_as() -> None:
    advice = "for a Binairo in 1 and 2 write 0 and 1"
    trinairo = nn.parse("1..2..\n..22.1\n.22..1\n......\n22.1..\n.1..22\n")
    assert (trinairo.kind, trinairo.note) == ("trinairo", f"read as a Trinairo; {advice}")
    picture = nn.parse("1..2\n....\n....\n2..1\n")
    assert picture.note == f"read as a picture in colours; {advice}"
    assert nn.parse("1..2..\n..20.1\n.22..1\n......\n22.1..\n.1..22\n").note is None
