"""Nonairo: Binairo and Nonograms, solved, watched and explained.

>>> import nonairo as nn
>>> puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
>>> nn.solve(puzzle).status == "unique"
True
"""

from typing import TYPE_CHECKING

from nonairo.bulk import solve_many
from nonairo.checking import check
from nonairo.engines import ENGINES
from nonairo.errors import EngineError, FormatError, LimitReached, NonairoError, PuzzleError
from nonairo.events import Event
from nonairo.files import dumpb, dumps, load, loads, losses, parse, save, scan
from nonairo.formats import FORMATS
from nonairo.grid import Cell, Grid, Place
from nonairo.kinds import KINDS
from nonairo.kinds.binairo import binairo
from nonairo.kinds.nonogram import nonogram
from nonairo.puzzle import Puzzle
from nonairo.results import Count, Result, Status, Violation
from nonairo.solving import (
    count,
    is_unique,
    solutions,
    solve,
    solve_batch,
    trace,
)

if TYPE_CHECKING:  # what explains and grades is loaded when somebody asks for it
    from nonairo.explaining import Explanation, Hint, explain, hint
    from nonairo.generating.any_kind import generate, generate_binairo, generate_nonogram
    from nonairo.grading import Grade, grade
    from nonairo.repairing import Repair, repair
    from nonairo.techniques import TECHNIQUES

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "FORMATS",
    "KINDS",
    "TECHNIQUES",
    "Cell",
    "Count",
    "EngineError",
    "Event",
    "Explanation",
    "FormatError",
    "Grade",
    "Grid",
    "Hint",
    "LimitReached",
    "NonairoError",
    "Place",
    "Puzzle",
    "PuzzleError",
    "Repair",
    "Result",
    "Status",
    "Violation",
    "binairo",
    "check",
    "count",
    "dumpb",
    "dumps",
    "explain",
    "generate",
    "generate_binairo",
    "generate_nonogram",
    "grade",
    "hint",
    "is_unique",
    "load",
    "loads",
    "losses",
    "nonogram",
    "parse",
    "repair",
    "save",
    "scan",
    "solutions",
    "solve",
    "solve_batch",
    "solve_many",
    "trace",
]


LATER = {
    "Explanation": "explaining",
    "Grade": "grading",
    "Hint": "explaining",
    "Repair": "repairing",
    "TECHNIQUES": "techniques",
    "explain": "explaining",
    "generate": "generating.any_kind",
    "generate_binairo": "generating.any_kind",
    "generate_nonogram": "generating.any_kind",
    "grade": "grading",
    "hint": "explaining",
    "repair": "repairing",
}


def __getattr__(name: str) -> object:
    """Names that are loaded when they are first used: `import nonairo` stays light."""
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found: object = getattr(import_module(f"nonairo.{LATER[name]}"), name)
    globals()[name] = found
    return found
