"""Values and answers as HTML and SVG, for notebooks. Untrusted text in them is escaped.

`_repr_html_` and `_repr_svg_` of all classes ask for this module by name (`nonairo.registry`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from html import escape

from nonairo.explaining import Explanation
from nonairo.grading import Grade
from nonairo.grid import UNKNOWN, Cell, Grid, Place
from nonairo.hinting import Hint
from nonairo.kinds import kind_of
from nonairo.plain import duration, many
from nonairo.puzzle import Puzzle
from nonairo.render.board import board_of
from nonairo.render.scene import Marks, answer_scene, board_scene, grid_scene, puzzle_scene
from nonairo.render.svg import NOT_XML, draw
from nonairo.render.text import heading
from nonairo.results import Count, PictureGrid, Result
from nonairo.sentence_words import spell
from nonairo.step_pictures import step_scene
from nonairo.techniques import called
from nonairo.techniques.base import Step

MOST_SOLUTIONS = 4  # pictures of one result
MOST_STEPS = 60  # and of one explanation,
MOST_CELLS = 20_000  # which may have so many cells together: a notebook is loaded at once
STRIP = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"


def html_of(value: object) -> str:
    """Return an answer as HTML."""
    match value:
        case Result():
            return _result(value)
        case Step():
            return _figure(_step(value), str(value))
        case Explanation():
            return _explanation(value)
        case Hint():
            return _hint(value)
        case Grade():
            return _grade(value)
        case Count():
            return _count(value)
        case _:
            raise TypeError(f"{type(value).__name__} has no HTML")


def svg_of(value: object) -> str:
    """Return the picture of a grid, a puzzle or a result, or of a step in the grid before it."""
    match value:
        case PictureGrid(puzzle=puzzle):  # a copy made by dataclasses.replace has none
            return draw(answer_scene(puzzle, value, letters=False))
        case Grid():
            return draw(grid_scene(value))
        case Puzzle():
            return _drawn(value)
        case Result():
            return _drawn(value.puzzle, value.solution or value.grid)
        case Step():
            return _step(value, caption=None)
        case _:
            raise TypeError(f"{type(value).__name__} has no picture")


def _result(result: Result) -> str:
    """The solutions, or what is known; and what it cost."""
    puzzle = result.puzzle
    cost = f"{many(result.stats.nodes, 'node')}, {duration(result.stats.seconds)}"
    why = result.error or result.reason
    text = f"{result.status}{f': {why}' if why else ''} ({result.engine}, {cost})"
    figures = [_figure(svg_of(result))]
    if len(result.solutions) > 1:
        shown = result.solutions[:MOST_SOLUTIONS]
        both = zip(*(solution.cells for solution in shown), strict=True)
        differ = tuple(
            Cell(*divmod(k, puzzle.width)) for k, symbols in enumerate(both) if len({*symbols}) > 1
        )
        figures = [
            _figure(_marked(puzzle, grid, f"solution {number}", cells=differ), f"solution {number}")
            for number, grid in enumerate(shown, 1)
        ]
        more = len(result.solutions) - len(shown)
        text += f"; {more} more are not shown" if more else ""
    return _page(puzzle, figures, text)


def _explanation(explanation: Explanation) -> str:
    """A strip of steps with captions. Of a long explanation only the first steps are drawn."""
    puzzle = explanation.puzzle
    fitting = max(MOST_CELLS // len(puzzle.givens.cells), 1)
    drawn = explanation.steps[: min(fitting, MOST_STEPS)]
    figures = [_figure(_step(step), f"{number}. {step}") for number, step in enumerate(drawn, 1)]
    rest = len(explanation.steps) - len(drawn)
    if rest:
        more = (
            f"{many(rest, 'more step')}: steps[{len(drawn)}] shows the next; this is the final grid"
        )
        figures.append(_figure(_drawn(puzzle, explanation.grid), more))
    figures = figures or [_figure(_drawn(puzzle, explanation.grid))]
    broken = f"no solution: {explanation.broken}; " if explanation.broken is not None else ""
    return _page(puzzle, figures, broken + explanation.summary)


def _hint(hint: Hint) -> str:
    """The hint in words, and in the grid no more than the words say."""
    if hint.puzzle is None or hint.grid is None:
        return _figure("", str(hint))
    puzzle, grid = hint.puzzle, hint.grid
    if hint.step is not None and hint.kind == "step":
        figures = [_figure(draw(step_scene(puzzle, grid, hint.step, caption="")))]
    else:
        shown = [*hint.solutions] or [grid]
        figures = [_figure(_marked(puzzle, each, hint.text, hint.places, hint.cells))
                   for each in shown]  # fmt: skip
        figures += [_figure(_step(hint.step), str(hint.step))] if hint.step is not None else []
    return _page(puzzle, figures, str(hint))


def _grade(grade: Grade) -> str:
    """The puzzle, and a table of what makes it hard."""
    graded = grade.level is not None
    facts = [("level", "-" if grade.level is None else f"{grade.level} {grade.name}")]
    facts += [("without a level", grade.reason)] if grade.reason else []
    facts += [("two solutions differ in", spell(grade.differ))] if grade.differ else []
    facts += [
        ("score", f"{grade.score:g} ({grade.score_per_cell:.2f} a cell)" if graded else ""),
        ("hardest", called(grade.hardest) if grade.hardest else "-"),
        ("steps", f"{grade.steps:,}"),
        ("cases inside cases", f"{grade.decisions:,}" if grade.decisions else ""),
        ("only one move", f"{grade.bottleneck:.0%} of steps" if graded else ""),
        (
            "techniques",
            ", ".join(f"{called(name)} {uses}" for name, uses in grade.techniques.items()),
        ),
    ]
    shown = [fact for fact in facts if fact[1]]
    return _page(grade.puzzle, [_figure(_drawn(grade.puzzle)), table(shown)])


def _count(count: Count) -> str:
    """The number of solutions, beside the puzzle."""
    text = many(count.value, "solution") if count.exact else f"{count} solutions"
    why = f" ({count.reason})" if count.reason else ""
    if count.puzzle is None:
        return _figure("", text + why)
    return _page(count.puzzle, [_figure(_drawn(count.puzzle))], text + why)


def changed_html(puzzle: Puzzle, cells: Sequence[Cell], text: str) -> str:
    """Return a puzzle with the cells marked that were changed, and what was done."""
    grid = puzzle.givens if any(symbol != UNKNOWN for symbol in puzzle.givens.cells) else None
    shown = grid or puzzle.solution or puzzle.givens
    return _page(puzzle, [_figure(_marked(puzzle, shown, "", cells=cells))], text)


def table(rows: Iterable[Sequence[str]], heads: Sequence[str] = ()) -> str:
    """Return rows as a table; the first column names them."""
    style = ' style="text-align:left"'
    above = "".join(f"<th{style}>{_escaped(name)}</th>" for name in heads)
    body = "".join(
        f"<tr><th{style}>{_escaped(name)}</th>"
        + "".join(f"<td{style}>{_escaped(fact)}</td>" for fact in facts)
        + "</tr>"
        for name, *facts in rows
    )
    return f"<table>{f'<tr>{above}</tr>' if heads else ''}{body}</table>"


def _step(step: Step, caption: str | None = "") -> str:
    """A step in the grid before it; `None` writes its sentence below, for it stands alone."""
    if step.route is None:
        return ""
    before = step.route.before(step.number)
    return draw(step_scene(step.route.puzzle, before, step, caption=caption))


def _marked(
    puzzle: Puzzle,
    grid: Grid,
    caption: str,
    places: Sequence[Place] = (),
    cells: Sequence[Cell] = (),
) -> str:
    """A grid with marked cells; lines without labels beside them are marked cell by cell."""
    labelled = any(map(kind_of(puzzle).label, puzzle.row_rules))
    if not cells and not labelled:
        cells = [cell for place in places for cell in grid.along(place)]
    board = replace(board_of(puzzle, grid), coordinates=True)
    marks = Marks(seen=frozenset(cells), lines=frozenset(places))
    return draw(board_scene(board, caption or heading(puzzle), marks))


def _page(puzzle: Puzzle, figures: Iterable[str], text: str = "") -> str:
    below = f"<p>{_escaped(text)}</p>" if text else ""
    return (
        f"<div><p><b>{_escaped(heading(puzzle))}</b></p>"
        f'<div style="{STRIP}">{"".join(figures)}</div>{below}</div>'
    )


def _figure(picture: str, caption: str = "") -> str:
    below = f"<figcaption>{_escaped(caption)}</figcaption>" if caption else ""
    return f'<figure style="margin:0;max-width:32em;overflow-x:auto">{picture}{below}</figure>'


def _drawn(puzzle: Puzzle, grid: Grid | None = None) -> str:
    """A picture of a puzzle with its givens, or with another grid."""
    return draw(puzzle_scene(puzzle, grid))


def _escaped(text: str) -> str:
    return escape(NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))
