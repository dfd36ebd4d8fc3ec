"""A step as data: where, what it looks at, what it decides; and the words made from it.

The sentence, the JSON and the pictures are all derived from the same few fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, TypeVar

from nonairo.grid import ALPHABET, OTHER, SYMBOLS, Cell, Grid, Line, Place, Shape, Symbol
from nonairo.plain import in_words
from nonairo.puzzle import Puzzle
from nonairo.registry import html_of, svg_of
from nonairo.rules import LineRule
from nonairo.sentence_words import Cells, Number, listed, spell, spell_lines
from nonairo.techniques.shared.step_text import (
    Effect,
    Effects,
    Words,
    block_name,
    counted,
    each_symbol,
    excluded,
    result,
    were,
)

__all__ = [
    "Broken",
    "Chain",
    "Chains",
    "Effect",
    "Effects",
    "Ranges",
    "Route",
    "Step",
    "Words",
    "cases_of",
    "excluded",
    "looked_at",
    "with_fewest_spare",
]

Ranges: TypeAlias = tuple[tuple[int, Cell, Cell], ...]
Known: TypeAlias = tuple[Line, LineRule]  # a line as far as it is known, and its rule
T = TypeVar("T")

LONGEST = 160  # characters of a sentence: what a longer one lists is written below it,
LONGEST_HEADLINE = 200  # first what it rests on, and what it decides where that is not enough
INDENT = "  "
MADE_AGAIN = 6  # moves whose chains are made without what they have to spare
MOST_PRINTED = 50  # cases of a step that its text lists; its data has all of them


@dataclass(frozen=True, slots=True)
class Broken:
    """How a chain ends: the rule that is broken, where, and by which cells."""

    rule: str  # three, balance, sign, distinct, clue or line
    places: tuple[Place, ...]
    cells: tuple[Cell, ...]
    symbol: Symbol = ""  # of which there are too many, or too many in a row; or the sign
    why: str = field(default="", compare=False)  # a plain reason, if one is known

    def __str__(self) -> str:
        if self.why:
            return self.why
        where = spell_lines(self.places)
        alike = in_words(len(self.cells), self.symbol)
        return {
            "three": f"{spell(self.cells)} would be {alike} in a row",
            "balance": f"{where} would have {alike}, one too many",
            "sign": f"{spell(self.cells)} {against(self.symbol)}",
            "distinct": f"{where} would be equal",
            "clue": f"the clue of {where} could not be met",
        }.get(self.rule, f"{where} could not be completed")

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
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

    def supposed(self, words: Words, number: str, case: str = "") -> str:
        """What is supposed, with the number of the supposition if there are several."""
        label = f"{case}{number}: " if number else ""
        return f"{label}suppose {result((self.assumed,), words)}"

    def lines_of_text(self, words: Words, number: str = "") -> Iterator[str]:
        """What follows, one thought a line: the links, how it ends, and the cases of a cell.

        What is supposed inside it is numbered like 1, 2, 2.1 and 2.2, and indented.
        """
        dot, below = f"{number}." if number else "", 0
        for link in self.steps:
            why = link.name if link.chains else f"{link.name} in {link.place}"
            why += f" with {spell_lines(link.others)}" if link.others else ""
            yield f"{result(link.effects, words)} ({why})"
            for inner in link.chains:
                below += 1
                yield INDENT + inner.supposed(words, f"{dot}{below}")
                yield from indented(inner.lines_of_text(words, f"{dot}{below}"), 2)
        if self.broken:
            yield str(self.broken)
        if self.cases:
            yield f"{every('value', len(self.cases))} of {self.cases[0].assumed[0]} fail"
        for case in self.cases:
            below += 1
            yield case.supposed(words, f"{dot}{below}", "case ")
            yield from indented(case.lines_of_text(words, f"{dot}{below}"))

    def to_json(self) -> dict[str, object]:
        """As data: a tree of suppositions."""
        cell, symbol = self.assumed
        return {
            "suppose": [*cell, symbol],
            "steps": [step.to_json() for step in self.steps],
            "ends": None if self.broken is None else self.broken.to_json(),
            "cases": [case.to_json() for case in self.cases],
        }


class Chains(tuple[Chain, ...]):
    """Chains, and how many of the cells on which they rest are needless in meaning."""

    spare: int = 0
    again: Callable[[], Chains | None] | None = None  # makes them without these
    whole: Callable[[], Chains] | None = None  # makes them with these: until then there are none

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
    for way, chains in tried[:MADE_AGAIN]:
        fewer = chains.again() if chains.again is not None else None
        if fewer is not None:
            again.append((way, fewer))
            if not fewer.spare:
                break
    best = min(again or tried, key=lambda each: each[1].spare, default=None)
    if best is None or best[1].whole is None:
        return best
    return best[0], best[1].whole()


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
    followed: tuple[Chain, ...] = field(default=(), compare=False, repr=False)  # in the grid
    roles: Mapping[str, tuple[Cell, ...]] = field(default_factory=dict)  # who is who in `say`
    called: str = ""  # what a sentence calls the technique
    line: Line = ""  # its line, as far as it is looked at,
    rule: LineRule | None = field(default=None, repr=False)  # and the rule of that
    ranges: Ranges = ()  # blocks of the line, and the first and the last cell they can cover
    sums: tuple[tuple[int, ...], ...] = ()  # ways to reach a total
    words: Words = tuple(SYMBOLS)
    say: str = field(default="", repr=False)
    route: Route | None = field(default=None, compare=False, repr=False)  # where it was made,
    number: int = field(default=0, compare=False, repr=False)  # as which step
    excludes: Effects = ()  # of more than two symbols: what cells cannot be,
    barred: Effects = ()  # and what it looks at that earlier steps have excluded
    # Its lines as they are known before it, each with its rule, for sentences that count in them;
    known: Mapping[Place, Known] = field(default_factory=dict, compare=False, repr=False)
    # and what makes further names in braces of `say` from these.
    details: Callable[[Step], Mapping[str, object]] | None = field(
        default=None, compare=False, repr=False
    )

    @property
    def lines(self) -> set[Place]:
        """The lines whose rules it uses."""
        named = {*self.others, *([self.place] if self.place else [])}
        return named.union(*(chain.lines for chain in self.chains))

    @property
    def text(self) -> str:
        """The step in one sentence; what is supposed on the way in indented lines below it."""
        if self.place is None:
            return "\n".join([self._conclusion(), *indented(self._suppositions())])
        fields, ranges, given = self._fields(), self._ranges(), self._given()
        fields |= {"given": f"with {given}, " if given else "", "ranges": _joined(ranges)}
        whole = self.say.format(**fields)
        spare = bool(given or ranges or self.barred)  # what can stand below
        if len(whole) <= LONGEST or (not spare and len(self._titled(whole)) <= LONGEST_HEADLINE):
            return whole
        fields |= {"given": "", "because": "", "ranges": _ranges_below(len(ranges))}
        fields["elsewhere"] = ""  # an example that can be spared
        fields["signed"] = "with its signs, " if fields.get("signed") else ""
        if len(self.clues) > 1:
            fields["block"] = in_words(len(self.clues), "block")
        below = [*([f"with {given}"] if given else []), *ranges]
        below += [f"as {excluded(self.barred, self.words)}"] if self.barred else []
        head = self.say.format(**fields)
        if len(self._titled(head)) <= LONGEST_HEADLINE:
            return "\n".join([head, *indented(below)])
        below += each_symbol(self.effects, self.words)
        fields["result"] = counted(self.effects, self.words)
        head = self.say.format(**fields)
        if len(head) > LONGEST:  # many colours
            fields["result"] = f"{in_words(len(self.effects), 'cell')} are decided"
            head = self.say.format(**fields)
        return "\n".join([head, *indented(below)])

    def _fields(self) -> dict[str, object]:
        """What the names in braces of the sentence stand for."""
        symbols = sorted({symbol for _, symbol in self.effects})
        name = dict(zip(ALPHABET, self.words, strict=False))
        value = name[symbols[0]] if symbols else ""
        other = name[OTHER[symbols[0]]] if symbols and len(name) == len(OTHER) else ""
        fields: dict[str, object] = {
            "place": self.place,
            "premises": Cells(self.premises),
            "effects": Cells(cell for cell, _ in self.effects),
            "value": value,
            "other": other,
            "value_cell": value if value.isdigit() else f"{value} cell",
            "other_cell": other if other.isdigit() else f"{other} cell",
            "result": result(self.effects, self.words),
            "because": f"as {excluded(self.barred, self.words)}, " if self.barred else "",
            "ruled": excluded(self.excludes, self.words),
            "others": spell_lines(self.others),
            "block": self._blocks() if "{block}" in self.say else "",
            "sums": listed([f"as {' + '.join(map(str, way))}" for way in self.sums], "or"),
        }
        fields |= {role: Cells(cells) for role, cells in self.roles.items()}
        fields |= {name: Number(number) for name, number in self.numbers.items()}
        return fields | dict(self.details(self) if self.details is not None else {})

    def _block(self, i: int) -> str:
        assert self.rule is not None
        return block_name(self.rule, i, self.words)

    def _blocks(self) -> str:
        return listed(list(map(self._block, self.clues))) or "no block"

    def _ranges(self) -> list[str]:
        """Where blocks can lie, each in words."""
        return [f"{self._block(i)} lies {_between(first, last)}" for i, first, last in self.ranges]

    def _given(self) -> str:
        """The cells on which the step rests and that its sentence does not name by their role."""
        if "{given}" not in self.say or self.place is None:
            return ""
        roles = [cells for role, cells in self.roles.items() if f"{{{role}" in self.say]
        named = {cell for cells in roles for cell in cells}
        column = self.place.axis == "column"
        rest: dict[Symbol, list[Cell]] = {}
        for cell in self.premises:
            if cell not in named:
                rest.setdefault(self.line[cell.row if column else cell.col], []).append(cell)
        pairs = zip(ALPHABET, self.words, strict=False)
        return listed([f"{spell(rest[s])} {word}" for s, word in pairs if s in rest])

    @property
    def shown(self) -> tuple[Chain, ...]:
        """The chains that text and pictures show: as a person follows them in the grid."""
        return self.followed or self.chains

    @property
    def seen(self) -> set[Cell]:
        """The known cells that pictures mark: the premises, and what the shown chains look at."""
        return {*self.premises, *(cell for chain in self.followed for cell in looked_at(chain))}

    def _conclusion(self) -> str:
        """What is decided, and how many cases show it."""
        so = result(self.effects, self.words) or excluded(self.excludes, self.words)
        if not self.chains:
            suppositions, so = self.numbers["cases"], counted(self.effects, self.words)
            return f"{suppositions:,} suppositions break a rule, too many to list, so {so}"
        chain, *more = self.shown
        cell = chain.assumed[0]
        if len(so) > LONGEST:
            ways = sum(each.ends for each in self.chains)
            so = counted(self.effects, self.words)
            return f"of {ways:,} cases all but one break a rule, so {so}"
        if any(each != cell for each, _ in (*self.effects, *self.excludes)):
            return f"{every('value', 1 + len(more))} of {cell} lead to the same, so {so}"
        supposed = f"if {were([each.assumed for each in self.chains], self.words)}"
        if more:
            first, *others = [
                (were([each.assumed], self.words), self._end(each)) for each in self.shown
            ]
            ends = "; ".join(
                [f"if {first[0]}, {first[1]}"]
                + [f"if {said.replace(str(cell), 'it')}, {end}" for said, end in others]
            )
            whole = f"{ends}, so {so}"
            if len(self._titled(whole)) <= LONGEST_HEADLINE:
                return whole
            return f"{supposed}, a rule would break, so {so}"
        return f"{supposed}, {self._end(chain)}, so {so}"

    def _end(self, chain: Chain) -> str:
        """The rule that a supposition breaks, and after how many steps."""
        if chain.ends > 1:
            return f"{every('case', chain.ends)} would break a rule"
        steps = f"after {in_words(len(chain.steps), 'step')} " if chain.steps else ""
        return f"{steps}{chain.broken}"

    def _suppositions(self) -> Iterator[str]:
        """The chains in lines; nothing where the conclusion says it all, or there are too many."""
        if not self.chains:
            return
        chain, *more = chains = self.shown
        if sum(each.ends for each in chains) > MOST_PRINTED:
            yield f"the tree of {sum(each.rounds for each in chains):,} steps is too long here"
            return
        if more:
            for k, each in enumerate(chains, 1):
                yield each.supposed(self.words, str(k))
                yield from indented(each.lines_of_text(self.words, str(k)))
        elif chain.steps or chain.cases:
            yield chain.supposed(self.words, "")
            yield from chain.lines_of_text(self.words)
        if "unseen" in self.roles:
            yield f"{spell(self.roles['unseen'])} need not be known for that"

    @property
    def supposes(self) -> Cell:
        """The cell of which it supposes something first; of a tree that is not listed, any."""
        return (self.chains[0].assumed if self.chains else self.effects[0])[0]

    @property
    def headline(self) -> str:
        """The technique and the first line of the text: what is decided, and why."""
        return str(self).partition("\n")[0]

    @property
    def name(self) -> str:
        """The technique as a sentence calls it."""
        return self.called or self.technique

    def __str__(self) -> str:
        return self._titled(self.text)

    def _titled(self, text: str) -> str:
        """A text behind its line, unless it is an area that it names, and its technique."""
        named = isinstance(self.place, Shape) and str(self.place) in text
        where = f"{self.place}, " if self.place and not named else ""
        return f"{where}{self.name}: {text}"

    def __repr__(self) -> str:
        return f"<Step {self}>"

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON: lines and cells count from 0."""
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
            "text": self.text,
        }
        if self.place is None:
            data["tree"] = self.tree()
            if self.followed:
                data["shown"] = _tree_of(self.followed)
        if len(self.words) > len(SYMBOLS):  # else to exclude is to decide
            data["excludes"] = [[*cell, symbol] for cell, symbol in self.excludes]
            data["excluded"] = [[*cell, symbol] for cell, symbol in self.barred]
        return data

    def tree(self) -> dict[str, object]:
        """Return what is supposed, what follows and how it ends, as data.

        Several suppositions are the cases of a tree that supposes nothing. Of a tree that is too
        large for data, `left_out` is the number of its cases.
        """
        if self.chains:
            return _tree_of(self.chains)
        left = {"left_out": self.numbers["cases"]}
        return {"suppose": None, "steps": [], "ends": None, "cases": [], **left}

    def _repr_html_(self) -> str:
        return html_of(self)

    def _repr_svg_(self) -> str | None:
        return svg_of(self) if self.route is not None else None


