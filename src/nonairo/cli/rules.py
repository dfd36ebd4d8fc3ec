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
from nonairo.sentence_words import listed

STANDARD, SIGNS = "standard", "signs"
EXAMPLES = """\
  nonairo rules
  nonairo rules binairo
  nonairo rules picross
  nonairo rules regions"""


def arguments(parser: Parser) -> None:
    about = "binairo, nonogram, picross ..., or a rule such as regions (default: all kinds)"
    parser.add_argument("kind", metavar="KIND", nargs="?", help=about)
    parser.json()


def run(options: argparse.Namespace) -> int:
    every = [(kind, STANDARD) for kind in KINDS.values()]
    chosen = every if options.kind is None else [kind_called(options.kind)]
    name = (options.kind or "").lower()
    for number, (kind, rule) in enumerate(chosen):
        signs = SIGNS in (kind.presets or {}).get(name, {})
        if options.json:
            print_json(to_json(kind, rule, signs))
            continue
        if number:
            print()
        called = name if rule != STANDARD and name in (kind.aliases or {}) else kind.name
        show(kind, rule, signs, picture=options.kind is not None, called=called)
    if options.kind is None and not options.json:
        print()
        print_prose("nonairo rules KIND shows an example with its solution.")
        print_prose(
            f"You can also use these as KIND: {listed(variants(), 'and')}. Nonograms may have"
            " colours: the numbers then have the colours of their blocks."
        )
    return ANSWERED


def variants() -> list[str]:
    """Other names and rules that change how a kind is played."""
    return [
        name
        for kind in KINDS.values()
        for name in (
            *(alias for alias, rule in (kind.aliases or {}).items() if rule != STANDARD),
            *(
                rule
                for rule in kind.rule_examples or ()
                if rule not in (kind.aliases or {}).values()
            ),
        )
    ]


def kind_called(name: str) -> tuple[Kind, str]:
    """Return the kind of this name, other name, or rule; and the rule that the name stands for."""
    found = named_kind(name.lower())
    if found is not None:
        return found
    rules = {rule: kind for kind in KINDS.values() for rule in kind.rule_examples or ()}
    if name.lower() not in rules:
        raise FormatError(one_of("a kind or a rule", (*KINDS, *rules), name, "rules"))
    return rules[name.lower()], name.lower()


def explained(kind: Kind, rule: str, signs: bool = False) -> tuple[list[str], str]:
    """How to play a kind with a rule, and with signs, as sentences; and the id of an example."""
    sentences = list(kind.how_to_play or (kind.summary,))
    sentence, example = (kind.rule_examples or {}).get(rule, ("", kind.example))
    if rule in (kind.replaced or {}):
        del sentences[(kind.replaced or {})[rule]]
    if sentence:
        sentences.append(f"Rule {rule}: {sentence}")
    if signs:
        sentence, example = (kind.more_examples or {})[SIGNS]
        sentences.append(sentence)
    return sentences, example


def show(kind: Kind, rule: str, signs: bool, picture: bool, called: str) -> None:
    """Print the rules of a kind under the name that the user chose.

    Its example, and the solution of that, follow if a `picture` is wanted.
    """
    aliases = (kind.aliases or {}).items()
    others = ", ".join(name.capitalize() for name, rules in aliases if rules == rule)
    title = kind.name.capitalize() + (f", {rule}" if rule != STANDARD else "")
    if called != kind.name:
        print_title(f"{called.capitalize()} (a {title})")
    else:
        print_title(title + (f" (also {others})" if others else ""))
    sentences, example = explained(kind, rule, signs)
    for sentence in sentences:
        print_prose(f"- {sentence}", hang=2)
    if picture:
        puzzle = from_id(example)
        for name, grid in (("Example", None), ("Solution", solve(puzzle).grid)):
            print(f"\n{name}:")
            print_grid(puzzle, grid)


def to_json(kind: Kind, rule: str, signs: bool) -> dict[str, object]:
    sentences, example = explained(kind, rule, signs)
    solution = solve(from_id(example)).solution
    return {
        "kind": kind.name,
        "rules": rule,
        "aliases": list(kind.aliases or ()),
        "how_to_play": sentences,
        "example": example,
        "solution": None if solution is None else solution.cells,
    }


COMMAND = Command(
    name="rules",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
