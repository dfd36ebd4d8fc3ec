"""Climb a ladder of techniques: the easiest that applies, one move, and again from the bottom.

Each technique keeps what it found in every line, and looks again only at lines that changed since;
a line that decides nothing by itself is not looked at by techniques for single lines at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from nonairo.candidates import bits, masks_of
from nonairo.checking import equal_lines
from nonairo.grid import UNKNOWN, Cell, Grid, Line
from nonairo.puzzle import Puzzle
from nonairo.rules import Runs, shortest
from nonairo.techniques.base import NO_SUPPOSING, Found, InLines, Move, Reason, Technique
from nonairo.techniques.shared.broken_lines import broken_line
from nonairo.techniques.shared.first_seen import CachedTechniques, first_seen_in
from nonairo.techniques.shared.line_reasons import as_seen, needed_of, premises_of, small
from nonairo.techniques.shared.lines import known
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.shown_chains import shown_in
from nonairo.techniques.shared.solution import only_solution
from nonairo.techniques.shared.spoilt_lines import plainly
from nonairo.techniques.shared.steps import (
    Broken,
    Chain,
    Chains,
    Step,
    cases_of,
    looked_at,
    with_fewest_spare,
)
from nonairo.techniques.shared.weights import Weight, Weights

MOST_CHAINS = 24  # moves whose reasons are found until one has nothing needless
CLOSE = 16  # moves among which the one that needs the fewest lines is taken


def nothing() -> None:
    """For climbs without a limit."""


def _first_cell(move: Move) -> int:
    return next(iter(move.effects))


class Climb:
    """One climb of a ladder: yields the steps one by one; then `broken` says if a rule broke."""

    def __init__(
        self,
        position: Position,
        ladder: Sequence[Technique],
        *,
        poll: Callable[[], None] = nothing,
        weights: Weights | None = None,  # instead of the techniques' own prices
        count_choices: bool = False,
        whole: bool = False,  # steps with all that is looked at: their reasons are found later
        answer: Callable[[Puzzle, Grid], Grid | None] = only_solution,
        late: Callable[[], bool] = bool,
    ) -> None:
        self.position = position
        self.ladder = tuple(ladder)
        self.poll = poll
        self.weights = weights
        self.unexplained = False
        self.choices: list[int] = []  # moves of the same level to choose from, step by step
        self._count_choices = count_choices
        self._whole = whole
        self._read = [0] * len(self.ladder)  # how much of the log each technique has read
        self._found: list[dict[int, list[Found]]] = [{} for _ in self.ladder]
        self._memory: dict[str, dict[object, object]] = {}
        self._read_until: dict[str, int] = {}
        self._last: Cell | None = None
        self._when = [0] * len(position.lines)
        self._slack = [
            len(position.lines[i]) - shortest(rule.clue) if type(rule) is Runs else 0
            for i, rule in enumerate(position.rules)
        ]
        self._first_seen = first_seen_in(position, self.ladder)
        self._inner = CachedTechniques(
            technique
            for technique in self.ladder
            if technique.level <= NO_SUPPOSING and not technique.say_excluding
        )
        self._answer = answer
        self.late = late

    def steps(self) -> Iterator[Step]:
        """The steps, each applied to the position before the next is looked for."""
        while self.position.blanks:
            step = self.next_step()
            if step is None:
                return
            self.apply(step)
            yield step

    def run_up(self) -> int | None:
        """The level of the hardest technique that the rest needs; None if it is not solved.

        All moves of a technique are made at once and none is shown: that is faster, and leads
        as far.
        """
        self.unexplained = True
        position, hardest = self.position, 1
        while position.blanks:
            self.poll()
            for rank, technique in enumerate(self.ladder):
                found = self.moves(rank)
                if position.spoilt is not None:
                    return None
                if found:
                    hardest = max(hardest, technique.level)
                    self._settle_all(found)
                    break
            else:
                return None
        return None if self.broken() else hardest

    def _settle_all(self, found: list[Found]) -> None:
        position = self.position
        for line, move, cells, *_ in found:
            effects = cells
            if line is not None:
                effects = tuple((position.cell(line, k), s) for k, s in move.effects.items())
            for cell, symbol in effects:
                if position.lines[cell.row][cell.col] == UNKNOWN:
                    position.settle(cell.row, cell.col, symbol)
            for cell, symbol in move.excludes:
                position.exclude(cell, symbol)

    def next_step(self, acceptable: Callable[[Found], bool] | None = None) -> Step | None:
        """The easiest step; None when there is none, or when a line has no completion."""
        self.poll()
        seen = self._first_seen
        if seen is not None:
            seen.look()
            if self.position.spoilt is not None:
                return None
            if acceptable is None and (self.choices or not self._count_choices):
                for rank, lines in enumerate(seen.lines):
                    if lines:
                        if self._count_choices:
                            self.choices.append(self._one_or_two(rank, seen.lines))
                        technique = self.ladder[rank]
                        return self.step(technique, self._in_first_line(technique, lines))
        for rank, technique in enumerate(self.ladder):
            if technique.level > NO_SUPPOSING and not technique.last_resort and self.late():
                continue
            lines = 0
            if seen is not None and rank < len(seen.lines):
                lines = seen.lines[rank]
                if not lines:
                    continue
            if lines and not self._count_choices:
                found = [each for i in bits(lines) for each in self._in_line(technique, i)]
            else:
                found = self.moves(rank)
            if self.position.spoilt is not None:
                return None
            if acceptable is not None:
                found = [move for move in found if acceptable(move)]
            if found:
                if self._count_choices:
                    self._note_choices(rank, len(found))
                return self._best_step(technique, found)
            seen = None  # who sees something first in a line may hide another one
        return None

    def _best_step(self, technique: Technique, found: list[Found]) -> Step:
        """A move as a step: that which is seen first, of those without a needless reason."""
        if found[0].chains is None:
            return self.step(technique, self._choose(found))
        several = islice(self._in_order(found), MOST_CHAINS)
        best = with_fewest_spare((chosen, _supposed(chosen)) for chosen in several)
        assert best is not None
        return self.step(technique, *best)

    def _in_first_line(self, technique: Technique, lines: int) -> Found:
        """The move that a person sees first in some lines, all of which have one."""
        several = [*bits(lines)]
        if len(several) > 1 and not self._whole:  # most often one was changed last
            latest = max([self._when[i] for i in several])
            several = [i for i in several if self._when[i] == latest]
        line = several[0] if len(several) == 1 else min(several, key=self._line_key)
        found = self._in_line(technique, line)
        return min(found, key=lambda each: _first_cell(each.move)) if len(found) > 1 else found[0]

    def _in_line(self, technique: Technique, i: int) -> list[Found]:
        assert isinstance(technique.find, InLines)
        position = self.position
        moves = technique.find.moves(position.lines[i], position.rules[i], position.symbols)
        return [Found(i, move) for move in moves]

    def moves(self, rank: int) -> list[Found]:
        """Everything that a technique can do in the position."""
        position, technique = self.position, self.ladder[rank]
        finder = technique.find
        if not isinstance(finder, InLines):
            return list(finder(position, self))
        found = self._found[rank]
        read, end = self._read[rank], len(position.changes)
        if read and not found and finder.clue_alone:
            return []
        if read < end:
            self._read[rank] = end
            decides, known_due = finder.decides, position.due
            if len(position.symbols) > 2:
                decides = ""  # which of two symbols is due says nothing of others
            for i in dict.fromkeys(position.changes[read:]):
                due = known_due[i]
                if due is None:
                    due = position.fruitful(i)
                if due and (due in decides or decides in due):
                    moves = finder.moves(position.lines[i], position.rules[i], position.symbols)
                    if moves:
                        found[i] = [Found(i, move) for move in moves]
                        continue
                if found:
                    found.pop(i, None)
        return [move for moves in found.values() for move in moves] if found else []

    def _note_choices(self, rank: int, number: int) -> None:
        """How many moves of this level there are; counted to the end only where it matters."""
        level = self.ladder[rank].level
        for other in range(rank + 1, len(self.ladder)):
            first = not self.choices
            if (number > 1 and not first) or self.ladder[other].level != level:
                break
            number += len(self.moves(other))
        self.choices.append(number)

    def _one_or_two(self, rank: int, seen: Sequence[int]) -> int:
        """How many moves of this level there are, at most 2; `seen`: lines by their first rank."""
        lines = seen[rank]
        if lines & (lines - 1):
            return 2
        line, number = lines.bit_length() - 1, 0
        for other in range(rank, len(self.ladder)):
            if number > 1 or self.ladder[other].level != self.ladder[rank].level:
                break
            if other >= len(seen):
                number += len(self.moves(other))
            elif seen[other] & ~lines:
                return 2
            else:
                number += len(self._in_line(self.ladder[other], line))
        return min(number, 2)

    def _choose(self, found: list[Found]) -> Found:
        """The move that a person sees first."""
        if len(found) == 1:
            return found[0]
        if found[0].lines is None:
            return min(found, key=self._key)
        return next(self._in_order(found))

    def _in_order(self, found: list[Found]) -> Iterator[Found]:
        """The moves as a person sees them.

        Where there is a choice of lines: of the first ones with the fewest rounds always the one
        that needs the fewest.
        """
        left = sorted(found, key=self._key)
        if left[0].lines is None:
            yield from left
            return
        lines: dict[int, int] = {}  # of each move, computed once: that takes time

        def needed(move: Found) -> int:
            if id(move) not in lines:
                lines[id(move)] = move.lines() if move.lines else 0
            return lines[id(move)]

        while left:
            rounds = left[0].move.numbers["rounds"]
            close = [move for move in left[:CLOSE] if move.move.numbers["rounds"] == rounds]
            chosen = min(close, key=needed)
            yield chosen
            left = [move for move in left if move is not chosen]

    @property
    def _key(self) -> Callable[[Found], tuple[int, ...]]:
        return self._by_clues if self.position.rule is Runs else self._by_cells

    def _by_cells(self, found: Found) -> tuple[int, ...]:
        """Changed last, nearest to the last step, fewest cells to look at, most decided."""
        line, move, cells, *_ = found
        if line is None:
            cell = cells[0][0]
            return move.numbers["rounds"], -len(cells), self._distance(cell), *cell
        cell = self.position.cell(line, next(iter(move.effects)))
        looked = move.numbers.get("cases", len(move.premises))
        near, size = self._distance(cell), (looked, -len(move.effects))
        if self._whole:  # inside a chain nobody sees the order: the smallest steps first
            return *size, near, line, *cell
        return -self._when[line], near, *size, line, *cell

    def _by_clues(self, found: Found) -> tuple[int, ...]:
        """Changed last, nearest to the last step, smallest slack, most known, rows first."""
        line, move, cells, *_ = found
        if line is None:
            cell = cells[0][0]
            return move.numbers["rounds"], self._distance(cell), *cell
        return *self._line_key(line), _first_cell(move)

    def _line_key(self, line: int) -> tuple[int, ...]:
        text, last, height = self.position.lines[line], self._last, self.position.height
        unknown = text.count(UNKNOWN) - len(text)  # the more is known, the less
        far = 0
        if last is not None:
            far = abs(line - last.row) if line < height else abs(line - height - last.col)
        if self._whole:
            return self._slack[line], -self._when[line], unknown, line
        return -self._when[line], far, self._slack[line], unknown, line

    def _distance(self, cell: Cell) -> int:
        last = self._last
        return abs(cell.row - last.row) + abs(cell.col - last.col) if last else 0

    def step(
        self, technique: Technique, found: Found, chains: Sequence[Chain] | None = None
    ) -> Step:
        """A move as a step of the grid; with its chains, if they were made before."""
        line, move, effects, *_ = found
        if line is not None:
            cells = self.position.cells[line]
            effects = tuple([(cells[k], move.effects[k]) for k in sorted(move.effects)])
            premises = tuple([cells[k] for k in move.premises])
            reduced = self.position.lines[line]  # its sentence may name any cell of it
            if move.others or technique.reason is not Reason.AS_FOUND:
                move, premises, reduced = self._reason(technique, line, move)
            score = self._price(technique).cost(0, cases_of(move.numbers))
            places = (self.position.places[line], *move.others)
            lines = {place: self.position.line(place) for place in places}
            return technique.step(
                self.position, line, move, premises, effects, reduced, score, lines
            )
        grid, chains = self.position.grid(), chains or _supposed(found)
        values = {Cell(*divmod(k, grid.width)): own for k, own in enumerate(grid.cells)}
        # And nothing of how they were found.
        chains = tuple(plainly(self.position.puzzle, values, each) for each in chains)
        written = [each for chain in chains for each in chain.written]
        unseen, followed = self.position.otherwise(written), tuple[Chain, ...]()
        if not technique.last_resort:  # one tree for all cells finds most of what is known again
            if unseen:  # a story that contradicts the grid is read without what is known
                unseen = self.position.known_of(written)
            elif not self._whole:
                followed = tuple([shown_in(self.position, each, self._inner) for each in chains])
        rounds = sum(chain.rounds for chain in chains)
        looked = {cell for chain in chains for cell in looked_at(chain)}
        return Step(
            technique=technique.id,
            level=technique.level,
            score=self._price(technique).cost(rounds, cases_of(move.numbers)),
            place=None,
            premises=tuple(sorted({*map(self.position.cell_at, move.premises), *looked})),
            effects=effects,
            numbers={**move.numbers, "rounds": rounds},
            chains=chains,
            followed=() if followed == chains else followed,
            roles={"unseen": tuple(sorted(unseen))} if unseen else {},
            called=technique.called,
            words=self.position.words,
        )

    def _reason(
        self, technique: Technique, line: int, move: Move
    ) -> tuple[Move, tuple[Cell, ...], Line]:
        """A move with the further lines, the cells, and the line without others, that it needs.

        All that it looks at, if its reason is found later.
        """
        position = self.position
        if self._whole:
            cells = [position.cells[line][k] for k in move.premises]
            for place in move.others:
                looked = move.looked[place] if move.looked else known(position.line(place))
                cells += [place.cell(k) for k in looked]
            return move, tuple(cells), position.lines[line]
        found = small(position, technique, line, position.lines.__getitem__, move, move.effects)
        move = as_seen(technique, position.kernels[line], found, move)
        others = tuple([place for place, _ in found.others])
        return move._replace(others=others), premises_of(position, line, found), found.line

    def _price(self, technique: Technique) -> Weight:
        if self.weights is not None:
            return self.weights.of(self.position.rule, technique.id)
        return technique.price_for(self.position.rule)

    def apply(self, step: Step) -> None:
        """Fill in what a step decides."""
        position = self.position
        before = len(position.changes)
        place = step.place
        if place is None or position.puzzle.more_lines:
            for (row, col), symbol in step.effects:
                position.settle(row, col, symbol)
        elif step.effects:
            along = 0 if place.axis == "column" else 1
            effects = [(cell[along], symbol) for cell, symbol in step.effects]
            position.settle_along(position.number(place), effects)
        for cell, symbol in step.excludes:
            position.exclude(cell, symbol)
        for i in position.changes[before:]:
            self._when[i] = before + 1
        self._last = (step.effects or step.excludes)[0][0]

    def broken(self) -> Broken | None:
        """A rule that the position breaks."""
        position = self.position
        for i in range(len(position.lines)):
            position.fruitful(i)  # the last step may have spoilt a line
        if position.spoilt is not None:
            i = position.spoilt
            tool, symbols = position.kernels[i], position.symbols

            def without_needless(line: Line) -> Line:
                return needed_of(line, lambda text: not tool.possible(masks_of(text, symbols)))

            place, rule = position.places[i], position.rules[i]
            return broken_line(place, rule, position.lines[i], without_needless)
        if not position.puzzle.distinct:
            return None
        for twins in equal_lines(position.puzzle, position.grid()):
            cells = [place.cell(k) for place in twins for k in range(position.puzzle.length(place))]
            return Broken("distinct", twins, tuple(cells))
        return None

    def memory(self, key: str) -> dict[object, object]:
        return self._memory.setdefault(key, {})

    def inner(self) -> tuple[Technique, ...]:
        """The techniques of the ladder that suppose nothing."""
        return self._inner

    def answer(self) -> Grid | None:
        """The solution, if there is just one: to choose what to suppose, never as a reason."""
        return self._answer(self.position.puzzle, self.position.grid())

    def changed_since(self, key: str) -> int:
        changes = self.position.changes
        mask = 0
        for i in changes[self._read_until.get(key, 0) :]:
            mask |= 1 << i
        self._read_until[key] = len(changes)
        return mask


def _supposed(found: Found) -> Chains:
    """The chains of a move that supposes something."""
    assert found.chains is not None
    chains = found.chains()
    return chains if isinstance(chains, Chains) else Chains(chains)
