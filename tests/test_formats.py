"""File formats: every one a round trip, found by content, and clear about what it cannot read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given

import nonairo as nn
from nonairo import FORMATS, FormatError, Grid, Puzzle
from nonairo.formats import detect
from nonairo.formats.base import Format, nothing_more
from strategies import puzzles

TABLE = (Path(__file__).parent / "data" / "bad_inputs.txt").read_text(encoding="utf-8")
NAMES = {
    "{ids}": "one of " + ", ".join(f"'{kind}:'" for kind in nn.KINDS),
    "{kinds}": "one of " + ", ".join(f'"{kind}"' for kind in nn.KINDS),
}
BAD = [
    re.split(r" {2,}", re.sub(r"\{(ids|kinds)\}", lambda found: NAMES[found[0]], line))
    for line in TABLE.splitlines()[2:]
]
CLASSIC = ("id", "jsonl", "text")


@given(puzzles())
def test_every_classic_format_is_a_round_trip(puzzle: Puzzle) -> None:
    for name in CLASSIC:
        if name == "text" and puzzle.kind == "nonogram" and puzzle.givens.cells.strip("."):
            continue  # it cannot hold givens, and says so
        text = nn.dumps(puzzle, name)
        assert text.endswith("\n")
        assert nn.parse(text, name) == puzzle


@pytest.mark.parametrize("format", FORMATS.values(), ids=list(FORMATS))
def test_a_format_tells_of_itself(format: Format) -> None:
    record = format.to_json()
    assert record["name"] == format.name
    assert format.summary
    assert all(suffix.startswith(".") for suffix in format.suffixes)
    assert (format.lacks is not nothing_more) == bool(format.lacking)
    assert format.lacking in format.cannot_hold


@pytest.mark.parametrize(
    ("text", "format", "message"), BAD, ids=lambda word: word[:25].replace(" ", "-")
)
def test_a_text_that_cannot_be_read_is_told_in_one_line(
    text: str, format: str, message: str
) -> None:
    with pytest.raises(FormatError) as refused:
        nn.loads(text.replace("|", "\n"), None if format == "-" else format)
    assert str(refused.value) == message


@pytest.mark.parametrize("text", ["", "  \n\t\n", "\ufeff", "\ufeff \n", "\xa0".encode()], ids=repr)
def test_an_empty_text_is_told(text: str | bytes) -> None:
    with pytest.raises(FormatError, match=r"^line 1: expected a puzzle, found nothing$"):
        nn.loads(text)


BINAIRO = "01../..../..../...."


@pytest.mark.parametrize(
    "text",
    [
        "01..\n....\n....\n....\n",
        "0 1 . .\n. . . .\n. . . .\n. . . .\n",
        "4\n01..\n....\n....\n....\n",
        "4 4\n01..\n....\n....\n....\n",
        "4x4\n01..\n....\n....\n....\n",
        "4\n\n01..\n....\n....\n....\n",
        "# a comment\n01..  # and another\n....\n....\n....\n",
        "01--\n____\n????\nxX*.\n",
        "01..\n....\n....\n....\n\n0110\n1001\n0011\n1100\n",
        "01..\n....\n....\n....\n\nsolution:\n",
        "01..\r\n....\r\n....\r\n....\r\n",
        "\ufeff01..\n....\n....\n....\n",
    ],
)
def test_a_binairo_grid_is_read_in_all_its_dresses(text: str) -> None:
    puzzle = nn.parse(text, "text")
    assert puzzle == nn.binairo(BINAIRO)


def test_a_solution_after_an_empty_line_is_not_read_as_givens() -> None:
    puzzle = nn.parse("....\n....\n....\n....\n\n0110\n1001\n0011\n1100\n")
    assert puzzle.givens == Grid.blank(4, 4)


def test_comments_tell_rules_and_title() -> None:
    text = "# rules: odd-more-ones\n# title: Small\n# author: A\n# source: S\n...\n...\n..1\n"
    puzzle = nn.parse(text)
    assert (puzzle.rules, puzzle.title) == ("odd-more-ones", "Small")
    assert (puzzle.author, puzzle.source) == ("A", "S")
    assert nn.dumps(puzzle) == text


def test_a_binairo_is_written_without_a_header() -> None:
    assert nn.dumps(nn.binairo("01/..")) == "01\n..\n"


NONOGRAM = nn.nonogram([[3], [1, 4], [3, 1], []], [[], [3], [1, 1], [3], [1], [2], [1]])


@pytest.mark.parametrize(
    "text",
    [
        "4 7\n\n3\n1 4\n3 1\n0\n\n0\n3\n1 1\n3\n1\n2\n1\n",
        "4 7\n3\n1 4\n3 1\n0\n0\n3\n1 1\n3\n1\n2\n1\n",
        "4 7\n\n3\n1,4\n3,1\n0\n\n0\n3\n1,1\n3\n1\n2\n1\n\n# Solution\n@@@....\n",
        "# by hand\n\n4 7\r\n\r\n3\r\n1 4\r\n3 1\r\n0\r\n\r\n0\r\n3\r\n1 1\r\n3\r\n1\r\n2\r\n1",
    ],
)
def test_nonogram_blocks_are_read_with_and_without_empty_lines(text: str) -> None:
    assert nn.parse(text) == NONOGRAM


def test_nonogram_blocks_are_written_with_empty_lines_and_a_title() -> None:
    text = "# title: Two\n2 1\n\n1\n0\n\n1\n"
    puzzle = nn.parse(text)
    assert puzzle.title == "Two"
    assert nn.dumps(puzzle) == text


def test_blocks_cannot_hold_givens_and_say_so() -> None:
    with pytest.raises(FormatError, match=r"givens"):
        nn.dumps(nn.parse("nonogram:1;1;1"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("binairo:../..", "id"),
        ("# ids\n\nunruly:../..\n", "id"),
        ('{"kind": "binairo", "height": 2, "width": 2, "grid": "...."}', "jsonl"),
        ('\n{\n"kind": "binairo"}', "jsonl"),
        ("01\n1.", "text"),
        ("2 2\n01\n10", "text"),
        ("2 1\n\n1\n1\n\n2\n", "text"),
    ],
)
def test_the_format_is_found_by_content(text: str, name: str) -> None:
    found = detect(text)
    assert found.format.name == name
    assert found.reason


def test_the_suffix_helps_where_the_content_does_not() -> None:
    found = detect("01.0\n1a", "puzzle.txt")
    assert (found.format.name, found.reason) == ("text", "the suffix is .txt")


def test_unknown_fields_and_metadata_survive_json_lines() -> None:
    text = (
        '{"id": "x1", "kind": "binairo", "height": 2, "width": 2, "grid": "0...",'
        ' "rules": "no-distinct", "title": "\\u00e9t\\u00e9", "author": "A", "source": "S",'
        ' "solution": "0110", "level": 3, "odd": [1, {"a": null}]}'
    )
    puzzle = nn.parse(text)
    assert puzzle.rules == "no-distinct"
    assert puzzle.solution == Grid.parse("01/10")
    assert puzzle.extra == {"id": "x1", "level": 3, "odd": [1, {"a": None}]}
    again = nn.parse(nn.dumps(puzzle, "jsonl"))
    assert (again, again.extra, again.title) == (puzzle, puzzle.extra, "\u00e9t\u00e9")
    assert (again.author, again.source, again.solution) == ("A", "S", puzzle.solution)


def test_one_json_object_may_be_spread_over_lines() -> None:
    text = '{\n "kind": "nonogram",\n "rows": [[1]],\n "cols": [[1]],\n "grid": "1"\n}\n'
    assert nn.parse(text) == nn.parse("nonogram:1;1;1")


def test_parse_wants_exactly_one_puzzle() -> None:
    with pytest.raises(FormatError, match=r"^expected one puzzle, found 2$"):
        nn.parse("binairo:../..\nbinairo:../..")
