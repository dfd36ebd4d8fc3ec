"""`nonairo techniques`: the ladders, and each technique with an example."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from nonairo.cli.base import ANSWERED, Command, add_json, print_table
from nonairo.errors import FormatError
from nonairo.grid import SYMBOLS, Grid
from nonairo.plain import one_of
from nonairo.puzzle import Puzzle
from nonairo.render.text import draw

if TYPE_CHECKING:
    from nonairo.techniques.base import Technique


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("technique", metavar="NAME", nargs="?", help="one of them, with an example")
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    from nonairo.techniques import TECHNIQUES

    if options.technique is None:
        _list(options.json)
        return ANSWERED
    technique = TECHNIQUES.get(options.technique) or _called(options.technique)
    if technique is None:
        raise FormatError(one_of("a technique", TECHNIQUES, options.technique, "techniques"))
    if options.json:
        print(json.dumps(technique.to_json()))
    else:
        _tell(technique)
    return ANSWERED


def _called(name: str) -> Technique | None:
    """The technique that sentences and the gallery call so."""
    from nonairo.techniques import TECHNIQUES

    wanted = name.lower().strip()
    known = (rung for rung in TECHNIQUES.values() if wanted in (rung.called, rung.name.lower()))
    return next(known, None)


def _list(as_json: bool) -> None:
    from nonairo.techniques import LADDERS, TECHNIQUES, WEIGHTS

    if as_json:
        for technique in TECHNIQUES.values():
            print(json.dumps(technique.to_json()))
        return
    print_table(
        ("rule", "rank", "technique", "level", "score", "what it does"),
        (
            (
                rule.__name__.lower(),
                str(rank),
                technique.id,
                str(technique.level),
                f"{WEIGHTS.of(rule, technique.id).base:g}",
                technique.summary,
            )
            for rule, ladder in LADDERS.items()
            for rank, technique in enumerate(ladder, 1)
        ),
    )


def _tell(technique: Technique) -> None:
    from nonairo.techniques.shared.gallery import show_sample

    print(f"{technique.name} ({technique.id}), level {technique.level}")
    print(technique.summary)
    for sample in technique.samples:
        puzzle, step = show_sample(technique, sample)
        print()
        print(_shown(puzzle, puzzle.givens))
        print(step.text)
        print(_shown(puzzle, puzzle.givens.fill(dict(step.effects))))


def _shown(puzzle: Puzzle, grid: Grid) -> str:
    """A grid in its box; with more than two symbols the bare rows."""
    return draw(puzzle, grid) if puzzle.symbols == SYMBOLS else str(grid)


COMMAND = Command(
    name="techniques",
    summary="list the techniques, or show one of them with an example",
    arguments=arguments,
    run=run,
    examples="  nonairo techniques\n  nonairo techniques gap_quota",
)
