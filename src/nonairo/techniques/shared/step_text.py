"""What cells are, and which blocks are meant, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from nonairo.grid import ALPHABET, Cell, Symbol
from nonairo.plain import in_words
from nonairo.rules import ColouredRuns, LineRule, Runs
from nonairo.sentence_words import listed, ordinal, spell

Effect: TypeAlias = tuple[Cell, Symbol]  # a cell, and what it is
Effects: TypeAlias = tuple[Effect, ...]
Words: TypeAlias = tuple[str, ...]  # how the symbols are called in a sentence


def block_name(rule: LineRule, i: int, words: Words) -> str:
    """A block of a line as a reader finds it: the 3, the second 2, the red 4.

    >>> block_name(Runs((2, 1, 2)), 2, ("empty", "filled"))
    'the second 2'
    """
    if type(rule) is Runs:
        names = [str(length) for length in rule.clue]
    else:
        assert type(rule) is ColouredRuns
        word = dict(zip(ALPHABET, words, strict=False))
        names = [f"{word[ink]} {length}" for length, ink in rule.clue]
    if names.count(names[i]) == 1:
        return f"the {names[i]}"
    return f"the {ordinal(names[: i + 1].count(names[i]))} {names[i]}"


def result(effects: Iterable[Effect], words: Words, join: str = " and ") -> str:
    """What cells are, in words.

    >>> result([(Cell(0, 0), "1"), (Cell(0, 3), "0")], ("0", "1"))
    'r1c4 is 0 and r1c1 is 1'
    >>> colours = ("empty", "red", "blue")
    >>> result([(Cell(0, 0), "1"), (Cell(0, 1), "2"), (Cell(0, 2), "0")], colours)
    'r1c3 is empty, r1c1 is red and r1c2 is blue'
    """
    return _in_words(effects, words, "", join)


def excluded(effects: Iterable[Effect], words: Words) -> str:
    """What cells are not, in words.

    >>> excluded([(Cell(0, 0), "1"), (Cell(0, 1), "1")], ("empty", "red"))
    'r1c1 and r1c2 are not red'
    """
    return _in_words(effects, words, "not ", " and ")


def _in_words(effects: Iterable[Effect], words: Words, sign: str, join: str) -> str:
    parts = each_symbol(effects, words, sign, join)
    return listed(parts) if join == " and " else join.join(parts)


def each_symbol(
    effects: Iterable[Effect], words: Words, sign: str = "", join: str = " and "
) -> list[str]:
    """Which cells are each symbol, or are not, one symbol after the other."""
    effects = tuple(effects)
    parts = []
    for symbol, word in zip(ALPHABET, words, strict=False):
        cells = [cell for cell, value in effects if value == symbol]
        if cells:
            together = spell(cells) if join == " and " else join.join(map(str, cells))
            verb = "is" if len(cells) == 1 or join != " and " else "are"
            parts.append(f"{together} {verb} {sign}{word}")
    return parts


def were(effects: Iterable[Effect], words: Words) -> str:
    """What cells might be, in words: r1c1 were red or blue."""
    name, values = dict(zip(ALPHABET, words, strict=False)), dict[Cell, list[str]]()
    for cell, symbol in effects:
        values.setdefault(cell, []).append(name[symbol])
    return " or ".join(f"{cell} were {listed(each, 'or')}" for cell, each in values.items())


def with_cells(cells: Iterable[Effect], words: Words) -> str:
    """The known cells with which a sentence begins; nothing if there are none.

    >>> with_cells([(Cell(0, 0), "1"), (Cell(0, 3), "0")], ("empty", "filled"))
    'with r1c4 empty and r1c1 filled, '
    """
    of: dict[Symbol, list[Cell]] = {}
    for cell, symbol in cells:
        of.setdefault(symbol, []).append(cell)
    pairs = zip(ALPHABET, words, strict=False)
    given = listed([f"{spell(of[symbol])} {word}" for symbol, word in pairs if symbol in of])
    return f"with {given}, " if given else ""


def counted(effects: Effects, words: Words) -> str:
    """How many cells are each symbol: for sentences in which all of them are too many."""
    parts = []
    for symbol, word in zip(ALPHABET, words, strict=False):
        number = sum(value == symbol for _, value in effects)
        if number:
            parts.append(f"{in_words(number, 'cell')} {'is' if number == 1 else 'are'} {word}")
    return listed(parts)
