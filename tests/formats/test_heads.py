"""Heads: a text is shown to a few formats only, and detection finds what asking all would find."""

from __future__ import annotations

import subprocess
import sys
from functools import lru_cache
from itertools import islice, product
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
import samples
from hypothesis import given, settings
from hypothesis import strategies as st

import nonairo as nn
from nonairo import formats
from nonairo.formats import FORMATS, LISTED, detect
from nonairo.formats.base import HEAD, Claim, Format
from nonairo.formats.shared.decoding import raw_text, text_of
from nonairo.formats.shared.heads import Beginning
from nonairo.reading import records

sys.path.append(str(Path(__file__).parents[1] / "fuzz"))
from readers import ANY, FOUND, mutated, seeds

OTHERS = Path(__file__).parents[2] / "../shared/corpus"
PATHS = [None, "a.txt", "a.non", "a.csv", "a.cnf", "a.png", "a.json", "a.unknown"]

STARTS = [*seeds(ANY), nn.dumpb(samples.K, "dimacs", lossy=True)]
STARTS += [text.encode() for text in (samples.SIGNS_GRID, samples.SIGNS_TASK, samples.SIGNS_JSON)]
LINES = sorted({line for text in STARTS for line in text.decode("latin-1").splitlines()})
# What readers look for, and what they strip, in strange company.
BLANKS = (" ", "\n", "\r\n", "\r", "\t", "\v", "\x85", "\xa0", "\u2028", "\ufeff", "\xef\xbb\xbf")
MARKS = (
    *("#", "# rules: ", "0", "1", ".", ",", ":", ";", "/", "|", "=", "x", "X", "[[", "{", "<", '"'),
    *("rows", "Columns 7\n", "width 2\n", "HEIGHT 2\n", "[Clues]\n", "[DIM]\n", '"""', "var d =[["),
    *("task = '", "'", '"kind"', '"data" "problem"', '"gridSize"', "<PuzzleSet", "<FreeNono"),
    *("P1 ", "P4#", "GIF89a", "BM1234\0\0\0\0", "\x89PNG\r\n\x1a\n", "TLS1234\0\7\4", "?pzprv3"),
    *("p cnf ", "b-", "GRID", "nonogram/7/4/", "5x5u:", "4d#", "Number_Of_Rows:", "MK Version"),
    *("binairo:", "4 4\n", "2,2\n", "\u0130", "\u212a", "\u00b2", "\u0663", "[problem]\n", "::"),
)
soups = st.lists(st.sampled_from((*BLANKS, *MARKS, *LINES)), max_size=12).map("".join)


def ask_all(source: str | bytes) -> list[tuple[Format, Claim]]:
    """Who claims a text, if every format is asked."""
    if not source.strip():
        raise nn.FormatError("expected a puzzle, found nothing", line=1)
    binary = [(f, f.claims(raw_text(source))) for f in FORMATS.values() if f.binary]
    for format, claim in binary:
        if claim:
            return [(format, claim)]
    text = text_of(source)
    others = [(f, f.claims(text)) for f in FORMATS.values() if not f.binary]
    return [(format, claim) for format, claim in others if claim]


def found(source: str | bytes, path: str | None) -> object:
    try:
        detection = detect(source, path)
    except nn.FormatError as error:
        return str(error)
    runner_up = detection.runner_up and detection.runner_up.name
    return detection.format.name, detection.reason, runner_up


