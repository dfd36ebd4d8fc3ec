"""JSON from strangers: parsed, or refused with line and reason."""

from __future__ import annotations

import json
import re

from nonairo.errors import FormatError
from nonairo.formats.base import STEERING, printable


def parse_json(text: str, line: int | None = 1) -> object:
    """What a JSON text says; `line` is where it starts in its file."""
    try:
        return json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        where = None if line is None else line + error.lineno - 1
        raise FormatError(f"expected JSON: {error.msg}", line=where, column=error.colno) from None
    except RecursionError:
        raise FormatError("expected JSON that is not nested so deeply", line=line) from None
    except ValueError as error:  # a number with thousands of digits
        raise FormatError(f"expected JSON: {printable(str(error))}", line=line) from None


def write_json(record: object, indent: int | None = None) -> str:
    """JSON in the letters that it is about, except for what would steer a terminal."""
    text = json.dumps(record, ensure_ascii=False, indent=indent)
    if text.isprintable():
        return text
    return re.sub(STEERING, lambda found: f"\\u{ord(found[0]):04x}", text)


def starts_like_json(text: str) -> bool:
    """Whether a text may be a JSON object or list."""
    return text[:1000].lstrip("\ufeff \t\r\n")[:1] in ("{", "[")
