"""Solve, explain, grade, generate, print and play Binairo and nonograms.

>>> import nonairo as nn
>>> puzzle = nn.parse("binairo:1..0../..00.1/.00..1/....../00.1../.1..00")
>>> nn.solve(puzzle).status == "unique"
True
"""

from nonairo import subinterpreter_check as _only  # noqa: F401  # refuses all others

TYPE_CHECKING = False  # what type checkers take for true; `typing` would double our start-up
if TYPE_CHECKING:  # everything is loaded when somebody asks for it: `import nonairo` stays light
    from nonairo.api import check, count, is_unique, solutions, solve, trace
    from nonairo.board_batch import solve_batch
    from nonairo.comparing.trials import Trial, compare
    from nonairo.drawing import draw
    from nonairo.engines import ENGINES
    from nonairo.errors import (
        ArgumentError,
        EngineError,
        FormatError,
        LimitReached,
        MissingFileError,
        NonairoError,
        PuzzleError,
    )
    from nonairo.events import Event
    from nonairo.examples import EXAMPLES
    from nonairo.explaining import Explanation, explain
    from nonairo.formats import FORMATS
    from nonairo.frames import solve_frame
    from nonairo.generating.any_kind import generate, generate_binairo, generate_nonogram
    from nonairo.grading import Grade, grade
    from nonairo.grid import Cell, Grid, Place
    from nonairo.hinting import Hint, hint
    from nonairo.kinds import KINDS
    from nonairo.kinds.binairo import binairo
    from nonairo.kinds.nonogram import nonogram
    from nonairo.kinds.trinairo import trinairo
    from nonairo.many_puzzles import solve_many
    from nonairo.photo.readings import Reading, read_picture
    from nonairo.picture_gallery import gallery
    from nonairo.practising import Exercise, practise
    from nonairo.proofs.proving import Proof, prove
    from nonairo.proofs.verifying import verify
    from nonairo.puzzle import Puzzle
    from nonairo.reading import load, loads, parse, scan
    from nonairo.repairing import Repair, repair
    from nonairo.results import Count, Result, Status, Violation
    from nonairo.techniques import TECHNIQUES
    from nonairo.widgets import play, watch
    from nonairo.writing import dumpb, dumps, losses, save

__version__ = "0.1.0"

__all__ = [
    "ENGINES",
    "EXAMPLES",
    "FORMATS",
    "KINDS",
    "TECHNIQUES",
    "ArgumentError",
    "Cell",
    "Count",
    "EngineError",
    "Event",
    "Exercise",
    "Explanation",
    "FormatError",
    "Grade",
    "Grid",
    "Hint",
    "LimitReached",
    "MissingFileError",
    "NonairoError",
    "Place",
    "Proof",
    "Puzzle",
    "PuzzleError",
    "Reading",
    "Repair",
    "Result",
    "Status",
    "Trial",
    "Violation",
    "binairo",
    "check",
    "compare",
    "count",
    "draw",
    "dumpb",
    "dumps",
    "explain",
    "gallery",
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
    "play",
    "practise",
    "prove",
    "read_picture",
    "repair",
    "save",
    "scan",
    "solutions",
    "solve",
    "solve_batch",
    "solve_frame",
    "solve_many",
    "trace",
    "trinairo",
    "verify",
    "watch",
]


HOMES = {
    "api": ("check", "count", "is_unique", "solutions", "solve", "trace"),
    "board_batch": ("solve_batch",),
    "comparing.trials": ("Trial", "compare"),
    "drawing": ("draw",),
    "engines": ("ENGINES",),
    "errors": (
        *("ArgumentError", "EngineError", "FormatError", "LimitReached"),
        *("MissingFileError", "NonairoError", "PuzzleError"),
    ),
    "events": ("Event",),
    "examples": ("EXAMPLES",),
    "explaining": ("Explanation", "explain"),
    "formats": ("FORMATS",),
    "frames": ("solve_frame",),
    "generating.any_kind": ("generate", "generate_binairo", "generate_nonogram"),
    "grading": ("Grade", "grade"),
    "grid": ("Cell", "Grid", "Place"),
    "hinting": ("Hint", "hint"),
    "kinds": ("KINDS",),
    "kinds.binairo": ("binairo",),
    "kinds.nonogram": ("nonogram",),
    "kinds.trinairo": ("trinairo",),
    "many_puzzles": ("solve_many",),
    "photo.readings": ("Reading", "read_picture"),
    "picture_gallery": ("gallery",),
    "practising": ("Exercise", "practise"),
    "proofs.proving": ("Proof", "prove"),
    "proofs.verifying": ("verify",),
    "puzzle": ("Puzzle",),
    "reading": ("load", "loads", "parse", "scan"),
    "repairing": ("Repair", "repair"),
    "results": ("Count", "Result", "Status", "Violation"),
    "techniques": ("TECHNIQUES",),
    "widgets": ("play", "watch"),
    "writing": ("dumpb", "dumps", "losses", "save"),
}
HOME = {name: home for home, names in HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """A public name, loaded from where it is at home when it is first used."""
    if name not in HOME:
        import sys

        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message, name=name, obj=sys.modules[__name__])
    from importlib import import_module

    found: object = getattr(import_module(f"nonairo.{HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
