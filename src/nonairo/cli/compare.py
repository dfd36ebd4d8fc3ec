"""`nonairo compare`: engines side by side, on puzzles or in the published experiments."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonairo.cli import engine_names
from nonairo.cli.base import ANSWERED, BAD_INPUT, INTERRUPTED, Command, for_each
from nonairo.cli.parsing import Parser, positive, seconds, whole
from nonairo.cli.progress import with_progress
from nonairo.cli.puzzle_arguments import all_puzzles
from nonairo.cli.terminal_output import complain, print_json, print_note, print_table, print_title
from nonairo.errors import FormatError
from nonairo.puzzle import Puzzle

if TYPE_CHECKING:
    from nonairo.comparing.experiments import Experiment
    from nonairo.comparing.groups import TrialGroup
    from nonairo.comparing.tables import TextTable
    from nonairo.comparing.trials import Patience, Trial

SECONDS = 10.0  # for a trial
TOTAL = 1800.0  # for all of them
WORTH_SAYING = 60.0  # seconds that a person wants to know of beforehand
SMALLEST, LARGEST = 4, 60  # sides of --sizes


def arguments(parser: Parser) -> None:
    parser.puzzles()
    engines = "engines with their options, such as walk,walk:check=early; or the path of your own"
    parser.option("--engines A,B", f"{engines} (./my_engine.py)")
    parser.option("--plot X.svg", "plot the costs (.svg, .png, .pdf; extra draw)")
    parser.option("--paper", "repeat the experiment of Utomo and Makarim (2017)")
    parser.option(
        "--blanks", "time against the number of blanks, as in figures 7 and 8 of their paper"
    )
    parser.option("--preparation", "with --blanks: add the time for preparation")
    parser.option("--complexity", "compare published analyses of walk and rows with counters")
    parser.option("--sizes N,N", "the sizes of the boards of --paper", sides)
    parser.option("--boards N", "boards per size (default: 6)", positive)
    parser.option("--runs N", "runs of each trial (default: 1; --paper: 3)", positive)
    parser.option("--seed N", "the seed of boards and of engines that use random numbers", whole, 1)
    parser.limits(SECONDS, "each trial")
    parser.option(
        "--total S",
        f"start no trial after this many seconds (default: {TOTAL:g}; 0: no limit)",
        seconds,
        TOTAL,
    )
    parser.json()


def sides(text: str) -> list[int]:
    """Sides of Binairo boards, parted by commas."""
    found = sorted({positive(part.strip()) for part in text.split(",")})
    for side in found:
        if side % 2 or not SMALLEST <= side <= LARGEST:
            raise argparse.ArgumentTypeError(
                f"expected even sides from {SMALLEST} to {LARGEST}, found {side}"
            )
    return found


def run(options: argparse.Namespace) -> int:
    from nonairo.comparing.groups import grouped
    from nonairo.comparing.plotting import check_target
    from nonairo.comparing.trials import Patience

    refuse_mixtures(options)
    if options.plot:
        check_target(options.plot)
    experiment, code = experiment_of(options)
    if not experiment.jobs:
        return code
    patience = Patience(experiment.jobs, options.time_limit, options.total, experiment.gives_up)
    announce(patience, WORTH_SAYING if options.puzzles else 0)
    trials: list[Trial] = []
    try:
        work = with_progress(patience.trials(), f"of {len(experiment.jobs)} trials", options.json)
        for trial in work:
            trials.append(trial)
            if options.json:
                print_json(trial.to_json())
    except KeyboardInterrupt:  # what is there is shown all the same
        code = INTERRUPTED
    groups = grouped(trials)
    if options.json:
        for group in groups:
            print_json(group.to_json() | experiment.more(group))
    else:
        show(experiment.tables(trials, groups))
    report(patience, trials)
    if report_own(trials) and code != INTERRUPTED:
        code = BAD_INPUT
    if options.plot and groups:
        draw(experiment, groups, options)
    elif options.plot:
        complain(f"{options.plot}: nothing was measured, so nothing is drawn")
    if code == INTERRUPTED:
        complain("interrupted")
    return code


def refuse_mixtures(options: argparse.Namespace) -> None:
    """One thing at a time."""
    boards = options.paper or options.blanks
    if options.paper and options.blanks:
        raise FormatError("--paper and --blanks are two experiments: choose one of them")
    if boards and options.complexity:
        raise FormatError("--complexity cannot be combined with --paper or --blanks")
    if options.puzzles and (boards or options.complexity):
        raise FormatError("--paper, --blanks and --complexity make their own boards;"
                          " expected no PUZZLE")  # fmt: skip
    if options.preparation and not options.blanks:
        raise FormatError("--preparation is only for --blanks")
    if options.sizes and not options.paper:
        raise FormatError("--sizes is only for --paper")
    if options.complexity and (options.engines or options.runs):
        raise FormatError("--complexity measures walk and rows, which use no random numbers:"
                          " expected neither --engines nor --runs")  # fmt: skip
    if options.boards and not (boards or options.complexity):
        raise FormatError("--boards is only for --paper, --blanks and --complexity")


def experiment_of(options: argparse.Namespace) -> tuple[Experiment, int]:
    """What the options ask for, and the exit code so far."""
    from nonairo.comparing import experiments, paper
    from nonairo.comparing.trials import USUAL

    seed, boards, runs = options.seed, options.boards, options.runs
    if options.complexity:
        return experiments.of_complexity(boards, seed), ANSWERED
    if options.paper or options.blanks:
        methods = engines_of(options, (*paper.METHODS, *paper.OURS))
        if options.blanks:
            prepared = options.preparation
            return experiments.of_blanks(methods, boards, runs, seed, prepared), ANSWERED
        return experiments.of_paper(methods, options.sizes, boards, runs, seed), ANSWERED
    engines = engines_of(options, USUAL)
    puzzles: list[Puzzle] = []

    def keep(_: int, puzzle: Puzzle) -> int:
        puzzles.append(puzzle)
        return ANSWERED

    code = for_each(all_puzzles(options), keep)
    return experiments.on_puzzles(puzzles, engines, runs or 1, seed), code


def engines_of(options: argparse.Namespace, usual: Sequence[str]) -> list[str]:
    """The engines of --engines; by default, of the usual ones those that are there."""
    from nonairo.comparing.trials import installed, split_engines, usable

    if options.engines is not None:
        names = split_engines(options.engines)
        engine_names.ready(names)
        return usable(names)
    able, missing = installed(usual)
    for line in missing:
        complain(f"left out: {line}")
    return able


def announce(patience: Patience, least: float) -> None:
    """How long it may take, before it begins, if that is more than these seconds."""
    from nonairo.comparing.trials import forecasts

    for line in forecasts(patience.jobs):
        complain(line)
    trials, limit, bound = len(patience.jobs), patience.time_limit, patience.bound
    if limit is None or bound is None:
        complain(f"{trials:,} trials without a time limit: they may take very long")
    elif bound > least:
        left = "; trials not started by then are left out" if bound < trials * limit else ""
        complain(
            f"{trials:,} trials of at most {limit:g} s: at most {bound / 60:,.1f} min in all{left}"
        )


def show(tables: list[TextTable]) -> None:
    """Tables for a person, with what has to be known of them."""
    for number, table in enumerate(tables):
        if number:
            print()
        if len(tables) > 1 and sys.stdout.isatty():
            print_title(table.title)
        print_table(table.columns, table.rows, table.spare)
        for note in table.notes:
            print_note(note)


def report(patience: Patience, trials: list[Trial]) -> None:
    """Report which engines were given up, what was left out, and which disagree."""
    from nonairo.comparing.trials import disagreements

    for (family, engine), size in patience.given_up.items():
        complain(f"{engine}: over half cut short at {size} ({family}); larger sizes skipped")
    if patience.left_out:
        complain(f"the total time is used up: {patience.left_out:,} trials were left out."
                 " Allow more time with --total S (0: no limit)")  # fmt: skip
    for line in disagreements(trials):
        complain(line)


def report_own(trials: list[Trial]) -> bool:
    """Report every mistake in an engine of the user's own, once; return whether there is one."""
    mistakes = dict.fromkeys(
        str(trial.result.error) for trial in trials if trial.is_mistaken and trial.result.error
    )
    for mistake in mistakes:
        complain(mistake)
    return bool(mistakes)


def draw(experiment: Experiment, groups: list[TrialGroup], options: argparse.Namespace) -> None:
    from nonairo.bench.base import machine
    from nonairo.comparing import plotting

    here = f"{experiment.note} Here: {machine()}.".lstrip()
    note = here if experiment.timed else experiment.note
    plotting.draw(experiment.panels(groups, options.time_limit), options.plot, note)


COMMAND = Command(
    name="compare",
    arguments=arguments,
    run=run,
    examples="  nonairo compare examples/first.txt\n"
    "  nonairo compare examples/first.txt examples/boat.txt --engines walk,walk:check=early,core\n"
    "  nonairo compare --paper --sizes 4,6,8 --runs 1 --json\n"
    "  nonairo compare --blanks --boards 1 --runs 1\n"
    "  nonairo compare --complexity --boards 1\n"
    "  nonairo compare examples/first.txt --engines walk,guess,examples/my_engine.py",
)
