"""The tree of a search, as a scene: boards, the value of each try, where it failed.

Every node is the board after a try and what followed from it, with the cell that was tried framed,
as the legend at the top says. Its value stands above the board, the reason of a failure below it.
Children come in the order in which they were tried; a value that was not tried, because enough
solutions were known, is a dashed line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import ceil

from nonairo.events import Change, Event, after
from nonairo.grid import Cell, Grid
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of, line
from nonairo.render.scene import Marks, Scene, board_scene
from nonairo.render.shapes import AnyShape, Placed, Rectangle
from nonairo.render.text import heading
from nonairo.render.text_layout import LINE, width_of, wrap, write_line

MOST_NODES = 64  # that a picture shows
MOST_CELLS = 100  # of a board
GAP, LABEL, LETTERS, LINES = 16.0, 14.0, 1.2, 4  # between nodes; above them; below them
SOLUTION, OPEN = "solution", "not tried"
LEGEND = "yellow: what was tried"


@dataclass(slots=True)
class Node:
    """A state of the search."""

    grid: Grid
    guess: Change | None = None
    end: str = ""  # a failure in words, a solution, or nothing
    children: list[Node] = field(default_factory=list)
    tried: tuple[Change, ...] = ()  # all that was put there, which may be a line

    @property
    def label(self) -> str:
        """What stands above the board."""
        if self.guess is not None:
            return f"{self.guess[0]} = {self.guess[1]}"
        return "".join(symbol for _, symbol in self.tried)


class SearchTree:
    """An observer of an engine that searches, which collects the nodes of its search.

    >>> import nonairo as nn
    >>> puzzle = nn.parse("binairo:../..")
    >>> tree = SearchTree(puzzle)
    >>> result = nn.solve(puzzle, "guess:cell=first", observer=tree)
    >>> [(str(child.guess[0]), child.guess[1], child.end) for child in tree.root.children]
    [('r1c1', '0', 'solution 1'), ('r1c1', '1', 'solution 2')]
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.root = Node(puzzle.givens)
        self.number = 1
        self._path = [(0, self.root)]  # with their depths
        self._solutions = 0

    def __call__(self, event: Event) -> None:
        """Add what happened. A node begins as its parent, so what is undone does not matter."""
        is_line = event.kind in ("successor", "reject") and bool(event.cells)
        is_try = event.depth > 0 and (event.kind == "place" or is_line)
        self.number += is_try
        if self.too_large:  # to draw: from here on, nodes are only counted
            return
        if is_try or event.kind == "undo":
            while self._path[-1][0] >= max(event.depth, 1):
                self._path.pop()
        _, node = self._path[-1]
        if is_try:
            grid = node.grid.fill(dict(event.cells))
            guess = event.cells[0] if len(event.cells) == 1 else None
            node.children.append(Node(grid, guess, tried=event.cells))
            node = node.children[-1]
            self._path.append((event.depth, node))
        if event.kind == "reject" or (is_try and event.valid is False):
            why = (event.criterion or "").removeprefix("contradiction: ")
            node.end = f"fails: {why or 'contradiction'}"
        elif event.kind == "solution":
            self._solutions += 1
            node.end = f"{SOLUTION} {self._solutions}"
        elif event.kind == "deduce":
            node.grid = after(node.grid, event)

    @property
    def too_large(self) -> bool:
        """Whether there are more nodes than a picture shows."""
        return self.number > MOST_NODES


