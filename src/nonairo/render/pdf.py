"""Scenes as PDF, one on each page: shapes as they are, and text as text.

Printers accept the files: every font is embedded (`pdf_fonts`), every page says what is cut off
(nothing: the trimmed page is the page), and the same input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nonairo.plain import visible
from nonairo.render.base import Target
from nonairo.render.pdf_file import PdfFile, number, text_string
from nonairo.render.pdf_fonts import StrokeFonts, path
from nonairo.render.scene import Scene
from nonairo.render.shapes import AnyShape, Circle, Glyph, Path, Placed, Rectangle, Text
from nonairo.render.themes import Theme

POINT = 0.75  # points for a unit: a cell is 18 points, a quarter of an inch
HAIRLINE = 0.25  # points of the thinnest line
LONGEST = 14_400.0  # points of a page, as readers allow
LANGUAGE = "en"  # of all our sentences


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline that readers show beside the pages."""

    title: str
    page: int  # from 0
    inside: bool = False  # of the last one that is not


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What a file says besides its pages."""

    title: str
    author: str = ""
    bookmarks: Sequence[Bookmark] = ()
    spreads: bool = False  # shown two pages side by side, the first on the right


def write(scene: Scene, theme: Theme) -> bytes:
    return write_all(scene.title, [scene], theme)


def write_all(title: str, scenes: Sequence[Scene], theme: Theme) -> bytes:
    """Return a file with a page for each scene."""
    return write_document(Document(title=title), scenes, theme)


def write_document(document: Document, scenes: Sequence[Scene], theme: Theme) -> bytes:
    """Return a file with a page for each scene, a title, a language and bookmarks."""
    file, fonts = PdfFile(), StrokeFonts()
    tree, resources = file.add(), file.add()
    pages = [_page(file, fonts, scene, theme, tree, resources) for scene in scenes]
    kids = " ".join(f"{page} 0 R" for page in pages)
    file.put(tree, f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>")
    file.put(resources, f"<< /Font {fonts.write(file)} >>")
    outline = _outline(file, document.bookmarks, pages)
    layout = "/TwoPageRight" if document.spreads else "/SinglePage"
    catalog = file.add(
        f"<< /Type /Catalog /Pages {tree} 0 R /Lang ({LANGUAGE}) /PageLayout {layout}{outline}"
        " /ViewerPreferences << /DisplayDocTitle true >> >>"
    )
    author = f" /Author {text_string(visible(document.author))}" if document.author else ""
    info = file.add(
        f"<< /Title {text_string(visible(document.title))}{author}"
        " /Creator (nonairo) /Producer (nonairo) >>"
    )
    return file.finished(catalog, info)


def _page(
    file: PdfFile, fonts: StrokeFonts, scene: Scene, theme: Theme, tree: int, resources: int
) -> int:
    point = min(POINT * scene.scale, LONGEST / max(scene.width, scene.height))
    contents = file.add_stream(operators(scene, theme, fonts, point))
    box = f"[ 0 0 {number(scene.width * point)} {number(scene.height * point)} ]"
    return file.add(
        f"<< /Type /Page\n/Parent {tree} 0 R\n/MediaBox {box}\n/TrimBox {box}\n/BleedBox {box}\n"
        f"/Resources {resources} 0 R\n/Contents {contents} 0 R >>"
    )


def _outline(file: PdfFile, bookmarks: Sequence[Bookmark], pages: Sequence[int]) -> str:
    """Add the bookmarks, each with those inside it, and return how the catalog names them."""
    if not bookmarks:
        return ""
    root = file.add()
    groups: list[tuple[int, list[int]]] = []
    bodies: dict[int, str] = {}
    for bookmark in bookmarks:
        place = file.add()
        bodies[place] = (
            f"/Title {text_string(visible(bookmark.title))} /Dest [{pages[bookmark.page]} 0 R /Fit]"
        )
        if bookmark.inside and groups:
            groups[-1][1].append(place)
        else:
            groups.append((place, []))
    outer = [place for place, _ in groups]
    for place, inner in groups:
        closed = f" {_ends(inner)} /Count {-len(inner)}" if inner else ""
        bodies[place] += closed
    for parent, siblings in [(root, outer), *groups]:
        for k, place in enumerate(siblings):
            around = f" /Prev {siblings[k - 1]} 0 R" if k else ""
            around += f" /Next {siblings[k + 1]} 0 R" if k + 1 < len(siblings) else ""
            file.put(place, f"<< {bodies[place]} /Parent {parent} 0 R{around} >>")
    file.put(root, f"<< /Type /Outlines {_ends(outer)} /Count {len(outer)} >>")
    return f" /Outlines {root} 0 R /PageMode /UseOutlines"


def _ends(places: Sequence[int]) -> str:
    return f"/First {places[0]} 0 R /Last {places[-1]} 0 R"


def operators(scene: Scene, theme: Theme, fonts: StrokeFonts, point: float = POINT) -> str:
    """Return what a page says: y is turned downwards, the pen made round, then every shape."""
    turned = f"{point:.4f} 0 0 {-point:.4f} 0 {scene.height * point:.4f} cm"
    return "\n".join(["q", turned, "1 J 1 j", *_painted(scene.shapes, theme, fonts, point), "Q"])


def _painted(
    shapes: Sequence[AnyShape], theme: Theme, fonts: StrokeFonts, point: float
) -> Iterator[str]:
    """Shapes one after another; colours and pens are said when they change.

    `point` is the points of a unit: no line is thinner than printers can print.
    """
    state: dict[str, str] = {}

    def use(**wanted: str) -> Iterator[str]:
        for name, value in wanted.items():
            if state.get(name) != value:
                state[name] = value
                yield value

    def pen(paint: str, width: float) -> Iterator[str]:
        width = max(width, HAIRLINE / point)
        return use(stroke=_colour(theme, paint).upper(), pen=f"{number(width)} w")

    def ink(paint: str) -> Iterator[str]:
        """Letters are strokes, but some readers fill what they remember of them."""
        return use(stroke=_colour(theme, paint).upper(), fill=_colour(theme, paint))

    for shape in shapes:
        match shape:
            case Rectangle():
                paints = ""
                if shape.fill:
                    yield from use(fill=_colour(theme, shape.fill))
                    paints = "f"
                if shape.stroke:
                    yield from pen(shape.stroke, shape.pen)
                    paints = "B" if paints else "S"
                place = map(number, (shape.x, shape.y, shape.width, shape.height))
                yield f"{' '.join(place)} re {paints or 'n'}"
            case Circle():  # a dot of a round pen
                yield from pen(shape.fill, 2 * shape.radius)
                at = f"{number(shape.x)} {number(shape.y)}"
                yield f"{at} m {at} l S"
            case Path():
                yield from pen(shape.stroke, shape.pen)
                yield f"{path(shape.strokes)} S"
            case Text():
                yield from ink(shape.stroke)
                weight = shape.pen / shape.size
                yield fonts.show(shape.text, shape.x, shape.y, shape.size, 1.0, weight)
            case Glyph():
                yield from ink(shape.stroke)
                across, weight = (
                    shape.across / shape.down,
                    shape.pen * 2 / (shape.across + shape.down),
                )
                yield fonts.show(shape.text, shape.x, shape.y, shape.down, across, weight)
            case Placed():
                scale = f"{shape.scale:.5f}"
                yield f"q {scale} 0 0 {scale} {number(shape.x)} {number(shape.y)} cm"
                yield from _painted(shape.shapes, theme, fonts, point * shape.scale)
                yield "Q"


def _colour(theme: Theme, paint: str) -> str:
    """Return the operator for a fill of a colour; in capitals it is the one for strokes.

    Greys are said as grey, so that they are printed with black ink only.
    """
    red, green, blue = (number(part / 255, 4) for part in theme.rgb(paint))
    return f"{red} g" if red == green == blue else f"{red} {green} {blue} rg"


TARGET = Target(
    name="pdf",
    summary="pages to print",
    suffix=".pdf",
    binary=True,
    write=write,
    write_all=write_all,
)
