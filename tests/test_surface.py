"""The public surface is what is stored: a change of it is seen, and meant."""

from __future__ import annotations

from difflib import unified_diff

from surface import STORED, registers, surface

ADVICE = "if this is meant, run `python tests/surface.py --write` and say so in CHANGELOG.md"


def added() -> list[tuple[str, str]]:
    """The things in lists, each with its list, that are not stored."""
    lines = STORED.read_text(encoding="utf-8").splitlines()
    first = lines.index("# registered") + 1
    stored = dict(line.split(": ", 1) for line in lines[first : lines.index("", first)])
    return [
        (name, each)
        for name, items in registers().items()
        for each in items
        if each not in stored[name].split()
    ]


def test_the_public_surface_is_the_stored_one() -> None:
    stored = STORED.read_text(encoding="utf-8").splitlines()
    now = surface(left_out=added()).splitlines()  # the next test asks for what was added
    changes = list(unified_diff(stored, now, "stored", "now", lineterm="", n=0))
    assert not changes, "\n".join([ADVICE, *changes])


def test_everything_that_is_listed_is_stored() -> None:
    assert added() == [], ADVICE
