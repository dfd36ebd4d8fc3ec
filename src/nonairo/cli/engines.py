"""`nonairo engines`: the algorithms, and their options."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command, add_json, print_json, print_table
from nonairo.engines import ENGINES


def run(options: argparse.Namespace) -> int:
    if options.json:
        for engine in ENGINES.values():
            print_json(engine.to_json())
        return ANSWERED
    print_table(
        ("engine", "kinds", "complete", "options", "what it does"),
        (
            (
                engine.name,
                ", ".join(engine.kinds or ("all",)),
                "yes" if engine.complete else "no",
                " ".join(f"{key}={'/'.join(values)}" for key, values in engine.options.items()),
                engine.summary,
            )
            for engine in ENGINES.values()
        ),
    )
    return ANSWERED


COMMAND = Command(
    name="engines",
    summary="list the engines, their options and counters",
    arguments=add_json,
    run=run,
    examples="  nonairo engines\n  nonairo solve PUZZLE --engine walk:order=most-constrained",
)
