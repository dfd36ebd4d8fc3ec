"""The samples in every format: read, written back, converted into each other, and damaged."""

from __future__ import annotations

import re
from itertools import product

import pytest
import samples
from samples import SAMPLES, Sample, fault

import nonairo as nn
from nonairo.formats import FORMATS, detect

IDS = [f"{sample.format}-{sample.puzzle.kind}" for sample in SAMPLES]
each = pytest.mark.parametrize("sample", SAMPLES, ids=IDS)


def test_every_format_that_reads_has_a_sample() -> None:
    shown = {sample.format for sample in SAMPLES} | {"image", "jap", "nonograms-org", "tolerant"}
    assert shown == {name for name, format in FORMATS.items() if format.read}


@each
def test_a_sample_is_read(sample: Sample) -> None:
    puzzle = nn.parse(sample.text, sample.format)
    assert puzzle == sample.puzzle
    assert puzzle.solution in (None, sample.puzzle.solution)


@each
def test_a_sample_is_recognised(sample: Sample) -> None:
    found = detect(sample.text.encode())
    assert found.format.name == sample.format
    assert found.reason
    assert nn.parse(sample.text) == sample.puzzle


@each
def test_a_sample_is_written_back(sample: Sample) -> None:
    puzzle = nn.parse(sample.text, sample.format)
    written = nn.dumps(puzzle, sample.format)
    assert nn.dumps(puzzle, sample.format) == written
    assert nn.parse(written, sample.format) == puzzle
    if sample.exact:
        assert written == sample.text


@each
def test_a_sample_is_converted_into_every_other_format(sample: Sample) -> None:
    for other in SAMPLES:
        if other.puzzle.kind == sample.puzzle.kind:
            convert(sample, other)


def convert(first: Sample, second: Sample) -> None:
    puzzle = nn.parse(first.text, first.format)
    if FORMATS[second.format].needs_solution and puzzle.solution is None:
        with pytest.raises(nn.FormatError, match=r"finished picture|rules"):
            nn.dumps(puzzle, second.format)
        return
    lost = [loss for loss in nn.losses(puzzle, second.format) if not loss.metadata]
    if lost:
        with pytest.raises(nn.FormatError, match=lost[0].what.split()[0]):
            nn.dumps(puzzle, second.format)
    again = nn.parse(nn.dumps(puzzle, second.format, lossy=True), second.format)
    if any(loss.what.startswith("rules") for loss in lost):
        assert again.givens == puzzle.givens
    else:
        assert again == puzzle


@each
@pytest.mark.parametrize("damage", ["crlf", "cr", "bom", "blanks", "lines"])
def test_line_ends_marks_and_blanks_do_not_matter(sample: Sample, damage: str) -> None:
    text = sample.text.rstrip("\n") + "\n"
    if sample.format == "sgtsave" and damage == "blanks":
        pytest.skip("the lengths of values are written down")
    damaged = {
        "crlf": text.replace("\n", "\r\n"),
        "cr": text.replace("\n", "\r"),
        "bom": "\ufeff" + text,
        "blanks": text.replace("\n", "  \n"),
        "lines": sample.text + "\n\n \n",
    }[damage]
    assert nn.parse(damaged.encode(), sample.format) == sample.puzzle
    if damage != "cr":
        assert nn.parse(damaged.encode()) == sample.puzzle


# What may be cut off without harm: a line or a zero that says nothing that is needed.
HARMLESS = {"g", "non", "janko", "sgriddler", "sgtsave", "puzzle-nonograms"}


@each
def test_a_text_cut_short_is_one_clear_error(sample: Sample) -> None:
    lines = sample.text.strip("\n").split("\n")
    shorter = "\n".join(lines[:-1]) if len(lines) > 1 else sample.text.strip()[:-1]
    error = fault(shorter, sample.format)
    if error is None:
        assert nn.parse(shorter, sample.format) != sample.puzzle or sample.format in HARMLESS
    else:
        assert error.line is not None


@each
def test_a_number_too_large_is_one_clear_error(sample: Sample) -> None:
    errors = []
    for old, new in product(("4", "3", "7", "6"), ("99999", "9" * 5000, "1001")):
        errors.append(fault(sample.text.replace(old, new), sample.format))
        errors.append(fault(sample.text.replace(old, new, 1), sample.format))
    without_numbers = ("chars", "nono", "oneline", "puzzle-binairo", "janko")
    binairo = sample.format in ("text", "id") and sample.puzzle.kind == "binairo"
    assert any(errors) or sample.format in without_numbers or binairo


