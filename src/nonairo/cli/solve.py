"""`nonairo solve`: the solution of every puzzle, and whether it is the only one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from nonairo.cli.base import (
    ANSWERED,
    BAD_INPUT,
    LIMIT_HIT,
    Command,
    add_json,
    add_limits,
    add_puzzles,
    add_theme,
    complain,
    filled,
    positive,
    print_json,
    print_note,
    puzzles_of,
    seconds,
    whole,
)
from nonairo.cli.places import Place, add_parts, place_of
from nonairo.cli.progress import with_progress
from nonairo.cli.screen import (
    is_terminal,
    print_grid,
    print_prose,
    print_title,
)
from nonairo.engines import named_engine
from nonairo.errors import EngineError, LimitReached, NonairoError
from nonairo.grid import Grid
from nonairo.plain import duration, in_words, many
from nonairo.puzzle import Puzzle
from nonairo.render.ruled import of_places
from nonairo.render.text import glyphs_of, heading
from nonairo.render.themes import THEMES
from nonairo.results import Result, Status, differing
from nonairo.solving import SPREAD, forecast, no_trace, not_spread, solve

if TYPE_CHECKING:
    from nonairo.cli.trace_file import TraceFile
    from nonairo.events import Event

MOST_DIFFERENCES = 12
DELAY = 0.05  # seconds between two pictures
MOST_EVENTS = 10_000  # of one puzzle in a trace: it is to be read
RAISE_IT = "raise it with --time-limit S (0: none) or --node-limit N"
RAISED = {  # the limits that an option raises
    "time": RAISE_IT,
    "nodes": RAISE_IT,
    "memory": "raise it with --memory-limit B",
}

EXAMPLES = """\
  nonairo solve examples/first.txt
  nonairo solve 'nonogram:1,1/5/5/3/1;2/4/4/4/2' --engine rows --stats
  nonairo solve examples/many.jsonl --json > answers.jsonl
  nonairo solve examples/first.txt --workers 2
  nonairo solve 'binairo:0..0/..0./..../.1.0' --watch
  nonairo solve 'binairo:0..0/..0./..../.1.0' --engine walk --trace walk.txt
  nonairo solve 'binairo:0..0/..0./..../.1.0' --gif walk.gif --delay 0.2"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_puzzles(parser)
    parser.add_argument(
        "--engine",
        metavar="E",
        help="which algorithm (see nonairo engines; default: auto;"
        " with --watch, --trace or --gif: walk)",
    )
    many = parser.add_mutually_exclusive_group()
    many.add_argument(
        "--limit", metavar="N", type=positive, default=2, help="stop at N solutions (default: 2)"
    )
    many.add_argument("--all", action="store_true", help="list all solutions")
    add_limits(parser)
    parser.add_argument("--node-limit", metavar="N", type=positive, help="stop at N search nodes")
    parser.add_argument("--seed", metavar="N", type=whole, help="for engines that draw lots")
    add_parts(parser)
    parser.add_argument("--symbols", metavar="S", help="write cells as 01, #. or @.")
    parser.add_argument("--stats", action="store_true", help="show what it cost")
    parser.add_argument(
        "--watch",
        action="store_true",
        help="animate the search: space pauses, s steps, + and - change the pace, q quits",
    )
    parser.add_argument(
        "--delay",
        metavar="S",
        type=seconds,
        default=DELAY,
        help=f"seconds between two pictures (default: {DELAY:g})",
    )
    parser.add_argument(
        "--trace",
        type=filled,
        metavar="OUT",
        help="write what the engine does: .jsonl for machines, else text",
    )
    parser.add_argument(
        "--max-events",
        metavar="N",
        type=number_or_none,
        default=MOST_EVENTS,
        help=f"end the trace of a puzzle after N events (default: {MOST_EVENTS}; 0: all)",
    )
    parser.add_argument(
        "--gif",
        type=filled,
        metavar="OUT",
        help="film the search; of a long one, pictures evenly chosen",
    )
    parser.add_argument(
        "--proof",
        type=filled,
        metavar="X",
        help="write X.json, X.cnf and X.lrat: a proof that there is one solution, or none"
        " (check it with nonairo verify)",
    )
    add_theme(parser)
    add_json(parser)


