"""Chains as a person follows them in the grid: short, and each link by the easiest technique.

A reason uses as few cells of the grid as possible, so its chain may derive a cell that is known
already, or see by a hard technique what all of a line shows at once. Such a chain is checked, and
this one is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from nonairo.grid import UNKNOWN, Cell, Symbol
from nonairo.techniques.base import Move, Technique
from nonairo.techniques.shared.first_seen import CachedTechniques
from nonairo.techniques.shared.lines import only_these, put
from nonairo.techniques.shared.position import Position
from nonairo.techniques.shared.steps import Chain, Effect, Step, looked_at


def shown_in(position: Position, chain: Chain, techniques: CachedTechniques) -> Chain:
    """Return a chain as it is followed in the grid of a position, which it must not contradict."""
    return _followed(position, chain, techniques, {})


def _followed(
    position: Position, chain: Chain, techniques: CachedTechniques, before: Mapping[Cell, Symbol]
) -> Chain:
    derived = {**before, **dict([chain.assumed])}
    links = list[Step]()
    for link in _needed(position, chain):
        for seen in _seen(position, link, techniques, derived):
            links.append(seen)
            derived |= dict(seen.effects)
    cases = tuple([_followed(position, case, techniques, derived) for case in chain.cases])
    return replace(chain, steps=tuple(links), cases=cases)


def _needed(position: Position, chain: Chain) -> list[Step]:
    """The links that decide an unknown cell which a later one or the end uses, in their order.

    A chain that leads to an effect does not say which, so all of its links count.
    """
    used = {*(chain.broken.cells if chain.broken else ())}
    used.update(*map(looked_at, chain.cases))
    found = list[Step]()
    for link in reversed(chain.steps):
        effects = _open(position, link)
        if effects and (not (chain.broken or chain.cases) or used & dict(effects).keys()):
            used.update(link.premises, *map(looked_at, link.chains))
            found.append(replace(link, effects=effects))
    return found[::-1]


def _open(position: Position, link: Step) -> tuple[Effect, ...]:
    lines = position.lines
    return tuple([each for each in link.effects if lines[each[0].row][each[0].col] == UNKNOWN])


def _seen(
    position: Position, link: Step, techniques: CachedTechniques, derived: Mapping[Cell, Symbol]
) -> Iterator[Step]:
    """A link by the easiest techniques that see its effects in the line as it is."""
    if link.chains:
        chains = (_followed(position, chain, techniques, derived) for chain in link.chains)
        yield replace(link, chains=tuple(chains))
        return
    if link.place is None or link.others or link.excludes or link.barred:
        yield link
        return
    i = position.number(link.place)
    tool, line, cells = position.kernels[i], position.lines[i], position.cells[i]
    for k, cell in enumerate(cells):
        if cell in derived:
            line = put(line, k, derived[cell])
    found = dict[tuple[str, tuple[int, ...]], tuple[Technique, Move, list[Effect]]]()
    for cell, symbol in link.effects:
        best = techniques.first_giving(tool, line, cells.index(cell), symbol)
        if best is None:
            yield link
            return
        technique, move = best
        key = technique.id, tuple(move.premises)
        found.setdefault(key, (technique, move, []))[2].append((cell, symbol))
    for technique, move, effects in found.values():
        premises = tuple([cells[k] for k in move.premises])
        seen = only_these(line, move.premises)
        yield technique.step(position, i, move, premises, tuple(effects), seen)
