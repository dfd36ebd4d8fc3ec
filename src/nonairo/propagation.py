"""Narrow the candidates, each line by its own rule, and exclude equal lines.

Written once for every kind, in two forms. `propagate` continues until nothing changes: a line is
solved again when one of its cells has changed, and its result is used at once. `look_at` and
`fill_in` work in rounds: all lines are narrowed from the same state, and only then are the results
filled in, so that nothing depends on the order of the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from nonairo.candidates import Candidates, Masks, bits, masks_of, unknown_in
from nonairo.grid import Place
from nonairo.line_solver import LineKernel, kernel
from nonairo.puzzle import Puzzle

FEW_BLANKS = 4  # lines with more blanks are not yet compared with finished ones

CROSSING = ("row", "column")  # the lines that are compared, where lines must differ

# Narrower masks of a line by some set of techniques; None when its rule is broken.
Narrow: TypeAlias = Callable[[LineKernel, Masks], Masks | None]

# A line that can be narrower: its number (rows first), its masks before and after.
News: TypeAlias = tuple[int, Masks, Masks]

Listener: TypeAlias = Callable[
    [Place, Masks, int, str], None
]  # line, its new masks, changed cells, why


def kernels(puzzle: Puzzle) -> dict[Place, LineKernel]:
    """The kernel of every line."""
    return {
        place: kernel(puzzle.rule(place), puzzle.length(place), puzzle.symbols)
        for place in puzzle.places()
    }


def by_lines(tool: LineKernel, masks: Masks) -> Masks | None:
    """Everything that the line by itself decides: the cells for which one symbol is left."""
    narrowed = tool.squeeze(masks)
    if narrowed is None or len(masks) == 2:
        return narrowed
    still = unknown_in(narrowed)
    return tuple([new | old & still for old, new in zip(masks, narrowed, strict=True)])


def look_at(
    lines: int, possible: Candidates, tools: Sequence[LineKernel], narrow: Narrow
) -> tuple[list[News], int | None]:
    """Narrow some lines, all from the same state: the news, and the first line that is broken.

    Lines are numbered, rows first; a set of them is a mask.
    """
    rows, cols, height = possible.rows, possible.cols, possible.height
    crossing = height + possible.width
    news: list[News] = []
    for line in bits(lines):
        if line < height:
            before = rows[line]
        elif line < crossing:
            before = cols[line - height]
        else:
            before = possible.others[line - crossing]
        after = narrow(tools[line], before)
        if after is None:
            return news, line
        if after != before:
            news.append((line, before, after))
    return news, None


def fill_in(possible: Candidates, news: Iterable[News]) -> int:
    """Put in what a round found; the lines that it changed. Where two disagree, the first wins."""
    if possible.others:
        return _fill_in_any(possible, news)
    rows, cols, height = possible.rows, possible.cols, possible.height
    touched = 0
    for line, before, after in news:
        by_row = line < height
        place = Place("row", line) if by_row else Place("column", line - height)
        now = rows[line] if by_row else cols[line - height]
        changed = possible.narrow(place, after if now == before else _agreeing(now, after))
        if changed:
            touched |= 1 << line | (changed << height if by_row else changed)
    return touched


def _fill_in_any(possible: Candidates, news: Iterable[News]) -> int:
    """The same where cells are part of more than two lines."""
    first = {"row": 0, "column": possible.height}
    crossing = possible.height + possible.width
    touched = 0
    for line, before, after in news:
        place: Place
        if line < crossing:
            axis = "row" if line < possible.height else "column"
            place = Place(axis, line - first[axis])
        else:
            place = possible.shapes.places[line - crossing]
        now = possible.lines(place.axis)[place.index]
        changed = possible.narrow(place, after if now == before else _agreeing(now, after))
        if changed:
            touched |= 1 << line
            for other in possible.crossed(place, changed):
                touched |= 1 << first.get(other.axis, crossing) + other.index
    return touched


def _agreeing(now: Masks, after: Masks) -> Masks:
    """What both leave possible; where they share nothing, what is known now."""
    both = tuple(mine & theirs for mine, theirs in zip(now, after, strict=True))
    empty = ~_union(both)
    return tuple(mine | known & empty for mine, known in zip(both, now, strict=True))


def propagate(
    kernels: dict[Place, LineKernel],
    distinct: bool,
    possible: Candidates,
    poll: Callable[[], None],
    listener: Listener | None = None,
    touched: list[Place] | None = None,
) -> bool:
    """Narrow `possible` in place; False on a contradiction.

    `touched` names the lines that changed since the last fixpoint (all of them if not given);
    `listener` is called for every change.
    """
    queue: dict[Place, None] = dict.fromkeys(kernels if touched is None else touched)
    if distinct and touched is None and not _finished_differ(possible):
        return False

    def put(place: Place, after: Masks, why: str) -> None:
        changed = possible.narrow(place, after)
        if listener is not None:
            listener(place, after, changed, why)
        queue.update(dict.fromkeys(possible.crossed(place, changed)))

    while queue:
        place = next(iter(queue))
        del queue[place]
        poll()
        before = possible.lines(place.axis)[place.index]
        after = kernels[place].squeeze(before)
        if after is None:
            return False
        if after != before:
            put(place, after, "line")
        if distinct and place.axis in CROSSING:
            for rival, apart in _kept_apart(kernels, possible, place):
                if apart is None:
                    return False
                queue[rival] = None
                put(rival, apart, "distinct")
    return True


def _finished_differ(possible: Candidates) -> bool:
    """Whether no two finished lines are alike."""
    for lines in (possible.rows, possible.cols):
        finished = [masks for masks in lines if not unknown_in(masks)]
        if len(set(finished)) < len(finished):
            return False
    return True


def _kept_apart(
    kernels: dict[Place, LineKernel], possible: Candidates, place: Place
) -> Iterator[tuple[Place, Masks | None]]:
    """Compare a line with those along the same axis: lines that narrow, None if they are equal.

    The caller stores each yielded line before it takes the next.
    """
    lines = possible.lines(place.axis)
    mine = lines[place.index]
    blanks = unknown_in(mine)
    if blanks:
        rivals = [place.index] if blanks.bit_count() <= FEW_BLANKS else []
    else:  # finished just now, or again: it can spoil the others
        rivals = [index for index in range(len(lines)) if index != place.index]
    for index in rivals:
        rival = lines[index]
        where = Place(place.axis, index)
        open_cells = unknown_in(rival)
        if not open_cells:
            if rival == mine and index != place.index:
                yield where, None
            continue
        if open_cells.bit_count() > FEW_BLANKS:
            continue
        taken = {
            masks
            for other, masks in enumerate(lines)
            if other != index and not unknown_in(masks) and fits(masks, rival)
        }
        if not taken:
            continue
        left = [
            masks
            for text in kernels[where].completions(rival)
            if (masks := masks_of(text, possible.symbols)) not in taken
        ]
        if not left:
            yield where, None
            continue
        after = tuple(_union(masks[k] for masks in left) for k in range(len(rival)))
        if after != rival:
            yield where, after


def fits(full: Masks, partly: Masks) -> bool:
    """Whether a finished line is a completion of a partly known one."""
    beyond = 0
    for mine, theirs in zip(full, partly, strict=True):
        beyond |= mine & ~theirs
    return not beyond


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
