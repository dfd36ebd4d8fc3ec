"""`nonairo watch`: an engine at work, step by step, in the terminal or in the page."""

from __future__ import annotations

import argparse
from urllib.parse import quote

from nonairo import solving
from nonairo.cli import engine_names
from nonairo.cli.base import ANSWERED, LIMIT_HIT, Command
from nonairo.cli.parsing import Parser, positive, seconds, whole
from nonairo.cli.play import PLAIN, serve_page
from nonairo.cli.puzzle_arguments import one_puzzle
from nonairo.cli.serve import port
from nonairo.cli.solve import DELAY, show
from nonairo.engines import named_engine
from nonairo.engines.base import Run
from nonairo.errors import NonairoError
from nonairo.events import Event
from nonairo.limits import Limits
from nonairo.plain import in_words
from nonairo.puzzle import Puzzle
from nonairo.render.text import glyphs_of
from nonairo.solving import no_trace, solve


def arguments(parser: Parser) -> None:
    parser.puzzles(many=False)
    parser.pick(several=False)
    engine = "the algorithm (see nonairo engines), or the path of your own (my_engine.py); default:"
    parser.option("--engine E", f"{engine} walk, or guess if walk does not apply")
    parser.option("--at N", "begin at step N, paused", positive)
    delay = f"seconds between frames (default: {DELAY:g})"
    parser.option("--delay S", delay, seconds, DELAY)
    parser.option("--limit N", "stop at N solutions (default: 2)", positive, 2)
    parser.limits()
    parser.option("--node-limit N", "stop at N search nodes", positive)
    parser.option("--seed N", "the seed of engines that use random numbers", whole)
    parser.symbols()
    parser.option("--page", "watch it in the browser: start the page and open it at the step")
    parser.option("--port N", "with --page: the port (default: as for play)", port)
    parser.option("--no-open", "with --page: print the address, and do not open a browser")


def run(options: argparse.Namespace) -> int:
    puzzle = one_puzzle(options)
    engine = options.engine or solving.engine_to_watch(puzzle)
    engine_names.ready([engine])
    tool = named_engine(engine)[0]
    if not tool.traces:
        raise no_trace(tool)
    if options.page:
        link = link_to(puzzle, engine, options.seed, options.at)
        own = (engine,) if tool.text is not None else ()
        return serve_page(
            link, options.port, open_it=not options.no_open, engines=own, command=COMMAND.name
        )
    for name in ("port", "no_open"):
        if getattr(options, name) is not None and getattr(options, name) is not False:
            raise NonairoError(f"--{name.replace('_', '-')} is for --page")
    return in_terminal(puzzle, engine, options)


def in_terminal(puzzle: Puzzle, engine: str, options: argparse.Namespace) -> int:
    """Animate the search; at its end one can step back until one quits."""
    from nonairo.cli.animation import watcher

    glyphs_of(puzzle, options.symbols)
    tool, delay = named_engine(engine)[0], options.delay
    begin = options.at or 0
    with watcher(puzzle, tool, delay, options.symbols, begin, COMMAND.name) as animation:

        def observe(event: Event, run: Run) -> None:
            if animation is not None:
                with run.budget.resting():
                    animation(event)

        result = solve(
            puzzle,
            engine,
            limit=options.limit,
            limits=Limits(options.time_limit, options.node_limit),
            seed=options.seed,
            observer=observe,
        )
        if animation is not None and result.limit != "quit":
            found = in_words(len(result.solutions), "solution")
            animation.end(f"END: {result.status}, {found}")
    options.stats, options.json, options.watch, options.trace = False, False, True, None
    options.all, options.puzzles = False, []  # as `solve` has them
    show(result, options)
    return LIMIT_HIT if result.limit not in (None, "quit") else ANSWERED


def link_to(puzzle: Puzzle, engine: str, seed: int | None, step: int | None) -> str:
    """What the page reads behind its address: the puzzle, the engine and the step.

    >>> from nonairo.kinds import from_id
    >>> link_to(from_id("binairo:../0."), "zones+guess:cell=first", 3, 12)
    '#watch&p=binairo:../0.&engine=zones+guess:cell=first&seed=3&step=12'
    """
    link = f"#watch&p={quote(puzzle.id, safe=PLAIN)}&engine={quote(engine, safe=PLAIN)}"
    return link + (f"&seed={seed}" if seed else "") + (f"&step={step}" if step else "")


COMMAND = Command(
    name="watch",
    arguments=arguments,
    run=run,
    examples="  nonairo watch 'binairo:0..0/..0./..../.1.0' --engine walk\n"
    "  nonairo watch examples/first.txt --engine guess:cell=first --at 20\n"
    "  nonairo watch examples/first.txt --engine examples/my_engine.py",
)
