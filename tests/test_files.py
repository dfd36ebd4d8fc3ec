"""Files: many puzzles one by one, and what happens when they are not what they should be."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import nonairo as nn
from nonairo import FormatError, Puzzle
from nonairo.plain import brief
from nonairo.reading import records

GOOD = '{"kind": "binairo", "height": 2, "width": 2, "grid": "0..."}'
ONE = nn.parse("binairo:0./..")


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_file_of_many_puzzles_is_loaded_and_saved(tmp_path: Path) -> None:
    several = [ONE, nn.parse("nonogram:1/0;1/0"), nn.parse("unruly:../..")]
    for name in ("a.jsonl", "a.ids"):
        nn.save(several, tmp_path / name)
        assert nn.load(tmp_path / name) == several
        assert list(nn.scan(str(tmp_path / name))) == several
    nn.save(ONE, tmp_path / "a.txt")
    assert nn.load(tmp_path / "a.txt") == [ONE]
    nn.save(ONE, tmp_path / "a.xyz", format="id")
    assert (tmp_path / "a.xyz").read_text() == "binairo:0./..\n"


def test_saving_refuses_what_the_format_cannot_hold(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"^format text stores one puzzle per file, found 2$"):
        nn.save([ONE, ONE], tmp_path / "a.txt")
    with pytest.raises(FormatError, match=r"^expected the suffix .*, found '.q': .ids "):
        nn.save(ONE, tmp_path / "a.q")


def test_a_file_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    missing = tmp_path / "nowhere"
    with pytest.raises(FormatError) as refused:
        nn.save(ONE, missing / "a.txt")
    told = f"{missing / 'a.txt'}: expected a folder that exists, found {brief(str(missing))}"
    assert str(refused.value) == told
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(FormatError, match=r"a\.txt: Is a directory$"):
        nn.save(ONE, tmp_path / "a.txt")
    with pytest.raises(FormatError, match="null byte"):
        nn.save(ONE, "a\0.txt")


@pytest.mark.parametrize(
    "content",
    ["01\r\n..\r\n", b"\xef\xbb\xbf01\n..\n", b"\xef\xbb\xbf01\r\n..", "01\r..\r"],
    ids=["crlf", "bom", "bom and crlf", "cr"],
)
def test_line_ends_and_byte_order_marks_do_not_matter(tmp_path: Path, content: str | bytes) -> None:
    assert nn.load(write(tmp_path / "a.txt", content)) == [nn.binairo("01/..")]


GRID = "1..0\n....\n....\n0..1\n"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_wide_text_is_read_with_or_without_a_mark(tmp_path: Path, encoding: str) -> None:
    for text, puzzle in ((GRID, nn.parse(GRID)), (f"{GOOD}\n", ONE), (f"{ONE.id}\n", ONE)):
        assert nn.load(write(tmp_path / "a.dat", text.encode(encoding))) == [puzzle]
        assert nn.loads(text.encode(encoding)) == [puzzle]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (GRID.encode("utf-16")[:-1], "4:5: expected text in UTF-16, found half a character at the"),
        (GRID.encode("utf-16-be")[:-1], "4:5: expected text in UTF-16, found half a character at"),
        (b"1..0\n..\xff.\n", "2:3: expected text in UTF-8, found the byte 0xff"),
        (b"1..0\r..\xff.\r", "2:3: expected text in UTF-8, found the byte 0xff"),
        (b'{"kind": "\xc3\xa4\xff"}\n', "1:12: expected text in UTF-8, found the byte 0xff"),
    ],
)
def test_bytes_that_are_no_text_are_told_with_their_place(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = write(tmp_path / "a.dat", content)
    with pytest.raises(FormatError) as refused:
        nn.load(path)
    assert str(refused.value).startswith(f"{path}:{message}")


def test_a_byte_order_mark_before_json_lines_does_not_matter(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", b"\xef\xbb\xbf" + f"{GOOD}\r\n{GOOD}\r\n".encode())
    assert nn.load(path) == [ONE, ONE]


def test_blank_lines_above_the_first_record_do_not_matter(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f'\n \n{GOOD}\n{{"kind": 5}}\n{GOOD}\n')
    found = list(records(path))
    assert [isinstance(record, Puzzle) for record in found] == [True, False, True]
    assert str(found[1]).startswith(f"{path}:4: 'kind'")


def test_records_go_on_after_a_bad_one(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f'{GOOD}\n{{"kind": 5}}\n\n{GOOD[:-1]}\n{GOOD}\n')
    found = list(records(path))
    assert [isinstance(record, Puzzle) for record in found] == [True, False, False, True]
    kinds = "one of " + ", ".join(f'"{kind}"' for kind in nn.KINDS)
    assert str(found[1]) == f"{path}:2: 'kind': expected {kinds}, found 5"
    assert str(found[2]).startswith(f"{path}:4:60: invalid JSON: ")


def test_ids_go_on_after_a_bad_one(tmp_path: Path) -> None:
    path = write(tmp_path / "a.ids", "binairo:0./..\n# good\nbinairo:0x/..\nbinairo:0./..\n")
    found = list(records(path))
    assert [found[0], found[2]] == [ONE, ONE]
    assert str(found[1]) == f"{path}:3: r1c2: expected '0', '1' or '.', found 'x'"


def test_scanning_stops_at_a_bad_record_with_its_place(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f"{GOOD}\n{{}}\n{GOOD}\n")
    stream = nn.scan(path)
    assert next(stream) == ONE
    with pytest.raises(FormatError) as refused:
        next(stream)
    assert (refused.value.path, refused.value.line) == (str(path), 2)


def test_scanning_is_lazy(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", f"{GOOD}\n" * 3 + "junk\n")
    stream = nn.scan(path)
    assert [next(stream) for _ in range(3)] == [ONE] * 3


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "1: expected a puzzle, found nothing"),
        (b"\n \n", "1: expected a puzzle, found nothing"),
        (b"\x89PMG\r\n\x1a\n\xff\xfe", "1:1: expected text in UTF-8, found the byte 0x89"),
        (b"\xef\xbb\xbf01\n\xff", "2:1: expected text in UTF-8, found the byte 0xff"),
        (b"\x00\x01\x02", "1: expected a puzzle in a known format (see nonairo formats),"
                           " found '\\x00\\x01\\x02'"),
    ],
    ids=["empty", "blank", "binary", "after a mark", "zeros"],
)  # fmt: skip
def test_a_file_that_is_no_puzzle_is_told_in_one_line(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = write(tmp_path / "junk", content)
    with pytest.raises(FormatError) as refused:
        nn.load(path)
    text = str(refused.value)
    assert text.startswith(f"{path}:{message}")
    assert "\n" not in text


@pytest.mark.parametrize("name", ["nowhere.txt", "", "a\0b"])
def test_a_file_that_is_not_there_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(FormatError) as refused:
        nn.load(f"{tmp_path}/{name}")  # an empty name is the folder itself
    assert str(refused.value).startswith(str(tmp_path))


def test_standard_input_is_a_file_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{GOOD}\n{GOOD}\n"))
    assert nn.load("-") == [ONE, ONE]


def test_a_line_too_long_is_refused_without_reading_it_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nonairo.reading.LARGEST_RECORD", 100)
    long = json.dumps({"kind": "binairo", "grid": "." * 200})
    path = write(tmp_path / "a.jsonl", f"{GOOD}\n{long}\n")
    with pytest.raises(FormatError, match=r":2: expected lines of at most 0 MB$"):
        nn.load(path)
