"""What a repair gives back: the puzzle made unique, and what was changed for it."""

from __future__ import annotations

from dataclasses import dataclass

from nonairo.grid import Cell
from nonairo.notebook import changed_html
from nonairo.plain import many
from nonairo.puzzle import Puzzle
from nonairo.results import identity

DONE = {"givens": ("cell", "given"), "clues": ("number", "added"), "picture": ("cell", "changed")}


@dataclass(frozen=True, slots=True, repr=False)
class Repair:
    """A repaired puzzle, and what was changed.

    >>> import nonairo as nn
    >>> repaired = nn.repair("binairo:../..")
    >>> repaired, repaired.how, repaired.puzzle.id
    (<Repair 1 cell given>, 'givens', 'binairo:0./..')
    """

    puzzle: Puzzle
    how: str  # givens: cells that are given now; clues: numbers added; picture: cells changed
    changes: tuple[tuple[Cell, str], ...]  # with the symbol or the number that is there now
    exact: bool  # it is proved that no smaller change is enough

    def __str__(self) -> str:
        """What was done, and the puzzle."""
        return f"{self.summary}\n{self.puzzle.id}"

    def __repr__(self) -> str:
        return f"<Repair {self.summary}>"

    def _repr_html_(self) -> str:
        return changed_html(self.puzzle, [cell for cell, _ in self.changes], self.summary)

    @property
    def summary(self) -> str:
        """Return what was changed, in one line."""
        done = self.done if self.changes else "unique already"
        return f"{done}{'' if self.exact else ', perhaps not the fewest'}"

    @property
    def done(self) -> str:
        """Return how many cells were given or changed, or numbers added."""
        what, did = DONE[self.how]
        return f"{many(len(self.changes), what)} {did}"

    def to_json(self) -> dict[str, object]:
        """Return it as data for JSON."""
        return identity(self.puzzle) | {
            "puzzle": self.puzzle.id,
            "how": self.how,
            "changes": [[*cell, symbol] for cell, symbol in self.changes],
            "exact": self.exact,
            "solution": None if self.puzzle.solution is None else self.puzzle.solution.cells,
        }
