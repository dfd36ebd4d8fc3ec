"""The kinds of puzzle. To add one: write `kinds/NAME.py` with a `KIND`, and list it here."""

from __future__ import annotations

from nonairo.errors import FormatError, PuzzleError
from nonairo.kinds.base import UNLISTED, Appearance, Kind, refuse
from nonairo.plain import brief, did_you_mean
from nonairo.puzzle import Puzzle
from nonairo.registry import Register


def _read_example(kind: Kind) -> Puzzle:
    """The example of a kind that is not listed yet."""
    head, _, body = kind.example.partition(":")
    return kind.read(body, head.partition("@")[2] or "standard")


KINDS: Register[Kind] = Register(
    __name__,
    {
        "binairo": "binairo.KIND",
        "nonogram": "nonogram.KIND",
        "kakurasu": "kakurasu.KIND",
        "trinairo": "trinairo.KIND",
        "mosaic": "mosaic.KIND",
    },
    extended_by=Kind,
    try_out=_read_example,
)


USUAL = ("binairo", "nonogram")  # kinds whose usual ids the core reads
LONGEST_ID = 1 << 20  # characters that are read at once; longer texts are read as files are


def kind_of(puzzle: Puzzle) -> Kind:
    """The kind of a puzzle; one of no listed kind has what every kind has for nothing."""
    return KINDS.get(puzzle.kind, UNLISTED)


def summary_of(puzzle: Puzzle) -> str:
    """The rules of a puzzle in words."""
    kind = kind_of(puzzle)
    return kind.summary if kind.in_words is None else kind.in_words(puzzle)


def appearance_of(puzzle: Puzzle) -> Appearance:
    """How its symbols are shown; a kind may name only the first of them."""
    kind = kind_of(puzzle)
    if kind.appearance is not None:
        return kind.appearance(puzzle)
    symbols, words = puzzle.symbols, kind.words
    return Appearance(
        kind.glyphs[: len(symbols)] + symbols[len(kind.glyphs) :],
        (*words[: len(symbols)], *symbols[len(words) :]),
    )


def check_own_rules(puzzle: Puzzle) -> None:
    """Raise PuzzleError for a puzzle that would be another one when it is read again."""
    if puzzle.kind not in KINDS:
        refuse()
    if not has_rules_of_kind(puzzle):
        raise PuzzleError(f"this {puzzle.kind} has rules of its own, which cannot be written down")


def has_rules_of_kind(puzzle: Puzzle) -> bool:
    """Whether a puzzle asks what its kind and the names of its rules say.

    Puzzles put together by hand under the name of a kind may have rules that it has not.
    """
    kind = KINDS.get(puzzle.kind)
    try:
        if kind is None:
            return False
        if not kind.posed:  # most have the same rules as a blank board: much faster
            blank = kind.blank(puzzle.height, puzzle.width, puzzle.rules)
            if blank.with_givens(puzzle.givens) == puzzle:
                return True
        return from_id(puzzle.id) == puzzle
    except PuzzleError:
        return False


def named_kind(name: str) -> tuple[Kind, str] | None:
    """The kind of this name or alias, and the rules that the name stands for."""
    if name in KINDS:
        return KINDS[name], "standard"
    for kind in KINDS.values():
        if kind.aliases and name in kind.aliases:
            return kind, kind.aliases[name]
    return None


def kind_names() -> list[str]:
    """The names of all kinds, and then their other names.

    >>> kind_names()[:7]
    ['binairo', 'nonogram', 'kakurasu', 'trinairo', 'mosaic', 'unruly', 'tango']
    """
    return [*KINDS, *(alias for kind in KINDS.values() for alias in kind.aliases or ())]


def split_id(text: str) -> tuple[Kind, str, str] | None:
    """Kind, rules and body of a one-line id; None if the text does not start like one."""
    head, colon, body = text.partition(":")
    name, at, rules = head.partition("@")
    found = named_kind(name.strip().lower()) if colon else None
    if found is None:
        return None
    kind, implied = found
    if not at:
        return kind, implied, body
    return kind, rules if implied == "standard" else f"{implied}+{rules}", body


def meant_kind(text: str) -> str:
    """What to add to an error about a text that starts like a mistyped id; else nothing.

    >>> meant_kind("binario:1./..")
    '; did you mean binairo:?'
    """
    head, colon, _ = text.partition(":")
    if not colon:
        return ""
    return did_you_mean(head.partition("@")[0], kind_names(), ":")


def parse_id(text: str) -> Puzzle | None:
    """Return the puzzle of a one-line id; None for any other text, which some format may read.

    >>> parse_id("binairo:0./..").id, parse_id("0./..")
    ('binairo:0./..', None)
    """
    if len(text) > LONGEST_ID or not text.isprintable():  # other texts may be several ids
        return None
    name, _, body = text.partition(":")
    if name in USUAL:
        reader = KINDS[name].read_at_once
        puzzle = None if reader is None else reader(body)
        if puzzle is not None:
            return puzzle
    parts = split_id(text.strip())
    if parts is None:
        return None
    kind, rules, body = parts
    try:
        return _read_body(text, kind, rules, body)
    except PuzzleError as error:
        raise FormatError(str(error), line=1) from None


def from_id(text: str) -> Puzzle:
    """The puzzle of a one-line id.

    >>> from_id("unruly:0./..").rules
    'no-distinct'
    """
    parts = split_id(text.strip())
    if parts is None:
        expected = "one of " + ", ".join(f"'{name}:'" for name in KINDS)
        found = f"found {brief(text)}{meant_kind(text)}"
        raise PuzzleError(f"expected an id that starts with {expected}, {found}")
    kind, rules, body = parts
    return _read_body(text, kind, rules, body)


def _read_body(text: str, kind: Kind, rules: str, body: str) -> Puzzle:
    """The puzzle of an id that was split."""
    if not body.strip():
        expected = "rows" if kind.typed == "cells" else "row clues;column clues"
        raise PuzzleError(f"expected {expected} after '{text.strip()}'")
    return kind.read(body.strip(), rules)
