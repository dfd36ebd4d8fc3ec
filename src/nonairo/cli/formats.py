"""`nonairo formats`: the file formats, and what each can hold."""

from __future__ import annotations

import argparse

from nonairo.cli.base import ANSWERED, Command, add_json, print_json, print_table
from nonairo.formats import FORMATS


def run(options: argparse.Namespace) -> int:
    if options.json:
        for format in FORMATS.values():
            print_json(format.to_json())
        return ANSWERED
    print_table(
        ("format", "suffixes", "reads", "writes", "kinds", "what it is", "what it cannot hold"),
        (
            (
                format.name,
                " ".join(format.suffixes),
                "yes" if format.read else "no",
                "yes" if format.write else "no",
                ", ".join(format.kinds or ("all",)),
                format.summary,
                format.cannot_hold,
            )
            for format in FORMATS.values()
        ),
    )
    return ANSWERED


COMMAND = Command(
    name="formats",
    summary="list the file formats",
    arguments=add_json,
    run=run,
    examples="  nonairo formats\n  nonairo convert PUZZLE --to non",
)
