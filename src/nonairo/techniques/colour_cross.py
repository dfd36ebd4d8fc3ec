"""A colour that a line cannot have in a cell, which helps the line across it.

What lines exclude is followed until some line leaves one colour for a cell. Of all that was
excluded on the way, only what that rests on becomes a step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nonairo.candidates import Masks, bits, masks_of
from nonairo.grid import ALPHABET, UNKNOWN, Cell, Symbol
from nonairo.line_solver import kernel
from nonairo.rules import ColouredRuns
from nonairo.sentence_words import Cells, listed
from nonairo.techniques.base import (
    Climber,
    Effects,
    Found,
    Move,
    Position,
    Reason,
    Sample,
    Technique,
    Weight,
)
from nonairo.techniques.shared.line_reasons import without
from nonairo.techniques.shared.step_text import block_name, were
from nonairo.techniques.shared.steps import Effect, Step

NAME = "colour_cross"


def find(position: Position, search: Climber) -> Iterator[Found]:
    notes = search.memory(NAME)
    ruling = notes.setdefault("ruling", Ruling(position))
    assert isinstance(ruling, Ruling)
    ruling.look_at(search.changed_since(NAME))
    found = ruling.next_step(search)
    if found is not None:
        yield found


class Ruling:
    """What lines exclude, in the order in which it was found."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.masks: list[Masks] = list(position.masks)
        self.events: list[int] = []  # the line that was looked at,
        self.born: dict[Effect, int] = {}  # and in which event something was excluded
        self.waiting: dict[int, None] = {}
        self.plan: list[Found] = []
        self.planned = -1  # how much was known when the plan was made

    def look_at(self, lines: int) -> None:
        """These lines have changed: cells have become known."""
        for i in bits(lines):
            both = zip(self.masks[i], self.position.masks[i], strict=True)
            self.masks[i] = tuple(mine & theirs for mine, theirs in both)
            self.waiting[i] = None

    def next_step(self, search: Climber) -> Found | None:
        known = len(self.position.changes)
        if known != self.planned:
            self.plan = []
        if not self.plan:
            self.plan, self.planned = self._plan(search), known
        return self.plan.pop(0) if self.plan else None

    def _plan(self, search: Climber) -> list[Found]:
        """The steps that lead to the next cell that is decided."""
        while self.waiting:
            search.poll()
            i = next(iter(self.waiting))
            del self.waiting[i]
            narrowed = self.position.kernels[i].squeeze(self.masks[i])
            if narrowed is None:
                return []
            decided = self._decided(i, narrowed)
            if decided:
                plan = self._steps_to(i, decided)
                if plan:
                    self.waiting[i] = None  # there may be more in it
                    return plan
            self._note(i, narrowed, decided)
        return []

    def _decided(self, i: int, narrowed: Masks) -> dict[int, Symbol]:
        """The open cells of a line for which one symbol is left."""
        found = {}
        for k, symbol in enumerate(self.position.lines[i]):
            if symbol == UNKNOWN:
                left = [s for s, mask in enumerate(narrowed) if mask >> k & 1]
                if len(left) == 1:
                    found[k] = self.position.symbols[left[0]]
        return found

    def _note(self, i: int, narrowed: Masks, decided: Mapping[int, Symbol]) -> None:
        """Write down what a line excludes; what it decides by itself is another's step."""
        event = len(self.events)
        self.events.append(i)
        position = self.position
        kept = sum(1 << k for k in decided)
        for number, symbol in enumerate(position.symbols):
            for k in bits(self.masks[i][number] & ~narrowed[number] & ~kept):
                if position.lines[i][k] != UNKNOWN:
                    continue
                self.born.setdefault((position.cell(i, k), symbol), event)
                j, at = position.crossing(i, k)
                for line, place in ((i, k), (j, at)):
                    masks = list(self.masks[line])
                    masks[number] &= ~(1 << place)
                    self.masks[line] = tuple(masks)
                self.waiting[j] = None

    def _steps_to(self, i: int, decided: Mapping[int, Symbol]) -> list[Found]:
        """What must be excluded first, and the decision; nothing if the line does it by itself."""
        others = [(k, s) for k, own in decided.items() for s in self.position.symbols if s != own]
        known, barred = self._reason(i, len(self.events), others)
        if not barred:
            return []
        steps = [Found(i, Move(decided, known, barred=barred))]
        needed = set(barred)
        for event in range(len(self.events) - 1, -1, -1):
            mine = sorted(
                each
                for each in needed
                if self.born[each] == event
                and each[1] not in self.position.excluded.get(each[0], "")
            )
            if not mine:
                continue
            j = self.events[event]
            along = {cell: k for k, cell in enumerate(self.position.cells[j])}
            known, barred = self._reason(j, event, [(along[cell], s) for cell, s in mine])
            needed |= {*barred}
            steps.append(Found(j, Move({}, known, excludes=tuple(mine), barred=barred)))
        return steps[::-1]

    def _reason(
        self, i: int, before: int, goals: Sequence[tuple[int, Symbol]]
    ) -> tuple[tuple[int, ...], Effects]:
        """The known cells, and what was excluded by then, without which a line leaves a way."""
        position = self.position
        line, cells, tool = position.lines[i], position.cells[i], position.kernels[i]
        numbers = {symbol: number for number, symbol in enumerate(position.symbols)}
        open_mask = (1 << len(line)) - 1
        items: list[tuple[int, Symbol | None]] = []  # a known cell, or what one is not
        for k, cell in enumerate(cells):
            if line[k] != UNKNOWN:
                items.append((k, None))
                continue
            for symbol in position.symbols:
                event = self.born.get((cell, symbol))
                if event is not None and event < before and self.events[event] != i:
                    items.append((k, symbol))
        items.sort(key=lambda item: (item[1] is None, -self._age(cells, item)))

        def holds(gone: Sequence[tuple[int, Symbol | None]]) -> bool:
            masks = [open_mask] * len(numbers)
            lost = set(gone)
            for k, symbol in items:
                if (k, symbol) in lost:
                    continue
                for own, number in numbers.items():
                    if own == symbol or (symbol is None and own != line[k]):
                        masks[number] &= ~(1 << k)
            narrowed = tool.squeeze(tuple(masks))
            return narrowed is None or not any(narrowed[numbers[s]] >> k & 1 for k, s in goals)

        gone = set(without(items, holds))
        kept = [item for item in items if item not in gone]
        known = tuple(sorted(k for k, symbol in kept if symbol is None))
        return known, tuple(sorted((cells[k], s) for k, s in kept if s is not None))

    def _age(self, cells: Sequence[Cell], item: tuple[int, Symbol | None]) -> int:
        k, symbol = item
        return 0 if symbol is None else self.born[cells[k], symbol]


