"""The file formats. To add one: write `formats/NAME.py` with a `FORMAT`, and list it here.

The order of the list is the order of detection: of the formats that claim a text, the first gets
it, unless the suffix of its file names another. A format is imported when it is asked for; what
several share is in `formats/shared/`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats.base import Claim, Format, Hints, is_number, printable
from nonairo.registry import Register

FORMATS: Register[Format] = Register(
    __name__,
    {
        "id": "ids.FORMAT",
        "pbm": "pbm.FORMAT",
        "image": "image.FORMAT",
        "jap": "jap.FORMAT",
        "xml": "xml.FORMAT",
        "freenono": "freenono.FORMAT",
        "puzzlekit": "puzzlekit.FORMAT",
        "tango": "tango.FORMAT",
        "jsonl": "jsonl.FORMAT",
        "sgtsave": "sgtsave.FORMAT",
        "pzpr": "pzpr.FORMAT",
        "sgriddler": "sgriddler.FORMAT",
        "puzzlink": "puzzlink.FORMAT",
        "unruly": "unruly.FORMAT",
        "pattern": "pattern.FORMAT",
        "nonograms-org": "nonograms_org.FORMAT",
        "puzzle-nonograms": "puzzle_nonograms.FORMAT",
        "puzzle-binairo": "puzzle_binairo.FORMAT",
        "gno": "gno.FORMAT",
        "toml": "toml.FORMAT",
        "ini": "ini.FORMAT",
        "janko": "janko.FORMAT",
        "gridfile": "gridfile.FORMAT",
        "non": "non.FORMAT",
        "lp": "lp.FORMAT",
        "g": "g.FORMAT",
        "nnv": "nnv.FORMAT",
        "dimacs": "dimacs.FORMAT",
        "csv": "csv.FORMAT",
        "mk": "mk.FORMAT",
        "nin": "nin.FORMAT",
        "cwd": "cwd.FORMAT",
        "text": "text.FORMAT",
        "oneline": "oneline.FORMAT",
        "nono": "nono.FORMAT",
        "chars": "chars.FORMAT",
    },
)


class Detection(NamedTuple):
    """Which format a text is in, why, and what it might have been otherwise."""

    format: Format
    reason: str
    runner_up: Format | None


def named_format(name: str) -> Format:
    """The format of this name."""
    return parse_name(name)[0]


def parse_name(name: str) -> tuple[Format, Hints]:
    """The format of a name such as `oneline:width=6`, and what the name says beside.

    >>> parse_name("puzzle-nonograms:width=7")[1].width
    7
    """
    plain, _, options = name.partition(":")
    if plain not in FORMATS:
        raise FormatError(f"expected a format of {', '.join(FORMATS)}, found {printable(plain)}")
    hints = Hints()
    for option in options.split(",") if options else ():
        key, _, value = option.partition("=")
        if key == "width" and is_number(value) and int(value):
            hints = hints._replace(width=int(value))
        elif key == "rules":
            hints = hints._replace(rules=value)
        else:
            found = printable(option)
            raise FormatError(f"format {plain}: expected width=N or rules=R, found {found}")
    if options and FORMATS[plain].read_hinted is None:
        raise FormatError(f"format {plain} takes no options, found {printable(options)}")
    return FORMATS[plain], hints


def suffix_of(path: str | None) -> str:
    """The suffix of a file's name, in lower case, with its dot."""
    name = path.replace("\\", "/").rpartition("/")[2] if path else ""
    dot = name.rfind(".")
    return name[dot:].lower() if dot >= 0 else ""


def detect(source: str | bytes, path: str | None = None) -> Detection:
    """Find the format of a text by its content; the suffix of its file breaks ties.

    >>> found = detect("7 4\\n3\\n1 4\\n3 1\\n0\\n0\\n3\\n1 1\\n3\\n1\\n2\\n1\\n")
    >>> found.format.name, found.runner_up.name
    ('nin', 'text')
    """
    claims = _claims(source)
    suffix = suffix_of(path)
    if not claims:
        return _by_suffix(source, suffix)
    chosen = next((each for each in claims if suffix in each[0].suffixes), None)
    others = [each for each in claims if each is not chosen]
    if chosen is not None:
        format, claim = chosen
        reason = f"{claim.reason}; the suffix is {suffix}"
        return Detection(format, reason, others[0][0] if others else None)
    doubtful = [each for each in claims if each[1].doubtful]
    if claims[0][1].doubtful and len(doubtful) > 1:
        readings = " or ".join(f"{claim.reason} (--format {f.name})" for f, claim in doubtful)
        raise FormatError(f"expected one meaning, found two: {readings}", line=1)
    format, claim = claims[0]
    return Detection(format, claim.reason, claims[1][0] if len(claims) > 1 else None)


def _claims(source: str | bytes) -> list[tuple[Format, Claim]]:
    """Who claims a text, in the order of the list."""
    if not source.strip():
        raise FormatError("expected a puzzle, found an empty text", line=1)
    raw = source.decode("latin-1") if isinstance(source, bytes) else source
    for format in FORMATS.values():
        if format.binary and (claim := format.claims(raw)):
            return [(format, claim)]  # a signature: no text can have it
    text = text_of(source)
    return [
        (format, claim)
        for format in FORMATS.values()
        if not format.binary and (claim := format.claims(text))
    ]


def _by_suffix(source: str | bytes, suffix: str) -> Detection:
    for format in FORMATS.values():
        if suffix in format.suffixes:  # its reader will say what is wrong
            return Detection(format, f"the suffix is {suffix}", None)
    text = text_of(source).strip()
    if not text:  # such as a byte order mark alone
        raise FormatError("expected a puzzle, found an empty text", line=1)
    first = text[:1000].splitlines()[0]
    if re.fullmatch(r"[01.\s]{2,}", first):
        return Detection(FORMATS["text"], "starts with a row of cells", None)
    raise FormatError(
        f"expected a puzzle in a known format (see nonairo formats), found {printable(first)}",
        line=1,
    )


def text_of(source: str | bytes) -> str:
    """The text of a file in UTF-8, without byte order mark."""
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        found = f"the byte {source[error.start]:#04x}"
        raise FormatError(f"expected text in UTF-8, found {found}", line=line) from None
