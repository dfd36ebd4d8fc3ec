"""Input from strangers: limits, XML, time, memory, and what fuzzing found."""

from __future__ import annotations

import json
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest
import samples
from samples import SAMPLES, XML, K, fault

import nonairo as nn
from nonairo.formats import FORMATS

FOUND = [  # by the readers; the others are tried again where they were found
    path
    for path in sorted((Path(__file__).parents[1] / "fuzz" / "found").glob("*"))
    if not path.name.startswith(("core_", "answers-"))
]
MB = 1_000_000
SLOWEST = 2.0
ALL_READ = 3 * SLOWEST  # a megabyte holds tens of thousands of small puzzles

BOMB = """\
<?xml version="1.0"?>
<!DOCTYPE puzzleset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<puzzleset><puzzle><title>&b;</title></puzzle></puzzleset>
"""


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE puzzleset [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE puzzleset [<!ENTITY % x SYSTEM "http://example.org/x.dtd"> %x;]>',
        '<!DOCTYPE puzzleset SYSTEM "x.dtd" [<!ENTITY x "y">]>',
        "<!DOCTYPE puzzleset [<!ELEMENT puzzle ANY>]>",
    ],
)
def test_declarations_in_a_doctype_are_refused(doctype: str) -> None:
    error = fault(XML.replace("<puzzleset>", doctype + "<puzzleset>", 1))
    assert error is not None
    assert "DOCTYPE" in str(error)


def test_entities_are_refused_at_once() -> None:
    begin = time.process_time()
    error = fault(BOMB + "x" * MB)
    assert error is not None
    assert "DOCTYPE" in str(error)
    assert error.line == 2
    assert time.process_time() - begin < 0.5


def test_a_bare_doctype_is_ignored() -> None:
    doctype = '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">'
    assert nn.parse(XML.replace("<puzzleset>", doctype + "\n<puzzleset>", 1)) == K


def test_deep_nesting_is_refused() -> None:
    for text in ("<puzzleset>" + "<a>" * 100_000, "[" * 100_000, '{"kind":' * 50_000):
        assert fault(text) is not None
    one = '{"kind": "nonogram", "rows": [[1]], "cols": [[1]], "x": '
    assert nn.parse(one + "[" * 400 + "]" * 400 + "}").id == "nonogram:1;1"


def test_limits_have_clear_errors(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from nonairo import reading

    monkeypatch.setattr(reading, "LARGEST_TEXT", 1000)
    monkeypatch.setattr(reading, "LARGEST_RECORD", 500)
    path = tmp_path / "large.non"
    path.write_text("x" * 2000)
    with pytest.raises(nn.FormatError, match=r"large\.non: expected at most 0 MB"):
        nn.load(path)
    path.write_text('{"kind": "binairo"}\n' + "{" + " " * 1000 + "}\n")
    with pytest.raises(nn.FormatError, match=r"large\.non:2: expected lines of at most"):
        list(reading.records(path))


STARTED = ("\n", "1 ", "1\n", "x", '"', "[a]\n")
FILLERS = ("0", "1 ", "\n", "x", "1\n", "a", "/", "[", '"', "\0", "\xff", "1,", "{}\n", "<a>", "=")


def megabyte(piece: str, start: str = "") -> str:
    return start + (piece * (MB // len(piece) + 1))[:MB]


def seconds_for(source: str | bytes, format: str | None, most: float = SLOWEST) -> float:
    """Processor time; if it is too much, that of a second try: other work does not count."""
    seconds = most
    for _ in range(2):
        begin = time.process_time()
        fault(source, format)
        seconds = time.process_time() - begin
        if seconds < most:
            break
    return seconds


@pytest.mark.parametrize("filler", FILLERS, ids=repr)
def test_a_megabyte_of_anything_is_settled_quickly(filler: str) -> None:
    source = megabyte(filler).encode("latin-1")
    assert seconds_for(source, None) < SLOWEST


def some(fillers: tuple[str, ...], turn: int, full: bool) -> tuple[str, ...]:
    """All of them if there is time, else every fifth: others for the next reader."""
    return fillers if full else fillers[turn % 5 :: 5]


@pytest.mark.slow
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: str(sample.format))
def test_a_megabyte_after_a_good_start_is_settled_quickly(
    sample: samples.Sample, full: bool
) -> None:
    for filler in some(STARTED, SAMPLES.index(sample), full):
        source = megabyte(filler, sample.text[: len(sample.text) // 2])
        assert seconds_for(source, sample.format) < SLOWEST
    assert seconds_for(megabyte(sample.text), sample.format, ALL_READ) < ALL_READ


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, format in FORMATS.items() if format.read])
def test_a_megabyte_of_anything_is_settled_by_every_reader(name: str, full: bool) -> None:
    for filler in some(FILLERS, list(FORMATS).index(name), full):
        source = megabyte(filler)
        assert seconds_for(source, name) < SLOWEST


@pytest.mark.parametrize("path", FOUND, ids=lambda path: str(path.name))
def test_what_fuzzing_found_is_settled(path: Path) -> None:
    name = path.name.rpartition("-")[0]
    assert seconds_for(path.read_bytes(), None if name == "any" else name) < SLOWEST


def test_there_is_something_to_replay() -> None:
    assert FOUND


def test_json_lines_are_read_in_constant_memory(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    line = nn.dumps(K, "jsonl")

    def peak(count: int) -> int:
        with path.open("w") as out:
            out.writelines(line for _ in range(count))
        tracemalloc.start()
        assert sum(1 for _ in nn.scan(path)) == count
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    small, large = peak(1000), peak(10_000)
    assert large < small + 100_000
    assert path.stat().st_size > 2 * MB


def test_a_bad_line_does_not_end_a_stream(tmp_path: Path) -> None:
    from nonairo.reading import records

    path = tmp_path / "many.jsonl"
    path.write_bytes(
        nn.dumps(K, "jsonl").encode() + b'{"kind": "\xff"}\n[1]\n' + nn.dumps(K, "jsonl").encode()
    )
    found = list(records(path))
    assert [isinstance(each, nn.FormatError) for each in found] == [False, True, True, False]
    assert str(found[1]).startswith(f"{path}:2:11: expected text in UTF-8")


def test_importing_nonairo_imports_no_format() -> None:
    code = (
        "import sys, nonairo; before = set(sys.modules); import json; "
        "print(json.dumps([m for m in before if m.startswith('nonairo.formats.')"
        " or m in ('PIL', 'xml.parsers.expat', 'csv', 'html', 'pysat', 'urllib.parse')]))"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert json.loads(out) == []


def test_every_reader_keeps_the_largest_side() -> None:
    for name, text in (
        ("nin", "1001 1\n" + "0\n" * 1002),
        ("pbm", "P1\n1001 1\n" + "0" * 1001),
        ("chars", "#" * 1001 + "\n" + "." * 1001),
        ("oneline", "." * 1002**2),
        ("puzzlink", "nonogram/1001/1/z"),
        ("pattern", "1001x1:" + "/" * 1001),
        ("unruly", "1002x2:" + "z" * 100),
        ("tango", '{"gridSize": 1002, "presetCellIdxes": [], "edges": [], "solution": []}'),
        ("csv", "rows\n" + "0\n" * 1001 + "columns\n0\n"),
        ("gridfile", "GRID\nROWS\n" + "[ ]\n" * 1001 + "COLUMNS\n[ ]\n"),
    ):
        error = fault(text, name)
        assert error is not None, name
        assert "1000" in str(error), (name, str(error))
