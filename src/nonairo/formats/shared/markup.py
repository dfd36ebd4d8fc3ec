"""XML from strangers: elements and text, nothing that could reach outside or blow up.

A document type that names a file is passed over; one that declares anything is refused at once, so
no entity can be defined, let alone expanded. Nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from nonairo.errors import FormatError
from nonairo.formats.base import STEERING, Claim, printable
from nonairo.limits import poll_supervision

DEEPEST = 20
MOST_ELEMENTS = 1_200_000  # of one puzzle: as many numbers as the largest can have, and more
CHUNK = 1 << 16  # characters that are parsed between two looks at the clock
NOTHING: dict[str, str] = {}  # the attributes of most elements


class Element:
    """A tag with what is inside it; names are in lower case. There may be a million of them."""

    __slots__ = ("attributes", "children", "line", "name", "pieces")

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name = name
        self.attributes = attributes
        self.line = line
        self.children: list[Element] | None = None
        self.pieces: list[str] | None = None

    @property
    def text(self) -> str:
        return "".join(self.pieces or ()).strip()

    def all(self, name: str) -> Iterator[Element]:
        return (child for child in self.children or () if child.name == name)

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


def parse(text: str, *path: str) -> Element:
    """The root of a document without the elements at the end of `path`, which starts at the root.

    `elements` yields those: there may be more of them than memory can hold.
    """
    return next(element for is_root, element in _parsed(text, path) if is_root)


def elements(text: str, *path: str) -> Iterator[Element]:
    """Yield the elements at the end of a path of names, such as puzzleset, puzzle; in any case."""
    return (element for is_root, element in _parsed(text, path) if not is_root)


def _parsed(text: str, path: Sequence[str]) -> Iterator[tuple[bool, Element]]:
    """Yield each element at the end of the path, and at last the root; and whether it is that."""
    from xml.parsers import expat

    parser = expat.ParserCreate()
    parser.buffer_text = True
    document = Element("", NOTHING, 1)
    stack = [document]
    done: list[Element] = []
    wanted = [name.lower() for name in path]
    number = 0  # of the elements that are kept

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal number
        line = parser.CurrentLineNumber
        number += 1
        if len(stack) > DEEPEST:
            raise FormatError(f"expected at most {DEEPEST} tags inside each other", line=line)
        if number > MOST_ELEMENTS:
            raise FormatError(f"expected at most {MOST_ELEMENTS:,} tags per puzzle", line=line)
        if len(stack) == 1 and name.lower() != wanted[0]:
            raise FormatError(f"expected <{path[0]}>, found <{name[:40]}>", line=line)
        lower = {key.lower(): value for key, value in attributes.items()} if attributes else NOTHING
        stack.append(Element(name.lower(), lower, line))

    def end(_: str) -> None:
        nonlocal number
        if len(stack) == len(wanted) + 1 and [each.name for each in stack[1:]] == wanted:
            done.append(stack.pop())
            number = 0
            return
        element = stack.pop()
        above = stack[-1]
        if above.children is None:
            above.children = []
        above.children.append(element)

    def characters(data: str) -> None:
        if stack[-1].pieces is None:
            stack[-1].pieces = []
        stack[-1].pieces.append(data)

    def doctype(name: str, system: str | None, public: str | None, internal: bool) -> None:
        if internal:
            refuse()

    def refuse(*_: object) -> None:
        line = parser.CurrentLineNumber
        raise FormatError("the DOCTYPE must not contain declarations", line=line)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.ExternalEntityRefHandler = lambda *_: 1  # passed over
    text = text.lstrip("\ufeff \t\r\n")
    try:
        for at in range(0, len(text) or 1, CHUNK):
            if at:
                poll_supervision()
            parser.Parse(text[at : at + CHUNK], at + CHUNK >= len(text))
            for element in done:
                yield False, element
            done.clear()
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "broken"
        raise FormatError(
            f"invalid XML: {reason}", line=error.lineno, column=error.offset + 1
        ) from None
    except UnicodeEncodeError:
        raise FormatError("invalid XML: it ends inside a character") from None
    yield True, (document.children or [document])[0]


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