def details(step: Step) -> Mapping[str, object]:
    """Why a line excludes colours, and what leaves nothing else, where either is simple."""
    assert step.place is not None
    assert type(step.rule) is ColouredRuns
    name = dict(zip(ALPHABET, step.words, strict=False))
    inks = {ink for _, ink in step.rule.clue}
    gone = sorted({symbol for _, symbol in step.excludes})
    why = f"could not be finished if {were(step.excludes, step.words)}"
    if not {"0", *inks} & {*gone}:
        why = f"has no {listed([name[symbol] for symbol in gone], 'or')} block"
    left = f"{step.place} leaves nothing else: "
    block = _only_place(step)
    if block is not None:
        i, cells = block
        named = block_name(step.rule, i, step.words)
        left = f"{named} of {step.place} covers {Cells(cells):range}, so "
    return {"why": why, "left": left}


def _only_place(step: Step) -> tuple[int, list[Cell]] | None:
    """A block that can lie in just one place, and that covers a cell that the step decides."""
    assert step.place is not None
    assert type(step.rule) is ColouredRuns
    line, clue, inks = step.line, step.rule.clue, [ink for _, ink in step.rule.clue]
    symbols = ALPHABET[: len(step.words)]
    cells, tool = (
        [step.place.cell(k) for k in range(len(line))],
        kernel(step.rule, len(line), symbols),
    )
    masks = dict(zip(symbols, masks_of(line, symbols), strict=True))
    for cell, symbol in step.barred:
        masks[symbol] &= ~(1 << cells.index(cell))
    for i, (length, ink) in enumerate(clue):
        if inks.count(ink) > 1 or all(value != ink for _, value in step.effects):
            continue
        starts = []
        for start in range(len(line) - length + 1):
            block = ((1 << length) - 1) << start
            fixed = [
                mask & block if symbol == ink else mask & ~block for symbol, mask in masks.items()
            ]
            if tool.squeeze(tuple(fixed)) is not None:
                starts.append(start)
        if len(starts) == 1:
            return i, cells[starts[0] : starts[0] + length]
    return None


TECHNIQUE = Technique(
    id=NAME,
    name="Crossing colours",
    level=3,
    summary="A cell cannot have a colour for which the crossing line has no block at this place."
    " This can leave only one colour for a cell.",
    say="{because}{left}{result}",
    say_excluding="{because}{place} {why}, so {ruled}",
    details=details,
    price={ColouredRuns: Weight(10)},
    find=find,
    reason=Reason.AS_FOUND,
    symbols=3,
    samples=(Sample(id="nonogram@a=ff0000+b=000000:2a/1a,2b/2b;2a/1a,2b/2b/0;.1.0/1220/.2.0"),),
)
