"""The kinds of puzzle. To add one: write `kinds/NAME.py` with a `KIND`, and list it here."""

from __future__ import annotations

from nonairo.errors import PuzzleError
from nonairo.kinds.base import UNLISTED, Kind
from nonairo.puzzle import Puzzle
from nonairo.registry import Register

KINDS: Register[Kind] = Register(
    __name__,
    {
        "binairo": "binairo.KIND",
        "nonogram": "nonogram.KIND",
        "kakurasu": "kakurasu.KIND",
    },
)


def kind_of(puzzle: Puzzle) -> Kind:
    """The kind of a puzzle; one of no listed kind has what every kind has for nothing."""
    return KINDS.get(puzzle.kind, UNLISTED)


def named_kind(name: str) -> tuple[Kind, str] | None:
    """The kind of this name or alias, and the rules that the name stands for."""
    if name in KINDS:
        return KINDS[name], "standard"
    for kind in KINDS.values():
        if kind.aliases and name in kind.aliases:
            return kind, kind.aliases[name]
    return None


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


def from_id(text: str) -> Puzzle:
    """The puzzle of a one-line id.

    >>> from_id("unruly:0./..").rules
    'no-distinct'
    """
    parts = split_id(text.strip())
    if parts is None:
        expected = " or ".join(f"'{name}:'" for name in KINDS)
        raise PuzzleError(f"expected an id that starts with {expected}, found {text!r:.40}")
    kind, rules, body = parts
    return kind.read(body.strip(), rules)
