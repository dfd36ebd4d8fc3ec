"""`nonairo read`: puzzles in photographs and screenshots, proved by the solver."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, BAD_INPUT, LIMIT_HIT, Command
from nonairo.cli.parsing import Parser, filled, picked_number
from nonairo.cli.pictures import write_file
from nonairo.cli.progress import patience
from nonairo.cli.puzzle_output import PuzzleWriter, file_of, writable_format
from nonairo.cli.terminal_output import complain, print_json
from nonairo.errors import FormatError, LimitReached, NonairoError, blaming
from nonairo.limits import Limits, supervised
from nonairo.plain import brief, many

if TYPE_CHECKING:
    from nonairo.photo.readings import Reading

SECONDS = 60.0
EXAMPLES = """\
  nonairo read examples/photo.jpg
  nonairo read examples/screenshot.png --kind nonogram --size 5x5
  nonairo read examples/photo.jpg --debug marked
  nonairo read examples/screenshot.png --set 'row 1=1,1' --json"""


def answer(text: str) -> tuple[str, str]:
    """A place and what is there: `r3c4=1`; the sign of `r1c1-r1c2==` is `=`."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise argparse.ArgumentTypeError(f"expected an answer such as r3c4=1, found {brief(text)}")
    return name.strip(), value


def arguments(parser: Parser) -> None:
    from nonairo.cli.generate import size

    several = "a photograph or screenshot (PNG, JPEG, WebP, GIF, BMP); - for standard input"
    parser.add_argument("pictures", metavar="PICTURE", nargs="+", type=filled, help=several)
    parser.option("--kind K", "what is in the picture: binairo, tango or nonogram")
    parser.option("--size N", "its size, if you know it: N or HxW (rows x columns)", size)
    parser.add_argument(
        "--set", metavar="R3C4=1", type=answer, action="append", default=[],
        help="the correct value of a doubtful place: a cell (r3c4=1), a sign (r1c1-r1c2==) or"
        " a clue ('row 3=4,1'); may be repeated",
    )  # fmt: skip
    parser.option("--pick N", "which puzzle of the picture, from 1 (default: all)", picked_number)
    parser.option("--debug DIR", "also write each picture with what was read marked on it")
    parser.output()
    time = f"seconds for each picture (default: {SECONDS:g}; 0: no limit)"
    from nonairo.cli.parsing import seconds

    parser.option("--time-limit S", time, seconds, SECONDS)
    parser.json()


def run(options: argparse.Namespace) -> int:
    if options.json and (options.to or options.output):
        raise FormatError("expected --json, or --to and -o, not both")
    if isinstance(options.pick, range):
        raise FormatError("expected --pick with one number, or all")
    if not options.json:
        writable_format(options.to, file_of(options.output))  # before anything is read
    code = ANSWERED
    found: list[Reading] = []
    try:
        for number, name in enumerate(options.pictures, 1):
            try:
                readings = _read(name, number, options)
            except NonairoError as error:
                complain(str(error) if getattr(error, "path", None) else f"{name}: {error}")
                code = max(code, LIMIT_HIT if isinstance(error, LimitReached) else BAD_INPUT)
                continue
            found += readings
            for reading in readings:
                which = name if len(options.pictures) > 1 else ""
                _report(reading, which, options)
                if not reading.sure:
                    code = LIMIT_HIT
    finally:  # also after Ctrl-C: what was read is not lost
        sound = [reading for reading in found if reading.holds]
        if sound and not options.json:
            _write(sound, options)
    return code


def _read(name: str, number: int, options: argparse.Namespace) -> list[Reading]:
    """All puzzles of one picture, or the one picked; and the marked picture."""
    from nonairo.photo.decoding import MOST_BYTES, bytes_of, pixels_of
    from nonairo.photo.readings import readings_of

    try:
        source = sys.stdin.buffer.read(MOST_BYTES + 1) if name == "-" else name
        data, _ = bytes_of(source)
        with patience(f"reading {name}"), supervised(Limits(options.time_limit)):
            image = pixels_of(data)
            readings = readings_of(
                image,
                kind=options.kind,
                size=options.size,
                known=dict(options.set),
                pick=options.pick or None,
            )
    except FormatError as error:
        raise (error if error.path else error.at(name)) from None
    if options.debug is not None:
        from nonairo.photo.marking import marked

        folder = Path(options.debug)
        with blaming(folder):
            folder.mkdir(parents=True, exist_ok=True)
        stem = "picture" if name == "-" else Path(name).stem
        same = [Path(other).stem for other in options.pictures].count(stem) > 1
        write_file(folder / f"{stem}{f'-{number}' if same else ''}.png", marked(image, readings))
    return readings


def _report(reading: Reading, name: str, options: argparse.Namespace) -> None:
    if options.json:
        print_json(({"picture": name} if name else {}) | reading.to_json())
        return
    number = f"puzzle {reading.number}" if reading.of > 1 else ""
    before = ", ".join(filter(None, [name, number]))
    for line in remarks(reading, options):
        complain(f"{before}: {line}" if before else line)


def remarks(reading: Reading, options: argparse.Namespace) -> Iterator[str]:
    """What was corrected and why, and what is to be looked at."""
    if reading.changes:
        places = "; ".join(map(str, reading.changes))
        yield f"corrected {many(len(reading.changes), 'place')}: {places}. Why: {reading.why}"
    if reading.sure:
        return
    if reading.holds:
        yield f"not sure (confidence {reading.confidence:.0%}): please compare it with the picture"
    else:
        yield reading.summary
    for doubt in reading.doubts:
        yield f"  {doubt}"
    if reading.doubts:
        first = reading.doubts[0]
        quoted = f"'{first.name}={first.candidates[0][0]}'"
        example = f"answer with --set, such as --set {quoted}"
        shown = "" if options.debug else "; --debug DIR shows the places in the picture"
        yield example + shown


def _write(found: list[Reading], options: argparse.Namespace) -> None:
    with PuzzleWriter(options.to, options.output, len(found)) as output:
        for reading in found:
            if reading.puzzle is not None:
                output.add(reading.puzzle)


COMMAND = Command(name="read", arguments=arguments, run=run, examples=EXAMPLES)
