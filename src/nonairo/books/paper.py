"""The paper of a book, in millimetres, and what is large enough to be read on it."""

from __future__ import annotations

from dataclasses import dataclass

from nonairo.kinds import appearance_of
from nonairo.puzzle import Puzzle
from nonairo.render.board import CELL
from nonairo.render.pdf import POINT
from nonairo.render.text_layout import LINE

MM = 72 / 25.4 / POINT  # units of a scene for a millimetre
PAPERS = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "a5": (148.0, 210.0),
    "6x9": (152.4, 228.6),
}
LARGE_PAPER = 180.0  # from this width on, margins and letters are larger
GUTTER = 6.0  # how much wider the margin at the binding is

CELL_OF_DIGITS, CELL_OF_PICTURES = 5.0, 3.5  # the smallest cells in which somebody writes
SMALLEST_DIGIT = 2.0  # the smallest height of a clue or a given, and of a letter
LARGEST_CELL = 11.0  # larger ones look clumsy, unless a puzzle has its page for itself
LARGE = 2.0  # how much larger cells and digits of large print are


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of paper, how it is bound, and the sizes of what is on it. Lengths are in units."""

    paper: str = "a4"
    gutter: float = GUTTER  # in millimetres
    large_print: bool = False

    @property
    def width(self) -> float:
        return PAPERS[self.paper][0] * MM

    @property
    def height(self) -> float:
        return PAPERS[self.paper][1] * MM

    @property
    def margin(self) -> float:
        """The white at the outer edge, and above and below."""
        return (15.0 if self._is_large else 11.0) * MM

    @property
    def room(self) -> tuple[float, float]:
        """The width and the height of what a page has between its margins."""
        number = 2.5 * self.text * LINE  # the page's number is below
        across = self.width - 2 * self.margin - self.gutter * MM
        return across, self.height - 2 * self.margin - number

    def left(self, page: int) -> float:
        """Where the print begins on a page, counted from 1: odd pages are bound on the left."""
        return self.margin + (self.gutter * MM if page % 2 else 0.0)

    @property
    def text(self) -> float:
        """The size of letters: capitals are 2.7 mm high, on small paper 2.3, in large print 4.4."""
        if self.large_print:
            return 2.8
        return 1.7 if self._is_large else 1.45

    @property
    def heading(self) -> float:
        return (1.3 if self.large_print else 1.6) * self.text

    @property
    def _is_large(self) -> bool:
        return PAPERS[self.paper][0] >= LARGE_PAPER

    @property
    def smallest_digit(self) -> float:
        """The smallest height of a digit in a puzzle, in millimetres."""
        return SMALLEST_DIGIT * (LARGE if self.large_print else 1.0)

    def smallest_cell(self, puzzle: Puzzle) -> float:
        """The smallest side of a cell, in millimetres: digits need more room than filled cells."""
        written = appearance_of(puzzle).glyphs.isalnum()
        smallest = CELL_OF_DIGITS if written else CELL_OF_PICTURES
        return smallest * (LARGE if self.large_print else 1.0)

    @property
    def largest_scale(self) -> float:
        """How much larger than usual a puzzle is drawn that shares its page."""
        return LARGEST_CELL * (1.5 if self.large_print else 1.0) * MM / CELL
