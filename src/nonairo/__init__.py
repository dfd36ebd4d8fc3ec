"""Nonairo: Binairo and Nonograms, solved, watched and explained.

>>> import nonairo as nn
>>> puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
>>> nn.solve(puzzle).status == "unique"
True
"""

from nonairo.bulk import solve_many
from nonairo.checking import Violation, check
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
from nonairo.solving import (
    Count,
    Result,
    Status,
    count,
    is_unique,
    solutions,
    solve,
    solve_batch,
    trace,
)

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "FORMATS",
    "KINDS",
    "Cell",
    "Count",
    "EngineError",
    "Event",
    "FormatError",
    "Grid",
    "LimitReached",
    "NonairoError",
    "Place",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Status",
    "Violation",
    "binairo",
    "check",
    "count",
    "dumpb",
    "dumps",
    "is_unique",
    "load",
    "loads",
    "losses",
    "nonogram",
    "parse",
    "save",
    "scan",
    "solutions",
    "solve",
    "solve_batch",
    "solve_many",
    "trace",
]
