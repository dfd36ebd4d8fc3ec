"""`nonairo rules`: how to play each kind of puzzle, with an example."""

from __future__ import annotations

import argparse

from nonairo.api import solve
from nonairo.cli.base import ANSWERED, Command
from nonairo.cli.parsing import Parser
from nonairo.cli.terminal_output import print_grid, print_json, print_prose, print_title
from nonairo.errors import FormatError
from nonairo.kinds import KINDS, from_id, named_kind
from nonairo.kinds.base import Kind
from nonairo.plain import one_of

EXAMPLES = "  nonairo rules\n  nonairo rules binairo\n  nonairo rules picross"


def arguments(parser: Parser) -> None:
    parser.add_argument(
        "kind", metavar="KIND", nargs="?", help="binairo, nonogram, picross ... (default: all)"
    )
    parser.json()


def run(options: argparse.Namespace) -> int:
    chosen = list(KINDS.values()) if options.kind is None else [kind_called(options.kind)]
    for number, kind in enumerate(chosen):
        if options.json:
            print_json(to_json(kind))
            continue
        if number:
            print()
        show(kind, picture=options.kind is not None)
    if options.kind is None and not options.json:
        print()
        print_prose("nonairo rules KIND shows an example with its solution.")
    return ANSWERED


def kind_called(name: str) -> Kind:
    """Return the kind of this name, or of which it is another name."""
    found = named_kind(name.lower())
    if found is None:
        raise FormatError(one_of("a kind", KINDS, name, "rules"))
    return found[0]


def show(kind: Kind, picture: bool) -> None:
    """Print the rules of a kind, and its example with the solution if a picture is wanted."""
    aliases = (kind.aliases or {}).items()
    others = ", ".join(name.capitalize() for name, rules in aliases if rules == "standard")
    print_title(kind.name.capitalize() + (f" (also {others})" if others else ""))
    for sentence in kind.how_to_play or (kind.summary,):
        print_prose(f"- {sentence}", hang=2)
    if picture:
        puzzle = from_id(kind.example)
        for title, grid in (("Example", None), ("Solution", solve(puzzle).grid)):
            print(f"\n{title}:")
            print_grid(puzzle, grid)


def to_json(kind: Kind) -> dict[str, object]:
    solution = solve(from_id(kind.example)).solution
    return {
        "kind": kind.name,
        "aliases": list(kind.aliases or ()),
        "how_to_play": list(kind.how_to_play),
        "example": kind.example,
        "solution": None if solution is None else solution.cells,
    }


COMMAND = Command(
    name="rules",
    summary="show how to play a kind of puzzle, with an example",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
