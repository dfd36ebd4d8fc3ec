"""XML from strangers: elements and text, nothing that could reach outside or blow up.

A document type that names a file is passed over; one that declares anything is refused at once, so
no entity can be defined, let alone expanded. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from nonairo.errors import FormatError
from nonairo.formats.base import STEERING, Claim, printable

DEEPEST = 20


class Element:
    """A tag with what is inside it; names are in lower case."""

    __slots__ = ("attributes", "children", "line", "name", "pieces")

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name = name
        self.attributes = attributes
        self.line = line
        self.children: list[Element] = []
        self.pieces: list[str] = []

    @property
    def text(self) -> str:
        return "".join(self.pieces).strip()

    def all(self, name: str) -> Iterator[Element]:
        return (child for child in self.children if child.name == name)

    def words(self, name: str) -> str | None:
        """The text of the child elements of this name, one on each line."""
        return "\n".join(child.text for child in self.all(name) if child.text) or None


def claims_root(name: str) -> Callable[[str], Claim | None]:
    """Claims a document whose root has this name, in any case."""

    def claims(text: str) -> Claim | None:
        return Claim(f"XML with the root '{name}'") if root_name(text) == name.lower() else None

    return claims


def root_name(text: str) -> str | None:
    """The name of the first element, for a claim."""
    start = text[:10_000].lstrip("\ufeff \t\r\n")
    if not start.startswith("<"):
        return None
    found = re.search(r"<([A-Za-z][A-Za-z0-9_-]*)", start)
    return found[1].lower() if found else None


def parse(text: str, name: str) -> Element:
    """The root element of a document, which must have this name, in any case."""
    from xml.parsers import expat

    parser = expat.ParserCreate()
    parser.buffer_text = True
    document = Element("", {}, 1)
    stack = [document]

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > DEEPEST:
            line = parser.CurrentLineNumber
            raise FormatError(f"expected at most {DEEPEST} tags inside each other", line=line)
        lower = {key.lower(): value for key, value in attributes.items()}
        element = Element(name.lower(), lower, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def characters(data: str) -> None:
        stack[-1].pieces.append(data)

    def doctype(name: str, system: str | None, public: str | None, internal: bool) -> None:
        if internal:
            refuse()

    def refuse(*_: object) -> None:
        line = parser.CurrentLineNumber
        raise FormatError("expected no declarations inside the DOCTYPE, found some", line=line)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = lambda *_: 1  # passed over
    try:
        parser.Parse(text.lstrip("\ufeff \t\r\n"), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "broken"
        raise FormatError(
            f"expected XML: {reason}", line=error.lineno, column=error.offset + 1
        ) from None
    except UnicodeEncodeError:
        raise FormatError("expected XML: found half a character") from None
    root = document.children[0]
    if root.name != name.lower():
        raise FormatError(f"expected <{name}>, found <{root.name[:40]}>", line=root.line)
    return root


def size_attribute(element: Element, name: str) -> int | None:
    """A number in an attribute."""
    value = element.attributes.get(name)
    if value is None:
        return None
    if not (value.strip().isascii() and value.strip().isdigit() and len(value) < 10):
        expected = f"{name}: expected a number"
        raise FormatError(f"{expected}, found {printable(value)}", line=element.line)
    return int(value)


ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(value: object) -> str:
    """Text for an element or an attribute, without what XML cannot hold."""
    held = FORBIDDEN.sub("", str(value)).translate(ESCAPES)
    return re.sub(STEERING, lambda found: f"&#{ord(found[0])};", held)