def agrees(source: str | bytes, paths: list[str | None] = PATHS) -> None:
    """Detection gives the same format, reason, runner-up or error as with every format asked."""
    lazily = [found(source, path) for path in paths]
    with patch.object(formats, "_claims", lru_cache(ask_all)):
        assert lazily == [found(source, path) for path in paths], source[:200]


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_format_claims_passes_its_head(name: str) -> None:
    format, head = FORMATS[name], LISTED[name][2]
    started = seeds(name) or written(format)
    own = [text for text in started if format.claims(_shown(format, text))]
    if not any(map(head.passes, map(Beginning, started))):
        assert not own  # the tolerant reader claims nothing: it is asked when all others are done
    else:
        assert own or format.read is None  # that it has a sample is asked elsewhere
    rng = Random(name)
    for start, _ in product(own, range(200 // max(len(own), 1))):
        source = mutated(start, STARTS, rng)
        if format.claims(_shown(format, source)):
            assert head.passes(Beginning(source)), source


def written(format: Format) -> list[bytes]:
    """What a format makes of puzzles, where it has no sample of its own yet."""
    kinds = format.kinds or nn.KINDS
    puzzles = [each for each in (samples.B, samples.K) if each.kind in kinds and format.write]
    return [nn.dumpb(each, format.name, lossy=True) for each in puzzles]


def _shown(format: Format, source: bytes) -> str:
    return raw_text(source) if format.binary else source.decode("utf-8", "replace")


@pytest.mark.parametrize("name", FORMATS)
def test_most_texts_of_others_do_not_pass(name: str) -> None:
    others = {s.format for s in samples.SAMPLES if LISTED[name][2].passes(Beginning(s.text))}
    assert len(others - {name}) <= 7


@pytest.mark.parametrize("source", STARTS, ids=lambda source: repr(source[:20]))
def test_the_samples_are_detected_as_if_all_were_asked(source: bytes) -> None:
    agrees(source)
    for blank in BLANKS:
        agrees(blank.encode() + source, [None])
        agrees(source.replace(b"\n", blank.encode()), [None])
        agrees(blank + source.decode("latin-1") + blank, [None])


def test_text_after_a_long_empty_beginning_is_still_detected(full: bool) -> None:
    voids = (b" " * HEAD, b"#" * (HEAD - 2) + b"\n", b"#" * HEAD + b"\n")
    for void, source in product(voids, STARTS if full else Random(0).sample(STARTS, 12)):
        agrees(void + source, [None])


def test_a_long_void_is_no_beginning() -> None:
    for void, sample in product(("\n" * HEAD, "#comments\n" * (HEAD // 10)), samples.SAMPLES[4:6]):
        agrees(void + sample.text, [None])


def test_the_fuzz_corpus_is_detected_as_if_all_were_asked() -> None:
    for path in FOUND.glob("*"):
        agrees(path.read_bytes())


@pytest.mark.skipif(not OTHERS.is_dir(), reason="no corpus at ../shared/corpus")
def test_the_corpus_is_detected_as_if_all_were_asked(full: bool) -> None:
    for path in sorted(OTHERS.glob("**/*.*")):
        agrees(path.read_bytes()[: None if full else 2 * HEAD], [None, str(path)])
        for record in islice(records(path), 3 if full else 1) if path.suffix == ".jsonl" else ():
            if isinstance(record, nn.Puzzle):
                for name in set(FORMATS) - {"dimacs"}:  # clauses by the thousand, all alike
                    _agrees_as(record, name)


def _agrees_as(puzzle: nn.Puzzle, name: str) -> None:
    try:
        source = nn.dumpb(puzzle, name, lossy=True)
    except nn.FormatError:  # a picture without a solution, or another kind
        return
    agrees(source, [None, "a.txt"])


@given(soups, st.sampled_from(PATHS))
@settings(max_examples=600)
def test_any_text_is_detected_as_if_all_were_asked(text: str, path: str | None) -> None:
    agrees(text, [path])
    agrees(text.encode(), [path])


def test_mutations_are_detected_as_if_all_were_asked() -> None:
    rng = Random(1)
    for _ in range(1500):
        agrees(mutated(rng.choice(STARTS), STARTS, rng), [rng.choice(PATHS)])


def test_every_suffix_chooses_as_if_all_were_asked() -> None:
    for name, (_, suffixes, _) in LISTED.items():
        for suffix in suffixes:
            text = "no, 0" if suffix == ".txt" else "no puzzle"  # a grid has digits, and no words
            assert detect(text, f"x{suffix}").format is FORMATS[name]
            agrees("4 7\n" + samples.ROWS_K + samples.COLUMNS_K, [f"x{suffix}"])


TEXTS = {
    "text": samples.SAMPLES[5].text,
    "non": samples.NON,
    "jsonl": nn.dumps(samples.K, "jsonl") + nn.dumps(samples.B, "jsonl"),
    "ids": f"{samples.K.id}\n{samples.B.id}\n",
    "xml": samples.XML,
}


def modules_after(code: str) -> set[str]:
    """What is imported when this has run in a new process."""
    command = [sys.executable, "-c", f"import sys, nonairo as nn\n{code}\nprint(*sys.modules)"]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


def file_of(name: str) -> str:
    """The file of a format; a family of formats has one file."""
    return LISTED[name][0].partition(".")[0]


def formats_among(modules: set[str]) -> set[str]:
    return {file for file in map(file_of, LISTED) if f"nonairo.formats.{file}" in modules}


@pytest.mark.parametrize("name", TEXTS)
def test_a_file_imports_only_its_format(name: str, tmp_path: Path) -> None:
    path = tmp_path / "puzzle"
    path.write_text(TEXTS[name])
    modules = modules_after(f"assert nn.load({str(path)!r})")
    assert "nonairo.clauses" not in modules
    assert formats_among(modules) == {name}
    modules = modules_after(f"assert nn.loads({TEXTS[name]!r})")
    assert "nonairo.clauses" not in modules
    assert formats_among(modules) == {name}


def test_a_plain_binairo_is_read_with_few_modules(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(TEXTS["text"])
    modules = modules_after(f"assert nn.load({str(path)!r})")
    shared = {name for name in modules if name.startswith("nonairo.formats.shared.")}
    assert {name.rpartition(".")[2] for name in shared} == {
        "decoding",
        "heads",
        "clue_blocks",
        "grid_rows",
        "grid_text",
        "cells",
    }
    assert not modules & {"pathlib", "json", "encodings.utf_8_sig", "encodings.latin_1"}


def test_choosing_by_suffix_imports_only_what_is_chosen(tmp_path: Path) -> None:
    path = str(tmp_path / "puzzle.nin")
    modules = modules_after(f"nn.save(nn.parse({samples.K.id!r}), {path!r}, lossy=True)")
    assert formats_among(modules) == {file_of("nin")}  # an id is read without any format
    code = "from nonairo.writing import format_for; format_for('x.cnf')"
    modules = modules_after(code)
    assert (formats_among(modules), "nonairo.clauses" in modules) == ({"dimacs"}, False)
    code = "from nonairo.formats import detect; detect('hello you', 'x.mk')"
    assert formats_among(modules_after(code)) == {file_of("mk"), file_of("puzzle-binairo")}