def number_or_none(text: str) -> int | None:
    """A whole number of at least 0, where 0 means as many as there are."""
    try:
        return positive(text) if text.strip("0") or not text else None
    except argparse.ArgumentTypeError:
        told = f"expected a whole number of at least 1, or 0 for all, found {text!r}"
        raise argparse.ArgumentTypeError(told) from None


IGNORED = {  # without those that they are for: their defaults, and where they are of use
    "max_events": (MOST_EVENTS, ("trace",)),
    "theme": ("light", ("gif",)),
    "delay": (DELAY, ("watch", "gif")),
}


def tell_ignored(options: argparse.Namespace) -> None:
    """Say which options are of no use here."""
    for name, (usual, places) in IGNORED.items():
        if getattr(options, name) != usual and not any(getattr(options, each) for each in places):
            users = " or ".join(f"--{each}" for each in places)
            complain(f"--{name.replace('_', '-')} is for {users}; ignored")


def run(options: argparse.Namespace) -> int:
    shown = options.watch or options.trace or options.gif
    engine = ("walk" if shown else "auto") if options.engine is None else options.engine
    tell_ignored(options)
    tool = named_engine(engine)[0]  # a wrong name is told once, and before any file is looked for
    if shown and not tool.traces:
        raise no_trace(tool)
    for name in ("workers", "dask"):
        if getattr(options, name) and (shown or engine not in SPREAD):
            raise not_spread(engine, f"--{name}", bool(shown))
    if options.proof is not None:
        from nonairo.proofs.proving import check_place  # only for proofs

        check_place(options.proof)
    if options.gif:
        from nonairo.cli.pictures import ready

        ready(options.gif, "gif")
    code, first, solved = ANSWERED, True, 0
    with ExitStack() as files:
        place = files.enter_context(place_of(options))
        record: TraceFile | None = None
        if options.trace:
            from nonairo.cli.trace_file import trace_file  # only for traces

            record = files.enter_context(trace_file(options.trace, engine, options.max_events))
        puzzles = puzzles_of(options.puzzles, options.format)
        for number, puzzle in enumerate(with_progress(puzzles, "puzzles"), 1):
            if isinstance(puzzle, NonairoError):
                complain(puzzle)
                code = max(code, BAD_INPUT)
                continue
            try:
                glyphs_of(puzzle, options.symbols)
                result = _solve(puzzle, engine, options, record, number, place)
            except EngineError as error:
                complain(f"{whose(puzzle, options)}{error}")
                code = max(code, BAD_INPUT)
                continue
            if not first and not options.json:
                print()
            first = False
            if record is not None:
                record.end(result)
            show(result, options)
            if options.proof is not None:
                solved += 1
                code = max(code, prove_it(result, solved, options))
            if result.status in (Status.UNKNOWN, Status.STUCK):
                code = max(code, LIMIT_HIT)
            if result.limit == "quit":
                break  # whoever watched has seen enough
    return code


def prove_it(result: Result, number: int, options: argparse.Namespace) -> int:
    """Write a proof of what was found, if it is the first; the exit code."""
    from nonairo.proofs.proving import prove  # only for proofs

    if number > 1:
        if number == 2:  # once is enough
            complain("--proof is for one puzzle: the others are not proved")
        return BAD_INPUT
    if result.status is Status.UNKNOWN:
        return LIMIT_HIT  # which was told
    if result.status is Status.MULTIPLE:
        complain("no proof: that there are several solutions, two of them show")
        return ANSWERED
    try:
        proof = prove(result.puzzle, options.proof, time_limit=options.time_limit)
    except LimitReached as reached:
        complain(f"no proof: {reached}; {RAISED.get(reached.limit, RAISE_IT)}")
        return LIMIT_HIT
    except EngineError as error:
        complain(f"no proof: {error}")
        return BAD_INPUT
    files = ", ".join(str(file) for file in proof.files)
    complain(f"proof: {files} ({proof.clauses:,} clauses, {many(proof.steps, 'step')})")
    return ANSWERED


