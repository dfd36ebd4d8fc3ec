"""The samples in every format: read, written back, converted into each other, and damaged."""

from __future__ import annotations

from itertools import product

import pytest
import samples
from samples import SAMPLES, Sample, fault

import nonairo as nn
from nonairo.formats import FORMATS, detect

IDS = [f"{sample.format}-{sample.puzzle.kind}" for sample in SAMPLES]
each = pytest.mark.parametrize("sample", SAMPLES, ids=IDS)


def test_every_format_that_reads_has_a_sample() -> None:
    shown = {sample.format for sample in SAMPLES} | {"image", "jap", "nonograms-org"}
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


@pytest.mark.parametrize(
    "text", [samples.SIGNS_GRID, samples.SIGNS_TASK, samples.SIGNS_JSON, samples.SIGNS_TANGO]
)
def test_signs_are_refused_by_name(text: str) -> None:
    with pytest.raises(nn.FormatError, match="signs"):
        nn.parse(text)


def test_without_its_signs_the_task_is_a_binairo() -> None:
    assert nn.parse("1c1r1l").givens.rows()[0] == "1...1."
