"""What a kind of puzzle brings along: its rule, how it is written, and how its faults are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nonairo.candidates import masks_of
from nonairo.grid import Grid, Line
from nonairo.line_solver import kernel
from nonairo.puzzle import Puzzle
from nonairo.rules import LineRule


class Fault(NamedTuple):
    """How one line breaks its rule: the rule's name, where along the line, and a sentence."""

    rule: str
    positions: tuple[int, ...]
    message: str


def no_completion(rule: LineRule, line: Line) -> Iterator[Fault]:
    """The fault that any rule can have: the line cannot be finished."""
    if not kernel(rule, len(line)).possible(masks_of(line)):
        known = tuple(k for k, symbol in enumerate(line) if symbol != ".")
        yield Fault("line", known, "the line cannot be completed")


def nothing_obvious(puzzle: Puzzle) -> str | None:
    """For kinds that have no quick way to see that a puzzle cannot be solved."""
    return None


def no_label(rule: LineRule) -> tuple[str, ...]:
    """For kinds whose lines have nothing written beside them."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of puzzle. One file in `kinds/`, one entry in `KINDS`."""

    name: str
    summary: str
    read: Callable[[str, str], Puzzle]  # the body of an id, and the rules named in it
    write: Callable[[Puzzle], str]  # the body of the id
    from_record: Callable[[Mapping[str, object]], Puzzle]  # a JSON object, without metadata
    to_record: Callable[[Puzzle], dict[str, object]]
    blank: Callable[[int, int, str], Puzzle]  # a puzzle of this size about which nothing is given
    pose: Callable[[Grid, str], Puzzle]  # the puzzle to which this grid is an answer
    pictured: bool = False  # the answer is a picture, and the question follows from it
    glyphs: str = "01"  # how a person likes to see the two symbols
    words: tuple[str, str] = ("0", "1")  # what they are called in a sentence
    label: Callable[[LineRule], tuple[str, ...]] = no_label  # what is written beside a line
    aliases: Mapping[str, str] | None = None  # other names in ids, and the rules they stand for
    faults: Callable[[LineRule, Line], Iterator[Fault]] = no_completion
    obvious: Callable[[Puzzle], str | None] = nothing_obvious  # why it plainly has no solution
