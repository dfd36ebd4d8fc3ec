"""`nonairo formats`: the file formats, and what each can hold."""

from __future__ import annotations

from nonairo.cli.base import Command, lister
from nonairo.cli.parsing import Parser
from nonairo.formats import FORMATS
from nonairo.formats.base import Format

HEADINGS = (
    "format", "suffixes", "reads", "writes", "kinds", "what it is", "what it cannot store",
)  # fmt: skip


def row(format: Format) -> tuple[str, ...]:
    reads, writes = ("yes" if able else "no" for able in (format.read, format.write))
    kinds = ", ".join(format.kinds or ("all",))
    suffixes = " ".join(format.suffixes)
    return format.name, suffixes, reads, writes, kinds, format.summary, format.cannot_hold


COMMAND = Command(
    name="formats",
    arguments=Parser.json,
    run=lister(FORMATS, HEADINGS, row, spare=("what it cannot store",)),
    examples="  nonairo formats\n  nonairo convert examples/boat.txt --to non",
)
