"""`nonairo engines`: the algorithms, and their options; or an engine to begin one's own with."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command, lister
from nonairo.cli.parsing import Parser
from nonairo.engines import ENGINES
from nonairo.engines.base import Engine

HEADINGS = ("engine", "kinds", "complete", "options", "what it does")


def row(engine: Engine) -> tuple[str, ...]:
    options = (f"{key}={'/'.join(values)}" for key, values in engine.options.items())
    complete = "yes" if engine.complete else "no"
    kinds = ", ".join(engine.kinds or ("all",))
    return engine.name, kinds, complete, " ".join(options), engine.summary


def arguments(parser: Parser) -> None:
    template = "print an engine of 25 lines to begin your own with"
    parser.option("--template", template)
    parser.json()


def run(options: argparse.Namespace) -> int:
    if options.template:
        from nonairo.own_engines import template

        print(template(), end="")
        return ANSWERED
    return lister(ENGINES, HEADINGS, row)(options)


COMMAND = Command(
    name="engines",
    arguments=arguments,
    run=run,
    examples="  nonairo engines\n"
    "  nonairo engines --template > my_engine.py\n"
    "  nonairo solve examples/first.txt --engine walk:order=most-constrained",
)