@each
def test_every_prefix_is_a_puzzle_or_a_format_error(sample: Sample) -> None:
    refused = 0
    for end in range(len(sample.text)):
        for format in (sample.format, None):
            if fault(sample.text[:end], format):
                refused += 1
            else:  # what is read is a puzzle like any other
                for puzzle in nn.loads(sample.text[:end], format):
                    assert nn.parse(puzzle.id) == puzzle
    assert refused > 0


def test_a_binary_file_of_clues_is_read() -> None:
    assert nn.parse(samples.JAP) == samples.K
    assert detect(samples.JAP).format.name == "jap"
    for end in range(len(samples.JAP)):
        with pytest.raises(nn.FormatError):
            nn.loads(samples.JAP[:end], "jap")
    with pytest.raises(nn.FormatError, match="flags"):
        nn.loads(samples.JAP[:7] + b"\x40" + samples.JAP[8:])
    assert nn.parse(samples.JAP[:7] + b"\x80" + samples.JAP[8:] + b"picture") == samples.K


S = nn.parse(samples.S_ID)
WITH_SIGNS = {
    "id": samples.S_ID + "\n", "text": samples.SIGNS_GRID, "jsonl": samples.SIGNS_JSON,
    "tango": samples.SIGNS_TANGO, "list": samples.SIGNS_LIST, "task": samples.SIGNS_TASK,
    "flags": samples.SIGNS_FLAGS, "three": samples.SIGNS_THREE,
}  # fmt: skip


@pytest.mark.parametrize("name", WITH_SIGNS)
def test_a_puzzle_with_signs_is_read_in_every_format(name: str) -> None:
    text = WITH_SIGNS[name]
    for dressed in (text, text.replace("\n", "\r\n"), "\ufeff" + text, text + "\n\n"):
        assert nn.parse(dressed) == S
    puzzle = nn.parse(text)
    assert "signs" not in puzzle.extra
    if name in ("id", "text", "jsonl", "tango"):
        assert nn.dumps(puzzle, name) == text


def test_a_puzzle_with_signs_comes_back_or_is_refused_by_name() -> None:
    solved = S.about(solution=nn.solve(S).solution)
    held = set()
    for name, format in nn.FORMATS.items():
        if format.write is None or (format.kinds and "binairo" not in format.kinds):
            continue
        if any(loss.what == "signs between cells" for loss in nn.losses(solved, name)):
            with pytest.raises(nn.FormatError, match="signs between cells"):
                nn.dumps(solved, name)
            lossy = nn.dumps(solved, name, lossy=True)
            assert all(puzzle.givens == S.givens for puzzle in nn.loads(lossy, name))
            continue
        held.add(name)
        text = nn.dumps(solved, name)
        if format.read is not None:
            assert nn.loads(text, name) == [S]
            assert nn.parse(text) == S
    assert held == {"id", "text", "jsonl", "tango", "dimacs"}


