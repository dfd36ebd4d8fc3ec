"""The program text of an engine, and which of its lines does what an event reports.

The published engines have plain texts (`nonairo.engines.plain`), which report nothing themselves.
So an event is matched with a line by a quotation: a part of the line that stands nowhere else in
the text. A test runs the plain texts and checks that they execute these lines in this order. An
engine from a file of the user (`nonairo.own_engines`) names its lines itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

from nonairo.engines.base import Engine
from nonairo.events import Event

# By the kind of an event, and after a colon what it begins with or how it ended.
Quotations: TypeAlias = Mapping[str, str]

WALK = {
    "visit": "row, col = divmod(cell, len(board))",
    "place": "if is_valid(board, row, col):",
    "place:count": "return all(line.count(symbol) <=",
    "place:adjacent": "return False",
    "place:distinct": "return not same_row and not same_column",
    "undo": 'for symbol in "01":\n            board',
    "undo:failed": 'board[row][col] = "."',
    "reject": "if all(is_valid(board, row, col) for row, col in given)",
    "goal": "if row == len(board):",
    "goal:ended": "yield from walk(board, 0)",
    "solution": "yield [list(line) for line in board]",
}
ROWS = {
    "visit": "for row in successors(rows[len(placed)]",
    "successor": "if is_valid([*placed, row]",
    "reject": "return all(complies(",
    "undo": "for row in successors(rows[len(placed)]",
    "goal": "if len(placed) == len(rows):",
    "solution": "yield placed",
}
ZONES = {
    "prune": "lists[other] = [value for value",
    "prune:known cells": "lists[zone] = [v for v in lists[zone] if all(",
    "deduce": "settle(box, zone, lists[zone])  # what all",
    "deduce:solitary line": "if len(lists[zone]) == 1:",
    "reject": "return board if all(box.values())",
    "round": "unknowns.append(",
    "round:before": "unknowns = [list(box.values())",
    "goal": "return board if all(box.values())",
    "solution": "return board if all(box.values())",
}
PATTERNS = {
    "deduce:pattern 1": 'line = line.replace(".", other)',
    "deduce:pattern 2": 'return "".join("10"[int(b)]',
    "deduce:pattern 3": 'filled[at + found.index(".")] = symbol',
    "round": "while board != before:",
    "goal": "return board\n",
    "solution": "return board\n",
}
GUESS = {
    "place": "return [s for line in tries for s in solve(",
    "deduce": "board = propagate(board)",
    "deduce:constraint 1": 'return "0" if "11" in pairs',
    "deduce:constraint 2": 'return "0" if ones == half',
    "deduce:constraint 3": 'return "." if not near else',
    "reject": "return []\n",
    "undo": "return [s for line in tries for s in solve(",
    "goal": "return [board] if board else []",
    "solution": "return [board] if board else []",
}
ROUNDS = ("prune", "deduce", "round")  # what an engine that also guesses does between guesses


class Text(NamedTuple):
    """A program: its name, and all of it."""

    name: str
    text: str

    def to_json(self) -> dict[str, object]:
        return {"name": self.name, "text": self.text}


class CodeLine(NamedTuple):
    """Which of an engine's texts, and which line of it, from 1."""

    text: int
    line: int


class Code:
    """The texts of an engine; `line` follows the events of one run, from the first on.

    >>> import nonairo as nn
    >>> code = Code(nn.ENGINES["walk"])
    >>> lines = code.texts[0].text.splitlines()
    >>> for event in list(nn.trace("binairo:../0.", "walk"))[:3]:
    ...     text, line = code.line(event)
    ...     print(event.kind, lines[line - 1].strip())
    visit row, col = divmod(cell, len(board))
    place return all(line.count(symbol) <= len(line) // 2 for line in lines for symbol in "01")
    place if is_valid(board, row, col):
    """

    def __init__(self, engine: Engine) -> None:
        self.texts: tuple[Text, ...] = ()
        self._quoted = QUOTED.get(engine.name, ())
        if engine.text is not None:
            self.texts = (Text(engine.name, engine.text),)
        elif self._quoted:
            self.texts = tuple(Text(f"{name}.py", plain_text(name)) for name, _ in self._quoted)
        self._before: Event | None = None

    def line(self, event: Event) -> CodeLine | None:
        """Return the line that does what the next event reports; None if no line is known."""
        before, self._before = self._before, event
        if event.line is not None:
            return CodeLine(0, event.line)
        if not self._quoted:
            return None
        inner = len(self._quoted) > 1 and event.kind in ROUNDS
        name, quotations = self._quoted[int(inner)]
        found = _quotation(quotations, event, before)
        return None if found is None else CodeLine(int(inner), line_of(name, found))


def _quotation(quotations: Quotations, event: Event, before: Event | None) -> str | None:
    """Return the quotation for an event: the most special one that there is."""
    about = event.criterion or ""
    if event.kind == "undo" and before is not None and before.kind in ("place", "undo"):
        about = "failed"  # both symbols of a later cell
    elif event.kind == "goal" and event.valid is False:
        about = "ended"
    for key, quotation in quotations.items():
        kind, _, beginning = key.partition(":")
        if kind == event.kind and beginning and about.startswith(beginning):
            return quotation
    return quotations.get(event.kind)


@cache
def plain_text(name: str) -> str:
    """Return the plain text of a published algorithm."""
    return files("nonairo.engines.plain").joinpath(f"{name}.py").read_text(encoding="utf-8")


@cache
def line_of(name: str, quotation: str) -> int:
    """Return the line of a plain text in which a quotation begins, from 1.

    >>> line_of("rows", "yield placed")
    11
    """
    before, _, after = plain_text(name).partition(quotation)
    assert after, f"{name}.py: expected {quotation!r}"
    assert quotation not in after, f"{name}.py: expected {quotation!r} once"
    return before.count("\n") + 1


QUOTED: Mapping[str, tuple[tuple[str, Quotations], ...]] = {
    "walk": (("walk", WALK),),
    "rows": (("rows", ROWS),),
    "zones": (("zones", ZONES),),
    "patterns": (("patterns", PATTERNS),),
    "guess": (("guess", GUESS),),
    "zones+guess": (("guess", GUESS), ("zones", ZONES)),
    "patterns+guess": (("guess", GUESS), ("patterns", PATTERNS)),
}
