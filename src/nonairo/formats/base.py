"""What a file format brings along, and the limits that every reader keeps.

Annotations are evaluated here: as texts, `NamedTuple` would compile them one by one at every start.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from nonairo.errors import FormatError
from nonairo.grid import LARGEST_SIDE, Grid
from nonairo.kinds.coloured import is_coloured
from nonairo.kinds.regions import REGIONS
from nonairo.limits import poll_supervision
from nonairo.plain import visible
from nonairo.puzzle import Puzzle
from nonairo.rules import signs_along

LARGEST_TEXT = 64 * 1024 * 1024  # characters of a file that is read at once
LARGEST_RECORD = 16 * 1024 * 1024  # characters of one line of a file read line by line
MOST_ROWS = 300_000  # lines of a text in a format that holds one puzzle: each takes 200 bytes
MOST_LINES = 6 * LARGEST_SIDE  # of a text of clues: rows, columns, blank lines, perhaps a picture
LOOKS = 1000  # lines between two looks at the clock
HEAD = 100_000  # characters that a claim looks at, where the whole text is not needed

STEERING = "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]"  # a pattern: see `visible`

ANYTHING = "*"  # in `Format.holds`: every further field
LINES = "lines"  # in `Format.holds`: lines besides rows and columns, of any kind
TEXTS = "texts"  # in `Format.holds`: every further field that is a word or a number


class TwoMeanings(FormatError):
    """A text that can be read in two ways: the user has to choose."""


class Claim(NamedTuple):
    """Why a text looks like a format; doubtful if it may as well be another one."""

    reason: str
    doubtful: bool = False
    note: str = ""  # how the text is read where it may mean something else, and how to choose


class Hints(NamedTuple):
    """What the caller knows and the text does not say: `oneline:width=6,rules=no-distinct`.

    Or how it is to be written: `dimacs:encoding=tseitin`.
    """

    width: int | None = None
    rules: str | None = None
    encoding: str | None = None


class Loss(NamedTuple):
    """Something of a puzzle that a format cannot hold; metadata is dropped without asking."""

    what: str
    metadata: bool

    def of(self, whose: str) -> str:
        """Return what cannot be stored, in a sentence.

        >>> Loss("givens", False).of("its"), Loss("rules standard", False).of("its")
        ('its givens', 'the standard rules')
        """
        name = self.what.removeprefix("rules ")
        return f"{whose} {name}" if name == self.what else f"the {name} rules"


def nothing_more(puzzle: Puzzle) -> str | None:
    """For formats that can hold every puzzle of their kinds."""
    return None


def lost_givens(puzzle: Puzzle) -> str | None:
    """For formats that have no givens beside the numbers of a Mosaic."""
    return "givens" if puzzle.kind == "mosaic" and puzzle.givens.cells.strip(".") else None


MORE_LINES = "lines besides rows and columns"


class Format(NamedTuple):  # a dataclass as large as this would cost a millisecond at every start
    """A file format: two pure functions and a guess. One file in `formats/`, one list entry.

    Where `binary` is set, text stands for bytes, one character each (Latin-1).
    """

    name: str
    summary: str
    claims: Callable[[str], Claim | None]
    suffixes: tuple[str, ...] = ()  # as the list of formats says
    kinds: tuple[str, ...] | None = None  # None: all
    read: Callable[[str], Iterator[Puzzle]] | None = None
    read_hinted: Callable[[str, Hints], Iterator[Puzzle]] | None = None  # if hints are of use
    write: Callable[[Puzzle], str] | None = None  # ends with a newline
    # For what may be too long for one text: its pieces, one by one, as the hints say.
    write_pieces: Callable[[Puzzle, Hints], Iterator[str]] | None = None
    encodings: Callable[[], tuple[str, ...]] | None = None  # that the hints can name
    write_all: Callable[[Sequence[Puzzle]], str] | None = None  # several puzzles in one file
    by_line: bool = False  # every line is a record: can be read and written one by one
    # For such: a line that is not blank, at once; None for a comment. `read` does the same.
    read_line: Callable[[str], Puzzle | None] | None = None
    binary: bool = False
    holds: frozenset[str] = frozenset()  # solution, givens (of a nonogram), metadata
    rules: tuple[str, ...] | None = ("standard",)  # of a Binairo; None: all
    question_only: bool = False  # names a puzzle; nobody expects the answer in it
    needs_solution: bool = False  # what it holds is the finished picture
    colours: bool = False  # of a nonogram; formats of all kinds have them anyway
    lacks: Callable[[Puzzle], str | None] = nothing_more  # what else of this very puzzle is lost
    lacking: str = ""  # what `lacks` can find, for the list of formats: "the width of rectangles"

    def __repr__(self) -> str:
        return f"<Format {self.name}: {self.summary}>"

    @property
    def several(self) -> bool:
        """Whether a file can have several puzzles."""
        return self.by_line or self.write_all is not None

    @property
    def any_length(self) -> bool:
        """Whether a file can have any number of lines, because they are read one by one."""
        return self.several or self.binary

    @property
    def cannot_hold(self) -> str:
        """What is lost on writing, in words."""
        if self.write is None:
            return "can be read but not written"
        lost = [] if self.several else ["several puzzles"]
        if "solution" not in self.holds and not self.needs_solution:
            lost.append("solution")
        if "givens" not in self.holds and (self.kinds is None or "nonogram" in self.kinds):
            lost.append("a nonogram's givens")
        if self.kinds is not None and "nonogram" in self.kinds and not self.colours:
            lost.append("colours")
        if self.rules is not None and (self.kinds is None or "binairo" in self.kinds):
            lost.append(f"rules other than {' and '.join(self.rules)}")
        binairo = self.kinds is None or "binairo" in self.kinds
        if binairo and "signs" not in self.holds and ANYTHING not in self.holds:
            lost.append("signs between cells")
        if (binairo and self.rules is None) and not {LINES, ANYTHING} & self.holds:
            lost.append(REGIONS)
        lost += [self.lacking] * bool(self.lacking)
        if ANYTHING not in self.holds:
            plain = ("title", "author", "source")
            lost += [name for name in plain if name not in self.holds]
            lost.append("other metadata" if TEXTS not in self.holds else "nested metadata")
        return ", ".join(lost)

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why a puzzle cannot be written at all, whatever is left out; None if it can."""
        if self.kinds is not None and puzzle.kind not in self.kinds:
            *most, last = [
                "nonograms" if kind == "nonogram" else kind.title() for kind in self.kinds
            ]
            kinds = f"{', '.join(most)} and {last}" if most else last
            return f"format {self.name} supports only {kinds}"
        if is_coloured(puzzle) and self.kinds is not None and not self.colours:
            return f"format {self.name} supports only black and white nonograms"
        return None

    def losses(self, puzzle: Puzzle) -> list[Loss]:
        """What of this puzzle is dropped on writing."""
        lost = []
        if puzzle.kind == "nonogram" and puzzle.givens.cells.strip("."):
            lost += [Loss("givens", False)] * ("givens" not in self.holds)
        if self.rules is not None and puzzle.kind == "binairo" and puzzle.rules not in self.rules:
            lost.append(Loss(f"rules {puzzle.rules}", False))
        if "signs" not in self.holds and ANYTHING not in self.holds and has_signs(puzzle):
            lost.append(Loss("signs between cells", False))
        lost += [Loss(what, False) for what in self._lost_lines(puzzle)]
        more = self.lacks(puzzle)
        if more:
            lost.append(Loss(more, False))
        if puzzle.solution is not None and not self.needs_solution:
            lost += [Loss("solution", self.question_only)] * ("solution" not in self.holds)
        for name in ("title", "author", "source"):
            if getattr(puzzle, name) and name not in self.holds and ANYTHING not in self.holds:
                lost.append(Loss(name, True))
        for name, value in puzzle.extra.items():
            if value is not None and not self._holds_extra(name, value):
                lost.append(Loss(name, True))
        return lost

    def _lost_lines(self, puzzle: Puzzle) -> list[str]:
        """What is lost of the lines besides rows and columns; the rules name diagonals."""
        if not puzzle.more_lines or {LINES, ANYTHING} & self.holds:
            return []
        if puzzle.kind == "binairo":
            return [REGIONS] * (self.rules is None and REGIONS in puzzle.rules.split("+"))
        return [MORE_LINES] * (self.kinds is None)  # others are made for them

    def _holds_extra(self, name: str, value: object) -> bool:
        if ANYTHING in self.holds:
            return True
        if not isinstance(value, str | int) or isinstance(value, bool):
            return False
        return name in self.holds or (TEXTS in self.holds and is_keyword(name))

    def to_json(self) -> dict[str, object]:
        """Name, description and abilities as data."""
        return {
            "name": self.name,
            "summary": self.summary,
            "suffixes": list(self.suffixes),
            "kinds": "all" if self.kinds is None else list(self.kinds),
            "reads": self.read is not None,
            "writes": self.write is not None,
            "several": self.several,
            "binary": self.binary,
            "cannot_hold": self.cannot_hold,
        }


