"""The file formats. To add one: write `formats/NAME.py` with a `FORMAT`, and list it here.

The order of the list is the order of detection: the first format that claims a text gets it.
"""

from __future__ import annotations

from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.formats import ids, jsonl, text
from nonairo.formats.base import Format, printable

FORMATS: dict[str, Format] = {
    format.name: format for format in (ids.FORMAT, jsonl.FORMAT, text.FORMAT)
}


class Detection(NamedTuple):
    """Which format a text is in, why, and what it might have been otherwise."""

    format: Format
    reason: str
    runner_up: Format | None


def named_format(name: str) -> Format:
    """The format of this name."""
    if name not in FORMATS:
        raise FormatError(f"expected a format of {', '.join(FORMATS)}, found {printable(name)}")
    return FORMATS[name]


def detect(text: str, path: str | None = None) -> Detection:
    """Find the format of a text by its content; the suffix of its file breaks ties."""
    if not text.strip():
        raise FormatError("expected a puzzle, found an empty text", line=1)
    claims = [(format, reason) for format in FORMATS.values() if (reason := format.claims(text))]
    dot = path.rfind(".") if path else -1
    suffix = path[dot:].lower() if path and dot >= 0 else ""
    if not claims:
        by_suffix = [format for format in FORMATS.values() if suffix and suffix in format.suffixes]
        if by_suffix:  # its reader will say what is wrong
            return Detection(by_suffix[0], f"the suffix is {suffix}", None)
        start = printable(text.strip().splitlines()[0])
        raise FormatError(
            f"expected a puzzle in one of the formats {', '.join(FORMATS)}, found {start}", line=1
        )
    format, reason = claims[0]
    return Detection(format, reason, claims[1][0] if len(claims) > 1 else None)
