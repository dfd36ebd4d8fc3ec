"""A step as data: where, what it looks at, what it decides; and the words made from it.

The sentence, the JSON and the pictures are all derived from the same few fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from nonairo.grid import ALPHABET, OTHER, SYMBOLS, Cell, Grid, Place, Symbol
from nonairo.plain import number_word
from nonairo.puzzle import Puzzle
from nonairo.registry import html_of, svg_of
from nonairo.sentence_words import Cells, Number, listed, spell

Effect: TypeAlias = tuple[Cell, Symbol]  # a cell, and what it is
Effects: TypeAlias = tuple[Effect, ...]
Words: TypeAlias = tuple[str, ...]  # how the symbols are called in a sentence
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Broken:
    """How a chain ends: the rule that is broken, where, and by which cells."""

    rule: str  # three, balance, sign, distinct, clue or line
    places: tuple[Place, ...]
    cells: tuple[Cell, ...]

    def __str__(self) -> str:
        where = listed(list(map(str, self.places)))
        number = number_word(len(self.cells))
        return {
            "three": f"{spell(self.cells)} would be {number} alike in a row",
            "balance": f"{where} would have {number} alike, {spell(self.cells)}, which is too many",
            "sign": f"{spell(self.cells)} would not be what the sign between them asks for",
            "distinct": f"{where} would be equal",
            "clue": f"the clue of {where} could not be met",
        }.get(self.rule, f"{where} could not be completed")

    def to_json(self) -> dict[str, object]:
        """As data."""
        return {
            "rule": self.rule,
            "places": [list(place) for place in self.places],
            "cells": [list(cell) for cell in self.cells],
            "text": str(self),
        }


@dataclass(frozen=True, slots=True)
class Chain:
    """What follows from an assumption: the steps that are needed, and the rule broken at the end.

    `rounds` is its length: in each round everything that follows at once is filled in, so that the
    length does not depend on the order in which one looks.
    """

    assumed: Effect
    steps: tuple[Step, ...]
    rounds: int
    broken: Broken | None = None  # None: the chain leads to the effect instead, or to cases
    cases: tuple[Chain, ...] = ()  # for each symbol of a further cell, if no rule is broken yet

    @property
    def rests_on_assumption(self) -> bool:
        """Whether what it leads to needs what is supposed: some step looks at that cell."""
        looked = {cell for step in self.steps for cell in step.premises}
        looked |= {*(self.broken.cells if self.broken else ())}
        return self.assumed[0] in looked or any(
            self.assumed[0] in looked_at(case) for case in self.cases
        )

    @property
    def ends(self) -> int:
        """In how many places inside it a rule is broken, or the effect reached."""
        inner = sum(chain.ends for step in self.steps for chain in step.chains)
        return inner + (sum(case.ends for case in self.cases) or 1)

    @property
    def depth(self) -> int:
        """How many suppositions stand inside each other, this one included."""
        inner = [chain.depth for step in self.steps for chain in step.chains]
        return 1 + max([*inner, *(case.depth for case in self.cases)], default=0)

    @property
    def breaks_at(self) -> tuple[Cell, ...]:
        """The cells that break a rule, or the one of which every value does."""
        if self.broken is not None:
            return self.broken.cells
        return (self.cases[0].assumed[0],) if self.cases else ()

    @property
    def lines(self) -> set[Place]:
        """The lines whose rules it uses."""
        named = set(self.broken.places if self.broken else ())
        named = named.union(*(step.lines for step in self.steps))
        return named.union(*(case.lines for case in self.cases))

    @property
    def filled(self) -> dict[Cell, Symbol]:
        """What is supposed, and all that follows from it, in this order."""
        return dict([self.assumed, *(each for step in self.steps for each in step.effects)])

    @property
    def written(self) -> Iterator[Effect]:
        """The same with what follows in its cases and inside its steps."""
        yield from self.filled.items()
        for chain in (*(each for step in self.steps for each in step.chains), *self.cases):
            yield from chain.written

    def to_json(self) -> dict[str, object]:
        """As data."""
        cell, symbol = self.assumed
        return {
            "assumed": [*cell, symbol],
            "rounds": self.rounds,
            "steps": [step.to_json() for step in self.steps],
            "broken": None if self.broken is None else self.broken.to_json(),
            "cases": [case.to_json() for case in self.cases],
        }


class Chains(tuple[Chain, ...]):
    """Chains, and how many of the cells on which they rest are needless in meaning."""

    spare: int = 0
    again: Callable[[], Chains | None] | None = None  # makes them without these

    @classmethod
    def with_spare(cls, chains: Iterable[Chain], spare: int) -> Chains:
        """Chains of which so much is needless."""
        made = cls(chains)
        made.spare = spare
        return made

    def as_long_as(self, rounds: Iterable[int]) -> Chains:
        """The same with other lengths, for prices that depend on rounds."""
        pairs = zip(self, rounds, strict=True)
        return Chains.with_spare((replace(each, rounds=n) for each, n in pairs), self.spare)


def with_fewest_spare(several: Iterable[tuple[T, Chains]]) -> tuple[T, Chains] | None:
    """The first that has nothing to spare; where all have something, of those made again.

    That is more to read, so it comes second. None if there are none at all.
    """
    tried: list[tuple[T, Chains]] = []
    for way, chains in several:
        if not chains.spare:
            return way, chains
        tried.append((way, chains))
    again: list[tuple[T, Chains]] = []
    for way, chains in tried:
        fewer = chains.again() if chains.again is not None else None
        if fewer is not None:
            again.append((way, fewer))
            if not fewer.spare:
                break
    return min(again or tried, key=lambda each: each[1].spare, default=None)


@dataclass(frozen=True, slots=True)
class Route:
    """A puzzle, the grid that the steps begin with, and what each of them decides.

    Grids are made on access: most steps are never drawn.
    """

    puzzle: Puzzle
    start: Grid
    effects: Sequence[Effects] = ()

    def before(self, number: int) -> Grid:
        """The grid before a step, counted from 0."""
        known: dict[Cell, Symbol] = {}
        for effects in self.effects[:number]:
            known |= dict(effects)
        return self.start.fill(known)


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """One use of a technique: where, what it looks at, what it decides."""

    technique: str
    level: int
    score: float
    place: Place | None
    premises: tuple[Cell, ...]
    effects: Effects
    numbers: Mapping[str, int] = field(default_factory=dict)
    clues: tuple[int, ...] = ()
    others: tuple[Place, ...] = ()  # further lines to look at
    chains: tuple[Chain, ...] = ()
    roles: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)  # who is who in `say`
    called: str = ""  # what a sentence calls the technique
    words: Words = tuple(SYMBOLS)
    say: str = field(default="", repr=False)
    route: Route | None = field(default=None, compare=False, repr=False)  # where it was made,
    number: int = field(default=0, compare=False, repr=False)  # as which step
    excludes: Effects = ()  # of more than two symbols: what cells cannot be,
    barred: Effects = ()  # and what it looks at that earlier steps have excluded

    @property
    def lines(self) -> set[Place]:
        """The lines whose rules it uses."""
        named = {*self.others, *([self.place] if self.place else [])}
        return named.union(*(chain.lines for chain in self.chains))

    @property
    def text(self) -> str:
        """The step in one sentence."""
        symbols = sorted({symbol for _, symbol in self.effects})
        name = dict(zip(ALPHABET, self.words, strict=False))
        fields: dict[str, object] = {
            "place": self.place,
            "premises": Cells(self.premises),
            "effects": Cells(cell for cell, _ in self.effects),
            "they": "it is" if len(self.effects) == 1 else "they are",
            "value": name[symbols[0]] if symbols else "",
            "other": name[OTHER[symbols[0]]] if symbols and len(name) == len(OTHER) else "",
            "result": result(self.effects, self.words),
            "because": f"as {excluded(self.barred, self.words)}, " if self.barred else "",
            "tried": result(self.excludes, self.words, " or "),
            "ruled": excluded(self.excludes, self.words),
            "others": listed(list(map(str, self.others))),
            "chains": " Or ".join(self._chain_text(chain) for chain in self.chains),
        }
        fields |= {role: Cells(cells) for role, cells in self.roles.items()}
        return self.say.format(**fields, **{k: Number(n) for k, n in self.numbers.items()})

    def _chain_text(self, chain: Chain, number: str = "") -> str:
        """A chain in a sentence; its cases in further ones, numbered like 1, 2, 2.1 and 2.2."""
        text = self._without_cases(chain, "suppose") + "."
        for k, case in enumerate(chain.cases, 1):
            text += f" Case {number}{k}: {self._chain_text(case, f'{number}{k}.')}"
        return text

    def _without_cases(self, chain: Chain, begin: str) -> str:
        parts = [f"{begin} {result((chain.assumed,), self.words)}"]
        for step in chain.steps:
            why = f"{step.name} in {step.place}"
            if step.others:  # lines that it must not repeat, or lines across
                why += f" with {listed(list(map(str, step.others)))}"
            if step.chains:  # an inner dead end
                why = " or ".join(self._without_cases(each, "else") for each in step.chains)
            parts.append(f"then {result(step.effects, self.words)} ({why})")
        if chain.broken:
            parts.append(f"and {chain.broken}")
        if chain.cases:
            parts.append(f"and every value of {chain.cases[0].assumed[0]} fails")
        return ", ".join(parts)

    @property
    def name(self) -> str:
        """The technique as a sentence calls it."""
        return self.called or self.technique

    def __str__(self) -> str:
        where = f"{self.place}, " if self.place else ""
        return f"{where}{self.name}: {self.text}"

    def __repr__(self) -> str:
        return f"<Step {self}>"

    def to_json(self) -> dict[str, object]:
        """As data: lines and cells count from 0."""
        data: dict[str, object] = {
            "technique": self.technique,
            "level": self.level,
            "score": self.score,
            "place": None if self.place is None else list(self.place),
            "premises": {
                "cells": [list(cell) for cell in self.premises],
                "clues": list(self.clues),
                "lines": [list(place) for place in self.others],
            },
            "effects": [[*cell, symbol] for cell, symbol in self.effects],
            "numbers": dict(self.numbers),
            "roles": {role: [list(cell) for cell in cells] for role, cells in self.roles.items()},
            "chains": [chain.to_json() for chain in self.chains],
            "text": self.text,
        }
        if len(self.words) > len(SYMBOLS):  # else to exclude is to decide
            data["excludes"] = [[*cell, symbol] for cell, symbol in self.excludes]
            data["excluded"] = [[*cell, symbol] for cell, symbol in self.barred]
        return data

    def _repr_html_(self) -> str:
        return html_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self) if self.route is not None else None


def result(effects: Iterable[Effect], words: Words, join: str = " and ") -> str:
    """What cells are, in words.

    >>> result([(Cell(0, 0), "1"), (Cell(0, 3), "0")], ("0", "1"))
    'r1c4 is 0 and r1c1 is 1'
    >>> colours = ("empty", "red", "blue")
    >>> result([(Cell(0, 0), "1"), (Cell(0, 1), "2"), (Cell(0, 2), "0")], colours)
    'r1c3 is empty, r1c1 is red and r1c2 is blue'
    """
    return _in_words(effects, words, "", join)


def excluded(effects: Iterable[Effect], words: Words) -> str:
    """What cells are not, in words.

    >>> excluded([(Cell(0, 0), "1"), (Cell(0, 1), "1")], ("empty", "red"))
    'r1c1 and r1c2 are not red'
    """
    return _in_words(effects, words, "not ", " and ")


def _in_words(effects: Iterable[Effect], words: Words, sign: str, join: str) -> str:
    effects = tuple(effects)
    parts = []
    for symbol, word in zip(ALPHABET, words, strict=False):
        cells = [cell for cell, value in effects if value == symbol]
        if cells:
            together = spell(cells) if join == " and " else join.join(map(str, cells))
            verb = "is" if len(cells) == 1 or join != " and " else "are"
            parts.append(f"{together} {verb} {sign}{word}")
    return listed(parts) if join == " and " else join.join(parts)


def cases_of(numbers: Mapping[str, int]) -> int:
    """How many cases a step has to distinguish if it uses nothing needless."""
    return numbers.get("fewest", numbers.get("cases", 0))


def looked_at(chain: Chain) -> Iterator[Cell]:
    """The cells known beforehand on which a chain rests."""
    own = {chain.assumed[0], *(cell for step in chain.steps for cell, _ in step.effects)}
    for step in chain.steps:
        yield from (cell for cell in step.premises if cell not in own)
    for case in chain.cases:
        yield from (cell for cell in looked_at(case) if cell not in own)
    if chain.broken:
        yield from (cell for cell in chain.broken.cells if cell not in own)
