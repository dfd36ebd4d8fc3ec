"""JSON from strangers: parsed, or refused with line and reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

from nonairo.errors import FormatError, NonairoError
from nonairo.formats.base import STEERING
from nonairo.limits import poll_supervision

MOST_BRACKETS = 800_000  # of one value: each list and each object takes up to 250 bytes
TOO_MANY_DIGITS = "expected numbers of at most 4,300 digits"
BLANK = re.compile(r"[ \t\n\r]*")


def parse_json(text: str, line: int | None = 1) -> object:
    """What a JSON text says; `line` is where it starts in its file."""
    if len(text) > MOST_BRACKETS and text.count("[") + text.count("{") > MOST_BRACKETS:
        raise FormatError(f"expected JSON with at most {MOST_BRACKETS:,} brackets", line=line)
    with _blaming(line):
        return json.loads(text.removeprefix("\ufeff"))


def each_item(text: str) -> Iterator[object]:
    """Yield what a JSON list says, item by item: all together may be more than memory.

    >>> list(each_item('[1, {"a": 2}]'))
    [1, {'a': 2}]
    """
    decoder = json.JSONDecoder()
    with _blaming(1):
        at = _after(text, text.index("[") + 1)
        if text[at : at + 1] != "]":
            while True:
                item, at = decoder.raw_decode(text, at)
                yield item
                at = _after(text, at)
                if text[at : at + 1] != ",":
                    break
                poll_supervision()
                at = _after(text, at + 1)
        if text[at : at + 1] != "]":
            raise json.JSONDecodeError("Expecting ',' delimiter", text, at)
        if _after(text, at + 1) != len(text):
            raise json.JSONDecodeError("Extra data", text, at + 1)


def _after(text: str, at: int) -> int:
    """Where something stands that is not blank."""
    found = BLANK.match(text, at)
    return found.end() if found else at


@contextmanager
def _blaming(line: int | None) -> Iterator[None]:
    """Turn errors of the parser into a FormatError; `line` is where the text starts."""
    try:
        yield
    except NonairoError:
        raise
    except json.JSONDecodeError as error:
        where = None if line is None else line + error.lineno - 1
        raise FormatError(f"invalid JSON: {error.msg}", line=where, column=error.colno) from None
    except RecursionError:
        raise FormatError("expected JSON with less nesting", line=line) from None
    except ValueError:  # Python's own limit, with advice for programmers
        raise FormatError(TOO_MANY_DIGITS, line=line) from None


def write_json(record: object, indent: int | None = None) -> str:
    """JSON in the letters that it is about, except for what would steer a terminal."""
    text = json.dumps(record, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    return re.sub(STEERING, lambda found: f"\\u{ord(found[0]):04x}", text)


def starts_like_json(text: str) -> bool:
    """Whether a text may be a JSON object or list."""
    return text[:1000].lstrip("\ufeff \t\r\n")[:1] in ("{", "[")
