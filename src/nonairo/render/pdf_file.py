"""The structure of a PDF file: numbered objects, packed streams, and the table of where they are.

The bytes depend on nothing but what is written: there is no date, and the file's id is a checksum.
"""

from __future__ import annotations

import zlib
from hashlib import md5

HEADER = b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n"  # four bytes over 127: the file is binary


class PdfFile:
    """Objects in the order in which they were added, numbered from 1."""

    def __init__(self) -> None:
        self._objects: list[bytes] = []

    def add(self, body: str = "") -> int:
        """Add an object and return its number; without a body, `put` says later what it is."""
        self._objects.append(body.encode("ascii"))
        return len(self._objects)

    def put(self, number: int, body: str) -> None:
        """Say what an object is whose number was needed before."""
        self._objects[number - 1] = body.encode("ascii")

    def add_stream(self, text: str) -> int:
        """Add a packed stream and return its number."""
        data = zlib.compress(text.encode("ascii"))
        head = f"<< /Length {len(data)} /Filter /FlateDecode >>\nstream\n"
        self._objects.append(head.encode() + data + b"\nendstream")
        return len(self._objects)

    def finished(self, catalog: int, info: int) -> bytes:
        """Return the whole file."""
        out = bytearray(HEADER)
        places: list[int] = []
        for number, body in enumerate(self._objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = len(out)
        checksum = md5(out, usedforsecurity=False).hexdigest()
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        trailer = (
            f"trailer\n<< /Size {len(places) + 1} /Root {catalog} 0 R /Info {info} 0 R"
            f" /ID [<{checksum}> <{checksum}>] >>\nstartxref\n{table}\n%%EOF\n"
        )
        return bytes(out + trailer.encode())


def text_string(text: str) -> str:
    """Return a text for people, such as a title, as a PDF writes it.

    >>> text_string("Ä")
    '<FEFF00C4>'
    """
    return f"<FEFF{utf16(text)}>"


def utf16(text: str) -> str:
    """Return a text as hexadecimal digits of UTF-16."""
    return text.encode("utf-16-be", "replace").hex().upper()


def number(value: float, digits: int = 3) -> str:
    """Return a number without needless digits.

    >>> number(24.0), number(1 / 3), number(-0.00001)
    ('24', '0.333', '0')
    """
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
