"""Narrow what is possible until nothing changes: every line squeezed, equal lines kept apart.

Written once for every kind. A line is looked at again when one of its cells changed; lines that
must differ are compared when one of them is finished and another nearly so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from nonairo.candidates import Candidates, Masks, bits, masks_of, unknown_in
from nonairo.grid import Place
from nonairo.line_solver import LineKernel, kernel
from nonairo.puzzle import Puzzle

FEW_BLANKS = 4  # lines with more blanks are not yet compared with finished ones

Told: TypeAlias = Callable[
    [Place, Masks, int, str], None
]  # line, its new masks, changed cells, why


def kernels(puzzle: Puzzle) -> dict[Place, LineKernel]:
    """The kernel of every line."""
    return {
        place: kernel(puzzle.rule(place), puzzle.length(place), puzzle.symbols)
        for place in puzzle.places()
    }


def propagate(
    kernels: dict[Place, LineKernel],
    distinct: bool,
    possible: Candidates,
    poll: Callable[[], None],
    told: Told | None = None,
    touched: list[Place] | None = None,
) -> bool:
    """Narrow `possible` in place; False on a contradiction.

    `touched` names the lines that changed since the last fixpoint (all of them if not given);
    `told` hears of every change.
    """
    queue: dict[Place, None] = dict.fromkeys(kernels if touched is None else touched)
    if distinct and touched is None and not _finished_differ(possible):
        return False
    while queue:
        place = next(iter(queue))
        del queue[place]
        poll()
        before = possible.lines(place.axis)[place.index]
        after = kernels[place].squeeze(before)
        if after is None:
            return False
        if after != before:
            changed = possible.narrow(place, after)
            if told is not None:
                told(place, after, changed, "line")
            across = "column" if place.axis == "row" else "row"
            queue.update(dict.fromkeys(Place(across, position) for position in bits(changed)))
        if distinct and not _keep_apart(kernels, possible, place, queue, told):
            return False
    return True


def _finished_differ(possible: Candidates) -> bool:
    """Whether no two finished lines are alike."""
    for lines in (possible.rows, possible.cols):
        finished = [masks for masks in lines if not unknown_in(masks)]
        if len(set(finished)) < len(finished):
            return False
    return True


def _keep_apart(
    kernels: dict[Place, LineKernel],
    possible: Candidates,
    place: Place,
    queue: dict[Place, None],
    told: Told | None,
) -> bool:
    """Compare a line with those along the same axis; False when it must equal one of them."""
    lines = possible.lines(place.axis)
    mine = lines[place.index]
    blanks = unknown_in(mine)
    if blanks:
        rivals = [place.index] if blanks.bit_count() <= FEW_BLANKS else []
    else:  # finished just now, or again: it can spoil the others
        rivals = [index for index in range(len(lines)) if index != place.index]
    for index in rivals:
        rival = lines[index]
        open_cells = unknown_in(rival)
        if not open_cells:
            if rival == mine and index != place.index:
                return False
            continue
        if open_cells.bit_count() > FEW_BLANKS:
            continue
        taken = {
            masks
            for other, masks in enumerate(lines)
            if other != index and not unknown_in(masks) and _fits(masks, rival)
        }
        if not taken:
            continue
        where = Place(place.axis, index)
        left = [
            masks
            for text in kernels[where].completions(rival)
            if (masks := masks_of(text, possible.symbols)) not in taken
        ]
        if not left:
            return False
        after = tuple(_union(masks[k] for masks in left) for k in range(len(rival)))
        if after != rival:
            changed = possible.narrow(where, after)
            if told is not None:
                told(where, after, changed, "distinct")
            across = "column" if where.axis == "row" else "row"
            queue[where] = None
            queue.update(dict.fromkeys(Place(across, position) for position in bits(changed)))
    return True


def _fits(full: Masks, partly: Masks) -> bool:
    """Whether a finished line is a completion of a partly known one."""
    return all(not mine & ~theirs for mine, theirs in zip(full, partly, strict=True))


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