def has_signs(puzzle: Puzzle) -> bool:
    """Whether signs stand between some cells of a puzzle."""
    return any(map(signs_along, (*puzzle.row_rules, *puzzle.col_rules)))


def joined(
    write: Callable[[Puzzle], str], between: str = "", *, before: str = "", after: str = ""
) -> Callable[[Sequence[Puzzle]], str]:
    """A `write_all` for formats whose puzzles follow each other in a file."""
    return lambda puzzles: f"{before}{between.join(map(write, puzzles))}{after}"


def unhinted(
    read_hinted: Callable[[str, Hints], Iterator[Puzzle]],
) -> Callable[[str], Iterator[Puzzle]]:
    """A `read` for formats that can do with hints, and without."""
    return lambda text: read_hinted(text, Hints())


def alone(write_all: Callable[[Sequence[Puzzle]], str]) -> Callable[[Puzzle], str]:
    """A `write` for formats that have something around all puzzles of a file."""
    return lambda puzzle: write_all([puzzle])


RESERVED = frozenset(
    (
        *("kind", "height", "width", "rows", "columns", "cols", "grid", "rules", "maxrule"),
        *("solution", "goal", "saved", "title", "author", "by", "source", "license"),
        *("signs", "coloured", "colours", "color", "colour"),
    )
)


