"""Answers as HTML, for notebooks: pictures with captions. Everything foreign in them is escaped.

Whoever explains something imports this, and few of them draw: so SVG is loaded when it is wanted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from nonairo.grid import Cell, Grid, Place
from nonairo.kinds import kind_of
from nonairo.plain import duration, many
from nonairo.puzzle import Puzzle
from nonairo.render.text import heading
from nonairo.wording import spell

if TYPE_CHECKING:
    from nonairo.explaining import Explanation, Hint
    from nonairo.grading import Grade
    from nonairo.results import Result
    from nonairo.techniques.base import Chain, Step
    from nonairo.techniques.shared.steps import Effects

MOST_SOLUTIONS = 4  # pictures of one result
MOST_STEPS = 60  # and of one explanation,
MOST_CELLS = 20_000  # which may have so many cells together: a notebook is loaded at once
STRIP = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"


@dataclass(frozen=True, slots=True)
class Glance:
    """Cells and lines to look at: as much of a step as a picture needs."""

    caption: str
    place: Place | None = None
    others: tuple[Place, ...] = ()
    premises: tuple[Cell, ...] = ()
    effects: Effects = ()
    chains: tuple[Chain, ...] = ()
    excludes: Effects = ()
    barred: Effects = ()

    def __str__(self) -> str:
        return self.caption


def result_html(result: Result) -> str:
    """The solutions, or what is known; and what it cost."""
    puzzle = result.puzzle
    cost = f"{many(result.stats.nodes, 'node')}, {duration(result.stats.seconds)}"
    why = result.error or result.reason
    told = f"{result.status}{f': {why}' if why else ''} ({result.engine}, {cost})"
    figures = [_figure(result_svg(result))]
    if len(result.solutions) > 1:
        shown = result.solutions[:MOST_SOLUTIONS]
        both = zip(*(solution.cells for solution in shown), strict=True)
        differ = tuple(
            Cell(*divmod(k, puzzle.width)) for k, symbols in enumerate(both) if len({*symbols}) > 1
        )
        figures = [
            _figure(_glance(puzzle, grid, f"solution {number}", cells=differ), f"solution {number}")
            for number, grid in enumerate(shown, 1)
        ]
        more = len(result.solutions) - len(shown)
        told += f"; {more} more are not shown" if more else ""
    return _page(puzzle, figures, told)


def result_svg(result: Result) -> str:
    """The solution, or what is known of it, with the clues."""
    return _drawn(result.puzzle, result.solution or result.grid)


def step_html(step: Step) -> str:
    """What a step looks at and decides, and its sentence."""
    return _figure(step_svg(step) or "", str(step))


def step_svg(step: Step) -> str | None:
    """A step in the grid before it; None for one that nobody made in a grid."""
    if step.route is None:
        return None
    return _drawn(step.route.puzzle, step.route.before(step.number), step)


def explanation_html(told: Explanation) -> str:
    """A strip of steps with captions. Of a long way only the first steps are drawn."""
    puzzle = told.puzzle
    room = max(MOST_CELLS // len(puzzle.givens.cells), 1)
    drawn = told.steps[: min(room, MOST_STEPS)]
    figures = [
        _figure(step_svg(step) or "", f"{number}. {step}") for number, step in enumerate(drawn, 1)
    ]
    rest = len(told.steps) - len(drawn)
    if rest:
        more = f"{many(rest, 'more step')}: steps[{len(drawn)}] shows the next, and this the end"
        figures.append(_figure(_drawn(puzzle, told.grid), more))
    figures = figures or [_figure(_drawn(puzzle, told.grid))]
    broken = f"no solution: {told.broken}; " if told.broken is not None else ""
    return _page(puzzle, figures, broken + told.summary)


def hint_html(hint: Hint) -> str:
    """The hint in words, and in the grid what the words tell, no more."""
    if hint.puzzle is None or hint.grid is None:
        return _figure("", str(hint))
    puzzle, grid = hint.puzzle, hint.grid
    if hint.step is not None and hint.kind == "step":
        figures = [_figure(_drawn(puzzle, grid, hint.step))]
    else:
        shown = [*hint.solutions] or [grid]
        figures = [_figure(_glance(puzzle, each, hint.text, hint.places, hint.cells))
                   for each in shown]  # fmt: skip
        figures += [_figure(step_svg(hint.step) or "")] if hint.step is not None else []
    return _page(puzzle, figures, str(hint))


def grade_html(grade: Grade) -> str:
    """The puzzle, and a table of what makes it hard."""
    graded = grade.level is not None
    facts = [("level", "-" if grade.level is None else f"{grade.level} {grade.name}")]
    facts += [("without a level", grade.reason)] if grade.reason else []
    facts += [("two solutions differ in", spell(grade.differ))] if grade.differ else []
    facts += [
        ("score", f"{grade.score:g} ({grade.score_per_cell:.2f} a cell)" if graded else ""),
        ("hardest", grade.hardest or "-"),
        ("steps", f"{grade.steps:,}"),
        ("cases inside cases", f"{grade.decisions:,}" if grade.decisions else ""),
        ("only one move", f"{grade.bottleneck:.0%} of steps" if graded else ""),
        ("techniques", ", ".join(f"{name} {uses}" for name, uses in grade.techniques.items())),
    ]
    rows = "".join(
        f'<tr><th style="text-align:left">{_escaped(name)}</th>'
        f'<td style="text-align:left">{_escaped(fact)}</td></tr>'
        for name, fact in facts
        if fact
    )
    return _page(grade.puzzle, [_figure(_drawn(grade.puzzle)), f"<table>{rows}</table>"])


def _glance(
    puzzle: Puzzle,
    grid: Grid,
    caption: str,
    places: Sequence[Place] = (),
    cells: Sequence[Cell] = (),
) -> str:
    """A grid with marked cells; lines without labels beside them are marked cell by cell."""
    labelled = any(map(kind_of(puzzle).label, puzzle.row_rules))
    if not cells and not labelled:
        cells = [
            place.cell(k)
            for place in places
            for k in range(grid.width if place.axis == "row" else grid.height)
        ]
    place, others = places[0] if places else None, tuple(places[1:])
    look = Glance(caption, place, others, premises=tuple(cells))
    return _drawn(puzzle, grid, cast("Step", look))  # all that is drawn of a step is there


def _page(puzzle: Puzzle, figures: Iterable[str], told: str = "") -> str:
    below = f"<p>{_escaped(told)}</p>" if told else ""
    return (
        f"<div><p><b>{_escaped(heading(puzzle))}</b></p>"
        f'<div style="{STRIP}">{"".join(figures)}</div>{below}</div>'
    )


def _figure(picture: str, caption: str = "") -> str:
    below = f"<figcaption>{_escaped(caption)}</figcaption>" if caption else ""
    return f'<figure style="margin:0;max-width:32em;overflow-x:auto">{picture}{below}</figure>'


def _drawn(puzzle: Puzzle, grid: Grid | None = None, step: Step | None = None) -> str:
    """A picture of a puzzle: its givens, another grid, or a grid and the step that follows."""
    from nonairo.render.svg import draw_puzzle, draw_step

    if grid is None or step is None:
        return draw_puzzle(puzzle, grid)
    return draw_step(puzzle, grid, step)


def _escaped(text: str) -> str:
    from html import escape

    from nonairo.render.svg import NOT_XML

    return escape(NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))
