"""The engines. To add one: write `engines/NAME.py` with an `ENGINE`, and list it here."""

from __future__ import annotations

from dataclasses import replace

from nonairo.engines import guess, patterns, rows, sat, walk, zones
from nonairo.engines.base import Engine, parse_engine
from nonairo.errors import EngineError
from nonairo.puzzle import Puzzle

BEST = "guess:propagate=lines,cell=tightest"  # what `auto` stands for

ENGINES: dict[str, Engine] = {
    engine.name: engine
    for engine in (
        replace(guess.ENGINE, name="auto", summary=f"the best there is: {BEST}", options={}),
        walk.ENGINE,
        rows.ENGINE,
        zones.ENGINE,
        patterns.ENGINE,
        guess.ENGINE,
        guess.ZONES_AND_GUESS,
        guess.PATTERNS_AND_GUESS,
        sat.ENGINE,
    )
}


def find_engine(name: str, puzzle: Puzzle | None = None) -> tuple[Engine, dict[str, str]]:
    """The engine of this name and all its options; EngineError if it does not take the puzzle."""
    bare, given = parse_engine(name)
    if bare == "auto" and not given:
        bare, given = parse_engine(BEST)
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
    if puzzle is not None and engine.kinds is not None and puzzle.kind not in engine.kinds:
        raise EngineError(f"engine {bare} takes {', '.join(engine.kinds)}, not {puzzle.kind}")
    return engine, options