def is_keyword(name: str) -> bool:
    """Whether a foreign file may use this name for a property of its own."""
    plain = name.replace("_", "").replace("-", "")
    return plain.isascii() and plain.isalpha() and name.islower() and name not in RESERVED


def printable(text: str) -> str:
    """A short quotation of foreign text for an error message."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


def unlike(
    expected: str, found: str | int, line: int | None = None, column: int | None = None
) -> FormatError:
    """The error for something else than was expected; a text is quoted, a number is not."""
    there = printable(found) if isinstance(found, str) else found
    return FormatError(f"expected {expected}, found {there}", line=line, column=column)


def one_line(text: str | None) -> str:
    """Metadata for a format that gives it one line."""
    return visible(" ".join(text.split())) if text else ""


def about_of(puzzle: Puzzle) -> dict[str, str]:
    """The title, author and source of a puzzle, as far as it has them, each on one line."""
    words = ((name, getattr(puzzle, name)) for name in ("title", "author", "source"))
    return {name: one_line(value) for name, value in words if value}


def with_about(puzzle: Puzzle, words: Mapping[str, str], solution: Grid | None) -> Puzzle:
    """The puzzle with the title, author and source that a text names, and its solution."""
    title, author, source = (words.get(name) or None for name in ("title", "author", "source"))
    return puzzle.about(title=title, author=author, source=source, solution=solution)


def lines_of(text: str) -> list[str]:
    """The lines of a text, whichever line ends it has; none after the last line end."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if not lines[-1]:
        lines.pop()
    return lines


