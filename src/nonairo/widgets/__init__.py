"""Puzzles to play, and searches to watch, in a notebook: `play` and `watch`. Needs anywidget.

The grid is the page's own: `page_modules` hands its modules to the notebook as they are.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from nonairo.answers import answer
from nonairo.answers.describe import describe
from nonairo.answers.errors import AnswerError
from nonairo.errors import EngineError, NonairoError
from nonairo.explaining import begun
from nonairo.grid import Grid
from nonairo.hinting import hint
from nonairo.puzzle import Puzzle
from nonairo.puzzle_like import PuzzleLike, puzzle_of
from nonairo.render.scene import puzzle_scene
from nonairo.render.svg import draw
from nonairo.widgets.page_modules import script, style

if TYPE_CHECKING:
    from anywidget import AnyWidget

SECONDS = 10.0  # for a hint, and for a search to watch
MOST_EVENTS = 10_000
VIEW = "application/vnd.jupyter.widget-view+json"


def play(puzzle: PuzzleLike) -> AnyWidget:
    """Return a widget in which the puzzle is played; in a notebook, the cell shows it.

    `puzzle` is a Puzzle, its id or its text. `widget.grid` is the position as a Grid: it follows
    the player, and can be set. Hints come from the running Python. Needs the extra `notebook`:
    pip install anywidget.

    >>> import nonairo as nn
    >>> widget = nn.play("binairo:0./..")
    >>> widget.grid
    Grid.parse('0./..')
    """
    widget: AnyWidget = _classes()[0](puzzle_of(puzzle))
    return widget


def watch(puzzle: PuzzleLike, engine: str | None = None) -> AnyWidget:
    """Return a widget that replays how an engine searches, with the controls of the page.

    `puzzle` is a Puzzle, its id or its text. `engine` is an engine that has traces, with options
    if needed (default: `walk`, or `guess` for puzzles with lines besides rows and columns). At most
    10,000 events and 10 seconds are recorded. Needs the extra `notebook`.

    >>> import nonairo as nn
    >>> len(nn.watch("binairo:0./..", "walk").trace["events"])
    15
    """
    puzzle = puzzle_of(puzzle)
    request: dict[str, object] = {"puzzle": puzzle.id, "max_events": MOST_EVENTS, "counters": True}
    request |= {"limit": 2, "time_limit": SECONDS}
    if engine is not None:
        request["engine"] = engine
    try:
        trace = answer("trace", request)
    except AnswerError as error:  # about the engine: there is nothing else to ask for
        raise EngineError(str(error)) from None
    widget: AnyWidget = _classes()[1](puzzle, trace)
    return widget


def _is_exported() -> bool:
    """Whether a program such as nbconvert runs the notebook, to store or to export it.

    Such a page has no Python behind it, and cannot load a widget without a network. A program that
    runs notebooks does not let them ask for input. Nor does Voila, but it does show widgets.
    """
    get_ipython = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)
    kernel = getattr(get_ipython(), "kernel", None)
    # Voila sets VOILA_BASE_URL and others for its kernels, which see nothing else of it.
    is_voila = any(name.startswith("VOILA_") for name in os.environ)
    return getattr(kernel, "_allow_stdin", None) is False and not is_voila


@cache
def _classes() -> tuple[type, type]:
    """The two widgets, defined when anywidget is there."""
    try:
        import traitlets
        from anywidget import AnyWidget
    except ImportError:
        message = "widgets need anywidget: pip install anywidget"
        raise NonairoError(message) from None

    class PuzzleWidget(AnyWidget):
        """What both have: the puzzle, and its picture where no widgets are shown."""

        style = traitlets.Unicode(style()).tag(sync=True)
        description = traitlets.Dict().tag(sync=True)

        def __init__(self, puzzle: Puzzle, **traits: object) -> None:
            self.puzzle = puzzle
            super().__init__(description=describe(puzzle), **traits)

        def __repr__(self) -> str:
            return f"<{type(self).__name__} {self.puzzle.name}>"

        def _repr_mimebundle_(self, **options: Any) -> Any:
            """The widget, and a picture of the puzzle for pages without it.

            Of both, nbconvert shows the widget only: a page that it makes gets the picture alone.
            """
            bundle = super()._repr_mimebundle_(**options)
            data = bundle[0] if isinstance(bundle, tuple) else bundle
            if data is not None:
                data["image/svg+xml"] = self.picture()
                if _is_exported():
                    data.pop(VIEW, None)
            return bundle

        def picture(self) -> str:
            """Return the puzzle as SVG."""
            return draw(puzzle_scene(self.puzzle))

    class Play(PuzzleWidget):
        """A puzzle that is played."""

        _esm = script("play.js")
        grid = traitlets.Any().tag(
            sync=True,
            to_json=lambda grid, widget: grid.cells,
            from_json=lambda text, widget: widget.read(text),
        )

        def __init__(self, puzzle: Puzzle) -> None:
            super().__init__(puzzle, grid=puzzle.givens)
            self.on_msg(self._asked)

        def read(self, text: str) -> Grid:
            """Return the cells that a page sends as a grid."""
            givens = self.puzzle.givens
            return Grid.flat(givens.height, givens.width, text, self.puzzle.symbols)

        @traitlets.validate("grid")
        def _checked(self, proposal: Any) -> Grid:
            """A position of this puzzle, in any form that `nn.hint` accepts."""
            return begun(self.puzzle, proposal["value"], "grid")

        def _asked(self, widget: object, content: Any, buffers: object) -> None:
            """A hint was asked for."""
            if not isinstance(content, dict) or content.get("ask") != "hint":
                return
            strength = content.get("strength")
            try:
                found = hint(
                    self.puzzle,
                    self.grid,
                    strength=strength if strength in (1, 2, 3, 4) else 1,
                    time_limit=SECONDS,
                )
                self.send({"hint": found.to_json()})
            except NonairoError as error:
                self.send({"problem": str(error)})

        def picture(self) -> str:
            return draw(puzzle_scene(self.puzzle, self.grid))

    class Watch(PuzzleWidget):
        """A search that is replayed."""

        _esm = script("watch.js")
        trace = traitlets.Dict().tag(sync=True)

        def __init__(self, puzzle: Puzzle, trace: dict[str, object]) -> None:
            super().__init__(puzzle, trace=trace)

    return Play, Watch