def _solve(
    puzzle: Puzzle,
    engine: str,
    options: argparse.Namespace,
    record: TraceFile | None,
    number: int,
    place: Place,
) -> Result:
    expected = forecast(puzzle, engine)
    if expected is not None:
        complain(expected)
    observers: list[Callable[[Event], None]] = []
    if record is not None:
        observers.append(record.begin(puzzle))
    with ExitStack() as screen:
        if options.watch:
            from nonairo.cli.watch import watcher

            observers += screen.enter_context(watcher(puzzle, options.delay, options.symbols))

        if options.gif:
            from nonairo.cli.filming import filmed

            theme = THEMES[options.theme]
            film = filmed(puzzle, options.gif, number, options.delay, theme)
            observers.append(screen.enter_context(film))

        def observe(event: Event) -> None:
            for observer in observers:
                observer(event)

        return solve(
            puzzle,
            engine,
            limit=None if options.all else options.limit,
            time_limit=options.time_limit,
            node_limit=options.node_limit,
            seed=options.seed,
            observer=observe if observers else None,
            **place,
        )


def whose(puzzle: Puzzle, options: argparse.Namespace) -> str:
    """The name of a puzzle before what is said of it, where it may be one of several."""
    named = puzzle.title or puzzle.extra.get("id")
    return f"{puzzle.name}: " if named or len(options.puzzles) > 1 else ""


def show(result: Result, options: argparse.Namespace) -> None:
    """Print one result, for a machine, a pipe or a person."""
    if options.json:
        print_json(result.to_json())
        return
    if is_terminal():
        _show_person(result, options)
    else:
        _show_pipe(result, options.symbols)
    told = None if is_terminal() else result.reason  # a person has just read it
    if result.status is Status.UNKNOWN and result.limit in RAISED:
        raised = RAISED[result.limit]
        told = f"{told}; {raised}" if told else raised
    if told:
        complain(f"{whose(result.puzzle, options)}{told}")
    looked_at = sys.stdout.isatty() and (options.watch or options.trace)
    if options.stats or looked_at:  # who looks at a search wants to know what it cost
        for line in result.stats.lines(zeros=options.stats):
            print_note(line, hang=2)
    sys.stdout.flush()


def _show_pipe(result: Result, symbols: str | None) -> None:
    rules = result.puzzle.rules
    print(result.status if rules == "standard" else f"{result.status} rules={rules}")
    grids = result.solutions or ([result.grid] if result.grid else [])
    shown = "\n\n".join(map(str, grids))
    if symbols is not None:  # else what programs have always got
        glyphs = glyphs_of(result.puzzle, symbols)
        shown = "".join(glyphs.get(letter, letter) for letter in shown)
    print(shown, end="\n" if grids else "")


def _show_person(result: Result, options: argparse.Namespace) -> None:
    puzzle = result.puzzle
    print_title(heading(puzzle))
    print_grid(puzzle, None, options.symbols)
    differ = differing(*result.solutions[:2]) if len(result.solutions) > 1 else []
    for number, solution in enumerate(result.solutions, 1):
        if len(result.solutions) > 1:
            print(f"solution {number}")
        marked = of_places(solution, (), differ if number <= 2 else (), "differs")
        print_grid(puzzle, symbols=options.symbols, marked=marked)
    if len(result.solutions) > 1:
        print_prose(difference(*result.solutions[:2]))
    if not result.solutions and result.grid and result.grid != puzzle.givens:
        print("what is known")
        print_grid(puzzle, result.grid, options.symbols)
    reason = f": {result.reason}" if result.reason else ""
    cost = f"{in_words(result.stats.nodes, 'node')}, {duration(result.stats.seconds)}"
    role = "good" if result.status in (Status.UNIQUE, Status.SOLVED) else "bad"
    print_prose(f"{result.status}{reason} ({result.engine}, {cost})", result.status, role)


def difference(first: Grid, second: Grid) -> str:
    """Where two solutions differ, in a line; long lists are cut."""
    cells = list(map(str, differing(first, second)))
    more = f" and {len(cells) - MOST_DIFFERENCES} more" if len(cells) > MOST_DIFFERENCES else ""
    return f"the first two differ in {', '.join(cells[:MOST_DIFFERENCES])}{more}"


COMMAND = Command(
    name="solve",
    summary="solve puzzles, and say whether the solution is the only one",
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