def each_line(text: str) -> Iterator[tuple[int, str]]:
    """Yield the same lines one by one, each with its number from 1, within the time limit."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    begin, number = 0, 0
    while begin < len(text):
        end = text.find("\n", begin)
        if end < 0:
            end = len(text)
        number += 1
        if number % LOOKS == 0:
            poll_supervision()
        yield number, text[begin:end]
        begin = end + 1


def full_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, stripped, each with its number from 1."""
    return ((number, bare) for number, line in each_line(text) if (bare := line.strip()))


def content_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the same lines without comments, which start with `#`."""
    return ((number, line) for number, line in full_lines(text) if not line.startswith("#"))


def refuse_odd_lines(source: str | bytes) -> None:
    """Raise FormatError for a text with more lines, or longer ones, than one puzzle can have."""
    found = number_of_lines(source)
    if found > MOST_ROWS:
        advice = "for many puzzles use a format with one on each line, such as ids or JSON Lines"
        raise FormatError(f"expected at most {MOST_ROWS:,} lines, found {found:,}; {advice}")
    if has_long_lines(source):
        raise FormatError(f"expected lines of at most {LARGEST_RECORD >> 20} MB")


def has_long_lines(source: str | bytes) -> bool:
    """Whether a line of a text is longer than any record."""
    if len(source) <= LARGEST_RECORD:
        return False
    if isinstance(source, str):
        source = source.encode("ascii", "replace")
    at = 0
    while len(source) - at > LARGEST_RECORD:
        end = source.rfind(b"\n", at, at + LARGEST_RECORD + 1)
        if end < 0:
            return True
        at = end + 1
    return False


def number_of_lines(source: str | bytes) -> int:
    """How many lines a text has, or nearly so, found without a list of them."""
    if isinstance(source, bytes):
        return max(source.count(b"\n"), source.count(b"\r"))
    return max(source.count("\n"), source.count("\r"))


def where_wrong(
    lines: Sequence[tuple[int, object]], wanted: int, otherwise: int | None = None
) -> int | None:
    """The line to name where so many were wanted: the first too many, or the last that there is."""
    return lines[min(wanted, len(lines) - 1)][0] if lines else otherwise


def first_line(text: str) -> str:
    """The first line that is not blank, stripped; looks at the beginning only."""
    return next((line for _, line in full_lines(text[:HEAD])), "")


def first_content(text: str) -> str:
    """The first line that is neither blank nor a comment, stripped, likewise."""
    return next((line for _, line in content_lines(text[:HEAD])), "")


def claims_start(marks: tuple[str, ...] | str, reason: str) -> Callable[[str], Claim | None]:
    """Claims a text whose first line starts with one of these."""
    return lambda text: Claim(reason) if first_line(text).startswith(marks) else None


def claims_line(mark: str, reason: str) -> Callable[[str], Claim | None]:
    """Claims a text that has a line which starts with this, in any case."""

    def claims(text: str) -> Claim | None:
        lines = (line for _, line in full_lines(text[:HEAD]))
        return Claim(reason) if any(line.lower().startswith(mark) for line in lines) else None

    return claims


def is_number(word: str) -> bool:
    """Whether a word is a plain decimal number that no honest puzzle exceeds."""
    return word.isascii() and word.isdigit() and len(word) <= 9


def whole_number(word: str, line: int | None, what: str = "a number") -> int:
    """The number that a word is."""
    if not is_number(word):
        raise unlike(what, word, line)
    return int(word)


def whole_numbers(text: str, line: int) -> list[int]:
    """The numbers of one line of text, blanks or commas between them."""
    numbers = []
    column = 0
    for word in text.replace(",", " ").split():
        column = text.index(word, column)
        if not is_number(word):
            raise unlike("a number", word, line, column + 1)
        numbers.append(int(word))
        column += len(word)
    return numbers


def check_sides(height: int, width: int, line: int | None) -> None:
    """Raise FormatError unless a grid can be this large."""
    for count, name in ((height, "rows"), (width, "columns")):
        if not 1 <= count <= LARGEST_SIDE:
            raise FormatError(f"expected 1 to {LARGEST_SIDE} {name}, found {count}", line=line)


def bytes_of(text: str) -> bytes:
    """The bytes of a binary format."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        raise FormatError("expected the bytes of a binary file, found text") from None
