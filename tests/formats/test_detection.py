"""How a format is found: by content, with reason and runner-up; the suffix breaks ties."""

from __future__ import annotations

from pathlib import Path

import pytest
from samples import BLOCKS, COLUMNS_K, NON, ROWS_K, SAMPLES, XML, B, K, fault

import nonairo as nn
from nonairo.formats import FORMATS, LISTED, detect
from nonairo.formats.base import Format


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: str(sample.format))
def test_a_suffix_of_the_right_format_agrees(sample: object) -> None:
    text, name = sample.text, sample.format  # type: ignore[attr-defined]
    for suffix in FORMATS[name].suffixes:
        assert detect(text, f"x{suffix}").format.name == name


def test_a_suffix_never_overrides_a_contradiction() -> None:
    assert detect(XML, "puzzle.nin").format.name == "xml"
    assert detect(NON, "puzzle.png").format.name == "non"


def test_a_suffix_breaks_ties() -> None:
    text = "7 4\n" + ROWS_K + COLUMNS_K
    found = detect(text)
    assert (found.format.name, found.runner_up and found.runner_up.name) == ("nin", "text")
    assert detect("4 4\n1\n1\n1\n1\n1\n1\n1\n1\n", "a.txt").format.name == "text"
    full = "0110\n1001\n0101\n1010\n"
    assert detect(full, "a.txt").format.name == "text"


def test_without_any_claim_the_suffix_chooses_who_complains() -> None:
    found = detect("width seven", "a.non")
    assert (found.format.name, found.reason) == ("non", "the suffix is .non")


def test_the_swapped_reading_of_bare_numbers() -> None:
    text = "4 7\n" + ROWS_K + COLUMNS_K  # rows, columns: not a .nin
    assert detect(text).format.name == "text"
    assert nn.parse(text) == K


@pytest.mark.parametrize("text", ["0110\n1001\n0101\n1010\n", "01\n10\n", "101\n010\n101"])
def test_a_square_of_zeros_and_ones_is_ambiguous(text: str) -> None:
    error = fault(text)
    assert error is not None
    assert "(format text)" in str(error)
    assert "(format chars)" in str(error)
    assert nn.parse(text, "chars").kind == "nonogram"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("2\n01\n10\n", "text"),
        ("2 2\n01\n10\n", "text"),
        ("0 1\n1 0\n", "text"),
        ("# rules: no-distinct\n01\n10\n", "text"),
        ("10101\n01010\n", "chars"),
        ("x.x\n.x.\n", "chars"),
        ("....\n....\n", "text"),
        ("#..#\n....\n....\n#..#\n", "chars"),
        ("..#..\n..#..\n", "chars"),
        ("..0.", "oneline"),
        ("01x-\n____\n????\n**XX\n", "text"),
        (BLOCKS + "\n# Solution\n", "text"),
        ("p cnf 1 1\n1 0\n", "dimacs"),
    ],
)
def test_what_is_told_apart(text: str, name: str) -> None:
    assert detect(text).format.name == name


@pytest.mark.parametrize("text", ["", "\n \n", "hello", "hello you\nhow are you", "\0", "{}", "[]"])
def test_what_is_no_puzzle(text: str) -> None:
    assert fault(text) is not None


def test_bytes_that_are_no_text() -> None:
    error = fault(b"width 7\nheight \xff\n")
    assert error is not None
    assert str(error) == "line 2, column 8: expected text in UTF-8, found the byte 0xff"


def test_an_explicit_format_wins() -> None:
    assert nn.parse("01\n10\n", "text").kind == "binairo"
    assert nn.parse("01\n10\n", "chars").kind == "nonogram"
    error = fault(NON, "xml")
    assert error is not None
    assert "invalid XML" in str(error)
    with pytest.raises(nn.FormatError, match="but not read"):
        nn.parse("p cnf 1 1\n1 0\n")
    with pytest.raises(nn.FormatError, match="expected a format"):
        nn.parse("x", "sudoku")


def test_a_file_is_told_by_its_suffix_too(tmp_path: Path) -> None:
    path = tmp_path / "full.txt"
    path.write_text("01\n10\n")
    assert nn.load(path)[0].kind == "binairo"


def test_the_folder_has_formats_only() -> None:
    folder = Path(nn.formats.__file__).parent
    listed = {module.partition(".")[0] for module, _, _ in LISTED.values()}
    packages = {path.parent.name for path in folder.glob("*/__init__.py")} & {"tolerant"}
    modules = {path.stem for path in folder.glob("*.py")}
    assert modules | packages == listed | {"__init__", "base"}


def test_the_format_in_the_docs_is_one() -> None:
    docs = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    code = docs.partition("## A format of your own")[2].split("```")[1].removeprefix("python")
    names: dict[str, object] = {}
    exec(compile(code, "rows.py", "exec"), names)
    format = names["FORMAT"]
    assert isinstance(format, Format)
    assert format.read is not None
    assert format.write is not None
    text = format.write(B)
    assert format.claims(text)
    assert list(format.read(text)) == [B]
    with pytest.raises(nn.FormatError, match="expected 6 rows, found 5"):
        list(format.read(text.rpartition("\n.")[0]))


def test_the_list_is_complete_and_says_what_it_can() -> None:
    names = (
        "id jsonl text non nin mk cwd lp g xml sgriddler gno freenono nono jap gridfile ini toml"
        " nnv pbm image chars csv puzzlekit puzzlink pzpr pattern unruly sgtsave puzzle-nonograms"
        " puzzle-binairo nonograms-org oneline janko tango dimacs"
    )
    assert set(FORMATS) >= set(names.split())
    for name, format in FORMATS.items():
        assert format.name == name
        assert format.read or format.write
        assert format.summary
        assert format.cannot_hold or name == "jsonl"
        assert format.to_json()["reads"] == (format.read is not None)
    suffixes = [suffix for format in FORMATS.values() for suffix in format.suffixes]
    assert len(suffixes) == len(set(suffixes))