def tree_scene(tree: SearchTree) -> Scene:
    """Draw the tree from its root at the top to its leaves."""
    _add_open(tree.root, tree.puzzle.symbols)
    board = _board(tree.puzzle, tree.root)
    across = board.width + GAP
    places: dict[int, tuple[float, int]] = {}
    leaves = _place(tree.root, 0, 0, places)
    heights = _heights(tree.root, places, board)
    tops = [*accumulate(heights, initial=GAP)]  # of the levels, and the bottom
    legend = LEGEND if tree.root.children else ""
    width = ceil(max(leaves * across, width_of(legend, LETTERS) + GAP) + GAP)
    height = ceil(tops[-1])
    shapes: list[AnyShape] = [Rectangle(x=0, y=0, width=width, height=height, fill="paper")]
    if legend:  # in the place of the label that the root does not have
        shapes.append(write_line(legend, GAP, GAP / 2, LETTERS))
    for node in _nodes(tree.root):
        column, level = places[id(node)]
        x, y = GAP + column * across, tops[level]
        for child in node.children:
            to, _ = places[id(child)]
            begin = (x + board.width / 2, y + LABEL + board.height)
            end = (GAP + to * across + board.width / 2, tops[level + 1])
            shapes.append(line(begin, end, stroke="quiet", pen=1))
        shapes += _shapes(tree.puzzle, node, x, y, board)
    return Scene(width, height, f"search tree of {heading(tree.puzzle)}", tuple(shapes))


def _nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _nodes(child)


def _add_open(root: Node, symbols: str) -> None:
    """Add the values that were not tried, where there are two."""
    for node in list(_nodes(root)):
        guess = node.children[0].guess if len(node.children) == 1 else None
        if guess is not None and len(symbols) == 2:
            (other,) = set(symbols) - {guess[1]}
            node.children.append(Node(node.grid, (guess[0], other), OPEN))


def _place(node: Node, level: int, first: float, places: dict[int, tuple[float, int]]) -> float:
    """Give every node a column and a level; returns the first column that is free behind it."""
    begin = first
    for child in node.children:
        first = _place(child, level + 1, first, places)
    columns = [places[id(child)][0] for child in node.children]
    places[id(node)] = ((columns[0] + columns[-1]) / 2 if columns else begin), level
    return max(first, begin + 1)


def _heights(root: Node, places: dict[int, tuple[float, int]], board: Scene) -> list[float]:
    """Return the height of every level: a label, a board, and the longest text below it."""
    lines: dict[int, int] = {}
    for node in _nodes(root):
        level = places[id(node)][1]
        lines[level] = max(lines.get(level, 0), len(_ending(node, board)))
    return [
        LABEL + board.height + (4 + lines[level] * LINE * LETTERS if lines[level] else 0) + GAP
        for level in sorted(lines)
    ]


def _ending(node: Node, board: Scene) -> list[str]:
    """Return how a node ended, in lines as wide as its board."""
    return [] if node.end == OPEN else wrap(node.end, board.width, LETTERS, LINES)


def _board(puzzle: Puzzle, node: Node) -> Scene:
    """Return the board of a node; its givens are bold even where nothing else is filled."""
    framed: frozenset[Cell] = frozenset(dict(node.tried))
    board = replace(board_of(puzzle, node.grid), given=puzzle.givens)
    return board_scene(board, "", Marks(made=framed))


def _shapes(puzzle: Puzzle, node: Node, x: float, y: float, size: Scene) -> Iterator[AnyShape]:
    """A node: the guess above its board, and how it ended below."""
    middle, top = x + size.width / 2, y + LABEL
    if node.label:
        yield Rectangle(x=x, y=y, width=size.width, height=LABEL, fill="paper")
        yield write_line(node.label, middle, y + 3, LETTERS, align=0.5)
    if node.end == OPEN:
        yield line(*_dashes(x, top, size.width), stroke="quiet", pen=1)
        yield write_line(OPEN, middle, top + 6, LETTERS, align=0.5, stroke="quiet")
        return
    yield Placed(shapes=_board(puzzle, node).shapes, x=x, y=top, scale=1)
    failed = node.end.startswith("fails")
    if failed:
        box = (x + 3, top + 3), (x + size.width - 3, top + size.height - 3)
        (left, up), (right, down) = box
        yield line((left, up), (right, down), (right, up), (left, down), stroke="wrong", pen=1.5)
    for k, text in enumerate(_ending(node, size)):
        yield write_line(
            text,
            middle,
            top + size.height + 4 + k * LINE * LETTERS,
            LETTERS,
            align=0.5,
            stroke="wrong" if failed else "ink",
        )


def _dashes(x: float, y: float, width: float) -> list[tuple[float, float]]:
    """The ends of dashes in a row."""
    return [(x + 8 * k + end, y) for k in range(int(width // 8)) for end in (0, 4)]
