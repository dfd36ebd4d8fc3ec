"""Read our PDF files back without any tool: pages, their text, fonts, boxes and bookmarks."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

TOKEN = re.compile(r"<[0-9A-F]*>|/\w+|[-.\d]+|[A-Za-z]+")
UNITS = 72 / 25.4  # points of a millimetre


@dataclass(frozen=True)
class Shown:
    """A piece of text on a page: where it begins, and how high its capitals are, in millimetres."""

    text: str
    x: float
    y: float
    capital: float


class PdfReader:
    """A file of ours: objects by number."""

    def __init__(self, data: bytes) -> None:
        assert data.startswith(b"%PDF-1.")
        assert data.rstrip().endswith(b"%%EOF")
        found = re.finditer(rb"(\d+) 0 obj\n(.*?)\nendobj\n", data, re.DOTALL)
        self.objects = {int(match[1]): match[2] for match in found}
        self.root = self._body(self._reference("Root", data.decode("latin-1")))
        tree = self._body(self._reference("Pages", self.root))
        self.pages = [self._body(int(kid)) for kid in re.findall(r"(\d+) 0 R", tree)]
        fonts = self._body(self._reference("Resources", self.pages[0]))
        self.fonts = {
            name: self._body(int(number))
            for name, number in re.findall(r"/(F\d+) (\d+) 0 R", fonts)
        }
        self._letters = {name: self._unicode(font) for name, font in self.fonts.items()}

    def _body(self, number: int) -> str:
        return self.objects[number].decode("latin-1")

    def _reference(self, name: str, text: str) -> int:
        found = re.search(rf"/{name} (\d+) 0 R", text)
        assert found is not None, name
        return int(found[1])

    def stream(self, number: int) -> str:
        """A packed stream as text."""
        data = self.objects[number].split(b"stream\n", 1)[1].rsplit(b"\nendstream", 1)[0]
        return zlib.decompress(data).decode("ascii")

    def _unicode(self, font: str) -> dict[str, str]:
        pairs = re.findall(
            r"<(\w\w)> <([0-9A-F]{4,})>\n", self.stream(self._reference("ToUnicode", font))
        )
        return {code: bytes.fromhex(text).decode("utf-16-be") for code, text in pairs}

    def box(self, page: int, name: str) -> tuple[float, ...]:
        """The corners of a box, in points."""
        found = re.search(rf"/{name} \[ ([-.\d ]+) \]", self.pages[page])
        assert found is not None, name
        return tuple(map(float, found[1].split()))

    def shown(self, page: int) -> list[Shown]:
        """All text of a page."""
        found: list[Shown] = []
        scales, height = [(1.0, 0.0, 0.0)], self.box(page, "MediaBox")[3]
        numbers: list[str] = []
        font, size, x, y = "", 0.0, 0.0, 0.0
        for token in TOKEN.findall(self.stream(self._reference("Contents", self.pages[page]))):
            if not token.isalpha():
                numbers.append(token)
                continue
            match token:
                case "q":
                    scales.append(scales[-1])
                case "Q":
                    scales.pop()
                case "cm":
                    scale, left, top = scales[-1]
                    first = len(scales) == 2  # the page's own, which turns y downwards
                    right, down = float(numbers[-2]), 0.0 if first else float(numbers[-1])
                    scales[-1] = (
                        scale * float(numbers[-6]),
                        left + scale * right,
                        top + scale * down,
                    )
                case "Tm":
                    x, y = float(numbers[-2]), float(numbers[-1])
                case "Tf":
                    font, size = numbers[-2][1:], float(numbers[-1])
                case "Tj":
                    codes = numbers[-1].strip("<>")
                    letters = self._letters[font]
                    text = "".join(letters[codes[k : k + 2]] for k in range(0, len(codes), 2))
                    scale, left, top = scales[-1]
                    place = (left + scale * x) / UNITS, (height - top - scale * y) / UNITS
                    found.append(Shown(text, *place, 0.6 * size * scale / UNITS))
            numbers = []
        return found

    def text(self, page: int) -> str:
        """The text of a page, piece after piece."""
        return "\n".join(shown.text for shown in self.shown(page))

    def bookmarks(self) -> list[tuple[str, int]]:
        """Titles, and the pages they lead to, in the order of the file."""
        places = {f"{number} 0 R": k for k, number in enumerate(self._kids())}
        found = re.findall(
            rb"/Title <FEFF(\w*)> /Dest \[(\d+ 0 R) /Fit\]", b"\n".join(self.objects.values())
        )
        return [(bytes.fromhex(title.decode()).decode("utf-16-be"), places[page.decode()])
                for title, page in found]  # fmt: skip

    def _kids(self) -> list[int]:
        tree = self._body(self._reference("Pages", self.root))
        return [int(kid) for kid in re.findall(r"(\d+) 0 R", tree)]
