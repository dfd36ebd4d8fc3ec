"""Climb a ladder with few steps: of all moves in lines the one that decides most cells."""

from __future__ import annotations

from collections.abc import Callable

from nonairo.techniques.base import Found, InLines, Technique
from nonairo.techniques.shared.ladder_climb import Climb
from nonairo.techniques.shared.steps import Step


class LargestFirst(Climb):
    """A way up that takes the largest step, the easiest of these; suppositions come last."""

    def next_step(self, acceptable: Callable[[Found], bool] | None = None) -> Step | None:
        self.poll()
        most, best = 0, list[Found]()
        which: Technique | None = None
        for rank, technique in enumerate(self.ladder):
            if not isinstance(technique.find, InLines):
                continue
            found = self.moves(rank)
            if self.position.spoilt is not None:
                return None
            size = max((len(each.move.effects) for each in found), default=0)
            if size > most:
                most, which = size, technique
                best = [each for each in found if len(each.move.effects) == size]
        if which is None:
            return super().next_step(acceptable)
        return self.step(which, self._choose(best))