def test_readings_of_signs_are_told_apart_by_the_text_alone() -> None:
    nine = nn.parse("1c1r1l|a9g2e8d48c2e2d")  # right equal, and below different
    assert nine.id.split(";")[1].startswith(".=.../")
    ten = nn.parse("a0a1|10c")  # right different, and below different
    assert ten.id == "binairo@no-distinct:.0/.1;x/.;x."
    assert {puzzle.note for puzzle in (nine, ten, nn.parse("d|3c"))} == {None}
    either = nn.parse("0c|8c")  # below different: as threes, the cell would have two signs
    assert either.id == "binairo@no-distinct:0./..;./.;x."
    choice = "for the other use --format puzzle-binairo:encoding="
    told = f"its signs have two meanings: read as flags; {choice}"
    assert either.note == told + "threes"
    other = nn.parse("0c|8c", "puzzle-binairo:encoding=threes")
    assert (other.id, other.note) == ("binairo@no-distinct:0./..;x/.;x.", None)
    assert nn.parse("d|6c").note == told.replace("flags", "threes") + "flags"
    for wrong in ("1c1r1l|a3", "1c1r1l|c1c", "d|d1", "d|c1", "1c;R=", "1c;R?,,,"):
        with pytest.raises(nn.FormatError):
            nn.loads(wrong, "puzzle-binairo")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            samples.SIGNS_GRID.replace(". .x. . . .\n\n", "", 1),
            "expected an even number of rows and columns, found 5x6",
        ),
        (
            samples.SIGNS_GRID.rstrip().rpartition("\n")[0],
            "expected an even number of rows and columns, found 5x6",
        ),
        (samples.SIGNS_GRID.replace("  =\n", "   =\n", 1), "line 2: expected signs below"),
        (samples.SIGNS_GRID.replace("  =\n", "  =\n  =\n", 1), "line 3: expected a row of cells"),
        (samples.SIGNS_GRID + "\n  =\n", "expected a row of cells at the end"),
        (samples.SIGNS_GRID.replace("1 . .", "2 . .", 1), "expected"),
        (samples.SIGNS_TANGO.replace('"endIdx": 7', '"endIdx": 8'), "two neighbours"),
        (samples.SIGNS_TANGO.replace('"endIdx": 7', '"endIdx": "7"'), "'edges': expected"),
        (samples.SIGNS_THREE.replace('"x"', '"?"'), "expected '=', 'x' or a blank"),
        ('[[[1, 0], [0, 1]], [["="]], [["x", ""]]]', "signs to the right: expected 2 rows of 1"),
    ],
)
def test_wrong_signs_are_told_in_a_line(text: str, told: str) -> None:
    with pytest.raises(nn.FormatError, match=re.escape(told)):
        nn.parse(text)


THREE = "trinairo:2....2/.1..../.21.../...200/..1.00/0..2.."


def test_three_symbols_come_back_or_are_refused_by_name() -> None:
    puzzle = nn.parse(THREE)
    solved = puzzle.about(title="Three", solution=nn.solve(puzzle).solution)
    held = set()
    for name, format in nn.FORMATS.items():
        if format.write is None:
            continue
        if format.kinds is not None and "trinairo" not in format.kinds:
            with pytest.raises(nn.FormatError, match=f"format {name} supports only "):
                nn.dumps(solved, name)
            continue
        held.add(name)
        text = nn.dumps(solved, name)
        if format.read is not None:
            assert nn.loads(text, name) == [puzzle]
            assert nn.parse(text) == puzzle
    assert held == {"id", "text", "jsonl", "drawing", "dimacs"}
    rows = "\n".join(puzzle.givens.rows())
    assert nn.parse(rows) == puzzle
    told = nn.parse("# kind: trinairo\n# rules: no-distinct\n......\n.0....\n......\n")
    assert told.id == "trinairo@no-distinct:....../.0..../......"
    for wrong in (rows.replace("1", "3", 1), rows + "\n0", f"# kind: trinairo\n{rows}\n.2.\n"):
        with pytest.raises(nn.FormatError):
            nn.parse(wrong)


def test_without_its_signs_the_task_is_a_binairo() -> None:
    assert nn.parse("1c1r1l").givens.rows()[0] == "1...1."


@pytest.mark.parametrize(
    "puzzle",
    [
        "tango:../..;./.;xx",
        "tango:..../..../..../....;.../.../.../...;xxxx/..../xxxx",
        "tango:..../..../..../....;xx=/xxx/xx=/x=x;xx==/xxxx/xxxx",
        "binairo:0./..;x/.;xx",
        "binairo@odd-more-ones:.../.../...;x./../..;xxx/xxx",
    ],
)
def test_rows_of_signs_that_could_be_blank_cells_are_signs(puzzle: str) -> None:
    assert nn.parse(nn.dumps(nn.parse(puzzle), "text")) == nn.parse(puzzle)


def test_coloured_blocks_without_their_colours_are_told() -> None:
    with pytest.raises(nn.FormatError, match="expected a last line such as 'colours a=ff0000"):
        nn.parse("2 2\n\n1a\n1b\n\n1a\n1b\n")


def test_a_trinairo_with_signs_is_refused_by_name() -> None:
    record = '{"kind":"trinairo","grid":".........","signs":[[0,0,0,1,"="]]}'
    for text in (record, "trinairo:.../.../...;../../..;.../..."):
        with pytest.raises(nn.FormatError, match="signs are for Binairo"):
            nn.parse(text)
