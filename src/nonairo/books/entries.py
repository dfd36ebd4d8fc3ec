"""A puzzle of a book, and what is written about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nonairo.grid import Grid
from nonairo.kinds import appearance_of, kind_of
from nonairo.plain import many, visible
from nonairo.puzzle import Puzzle
from nonairo.render.scene import without_spoilers

STANDARD = "standard"
SIGNS, COLOURS = "signs", "colours"
FULL, EMPTY = "\N{BLACK STAR}", "\N{WHITE STAR}"
MOST_STARS = 8
LONGEST_TITLE = 300  # letters of a title that are printed


@dataclass(frozen=True, slots=True)
class BookPuzzle:
    """A puzzle of a book. Its level is a number and a name; None and a name if it has none."""

    puzzle: Puzzle
    solution: Grid
    level: int | None
    level_name: str
    hints: tuple[str, ...] = ()  # where to look, in the order of solving
    techniques: tuple[str, ...] = ()  # the names in them, as ids

    @property
    def title(self) -> str:
        """The title to stand beside the solution."""
        return visible(self.puzzle.title or "")[:LONGEST_TITLE]

    @property
    def open_title(self) -> str:
        """The title to stand beside the puzzle: none that gives a picture away."""
        return visible(without_spoilers(self.puzzle).title or "")[:LONGEST_TITLE]

    @property
    def stars(self) -> str:
        """The level as stars and a word."""
        return in_stars(self.level, self.level_name)


def in_stars(level: int | None, name: str) -> str:
    """A level as stars and a word; only the word if it is not known.

    >>> print(in_stars(3, "Medium"))
    ★★★☆☆☆☆☆ Medium
    """
    return name if level is None else f"{FULL * level}{EMPTY * (MOST_STARS - level)} {name}"


def rules_of(puzzle: Puzzle) -> tuple[str, ...]:
    """The rules to explain: those besides the usual ones, signs and colours; else `standard`.

    >>> from nonairo.kinds import from_id
    >>> rules_of(from_id("binairo@no-distinct:.0/1.;x/.;.."))
    ('no-distinct', 'signs')
    """
    kind = kind_of(puzzle)
    known = kind.rule_examples or {}
    rules = [rule for rule in puzzle.rules.split("+") if rule in known]
    rules += [SIGNS] if kind.marks(puzzle) else []
    rules += [COLOURS] if appearance_of(puzzle).colours else []
    return tuple(rules) or (STANDARD,)


def name_of(puzzle: Puzzle) -> tuple[str, str]:
    """What players call a puzzle, and the rule that this name stands for.

    >>> from nonairo.kinds import from_id
    >>> name_of(from_id("binairo@no-distinct:.0/1.;x/.;.."))
    ('Tango', 'no-distinct')
    >>> name_of(from_id("binairo@no-distinct:.0/1."))
    ('Unruly', 'no-distinct')
    """
    kind = kind_of(puzzle)
    rules, has_signs = puzzle.rules.split("+"), bool(kind.marks(puzzle))
    for name, rule in (kind.aliases or {}).items():
        with_signs = SIGNS in (kind.presets or {}).get(name, {})
        if rule != STANDARD and rule in rules and with_signs == has_signs:
            return name.capitalize(), rule
    return puzzle.kind.capitalize(), STANDARD


def in_words(puzzle: Puzzle) -> str:
    """Name, size and rules of a puzzle in words.

    >>> from nonairo.kinds import from_id
    >>> in_words(from_id("binairo@odd-more-ones:11.../1...1/...11/..11./.11.1"))
    'Binairo 5x5, odd: one more 1 in every line'
    >>> in_words(from_id("binairo@no-distinct:.0/1.;x/.;.."))
    'Tango 2x2, = equal, x different'
    """
    name, rule = name_of(puzzle)
    return ", ".join([f"{name} {puzzle.height}x{puzzle.width}", *_more(puzzle, rule)])


def _more(puzzle: Puzzle, implied: str) -> Iterator[str]:
    """A few words about each rule besides the usual ones and the one that its name implies."""
    kind, appearance = kind_of(puzzle), appearance_of(puzzle)
    words = kind.rule_words or {}
    colours = len(appearance.colours) - 1
    if colours > 0:
        yield many(colours, "colour")
    else:
        for rule in (each for each in puzzle.rules.split("+") if each not in (STANDARD, implied)):
            yield words.get(rule, visible(rule).replace("-", " "))
    if kind.marks(puzzle):
        yield "= equal, x different"
