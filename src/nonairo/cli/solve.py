"""`nonairo solve`: the solution of every puzzle, and whether it is the only one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from time import monotonic
from typing import TYPE_CHECKING

from nonairo import solving
from nonairo.api import SPREAD, not_spread, solve
from nonairo.cli import engine_names
from nonairo.cli.base import ANSWERED, BAD_INPUT, CHECK_TYPED, LIMIT_HIT, Command, raised_by
from nonairo.cli.executors import Workplace, place_of
from nonairo.cli.parsing import Parser, positive, seconds, whole
from nonairo.cli.progress import with_progress
from nonairo.cli.puzzle_arguments import all_puzzles
from nonairo.cli.terminal_output import (
    complain,
    is_terminal,
    print_grid,
    print_json,
    print_note,
    print_prose,
    print_rules,
    print_title,
)
from nonairo.engines import OWN, named_engine
from nonairo.errors import EngineError, LimitReached, NameTakenError, NonairoError
from nonairo.grid import Grid
from nonairo.limits import Limits
from nonairo.plain import duration, in_words, many
from nonairo.puzzle import Puzzle
from nonairo.render.terminal_grid import of_places
from nonairo.render.text import glyphs_of, heading
from nonairo.render.themes import THEMES
from nonairo.results import Result, Stats, Status, conclude, differing
from nonairo.solving import forecast, no_trace, solve_listing

if TYPE_CHECKING:
    from nonairo.cli.trace_file import TraceFile
    from nonairo.engines.base import Run
    from nonairo.events import Event
    from nonairo.render.tree import SearchTree

MOST_DIFFERENCES = 12
BETWEEN_FLUSHES = 0.1  # seconds, while solutions are listed
DELAY = 0.05  # seconds between two frames
MOST_EVENTS = 10_000  # of one puzzle in a trace: it is to be read
MORE_NODES = "Allow more nodes with --node-limit N"

EXAMPLES = """\
  nonairo solve examples/first.txt
  nonairo solve 'nonogram:1,1/5/5/3/1;2/4/4/4/2' --engine rows --stats
  nonairo solve examples/many.jsonl --json > answers.jsonl
  nonairo solve examples/first.txt --workers 2
  nonairo solve examples/boat.txt --symbols .#
  nonairo solve 'binairo:0..0/..0./..../.1.0' --watch
  nonairo solve 'binairo:0..0/..0./..../.1.0' --engine walk --trace walk.txt
  nonairo solve 'binairo:0..0/..0./..../.1.0' --gif walk.gif --delay 0.2
  nonairo solve 'binairo:...0/..../.1../....' --engine guess:cell=first --tree tree.svg
  nonairo solve examples/first.txt --engine examples/my_engine.py --stats"""


def arguments(parser: Parser) -> None:
    parser.puzzles()
    parser.pick(usual=" (default: all)")
    engine = "the algorithm (see nonairo engines), or the path of your own (my_engine.py); default:"
    engine += " auto; with --watch, --trace or --gif: walk, or guess if walk does not apply; with"
    engine += " --tree: guess"
    parser.option("--engine E", engine)
    many = parser.add_mutually_exclusive_group()
    parser.option("--limit N", "stop after N solutions (default: 2)", positive, to=many)
    every = "list all solutions (exit code 3 if a limit ends the list)"
    parser.option("--all", every, to=many)
    parser.limits()
    parser.option("--node-limit N", "stop after N search nodes", positive)
    parser.option("--seed N", "the seed of engines that use random numbers", whole)
    parser.parts()
    parser.symbols()
    parser.option("--stats", "print the counters")
    keys = "space pauses, s steps, left steps back, b goes to the next backtrack, + and - change"
    keys += " the speed, q quits"
    parser.option("--watch", f"animate the search: {keys}")
    delay = f"seconds between frames (default: {DELAY:g})"
    parser.option("--delay S", delay, seconds, DELAY)
    trace = "write every event of the search: JSON for .jsonl, otherwise text"
    parser.option("--trace OUT", trace)
    most = f"stop the trace of a puzzle after N events (default: {MOST_EVENTS}; 0: all)"
    parser.option("--max-events N", most, number_or_none, MOST_EVENTS)
    gif = "write the search as a GIF; long searches are sampled evenly (with several puzzles, the"
    parser.option("--gif OUT", f"{gif} others go to OUT-2, OUT-3 ...)")
    tree = (
        "draw the search tree of walk, rows, guess, zones+guess, patterns+guess or your own engine"
    )
    several = (
        "(.svg, .png, .pdf; boards of up to 100 cells and up to 64 nodes; with several puzzles,"
    )
    several += " the others go to X-2.svg, X-3.svg ...)"
    parser.option("--tree X.svg", f"{tree} {several}")
    proof = "write X.json, X.cnf and X.lrat: a proof that there is one solution, or none (check it"
    parser.option("--proof X", f"{proof} with nonairo verify)")
    parser.theme()
    parser.json()


def number_or_none(text: str) -> int | None:
    """A whole number of at least 0, where 0 means as many as there are."""
    try:
        return positive(text) if text.strip("0") or not text else None
    except argparse.ArgumentTypeError:
        expected = "expected a whole number of at least 1, or 0 for all"
        raise argparse.ArgumentTypeError(f"{expected}, found {text!r}") from None


IGNORED = {  # without those that they are for: their defaults, and where they are of use
    "max_events": (MOST_EVENTS, ("trace",)),
    "theme": ("light", ("gif", "tree")),
    "delay": (DELAY, ("watch", "gif")),
}


def report_ignored(options: argparse.Namespace) -> None:
    """Say which options are of no use here."""
    for name, (usual, places) in IGNORED.items():
        if getattr(options, name) != usual and not any(getattr(options, each) for each in places):
            users = " or ".join(f"--{each}" for each in places)
            complain(f"--{name.replace('_', '-')} is for {users}; ignored")


def run(options: argparse.Namespace) -> int:
    options.limit = options.limit or 2  # a default would let `--limit 2 --all` through
    shown = bool(options.watch or options.trace or options.gif or options.tree)
    usual = "guess" if options.tree else "walk" if shown else "auto"
    engine = usual if options.engine is None else options.engine
    report_ignored(options)
    engine_names.ready([engine])
    check_options(options, engine, shown)
    code, first, solved, refused = ANSWERED, True, 0, False
    with ExitStack() as files:
        place = files.enter_context(place_of(options))
        record: TraceFile | None = None
        if options.trace:
            from nonairo.cli.trace_file import trace_file  # only for traces

            record = files.enter_context(trace_file(options.trace, engine, options.max_events))
        for number, puzzle in enumerate(with_progress(all_puzzles(options), "puzzles"), 1):
            if isinstance(puzzle, NonairoError):
                complain(puzzle)
                code, refused = max(code, BAD_INPUT), True
                continue
            try:
                glyphs_of(puzzle, options.symbols)
                if options.engine is None and usual == "walk":
                    engine = solving.engine_to_watch(puzzle)
                if options.proof is not None and solved == 0:
                    from nonairo.proofs.formula import check_size  # only for proofs

                    check_size(puzzle)
                listed = SolutionList(puzzle, options, first)
                if options.all and not (options.json or shown or place):
                    result = listed.solved(engine)
                else:
                    result, drawn = _solve(puzzle, engine, options, record, number, place)
                    code = max(code, drawn)
            except (EngineError, NameTakenError) as error:
                complain(f"{whose(puzzle, options)}{error}")
                code, refused = max(code, BAD_INPUT), True
                continue
            except LimitReached as reached:  # no memory; or its proof would be too large
                unproved = "" if options.proof is None else "no proof: "
                complain(f"{whose(puzzle, options)}{unproved}{reached}")
                code, refused = max(code, LIMIT_HIT), True
                continue
            if not first and not options.json and listed.number < 2:
                print()
            first = False
            if record is not None:
                record.end(result)
            if listed.number < 2:
                show(result, options)
            else:
                listed.end(result)
            if options.proof is not None:
                solved += 1
                code = max(code, prove_it(result, solved, options))
            if unanswered(result, options):
                code = max(code, LIMIT_HIT)
            if result.limit == "quit":
                break  # the user has seen enough
        if record is not None:
            record.complete = not refused
    return code


def check_options(options: argparse.Namespace, engine: str, shown: bool) -> None:
    """Raise an error for what cannot be done, once and before any puzzle is read."""
    tool = named_engine(engine)[0]
    if options.tree:
        from nonairo.cli.search_pictures import check_tree

        check_tree(options.tree, engine)
    if shown and not tool.traces:
        raise no_trace(tool)
    for name in ("workers", "dask"):
        if getattr(options, name) and (shown or engine not in SPREAD):
            raise not_spread(engine, f"--{name}", shown)
    for path in filter(None, (options.trace, options.gif, options.tree)):
        from nonairo.cli.drafts import not_an_input

        not_an_input(path, options.puzzles)
    if options.proof is not None:
        from nonairo.proofs.proving import check_place

        check_place(options.proof)
    if options.gif:
        from nonairo.cli.pictures import ready

        ready(options.gif, "gif")


def unanswered(result: Result, options: argparse.Namespace) -> bool:
    """Whether the search ended too early: two solutions are no answer if more are wanted."""
    more = options.all or options.limit > 2
    return result.status in (Status.UNKNOWN, Status.STUCK) or (
        more and result.limit not in (None, "quit")
    )


def prove_it(result: Result, number: int, options: argparse.Namespace) -> int:
    """Write a proof of what was found, if it is the first; the exit code."""
    from nonairo.proofs.proving import prove  # only for proofs

    if number > 1:
        if number == 2:  # once is enough
            complain("--proof is for one puzzle: the others are not proved")
        return BAD_INPUT
    if result.status is Status.UNKNOWN:
        return LIMIT_HIT  # which was reported
    if result.status is Status.MULTIPLE:
        complain("no proof: the puzzle has several solutions, and two of them are shown")
        return ANSWERED
    try:
        proof = prove(result.puzzle, options.proof, time_limit=options.time_limit)
    except LimitReached as reached:
        complain(f"no proof: {reached}{raised_by(reached.limit, MORE_NODES)}")
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
    place: Workplace,
) -> tuple[Result, int]:
    """Solve a puzzle under observation; the exit code is that of the pictures."""
    expected = forecast(puzzle, engine)
    if expected is not None:
        complain(expected)
    observers: list[Callable[[Event], None]] = []
    pictures: list[Callable[[Event], None]] = []  # whose time counts for no limit
    tree: SearchTree | None = None
    if record is not None:
        record.engine = engine
        observers.append(record.begin(puzzle, options.symbols))
    with ExitStack() as screen:
        if options.watch:
            from nonairo.cli.animation import watcher

            tool = named_engine(engine)[0]
            shown = screen.enter_context(watcher(puzzle, tool, options.delay, options.symbols))
            pictures += [] if shown is None else [shown]

        theme = THEMES[options.theme]
        if options.gif:
            from nonairo.cli.search_pictures import filmed

            film = filmed(puzzle, options.gif, number, options.delay, theme)
            observers.append(screen.enter_context(film))

        if options.tree:
            from nonairo.cli.search_pictures import drawn_tree, too_large

            tree = screen.enter_context(drawn_tree(puzzle, options.tree, number, theme))
            observers.append(tree)

        def observe(event: Event, run: Run) -> None:
            for observer in observers:
                observer(event)
            for show in pictures:
                with run.budget.resting():
                    show(event)

        limit = None if options.all else options.limit
        if observers or pictures:
            limits = Limits(options.time_limit, options.node_limit)
            result = solving.solve(
                puzzle, engine, limit=limit, limits=limits, seed=options.seed, observer=observe
            )
        else:
            result = solve(
                puzzle, engine, limit=limit, time_limit=options.time_limit,
                node_limit=options.node_limit, seed=options.seed, **place,
            )  # fmt: skip
    if tree is not None and tree.too_large:
        complain(f"{whose(puzzle, options)}{too_large(tree)}")
        return result, BAD_INPUT
    return result, ANSWERED


class SolutionList:
    """All solutions of a puzzle, printed as they come: from the second on, as the status is known.

    So a list ends with the time limit, however long it takes to print, and is never kept.
    """

    def __init__(self, puzzle: Puzzle, options: argparse.Namespace, first: bool) -> None:
        self.puzzle, self.options, self.first = puzzle, options, first
        self.found: list[Grid] = []  # the first two
        self.number = 0
        self.flushed = 0.0  # when

    def solved(self, engine: str) -> Result:
        """Solve the puzzle; if it has fewer than two solutions, nothing is printed."""
        expected = forecast(self.puzzle, engine)
        if expected is not None:
            complain(expected)
        options = self.options
        return solve_listing(
            self.puzzle,
            engine,
            self.take,
            limits=Limits(options.time_limit, options.node_limit),
            seed=options.seed,
        )

    def take(self, grid: Grid) -> None:
        self.number += 1
        if self.number > 2:
            self.print_one(grid)
            return
        self.found.append(grid)
        if self.number == 2:
            self.begin()

    def begin(self) -> None:
        """Print what stands above the list, and the first two solutions."""
        if not self.first:
            print()
        two = conclude(self.puzzle, "", self.found, None, None, Stats(), False)
        if is_terminal():
            _show_grids(two, self.options.symbols)
        else:
            _show_pipe(two, self.options.symbols)

    def print_one(self, grid: Grid) -> None:
        if is_terminal():
            print(f"solution {self.number}")
            print_grid(self.puzzle, grid, self.options.symbols)
        else:
            now = monotonic()
            due = now - self.flushed > BETWEEN_FLUSHES
            print(f"\n{_in_symbols(str(grid), self.puzzle, self.options.symbols)}", flush=due)
            self.flushed = now if due else self.flushed

    def end(self, result: Result) -> None:
        """Print what stands below the list."""
        if is_terminal():
            _show_verdict(result)
        print_rules(self.puzzle, whose(self.puzzle, self.options))
        _show_remarks(result, self.options)


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
        print_rules(result.puzzle, whose(result.puzzle, options))
    _show_remarks(result, options)


def _show_remarks(result: Result, options: argparse.Namespace) -> None:
    """Print why it ended early, and what it cost."""
    reason = None if is_terminal() else result.reason  # a person has just read it
    if unanswered(result, options):
        raised = raised_by(result.limit, MORE_NODES)
        reason = f"{reason}{raised}" if reason else raised.removeprefix(". ")
    if result.status is Status.NONE:
        reason = f"{reason}; {CHECK_TYPED}" if reason else CHECK_TYPED
    if reason:
        complain(f"{whose(result.puzzle, options)}{reason}")
    looked_at = sys.stdout.isatty() and (options.watch or options.trace)
    if options.stats or looked_at:  # who looks at a search wants to know what it cost
        for line in result.stats.lines(
            zeros=options.stats, backtracks=not result.engine.endswith(OWN)
        ):
            print_note(line, hang=2)
    sys.stdout.flush()


def _show_pipe(result: Result, symbols: str | None) -> None:
    print(result.status)
    grids = result.solutions or ([result.grid] if result.grid else [])
    shown = _in_symbols("\n\n".join(map(str, grids)), result.puzzle, symbols)
    print(shown, end="\n" if grids else "")


def _in_symbols(text: str, puzzle: Puzzle, symbols: str | None) -> str:
    if symbols is None:  # what programs have always got
        return text
    glyphs = glyphs_of(puzzle, symbols)
    return "".join(glyphs.get(letter, letter) for letter in text)


def _show_person(result: Result, options: argparse.Namespace) -> None:
    _show_grids(result, options.symbols)
    if not result.solutions and result.grid and result.grid != result.puzzle.givens:
        print("what is known")
        print_grid(result.puzzle, result.grid, options.symbols)
    _show_verdict(result)


def _show_grids(result: Result, symbols: str | None) -> None:
    puzzle = result.puzzle
    print_title(heading(puzzle))
    print_grid(puzzle, None, symbols)
    differ = differing(*result.solutions[:2]) if len(result.solutions) > 1 else []
    for number, solution in enumerate(result.solutions, 1):
        if len(result.solutions) > 1:
            print(f"solution {number}")
        marked = of_places(solution, (), differ if number <= 2 else (), "differs")
        print_grid(puzzle, symbols=symbols, marked=marked)


def _show_verdict(result: Result) -> None:
    if len(result.solutions) > 1:
        print_prose(difference(*result.solutions[:2]))
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
    arguments=arguments,
    run=run,
    examples=EXAMPLES,
)