def against(sign: Symbol) -> str:
    """What two cells would be that a sign forbids."""
    if not sign:  # of a proof that does not say which
        return "would not be what the sign between them asks for"
    would = "differ" if sign == "=" else "be equal"
    return f"would {would}, but {sign} stands between them"


def every(what: str, number: int) -> str:
    """All of so many: both cases, all seven cases."""
    return f"both {what}s" if number == len(OTHER) else f"all {in_words(number, what)}"


def indented(lines: Iterable[str], deep: int = 1) -> Iterator[str]:
    """The lines, moved to the right."""
    return (INDENT * deep + line for line in lines)


def _tree_of(chains: Sequence[Chain]) -> dict[str, object]:
    if len(chains) == 1:
        return chains[0].to_json()
    cases = [chain.to_json() for chain in chains]
    return {"suppose": None, "steps": [], "ends": None, "cases": cases}


def _ranges_below(number: int) -> str:
    ranges = "ranges" if number > 1 else "range"
    return f"{in_words(number, 'block')} can only lie within the {ranges} below"


def _between(first: Cell, last: Cell) -> str:
    return f"in {first}" if first == last else f"within {Cells((first, last)):range}"


def _joined(ranges: list[str]) -> str:
    """Ranges in one sentence: the verb is said once."""
    more = [each.replace(" lies", "") for each in ranges[1:]]
    return listed([*ranges[:1], *more])


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
