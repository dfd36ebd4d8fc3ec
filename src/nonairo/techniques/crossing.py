"""Two lines that cross leave just one symbol. For more than two symbols, and every rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from nonairo.grid import ALPHABET, Line, Place, Symbol
from nonairo.plain import number_word
from nonairo.rules import Anything, LineRule, Shares, State
from nonairo.sentence_words import spell
from nonairo.techniques.base import (
    Climber,
    Found,
    Move,
    Position,
    Reason,
    Sample,
    Technique,
    Weight,
)
from nonairo.techniques.shared.lines import known, only_these, where
from nonairo.techniques.shared.probing import open_cells
from nonairo.techniques.shared.step_text import result, with_cells
from nonairo.techniques.shared.steps import Step

LONGEST = 60  # characters of the cells of a line


def find(position: Position, search: Climber) -> Iterator[Found]:
    tools = zip(position.kernels, position.masks, strict=True)
    narrowed = [tool.squeeze(masks) for tool, masks in tools]
    for row, k in open_cells(position):
        column = position.height + k
        across, down = narrowed[row], narrowed[column]
        if across is None or down is None:
            return  # a line is spoilt
        left = [
            symbol
            for number, symbol in enumerate(position.symbols)
            if across[number] >> k & down[number] >> row & 1
        ]
        if len(left) == 1:
            others = (position.places[column],)
            mine = [s for s, mask in enumerate(across) if not mask >> k & 1]
            theirs = [s for s, mask in enumerate(down) if not mask >> row & 1]
            numbers = {"each": len(mine) * len(theirs)}  # how many symbols are ruled out
            if numbers["each"] == 1:
                numbers |= {"first": mine[0], "second": theirs[0]}
            premises = known(position.lines[row])
            yield Found(row, Move({k: left[0]}, premises, numbers, others=others))


def details(step: Step) -> Mapping[str, object]:
    """The cells by which each of the two lines rules out a symbol."""
    reasons = []
    cells = []
    for place, number in zip(step.known, ("first", "second"), strict=True):
        line, rule = step.known[place]
        looked = [k for k in range(len(line)) if place.cell(k) in step.premises]
        cells += [(place.cell(k), line[k]) for k in looked]
        reasons.append(_why(place, only_these(line, looked), rule, step.numbers.get(number, 0)))
    return {
        "by_first": reasons[0],
        "by_second": reasons[1],
        "from_cells": with_cells(cells, step.words),
    }


def _why(place: Place, line: Line, rule: LineRule, symbol: int) -> str:
    """Why a line rules out a symbol, from the cells that are known; nothing if none is needed."""
    looked = known(line)
    if not looked:
        return ""
    cells = spell(map(place.cell, looked))
    if type(rule) is Shares and looked == where(line, ALPHABET[symbol]):
        if len(looked) == rule.counts[symbol]:
            their = {1: "is its only", 2: "are both its"}.get(len(looked), "are all its")
            return f" ({cells} {their} {symbol}{'s' if len(looked) > 1 else ''})"
        if looked[-1] - looked[0] <= rule.longest:
            return f" ({cells} are {symbol}: no {number_word(rule.longest + 1)} in a row)"
    seen = result([(place.cell(k), line[k]) for k in looked], tuple(ALPHABET))
    return f" ({seen})" if len(seen) <= LONGEST else ""


@dataclass(frozen=True, slots=True)
class Different:
    """No two cells of a line are alike, as in Latin squares: a rule for the sample."""

    start: ClassVar[State] = (0,)  # the symbols met, as a mask

    def step(self, state: State, symbol: Symbol) -> State | None:
        bit = 1 << ALPHABET.index(symbol)
        return None if state[0] & bit else (state[0] | bit,)

    def accepts(self, state: State) -> bool:
        return True


TECHNIQUE = Technique(
    id="crossing",
    name="Crossing",
    level=2,
    summary="The row and the column of a cell together leave only one symbol for it. This needs"
    " more than two symbols.",
    say="{from_cells}{place} and {others} together leave only {value} for {effects}",
    say_each="{place} rules out {first:d}{by_first} and {others} rules out {second:d}{by_second},"
    " so {effects} must be {value}",
    details=details,
    price={Anything: Weight(10)},
    find=find,
    reason=Reason.MEANING,
    symbols=3,
    samples=(Sample(Different(), "...", (".1.", "..2"), across=Different(), symbols="012"),),
)
