"""The engines. To add one: write `engines/NAME.py` with an `ENGINE`, and list it here."""

from __future__ import annotations

from functools import lru_cache

from nonairo import line_solver
from nonairo.engines.base import Engine, parse_engine
from nonairo.errors import EngineError
from nonairo.puzzle import Puzzle
from nonairo.registry import Register

FALLBACK = "guess:propagate=lines,cell=tightest"  # without the compiled core, or beyond its size


def best() -> str:
    """What `auto` stands for."""
    return "core" if line_solver.compiled is not None else FALLBACK


ENGINES: Register[Engine] = Register(
    __name__,
    {
        "auto": "auto.ENGINE",
        **({"core": "core.ENGINE"} if line_solver.compiled else {}),
        "walk": "walk.ENGINE",
        "rows": "rows.ENGINE",
        "zones": "zones.ENGINE",
        "patterns": "patterns.ENGINE",
        "guess": "guess.ENGINE",
        "zones+guess": "guess.ZONES_AND_GUESS",
        "patterns+guess": "guess.PATTERNS_AND_GUESS",
        "sat": "sat.ENGINE",
    },
)


def find_engine(name: str, puzzle: Puzzle) -> tuple[str, Engine, dict[str, str]]:
    """The engine for a puzzle, its options, and the name under which it answers.

    `auto` is the best there is; what the core cannot hold goes to the fallback.
    """
    if name == "auto":
        name = best()
    engine, options = named_engine(name)
    if engine.kinds is not None and puzzle.kind not in engine.kinds:
        raise EngineError(
            f"engine {engine.name} takes {', '.join(engine.kinds)}, not {puzzle.kind}"
        )
    if engine.plan is not None and engine.plan(puzzle) is None:
        return FALLBACK, *named_engine(FALLBACK)
    return name, engine, options


@lru_cache(maxsize=256)
def named_engine(name: str) -> tuple[Engine, dict[str, str]]:
    """The engine of this name, and all its options."""
    bare, given = parse_engine(name)
    engine = ENGINES.get(bare)
    if engine is None:
        raise EngineError(f"expected an engine of {', '.join(ENGINES)}, found {bare!r:.40}")
    options = {key: values[0] for key, values in engine.options.items()}
    for key, value in given.items():
        if key not in engine.options:
            known = ", ".join(engine.options) or "none"
            raise EngineError(f"engine {bare}: expected an option of {known}, found {key!r:.40}")
        if value not in engine.options[key]:
            known = " or ".join(engine.options[key])
            raise EngineError(f"engine {bare}: expected {key}={known}, found {value!r:.40}")
        options[key] = value
    return engine, options
