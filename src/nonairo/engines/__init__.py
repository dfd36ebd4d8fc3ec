"""The engines. To add one: write `engines/NAME.py` with an `ENGINE`, and list it here."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from nonairo import native
from nonairo.engines.base import Engine, parse_engine
from nonairo.errors import EngineError
from nonairo.plain import brief, did_you_mean, one_of, shown
from nonairo.puzzle import Puzzle
from nonairo.registry import Register

if TYPE_CHECKING:
    from nonairo.native import Plan

NO_CORE = "engine core is not available: this installation has no compiled code"
FALLBACK = "guess:propagate=lines,cell=tightest"  # without the compiled core, or beyond its size

OWN = ".py"  # how the names of engines from files of the user end
OWN_ENGINES: dict[str, Engine] = {}  # those that were loaded, by path (`nonairo.own_engines`)


def best() -> str:
    """What `auto` stands for."""
    return "core" if native.compiled is not None else FALLBACK


ENGINES: Register[Engine] = Register(
    __name__,
    {
        "auto": "auto.ENGINE",
        **({"core": "core.ENGINE"} if native.compiled else {}),
        "walk": "walk.ENGINE",
        "rows": "rows.ENGINE",
        "zones": "zones.ENGINE",
        "patterns": "patterns.ENGINE",
        "guess": "guess.ENGINE",
        "zones+guess": "guess.ZONES_AND_GUESS",
        "patterns+guess": "guess.PATTERNS_AND_GUESS",
        "groebner": "groebner.ENGINE",
        "sat": "sat.ENGINE",
    },
    extended_by=Engine,
)


def find_engine(name: str, puzzle: Puzzle) -> tuple[str, Engine, dict[str, str], Plan | None]:
    """The engine for a puzzle, the name under which it answers, its options, and its plan.

    `auto` is the best there is that takes the puzzle; what is too large for the core goes to the
    fallback.
    """
    engine, options = named_engine(name)
    if engine.plan is not None:
        plan = engine.plan(puzzle)
        if plan is not None:
            return engine.name, engine, options, plan
    reason = engine.refusal(puzzle)
    if reason is not None and name != "auto":
        raise EngineError(f"engine {engine.name} cannot solve this {puzzle.kind}: {reason}")
    if engine.plan is not None:
        return FALLBACK, *named_engine(FALLBACK), None
    return (best() if name == "auto" else name), engine, options, None


def no_engine(name: object) -> EngineError:
    """Return the error for something that is not even a name."""
    return EngineError(f"expected the name of an engine, found {shown(name)}")


def named_engine(name: str) -> tuple[Engine, dict[str, str]]:
    """The engine of this name, and all its options."""
    if not isinstance(name, str):
        raise no_engine(name)
    if name in OWN_ENGINES:
        return OWN_ENGINES[name], {}
    return _engine_and_options(best() if name == "auto" else name)


@lru_cache(maxsize=256)
def _engine_and_options(name: str) -> tuple[Engine, dict[str, str]]:
    bare, given = parse_engine(name)
    engine = ENGINES.get(bare)
    if engine is None and bare == "core":
        raise EngineError(NO_CORE)
    if engine is None:
        raise EngineError(one_of("an engine", ENGINES, bare, "engines"))
    options = {key: values[0] for key, values in engine.options.items()}
    for key, value in given.items():
        if key not in engine.options:
            message = one_of("an option", engine.options or ("none",), key)
            raise EngineError(f"engine {bare}: {message}")
        if value not in engine.options[key]:
            known = engine.options[key]
            meant = did_you_mean(value, known)
            message = f"expected {key}={' or '.join(known)}, found {brief(value)}{meant}"
            raise EngineError(f"engine {bare}: {message}")
        options[key] = value
    return engine, options
