"""`nonairo engines`: the algorithms, and their options."""

from __future__ import annotations

from nonairo.cli.base import Command, lister
from nonairo.cli.parsing import Parser
from nonairo.engines import ENGINES
from nonairo.engines.base import Engine

HEADINGS = ("engine", "kinds", "complete", "options", "what it does")


def row(engine: Engine) -> tuple[str, ...]:
    options = (f"{key}={'/'.join(values)}" for key, values in engine.options.items())
    complete = "yes" if engine.complete else "no"
    kinds = ", ".join(engine.kinds or ("all",))
    return engine.name, kinds, complete, " ".join(options), engine.summary


COMMAND = Command(
    name="engines",
    summary="list the engines, their options and counters",
    arguments=Parser.json,
    run=lister(ENGINES, HEADINGS, row),
    examples="  nonairo engines\n"
    "  nonairo solve examples/first.txt --engine walk:order=most-constrained",
)
