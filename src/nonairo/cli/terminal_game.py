"""`nonairo play --terminal`: a puzzle played in the terminal, by keyboard or mouse.

`Game` is what happened: the grid, what can be undone, where the cursor is. `Screen` is how it is
shown: a part of the board around the cursor if the terminal is too small for all of it, with the
clues and numbers of the lines that are seen. The cursor of the terminal stands on the cell, so that
a screen reader follows it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from shutil import get_terminal_size as terminal_size

from nonairo.checking import check
from nonairo.cli.keyboard import CLEAR_BELOW, CLEAR_LINE, HOME, SHOW_CURSOR, Terminal
from nonairo.cli.terminal_output import styled
from nonairo.cli.text_wrapping import NO_BREAK, wrapped
from nonairo.errors import LimitReached
from nonairo.grid import UNKNOWN, Cell, Grid, Place, Symbol
from nonairo.kinds import kind_of
from nonairo.plain import in_words, many
from nonairo.puzzle import Puzzle
from nonairo.render.scene import without_spoilers
from nonairo.render.terminal_grid import Marked, Spans, box, indent_of, of_places
from nonairo.render.text import heading, layout_of
from nonairo.step_pictures import of_step

PATIENCE = 10.0  # seconds for a hint or a check
TICK = 1.0  # seconds between two looks at the clock
PAGE = 5  # cells
FIRST = Cell(0, 0)
MOST_MESSAGE = 4  # lines of a message
LEFT, RIGHT, WHEEL_UP, WHEEL_DOWN = 0, 2, 64, 65  # buttons of a mouse
MOVES = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
    "page up": (-PAGE, 0),
    "page down": (PAGE, 0),
}


@dataclass
class Game:
    """A puzzle, how far it is, what was there before, and where the cursor stands."""

    puzzle: Puzzle
    grid: Grid
    before: list[Grid] = field(default_factory=list)  # to undo
    behind: list[Grid] = field(default_factory=list)  # to redo
    at: Cell = FIRST
    message: str = ""
    marked: Marked | None = None  # what the message is about
    offered: tuple[tuple[Cell, Symbol], ...] = ()  # what a hint says, to be put in by another h
    solved: bool = False
    seconds: float = 0.0  # that it has taken

    def put(self, symbol: str) -> None:
        """Write a symbol into the cell at the cursor, or nothing, if it is not given."""
        if self.puzzle.givens[self.at] != UNKNOWN:
            self.say(f"{self.at} is given")
        else:
            self.fill(((self.at, symbol),))

    def fill(self, entries: tuple[tuple[Cell, Symbol], ...]) -> None:
        """Write symbols, which can be undone."""
        grid = self.grid.fill(dict(entries))
        if grid != self.grid and not self.solved:
            self.before.append(self.grid)
            self.behind.clear()
            self.grid = grid
            self.say("")
            self.look_at_end()

    def cycle(self, back: bool = False) -> None:
        """Write the next symbol: nothing, 1, the others, 0, and nothing again."""
        order = UNKNOWN + self.puzzle.symbols[1:] + self.puzzle.symbols[0]
        step = -1 if back else 1
        self.put(order[(order.index(self.grid[self.at]) + step) % len(order)])

    def undo(self) -> None:
        self._exchange(self.before, self.behind, "nothing to undo")

    def redo(self) -> None:
        self._exchange(self.behind, self.before, "nothing to redo")

    def _exchange(self, source: list[Grid], other: list[Grid], none: str) -> None:
        if not source:
            self.say(none)
            return
        other.append(self.grid)
        self.grid = source.pop()
        self.solved = False
        self.say("")
        self.look_at_end()

    def move(self, rows: int, cols: int) -> None:
        """Move the cursor, not beyond the edges."""
        height, width = self.grid.height, self.grid.width
        row, col = self.at.row + rows, self.at.col + cols
        self.at = Cell(min(max(row, 0), height - 1), min(max(col, 0), width - 1))

    def say(self, message: str, marked: Marked | None = None) -> None:
        self.message, self.marked, self.offered = message, marked, ()

    def finished(self) -> Grid:
        """The grid; in a picture what was left open is empty."""
        cells = self.grid.cells
        if kind_of(self.puzzle).every_picture:
            cells = cells.replace(UNKNOWN, self.puzzle.symbols[0])
        return Grid(self.grid.height, self.grid.width, cells)

    def look_at_end(self) -> None:
        """Find out whether the puzzle is solved, or full and wrong."""
        end = self.finished()
        if not end.full:
            return
        wrong = check(self.puzzle, end)
        self.solved = not wrong
        if self.grid.full and wrong:
            self.say(f"full, but not solved: {wrong[0].message}")

    def hint(self) -> None:
        """Say the next step; asked again, put it in."""
        from nonairo.hinting import hint

        if self.offered:
            self.at = self.offered[0][0]
            self.fill(self.offered)
            return
        found = hint(self.puzzle, self.grid, time_limit=PATIENCE)
        if found.kind == "step" and found.step is not None:
            self.say(f"{found} (h: apply it)", of_step(self.grid, found.step))
            self.offered = found.effects
        else:
            role = "wrong" if found.kind == "mistake" else "seen"
            self.say(str(found), of_places(self.grid, found.places, found.cells, role))

    def look_for_mistakes(self) -> None:
        """Say which rule is broken, else which entries differ from the solution."""
        from nonairo.api import solve

        broken = check(self.puzzle, self.grid)
        if broken:
            cells = list(broken[0].cells)
            self.say(broken[0].message, of_places(self.grid, (), cells, "broken"))
            return
        result = solve(self.puzzle, time_limit=PATIENCE)
        if result.solution is None:
            self.say(f"no rule is broken so far (the puzzle itself: {result.status})")
            return
        cells = [
            cell
            for cell in map(self._cell, range(len(self.grid.cells)))
            if self.grid[cell] not in (UNKNOWN, result.solution[cell])
        ]
        if cells:
            number = f"{in_words(len(cells), 'entry', 'entries')} {_are(len(cells))} wrong"
            self.say(number, of_places(self.grid, (), cells, "wrong"))
        else:
            self.say("no mistakes so far")

    def _cell(self, k: int) -> Cell:
        return Cell(*divmod(k, self.grid.width))


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


class Screen:
    """Where things stand on the terminal; the mouse is asked for the cell that it is on."""

    def __init__(self, game: Game, symbols: str | None) -> None:
        self.game = game
        self.layout = layout_of(game.puzzle, symbols)
        self.tall = 2 if self.layout.signs else 1  # lines of a row
        self.left = indent_of(self.layout, game.grid) + 1  # columns before the first cell
        self.columns, self.rows = range(0), range(0)  # that are seen
        self.top = 0  # the line of the first row

    def frame(self, clock: str) -> str:
        """All that is seen, drawn over what was there."""
        game = self.game
        width, height = terminal_size()
        left = game.grid.cells.count(UNKNOWN)
        named = game.puzzle if game.solved else without_spoilers(game.puzzle)
        state = "solved" if game.solved else f"{many(left, 'cell')} open"
        head = f"{heading(named)}  {clock}  {state}"[: width - 1]
        words = [*wrapped(game.message, width - 1)[:MOST_MESSAGE], *wrapped(self.keys(), width - 1)]
        board = self.board(width, height - 1 - len(words))
        if board is None:
            return HOME + "terminal too small" + CLEAR_LINE + CLEAR_BELOW
        lines = [head, *map(styled, board), *words][:height]
        body = "\r\n".join(line + CLEAR_LINE for line in lines)
        line = self.top + (game.at.row - self.rows.start) * self.tall
        column = self.left + (game.at.col - self.columns.start + 1) * self.layout.wide
        column -= self.layout.gap
        return f"{HOME}{body}{CLEAR_BELOW}\x1b[{line + 1};{column}H{SHOW_CURSOR}"

    def keys(self) -> str:
        """What the keys do, each on one line with its meaning."""
        symbols = "/".join(self.game.puzzle.symbols)
        pairs = [
            "arrows move", f"{symbols} write", "space next", "x " + self.cross_name, ". erase",
            "u undo", "r redo", "h hint", "c check", "q quit",
        ]  # fmt: skip
        return ", ".join(pair.replace(" ", NO_BREAK) for pair in pairs)

    @property
    def cross_name(self) -> str:
        return "empty" if kind_of(self.game.puzzle).every_picture else "erase"

    def board(self, width: int, height: int) -> list[Spans] | None:
        """The part of the board around the cursor that fits; None if that is nothing."""
        game, layout = self.game, self.layout
        right = len(str(game.grid.height)) + 1 if layout.margin else 0
        across = (width - self.left - len(layout.tail) - 1 - right) // layout.wide
        levels = max(map(len, layout.above), default=0)
        down = (height - levels - 2) // self.tall
        if across < 1 or down < 1:
            return None
        self.columns = _window(self.columns, game.at.col, across, game.grid.width)
        self.rows = _window(self.rows, game.at.row, down, game.grid.height)
        self.top = 1 + levels + 1
        about = game.marked or Marked(game.grid)
        lines = {Place("row", game.at.row), Place("column", game.at.col)}
        shown = Marked(game.grid, about.roles, about.lines | lines)
        drawn = list(box(game.puzzle, shown, layout, self.columns))
        first = levels + 1
        begin, end = (first + k * self.tall for k in (self.rows.start, self.rows.stop))
        last = drawn[-1]
        return [*drawn[:first], *drawn[begin : min(end, len(drawn) - 1)], last]

    def cell_at(self, column: int, line: int) -> Cell | None:
        """The cell at a place of the terminal, both from 1."""
        row = self.rows.start + (line - 1 - self.top) // self.tall
        col = self.columns.start + (column - 1 - self.left) // self.layout.wide
        return Cell(row, col) if row in self.rows and col in self.columns else None


def _window(seen: range, at: int, room: int, size: int) -> range:
    """The lines that are seen: as before, if the one at the cursor is among them."""
    room = min(room, size)
    start = seen.start if len(seen) == room else 0
    if at < start:
        start = at
    elif at >= start + room:
        start = at - room + 1
    start = min(max(start, 0), size - room)
    return range(start, start + room)


def play(game: Game, symbols: str | None = None) -> None:
    """Let a person play until they quit."""
    game.look_at_end()
    screen = Screen(game, symbols)
    begin = time.monotonic()
    with Terminal(other_screen=True, mouse=True) as terminal:
        while terminal.keyboard is not None:
            if not game.solved:
                game.seconds = time.monotonic() - begin
            print(screen.frame(clock_text(game.seconds)), end="", flush=True)
            key = terminal.key(None if game.solved else TICK)
            if key in ("q", "Q", "\x04"):
                break
            if key is not None and not (key in ("h", "c") and game.solved):
                press(key, game, screen)


def press(key: str, game: Game, screen: Screen) -> None:
    """Do what a key is for; others are for nothing."""
    actions: dict[str, Callable[[], None]] = {
        "u": game.undo,
        "r": game.redo,
        "h": game.hint,
        "c": game.look_for_mistakes,
        " ": game.cycle,
        "home": lambda: game.move(0, -game.grid.width),
        "end": lambda: game.move(0, game.grid.width),
    }
    actions |= dict.fromkeys((".", "\x7f", "\b", "delete"), lambda: game.put(UNKNOWN))
    empty = game.puzzle.symbols[0] if kind_of(game.puzzle).every_picture else UNKNOWN
    actions["x"] = lambda: game.put(empty)
    key = key if key in game.puzzle.symbols else key.lower()
    try:
        if key in MOVES:
            game.move(*MOVES[key])
        elif key.startswith("mouse "):
            button, column, line = map(int, key.split()[1:])
            click(button, column, line, game, screen)
        elif key in game.puzzle.symbols:
            game.put(key)
        elif key in actions:
            actions[key]()
    except LimitReached as limit:
        game.say(str(limit))


def click(button: int, column: int, line: int, game: Game, screen: Screen) -> None:
    """Write into the cell under the mouse; its wheel moves the cursor."""
    if button in (WHEEL_UP, WHEEL_DOWN):
        game.move(1 if button == WHEEL_DOWN else -1, 0)
        return
    cell = screen.cell_at(column, line)
    if cell is not None and button in (LEFT, RIGHT):
        game.at = cell
        game.cycle(back=button == RIGHT)


def clock_text(seconds: float) -> str:
    """Minutes and seconds.

    >>> clock_text(5), clock_text(3725)
    ('0:05', '62:05')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
