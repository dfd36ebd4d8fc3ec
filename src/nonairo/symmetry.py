"""The same puzzle rotated, mirrored, or with its symbols exchanged.

Rotated and mirrored copies of a puzzle get the same grade, because they have the same `canonical`
image, which is the one that is graded. An extra line keeps its rule, and its cells are moved in the
same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from nonairo.grid import SYMBOLS, Cell, Grid
from nonairo.limits import poll_supervision
from nonairo.puzzle import ExtraLine, Puzzle
from nonairo.rules import Anything, Balanced, Both, LineRule, Ones, Runs, Signs

# Whose mirror image is known; not what is derived from them.
MIRRORED = (Runs, Balanced, Signs, Anything)
SWAPPED = str.maketrans("01", "10")
_Line: TypeAlias = tuple[tuple[Cell, ...], str, str, LineRule]  # cells, rule as text, axis, rule


def images(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle itself and all its images, metadata left behind.

    >>> from nonairo.kinds import from_id
    >>> len({image.id for image in images(from_id("nonogram:1/2;2/1"))})
    4
    """
    bare = replace(puzzle, title=None, author=None, source=None, solution=None, extra={})
    if puzzle.more_lines:
        yield from (_with_lines(image, lines) for _, image, lines in _shaped_images(bare))
        return
    known = all(_is_known(puzzle.rule(place)) for place in puzzle.places())
    if puzzle.symbols != SYMBOLS or not known:
        yield bare  # of other rules nobody knows how they read from the other end
        yield transpose(bare)
        return
    for symbols in (bare, swap_symbols(bare)):
        if symbols is not None:
            yield from _turned(symbols)


def _turned(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle turned and mirrored in all eight ways."""
    for turned in (puzzle, transpose(puzzle)):
        for mirrored in (turned, mirror(turned)):
            yield mirrored
            yield flip(mirrored)


def canonical(puzzle: Puzzle) -> Puzzle:
    """The image that stands for all of them."""
    if puzzle.more_lines:
        bare = replace(puzzle, title=None, author=None, source=None, solution=None, extra={})
        _, image, lines = min(_shaped_images(bare), key=lambda each: each[0])
        return _with_lines(image, lines)
    found = list(images(puzzle))
    least = min((image.height, image.givens.cells) for image in found)
    return min((image for image in found if (image.height, image.givens.cells) == least), key=_key)


def _shaped_images(puzzle: Puzzle) -> Iterator[tuple[tuple[object, ...], Puzzle, list[_Line]]]:
    """For all images of a puzzle: how to order them, their rows and columns, their extra lines.

    Of other rules nobody knows how they read from the other end: then the puzzle alone.
    """
    rules = {puzzle.rule(place) for place in puzzle.places() if place.axis in ("row", "column")}
    if not all(map(_is_known, rules)):
        yield (), puzzle, []
        return
    crossing = replace(puzzle, more_lines=())
    for image, numbers in zip(_turned(crossing), _turned_numbers(puzzle), strict=True):
        cells = [cell for row in numbers for cell in row]
        moved = {cell: Cell(*divmod(k, image.width)) for k, cell in enumerate(cells)}
        lines: list[_Line] = []
        poll_supervision()
        for line in puzzle.more_lines:
            own = [moved[row * puzzle.width + col] for row, col in line.cells]
            if type(line.rule) is Ones:
                own.sort()  # such a rule reads them in any order
            lines.append((tuple(own), repr(line.rule), line.axis, line.rule))
        lines.sort(key=lambda line: line[:3])
        key = image.height, image.givens.cells, [line[:3] for line in lines], _key(image)
        yield key, image, lines


def _with_lines(image: Puzzle, lines: list[_Line]) -> Puzzle:
    """An image with its extra lines, which are named and sorted by their cells."""
    more = tuple(ExtraLine(axis, axis, own, rule) for own, _, axis, rule in lines)
    return replace(image, more_lines=more) if lines else image


def _turned_numbers(puzzle: Puzzle) -> Iterator[list[list[int]]]:
    """The numbers of the cells, row by row, in the order of `_turned`."""
    width = puzzle.width
    rows = [[*range(row * width, (row + 1) * width)] for row in range(puzzle.height)]
    for turned in (rows, [list(column) for column in zip(*rows, strict=True)]):
        for mirrored in (turned, [row[::-1] for row in turned]):
            yield mirrored
            yield mirrored[::-1]


def _key(puzzle: Puzzle) -> tuple[object, ...]:
    rules = [[repr(rule) for rule in side] for side in (puzzle.row_rules, puzzle.col_rules)]
    return rules, puzzle.rules


def transpose(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with rows and columns exchanged."""
    assert not puzzle.more_lines, "they would have to be rotated, too"
    return replace(
        puzzle,
        givens=puzzle.givens.transpose(),
        row_rules=puzzle.col_rules,
        col_rules=puzzle.row_rules,
    )


def mirror(puzzle: Puzzle) -> Puzzle:
    """Left becomes right."""
    assert not puzzle.more_lines, "they would have to be rotated, too"
    return replace(
        puzzle,
        givens=Grid(
            puzzle.height, puzzle.width, "".join(row[::-1] for row in puzzle.givens.rows())
        ),
        row_rules=tuple(map(_backwards, puzzle.row_rules)),
        col_rules=puzzle.col_rules[::-1],
    )


def flip(puzzle: Puzzle) -> Puzzle:
    """Top becomes bottom."""
    return transpose(mirror(transpose(puzzle)))


def swap_symbols(puzzle: Puzzle) -> Puzzle | None:
    """Zeros become ones; None where the rules are not about both alike."""
    assert not puzzle.more_lines, "their rules would have to be exchanged, too"
    rules = [*puzzle.row_rules, *puzzle.col_rules]
    swapped = [other for rule in rules if (other := _swapped(rule)) is not None]
    if len(swapped) < len(rules):
        return None
    names = {"ones": "zeros", "zeros": "ones"}
    return replace(
        puzzle,
        givens=Grid(puzzle.height, puzzle.width, puzzle.givens.cells.translate(SWAPPED)),
        row_rules=tuple(swapped[: puzzle.height]),
        col_rules=tuple(swapped[puzzle.height :]),
        rules="-".join(names.get(word, word) for word in puzzle.rules.split("-")),
    )


def _is_known(rule: LineRule) -> bool:
    """Whether it is known how a rule reads from the other end."""
    if type(rule) is Both:
        return all(map(_is_known, rule.rules))
    return type(rule) in MIRRORED


def _swapped(rule: LineRule) -> LineRule | None:
    """The rule with zeros for ones; None where it is not about both alike."""
    if type(rule) is Balanced:
        return Balanced(rule.ones, rule.zeros, rule.longest)
    if type(rule) is Both:
        parts = tuple(part for each in rule.rules if (part := _swapped(each)) is not None)
        return Both(parts) if len(parts) == len(rule.rules) else None
    return rule if type(rule) is Signs else None


def _backwards(rule: LineRule) -> LineRule:
    """The rule of the line read from its other end."""
    if type(rule) is Both:
        return Both(tuple(map(_backwards, rule.rules)))
    if type(rule) is Signs:
        return Signs(rule.between[::-1])
    return Runs(rule.clue[::-1]) if type(rule) is Runs else rule
