"""What an animation shows of each event: the grid, clashing cells, the program's line, the tree."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from nonairo.checking import check
from nonairo.engines.base import Engine
from nonairo.engines.code_lines import Code, CodeLine
from nonairo.events import Event, after
from nonairo.grid import Cell, Grid
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.render.terminal_grid import Marked

MOST_KEPT = 10_000  # events that one can step back to,
MOST_CELLS = 50_000_000  # unless their grids have more cells


@dataclass(slots=True, eq=False)
class TreeNode:
    """A try of the search, and the one that it goes on from."""

    parent: TreeNode | None
    depth: int
    label: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """The search after an event."""

    event: Event
    grid: Grid  # with what was tried, even if it was refused
    line: CodeLine | None
    node: TreeNode
    tries: int  # so far
    failed: int

    @property
    def goes_back(self) -> bool:
        return self.event.kind == "undo"


class Frames:
    """The last frames of a search, and which of them is shown: the newest, or one before it."""

    def __init__(self, puzzle: Puzzle, engine: Engine) -> None:
        self.puzzle = puzzle
        self.code = Code(engine)
        most = min(MOST_KEPT, MOST_CELLS // len(puzzle.givens.cells))
        self.kept: deque[Frame] = deque(maxlen=most)
        self.back = 0  # how many frames before the newest
        self._grid = puzzle.givens
        self._node = TreeNode(None, 0)
        self._tries = self._failed = 0

    def add(self, event: Event) -> Frame:
        """Take in an event; the newest frame is shown."""
        tried = self._grid.fill(dict(event.cells)) if event.cells else self._grid
        self._grid = after(self._grid, event)
        self._grow(event)
        line = self.code.line(event)
        frame = Frame(event, tried, line, self._node, self._tries, self._failed)
        self.kept.append(frame)
        self.back = 0
        return frame

    def _grow(self, event: Event) -> None:
        """Follow the search in its tree: up to the node that an event goes on from, and down."""
        is_try = event.kind in ("place", "successor") or (event.kind == "reject" and event.cells)
        if not is_try and event.kind != "undo":
            self._failed += event.kind == "reject"
            return
        while self._node.parent is not None and self._node.depth >= event.depth:
            self._node = self._node.parent
        if is_try and event.depth:
            self._tries += 1
            self._failed += event.valid is False
            self._node = TreeNode(self._node, event.depth, _label(event))

    @property
    def shown(self) -> Frame:
        return self.kept[-1 - self.back]

    def step(self, by: int) -> bool:
        """Show another frame; False where there is none."""
        back = self.back - by
        if not 0 <= back < len(self.kept):
            return False
        self.back = back
        return True

    def to_backtrack(self, way: int) -> bool:
        """Show the next frame that goes back, or the last one; False where there is none."""
        at = len(self.kept) - 1 - self.back
        numbers = range(at + 1, len(self.kept)) if way > 0 else range(at - 1, -1, -1)
        found = next((number for number in numbers if self.kept[number].goes_back), None)
        if found is None:
            return False
        self.back = len(self.kept) - 1 - found
        return True

    def marked(self) -> Marked:
        """The grid of the frame that is shown: what was tried, and what it clashes with."""
        frame = self.shown
        event, refused = frame.event, frame.event.valid is False
        tried = dict(event.cells)
        alone = tried if len(tried) == 1 or refused else ()  # a row is seen without signs
        roles: dict[Cell, str] = dict.fromkeys(alone, "broken" if refused else "made")
        if refused and tried:
            roles = dict.fromkeys(clashing(self.puzzle, frame.grid, set(tried)), "seen") | roles
        return Marked(frame.grid, roles)

    def tree(self) -> str:
        """Where the search is in its tree, in a line."""
        frame = self.shown
        labels: list[str] = []
        node: TreeNode | None = frame.node
        while node is not None and node.parent is not None:
            labels.append(node.label)
            node = node.parent
        path = " > ".join(reversed(labels))
        return f"tree: {many(frame.tries + 1, 'node')}, {frame.failed:,} failed" + (
            f"; {path}" if path else ""
        )

    def program(self) -> tuple[str, list[str], int] | None:
        """The program of the frame: its name, its lines, and the one that is marked, from 0."""
        at = self.shown.line
        if at is None:
            return None
        text = self.code.texts[at.text]
        return text.name, text.text.splitlines(), at.line - 1


def clashing(puzzle: Puzzle, grid: Grid, tried: set[Cell]) -> set[Cell]:
    """Return the cells that break a rule together with those that were tried.

    >>> import nonairo as nn
    >>> puzzle = nn.parse("binairo:00../..../..../....")
    >>> sorted(clashing(puzzle, puzzle.givens.fill({nn.Cell(0, 2): "0"}), {nn.Cell(0, 2)}))
    [Cell(row=0, col=0), Cell(row=0, col=1)]
    """
    blamed = [set(violation.cells) for violation in check(puzzle, grid)]
    return {cell for cells in blamed if cells & tried for cell in cells} - tried


def _label(event: Event) -> str:
    if len(event.cells) == 1:
        cell, symbol = event.cells[0]
        return f"{cell}={symbol}"
    line = "".join(symbol for _, symbol in event.cells)
    return f"{event.place}={line}" if event.place else f"{len(event.cells)} cells"
