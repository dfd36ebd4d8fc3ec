"""The text of a file: UTF-8 or UTF-16, with or without a byte order mark; UTF-32 with one."""

from __future__ import annotations

from nonairo.errors import FormatError

MARKS = (b"\xff\xfe", b"\xfe\xff")  # how a text in UTF-16 starts, if it is marked
WIDEST = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")  # and one in UTF-32
PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh", b"\xfd7zXZ\0")  # gzip, zstd, bzip2, xz
SAMPLE = 64  # bytes that decide whether a text without a mark is in UTF-16
LEAST = 4  # characters of Latin-1 that do


def wide_encoding(source: bytes) -> str | None:
    """Which UTF-16 or UTF-32 a file is in: by its mark, or by zeros beside plain letters."""
    if source.startswith(WIDEST):
        return "utf-32"
    if source.startswith(MARKS):
        return "utf-16"
    start = source[:SAMPLE]
    if b"\0" not in start or len(start) < 2 * LEAST:
        return None
    for encoding, letters, zeros in (
        ("utf-16-le", start[::2], start[1::2]),
        ("utf-16-be", start[1::2], start[::2]),
    ):
        if b"\0" not in letters and not zeros.strip(b"\0"):
            return encoding
    return None


def narrow(source: bytes) -> bytes:
    """A file in UTF-16 or UTF-32 in UTF-8 instead; anything else as it is."""
    encoding = wide_encoding(source)
    if encoding is None:
        return source
    try:
        return source.decode(encoding).encode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        whole = error.start & ~(3 if encoding == "utf-32" else 1)
        above = source[:whole].decode(encoding, "replace").removeprefix("\ufeff")
        found = "half a character at the end" if "truncated" in error.reason else error.reason
        raise _undecodable(encoding[:6].upper(), found, above) from None


def raw_text(source: str | bytes) -> str:
    """What a binary format reads: bytes as characters, one each."""
    return source.decode("latin-1") if isinstance(source, bytes) else source


def text_of(source: str | bytes) -> str:
    """The text of a file in UTF-8, without byte order mark."""
    if isinstance(source, str):
        return source.removeprefix("\ufeff")
    source = source.removeprefix(b"\xef\xbb\xbf")
    if source.startswith(PACKED):
        raise FormatError("expected text, found a compressed file; unpack it first", line=1)
    try:
        return source.decode()
    except UnicodeDecodeError as error:
        found = f"the byte {source[error.start]:#04x}"
        raise _undecodable("UTF-8", found, source[: error.start].decode()) from None


def _undecodable(encoding: str, found: str, above: str) -> FormatError:
    """What to say of bytes that are no text, below the text that could be read."""
    above = above.replace("\r\n", "\n").replace("\r", "\n")
    line, column = above.count("\n") + 1, len(above) - (above.rfind("\n") + 1) + 1
    return FormatError(f"expected text in {encoding}, found {found}", line=line, column=column)
